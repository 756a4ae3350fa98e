"""Compares a game with a changed one, pair by pair: both of a pair are played with the same seed.

The same seed means the same shuffle, the same dice in the same order and the same luck of the bots, for as long as the
two games go alike; the first answer that differs, or the first die that only one of them rolls, is where they part. So
what the change does not touch falls out of the difference, and fewer games tell it than if each were played on its own.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

import msgspec

from .. import bots
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.table import Table
from ..games import catalogue
from . import pool
from .changes import Change, read_changes, write_pack
from .intervals import LEAST_DIFFERING, LEAST_PAIRS, Mean, half_width, needed
from .measures import COMPLETE, find_measure, is_share, measures, usual_measure
from .simulate import STEP_CAP, Played, Speed, name_of, play_one
from .summary import Summary, summarize

MOST = 5000  # pairs that are played at most until the measure is decided
LOOK = 20  # pairs from one look at the measure to the next
UNFELT = 1000  # pairs, all alike, after which a change is not waited for any longer


class Effect(msgspec.Struct, kw_only=True):
    """One measure without (a) and with the change (b).

    pairs: in which both games have it; a and b are their means. differing: how many of those differ. difference: b - a.
    low, high: its 95% interval; None where no pair differs. clear: the interval leaves out 0, and enough pairs differ.
    share: whether it is a share (or a difference of shares), not a plain number.
    """

    measure: str
    share: bool
    pairs: int
    differing: int
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    clear: bool


class Arm(msgspec.Struct, kw_only=True):
    """One side: the table's options, the packs by name, the hash of the content, the summary and all games."""

    options: dict[str, Any]
    packs: list[str]
    content: str
    summary: Summary
    games: list[Played]


class Comparison(msgspec.Struct, kw_only=True):
    """The result.

    changes: what B has and A has not, as it was asked for. asked: pairs; None: until decided, at most `most`.
    always: whether the intervals hold whenever one stops (then they are wider), or for a fixed number of pairs.
    pairs: that count, both games whole. alike: how many of them went alike, answer by answer and die by die.
    measure: which decides. effects: of all measures; that one first.
    verdict: "clear" (the effect is not 0), "within" (it is no bigger than asked for), "unfelt" (all pairs went alike),
    "few" (too few pairs differ in the measure), "open". more: pairs that it takes yet, if the effect is as it looks;
    None where none is needed or no number would do. worth: how many times as many games it would have taken unpaired.
    """

    game: str
    version: int
    seats: list[str]
    seed: str
    changes: list[str]
    asked: int | None
    most: int
    step_cap: int
    within: float | None
    always: bool
    interrupted: bool
    pairs: int
    alike: int
    measure: str
    verdict: str
    more: int | None
    worth: float | None
    effects: list[Effect]
    a: Arm
    b: Arm
    speed: Speed


class _Side(msgspec.Struct):
    options: Any
    packs: list[Path]


class _Task(msgspec.Struct):
    """What a process needs to play pairs. cards: ids of those whose holders are watched."""

    game: type[Game]
    seats: list[str]
    seed: str
    sides: tuple[_Side, _Side]
    cards: list[str]
    cap: int


class Pair(msgspec.Struct):
    """The two games of a seed. had: for each, by card, the seats that had it. alike: answers, dice and results are."""

    a: Played
    b: Played
    had: tuple[dict[str, list[int]], dict[str, list[int]]]
    alike: bool

    @property
    def whole(self) -> bool:
        return self.a.end != "error" and self.b.end != "error"


def compare(
    game: Game,
    seats: Sequence[str],
    pairs: int | None = None,
    *,
    changes: Sequence[str] = (),
    packs: Sequence[Path] = (),
    packs_b: Sequence[Path] = (),
    options: Any = None,
    options_b: Any = None,
    measure: str = "",
    within: float | None = None,
    most: int = MOST,
    seed: int | str = 0,
    jobs: int | None = 1,
    on: str = "",
    step_cap: int = STEP_CAP,
    progress: Callable[[int, Mean], None] | None = None,
) -> Comparison:
    """Plays pairs of games, A as it is and B changed.

    Args:
        game: what is played. seats: a bot a seat, as in `simulate`; the same in both.
        pairs: how many; None: until the measure is decided, its interval leaving out 0 or reaching no further than
            `within` to each side, or `most` pairs are played.
        changes: of B's content, as `lab.changes` reads them. packs: of both. packs_b: of B alone, over the others.
        options: of both tables. options_b: of B's, if they differ.
        measure: as in `lab.measures`; "": the usual one. seed, jobs, on, step_cap: as in `simulate`.
        progress: called in this process with (pairs done, the differences of the measure so far).

    Ctrl-C ends it early: the result holds the pairs played until then.

    Raises:
        BadSeat, Refused, ContentError: it cannot start, nothing is changed, or there is no such measure.
    """
    if (
        (pairs is not None and pairs < 1)
        or most < 1
        or jobs == 0
        or step_cap < 1
        or (within is not None and within <= 0)
    ):
        raise Refused("The numbers of pairs and of jobs and the step cap are 1 or more, and --within is above 0.")
    for spec in seats:
        if isinstance(bots.make(spec), bots.Person):
            raise bots.BadSeat("A comparison asks nobody: a seat is a bot such as normal or mymodule:MyBot, not me.")
    options = options if options is not None else game.Options()
    options_b = options_b if options_b is not None else options
    if not changes and not packs_b and options == options_b:
        raise Refused("Nothing is changed; say what B has, as in --change reward/sword.cv=5.")
    read = read_changes(changes, game)
    with ExitStack() as kept:
        a = _Side(options, [Path(pack) for pack in packs])
        b = _Side(options_b, [*a.packs, *(Path(pack) for pack in packs_b)])
        if read:
            folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="hearthside-change-")))
            write_pack(read, game, b.packs, folder)
            b.packs.append(folder)
        for side in (a, b):  # refuses what cannot be played
            Table.open(game, len(seats), f"{seed}.1", side.options, content=game.content(side.packs), log=False)
        task = _Task(type(game), list(seats), str(seed), (a, b), _watched(game, a, read), step_cap)
        told = [one.text for one in read] + [f"pack {Path(pack).name}" for pack in packs_b]
        told += _told(options, options_b)
        found = Comparison(
            game=game.name, version=game.version, seats=task.seats, seed=task.seed, changes=told, asked=pairs,
            most=most, step_cap=step_cap, within=within, always=pairs is None, interrupted=False, pairs=0, alike=0,
            measure=measure, verdict="open", more=None, worth=None, effects=[],
            a=_arm(game, a, packs), b=_arm(game, b, [*packs, *packs_b]), speed=Speed(1, 0.0, 0.0, 0.0),
        )  # fmt: skip
        started = time.perf_counter()
        done = _play(task, found, jobs, on, progress)
        found.speed.wall_seconds = time.perf_counter() - started
    _sum_up(found, done)
    return found


def _play(
    task: _Task, found: Comparison, jobs: int | None, on: str, progress: Callable[[int, Mean], None] | None
) -> list[Pair]:
    """The pairs by number, as far as they count."""
    at_once = pool.workers(jobs, on)
    goal = found.asked or found.most
    size = 1 if at_once == 1 else max(1, min(4, goal // (at_once * 8)))
    lots = (range(n, min(n + size, goal + 1)) for n in range(1, goal + 1, size))
    reads = list(dict.fromkeys(pack for side in task.sides for pack in side.packs))
    found.speed.jobs = min(at_once, goal)
    where = jobs if on else found.speed.jobs
    done: dict[int, Pair] = {}
    looked = _Looked(found, task)
    try:
        for _, (played, seconds) in pool.run(
            partial(_play_lot, task), lots, jobs=where, on=on, reads=reads, name=name_of
        ):
            found.speed.cpu_seconds += seconds
            done |= {pair.a.number: pair for pair in played}
            while looked.pairs + 1 in done:  # in the order of their numbers, so that every run stops at the same
                looked.at(done[looked.pairs + 1])
                if found.asked is None and looked.pairs % LOOK == 0 and looked.decided():
                    return [done[number] for number in range(1, looked.pairs + 1)]
            if progress:
                progress(len(done), looked.mean)
    except KeyboardInterrupt:
        found.interrupted = True
    looked.settle()
    return [done[number] for number in sorted(done)]


class _Looked:
    """What the pairs so far tell of the measure that decides."""

    def __init__(self, found: Comparison, task: _Task) -> None:
        self.pairs = 0
        self.mean = Mean()
        self._asked = bool(found.measure)
        self._first: list[tuple[dict[str, float], dict[str, float]]] = []
        self._alike = True
        self._found = found
        self._task = task
        self._names: dict[str, str] = {}

    def at(self, pair: Pair) -> None:
        """Takes one more pair.

        Raises:
            Refused: by now it is plain that there is no such measure.
        """
        self.pairs += 1
        self._alike = self._alike and pair.alike
        found, seats = self._found, self._task.seats
        if pair.whole:
            a, b = (measures(one, seats, had) for one, had in zip((pair.a, pair.b), pair.had, strict=True))
            self._names |= {name.lower(): name for name in (*a, *b)}
            found.measure = found.measure or usual_measure(a, seats, self._task.cards)
            found.measure = self._names.get(found.measure.lower(), found.measure)
            self._add(a, b)
            if self.pairs <= LOOK:
                self._first.append((a, b))
        if self.pairs == LOOK and not self._asked:
            self.settle()
        elif self.pairs == LOOK and not any(name.startswith(_group(found.measure)) for name in self._names):
            find_measure(found.measure, self._names.values())
        if self.pairs == LEAST_PAIRS:
            find_measure(found.measure, self._names.values())

    def settle(self) -> None:
        """Takes another usual measure if no pair so far has the first, as when nobody ever has the changed card."""
        if self._first and not self._asked and not self.mean.n:
            self._found.measure = usual_measure(self._first[0][0], self._task.seats, ())
            for a, b in self._first:
                self._add(a, b)

    def _add(self, a: dict[str, float], b: dict[str, float]) -> None:
        both = _both(self._found.measure, a, b)
        if both:
            self.mean.add(both[1] - both[0])

    def decided(self) -> bool:
        if self.pairs >= UNFELT and self._alike:
            return True
        if not self.mean.firm:
            return False
        half, within = half_width(self.mean.deviation, self.mean.n, True), self._found.within
        return abs(self.mean.mean) > half or (within is not None and half <= within)


def _group(measure: str) -> str:
    group, colon, _ = measure.lower().partition(":")
    return group + colon


def _sum_up(found: Comparison, done: Sequence[Pair]) -> None:
    for arm, games in ((found.a, [pair.a for pair in done]), (found.b, [pair.b for pair in done])):
        arm.games, arm.summary = games, summarize(games, found.seats)
    whole = [pair for pair in done if pair.whole]
    found.pairs, found.alike = len(whole), sum(pair.alike for pair in whole)
    decisions = found.a.summary.decisions_in_all + found.b.summary.decisions_in_all
    found.speed.decisions_a_second = decisions / found.speed.cpu_seconds if found.speed.cpu_seconds else 0.0
    if not whole:
        return
    values = _values(whole, found.seats)
    figures = {table for pair in whole for table, _, _ in (*pair.a.figures, *pair.b.figures)}
    of = {name: [pair for pair in both if pair] for name, both in values.items()}
    of = {name: both for name, both in of.items() if both}
    found.measure = find_measure(found.measure, of)
    both = of.pop(found.measure)
    of = {found.measure: both, **of}
    found.effects = [_effect(name, rows, found.always, is_share(name, figures)) for name, rows in of.items()]
    if found.effects[0].differing >= LEAST_DIFFERING:
        a, b = ([pair[n] for pair in both] for n in (0, 1))
        found.worth = (pvariance(a) + pvariance(b)) / (pvariance([y - x for x, y in both]) or 1.0)
    mean = Mean(b - a for a, b in both)
    found.verdict, found.more = judge(mean, found.pairs, found.always, found.within)
    if found.alike == found.pairs:
        found.verdict, found.more = "unfelt", None


def judge(mean: Mean, pairs: int, always: bool, within: float | None = None) -> tuple[str, int | None]:
    """The verdict on a measure, as `Comparison` names it, and how many more pairs it takes.

    Args:
        mean: of its differences. pairs: played; those in which one game lacks the measure are played and do not count.
    """
    if _clear(mean, always):
        return "clear", None
    if mean.differing < LEAST_DIFFERING:
        goal = pairs * LEAST_DIFFERING / mean.differing if mean.differing else None
        return "few", None if goal is None else max(LOOK, round(goal) - pairs)
    if within is not None and mean.n >= LEAST_PAIRS and half_width(mean.deviation, mean.n, always) <= within:
        return "within", None
    n = needed(mean.mean, mean.deviation, always, within)
    return "open", None if n is None else max(LOOK, round((n - mean.n) * pairs / mean.n))


def _clear(mean: Mean, always: bool) -> bool:
    """Whether the interval leaves out 0, and there is enough to say so."""
    enough = mean.firm if always else mean.differing >= LEAST_DIFFERING
    return enough and abs(mean.mean) > half_width(mean.deviation, mean.n, always)


def _effect(measure: str, both: Sequence[tuple[float, float]], always: bool, share: bool) -> Effect:
    mean = Mean(b - a for a, b in both)
    known = mean.differing > 0 and mean.n > 1
    half = half_width(mean.deviation, mean.n, always) if known else 0.0
    return Effect(
        measure=measure,
        share=share,
        pairs=mean.n,
        differing=mean.differing,
        a=fmean(pair[0] for pair in both),
        b=fmean(pair[1] for pair in both),
        difference=mean.mean,
        low=mean.mean - half if known else None,
        high=mean.mean + half if known else None,
        clear=_clear(mean, always),
    )


def _values(pairs: Iterable[Pair], seats: Sequence[str]) -> dict[str, list[tuple[float, float] | None]]:
    """Every measure of both games, pair by pair; None where one of them lacks it."""
    sides = [
        [measures(one, seats, had) for one, had in zip((pair.a, pair.b), pair.had, strict=True)]
        for pair in pairs
        if pair.whole
    ]
    names = dict.fromkeys(name for both in sides for side in both for name in side)
    return {name: [_both(name, a, b) for a, b in sides] for name in names}


def _both(name: str, a: dict[str, float], b: dict[str, float]) -> tuple[float, float] | None:
    if name.partition(":")[0] in COMPLETE:
        return a.get(name, 0.0), b.get(name, 0.0)
    return (a[name], b[name]) if name in a and name in b else None


def _arm(game: Game, side: _Side, packs: Sequence[Path]) -> Arm:
    """An arm of which nothing is played yet; a pack made of changes has no name."""
    return Arm(
        options=msgspec.to_builtins(side.options),
        packs=[Path(pack).name for pack in packs],
        content=getattr(game.content(side.packs), "hash", ""),
        summary=summarize([], []),
        games=[],
    )


def _told(options: Any, options_b: Any) -> list[str]:
    a, b = msgspec.to_builtins(options), msgspec.to_builtins(options_b)
    return [f"option {name}={value}" for name, value in b.items() if value != a[name]]


def _watched(game: Game, side: _Side, changes: Sequence[Change]) -> list[str]:
    """Those changed cards that seats can have, in games that are won as a whole."""
    room = catalogue(game)
    if room is None or not hasattr(room, "watched") or hasattr(room, "rounds"):
        return []
    known = {id_ for _, id_, _ in room.watched(game.content(side.packs)).values()}
    return list(dict.fromkeys(one.id for one in changes if one.id in known))


# ---- in a process ----


def _play_lot(task: _Task, numbers: Sequence[int]) -> tuple[list[Pair], float]:
    started = time.process_time()
    return [_play_pair(task, number) for number in numbers], time.process_time() - started


def _play_pair(task: _Task, number: int) -> Pair:
    game, seed = task.game(), f"{task.seed}.{number}"
    played, had, courses = [], [], []
    for side in task.sides:
        content = game.content([pool.place_of(pack) for pack in side.packs])
        watcher = _Watcher(game, content, task.cards)
        one, _ = play_one(game, task.seats, number, seed, side.options, content, task.cap, watch=watcher)
        played.append(one)
        had.append({card: sorted(holders) for card, holders in watcher.had.items() if holders})
        courses.append(list(_course(watcher.table)))
    a, b = played
    return Pair(a, b, (had[0], had[1]), a == b and courses[0] == courses[1])


class _Watcher:
    """Holds the table fast, and notes who has the watched cards."""

    def __init__(self, game: Game, content: Any, cards: Sequence[str]) -> None:
        room = catalogue(game)
        self.table: Table | None = None
        self.had: dict[str, set[int]] = {card: set() for card in cards}
        watched = room.watched(content) if room and cards else {}
        self._numbers = {n: id_ for n, (_, id_, _) in watched.items() if id_ in self.had}
        self._held = getattr(room, "held", None)

    def __call__(self, table: Table) -> None:
        self.table = table
        if self._numbers and self._held:
            for seat, cards in enumerate(self._held(table.g)):
                for card in cards:
                    if card in self._numbers:
                        self.had[self._numbers[card]].add(seat)


def _course(table: Table | None) -> Iterator[tuple[Any, ...]]:
    """All that was answered and drawn."""
    for segment in (*table.history, table.segment) if table else ():
        yield segment.answers, segment.seats, segment.chance, segment.times
