"""Why not, where one of several is picked: cards, slots, classes, places, players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.game import Refusal
from .. import board
from .. import choices as c
from ..pieces import card_id, skill_id
from ..state import Hero
from ..words.names import card_name, count_of, hero_name, point_name
from .gear import gear, no_place
from .phases import other_classes

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def character(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Heroes that are taken."""
    for other in g.state.heroes:
        if other.character:
            name = card_name(g, other.character)
            yield Refusal(
                f"Play {name}", f"{name} is with seat {other.seat + 1}.", "NV-PLAYER-21", (f"figure-{other.seat}",)
            )
    for n in g.state.draft:
        if c.PickCharacter(n) not in ask.choices:
            why = f"{card_name(g, n)} is kept for another seat."
            yield Refusal(f"Play {card_name(g, n)}", why, "NV-PLAYER-21", (card_id(n),))
    count = len(ask.choices)
    yield Refusal("Choose a class", f"The class comes with the hero: 1 for each of the {count}.", "NV-GAP-8")


# ---- cards and slots ----


def discard(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Cards that do not fit a discard."""
    for n in hero.hand:
        if c.TakeCard(n) not in ask.choices:
            yield Refusal(
                f"Discard {card_name(g, n)}", "The text asks for another kind of card.", "NV-CARD-9", (card_id(n),)
            )
    for n in hero.gear:
        if n:
            why = "Cards are discarded from the hand; on the board they are destroyed."
            yield Refusal(f"Discard {card_name(g, n)}", why, "NV-CARD-3", (card_id(n),))
    yield from while_resolving(g, hero, ask)


def hand_limit(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """With too many cards in hand."""
    limit = board.hand_limit(g, hero)
    over = len(hero.hand) - limit
    why = f"You hold {len(hero.hand)} cards and the limit is {limit}: {over} more must go."
    yield Refusal("End the turn", why, "NV-HAND-3")
    for n in hero.gear:
        if n:
            why = f"Cards on the board are not among your {len(hero.hand)} in hand."
            yield Refusal(f"Discard {card_name(g, n)}", why, "NV-HAND-4", (card_id(n),))


def destroy(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Cards that cannot be destroyed, or do not fit."""
    for n in hero.hand:
        why = "Only a card on your board can be destroyed, not 1 in hand."
        yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-CARD-5", (card_id(n),))
    for n in (*(one for stack in hero.skills for one in stack), hero.klass, hero.character):
        why = "Skills, Curses, class and Character are never destroyed."
        yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-GAP-40", (card_id(n),))
    for n in hero.gear:
        if n and c.TakeCard(n) not in ask.choices:
            why = "The text asks for another kind of card."
            yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-CARD-9", (card_id(n),))
    yield from while_resolving(g, hero, ask)


def curse(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Slots that a Curse may not cover."""
    for n, stack in enumerate(hero.skills):
        if c.TakeStack(n) not in ask.choices and stack:
            why = f"All {len(hero.skills)} slots are taken, so it must cover a Skill."
            yield Refusal(f"Use skill slot {n + 1}", why, "NV-CURSE-3", (skill_id(hero.seat, n),))
    yield Refusal("Lay the Curse aside", "A Curse attaches as soon as it is drawn.", "NV-CURSE-1")


def enchant(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """What cannot be enchanted."""
    for slot, n in enumerate(hero.gear):
        if n and c.TakeCard(n) not in ask.choices:
            carries = hero.enchants[slot]
            why = f"It carries {card_name(g, carries)} already, and 1 is the limit." if carries else "It is no weapon."
            yield Refusal(f"Enchant {card_name(g, n)}", why, "NV-GAP-42", (card_id(n),))
    yield from while_resolving(g, hero, ask)


def equip(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """What a card's text does not place."""
    for n in hero.hand:
        if n > g.content.adventure[-1] and c.TakeCard(n) not in ask.choices:
            reasons = list(no_place(g, hero, n))
            yield from reasons
            if not reasons:
                why = "The text asks for another kind of card."
                yield Refusal(f"Place {card_name(g, n)}", why, "NV-CARD-9", (card_id(n),))
    yield from while_resolving(g, hero, ask)


def take_off(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """What a card's text does not take off."""
    for one in gear(g, hero, ask):
        if one.what.startswith("Take off"):
            yield one
    yield from while_resolving(g, hero, ask)


def advance_now(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Classes that a card's text does not offer."""
    yield from other_classes(g, hero, ask)
    yield from while_resolving(g, hero, ask)


# ---- places and players ----


def place(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Points that a card's text does not reach."""
    for n, point in enumerate(g.content.points):
        if c.MoveTo(n) in ask.choices:
            continue
        what, touched = f"Go to {point_name(g.content, n)}", (point.id,)
        if n == hero.at:
            yield Refusal(what, "You stand there already.", "NV-CARD-9", touched)
        elif n in hero.forbidden:
            yield Refusal(what, "You defeated its Quest Creature and may not return.", "NV-QC-15", touched)
        else:
            away = count_of(g.content.steps_between[hero.at][n], "step")
            yield Refusal(what, f"{away} away; the text leads elsewhere.", "NV-CARD-9", touched)


def rift(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Where Isenthrax does not rise."""
    for n, point in enumerate(g.content.points):
        if c.MoveTo(n) not in ask.choices:
            why = f"Isenthrax rises at 1 of {len(ask.choices)} Encounters points, and this is none."
            yield Refusal(f"Raise it at {point_name(g.content, n)}", why, "NV-GAP-3", (point.id,))


def player(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Players that a card's text does not reach."""
    for other in g.state.heroes:
        if c.TakeSeat(other.seat) in ask.choices:
            continue
        what, touched = f"Choose {hero_name(g, other.seat)}", (f"figure-{other.seat}",)
        if other.seat == hero.seat:
            yield Refusal(what, "It asks for another player.", "NV-CARD-9", touched)
        else:
            away = count_of(g.content.steps_between[hero.at][other.at], "step")
            yield Refusal(what, f"{away} away, or with nothing that this text takes.", "NV-CARD-9", touched)


def while_resolving(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """What is being done is finished before anything else is played."""
    held = f"; your {count_of(len(hero.hand), 'card')} in hand can wait" if hero.hand else ""
    why = f"What is under way is finished first{held}."
    yield Refusal("Play a card", why, "NV-EVENT-6")
