"""Gaps in which no server ran: the clock of a table leaves them out.

While a table's clock runs towards a deadline, each worker that has it in memory says so every second. Where none said
so for a while, the worker that wakes the table, or wakes itself after its machine slept, writes a row: the clock goes
on from the last sign of life. Like any row it is written once, however many workers wake at once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from . import measure
from .store import Row, Watch, now

if TYPE_CHECKING:
    from .hub import Hub
    from .live import Live

log = logging.getLogger("hearthside.server")
BEAT = 1.0  # seconds between two signs of life
LOST = 5000  # milliseconds without one after which a worker is gone, or slept
LEAST = 1000  # milliseconds: what is shorter is no gap
HEARD = 1.5  # seconds within which a worker that has a table in memory says so when it is asked


def ticking(live: Live) -> bool:
    """Its clock runs towards a deadline."""
    return live.table is not None and live.row.life == "playing" and bool(live.row.since) and live.due() is not None


async def leave_out(live: Live, *, woken: bool = False) -> None:
    """Leaves a gap out of the table's clock, if there was one. Needs the lock; what is in memory is up to date.

    woken: the table has just come into memory.
    """
    if (not woken and now() - live.seen < LOST) or not ticking(live):
        return
    hub, id_ = live.hub, live.row.id
    served = False
    while ticking(live):
        watches = await hub.store.watches(id_)
        row = await hub.store.table(id_)
        if row is None or (row.life, row.since) != (live.row.life, live.row.since):
            return  # paused meanwhile, or gone on: the news is on its way
        served = await _served(live, watches)
        last = max([row.changed, *(watch.at for watch in watches)])
        if served or now() - last < (LEAST if watches else LOST):
            break
        at = now()
        clock = max(live.clock_at, row.clock + max(0, last - row.since))
        gap = Row(id_, live.number, "gap", "time", -1, str(at - last), None, clock)
        if await hub.store.append(gap, changed=at, clock=clock, since=at):
            live.number += 1
            live.row.changed, live.row.clock, live.row.since = at, clock, at
            await live.read_request()
            hub.tell({"k": "rows", "t": id_})
            live.spread_settled()
            await hub.say(live, -1, words(at - last), server=True)
            break
        measure.races.inc()
        if await live.catch_up():
            live.spread_settled()
    live.seen = now()
    await hub.store.watch([id_], hub.worker, live.seen, alone=not served)


async def _served(live: Live, watches: list[Watch]) -> bool:
    """Another worker has the table in memory: it is asked to say so."""
    hub = live.hub
    others = {w.worker: w.at for w in watches if w.worker != hub.worker and not w.left and w.at > now() - LOST}
    if not hub.settings.shared or not others:
        return False
    hub.tell({"k": "who", "t": live.row.id})
    for _ in range(int(HEARD / 0.05)):
        found = await hub.store.watches(live.row.id)
        if any(watch.at > others.get(watch.worker, watch.at) for watch in found):
            return True
        await asyncio.sleep(0.05)
    return False


async def say_so(hub: Hub, lives: list[Live]) -> None:
    """Gives a sign of life for these tables. One whose last sign is long ago finds out first whether there is a gap."""
    found = [live for live in lives if not live.driver.closed and ticking(live)]
    fresh = [live for live in found if now() - live.seen < LOST]
    if fresh:
        at = now()
        await hub.store.watch([live.row.id for live in fresh], hub.worker, at)
        for live in fresh:
            live.seen = at
    for live in found:
        if live not in fresh:
            async with live.lock:
                await leave_out(live)


async def keep_saying(hub: Hub) -> None:
    """Gives signs of life for as long as this worker runs."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            await say_so(hub, [*hub.lives.values()])
        except Exception:
            log.exception("watch_failed")


async def stop_saying(live: Live) -> None:
    """This worker goes on with the table no more. Needs the lock."""
    if ticking(live):
        await live.hub.store.watch([live.row.id], live.hub.worker, now(), left=True)


def words(ms: int) -> str:
    """What the people at a table read."""
    seconds = max(1, round(ms / 1000))
    minutes, hours = seconds // 60, seconds // 3600
    for count, unit in ((hours // 24, "day"), (hours, "hour"), (minutes, "minute"), (seconds, "second")):
        if count > 1 or (count and unit == "second"):
            long = f"{count} {unit}{'s' if count > 1 else ''}"
            break
    return f"The server was away for {long}; the clock of this table stood still meanwhile."
