"""Whether a mat of each kind for five players can be packed from the items, all at once (LS-DIG-23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from random import Random

import msgspec

from ....parts.polyomino import Mat, Shape, cells_of
from ..cards import StorageMat
from ..library import Content
from ..vocabulary import MatId

PLAYERS = 5
TRIES = 400  # fresh starts
NODES = 4000  # steps of one try at one mat


class Packed(msgspec.Struct, frozen=True):
    """One filled mat: the tile and the mask of each placement, and the tile in each special slot by its id."""

    laid: tuple[tuple[int, int], ...]
    slots: dict[str, int]


class Packer:
    """Fills mats of one kind from a stock of tiles: the lowest free square first, big items first.

    Args:
        content: whose tiles.
        mat: the kind.
    """

    def __init__(self, content: Content, mat: StorageMat) -> None:
        self.content = content
        self.mat = mat
        self.board: Mat = content.board[mat.id]

    @cached_property
    def covers(self) -> dict[int, dict[Shape, list[int]]]:
        """By square and shape, the placements whose lowest square it is."""
        found: dict[int, dict[Shape, list[int]]] = {cell: {} for cell in cells_of(self.board.cells)}
        for shape in dict.fromkeys(self.content.shape[1:]):
            for mask in self.board.layout(shape).legal():
                found[cells_of(mask & -mask)[0]].setdefault(shape, []).append(mask)
        return found

    def pack(self, players: int, dice: Random) -> list[Packed] | None:
        """So many full mats from one stock, or None if this try found none."""
        stock: dict[Shape, list[int]] = {}
        for tile, shape in enumerate(self.content.shape[1:], 1):
            stock.setdefault(shape, []).append(tile)
        slots = [self._slots(stock) for _ in range(players)]
        mats: list[Packed] = []
        for filled in slots:
            laid = None if filled is None else self._fill(stock, dice)
            if filled is None or laid is None:
                return None
            mats.append(Packed(tuple(laid), filled))
        return mats

    def _slots(self, stock: dict[Shape, list[int]]) -> dict[str, int] | None:
        """A tile for each special slot, the shortest that it takes."""
        out = {}
        for slot in self.mat.slots:
            takes = [s for s in stock if stock[s] and self.content.fits_slot(stock[s][0], slot.accepts)]
            if not takes:
                return None
            out[slot.id] = stock[min(takes, key=len)].pop()
        return out

    def _fill(self, stock: dict[Shape, list[int]], dice: Random) -> list[tuple[int, int]] | None:
        """Fills one mat's squares out of the stock, which it lowers; None after too many steps."""
        laid: list[tuple[int, int]] = []
        steps = 0

        def fill(free: int) -> bool:
            nonlocal steps
            if not free:
                return True
            steps += 1
            lowest = (free & -free).bit_length() - 1
            shapes = [shape for shape in self.covers[lowest] if stock[shape]]
            shapes.sort(key=lambda shape: -len(shape) + dice.random() * 1.5)
            for shape in shapes:
                masks = [mask for mask in self.covers[lowest][shape] if not mask & ~free]
                dice.shuffle(masks)
                for mask in masks:
                    laid.append((stock[shape].pop(), mask))
                    if fill(free & ~mask):
                        return True
                    stock[shape].append(laid.pop()[0])
                    if steps > NODES:
                        return False
            return False

        return laid if fill(self.board.cells) else None


@lru_cache(maxsize=32)
def packed(content: Content, kind: MatId, players: int = PLAYERS) -> list[Packed] | None:
    """Full mats of that kind for so many players, all from one set of tiles; None if none was found."""
    packer = Packer(content, content.mats[kind])
    for number in range(TRIES):
        found = packer.pack(players, Random(number))
        if found is not None:
            return found
    return None


def faults(content: Content) -> Iterator[str]:
    """Kinds of mats that five players could not all fill."""
    for mat in content.mats.values():
        room = content.board[mat.id].cells.bit_count()
        if PLAYERS * room > sum(content.size) or packed(content, mat.id) is None:
            yield f"The items don't fill {PLAYERS} mats of the kind {mat.title}."
