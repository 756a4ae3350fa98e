"""Intervals of the mean of paired differences: for a number of pairs fixed beforehand, and for looking all the time."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .summary import Z95

ALPHA = 0.05
# The number of pairs at which the always-valid interval is at its narrowest beside others of its kind.
TUNED_FOR = 500
# Never conclude from fewer pairs, nor from fewer that differ: an interval of so few is a guess.
LEAST_PAIRS = 100
LEAST_DIFFERING = 20


class Mean:
    """A running mean and variance (Welford), and how many of the values are not 0."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.n = 0
        self.mean = 0.0
        self.differing = 0
        self._squares = 0.0
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        self.n += 1
        off = value - self.mean
        self.mean += off / self.n
        self._squares += off * (value - self.mean)
        self.differing += value != 0

    @property
    def deviation(self) -> float:
        return math.sqrt(self._squares / (self.n - 1)) if self.n > 1 else 0.0

    @property
    def firm(self) -> bool:
        """Whether there is enough to conclude from."""
        return self.n >= LEAST_PAIRS and self.differing >= LEAST_DIFFERING


def half_width(deviation: float, n: float, always: bool) -> float:
    """Half the width of the 95% interval of a mean of n values with this standard deviation.

    always: whether the interval may be looked at after every value, and playing stopped when it pleases. It is then the
    asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory
    and asymptotic confidence sequences, Annals of Statistics 52, 2024), whose boundary is Robbins' normal mixture of
    1970: with 95% probability the true mean lies in all the intervals of a run, in the limit. `TUNED_FOR` sets its one
    free number as they propose. Otherwise it is the usual interval of the central limit theorem.
    """
    if not always:
        return Z95 * deviation / math.sqrt(n)
    rho2 = (-2 * math.log(ALPHA) + math.log(-2 * math.log(ALPHA) + 1)) / TUNED_FOR
    t = n * rho2
    return deviation * math.sqrt(2 * (t + 1) / (n * t) * math.log(math.sqrt(t + 1) / ALPHA))


def needed(mean: float, deviation: float, always: bool, within: float | None = None) -> int | None:
    """How many values it takes until the interval leaves out 0, or is no wider than `within` to each side, if mean and
    deviation stay as they are; None: none (the mean is 0), or more than a billion."""
    goal = max(abs(mean), within or 0.0)
    low, high = 1, 1_000_000_000
    if half_width(deviation, high, always) >= goal:
        return None
    while low < high:
        middle = (low + high) // 2
        if half_width(deviation, middle, always) < goal:
            high = middle
        else:
            low = middle + 1
    return low
