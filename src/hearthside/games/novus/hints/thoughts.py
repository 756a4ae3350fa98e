"""What is worked out once: what the choices of a question share, and a hero's forces between two answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ....engine.ask import Ask

if TYPE_CHECKING:
    from ..context import G
    from ..state import State

T = TypeVar("T")


class Thoughts:
    """What all choices of one question share, worked out once. Nothing changes while a question stands."""

    __slots__ = ("ask", "found", "serial", "state", "strength")

    def __init__(self, state: State | None, serial: int) -> None:
        self.state = state
        self.serial = serial
        self.ask: Ask | None = None
        self.found: dict[str, Any] = {}
        self.strength: dict[int, tuple[int, int, bool]] = {}


_latest = Thoughts(None, -1)


def thoughts_of(g: G) -> Thoughts:
    """What was worked out since the last answer."""
    global _latest
    thoughts = _latest
    if thoughts.state is not g.state or thoughts.serial != g.serial:  # what is taken back makes a new state
        thoughts = _latest = Thoughts(g.state, g.serial)
    return thoughts


def once(g: G, ask: Ask, name: str, work: Callable[[], T]) -> T:
    """The result of `work`, from the earlier choices of this question if they needed it."""
    thoughts = thoughts_of(g)
    if thoughts.ask is not ask:
        thoughts.ask, thoughts.found = ask, {}
    if name not in thoughts.found:
        thoughts.found[name] = work()
    found: T = thoughts.found[name]
    return found
