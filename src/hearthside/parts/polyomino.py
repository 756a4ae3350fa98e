"""Tiles made of squares, and the mats they are placed on.

A shape is a set of (x, y) squares. On a mat the squares are bits of one whole number: bit `y * width + x` is the
square in column x and row y, counted from the upper left (the same numbers as `Grid`). So a mask is a set of squares,
`a & b` what two sets share, and a placement a mask like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, overload

Shape: TypeAlias = frozenset[tuple[int, int]]
"""Squares (x, y); `normal` ones touch x = 0 and y = 0."""


def shape_of(picture: str) -> Shape:
    """The shape drawn by lines of text, moved to the upper left: every sign but `.` and space is a square."""
    lines = enumerate(picture.split("\n"))
    return normal((x, y) for y, line in lines for x, sign in enumerate(line) if sign not in ". ")


def picture(shape: Shape) -> str:
    """The shape as lines of `X` and `.`; the opposite of `shape_of`."""
    if not shape:
        return ""
    squares = normal(shape)
    width, height = size(squares)
    return "\n".join("".join("X" if (x, y) in squares else "." for x in range(width)) for y in range(height))


def size(shape: Shape) -> tuple[int, int]:
    """Width and height of the smallest rectangle around a shape; (0, 0) for no squares."""
    if not shape:
        return 0, 0
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def normal(squares: Iterable[tuple[int, int]]) -> Shape:
    """The same squares moved so that they touch x = 0 and y = 0."""
    found = list(squares)
    if not found:
        return frozenset()
    left, top = min(x for x, _ in found), min(y for _, y in found)
    return frozenset((x - left, y - top) for x, y in found)


def turned(shape: Shape) -> Shape:
    """The shape turned a quarter clockwise (y points down), `normal`."""
    return normal((-y, x) for x, y in shape)


def mirrored(shape: Shape) -> Shape:
    """The shape's other side, flipped left to right, `normal`."""
    return normal((-x, y) for x, y in shape)


def turns(shape: Shape, *, mirrors: bool = True) -> tuple[Shape, ...]:
    """The different ways a shape can lie: 1 to 4 rotations, up to 8 with its mirror images.

    As it is comes first, then each quarter turn clockwise, then the mirror image and its quarter turns; ways that look
    like an earlier one are left out. Empty for no squares.
    """
    found: dict[Shape, None] = {}
    if shape:
        for side in (normal(shape), mirrored(shape)) if mirrors else (normal(shape),):
            for _ in range(4):
                found[side] = None
                side = turned(side)
    return tuple(found)


def canonical(shape: Shape, *, mirrors: bool = True) -> Shape:
    """One and the same shape for all ways in which a shape can lie: equal exactly if two tiles are alike.

    Args:
        shape: any squares.
        mirrors: whether a shape and its mirror image count as alike.
    """
    return min(turns(shape, mirrors=mirrors), key=sorted, default=frozenset())


def joined(shape: Shape) -> bool:
    """Whether the squares hang together by their edges, as a polyomino's do; true for no squares."""
    left = set(shape)
    todo = [left.pop()] if left else []
    while todo:
        x, y = todo.pop()
        for square in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if square in left:
                left.remove(square)
                todo.append(square)
    return not left


def cells_of(mask: int) -> list[int]:
    """The cell numbers of a mask, ascending."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def mask_of(cells: Iterable[int]) -> int:
    """The mask of cell numbers."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class Mat:
    """A board of squares that tiles are placed on; any squares of its rectangle may be missing. It never changes.

    Which squares are covered is not the mat's affair: that is a mask in the game's state.

    Args:
        width: columns of the rectangle.
        height: rows of the rectangle.
        cells: mask of the squares that exist, all of them if not given.

    Raises:
        ValueError: a side is below 1.
    """

    __slots__ = ("_layouts", "_not_first", "_not_last", "cells", "height", "width")

    def __init__(self, width: int, height: int, cells: int | None = None) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a mat of {width} x {height} has no squares")
        full = (1 << width * height) - 1
        first = mask_of(y * width for y in range(height))
        self.width = width
        self.height = height
        self.cells = full if cells is None else cells & full
        self._not_first = full & ~first
        self._not_last = full & ~(first << width - 1)
        self._layouts: dict[tuple[Shape, bool], Layout] = {}

    @classmethod
    def of(cls, picture: str, squares: str = ".") -> Mat:
        """The mat drawn by lines of text; the signs in `squares` are its squares, all others none.

        Raises:
            ValueError: the picture is empty.
        """
        lines = picture.strip("\n").split("\n")
        width = max(len(line) for line in lines)
        cells = (y * width + x for y, line in enumerate(lines) for x, sign in enumerate(line) if sign in squares)
        return cls(width, len(lines), mask_of(cells))

    def layout(self, shape: Shape, *, mirrors: bool = True) -> Layout:
        """All that is known beforehand about placing this shape here; worked out once and kept."""
        key = (shape, mirrors)
        known = self._layouts.get(key)
        if known is None:
            known = self._layouts[key] = Layout(self, shape, mirrors=mirrors)
        return known

    def around(self, mask: int, *, diagonals: bool = False) -> int:
        """The squares of the mat that share an edge (or also a corner) with the mask and are not in it."""
        mask &= self.cells
        sides = (mask & self._not_last) << 1 | (mask & self._not_first) >> 1
        if diagonals:
            rows = sides | mask
            return (rows << self.width | rows >> self.width | sides) & self.cells & ~mask
        return (mask << self.width | mask >> self.width | sides) & self.cells & ~mask

    def lonely(self, mask: int) -> int:
        """The squares of the mask that share an edge with no other square of it: holes that only a 1x1 tile fills."""
        sides = (mask & self._not_last) << 1 | (mask & self._not_first) >> 1
        return mask & ~(sides | mask << self.width | mask >> self.width)

    def touches(self, a: int, b: int, *, diagonals: bool = False) -> bool:
        """Whether a square of `a` and one of `b` share an edge (or also a corner); sharing a square does not count."""
        return bool(self.around(a, diagonals=diagonals) & b)

    def groups(self, mask: int, *, diagonals: bool = False) -> list[int]:
        """The mask split into connected masks, by their lowest squares; squares off the mat are left out."""
        left = mask & self.cells
        out = []
        while left:
            group = left & -left
            while new := self.around(group, diagonals=diagonals) & left:
                group |= new
            out.append(group)
            left &= ~group
        return out

    def empty(self, filled: int) -> int:
        """The squares of the mat that are not filled."""
        return self.cells & ~filled


class Layout:
    """The ways to place one shape on one mat. Made by `Mat.layout`.

    A placement is a pair (turn, cell): the number of the shape's lie in `turns`, and the cell where the upper left
    corner of the rectangle around it goes (the shape need not cover that very cell).

    Attributes:
        mat: the mat.
        squares: how many the shape has.
        turns: the different ways the shape can lie, see `turns`.
    """

    __slots__ = ("_bases", "_lies", "_masks", "_rooms", "mat", "squares", "turns")

    def __init__(self, mat: Mat, shape: Shape, *, mirrors: bool = True) -> None:
        self.mat = mat
        self.squares = len(shape)
        self.turns = turns(shape, mirrors=mirrors)
        offsets = [sorted(y * mat.width + x for x, y in lie) for lie in self.turns]
        self._bases = [mask_of(lie) for lie in offsets]
        self._rooms: list[int] = []
        for lie, base in zip(self.turns, self._bases, strict=True):
            wide, high = size(lie)
            corners = (y * mat.width + x for y in range(mat.height - high + 1) for x in range(mat.width - wide + 1))
            self._rooms.append(mask_of(cell for cell in corners if not base << cell & ~mat.cells))
        self._lies = list(zip(range(8), offsets, self._rooms, strict=False))
        self._masks = [base << c for base, room in zip(self._bases, self._rooms, strict=True) for c in cells_of(room)]

    def mask(self, turn: int, cell: int) -> int:
        """The squares that a placement covers; 0 if the shape does not lie wholly on the mat there."""
        if 0 <= turn < len(self._rooms) and cell >= 0 and self._rooms[turn] >> cell & 1:
            return self._bases[turn] << cell
        return 0

    def fits(self, filled: int = 0, touching: int | None = None) -> Fits:
        """The placements on free squares, found at once for all cells of the mat and listed only when asked for.

        Args:
            filled: mask of the squares that are covered already.
            touching: if given, the tile must cover at least one square of this mask; for a tile that must lie next
                to others, `mat.around(filled)`.
        """
        free = self.mat.cells & ~filled
        found: list[tuple[int, int]] = []
        if free.bit_count() < self.squares:
            return Fits(found)
        for turn, offsets, room in self._lies:
            for offset in offsets:
                room &= free >> offset
                if not room:
                    break
            else:
                if touching is not None:
                    some = 0
                    for offset in offsets:
                        some |= touching >> offset
                    room &= some
                if room:
                    found.append((turn, room))
        return Fits(found)

    def legal(self, filled: int = 0, touching: int | None = None) -> list[int]:
        """The mask of every placement that `fits` gives, in the same order."""
        if touching is None:
            return [mask for mask in self._masks if not mask & filled]
        return [mask for mask in self._masks if mask & touching and not mask & filled]

    def any(self, filled: int = 0) -> bool:
        """Whether the shape fits anywhere on free squares."""
        free = self.mat.cells & ~filled
        if free.bit_count() < self.squares:
            return False
        for _, offsets, room in self._lies:
            for offset in offsets:
                room &= free >> offset
                if not room:
                    break
            else:
                return True
        return False


class Fits(Sequence[tuple[int, int]]):
    """Placements (turn, cell), by turn and then by cell; counted and searched without listing them.

    Args:
        anchors: turns, ascending, each with the mask of the cells where the shape may be placed; none where it may not.
    """

    __slots__ = ("_anchors", "_count")

    def __init__(self, anchors: list[tuple[int, int]]) -> None:
        self._anchors = anchors
        self._count = -1

    def __len__(self) -> int:
        """How many placements there are."""
        count = self._count
        if count < 0:
            count = 0
            for _, room in self._anchors:
                count += room.bit_count()
            self._count = count
        return count

    def __bool__(self) -> bool:
        """Whether there is any placement."""
        return bool(self._anchors)

    def __contains__(self, placement: object) -> bool:
        """Whether a pair (turn, cell) is one of the placements; false for anything else."""
        match placement:
            case (int(turn), int(cell)):
                return cell >= 0 and any(lie == turn and room >> cell & 1 for lie, room in self._anchors)
        return False

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The placements in order."""
        for turn, room in self._anchors:
            for cell in cells_of(room):
                yield turn, cell

    @overload
    def __getitem__(self, index: int) -> tuple[int, int]: ...

    @overload
    def __getitem__(self, index: slice) -> list[tuple[int, int]]: ...

    def __getitem__(self, index: int | slice) -> tuple[int, int] | list[tuple[int, int]]:
        """One placement by its place in the order, or a list of several.

        Raises:
            IndexError: there are not so many.
        """
        if isinstance(index, slice):
            return list(self)[index]
        nth = index if index >= 0 else index + len(self)
        if nth >= 0:
            for turn, room in self._anchors:
                count = room.bit_count()
                if nth < count:
                    return turn, nth_cell(room, nth)
                nth -= count
        raise IndexError(f"there are {len(self)} placements, no number {index}")

    def __repr__(self) -> str:
        return f"<{len(self)} placements>"


def nth_cell(mask: int, nth: int) -> int:
    """The cell of a mask that has `nth` lower cells in it; the mask must hold more than `nth`."""
    base = 0
    while (count := (mask & _THIRTY).bit_count()) <= nth:
        nth -= count
        mask >>= 30
        base += 30
    while (count := (mask & _TEN).bit_count()) <= nth:
        nth -= count
        mask >>= 10
        base += 10
    return base + _CELLS[mask & _TEN][nth]


_THIRTY, _TEN = (1 << 30) - 1, (1 << 10) - 1
_CELLS: list[tuple[int, ...]] = [()]  # of every mask of ten cells
for _n in range(10):
    _CELLS += [(*cells, _n) for cells in _CELLS]
