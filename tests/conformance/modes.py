"""Every game, seat count and mode that the conformance suite plays."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from hearthside.engine.table import Table
from hearthside.games.lastsecond.context import Options as LastSecondOptions
from hearthside.games.lastsecond.game import LastSecond
from hearthside.games.novus import context
from hearthside.games.novus.game import Novus
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.tiny import signals

NOVUS, LAST_SECOND = Novus(), LastSecond()


class Mode(NamedTuple):
    """hides: a question put to one seat never tells what another holds (not so where only holders are asked).
    timed: questions know the time, so that a state alone does not lead to them."""

    name: str
    game: Any
    seats: int
    options: Any = None
    hides: bool = True
    small: bool = True  # quick enough to try every answer
    timed: bool = False

    def open(self, seed: int, **more: Any) -> Table:
        return Table.open(self.game, self.seats, seed, self.options, content=self.content, **more)

    @property
    def content(self) -> Any:
        return content_of(self.game.name)


@cache
def content_of(name: str) -> Any:
    games = {game.name: game for game in (NOVUS, LAST_SECOND)}
    return games[name].content() if name in games else None


def novus(seats: int, what: str = "", **options: Any) -> Mode:
    name = f"novus-{seats}{'-' if what else ''}{what}"
    made = context.Options(**options)
    return Mode(name, NOVUS, seats, made, hides=made.windows == "everyone" or seats == 1, small=False)


def last_second(seats: int, what: str = "", **options: Any) -> Mode:
    name = f"lastsecond-{seats}{'-' if what else ''}{what}"
    made = LastSecondOptions(**options)
    return Mode(name, LAST_SECOND, seats, made, small=False, timed=made.mode == "real")


MODES = [
    Mode("connect_four", ConnectFour(), 2),
    Mode("lantern", LanternRun(), 2),
    Mode("signals-2", signals.Signals(), 2, timed=True),
    Mode("signals-3-calm", signals.Signals(), 3, signals.Options(hurry=False), timed=True),
    Mode("signals-4", signals.Signals(), 4, timed=True),
    *(novus(seats) for seats in range(1, 6)),
    novus(3, "everyone", windows="everyone", rounds=30),
    novus(5, "everyone-random", windows="everyone", characters="random", rounds=12),
    novus(2, "trading", trading=True),
    novus(4, "free-trading-everyone", windows="everyone", trading=True, characters="free", rounds=15),
    novus(3, "random", characters="random", reset_explore=True),
    novus(1, "informant", solo_informant=True, characters="free"),
    *(last_second(seats) for seats in range(2, 6)),
    *(last_second(seats, "sliced", mode="sliced") for seats in range(2, 6)),
    last_second(4, "strict", judge="strict"),
    last_second(3, "table", judge="table", debate=20),
    last_second(2, "table-sliced", judge="table", mode="sliced"),
    last_second(3, "buried", pile="buried", hands="table"),
    last_second(4, "buried-sliced", pile="buried", mode="sliced", deck="easy"),
    last_second(3, "faithful", placement="faithful", mat="backpack", adventurers="chosen"),
    last_second(2, "faithful-sliced", placement="faithful", mat="saddle-bags", mode="sliced", quest_order="rising"),
    last_second(5, "cart", mat="cart", deck="hard", quest_order="falling"),
    last_second(4, "backpack-buried", mat="backpack", pile="buried", debate=0),
    last_second(3, "saddle-bags", mat="saddle-bags", deck="normal"),
    last_second(5, "mixed-sliced", mat="mixed", mode="sliced", judge="table", debate=0),
]
