"""What a box of Last-Second Quest holds, as typed data: icons, shapes, items, quests, Adventurers, mats.

A file's entry is one of these; what is wrong with an entry by itself is refused here.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TypeAlias

import msgspec

from ...parts.polyomino import Shape, joined, shape_of, size
from .vocabulary import Accepts, Bonus, Kind, MatId, Palette, Penalty

OPEN, FULL, OUTSIDE = ".", "#", "-"  # the signs of a mat's picture; any other is a slot's


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """What every entry of a file has."""

    id: str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", self.id):
            raise ValueError(f"the id {self.id!r} is not words of letters and digits joined by hyphens")
        if not getattr(self, "name", self.id).strip():
            raise ValueError("the name is empty")


class Icon(Entry, frozen=True, kw_only=True):
    """One of the 20 kinds (LS-ICON): its printed label, its picture, and what one and many items of it are called."""

    id: Kind
    label: str
    icon: str
    one: str
    many: str

    @property
    def name(self) -> str:
        return self.label


class TileShape(Entry, frozen=True, kw_only=True):
    """A shape of the stock: its picture in lines of X and `.`, and how many items have it."""

    picture: str
    count: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if set(self.picture) - set("X.\n"):
            raise ValueError("a shape is drawn with X and . only")
        if not self.shape or not joined(self.shape):
            raise ValueError("the squares of a shape must hang together by their edges")
        if self.count < 1:
            raise ValueError(f"count is {self.count}, but must be at least 1")

    @property
    def name(self) -> str:
        return self.id

    @cached_property
    def shape(self) -> Shape:
        """The squares."""
        return shape_of(self.picture)

    @property
    def size(self) -> int:
        """Number of squares."""
        return len(self.shape)

    @property
    def straight(self) -> int:
        """The length of a straight item of 3 or more squares, else 0 (LS-MAT-19)."""
        return self.size if self.size >= 3 and 1 in size(self.shape) else 0


class Tile(Entry, frozen=True, kw_only=True):
    """An Item tile: what its picture undoubtedly is (tags) and what one could say it is (plausible, LS-GAP-6)."""

    name: str
    shape: str
    tags: tuple[Kind, ...]
    plausible: tuple[Kind, ...] = ()
    icon: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.tags) <= 4:
            raise ValueError(f"an item has 1 to 4 tags, not {len(self.tags)}")
        if len(self.plausible) > 4:
            raise ValueError(f"an item has at most 4 plausible tags, not {len(self.plausible)}")
        once((*self.tags, *self.plausible), "both a tag and plausible, or given twice")


class Quest(Entry, frozen=True, kw_only=True):
    """A Quest card: which kinds help, which hurt, and 1 to 4 seals of difficulty (LS-SETUP-25 to LS-SETUP-27)."""

    title: str
    seals: int
    required: tuple[Kind, ...]
    forbidden: tuple[Kind, ...]
    icon: str
    palette: Palette
    flavour: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.seals <= 4:
            raise ValueError(f"a quest has 1 to 4 seals, not {self.seals}")
        if not self.required or not self.forbidden:
            raise ValueError("a quest requires at least one kind and forbids at least one")
        once((*self.required, *self.forbidden), "both required and forbidden, or given twice")

    @property
    def name(self) -> str:
        return self.title


class Adventurer(Entry, frozen=True, kw_only=True):
    """An Adventurer card: one penalty from the first won round on, one bonus from the second (LS-SETUP-28)."""

    name: str
    icon: str
    palette: Palette
    flavour: str
    penalty: Penalty
    bonus: tuple[Bonus, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.bonus:
            raise ValueError("an Adventurer has a bonus")


class Slot(Entry, frozen=True, kw_only=True):
    """A special slot: what it takes, what it counts while empty, and the sign that draws it in the picture."""

    name: str
    accepts: Accepts
    value: int
    sign: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.sign) != 1 or not self.sign.isalpha():
            raise ValueError(f"the slot {self.id} is drawn by one letter, not by {self.sign!r}")
        if self.value < 1:
            raise ValueError(f"the slot {self.id} counts at least 1 while empty, not {self.value}")


class StorageMat(Entry, frozen=True, kw_only=True):
    """A kind of Storage mat (LS-MAT), drawn in lines: `.` open, `#` already full, `-` outside, letters the slots.

    boards: how many boards show it. back: the kind printed on their other face.
    """

    id: MatId
    title: str
    picture: str
    boards: int
    back: MatId
    icon: str
    flavour: str
    slots: tuple[Slot, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({len(line) for line in self.lines}) != 1:
            raise ValueError("the lines of the picture are not equally long")
        if OPEN not in self.picture:
            raise ValueError("the picture has no open square")
        drawn = set("".join(self.lines)) - {OPEN, FULL, OUTSIDE}
        signs = [slot.sign for slot in self.slots]
        once(signs, "the sign of two slots")
        once([slot.id for slot in self.slots], "the id of two slots")
        for sign in sorted(drawn.symmetric_difference(signs)):
            raise ValueError(f"the sign {sign} is {'drawn but no slot' if sign in drawn else 'a slot but not drawn'}")

    @property
    def name(self) -> str:
        return self.title

    @property
    def lines(self) -> list[str]:
        """The picture, row by row."""
        return self.picture.strip("\n").split("\n")

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.lines)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.lines[0])

    def cells(self, sign: str) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that a sign draws, row by row."""
        lines = enumerate(self.lines)
        return tuple((row, column) for row, line in lines for column, one in enumerate(line) if one == sign)


Card: TypeAlias = Icon | TileShape | Tile | Quest | Adventurer | StorageMat


def once(words: tuple[str, ...] | list[str], wrong: str) -> None:
    """Refuses a word that stands twice."""
    for word, n in Counter(words).items():
        if n > 1:
            raise ValueError(f"{word} is {wrong}")
