"""Bags: fair draws, nothing lost."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.engine.chance import Chance
from hearthside.parts.bag import Bag

chances = st.integers(0, 2**32 - 1).map(lambda seed: Chance(Random(seed).random))
counts = st.dictionaries(st.integers(1, 6), st.integers(1, 5))


def test_an_empty_bag_gives_no_token() -> None:
    bag, chance = Bag(), Chance(Random(1).random)
    assert bag.draw(chance) == 0
    assert bag.draw_up_to(chance, 4) == []
    assert bag.take(3) == 0
    assert bag.tokens() == []
    assert bag == Bag()
    assert not bag


def test_every_token_is_as_likely_as_any_other() -> None:
    chance = Chance(Random(5).random)
    drawn = Counter(Bag({1: 1, 2: 3}).draw(chance) for _ in range(4000))
    assert 900 < drawn[1] < 1100
    assert drawn[1] + drawn[2] == 4000


def test_no_number_below_zero_can_be_put_in() -> None:
    with pytest.raises(ValueError, match="-1 tokens"):
        Bag().put(1, -1)


@given(counts, chances, st.integers(-2, 40))
def test_drawing_takes_out_what_it_gives(start: dict[int, int], chance: Chance, n: int) -> None:
    bag = Bag(dict(start))
    drawn = bag.draw_up_to(chance, n)
    assert len(drawn) == max(0, min(n, sum(start.values())))
    assert sorted(drawn + bag.tokens()) == Bag(start).tokens()
    assert all(bag.counts.values())
    for kind in drawn:
        bag.put(kind)
    assert bag == Bag(start)


@given(counts, st.integers(0, 2**32 - 1))
def test_the_order_of_putting_in_does_not_matter(start: dict[int, int], seed: int) -> None:
    bag, other = Bag(), Bag()
    for kind, n in start.items():
        bag.put(kind, n)
    for kind, n in reversed(start.items()):
        for _ in range(n):
            other.put(kind)
    draws = [b.draw_up_to(Chance(Random(seed).random), 40) for b in (bag, other)]
    assert draws[0] == draws[1]


@given(counts, st.integers(1, 6), st.integers(-1, 7))
def test_taking_by_choice_stops_at_what_is_there(start: dict[int, int], kind: int, n: int) -> None:
    bag = Bag(dict(start))
    taken = bag.take(kind, n)
    assert taken == max(0, min(n, start.get(kind, 0)))
    assert bag.count(kind) == start.get(kind, 0) - taken
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(bag), type=Bag) == bag
