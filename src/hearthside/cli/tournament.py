"""`hearthside tournament`: bots against each other in balanced seatings."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ..engine.game import Game
from ..games import game as game_of
from ..lab import tournament_report as told
from ..lab.simulate import play_outs
from ..lab.tournament import Tournament, seats_of, tournament
from ..lab.tournament_page import check_page, page_of
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Plays, says who is better, writes the files; 1 if games broke, 130 with what there is after Ctrl-C."""
    game = game_of(arguments.game)
    bots = bots_of(arguments.bots)
    seats = seats_of(game, arguments.seats)
    packs = asked.packs(arguments.pack, game)
    options = asked.options(arguments.option, game, play_outs(game))
    files = (arguments.json, arguments.markdown, arguments.html)
    if files.count("-") > 1:
        raise Fault("Only one of --json, --markdown and --html can go to the output.")
    for file in files:
        asked.check_writable(file)
    if arguments.html:
        check_page()
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("[red]{task.fields[broken]}"), console=errors, transient=True, disable=not errors.is_terminal,
    )  # fmt: skip
    task = bar.add_task(game.title, total=None, broken="")

    def progress(done: int, of: int, broken: int) -> None:
        bar.start()  # only now, when the processes are there: a fork must not copy the bar's thread
        bar.update(task, completed=done, total=of, broken=f"{broken} errors" if broken else "")

    try:
        result = tournament(
            game, bots, arguments.games, seats=seats, seed=asked.seed(arguments.seed), jobs=arguments.jobs,
            on=arguments.on, options=options, packs=packs, step_cap=arguments.step_cap, progress=progress,
        )  # fmt: skip
    finally:
        bar.stop()
    if arguments.json:
        asked.write_out(arguments.json, asked.json_text(result).encode())
    if arguments.markdown:
        asked.write_out(arguments.markdown, told.markdown(result, game).encode())
    if arguments.html:
        asked.write_out(arguments.html, page_of(result, game).encode())
    if "-" not in files:  # last, since its reader may close the pipe
        show(result, asked.console(), game)
    return 130 if result.interrupted else 1 if result.errors else 0


def bots_of(text: str) -> list[str]:
    """The bots, from names with commas between.

    Raises:
        Fault: an empty name, or fewer than two.
    """
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise Fault(f"The bots {text!r} have an empty one; name them like greedy,random.")
    if len(names) < 2:
        raise Fault(f"A tournament is between two or more bots, such as greedy,random, not {text!r} alone.")
    return names


def show(result: Tournament, console: Console, game: Game) -> None:
    """Prints who is better."""
    console.print(f"[bold]{told.heading(result, game)}[/bold]", highlight=False)
    changed = told.changed(result, game)
    if changed:
        console.print("with " + ", ".join(changed), highlight=False)
    if result.matches:
        _print(console, told.ranking(result))
        if len(result.bots) > 2:
            console.print("row against column" if result.seats > 1 else "row against column, in percent points")
            _print(console, told.cross_table(result))
        for line in told.findings(result):
            console.print(line, highlight=False, markup=False)
        console.print()
        for line in told.facts(result):
            console.print(line, highlight=False, markup=False)
    speed, turns = result.speed, result.turns
    length = f"A game took {turns.mean:.0f} turns. " if turns else ""
    console.print(
        f"{length}{speed.wall_seconds:.1f} s with {speed.jobs} {'process' if speed.jobs == 1 else 'processes'}; "
        f"{speed.decisions_a_second:,.0f} decisions a second of CPU time.",
        highlight=False,
    )


def _print(console: Console, table: told.Table) -> None:
    columns, rows = table
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for name in columns:
        words = name in ("", "bot")
        grid.add_column(name, style="bold" if words else "", justify="left" if words else "right", no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    console.print(grid)
