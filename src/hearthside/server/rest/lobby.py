"""The lists of tables, and new ones."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from ...engine.errors import Refused
from ...engine.table import Table
from ...games import UnknownGame
from ..hub import BOTS, Hub, check_bot
from ..live import Live
from ..messages import NewTable, SeatKind, SeatWish, TableFacts, TableList
from ..names import clean_name
from ..store import HOST, SeatRow, TableRow, hash_of, new_id, new_secret, now
from .asking import SMALL, Req, give, hub_of, key_of, not_too_often, seated, secret_of


async def _facts(hub: Hub, ids: list[str]) -> TableList:
    found: list[TableFacts] = []
    for id_ in ids:
        live = hub.lives.get(id_)
        if live is not None:
            found.append(live.facts())
            continue
        row = await hub.store.table(id_)
        if row is not None:  # a glance does not bring it into memory
            with contextlib.suppress(UnknownGame):  # a game that this version does not have
                found.append(Live(hub, row, await hub.store.seats(id_)).facts())
    return TableList(tables=tuple(found))


@get("/api/tables")
async def list_tables(request: Req) -> TableList:
    """Public tables, newest first."""
    hub = hub_of(request)
    return await _facts(hub, await hub.store.public_tables(50))


@get("/api/mine")
async def list_mine(request: Req) -> TableList:
    """Tables at which this browser holds something, the latest changed first."""
    hub = hub_of(request)
    secret = secret_of(request)
    return await _facts(hub, await hub.store.tables_of(secret, 50) if secret else [])


@post("/api/tables", request_max_body_size=SMALL)
async def make_table(request: Req, data: JSONBody[NewTable]) -> Response[Any]:
    """A new table; its maker hosts it and holds the seats of the kind `person`."""
    hub = hub_of(request)
    not_too_often(request, hub)
    game = hub.game(data.game)
    count = len(data.seats)
    if count not in game.seats:
        raise Refused(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {count}.")
    try:
        options: Any = msgspec.convert(data.options, game.Options)
    except msgspec.ValidationError as error:
        raise Refused(f"The options do not fit {game.title}: {error}.") from None
    seed = new_secret()
    try:
        await asyncio.to_thread(Table.open, game, count, seed, options, content=hub.content(data.game), log=False)
    except Refused:
        raise
    except Exception as error:
        raise Refused(f"{game.title} cannot be set up with these options ({error}).") from None
    if not 0 <= data.think <= 14 * 24 * 3600:
        raise Refused("The time to decide is 0 (as long as you like) to 14 days, in seconds.")
    id_ = new_id()
    table = TableRow(
        id=id_,
        game=game.name,
        name=clean_name(data.name) if data.name.strip() else "",
        public=data.public,
        life="open",
        options=msgspec.json.encode(options).decode(),
        seats=count,
        seed=msgspec.json.encode(seed).decode(),
        think=data.think,
        pace=max(0, min(data.pace, hub.settings.pace)),
        hints=data.hints,
        created=now(),
        changed=now(),
    )
    return await open_table(request, hub, table, data.seats, start=data.start)


async def open_table(
    request: Req, hub: Hub, table: TableRow, wishes: tuple[SeatWish, ...], *, start: bool = False
) -> Response[Any]:
    seats = [_wished(table.id, n, wish) for n, wish in enumerate(wishes)]
    if start:
        begin(table, seats)
    secret = secret_of(request) or new_secret()
    keys = {seat.seat: new_secret() for seat in seats if seat.kind == "person"}
    keys[HOST] = new_secret()
    held = [(seat, hash_of(key)) for seat, key in keys.items()] + [(seat, hash_of(secret)) for seat in keys]
    await hub.store.add_table(table, seats, held)
    live = await hub.get(table.id)
    made = tuple(key_of(table.id, seat, key) for seat, key in sorted(keys.items()))
    return give(request, await seated(hub, live, secret, made), secret, 201)


def _wished(id_: str, n: int, wish: SeatWish) -> SeatRow:
    kind: SeatKind = wish.kind
    if kind == "bot":
        return SeatRow(id_, n, "bot", bot=check_bot(wish.bot or BOTS[0]))
    if kind == "person":
        return SeatRow(id_, n, "person", name=clean_name(wish.name))
    return SeatRow(id_, n, "open")


def begin(table: TableRow, seats: list[SeatRow]) -> None:
    empty = [str(seat.seat + 1) for seat in seats if seat.kind == "open"]
    if empty:
        raise Refused(f"Seat {', '.join(empty)} is still open: wait for somebody, or put a bot there.")
    table.life = "playing"
    table.since = now()
