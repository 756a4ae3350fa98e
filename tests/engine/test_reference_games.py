"""The two games of `bench/SPEC.md`, decision by decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hearthside.engine.chance import Chance
from hearthside.engine.table import Table
from hearthside.lab.reference.connect_four import ConnectFour, Drop
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import play_on


class Lcg(Chance):
    """The generator of the exact vectors; the dice and the picks of actions draw from the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(0).random)
        self.x = seed

    def next(self, n: int) -> int:
        self.x = (self.x * 1103515245 + 12345) % 2**31
        return (self.x >> 16) % n

    def below(self, n: int) -> int:
        self.tape.append(self.next(n))
        return self.tape[-1]

    def d(self, sides: int) -> int:
        return self.below(sides) + 1

    def shuffle(self, xs: list[Any]) -> None:
        for i in range(len(xs) - 1, 0, -1):
            j = self.below(i + 1)
            xs[i], xs[j] = xs[j], xs[i]


def vector(game: Any, seed: int) -> tuple[int, int, Table]:
    chance = Lcg(seed)
    table = Table.open(game, 2, chance=chance)
    decisions = h = 0
    while not table.over:
        choices = table.asks[0].choices
        index = chance.next(len(choices))
        table.answer(choices[index])
        decisions += 1
        h = (h * 31 + index + 1) % 1000003
    return decisions, h, table


@pytest.mark.parametrize(
    "seed,decisions,h,winner",
    [(1, 14, 662131, 2), (2, 17, 712434, 1), (3, 29, 56044, 1), (4, 19, 387160, 1), (5, 25, 961537, 1)],
)
def test_connect_four_plays_the_exact_vectors(seed: int, decisions: int, h: int, winner: int) -> None:
    *found, table = vector(ConnectFour(), seed)
    assert (*found, table.g.state.winner + 1) == (decisions, h, winner)
    assert table.result.winners == [winner - 1]


@pytest.mark.parametrize(
    "seed,decisions,h,scores",
    [
        (1, 46, 408899, [18, 3]),
        (2, 39, 775885, [2, 0]),
        (3, 38, 369206, [2, 3]),
        (4, 44, 857933, [8, 9]),
        (5, 44, 289331, [10, 2]),
    ],
)
def test_lantern_run_plays_the_exact_vectors(seed: int, decisions: int, h: int, scores: list[int]) -> None:
    *found, table = vector(LanternRun(), seed)
    assert (*found, table.result.scores) == (decisions, h, scores)


def test_a_full_column_is_not_offered_and_says_why() -> None:
    table = Table.open(ConnectFour(), 2)
    for _ in range(6):
        table.answer(Drop(3))
    assert Drop(3) not in table.asks[0].choices
    (refusal,) = table.game.refusals(table.g, table.asks[0])
    assert refusal.why == "Column 4 holds 6 discs and is full."


@pytest.mark.slow
def test_random_play_agrees_with_the_reference_means() -> None:
    """Within about three standard errors of bench/SPEC.md, for 4000 games."""
    lengths, firsts = [], 0
    for seed in range(4000):
        table = Table.open(LanternRun(), 2, seed, log=False)
        lengths.append(len(play_on(table, Random(-seed - 1))))
        firsts += table.result.winners == [0]
    assert abs(sum(lengths) / 4000 - 41.4) < 0.6
    assert abs(firsts / 4000 - 0.448) < 0.025
    lengths = [len(play_on(Table.open(ConnectFour(), 2, log=False), Random(seed))) for seed in range(4000)]
    assert abs(sum(lengths) / 4000 - 21.3) < 0.5
