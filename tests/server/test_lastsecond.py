"""Last-Second Quest over the wire: races for one tile, poses that do not fit, slow lines, what outlives a server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside import bots
from hearthside.engine.errors import Refused
from hearthside.engine.record import record_of
from hearthside.engine.table import Table
from hearthside.games.lastsecond import library
from hearthside.games.lastsecond.adventurers import head_start
from hearthside.games.lastsecond.choices import FreePlace, Place, PlaceSlot, Vote
from hearthside.games.lastsecond.context import HANDS, SLICE, Options
from hearthside.games.lastsecond.game import LastSecond
from hearthside.server.offers import Offers
from tests.games.lastsecond.story import player, quest, scoring, story, turns

from .browser import Browser, Socket, comparable
from .conftest import Running, Serve

rule = pytest.mark.rule
GAME, BOX = LastSecond(), library.load()
QUICK = {"cap": 36_000, "judge": "strict"}
SIGMAS = 4.5


async def lay(home: Browser, *seats: Any, **options: Any) -> str:
    """A table that plays."""
    made = await home.make(*seats, game="lastsecond", options={**QUICK, **options}, start=True)
    return str(made["table"]["id"])


def taking(one: Socket, tile: int) -> int:
    """The index of the choice that takes a tile, -1 if there is none."""
    lit = one.prompt.get("lit", []) if one.prompt.get("topic") == "search" else []
    return next((n for n, choice in enumerate(lit) if f"tile-{tile}" in choice.get("touches", [])), -1)


def free(one: Socket) -> bool:
    """The hand is empty and may take something."""
    return one.mine and one.prompt.get("topic") == "search"


def holds(one: Socket) -> bool:
    return one.mine and one.prompt.get("topic") == "hold"


def message(one: Socket, n: Any, serial: int | None = None) -> dict[str, Any]:
    return {"type": "answer", "serial": one.prompt["serial"] if serial is None else serial, "n": n}


async def take(one: Socket, tile: int) -> None:
    """Takes a tile and waits until the hand holds it."""
    await one.until(lambda: free(one))
    await one.send(message(one, taking(one, tile)))
    await one.until(lambda: holds(one))


async def put_back(one: Socket) -> None:
    await one.send(message(one, 0))
    await one.until(lambda: free(one))


def rows_of(server: Running, id_: str) -> list[tuple[str, int, Any, int]]:
    """(kind, seat, choice, game clock) of each row."""
    (db,) = [one for one in server.folder.iterdir() if one.suffix in (".sqlite", ".db")]
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as store:
        what = 'SELECT kind, seat, choice, at FROM rows WHERE "table" = ? AND at NOTNULL ORDER BY number'
        found = store.execute(what, (id_,))
        return [(kind, seat, json.loads(choice), at) for kind, seat, choice, at in found]


def clock_of(one: Socket) -> int:
    return int(one.view["clock"])


# ---- races ----

TABLES, RACES = 20, 50


async def races(home: Browser, id_: str, dice: Random, told: list[float]) -> list[tuple[int, int]]:
    """Two sockets reach for the same tile at the same time, again and again: (who sent first, who had it)."""
    two = [await home.join(id_, seat) for seat in (0, 1)]
    found = []
    for n in range(RACES):
        tile = dice.randint(1, 60)
        await asyncio.gather(
            *(one.until(lambda one=one, tile=tile: one.mine and taking(one, tile) >= 0) for one in two)
        )
        first = n % 2
        order = [two[first], two[1 - first]]
        sent = [message(one, taking(one, tile)) for one in order]
        began = time.monotonic()
        most = max(one.view["number"] for one in two) + 2  # when both are written
        await asyncio.gather(*(one.send(what) for one, what in zip(order, sent, strict=True)))
        await asyncio.gather(*(one.until(lambda one=one, most=most: one.view["number"] >= most) for one in two))
        ends = [asyncio.create_task(one.until(lambda one=one: free(one) or holds(one))) for one in two]
        await asyncio.gather(*ends)
        told.append(time.monotonic() - began)
        winners = [seat for seat, one in enumerate(two) if holds(one)]
        assert len(winners) == 1, "exactly one has it, and the other hand is free"
        assert free(two[1 - winners[0]])
        found.append((first, winners[0]))
        await put_back(two[winners[0]])
    return found


@pytest.mark.slow
@rule("LS-DIG-6", "LS-DIG-24", "LS-EX-37")
async def test_a_thousand_races_for_one_tile_favour_nobody(server: Running) -> None:
    """Each time exactly one gets it; the other hand is free again and told."""
    told: list[float] = []
    async with Browser(server.address) as home:
        ids = [await lay(home, "Ann", "Ben") for _ in range(TABLES)]
        runs = await asyncio.gather(*(races(home, id_, Random(n), told) for n, id_ in enumerate(ids)))
    all_ = [one for run in runs for one in run]
    assert len(all_) == TABLES * RACES == 1000
    assert sorted(told)[len(told) // 2] < 1, "half of them at least, however busy the machine"
    even(sum(winner == 0 for _, winner in all_), len(all_))
    drawn, first_had_it, late = 0, 0, 0
    for id_, run in zip(ids, runs, strict=True):
        answers = [row for row in rows_of(server, id_) if row[0] == "answer"]
        assert len(answers) == 3 * RACES
        for (one, two, back), (_, winner) in zip(zip(*[iter(answers)] * 3, strict=True), run, strict=True):
            assert (one[2], one[1], back[1]) == (two[2], 1 - two[1], winner)
            arrivals = [arrival(row[3]) for row in (one, two)]
            if arrivals[0] == arrivals[1]:
                drawn += 1
                first_had_it += winner == one[1]
            else:
                late += 1
                assert (winner == one[1]) == (arrivals[0] < arrivals[1]), "the earlier hand has it"
    assert drawn > 500, f"{late} of {len(all_)} pairs came in different slices"
    even(first_had_it, drawn)


def arrival(at: int) -> int:
    """When a hand is at a tile that it reaches for at a time of the table's clock; both count from the same moment."""
    return -(-(at + HANDS["quick"].grab) // SLICE)


def even(count: int, of: int) -> None:
    """About half of them, as a fair coin would."""
    assert abs(count - of / 2) < SIGMAS * (of / 4) ** 0.5, f"{count} of {of}"


# ---- poses that do not fit ----

MATS = ("chest", "backpack", "saddle-bags", "cart")
ITEMS = ("apple", "crowbar", "axe", "mace", "feathered-hat", "love-potion")  # from one square to five


def legal(t: Any, tile: int, lie: int, cell: int) -> bool:
    """Whether a lie may be there, worked out from the picture of the mat and the shape alone."""
    mat = BOX.mats[t.players[0].mat]
    lines = mat.picture.split()
    shape = BOX.shapes[BOX.tile(tile).shape].shape
    lies = turns(shape)
    if not (0 <= lie < len(lies) and 0 <= cell < len(lines) * len(lines[0])):
        return False
    row, column = divmod(cell, len(lines[0]))
    covered = {
        square for laid in t.players[0].laid if not laid.slot for square in t.g.board(t.players[0]).squares(laid)
    }
    squares = {(row + y, column + x) for x, y in lies[lie]}
    free = {(y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "."} - covered
    return squares <= free


@pytest.mark.parametrize("mat", MATS)
@pytest.mark.parametrize("item", ITEMS)
@rule("LS-PLACE-7", "LS-PLACE-8", "LS-PLACE-14")
def test_the_rules_refuse_every_pose_that_does_not_fit(mat: str, item: str) -> None:
    """Rotated, mirrored, overlapping, half outside, covered, the wrong slot: each is tried, and nothing changes."""
    t = story(player(items=["rope", "chalice"], hand=item), player(), mat=mat)
    tile = t.number(item)
    before = msgspec.json.encode(t.state)
    accepts = {"one": 1, "two": 2}
    tried = 0
    for lie in range(-1, 9):
        for cell in range(-1, 80):
            if legal(t, tile, lie, cell):
                assert Place(lie, cell) in t.offered(0)
                continue
            tried += 1
            with pytest.raises(Refused):
                t.do(0, Place(lie, cell))
    assert tried > 400
    for n in range(-1, 8):
        slots = BOX.mats[mat].slots
        wants = slots[n - 1].accepts if 0 < n <= len(slots) else ""
        takes = accepts.get(wants) == BOX.size[tile] or (wants == "straight" and item == "mace")
        if wants and takes:
            assert PlaceSlot(n) in t.offered(0)
            continue
        with pytest.raises(Refused):
            t.do(0, PlaceSlot(n))
    for lie, row, column in ((0, 0, 0), (0, -1, 0), (1, 4, 4), (0, 99, 99)):
        with pytest.raises(Refused):
            t.do(0, FreePlace(lie, row, column))
    assert msgspec.json.encode(t.state) == before


def named(one: Socket) -> dict[tuple[Any, int, int], int]:
    """The indices of the placements that a seat is offered: by squares of the lie, row and column."""
    fit = one.prompt["fit"]
    found, n = {}, fit.get("n", 0)
    for way, at in zip(fit["ways"], fit["at"], strict=True):
        for row, column in at:
            found[frozenset(map(tuple, way)), row, column] = n
            n += 1
    return found


async def refused(one: Socket, what: Any) -> str:
    """Sends something that must not be taken; why it is not."""
    scene, number, before = comparable(one.scene), one.view["number"], len(one.refused)
    await one.send(what)
    await one.until(lambda: len(one.refused) > before)
    assert (comparable(one.scene), one.view["number"]) == (scene, number), "nothing changed"
    why = str(one.refused[-1]["reason"])
    assert why.endswith(".")
    assert why.count(". ") == 0, "one sentence"
    return why


@rule("LS-PLACE-7", "LS-PLACE-8", "LS-PLACE-14", "LS-MAT-4", "LS-MAT-5")
async def test_no_message_places_a_tile_where_it_does_not_fit(server: Running) -> None:
    """An answer names a choice by its number: neither a number of no choice, nor one of an older question that now
    means a pose that does not fit, nor a pose spelled out is taken."""
    crowbar, rope, apple, ring = (BOX.tile_number[one] for one in ("crowbar", "rope", "apple", "signet-ring"))
    async with Browser(server.address) as home:
        id_ = await lay(home, "Ann", "Ben", mat="backpack")
        ann = await home.join(id_, 0)
        # rotated, mirrored, overlapping and covered: what was free when the crowbar was first in the hand
        await take(ann, crowbar)
        old, poses = ann.prompt["serial"], named(ann)
        assert len({lie for lie, _, _ in poses}) == 8
        await put_back(ann)
        await take(ann, rope)
        (lie, row, column), n = next((pose, n) for pose, n in named(ann).items() if len({y for y, _ in pose[0]}) == 4)
        lies = {(row + y, column + x) for y, x in lie}
        await ann.send(message(ann, n))
        await ann.until(lambda: free(ann))
        await take(ann, crowbar)
        for shape in {lie for lie, _, _ in poses}:
            over = next(
                n for (lie, y, x), n in poses.items() if lie == shape and lies & {(y + a, x + b) for a, b in lie}
            )
            assert "nothing changed" in await refused(ann, message(ann, over, old))
        # numbers of no choice
        count = len(ann.prompt["lit"]) + sum(map(len, ann.prompt["fit"]["at"]))
        for n in (-1, -count, count, count + 1, 10**9):
            assert f"0 to {count - 1}" in await refused(ann, message(ann, n))
        assert "not a list" in await refused(ann, message(ann, [count - 1]))
        # another piece's question: where one square fits, four stick out
        await put_back(ann)
        await take(ann, apple)
        small, corners = ann.prompt["serial"], named(ann)
        pocket = taking_slot(ann, "slot-0-3")
        outside = max(corners.items(), key=lambda one: one[0][1:])[1]
        await put_back(ann)
        await take(ann, crowbar)
        assert "nothing changed" in await refused(ann, message(ann, outside, small))
        fits = next(n for (_, y, x), n in corners.items() if [y, x] in ann.prompt["fit"]["at"][0])
        assert "nothing changed" in await refused(ann, message(ann, fits, small)), "it was meant for the other piece"
        # the wrong slot, and one that is covered
        assert taking_slot(ann, "slot-0-3") < 0
        assert "nothing changed" in await refused(ann, message(ann, pocket, small))
        await put_back(ann)
        await take(ann, ring)
        await ann.send(message(ann, taking_slot(ann, "slot-0-3")))
        await ann.until(lambda: free(ann))
        await take(ann, apple)
        assert taking_slot(ann, "slot-0-3") < 0
        assert "nothing changed" in await refused(ann, message(ann, pocket, small))
        await put_back(ann)
        # spelled out
        await take(ann, crowbar)
        spelled = [
            *(Place(lie, cell) for lie, cell in ((0, 14), (1, 14), (5, 14), (0, 40), (9, 0), (0, -1))),
            *(PlaceSlot(n) for n in (1, 3, 9)),
            FreePlace(0, -1, 2),
        ]
        for pose in spelled:
            text = msgspec.json.encode(pose).decode()
            assert "not a line" in await refused(ann, message(ann, text))
        for start in range(0, len(spelled), 4):  # who goes on so is shown the door
            async with Socket(home, id_, 0) as eve:
                await eve.connect()
                for pose in spelled[start : start + 4]:
                    value = msgspec.to_builtins(pose)
                    for what in (message(eve, value), {**message(eve, 0), "choice": value}):
                        assert "not a message" in await refused(eve, what)
        await ann.until(lambda: holds(ann))
        assert [row[2]["type"] for row in rows_of(server, id_) if row[0] == "answer"].count("place") == 1


def taking_slot(one: Socket, slot: str) -> int:
    """The index of the choice that puts the held piece into a slot, -1 if there is none."""
    return next((n for n, lit in enumerate(one.prompt["lit"]) if slot in lit.get("touches", [])), -1)


# ---- a vote that comes too late ----


@rule("LS-VOTE-5")
def test_a_ballot_that_crosses_the_verdict_is_none_on_the_next_item() -> None:
    wants = quest("melee", without=["evil"])
    t = scoring(player(items=["rope", "mace"]), player(), player(), quest=wants).step(3)
    t.challenge((1, "rope", "melee"), (1, "mace", "melee"))
    offers, asks = Offers(), []
    for number in (1, 2):
        ask = t.table.ask_of(0)
        assert ask is not None
        asks.append(ask)
        offers.note(number, ask)
        assert offers.still(number, ask, 0) == Vote(True)
        if number == 1:
            t.vote(0, 1, says=None)
    assert offers.still(1, asks[1], 0) is None


# ---- a slow line ----

SLOW = 0.3  # seconds each way that a message takes


def ahead(t: Table) -> list[int]:
    return [head_start(t.g, one) for one in t.g.state.players]


@cache
def before_a_head_start() -> tuple[bytes, int, int]:
    """A record that stands before a quest that opens earlier for one of two; which seat that is, and how many
    milliseconds."""

    class Stands(Exception):
        pass

    def look(t: Table) -> None:
        seconds = ahead(t)
        if t.g.state.stage == "rest" and max(0, *seconds) - min(seconds) >= 3 and max(seconds) > min(seconds):
            raise Stands

    for seed in range(300):
        table_ = Table.open(GAME, 2, seed, Options(**QUICK), digest=True)  # type: ignore[arg-type]
        try:
            bots.play(table_, ["hard", "hard"], seed, watch=look)
        except Stands:
            seconds = ahead(table_)
            first = seconds.index(max(seconds))
            lead = (seconds[first] - seconds[1 - first]) * 1000
            if max(seconds) >= 0 and len(table_.asks) == 2:
                return msgspec.json.encode(record_of(table_, ["me:Ann", "me:Ben"])), first, lead
    raise AssertionError("no game comes to stand so")


@rule("LS-GAP-31", "LS-DIG-8")
async def test_a_head_start_survives_a_slow_line(server: Running) -> None:
    """What opens when is the server's: the slow one's hand is in the heap before the other's may be."""
    record, first, lead = before_a_head_start()
    async with Browser(server.address) as home:
        answer = await home.http.post("/api/records", content=record)
        assert answer.is_success, answer.text
        id_ = answer.json()["table"]["id"]
        await home.call("POST", f"/api/tables/{id_}/start")
        slow, fast = await home.join(id_, first), await home.join(id_, 1 - first)
        for one in (slow, fast):
            await one.send(message(one, 0))  # ready
        await slow.until(lambda: free(slow))
        await fast.until(lambda: not fast.mine)

        async def far() -> None:
            await asyncio.sleep(SLOW)  # until the quest is seen
            what = message(slow, taking(slow, 2))
            await asyncio.sleep(SLOW)  # until the server hears of it
            await slow.send(what)
            await slow.until(lambda: holds(slow))

        async def near() -> None:
            tile = 0
            while not free(fast):  # knocks all the while
                await fast.send(message(fast, 0))
                await asyncio.sleep(0.1)
            tile = taking(fast, 3)
            await fast.send(message(fast, tile))
            await fast.until(lambda: holds(fast))

        await asyncio.gather(far(), near())
        assert fast.refused
        assert all("not asked" in one["reason"] or "open now" in one["reason"] for one in fast.refused)
        rows = rows_of(server, id_)
        began = next(at for kind, _, choice, at in reversed(rows) if choice == {"type": "ready"})
        grabs = {seat: at - began for kind, seat, choice, at in rows if kind == "answer" and choice["type"] == "grab"}
        assert 2 * SLOW * 1000 - 1 <= grabs[first] < lead <= grabs[1 - first]
        assert any(kind == "late" and lead <= at - began for kind, _, _, at in rows), "opened in time"


# ---- what outlives a server ----


async def laid(one: Socket, tile: int) -> None:
    """Takes a tile and places it where it first fits."""
    await take(one, tile)
    await one.send(message(one, one.prompt["fit"].get("n", 0)))
    await one.until(lambda: free(one))


@pytest.mark.slow
async def test_a_search_goes_on_by_its_rows_after_the_server_was_killed(serve: Serve) -> None:
    server = serve()
    async with Browser(server.address) as home:
        id_ = await lay(home, "Ann", "Ben", cap=600)
        ann, ben = await home.join(id_, 0), await home.join(id_, 1)
        await laid(ann, 20)
        await take(ann, 30)
        await ben.send(message(ben, taking(ben, 25)))
        await ben.until(lambda: not ben.mine or holds(ben))  # the hand is on its way, or there
        scene, number, before = ann.scene, ann.view["number"], clock_of(ann)
        server.kill()
        await asyncio.gather(ann.close(), ben.close())
        server.start()
        ann, ben = await home.join(id_, 0), await home.join(id_, 1)
        await ben.until(lambda: holds(ben))
        assert ann.view["number"] - number in (0, 1, 2), "what was due has come, and perhaps a gap; nothing else"
        assert holds(ann)
        assert part(ann.scene, "polygrid")["placed"] == part(scene, "polygrid")["placed"] != []
        assert before < clock_of(ann) < 600_000
        await ann.send(message(ann, ann.prompt["fit"]["n"]))
        await put_back(ben)
        await ann.until(lambda: free(ann))
        rows = rows_of(server, id_)
        assert all(one[3] <= two[3] for one, two in pairwise(rows))
        await both_away(serve, server, home, id_, ann, ben)


async def both_away(serve: Serve, server: Running, home: Browser, id_: str, ann: Socket, ben: Socket) -> None:
    """The clock of a paused table stands still, whoever looks, and whether a server runs or not."""
    await laid(ben, 40)
    await take(ben, 41)
    await home.call("POST", f"/api/tables/{id_}/pause")
    await asyncio.gather(*(one.until(lambda one=one: one.facts["life"] == "paused") for one in (ann, ben)))
    assert "paused" in await refused(ben, message(ben, 0))
    clocks, numbers = set(), set()
    for again in (False, False, True):
        await asyncio.gather(ann.close(), ben.close())  # all are away
        await asyncio.sleep(0.4)
        if again:
            server.kill()
            server.start()
        ann, ben = await home.join(id_, 0), await home.join(id_, 1)
        clocks.add(clock_of(ann))
        numbers.add(ann.view["number"])
    assert len(clocks) == len(numbers) == 1
    began = time.monotonic()
    await home.call("POST", f"/api/tables/{id_}/resume")
    await ben.until(lambda: ben.facts["life"] == "playing")
    await put_back(ben)
    late = clock_of(ben) - clocks.pop()
    assert 0 <= late <= (time.monotonic() - began) * 1000 + 50, "it goes on where it stood"


def part(scene: Any, kind: str, seat: int = 0) -> Any:
    """The first part of a kind beside a seat."""
    return next(one for one in scene["seats"][seat]["parts"] if one["part"] == kind)
