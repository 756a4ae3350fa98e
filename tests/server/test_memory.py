"""What is over and looked at by nobody leaves the memory, and all that belonged to it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from hearthside.server.messages import Join

from .house import Eye, house, table


async def test_finished_tables_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hearthside.server.hub.IDLE", -1.0)
    gone: list[weakref.ref[object]] = []
    async with house(tmp_path / "memory.sqlite") as hub:

        async def play(n: int) -> None:
            options = {"rounds": 1, "characters": "random"}
            live = await hub.get(await table(hub, "novus", 2, str(n), bots=2, options=options))
            eye = Eye(hub, None)
            await eye.send(live, Join(seat=None))
            await eye.until(lambda: eye.last("over"))
            gone.extend(weakref.ref(one) for one in (live, live.opened, live.lock, *live.channels.values()))
            eye.leave(live)

        for batch in range(2):
            await asyncio.gather(*(play(6 * batch + n) for n in range(6)))
            async with asyncio.timeout(20):
                while hub.lives:  # one that still writes stays until the next round
                    await asyncio.sleep(0.01)
                    await hub.tidy()
        assert not hub._getting
        async with asyncio.timeout(20):
            while any(one() is not None for one in gone) or len(hub._tasks) > 3:  # timers hold them for a moment
                gc.collect()
                await asyncio.sleep(0.05)
        assert len(gone) == 12 * 4
