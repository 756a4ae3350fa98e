"""Plays many games by bots and sums them up.

Each game's seed is made of the simulation's seed and the game's number, so the same games come out whatever the
number of processes and in whatever order they end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from .. import bots
from ..engine.errors import Refused, RuleError
from ..engine.game import Game
from ..engine.table import Table
from ..games import catalogue
from . import pool
from .summary import Summary, summarize
from .watching import Seen, Watcher

STEP_CAP = 20_000
KEPT_RECORDS = 5


class Played(msgspec.Struct, kw_only=True):
    """One game.

    number: in the simulation, from 1. seed: of the table; the same seed and bots give the same game.
    end: "over", "capped" (more decisions than the cap) or "error". winners: seats, from 0. leader: the seat ahead
    when the game stopped without a winner, if the game names one. how: the way of winning, as the game calls it.
    labels: what each seat played, such as its class. figures: what the game counted, as (table, row, number).
    decisions: by seat. seen: what was seen of it, if it was watched.
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
    seen: Seen | None = None


class Speed(msgspec.Struct):
    """How fast it went. CPU seconds are summed over the processes; decisions a second are of CPU time.

    seats: CPU seconds that the bot of each seat took to choose, where games were watched.
    """

    jobs: int
    wall_seconds: float
    cpu_seconds: float
    decisions_a_second: float
    seats: list[float] = []


class Simulation(msgspec.Struct, kw_only=True):
    """The result of a simulation: what was asked, the summary, and every game.

    All but `speed` depends on game, version, content, seats, seed, options, games, cap and watching alone.
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
    watched: bool = False
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
    watch: bool


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    *,
    seed: int | str = 0,
    jobs: int | None = 1,
    on: str = "",
    options: Any = None,
    packs: Sequence[Path] = (),
    step_cap: int = STEP_CAP,
    progress: Callable[[int, int], None] | None = None,
    records: dict[str, bytes] | None = None,
    watch: bool = False,
    before: Simulation | None = None,
) -> Simulation:
    """Plays games by bots.

    Args:
        game: what is played. seats: a bot a seat, as `bots.make` knows them ("random", "greedy", "mymodule:MyBot").
        games: how many. seed: of the simulation; game n plays with the seed "{seed}.{n}".
        jobs: processes; 1 plays in this one; None: all usable cores. on: where, as `pool.run` knows it.
        options: of the table; `play_outs` gives the usual ones.
        packs: folders of content laid over the box's. step_cap: decisions after which a game is given up.
        progress: called in this process with (games done, errors so far).
        records: is filled with the records of the first games that a rule broke in, by seed, as JSON.
        watch: note what happens in each game, as a report wants it; it takes longer.
        before: what an interrupted simulation had done: only the other games are played, and the result is that of one
            that was not interrupted. A watched one goes on watched.

    Ctrl-C ends it early: the result holds the games played until then.

    Raises:
        BadSeat, Refused, ContentError: it cannot start.
    """
    from .resume import refuse_another

    if games < 1 or jobs == 0 or step_cap < 1:
        raise Refused("The number of games, of jobs and the step cap are 1 or more.")
    for spec in seats:
        if isinstance(bots.make(spec), bots.Person):
            raise bots.BadSeat("A simulation asks nobody: a seat is a bot such as normal or mymodule:MyBot, not me.")
    options = options if options is not None else game.Options()
    content = game.content([Path(pack) for pack in packs])
    Table.open(game, len(seats), f"{seed}.1", options, content=content, log=False)  # refuses what cannot be played
    result = Simulation(
        game=game.name,
        version=game.version,
        content=getattr(content, "hash", ""),
        seats=list(seats),
        seed=str(seed),
        options=plain_options(options),
        packs=[Path(pack).name for pack in packs],
        asked=games,
        step_cap=step_cap,
        interrupted=False,
        watched=watch,
        summary=summarize([], seats),
        speed=Speed(1, 0.0, 0.0, 0.0, [0.0] * len(seats) if watch else []),
        games=[],
    )
    if before is not None:
        refuse_another(before, result)
        result.watched, result.games, result.speed = before.watched, list(before.games), copy(before.speed)
    folders = [Path(pack) for pack in packs]
    task = _Task(type(game), result.seats, result.seed, options, folders, step_cap, result.watched)
    started = time.perf_counter()
    done, speed = result.games, result.speed
    left = _left(games, done)
    broken = sum(one.end == "error" for one in done)
    speed.jobs = max(1, min(pool.workers(jobs, on), len(left)))
    work, lots = partial(_play_lot, task), _lots(left, speed.jobs)
    where = jobs if on else speed.jobs
    try:
        for _, (played, seconds, kept) in pool.run(work, lots, jobs=where, on=on, reads=folders, name=name_of):
            done += played
            speed.cpu_seconds += seconds
            _sum_thought(played, speed)
            broken += sum(one.end == "error" for one in played)
            if records is not None:
                records.update(kept)
            if progress:
                progress(len(done), broken)
    except KeyboardInterrupt:
        result.interrupted = True
    done.sort(key=lambda one: one.number)
    if records is not None:
        for name in sorted(records, key=lambda s: int(s.rpartition(".")[2]))[KEPT_RECORDS:]:
            del records[name]
    result.summary = summarize(done, seats)
    speed.wall_seconds += time.perf_counter() - started
    speed.decisions_a_second = result.summary.decisions_in_all / speed.cpu_seconds if speed.cpu_seconds else 0.0
    return result


def play_outs(game: Game) -> dict[str, Any]:
    """The options that a game's play-outs use unless others are asked for, such as a limit of rounds."""
    room = catalogue(game)
    return dict(getattr(room, "PLAY_OUTS", {}))


def plain_options(options: Any) -> dict[str, Any]:
    """Options as a result tells them, the same before and after it was written to a file."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return plain


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
    watch: Callable[[Table], None] | Watcher | None = None,
) -> tuple[Played, bytes]:
    """Plays one game; the second value is the record of a game that a rule broke in, as JSON.

    Args:
        watch: is called with the table before each decision and at the end; a Watcher's findings are in `Played.seen`.
    """
    watcher = watch if isinstance(watch, Watcher) else None
    played = Played(number=number, seed=seed, end="over", decisions=[0] * len(seats))
    kept = b""
    table: Table | None = None
    try:
        table = Table.open(game, len(seats), seed, options, content=content, log=log or watcher is not None)
        players = watcher.players(seats) if watcher else seats
        played.decisions = bots.play(table, players, seed, cap, watch)
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
        played.seen = watcher.seen(played.winners) if watcher else None
    return played, kept


def _standing(table: Table) -> Any:
    """How an unfinished game stands, where the game can tell."""
    try:
        return table.game.result(table.g)
    except Exception:
        return None


def _left(games: int, done: Sequence[Played]) -> Sequence[int]:
    """The numbers of the games still to be played."""
    if not done:
        return range(1, games + 1)
    known = {one.number for one in done}
    return [n for n in range(1, games + 1) if n not in known]


def _lots(numbers: Sequence[int], jobs: int) -> list[Sequence[int]]:
    """The numbers of the games, in portions that a process plays at a time: small, so that progress is seen.

    In this process they are single games: Ctrl-C loses one at most.
    """
    size = 1 if jobs == 1 else max(1, min(16, len(numbers) // (jobs * 8)))
    return [numbers[n : n + size] for n in range(0, len(numbers), size)]


def _sum_thought(played: Sequence[Played], speed: Speed) -> None:
    """Moves the times that bots took from the games, which are the same in every run, to the speed, which is not."""
    for one in played:
        if one.seen and one.seen.cpu is not UNSET:
            speed.seats = [a + b for a, b in zip(speed.seats, one.seen.cpu, strict=True)]
            one.seen.cpu = UNSET


def name_of(lot: Sequence[int]) -> str:
    """What a portion is called in a sentence."""
    return f"game {lot[0]}" if len(lot) == 1 else f"games {lot[0]} to {lot[-1]}"


def _play_lot(task: _Task, numbers: Sequence[int]) -> tuple[list[Played], float, dict[str, bytes]]:
    game = task.game()
    content = game.content([pool.place_of(pack) for pack in task.packs])
    started = time.process_time()
    done, kept = [], {}
    for number in numbers:
        seed = f"{task.seed}.{number}"
        watcher = Watcher(game, content, len(task.seats)) if task.watch else None
        played, record = play_one(game, task.seats, number, seed, task.options, content, task.cap, watch=watcher)
        done.append(played)
        if record:
            kept[seed] = record
    return done, time.process_time() - started, kept
