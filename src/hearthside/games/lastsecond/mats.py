"""What is known beforehand of placing tiles on each kind of mat (LS-PLACE, LS-MAT)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...parts.polyomino import Fits, Layout, mask_of, size
from .cards import StorageMat
from .state import Laid, Player

if TYPE_CHECKING:
    from .library import Content

REMEMBERED = 4096


class Board:
    """A kind of mat, and how each tile can lie on it.

    Attributes:
        cells: mask of its open squares; already full ones are none of them (LS-MAT-17).
        slots: its special slots, slot n at index n - 1. every_slot: their mask, slot n as bit n.
        layouts: by tile. sizes: by tile, (rows, columns) of each lie. accepts: by tile, the mask of slots that take it.
        full: squares and slots, as they count while empty. alike: tiles of one shape, as (their mask, one of them).
    """

    def __init__(self, content: Content, mat: StorageMat) -> None:
        grid = content.board[mat.id]
        self.mat = mat
        self.grid = grid
        self.width, self.height, self.cells = grid.width, grid.height, grid.cells
        self.slots = mat.slots
        self.every_slot = (1 << len(mat.slots) + 1) - 2
        self.layouts: list[Layout] = [grid.layout(shape) for shape in content.shape]
        self.sizes = [[size(lie)[::-1] for lie in layout.turns] for layout in self.layouts]
        self.accepts = [
            sum(1 << n for n, slot in enumerate(mat.slots, 1) if tile and content.fits_slot(tile, slot.accepts))
            for tile in range(len(content.shape))
        ]
        alike: dict[int, int] = {}
        for tile, layout in enumerate(self.layouts[1:], 1):
            alike[id(layout)] = alike.get(id(layout), 0) | 1 << tile
        self.alike = [(mask, (mask & -mask).bit_length() - 1) for mask in alike.values()]
        self._fits: dict[tuple[int, int], Fits] = {}
        self._shapes = [id(layout) for layout in self.layouts]
        self.full = self.cells.bit_count() + sum(slot.value for slot in mat.slots)
        self.slot_cells = [mat.cells(slot.sign) for slot in mat.slots]

    def slots_of(self, tile: int, taken: int) -> list[int]:
        """The free special slots that take a tile."""
        free = self.accepts[tile] & ~taken
        return [n for n in range(1, len(self.slots) + 1) if free >> n & 1] if free else []

    def fits(self, tile: int, filled: int, taken: int) -> bool:
        """Whether a tile can be added anywhere."""
        return bool(self.accepts[tile] & ~taken) or self.layouts[tile].any(filled)

    def places(self, tile: int, filled: int) -> Fits:
        """The legal placements of a tile in areas, as (turn, cell); remembered, for many tiles have one shape."""
        key = self._shapes[tile], filled
        found = self._fits.get(key)
        if found is None:
            if len(self._fits) >= REMEMBERED:
                self._fits.clear()
            found = self._fits[key] = self.layouts[tile].fits(filled)
        return found

    def mask(self, laid: Laid) -> int:
        """The open squares that a tile in an area covers wholly legally; 0 if it does not lie so, or lies in a slot."""
        if laid.slot or laid.row < 0 or laid.column < 0:
            return 0
        return self.layouts[laid.tile].mask(laid.turn, laid.row * self.width + laid.column)

    def squares(self, laid: Laid) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that a tile lies on; in a slot it starts with the slot and may stick out."""
        lies = self.layouts[laid.tile].turns
        if not laid.slot:
            return tuple(sorted((y + laid.row, x + laid.column) for x, y in lies[laid.turn]))
        cells = self.slot_cells[laid.slot - 1]
        upright = len(cells) > 1 and cells[0][1] == cells[1][1]
        lie = min(lies, key=lambda lie: (size(lie)[0] > size(lie)[1]) == upright)
        row, column = cells[0]
        return tuple(sorted((y + row, x + column) for x, y in lie))

    def covered(self, player: Player) -> tuple[int, int]:
        """The squares and slots under any tile, legal or not: whatever comes to lie on them is illegal (LS-GAP-42)."""
        filled, slots = player.filled, player.slots
        for laid in player.laid:
            if laid.slot:
                slots |= 1 << laid.slot
            elif not laid.legal:
                inside = (row * self.width + column for row, column in self.squares(laid) if 0 <= column < self.width)
                filled |= mask_of(cell for cell in inside if cell >= 0) & self.cells
        return filled, slots

    def complete(self, player: Player) -> bool:
        """Every open square and every special slot is filled by a legal tile (LS-PLACE-15)."""
        return player.filled == self.cells and player.slots == self.every_slot

    def empty(self, player: Player) -> int:
        """Empty squares, all areas and slots together (LS-SCORE-21)."""
        empty = (self.cells & ~player.filled).bit_count()
        for n, slot in enumerate(self.slots, 1):
            if not player.slots >> n & 1:
                empty += slot.value
        return empty


@lru_cache(maxsize=16)
def boards(content: Content) -> dict[str, Board]:
    """A board of each kind of mat."""
    return {mat.id: Board(content, mat) for mat in content.mats.values()}


def take_off(board: Board, player: Player, tile: int) -> Laid:
    """Take a tile off a mat; what it covered is empty. Returns how it lay."""
    laid = next(one for one in player.laid if one.tile == tile)
    player.laid.remove(laid)
    if laid.legal:
        if laid.slot:
            player.slots &= ~(1 << laid.slot)
        else:
            player.filled &= ~board.mask(laid)
    return laid
