"""Polyominoes against plain definitions on sets of squares, and fast enough for a search."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.parts.grid import Grid
from hearthside.parts.polyomino import (
    Mat,
    Shape,
    canonical,
    cells_of,
    joined,
    mask_of,
    mirrored,
    normal,
    nth_cell,
    picture,
    shape_of,
    size,
    turned,
    turns,
)

squares = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
shapes = st.frozensets(squares, min_size=1, max_size=6).map(normal)
tiles = st.sampled_from(["X", "XX", "XX\nX.", "XX\nXX", "XX.\n.XX", "XXX\nX..", "X.X"]).map(shape_of)
few_cells = st.sets(st.integers(0, 35), max_size=8).map(mask_of)


@st.composite
def mats(draw: st.DrawFn) -> Mat:
    """A mat of up to 6 x 6 squares, some of which may be missing."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return Mat(width, height, draw(st.none() | st.integers(0, (1 << width * height) - 1)))


def free_polyominoes(squares: int, mirrors: bool) -> set[Shape]:
    """All polyominoes of so many squares, grown one square at a time."""
    found = {frozenset({(0, 0)})}
    for _ in range(squares - 1):
        found = {
            canonical(shape | {(x + dx, y + dy)}, mirrors=mirrors)
            for shape in found
            for x, y in shape
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in shape
        }
    return found


@pytest.mark.parametrize(
    "squares,free,one_sided", [(1, 1, 1), (2, 1, 1), (3, 2, 2), (4, 5, 7), (5, 12, 18), (6, 35, 60)]
)
def test_there_are_as_many_polyominoes_as_there_are(squares: int, free: int, one_sided: int) -> None:
    assert len(free_polyominoes(squares, mirrors=True)) == free
    assert len(free_polyominoes(squares, mirrors=False)) == one_sided


@pytest.mark.parametrize(
    "drawn,rotations,ways", [("X", 1, 1), ("XX", 2, 2), ("XX\nX.", 4, 4), ("XX.\n.XX", 2, 4), ("XXX\nX..", 4, 8)]
)
def test_a_shape_lies_in_so_many_ways(drawn: str, rotations: int, ways: int) -> None:
    assert len(turns(shape_of(drawn), mirrors=False)) == rotations
    assert len(turns(shape_of(drawn))) == ways


def test_a_quarter_turn_is_clockwise() -> None:
    assert picture(turned(shape_of("XXX\nX.."))) == "XX\n.X\n.X"
    assert picture(mirrored(shape_of("XXX\nX.."))) == "XXX\n..X"


def test_no_squares_are_no_trouble() -> None:
    nothing: Shape = frozenset()
    layout = Mat(3, 3).layout(nothing)
    assert turns(nothing) == ()
    assert canonical(nothing) == nothing == shape_of(picture(nothing))
    assert size(nothing) == (0, 0)
    assert joined(nothing)
    assert list(layout.fits()) == []
    assert layout.legal() == []
    assert not layout.fits()
    assert not layout.any()
    assert cells_of(0) == Mat(2, 2).groups(0) == []
    assert Mat(2, 2).around(0) == 0


def test_a_shape_larger_than_the_mat_fits_nowhere() -> None:
    layout = Mat(2, 2).layout(shape_of("XXX"))
    assert not layout.any()
    assert layout.legal() == []
    assert layout.mask(0, 0) == 0
    with pytest.raises(IndexError, match="there are 0 placements"):
        layout.fits()[0]


@pytest.mark.parametrize("sides", [(0, 2), (2, 0)])
def test_a_mat_without_squares_is_refused(sides: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no squares"):
        Mat(*sides)


def test_a_hole_like_the_mirror_image_is_filled_by_flipping() -> None:
    mat = Mat.of("#..\n##.\n##.")
    tile = shape_of("XX\nX.\nX.")
    assert mat.layout(tile).legal() == [mat.cells]
    assert mat.layout(tile, mirrors=False).legal() == []


@given(shapes)
def test_four_turns_and_two_flips_lead_back(shape: Shape) -> None:
    assert turned(turned(turned(turned(shape)))) == shape == mirrored(mirrored(shape))
    assert shape_of(picture(shape)) == shape
    assert size(turned(shape)) == size(shape)[::-1]


@given(shapes)
def test_all_ways_to_lie_have_one_canonical_form(shape: Shape) -> None:
    ways = turns(shape)
    assert ways[0] == shape
    assert len(set(ways)) == len(ways)
    assert {canonical(way) for way in ways} == {canonical(shape)}
    assert canonical(shape) in ways
    assert {joined(way) for way in ways} == {joined(shape)}
    assert canonical(mirrored(shape), mirrors=False) in turns(mirrored(shape), mirrors=False)


@given(st.sets(st.integers(0, 200)))
def test_masks_hold_cells(cells: set[int]) -> None:
    assert cells_of(mask_of(cells)) == sorted(cells)


@given(mats(), st.one_of(tiles, shapes), st.booleans(), few_cells, st.none() | few_cells)
def test_placements_are_those_that_trying_every_square_finds(
    mat: Mat, shape: Shape, mirrors: bool, filled: int, touching: int | None
) -> None:
    layout = mat.layout(shape, mirrors=mirrors)
    found = []
    for turn, lie in enumerate(turns(shape, mirrors=mirrors)):
        for cell in range(mat.width * mat.height):
            top, left = divmod(cell, mat.width)
            at = [(left + x, top + y) for x, y in lie]
            inside = all(0 <= x < mat.width and 0 <= y < mat.height for x, y in at)
            covered = mask_of(y * mat.width + x for x, y in at) if inside else 0
            on_mat = inside and not covered & ~mat.cells
            assert layout.mask(turn, cell) == (covered if on_mat else 0)
            if on_mat and not covered & filled and (touching is None or covered & touching):
                found.append((turn, cell))
    fits = layout.fits(filled, touching)
    assert list(fits) == found == [fits[n] for n in range(len(fits))] == fits[:]
    assert bool(fits) == bool(found)
    assert layout.legal(filled, touching) == [layout.mask(*placement) for placement in found]
    assert layout.any(filled) == bool(layout.legal(filled))
    for turn in range(-1, 9):
        for cell in range(-1, mat.width * mat.height + 2):
            assert ((turn, cell) in fits) == ((turn, cell) in found)
    others: list[object] = ["no placement", (0,), None, 7]
    assert not any(other in fits for other in others)


@given(mats(), st.integers(0, 2**36 - 1), st.integers(0, 2**36 - 1), st.booleans())
def test_groups_and_neighbours_are_those_of_the_grid(mat: Mat, some: int, other: int, diagonals: bool) -> None:
    grid, cells = Grid(mat.width, mat.height), set(cells_of(some & mat.cells))
    beside = {near for cell in cells for near in grid.near(cell, diagonals=diagonals)} - cells
    around = mat.around(some, diagonals=diagonals)
    assert around == mask_of(beside) & mat.cells
    assert mat.touches(some, other, diagonals=diagonals) == bool(around & other)
    groups = mat.groups(some, diagonals=diagonals)
    assert [cells_of(group) for group in groups] == grid.regions(cells, diagonals=diagonals)
    assert mat.empty(some) & some == 0
    assert mat.empty(some) | (some & mat.cells) == mat.cells


def test_placements_on_a_partly_filled_mat_take_less_than_fifty_microseconds() -> None:
    mat, random = Mat(9, 9), Random(4)
    layouts = [mat.layout(shape) for shape in sorted(free_polyominoes(5, mirrors=True), key=sorted)]
    fills = [mask_of(random.sample(range(81), random.randrange(5, 60))) for _ in range(50)]

    def average(method: str) -> float:
        calls = [(getattr(layout, method), filled) for layout in layouts for filled in fills]
        start = perf_counter()
        for call, filled in calls:
            call(filled)
        return (perf_counter() - start) / len(calls)

    # The best of several runs, so that a busy machine does not fail the test.
    assert min(average("legal") for _ in range(5)) < 50e-6
    assert min(average("fits") for _ in range(5)) < 50e-6


def test_the_nth_cell_of_a_mask() -> None:
    for mask in (1, 0b1011_0000, 1 << 200 | 1 << 77 | 5, (1 << 60) - 1):
        assert [nth_cell(mask, n) for n in range(mask.bit_count())] == cells_of(mask)
