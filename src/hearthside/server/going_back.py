"""Taking answers back: what the button does, and asking the others first."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..engine.errors import Refused
from .messages import Asking, Undo
from .store import Request, Row

if TYPE_CHECKING:
    from .live import Live


def undo(live: Live, seat: int | None) -> Undo:
    """What the undo button does for a view."""
    table = live.opened
    open_request = asking(live)
    if seat is None:
        return Undo(asking=open_request)
    if table.over or live.row.life not in ("playing", "paused"):
        return Undo(why="The game is over.", asking=open_request)
    to = latest(live, seat)
    if to < 0:
        return Undo(why="There is nothing of yours to take back.", asking=open_request)
    asks = [n for n in table.undo_needs(to, seat) if live.person(n)]
    why = f"{', '.join(live.name(n) for n in asks)} must agree: others decided since, or something came to light."
    return Undo(to=to, free=not asks, why=why if asks else "", asking=open_request)


def latest(live: Live, seat: int) -> int:
    """The step of the seat's latest answer that its person gave; -1 if there is none."""
    for n in range(len(live.by) - 1, -1, -1):
        if live.by[n] == ("person", seat):
            return n
    return -1


def asking(live: Live) -> Asking | None:
    """The open request to take back."""
    request = live.request
    if request is None or request.number != live.number:
        return None
    steps = live.opened.serial - request.to
    return Asking(
        number=request.number,
        seat=request.seat,
        to=request.to,
        words=f"{live.name(request.seat)} asks to take back {steps} {'answer' if steps == 1 else 'answers'}.",
        agreed=tuple(request.agreed),
        needs=tuple(needs(live, request)),
    )


def needs(live: Live, request: Request) -> list[int]:
    """Seats of people who have not agreed to a request."""
    needed = live.opened.undo_needs(request.to, request.seat)
    return [n for n in needed if live.person(n) and n not in request.agreed]


async def take_back(live: Live, seat: int, to: int, held: Iterable[int]) -> None:
    """Goes back to a step (-1: the seat's latest own) if that is free, else asks the others. Needs the lock.

    held: seats of the same browser, which agree by themselves.

    Raises:
        Refused: nothing to take back, or a request is open.
    """
    table = live.playing(paused=True)
    to = latest(live, seat) if to < 0 else to
    if not 0 <= to < table.serial:
        raise Refused("There is nothing to take back.")
    if live.request is not None and live.request.number == live.number:
        raise Refused(f"{live.name(live.request.seat)} asks already.")
    agreed = sorted(set(held))
    request = Request(live.number, seat, to, agreed)
    if not needs(live, request):
        await _go_back(live, to, seat)
        return
    if not await live.hub.store.ask_back(live.row.id, live.number, seat, to):
        await live.read_request()
        raise Refused("Somebody asks already.")
    await live.hub.store.agree(live.row.id, live.number, agreed)
    await hear_request(live)


async def consent(live: Live, seat: int, number: int, agree: bool, held: Iterable[int]) -> None:
    """A seat's answer to a request. Needs the lock.

    Raises:
        Refused: there is no such request.
    """
    live.playing(paused=True)
    await live.read_request()
    request = live.request
    if request is None or number != live.number:
        raise Refused("That request is no longer open.")
    if not agree:
        await live.hub.store.drop_request(live.row.id, number)
        await hear_request(live)
        word = "withdraws the request" if seat == request.seat else "would rather not take back"
        await live.hub.say(live, seat, f"{live.name(seat)} {word}.", server=True)
        return
    await live.hub.store.agree(live.row.id, number, {seat, *held})
    await live.read_request()
    if live.request is not None and not needs(live, live.request):
        await _go_back(live, request.to, request.seat)
    else:
        await hear_request(live)


async def hear_request(live: Live) -> None:
    """A request was made, answered or dropped: everybody sees it."""
    await live.read_request()
    live.hub.tell({"k": "undo", "t": live.row.id})
    live.spread()


async def hear_request_quietly(live: Live) -> None:
    """The same, heard from another worker."""
    await live.read_request()
    live.spread()


async def _go_back(live: Live, to: int, seat: int) -> None:
    table = live.opened
    began = time.perf_counter()
    clock = max(live.clock(), live.clock_at)
    table.undo(to)
    live.went_back(to, live.number + 1)
    await live.commit(Row(live.row.id, live.number, "undo", "person", seat, str(to), None, clock), began)
