"""Measures the kernel beside plain Python in the same run (`hearthside bench`).

Rates are per second of the process's own CPU time, the median of several blocks after a warm-up, as in `bench/`.
The bars were set on one machine; what counts is the ratio to plain Python there, so a bar is scaled by how fast plain
Python is here.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from ..bots.playing import rare_collections
from ..engine.game import Game
from ..engine.table import Table
from ..games import game as game_of

# Plain Python on the machine where the bars were set (bench/RESULTS.md).
PLAIN_THERE = {"connect_four": 827_000.0, "lantern": 850_000.0}
STATES = 20


class Row(msgspec.Struct, kw_only=True):
    """One line of the table.

    unit: "a second" (more is better), "ms" or "s" (less is better). value: the median of the blocks. least, most: of
    the blocks. plain: plain Python at the same work in the same run. bar: as set. here: the bar on this machine.
    met: whether `value` meets `here`.
    """

    what: str
    unit: str
    value: float
    least: float
    most: float
    plain: float | None = None
    bar: float | None = None
    here: float | None = None
    met: bool | None = None


class Bench(msgspec.Struct, kw_only=True):
    """All measurements. machine: speed of this machine against the one of the bars (1: as fast), None if the plain
    games are not here. note: what could not be measured, and why."""

    python: str
    machine: float | None
    blocks: int
    seconds: float
    rows: list[Row]
    note: str = ""


def bench(*, blocks: int = 5, seconds: float = 1.0, progress: Callable[[str, int, int], None] | None = None) -> Bench:
    """Measures everything.

    Args:
        blocks: of each measurement, the median counts; before them one to warm up. seconds: of CPU time a block.
        progress: called with what is measured next, how many are done and how many there are.
    """
    plain = plain_games()
    lantern, four = reference("lantern", "LanternRun"), reference("connect_four", "ConnectFour")
    novus = game_of("novus")
    content = novus.content(())
    jobs: list[tuple[str, Callable[[], Iterable[Row]]]] = []

    def run(title: str, work: Callable[[], Iterable[Row]]) -> None:
        jobs.append((title, work))

    for title, game, twin, bar, forks in (
        ("Lantern Run", lantern, "LanternRun", 450_000.0, 120_000.0),
        ("Connect Four", four, "ConnectFour", 450_000.0, None),
    ):
        if game is not None:
            cls = getattr(plain, twin) if plain else None
            run(f"{title}, decisions", _decisions(title, game, 2, None, cls, bar, blocks, seconds))
            run(f"{title}, forks", _forks(title, game, 2, None, cls, forks, blocks, seconds))
    run("Novus, decisions", _decisions("Novus, 4 seats", novus, 4, content, None, 150_000.0, blocks, seconds))
    run("Novus, forks", _forks("Novus, 4 seats", novus, 4, content, None, 20_000.0, blocks, seconds))
    last = game_of("lastsecond")
    tiles = last.content(())
    title = "Last-Second Quest, 4 seats"
    hurry = last.Options(judge="strict")
    run(title, _decisions(title, last, 4, tiles, None, 100_000.0, blocks, seconds, hurry))
    run("Last-Second Quest, placements", lambda: [_placements(last, tiles, blocks, seconds)])
    run("Novus, start", lambda: [_start(novus, content, blocks, seconds)])
    run("hearthside --help", lambda: [_help(blocks)])
    rows: list[Row] = []
    for n, (title, work) in enumerate(jobs):
        if progress:
            progress(title, n, len(jobs))
        rows += work()
    if progress:
        progress("", len(jobs), len(jobs))
    machine = _machine(rows) if plain else None
    for row in rows:
        if row.bar is not None:
            factor = machine or 1.0
            row.here = row.bar * factor if row.unit == "a second" else row.bar / factor
            row.met = row.value >= row.here if row.unit == "a second" else row.value <= row.here
    missing = (
        [] if plain else ["bench/ with the plain games is not here (it comes with the sources), so bars are as set"]
    )
    missing += [] if lantern and four else ["the reference games are not here"]
    return Bench(
        python=sys.version.split()[0],
        machine=machine,
        blocks=blocks,
        seconds=seconds,
        rows=rows,
        note="; ".join(missing) + "." if missing else "",
    )


def plain_games() -> ModuleType | None:
    """`bench/plain_games.py`, the same games in plain Python; None where the sources are not at hand."""
    folder = Path(__file__).resolve().parents[3] / "bench"
    if not (folder / "plain_games.py").exists():
        return None
    sys.path.insert(0, str(folder))
    try:
        return import_module("plain_games")
    finally:
        sys.path.remove(str(folder))


def reference(module: str, cls: str) -> Game | None:
    """One of the reference games; None where they are not at hand."""
    try:
        made: Game = getattr(import_module(f"{__package__}.reference.{module}"), cls)()
    except ModuleNotFoundError:
        return None
    return made


def _machine(rows: list[Row]) -> float:
    by = {row.what: row.plain for row in rows}
    pairs = (("Lantern Run, decisions", "lantern"), ("Connect Four, decisions", "connect_four"))
    return statistics.fmean((by[what] or PLAIN_THERE[name]) / PLAIN_THERE[name] for what, name in pairs if what in by)


# ---- the work ----


@rare_collections()
def play_at_random(
    game: Game, seats: int, seed: int, content: Any, random: Callable[[], float], options: Any = None
) -> int:
    """Plays a whole game, log and tape on, every choice equally likely; returns the decisions.

    Where nobody can decide anything, time passes.
    """
    table = Table.open(game, seats, seed, options, content=content)
    answer = table.answer
    taken = 0
    while not table.over:
        asks = table.asks
        if not asks:
            table.tick(table.deadline or 0)
            continue
        ask = asks[0]
        choices = ask.choices
        answer(choices[int(random() * len(choices))], ask.seat)
        taken += 1
    return taken


def _decisions(
    title: str,
    game: Game,
    seats: int,
    content: Any,
    twin: Any,
    bar: float | None,
    blocks: int,
    seconds: float,
    options: Any = None,
) -> Callable[[], list[Row]]:
    def work() -> list[Row]:
        random = Random(1)
        numbers = iter(range(1, 1 << 30))
        works = [lambda: play_at_random(game, seats, next(numbers), content, random.random, options)]
        if twin is not None:
            works.append(lambda: _play_plain(twin, random))
        ours, *plain = rates(works, blocks, seconds)
        return [_row(f"{title}, decisions", ours, plain, bar)]

    return work


def _forks(
    title: str, game: Game, seats: int, content: Any, twin: Any, bar: float | None, blocks: int, seconds: float
) -> Callable[[], list[Row]]:
    def work() -> list[Row]:
        tables = _mid_tables(game, seats, content)

        def fork() -> int:
            for table in tables:
                table.fork()
            return len(tables)

        works = [fork]
        if twin is not None:
            states = _mid_plain(twin)

            def copy() -> int:
                for state in states:
                    state.copy()
                return len(states)

            works.append(copy)
        ours, *plain = rates(works, blocks, seconds)
        return [_row(f"{title}, forks in mid-turn", ours, plain, bar)]

    return work


def _start(game: Game, content: Any, blocks: int, seconds: float) -> Row:
    numbers = iter(range(1, 1 << 30))

    def start() -> int:
        Table.open(game, 4, next(numbers), content=content)
        return 1

    (found,) = rates([start], blocks, seconds / 2)
    return _row("Novus, 4 seats, start (content loaded)", [1000 / rate for rate in found], [], 2.0, "ms")


def _placements(game: Game, content: Any, blocks: int, seconds: float) -> Row:
    """All legal placements of a tile listed, on mats of every kind in all states of filling (bar: 50 microseconds)."""
    random, positions = Random(3), []
    for mat in content.board.values():
        for _ in range(25):
            filled = 0
            for shape in random.sample(content.shape[1:], random.randrange(9)):
                fits = mat.layout(shape).legal(filled)
                filled |= random.choice(fits) if fits else 0
            positions += [(mat.layout(shape), filled) for shape in content.shape[1:]]

    def place() -> int:
        for layout, filled in positions:
            list(layout.fits(filled))
        return len(positions)

    (found,) = rates([place], blocks, seconds / 2)
    return _row(f"{game.title}, placements of a tile listed", found, [], 20_000.0)


def _help(blocks: int) -> Row:
    root = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    took = []
    for n in range(blocks + 1):
        before = os.times()
        subprocess.run([sys.executable, "-m", "hearthside", "--help"], env=environment, capture_output=True, check=True)
        after = os.times()
        if n:
            took.append(after.children_user - before.children_user + after.children_system - before.children_system)
    return _row("hearthside --help", took, [], 0.3, "s")


# ---- measuring ----


def rates(works: list[Callable[[], int]], blocks: int, seconds: float) -> list[list[float]]:
    """Units of each work per CPU second, block by block; the works take turns, so that they share a machine's moods."""
    measured: list[list[float]] = [[] for _ in works]
    for n in range(blocks + 1):
        for work, found in zip(works, measured, strict=True):
            until, units = seconds if n else seconds / 2, 0
            start = time.process_time()
            while True:
                units += work()
                took = time.process_time() - start
                if took >= until:
                    break
            if n:
                found.append(units / took)
    return measured


def _row(what: str, ours: list[float], plain: list[list[float]], bar: float | None, unit: str = "a second") -> Row:
    return Row(
        what=what,
        unit=unit,
        value=statistics.median(ours),
        least=min(ours),
        most=max(ours),
        plain=statistics.median(plain[0]) if plain else None,
        bar=bar,
    )


def _mid_tables(game: Game, seats: int, content: Any) -> list[Table]:
    """Tables after half the mean number of decisions of a game at random."""
    random = Random(2)
    mean = statistics.fmean(play_at_random(game, seats, seed, content, random.random) for seed in range(20))
    tables: list[Table] = []
    for seed in range(2000):
        table = Table.open(game, seats, seed, content=content)
        for _ in range(int(mean / 2)):
            if table.over:
                break
            ask = table.asks[0]
            table.answer(ask.choices[int(random.random() * len(ask.choices))], ask.seat)
        if not table.over:
            tables.append(table)
        if len(tables) == STATES:
            break
    return tables


def _play_plain(twin: Any, random: Random) -> int:
    state = twin(random)
    taken = 0
    while not state.over():
        actions = state.legal()
        state.apply(actions[int(random.random() * len(actions))])
        taken += 1
    return taken


def _mid_plain(twin: Any) -> list[Any]:
    random = Random(2)
    mean = statistics.fmean(_play_plain(twin, random) for _ in range(200))
    states: list[Any] = []
    while len(states) < STATES:
        state = twin(random)
        for _ in range(int(mean / 2)):
            if state.over():
                break
            actions = state.legal()
            state.apply(actions[int(random.random() * len(actions))])
        if not state.over():
            states.append(state)
    return states
