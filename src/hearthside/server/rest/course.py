"""The course of a table: start, pause, rematch, archive."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath

from ...engine.errors import Refused
from ..hub import BOTS
from ..messages import Aid, AidList, Seated
from ..store import SeatRow, TableRow, new_id, new_secret, now
from .asking import Req, seated, table_at
from .lobby import begin


@post("/api/tables/{id_:str}/start", status_code=200)
async def start(request: Req, id_: FromPath[str]) -> Seated:
    """The game begins."""
    hub, live, secret = await table_at(request, id_, "host")
    seats = await hub.store.seats(id_)
    begin(TableRow(**msgspec.structs.asdict(live.row)), seats)
    if not await hub.store.change_table(id_, ("open",), life="playing", since=now()):
        raise Refused("The game has begun.")
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/pause", status_code=200)
async def pause(request: Req, id_: FromPath[str]) -> Seated:
    """Nobody plays until it goes on; the clock stands still."""
    hub, live, secret = await table_at(request, id_, "host")
    if not await hub.store.change_table(id_, ("playing",), life="paused", clock=live.clock(), since=0):
        raise Refused("The table is not playing.")
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/resume", status_code=200)
async def resume(request: Req, id_: FromPath[str]) -> Seated:
    """Goes on."""
    hub, live, secret = await table_at(request, id_, "host")
    if not await hub.store.change_table(id_, ("paused",), life="playing", since=now()):
        raise Refused("The table is not paused.")
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/archive", status_code=200)
async def archive(request: Req, id_: FromPath[str]) -> Seated:
    """Puts the table away: it is in no list, and nobody answers any more. Its link still opens it."""
    hub, live, secret = await table_at(request, id_, "host")
    await hub.store.change_table(id_, life="archived", since=0)
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/rematch", status_code=200)
async def rematch(request: Req, id_: FromPath[str]) -> Seated:
    """The same people and bots at a new table, which begins at once; who asks second is led to the same."""
    hub, live, secret = await table_at(request, id_, "any")
    if live.row.life not in ("over", "archived") or live.row.replay:
        raise Refused("The game is not over.")
    if not live.row.next:
        old = live.row
        seed = msgspec.json.encode(new_secret()).decode()
        table = msgspec.structs.replace(
            old, id=new_id(), seed=seed, life="playing", created=now(), changed=now(), clock=0, since=now(), base=None
        )
        seats = [
            SeatRow(table.id, s.seat, s.kind, s.name)
            if s.kind == "person"
            else SeatRow(table.id, s.seat, "bot", bot=s.bot or BOTS[0])
            for s in live.seats
        ]
        await hub.store.add_table(table, seats, await hub.store.hashes(id_))
        if not await hub.store.set_next(id_, table.id):
            await hub.store.change_table(table.id, life="archived")
        await hub.changed(live)
    return await seated(hub, await hub.get(live.row.next), secret)


@get("/api/tables/{id_:str}/aids")
async def aids(request: Req, id_: FromPath[str]) -> AidList:
    """Player aids: the goal first."""
    _, live, _ = await table_at(request, id_)
    if live.table is None:
        return AidList(aids=())
    found = live.game.aids(live.table.g)
    return AidList(aids=tuple(Aid(heading=heading, lines=tuple(lines)) for heading, lines in found))
