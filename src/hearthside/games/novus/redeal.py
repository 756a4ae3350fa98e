"""Drawing anew what a seat cannot know (NV-GAP-70): the order of the decks and the cards in other hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.chance import Chance

if TYPE_CHECKING:
    from .context import G


def redeal(g: G, seat: int | None, chance: Chance) -> None:
    """Deal the unknown cards of each deck anew, among the deck and the hands that hold cards of it."""
    state, content = g.state, g.content
    me = seat if seat is not None else 31  # a spectator knows what every seat knows
    bit = 1 << me if seat is not None else 0
    for name, deck in (("adventure", state.adventure), ("reward", state.reward), ("encounter", state.encounter)):
        slots = []  # (hand, index) of hidden cards
        if name != "encounter":
            for hero in state.heroes:
                if hero.seat == seat:
                    continue
                for n, card in enumerate(hero.hand):
                    known = state.known.get(card, 0)
                    public = known | 1 << hero.seat == (1 << 5) - 1
                    if content.deck_of(card) == name and not (known & bit or public):
                        slots.append((hero, n))
        pool = deck.unknown(me)
        hidden = [hero.hand[n] for hero, n in slots]
        both = sorted([*pool, *hidden])  # the same deal from the same chance, however the cards lay
        chance.shuffle(both)
        # no Curse is ever in a hand
        fit = [c for c in both if name != "adventure" or content.cards[c].category != "curse_event"]
        marks = [state.known.pop(card, 0) for card in hidden]
        for (hero, n), card, mark in zip(slots, fit, marks, strict=False):
            hero.hand[n] = card
            hero.reach = state.reach = -1
            if mark:
                state.known[card] = mark
        if state.battle is not None and name == "reward":  # what a Victory brought stays in the winner's hand
            now = dict(zip(hidden, fit, strict=False))
            state.battle.drawn = [now.get(card, card) for card in state.battle.drawn]
        dealt = set(fit[: len(slots)])
        deck.redeal(chance, [c for c in both if c not in dealt], me)
