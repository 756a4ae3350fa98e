"""The rules of High Card (HC-1 to HC-3), and two bots for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from hearthside.engine.ask import CHECKPOINT, Ask, Rule
from hearthside.engine.chance import Chance
from hearthside.engine.game import Context, Entry, StructGame
from hearthside.engine.table import Table


class Play(msgspec.Struct, frozen=True, tag="play"):
    card: int


class RoundBegan(msgspec.Struct, frozen=True, tag=True):
    seat: int


class Drew(msgspec.Struct, frozen=True, tag=True):
    seat: int
    card: int


class Played(msgspec.Struct, frozen=True, tag=True):
    seat: int
    card: int


class WonRound(msgspec.Struct, frozen=True, tag=True):
    seat: int


class State(msgspec.Struct):
    hands: list[list[int]]
    wins: list[int]
    past: list[int] = []


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """hands: dealt by chance from 1 to 6 if empty."""

    hands: tuple[tuple[int, ...], ...] = ()


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    how: str
    turns: int


class HighCard(StructGame):
    name: ClassVar[str] = "highcard"
    title: ClassVar[str] = "High Card"
    about: ClassVar[str] = "The higher card wins."
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Play

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Context, seats: int) -> Any:
        deck = [1, 2, 3, 4, 5, 6]
        g.chance.shuffle(deck)
        return State([sorted(hand) for hand in g.options.hands or (deck[:3], deck[3:])], [0, 0])

    def play(self, g: Context) -> Rule[None]:
        state = g.state
        while max(state.wins) < 2:
            yield CHECKPOINT
            g.log(RoundBegan(-1), "HC-1")
            if not state.past:
                for seat in (0, 1):  # told apart: what was drawn, and that something was
                    g.log(Drew(seat, state.hands[seat][0]), "HC-1", 1 << seat)
                    g.log(Drew(seat, 0), "HC-1", 2 >> seat)
            table = []
            for seat in (0, 1):
                hand = state.hands[seat]
                choice = yield Ask(seat, [Play(card) for card in hand], "play", "HC-2")
                hand.remove(choice.card)
                table.append(choice.card)
                g.log(Played(seat, choice.card), "HC-2")
            winner = int(table[1] > table[0])
            state.wins[winner] += 1
            state.past.append(winner)
            g.log(WonRound(winner), "HC-3")

    def result(self, g: Context) -> Result:
        wins = g.state.wins
        return Result([seat for seat in (0, 1) if wins[seat] == 2], "two_rounds", len(g.state.past))

    def redeal(self, g: Context, seat: int | None, chance: Chance) -> None:
        """Bots here look at their own hand alone."""

    def opens(self, entry: Entry) -> bool:
        return isinstance(entry.event, RoundBegan)


class High:
    """Plays its highest card."""

    def choose(self, table: Table, ask: Ask, random: Random) -> Any:
        return max(ask.choices, key=lambda choice: choice.card)


class Faint(High):
    """Breaks."""

    def choose(self, table: Table, ask: Ask, random: Random) -> Any:
        raise ZeroDivisionError("oh")


class Tired(High):
    """Plays its highest card, and presses Ctrl-C before its fiftieth."""

    left = 50

    def choose(self, table: Table, ask: Ask, random: Random) -> Any:
        Tired.left -= 1
        if Tired.left == 0:
            raise KeyboardInterrupt
        return super().choose(table, ask, random)
