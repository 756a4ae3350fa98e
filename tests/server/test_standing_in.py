"""A bot stands in while its person is away: whatever order things come in, the table and every screen go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine.record import Record, replay
from hearthside.server.finished import record_bytes
from hearthside.server.hub import Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer
from tests.tiny.signals import Signals
from tests.tiny.snatch import Snatch

from .house import Eye, house, table
from .test_time import GAMES, begun, sit


class Thought:
    """A bot's thinking that lasts until the test lets it end."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

        async def think(work: Callable[[], Any]) -> Any:
            choice = work()
            self.begun.set()
            await self.may_end.wait()
            return choice

        monkeypatch.setattr(hub, "think", think)


async def leave(hub: Hub, live: Live, seat: int, away: bool = True) -> None:
    """A person leaves a seat to a bot, or takes it back."""
    assert await hub.store.change_seat(live.row.id, seat, ("person",), away=away, bot="random" if away else "")
    await hub.changed(live)


def shows(eye: Eye, live: Live) -> bool:
    """The browser's question is the open one, as it stands."""
    views = [m["view"] for m in map(msgspec.json.decode, eye.got) if m.get("view")]
    prompt = live.whole(eye.at).prompt
    return bool(views) and views[-1]["number"] == live.number and views[-1]["prompt"].get("mine", False) == prompt.mine


ORDERS = ("back, thought", "back, answer, thought", "back, away, thought", "answer, thought, back", "thought, back")


@pytest.mark.parametrize("order", ORDERS)
async def test_a_thought_that_the_seat_overtakes_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    async with house(tmp_path / "s.sqlite", GAMES) as hub:
        live, (ann, ben, _) = await begun(hub)
        thought = Thought(hub, monkeypatch)
        await leave(hub, live, 1)
        await asyncio.wait_for(thought.begun.wait(), 20)
        for what in order.split(", "):
            before = live.number
            if what == "back":
                await leave(hub, live, 1, away=False)
            elif what == "away":
                await leave(hub, live, 1)
            elif what == "answer":
                away = live.seats[1].away
                await ben.send(live, Answer(serial=live.number, n=0))
                assert live.number == before + (not away), "who is away is refused, and told how it stands"
            else:
                thought.may_end.set()
                if live.seats[1].away:
                    await ben.until(lambda before=before: live.number > before)
                await asyncio.sleep(0.01)
            await ben.until(lambda: not live.lock.locked())
            assert shows(ben, live)
        await leave(hub, live, 1, away=False)
        number = live.number
        for eye in (ben, ann, ben):
            await eye.send(live, Answer(serial=live.number, n=0))
        assert live.number == number + 3, "everybody is answered"
        assert all(shows(eye, live) for eye in (ann, ben))


@pytest.mark.parametrize("game", [Snatch(), Signals()], ids=["hurried", "every kind of question"])
async def test_seats_change_hands_at_random_and_the_game_comes_to_its_end(tmp_path: Path, game: Any) -> None:
    """Three people leave and come back all the time; whoever is asked answers what their screen shows."""
    options = {"every": 150, "stirs": 8} if game.name == "snatch" else {}
    async with house(tmp_path / "s.sqlite", GAMES) as hub:
        live, eyes = await sit(hub, await table(hub, game.name, 3, options=options), 3)
        dice = Random(6)

        async def person(eye: Eye) -> None:
            while not live.opened.over:
                if dice.random() < 0.3:
                    await leave(hub, live, eye.at or 0, away=not live.seats[eye.at or 0].away)
                elif not live.seats[eye.at or 0].away:
                    view = next(m["view"] for m in map(msgspec.json.decode, reversed(eye.got)) if m.get("view"))
                    prompt = view["prompt"]
                    if prompt.get("mine"):
                        count, most = len(prompt["lit"]), prompt.get("most", 1)
                        pick: Any = dice.randrange(count) if most == 1 else [*range(prompt.get("least", 1))]
                        await eye.send(live, Answer(serial=prompt["serial"], n=pick))
                await asyncio.sleep(dice.random() * 0.02)

        async with asyncio.timeout(60):
            await asyncio.gather(*map(person, eyes))
        for eye in eyes:
            await eye.until(lambda eye=eye: eye.last("over"))
        replay(msgspec.json.decode(record_bytes(live), type=Record), GAMES[game.name], verify=True)
