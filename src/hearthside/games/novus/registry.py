"""Which function does which verb. A verb that never asks is a plain function; others are rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ...engine.ask import Rule
from .state import Hero
from .vocabulary import Step

NOW: dict[type[Step], Callable[[Any, Hero, Any, str], None]] = {}
ASKING: dict[type[Step], Callable[[Any, Hero, Any, str], Rule[bool]]] = {}
F = TypeVar("F", bound=Callable[..., Any])


def now(verb: type[Step]) -> Callable[[F], F]:
    """Registers a function (g, hero, step, rule) that does a verb and asks nobody."""

    def register(function: F) -> F:
        NOW[verb] = function
        return function

    return register


def asking(verb: type[Step]) -> Callable[[F], F]:
    """Registers a rule (g, hero, step, rule) that does a verb; it returns False to stop the list of steps."""

    def register(function: F) -> F:
        ASKING[verb] = function
        return function

    return register
