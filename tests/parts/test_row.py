"""Market rows: filled from the deck, by sliding or in place."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.engine.chance import Chance
from hearthside.parts.deck import Deck
from hearthside.parts.row import Row

chances = st.integers(0, 2**32 - 1).map(lambda seed: Chance(Random(seed).random))


def test_a_fixed_row_fills_the_slot_that_is_empty() -> None:
    row, deck = Row([1, 2, 3]), Deck(cards=[9])
    assert row.take(1) == 2
    assert row.refill(Chance(Random(1).random), deck) == [1]
    assert row.slots == [1, 9, 3]


def test_a_sliding_row_closes_the_gap_and_fills_the_far_end() -> None:
    row, deck = Row([1, 2, 3], slides=True), Deck(cards=[9])
    assert row.take(0) == 1
    assert row.refill(Chance(Random(1).random), deck) == [2]
    assert row.slots == [2, 3, 9]


def test_slots_stay_empty_without_a_deck() -> None:
    row = Row.empty(3)
    assert row.refill(Chance(Random(1).random), Deck()) == []
    assert row.slots == [0, 0, 0]
    assert row.take(2) == 0
    assert row.cards == row.filled() == row.clear(Deck()) == []
    assert row.find(0) == -1


def test_a_row_without_slots_is_no_trouble() -> None:
    row, deck = Row.empty(0, slides=True), Deck(cards=[1])
    assert row.refill(Chance(Random(1).random), deck) == []
    assert len(deck) == 1


@pytest.mark.parametrize("slot", [-1, 3])
def test_a_slot_that_does_not_exist_is_refused(slot: int) -> None:
    with pytest.raises(IndexError, match="slots 0 to 2"):
        Row([1, 2, 3]).take(slot)


@given(st.integers(0, 12), st.integers(0, 5), st.booleans(), chances, st.lists(st.integers(0, 4), max_size=8))
def test_cards_move_between_deck_row_and_hand_and_none_is_lost(
    cards: int, slots: int, slides: bool, chance: Chance, takes: list[int]
) -> None:
    deck, row, hand = Deck(cards=list(range(1, cards + 1))), Row.empty(slots, slides=slides), list[int]()
    for slot in takes:
        before = list(row.cards)
        row.refill(chance, deck)
        assert set(before) <= set(row.cards)
        assert len(row.cards) == slots or not deck
        if slides:
            assert row.cards == row.slots[: len(row.cards)]
            assert row.cards[: len(before)] == before
        if slot < slots and (card := row.take(slot)):
            assert row.find(card) == -1
            hand.append(card)
        assert sorted(deck.cards + row.cards + hand) == list(range(1, cards + 1))
        assert [row.slots[full] for full in row.filled()] == row.cards
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(row), type=Row) == row
    open_cards = row.cards
    assert row.clear(deck) == open_cards == deck.discard
    assert row.cards == []
    assert len(row.slots) == slots
