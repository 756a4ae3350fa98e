"""`hearthside simulate`: many games by bots, summed up."""

from __future__ import annotations

import argparse
import csv
import io
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ..engine.game import Game
from ..games import game as game_of
from ..lab import resume, tables
from ..lab.simulate import STEP_CAP, Simulation, plain_options, play_outs, simulate
from ..lab.summary import Share, Spread
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Plays, prints the summary, writes the files; 1 if games broke, 130 with what there is after Ctrl-C."""
    game = game_of(arguments.game)
    before = resume.read(Path(arguments.resume)) if arguments.resume else None
    _fill_in(arguments, game, before)
    seats = asked.seats(arguments.seats, game)
    packs = asked.packs(arguments.pack, game)
    options = _options_before(before, game) if before and not arguments.option else None
    options = options or asked.options(arguments.option, game, play_outs(game))
    _check_files(arguments)
    if arguments.keep_errors:
        _folder(arguments.keep_errors)
    records: dict[str, bytes] = {}
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("[red]{task.fields[broken]}"), console=errors, transient=True, disable=not errors.is_terminal,
    )  # fmt: skip
    done = len(before.games) if before else 0
    task = bar.add_task(game.title, total=arguments.games, completed=done, broken="")

    def progress(done: int, broken: int) -> None:
        bar.start()  # only now, when the processes are there: a fork must not copy the bar's thread
        bar.update(task, completed=done, broken=f"{broken} errors" if broken else "")

    try:
        result = simulate(
            game, seats, arguments.games, seed=asked.seed(arguments.seed), jobs=arguments.jobs, on=arguments.on,
            options=options, packs=packs, step_cap=arguments.step_cap, progress=progress, records=records,
            watch=arguments.watch or bool(arguments.report), before=before,
        )  # fmt: skip
    finally:
        bar.stop()
    if arguments.json:
        asked.write_out(arguments.json, asked.json_text(result).encode())
    if arguments.csv:
        asked.write_out(arguments.csv, table_of(result).encode())
    if arguments.table:
        asked.write_out(arguments.table, tables.as_bytes(result, arguments.table))
    if arguments.report:
        from ..lab.report import report

        asked.write_out(arguments.report, report(result, game, game.content(packs)).encode())
    for seed, record in records.items() if arguments.keep_errors else ():
        file = Path(arguments.keep_errors) / f"{game.name}-{seed}.json".replace("/", "_")
        asked.write_out(str(file), record)
        print(f"{file}: the record of a game that a rule broke in", file=sys.stderr)
    if "-" not in (arguments.json, arguments.csv, arguments.report):  # last, since its reader may close the pipe
        show(result, asked.console(), game)
    if result.interrupted:
        print(_how_to_go_on(arguments, result), file=sys.stderr)
    return 130 if result.interrupted else 1 if result.summary.errors else 0


def _fill_in(arguments: argparse.Namespace, game: Game, before: Simulation | None) -> None:
    """What was not said is as it was before, or as usual."""
    if before and before.game != game.name:
        raise Fault(f"It cannot be resumed: {arguments.resume} holds games of {before.game}, not of {game.name}.")
    usual: dict[str, Any] = {"games": 100, "seats": "random,random", "seed": "0", "step_cap": STEP_CAP}
    if before:
        usual = {
            "games": before.asked, "seats": ",".join(before.seats), "seed": before.seed, "step_cap": before.step_cap,
        }  # fmt: skip
    for name, value in usual.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, value)
    arguments.json = arguments.json or arguments.resume


def _options_before(before: Simulation, game: Game) -> Any:
    """The options of a simulation that is to be resumed.

    Raises:
        Fault: the game does not have them any more.
    """
    try:
        return msgspec.convert(before.options, game.Options)
    except msgspec.ValidationError:
        raise Fault(f"It cannot be resumed: {game.title} no longer has the options that it was played with.") from None


def _check_files(arguments: argparse.Namespace) -> None:
    """Finds out before long work whether what is asked for can be written."""
    files = [arguments.json, arguments.csv, arguments.table, arguments.report]
    if files.count("-") > 1:
        raise Fault("Only one of --json, --csv and --report can go to the output.")
    for file in files:
        asked.check_writable(file)
    if arguments.table:
        tables.check_kind(arguments.table)
    for option, file, module in (
        ("--report", arguments.report, "altair"), ("--report", arguments.report, "vl_convert"),
        ("--table", arguments.table, "polars"),
    ):  # fmt: skip
        if file and find_spec(module) is None:
            raise Fault(f"{option} needs {module}: install the extra lab, pip install 'hearthside[lab]'.")


def _how_to_go_on(arguments: argparse.Namespace, result: Simulation) -> str:
    """What to type to go on with a simulation that was stopped."""
    stopped = f"Stopped after {len(result.games):,} of {result.asked:,} games"
    if not arguments.json or arguments.json == "-":
        return f"{stopped}; with --json FILE it could be resumed."
    words = ["hearthside", "simulate", result.game, "--resume", arguments.json]
    words += [word for folder in arguments.pack for word in ("--pack", folder)]
    for option in ("report", "table", "csv", "keep_errors"):
        if getattr(arguments, option):
            words += [f"--{option.replace('_', '-')}", getattr(arguments, option)]
    return f"{stopped}; to go on: {shlex.join(words)}"


def table_of(result: Simulation) -> str:
    """A line a game, as CSV."""
    kinds = list(result.summary.labels)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    seats = range(len(result.seats))
    rows.writerow(
        ["number", "seed", "end", "winners", "leader", "how", "rank", "turns"]
        + [f"decisions_{seat + 1}" for seat in seats]
        + [f"{kind.replace(' ', '_')}_{seat + 1}" for kind in kinds for seat in seats]
        + ["error"]
    )
    for one in result.games:
        rows.writerow(
            [one.number, one.seed, one.end, " ".join(str(seat + 1) for seat in one.winners)]
            + ["" if one.leader is None else one.leader + 1, one.how, one.rank, "" if one.turns is None else one.turns]
            + list(one.decisions)
            + [one.labels[seat].get(kind, "") if one.labels else "" for kind in kinds for seat in seats]
            + [one.error]
        )
    return out.getvalue()


def show(result: Simulation, console: Console, game: Game) -> None:
    """Prints the summary."""
    summary, speed = result.summary, result.speed
    head = f"{game.title}: {summary.games} games of {', '.join(result.seats)}, seed {result.seed}"
    if result.interrupted:
        head += f" (stopped early: {result.asked} were asked for)"
    console.print(f"[bold]{head}[/bold]", highlight=False)
    if not summary.games:
        return
    usual = plain_options(game.Options())
    changed = {name: value for name, value in result.options.items() if value != usual[name]}
    if changed or result.packs:
        told = [f"{name}={_value(value)}" for name, value in changed.items()] + [
            f"pack {name}" for name in result.packs
        ]
        console.print("with " + ", ".join(told), highlight=False)
    if summary.errors < summary.games:
        seats = _grid("seat", "played by", "wins", "share", "95%", "ahead unfinished", "decisions")
        for one in summary.seats:
            seats.add_row(
                str(one.seat + 1),
                one.bot,
                str(one.wins.count),
                *_share(one.wins),
                str(one.leads),
                f"{one.decisions:.0f}",
            )
        console.print(seats)
        if len(summary.bots) > 1:
            bots = _grid("bot", "wins", "of its seats", "share", "95%")
            for bot, share in summary.bots.items():
                bots.add_row(bot, str(share.count), str(share.of), *_share(share))
            console.print(bots)
        for kind, table in summary.labels.items():
            labels = _grid(kind, "wins", "played", "share", "95%")
            for name, share in table.items():
                labels.add_row(name, str(share.count), str(share.of), *_share(share))
            console.print(labels)
        for title, rows in summary.figures.items():
            grid = _grid(title, "times", "mean", "95%", "least", "10%", "median", "90%", "most")
            for name, (times, found) in rows.items():
                grid.add_row(name, f"{times:,}", *_spread(found))
            console.print(grid)
        ends = _grid("the game ended by", "games", "share", "95%")
        for how, share in summary.how.items():
            ends.add_row(how.replace("_", " ") or "the step cap", str(share.count), *_share(share))
        console.print(ends)
        if summary.ranks:
            ranks = _grid("rank", "games", "share", "95%")
            for rank, share in summary.ranks.items():
                ranks.add_row(rank, str(share.count), *_share(share))
            console.print(ranks)
        lengths = _grid("a game", "mean", "95%", "least", "10%", "median", "90%", "most")
        for what, spread in (("turns", summary.turns), ("decisions", summary.decisions)):
            if spread:
                lengths.add_row(what, *_spread(spread))
        console.print(lengths)
    if summary.unfinished:
        capped = f", {summary.capped} of them at the cap of {result.step_cap} decisions" if summary.capped else ""
        console.print(f"{summary.unfinished} games had no winner{capped}.", highlight=False)
    for failure, count in list(summary.failures.items())[:5]:
        seed = next(one.seed for one in result.games if one.error == failure)
        console.print(f"[red]{count} games broke[/red] (first with the seed {seed}): {failure}", highlight=False)
    console.print(
        f"{summary.decisions_in_all:,} decisions in {speed.wall_seconds:.1f} s with {speed.jobs} "
        f"{'process' if speed.jobs == 1 else 'processes'}; {speed.decisions_a_second:,.0f} a second of CPU time.",
        highlight=False,
    )


def _grid(first: str, *columns: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), title_justify="left")
    grid.add_column(first, style="bold", no_wrap=True)
    for name in columns:
        grid.add_column(name, justify="left" if name == "played by" else "right")
    return grid


def _share(share: Share) -> tuple[str, str]:
    return f"{100 * share.share:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f}"


def _spread(one: Spread) -> tuple[str, ...]:
    values = (str(round(x)) for x in (one.least, one.p10, one.median, one.p90, one.most))
    mean, low, high = (f"{round(x, 1) + 0.0:.1f}" for x in (one.mean, one.low, one.high))  # no minus before a 0
    return (mean, f"{low} to {high}", *values)


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(msgspec.to_builtins(value))


def _folder(name: str) -> None:
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{name}: cannot be made a folder ({error.strerror}).") from None
