"""Grids: neighbours, lines, regions, walls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.parts.grid import Grid

grids = st.builds(Grid, st.integers(1, 7), st.integers(1, 7))


def test_a_corner_and_a_middle_of_three_by_three() -> None:
    grid = Grid(3, 3)
    assert grid.near(0) == (1, 3)
    assert grid.near(0, diagonals=True) == (1, 3, 4)
    assert grid.near(4) == (1, 5, 7, 3)
    assert len(grid.lines(3)) == 8
    assert (2, 4, 6) in grid.lines(3)
    assert (0, 4, 8) in grid.lines(3)
    assert grid.ray(0, 1, 1) == [4, 8]
    assert grid.ray(8, 1, 0) == [] == grid.ray(4, 0, 0)


def test_seven_by_six_has_sixty_nine_lines_of_four() -> None:
    assert len(Grid(7, 6).lines(4)) == 69


def test_no_lines_where_none_fit() -> None:
    assert Grid(3, 2).lines(4) == Grid(3, 2).lines(0) == ()
    assert Grid(2, 1).lines(1) == ((0,), (1,))


def test_nothing_splits_into_no_regions() -> None:
    assert Grid(3, 3).regions([]) == []
    assert Grid(3, 3).region(4, lambda _: False) == []


def test_corners_join_only_where_diagonals_do() -> None:
    grid = Grid(2, 2)
    assert grid.areas("xyyx") == [[0], [1], [2], [3]]
    assert grid.areas("xyyx", diagonals=True) == [[0, 3], [1, 2]]


def test_a_wall_closes_a_step_both_ways() -> None:
    graph = Grid(2, 2).graph(walls=[(1, 0)])
    assert graph.distance(0, 1) == graph.distance(1, 0) == 3


@pytest.mark.parametrize("sides", [(0, 3), (3, 0), (-1, 1)])
def test_a_grid_without_cells_is_refused(sides: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no cells"):
        Grid(*sides)


@given(grids, st.booleans(), st.data())
def test_neighbours_are_the_cells_at_distance_one(grid: Grid, diagonals: bool, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, len(grid) - 1))
    assert grid.at(*grid.xy(cell)) == cell
    near = grid.near(cell, diagonals=diagonals)
    assert sorted(near) == [c for c in range(len(grid)) if grid.distance(c, cell, diagonals=diagonals) == 1]
    far = grid.graph(diagonals=diagonals).distances_from(cell)
    assert list(far) == [grid.distance(cell, c, diagonals=diagonals) for c in range(len(grid))]


@given(grids, st.integers(2, 5))
def test_lines_are_straight_and_listed_once(grid: Grid, length: int) -> None:
    lines = grid.lines(length)
    assert len({frozenset(line) for line in lines}) == len(lines)
    w, h, n = grid.width, grid.height, length - 1
    across, down = max(0, w - n), max(0, h - n)
    assert len(lines) == across * h + down * w + 2 * across * down
    for line in lines:
        (ax, ay), (bx, by) = grid.xy(line[0]), grid.xy(line[1])
        assert [line[0], *grid.ray(line[0], bx - ax, by - ay)][:length] == list(line)


@given(grids, st.booleans(), st.data())
def test_regions_are_the_graph_cut_apart(grid: Grid, diagonals: bool, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    groups = grid.regions(cells, diagonals=diagonals)
    assert sorted(cell for group in groups for cell in group) == sorted(cells)
    graph, outside = grid.graph(diagonals=diagonals), set(range(len(grid))) - cells
    for group in groups:
        far = graph.distances_from(group[0], outside)
        assert group == [cell for cell in range(len(grid)) if far[cell] >= 0]
    values = [cell in cells for cell in range(len(grid))]
    assert [area for area in grid.areas(values, diagonals=diagonals) if area[0] in cells] == groups
