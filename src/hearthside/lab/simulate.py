"""Plays many games by bots and sums them up.

Each game's seed is made of the simulation's seed and the game's number, so the same games come out whatever the
number of processes and in whatever order they end.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import msgspec

from .. import bots
from ..engine.errors import Refused, RuleError
from ..engine.game import Game
from ..engine.table import Table
from ..games import catalogue
from .summary import Summary, summarize

STEP_CAP = 20_000
KEPT_RECORDS = 5


class Played(msgspec.Struct, kw_only=True):
    """One game.

    number: in the simulation, from 1. seed: of the table; the same seed and bots give the same game.
    end: "over", "capped" (more decisions than the cap) or "error". winners: seats, from 0. leader: the seat ahead
    when the game stopped without a winner, if the game names one. how: the way of winning, as the game calls it.
    labels: what each seat played, such as its class. figures: what the game counted, as (table, row, number).
    decisions: by seat.
    """

    number: int
    seed: str
    end: str
    winners: list[int] = []
    leader: int | None = None
    how: str = ""
    rank: str = ""
    turns: int | None = None
    decisions: list[int] = []
    labels: list[dict[str, str]] = []
    figures: list[tuple[str, str, float]] = []
    error: str = ""


class Speed(msgspec.Struct):
    """How fast it went. CPU seconds are summed over the processes; decisions a second are of CPU time."""

    jobs: int
    wall_seconds: float
    cpu_seconds: float
    decisions_a_second: float


class Simulation(msgspec.Struct, kw_only=True):
    """The result of a simulation: what was asked, the summary, and every game.

    All but `speed` depends on game, version, content, seats, seed, options, games and cap alone.
    """

    game: str
    version: int
    content: str
    seats: list[str]
    seed: str
    options: dict[str, Any]
    packs: list[str]
    asked: int
    step_cap: int
    interrupted: bool
    summary: Summary
    speed: Speed
    games: list[Played]


class _Task(msgspec.Struct):
    """What a process needs to play. `game` is its class: classes cross processes by name."""

    game: type[Game]
    seats: list[str]
    seed: str
    options: Any
    packs: list[Path]
    cap: int


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    *,
    seed: int | str = 0,
    jobs: int = 1,
    options: Any = None,
    packs: Sequence[Path] = (),
    step_cap: int = STEP_CAP,
    progress: Callable[[int, int], None] | None = None,
    records: dict[str, bytes] | None = None,
) -> Simulation:
    """Plays games by bots.

    Args:
        game: what is played. seats: a bot a seat, as `bots.make` knows them ("random", "greedy", "mymodule:MyBot").
        games: how many. seed: of the simulation; game n plays with the seed "{seed}.{n}".
        jobs: processes; 1 plays in this one. options: of the table; `play_outs` gives the usual ones.
        packs: folders of content laid over the box's. step_cap: decisions after which a game is given up.
        progress: called in this process with (games done, errors so far).
        records: is filled with the records of the first games that a rule broke in, by seed, as JSON.

    Ctrl-C ends it early: the result holds the games played until then.

    Raises:
        BadSeat, Refused, ContentError: it cannot start.
    """
    if games < 1 or jobs < 1 or step_cap < 1:
        raise Refused("The number of games, of jobs and the step cap are 1 or more.")
    for spec in seats:
        if isinstance(bots.make(spec), bots.Person):
            raise bots.BadSeat("A simulation asks nobody: a seat is a bot such as normal or mymodule:MyBot, not me.")
    options = options if options is not None else game.Options()
    content = game.content([Path(pack) for pack in packs])
    Table.open(game, len(seats), f"{seed}.1", options, content=content, log=False)  # refuses what cannot be played
    task = _Task(type(game), list(seats), str(seed), options, [Path(pack) for pack in packs], step_cap)
    started = time.perf_counter()
    done: list[Played] = []
    cpu, broken, interrupted = 0.0, 0, False
    lots = _lots(games, jobs)
    try:
        for played, seconds, kept in _alone(task, lots) if jobs == 1 else _shared(task, lots, jobs):
            done += played
            cpu += seconds
            broken += sum(one.end == "error" for one in played)
            if records is not None:
                records.update(kept)
            if progress:
                progress(len(done), broken)
    except KeyboardInterrupt:
        interrupted = True
    done.sort(key=lambda one: one.number)
    if records is not None:
        for name in sorted(records, key=lambda s: int(s.rpartition(".")[2]))[KEPT_RECORDS:]:
            del records[name]
    decisions = sum(sum(one.decisions) for one in done)
    return Simulation(
        game=game.name,
        version=game.version,
        content=getattr(content, "hash", ""),
        seats=list(seats),
        seed=str(seed),
        options=msgspec.to_builtins(options),
        packs=[Path(pack).name for pack in packs],
        asked=games,
        step_cap=step_cap,
        interrupted=interrupted,
        summary=summarize(done, seats),
        speed=Speed(jobs, time.perf_counter() - started, cpu, decisions / cpu if cpu else 0.0),
        games=done,
    )


def play_outs(game: Game) -> dict[str, Any]:
    """The options that a game's play-outs use unless others are asked for, such as a limit of rounds."""
    room = catalogue(game)
    return dict(getattr(room, "PLAY_OUTS", {}))


def play_one(
    game: Game,
    seats: Sequence[str],
    number: int,
    seed: str,
    options: Any,
    content: Any,
    cap: int = STEP_CAP,
    *,
    log: bool = False,
    watch: Callable[[Table], None] | None = None,
) -> tuple[Played, bytes]:
    """Plays one game; the second value is the record of a game that a rule broke in, as JSON.

    Args:
        watch: is called with the table before each decision and at the end.
    """
    played = Played(number=number, seed=seed, end="over", decisions=[0] * len(seats))
    kept = b""
    table: Table | None = None
    try:
        table = Table.open(game, len(seats), seed, options, content=content, log=log)
        played.decisions = bots.play(table, seats, seed, cap, watch)
        if not table.over:
            played.end = "capped"
    except RuleError as error:
        played.end, played.error = "error", str(error)
        kept = msgspec.json.encode(error.record)
    except Exception as error:
        played.end, played.error = "error", f"{type(error).__name__}: {error}"
    if table is not None and played.end != "error":
        result = table.result if table.over else _standing(table)
        played.winners = list(getattr(result, "winners", []))
        if not played.winners:
            played.leader = getattr(result, "leader", None)
        played.how = str(getattr(result, "how", ""))
        played.rank = str(getattr(result, "rank", ""))
        played.turns = getattr(result, "turns", None)
        room = catalogue(game)
        labels, figures = getattr(room, "labels", None), getattr(room, "figures", None)
        played.labels = labels(table.g) if labels else []
        played.figures = figures(table.g) if figures else []
    return played, kept


def _standing(table: Table) -> Any:
    """How an unfinished game stands, where the game can tell."""
    try:
        return table.game.result(table.g)
    except Exception:
        return None


def _lots(games: int, jobs: int) -> list[range]:
    """The numbers of the games, in portions that a process plays at a time: small, so that progress is seen."""
    size = max(1, min(16, games // (jobs * 8)))
    return [range(n, min(n + size, games + 1)) for n in range(1, games + 1, size)]


_Lot = tuple[list[Played], float, dict[str, bytes]]


def _play_lot(task: _Task, numbers: range) -> _Lot:
    game = task.game()
    content = game.content(task.packs)
    started = time.process_time()
    done, kept = [], {}
    for number in numbers:
        seed = f"{task.seed}.{number}"
        played, record = play_one(game, task.seats, number, seed, task.options, content, task.cap)
        done.append(played)
        if record:
            kept[seed] = record
    return done, time.process_time() - started, kept


def _alone(task: _Task, lots: list[range]) -> Iterator[_Lot]:
    for lot in lots:
        for number in lot:  # one by one: Ctrl-C loses one game at most
            yield _play_lot(task, range(number, number + 1))


def _shared(task: _Task, lots: list[range], jobs: int) -> Iterator[_Lot]:
    # A fork is quick, and safe only while this process has no other threads.
    quick = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if quick else "spawn")
    pool = ProcessPoolExecutor(min(jobs, len(lots)), mp_context=context, initializer=_leave_ctrl_c)
    left = iter(lots)
    open_: set[Future[_Lot]] = set()
    try:
        for lot in left:
            open_.add(pool.submit(_play_lot, task, lot))
            if len(open_) == 2 * jobs:
                break
        while open_:
            ready, open_ = wait(open_, return_when=FIRST_COMPLETED)
            for future in ready:
                following = next(left, None)
                if following is not None:
                    open_.add(pool.submit(_play_lot, task, following))
                yield future.result()
    except BrokenProcessPool:
        raise Refused(
            "A process of the simulation was ended from outside (out of memory?); try fewer --jobs."
        ) from None
    finally:
        if open_:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
        else:
            pool.shutdown()


def _leave_ctrl_c() -> None:
    """Ctrl-C reaches every process of the terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
