"""One browser at one table: its websocket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from ..engine.errors import Refused
from . import guard, measure
from .going_back import consent, take_back
from .hints import hint
from .hub import Hub, NotThere, check_id
from .live import Live, encode, honoured
from .messages import (
    Answer,
    ChatLine,
    Consent,
    FromClient,
    Held,
    Hint,
    Join,
    Ping,
    Pong,
    Say,
    SetPassing,
    TakeBack,
    Welcome,
)
from .messages import (
    Refused as No,
)
from .names import clean_line

log = logging.getLogger("hearthside.server")
WAITING = 400  # messages that may wait for a slow line
WRONG = 50  # messages beyond the limit after which the line is cut
LARGEST = 16 * 1024
NOT_ALLOWED, TRY_LATER, NO_TABLE = 1008, 1013, 4404
decode = msgspec.json.Decoder(FromClient).decode
_CLOSE = object()
Socket = WebSocket[Any, Any, State]


class Client:
    """A connected browser. seat: the viewed one."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret
        self.held: frozenset[int] = frozenset()
        self.seat: int | None = None
        self.joined = False
        self.wished: int | None = -1
        self.waiting: asyncio.Queue[bytes | object] = asyncio.Queue(WAITING)
        self.bucket = guard.Bucket(hub.settings.rate, hub.settings.burst)
        self.chat = guard.Bucket(1.0, 6)
        self.wrong = 0
        self.honours: tuple[str, ...] = ()

    def post(self, data: bytes) -> None:
        """Sends when the line is free; a line that is too slow is cut, and comes back for the whole."""
        try:
            self.waiting.put_nowait(data)
        except asyncio.QueueFull:
            with contextlib.suppress(asyncio.QueueEmpty):
                while True:
                    self.waiting.get_nowait()
            self.waiting.put_nowait(_CLOSE)

    def seats(self) -> list[int]:
        """The seats it holds."""
        return sorted(seat for seat in self.held if seat >= 0)

    def held_facts(self) -> Held:
        """What it holds, for the wire."""
        return Held(seats=tuple(self.seats()), host=-1 in self.held)

    def wish(self) -> int | None:
        """The seat to look at, by what it joined as."""
        seats = self.seats()
        if self.wished is None or not seats:
            return None
        if self.wished in seats:
            return self.wished
        return self.seat if self.seat in seats else seats[0]

    def look(self, live: Live, seat: int | None) -> None:
        """Moves to a view and sends it whole. Needs the table's lock."""
        self.leave(live)
        self.seat = seat
        channel = live.channel(seat)
        view = live.view(seat, channel.scene) if live.table is not None else None
        channel.clients.add(self)
        self.post(
            encode(
                Welcome(
                    table=honoured(live.facts(), self.honours),
                    held=self.held_facts(),
                    seat=seat,
                    view=view,
                    log=tuple(channel.lines),
                    chat=self.lines,
                )
            )
        )

    lines: tuple[ChatLine, ...] = ()

    def leave(self, live: Live) -> None:
        """Looks no more."""
        for channel in live.channels.values():
            channel.clients.discard(self)

    # ---- what it sends ----

    async def take(self, live: Live, message: FromClient) -> None:
        """Does what a message asks.

        Raises:
            Refused: why not.
        """
        arrived = live.clock()  # before it waits for those who came earlier
        if isinstance(message, Ping):
            self.post(encode(Pong()))
            return
        if isinstance(message, Join):
            await self.join(live, message.seat)
            return
        if not self.joined:
            raise Refused("The first message is `join`.")
        if isinstance(message, Say):
            if not self.held:
                raise Refused("Spectators may listen, not speak.")
            if not self.chat.take():
                raise Refused("That is a lot of chat at once; wait a little.")
            seat = self.seat if self.seat is not None else next(iter(self.seats()), -1)
            await self.hub.say(live, seat, clean_line(message.text))
            return
        if isinstance(message, Answer):
            live.heard.append(arrived)
            try:
                await live.lock.acquire()
            finally:
                live.heard.remove(arrived)
            try:
                await live.ready()
                await self._answer(live, message, arrived)
            finally:
                live.lock.release()
            return
        async with live.lock:
            await live.ready()
            seat = self._viewed()
            held = self.seats()
            if isinstance(message, TakeBack):
                await take_back(live, seat, message.to, held)
            elif isinstance(message, Consent):
                await consent(live, seat, message.number, message.agree, held)
            elif isinstance(message, SetPassing):
                await self._set_passing(live, seat, message)
            elif isinstance(message, Hint):
                await hint(self, live, seat, message.serial)
        live.wake()

    async def join(self, live: Live, seat: int | None) -> None:
        """Welcomes it at a view.

        Raises:
            Refused: it does not hold that seat.
        """
        self.held = frozenset(await self.hub.store.held(live.row.id, self.secret))
        if seat is not None and seat >= 0 and seat not in self.held:
            raise Refused("This browser does not hold that seat; open its link here first.")
        self.honours = await self.hub.remember(live, self.secret, self.held)
        said = await self.hub.store.said(live.row.id)
        self.lines = tuple(
            ChatLine(id=one["id"], seat=one["seat"], name=one["name"], text=one["text"], at=one["at"]) for one in said
        )
        async with live.lock:
            if await live.catch_up():
                live.spread()
            self.wished = seat
            first = not self.joined
            self.joined = True
            self.look(live, self.wish())
            if first:
                self.hub.presence(live)
                live.spread_facts()
        self.lines = ()
        live.wake(self.hub.patience() if self.hub.settings.shared else 0.0)

    def _viewed(self) -> int:
        if self.seat is None:
            raise Refused("Spectators only look.")
        return self.seat

    async def _answer(self, live: Live, message: Answer, arrived: int) -> None:
        try:
            seat = message.seat if message.seat >= 0 else self._viewed()
            if seat not in self.held:
                raise Refused("This browser does not hold that seat.")
            if live.seats[seat].away:
                raise Refused("A bot stands in on that seat; take it back first.")
            await live.answer(seat, message.serial, message.n, arrived)
        except Refused as error:
            measure.refused.inc()
            view = live.whole(self.seat) if live.table is not None else None
            self.post(encode(No(reason=str(error), serial=message.serial, view=view)))
        live.wake()

    async def _set_passing(self, live: Live, seat: int, message: SetPassing) -> None:
        row = live.seats[seat]
        row.pass_turn, row.pass_others = message.passing.turn, message.passing.others
        live.turns.pop(seat, None)
        await self.hub.store.change_seat(live.row.id, seat, pass_turn=row.pass_turn, pass_others=row.pass_others)
        self.hub.tell({"k": "facts", "t": live.row.id})
        live.spread()


async def serve(socket: Socket, hub: Hub, id_: str) -> None:
    """Serves a websocket until it closes."""
    headers = dict(socket.headers)
    if guard.why_not_host(hub.settings, headers) or guard.why_not_origin(hub.settings, headers):
        await socket.close(code=NOT_ALLOWED)  # before it is accepted: the browser is told 403
        return
    await socket.accept()
    try:
        live = await hub.get(check_id(id_))
    except NotThere as error:
        await socket.close(code=NO_TABLE, reason=str(error))
        return
    client = Client(hub, guard.secret_of(headers.get("cookie", "")))
    measure.sockets.inc()
    sender = asyncio.create_task(_send(socket, client))
    try:
        await _receive(socket, client, live.row.id)
    except WebSocketDisconnect:
        pass
    finally:
        measure.sockets.dec()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        if client.joined:
            live = await hub.get(id_)
            client.leave(live)
            hub.presence(live)
            live.spread_facts()


async def _send(socket: Socket, client: Client) -> None:
    while True:
        data = await client.waiting.get()
        try:
            if data is _CLOSE:
                await socket.close(code=TRY_LATER, reason="The line is too slow; come back.")
                return
            assert isinstance(data, bytes)
            await socket.send_data(data, mode="text")
        except Exception:
            return  # it is closed; the receiving side notices


async def _receive(socket: Socket, client: Client, id_: str) -> None:
    while True:
        data = await socket.receive_data(mode="text")
        if not client.bucket.take():
            client.wrong += 1
            if client.wrong > WRONG:
                await socket.close(code=NOT_ALLOWED, reason="Too many messages.")
                return
            client.post(encode(No(reason="Too many messages at once; slow down.")))
            continue
        if len(data) > LARGEST:
            await socket.close(code=NOT_ALLOWED, reason="The message is too large.")
            return
        try:
            message = decode(data)
        except msgspec.MsgspecError as error:
            client.wrong += 5
            if client.wrong > WRONG:
                await socket.close(code=NOT_ALLOWED, reason="That is not a message.")
                return
            client.post(encode(No(reason=f"That is not a message of this server ({error}).")))
            continue
        try:
            began = time.perf_counter()
            await client.take(await client.hub.get(id_), message)
            if isinstance(message, Answer):
                measure.answered.observe(time.perf_counter() - began)
        except Refused as error:
            client.post(encode(No(reason=str(error))))
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("message_failed", extra={"table": id_})
            client.post(encode(No(reason="The server failed there; nothing was taken. Try again.")))
