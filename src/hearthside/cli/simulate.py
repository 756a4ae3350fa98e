"""`hearthside simulate`: many games by bots, summed up."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ..engine.game import Game
from ..games import game as game_of
from ..lab.simulate import Simulation, play_outs, simulate
from ..lab.summary import Share, Spread
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Plays, prints the summary, writes the files; 1 if games broke, 130 with what there is after Ctrl-C."""
    game = game_of(arguments.game)
    seats = asked.seats(arguments.seats, game)
    packs = asked.packs(arguments.pack, game)
    options = asked.options(arguments.option, game, play_outs(game))
    if arguments.json == "-" and arguments.csv == "-":
        raise Fault("Only one of --json and --csv can go to the output.")
    asked.check_writable(arguments.json)
    asked.check_writable(arguments.csv)
    if arguments.keep_errors:
        _folder(arguments.keep_errors)
    records: dict[str, bytes] = {}
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("[red]{task.fields[broken]}"), console=errors, transient=True, disable=not errors.is_terminal,
    )  # fmt: skip
    task = bar.add_task(game.title, total=arguments.games, broken="")

    def progress(done: int, broken: int) -> None:
        bar.start()  # only now, when the processes are there: a fork must not copy the bar's thread
        bar.update(task, completed=done, broken=f"{broken} errors" if broken else "")

    try:
        result = simulate(
            game, seats, arguments.games, seed=asked.seed(arguments.seed), jobs=min(arguments.jobs, arguments.games),
            options=options, packs=packs, step_cap=arguments.step_cap, progress=progress, records=records,
        )  # fmt: skip
    finally:
        bar.stop()
    if arguments.json:
        asked.write_out(arguments.json, asked.json_text(result).encode())
    if arguments.csv:
        asked.write_out(arguments.csv, table_of(result).encode())
    for seed, record in records.items() if arguments.keep_errors else ():
        file = Path(arguments.keep_errors) / f"{game.name}-{seed}.json".replace("/", "_")
        asked.write_out(str(file), record)
        print(f"{file}: the record of a game that a rule broke in", file=sys.stderr)
    if "-" not in (arguments.json, arguments.csv):  # last, since its reader may close the pipe
        show(result, asked.console(), game)
    return 130 if result.interrupted else 1 if result.summary.errors else 0


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
    usual = msgspec.to_builtins(game.Options())
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
    values = (f"{x:.0f}" for x in (one.least, one.p10, one.median, one.p90, one.most))
    return (f"{one.mean:.1f}", f"{one.low:.1f} to {one.high:.1f}", *values)


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(msgspec.to_builtins(value))


def _folder(name: str) -> None:
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{name}: cannot be made a folder ({error.strerror}).") from None
