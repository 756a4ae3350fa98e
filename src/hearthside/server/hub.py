"""What one worker knows: its database, the tables in its memory, and what it hears from other workers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin

from .. import games
from ..bots import LEVELS
from ..engine.errors import Refused, RuleError
from ..engine.game import Game
from ..engine.record import Record, write
from . import gaps, measure
from .books import remember
from .going_back import hear_request_quietly
from .kept import Stuck
from .live import PATIENCE, Live
from .messages import ChatLine, Said
from .settings import Settings
from .store import Store

log = logging.getLogger("hearthside.server")
NEWS = "news"
PATIENT = 8  # hints and curves that may wait for each other
IDLE = 120.0  # seconds after which a table that nobody looks at leaves the memory
BOTS = ("normal", *(level for level in LEVELS if level != "normal"), "greedy", "random")


class NotThere(Exception):
    """There is no such thing here. The message is one sentence."""


class Hub:
    """The heart of a worker."""

    def __init__(
        self, settings: Settings, store: Store, channels: ChannelsPlugin, more: dict[str, Game] | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.channels = channels
        self.backend = channels._backend
        self.worker = secrets.token_hex(4)
        self.lives: dict[str, Live] = {}
        self._getting: dict[str, asyncio.Lock] = {}
        self._games: dict[str, Game] = dict(more or {})
        self._contents: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        # Bots think in one thread: more would only take the interpreter from each other and from the sockets.
        self._thinking = ThreadPoolExecutor(1, "bots")
        # Hints and curves take much longer; bots of other tables do not wait for them.
        self._pondering = ThreadPoolExecutor(1, "hints")
        self._pondered = 0
        self._books = asyncio.Lock()
        self._told: asyncio.Queue[bytes] = asyncio.Queue()

    # ---- games ----

    def game(self, name: str) -> Game:
        """The game of that name.

        Raises:
            UnknownGame: there is none.
        """
        if name not in self._games:
            self._games[name] = games.game(name)
        return self._games[name]

    def names(self) -> list[str]:
        """The names of all games."""
        return [*games.GAMES, *(name for name in self._games if name not in games.GAMES)]

    def content(self, name: str) -> Any:
        """Its content, shared by all tables."""
        if name not in self._contents:
            self._contents[name] = self.game(name).content()
        return self._contents[name]

    # ---- life ----

    async def open(self) -> None:
        """Begins to listen and to tidy up."""
        await self.store.open()
        self.later(self._listen())
        self.later(self._tell())
        self.later(self._tidy())
        self.later(gaps.keep_saying(self))

    async def close(self) -> None:
        """Lets tables finish what they write, and closes."""
        await asyncio.gather(*(live.close() for live in self.lives.values()), return_exceptions=True)
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)
        self._pondering.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def think(self, work: Callable[[], Any]) -> Any:
        """Does a bot's thinking beside everything else."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, work)

    async def ponder(self, work: Callable[[], Any]) -> Any:
        """Does what takes long, one thing after another, beside everything else.

        Raises:
            Refused: too much waits already.
        """
        if self._pondered >= PATIENT:
            raise Refused("The bots have much to think about just now; ask again in a moment.")
        self._pondered += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pondering, work)
        finally:
            self._pondered -= 1

    def later(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Does it beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", exc_info=task.exception())

    # ---- tables ----

    async def get(self, id_: str) -> Live:
        """The table, up to date with what this worker knows.

        Raises:
            NotThere: there is no such table.
        """
        found = self.lives.get(id_)
        if found is not None:
            found.used = time.monotonic()
            return found
        lock = self._getting.setdefault(id_, asyncio.Lock())
        try:
            async with lock:
                found = self.lives.get(id_)
                if found is not None:
                    return found
                row = await self.store.table(id_)
                if row is None:
                    raise NotThere("There is no such table; perhaps the link is cut short.")
                try:
                    live = Live(self, row, await self.store.seats(id_))
                    async with live.lock:
                        await live.catch_up()
                        await gaps.leave_out(live, woken=True)
                except (Stuck, games.UnknownGame) as error:
                    raise NotThere(str(error)) from None
                self.lives[id_] = live
                measure.lives.set(len(self.lives))
                live.wake(self.patience() if self.settings.shared else 0.0)
                return live
        finally:
            if not lock.locked():
                self._getting.pop(id_, None)

    def patience(self) -> float:
        """Seconds to leave to the worker that goes on with a table, before this one does."""
        return PATIENCE * (1 + random.random())

    async def refresh(self, live: Live) -> None:
        """Reads who sits there and how the table lives, and tells everybody who looks. Needs no lock."""
        async with live.lock:
            row = await self.store.table(live.row.id)
            if row is None:
                return
            live.row = row
            live.seats = await self.store.seats(row.id)
            for client in live.clients():
                client.held = frozenset(await self.store.held(row.id, client.secret))
                if client.seat is not None and client.seat not in client.held:
                    client.look(live, None)  # before anything new is sent
            await live.catch_up()
            live.spread()
            for client in live.clients():
                if client.seat is None and client.wish() is not None:
                    client.look(live, client.wish())
            live.spread_facts()
        live.wake()

    async def changed(self, live: Live) -> None:
        """Who sits there or how the table lives was changed: reads it, and tells everybody on every worker."""
        self.tell({"k": "facts", "t": live.row.id})
        await self.refresh(live)

    async def say(self, live: Live, seat: int, text: str, *, server: bool = False) -> None:
        """A line of chat for everybody."""
        name = "" if server else (live.name(seat) if seat >= 0 else "Host")
        seat = -1 if server else seat
        id_, at = await self.store.say(live.row.id, seat, name, text)
        self.tell({"k": "chat", "t": live.row.id, "id": id_, "seat": seat, "name": name, "text": text, "at": at})
        live.post_all(Said(line=ChatLine(id=id_, seat=seat, name=name, text=text, at=at)))

    async def remember(self, live: Live, secret: str, held: Iterable[int]) -> tuple[str, ...]:
        """Has the game write up a finished table in the book of a browser that holds these seats; what it says."""
        table, game = live.table, live.game
        people = [n for n in held if n >= 0 and live.person(n)]
        if table is None or not table.over or live.row.base is not None or not people or not secret:
            return ()
        if type(game).remember is Game.remember:
            return ()
        async with self._books:
            book = await self.store.book(secret, game.name)
            lines, after = await asyncio.to_thread(remember, game, table.g, book)
            if after != book:
                await self.store.write_book(secret, game.name, after)
        return lines

    async def honour(self, live: Live) -> None:
        """A game is over: everybody connected here who played it reads what it remembers of them."""
        for client in live.clients():
            client.honours = await self.remember(live, client.secret, client.held)
        if any(client.honours for client in live.clients()):
            live.spread_facts()

    def keep_fault(self, id_: str, error: RuleError) -> None:
        """Notes a broken rule, with the record that reproduces it."""
        log.error("rule_failed", exc_info=error, extra={"table": id_})
        if self.settings.faults and isinstance(error.record, Record):
            path = Path(self.settings.faults) / f"{id_}-{len(error.record.steps)}.json"
            with contextlib.suppress(Exception):
                write(error.record, path)

    # ---- presence ----

    def presence(self, live: Live) -> None:
        """Tells who is connected here."""
        clients = live.clients()
        seats = frozenset(seat for client in clients for seat in client.held if seat >= 0)
        watchers = sum(1 for client in clients if not any(seat >= 0 for seat in client.held))
        live.here[self.worker] = (seats, watchers, time.monotonic())
        self.tell({"k": "here", "t": live.row.id, "w": self.worker, "seats": sorted(seats), "n": watchers})

    # ---- what workers tell each other ----

    def tell(self, news: dict[str, Any]) -> None:
        """Tells the other workers, soon and in order."""
        if self.settings.shared:
            self._told.put_nowait(msgspec.json.encode({**news, "from": self.worker}))

    async def _tell(self) -> None:
        while True:
            data = await self._told.get()
            try:
                await self.backend.publish(data, [NEWS])
            except Exception:
                log.exception("telling_failed")

    async def _listen(self) -> None:
        if not self.settings.shared:
            return
        async with self.channels.start_subscription([NEWS]) as heard:
            async for data in heard.iter_events():
                news = msgspec.json.decode(data)
                if news.get("from") == self.worker:
                    continue
                live = self.lives.get(news["t"])
                if live is not None:
                    try:
                        await self._hear(live, news)
                    except Exception:
                        log.exception("news_failed", extra={"table": live.row.id})

    async def _hear(self, live: Live, news: dict[str, Any]) -> None:
        match news["k"]:
            case "rows":
                async with live.lock:
                    if await live.catch_up():
                        live.spread_settled()
                live.wake(self.patience())
            case "undo":
                async with live.lock:
                    await live.catch_up()
                    await hear_request_quietly(live)
            case "facts":
                await self.refresh(live)
            case "who":
                await gaps.say_so(self, [live])
            case "chat":
                line = ChatLine(id=news["id"], seat=news["seat"], name=news["name"], text=news["text"], at=news["at"])
                live.post_all(Said(line=line))
            case "here":
                before = (live.present(), sum(n for _, n, _ in live.here.values()))
                live.here[news["w"]] = (frozenset(news["seats"]), news["n"], time.monotonic())
                if before != (live.present(), sum(n for _, n, _ in live.here.values())):
                    live.spread_facts()

    async def _look_again(self, live: Live) -> None:
        """Reads what news that got lost on their way would have told."""
        async with live.lock:
            row = await self.store.table(live.row.id)
            if row is None or (row.life, row.changed) == (live.row.life, live.row.changed):
                return
            if await live.catch_up():
                live.spread_settled()
        await self.refresh(live)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(15)
            await self.tidy()

    async def tidy(self) -> None:
        """Forgets tables that nobody looks at, and repeats who is here."""
        for id_, live in [*self.lives.items()]:
            if live.clients():
                self.presence(live)
                if self.settings.shared:
                    await self._look_again(live)
            elif not live.driver.busy and not live.lock.locked() and time.monotonic() - live.used > IDLE:
                del self.lives[id_]
                await live.close()
        measure.lives.set(len(self.lives))


def check_bot(spec: str) -> str:
    """A kind of bot that may sit here: classes by name of a module are for one's own machine.

    Raises:
        Refused: there is none of that kind.
    """
    if spec not in BOTS:
        raise Refused(f"There is no bot {spec[:40]!r} here; the bots are {', '.join(BOTS)}.")
    return spec


_ID = re.compile(r"[a-z0-9]{6,24}")


def check_id(id_: str) -> str:
    """A table's id as it may stand in a link.

    Raises:
        NotThere: it cannot be one.
    """
    if not _ID.fullmatch(id_):
        raise NotThere("There is no such table; perhaps the link is cut short.")
    return id_
