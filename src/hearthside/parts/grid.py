"""A rectangular grid of cells: neighbours, lines, regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from hearthside.parts.graph import Graph

T = TypeVar("T")

ORTHOGONAL: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The steps (dx, dy) to the four neighbours: up, right, down, left."""

DIAGONAL: tuple[tuple[int, int], ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""The steps (dx, dy) to the four cells that touch at a corner."""


class Grid:
    """Cells numbered row by row: cell `y * width + x`, with (0, 0) at the upper left. A grid never changes.

    Args:
        width: cells in a row, at least 1.
        height: cells in a column, at least 1.

    Raises:
        ValueError: a side is below 1.
    """

    __slots__ = ("_lines", "_near4", "_near8", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a grid of {width} x {height} has no cells")
        self.width = width
        self.height = height
        self._near4 = self._neighbours(ORTHOGONAL)
        self._near8 = self._neighbours(ORTHOGONAL + DIAGONAL)
        self._lines: dict[int, tuple[tuple[int, ...], ...]] = {}

    def __len__(self) -> int:
        """How many cells there are."""
        return self.width * self.height

    def at(self, x: int, y: int) -> int:
        """The cell in a column and row, -1 if that lies outside."""
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def xy(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell."""
        y, x = divmod(cell, self.width)
        return x, y

    def near(self, cell: int, *, diagonals: bool = False) -> tuple[int, ...]:
        """The 4 cells that share an edge with a cell, or the 8 that also share a corner; fewer at the border.

        They come in the order of `ORTHOGONAL`, then `DIAGONAL`.
        """
        return (self._near8 if diagonals else self._near4)[cell]

    def distance(self, a: int, b: int, *, diagonals: bool = False) -> int:
        """The steps between two cells on an empty grid, with or without diagonal steps."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        dx, dy = abs(ax - bx), abs(ay - by)
        return max(dx, dy) if diagonals else dx + dy

    def ray(self, cell: int, dx: int, dy: int) -> list[int]:
        """The cells met from a cell (left out) to the border by steps of (dx, dy), nearest first."""
        if not dx and not dy:
            return []
        x, y = self.xy(cell)
        out = []
        while (cell := self.at(x := x + dx, y := y + dy)) >= 0:
            out.append(cell)
        return out

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of so many cells: across, down and along both diagonals, each listed once.

        The result is kept, so asking again costs nothing. Lines of one cell are listed once a cell; below 1, none.
        """
        known = self._lines.get(length)
        if known is None:
            known = self._lines[length] = tuple(self._find_lines(length))
        return known

    def region(self, start: int, inside: Callable[[int], bool], *, diagonals: bool = False) -> list[int]:
        """The cells that can be reached from `start` over cells for which `inside` holds (flood fill), ascending.

        Empty if `inside` does not hold for `start`.
        """
        if not inside(start):
            return []
        near = self._near8 if diagonals else self._near4
        seen, todo = {start}, [start]
        while todo:
            for cell in near[todo.pop()]:
                if cell not in seen and inside(cell):
                    seen.add(cell)
                    todo.append(cell)
        return sorted(seen)

    def regions(self, cells: Iterable[int], *, diagonals: bool = False) -> list[list[int]]:
        """The given cells split into connected groups; groups and cells in ascending order."""
        left = set(cells)
        out = []
        for start in sorted(left):
            if start in left:
                group = self.region(start, left.__contains__, diagonals=diagonals)
                left.difference_update(group)
                out.append(group)
        return out

    def areas(self, values: Sequence[T], *, diagonals: bool = False) -> list[list[int]]:
        """All cells split into connected groups of equal value; groups and cells in ascending order.

        Args:
            values: the value of each cell (its terrain, its colour), by cell number.
            diagonals: whether cells that share only a corner are connected.
        """

        def area(start: int) -> list[int]:
            value = values[start]
            return self.region(start, lambda cell: values[cell] == value, diagonals=diagonals)

        out = []
        left = set(range(len(self)))
        for start in range(len(self)):
            if start in left:
                group = area(start)
                left.difference_update(group)
                out.append(group)
        return out

    def graph(self, walls: Iterable[tuple[int, int]] = (), *, diagonals: bool = False) -> Graph:
        """The grid as a graph whose nodes are the cells, without the steps that a wall closes.

        Args:
            walls: pairs of neighbouring cells, in either order, with a wall between them.
            diagonals: whether there are steps over corners.
        """
        near = self._near8 if diagonals else self._near4
        closed = {(min(pair), max(pair)) for pair in walls}
        pairs = ((a, b) for a in range(len(self)) for b in near[a] if a < b)
        return Graph(len(self), (pair for pair in pairs if pair not in closed))

    def _neighbours(self, steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        steps = tuple(steps)
        return tuple(
            tuple(found for dx, dy in steps if (found := self.at(x + dx, y + dy)) >= 0)
            for y in range(self.height)
            for x in range(self.width)
        )

    def _find_lines(self, length: int) -> Iterable[tuple[int, ...]]:
        if length < 1:
            return
        if length == 1:
            yield from ((cell,) for cell in range(len(self)))
            return
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for cell in range(len(self)):
                x, y = self.xy(cell)
                if self.at(x + dx * (length - 1), y + dy * (length - 1)) >= 0:
                    yield tuple(self.at(x + dx * k, y + dy * k) for k in range(length))
