"""Verbs that move cards: draw, look, search, discard, destroy, steal, give, place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask, Rule
from .. import board, conditions, events, hand, resolve
from .. import vocabulary as v
from ..choices import NO, DrawFrom, No, TakeCard
from ..registry import asking
from ..state import Hero
from ..targets import choose_seat, others, stealable, targets

if TYPE_CHECKING:
    from ..context import G


@asking(v.Draw)
def _draw(g: G, hero: Hero, step: v.Draw, rule: str) -> Rule[bool]:
    for who in targets(g, hero, step.of):
        for _ in range(step.n):
            name = step.deck
            if name == "choice":
                name = (yield Ask(who.seat, [DrawFrom("adventure"), DrawFrom("reward")], "deck", rule)).deck
            yield from hand.draw(g, who, name, rule)
    return True


@asking(v.Look)
def _look(g: G, hero: Hero, step: v.Look, rule: str) -> Rule[bool]:
    pile = hand.deck(g, step.deck)
    seen = pile.look(g.chance, step.n)
    if not seen:
        return True
    me = 1 << hero.seat
    hand.tell(g, pile, seen, me)
    g.log(events.Looked(hero.seat, step.deck, len(seen)), rule)
    left = list(seen)
    for _ in range(min(step.keep, len(left))):
        kept = (yield Ask(hero.seat, [TakeCard(c) for c in left], "keep", rule)).card
        left.remove(kept)
        pile.take(kept)
        yield from hand.receive(g, hero, kept, rule)
    if step.rest == "top" and len(left) > 1:
        order = []  # topmost first
        while len(left) > 1:
            next_ = (yield Ask(hero.seat, [TakeCard(c) for c in left], "order", rule)).card
            left.remove(next_)
            order.append(next_)
        order += left
        for card in order:
            pile.take(card)
        for card in reversed(order):
            pile.put_top(card, me)
    elif step.rest == "bottom":
        for card in left:
            pile.take(card)
            pile.put_bottom(card, me)
    elif step.rest == "discard":
        for card in left:
            pile.take(card)
            pile.drop(card)
    return True


@asking(v.Search)
def _search(g: G, hero: Hero, step: v.Search, rule: str) -> Rule[bool]:
    name, zone = step.zone.split("_")
    pile = hand.deck(g, name)
    for _ in range(step.n):
        heap = pile.discard if zone == "discard" else pile.cards
        fits = conditions.fitting(g, step.take)
        fit = [c for c in reversed(heap) if c in fits]
        if not fit:
            break
        card = fit[0]
        if step.pick and zone == "discard" and len(fit) > 1:
            card = (yield Ask(hero.seat, hand.any_of(fit), "search", rule)).card
        pile.take(card)
        yield from hand.receive(g, hero, card, rule, hand.EVERYBODY & ~(1 << hero.seat))
    if zone == "deck":
        pile.shuffle(g.chance)
    return True


@asking(v.Discard)
def _discard(g: G, hero: Hero, step: v.Discard, rule: str) -> Rule[bool]:
    for who in targets(g, hero, step.of):
        if step.random:
            for _ in range(step.n):
                fits = conditions.fitting(g, step.take)
                fit = [c for c in who.hand if c in fits]
                if fit:
                    hand.discard(g, who, g.chance.pick(fit), rule)
        else:
            yield from hand.choose_discards(g, who, step.n, step.take, rule)
    return True


@asking(v.Destroy)
def _destroy(g: G, hero: Hero, step: v.Destroy, rule: str) -> Rule[bool]:
    for who in targets(g, hero, step.of):
        for _ in range(step.n):
            fit = hand.destroyable(g, who, step.take)
            if not fit:
                break
            card = fit[0]
            if len(fit) > 1:
                card = (yield Ask(who.seat, hand.any_of(fit), "destroy", "NV-CARD-4")).card
            hand.destroy(g, who, card)
    return True


def move_card(g: G, giver: Hero, taker: Hero, card: int, rule: str, seen: bool = False) -> None:
    """A card goes from one hand to another; the giver knows it, and everybody if it was seen."""
    hand.drop(g, giver, card)
    hand.take(g, taker, card, hand.EVERYBODY & ~(1 << taker.seat) if seen else 1 << giver.seat)
    g.learn()
    both = 1 << giver.seat | 1 << taker.seat
    if seen:
        g.log(events.StoleCard(taker.seat, giver.seat, card), rule)
    else:
        g.log(events.StoleCard(taker.seat, giver.seat, card), rule, to=both)
        g.log(events.StoleCard(taker.seat, giver.seat, 0), rule, to=hand.EVERYBODY & ~both)


def forget_hand(g: G, hero: Hero) -> None:
    """A card left this hand unseen: nobody knows any more what exactly is in it."""
    for card in hero.hand:
        g.state.known.pop(card, None)


@asking(v.StealCard)
def _steal_card(g: G, hero: Hero, step: v.StealCard, rule: str) -> Rule[bool]:
    seats = [s for s in others(g, hero, step.within) if stealable(g, s, step.take)]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is not None:
        card = g.chance.pick(sorted(stealable(g, who.seat, step.take)))
        move_card(g, who, hero, card, rule)
        forget_hand(g, who)
    return True


@asking(v.SwapCard)
def _swap_card(g: G, hero: Hero, step: v.SwapCard, rule: str) -> Rule[bool]:
    seats = [s for s in others(g, hero, step.within) if g.state.heroes[s].hand]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is None or not hero.hand:
        return True
    mine = (yield Ask(hero.seat, hand.any_of(hero.hand), "give", rule)).card
    theirs = g.chance.pick(sorted(who.hand))
    forget_hand(g, who)
    forget_hand(g, hero)
    move_card(g, who, hero, theirs, rule)
    move_card(g, hero, who, mine, rule)
    return True


@asking(v.GiveCard)
def _give_card(g: G, hero: Hero, step: v.GiveCard, rule: str) -> Rule[bool]:
    who = yield from choose_seat(g, hero, [o.seat for o in targets(g, hero, "here")], rule)
    if who is None:
        return True
    for _ in range(step.n):
        if not hero.hand:
            break
        card = (yield Ask(hero.seat, hand.any_of(hero.hand), "give", rule)).card
        move_card(g, hero, who, card, rule)
        forget_hand(g, hero)
    return True


@asking(v.TakeVictoryCard)
def _take_victory_card(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    battle = g.state.battle
    if battle is None or not battle.drawn:
        return True
    winner = g.state.heroes[battle.seat]
    there = [c for c in battle.drawn if c in winner.hand]
    if there:
        card = there[0] if len(there) == 1 else g.chance.pick(sorted(there))
        battle.drawn.remove(card)
        move_card(g, winner, hero, card, rule)
        forget_hand(g, winner)
    return True
    yield


@asking(v.EquipNow)
def _equip_now(g: G, hero: Hero, step: v.EquipNow, rule: str) -> Rule[bool]:
    for _ in range(step.n):
        fit = board.equippable(g, hero, step.take)
        if not fit:
            break
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "equip", rule)
        if isinstance(answer, No):
            break
        hand.place(g, hero, answer.card, board.free_slot(g, hero, answer.card), rule)
        yield from resolve.fire(g, hero, "equipped")
    return True


@asking(v.ReturnToHand)
def _return_to_hand(g: G, hero: Hero, step: v.ReturnToHand, rule: str) -> Rule[bool]:
    for _ in range(step.n):
        fit = [c for c in hero.gear if c]
        if not fit:
            break
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "take_off", rule)
        if isinstance(answer, No):
            break
        hand.take_off(g, hero, answer.card, rule)
    return True


@asking(v.StealMagic)
def _steal_magic(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    pile = g.state.reward
    for heap in (pile.discard, pile.cards):
        for card in reversed(heap):
            if g.content.cards[card].magical:
                from_deck = heap is pile.cards
                pile.take(card)
                if from_deck:
                    pile.shuffle(g.chance)
                yield from hand.receive(g, hero, card, "NV-GAP-55", hand.EVERYBODY & ~(1 << hero.seat))
                return True
    return True
