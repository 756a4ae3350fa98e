"""Snapshots of tables, so that they outlive a new version of the rules: a record each, as a save of the terminal."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..engine.errors import RecordError
from ..engine.record import Record, load, record_of
from .store import Row, SaveRow

if TYPE_CHECKING:
    from .live import Live

log = logging.getLogger("hearthside.server")
EVERY = 50  # rows between two snapshots


class Stuck(Exception):
    """A table that this version cannot go on with. The message is one sentence."""


def snapshot(live: Live, *, pinned: bool = False) -> SaveRow:
    """The table as it stands. Needs the lock.

    pinned: the rows before it count no more.
    """
    table = live.opened
    data = zlib.compress(msgspec.json.encode(record_of(table)), 1)
    by = msgspec.json.encode(live.by).decode()
    return SaveRow(live.row.id, live.number, pinned, table.latest_sum, live.clock_at, by, data)


def reopen(live: Live, rows: Sequence[Row], saves: Sequence[SaveRow]) -> int | None:
    """Brings a table into memory: work for a thread. Needs the lock.

    Its rows are played from the start, or from where it was pinned. If today's rules do not take them, or lead
    elsewhere than they did when the latest snapshot was taken, the table stands as that has it, and plays what follows.

    Returns:
        None; or, where the snapshot was needed, how many of the last rows are lost.

    Raises:
        Stuck: there is no snapshot, or today's rules do not take it either.
    """
    pinned = next((save for save in reversed(saves) if save.pinned), None)
    latest = saves[-1] if saves else None
    try:
        _start(live, pinned)
        for row in rows:
            if row.number >= live.number:
                live._apply(row)
                if latest is not None and live.number == latest.number and live.opened.latest_sum != latest.sum:
                    raise RecordError("Today's rules lead elsewhere.")
        return None
    except Exception as error:
        log.warning("rules_changed", extra={"table": live.row.id, "number": live.number, "why": str(error)})
    try:
        if latest is None:
            raise RecordError("There is no snapshot of it.")
        _start(live, latest)
    except Exception as error:
        live.table = None
        log.error("table_stuck", extra={"table": live.row.id, "why": str(error)})
        raise Stuck("This table was begun under older rules, which this version cannot go on with.") from None
    rest = [row for row in rows if row.number >= live.number]
    for n, row in enumerate(rest):
        try:
            live._apply(row)
        except Exception:
            return len(rest) - n
    return 0


def _start(live: Live, save: SaveRow | None) -> None:
    """Stands at a snapshot; at the table's beginning without one."""
    live.number = live.floor = 0
    live.by = []
    if save is None:
        live._open()
        return
    content = live.hub.content(live.row.game)
    record = msgspec.json.decode(zlib.decompress(save.record), type=Record)
    record.content = getattr(content, "hash", "")  # other cards are as good, as long as they fit
    table = load(record, live.game, content=content)
    if faults := [*live.game.faults(table.g)]:
        raise RecordError(f"The snapshot does not fit today's content: {faults[0]}.")
    table.digest = True
    live.table = table
    live.number = live.floor = save.number
    live.clock_at = save.clock
    live.by = msgspec.json.decode(save.by, type=list[tuple[str, int]])
    live._ended()


def words(lost: int) -> str:
    """What the people at a table read that a snapshot has brought back."""
    last = f", without the last {f'{lost} answers' if lost > 1 else 'answer'}" if lost else ""
    return f"The rules have changed since; this table goes on from where it stood{last}."
