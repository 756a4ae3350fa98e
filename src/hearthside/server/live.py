"""A table in the memory of a worker: a cache of its rows, and who looks at it."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ..bots import Bot, make, stream
from ..engine.ask import AnyOf, Ask, Rolled
from ..engine.errors import Refused, RuleError
from ..engine.game import Entry, Game
from ..engine.prompt import prompt
from ..engine.record import Record, load
from ..engine.scene import Contest, Scene
from ..engine.table import Table
from . import measure
from .messages import (
    Asking,
    Facts,
    LogLine,
    Over,
    Passing,
    SeatFacts,
    TableFacts,
    ToClient,
    Undo,
    Update,
    Verdict,
    View,
)
from .store import Request, Row, SeatRow, TableRow, now
from .views import difference, line_of, lines_of

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Client

log = logging.getLogger("hearthside.server")
WINDOW = "window"  # the topic of questions that may be passed without a look
PATIENCE = 2.0  # seconds after which a worker goes on with a table that another one left standing
encode = msgspec.json.Encoder().encode


class Channel:
    """One view of a table (a seat's, or the spectators') and the clients that look at it, all at the same point."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.clients: set[Client] = set()
        self.scene: Scene | None = None
        self.lines: list[LogLine] = []
        self.told = 0  # entries of the log that `lines` were made of
        self.epoch = -1


class Live:
    """A table. Everything that reads or changes it holds `lock`; what is not committed is seen by nobody."""

    def __init__(self, hub: Hub, row: TableRow, seats: list[SeatRow]) -> None:
        self.hub = hub
        self.row = row
        self.seats = seats
        self.game: Game = hub.game(row.game)
        self.table: Table | None = None
        self.number = 0  # of the next row
        self.floor = 0  # answers quote no earlier number: it was taken back
        self.epoch = 0  # grows when the log was shortened
        self.by: list[tuple[str, int]] = []  # who gave each of the answers that stand, and for which seat
        self.clock_at = 0  # of the game's clock, when the open question was put
        self.request: Request | None = None
        self.lock = asyncio.Lock()
        self.channels: dict[int | None, Channel] = {}
        self.bots: dict[int, tuple[str, Bot, random.Random]] = {}
        self.turns: dict[int, Any] = {}  # the turn in which a seat passes everything
        self.here: dict[str, tuple[frozenset[int], int, float]] = {}  # by worker: seats, watchers, when it said so
        self.used = time.monotonic()
        self.hold = -1  # the number of a question that is put to its person whatever was set
        self.closed = False
        self._driver: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None
        self.verdict: Verdict | None = None
        self.told_over = False

    # ---- from the rows ----

    async def catch_up(self) -> bool:
        """Reads the rows that other workers wrote; True if there were any. Needs the lock."""
        if self.row.life == "open":
            return False
        rows = await self.hub.store.rows(self.row.id, self.number)
        fresh = self.table is None
        if fresh:
            await asyncio.to_thread(self._open)
        if len(rows) > 20:
            await asyncio.to_thread(self._apply_all, rows)
        else:
            self._apply_all(rows)
        if rows or fresh:
            await self._read_request()
        return bool(rows)

    async def ready(self) -> None:
        """After a failed write: reads the rows again. Needs the lock."""
        if self.table is None and self.row.life != "open":
            await self.catch_up()

    async def reload(self) -> None:
        """Forgets what is in memory and reads all rows. Needs the lock."""
        self.table = None
        self.number = self.floor = 0
        self.by = []
        self.epoch += 1
        await self.catch_up()

    def _open(self) -> None:
        row = self.row
        content = self.hub.content(row.game)
        if row.base is not None:
            record = msgspec.json.decode(row.base, type=Record)
            self.table = load(record, self.game, content=content)
            self.table.digest = True
            self.by = [("person", step.seat) for step in record.steps]
        else:
            options: Any = msgspec.json.decode(row.options.encode(), type=self.game.Options)
            seed = msgspec.json.decode(row.seed)
            self.table = Table.open(self.game, row.seats, seed, options, content=content, digest=True)
        self._ended()

    def _apply_all(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._apply(row)

    def _apply(self, row: Row) -> None:
        table = self.opened
        if row.kind == "undo":
            to = int(row.choice)
            table.undo(to)
            self._went_back(to, row.number + 1)
        else:
            if row.kind == "late":
                table.tick(row.at or 0)
            else:
                table.answer(self._choice(row.choice), row.seat, now=row.at)
            self.by.append((row.by, row.seat))
        self.number = row.number + 1
        self.clock_at = row.clock
        self._ended()

    def _choice(self, text: str) -> Any:
        raw = msgspec.json.decode(text)
        if isinstance(raw, list):
            return [msgspec.convert(one, self.game.Choice) for one in raw]
        if isinstance(raw, dict) and raw.get("type") == "rolled":
            return msgspec.convert(raw, Rolled)
        return msgspec.convert(raw, self.game.Choice)

    def _went_back(self, to: int, floor: int) -> None:
        del self.by[to:]
        self.floor = floor
        self.hold = floor
        self.epoch += 1
        self.turns.clear()

    def _ended(self) -> None:
        table = self.opened
        if table.over:
            self.row.life = self.row.life if self.row.life == "archived" else "over"
            scene: Scene = self.game.scene(table.g, None)
            winners = tuple(getattr(table.result, "winners", ()))
            self.verdict = Verdict(winners=winners, words=scene.result, seed=str(table.seed), seed_hash=table.seed_hash)

    async def _read_request(self) -> None:
        self.request = await self.hub.store.request(self.row.id, self.number)

    @property
    def opened(self) -> Table:
        """The engine's table.

        Raises:
            Refused: the game has not begun.
        """
        if self.table is None:
            raise Refused("The game has not begun.")
        return self.table

    # ---- facts ----

    def clock(self) -> int:
        """Game milliseconds now."""
        return self.row.clock + (now() - self.row.since if self.row.since else 0)

    def present(self) -> frozenset[int]:
        """Seats of which a browser is connected, to any worker."""
        alive = time.monotonic() - 40
        return frozenset().union(*(seats for seats, _, at in self.here.values() if at > alive))

    def facts(self) -> TableFacts:
        """What everybody may know."""
        row, table = self.row, self.table
        alive = time.monotonic() - 40
        here = self.present()
        return TableFacts(
            id=row.id,
            game=row.game,
            title=self.game.title,
            name=row.name,
            public=row.public,
            life=row.life,  # type: ignore[arg-type]
            seats=tuple(
                SeatFacts(seat=s.seat, kind=s.kind, name=s.name, bot=s.bot, away=s.away, here=s.seat in here)  # type: ignore[arg-type]
                for s in self.seats
            ),
            options=msgspec.json.decode(row.options),
            created=row.created,
            changed=row.changed,
            number=self.number,
            answers=table.serial if table else 0,
            seed_hash=table.seed_hash if table else "",
            think=row.think,
            pace=row.pace,
            watchers=sum(n for _, n, at in self.here.values() if at > alive),
            next=row.next,
            replay=row.replay,
            verdict=self.verdict,
        )

    def person(self, seat: int) -> bool:
        """A person decides for the seat now."""
        one = self.seats[seat]
        return one.kind == "person" and not one.away

    def name(self, seat: int) -> str:
        """What a seat is called in the server's own sentences."""
        if 0 <= seat < len(self.seats) and self.seats[seat].name:
            return self.seats[seat].name
        if self.table is not None and 0 <= seat < len(self.seats):
            return self.game.seat_name(self.table.g, seat)
        return f"Seat {seat + 1}"

    # ---- views ----

    def view(self, seat: int | None, scene: Scene | None = None, held: frozenset[int] = frozenset()) -> View:
        """How the table stands for a view; with a scene if one is handed in."""
        table = self.opened
        asked = msgspec.structs.replace(prompt(table, seat), serial=self.number)
        ask = table.ask_of(seat) if seat is not None else None
        if ask is not None and asked.mine and self.passed_for(seat):
            asked = msgspec.structs.replace(asked, mine=False, lit=())
            ask = None
        refusals = tuple(self.game.refusals(table.g, ask)) if ask is not None and not table.roll else ()
        passing = Passing()
        if seat is not None:
            passing = Passing(turn=self.seats[seat].pass_turn, others=self.seats[seat].pass_others)
        due = self._due()
        return View(
            number=self.number,
            prompt=asked,
            scene=scene,
            refusals=refusals,
            undo=self.undo(seat),
            passing=passing,
            clock=self.clock() if due is not None else 0,
            due=due,
        )

    def whole(self, seat: int | None) -> View:
        """The same with its scene."""
        scene: Scene = self.game.scene(self.opened.g, seat)
        return self.view(seat, scene)

    def channel(self, seat: int | None) -> Channel:
        """The channel of a view, up to date. Needs the lock."""
        found = self.channels.setdefault(seat, Channel(seat))
        if self.table is not None and found.scene is None:
            found.scene = self.game.scene(self.table.g, seat)
            self._tell(found)
        return found

    def _tell(self, channel: Channel) -> int:
        """Brings the lines up to date; returns how many of the old ones stand."""
        table = self.opened
        entries: list[Entry] = table.log or []
        keep = len(channel.lines)
        if channel.epoch != self.epoch:
            lines = lines_of(table, entries, channel.seat)
            keep = 0
            for was, line in zip(channel.lines, lines, strict=False):
                if was != line:
                    break
                keep += 1
            channel.lines = lines
        else:
            for entry in entries[channel.told :]:
                more = line_of(table, entry, channel.seat)
                if more is not None:
                    channel.lines.append(more)
        channel.told = len(entries)
        channel.epoch = self.epoch
        return keep

    def spread(self) -> None:
        """Sends every client what changed for its view. Needs the lock; what is in memory is committed."""
        if self.table is None:
            return
        for seat, channel in [*self.channels.items()]:
            if not channel.clients:
                del self.channels[seat]
                continue
            try:
                old = channel.scene
                scene: Scene = self.game.scene(self.table.g, seat)
                found = difference(old, scene) if old is not None else None
                view = self.view(seat, scene if found is None else None)
                if found is not None:
                    view = msgspec.structs.replace(view, moves=tuple(found.moves), changes=tuple(found.changes))
                channel.scene = scene
                keep = self._tell(channel)
                data = encode(Update(view=view, keep=keep, log=tuple(channel.lines[keep:])))
            except Exception:
                log.exception("view_failed", extra={"table": self.row.id})
                continue
            for client in [*channel.clients]:
                client.post(data)
        if self.verdict is not None and not self.told_over:
            self.told_over = True
            self.post_all(Over(verdict=self.verdict))
            self.spread_facts()

    def spread_settled(self) -> None:
        """The same, but a question that is about to be passed is shown to nobody: the next row's spread follows."""
        if self.table is None or self.table.over or self.row.life != "playing" or self._window() is None:
            self.spread()

    def post_all(self, message: ToClient) -> None:
        """Sends every client the same."""
        data = encode(message)
        for client in self.clients():
            client.post(data)

    def spread_facts(self) -> None:
        """Tells every client who sits there, and what it holds itself."""
        facts = self.facts()
        sent: dict[Any, bytes] = {}
        for client in self.clients():
            if client.held not in sent:
                sent[client.held] = encode(Facts(table=facts, held=client.held_facts()))
            client.post(sent[client.held])

    def clients(self) -> list[Client]:
        """Everybody connected to this worker."""
        return [client for channel in self.channels.values() for client in channel.clients]

    # ---- answering ----

    def playing(self) -> Table:
        """The table, if answers are taken.

        Raises:
            Refused: why not.
        """
        table = self.opened
        if table.over or self.row.life in ("over", "archived"):
            raise Refused("The game is over.")
        if self.row.life == "paused":
            raise Refused("The table is paused.")
        if self.row.life != "playing":
            raise Refused("The game has not begun.")
        return table

    async def answer(self, seat: int, serial: int, n: int | list[int]) -> None:
        """Takes a person's answer, given by the indices of choices. Needs the lock.

        Raises:
            Refused: stale, unknown, or not asked; or another worker was quicker. Nothing changed.
        """
        table = self.playing()
        if not 0 <= seat < table.seats:
            raise Refused("There is no such seat.")
        asked_at = table.asked + self.number - table.serial  # as numbers of rows
        still = bool(table.pending) and max(self.floor, asked_at) <= serial < self.number
        if serial != self.number and not still:
            raise Refused(
                f"That answer is to question {serial}, but question {self.number} is open now; nothing changed."
            )
        ask = table.ask_of(seat)
        if ask is None:
            if seat in table.pending:
                raise Refused(f"{self.name(seat)} has answered already; others have not.")
            raise Refused(f"{self.name(seat)} is not asked now.")
        await self.give(ask, _picked(ask, n), "person")

    async def give(self, ask: Ask, choice: Any, by: str) -> None:
        """Gives the table a choice and writes its row. Needs the lock.

        Raises:
            Refused, as `answer`.
        """
        table = self.playing()
        clock = self.clock()
        at = max(clock, table.g.now) if table.deadline is not None else None
        if at is not None and table.deadline is not None and at >= table.deadline:
            raise Refused("The time for that question is over.")
        began = time.perf_counter()
        try:
            table.answer(choice, ask.seat, now=at)
        except RuleError as error:
            measure.broken.inc()
            self.hub.keep_fault(self.row.id, error)
            raise Refused(
                "A rule of the game failed there; the answer was taken back. Try another, or take a step back."
            ) from None
        self.by.append((by, ask.seat))
        encoded = msgspec.json.encode(choice).decode()
        row = Row(self.row.id, self.number, "answer", by, ask.seat, encoded, at, clock)
        await self._commit(row, began)

    async def _commit(self, row: Row, began: float) -> None:
        """Writes the row of what was just done to the table in memory, and tells everybody."""
        table = self.opened
        changed: dict[str, Any] = {"changed": now()}
        if table.over:
            changed |= {"life": "over", "clock": row.clock, "since": 0}
        try:
            won = await self.hub.store.append(row, **changed)
        except BaseException:
            await self._back_to_rows()
            raise
        if not won:
            measure.races.inc()
            await self.reload()
            self.spread()
            raise Refused("Somebody else's answer came first; look again.")
        measure.written.observe(time.perf_counter() - began)
        measure.accepted.labels(row.by).inc()
        self.number += 1
        self.clock_at = row.clock
        self.row.changed = changed["changed"]
        self.request = None
        if table.over:
            self.row.clock, self.row.since = row.clock, 0
        self._ended()
        self._follow()
        self.hub.tell({"k": "rows", "t": self.row.id})
        self.spread_settled()
        measure.updated.observe(time.perf_counter() - began)
        self.wake()

    async def _back_to_rows(self) -> None:
        """The row may or may not be written: what is in memory is not to be trusted."""
        self.table = None
        self.number = self.floor = 0
        self.by = []
        self.epoch += 1

    # ---- going back ----

    def undo(self, seat: int | None) -> Undo:
        """What the undo button does for a view."""
        table = self.opened
        asking = self.asking()
        if seat is None:
            return Undo(asking=asking)
        if table.over or self.row.life != "playing":
            return Undo(why="The game is over." if table.over else "The table is paused.", asking=asking)
        to = self.latest(seat)
        if to < 0:
            return Undo(why="There is nothing of yours to take back.", asking=asking)
        asks = [n for n in table.undo_needs(to, seat) if self.person(n)]
        why = f"{', '.join(self.name(n) for n in asks)} must agree: others decided since, or something came to light."
        return Undo(to=to, free=not asks, why=why if asks else "", asking=asking)

    def latest(self, seat: int) -> int:
        """The step of the seat's latest answer that its person gave; -1 if there is none."""
        for n in range(len(self.by) - 1, -1, -1):
            if self.by[n] == ("person", seat):
                return n
        return -1

    def asking(self) -> Asking | None:
        """The open request to take back."""
        request = self.request
        if request is None or request.number != self.number:
            return None
        steps = self.opened.serial - request.to
        return Asking(
            number=request.number,
            seat=request.seat,
            to=request.to,
            words=f"{self.name(request.seat)} asks to take back {steps} {'answer' if steps == 1 else 'answers'}.",
            agreed=tuple(request.agreed),
            needs=tuple(self.needs(request)),
        )

    def needs(self, request: Request) -> list[int]:
        """Seats of people who have not agreed to a request."""
        needed = self.opened.undo_needs(request.to, request.seat)
        return [n for n in needed if self.person(n) and n not in request.agreed]

    async def take_back(self, seat: int, to: int, held: Iterable[int]) -> None:
        """Goes back to a step (-1: the seat's latest own) if that is free, else asks the others. Needs the lock.

        held: seats of the same browser, which agree by themselves.

        Raises:
            Refused: nothing to take back, or a request is open.
        """
        table = self.playing()
        to = self.latest(seat) if to < 0 else to
        if not 0 <= to < table.serial:
            raise Refused("There is nothing to take back.")
        if self.request is not None and self.request.number == self.number:
            raise Refused(f"{self.name(self.request.seat)} asks already.")
        agreed = sorted(set(held))
        request = Request(self.number, seat, to, agreed)
        if not self.needs(request):
            await self._go_back(to, seat)
            return
        if not await self.hub.store.ask_back(self.row.id, self.number, seat, to):
            await self._read_request()
            raise Refused("Somebody asks already.")
        await self.hub.store.agree(self.row.id, self.number, agreed)
        await self.hear_request()

    async def consent(self, seat: int, number: int, agree: bool, held: Iterable[int]) -> None:
        """A seat's answer to a request. Needs the lock.

        Raises:
            Refused: there is no such request.
        """
        self.playing()
        await self._read_request()
        request = self.request
        if request is None or number != self.number:
            raise Refused("That request is no longer open.")
        if not agree:
            await self.hub.store.drop_request(self.row.id, number)
            await self.hear_request()
            word = "withdraws the request" if seat == request.seat else "would rather not take back"
            await self.hub.say(self, seat, f"{self.name(seat)} {word}.", server=True)
            return
        await self.hub.store.agree(self.row.id, number, {seat, *held})
        await self._read_request()
        if self.request is not None and not self.needs(self.request):
            await self._go_back(request.to, request.seat)
        else:
            await self.hear_request()

    async def hear_request(self) -> None:
        """A request was made, answered or dropped: everybody sees it."""
        await self._read_request()
        self.hub.tell({"k": "undo", "t": self.row.id})
        self.spread()

    async def hear_request_quietly(self) -> None:
        """The same, heard from another worker."""
        await self._read_request()
        self.spread()

    async def _go_back(self, to: int, seat: int) -> None:
        table = self.opened
        began = time.perf_counter()
        table.undo(to)
        self._went_back(to, self.number + 1)
        await self._commit(Row(self.row.id, self.number, "undo", "person", seat, str(to), None, self.clock()), began)

    # ---- who goes on by itself: bots, passed windows, deadlines ----

    def wake(self, delay: float = 0.0) -> None:
        """Lets bots, passed windows and deadlines go on, now or later."""
        if self.closed:
            return
        if delay:
            if self._later is not None:
                self._later.cancel()
            self._later = asyncio.get_running_loop().call_later(delay, self.wake)
            return
        self._woken.set()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        """Stops going on by itself."""
        self.closed = True
        if self._later is not None:
            self._later.cancel()
        if self._driver is not None and not self._driver.done():
            async with self.lock:  # not in the middle of a row
                self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """It goes on by itself at the moment."""
        return self._driver is not None and not self._driver.done()

    async def _drive(self) -> None:
        try:
            while not self.closed:
                self._woken.clear()
                wait = await self._go_on()
                if wait is None:
                    if self._woken.is_set():
                        continue
                    return
                if wait > 0:
                    try:
                        await asyncio.wait_for(self._woken.wait(), wait)
                    except TimeoutError:
                        continue
        except Exception:
            log.exception("driver_failed", extra={"table": self.row.id})

    async def _go_on(self) -> float | None:
        """One step of whoever goes on without a person. Returns seconds to wait, or None: a person's turn."""
        async with self.lock:
            await self.ready()
            table = self.table
            if table is None or table.over or self.row.life != "playing":
                return None
            passed = self._window()
            if passed is not None:
                await self._try(passed[0], passed[1], "pass")
                return 0.0
            late = await self._late(table)
            if late is not None and late <= 0:
                return 0.0
            ask = self._bots_ask(table)
            if ask is None:
                return late
            number = self.number
            choices = len(ask.choices)
            think = self._thinker(ask)
        began = time.perf_counter()
        choice = await self.hub.think(think)
        spent = time.perf_counter() - began
        measure.thought.observe(spent)
        pace = min(self.row.pace, self.hub.settings.pace) / 1000
        if choices > 1 and pace > spent:
            await asyncio.sleep(pace - spent)
        async with self.lock:
            if self.number == number and self.table is not None and self.row.life == "playing":
                now_ask = self._bots_ask(self.table)
                if now_ask is not None and now_ask.seat == ask.seat:
                    await self._try(now_ask, choice, "bot")
        return 0.0

    async def _try(self, ask: Ask, choice: Any, by: str) -> None:
        """Gives an answer that no person gave; any other choice if the table does not take it."""
        for _ in range(20):
            before = self.number
            try:
                await self.give(ask, choice, by)
                return
            except Refused as error:
                if self.number != before or self.table is None or self.table.ask_of(ask.seat) is None:
                    return
                log.warning("bot_refused", extra={"table": self.row.id, "why": str(error)})
            choice = _any(ask, random.Random())
        raise RuntimeError("no answer is taken")

    def _bots_ask(self, table: Table) -> Ask | None:
        """A question to a seat that no person decides for; where anybody may answer, people come first."""
        asks = [a for a in table.asks if self.seats[a.seat].kind == "bot" or self.seats[a.seat].away]
        if isinstance(table.question, AnyOf) and any(self.person(a.seat) for a in table.asks):
            return None
        if asks and not self.clients() and not any(self.person(s.seat) for s in self.seats):
            return None  # nobody plays and nobody looks
        return asks[0] if asks else None

    def _thinker(self, ask: Ask) -> Callable[[], Any]:
        """What a bot's thread runs: the bot thinks on a fork, so that the table stays free."""
        table, seat = self.opened, ask.seat
        spec = self.seats[seat].bot or "greedy"
        if seat not in self.bots or self.bots[seat][0] != spec:
            self.bots[seat] = (spec, make(spec), stream(f"{table.seed} {self.number}", seat))
        _, bot, dice = self.bots[seat]
        if table.roll or (ask.most == 1 and len(ask.choices) == 1):
            return lambda: _any(ask, dice)
        fork = table.fork()

        def think() -> Any:
            same = fork.ask_of(seat)
            if same is None:
                return _any(ask, dice)
            try:
                return bot.choose(fork, same, dice)
            except Exception as error:
                log.warning("bot_failed", extra={"table": self.row.id, "why": f"{type(error).__name__}: {error}"})
                return _any(ask, dice)

        return think

    def passed_for(self, seat: int | None) -> bool:
        """The seat's open question is about to be passed: it is put to nobody, whoever joins or looks meanwhile."""
        if self.row.life != "playing" or self.opened.over:
            return False
        passed = self._window()
        return passed is not None and passed[0].seat == seat

    def _window(self) -> tuple[Ask, Any] | None:
        """A person's window that is passed by what they set, and the choice that passes it."""
        table = self.opened
        if self.number == self.hold:
            return None
        for ask in table.asks:
            if ask.topic != WINDOW or ask.most != 1 or not self.person(ask.seat):
                continue
            seat = self.seats[ask.seat]
            if not seat.pass_turn and not seat.pass_others:
                continue
            choice = next((c for c in ask.choices if _tag(c) == "pass"), None)
            if choice is None:
                continue
            if seat.pass_turn:
                return ask, choice
            scene: Scene = self.game.scene(table.g, ask.seat)
            if any(isinstance(part, Contest) for part in scene.centre):
                continue
            if _turn(scene)[0] not in ((), (ask.seat,)):
                return ask, choice
        return None

    def _follow(self) -> None:
        """With a new turn, those who passed everything are asked again."""
        table = self.opened
        if table.over or not any(s.pass_turn for s in self.seats):
            return
        turn = _turn(self.game.scene(table.g, None))
        for seat in self.seats:
            if not seat.pass_turn:
                continue
            was = self.turns.setdefault(seat.seat, turn)
            if turn[0] != was[0] or turn[1] < was[1]:
                seat.pass_turn = False
                self.turns.pop(seat.seat, None)
                self.hub.later(self.hub.store.change_seat(self.row.id, seat.seat, pass_turn=False))
            else:
                self.turns[seat.seat] = turn

    def _due(self) -> int | None:
        """When on the game's clock somebody is answered for."""
        table = self.opened
        if table.over:
            return None
        dues = [] if table.deadline is None else [table.deadline]
        if self.row.think and any(self.person(a.seat) for a in table.asks):
            dues.append(self.clock_at + self.row.think * 1000)
        return min(dues, default=None)

    async def _late(self, table: Table) -> float | None:
        """Answers for those whose time is over. Returns seconds until the next deadline, 0 after one; None: there is
        none."""
        due = self._due()
        if due is None:
            return None
        clock = self.clock()
        if clock < due:
            return (due - clock) / 1000 + 0.01
        if table.deadline is not None and clock >= table.deadline:
            began = time.perf_counter()
            at = max(clock, table.g.now)
            try:
                if not table.tick(at):
                    return None
            except RuleError as error:
                measure.broken.inc()
                self.hub.keep_fault(self.row.id, error)
                return None
            self.by.append(("time", -1))
            row = Row(self.row.id, self.number, "late", "time", -1, "null", at, clock)
            try:
                await self._commit(row, began)
            except Refused:
                return 0.0
            return 0.0
        ask = next(a for a in table.asks if self.person(a.seat))
        passed = next((c for c in ask.choices if _tag(c) == "pass"), None) if ask.most == 1 else None
        choice = passed if passed is not None else await self.hub.think(self._thinker(ask))
        await self._try(ask, choice, "time")
        return 0.0


def _picked(ask: Ask, n: int | list[int]) -> Any:
    """The choices with these indices.

    Raises:
        Refused: there are no such choices.
    """
    count = len(ask.choices)
    if isinstance(n, list):
        if ask.most == 1:
            raise Refused("This question wants one choice, not a list.")
        if not all(0 <= one < count for one in n) or len(set(n)) != len(n):
            raise Refused(f"The choices of this question are numbered 0 to {count - 1}, each may be given once.")
        return [ask.choices[one] for one in n]
    if ask.most > 1:
        raise Refused(f"This question wants a list of {ask.least} to {ask.most} choices.")
    if not 0 <= n < count:
        raise Refused(f"The choices of this question are numbered 0 to {count - 1}.")
    return ask.choices[n]


def _any(ask: Ask, dice: random.Random) -> Any:
    if ask.most == 1:
        return ask.choices[dice.randrange(len(ask.choices))]
    return [ask.choices[n] for n in dice.sample(range(len(ask.choices)), max(ask.least, 1))]


def _tag(choice: Any) -> Any:
    config = getattr(type(choice), "__struct_config__", None)
    return None if config is None else config.tag


def _turn(scene: Scene) -> tuple[tuple[int, ...], int]:
    return tuple(plate.seat for plate in scene.seats if plate.acting), scene.phase
