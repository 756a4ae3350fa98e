"""Every game, seat count and mode that the conformance suite plays."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from hearthside.engine.table import Table
from hearthside.games.novus import context
from hearthside.games.novus.game import Novus
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.tiny import signals

NOVUS = Novus()


class Mode(NamedTuple):
    """hides: a question put to one seat never tells what another holds (not so where only holders are asked)."""

    name: str
    game: Any
    seats: int
    options: Any = None
    hides: bool = True
    small: bool = True  # quick enough to try every answer

    def open(self, seed: int, **more: Any) -> Table:
        return Table.open(self.game, self.seats, seed, self.options, content=self.content, **more)

    @property
    def content(self) -> Any:
        return content_of(self.game.name)


@cache
def content_of(name: str) -> Any:
    return NOVUS.content() if name == "novus" else None


def novus(seats: int, what: str = "", **options: Any) -> Mode:
    name = f"novus-{seats}{'-' if what else ''}{what}"
    made = context.Options(**options)
    return Mode(name, NOVUS, seats, made, hides=made.windows == "everyone" or seats == 1, small=False)


MODES = [
    Mode("connect_four", ConnectFour(), 2),
    Mode("lantern", LanternRun(), 2),
    Mode("signals-2", signals.Signals(), 2),
    Mode("signals-3-calm", signals.Signals(), 3, signals.Options(hurry=False)),
    Mode("signals-4", signals.Signals(), 4),
    *(novus(seats) for seats in range(1, 6)),
    novus(3, "everyone", windows="everyone", rounds=30),
    novus(5, "everyone-random", windows="everyone", characters="random", rounds=12),
    novus(2, "trading", trading=True),
    novus(4, "free-trading-everyone", windows="everyone", trading=True, characters="free", rounds=15),
    novus(3, "random", characters="random", reset_explore=True),
    novus(1, "informant", solo_informant=True, characters="free"),
]
