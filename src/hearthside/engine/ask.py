"""What a rule asks: one seat, any of several, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

T = TypeVar("T")
# A rule that may ask: a generator that yields questions, receives answers and returns T.
Rule = Generator[Any, Any, T]


class Choices(Protocol):
    """What a question offers: a list, or something lazy where the space is large."""

    def __contains__(self, choice: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class Ask(msgspec.Struct):
    """One seat decides.

    seat: who, 0-based.
    choices: what may be answered; never empty. Choices are small frozen Structs without text.
    topic: what it is about, one word; words and bots look at it.
    rule: the id of the rule that asks.
    least, most: how many choices an answer holds. With most == 1 the answer is the choice itself, else a list.
    deadline: game-clock milliseconds after which `otherwise` is taken; None waits for ever.
    otherwise: the answer at the deadline; LATE if none is given.
    about: what the words of the question need to know, as the game likes it.
    line: instead of a choice the seat may answer a `Line` of at most so many characters; 0: it may not.
    """

    seat: int
    choices: Any
    topic: str
    rule: str
    least: int = 1
    most: int = 1
    deadline: int | None = None
    otherwise: Any = None
    about: Any = None
    line: int = 0


class AnyOf(msgspec.Struct):
    """Several seats may answer; the first answer wins. The rule receives (seat, choice), or (-1, LATE).

    One ask a seat; the earliest deadline, its own or one of the asks', is the deadline of all. With a deadline there
    may be no asks at all: nobody can do anything until the clock has moved on.

    again: lists the asks anew from the state, where they show what some seat cannot know: `Table.redeal` puts them.
    """

    asks: tuple[Ask, ...]
    deadline: int | None = None
    again: Callable[[], Sequence[Ask]] | None = None


class AllOf(msgspec.Struct):
    """Every seat answers, none sees another's answer before the last. The rule receives the answers in order of asks.

    One ask a seat. At the deadline, of all or of one ask, those whom it concerns answer `otherwise`.

    again: as in `AnyOf`; who is asked stays as it was.
    """

    asks: tuple[Ask, ...]
    deadline: int | None = None
    again: Callable[[], Sequence[Ask]] | None = None


class Late(msgspec.Struct, frozen=True, tag="late"):
    """The answer of a seat whose deadline passed."""


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """The face of a physical die that a person rolled (own dice)."""

    face: int


class Line(msgspec.Struct, frozen=True, tag="line"):
    """A free line of text, where a question takes one: printable, without spaces around it."""

    text: str


LATE: Final = Late()
# Yielded by a game's play at the top of each pass: from here the game can start afresh from its state alone.
CHECKPOINT: Final = object()

Question = Ask | AnyOf | AllOf


def ask_openly(g: Any, question: Ask | Callable[[], Ask], seats: Sequence[int]) -> Rule[Any]:
    """Asks one seat while the standing actions of every seat stay open ("at any time, even off turn").

    `g.game.standing(g, seat)` lists a seat's standing actions and `g.game.stand(g, seat, choice)` resolves one;
    then the question is put again. The asked seat's own standing actions join its choices, unless it is to choose
    several. Past its deadline the question is answered as `Ask` says.

    Args:
        question: or, where its choices show what others cannot know, a function that makes it from the state.
    """
    own: Ask

    def openly() -> tuple[Ask, ...]:
        nonlocal own
        own = question() if callable(question) else question
        first, others = own, []
        for seat in seats:
            standing = g.game.standing(g, seat)
            if not standing:
                continue
            if seat != own.seat:
                others.append(Ask(seat, standing, "standing", own.rule))
            elif own.most == 1:
                first = msgspec.structs.replace(own, choices=[*own.choices, *standing])
        return (first, *others)

    while True:
        asks = openly()
        if asks == (own,):
            return (yield own)
        seat, choice = yield AnyOf(asks, again=openly)
        if choice is LATE:
            return LATE if own.otherwise is None else own.otherwise
        if seat == own.seat and (own.most > 1 or choice.__class__ is Line or choice in own.choices):
            return choice
        yield from g.game.stand(g, seat, choice)
