"""A course: one game answered by numbers, one seat at a time.

The table may ask several seats at once. They are then asked one after another in seat order; none is told what the
others answered. Where a clock runs it is a virtual one: answering takes no time, and when all who could act have let it
pass, it is as late as the next thing that happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from random import Random
from struct import Struct
from typing import Any, TypeVar
from zlib import crc32

import msgspec
import numpy as np

from ..engine import snapshot
from ..engine.ask import AllOf, AnyOf, Ask
from ..engine.chance import Chance
from ..engine.errors import RecordError
from ..engine.game import Game
from ..engine.numbering import Features
from ..engine.table import Table
from .numbers import ENOUGH, PASS, Numbers, numbers_of

Mask = np.ndarray[Any, np.dtype[np.int8]]
Array = np.ndarray[Any, np.dtype[np.float32]]
OVER = -1
SUM = 4  # bytes of the checksum before what is saved
FINISHED = "The game is over: there is nothing to think ahead about."
T = TypeVar("T")


class Illegal(ValueError):
    """An action that is not legal now. The message is one sentence."""


class Setting:
    """What all games of an environment have in common.

    Attributes:
        numbers: the action numbers. features: what is observed, None if the game tells nothing. size: of an
            observation.
    """

    def __init__(self, game: Game, seats: int, options: Any, content: Any) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.content = content
        self.numbers: Numbers = numbers_of(game, content)
        self.features: Features | None = game.features(content, seats)
        inner = self.features.size if self.features else 0
        steps = self.numbers.size - self.numbers.steps
        self.given = 2 + inner  # where the steps of an answer are told, in an observation
        self.size = self.given + steps
        count = self.features.count if self.features else 0
        most = [field.most for field in (self.features.numbers if self.features else ()) for _ in range(field.size)]
        self.scale = (1 / np.array(most, np.float64)).astype(np.float32)
        self.count = count
        self.pack = Struct(f"={count}f").pack
        self.most = np.ones(count, np.float32)
        self.least = -self.most
        self.nothing: Mask = np.zeros(self.numbers.size, np.int8)
        self.nothing.flags.writeable = False


class Course:
    """One game.

    Attributes:
        table: it is looked at, and answered through the course alone.
        seat: who is asked, OVER once nobody is. ask: the question.
        legal: what that seat may answer, by number.
    """

    __slots__ = (
        "_dealt", "_first", "_mask", "_passed", "_picked", "_plain", "_serial", "_step", "ask", "legal", "seat",
        "setting", "steps", "table",
    )  # fmt: skip

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.seat = OVER
        self.ask: Ask | None = None
        self.legal: dict[int, Any] = {}
        self.steps: list[int] = []  # the numbers of an answer that takes several, so far
        self._mask: Mask | None = None
        self._passed: set[int] = set()  # seats that let the question pass
        self._serial = -1  # of that question
        self._picked: list[Any] = []
        self._step: tuple[type, int, list[Any]] | None = None  # a choice in the making: type, next field, what fits
        self._plain = True
        self._first = 0  # who is asked first of several: in a copy, who was asked in the original

    @classmethod
    def open(cls, setting: Setting, seed: int) -> Course:
        """A new game."""
        made = Chance(Random(seed).random)
        table = Table.open(
            setting.game, setting.seats, seed, setting.options, content=setting.content, log=False, chance=made
        )
        course = cls(setting, table)
        course._next()
        return course

    # ---- whose turn it is ----

    def _next(self) -> None:
        """Find who is asked now, and what."""
        table = self.table
        question = table.question
        self._mask = None
        if question.__class__ is Ask:
            self._put(question)
            return
        while not table.over:
            asks = table.asks
            if question.__class__ is AllOf:
                if asks:
                    self._put(asks[0] if len(asks) == 1 else min(asks, key=self._order))
                    return
            elif question.__class__ is AnyOf:
                if self._serial != table.serial:
                    self._serial = table.serial
                    self._passed.clear()
                left = [ask for ask in asks if ask.seat not in self._passed]
                if left:
                    # Those who may do something off turn come first: who must answer comes last.
                    ask = min(left, key=lambda one: (one.topic != "standing", self._order(one)))
                    self._put(ask, table.deadline is not None or (ask.topic == "standing" and len(left) > 1))
                    return
            else:
                self._put(question)  # type: ignore[arg-type]
                return
            due = table.deadline
            assert due is not None, "a question to nobody has a deadline"
            table.tick(due)
            question = table.question
        self.seat, self.ask, self.legal = OVER, None, {}

    def _order(self, ask: Ask) -> int:
        return (ask.seat - self._first) % self.setting.seats

    def _put(self, ask: Ask, may_pass: bool = False) -> None:
        """Put a question, and list what may be answered."""
        self.seat = ask.seat
        self.ask = ask
        of = self.setting.numbers.of
        if ask.most == 1 and not may_pass:
            try:
                self.legal = {of[choice]: choice for choice in ask.choices}
                self._plain = True
                return
            except KeyError:
                pass
        self._plain = False
        self._picked = []
        self._step = None
        self.steps = []
        self.legal = self._list(ask, ask.choices)
        if may_pass:
            self.legal[PASS] = None
        if ask.least == 0 and ask.most > 1:
            self.legal[ENOUGH] = None

    def _list(self, ask: Ask, choices: Any) -> dict[int, Any]:
        numbers = self.setting.numbers
        found: dict[int, Any] = {}
        for choice in choices:
            number = numbers.of.get(choice)
            if number is None:
                number = numbers.kinds.get(choice.__class__)
                if number is None:
                    raise LookupError(
                        f"{self.setting.game.title} offers {choice!r}, which its numbering lacks (Game.kinds)."
                    )
                choice = choice.__class__
            found[number] = choice
        return found

    # ---- answering ----

    def take(self, number: int) -> None:
        """Take an action of the seat that is asked.

        Raises:
            Illegal: it is not legal; nothing changed.
        """
        legal = self.legal
        try:
            known = number in legal
        except TypeError:  # learners give NumPy's array of a single number
            try:
                number = index(number)
            except TypeError:
                raise Illegal(self._refuse(number)) from None
            known = number in legal
        if not known:
            raise Illegal(self._refuse(number))
        if self._plain:
            self.table.answer(legal[number], self.seat)
            self._next()
        else:
            self._go_on(int(number))

    def _refuse(self, number: Any) -> str:
        if self.seat == OVER:
            return "The game is over: there is nothing to answer."
        size = self.setting.numbers.size
        try:
            named = not isinstance(number, np.ndarray) and 0 <= int(number) < size and int(number) == number
        except (TypeError, ValueError):
            named = False
        if not named:
            return f"An action is a whole number from 0 to {size - 1}, not {number!r}."
        what = self.setting.numbers.say(int(number))
        return f"Action {number} ({what}) is not legal for seat {self.seat} now; {len(self.legal)} others are."

    def _go_on(self, number: int) -> None:
        """An action that may be a step of an answer."""
        ask, found = self.ask, self.legal[number]
        assert ask is not None
        if number == PASS:
            self._passed.add(self.seat)
            self._next()
            return
        if number == ENOUGH:
            self._answer(list(self._picked))
            return
        self.steps.append(number)
        self._mask = None
        if isinstance(found, type):
            fits = [one for one in ask.choices if one.__class__ is found and one not in self._picked]
            self._narrow(found, 0, fits)
        elif self._step is not None:
            cls, field, fits = self._step
            name = self.setting.numbers.values[cls][field][0]
            self._narrow(cls, field + 1, [one for one in fits if getattr(one, name) == found])
        else:
            self._pick(found)

    def _narrow(self, cls: type, field: int, fits: list[Any]) -> None:
        """Ask for the next field that is still open; a choice that is settled is picked."""
        fields = self.setting.numbers.values[cls]
        while field < len(fields):
            name, values = fields[field]
            there = {getattr(one, name) for one in fits}
            if len(there) > 1:
                self._step = (cls, field, fits)
                self.legal = {number: value for value, number in values.items() if value in there}
                if len(self.legal) != len(there):
                    raise LookupError(
                        f"{self.setting.game.title}: the numbering of {cls.__name__}.{name} lacks values."
                    )
                return
            field += 1
        self._step = None
        self._pick(fits[0])

    def _pick(self, choice: Any) -> None:
        """A whole choice is found."""
        ask = self.ask
        assert ask is not None
        if ask.most == 1:
            self._answer(choice)
            return
        self._picked.append(choice)
        left = [one for one in ask.choices if one not in self._picked]
        if len(self._picked) == ask.most or not left:
            self._answer(list(self._picked))
            return
        self.legal = self._list(ask, left)
        if len(self._picked) >= ask.least:
            self.legal[ENOUGH] = None

    def _answer(self, choice: Any) -> None:
        self.table.answer(choice, self.seat)
        self.steps = []
        self._next()

    def answer(self, choice: Any) -> None:
        """Take a whole answer of the seat that is asked, as bots give it; None lets the question pass."""
        if choice is None and PASS in self.legal:
            self.take(PASS)
            return
        self._answer(choice)

    # ---- looking ----

    def mask(self) -> Mask:
        """What may be answered, as 0 and 1 by number; an array of its own for each question."""
        mask = self._mask
        if mask is None:
            if self.seat == OVER:
                return self.setting.nothing
            mask = np.zeros(self.setting.numbers.size, np.int8)
            legal = self.legal
            if len(legal) < 12:
                for number in legal:
                    mask[number] = 1
            else:
                mask[list(legal)] = 1
            self._mask = mask
        return mask

    def observe(self, seat: int) -> Array:
        """What a seat observes: whether it is asked and may answer in steps, the game's features, its steps so far."""
        setting = self.setting
        made: Array = np.zeros(setting.size, np.float32)
        asked = seat == self.seat
        features = setting.features
        if features is not None:
            table = self.table
            ask = self.ask if asked else None if table.question.__class__ is Ask else table.ask_of(seat)
            told, sets = features.look(table.g, seat, ask)
            at = 2 + setting.count
            if told:
                head = made[2:at]
                np.multiply(np.frombuffer(setting.pack(*told), np.float32), setting.scale, out=head)
                np.minimum(head, setting.most, out=head)
                np.maximum(head, setting.least, out=head)
            made[at : setting.given] = np.frombuffer(sets, np.uint8)
        if asked:
            made[0] = 1
            if not self._plain:
                made[1] = bool(self.steps)
                for number in self.steps:
                    if number >= setting.numbers.steps:
                        made[setting.given + number - setting.numbers.steps] = 1
        return made

    # ---- saving ----

    def save(self) -> bytes:
        """How the course stands, its dice and whose turn it is included."""
        kept = Kept(snapshot.save(self.table), self.steps, sorted(self._passed), self._serial, self._first)
        return sealed(kept)

    @classmethod
    def restore(cls, setting: Setting, data: bytes) -> Course:
        """A course from `save`, which goes on as that one did.

        Raises:
            RecordError: these are no such bytes, or of another game, version, content, seats or options.
        """
        kept = saved(data, Kept)
        table = snapshot.restore(kept.table, setting.game, setting.content)
        if table.seats != setting.seats or table.g.options != setting.options:
            raise RecordError("The environment was saved with other seats or options.")
        course = cls(setting, table)
        course._stand(kept.passed, kept.serial, kept.first, kept.steps)
        return course

    def _stand(self, passed: Iterable[int], serial: int, first: int, steps: list[int]) -> None:
        """Go to where a course stood that had a table like this."""
        self._passed, self._serial, self._first = set(passed), serial, first
        self._next()
        for number in steps:
            self.take(number)

    def redealt(self, seat: int, seed: int) -> Course:
        """A copy in which everything is dealt anew that this seat cannot know, and the dice fall by that seed.

        Answers that others gave to a question put to several, and that this seat has not seen, are asked for again.

        Raises:
            ValueError: another seat is asked, or the game is over.
        """
        if self.seat == OVER:
            raise ValueError(FINISHED)
        if seat != self.seat:
            raise ValueError(f"A copy as seat {seat} knows it is made when seat {seat} is asked.")
        table = self.table.fork(Random(f"dice of {seed}").random)
        table.redeal(seat, seed)
        course = Course(self.setting, table)
        course._stand(self._passed, self._serial, seat, self.steps)
        return course


class Kept(msgspec.Struct, array_like=True):
    """What `save` keeps."""

    table: bytes
    steps: list[int]
    passed: list[int]
    serial: int
    first: int


def sealed(kept: msgspec.Struct) -> bytes:
    """What an environment's `save` gives: what it keeps, behind a checksum."""
    data = msgspec.msgpack.encode(kept)
    return crc32(data).to_bytes(SUM, "big") + data


def saved(data: bytes, kind: type[T]) -> T:
    """What bytes hold that an environment's `save` gave.

    Raises:
        RecordError: they hold something else.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise RecordError(f"A saved environment is bytes, not {type(data).__name__}.")
    data = bytes(data)
    if len(data) <= SUM or crc32(data[SUM:]) != int.from_bytes(data[:SUM], "big"):
        raise RecordError("This is no saved environment, or it was damaged or saved by another version of Hearthside.")
    try:
        return msgspec.msgpack.decode(data[SUM:], type=kind)
    except msgspec.DecodeError as error:
        raise RecordError(f"This is no saved environment of this kind ({error}).") from None
