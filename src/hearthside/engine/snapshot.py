"""Snapshots: a table in the middle of a game as bytes, with its stream of chance, but without its past.

Smaller and quicker than a record, and of forks as well: what is restored goes on like the original, dice included.
"""

from __future__ import annotations

from random import Random
from typing import Any
from weakref import ref

import msgspec

from .ask import LATE
from .chance import Chance
from .errors import RecordError
from .game import Game
from .record import KERNELS
from .table import Segment, Table

FORMAT = 2


class Snapshot(msgspec.Struct, array_like=True):
    """A table's last segment, with its answers as records write them, and the state of its stream of chance."""

    format: int
    game: str
    version: int
    content: str
    seats: int
    seed: int | str
    options: Any
    packed: bytes
    counts: tuple[int, int, int]  # serial, drawn, now
    answers: list[Any]
    answerers: list[int]
    marks: list[int]
    chance: list[int]
    times: list[tuple[int, int]]
    deals: list[tuple[int, int | None, int]]
    learned: list[int]
    now: int
    stream: tuple[int, tuple[int, ...], float | None]


def save(table: Table) -> bytes:
    """The table as bytes.

    Raises:
        ValueError: its chance comes from elsewhere than a `random.Random`, or people roll the dice.
    """
    segment, chance = table.segment, table.g.chance
    stream: Any = Random(chance.seed) if chance.random is None else getattr(chance.random, "__self__", None)
    if not isinstance(stream, Random) or chance.own_dice or chance.dice:
        raise ValueError("only a table whose dice come from a seeded stream can be saved so")
    answers = [None if answer is LATE else msgspec.to_builtins(answer) for answer in segment.answers]
    return msgspec.msgpack.encode(
        Snapshot(
            FORMAT,
            table.game.name,
            table.game.version,
            getattr(table.g.content, "hash", ""),
            table.seats,
            table.seed,
            msgspec.to_builtins(table.g.options),
            segment.packed,
            (segment.serial, segment.drawn, segment.now),
            answers,
            segment.seats,
            segment.marks,
            segment.chance,
            segment.times,
            segment.deals,
            segment.learned,
            table.g.now,
            stream.getstate(),
        )
    )


def restore(data: bytes, game: Game, content: Any) -> Table:
    """A table that stands where the saved one stood, and goes on with the same dice; like a fork it has no past.

    Raises:
        RecordError: these are no such bytes, or of another game, version or content.
    """
    try:
        saved = msgspec.msgpack.decode(data, type=Snapshot)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"This is no saved table ({error}).") from None
    have = (saved.format, saved.game, saved.version, saved.content)
    if have != (FORMAT, game.name, game.version, getattr(content, "hash", "")):
        raise RecordError(
            f"The table was saved by {saved.game}, version {saved.version} of the rules, content "
            f"{saved.content or 'none'}; this is {game.name}, version {game.version}, content "
            f"{getattr(content, 'hash', '') or 'none'}."
        )
    stream = Random()
    stream.setstate(saved.stream)
    table = Table._bare(game, saved.seats, saved.seed)
    table.forked = True
    options: Any = msgspec.convert(saved.options, game.Options)
    g = table.g = game.context(game, content, options, Chance(stream.random))
    g.of = ref(table)
    g.state = game.unpack(saved.packed)
    serial, drawn, now = saved.counts
    tape = Segment(saved.packed, serial, 0, drawn, now)
    tape.answers = [_answer(game, one) for one in saved.answers]
    tape.seats, tape.marks, tape.chance = saved.answerers, saved.marks, saved.chance
    tape.times, tape.deals = saved.times, saved.deals
    fresh = Segment(saved.packed, serial, 0, drawn, now)
    fresh.times = saved.times.copy()
    table._use(fresh)
    g.serial, g.now = serial, now
    table._feed(tape, len(tape.answers), tape.chance)
    table.segment.learned[:] = saved.learned
    g.now = saved.now
    return table


def _answer(game: Game, raw: Any) -> Any:
    if raw is None:
        return LATE
    if isinstance(raw, list):
        return msgspec.convert(raw, list[game.Choice])  # type: ignore[name-defined]
    kernels = KERNELS.get(raw.get("type", ""))
    return msgspec.convert(raw, kernels or game.Choice)
