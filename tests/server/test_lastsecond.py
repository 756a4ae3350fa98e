"""Last-Second Quest over the wire: races for one tile, poses that do not fit, slow lines, and what outlives a server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside import bots
from hearthside.engine.ask import Line
from hearthside.engine.errors import Refused
from hearthside.engine.record import record_of
from hearthside.engine.table import Table
from hearthside.games.lastsecond import library
from hearthside.games.lastsecond.adventurers import head_start
from hearthside.games.lastsecond.choices import FreePlace, Grab, Place, PlaceSlot, PutBack, Ready
from hearthside.games.lastsecond.context import HANDS, SLICE, Options
from hearthside.games.lastsecond.game import LastSecond
from hearthside.server.messages import Answer
from tests.games.lastsecond.story import player, scoring, story, turns

from .browser import Browser, Socket
from .conftest import Running, Serve
from .house import Eye, house, table

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
        found = store.execute('SELECT kind, seat, choice, at FROM rows WHERE "table" = ? ORDER BY number', (id_,))
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
        await asyncio.gather(*(one.until(lambda one=one: free(one)) for one in two))
        tile = dice.randint(1, 60)
        first = n % 2
        order = [two[first], two[1 - first]]
        sent = [message(one, taking(one, tile)) for one in order]
        assert all(one["n"] >= 0 for one in sent)
        began = time.monotonic()
        await asyncio.gather(*(one.send(what) for one, what in zip(order, sent, strict=True)))
        await asyncio.gather(*(one.until(lambda one=one: not one.mine or holds(one)) for one in two))
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
    """Each time exactly one gets it; the other hand is free again, and told, within a second."""
    told: list[float] = []
    async with Browser(server.address) as home:
        ids = [await lay(home, "Ann", "Ben") for _ in range(TABLES)]
        runs = await asyncio.gather(*(races(home, id_, Random(n), told) for n, id_ in enumerate(ids)))
    all_ = [one for run in runs for one in run]
    assert len(all_) == TABLES * RACES == 1000
    assert sum(seconds > 1 for seconds in told) <= len(told) // 100, sorted(told)[-20:]
    even(sum(winner == 0 for _, winner in all_), len(all_))
    drawn, first_had_it, late = 0, 0, 0
    for id_, run in zip(ids, runs, strict=True):
        answers = [row for row in rows_of(server, id_) if row[0] == "answer"]
        assert len(answers) == 3 * RACES
        for (one, two, back), (_, winner) in zip(zip(*[iter(answers)] * 3, strict=True), run, strict=True):
            assert (one[2], one[1], back[1]) == (two[2], 1 - two[1], winner)
            arrivals = [arrival(row[3]) for row in (one, two)]
            assert back[3] - max(one[3], two[3]) < 1000
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


def poses(shape: Any) -> Iterator[tuple[int, frozenset[tuple[int, int]]]]:
    """Every lie of a shape, turned and mirrored, worked out apart from the game: (number, squares as (row, column))."""
    for number, lie in enumerate(turns(shape)):
        yield number, frozenset((y, x) for x, y in lie)


KINDS = {
    "rotated": ("crowbar", [("rope", 0, 0, 0)]),
    "mirrored": ("axe", [("rope", 0, 0, 0)]),
    "overlapping": ("mace", [("rope", 0, 0, 0), ("apple", 0, 2, 2)]),
}
