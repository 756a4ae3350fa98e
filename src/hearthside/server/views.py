"""How a table stands for one view: scene, prompt, refusals, log; and what changed since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ..engine.game import Entry, Game
from ..engine.table import Table
from .messages import Change, LogLine, Move

MANY = 60  # changes beyond which the whole is sent


class Difference(msgspec.Struct):
    """What leads from one scene to another: first the moves, then the changes."""

    moves: list[Move] = []
    changes: list[Change] = []


def difference(old: Any, new: Any) -> Difference | None:
    """What leads from one scene to another; None if that is more than the scene itself."""
    found = Difference()
    _compare(old, new, (), found)
    return found if len(found.changes) <= MANY else None


def _compare(old: Any, new: Any, path: tuple[str | int, ...], found: Difference) -> None:
    if old is new or old == new:
        return
    if type(old) is type(new):
        if isinstance(new, msgspec.Struct):
            for field in new.__struct_fields__:
                _compare(getattr(old, field), getattr(new, field), (*path, field), found)
            return
        if isinstance(new, tuple):
            ids = [_id(one) for one in new]
            before = {_id(one): n for n, one in enumerate(old)}
            if None not in ids and None not in before and len(before) == len(old) and len(set(ids)) == len(ids):
                order = tuple(before.get(id_, -1) for id_ in ids)
                if any(n >= 0 for n in order):
                    if order != tuple(range(len(old))):
                        found.moves.append(Move(at=path, order=order))
                    for n, was in enumerate(order):
                        _compare(old[was] if was >= 0 else None, new[n], (*path, n), found)
                    return
            if len(old) == len(new):
                for n, (was_, now) in enumerate(zip(old, new, strict=True)):
                    _compare(was_, now, (*path, n), found)
                return
    found.changes.append(Change(at=path, to=new))


def _id(one: Any) -> str | None:
    return getattr(one, "id", None)


def line_of(table: Table, entry: Entry, seat: int | None) -> LogLine | None:
    """A log entry as a view reads it; None if it may not, or there is nothing to say."""
    if entry.to is not None and (seat is None or not entry.to >> seat & 1):
        return None
    game: Game = table.game
    text = game.say_event(table.g, entry, seat)
    if not text:
        return None
    return LogLine(
        text=text,
        rule=entry.rule,
        seat=_seat_of(entry),
        answer=entry.answer,
        kind=kind_of(entry.event),
        touches=tuple(game.touched(table.g, entry, seat)),
        follows=game.follows(entry),
        opens=game.opens(entry),
    )


def lines_of(table: Table, entries: Iterable[Entry], seat: int | None) -> list[LogLine]:
    """Log entries as a view reads them."""
    found = (line_of(table, entry, seat) for entry in entries)
    return [line for line in found if line is not None]


def kind_of(event: Any) -> str:
    """What sort of event: its tag, or its class's name."""
    config = getattr(type(event), "__struct_config__", None)
    tag = config.tag if config is not None else None
    return str(tag) if tag else type(event).__name__


def _seat_of(entry: Entry) -> int:
    seat = getattr(entry.event, "seat", -1)
    return seat if isinstance(seat, int) else -1
