"""What seats were offered lately, where anybody may answer: an answer holds as long as its choice is offered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ..engine.ask import Ask, Line

KEPT = 64  # prompts a seat
LASTS = 5.0  # seconds: who sees the table as it stood before that has no line to speak of


class Offers:
    """The latest prompts of each seat at questions to any of several (`AnyOf`).

    In a real-time game others answer many times a second, so an answer mostly reaches the server when the question it
    quotes is closed. It is an answer to the open question if that asks the seat about the same (topic, rule and what it
    is about), everything it picks is still among the choices, and it is not what the seat gave since: that is a second
    click.
    """

    def __init__(self) -> None:
        self._of: dict[int, dict[int, tuple[float, tuple[str, str, Any], Sequence[Any]]]] = {}
        self._given: dict[int, list[tuple[int, Any]]] = {}

    def note(self, number: int, ask: Ask) -> None:
        """A seat is sent its question, as the prompt with that number."""
        mine = self._of.setdefault(ask.seat, {})
        if number not in mine:
            choices = tuple(ask.choices) if isinstance(ask.choices, list) else ask.choices
            mine[number] = (time.monotonic(), _matter(ask), choices)
            while len(mine) > KEPT:
                del mine[next(iter(mine))]

    def answered(self, number: int, seat: int, choice: Any) -> None:
        """A seat gave an answer, which has that number."""
        if seat in self._of:
            given = self._given.setdefault(seat, [])
            given.append((number, choice))
            del given[:-KEPT]

    def clear(self) -> None:
        """What was offered counts no more: answers were taken back, or another kind of question is open."""
        self._of.clear()
        self._given.clear()

    def offered(self, number: int, seat: int) -> bool:
        """The seat was sent that prompt a moment ago."""
        found = self._of.get(seat, {}).get(number)
        return found is not None and time.monotonic() - found[0] < LASTS

    def still(self, number: int, ask: Ask, n: int | list[int] | Line) -> Any:
        """The choice (a list where several are wanted) that an answer to that prompt picks, or its free line; None if
        it is not offered any more."""
        _, matter, choices = self._of[ask.seat][number]
        if matter != _matter(ask):
            return None
        found: Any = n
        if not isinstance(n, Line):
            picks = n if isinstance(n, list) else [n]
            if not all(0 <= k < len(choices) for k in picks):
                return None
            meant = [choices[k] for k in picks]
            if not all(choice in ask.choices for choice in meant):
                return None
            found = meant if isinstance(n, list) else meant[0]
        if any(at >= number and given == found for at, given in self._given.get(ask.seat, ())):
            return None
        return found


def _matter(ask: Ask) -> tuple[str, str, Any]:
    """What a question is about."""
    return ask.topic, ask.rule, ask.about
