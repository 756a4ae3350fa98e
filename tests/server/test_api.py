"""The lobby's API, records and replay, limits and origins."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hearthside.engine.record import read, replay
from hearthside.games import game

from .browser import GREEDY, Browser
from .conftest import Running

SHORT = {"rounds": 2, "characters": "random"}


async def test_games_rules_health_metrics_and_page(server: Running) -> None:
    async with Browser(server.address) as ann:
        (novus,) = [one for one in await ann.call("GET", "/api/games") if one["name"] == "novus"]
        assert (novus["least"], novus["most"], novus["bots"]) == (1, 5, ["normal", "easy", "hard", "random"])
        kinds = {option["name"]: option["kind"] for option in novus["options"]}
        assert (kinds["characters"], kinds["trading"], kinds["rounds"], kinds["heroes"]) == (
            "choice",
            "yes_no",
            "number",
            "list",
        )
        found = await ann.call("GET", "/api/games/novus/rules?q=NV-BATTLE-23")
        assert [rule["id"] for rule in found["rules"]] == ["NV-BATTLE-23"]
        assert (await ann.call("GET", "/api/games/novus/rules?q=NV-BATTEL-23"))["note"]
        assert len((await ann.call("GET", "/api/games/novus/rules"))["rules"]) > 100
        assert (await ann.call("GET", "/api/health"))["status"] == "ok"
        assert "/api/tables/{id_}/claim" in (await ann.call("GET", "/api/openapi.json"))["paths"]
        metrics = (await ann.http.get("/metrics")).text
        assert "hearthside_commit_seconds_bucket" in metrics
        page = await ann.http.get("/t/whatever")
        assert page.status_code == 200
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert (await ann.http.get("/../../etc/passwd")).status_code in (200, 404)
        for path in (
            "/api/nothing",
            "/nothing.js",
            "/%2e%2e/app.py",
            "/api/tables/aaaaaaaaaaaa",
            "/api/games/chess/rules",
        ):
            assert (await ann.http.get(path)).json()["status"] == 404, path


async def test_tables_that_cannot_be_are_refused_with_a_sentence(server: Running) -> None:
    async with Browser(server.address) as ann:
        make = "/api/tables"
        seats = [{"kind": "person", "name": "Ann"}]
        for body, status, said in (
            ({"game": "chess", "seats": seats}, 404, "no game called"),
            ({"game": "novus", "seats": seats * 6}, 409, "1 to 5"),
            ({"game": "novus", "seats": [{"kind": "bot", "bot": "os:system"}]}, 409, "no bot"),
            ({"game": "novus", "seats": [{"kind": "person", "name": ""}]}, 409, "visible"),
            ({"game": "novus", "seats": seats, "options": {"colour": 1}}, 409, "colour"),
            ({"game": "novus", "seats": seats, "options": {"heroes": ["nobody"]}}, 409, "nobody"),
            ({"game": "novus", "seats": seats, "nonsense": 1}, 400, "nonsense"),
            ({"game": "novus", "seats": [{"kind": "open"}], "start": True}, 409, "open"),
        ):
            problem = await ann.call("POST", make, body, status)
            assert said in problem["detail"], problem
        big = await ann.http.post(make, content=b'{"game":"' + b"x" * 100_000 + b'"}')
        assert big.status_code == 413


async def test_other_sites_are_not_served(server: Running) -> None:
    async with Browser(server.address) as ann:
        table = (await ann.make("Ann", GREEDY, start=True))["table"]["id"]
        with pytest.raises(InvalidStatus) as caught:
            await ann.join(table, headers={"Origin": "http://evil.example"})
        assert caught.value.response.status_code == 403
        assert (await ann.join(table, headers={"Origin": server.address})).seat == 0
        seats = {"game": "novus", "seats": [{"kind": "bot"}]}
        answer = await ann.http.post("/api/tables", json=seats, headers={"Origin": "http://evil.example"})
        assert answer.status_code == 403
        answer = await ann.http.get("/api/tables", headers={"Host": "evil.example"})
        assert answer.status_code == 403


async def test_a_flood_is_stopped(server: Running) -> None:
    async with Browser(server.address) as ann:
        table = (await ann.make("Ann", GREEDY, start=True))["table"]["id"]
        anns = await ann.join(table)
        with suppress(ConnectionClosed):  # the server may cut the line before the last of them
            for _ in range(200):
                await anns.send({"type": "ping"})
        async with anns.changed:
            await asyncio.wait_for(anns.changed.wait_for(lambda: anns.closed is not None), 10)
        assert anns.closed == 1008
        again = await ann.join(table)
        with suppress(ConnectionClosed):
            await again.send(json.dumps({"type": "say", "text": "x" * 20_000}))
        async with again.changed:
            await asyncio.wait_for(again.changed.wait_for(lambda: again.closed is not None), 10)
        assert again.closed in (1008, 1009)
        line = await ann.join(table)
        for _ in range(10):
            await line.send({"type": "say", "text": "hello"})
        await line.until(lambda: any("chat" in one["reason"] for one in line.refused))


async def test_records_are_downloaded_replayed_and_brought_back(server: Running, tmp_path: Path) -> None:
    async with Browser(server.address) as ann, Browser(server.address) as eve:
        table = (await ann.make("Ann", GREEDY, options=SHORT, start=True))["table"]["id"]
        anns = await ann.join(table)
        await ann.call("GET", f"/api/tables/{table}/record", status=409)
        await ann.call("GET", f"/api/tables/{table}/steps/0", status=409)
        await anns.play(Random(1))
        data = (await eve.http.get(f"/api/tables/{table}/record")).content
        file = tmp_path / "record.json"
        file.write_bytes(data)
        record = read(file)
        replay(record, game("novus"), verify=True)
        steps = len(record.steps)
        for n in (steps, 0, 5, 3):
            step = await eve.call("GET", f"/api/tables/{table}/steps/{n}?seat=0")
            assert (step["step"], step["steps"], step["scene"]["seat"]) == (n, steps, 0)
        assert step["scene"] != (await eve.call("GET", f"/api/tables/{table}/steps/3"))["scene"]
        await eve.call("GET", f"/api/tables/{table}/steps/{steps + 1}", status=404)
        race = await eve.call("GET", f"/api/tables/{table}/race")
        assert race["moments"][-1]["step"] == steps
        assert len(race["names"]) == 2
        assert (await eve.call("GET", f"/api/tables/{table}/aids"))["aids"]

        back = await eve.call("POST", "/api/records", json.loads(data))
        assert (back["table"]["life"], back["table"]["replay"]) == ("over", True)
        again = (await eve.http.get(f"/api/tables/{back['table']['id']}/record")).json()
        assert again["steps"] == json.loads(data)["steps"]


async def test_an_unfinished_record_goes_on(server: Running, tmp_path: Path) -> None:
    from hearthside.bots import play
    from hearthside.engine.record import record_of, write
    from hearthside.engine.table import Table

    novus = game("novus")
    begun = Table.open(novus, 2, 5, novus.Options(rounds=2), digest=True)
    play(begun, ["random", "random"], cap=25)
    write(record_of(begun, ["me:Ann", "greedy"]), tmp_path / "save.json")
    record = json.loads((tmp_path / "save.json").read_bytes())
    async with Browser(server.address) as ann:
        made = await ann.call("POST", "/api/records", record)
        table = made["table"]["id"]
        assert [seat["kind"] for seat in made["table"]["seats"]] == ["person", "bot"]
        await ann.call("POST", f"/api/tables/{table}/start")
        anns = await ann.join(table)
        assert anns.facts["answers"] >= 25
        await anns.play(Random(1))
        for change in (
            {"steps": record["steps"][:-1]},
            {"packs": ["/etc"]},
            {"seed": 6},
            {"game": "chess"},
            {"format": 9},
        ):
            answer = await ann.http.post("/api/records", json={**record, **change})
            assert answer.status_code in (404, 422), answer.text
