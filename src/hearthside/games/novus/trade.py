"""Dealing on one point: an optional rule (NV-SELL-7, NV-GAP-46)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from . import events, hand
from .choices import NO, YES, Offer, Yes
from .state import Hero

if TYPE_CHECKING:
    from .context import G

PRICES = (10, 20, 30)  # what offers ask or pay


def goods(g: G, hero: Hero) -> list[int]:
    """Reward cards a hero may trade away: in hand, or removable from the board."""
    return [n for n in (*hero.hand, *hero.gear) if g.content.deck_of(n) == "reward"]


def offers(g: G, hero: Hero) -> list[Any]:
    """What the hero could offer to those on the same point; each offer once a phase."""
    out = []
    mine = goods(g, hero)
    for who in g.state.heroes:
        if who.seat == hero.seat or who.at != hero.at:
            continue
        public = [n for n in who.gear if g.content.deck_of(n) == "reward"]
        for price in PRICES:
            if who.gp >= price:
                out += [Offer(who.seat, give=n, want_gp=price) for n in mine]
            if hero.gp >= price:
                out += [Offer(who.seat, give_gp=price, want=n) for n in public]
        out += [Offer(who.seat, give=a, want=b) for a in mine for b in public]
    made = g.state.turn.used_phase
    return [offer for offer in out if _key(offer) not in made]


def _key(offer: Offer) -> int:
    # negative, so that it never meets the key of an ability
    return -(((offer.seat * 1000 + offer.give) * 1000 + offer.want) * 10000 + offer.give_gp * 100 + offer.want_gp) - 1


def deal(g: G, hero: Hero, offer: Offer) -> Rule[None]:
    """The other player agrees or not; goods go to hand, GP change hands."""
    g.state.turn.used_phase.append(_key(offer))
    other = g.state.heroes[offer.seat]
    if offer.give in hero.hand:  # to offer a card is to show it
        g.state.known[offer.give] = g.state.known.get(offer.give, 0) | 1 << other.seat
        g.learn()
    answer = yield Ask(other.seat, [YES, NO], "offer", "NV-SELL-7", about=(hero.seat, offer))
    if not isinstance(answer, Yes):
        return
    for giver, taker, card in ((hero, other, offer.give), (other, hero, offer.want)):
        if card:
            if card in giver.gear:
                hand.lift(g, giver, card)
            else:
                hand.drop(g, giver, card)
            hand.take(g, taker, card, hand.EVERYBODY & ~(1 << taker.seat))
    hero.gp += offer.want_gp - offer.give_gp
    other.gp += offer.give_gp - offer.want_gp
    g.learn()
    g.log(events.Traded(hero.seat, offer.seat, offer.give, offer.give_gp, offer.want, offer.want_gp), "NV-SELL-7")
