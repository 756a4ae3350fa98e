"""Bots by name."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from .bot import BadSeat, Bot, Person


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
