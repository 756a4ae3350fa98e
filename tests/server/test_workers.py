"""Two workers on one database: the key of a row decides every race."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from hearthside.server.store import Row, Store

from .browser import GREEDY, Browser, Socket, comparable
from .conftest import Serve, postgresql, postgresql_bins

OPEN = {"kind": "open"}
needs_postgresql = pytest.mark.skipif(
    not postgresql_bins(), reason="PostgreSQL is not installed: apt install postgresql"
)


@asynccontextmanager
async def stores(db: str, count: int = 2) -> AsyncIterator[list[Store]]:
    found = [Store(db) for _ in range(count)]
    await asyncio.gather(*(one.open() for one in found))
    try:
        yield found
    finally:
        for one in found:
            await one.close()


async def races(db: str, count: int) -> None:
    """Both write each number at the same time: one is taken, and both then read the same."""
    async with stores(db) as (one, two):

        def row(number: int, seat: int) -> Row:
            return Row("races", number, "answer", "person", seat, "{}", None, number)

        won = [0, 0]
        for start in range(0, count, 20):
            numbers = range(start, min(count, start + 20))
            tried = [store.append(row(n, seat)) for n in numbers for seat, store in enumerate((one, two))]
            taken = await asyncio.gather(*tried)
            for first, second in zip(taken[::2], taken[1::2], strict=True):
                assert first != second
                won[second] += 1
        rows = await one.rows("races")
        assert [r.number for r in rows] == list(range(count))
        assert [sum(r.seat == seat for r in rows) for seat in (0, 1)] == won


@pytest.mark.slow
async def test_a_thousand_races_on_sqlite(tmp_path: Path) -> None:
    await races(str(tmp_path / "races.sqlite"), 1000)


@pytest.mark.slow
@needs_postgresql
async def test_a_thousand_races_on_postgresql() -> None:
    with postgresql(postgresql_bins()) as db:
        await races(db, 1000)


async def race(one: Socket, two: Socket, pick: object) -> None:
    """Both answer the same question: one is refused, and both see what came of the other's."""
    number, refused = one.view["number"], len(one.refused) + len(two.refused)
    for socket in (one, two):
        await socket.send({"type": "answer", "serial": number, "n": pick})
    while min(one.view["number"], two.view["number"]) == number or len(one.refused) + len(two.refused) == refused:
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    assert len(one.refused) + len(two.refused) == refused + 1


async def two_servers(serve: Serve, db: str) -> None:
    """Two people at two server processes that share a database; each hears of the other, and they race."""
    arguments = ("--db", db, "--shared")
    first, second = serve(*arguments), serve(*arguments)
    async with Browser(first.address) as ann, Browser(second.address) as ben:
        table = (await ann.make("Ann", OPEN, GREEDY, options={"rounds": 3, "characters": "random"}))["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        anns, bens = await ann.join(table), await ben.join(table)
        await anns.until(lambda: anns.facts["seats"][1]["here"])
        # the same seat on both servers: each number is taken once
        key = (await ann.call("POST", f"/api/tables/{table}/seats/0/link"))["path"].partition("#")[2]
        await ben.call("POST", f"/api/tables/{table}/claim", {"key": key})
        twin = await ben.join(table, 0)
        raced, random = 0, Random(1)
        while raced < 8 and not anns.over:
            if bens.mine:
                await bens.answer(bens.pick(random))
            elif anns.mine and twin.mine and anns.view["number"] == twin.view["number"]:
                await race(anns, twin, anns.pick(random))
                raced += 1
            await asyncio.sleep(0.005)
        assert raced
        await twin.close()
        await bens.send({"type": "say", "text": "well played"})
        await anns.until(lambda: anns.chat)
        await asyncio.gather(anns.play(Random(2)), bens.play(Random(3)))
        late = await ben.join(table, 1)
        assert comparable(late.scene) == comparable(bens.scene)
        assert late.log == bens.log


@pytest.mark.slow
async def test_two_servers_on_sqlite(serve: Serve, tmp_path: Path) -> None:
    await two_servers(serve, str(tmp_path / "shared.sqlite"))


@pytest.mark.slow
@needs_postgresql
async def test_two_servers_on_postgresql(serve: Serve) -> None:
    with postgresql(postgresql_bins()) as db:
        await two_servers(serve, db)


@pytest.mark.slow
async def test_worker_processes_of_one_server(serve: Serve) -> None:
    running = serve("--workers", "2")
    async with Browser(running.address) as ann, Browser(running.address) as ben:
        table = (await ann.make("Ann", OPEN, GREEDY, options={"rounds": 2}))["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        sockets = [await ann.join(table), await ben.join(table)]
        await asyncio.gather(*(one.play(Random(n)) for n, one in enumerate(sockets)))
