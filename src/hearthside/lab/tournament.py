"""Plays bots against each other in balanced seatings and says who is better."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from .. import bots
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.table import Table
from . import pool, seating
from .ratings import Outcome, check_ready
from .simulate import STEP_CAP, Played, Speed, play_one
from .standings import Standings, standings
from .summary import Spread, spread


class Match(msgspec.Struct):
    """A game of a tournament. block: from 1; its games have the same seed. seating: the bot on each seat, by its number
    in the list of bots, from 0."""

    block: int
    seating: list[int]
    played: Played


class Tournament(msgspec.Struct, kw_only=True):
    """The result of a tournament: what was asked, the standings, and every game.

    bots: as they were asked for. names: of the bots; those of a bot that takes part twice are numbered. asked: games;
    they are rounded up to whole rounds, of round_games each, and a cycle of rounds holds every seating. unbalanced: not
    whole rounds, after Ctrl-C. games without a winner: unfinished; of these at the step cap: capped.
    All but `speed` depends on game, version, content, bots, seats, seed, options, games and cap alone, unless a bot
    goes by time.
    """

    game: str
    version: int
    content: str
    bots: list[str]
    names: list[str]
    seats: int
    seed: str
    options: dict[str, Any]
    packs: list[str]
    asked: int
    rounds: int
    round_games: int
    cycle_rounds: int
    step_cap: int
    interrupted: bool
    unbalanced: bool
    unfinished: int
    capped: int
    shared: int
    errors: int
    failures: dict[str, int]
    turns: Spread | None
    standings: Standings
    speed: Speed
    matches: list[Match]


class _Task(msgspec.Struct):
    """What a process needs to play. `game` is its class: classes cross processes by name."""

    game: type[Game]
    bots: list[str]
    options: Any
    packs: list[Path]
    cap: int


class _Paired(msgspec.Struct):
    """A game to be played."""

    number: int
    block: int
    seed: str
    seating: seating.Seating


def tournament(
    game: Game,
    specs: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    seed: int | str = 0,
    jobs: int | None = 1,
    on: str = "",
    options: Any = None,
    packs: Sequence[Path] = (),
    step_cap: int = STEP_CAP,
    progress: Callable[[int, int, int], None] | None = None,
) -> Tournament:
    """Plays bots against each other.

    Args:
        game: what is played. specs: the bots, as `bots.make` knows them; the same one may take part twice.
        games: how many, at the least: they are rounded up to whole rounds.
        seats: of a table; None: the game's least above 1. With one seat, each bot plays the same tables alone.
        seed: of the tournament; the games of block n play with the seed "{seed}.{n}".
        jobs: processes; 1 plays in this one; None: all usable cores. on: where, as `pool.run` knows it.
        options: of the table; `play_outs` gives the usual ones. packs: folders of content laid over the box's.
        step_cap: decisions after which a game is given up.
        progress: called in this process with (games done, of how many, errors so far).

    Ctrl-C ends it early: the result holds the games played until then.

    Raises:
        BadSeat, Refused, ContentError: it cannot start.
    """
    if games < 1 or jobs == 0 or step_cap < 1:
        raise Refused("The number of games, of jobs and the step cap are 1 or more.")
    if len(specs) < 2:
        raise Refused("A tournament is between two or more bots, such as greedy,random.")
    for spec in specs:
        if isinstance(bots.make(spec), bots.Person):
            raise bots.BadSeat("A tournament asks nobody: its bots are such as normal or mymodule:MyBot, not me.")
    seats = seats_of(game, seats)
    if seats > 1:
        check_ready()
    options = options if options is not None else game.Options()
    content = game.content([Path(pack) for pack in packs])
    Table.open(game, seats, f"{seed}.1", options, content=content, log=False)  # refuses what cannot be played
    each = seating.round_size(len(specs), seats)
    rounds = -(-games // each)
    games_in_all = rounds * each
    task = _Task(type(game), list(specs), options, [Path(pack) for pack in packs], step_cap)
    started = time.perf_counter()
    done: list[Match] = []
    cpu, broken, interrupted = 0.0, 0, False
    jobs = min(pool.workers(jobs, on), games_in_all)
    lots = _lots(len(specs), seats, rounds, str(seed), 1 if jobs == 1 else max(1, min(8, games_in_all // (jobs * 8))))
    try:
        for _, (matches, seconds) in pool.run(
            partial(_play_lot, task), lots, jobs=jobs, on=on, reads=task.packs, name=_name_of
        ):
            done += matches
            cpu += seconds
            broken += sum(one.played.end == "error" for one in matches)
            if progress:
                progress(len(done), games_in_all, broken)
    except KeyboardInterrupt:
        interrupted = True
    done.sort(key=lambda one: one.played.number)
    good = [one.played for one in done if one.played.end != "error"]
    errors = [one.played.error for one in done if one.played.end == "error"]
    decisions = sum(sum(one.played.decisions) for one in done)
    names = names_of(specs)
    return Tournament(
        game=game.name,
        version=game.version,
        content=getattr(content, "hash", ""),
        bots=list(specs),
        names=names,
        seats=seats,
        seed=str(seed),
        options=msgspec.to_builtins(options),
        packs=[Path(pack).name for pack in packs],
        asked=games,
        rounds=rounds,
        round_games=each,
        cycle_rounds=len(seating.cycle(len(specs), seats)),
        step_cap=step_cap,
        interrupted=interrupted,
        unbalanced=len(good) < games_in_all,
        unfinished=sum(not one.winners for one in good),
        capped=sum(one.end == "capped" for one in good),
        shared=sum(len(one.winners) > 1 for one in good),
        errors=len(errors),
        failures={error: errors.count(error) for error in sorted(set(errors), key=errors.index)},
        turns=spread(one.turns for one in good if one.turns is not None),
        standings=standings(names, seats, outcomes(done), str(seed)),
        speed=Speed(jobs, time.perf_counter() - started, cpu, decisions / cpu if cpu else 0.0),
        matches=done,
    )


def outcomes(matches: Sequence[Match]) -> list[Outcome]:
    """How the games ended, but those that broke."""
    return [
        Outcome(one.block, tuple(one.seating), tuple(one.played.winners))
        for one in matches
        if one.played.end != "error"
    ]


def seats_of(game: Game, asked: int | None) -> int:
    """The seats of a table: as asked for, or the game's least above 1.

    Raises:
        Refused: the game isn't for so many.
    """
    if asked is None:
        return next((n for n in game.seats if n > 1), game.seats[0])
    if asked not in game.seats:
        raise Refused(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {asked}.")
    return asked


def names_of(specs: Sequence[str]) -> list[str]:
    """A name for each bot: as it was asked for, numbered where it takes part more than once."""
    return [
        spec if specs.count(spec) == 1 else f"{spec} ({specs[: n + 1].count(spec)})" for n, spec in enumerate(specs)
    ]


def _lots(bots: int, seats: int, rounds: int, seed: str, size: int) -> Iterator[list[_Paired]]:
    """The games, in portions that a process plays at a time."""
    lot: list[_Paired] = []
    number = 0
    for block, seatings in enumerate(seating.schedule(bots, seats, rounds), 1):
        for one in seatings:
            number += 1
            lot.append(_Paired(number, block, f"{seed}.{block}", one))
            if len(lot) == size:
                yield lot
                lot = []
    if lot:
        yield lot


def _name_of(lot: Sequence[_Paired]) -> str:
    return f"game {lot[0].number}" if len(lot) == 1 else f"games {lot[0].number} to {lot[-1].number}"


def _play_lot(task: _Task, lot: Sequence[_Paired]) -> tuple[list[Match], float]:
    game = task.game()
    content = game.content([pool.place_of(pack) for pack in task.packs])
    started = time.process_time()
    done = []
    for one in lot:
        specs = [task.bots[bot] for bot in one.seating]
        played, _ = play_one(game, specs, one.number, one.seed, task.options, content, task.cap)
        done.append(Match(one.block, list(one.seating), played))
    return done, time.process_time() - started
