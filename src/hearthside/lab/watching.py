"""Watches games as bots play them: which cards were had and played, which rules fired, what was decided, who led.

What every game can tell comes from its questions and its log. A game tells more in its room `catalogue`, by functions
that are all optional:

    watched(content)        the cards that are watched: number -> (kind, id, name)
    held(g)                 by seat, the numbers of those it has now, in hand or before it
    played(content, entry)  the number of the card that a line of the log says its seat put to use, else 0
    rounds(g)               the winners of each round that is over, in games that are a row of rounds with a winner each
    standings(g)            by seat, what tells who is ahead, where the game has no evaluation
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .. import bots
from ..engine.ask import Ask
from ..engine.game import Entry, Game
from ..engine.table import Table
from ..games import catalogue

# A lead passes when another seat's chance to win is better by so much; less is the ripple of whose turn it is.
CLEARLY = 0.05


class Asked(msgspec.Struct):
    """What was asked under one topic. options: choices offered, summed over the times. only: times with a single
    choice. taken: choices by their kind."""

    times: int = 0
    options: int = 0
    only: int = 0
    taken: dict[str, int] = {}


class Bout(msgspec.Struct):
    """What is won and lost as one: a round where the game has rounds, else the game. held, played: ids, by seat."""

    winners: list[int]
    held: list[list[str]]
    played: list[list[str]]


class Seen(msgspec.Struct, kw_only=True):
    """What was seen in one game.

    rules: how often each fired: lines of the log that quote it, and answers to questions that do.
    turns: decisions in a turn -> how many turns had so many; only of games whose log opens turns.
    leads: (decisions taken by then, seat) each time a seat took the lead, the first leader too, as it was when turns
    opened and at the end.
    seconds: of game time that each seat took to answer; empty without a clock. lasted: of the whole game.
    cpu: seconds of processor time that each seat's bot took; a simulation sums them into its `speed`.
    """

    rules: dict[str, int] = {}
    asked: dict[str, Asked] = {}
    turns: dict[int, int] = {}
    bouts: list[Bout] = []
    leads: list[tuple[int, int]] = []
    seconds: list[float] = []
    lasted: float = 0.0
    cpu: list[float] | UnsetType = UNSET


class Watcher:
    """Watches one table from its opening on. It is called before each decision and at the end."""

    def __init__(self, game: Game, content: Any, seats: int) -> None:
        room = catalogue(game)
        self._game = game
        self._content = content
        self._seats = range(seats)
        self._held_now = getattr(room, "held", None)
        self._played = getattr(room, "played", None)
        self._rounds = getattr(room, "rounds", None)
        self._ahead = _ahead(game, room)
        watched = getattr(room, "watched", None)
        self._ids: dict[int, str] = {n: card[1] for n, card in watched(content).items()} if watched else {}
        self._seen = Seen(cpu=[0.0] * seats)
        self._rules: Counter[str] = Counter()
        self._turns: list[int] = []  # decisions taken when each turn opened
        self._taken = 0
        self._read = 0  # lines of the log
        self._asked_at: dict[int, int] = {}  # game milliseconds, by seat
        self._answering: tuple[int, int] | None = None  # a seat, and when it was asked
        self._waited = [0] * seats
        self._bouts_over = 0
        self._hold: list[set[int]] = [set() for _ in self._seats]
        self._used: list[set[int]] = [set() for _ in self._seats]

    def players(self, specs: Sequence[str]) -> list[bots.Bot]:
        """The bots, each watched as it chooses."""
        return [_Watched(bots.make(spec), self) for spec in specs]

    def __call__(self, table: Table) -> None:
        opened = self._read_log(table)
        over = self._rounds(table.g)[self._bouts_over :] if self._rounds else []
        if not over or table.over:  # else what is held now is of the next round already
            self._note_held(table)
        for winners in over:
            self._bouts_over += 1
            self._close_bout(winners)
        if over:
            self._note_held(table)
        if self._ahead and (opened or table.over):
            self._note_lead(table)
        if table.game.timed:
            self._note_waits(table)

    def seen(self, winners: Sequence[int]) -> Seen:
        """What was seen, once the game has stopped."""
        seen = self._seen
        if self._ids and not self._rounds:
            self._close_bout(winners)
        if seen.leads and winners and seen.leads[-1][1] not in winners:
            seen.leads.append((self._taken, winners[0]))
        seen.rules = dict(sorted(self._rules.items()))
        sizes = Counter(b - a for a, b in pairwise([*self._turns, self._taken]))
        seen.turns = dict(sorted(sizes.items()))
        seen.asked = {topic: seen.asked[topic] for topic in sorted(seen.asked)}
        if self._game.timed:
            seen.seconds = [ms / 1000 for ms in self._waited]
        return seen

    def chose(self, ask: Ask, choice: Any, options: int, cpu: float) -> None:
        """A bot was asked and chose; None: it would rather wait."""
        assert self._seen.cpu is not UNSET
        self._seen.cpu[ask.seat] += cpu
        if choice is None:
            return
        self._taken += 1
        if ask.rule:
            self._rules[ask.rule] += 1
        topic = self._seen.asked.get(ask.topic)
        if topic is None:
            topic = self._seen.asked[ask.topic] = Asked(taken={})
        topic.times += 1
        topic.options += options
        topic.only += options == 1
        for one in choice if isinstance(choice, list | tuple) else (choice,):
            kind = _kind(one)
            topic.taken[kind] = topic.taken.get(kind, 0) + 1
        if self._game.timed:
            self._answering = ask.seat, self._asked_at.pop(ask.seat)

    def _read_log(self, table: Table) -> bool:
        """Reads on in the log; whether it opened a turn."""
        entries: list[Entry] = table.g.entries
        turns = len(self._turns)
        for n in range(self._read, len(entries)):
            entry = entries[n]
            if entry.rule and not (n and _told_apart(entries[n - 1], entry)):
                self._rules[entry.rule] += 1
            if self._game.opens(entry):
                self._turns.append(self._taken)
            if self._played:
                card = self._played(self._content, entry)
                if card:
                    self._hold[entry.event.seat].add(card)
                    self._used[entry.event.seat].add(card)
        self._read = len(entries)
        return len(self._turns) > turns

    def _note_held(self, table: Table) -> None:
        if self._held_now:
            for mine, now in zip(self._hold, self._held_now(table.g), strict=True):
                mine.update(now)

    def _close_bout(self, winners: Sequence[int]) -> None:
        ids = self._ids
        held, played = ([sorted(ids[n] for n in cards if n in ids) for cards in of] for of in (self._hold, self._used))
        self._seen.bouts.append(Bout(list(winners), held, played))
        for cards in (*self._hold, *self._used):
            cards.clear()

    def _note_lead(self, table: Table) -> None:
        worths, margin = self._ahead(table.g)
        leads = self._seen.leads
        best = max(worths)
        seat = worths.index(best)
        rivals = [worths[leads[-1][1]]] if leads else worths[:seat] + worths[seat + 1 :]
        if rivals and best > max(rivals) + margin:
            leads.append((self._taken, seat))

    def _note_waits(self, table: Table) -> None:
        """How long seats have been asked: from when they could answer until they did."""
        now = table.g.now
        self._seen.lasted = now / 1000
        if self._answering:
            seat, since = self._answering
            self._waited[seat] += now - since
            self._answering = None
        asked = {ask.seat for ask in table.asks}
        for seat in self._seats:
            if seat in asked:
                self._asked_at.setdefault(seat, now)
            else:
                self._asked_at.pop(seat, None)


class _Watched(bots.Bot):
    """A bot that is watched as it chooses."""

    def __init__(self, bot: bots.Bot, watcher: Watcher) -> None:
        self._bot = bot
        self._watcher = watcher
        self.level = getattr(bot, "level", "normal")

    def choose(self, table: Table, ask: Ask, random: Random) -> Any:
        options = len(ask.choices)
        began = time.process_time()
        choice = self._bot.choose(table, ask, random)
        self._watcher.chose(ask, choice, options, time.process_time() - began)
        return choice


def _ahead(game: Game, room: Any) -> Any:
    """A function of g: by seat what tells who is ahead, and by how much more another must have to take the lead."""
    evaluation = game.evaluation()
    if evaluation:
        return lambda g: (list(evaluation(g)), CLEARLY)
    standings = getattr(room, "standings", None)
    return (lambda g: (list(standings(g)), 0.0)) if standings else None


def _told_apart(one: Entry, other: Entry) -> bool:
    """Two lines tell one thing, each to other seats: what a card is, and that there was one."""
    return (
        one.rule == other.rule
        and one.answer == other.answer
        and one.event.__class__ is other.event.__class__
        and one.to is not None
        and other.to is not None
        and not one.to & other.to
    )


def _kind(choice: Any) -> str:
    config = getattr(type(choice), "__struct_config__", None)
    tag = config.tag if config is not None else None
    return tag if isinstance(tag, str) else type(choice).__name__
