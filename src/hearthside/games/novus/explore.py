"""Explore: staying to search the point one stands on (NV-EXPLORE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from . import events, gain, hand, quest, resolve
from .battle import encounter
from .choices import DrawFrom, SpendEncounter
from .phases import go_to
from .state import Hero
from .vocabulary import Steps
from .windows import window

if TYPE_CHECKING:
    from .context import G


def can_explore(g: G, hero: Hero) -> bool:
    """Explore is open: the token was free when the turn began, and the place is not closed to its victor."""
    return g.state.turn.explore_ok and not quest.closed(g, hero, hero.at)


def explore(g: G, hero: Hero) -> Rule[None]:
    """Stay, turn the token to X, and follow the place's text or the Adventure deck (NV-EXPLORE-1..4)."""
    turn = g.state.turn
    g.log(events.Explored(hero.seat, hero.at), "NV-EXPLORE-1")
    gain.turn_explore(g, hero, True, "NV-EXPLORE-3")
    point = g.content.points[hero.at]
    place = g.content.location_at[hero.at]
    creature = quest.living_at(g, hero.at)
    steps: Steps | None = None
    part = "explore"
    if creature and creature == g.content.isenthrax:
        quest.begin(g, hero)
    elif place is not None and point.kind == "quest":
        part = "explore" if creature else "after_quest"
        steps = place.explore if creature else place.after_quest
    elif place is not None and point.explore:
        steps = place.explore
    if steps is not None:
        g.log(events.ReadLocation(hero.seat, hero.at, part), "NV-EXPLORE-4")
        yield from resolve.run(g, hero, steps, "NV-EXPLORE-4")
    elif turn.stage != "challenge":
        yield from adventure_path(g, hero)
    if not turn.beaten and turn.stage != "challenge":
        yield from resolve.fire(g, hero, "explored")
    if turn.stage != "challenge":
        go_to(g, "recovery")


def adventure_path(g: G, hero: Hero) -> Rule[None]:
    """Reveal the top Adventure card; a creature, or the card and a choice of two ways on (NV-EXPLORE-5..11)."""
    state = g.state
    card = state.adventure.draw(g.chance)
    if card:
        g.learn()
        it = g.content.cards[card]
        state.limbo.append(card)
        g.log(events.Revealed(hero.seat, card), "NV-EXPLORE-5")
        yield from window(g, "revealed")
        state.limbo.remove(card)
        if it.category == "encounter_event":
            hand.to_discard(g, card)
            if state.turn.beaten:
                return
            yield from encounter(g, hero, "NV-EXPLORE-6", it.do)
            return
        if it.category == "curse_event":
            yield from hand.attach_curse(g, hero, card)
        else:
            hand.take(g, hero, card, hand.EVERYBODY & ~(1 << hero.seat))
        if state.turn.beaten:  # by a creature that a card called when this one was revealed (NV-ADV-5)
            return
    yield from follow_up(g, hero)


def follow_up(g: G, hero: Hero) -> Rule[None]:
    """Draw one more card, or spend an Encounter Event on a battle (NV-EXPLORE-8..11, NV-GAP-27)."""
    choices: list[Any] = []
    for name in ("adventure", "reward"):
        pile = hand.deck(g, name)
        if pile.cards or pile.discard:
            choices.append(DrawFrom(name))
    if g.state.encounter.cards or g.state.encounter.discard:
        choices += [
            SpendEncounter(c)
            for c in hero.hand
            if c <= g.content.adventure[-1] and g.content.cards[c].category == "encounter_event"
        ]
    if not choices:
        return
    choice = yield Ask(hero.seat, choices, "follow_up", "NV-EXPLORE-8")
    if isinstance(choice, SpendEncounter):
        hand.discard(g, hero, choice.card, "NV-EXPLORE-11")
        yield from encounter(g, hero, "NV-EXPLORE-11", g.content.cards[choice.card].do)
    else:
        yield from hand.draw(g, hero, choice.deck, "NV-EXPLORE-9")
