"""Random games to walk through: every stop is a table with open questions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from hearthside.engine.scene import Pile
from hearthside.engine.table import Table
from hearthside.games.novus.choices import No, Offer, Pass
from hearthside.games.novus.context import Options
from hearthside.games.novus.game import Novus

NOVUS = Novus()
# Seats, seed, options: every number of seats, both kinds of windows, trading.
GAMES: tuple[tuple[int, int, dict[str, Any]], ...] = (
    (1, 11, {}),
    (2, 12, {"trading": True}),
    (3, 13, {"windows": "everyone"}),
    (4, 14, {}),
    (5, 15, {"characters": "free", "reset_explore": True}),
)


def walk(seats: int, seed: int, options: dict[str, Any], most: int = 700) -> Iterator[Table]:
    """A random game; the table is yielded at the start, before every answer and at the end."""
    table = Table.open(NOVUS, seats, seed, Options(**options))
    random = Random(seed)
    for _ in range(most):
        yield table
        if table.over:
            return
        ask = random.choice(table.asks)
        choices = list(ask.choices)
        # An offer is one among hundreds; declining is no adventure.
        bold = [one for one in choices if not isinstance(one, Offer | No | Pass)]
        table.answer(random.choice(bold if bold and random.random() < 0.9 else choices), ask.seat)
    yield table


def ids(part: Any) -> list[str]:
    """Every id in a scene or a part of one; the top card of an open pile is told once."""
    out = []
    if isinstance(part, Pile) and part.cards:
        part = msgspec.structs.replace(part, top=None)
    if isinstance(part, msgspec.Struct):
        if hasattr(part, "id"):
            out.append(part.id)
        for name in part.__struct_fields__:
            out += ids(getattr(part, name))
    elif isinstance(part, tuple | list):
        for one in part:
            out += ids(one)
    return out
