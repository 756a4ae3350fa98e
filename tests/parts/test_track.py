"""Tracks: markers stay between floor and ceiling."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.parts.track import Track, crossed

small = st.integers(-20, 20)


def test_a_move_tells_what_it_really_changed() -> None:
    track = Track.of(2, start=3, ceiling=5)
    assert track.move(0, 4) == 2
    assert track.move(1, -7) == -3
    assert track.positions == [5, 0]
    assert track.foremost() == track.at(5) == [0]


def test_a_track_without_ceiling_goes_on() -> None:
    track = Track.of(1, floor=1)
    assert track.move(0, 1000) == 1000
    assert track.positions == [1001]


def test_nobody_leads_on_a_track_without_markers() -> None:
    assert Track.of(0).foremost() == Track.of(0).at(0) == []


def test_a_ceiling_under_the_floor_is_refused() -> None:
    with pytest.raises(ValueError, match="the ceiling 2 lies under the floor 3"):
        Track.of(1, floor=3, ceiling=2)


@given(small, st.none() | st.integers(0, 30), small, st.lists(st.tuples(st.integers(0, 2), small)))
def test_markers_never_leave_the_track(floor: int, room: int | None, start: int, moves: list[tuple[int, int]]) -> None:
    ceiling = None if room is None else floor + room
    track = Track.of(3, start=start, floor=floor, ceiling=ceiling)
    for marker, by in moves:
        before = list(track.positions)
        change = track.move(marker, by)
        assert track.positions[marker] == before[marker] + change
        assert abs(change) <= abs(by)
        assert change * by >= 0
        assert change == by or track.positions[marker] in (floor, ceiling)
        before[marker] += change
        assert track.positions == before
        assert all(where >= floor and (ceiling is None or where <= ceiling) for where in before)
        assert {before[lead] for lead in track.foremost()} == {max(before)}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(track), type=Track) == track


@given(small, small, small, st.sets(small))
def test_marks_are_crossed_once_whether_one_walks_or_jumps(a: int, b: int, c: int, marks: set[int]) -> None:
    low, middle, high = sorted((a, b, c))
    assert crossed(low, middle, marks) + crossed(middle, high, marks) == crossed(low, high, marks)
    assert crossed(high, middle, marks) + crossed(middle, low, marks) == crossed(high, low, marks)
    assert crossed(low, low, marks) == []
