"""Tables that differ only in what a seat cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from hearthside.engine.chance import Chance
from hearthside.engine.table import Table
from hearthside.games import game
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import step
from tests.tiny.signals import Signals

NOVUS = game("novus")
CONTENT = NOVUS.content()
OPEN = {
    "novus": lambda: Table.open(NOVUS, 3, 7, content=CONTENT),
    "everyone is asked": lambda: Table.open(NOVUS, 3, 7, NOVUS.Options(windows="everyone"), content=CONTENT),
    "lantern": lambda: Table.open(LanternRun(), 2, 7),
    "signals": lambda: Table.open(Signals(), 3, 7),
}
every_kind = pytest.mark.parametrize("kind", list(OPEN))


def alike(kind: str, count: int) -> Iterator[tuple[list[Table], int]]:
    """Questions of a game played at random, each at three tables that its seat cannot tell apart, and that seat."""
    table, dice, found, turn = OPEN[kind](), Random(8), 0, 0
    several = kind in ("everyone is asked", "signals")
    while not table.over and found < count:
        step(table, dice)
        asks = [ask for ask in table.asks if len(ask.choices) > 1]
        if not asks or (several and len(table.asks) < 2) or dice.random() < 0.7:
            continue
        seat, turn = asks[turn % len(asks)].seat, turn + 1
        for tables in (forks(table, seat), [] if table.answers else opened(table, seat)):
            seen = {msgspec.json.encode((one.game.scene(one.g, seat), one.ask_of(seat))) for one in tables}
            if len(seen) == 1:  # else the way to the question showed it something
                found += 1
                yield tables, seat
    assert found >= count // 2


def forks(table: Table, seat: int) -> list[Table]:
    """The table, and forks dealt anew."""
    made = [table.fork(), table.fork()]
    for deal, fork in enumerate(made):
        fork.redeal(seat, deal)
    return [table, *made]


def opened(table: Table, seat: int) -> list[Table]:
    """Tables opened from a checkpoint with other hidden parts, so that the rules themselves asked by these."""
    game, made = table.game, []
    for deal in range(3):
        fork = table.fork()
        fork.g.state = game.unpack(table.segment.packed)
        game.redeal(fork.g, seat, Chance(Random(deal).random))
        made.append(
            Table.open(
                game, table.seats, 1, table.g.options, content=table.g.content, state=fork.g.state,
                chance=Chance(Random(2).random),
            )
        )  # fmt: skip
    return made
