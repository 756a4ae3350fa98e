"""Records and replay."""

from __future__ import annotations

import asyncio
import collections
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from ...engine.errors import Refused
from ..finished import Reader, check_record, read_record, record_bytes
from ..hub import BOTS, NotThere
from ..live import Live
from ..messages import Curve, Race, SeatWish, StepView
from ..store import TableRow, new_id, now
from .asking import LARGE, Req, hub_of, not_too_often, seat_of, table_at
from .lobby import open_table

_readers: collections.OrderedDict[str, Reader] = collections.OrderedDict()


def _over(live: Live) -> None:
    if live.table is None or not live.table.over:
        raise Refused("The game is not over: its record holds what nobody may know yet.")


@get("/api/tables/{id_:str}/record")
async def download(request: Req, id_: FromPath[str]) -> Response[bytes]:
    """The record, as `hearthside replay` reads it."""
    _, live, _ = await table_at(request, id_)
    _over(live)
    data = await asyncio.to_thread(record_bytes, live)
    name = f'attachment; filename="{live.row.game}-{live.row.id}.json"'
    return Response(data, media_type="application/json", headers={"Content-Disposition": name})


@post("/api/records", request_max_body_size=LARGE)
async def upload(request: Req) -> Response[Any]:
    """A table that stands where a record ends: to look at, or to go on with."""
    hub = hub_of(request)
    not_too_often(request, hub)
    record = read_record(await request.body())
    game = hub.game(record.game)
    await asyncio.to_thread(check_record, record, game)
    wishes = []
    for spec in [*record.people, *["me"] * record.seats][: record.seats]:
        if spec in BOTS:
            wishes.append(SeatWish(kind="bot", bot=spec))
        elif record.over:
            wishes.append(SeatWish(kind="open"))
        else:
            name = spec.partition(":")[2].strip() if spec.startswith("me:") else ""
            wishes.append(SeatWish(kind="person", name=name or f"Player {len(wishes) + 1}"))
    table = TableRow(
        id=new_id(),
        game=game.name,
        name="",
        public=False,
        life="over" if record.over else "open",
        options=msgspec.json.encode(record.options).decode(),
        seats=record.seats,
        seed=msgspec.json.encode(record.seed).decode(),
        think=0,
        pace=400,
        created=now(),
        changed=now(),
        clock=max([record.now, *(step.at or 0 for step in record.steps)]),  # `now` is of its latest checkpoint
        replay=record.over,
        base=msgspec.json.encode(record),
    )
    return await open_table(request, hub, table, tuple(wishes))


def _reader(live: Live) -> Reader:
    _over(live)
    found = _readers.get(live.row.id)
    if found is None:
        found = _readers[live.row.id] = Reader(live)
        while len(_readers) > 32:
            _readers.popitem(last=False)
    _readers.move_to_end(live.row.id)
    return found


@get("/api/tables/{id_:str}/steps/{n:int}")
async def show_step(request: Req, id_: FromPath[str], n: FromPath[int], seat: FromQuery[int | None] = None) -> StepView:
    """How a finished table stood after `n` answers, as a seat saw it (a spectator, if none is named)."""
    _, live, _ = await table_at(request, id_)
    reader = _reader(live)
    if not 0 <= n <= reader.steps:
        raise NotThere(f"That game has steps 0 to {reader.steps}.")
    if seat is not None:
        seat_of(live, seat)
    return await asyncio.to_thread(reader.step, n, seat)


@get("/api/tables/{id_:str}/race")
async def race(request: Req, id_: FromPath[str]) -> Race:
    """How each seat came on in a finished game."""
    _, live, _ = await table_at(request, id_)
    return await asyncio.to_thread(_reader(live).race)


@get("/api/tables/{id_:str}/curve")
async def curve(request: Req, id_: FromPath[str]) -> Curve:
    """How the chances to win went in a finished game, and its turning points."""
    hub, live, _ = await table_at(request, id_)
    reader = _reader(live)
    found: Curve = await hub.ponder(reader.curve)
    return found
