"""Ratings come out as strong as the bots were made, with intervals that tell how sure they are."""

from __future__ import annotations

import random
from math import exp

import pytest

from hearthside.lab import ratings
from hearthside.lab.ratings import ELO, Outcome, Rating, rate
from hearthside.lab.seating import round_size, schedule


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 300)


def played(strengths: list[float], seats: int, games: int, seed: int = 1, best: float = 0.4) -> list[Outcome]:
    """Games of bots of these strengths; the first seat is the better one."""
    dice = random.Random(seed)
    out = []
    for n, block in enumerate(schedule(len(strengths), seats, games // round_size(len(strengths), seats)), 1):
        for seating in block:
            odds = [exp(strengths[bot] + best * (seat == 0)) for seat, bot in enumerate(seating)]
            out.append(Outcome(n, seating, (dice.choices(range(seats), odds)[0],)))
    return out


def rated(strengths: list[float], outcomes: list[Outcome], seed: str = "0") -> list[Rating]:
    found = rate(len(strengths), outcomes, seed)
    assert found is not None
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_known_strengths_are_found(seats: int) -> None:
    strengths = [0.8, 0.1, -0.9]
    found = rated(strengths, played(strengths, seats, 1800))
    assert sum(one.value for one in found) == pytest.approx(4500)
    for strength, one in zip(strengths, found, strict=True):
        assert one.low < 1500 + ELO * strength < one.high
        assert one.low < one.value < one.high
        assert one.high - one.low < 90


def test_fewer_games_make_wider_intervals() -> None:
    few, many = (rated([0.5, -0.5], played([0.5, -0.5], 2, games))[0] for games in (40, 640))
    assert few.high - few.low == pytest.approx(4 * (many.high - many.low), rel=0.4)


def test_the_order_of_games_and_the_names_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    strengths = [0.8, 0.1, -0.9]
    monkeypatch.setattr(ratings, "DRAWS", 10)
    outcomes = played(strengths, 3, 90)
    values = [one.value for one in rated(strengths, outcomes)]
    assert [one.value for one in rated(strengths, outcomes[::-1])] == pytest.approx(values)
    turned = [Outcome(one.block, tuple(2 - bot for bot in one.seating), one.winners) for one in outcomes]
    assert [one.value for one in rated(strengths, turned)] == pytest.approx(values[::-1])


def test_the_same_seed_gives_the_same_intervals() -> None:
    outcomes = played([0.5, -0.5], 2, 40)
    assert rate(2, outcomes, "7") == rate(2, outcomes, "7") != rate(2, outcomes, "8")


def test_two_bots_have_the_odds_that_they_won_by() -> None:
    outcomes = [Outcome(n, (0, 1), (0 if n % 4 else 1,)) for n in range(400)]
    found = rated([0, 0], outcomes)
    assert found[0].value - found[1].value == pytest.approx(400 * 0.4771, rel=0.01)  # three to one


def test_a_bot_that_never_lost_has_a_rating_with_a_wide_interval() -> None:
    found = rated([0, 0], [Outcome(n, (0, 1), (0,)) for n in range(10)])
    assert 1600 < found[0].low < found[0].value < found[0].high < 4000
    assert found[0].high - found[0].low > 300


def test_games_that_repeat_each_other_count_as_few() -> None:
    apart = [Outcome(n, (0, 1), (0 if n % 3 else 1,)) for n in range(60)]
    alike = [Outcome(n // 6, (0, 1), (0 if n // 6 % 3 else 1,)) for n in range(60)]
    wide, narrow = (rated([0, 0], outcomes)[0] for outcomes in (alike, apart))
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_shared_wins_are_half_each() -> None:
    found = rated([0, 0], [Outcome(n, (0, 1), (0, 1)) for n in range(20)])
    assert [one.value for one in found] == pytest.approx([1500, 1500])


def test_without_a_win_there_is_no_rating() -> None:
    assert rate(2, [Outcome(1, (0, 1)), Outcome(1, (1, 0))]) is None
    assert rate(2, []) is None
