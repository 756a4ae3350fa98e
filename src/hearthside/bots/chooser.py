"""What sits on a seat: the protocol of a bot, and bots by name."""

from __future__ import annotations

import os
import random
import sys
from importlib import import_module
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


def make(spec: str) -> Bot:
    """Who sits on a seat: "me" (or "me:Name"), a level ("easy", "normal", "hard"), "greedy", "random",
    "search" (or "search:200ms", "search:500"), or "mymodule:MyBot" for a class of your own.

    Raises:
        BadSeat: one sentence: no such bot, module or class, or it is no bot.
    """
    from .greedy import Greedy
    from .levels import Easy, Hard, Normal
    from .unplanned import Random

    known: dict[str, type[Bot]] = {
        "me": Person, "easy": Easy, "normal": Normal, "hard": Hard, "greedy": Greedy, "random": Random,
    }  # fmt: skip
    if spec in known:
        return known[spec]()
    if spec.startswith("me:"):
        return Person()
    if spec.partition(":")[0] == "search":
        from .search import make_search

        return make_search(spec)
    module_name, colon, name = spec.partition(":")
    if not colon or not module_name or not name:
        raise BadSeat(
            f"Nobody is called {spec!r}; a seat is one of {', '.join(known)}, search:200ms, or mymodule:MyBot."
        )
    made = _own(spec, module_name, name)
    if not callable(getattr(made, "choose", None)):
        raise BadSeat(f"{spec} is no bot: it lacks the method choose(table, ask, random).")
    bot: Bot = made
    return bot


def _own(spec: str, module_name: str, name: str) -> Any:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and module_name.split(".")[0] == error.name.split(".")[0]:
            raise BadSeat(f"{spec}: there is no module {module_name} here or among the installed ones.") from None
        raise BadSeat(f"{spec}: the module {module_name} needs {error.name}, which is not installed.") from None
    except Exception as error:
        raise BadSeat(f"{spec}: the module {module_name} does not load ({type(error).__name__}: {error}).") from None
    cls = getattr(module, name, None)
    if not isinstance(cls, type):
        raise BadSeat(f"{spec}: the module {module_name} has no class {name}.")
    try:
        return cls()
    except Exception as error:
        raise BadSeat(f"{spec}: {name}() does not work ({type(error).__name__}: {error}).") from None


def stream(seed: int | str, seat: int) -> random.Random:
    """The stream of chance of the bot on a seat of a table: the same for the same seed, apart from the table's."""
    return random.Random(f"seat {seat} of table {seed}")
