"""What a seat can answer. Tiles, quests and Adventurers are content numbers; a cell is one of the mat's grid.

The choices of a hand are worked out only as far as somebody looks. They are values that never change, so whoever keeps
an older question can still tell what its nth choice was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ...parts.polyomino import cells_of, nth_cell

if TYPE_CHECKING:
    from .mats import Board


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The base of all choices."""


class Grab(Choice, frozen=True, tag="grab"):
    """Reach for a tile of the pile."""

    tile: int


class TakeKept(Choice, frozen=True, tag="take_kept"):
    """Take a tile that lies kept beside the own mat."""

    tile: int


class Rummage(Choice, frozen=True, tag="rummage"):
    """Dig in a buried pile for other tiles."""


class PutBack(Choice, frozen=True, tag="put_back"):
    """Put the held tile back."""


class Place(Choice, frozen=True, tag="place"):
    """Place the held tile by its nth lie, the corner of its rectangle on a cell, where it fits."""

    turn: int
    cell: int


class PlaceSlot(Choice, frozen=True, tag="place_slot"):
    """Place the held tile in a special slot, numbered from 1."""

    slot: int


class FreePlace(Choice, frozen=True, tag="free_place"):
    """Place the held tile where it does not fit (placement=faithful); it may stick out of the mat."""

    turn: int
    row: int
    column: int


class Stuck(Choice, frozen=True, tag="stuck"):
    """Declare to be stuck."""


class Wait(Choice, frozen=True, tag="wait"):
    """Let a beat pass (mode=sliced)."""


class Ready(Choice, frozen=True, tag="ready"):
    """On to the next round."""


class Challenge(Choice, frozen=True, tag="challenge"):
    """Question whether an item counts, or does not count, as a kind."""

    tile: int
    kind: str


class Vote(Choice, frozen=True, tag="vote"):
    yes: bool


class Decide(Choice, frozen=True, tag="decide"):
    """The owner's word after a tied vote, or on whether to turn a vote round."""

    yes: bool


class Keep(Choice, frozen=True, tag="keep"):
    """Set a tile of the own mat aside for a later quest."""

    tile: int


class KeepNothing(Choice, frozen=True, tag="keep_nothing"):
    pass


class Swap(Choice, frozen=True, tag="swap"):
    """Change a tile of the own mat for one of the pile that fits where it lay."""

    tile: int
    other: int


class SwapNothing(Choice, frozen=True, tag="swap_nothing"):
    pass


class Pick(Choice, frozen=True, tag="pick"):
    """Choose an Adventurer."""

    adventurer: int


Choices = (
    Grab | TakeKept | Rummage | PutBack | Place | PlaceSlot | FreePlace | Stuck | Wait | Ready | Challenge | Vote
    | Decide | Keep | KeepNothing | Swap | SwapNothing | Pick
)  # fmt: skip

RUMMAGE, PUT_BACK, STUCK, WAIT, READY = Rummage(), PutBack(), Stuck(), Wait(), Ready()
KEEP_NOTHING, SWAP_NOTHING = KeepNothing(), SwapNothing()
BOTH = (Vote(True), Vote(False))
EITHER = (Decide(True), Decide(False))
TILES = 63  # a mask of tiles is one whole number of 64 bits
GRAB = tuple(Grab(n) for n in range(TILES + 1))
PLACE = tuple(tuple(Place(turn, cell) for cell in range(160)) for turn in range(8))
SLOT = tuple(PlaceSlot(n) for n in range(16))


class Lazy(Sequence[Any]):
    """Choices that are listed when somebody looks."""

    __slots__ = ("_listed",)
    _listed: list[Any] | None

    def _list(self) -> list[Any]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index: Any) -> Any:
        return self._all()[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> list[Any]:
        if self._listed is None:
            self._listed = self._list()
        return self._listed


class Reach(Lazy):
    """What an empty hand can do: grab a tile it sees, take a kept one, and little else.

    Attributes:
        tiles: mask of the tiles of the pile that may be grabbed.
        kept: those beside the own mat.
        rest: the choices after them.
    """

    __slots__ = ("kept", "rest", "tiles")

    def __init__(self, tiles: int, kept: tuple[int, ...], rest: tuple[Any, ...]) -> None:
        self.tiles = tiles
        self.kept = kept
        self.rest = rest
        self._listed = None

    def __contains__(self, choice: object) -> bool:
        if choice.__class__ is Grab:
            tile = choice.tile
            return tile > 0 and bool(self.tiles >> tile & 1)
        if choice.__class__ is TakeKept:
            return choice.tile in self.kept
        return choice in self.rest

    def __len__(self) -> int:
        return self.tiles.bit_count() + len(self.kept) + len(self.rest)

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is int and 0 <= index < self.tiles.bit_count():
            return GRAB[nth_cell(self.tiles, index)]
        return self._all()[index]

    def _list(self) -> list[Any]:
        return [*map(GRAB.__getitem__, cells_of(self.tiles)), *map(TakeKept, self.kept), *self.rest]


class Lay(Lazy):
    """What a hand can do with the tile it holds: put it back or place it.

    Attributes:
        board, tile, filled, slots: what decides where it fits.
        head: the choices before the placements: putting back, waiting, special slots.
        fits: the legal placements in areas, as (turn, cell).
        free: placements that are illegal are offered, too, after the legal ones.
    """

    __slots__ = ("board", "filled", "fits", "free", "head", "slots", "tile")

    def __init__(self, board: Board, tile: int, filled: int, slots: int, head: tuple[Any, ...], free: bool) -> None:
        self.board = board
        self.tile = tile
        self.filled = filled
        self.slots = slots
        open_slots = range(1, len(board.slots) + 1) if free else board.slots_of(tile, slots)
        self.head = (*head, *map(SLOT.__getitem__, open_slots)) if open_slots else head
        self.fits = board.places(tile, filled)
        self.free = free
        self._listed = None

    def __contains__(self, choice: object) -> bool:
        if choice.__class__ is Place:
            mask = self.board.layouts[self.tile].mask(choice.turn, choice.cell)
            return mask > 0 and not mask & self.filled
        if choice.__class__ is FreePlace:
            return self.free and choice in self._all()
        return choice in self.head

    def __len__(self) -> int:
        return len(self.head) + len(self.fits) if not self.free else len(self._all())

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is int and self._listed is None and not self.free:
            n = index - len(self.head) if index >= 0 else index + len(self.fits)
            if n < 0:
                return self.head[n]
            turn, cell = self.fits[n]
            return PLACE[turn][cell]
        return self._all()[index]

    def _list(self) -> list[Any]:
        return [*self.head, *(place for way in self.ways() for place in way)]

    def ways(self) -> list[list[Place | FreePlace]]:
        """The placements in areas, by lie; with the illegal ones, wherever the tile touches the mat's rectangle."""
        board, lies = self.board, range(len(self.board.sizes[self.tile]))
        legal: list[dict[int, Place | FreePlace]] = [{} for _ in lies]
        for turn, cell in self.fits:
            legal[turn][cell] = PLACE[turn][cell]
        if not self.free:
            return [list(way.values()) for way in legal]
        return [
            [
                way.get(row * board.width + column if row >= 0 <= column else -1) or FreePlace(turn, row, column)
                for row in range(1 - high, board.height)
                for column in range(1 - wide, board.width)
            ]
            for turn, (way, (high, wide)) in enumerate(zip(legal, board.sizes[self.tile], strict=True))
        ]
