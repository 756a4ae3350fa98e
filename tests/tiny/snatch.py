"""Snatch: a tiny real-time game. Everybody grabs from one heap at once, as often as they like, until time is up.

On the heap lie pieces 1 to 40, face up (SN-1). Who grabs a piece first has it; anybody may grab the next at once
(SN-2). Every stir brings as many new ones as were taken (SN-3). After the last stir the most pieces win (SN-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from hearthside.engine.ask import CHECKPOINT, LATE, AnyOf, Ask, Rule
from hearthside.engine.chance import Chance
from hearthside.engine.game import StructGame
from hearthside.engine.scene import Number, Piece, Pool, Scene, Seat

HEAP = 40


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    pass


class Grab(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="grab"):
    piece: int


class Grabbed(msgspec.Struct, frozen=True, tag=True):
    seat: int
    piece: int


class Stirred(msgspec.Struct, frozen=True, tag=True):
    number: int


class State(msgspec.Struct):
    heap: list[int]
    taken: list[int]  # by seat: how many
    stirs: int = 0
    due: int = -1  # of the next stir, on the game's clock; -1 before the first
    latest: int = HEAP


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stirs: int = 5
    every: int = 300  # milliseconds


class Result(msgspec.Struct, frozen=True):
    winners: list[int]


class Snatch(StructGame):
    """Snatch for one to five."""

    name: ClassVar[str] = "snatch"
    title: ClassVar[str] = "Snatch"
    about: ClassVar[str] = "Grab from the heap."
    version: ClassVar[int] = 1
    timed: ClassVar[bool] = True
    seats: ClassVar[range] = range(1, 6)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Begin | Grab

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Any, seats: int) -> Any:
        return State(list(range(1, HEAP + 1)), [0] * seats)

    def play(self, g: Any) -> Rule[None]:
        state = g.state
        if state.due < 0:
            yield CHECKPOINT
            yield Ask(0, [Begin()], "begin", "SN-1")
            state.due = g.now + g.options.every
        while state.stirs < g.options.stirs:
            yield CHECKPOINT
            grabs = [Grab(n) for n in state.heap]
            asks = tuple(Ask(seat, grabs, "grab", "SN-2") for seat in range(len(state.taken)))
            seat, choice = yield AnyOf(asks, deadline=state.due)
            if choice is LATE:
                state.stirs += 1
                state.due = g.now + g.options.every
                while len(state.heap) < HEAP:
                    state.latest += 1
                    state.heap.insert(g.chance.below(len(state.heap) + 1), state.latest)
                g.log(Stirred(state.stirs), "SN-3")
            else:
                state.heap.remove(choice.piece)
                state.taken[seat] += 1
                g.log(Grabbed(seat, choice.piece), "SN-2")

    def result(self, g: Any) -> Result:
        taken = g.state.taken
        return Result([n for n, count in enumerate(taken) if count == max(taken)])

    def scene(self, g: Any, seat: int | None) -> Scene:
        pieces = tuple(Piece(f"piece-{n}", face=f"Piece {n}") for n in g.state.heap)
        plates = (Seat(n, f"Seat {n + 1}", numbers=(Number("taken", k),)) for n, k in enumerate(g.state.taken))
        return Scene("snatch", seat, "Snatch", seats=tuple(plates), centre=(Pool("heap", pieces=pieces),))

    def profile(self, level: str) -> Any:
        return {"easy": 200, "normal": 100, "hard": 50}[level]

    def delay(self, g: Any, ask: Ask, profile: Any, dice: Random) -> int:
        return int(profile * dice.uniform(0.5, 1.5)) if ask.topic == "grab" else 0

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        pass
