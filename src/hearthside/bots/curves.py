"""How the chances to win went in a finished game, and its turning points.

Where a game can tell how it stands, that is read after every answer. Where it cannot, greedy players play on from
points of the game with all hidden cards as they were and the dice still to fall. Nothing is smoothed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

import msgspec

from ..engine.game import Entry, Game
from ..engine.record import Record, walk
from ..engine.table import Table
from .playing import play
from .search import value_of

FEWEST, MOST_POINTS = 8, 60  # to play on from
WORK = 120_000  # decisions that playing on may take, all together
TRIES = (20, 120)  # fewest and most games from a point
LEAST = 0.04  # a smaller change of a chance turns nothing
WORDS = 200  # characters that a turning point may take


class Point(msgspec.Struct, frozen=True):
    """After so many answers: each seat's chance to win, 0 to 1."""

    step: int
    chances: tuple[float, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: what happened up to step `step`.

    seat: whose chance to win went from `before` to `after`: who answered, if theirs changed most. words: of the log.
    """

    step: int
    seat: int
    before: float
    after: float
    words: str


class Curve(msgspec.Struct, frozen=True):
    """points: where a chance changed, from the first turn to the end; the last one shares 1 among the winners,
    if the game was played to its end.
    turns: the three biggest changes, in order. tries: games played on from each point; 0: the game told how it stood.
    """

    steps: int
    names: tuple[str, ...]
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]
    tries: int = 0


def curve(record: Record, game: Game, content: Any = None) -> Curve:
    """The chances to win over a finished game.

    Raises:
        RecordError: today's rules do not take the record.
    """
    opens = [n for n, _, fresh in _steps(record, game, content) if any(map(game.opens, fresh))]
    begins = opens[0] if opens else 0
    steps = len(record.steps)
    tries = 0
    if game.evaluation() is None:
        each = max(1, (steps - begins) // 2)
        at = _chosen(begins, opens, steps, max(FEWEST, min(MOST_POINTS, WORK // (TRIES[0] * each))))
        tries = max(TRIES[0], min(TRIES[1], WORK // (len(at) * each)))
    else:
        at = list(range(begins, steps + 1))
    wanted = frozenset(at)
    values: list[Point] = []
    said: dict[int, list[tuple[str, bool]]] = {}
    last: Table | None = None
    for n, table, fresh in _steps(record, game, content):
        if n > begins:
            said[n] = [
                (game.say_event(table.g, one, None), game.follows(one))
                for one in fresh
                if one.to is None and not game.opens(one)
            ]
        if n in wanted:
            values.append(Point(n, _chances(table, tries)))
        last = table
    assert last is not None
    names = tuple(game.seat_name(last.g, seat) for seat in range(last.seats))
    changed = [p for i, p in enumerate(values) if i in (0, len(values) - 1) or p.chances != values[i - 1].chances]
    least = max(LEAST, sqrt(2 / tries)) if tries else LEAST  # beyond what the dice of the tries make of nothing
    turns = _turns(values, record, said, least)
    return Curve(steps, names, tuple(changed), tuple(turns), tries)


def _steps(record: Record, game: Game, content: Any) -> Iterator[tuple[int, Table, Sequence[Entry]]]:
    """The game again: the table after each answer, and what the log said since the one before."""
    told = 0
    for n, table in enumerate(walk(record, game, content=content)):
        log = table.log or []
        yield n, table, log[told:]
        told = len(log)


def _chosen(begins: int, opens: Sequence[int], steps: int, most: int) -> list[int]:
    """The steps to play on from: all, if they are few; else where turns begin; else so many, evenly apart."""
    found = list(range(begins, steps + 1))
    if len(found) > most and len(opens) >= FEWEST:
        found = sorted({*opens, steps})
    if len(found) > most:
        found = sorted({found[i * (len(found) - 1) // (most - 1)] for i in range(most)})
    return found


def _chances(table: Table, tries: int) -> tuple[float, ...]:
    if table.over or not tries:
        return tuple(value_of(table))
    totals = [0.0] * table.seats
    for n in range(tries):  # the same dice at every point: what differs is the point
        fork = table.fork(random.Random(n).random)
        play(fork, ["greedy"] * table.seats, n)
        for seat, value in enumerate(value_of(fork)):
            totals[seat] += value
    return tuple(total / tries for total in totals)


def _turns(
    points: Sequence[Point], record: Record, said: dict[int, list[tuple[str, bool]]], least: float
) -> list[Turn]:
    """The three biggest changes. The last answer is none where it does nothing but take the win."""
    found = []
    for was, now in pairwise(points):
        lines = [line for n in range(was.step + 1, now.step + 1) for line in said.get(n, ()) if line[0]]
        if not lines or (now.step == len(record.steps) and len(lines) == 1 and not record.after):
            continue
        changes = [abs(a - b) for a, b in zip(now.chances, was.chances, strict=True)]
        most = max(changes)
        if most < least:
            continue
        by = record.steps[now.step - 1].seat
        seat = by if by >= 0 and changes[by] >= 0.8 * most else changes.index(most)
        found.append((most, Turn(now.step, seat, was.chances[seat], now.chances[seat], _short(lines))))
    found.sort(key=lambda one: (-one[0], one[1].step))
    return sorted((turn for _, turn in found[:3]), key=lambda turn: turn.step)


def _short(lines: Sequence[tuple[str, bool]]) -> str:
    """As many sentences as fit, one at least; without what only followed from earlier, if more is told after it."""
    first = next((n for n, (_, follows) in enumerate(lines) if not follows), 0)
    told = [line for line, _ in lines[first if first < len(lines) - 1 else 0 :]]
    words = told[0]
    for line in told[1:]:
        if len(words) + len(line) >= WORDS:
            break
        words = f"{words} {line}"
    return words
