"""While no server runs the clock of a table stands still; one row says so, and everybody reads it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from hearthside.engine.record import Record, replay
from hearthside.server import gaps, schema
from hearthside.server.finished import record_bytes
from hearthside.server.gaps import say_so, words
from hearthside.server.hub import Hub
from hearthside.server.messages import Answer
from hearthside.server.store import Row, now
from tests.tiny.snatch import Snatch

from .browser import Browser
from .conftest import Running, Serve
from .house import house, table
from .test_time import begun, grab, sit

GAMES: dict[str, Any] = {"snatch": Snatch()}
MINUTE = 60_000


async def passes(hub: Hub, ms: int) -> None:
    """So much time passes."""
    async with hub.store.writing() as c:
        t, w = schema.tables, schema.watches
        await c.execute(update(t).values(since=t.c.since - ms, changed=t.c.changed - ms))
        await c.execute(update(w).values(at=w.c.at - ms))
    for live in hub.lives.values():
        live.row.since -= ms
        live.seen -= ms


async def gaps_of(hub: Hub, id_: str) -> list[Row]:
    return [row for row in await hub.store.rows(id_) if row.kind == "gap"]


def said(eye: Any) -> list[str]:
    return [line["text"] for line in eye.last("welcome")["chat"]]


async def left(folder: Path) -> tuple[str, int, int]:
    """A table at which the time runs, of a server that stopped a minute ago; its clock then, and its deadline."""
    async with house(folder / "g.sqlite", GAMES) as hub:
        live, _ = await begun(hub, every=30_000)
        id_, clock, due = live.row.id, live.clock(), live.opened.deadline
    async with house(folder / "g.sqlite", GAMES) as hub:
        await passes(hub, MINUTE)
    assert due is not None
    return id_, clock, due


async def test_the_clock_goes_on_from_where_the_server_stopped(tmp_path: Path) -> None:
    id_, clock, due = await left(tmp_path)
    for _ in range(2):  # the second time it is told, not found out
        async with house(tmp_path / "g.sqlite", GAMES) as hub:
            live, (ann, ben, _) = await sit(hub, id_, 3)
            (gap,) = await gaps_of(hub, id_)
            assert 0 <= gap.clock - clock < 5000
            assert MINUTE <= int(gap.choice) < MINUTE + 5000
            assert gap.clock <= live.clock() < due == ann.last("welcome")["view"]["due"]
            assert said(ann) == ["The server was away for 60 seconds; the clock of this table stood still meanwhile."]
            await ben.send(live, Answer(serial=live.number, n=grab(live, 1, 7 + live.number)))
            assert not ben.last("refused")
    rows = await hub.store.rows(id_)
    assert [row.kind for row in rows] == ["answer", "gap", "answer", "answer"]
    assert [row.number for row in rows] == [0, 1, 2, 3]
    assert all(row.at is None or row.at < due for row in rows)
    replay(msgspec.json.decode(record_bytes(live), type=Record), GAMES["snatch"], verify=True)


async def test_a_deadline_comes_when_its_time_has_been_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gaps, "LEAST", 0)
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        live, _ = await begun(hub, every=400, stirs=1)
        id_, due = live.row.id, live.opened.deadline
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        await passes(hub, MINUTE)
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        live, (ann, *_) = await sit(hub, id_, 3)
        await ann.until(lambda: live.opened.over)
    late = (await hub.store.rows(id_))[-1]
    assert late.kind == "late"
    assert due is not None
    assert due <= (late.at or 0) < due + MINUTE


async def test_workers_that_wake_at_once_leave_it_out_once(tmp_path: Path) -> None:
    id_, _, due = await left(tmp_path)
    async with (
        house(tmp_path / "g.sqlite", GAMES, shared=True) as one,
        house(tmp_path / "g.sqlite", GAMES, shared=True) as two,
    ):
        first, second = await asyncio.gather(one.get(id_), two.get(id_))
        assert len(await gaps_of(one, id_)) == 1
        assert (first.number, first.row.clock, first.row.since) == (second.number, second.row.clock, second.row.since)
        assert first.clock() < due
        assert len(await one.store.said(id_)) == 1


async def test_a_table_that_a_worker_serves_is_left_alone_by_one_that_wakes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gaps, "LEAST", 0)  # the smallest gap would be seen
    async with (
        house(tmp_path / "g.sqlite", GAMES, shared=True) as one,
        house(tmp_path / "g.sqlite", GAMES, shared=True) as two,
    ):
        first, eyes = await begun(one)
        await say_so(one, [first])
        await asyncio.sleep(0.05)
        second, others = await sit(two, first.row.id, 3)
        await asyncio.sleep(0.05)
        await others[1].send(second, Answer(serial=second.number, n=0))
        await eyes[0].until(lambda: first.number == 2)
        assert not await gaps_of(one, first.row.id)
        assert (first.row.clock, first.row.since) == (second.row.clock, second.row.since)


async def test_a_worker_that_was_killed_is_missed_though_its_last_sign_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gaps, "LEAST", 0)
    monkeypatch.setattr(gaps, "HEARD", 0.2)
    async with house(tmp_path / "g.sqlite", GAMES, shared=True) as hub:
        live, _ = await begun(hub)
        await hub.store.watch([live.row.id], "killed", now())
        del hub.lives[live.row.id]
        await live.driver.stop()
        again = await hub.get(live.row.id)
        assert len(await gaps_of(hub, live.row.id)) == 1
        assert [watch.worker for watch in await hub.store.watches(live.row.id)] == [hub.worker]
        assert again.clock() < live.clock()


@pytest.mark.parametrize("first", ["a person", "the deadline", "a sign of life"])
async def test_a_machine_that_slept_is_a_gap_too(tmp_path: Path, first: str) -> None:
    """Whoever wakes first, the time is not charged."""
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        live, (ann, *_) = await begun(hub, every=30_000)
        await passes(hub, MINUTE)
        assert live.clock() > (live.opened.deadline or 0)
        if first == "the deadline":
            live.wake()
            await ann.until(lambda: live.number == 2)
        elif first == "a sign of life":
            await say_so(hub, [live])
        await ann.send(live, Answer(serial=live.number, n=0))
        assert [row.kind for row in await hub.store.rows(live.row.id)][:3] == ["answer", "gap", "answer"][: live.number]
        assert live.clock() < (live.opened.deadline or 0)


async def test_where_no_time_runs_there_is_no_gap(tmp_path: Path) -> None:
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        id_ = await table(hub, "snatch", 1)
        await sit(hub, id_, 1)
    async with house(tmp_path / "g.sqlite", GAMES) as hub:
        await passes(hub, MINUTE)
        live, (ann,) = await sit(hub, id_, 1)
        assert (live.number, said(ann)) == (0, [])


def test_how_long_it_was_is_said_in_one_unit() -> None:
    told = [words(ms).removeprefix("The server was away for ").partition(";")[0] for ms in
            (400, 1200, 61_000, 200_000, 7_300_000, 200_000_000)]  # fmt: skip
    assert told == ["1 second", "1 second", "61 seconds", "3 minutes", "2 hours", "2 days"]


def signs(server: Running) -> int:
    """How often workers have said that they have a table in memory."""
    with closing(sqlite3.connect(next(server.folder.rglob("*.sqlite")))) as db:
        return int(db.execute("select count(*) from watches").fetchone()[0])


@pytest.mark.slow
async def test_a_race_is_as_far_on_after_the_server_was_killed(serve: Serve) -> None:
    """With a real process, and a person who reaches for a piece when it is back."""
    server = serve()
    async with Browser(server.address) as home:
        wish = {"game": "lastsecond", "options": {"cap": 60}, "start": True}
        id_ = (await home.make("Ann", "Ben", **wish))["table"]["id"]
        ann = await home.join(id_, 0)
        await ann.until(lambda: ann.view.get("due"))
        while not signs(server):
            await asyncio.sleep(0.05)
        before = (await home.join(id_, 1)).view["clock"]
        server.kill()
        await ann.close()
        await asyncio.sleep(3)
        server.start()
        ann = await home.join(id_, 0)
        assert -1500 < ann.view["clock"] - before < 1500, "the three seconds and the start are not of the game"
        assert "stood still" in ann.chat[-1]["text"]
        await ann.answer(0)
        assert not ann.refused
