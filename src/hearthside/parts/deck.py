"""A deck of cards with its discard pile, and who knows where which card lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from hearthside.engine.chance import Chance


class Deck(msgspec.Struct, gc=False):
    """A face-down deck and its face-up discard pile.

    Cards are numbers from 1; every number lies in a deck at most once, and 0 means "no card". Groups of seats are
    bitmasks: bit `s` stands for seat `s`. An empty deck is falsy, for `len` counts the cards left to draw.

    Attributes:
        cards: the face-down cards; the end of the list is the top.
        discard: the discard pile; the end of the list is the top.
        known: card number -> the seats that know where that card lies within `cards`. Cards nobody knows have no entry.
    """

    cards: list[int] = []
    discard: list[int] = []
    known: dict[int, int] = {}

    def __len__(self) -> int:
        """How many cards are left to draw before the discard pile must be shuffled."""
        return len(self.cards)

    def draw(self, chance: Chance) -> int:
        """Take the top card; an empty deck is first made anew from the discard pile. 0 if both are empty."""
        cards = self.cards
        if not cards:
            if not self.discard:
                return 0
            self.refill(chance)
        card = cards.pop()
        if self.known:
            self.known.pop(card, None)
        return card

    def draw_up_to(self, chance: Chance, n: int) -> list[int]:
        """Draw `n` cards one after another, in the order drawn; fewer if deck and discard pile hold fewer."""
        drawn: list[int] = []
        for _ in range(min(n, len(self.cards) + len(self.discard))):
            drawn.append(self.draw(chance))
        return drawn

    def look(self, chance: Chance, n: int) -> list[int]:
        """The top `n` cards, topmost first; they stay where they are.

        If fewer than `n` are left, the discard pile is shuffled and put beneath them first. The result is shorter when
        deck and discard pile together hold fewer. Who has looked is told by `tell`.
        """
        if n <= 0:
            return []
        if len(self.cards) < n:
            self.refill(chance)
        return self.cards[: -n - 1 : -1]

    def tell(self, cards: Iterable[int], seats_mask: int) -> None:
        """From now on these seats know where these cards lie. Cards that are not in the deck are passed over."""
        if not seats_mask:
            return
        for card in cards:
            if card in self.cards:
                self.known[card] = self.known.get(card, 0) | seats_mask

    def put_top(self, card: int, seats_mask: int = 0) -> None:
        """Put a card on top of the deck; the seats of the mask know that it lies there."""
        self.cards.append(card)
        if seats_mask:
            self.known[card] = seats_mask

    def put_bottom(self, card: int, seats_mask: int = 0) -> None:
        """Put a card under the deck; the seats of the mask know that it lies there."""
        self.cards.insert(0, card)
        if seats_mask:
            self.known[card] = seats_mask

    def take(self, card: int) -> bool:
        """Take a named card out of the deck or else out of the discard pile; False if it lies in neither.

        The order of the others stays, and with it what seats know: a rule that searches a deck shuffles it afterwards.
        """
        for pile in (self.cards, self.discard):
            if card in pile:
                pile.remove(card)
                self.known.pop(card, None)
                return True
        return False

    def drop(self, card: int) -> None:
        """Put a card on top of the discard pile."""
        self.discard.append(card)

    def shuffle(self, chance: Chance) -> None:
        """Shuffle the cards left in the deck (not the discard pile); nobody knows any place in it now."""
        chance.shuffle(self.cards)
        self.known.clear()

    def refill(self, chance: Chance) -> None:
        """Shuffle the discard pile and put it beneath the cards that are left.

        Those keep their order and stay known, the cards from the discard pile are unknown. Without a discard pile
        nothing happens.
        """
        pile = self.discard
        if not pile:
            return
        if not self.cards:
            self.known.clear()
        chance.shuffle(pile)
        self.cards[:0] = pile
        pile.clear()

    def unknown(self, seat: int) -> list[int]:
        """The cards of the deck whose place this seat does not know, from the bottom to the top."""
        bit, cards = 1 << seat, list(self.cards)
        for card, mask in self.known.items():
            if mask & bit:
                cards.remove(card)
        return cards

    def redeal(self, chance: Chance, pool_hidden: list[int], seat: int) -> list[int]:
        """Replace every card whose place this seat does not know, from the bottom to the top, by cards of the pool.

        Cards that the seat knows keep their places. What other seats know belongs to the place, not to the card: who
        had looked at the third card from the top knows the new third card. `unknown` gives the cards that this takes
        out, in the same order, so `deck.redeal(chance, deck.unknown(seat), seat)` changes nothing.

        Args:
            chance: not drawn from, since the order of the pool decides; every part's `redeal` takes it.
            pool_hidden: cards the seat can't tell apart, already shuffled by the caller, used from the front; it is
                not changed. It may be longer than needed, to serve other hidden places (hands) too.
            seat: the seat whose knowledge holds.

        Returns:
            The cards of the pool that were not needed.

        Raises:
            ValueError: the pool holds fewer cards than the seat does not know.
        """
        bit, cards = 1 << seat, self.cards
        places = [(cards.index(card), mask) for card, mask in self.known.items()]
        kept = sorted((place, cards[place]) for place, mask in places if mask & bit)
        need = len(cards) - len(kept)
        if len(pool_hidden) < need:
            raise ValueError(f"the pool holds {len(pool_hidden)} cards, {need} are needed")
        cards[:] = pool_hidden[:need]
        for place, card in kept:  # from the bottom up, so that each lands on its own place
            cards.insert(place, card)
        self.known = {cards[place]: mask for place, mask in places}
        return pool_hidden[need:]
