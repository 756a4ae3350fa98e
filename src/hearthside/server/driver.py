"""Who goes on by itself at a table: bots, windows that are passed, deadlines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..bots import Bot, Pacer, make, stream
from ..engine.ask import AnyOf, Ask
from ..engine.errors import Refused, RuleError
from ..engine.game import Game
from ..engine.table import Table
from . import measure
from .passing import pass_of, window
from .store import Row

if TYPE_CHECKING:
    from .live import Live

log = logging.getLogger("hearthside.server")
TRIES = 20  # answers that are tried for who needs no person
GRACE = 30_000  # milliseconds that are left at a deadline at which a rule failed, once the table goes on
PAUSE, LONGEST = 1.0, 60.0  # seconds before it is tried again, where going on failed: at first, at most
HALTED = "Nothing is lost, and the table is paused: take a step back, or let it go on and answer otherwise."


class TooLate(Refused):
    """The deadline of the question has passed."""


class Driver:
    """Answers for those who need no person, as long as there is something to answer."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.bots: dict[int, tuple[str, Bot, random.Random]] = {}
        self.pacer: Pacer | None = None
        self.levels: dict[int, str] = {}  # of the bots that the pacer knows
        self.closed = False
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None

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
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drive())

    async def stop(self) -> None:
        """Goes on no more."""
        self.closed = True
        if self._later is not None:
            self._later.cancel()
        if self._task is not None and not self._task.done():
            async with self.live.lock:  # not in the middle of a row
                self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """It goes on by itself at the moment."""
        return self._task is not None and not self._task.done()

    async def _drive(self) -> None:
        pause = PAUSE
        while not self.closed:
            self._woken.clear()
            wait: float | None
            try:
                wait = await self._go_on()
                pause = PAUSE
            except Exception:
                log.exception("driver_failed", extra={"table": self.live.row.id})
                wait, pause = pause, min(2 * pause, LONGEST)
            if wait is None:
                if self._woken.is_set():
                    continue
                return
            if wait > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), wait)

    async def _go_on(self) -> float | None:
        """One step of whoever goes on without a person. Returns seconds to wait, or None: a person's turn."""
        live = self.live
        async with live.lock:
            await live.ready()
            table = live.table
            if table is None or table.over or live.row.life != "playing":
                return None
            passed = window(live)
            if passed is not None:
                await self._try(passed[0], passed[1], "pass")
                return 0.0
            late = await self.late(table)
            if late is not None and late <= 0:
                return 0.0
            pacer = self._hurried(table)
            ask: Ask | None
            if pacer is not None:
                found = pacer.next(table, self._bot_seats(), live.clock())
                if found is None or found[1] is None:
                    return late
                wait, ask = (found[0] - live.clock()) / 1000, found[1]
                if wait > 0:
                    return wait if late is None else min(wait, late)
            else:
                ask = self._bots_ask(table)
            if ask is None:
                return late
            number = live.number
            choices = len(ask.choices)
            think = self._thinker(ask)
        began = time.perf_counter()
        choice = await live.hub.think(think)
        spent = time.perf_counter() - began
        measure.thought.observe(spent)
        pace = min(live.row.pace, live.hub.settings.pace) / 1000
        if late is not None:
            pace = min(pace, late / 2)
        if choices > 1 and pace > spent and pacer is None:
            await asyncio.sleep(pace - spent)
        async with live.lock:
            if pacer is not None:
                pacer.answered(ask.seat)
                now_ask = live.table.ask_of(ask.seat) if live.table is not None else None
                same = now_ask is not None and (now_ask.topic, now_ask.about) == (ask.topic, ask.about)
                # It may rather wait, or another was quicker than its thought: then it thinks again in a while.
                if now_ask is not None and same and ask.seat in self._bot_seats() and _still(now_ask, choice):
                    await self._try(now_ask, choice, "bot")
            elif live.number == number and live.table is not None and live.row.life == "playing":
                now_ask = self._bots_ask(live.table)
                if now_ask is not None and now_ask.seat == ask.seat:
                    await self._try(now_ask, choice, "bot")
        return 0.0

    async def _try(self, ask: Ask, choice: Any, by: str) -> None:
        """Gives an answer that no person gave; any other choice if the table does not take it."""
        live = self.live
        for _ in range(TRIES):
            before = live.number
            try:
                await live.give(ask, choice, by)
                return
            except TooLate:
                return
            except Refused as error:
                if live.number != before or live.table is None or live.table.ask_of(ask.seat) is None:
                    return
                log.warning("bot_refused", extra={"table": live.row.id, "why": str(error)})
            choice = _any(ask, random.Random())
        await self._halt(f"A rule of the game failed at every answer that was tried for {live.name(ask.seat)}.")

    async def _halt(self, why: str) -> None:
        """Pauses the table, which cannot go on by itself, and tells everybody. Needs the lock."""
        live, hub = self.live, self.live.hub
        clock, due = live.clock(), live.due()
        if due is not None:
            clock = max(0, min(clock, due - GRACE))
        first = await hub.store.change_table(live.row.id, ("playing",), life="paused", clock=clock, since=0)
        live.row = await hub.store.table(live.row.id) or live.row
        live.spread()
        live.spread_facts()
        if first:
            hub.tell({"k": "facts", "t": live.row.id})
            await hub.say(live, -1, f"{why} {HALTED}", server=True)

    def _bot_seats(self) -> list[int]:
        """Seats that no person decides for, if anybody plays or looks."""
        live = self.live
        if live.row.life != "playing" or not (live.clients() or any(live.person(s.seat) for s in live.seats)):
            return []
        return [s.seat for s in live.seats if s.kind == "bot" or s.away]

    def _hurried(self, table: Table) -> Pacer | None:
        """When bots answer, where a clock runs and the game says how long they take; None anywhere else."""
        live = self.live
        if table.deadline is None or type(live.game).delay is Game.delay:
            return None
        if self.pacer is None:
            self.pacer = Pacer({s.seat: random.Random() for s in live.seats}, {})
        for seat in self._bot_seats():
            level = getattr(self._bot(seat)[0], "level", "normal")
            if self.levels.get(seat) != level:
                self.levels[seat] = level
                self.pacer.profiles[seat] = live.game.profile(level)
        return self.pacer

    def _bot(self, seat: int) -> tuple[Bot, random.Random]:
        """The bot of a seat, and its dice."""
        live = self.live
        spec = live.seats[seat].bot or "normal"
        if seat not in self.bots or self.bots[seat][0] != spec:
            self.bots[seat] = (spec, make(spec), stream(f"{live.opened.seed} {live.number}", seat))
        return self.bots[seat][1:]

    def _bots_ask(self, table: Table) -> Ask | None:
        """A question to a seat that no person decides for; where anybody may answer, people come first."""
        live = self.live
        asks = [a for a in table.asks if live.seats[a.seat].kind == "bot" or live.seats[a.seat].away]
        if isinstance(table.question, AnyOf) and any(live.person(a.seat) for a in table.asks):
            return None
        if asks and not live.clients() and not any(live.person(s.seat) for s in live.seats):
            return None  # nobody plays and nobody looks
        return asks[0] if asks else None

    def _thinker(self, ask: Ask) -> Callable[[], Any]:
        """What a bot's thread runs: the bot thinks on a fork, so that the table stays free."""
        live = self.live
        table, seat = live.opened, ask.seat
        bot, dice = self._bot(seat)
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
                log.warning("bot_failed", extra={"table": live.row.id, "why": f"{type(error).__name__}: {error}"})
                return _any(ask, dice)

        return think

    async def late(self, table: Table) -> float | None:
        """Answers for those whose time is over. Returns seconds until the next deadline, 0 after one; None: there is
        none."""
        live = self.live
        due = live.due()
        if due is None:
            return None
        clock = max(live.clock(), live.clock_at)
        if clock < due:
            return (due - clock) / 1000 + 0.01
        if any(at < due for at in live.heard):
            return 0.0  # they were in time
        if table.deadline is not None and clock >= table.deadline:
            began = time.perf_counter()
            at = max(clock, table.g.now)  # never before the deadline
            try:
                if not table.tick(at):
                    return None
            except RuleError as error:
                measure.broken.inc()
                live.hub.keep_fault(live.row.id, error)
                await self._halt("A rule of the game failed when the time was over.")
                return None
            live.by.append(("time", -1))
            row = Row(live.row.id, live.number, "late", "time", -1, "null", at, clock)
            try:
                await live.commit(row, began)
            except Refused:
                return 0.0
            if not isinstance(table.question, AnyOf):
                live.offers.clear()
            return 0.0
        ask = next(a for a in table.asks if live.person(a.seat))
        passed = pass_of(ask)
        choice = passed if passed is not None else await live.hub.think(self._thinker(ask))
        await self._try(ask, _any(ask, random.Random()) if choice is None else choice, "time")
        return 0.0


def _any(ask: Ask, dice: random.Random) -> Any:
    if ask.most == 1:
        return ask.choices[dice.randrange(len(ask.choices))]
    return [ask.choices[n] for n in dice.sample(range(len(ask.choices)), max(ask.least, 1))]


def _still(ask: Ask, choice: Any) -> bool:
    """A bot's choice is one, and is still offered."""
    if choice is None:
        return False
    return all(one in ask.choices for one in choice) if ask.most > 1 else choice in ask.choices
