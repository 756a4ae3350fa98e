"""What everybody may ask of the server: its games, their rules, its health."""

from __future__ import annotations

import typing
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from ...engine.ledger import Ledger, LedgerError, read_ledger
from .. import measure
from ..hub import Hub
from ..messages import GameFacts, Health, OptionFacts, RuleFacts, RuleList
from .asking import Req, hub_of

_ledgers: dict[str, Ledger] = {}


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
        box=game.box,
        least=game.seats[0],
        most=game.seats[-1],
        options=tuple(options),
        bots=(*game.levels, "random"),
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
def find_rules(request: Req, name: FromPath[str], q: FromQuery[str] = "") -> RuleList:
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
    """Prometheus's text."""
    return Response(measure.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
