"""The statistics of played games."""

from __future__ import annotations

import pytest

from hearthside.lab.simulate import Played
from hearthside.lab.summary import spread, summarize, wilson


@pytest.mark.parametrize(
    "count,of,low,high",
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 4, 0.0456, 0.6994),
        (450, 1000, 0.4194, 0.4810),
    ],
)
def test_wilson_intervals_are_the_published_ones(count: int, of: int, low: float, high: float) -> None:
    found = wilson(count, of)
    assert [found.low, found.high] == pytest.approx([low, high], abs=2e-4)


def test_nothing_counted_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert spread([]) is None


def test_a_spread_has_mean_interval_and_quantiles() -> None:
    found = spread(range(101))
    assert found is not None
    assert (found.mean, found.least, found.p10, found.median, found.p90, found.most) == (50, 0, 10, 50, 90, 100)
    assert found.high - found.mean == pytest.approx(1.96 * 29.3 / 101**0.5, rel=0.01)
    assert spread([4]) is not None


def test_errors_count_in_no_share() -> None:
    seats: list[dict[str, str]] = [{"class": "X"}, {}]
    played = [
        Played(
            number=1,
            seed="1",
            end="over",
            winners=[0],
            how="a",
            turns=3,
            decisions=[1, 2],
            labels=seats,
            figures=[("T", "a", 1)],
        ),
        Played(
            number=2,
            seed="2",
            end="over",
            leader=1,
            how="b",
            turns=5,
            decisions=[3, 4],
            labels=seats,
            figures=[("T", "a", 3), ("T", "b", 5)],
        ),
        Played(number=3, seed="3", end="error", decisions=[9, 9], error="boom", figures=[("T", "a", 9)]),
    ]
    found = summarize(played, ["greedy", "greedy"])
    assert (found.games, found.errors, found.unfinished, found.won.count, found.won.of) == (3, 1, 1, 1, 2)
    assert [(s.wins.count, s.leads, s.decisions) for s in found.seats] == [(1, 0, 2.0), (0, 1, 3.0)]
    assert (found.bots["greedy"].count, found.bots["greedy"].of) == (1, 4)
    assert (found.labels["class"]["X"].count, found.labels["class"]["X"].of) == (1, 2)
    assert [(row, n, one.mean) for row, (n, one) in found.figures["T"].items()] == [("b", 1, 5), ("a", 2, 2)]
    assert found.failures == {"boom": 1}
    assert found.ranks == {}
