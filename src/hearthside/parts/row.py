"""A market: a row of open cards that is filled again from a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from hearthside.engine.chance import Chance
    from hearthside.parts.deck import Deck


class Row(msgspec.Struct, gc=False):
    """Open cards in numbered slots.

    Attributes:
        slots: the card in each slot, 0 for an empty one.
        slides: whether cards move up towards slot 0 to close gaps, so that new cards come in at the far end; else a
            new card fills the very slot that is empty.
    """

    slots: list[int]
    slides: bool = False

    @classmethod
    def empty(cls, slots: int, *, slides: bool = False) -> Row:
        """A row of so many empty slots."""
        return cls([0] * slots, slides)

    @property
    def cards(self) -> list[int]:
        """The cards that lie open, from slot 0 on."""
        return [card for card in self.slots if card]

    def find(self, card: int) -> int:
        """The slot a card lies in, -1 if it is not in the row (card 0, "no card", never is)."""
        return self.slots.index(card) if card and card in self.slots else -1

    def filled(self) -> list[int]:
        """The slots that hold a card."""
        return [slot for slot, card in enumerate(self.slots) if card]

    def take(self, slot: int) -> int:
        """Take the card out of a slot, which stays empty until `slide` or `refill`; 0 if there is none.

        Raises:
            IndexError: the row has no such slot.
        """
        if not 0 <= slot < len(self.slots):
            raise IndexError(f"the row has slots 0 to {len(self.slots) - 1}, not {slot}")
        card, self.slots[slot] = self.slots[slot], 0
        return card

    def slide(self) -> None:
        """Close the gaps: every card moves towards slot 0, the order stays."""
        cards = self.cards
        self.slots[:] = cards + [0] * (len(self.slots) - len(cards))

    def refill(self, chance: Chance, deck: Deck) -> list[int]:
        """Fill the empty slots from the deck, after sliding if the row slides.

        Slots stay empty when the deck and its discard pile are.

        Returns:
            The slots filled, in the order of the draws.
        """
        if self.slides:
            self.slide()
        filled = []
        for slot, card in enumerate(self.slots):
            if card:
                continue
            new = deck.draw(chance)
            if not new:
                break
            self.slots[slot] = new
            filled.append(slot)
        return filled

    def clear(self, deck: Deck) -> list[int]:
        """Drop every open card on the deck's discard pile, slot 0 first; returns the cards dropped."""
        cards = self.cards
        for card in cards:
            deck.drop(card)
        self.slots[:] = [0] * len(self.slots)
        return cards
