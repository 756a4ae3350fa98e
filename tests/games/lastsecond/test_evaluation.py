"""How a game stands: by the rounds won, each round to come anybody's."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine.table import Table
from hearthside.games.lastsecond.game import LastSecond

GAME = LastSecond()


def chances(*wins: int, winner: int = -1) -> list[float]:
    """The chances of seats with so many rounds won; `winner`: of the round that is being closed."""
    table = Table.open(GAME, len(wins), 1)
    g: Any = table.g
    for player, n in zip(g.state.players, wins, strict=True):
        player.wins = n
    if winner >= 0:
        g.state.stage, g.state.winner = "keep", winner
    return list(GAME.evaluation()(g))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_at_first_all_stand_alike(seats: int) -> None:
    assert chances(*[0] * seats) == pytest.approx([1 / seats] * seats)


def test_it_counts_the_rounds_that_are_missing() -> None:
    assert chances(2, 0) == pytest.approx([7 / 8, 1 / 8])
    assert chances(2, 2, 0) == pytest.approx([13 / 27, 13 / 27, 1 / 27])
    assert chances(3, 1, 2) == [1, 0, 0]


def test_a_round_whose_winner_is_known_counts() -> None:
    assert chances(1, 0, winner=0) == pytest.approx([7 / 8, 1 / 8])
