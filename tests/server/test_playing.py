"""Friends open a link and play: real server, real database, real sockets."""

from __future__ import annotations

import asyncio
import hashlib
import signal
from random import Random

import pytest

from .browser import GREEDY, Browser, Socket, comparable
from .conftest import Running, Serve

OPEN = {"kind": "open"}
SHORT = {"rounds": 2, "characters": "random"}


async def test_two_people_and_a_bot_play_to_the_end(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as ben, Browser(server.address) as eve:
        made = await ann.make("Ann", OPEN, GREEDY, options=SHORT)
        table = made["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Бен 🐉"})
        anns, bens, eves = await ann.join(table), await ben.join(table), await eve.join(table)
        assert (anns.seat, bens.seat, eves.seat) == (0, 1, None)
        await ann.call("POST", f"/api/tables/{table}/start")
        await asyncio.gather(anns.play(Random(1)), bens.play(Random(2)))
        await eves.until(lambda: eves.over)
        assert anns.over == bens.over == eves.over
        assert hashlib.sha256(anns.over["seed"].encode()).hexdigest() == anns.over["seed_hash"]
        assert anns.facts["life"] == "over"
        assert not [*anns.refused, *bens.refused]
        # who joins late sees what those see who were there from the start, changes and all
        for early in (anns, bens, eves):
            late = await early.browser.join(table, early.seat)
            assert comparable(late.scene) == comparable(early.scene)
            assert late.log == early.log


async def test_answers_that_do_not_fit_change_nothing(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as eve:
        table = (await ann.make("Ann", GREEDY, options=SHORT, start=True))["table"]["id"]
        anns, eves = await ann.join(table), await eve.join(table)
        await anns.until(lambda: anns.mine)
        serial = anns.prompt["serial"]
        for n, said in ((99, "numbered"), (-1, "numbered"), ([0], "one choice"), ([0, 0], "one choice")):
            await anns.answer(n)
            assert said in anns.refused[-1]["reason"]
            assert anns.refused[-1]["view"]["scene"]
        await eves.answer(0, serial)
        assert "look" in eves.refused[-1]["reason"]
        await eves.answer(0, serial, seat=0)
        assert "hold" in eves.refused[-1]["reason"]
        await anns.send("nonsense")
        await anns.send({"type": "answer", "serial": serial, "n": "0"})
        await anns.until(lambda: len(anns.refused) == 6)
        await anns.answer(0)
        await anns.answer(0, serial)  # a second click
        assert f"question {serial}" in anns.refused[-1]["reason"]
        assert anns.refused[-1]["serial"] == serial
        count = len(anns.refused)
        await anns.until(lambda: anns.mine)
        serial = anns.prompt["serial"]
        await asyncio.gather(*(anns.send({"type": "answer", "serial": serial, "n": 0}) for _ in range(3)))
        await anns.until(lambda: len(anns.refused) == count + 2)


async def test_hot_seat_sees_one_seat_at_a_time(server: Running) -> None:
    async with Browser(server.address) as home:
        table = (await home.make("Ann", "Ben", options=SHORT, start=True))["table"]["id"]
        screen = await home.join(table, 0)
        random = Random(3)
        for _ in range(30):
            await screen.until(lambda: screen.prompt.get("waiting") or screen.over)
            if screen.over:
                break
            asked = screen.prompt["waiting"][0]
            if screen.seat != asked:
                await screen.send({"type": "join", "seat": asked})
                await screen.until(lambda asked=asked: screen.seat == asked)
            await screen.until(
                lambda asked=asked: screen.mine or screen.over or asked not in screen.prompt.get("waiting", [])
            )
            if not screen.mine:
                continue  # that was a window, and it is passed by itself
            await screen.answer(screen.pick(random))
        assert not screen.refused
        assert screen.held == {"seats": [0, 1], "host": True}


async def test_a_seat_moves_by_its_link_and_hostile_hands_do_not_get_it(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as phone, Browser(server.address) as eve:
        made = await ann.make("Ann", GREEDY, options=SHORT, start=True)
        table = made["table"]["id"]
        host, seat = made["keys"]
        claim = f"/api/tables/{table}/claim"
        got = await phone.call("POST", claim, {"key": seat["path"].partition("#")[2]})
        assert got["held"] == {"seats": [0], "host": False}
        assert (await phone.join(table)).seat == 0
        await eve.call("POST", claim, {"key": "x" * 43}, status=403)
        await eve.call("POST", f"/api/tables/{table}/seats/0/link", status=403)
        await eve.call("DELETE", f"/api/tables/{table}/seats/0", status=403)
        await phone.call("POST", f"/api/tables/{table}/pause", status=403)
        await eve.call("POST", f"/api/tables/{table}/seats/0", {"name": "Eve"}, status=409)
        link = await ann.call("POST", f"/api/tables/{table}/seats/0/link")
        got = await eve.call("POST", claim, {"key": link["path"].partition("#")[2]})
        assert got["held"]["seats"] == [0]
        assert host["seat"] == -1
        log = server.log.read_text()
        assert not [key for key in (host, seat, link) if key["path"].partition("#")[2] in log]


async def test_a_bot_takes_over_and_the_seat_comes_back(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as ben:
        table = (await ann.make("Ann", OPEN, options={"rounds": 4, "characters": "random"}))["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        anns, bens = await ann.join(table), await ben.join(table)
        await ben.call("DELETE", f"/api/tables/{table}/seats/1")
        await anns.until(lambda: anns.facts["seats"][1]["away"])
        await anns.play(Random(4), lambda: any(line.get("seat") == 1 and line.get("opens") for line in anns.log))
        number = bens.view["number"]
        await bens.send({"type": "answer", "serial": number, "n": 0})
        await bens.until(lambda: bens.refused)
        assert "stands in" in bens.refused[-1]["reason"]
        await ben.call("POST", f"/api/tables/{table}/seats/1/back")
        await anns.until(lambda: not anns.facts["seats"][1]["away"])
        await asyncio.gather(anns.play(Random(5)), bens.play(Random(6)))
        assert bens.view["number"] > number


async def test_the_host_replaces_who_is_not_here(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as ben:
        table = (await ann.make("Ann", OPEN, options=SHORT))["table"]["id"]
        await ann.call("POST", f"/api/tables/{table}/start", status=409)
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        bens = await ben.join(table)
        await ann.call("POST", f"/api/tables/{table}/seats/1/bot", {}, status=409)
        await bens.close()
        anns = await ann.join(table)
        await anns.until(lambda: not anns.facts["seats"][1]["here"])
        await ann.call("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "random"})
        await anns.play(Random(7))


async def whose(*sockets: Socket) -> Socket:
    """The first of them that is asked; windows may pass by themselves before one is."""
    async with asyncio.timeout(20):
        while True:
            for one in sockets:
                if one.mine:
                    return one
            await asyncio.sleep(0.005)


async def test_undo_asks_those_whom_it_concerns(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as ben:
        table = (await ann.make("Ann", OPEN, options={"rounds": 6, "characters": "random"}))["table"]["id"]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        anns, bens = await ann.join(table), await ben.join(table)
        for one in (anns, bens):
            await one.send({"type": "set_passing", "passing": {"others": False}})
        random = Random(8)
        while not (anns.view["undo"].get("to", -1) >= 0 and not anns.view["undo"]["free"]):
            one = await whose(anns, bens)
            await one.answer(one.pick(random))
            other = bens if one is anns else anns
            await other.until(lambda one=one, other=other: other.view["number"] >= one.view["number"])
        number, to = anns.view["number"], anns.view["undo"]["to"]
        before = anns.facts
        assert "Ben" in anns.view["undo"]["why"]
        await anns.send({"type": "take_back"})
        await bens.until(lambda: bens.view["undo"]["asking"])
        asking = bens.view["undo"]["asking"]
        assert (asking["to"], asking["needs"], asking["agreed"]) == (to, [1], [0])
        assert anns.view["number"] == number
        await bens.send({"type": "consent", "number": asking["number"], "agree": False})
        await anns.until(lambda: not anns.view["undo"]["asking"] and anns.chat)
        await anns.send({"type": "take_back"})
        await bens.until(lambda: bens.view["undo"]["asking"])
        lines = len(anns.log)
        await bens.send({"type": "consent", "number": number, "agree": True})
        await anns.until(lambda: anns.view["number"] > number)
        assert anns.mine
        assert len(anns.log) <= lines
        assert before["id"] == table
        await anns.answer(0, number)  # a click from before
        assert anns.refused
        late = await ann.join(table)
        assert comparable(late.scene) == comparable(anns.scene)
        assert late.log == anns.log
        await asyncio.gather(anns.play(Random(9)), bens.play(Random(10)))


async def test_alone_with_bots_undo_is_free(server: Running) -> None:
    async with Browser(server.address) as ann:
        table = (await ann.make("Ann", GREEDY, options={"rounds": 6}, start=True))["table"]["id"]
        anns = await ann.join(table)
        await anns.play(Random(1), lambda: anns.view["number"] > 40)
        await anns.until(lambda: anns.mine)
        assert anns.view["undo"]["free"]
        number = anns.view["number"]
        await anns.send({"type": "take_back"})
        await anns.until(lambda: anns.mine and anns.view["number"] > number)
        await anns.answer(anns.pick(Random(1)))
        assert not anns.refused


async def test_pause_chat_and_rematch(server: Running) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as ben, Browser(server.address) as eve:
        table = (await ann.make("Ann", OPEN, options=SHORT, public=True, name="Friday"))["table"]["id"]
        assert table in [one["id"] for one in (await eve.call("GET", "/api/tables"))["tables"]]
        await ben.call("POST", f"/api/tables/{table}/seats/1", {"name": "Ben"})
        await ann.call("POST", f"/api/tables/{table}/start")
        anns, bens, eves = await ann.join(table), await ben.join(table), await eve.join(table)
        await ann.call("POST", f"/api/tables/{table}/pause")
        await bens.until(lambda: bens.facts["life"] == "paused")
        asked = anns if anns.mine else bens
        await asked.answer(0)
        assert "paused" in asked.refused[-1]["reason"]
        await ann.call("POST", f"/api/tables/{table}/resume")
        await bens.send({"type": "say", "text": "<script>alert(1)</script>"})
        await eves.until(lambda: eves.chat)
        assert eves.chat[0]["text"] == "<script>alert(1)</script>"  # text is text; clients show it as such
        await eves.send({"type": "say", "text": "hello"})
        await eves.until(lambda: eves.refused)
        await asyncio.gather(anns.play(Random(1)), bens.play(Random(2)))
        again = await ben.call("POST", f"/api/tables/{table}/rematch")
        assert again["held"] == {"seats": [1], "host": False}
        await anns.until(lambda: anns.facts["next"])
        assert anns.facts["next"] == again["table"]["id"]
        assert (await ann.call("POST", f"/api/tables/{table}/rematch"))["table"]["id"] == again["table"]["id"]
        assert (await ann.call("GET", f"/api/tables/{again['table']['id']}"))["held"] == {"seats": [0], "host": True}
        await eve.call("POST", f"/api/tables/{table}/rematch", status=403)
        await ann.call("POST", f"/api/tables/{table}/archive")
        assert table not in [one["id"] for one in (await eve.call("GET", "/api/tables"))["tables"]]


@pytest.mark.slow
async def test_time_to_decide(server: Running) -> None:
    async with Browser(server.address) as ann:
        table = (await ann.make("Ann", GREEDY, options=SHORT, start=True, think=1))["table"]["id"]
        anns = await ann.join(table)
        await anns.until(lambda: anns.mine)
        assert 0 < anns.view["due"] - anns.view["clock"] <= 1000
        number = anns.view["number"]
        await anns.until(lambda: anns.view["number"] > number)


@pytest.mark.slow
async def test_kill_9_loses_no_accepted_answer(serve: Serve) -> None:
    running = serve()
    async with Browser(running.address) as ann:
        table = (await ann.make("Ann", GREEDY, GREEDY, options={"rounds": 3}, start=True))["table"]["id"]
        random = Random(11)
        anns = await ann.join(table)
        for stop in (8, 20):
            await anns.play(random, lambda stop=stop: anns.view["number"] >= stop)
            if anns.over:
                break
            number, log = anns.view["number"], anns.log
            await anns.send({"type": "answer", "serial": number, "n": 0})  # on its way when the server dies
            running.kill()
            await anns.close()
            running.start()
            await anns.connect()
            assert anns.view["number"] >= number  # all that was seen is there
            assert anns.log[: len(log)] == log
        await anns.play(random)
        assert anns.over
        # asked to stop, it says so to everybody and leaves nothing half done
        running.kill(signal.SIGTERM)
        async with anns.changed:
            await asyncio.wait_for(anns.changed.wait_for(lambda: anns.closed is not None), 10)
        assert anns.closed == 1012
        assert "trace" not in running.log.read_text()
