"""What a game tells those who learn it by numbers: all its choices, kind by kind, and what is observed of it.

The rooms `numbering.py` of the games use these words; the environments make numbers and arrays of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .ask import Ask


class Kind(msgspec.Struct, frozen=True):
    """The choices of one type.

    choices: all that a question may ever offer, in an order that stays. fields: instead, where they would be too many:
    the values of each field; such a choice is given field by field. several: a question may want several of them.
    """

    type: type
    choices: tuple[Any, ...] = ()
    fields: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    several: bool = False

    @property
    def name(self) -> str:
        return str(self.type.__struct_config__.tag or self.type.__name__)  # type: ignore[attr-defined]


class Field(msgspec.Struct, frozen=True):
    """A stretch of an observation.

    size: how many numbers. most: what is told as 1; what lies beyond it, or below its opposite, is cut off.
    """

    name: str
    about: str
    size: int = 1
    most: float = 1.0


class Features:
    """What a seat observes: numbers first, then sets.

    numbers: fields in units of their own. sets: fields of which every place is 1 or 0. look: a function of (g, seat,
    ask), the ask being that seat's open question or None. It gives the numbers, and the sets with a byte a place
    (`set_of` makes them), both in the order of their fields. It reads nothing that the seat may not know.
    """

    def __init__(
        self,
        numbers: Sequence[Field],
        sets: Sequence[Field],
        look: Callable[[Any, int, Ask | None], tuple[list[float], bytes]],
    ) -> None:
        self.numbers = tuple(numbers)
        self.sets = tuple(sets)
        self.look = look
        self.count = sum(field.size for field in numbers)
        self.size = self.count + sum(field.size for field in sets)


@lru_cache(maxsize=1 << 14)
def set_of(size: int, places: tuple[int, ...]) -> bytes:
    """A set of a field of that size: a byte a place, 1 for those named."""
    made = bytearray(size)
    for place in places:
        made[place] = 1
    return bytes(made)


@lru_cache(maxsize=1 << 14)
def bits_of(size: int, mask: int) -> bytes:
    """The same, of the bits of a mask."""
    return bytes([mask >> place & 1 for place in range(size)])


def kinds_of(
    union: Any, values: Mapping[str, Sequence[Any]] | None = None, given: Mapping[type, Kind] | None = None
) -> list[Kind]:
    """The kinds of a union of choices, in its order, with every choice that their fields allow.

    Args:
        values: what a field may hold, by its name, or by "tag.name" for one type alone. Booleans and literals need
            none.
        given: kinds that are told otherwise.

    Raises:
        ValueError: a field has no values.
    """
    values, given = values or {}, given or {}
    kinds = []
    for cls in get_args(union) or (union,):
        if cls in given:
            kinds.append(given[cls])
            continue
        domains = []
        hints = get_type_hints(cls)
        for name in cls.__struct_fields__:
            tag = cls.__struct_config__.tag
            found = values.get(f"{tag}.{name}", values.get(name))
            if found is None and hints[name] is bool:
                found = (False, True)
            elif found is None and get_origin(hints[name]) is Literal:
                found = get_args(hints[name])
            if found is None:
                raise ValueError(f"the field {name} of {cls.__name__} has no values to number")
            domains.append(found)
        kinds.append(Kind(cls, tuple(cls(*one) for one in product(*domains))))
    return kinds
