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
    """What is the same object is not looked into: scenes share the parts that stand."""
    if old == new:
        return
    if type(old) is type(new):
        if isinstance(new, msgspec.Struct):
            for field in new.__struct_fields__:
                was, now = getattr(old, field), getattr(new, field)
                if was is not now:
                    _compare(was, now, (*path, field), found)
            return
        if isinstance(new, tuple):
            order = _order(old, new)
            if order is not None:
                if order != tuple(range(len(old))):
                    found.moves.append(Move(at=path, order=order))
                for n, at in enumerate(order):
                    _compare(old[at] if at >= 0 else None, new[n], (*path, n), found)
                return
            if len(old) == len(new):
                for n, (was, now) in enumerate(zip(old, new, strict=True)):
                    if was is not now:
                        _compare(was, now, (*path, n), found)
                return
    found.changes.append(Change(at=path, to=new))


def _order(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[int, ...] | None:
    """Where each of the new was among the old (-1: nowhere), by their ids; None if all that can be told is by place."""
    if len(old) == len(new) and all(a is b or _id(a) == _id(b) for a, b in zip(old, new, strict=True)):
        return None
    ids = [_id(one) for one in new]
    before = {_id(one): n for n, one in enumerate(old)}
    if None in ids or None in before or len(before) != len(old) or len(set(ids)) != len(ids):
        return None
    order = tuple([before.get(id_, -1) for id_ in ids])
    return order if any(n >= 0 for n in order) else None


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
