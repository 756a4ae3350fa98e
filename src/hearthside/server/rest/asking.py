"""Who asks, what they hold, and how they are answered."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Request, Response
from litestar.datastructures import State

from .. import guard
from ..hub import Hub, NotThere, check_id
from ..live import Live
from ..messages import Held, Key, Seated
from ..store import HOST, SeatRow

SMALL, LARGE = 64 * 1024, 8 * 1024 * 1024
Req = Request[Any, Any, State]


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


def give(request: Req, body: Any, secret: str, status: int = 200) -> Response[Any]:
    """An answer that leaves the browser its secret."""
    secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    made: Response[Any] = Response(body, status_code=status)
    made.headers["Set-Cookie"] = guard.cookie_of(secret, secure)
    return made


async def seated(hub: Hub, live: Live, secret: str, keys: tuple[Key, ...] = ()) -> Seated:
    held = await hub.store.held(live.row.id, secret)
    return Seated(table=live.facts(), held=Held(seats=tuple(n for n in held if n >= 0), host=HOST in held), keys=keys)


async def table_at(request: Req, id_: str, need: int | Literal["host", "any"] | None = None) -> tuple[Hub, Live, str]:
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


def seat_of(live: Live, n: int) -> SeatRow:
    if not 0 <= n < len(live.seats):
        raise NotThere(f"That table has seats 0 to {len(live.seats) - 1}.")
    return live.seats[n]


def key_of(id_: str, seat: int, secret: str) -> Key:
    return Key(seat=seat, path=f"/t/{id_}#{secret}")


def not_too_often(request: Req, hub: Hub) -> None:
    who = request.client.host if request.client else ""
    if not request.app.state.makers.take(who):
        raise TooMuch("Too many tables at once from here; wait a minute.")
