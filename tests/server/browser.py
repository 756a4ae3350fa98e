"""A small client in the browser's place: REST by httpx, the socket by websockets, nothing of the server's own code."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from random import Random
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

GREEDY = {"kind": "bot", "bot": "greedy"}


class Browser:
    """A browser with its cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=20)
        self.sockets: list[Socket] = []

    async def __aenter__(self) -> Browser:
        return self

    async def __aexit__(self, *_: object) -> None:
        for one in self.sockets:
            await one.close()
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """A REST call; its answer. With `status` that one is expected, else success."""
        answer = await self.http.request(method, path, json=body)
        assert answer.status_code == status if status else answer.is_success, (answer.status_code, answer.text)
        return answer.json()

    async def make(self, *seats: Any, game: str = "novus", **more: Any) -> Any:
        """A table; people are given by their names."""
        wishes = [{"kind": "person", "name": s} if isinstance(s, str) else s for s in seats]
        return await self.call("POST", "/api/tables", {"game": game, "seats": wishes, "pace": 0, **more})

    async def join(self, table: str, seat: int | None = -1, headers: dict[str, str] | None = None) -> Socket:
        """A socket that is welcome."""
        socket = Socket(self, table, seat)
        await socket.connect(headers)
        self.sockets.append(socket)
        return socket


class Socket:
    """One socket: keeps scene, prompt, log and facts as a client does, and every message."""

    def __init__(self, browser: Browser, table: str, seat: int | None) -> None:
        self.browser, self.table, self.wish = browser, table, seat
        self.line: ClientConnection | None = None
        self.scene: Any = None
        self.view: Any = None
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.facts: Any = None
        self.held: Any = None
        self.seat: int | None = None
        self.refused: list[Any] = []
        self.over: Any = None
        self.messages: list[str] = []
        self.left, self.sent = 80.0, time.monotonic()  # answers that may go at once, as of when
        self.closed: int | None = None
        self.changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    async def connect(self, headers: dict[str, str] | None = None) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.browser.http.cookies.items())
        url = self.browser.address.replace("http", "ws", 1) + f"/api/tables/{self.table}/socket"
        more = {**({"Cookie": cookies} if cookies else {}), **(headers or {})}
        self.line = await connect(url, additional_headers=more, max_size=None)
        self.closed = None
        self.facts = None
        self._reader = asyncio.create_task(self._read())
        await self.send({"type": "join", "seat": self.wish})
        await self.until(lambda: self.facts is not None)

    async def close(self) -> None:
        if self.line is not None:
            await self.line.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    async def send(self, message: Any) -> None:
        assert self.line is not None
        await self.line.send(message if isinstance(message, str) else json.dumps(message))

    async def _read(self) -> None:
        assert self.line is not None
        try:
            async for text in self.line:
                assert isinstance(text, str)
                self.messages.append(text)
                message = json.loads(text)
                async with self.changed:
                    self._take(message)
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        async with self.changed:
            self.closed = self.line.close_code
            self.changed.notify_all()

    def _take(self, message: Any) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.facts, self.held, self.seat = message["table"], message["held"], message["seat"]
            self.log, self.chat = message["log"], message["chat"]
            self.scene = None
            self._look(message["view"])
        elif kind == "update":
            self._look(message["view"])
            self.log = self.log[: message["keep"]] + message["log"]
        elif kind == "facts":
            self.facts, self.held = message["table"], message["held"]
        elif kind == "refused":
            self.refused.append(message)
            self._look(message["view"])
        elif kind == "said":
            self.chat.append(message["line"])
        elif kind == "over":
            self.over = message["verdict"]

    def _look(self, view: Any) -> None:
        if view is None:
            return
        if "scene" in view:
            self.scene = view["scene"]
        for move in view.get("moves", []):
            *path, last = move["at"]
            at = self.scene
            for step in path:
                at = at[step]
            at[last] = [at[last][n] if n >= 0 else None for n in move["order"]]
        for change in view.get("changes", []):
            *path, last = change["at"]
            at = self.scene
            for step in path:
                at = at[step]
            at[last] = change["to"]
        self.view = view

    async def until(self, ready: Callable[[], Any], seconds: float = 20) -> None:
        """Waits for something to be so."""
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(lambda: ready() or self.closed is not None), seconds)
        assert ready(), f"closed with {self.closed}"

    @property
    def prompt(self) -> Any:
        return self.view["prompt"]

    @property
    def mine(self) -> bool:
        return bool(self.view and self.prompt.get("mine"))

    async def answer(self, n: Any, serial: int | None = None, **more: Any) -> None:
        """Answers, and waits for what comes of it; never so fast that the server would have it slow down."""
        now = time.monotonic()
        self.left = min(80.0, self.left + (now - self.sent) * 30) - 1
        self.sent = now
        if self.left < 0:
            await asyncio.sleep(-self.left / 30)
        number, refused = self.view["number"], len(self.refused)
        serial = self.prompt["serial"] if serial is None else serial
        await self.send({"type": "answer", "serial": serial, "n": n, **more})
        await self.until(lambda: self.view["number"] > number or len(self.refused) > refused)

    def pick(self, random: Random) -> Any:
        """Any answer to the open question."""
        lit, least, most = self.prompt["lit"], self.prompt.get("least", 1), self.prompt.get("most", 1)
        if most == 1:
            return random.randrange(len(lit))
        return random.sample(range(len(lit)), random.randint(least, min(most, len(lit))))

    async def play(self, random: Random, until: Callable[[], Any] = lambda: False) -> None:
        """Answers at random until the game is over or something is so."""
        while not self.over and not until():
            await self.until(lambda: self.over or self.mine or until(), 60)
            if self.mine and not self.over and not until():
                await self.answer(self.pick(random))

    async def __aenter__(self) -> Socket:
        return self

    async def __aexit__(self, *_: type[BaseException] | TracebackType | BaseException | None) -> None:
        await self.close()


def comparable(scene: Any) -> Any:
    """A scene without the fields that stand at their defaults, so that patched and whole ones can be compared."""
    if isinstance(scene, dict):
        shown = {key: comparable(value) for key, value in scene.items()}
        return {key: value for key, value in shown.items() if value not in (0, -1, "", False, None, [], {}, 1)}
    if isinstance(scene, list):
        return [comparable(one) for one in scene]
    return scene
