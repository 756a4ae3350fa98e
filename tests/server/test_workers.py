"""Two workers on one database: the key of a row decides every race."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from hearthside.cli.main import main
from hearthside.server.messages import Answer, Join
from hearthside.server.store import Row, Store
from tests.tiny.snatch import Snatch

from .browser import GREEDY, Browser, Socket, comparable
from .conftest import Serve, postgresql, postgresql_bins, redis
from .house import Eye, house, table

OPEN = {"kind": "open"}
needs_postgresql = pytest.mark.skipif(
    not postgresql_bins(), reason="PostgreSQL is not installed: apt install postgresql"
)


needs_redis = pytest.mark.skipif(
    not shutil.which("redis-server"), reason="Redis is not installed: apt install redis-server"
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


async def two_servers(serve: Serve, db: str, *shared: str) -> None:
    """Two people at two server processes that share a database; each hears of the other, and they race."""
    arguments = ("--db", db, "--shared", *shared)
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
@needs_redis
async def test_two_servers_that_tell_each_other_by_redis(serve: Serve, tmp_path: Path) -> None:
    with redis() as url:
        await two_servers(serve, str(tmp_path / "shared.sqlite"), url)


@needs_redis
async def test_workers_hear_of_each_other_again_when_redis_comes_back(tmp_path: Path) -> None:
    db, game = tmp_path / "shared.sqlite", {"snatch": Snatch()}
    with ExitStack() as running:
        url = running.enter_context(redis())
        async with house(db, game, shared=True, news=url) as one, house(db, game, shared=True, news=url) as two:
            id_ = await table(one, "snatch", 1, options={"every": 10_000_000})
            first, second = await one.get(id_), await two.get(id_)
            ann, eve = Eye(one, 0), Eye(two, None)
            await ann.send(first, Join(seat=0))
            await eve.send(second, Join(seat=None))
            await ann.send(first, Answer(serial=0, n=0))
            await eve.until(lambda: second.number == 1)
            running.close()
            await ann.send(first, Answer(serial=1, n=0))  # nobody is told
            assert (first.number, second.number) == (2, 1)
            await two.tidy()
            assert second.number == 2
            running.enter_context(redis(int(url.rpartition(":")[2])))
            for n in range(2, 40):
                await ann.send(first, Answer(serial=n, n=0))
                await asyncio.sleep(0.2)
                if second.number > 2:
                    break
            await eve.until(lambda: second.number == first.number)


def test_a_redis_that_does_not_answer_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for url in ("redis://ann:secret@127.0.0.1:1", "nonsense"):
        assert main(["serve", "--db", str(tmp_path / "x.sqlite"), "--no-open", "--shared", url]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "The Redis" in said
        assert "secret" not in said


@pytest.mark.slow
async def test_worker_processes_of_one_server(serve: Serve) -> None:
    running = serve("--workers", "2")
    async with Browser(running.address) as ann, Browser(running.address) as ben, AsyncExitStack() as others:
        table = (await ann.make("Ann", OPEN, GREEDY, options={"rounds": 2}))["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        sockets = [await ann.join(table), await ben.join(table)]
        for _ in range(10):  # each on a connection of its own, so that both workers have some
            eve = await others.enter_async_context(Browser(running.address))
            sockets.append(await eve.join(table))
        await asyncio.gather(*(one.play(Random(n)) for n, one in enumerate(sockets)))
        # whichever worker is asked, the numbers are those of all
        for _ in range(6):
            async with Browser(running.address) as fresh:
                numbers = metrics((await fresh.http.get("/metrics")).text)
            assert numbers["hearthside_sockets"] == len(sockets)
            answers = sum(value for name, value in numbers.items() if name.startswith("hearthside_answers_total"))
            assert answers == sockets[0].view["number"]
        # a worker that is killed takes only its own lines with it, and another starts in its place
        workers = children(running.process)
        assert len(workers) >= 2
        os.kill(workers[-1], signal.SIGKILL)
        dead = workers[-1]
        async with asyncio.timeout(20):
            while True:
                await asyncio.sleep(0.1)
                with suppress(httpx.TransportError):
                    async with Browser(running.address) as fresh:
                        numbers = metrics((await fresh.http.get("/metrics")).text)
                    open_ = sum(one.closed is None for one in sockets)
                    if len(children(running.process)) >= 2 and dead not in children(running.process):
                        if numbers["hearthside_sockets"] == open_:
                            break
        running.stop()
        for one in sockets:
            async with one.changed:
                await asyncio.wait_for(one.changed.wait_for(lambda one=one: one.closed is not None), 20)
        assert {one.closed for one in sockets} <= {1012, 1006}
        assert 1012 in {one.closed for one in sockets}
    lines = [line for line in running.log.read_text().splitlines() if not line.startswith("Hearthside is at")]
    found = [json.loads(line) for line in lines]
    assert not [line for line in found if "trace" in line]
    running.start()  # nothing is half done
    async with Browser(running.address) as late:
        assert (await late.join(table)).facts["verdict"] == sockets[0].over


def metrics(text: str) -> dict[str, float]:
    """The samples of Prometheus's text by their names and labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def children(process: subprocess.Popen[bytes] | None) -> list[int]:
    """The worker processes of a server."""
    assert process is not None
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return sorted(found)
