"""What a step becomes: a clause, and the makers of its four kinds.

A clause is an order to the reader ("gain 1 XP"), a bare change ("+2 CV in this battle"), something said of somebody
else ("each other player loses 1 XP") or a long one that ends a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from .. import vocabulary as v
from .grammar import listed
from .voice import Voice


@dataclass(frozen=True)
class Clause:
    """A part of a sentence without capital and full stop; `verb` and `things` stand apart so that likes can merge."""

    kind: Literal["order", "change", "said", "long"]
    verb: str
    things: tuple[str, ...] = ()
    subject: str = ""
    tail: str = ""

    @property
    def predicate(self) -> str:
        """The clause without its subject."""
        return " ".join(part for part in (self.verb, listed(self.things), self.tail) if part)

    @property
    def text(self) -> str:
        """The clause with its subject."""
        return f"{self.subject} {self.predicate}".strip()

    @property
    def order(self) -> str:
        """What the reader does."""
        """The clause as it stands in a list of orders: a bare change needs a verb there."""
        return f"get {self.text}" if self.kind == "change" else self.text


S = TypeVar("S", bound=v.Step)
TEXTS: dict[type[v.Step], Callable[[Any, Voice], Clause]] = {}


def says(cls: type[S]) -> Callable[[Callable[[S, Voice], Clause]], Callable[[S, Voice], Clause]]:
    """Registers a function (step, voice) that makes the clause of a verb."""

    def register(function: Callable[[S, Voice], Clause]) -> Callable[[S, Voice], Clause]:
        TEXTS[cls] = function
        return function

    return register


def order(text: str) -> Clause:
    return Clause("order", text)


def said(text: str) -> Clause:
    """What is so, or what others do."""
    return Clause("said", text)


def long(text: str) -> Clause:
    """What runs over a full stop."""
    return Clause("long", text)


def does(of: v.Target, voice: Voice, verb: str, thing: str) -> Clause:
    """An order to the reader, or the same said of others."""
    subject = subject_of(of, voice)
    return Clause("said", f"{verb}s", (thing,), subject) if subject else Clause("order", verb, (thing,))


def hero_change(voice: Voice, change: str, tail: str = "") -> Clause:
    """A change of the hero's numbers."""
    if voice.who == "self":
        return Clause("change", "", (change,), tail=tail)
    return Clause("said", "has", (change,), "the hero", tail)


def subject_of(of: v.Target, voice: Voice) -> str:
    """Whom a step touches; "" for the reader."""
    return voice.current if of == "current" else SUBJECTS[of]


def possessive(of: v.Target, voice: Voice) -> str:
    """Whose the thing is."""
    return "their" if subject_of(of, voice) else "your"


SUBJECTS: dict[v.Target, str] = {
    "self": "",
    "chosen": "another player of your choice",
    "others": "each other player",
    "all": "each player",
    "here": "each other player on your point",
}
