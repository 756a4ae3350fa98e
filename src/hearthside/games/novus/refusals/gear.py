"""Why not, on the board: what finds no slot, and what cannot be taken off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.game import Refusal
from .. import board
from .. import choices as c
from ..pieces import card_id
from ..state import HAND_1, HAND_2, SLOT_INDICES, Hero
from ..text.nouns import ICONS
from ..words.names import card_name, count_of, listed
from .phrases import a_noun, icons

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def gear(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Reward cards in hand that find no slot, and what cannot be taken off."""
    offered = {one.card for one in ask.choices if isinstance(one, c.Equip)}
    for n in hero.hand:
        if n > g.content.adventure[-1] and n not in offered:
            yield from no_place(g, hero, n)
    rule = "NV-PREP-3" if ask.topic == "preparation" else "NV-RECOV-3"
    for stack in hero.skills:
        for n in stack:
            curse = g.content.cards[n].category == "curse_event"
            why = (
                "A Curse stays until a card or an action removes it." if curse else "A Skill stays for the whole game."
            )
            yield Refusal(f"Take off {card_name(g, n)}", why, "NV-BOARD-8" if curse else rule, (card_id(n),))
    for n in hero.enchants:
        if n:
            why = f"{card_name(g, n)} stays on its weapon and is lost when that leaves the board."
            yield Refusal(f"Take off {card_name(g, n)}", why, rule, (card_id(n),))


def no_place(g: G, hero: Hero, n: int) -> Iterator[Refusal]:
    """Why a Reward card in hand cannot be placed."""
    it, content = g.content.cards[n], g.content
    klass = content.cards[hero.klass]
    what, touched = f"Place {it.name}", (card_id(n),)
    if it.slot is None:
        why = f"{it.name} is a treasure without a slot; sell it in a City for {it.price} GP."
        yield Refusal(what, why, "NV-REWARD-18", touched)
    elif it.class_icon is not None and it.class_icon not in klass.icons:
        why = f"{it.name} needs the {ICONS[it.class_icon]} icon; {klass.name} has the {icons(klass)}."
        yield Refusal(what, why, "NV-REWARD-3", touched)
    elif it.weight == "heavy" and klass.heavy == "none":
        yield Refusal(what, f"{a_noun(klass.name)} cannot wear Heavy armor.", "NV-CLASS-14", touched)
    elif board.free_slot(g, hero, n) >= 0:
        return
    elif n in content.ally_set and not board.room_for_animal(g, hero):
        why = f"{a_noun(klass.name)} keeps {count_of(klass.train, 'Animal Ally', 'Animal Allies')} at a time."
        yield Refusal(what, why, "NV-GAP-67", touched)
    else:
        slots = SLOT_INDICES[it.slot]
        there = [card_name(g, hero.gear[i]) for i in slots if i < len(hero.gear) and hero.gear[i]]
        one = hero.gear[HAND_1]
        if it.slot == "hand" and one and content.cards[one].two_handed:
            yield Refusal(what, f"{card_name(g, one)} takes both of your 2 hand slots.", "NV-REWARD-13", touched)
        elif it.slot == "hand" and it.two_handed:
            free = sum(1 for i in (HAND_1, HAND_2) if not hero.gear[i])
            why = f"{it.name} needs both hand slots, and {count_of(free, 'is', 'are')} free."
            yield Refusal(what, why, "NV-REWARD-13", touched)
        else:
            total = sum(1 for i in slots if i < len(hero.gear))
            why = (
                f"The {it.slot} slot is filled: {there[0]}."
                if total == 1
                else (f"All {total} {it.slot} slots are filled: {listed(there)}.")
            )
            yield Refusal(what, why, "NV-BOARD-1", touched)
