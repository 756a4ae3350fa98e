"""A table as it stands, and who holds its seats."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from ...engine.errors import Refused
from ..hub import BOTS, NotThere, check_bot
from ..messages import Claim, Key, Seated, StandIn, Take
from ..names import clean_name
from ..store import hash_of, new_secret
from .asking import SMALL, NotYours, Req, TooMuch, give, key_of, seat_of, seated, table_at


@get("/api/tables/{id_:str}")
async def show_table(request: Req, id_: FromPath[str]) -> Seated:
    """How the table stands, and what this browser holds there."""
    hub, live, secret = await table_at(request, id_)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/claim", request_max_body_size=SMALL, status_code=200)
async def claim(request: Req, id_: FromPath[str], data: JSONBody[Claim]) -> Response[Any]:
    """This browser holds, from now on, what the secret of a link stands for."""
    hub, live, secret = await table_at(request, id_)
    if not request.app.state.claims.take(request.client.host if request.client else ""):
        raise TooMuch("Too many links at once from here; wait a minute.")
    held = await hub.store.held(id_, data.key)
    if not held:
        raise NotYours("That link holds nothing here (any more); ask the host for a new one.")
    secret = secret or new_secret()
    await hub.store.hold(id_, [(seat, hash_of(secret)) for seat in held])
    await hub.changed(live)
    return give(request, await seated(hub, live, secret), secret)


@post("/api/tables/{id_:str}/seats/{n:int}", request_max_body_size=SMALL, status_code=200)
async def take_seat(request: Req, id_: FromPath[str], n: FromPath[int], data: JSONBody[Take]) -> Response[Any]:
    """Sits down on an open seat."""
    hub, live, secret = await table_at(request, id_)
    seat_of(live, n)
    name = clean_name(data.name)
    if live.row.life in ("over", "archived"):
        raise Refused("The game is over.")
    if not await hub.store.change_seat(id_, n, ("open",), kind="person", name=name, bot="", away=False):
        raise Refused("That seat is taken.")
    secret, key = secret or new_secret(), new_secret()
    await hub.store.hold(id_, [(n, hash_of(secret)), (n, hash_of(key))])
    await hub.changed(live)
    return give(request, await seated(hub, live, secret, (key_of(id_, n, key),)), secret)


@delete("/api/tables/{id_:str}/seats/{n:int}", status_code=200)
async def leave_seat(request: Req, id_: FromPath[str], n: FromPath[int]) -> Seated:
    """Leaves: before the game the seat is open again; in it a bot stands in, and the seat stays theirs."""
    hub, live, secret = await table_at(request, id_, n)
    seat_of(live, n)
    if live.row.life == "open":
        await hub.store.release(id_, n)
        await hub.store.change_seat(id_, n, ("person",), kind="open", name="", bot="", away=False)
    else:
        await hub.store.change_seat(id_, n, ("person",), away=True, bot=BOTS[0])
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/back", status_code=200)
async def take_back(request: Req, id_: FromPath[str], n: FromPath[int]) -> Seated:
    """Takes the seat back from the bot that stands in."""
    hub, live, secret = await table_at(request, id_, n)
    if not await hub.store.change_seat(id_, n, ("person",), away=False, bot=""):
        raise Refused("That seat is no person's any more.")
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/bot", request_max_body_size=SMALL, status_code=200)
async def stand_in(request: Req, id_: FromPath[str], n: FromPath[int], data: JSONBody[StandIn]) -> Seated:
    """A bot takes an open seat, or stands in for a person who is not here."""
    hub, live, secret = await table_at(request, id_, "host")
    bot = check_bot(data.bot or BOTS[0])
    seat = seat_of(live, n)
    held = await hub.store.held(id_, secret)
    if seat.kind == "person":
        if live.row.life == "open":
            raise Refused("The game has not begun; open the seat instead.")
        if n in live.present() and n not in held:
            raise Refused(f"{live.name(n)} is here.")
        await hub.store.change_seat(id_, n, ("person",), away=True, bot=bot)
    else:
        await hub.store.change_seat(id_, n, ("open", "bot"), kind="bot", name="", bot=bot, away=False)
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/open", status_code=200)
async def open_seat(request: Req, id_: FromPath[str], n: FromPath[int]) -> Seated:
    """Opens a seat to whoever comes; whoever held it does no more."""
    hub, live, secret = await table_at(request, id_, "host")
    seat = seat_of(live, n)
    if live.row.life in ("over", "archived"):
        raise Refused("The game is over.")
    if seat.kind == "person" and n in live.present() and n not in await hub.store.held(id_, secret):
        raise Refused(f"{live.name(n)} is here.")
    await hub.store.release(id_, n)
    await hub.store.change_seat(id_, n, kind="open", name="", bot="", away=False)
    await hub.changed(live)
    return await seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:str}/link", status_code=200)
async def new_link(request: Req, id_: FromPath[str], n: FromPath[str]) -> Key:
    """A new link for a seat that this browser holds, to move it to another device; -1: the host's."""
    if n.removeprefix("-").isdigit() is False:
        raise NotThere("There is no such seat.")
    hub, _, _ = await table_at(request, id_, int(n))
    key = new_secret()
    await hub.store.hold(id_, [(int(n), hash_of(key))])
    return key_of(id_, int(n), key)
