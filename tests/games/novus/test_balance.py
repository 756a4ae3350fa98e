"""The numbers on the cards keep the game fair and of its length (the ledger's "Balance guidance").

A greedy bot sits on every seat. The bounds are wide: they catch a card that breaks the game, not a hair's breadth.
"""

from __future__ import annotations

from collections import Counter

import pytest

from hearthside.games import game
from hearthside.lab.simulate import Played, simulate

NOVUS = game("novus")
OPTIONS = NOVUS.Options(characters="random", rounds=60)

pytestmark = pytest.mark.slow


def played(seats: int, games: int) -> list[Played]:
    return simulate(NOVUS, ["greedy"] * seats, games, seed=11, jobs=2, options=OPTIONS).games


@pytest.fixture(scope="module")
def four() -> list[Played]:
    return played(4, 1000)


def test_no_game_of_four_breaks_or_goes_on_for_ever(four: list[Played]) -> None:
    assert [one.error for one in four if one.end != "over"] == []
    assert [one.number for one in four if one.how == "rounds_up"] == []


def test_a_game_of_four_takes_12_to_25_turns_each(four: list[Played]) -> None:
    mean = sum(one.turns or 0 for one in four) / len(four) / 4
    assert 12 <= mean <= 25


def test_no_seat_of_four_is_better_than_another(four: list[Played]) -> None:
    wins = Counter(one.winners[0] for one in four)
    part = {seat: round(wins[seat] / len(four), 3) for seat in range(4)}
    assert {seat: share for seat, share in part.items() if not 0.2 <= share <= 0.3} == {}


def test_every_class_wins_60_to_140_percent_of_its_share(four: list[Played]) -> None:
    sat: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for one in four:
        sat.update(label["class"] for label in one.labels)
        won[one.labels[one.winners[0]]["class"]] += 1
    share = {name: round(won[name] / sat[name] * 4, 2) for name in sat}
    assert len(share) == 11
    assert {name: part for name, part in share.items() if not 0.6 <= part <= 1.4} == {}


def test_both_ways_to_win_are_open(four: list[Played]) -> None:
    hows = Counter(one.how for one in four)
    assert hows["legend"] > len(four) / 2
    assert hows["quests"] >= len(four) / 100


def test_alone_the_greedy_bot_wins_sometimes_and_at_most_60_percent() -> None:
    games = played(1, 300)
    wins = sum(one.how == "solo" for one in games)
    assert 0.1 * len(games) <= wins <= 0.6 * len(games)
