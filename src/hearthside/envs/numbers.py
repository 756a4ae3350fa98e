"""Action numbers: each choice that a game can offer has one, the same in every process.

Number 0 lets a question pass where that can be done, 1 ends an answer of several choices. Then come the game's choices,
kind by kind. A kind with too many choices is given in steps, field by field: it has one number for itself and one for
every value of each of its fields. Those, and kinds of which a question may want several, stand at the end.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.numbering import Kind

PASS, ENOUGH = 0, 1


class Stretch(msgspec.Struct, frozen=True):
    """Numbers that belong together, `first` to `last`.

    kind: the tag of the choices. field: of which field these are the values; empty where they are whole choices.
    """

    first: int
    last: int
    kind: str
    field: str = ""
    about: str = ""


class Numbers:
    """A game's numbering.

    Attributes:
        size: how many numbers there are; actions are 0 to size - 1.
        of: the number of each whole choice.
        kinds: the number of each type that is given field by field.
        values: for each such type, by field, the number of each value.
        steps: where the numbers begin that answer a question in several steps.
        stretches: the table of all this.
    """

    def __init__(self, kinds: list[Kind]) -> None:
        self.of: dict[Any, int] = {}
        self.kinds: dict[type, int] = {}
        self.values: dict[type, list[tuple[str, dict[Any, int]]]] = {}
        self.stretches = [
            Stretch(PASS, PASS, "", about="let the question pass"),
            Stretch(ENOUGH, ENOUGH, "", about="no more choices"),
        ]
        at = 2
        ordered = [kind for kind in kinds if not kind.fields and not kind.several]
        late = [kind for kind in kinds if kind.fields or kind.several]
        self.steps = 2 + sum(len(kind.choices) for kind in ordered)
        for kind in (*ordered, *late):
            about = _about(kind.type)
            if not kind.fields:
                self.of.update((choice, at + n) for n, choice in enumerate(kind.choices))
                if kind.choices:
                    self.stretches.append(Stretch(at, at + len(kind.choices) - 1, kind.name, about=about))
                at += len(kind.choices)
                continue
            self.kinds[kind.type] = at
            self.stretches.append(Stretch(at, at, kind.name, about=f"{about} Then field by field."))
            at += 1
            found = self.values[kind.type] = []
            for name, values in kind.fields:
                found.append((name, {value: at + n for n, value in enumerate(values)}))
                told = f"{values[0]} to {values[-1]}" if len(values) > 8 else ", ".join(map(str, values))
                self.stretches.append(Stretch(at, at + len(values) - 1, kind.name, name, told))
                at += len(values)
        self.size = at
        self._back: list[Any] | None = None

    def choice(self, number: int) -> Any:
        """The choice of a number; a type or (type, field, value) for a step of one; None for 0 and 1.

        Raises:
            IndexError: there is no such number.
        """
        if self._back is None:
            back: list[Any] = [None] * self.size
            for choice, n in self.of.items():
                back[n] = choice
            for cls, n in self.kinds.items():
                back[n] = cls
                for field, values in self.values[cls]:
                    for value, at in values.items():
                        back[at] = (cls, field, value)
            self._back = back
        if not 0 <= number < self.size:
            raise IndexError(f"actions are 0 to {self.size - 1}, not {number}")
        return self._back[number]

    def say(self, number: int) -> str:
        """A number in words, by the fields of its choice."""
        choice = self.choice(number)
        if number in (PASS, ENOUGH):
            return ("let it pass", "enough")[number]
        if isinstance(choice, tuple):
            return f"{choice[0].__struct_config__.tag}.{choice[1]} = {choice[2]}"
        if isinstance(choice, type):
            return str(choice.__struct_config__.tag)  # type: ignore[attr-defined]
        fields = ", ".join(f"{name}={value!r}" for name, value in msgspec.structs.asdict(choice).items())
        return f"{choice.__struct_config__.tag}({fields})" if fields else str(choice.__struct_config__.tag)


def _about(cls: type) -> str:
    """The first line of a choice's own docstring."""
    own = cls.__dict__.get("__doc__") or ""
    return own.strip().split("\n")[0]


def numbers_of(game: Game, content: Any) -> Numbers:
    """A game's numbering with some content: the same for all tables of it."""
    key = (type(game), id(content))
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= 64:
            _KEPT.clear()
        found = _KEPT[key] = (content, Numbers(list(game.kinds(content))))  # content stays, and with it its id
    return found[1]


_KEPT: dict[tuple[type, int], tuple[Any, Numbers]] = {}
