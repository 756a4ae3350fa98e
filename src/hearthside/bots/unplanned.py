"""A bot without a plan."""

from __future__ import annotations

import random
from typing import Any

from ..engine.ask import Ask
from ..engine.table import Table
from .bot import Bot


class Random(Bot):
    """Takes any choice, all equally likely."""

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        choices = ask.choices
        if ask.most == 1:
            return choices[int(random.random() * len(choices))]
        count = random.randint(ask.least, min(ask.most, len(choices)))
        return [choices[n] for n in random.sample(range(len(choices)), count)]
