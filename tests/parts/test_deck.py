"""Decks: what is drawn, what is known, and that no card is ever lost."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.engine.chance import Chance
from hearthside.parts.deck import Deck

chances = st.integers(0, 2**32 - 1).map(lambda seed: Chance(Random(seed).random))
masks = st.integers(0, 15)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Any deck a game could come to: up to 12 cards, some discarded, some known to some of four seats."""
    cards = draw(st.lists(st.integers(1, 40), unique=True, max_size=12))
    cut = draw(st.integers(0, len(cards)))
    deck = Deck(cards=cards[:cut], discard=cards[cut:])
    for card in draw(st.permutations(deck.cards)):
        deck.tell([card], draw(masks))
    return deck


def test_cards_are_drawn_from_the_end() -> None:
    deck = Deck(cards=[1, 2, 3])
    assert [deck.draw(Chance(Random(1).random)) for _ in range(3)] == [3, 2, 1]


def test_an_empty_deck_gives_no_card() -> None:
    deck, chance = Deck(), Chance(Random(1).random)
    assert deck.draw(chance) == 0
    assert deck.draw_up_to(chance, 3) == []
    assert deck.look(chance, 3) == []
    assert deck.take(7) is False
    assert deck.unknown(0) == deck.redeal(chance, [], 0) == []
    deck.shuffle(chance)
    deck.refill(chance)
    deck.tell([7], 1)
    assert deck == Deck()
    assert not deck


def test_two_decks_share_nothing() -> None:
    Deck().put_top(5, 1)
    assert Deck() == Deck(cards=[], discard=[], known={})


def test_looking_deeper_than_the_deck_puts_the_discard_pile_beneath() -> None:
    deck = Deck(cards=[1, 2], discard=[3, 4], known={2: 1})
    seen = deck.look(Chance(Random(1).random), 3)
    assert seen[:2] == [2, 1]
    assert seen[2] in (3, 4)
    assert deck.discard == []
    assert deck.known == {2: 1}
    assert len(deck) == 4


def test_a_deck_made_anew_forgets_whatever_was_noted() -> None:
    deck = Deck(discard=[1, 2], known={1: 1, 2: 1})
    deck.draw(Chance(Random(1).random))
    assert deck.known == {}


def test_knowledge_belongs_to_the_place_when_a_deck_is_dealt_anew() -> None:
    deck = Deck(cards=[1, 2, 3, 4], known={2: 0b01, 4: 0b10})
    rest = deck.redeal(Chance(Random(1).random), [9, 8, 7, 6], seat=0)
    assert deck == Deck(cards=[9, 2, 8, 7], known={2: 0b01, 7: 0b10})
    assert rest == [6]


def test_a_pool_too_small_is_refused_and_nothing_changes() -> None:
    deck = Deck(cards=[1, 2, 3], known={3: 1})
    with pytest.raises(ValueError, match="the pool holds 1 cards, 2 are needed"):
        deck.redeal(Chance(Random(1).random), [1], seat=0)
    assert deck == Deck(cards=[1, 2, 3], known={3: 1})


@given(decks(), chances, st.data())
def test_whatever_is_done_no_card_is_lost_and_only_cards_in_the_deck_are_known(
    deck: Deck, chance: Chance, data: st.DataObject
) -> None:
    box = sorted(deck.cards + deck.discard)
    hand: list[int] = []
    for _ in range(data.draw(st.integers(1, 12))):
        what = data.draw(
            st.sampled_from(["draw", "up_to", "look", "top", "bottom", "take", "drop", "shuffle", "refill"])
        )
        n = data.draw(st.integers(-1, 14))
        match what:
            case "draw":
                hand += filter(None, [deck.draw(chance)])
            case "up_to":
                hand += deck.draw_up_to(chance, n)
            case "look":
                deck.tell(deck.look(chance, n), 2)
            case "top" if hand:
                deck.put_top(hand.pop(), data.draw(masks))
            case "bottom" if hand:
                deck.put_bottom(hand.pop(), data.draw(masks))
            case "drop" if hand:
                deck.drop(hand.pop())
            case "take":
                card = data.draw(st.integers(1, 40))
                if deck.take(card):
                    hand.append(card)
            case "shuffle":
                deck.shuffle(chance)
                assert not deck.known
            case "refill":
                deck.refill(chance)
        assert sorted(deck.cards + deck.discard + hand) == box
        assert set(deck.known) <= set(deck.cards)
        assert all(deck.known.values())
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(deck), type=Deck) == deck


@given(decks(), chances, st.integers(-2, 15))
def test_looking_shows_what_is_drawn_next(deck: Deck, chance: Chance, n: int) -> None:
    have = len(deck.cards) + len(deck.discard)
    seen = deck.look(chance, n)
    assert len(seen) == max(0, min(n, have))
    assert deck.draw_up_to(chance, len(seen)) == seen


@given(decks(), chances, st.integers(-2, 15))
def test_drawing_more_than_there_is_gives_all_there_is(deck: Deck, chance: Chance, n: int) -> None:
    have = len(deck.cards) + len(deck.discard)
    drawn = deck.draw_up_to(chance, n)
    assert len(drawn) == max(0, min(n, have))
    assert len(drawn) == len(set(drawn))
    assert have - len(drawn) == len(deck.cards) + len(deck.discard)


@given(decks(), chances)
def test_a_deck_made_anew_is_known_to_nobody(deck: Deck, chance: Chance) -> None:
    deck.draw_up_to(chance, len(deck))
    assert not deck.known
    if deck.discard:
        deck.draw(chance)
        assert not deck.known
        assert not deck.discard


@given(decks(), chances)
def test_refilling_keeps_the_cards_left_on_top(deck: Deck, chance: Chance) -> None:
    left, pile, known = list(deck.cards), sorted(deck.discard), dict(deck.known)
    deck.refill(chance)
    assert deck.cards[len(pile) :] == left
    assert sorted(deck.cards[: len(pile)]) == pile
    assert deck.known == known


@given(decks(), st.integers(1, 9), masks)
def test_a_card_put_back_lies_where_it_was_put(deck: Deck, card: int, seats: int) -> None:
    deck.take(card)
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(deck), type=Deck)
    deck.put_top(card, seats)
    other.put_bottom(card, seats)
    assert deck.cards[-1] == other.cards[0] == card
    for seat in range(4):
        assert (card in deck.unknown(seat)) == (not seats >> seat & 1)


@given(decks(), chances, st.integers(0, 3))
def test_dealing_a_seat_its_own_unknown_cards_changes_nothing(deck: Deck, chance: Chance, seat: int) -> None:
    before = msgspec.msgpack.decode(msgspec.msgpack.encode(deck), type=Deck)
    assert deck.redeal(chance, deck.unknown(seat), seat) == []
    assert deck == before


@given(decks(), chances, st.integers(0, 3), st.integers(0, 5))
def test_dealing_anew_keeps_what_the_seat_knows(deck: Deck, chance: Chance, seat: int, more: int) -> None:
    before = list(deck.cards)
    seen = [deck.known.get(card, 0) for card in before]
    pool = [*deck.unknown(seat), *range(101, 101 + more)]
    chance.shuffle(pool)
    given_pool = list(pool)
    rest = deck.redeal(chance, pool, seat)
    assert pool == given_pool
    assert deck.unknown(seat) + rest == pool
    assert [deck.known.get(card, 0) for card in deck.cards] == seen
    for old, new, mask in zip(before, deck.cards, seen, strict=True):
        assert old == new or not mask >> seat & 1
