"""What cards go with: estimates on hand-made bouts with known answers, and intervals that keep their word."""

from __future__ import annotations

from random import Random

import pytest

from hearthside.lab.effects import LEAST, by_luck, card_effects, paired, unpaired, usual_effects
from hearthside.lab.watching import Bout

A, B = ("card", "a", "A"), ("card", "b", "B")


def bouts(*of: tuple[int, str, str], times: int = 1) -> list[Bout]:
    """Bouts of two as (winner, what seat 0 held, what seat 1 held), a letter a card."""
    return [Bout([winner], [list(one), list(other)], [[], list(other)]) for winner, one, other in of] * times


def test_a_card_that_always_wins_adds_all_and_one_that_nobody_lacks_tells_nothing() -> None:
    played = bouts((0, "ab", "b"), (1, "b", "ab"), times=10)
    a, b = card_effects(played, [A, B])
    assert (a.had, a.played) == (20, 10)
    assert a.having is not None
    assert (a.having.bouts, a.having.adds, a.having.high) == (20, 1.0, 1.0)
    assert 0.7 < a.having.low < 1
    assert (b.had, b.having) == (40, None)  # both always have it: nothing to compare


def test_an_effect_by_hand() -> None:
    # The holder of A wins 15 of 20, each seat holds it equally often and wins equally often: +1 fifteen times, -1 five.
    played = bouts(*[(0, "a", "")] * 8, *[(1, "", "a")] * 7, *[(1, "a", "")] * 2, *[(0, "", "a")] * 3)
    (a,) = card_effects(played, [A])
    assert a.having is not None
    wins = [sum(seat in bout.winners for bout in played) / 20 for seat in (0, 1)]
    assert wins == [11 / 20, 9 / 20]
    # Less what the seats win anyway: seat 0 held it 10 times, 0.1 more than even; seat 1 10 times, 0.1 less.
    assert a.having.adds == pytest.approx(0.5)
    assert a.playing is not None
    assert a.playing.bouts == 10  # seat 1's alone


def test_a_strong_seat_is_not_put_down_to_its_card() -> None:
    # Seat 0 always holds A and wins nine in ten; without regard to that, A would add 0.8.
    played = bouts(*[(0, "a", "")] * 9, (1, "a", ""), times=10)
    (a,) = card_effects(played, [A])
    assert a.having is not None
    assert a.having.adds == pytest.approx(0)


def test_alone_games_with_it_are_compared_with_games_without() -> None:
    played = [
        Bout([0] * won, [["a"] * has], [[]])
        for won, has in [(1, 1)] * 15 + [(0, 1)] * 5 + [(1, 0)] * 10 + [(0, 0)] * 10
    ]
    (a,) = card_effects(played, [A])
    assert a.having is not None
    assert a.having.adds == pytest.approx(0.25)
    assert a.having.low < 0 < a.having.high


def test_few_bouts_tell_nothing() -> None:
    assert paired([1.0] * (LEAST - 1)) is None
    assert unpaired(5, LEAST, 1, LEAST - 1) is None
    assert card_effects([], [A])[0].had == 0


def test_dead_cards_are_held_and_not_played() -> None:
    played = bouts((0, "a", ""), (1, "a", ""), times=6)
    (a,) = card_effects(played, [A])
    assert (a.had, a.played, a.dead) == (12, 0, True)
    assert not card_effects(played[:3], [A])[0].dead  # too few had it


def test_the_usual_is_the_mean_of_a_kind() -> None:
    played = bouts((0, "a", "b"), (1, "b", "a"), times=10)
    cards = card_effects(played, [A, B])
    assert usual_effects(cards) == {"card": pytest.approx(0.0)}


def test_intervals_hold_the_truth_about_nineteen_times_in_twenty() -> None:
    random = Random(4)
    for n, p in ((12, 0.8), (40, 0.5), (200, 0.95)):
        held = 0
        for _ in range(600):
            found = paired([1.0 if random.random() < p else -1.0 for _ in range(n)])
            assert found is not None
            held += found.low <= 2 * p - 1 <= found.high
        assert 0.9 < held / 600 < 0.995


@pytest.mark.parametrize(
    "counts,chance",
    [([(50, 100), (50, 100)], 1.0), ([(60, 100), (40, 100)], 0.0455), ([(30, 100), (30, 100), (50, 100)], 0.0263)],
)
def test_how_far_luck_goes(counts: list[tuple[int, int]], chance: float) -> None:
    # (60, 40): chi-square 4 with one degree; (30, 30, 50): 7.27 with two.
    assert by_luck(counts) == pytest.approx(chance, abs=5e-4)
    assert by_luck([]) == by_luck([(3, 9)]) == 1.0
