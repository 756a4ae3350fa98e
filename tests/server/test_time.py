"""Deadlines and games in real time: the clock of the row is the clock of the game, and who is first has it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from hearthside.engine.ask import AnyOf
from hearthside.engine.record import Record, replay
from hearthside.engine.scene import Scene, Story
from hearthside.server.finished import record_bytes
from hearthside.server.hub import Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Join, TakeBack
from tests.tiny.script import Script, asked
from tests.tiny.signals import Signals
from tests.tiny.snatch import Grab, Snatch

from .browser import Browser, Socket
from .house import Eye, house, served, table


class Shown(Signals):
    """Signals, seen as a story."""

    def scene(self, g: Any, seat: int | None) -> Scene:
        seen = msgspec.json.encode(super().scene(g, seat)).decode()
        return Scene("signals", seat, "Signals", centre=(Story("all", lines=(seen,)),))


GAMES: dict[str, Any] = {"snatch": Snatch(), "signals": Shown()}


async def sit(hub: Hub, id_: str, seats: int) -> tuple[Live, list[Eye]]:
    """A browser on each seat."""
    live = await hub.get(id_)
    eyes = [Eye(hub, seat) for seat in range(seats)]
    for eye in eyes:
        await eye.send(live, Join(seat=eye.at))
    return live, eyes


def grab(live: Live, seat: int, piece: int) -> int:
    """The index of a piece among a seat's choices."""
    ask = live.opened.ask_of(seat)
    assert ask is not None
    return [*ask.choices].index(Grab(piece))


async def begun(hub: Hub, seats: int = 3, every: int = 60_000, **options: Any) -> tuple[Live, list[Eye]]:
    """A game of Snatch in which the heap may be grabbed from."""
    live, eyes = await sit(hub, await table(hub, "snatch", seats, options={"every": every, **options}), seats)
    await eyes[0].send(live, Answer(serial=live.number, n=0))
    return live, eyes


async def test_an_answer_that_others_overtook_counts_as_long_as_it_is_offered(tmp_path: Path) -> None:
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, (ann, ben, cid) = await begun(hub)
        serial = live.number
        sent = [(ann, grab(live, 0, 7)), (ben, grab(live, 1, 9)), (cid, grab(live, 2, 7))]
        for eye, n in sent:  # all three saw the same heap
            await eye.send(live, Answer(serial=serial, n=n))
        assert live.opened.g.state.taken == [1, 1, 0]
        assert not {7, 9} & {*live.opened.g.state.heap}
        assert "any more" in cid.last("refused")["reason"]
        assert cid.last("refused")["view"]["scene"]
        await ann.send(live, Answer(serial=serial, n=sent[0][1]))  # a second click
        assert "any more" in ann.last("refused")["reason"]
        await ann.send(live, Answer(serial=serial, n=20))  # and a second piece, before the first is seen to be had
        assert live.opened.g.state.taken == [2, 1, 0]
        await cid.send(live, Answer(serial=serial, n=99))
        assert live.number == serial + 3
        await cid.send(live, Answer(serial=serial, n=0))
        assert live.number == serial + 4
        await cid.send(live, TakeBack())
        await ann.send(live, Answer(serial=live.number - 1, n=0))
        assert live.opened.g.state.taken == [2, 1, 0]


async def test_before_its_first_deadline_a_game_hears_the_clock_too(tmp_path: Path) -> None:
    """Who waits before the game is in a hurry does not find its first deadline passed."""
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, eyes = await sit(hub, await table(hub, "snatch", 2, options={"every": 150}), 2)
        await asyncio.sleep(0.2)
        await eyes[0].send(live, Answer(serial=live.number, n=0))
        assert live.opened.deadline == live.opened.g.now + 150 > 350
        assert live.opened.g.state.stirs == 0
        assert eyes[1].last("update")["view"]["due"] == live.opened.deadline


async def test_who_was_heard_in_time_is_in_time(tmp_path: Path) -> None:
    """What counts is when the server heard an answer, not when its turn comes to be written."""
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, eyes = await begun(hub, stirs=2)
        due = live.opened.deadline
        assert due is not None
        async with live.lock:
            live.wake()
            live.row.clock, live.row.since = due - 1, 0  # the clock goes as the test says
            early = asyncio.create_task(eyes[1].send(live, Answer(serial=live.number, n=0)))
            await asyncio.sleep(0)
            live.row.clock = due
            late = asyncio.create_task(eyes[2].send(live, Answer(serial=live.number, n=1)))
            await asyncio.sleep(0)
        await early
        await late
        await eyes[1].until(lambda: live.number == 4)
        rows = await hub.store.rows(live.row.id)
        assert [(row.kind, row.seat) for row in rows[1:]] == [("answer", 1), ("late", -1), ("answer", 2)]
        early_at, stir, late_at = (row.at or 0 for row in rows[1:])
        assert early_at < due <= stir <= late_at


async def test_deadlines_pass_once_though_two_workers_watch(tmp_path: Path) -> None:
    async with (
        house(tmp_path / "time.sqlite", GAMES, shared=True) as one,
        house(tmp_path / "time.sqlite", GAMES, shared=True) as two,
    ):
        id_ = await table(one, "snatch", 2, options={"every": 25, "stirs": 30})
        lives = [(await sit(hub, id_, 2)) for hub in (one, two)]
        (first, eyes), (second, others) = lives
        await eyes[0].send(first, Answer(serial=first.number, n=0))
        while first.number < 31 or second.number < 31:
            for live in (first, second):
                live.wake()  # both at every chance
            await asyncio.sleep(0.005)
        rows = await one.store.rows(id_)
        assert [row.number for row in rows] == [*range(31)]
        assert [row.kind for row in rows] == ["answer", *["late"] * 30]
        times = [row.at for row in rows if row.at is not None]
        assert times == sorted(times)
        assert all(later - before >= 25 for before, later in pairwise(times))
        assert first.opened.g.state == second.opened.g.state
        await eyes[1].until(lambda: eyes[1].last("over") and others[1].last("over"))


async def test_workers_race_for_a_heap_and_each_piece_is_had_once(tmp_path: Path) -> None:
    """Seats at two workers grab at the same moment: who loses the number has the next, unless the piece is gone."""
    async with (
        house(tmp_path / "time.sqlite", GAMES, shared=True) as one,
        house(tmp_path / "time.sqlite", GAMES, shared=True) as two,
    ):
        id_ = await table(one, "snatch", 2, options={"every": 60_000})
        (first, (ann, _)), (second, (_, ben)) = [await sit(hub, id_, 2) for hub in (one, two)]
        await ann.send(first, Answer(serial=first.number, n=0))
        for n in range(1, 13):
            await ben.until(lambda: first.number == second.number)
            same = n % 3 == 0
            heap = first.opened.g.state.heap
            await asyncio.gather(
                ann.send(first, Answer(serial=first.number, n=grab(first, 0, heap[0]))),
                ben.send(second, Answer(serial=second.number, n=grab(second, 1, heap[0 if same else 5]))),
            )
        await ben.until(lambda: first.number == second.number)
        rows = await one.store.rows(id_)
        assert [row.number for row in rows] == [*range(1 + 4 * 1 + 8 * 2)]
        assert sum(first.opened.g.state.taken) == 20
        assert len({row.choice for row in rows}) == len(rows), "each piece once"
        refused = [m for eye in (ann, ben) for m in map(msgspec.json.decode, eye.got) if m["type"] == "refused"]
        assert len(refused) == 4


async def test_the_clock_stands_still_while_the_table_is_paused(tmp_path: Path) -> None:
    async with served(tmp_path / "time.sqlite", GAMES) as address, Browser(address) as ann:
        table_ = (await ann.make("Ann", game="snatch", options={"every": 3000, "stirs": 1}, start=True))["table"]["id"]
        anns = await ann.join(table_)
        await anns.answer(0)
        due = anns.view["due"]
        await ann.call("POST", f"/api/tables/{table_}/pause")
        await anns.until(lambda: anns.facts["life"] == "paused")
        number = anns.view["number"]
        clocks = []
        for _ in range(2):
            late = await ann.join(table_)
            assert late.view["due"] == due
            clocks.append(late.view["clock"])
            await asyncio.sleep(0.3)
        assert clocks[0] == clocks[1] < due
        assert (anns.view["number"], anns.over) == (number, None)
        left = due - clocks[0]
        began = time.monotonic()
        await ann.call("POST", f"/api/tables/{table_}/resume")
        await anns.until(lambda: anns.over)
        assert time.monotonic() - began > left / 1000 - 0.02


async def test_a_server_that_starts_again_knows_the_deadline(tmp_path: Path) -> None:
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, _ = await begun(hub, stirs=2)
        id_, due = live.row.id, live.opened.deadline
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, eyes = await sit(hub, id_, 3)
        assert live.opened.deadline == due
        assert eyes[0].last("welcome")["view"]["due"] == due


async def test_a_game_with_every_kind_of_question_is_played_in_real_time(tmp_path: Path) -> None:
    """Signals, with deadlines that people miss now and then."""
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        live, eyes = await sit(hub, await table(hub, "signals", 3), 3)
        dice = Random(4)
        while not live.opened.over:
            if dice.random() < 0.1 and live.opened.deadline is not None:
                # the machine slept past the deadline
                live.row.since -= max(0, live.opened.deadline - live.clock())
                live.wake()
                number = live.number
                await eyes[0].until(lambda number=number: live.number > number)
                continue
            for ask in live.opened.asks[:2]:
                count = len(ask.choices)
                pick = dice.sample(range(count), dice.randint(ask.least, min(ask.most, count)))
                message = Answer(serial=live.number, n=pick[0] if ask.most == 1 else pick)
                await eyes[ask.seat].send(live, message)
        record = msgspec.json.decode(record_bytes(live), type=Record)
        replay(record, GAMES["signals"], verify=True)


async def test_bots_take_their_time_in_a_hurry_and_let_people_grab_too(tmp_path: Path) -> None:
    """Two bots of different levels at a heap that a person grabs from without a pause."""
    async with house(tmp_path / "time.sqlite", GAMES) as hub:
        id_ = await table(hub, "snatch", 3, bots=2, options={"every": 150, "stirs": 12})
        await hub.store.change_seat(id_, 1, bot="easy")
        await hub.store.change_seat(id_, 2, bot="hard")
        live = await hub.get(id_)
        ann = Eye(hub, 0)
        await ann.send(live, Join(seat=0))
        await ann.send(live, Answer(serial=live.number, n=0))
        while not live.opened.over:
            await ann.send(live, Answer(serial=live.number, n=0))
            await asyncio.sleep(0.02)
        await ann.until(lambda: ann.last("over"))
        mine, easy, hard = live.opened.g.state.taken
        assert mine > 5
        assert easy <= 20
        assert easy < hard <= 75
        rows = await hub.store.rows(id_)
        assert sum(row.kind == "late" for row in rows) == 12
        replay(msgspec.json.decode(record_bytes(live), type=Record), GAMES["snatch"], verify=True)


class Shy(Snatch):
    """Bots would always rather wait (normal), or want a piece that nobody has put there (hard)."""

    name: ClassVar[str] = "shy"

    def chooser(self, level: str) -> Any:
        return lambda g, ask, dice: Grab(999) if level == "hard" else None


async def test_a_bot_may_rather_wait_and_takes_nothing_else_instead(tmp_path: Path) -> None:
    async with house(tmp_path / "time.sqlite", {"shy": Shy()}) as hub:
        id_ = await table(hub, "shy", 3, bots=2, options={"every": 250, "stirs": 4})
        for seat, bot in ((1, "normal"), (2, "hard")):
            await hub.store.change_seat(id_, seat, bot=bot)
        live = await hub.get(id_)
        ann = Eye(hub, 0)
        await ann.send(live, Join(seat=0))
        await ann.send(live, Answer(serial=live.number, n=0))
        await ann.until(lambda: ann.last("over"))
        assert live.opened.g.state.taken == [0, 0, 0]
        assert [row.kind for row in await hub.store.rows(id_)] == ["answer", *["late"] * 4]


class Talk(Script):
    """Three lines, said by whoever speaks first; or one of two numbers instead."""

    name: ClassVar[str] = "talk"

    def __init__(self) -> None:
        def rule(g: Any) -> Any:
            seat, said = yield AnyOf(tuple(asked(seat, 1, 2, line=20) for seat in (0, 1)))
            g.log(Told(seat, getattr(said, "text", "a number")), "T-1")

        super().__init__(rule, passes=3)

    def say_event(self, g: Any, entry: Any, seat: int | None) -> str:
        return str(entry.event.text)

    def scene(self, g: Any, seat: int | None) -> Scene:
        return Scene("talk", seat, "Talk")


class Told(msgspec.Struct, frozen=True):
    seat: int
    text: str


async def test_a_line_of_text_is_an_answer_where_one_is_taken(tmp_path: Path) -> None:
    games: dict[str, Any] = {"talk": Talk(), "snatch": Snatch()}
    async with house(tmp_path / "time.sqlite", games) as hub:
        id_ = await table(hub, "talk", 2)
        live, (ann, ben) = await sit(hub, id_, 2)
        for eye, line in (
            (ann, "  Well,  then. "),
            (ben, "x" * 21),
            (ben, "a\u202eb"),
            (ben, "And so?"),
            (ben, "And so?"),
        ):
            await eye.send(live, Answer(serial=0, n=line))
        refused = [m["reason"] for m in map(msgspec.json.decode, ben.got) if m["type"] == "refused"]
        assert [("21" in refused[0]), ("202E" in refused[1]), ("any more" in refused[2])] == [True] * 3
        await ann.send(live, Answer(serial=live.number, n=1))
        assert [line["text"] for line in ann.last("update")["log"]] == ["a number"]
    async with house(tmp_path / "time.sqlite", games) as hub:
        live, (ann, _) = await sit(hub, id_, 2)
        assert [line["text"] for line in ann.last("welcome")["log"]] == ["Well, then.", "And so?", "a number"]
        live, (ann, _, _) = await begun(hub)
        await ann.send(live, Answer(serial=live.number, n="hello"))
        assert "not a line" in ann.last("refused")["reason"]


async def hurry(one: Socket, dice: Random, rate: float, lag: float) -> int:
    """A person far away who grabs so many times a second what they saw `lag` seconds ago; how often."""
    count, sending = 0, []
    while not one.over:
        await asyncio.sleep(dice.uniform(0.5, 1.5) / rate)
        if one.mine and not one.over:
            message = {"type": "answer", "serial": one.prompt["serial"], "n": one.pick(dice)}
            sending.append(asyncio.create_task(later(one, message, lag)))
            count += 1
            await asyncio.sleep(lag)  # one hand: nobody grabs again before they see what came of it
    await asyncio.gather(*sending)
    return count


async def later(one: Socket, message: Any, lag: float) -> None:
    await asyncio.sleep(lag)
    await one.send(message)


@pytest.mark.slow
async def test_five_people_far_away_at_ten_answers_a_second(tmp_path: Path) -> None:
    """Everybody's question is closed by others before the answer arrives; each answer is taken, or refused, once.

    On an idle machine nine of ten are taken, and the rest came for a piece that was gone. On a busy one eyes are slow.
    """
    async with served(tmp_path / "time.sqlite", GAMES) as address, Browser(address) as home:
        seats = [f"P{n}" for n in range(5)]
        options = {"every": 200, "stirs": 20}
        id_ = (await home.make(*seats, game="snatch", options=options, start=True))["table"]["id"]
        sockets = [await home.join(id_, seat) for seat in range(5)]
        await sockets[0].answer(0)
        sent = await asyncio.gather(*(hurry(one, Random(n), 20, 0.05) for n, one in enumerate(sockets)))
        data = (await home.http.get(f"/api/tables/{id_}/record")).content
        record = msgspec.json.decode(data, type=Record)
        replay(record, GAMES["snatch"], verify=True)
        taken = Counter(step.seat for step in record.steps[1:])
        for seat, one in enumerate(sockets):
            await one.until(lambda seat=seat, one=one: taken[seat] + len(one.refused) == sent[seat])
        assert taken[-1] == 20
        assert all(taken[seat] for seat in range(5))
