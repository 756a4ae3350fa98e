"""A bot that looks one choice ahead."""

from __future__ import annotations

import random
from typing import Any

from ..engine.ask import Ask
from ..engine.table import Table
from .bot import Bot


class Greedy(Bot):
    """Takes the choice that the game's hints value most; among equals any. Without hints all are equal.

    Where a question wants several, it takes the best `least`, and beyond them those of a value above zero.
    """

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        choices = ask.choices
        if ask.most == 1 and len(choices) == 1:
            return choices[0]
        hint = table.game.hints()
        g = table.g
        values = [hint(g, ask, choice) if hint else 0.0 for choice in choices]
        if ask.most == 1:
            best = max(values)
            equals = [n for n, value in enumerate(values) if value == best]
            return choices[equals[0] if len(equals) == 1 else equals[int(random.random() * len(equals))]]
        order = sorted(range(len(choices)), key=lambda n: (-values[n], random.random()))
        return [choices[n] for i, n in enumerate(order[: ask.most]) if i < ask.least or values[n] > 0]
