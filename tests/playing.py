"""Playing any game at random, and comparing tables: what the engine's and the conformance tests share."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from hearthside.engine.ask import LATE, Ask, Line
from hearthside.engine.record import record_of
from hearthside.engine.table import Table


class Move(NamedTuple):
    """An answer as it can be given again; seat -1: time passes to `now`."""

    choice: Any
    seat: int
    now: int | None


def choose(ask: Ask, random: Random) -> Any:
    """Any answer to a question, now and then a line where it takes one."""
    choices = ask.choices
    if ask.line and random.random() < 0.2:
        return Line("It counts, believe me."[: ask.line])
    if ask.most == 1:
        return choices[int(random.random() * len(choices))]
    count = random.randint(ask.least, min(ask.most, len(choices)))
    return [choices[n] for n in random.sample(range(len(choices)), count)]


def step(table: Table, random: Random) -> Move:
    """Give one answer at random, as any asked seat; where deadlines run, time passes and some are missed
    (far ones seldom)."""
    due = table.deadline
    now = None
    asks = table.asks
    if due is not None:
        if not asks or random.random() < (0.1 if due - table.g.now <= 10_000 else 0.003):
            table.tick(max(due, table.g.now))
            return Move(LATE, -1, table.g.now)
        now = table.g.now + random.randrange(400)
    ask = asks[int(random.random() * len(asks))]
    choice = choose(ask, random)
    table.answer(choice, ask.seat, table.serial, now)
    return Move(choice, ask.seat, now)


def give(table: Table, move: Move) -> None:
    """Give an answer again."""
    if move.seat == -1:
        assert table.tick(move.now or 0)
    else:
        table.answer(move.choice, move.seat, table.serial, move.now)


def play_on(table: Table, random: Random, most: int = 100_000) -> list[Move]:
    """Play at random to the end, or for so many answers."""
    moves = []
    while not table.over and len(moves) < most:
        moves.append(step(table, random))
    return moves


def questions(table: Table) -> bytes:
    """What is asked, all of it."""
    return msgspec.msgpack.encode(
        [(a.seat, list(a.choices), a.topic, a.rule, a.least, a.most, a.deadline, str(a.otherwise)) for a in table.asks]
    )


def stand(table: Table) -> tuple[Any, ...]:
    """How a table stands, but for its log: what any two tables have in common that are at the same point."""
    return (
        table.serial,
        table.game.pack(table.g.state),
        questions(table),
        table.g.now,
        table.over,
        table.result,
        dict(table.pending),
        table.roll,
    )


def whole(table: Table) -> tuple[Any, ...]:
    """How a table stands, its log, its past and all."""
    record = record_of(table)
    return (*stand(table), msgspec.json.encode(table.log, enc_hook=str), msgspec.json.encode(record))


def after(table: Table) -> Any:
    """The stream of chance as it goes on from where a table stands, for a fork that is to play like it."""
    random = Random(table.seed)
    for _ in range(table.segment.drawn + len(table.segment.chance)):
        random.random()
    return random.random
