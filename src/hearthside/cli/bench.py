"""`hearthside bench`: speed beside plain Python."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table as Grid

from ..lab.bench import Bench, Row, bench, rates, reference
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints."""
    if arguments.tables:
        return _serve(arguments)
    if arguments.envs:
        return _envs(arguments)
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), console=errors, transient=True, disable=not errors.is_terminal
    )
    task = bar.add_task("measuring", total=None)

    def progress(title: str, done: int, of: int) -> None:
        bar.update(task, description=title or "done", completed=done, total=of)

    with bar:
        found = bench(blocks=arguments.blocks, seconds=arguments.seconds, progress=progress)
    if arguments.json:
        sys.stdout.write(asked.json_text(found))
    else:
        show(found, asked.console())
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    """Measures a real server: from an answer to its update at every seat."""
    try:
        from ..server.load import MODEL, measure_server
    except ModuleNotFoundError as error:
        raise Fault(f"The server needs {error.name}, which is not installed: pip install hearthside.") from None
    loads = [measure_server(count, max(10.0, arguments.seconds)) for count in arguments.tables]
    if arguments.json:
        sys.stdout.write(asked.json_text(loads))
        return 0
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    names = ("tables", "rows/s", "answers", "half", "99 %", "worst", "half", "99 %", "disk 99 %", "server", "client")
    for name in names:
        grid.add_column(name, justify="right")
    for load in loads:
        times = (load.p50, load.p99, load.worst, load.here, load.here99, load.disk99)
        figures = (f"{load.rows:.0f}", str(load.answers), *(f"{ms:.1f} ms" for ms in times))
        grid.add_row(str(load.tables), *figures, f"{load.cpu:.0%}", f"{load.client:.0%}")
    console = asked.console()
    console.print(MODEL)
    console.print(
        f"A person's answer, from sending it to its update at the last of {loads[0].seats} sockets; then the server's "
        "own part, until all sockets have it, and the row's way to the disk; then CPU, as shares of a core."
    )
    console.print(grid)
    return 0


def _envs(arguments: argparse.Namespace) -> int:
    """Measures the environments."""
    try:
        from ..envs.bench import bench as measure
    except ModuleNotFoundError as error:
        raise Fault(
            f"The environments need {error.name}, which is not installed: pip install 'hearthside[rl]'."
        ) from None
    found = measure(
        lambda works: rates(works, arguments.blocks, arguments.seconds), reference("connect_four", "ConnectFour")
    )
    if arguments.json:
        sys.stdout.write(asked.json_text(found))
        return 0
    console = asked.console()
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("environment", style="bold", no_wrap=True)
    for name in ("steps a second", "least", "most"):
        grid.add_column(name, justify="right")
    for row in found.rows:
        grid.add_row(row.what, f"{row.value:,.0f}", f"{row.least:,.0f}", f"{row.most:,.0f}")
    console.print(grid)
    verdict = "[green]met[/green]" if found.met else "[red]missed[/red]"
    scaled = f"; the peers run here at {found.machine:.2f} of their speed where it was set" if found.machine else ""
    console.print(f"Bar for Novus with masks: {found.bar:,.0f}, here {found.here:,.0f}{scaled}: {verdict}.")
    console.print(
        f"Per second of CPU time, median of {arguments.blocks} blocks of {arguments.seconds:g} s.", highlight=False
    )
    if found.note:
        console.print(f"Note: {found.note}", highlight=False)
    return 0


def show(found: Bench, console: Console) -> None:
    """Prints the table."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("what", style="bold", no_wrap=True)
    for name in ("", "here", "plain Python", "ratio", "bar", "bar here", ""):
        grid.add_column(name, justify="right")
    for row in found.rows:
        ratio = f"{row.value / row.plain:.2f}" if row.plain else "-"
        verdict = "" if row.met is None else "[green]met[/green]" if row.met else "[red]missed[/red]"
        grid.add_row(
            row.what, row.unit, _figure(row, row.value),
            _figure(row, row.plain), ratio, _figure(row, row.bar), _figure(row, row.here), verdict,
        )  # fmt: skip
    console.print(grid)
    console.print(
        f"Python {found.python}; per second of CPU time, median of {found.blocks} blocks of {found.seconds:g} s.",
        highlight=False,
    )
    if found.machine is not None:
        console.print(
            f"Plain Python runs here at {found.machine:.2f} of its speed where the bars were set; "
            "“bar here” is scaled by that.",
            highlight=False,
        )
    if found.note:
        console.print(f"Note: {found.note}", highlight=False)


def _figure(row: Row, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if row.unit == "a second" else f"{value:.2f}"
