"""The REST API: lobby, seats, records, replay, rules."""

from __future__ import annotations

import asyncio
import collections
import typing
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import Parameter
from prometheus_client import generate_latest

from ..engine.errors import RecordError, Refused
from ..engine.ledger import Ledger, LedgerError, read_ledger
from ..engine.table import Table
from ..games import GAMES
from . import guard, measure
from .finished import Reader, check_record, read_record, record_bytes
from .hub import BOTS, Hub, NotThere, check_bot, check_id
from .live import Live
from .messages import (
    Aid,
    AidList,
    Claim,
    GameFacts,
    Health,
    Held,
    Key,
    NewTable,
    OptionFacts,
    Race,
    RuleFacts,
    RuleList,
    Seated,
    SeatKind,
    SeatWish,
    StandIn,
    StepView,
    TableFacts,
    TableList,
    Take,
)
from .names import clean_name
from .store import HOST, SeatRow, TableRow, hash_of, new_id, new_secret, now

SMALL, LARGE = 64 * 1024, 8 * 1024 * 1024
Req = Request[Any, Any, State]
_ledgers: dict[str, Ledger] = {}
_readers: collections.OrderedDict[str, Reader] = collections.OrderedDict()


class NotYours(Exception):
    """Whoever asks may not do that. The message is one sentence."""


class TooMuch(Exception):
    """Too often. The message is one sentence."""


def hub_of(request: Req) -> Hub:
    """The worker's heart."""
    found: Hub = request.app.state.hub
    return found


def secret_of(request: Req) -> str:
    """The browser's secret; empty if it has none yet."""
    return guard.secret_of(request.headers.get("cookie", ""))


def _give(request: Req, body: Any, secret: str, status: int = 200) -> Response[Any]:
    """An answer that leaves the browser its secret."""
    secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    made: Response[Any] = Response(body, status_code=status)
    made.headers["Set-Cookie"] = guard.cookie_of(secret, secure)
    return made


async def _seated(hub: Hub, live: Live, secret: str, keys: tuple[Key, ...] = ()) -> Seated:
    held = await hub.store.held(live.row.id, secret)
    return Seated(table=live.facts(), held=Held(seats=tuple(n for n in held if n >= 0), host=HOST in held), keys=keys)


async def _at(request: Req, id_: str, need: int | Literal["host", "any"] | None = None) -> tuple[Hub, Live, str]:
    """The table and the browser's secret.

    need: what it must hold: a seat, hosting, or anything.

    Raises:
        NotThere, NotYours.
    """
    hub = hub_of(request)
    live = await hub.get(check_id(id_))
    secret = secret_of(request)
    if need is not None:
        held = await hub.store.held(id_, secret)
        if need == "host" and HOST not in held:
            raise NotYours("Only the host may do that.")
        if need == "any" and not held:
            raise NotYours("Only those who sit there may do that.")
        if isinstance(need, int) and need not in held:
            raise NotYours("This browser does not hold that seat.")
    return hub, live, secret


def _seat(live: Live, n: int) -> SeatRow:
    if not 0 <= n < len(live.seats):
        raise NotThere(f"That table has seats 0 to {len(live.seats) - 1}.")
    return live.seats[n]


def _key(id_: str, seat: int, secret: str) -> Key:
    return Key(seat=seat, path=f"/t/{id_}#{secret}")


# ---- the house ----


@get("/api/games", sync_to_thread=True)
def list_games(request: Req) -> list[GameFacts]:
    """The games of the house, with their tables' options."""
    hub = hub_of(request)
    return [game_facts(hub, name) for name in hub.names()]


def game_facts(hub: Hub, name: str) -> GameFacts:
    """What a set-up form needs."""
    game = hub.game(name)
    options = []
    for field in msgspec.structs.fields(game.Options):
        kind, choices = _kind(field.type)
        default = msgspec.to_builtins(field.default) if field.default is not msgspec.NODEFAULT else None
        options.append(
            OptionFacts(name=field.name, words=game.say_option(field.name), kind=kind, default=default, choices=choices)
        )
    return GameFacts(
        name=game.name,
        title=game.title,
        about=game.about,
        least=game.seats[0],
        most=game.seats[-1],
        options=tuple(options),
        bots=BOTS,
    )


def _kind(type_: Any) -> tuple[Literal["yes_no", "number", "text", "choice", "list"], tuple[str, ...]]:
    if type_ is bool:
        return "yes_no", ()
    if type_ is int:
        return "number", ()
    origin = typing.get_origin(type_)
    if origin is Literal:
        return "choice", tuple(str(one) for one in typing.get_args(type_))
    if origin in (tuple, list):
        return "list", ()
    return "text", ()


@get("/api/games/{name:str}/rules", sync_to_thread=True)
def find_rules(request: Req, name: str, q: str = "") -> RuleList:
    """A rule by its id, a chapter by the start of ids, or rules with these words; all of them without a question."""
    game = hub_of(request).game(name)
    if game.ledger is None:
        return RuleList(rules=(), note=f"{game.title} has no ledger of rules.")
    if name not in _ledgers:
        _ledgers[name] = read_ledger(game.ledger)
    ledger = _ledgers[name]
    try:
        found = ledger.find(q[:200]) if q.strip() else ledger.rules
    except LedgerError as error:
        return RuleList(rules=(), note=str(error))
    rules = tuple(RuleFacts(id=r.id, kind=r.kind, chapter=r.chapter, text=r.text) for r in found)
    return RuleList(rules=rules, note="" if rules else "No rule has these words.")


def _version() -> str:
    try:
        return version("hearthside")
    except PackageNotFoundError:  # run from a checkout
        return ""


@get("/api/openapi.json", include_in_schema=False)
async def describe(request: Req) -> dict[str, Any]:
    """The API in OpenAPI's words."""
    return request.app.openapi_schema.to_schema()


@get("/api/health")
async def health(request: Req) -> Health:
    """That the server and its database answer."""
    hub = hub_of(request)
    count = await hub.store.counts()
    sockets = sum(len(live.clients()) for live in hub.lives.values())
    return Health(status="ok", version=_version(), tables=count, sockets=sockets)


@get("/metrics", media_type="text/plain", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Prometheus's text, of the worker that answers."""
    return Response(generate_latest(measure.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


# ---- the lobby ----


async def _facts(hub: Hub, ids: list[str]) -> TableList:
    found: list[TableFacts] = []
    for id_ in ids:
        live = hub.lives.get(id_)
        if live is not None:
            found.append(live.facts())
            continue
        row = await hub.store.table(id_)
        if row is not None:  # a glance does not bring it into memory
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
async def make_table(request: Req, data: NewTable) -> Response[Any]:
    """A new table; its maker hosts it and holds the seats of the kind `person`."""
    hub = hub_of(request)
    _not_too_often(request, hub)
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
        created=now(),
        changed=now(),
    )
    return await _open(request, hub, table, data.seats, start=data.start)


async def _open(
    request: Req, hub: Hub, table: TableRow, wishes: tuple[SeatWish, ...], *, start: bool = False
) -> Response[Any]:
    seats = [_wished(table.id, n, wish) for n, wish in enumerate(wishes)]
    if start:
        _begin(table, seats)
    secret = secret_of(request) or new_secret()
    keys = {seat.seat: new_secret() for seat in seats if seat.kind == "person"}
    keys[HOST] = new_secret()
    held = [(seat, hash_of(key)) for seat, key in keys.items()] + [(seat, hash_of(secret)) for seat in keys]
    await hub.store.add_table(table, seats, held)
    live = await hub.get(table.id)
    made = tuple(_key(table.id, seat, key) for seat, key in sorted(keys.items()))
    return _give(request, await _seated(hub, live, secret, made), secret, 201)


def _wished(id_: str, n: int, wish: SeatWish) -> SeatRow:
    kind: SeatKind = wish.kind
    if kind == "bot":
        return SeatRow(id_, n, "bot", bot=check_bot(wish.bot or BOTS[0]))
    if kind == "person":
        return SeatRow(id_, n, "person", name=clean_name(wish.name))
    return SeatRow(id_, n, "open")


def _begin(table: TableRow, seats: list[SeatRow]) -> None:
    empty = [str(seat.seat + 1) for seat in seats if seat.kind == "open"]
    if empty:
        raise Refused(f"Seat {', '.join(empty)} is still open: wait for somebody, or put a bot there.")
    table.life = "playing"
    table.since = now()


def _not_too_often(request: Req, hub: Hub) -> None:
    who = request.client.host if request.client else ""
    if not request.app.state.makers.take(who):
        raise TooMuch("Too many tables at once from here; wait a minute.")


@get("/api/tables/{id_:str}")
async def show_table(request: Req, id_: str) -> Seated:
    """How the table stands, and what this browser holds there."""
    hub, live, secret = await _at(request, id_)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/claim", request_max_body_size=SMALL, status_code=200)
async def claim(request: Req, id_: str, data: Claim) -> Response[Any]:
    """This browser holds, from now on, what the secret of a link stands for."""
    hub, live, secret = await _at(request, id_)
    if not request.app.state.claims.take(request.client.host if request.client else ""):
        raise TooMuch("Too many links at once from here; wait a minute.")
    held = await hub.store.held(id_, data.key)
    if not held:
        raise NotYours("That link holds nothing here (any more); ask the host for a new one.")
    secret = secret or new_secret()
    await hub.store.hold(id_, [(seat, hash_of(secret)) for seat in held])
    await hub.changed(live)
    return _give(request, await _seated(hub, live, secret), secret)


# ---- seats ----


@post("/api/tables/{id_:str}/seats/{n:int}", request_max_body_size=SMALL, status_code=200)
async def take_seat(request: Req, id_: str, n: int, data: Take) -> Response[Any]:
    """Sits down on an open seat."""
    hub, live, secret = await _at(request, id_)
    _seat(live, n)
    name = clean_name(data.name)
    if live.row.life in ("over", "archived"):
        raise Refused("The game is over.")
    if not await hub.store.change_seat(id_, n, ("open",), kind="person", name=name, bot="", away=False):
        raise Refused("That seat is taken.")
    secret, key = secret or new_secret(), new_secret()
    await hub.store.hold(id_, [(n, hash_of(secret)), (n, hash_of(key))])
    await hub.changed(live)
    return _give(request, await _seated(hub, live, secret, (_key(id_, n, key),)), secret)


@delete("/api/tables/{id_:str}/seats/{n:int}", status_code=200)
async def leave_seat(request: Req, id_: str, n: int) -> Seated:
    """Leaves: before the game the seat is open again; in it a bot stands in, and the seat stays theirs."""
    hub, live, secret = await _at(request, id_, n)
    _seat(live, n)
    if live.row.life == "open":
        await hub.store.release(id_, n)
        await hub.store.change_seat(id_, n, ("person",), kind="open", name="", bot="", away=False)
    else:
        await hub.store.change_seat(id_, n, ("person",), away=True, bot=BOTS[0])
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/back", status_code=200)
async def take_back(request: Req, id_: str, n: int) -> Seated:
    """Takes the seat back from the bot that stands in."""
    hub, live, secret = await _at(request, id_, n)
    if not await hub.store.change_seat(id_, n, ("person",), away=False, bot=""):
        raise Refused("That seat is no person's any more.")
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/bot", request_max_body_size=SMALL, status_code=200)
async def stand_in(request: Req, id_: str, n: int, data: StandIn) -> Seated:
    """A bot takes an open seat, or stands in for a person who is not here."""
    hub, live, secret = await _at(request, id_, "host")
    bot = check_bot(data.bot or BOTS[0])
    seat = _seat(live, n)
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
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:int}/open", status_code=200)
async def open_seat(request: Req, id_: str, n: int) -> Seated:
    """Opens a seat to whoever comes; whoever held it does no more."""
    hub, live, secret = await _at(request, id_, "host")
    seat = _seat(live, n)
    if live.row.life in ("over", "archived"):
        raise Refused("The game is over.")
    if seat.kind == "person" and n in live.present() and n not in await hub.store.held(id_, secret):
        raise Refused(f"{live.name(n)} is here.")
    await hub.store.release(id_, n)
    await hub.store.change_seat(id_, n, kind="open", name="", bot="", away=False)
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/seats/{n:str}/link", status_code=200)
async def new_link(request: Req, id_: str, n: str) -> Key:
    """A new link for a seat that this browser holds, to move it to another device; -1: the host's."""
    if n.removeprefix("-").isdigit() is False:
        raise NotThere("There is no such seat.")
    hub, _, _ = await _at(request, id_, int(n))
    key = new_secret()
    await hub.store.hold(id_, [(int(n), hash_of(key))])
    return _key(id_, int(n), key)


# ---- the course of a table ----


@post("/api/tables/{id_:str}/start", status_code=200)
async def start(request: Req, id_: str) -> Seated:
    """The game begins."""
    hub, live, secret = await _at(request, id_, "host")
    seats = await hub.store.seats(id_)
    _begin(TableRow(**msgspec.structs.asdict(live.row)), seats)
    if not await hub.store.change_table(id_, ("open",), life="playing", since=now()):
        raise Refused("The game has begun.")
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/pause", status_code=200)
async def pause(request: Req, id_: str) -> Seated:
    """Nobody plays until it goes on; the clock stands still."""
    hub, live, secret = await _at(request, id_, "host")
    if not await hub.store.change_table(id_, ("playing",), life="paused", clock=live.clock(), since=0):
        raise Refused("The table is not playing.")
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/resume", status_code=200)
async def resume(request: Req, id_: str) -> Seated:
    """Goes on."""
    hub, live, secret = await _at(request, id_, "host")
    if not await hub.store.change_table(id_, ("paused",), life="playing", since=now()):
        raise Refused("The table is not paused.")
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/archive", status_code=200)
async def archive(request: Req, id_: str) -> Seated:
    """Puts the table away: it is in no list, and nobody answers any more. Its link still opens it."""
    hub, live, secret = await _at(request, id_, "host")
    await hub.store.change_table(id_, life="archived", since=0)
    await hub.changed(live)
    return await _seated(hub, live, secret)


@post("/api/tables/{id_:str}/rematch", status_code=200)
async def rematch(request: Req, id_: str) -> Seated:
    """The same people and bots at a new table, which begins at once; who asks second is led to the same."""
    hub, live, secret = await _at(request, id_, "any")
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
    return await _seated(hub, await hub.get(live.row.next), secret)


@get("/api/tables/{id_:str}/aids")
async def aids(request: Req, id_: str) -> AidList:
    """Player aids: the goal first."""
    _, live, _ = await _at(request, id_)
    if live.table is None:
        return AidList(aids=())
    found = live.game.aids(live.table.g)
    return AidList(aids=tuple(Aid(heading=heading, lines=tuple(lines)) for heading, lines in found))


# ---- records and replay ----


def _over(live: Live) -> None:
    if live.table is None or not live.table.over:
        raise Refused("The game is not over: its record holds what nobody may know yet.")


@get("/api/tables/{id_:str}/record")
async def download(request: Req, id_: str) -> Response[bytes]:
    """The record, as `hearthside replay` reads it."""
    _, live, _ = await _at(request, id_)
    _over(live)
    data = await asyncio.to_thread(record_bytes, live)
    name = f'attachment; filename="{live.row.game}-{live.row.id}.json"'
    return Response(data, media_type="application/json", headers={"Content-Disposition": name})


@post("/api/records", request_max_body_size=LARGE)
async def upload(request: Req) -> Response[Any]:
    """A table that stands where a record ends: to look at, or to go on with."""
    hub = hub_of(request)
    _not_too_often(request, hub)
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
        clock=record.now,
        replay=record.over,
        base=msgspec.json.encode(record),
    )
    return await _open(request, hub, table, tuple(wishes))


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
async def show_step(
    request: Req, id_: str, n: int, seat: int | None = Parameter(query="seat", default=None)
) -> StepView:
    """How a finished table stood after `n` answers, as a seat saw it (a spectator, if none is named)."""
    _, live, _ = await _at(request, id_)
    reader = _reader(live)
    if not 0 <= n <= reader.steps:
        raise NotThere(f"That game has steps 0 to {reader.steps}.")
    if seat is not None:
        _seat(live, seat)
    return await asyncio.to_thread(reader.step, n, seat)


@get("/api/tables/{id_:str}/race")
async def race(request: Req, id_: str) -> Race:
    """How each seat came on in a finished game."""
    _, live, _ = await _at(request, id_)
    return await asyncio.to_thread(_reader(live).race)


HANDLERS = [
    describe,
    list_games, find_rules, health, metrics, list_tables, list_mine, make_table, show_table, claim, take_seat,
    leave_seat, take_back, stand_in, open_seat, new_link, start, pause, resume, archive, rematch, aids, download,
    upload, show_step, race,
]  # fmt: skip
__all__ = ["GAMES", "HANDLERS", "NotYours", "RecordError", "TooMuch"]
