"""Intervals of paired differences: looking all the time does not fool them, and they find what is there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from hearthside.lab.intervals import ALPHA, LEAST_PAIRS, Mean, half_width, needed

Draw = Callable[[Random], float]


def stops_at(draw: Draw, random: Random, most: int) -> int | None:
    """After how many values one stops who looks every 20 and stops once the interval leaves out 0."""
    mean = Mean()
    for n in range(1, most + 1):
        mean.add(draw(random))
        if n % 20 == 0 and mean.firm and abs(mean.mean) > half_width(mean.deviation, n, always=True):
            return n
    return None


def gauss(random: Random) -> float:
    return random.gauss(0, 1)


def seldom(random: Random) -> float:
    """As wins differ: most pairs not at all."""
    return random.choice((-1.0, 1.0)) if random.random() < 0.1 else 0.0


def skewed(random: Random) -> float:
    return random.expovariate(1) - 1


@pytest.mark.parametrize("draw", [gauss, seldom, skewed])
def test_where_there_is_no_effect_one_who_looks_all_the_time_is_seldom_fooled(draw: Draw) -> None:
    random = Random(5)
    fooled = sum(stops_at(draw, random, 2000) is not None for _ in range(200))
    assert fooled / 200 <= ALPHA


def test_the_usual_interval_would_be_fooled_often() -> None:
    random, fooled = Random(5), 0
    for _ in range(50):
        mean = Mean()
        for n in range(1, 2001):
            mean.add(gauss(random))
            if n % 20 == 0 and n >= LEAST_PAIRS and abs(mean.mean) > half_width(mean.deviation, n, always=False):
                fooled += 1
                break
    assert fooled / 50 > 3 * ALPHA


def test_a_real_effect_is_found_about_when_it_is_said_to_be() -> None:
    random = Random(5)
    found = [stops_at(lambda r: r.gauss(0.2, 1), random, 2000) for _ in range(40)]
    expected = needed(0.2, 1, always=True)
    assert expected is not None
    stops = sorted(n for n in found if n is not None)
    assert len(stops) == 40
    assert expected / 2 < stops[20] < expected * 2


def test_few_values_or_few_that_differ_are_never_firm() -> None:
    assert not Mean([1.0] * 99).firm
    assert not Mean([0.0] * 500 + [1.0] * 19).firm
    assert Mean([0.0] * 500 + [1.0] * 20).firm


def test_how_many_it_takes() -> None:
    assert needed(0.1, 1, always=False) == 385  # (1.96 / 0.1)² = 384.1
    assert needed(0, 1, always=False) is None
    assert needed(0, 1, always=False, within=0.1) == 385
    for always in (False, True):
        n = needed(0.05, 1, always)
        assert n is not None
        assert half_width(1, n, always) < 0.05 <= half_width(1, n - 1, always)


def test_mean_and_deviation() -> None:
    mean = Mean([1, 2, 3, 4, 0])
    assert (mean.n, mean.mean, mean.differing) == (5, 2, 4)
    assert mean.deviation == pytest.approx(2.5**0.5)
