"""When bots answer at a table with a clock: on a virtual clock in simulation, on the real one at a server."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ..engine.ask import Ask
from ..engine.table import Table


class Pacer:
    """Keeps for each seat when it is ready to answer.

    A bot is ready `game.delay(...)` milliseconds after it was asked, and stays so while others answer meanwhile; once
    it has answered, or was asked something else, its time begins anew.

    Args:
        dice: of the delays, one stream a seat.
        profiles: how each seat plays, as `game.profile` gives it.
    """

    def __init__(self, dice: dict[int, random.Random], profiles: dict[int, Any]) -> None:
        self.dice = dice
        self.profiles = profiles
        # By seat: game milliseconds and a lot among equals; the question's topic.
        self.ready: dict[int, tuple[tuple[int, float], str]] = {}

    def next(self, table: Table, seats: Iterable[int], now: int) -> tuple[int, Ask | None] | None:
        """What comes next: (when, the question that a bot then answers), or (when, None) for the table's deadline.

        None: nothing comes by itself.

        Args:
            seats: those of bots. now: game milliseconds; questions that are new now were put now.
        """
        due, ready = table.deadline, self.ready
        best: Ask | None = None
        first = (0, 0.0)
        asks = {ask.seat: ask for ask in table.asks}
        for seat in seats:
            ask = asks.get(seat)
            if ask is None:
                if seat in ready:
                    del ready[seat]
                continue
            known = ready.get(seat)
            if known is None or known[1] != ask.topic:
                dice = self.dice[seat]
                wait = table.game.delay(table.g, ask, self.profiles.get(seat), dice)
                known = ready[seat] = (now + wait, dice.random()), ask.topic
            if best is None or known[0] < first:
                best, first = ask, known[0]
        if best is not None and (due is None or first[0] < due):
            return max(first[0], now), best
        return None if due is None else (due, None)

    def answered(self, seat: int) -> None:
        """The seat answered, or a person sits there now."""
        self.ready.pop(seat, None)
