"""Clocks in milliseconds: time is an input of a table, never read by rules."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds of game time."""
        ...


class VirtualClock:
    """A clock that tests and simulations move by hand."""

    def __init__(self, at: int = 0) -> None:
        self._at = at

    def now(self) -> int:
        return self._at

    def advance(self, ms: int) -> int:
        """Move on by `ms` milliseconds (not negative); returns the new time."""
        if ms < 0:
            raise ValueError("time goes forward only")
        self._at += ms
        return self._at


class WallClock:
    """The machine's monotonic clock, starting at `start`, standing still while paused."""

    def __init__(self, start: int = 0) -> None:
        self._start = start
        self._since: float | None = time.monotonic()

    def now(self) -> int:
        if self._since is None:
            return self._start
        return self._start + int((time.monotonic() - self._since) * 1000)

    def pause(self) -> None:
        """Stand still; again: no effect."""
        self._start, self._since = self.now(), None

    def resume(self) -> None:
        """Go on; again: no effect."""
        if self._since is None:
            self._since = time.monotonic()
