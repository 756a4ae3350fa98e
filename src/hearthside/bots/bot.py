"""What sits on a seat: the protocol of a bot."""

from __future__ import annotations

import random
from typing import Any

from ..engine.ask import Ask
from ..engine.table import Table


class BadSeat(Exception):
    """Nothing can sit there under that name. The message is one sentence."""


class Bot:
    """A player. Any class with this method can sit on a seat; it need not derive from this one.

    A bot is made without arguments, anew for every game and seat, so that games do not touch each other. Its level says
    how long it takes where a clock runs.
    """

    level = "normal"

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        """One of `ask.choices` (a list of them where `ask.most` is over 1). None, where a clock runs: rather later.

        Args:
            table: to look at, never to answer; `table.fork()` gives one to try things on.
            ask: the question to this bot's seat, `ask.seat`.
            random: this seat's own stream, apart from the table's dice.
        """
        raise NotImplementedError


class Person(Bot):
    """The seat of a person; a client asks them instead."""

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        raise BadSeat("A person sits there: it takes a client such as `hearthside play` to ask them.")


def stream(seed: int | str, seat: int) -> random.Random:
    """The stream of chance of the bot on a seat of a table: the same for the same seed, apart from the table's."""
    return random.Random(f"seat {seat} of table {seed}")
