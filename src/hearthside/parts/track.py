"""A track with markers on it, which end at its floor and its ceiling."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Track(msgspec.Struct, gc=False):
    """Positions on a line of whole numbers: health, experience, a score track.

    Attributes:
        positions: where each marker stands; a game with one marker a seat numbers them by seat.
        floor: the lowest position there is.
        ceiling: the highest position there is, None if the track has no end.
    """

    positions: list[int]
    floor: int = 0
    ceiling: int | None = None

    @classmethod
    def of(cls, markers: int, *, start: int | None = None, floor: int = 0, ceiling: int | None = None) -> Track:
        """A track with so many markers, all at `start` (the floor if not given), held between floor and ceiling.

        Raises:
            ValueError: the ceiling lies under the floor.
        """
        if ceiling is not None and ceiling < floor:
            raise ValueError(f"the ceiling {ceiling} lies under the floor {floor}")
        track = cls([0] * markers, floor, ceiling)
        track.positions[:] = [track.bounded(floor if start is None else start)] * markers
        return track

    def bounded(self, position: int) -> int:
        """The position of the track that is nearest to this one."""
        if self.ceiling is not None and position > self.ceiling:
            return self.ceiling
        return max(position, self.floor)

    def move(self, marker: int, by: int) -> int:
        """Move a marker up (or down, below 0) as far as the track goes; returns the change there really was."""
        return self.put(marker, self.positions[marker] + by)

    def put(self, marker: int, to: int) -> int:
        """Put a marker on a position, or on the nearest one that exists; returns the change."""
        before = self.positions[marker]
        self.positions[marker] = after = self.bounded(to)
        return after - before

    def at(self, position: int) -> list[int]:
        """The markers on a position."""
        return [marker for marker, where in enumerate(self.positions) if where == position]

    def foremost(self) -> list[int]:
        """The markers that are furthest up, all of them if tied; none on a track without markers."""
        return self.at(max(self.positions)) if self.positions else []


def crossed(before: int, after: int, marks: Iterable[int]) -> list[int]:
    """The marks that a move reaches or passes, in the order it meets them.

    A mark on the position the move starts from does not count, one where it ends does.
    """
    if after >= before:
        return sorted(mark for mark in marks if before < mark <= after)
    return sorted((mark for mark in marks if after <= mark < before), reverse=True)
