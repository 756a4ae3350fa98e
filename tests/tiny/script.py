"""A game that is one rule given by the test: `table_of(rule)`, where `rule(g)` may use g.state.notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from hearthside.engine.ask import CHECKPOINT, Ask, Rule
from hearthside.engine.chance import Chance
from hearthside.engine.game import StructGame
from hearthside.engine.table import Table


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    n: int


class Noted(msgspec.Struct, frozen=True, tag=True):
    what: int


class State(msgspec.Struct):
    notes: list[int] = []
    passes: int = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Result(msgspec.Struct, frozen=True):
    winners: list[int]


class Script(StructGame):
    """Plays `rule` so many times, a checkpoint before each."""

    name: ClassVar[str] = "script"
    title: ClassVar[str] = "Script"
    about: ClassVar[str] = "A rule of a test."
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(1, 5)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Say

    def __init__(self, rule: Callable[[Any], Rule[None]], passes: int = 1) -> None:
        super().__init__()
        self.rule = rule
        self.passes = passes

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Any, seats: int) -> Any:
        return State()

    def play(self, g: Any) -> Rule[None]:
        while g.state.passes < self.passes:
            yield CHECKPOINT
            yield from self.rule(g)
            g.state.passes += 1

    def result(self, g: Any) -> Result:
        return Result([])

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        pass


def says(*numbers: int) -> list[Say]:
    return [Say(n) for n in numbers]


def asked(seat: int, *numbers: int, **more: Any) -> Ask:
    """A question for one of these numbers."""
    return Ask(seat, says(*numbers), "say", "T-1", **more)


def table_of(rule: Callable[[Any], Rule[None]], seats: int = 2, passes: int = 1, **more: Any) -> Table:
    """A table at which that rule is played."""
    return Table.open(Script(rule, passes), seats, **more)
