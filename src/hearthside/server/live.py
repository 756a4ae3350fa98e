"""A table in the memory of a worker: a cache of its rows, and who looks at it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ..engine.ask import AnyOf, Ask, Line
from ..engine.errors import RecordError, Refused, RuleError
from ..engine.game import Entry, Game
from ..engine.prompt import prompt
from ..engine.record import KERNELS, Record, load
from ..engine.scene import Scene
from ..engine.table import Table
from . import gaps, measure
from .driver import Driver, TooLate
from .going_back import undo
from .guard import Buckets
from .kept import EVERY, reopen, snapshot, words
from .messages import (
    Facts,
    LogLine,
    Over,
    Passing,
    SeatFacts,
    TableFacts,
    ToClient,
    Update,
    Verdict,
    View,
)
from .names import clean
from .offers import Offers
from .passing import follow, passed_for, window
from .store import Request, Row, SeatRow, TableRow, now
from .views import difference, line_of, lines_of

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Client

log = logging.getLogger("hearthside.server")
PATIENCE = 2.0  # seconds after which a worker goes on with a table that another one left standing
encode = msgspec.json.Encoder().encode


class Overtaken(Refused):
    """Another row was written first."""


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
        self.offers = Offers()
        self.heard: list[int] = []  # on the game's clock: when those answers came that wait for the lock
        self.hints = Buckets(0.5, 4)  # by seat
        self.hinting: set[int] = set()  # seats about whose question a bot thinks for their person
        self.turns: dict[int, Any] = {}  # the turn in which a seat passes everything
        self.here: dict[str, tuple[frozenset[int], int, float]] = {}  # by worker: seats, watchers, when it said so
        self.used = time.monotonic()
        self.seen = 0  # since 1970: when this worker last said that it goes on with the table
        self.hold = -1  # the number of a question that is put to its person whatever was set
        self.saved = 0  # the number of the latest snapshot
        self._keeping: asyncio.Task[None] | None = None
        self._scenes: dict[int | None, Scene] = {}  # of the views that somebody wanted
        self._scenes_at: tuple[Any, ...] = ()  # the table, number and epoch that they show
        self.driver = Driver(self)
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
            saves = await self.hub.store.saves(self.row.id)
            lost = await asyncio.to_thread(reopen, self, rows, saves)
            self.saved = max((save.number for save in saves), default=0)
            if lost is not None:
                await self._mend(lost)
        elif len(rows) > 20:
            await asyncio.to_thread(self._apply_all, rows)
        else:
            self._apply_all(rows)
        if rows or fresh:
            await self.read_request()
        if any(row.kind == "gap" for row in rows):  # it set the clock
            self.row = await self.hub.store.table(self.row.id) or self.row
        return bool(rows)

    async def ready(self) -> None:
        """After a failed write reads the rows again, and after a sleep of the machine leaves it out of the clock. Needs
        the lock."""
        if self.table is None and self.row.life != "open":
            await self.catch_up()
        await gaps.leave_out(self)

    async def reload(self) -> None:
        """Forgets what is in memory and reads all rows. Needs the lock."""
        self.table = None
        self.number = self.floor = 0
        self.by = []
        self.epoch += 1
        await self.catch_up()

    async def _mend(self, lost: int) -> None:
        """Goes on from a snapshot, and leaves word of that. Needs the lock."""
        row = Row(self.row.id, self.number + lost, "mend", "time", -1, str(lost), None, self.clock())
        self.number = self.floor = row.number + 1
        self.epoch += 1
        if await self.hub.store.mend(row, snapshot(self, pinned=True)):
            self.saved = self.number
            await self.hub.say(self, -1, words(lost), server=True)
        else:
            await self.reload()

    async def keep(self) -> None:
        """Leaves a snapshot, if there is anything new. Needs the lock."""
        if self.table is not None and self.number > self.saved:
            self.saved = self.number
            await self.hub.store.keep(snapshot(self))

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
        if row.kind == "gap":
            self.number = row.number + 1
            return
        if row.kind == "mend":
            raise RecordError("From here the table goes on from a snapshot.")
        if row.kind == "undo":
            to = int(row.choice)
            table.undo(to)
            self.went_back(to, row.number + 1)
        else:
            if row.kind == "late":
                table.tick(row.at or 0)
            else:
                choice = self._choice(row.choice)
                table.answer(choice, row.seat, now=row.at)
                self.offers.answered(row.number, row.seat, choice)
            self.by.append((row.by, row.seat))
            if row.kind == "late" and not isinstance(table.question, AnyOf):
                self.offers.clear()
        self.number = row.number + 1
        self.clock_at = row.clock
        self._ended()

    def _choice(self, text: str) -> Any:
        raw = msgspec.json.decode(text)
        if isinstance(raw, list):
            return [msgspec.convert(one, self.game.Choice) for one in raw]
        if isinstance(raw, dict) and raw.get("type") in KERNELS:
            return msgspec.convert(raw, KERNELS[raw["type"]])
        return msgspec.convert(raw, self.game.Choice)

    def went_back(self, to: int, floor: int) -> None:
        del self.by[to:]
        self.floor = floor
        self.hold = floor
        self.epoch += 1
        self.turns.clear()
        self.offers.clear()

    def _ended(self) -> None:
        table = self.opened
        if table.over:
            self.row.life = self.row.life if self.row.life == "archived" else "over"
            winners = tuple(getattr(table.result, "winners", ()))
            words = self.scene(None).result
            self.verdict = Verdict(winners=winners, words=words, seed=str(table.seed), seed_hash=table.seed_hash)

    async def read_request(self) -> None:
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
            box=self.game.box,
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
            hints=row.hints and bool(self.hub.settings.hint),
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
        if ask is not None and asked.mine and passed_for(self, seat):
            asked = msgspec.structs.replace(asked, mine=False, lit=())
            ask = None
        if ask is not None and isinstance(table.question, AnyOf):
            self.offers.note(self.number, ask)
        refusals = tuple(self.game.refusals(table.g, ask)) if ask is not None and not table.roll else ()
        passing = Passing()
        if seat is not None:
            passing = Passing(turn=self.seats[seat].pass_turn, others=self.seats[seat].pass_others)
        due = self.due()
        return View(
            number=self.number,
            prompt=asked,
            scene=scene,
            refusals=refusals,
            undo=undo(self, seat),
            passing=passing,
            clock=self.clock() if due is not None else 0,
            due=due,
        )

    def whole(self, seat: int | None) -> View:
        """The same with its scene."""
        return self.view(seat, self.scene(seat))

    def scene(self, seat: int | None) -> Scene:
        """What a view sees of the game, made at most once a row. Needs the lock; what is in memory is committed."""
        at = (self.table, self.number, self.epoch)
        if self._scenes_at != at:
            self._scenes_at = at
            self._scenes = {}
        if seat not in self._scenes:
            self._scenes[seat] = self.game.scene(self.opened.g, seat)
        return self._scenes[seat]

    def channel(self, seat: int | None) -> Channel:
        """The channel of a view, up to date. Needs the lock."""
        found = self.channels.setdefault(seat, Channel(seat))
        if self.table is not None and found.scene is None:
            found.scene = self.scene(seat)
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
                scene = self.scene(seat)
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
            self.hub.later(self.hub.honour(self))

    def spread_settled(self) -> None:
        """The same, but a question that is about to be passed is shown to nobody: the next row's spread follows."""
        if self.table is None or self.table.over or self.row.life != "playing" or window(self) is None:
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
            key = client.held, client.honours
            if key not in sent:
                sent[key] = encode(Facts(table=honoured(facts, client.honours), held=client.held_facts()))
            client.post(sent[key])

    def clients(self) -> list[Client]:
        """Everybody connected to this worker."""
        return [client for channel in self.channels.values() for client in channel.clients]

    # ---- answering ----

    def playing(self, *, paused: bool = False) -> Table:
        """The table, if answers are taken. paused: or if it is paused, for what needs no clock.

        Raises:
            Refused: why not.
        """
        table = self.opened
        if table.over or self.row.life in ("over", "archived"):
            raise Refused("The game is over.")
        if self.row.life == "paused":
            if paused:
                return table
            raise Refused("The table is paused.")
        if self.row.life != "playing":
            raise Refused("The game has not begun.")
        return table

    async def answer(self, seat: int, serial: int, n: int | list[int] | str, arrived: int | None = None) -> None:
        """Takes a person's answer, given by the indices of choices. Needs the lock.

        Where several may answer, one that others' answers overtook still counts, here and on every worker, as far as
        it fits the question that is open now.

        arrived: the game's clock when the server heard it; now, if left out.

        Raises:
            Refused: stale, unknown, or not asked; or another worker was quicker. Nothing changed.
        """
        while True:
            try:
                ask, choice = self._meant(seat, serial, n)
                await self.give(ask, choice, "person", arrived)
                return
            except (Overtaken, TooLate) as error:
                if isinstance(error, TooLate):
                    await self.driver.late(self.opened)
                with contextlib.suppress(Refused):
                    if self._meant(seat, serial, n)[0] is not ask:
                        continue
                raise

    def _meant(self, seat: int, serial: int, n: int | list[int] | str) -> tuple[Ask, Any]:
        """The open question that an answer is to, and what it picks of it.

        Raises:
            Refused, as `answer`.
        """
        table = self.playing()
        if not 0 <= seat < table.seats:
            raise Refused("There is no such seat.")
        asked_at = table.asked + self.number - table.serial  # as numbers of rows
        still = bool(table.pending) and max(self.floor, asked_at) <= serial < self.number
        ask = table.ask_of(seat)
        if serial != self.number and not still:
            if ask is not None and self.floor <= serial < self.number and self.offers.offered(serial, seat):
                found = self.offers.still(serial, ask, _picked(ask, n) if isinstance(n, str) else n)
                if found is None:
                    raise Refused("That is not offered any more; nothing changed.")
                return ask, found
            raise Refused(
                f"That answer is to question {serial}, but question {self.number} is open now; nothing changed."
            )
        if ask is None:
            if seat in table.pending:
                raise Refused(f"{self.name(seat)} has answered already; others have not.")
            raise Refused(f"{self.name(seat)} is not asked now.")
        return ask, _picked(ask, n)

    async def give(self, ask: Ask, choice: Any, by: str, arrived: int | None = None) -> None:
        """Gives the table a choice and writes its row. Needs the lock.

        Raises:
            Refused, as `answer`.
        """
        table = self.playing()
        clock = self.clock() if arrived is None else min(arrived, self.clock())  # a gap may have been left out since
        clock = max(clock, self.clock_at)
        at = max(clock, table.g.now) if table.deadline is not None or self.game.timed else None
        if at is not None and table.deadline is not None and at >= table.deadline:
            raise TooLate("The time for that question is over.")
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
        await self.commit(row, began)
        self.offers.answered(row.number, row.seat, choice)

    async def commit(self, row: Row, began: float) -> None:
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
            if row.kind == "undo":
                await self.reload()
            else:  # back by one, and on by what the others wrote
                table.undo(table.serial - 1)
                self.by.pop()
                await self.catch_up()
            self.spread()
            raise Overtaken("Somebody else's answer came first; look again.")
        measure.written.observe(time.perf_counter() - began)
        measure.accepted.labels(row.by).inc()
        self.number += 1
        self.clock_at = row.clock
        self.row.changed = self.seen = changed["changed"]
        self.request = None
        if table.over:
            self.row.clock, self.row.since = row.clock, 0
        self._ended()
        follow(self)
        self.hub.tell({"k": "rows", "t": self.row.id})
        if table.over or self.number >= self.saved + EVERY:
            self.saved = self.number
            self._keeping = self.hub.later(self.hub.store.keep(snapshot(self)))
        self.spread_settled()
        measure.updated.observe(time.perf_counter() - began)
        self.wake()

    async def _back_to_rows(self) -> None:
        """The row may or may not be written: what is in memory is not to be trusted."""
        self.table = None
        self.number = self.floor = 0
        self.by = []
        self.epoch += 1

    # ---- going on ----

    def wake(self, delay: float = 0.0) -> None:
        """Lets bots, passed windows and deadlines go on, now or later."""
        self.driver.wake(delay)

    async def close(self) -> None:
        """Stops going on by itself."""
        await self.driver.stop()
        if self._keeping is not None:
            await asyncio.gather(self._keeping, return_exceptions=True)
        async with self.lock:
            await self.keep()
            await gaps.stop_saying(self)

    def due(self) -> int | None:
        """When on the game's clock somebody is answered for."""
        table = self.opened
        if table.over:
            return None
        dues = [] if table.deadline is None else [table.deadline]
        if self.row.think and any(self.person(a.seat) for a in table.asks):
            dues.append(self.clock_at + self.row.think * 1000)
        return min(dues, default=None)


def honoured(facts: TableFacts, honours: tuple[str, ...]) -> TableFacts:
    """The facts with what the game remembers of one browser's person."""
    if not honours or facts.verdict is None:
        return facts
    return msgspec.structs.replace(facts, verdict=msgspec.structs.replace(facts.verdict, honours=honours))


def _picked(ask: Ask, n: int | list[int] | str) -> Any:
    """The choices with these indices, or a free line.

    Raises:
        Refused: there are no such choices, or no line is asked for.
    """
    if isinstance(n, str):
        if not ask.line:
            raise Refused("This question wants one of its choices, not a line.")
        return Line(clean(n, ask.line, "The line"))
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
