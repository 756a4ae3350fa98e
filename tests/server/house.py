"""A server in this process, without sockets: its hub, its database, and browsers that keep what they are sent."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar.channels import ChannelsPlugin

from hearthside.engine.errors import Refused
from hearthside.server.app import create_app
from hearthside.server.backends import backend_for
from hearthside.server.hub import NEWS, Hub
from hearthside.server.live import Live, encode
from hearthside.server.messages import FromClient
from hearthside.server.messages import Refused as No
from hearthside.server.settings import Settings
from hearthside.server.socket import Client
from hearthside.server.store import SeatRow, Store, TableRow, hash_of, new_id, now


@asynccontextmanager
async def house(db: Path | str, games: dict[str, Any] | None = None, **more: Any) -> AsyncIterator[Hub]:
    """The heart of a worker; open several on one database with `shared=True`."""
    settings = Settings(db=str(db), rate=1e9, burst=1_000_000, **more)
    store = Store(settings.db)
    channels = ChannelsPlugin(backend_for(store, settings.shared, settings.news), channels=[NEWS])
    await channels._backend.on_startup()
    hub = Hub(settings, store, channels, games)
    async with channels:
        await hub.open()
        try:
            yield hub
        finally:
            await hub.close()


async def table(
    hub: Hub, game: str, seats: int, seed: str = "s", *, bots: int = 0, options: Any = None, **more: Any
) -> str:
    """A table that plays, a person with the secret "seat N" on each seat but the last `bots`; its id."""
    id_ = new_id()
    made = hub.game(game).Options(**(options or {}))
    fields = {"name": "", "public": False, "life": "playing", "think": 0, "pace": 0} | more
    row = TableRow(
        id=id_, game=game, options=msgspec.json.encode(made).decode(), seats=seats,
        seed=msgspec.json.encode(seed).decode(), created=now(), changed=now(), since=now(), **fields,
    )  # fmt: skip
    people = range(seats - bots)
    chairs = [SeatRow(id_, n, "person", f"P{n}") if n in people else SeatRow(id_, n, "bot", bot="random")
              for n in range(seats)]  # fmt: skip
    await hub.store.add_table(row, chairs, [(n, hash_of(f"seat {n} of the table")) for n in people])
    return id_


class Eye(Client):
    """A browser that keeps every message it is sent."""

    def __init__(self, hub: Hub, seat: int | None) -> None:
        super().__init__(hub, "" if seat is None else f"seat {seat} of the table")
        self.got: list[bytes] = []
        self.at = seat

    def post(self, data: bytes) -> None:
        self.got.append(data)

    async def send(self, live: Live, message: FromClient) -> None:
        """Sends a message, as the socket hands it on."""
        try:
            await self.take(live, message)
        except Refused as error:
            self.post(encode(No(reason=str(error))))

    def last(self, kind: str = "") -> Any:
        """The last message, or the last of a kind."""
        return next((m for m in map(msgspec.json.decode, reversed(self.got)) if not kind or m["type"] == kind), None)

    async def until(self, ready: Any, seconds: float = 20) -> None:
        """Waits for something to be so."""
        async with asyncio.timeout(seconds):
            while not ready():
                await asyncio.sleep(0.002)


@asynccontextmanager
async def served(db: Path | str, games: dict[str, Any], **more: Any) -> AsyncIterator[str]:
    """A whole server in this process, with games of the test's own; gives its address."""
    settings = Settings(db=str(db), **more)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            create_app(settings, games), ws="websockets-sansio", lifespan="on", log_config=None, access_log=False
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            assert not serving.done(), serving.exception()
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
