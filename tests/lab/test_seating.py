"""Seatings are balanced, whatever the number of bots and of seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, factorial, prod

import pytest

from hearthside.lab.seating import cycle, lineups, round_size, schedule

ALL = [(bots, seats) for bots in range(2, 7) for seats in range(1, 6)]


@pytest.mark.parametrize("bots,seats", ALL)
def test_a_round_is_balanced(bots: int, seats: int) -> None:
    for blocks in cycle(bots, seats):
        games = [seating for block in blocks for seating in block]
        assert len(games) == round_size(bots, seats)
        sat = Counter((seat, bot) for seating in games for seat, bot in enumerate(seating))
        assert len(sat) == bots * seats
        assert len(set(sat.values())) == 1
        if seats > 1:
            met = Counter(pair for seating in games for pair in combinations(sorted(set(seating)), 2))
            assert len(met) == comb(bots, 2)
            assert len(set(met.values())) == 1


@pytest.mark.parametrize("bots,seats", ALL)
def test_a_block_turns_one_lineup_through_all_seats(bots: int, seats: int) -> None:
    for blocks in cycle(bots, seats):
        for block in blocks:
            assert seats == 1 or len({tuple(sorted(seating)) for seating in block}) == 1
            for seat in range(seats):
                assert Counter(seating[seat] for seating in block) == Counter(seating[0] for seating in block)


@pytest.mark.parametrize("bots,seats", ALL)
def test_a_cycle_holds_every_seating_once(bots: int, seats: int) -> None:
    games = [seating for blocks in cycle(bots, seats) for block in blocks for seating in block]
    every = sum(
        factorial(seats) // prod(factorial(lineup.count(bot)) for bot in set(lineup)) for lineup in lineups(bots, seats)
    )
    assert len(games) == len(set(games)) == every


def test_two_bots_on_four_seats_are_two_against_two() -> None:
    (only,) = cycle(2, 4)
    assert only == (((0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0), (0, 1, 1, 0), (0, 1, 0, 1), (1, 0, 1, 0)),)


def test_where_seats_do_not_divide_all_take_turns_to_sit_once_more() -> None:
    assert lineups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert lineups(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


def test_who_acts_after_whom_is_even_after_a_pair_of_rounds() -> None:
    for bots, seats in ((4, 4), (5, 4), (5, 5)):
        games = [seating for block in schedule(bots, seats, 2) for seating in block]
        after = Counter((one, other) for game in games for one, other in zip(game, game[1:] + game[:1], strict=True))
        assert all(after[one, other] == after[other, one] for one, other in after)
