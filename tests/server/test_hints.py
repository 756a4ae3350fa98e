"""Hints: for a seat's holder alone, never an answer, gone with the question; and the curve of a finished game."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from hearthside.bots import Advice, Pick, play
from hearthside.engine.record import record_of
from hearthside.engine.table import Table
from hearthside.lab.reference.connect_four import ConnectFour, Drop
from hearthside.server import hints
from hearthside.server.hub import Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Hint, Join, TakeBack
from tests.tiny.snatch import Grab, Snatch

from .house import Eye, house, served, table

GAMES: dict[str, Any] = {"connect_four": ConnectFour(), "snatch": Snatch()}


async def sit(hub: Hub, game: str = "connect_four", seats: int = 2, **more: Any) -> tuple[Live, list[Eye]]:
    """A table with a browser on each seat."""
    live = await hub.get(await table(hub, game, seats, **more))
    eyes = [Eye(hub, seat) for seat in range(seats)]
    for eye in eyes:
        await eye.send(live, Join(seat=eye.at))
    return live, eyes


async def ask(live: Live, eye: Eye) -> Any:
    """Asks for a hint; what comes of it."""
    before = len(eye.got)
    await eye.send(live, Hint(serial=live.number))
    await eye.until(lambda: any(kind(one) in ("advice", "refused") for one in eye.got[before:]))
    return eye.last()


def kind(data: bytes) -> str:
    return str(msgspec.json.decode(data)["type"])


class Slow:
    """A bot that thinks until it is told to stop, and then would take what it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.ends = threading.Event(), threading.Event()
        self.choice: Any = Drop(3)
        monkeypatch.setattr(hints, "advise", self.advise)

    def advise(self, fork: Table, seat: int, spec: str) -> Advice:
        self.begun.set()
        assert self.ends.wait(20)
        return Advice((Pick(self.choice, 7, 0.5),), 7, "The bot would choose that.")

    async def thinks(self) -> None:
        while not self.begun.is_set():
            await asyncio.sleep(0.002)

    async def stops(self, live: Live) -> None:
        """Lets it come to its end, and waits until what it found was sent or dropped."""
        self.ends.set()
        while live.hub._pondered or live.hinting or live.lock.locked():
            await asyncio.sleep(0.002)
        for _ in range(5):
            await asyncio.sleep(0)
        async with live.lock:
            pass


async def test_a_hint_tells_its_asker_alone_and_answers_nothing(tmp_path: Path) -> None:
    async with house(tmp_path / "db", GAMES, hint="search:60") as hub:
        live, (ann, ben) = await sit(hub)
        watcher = Eye(hub, None)
        await watcher.send(live, Join(seat=None))
        found = await ask(live, ann)
        assert found["type"] == "advice"
        assert found["serial"] == live.number == 0
        assert 0 < found["tries"] <= 60
        best = found["picks"][0]
        assert 0 <= best["chance"] <= 1
        assert best["words"] == f"Column {best['lit'][0]['n'] + 1}" == best["lit"][0]["words"]
        assert best["words"] in found["words"]
        assert ben.last("advice") is watcher.last("advice") is None


async def test_only_who_holds_the_seat_and_is_asked_gets_one(tmp_path: Path) -> None:
    async with house(tmp_path / "db", GAMES, hint="search:10") as hub:
        live, (_, ben) = await sit(hub)
        watcher = Eye(hub, None)
        await watcher.send(live, Join(seat=None))
        assert (await ask(live, watcher))["reason"] == "Spectators only look."
        assert "is not asked now" in (await ask(live, ben))["reason"]
        await hub.store.change_seat(live.row.id, 0, away=True, bot="normal")
        await hub.refresh(live)
        live.driver.closed = True
        away = Eye(hub, 0)
        await away.send(live, Join(seat=0))
        assert (await ask(live, away))["type"] == "refused"


async def test_hints_can_be_off(tmp_path: Path) -> None:
    async with house(tmp_path / "db", GAMES, hint="search:10") as hub:
        live, (ann, _) = await sit(hub, hints=False)
        assert (await ask(live, ann))["reason"] == "The host has switched hints off at this table."
        assert not live.facts().hints
    async with house(tmp_path / "other", GAMES, hint="") as hub:
        live, (ann, _) = await sit(hub)
        assert (await ask(live, ann))["reason"] == "This server gives no hints."
        assert not live.facts().hints


async def test_nobody_waits_for_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is thought out, everybody plays on, bots too; then it is about another question, and dropped."""
    slow = Slow(monkeypatch)
    async with house(tmp_path / "db", GAMES) as hub:
        live, (ann, ben) = await sit(hub)
        await ann.send(live, Hint(serial=live.number))
        await slow.thinks()
        assert await hub.think(lambda: "a bot's choice") == "a bot's choice"
        for n, eye in enumerate((ann, ben)):
            await eye.send(live, Answer(serial=live.number, n=0))
            assert live.number == n + 1
        await slow.stops(live)
        assert ann.last("advice") is None  # the same kind of question again, but another one


async def test_a_hint_is_dropped_when_an_answer_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    async with house(tmp_path / "db", GAMES) as hub:
        live, (ann, ben) = await sit(hub)
        await ann.send(live, Answer(serial=live.number, n=0))
        await ben.send(live, Hint(serial=live.number))
        await slow.thinks()
        await ann.send(live, TakeBack(to=0))
        assert live.number == 2
        await ann.send(live, Answer(serial=live.number, n=1))
        await slow.stops(live)
        assert ben.last("advice") is None  # it is asked again, about another table


async def test_a_hint_holds_while_others_answer_if_it_is_still_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may grab at any time: what another took is no hint any more, what lies there is one."""
    for taken in (False, True):
        slow = Slow(monkeypatch)
        async with house(tmp_path / f"db {taken}", GAMES) as hub:
            live, eyes = await sit(hub, "snatch", 3, options={"every": 60_000})
            await eyes[0].send(live, Answer(serial=live.number, n=0))  # it begins
            asked = live.opened.ask_of(0)
            assert asked is not None
            pieces = [choice for choice in asked.choices if isinstance(choice, Grab)]
            slow.choice = pieces[0]
            await eyes[0].send(live, Hint(serial=live.number))
            await slow.thinks()
            other = live.opened.ask_of(1)
            assert other is not None
            await eyes[1].send(live, Answer(serial=live.number, n=[*other.choices].index(pieces[0 if taken else 1])))
            await slow.stops(live)
            found = eyes[0].last("advice")
            assert (found is None) is taken
            assert taken or found["serial"] == live.number


async def test_hints_are_not_had_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path / "db", GAMES, hint="search:2") as hub:
        live, (ann, _) = await sit(hub)
        while (found := await ask(live, ann))["type"] == "advice":
            pass
        assert found["reason"] == "That is a lot of hints at once; wait a little."
        assert sum(kind(one) == "advice" for one in ann.got) >= 4
        slow = Slow(monkeypatch)
        live, (ann, _) = await sit(hub)
        await ann.send(live, Hint(serial=live.number))
        await slow.thinks()
        assert (await ask(live, ann))["reason"] == "The bot is still thinking about it."
        await slow.stops(live)
        assert ann.last()["type"] == "advice"


async def test_a_bot_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Advice:
        raise RuntimeError("lost the thread")

    monkeypatch.setattr(hints, "advise", fails)
    async with house(tmp_path / "db", GAMES) as hub:
        live, (ann, _) = await sit(hub)
        assert (await ask(live, ann))["reason"] == "The bot finds no hint here."
        assert not live.hinting


async def test_the_curve_of_a_finished_table(tmp_path: Path) -> None:
    over = Table.open(ConnectFour(), 2, 5, digest=True)
    play(over, ["greedy", "greedy"], 5)
    async with served(tmp_path / "db", GAMES) as address, httpx.AsyncClient(base_url=address, timeout=60) as http:
        seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
        wish = {"game": "connect_four", "seats": seats, "start": True, "hints": False}
        made = (await http.post("/api/tables", json=wish)).json()["table"]
        assert made["hints"] is False
        early = await http.get(f"/api/tables/{made['id']}/curve")
        assert early.status_code == 409
        assert "not over" in early.json()["detail"]
        sent = await http.post("/api/records", content=msgspec.json.encode(record_of(over)))
        id_ = sent.json()["table"]["id"]
        async with httpx.AsyncClient(base_url=address, timeout=60) as stranger:  # as the race: whoever has the link
            found = (await stranger.get(f"/api/tables/{id_}/curve")).json()
        assert found["steps"] == found["points"][-1]["step"] == over.serial
        assert [seat for seat, chance in enumerate(found["points"][-1]["chances"]) if chance] == over.result.winners
        assert found["names"] == ["Seat 1", "Seat 2"]
        assert found["tries"] > 0
        for turn in found["turns"]:
            step = (await http.get(f"/api/tables/{id_}/steps/{turn['step']}")).json()
            assert step["log"][0]["text"] in turn["words"]
