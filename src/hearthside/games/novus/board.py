"""The Character Board: what counts on it, what fits where, and the sums drawn from it (NV-BOARD, NV-REWARD, NV-CURSE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .conditions import holds
from .state import BODY, FOOT, HAND_1, HAND_2, HEAD, ITEM_1, Battle, Hero
from .vocabulary import Forbid, If

if TYPE_CHECKING:
    from .context import G

SLOTS = {"head": (HEAD,), "body": (BODY,), "hand": (HAND_1, HAND_2), "foot": (FOOT,)}
HEAVY_PENALTY = -2


def active(hero: Hero) -> list[int]:
    """The cards that count for a hero: class, Character, gear, attachments, working Skills and Curses (NV-BOARD-19).

    A Skill under a Curse is inert; every Curse of a stack counts (NV-GAP-35, NV-GAP-36).
    """
    cards = [hero.klass, hero.character]
    cards += [n for n in hero.gear if n]
    cards += [n for n in hero.enchants if n]
    for stack in hero.skills:
        if stack:
            cards += stack[1:] if len(stack) > 1 else stack
    return cards


def working_skills(g: G, hero: Hero) -> list[int]:
    """Skills on the board that no Curse covers."""
    return [stack[0] for stack in hero.skills if len(stack) == 1 and g.content.cards[stack[0]].category == "skill"]


def curses(g: G, hero: Hero) -> list[int]:
    """All Curses on the board."""
    cards = g.content.cards
    return [n for stack in hero.skills for n in stack if cards[n].category == "curse_event"]


def cv_parts(g: G, hero: Hero, battle: Battle | None = None) -> list[tuple[int, int]]:
    """What adds to the hero's CV, as (card number, n); the XP bonus comes under 0 (NV-BATTLE-15, NV-BATTLE-16).

    With a battle, bonuses against its creature count as well; modifiers of the battle itself do not.
    """
    content = g.content
    hands_idle = forbids(g, hero, "hands")
    parts = [(0, content.tables.xp_cv[hero.xp])]
    for n in active(hero):
        card = content.cards[n]
        cv = card.cv
        if hands_idle and cv and n in (hero.gear[HAND_1], hero.gear[HAND_2]):
            cv = 0
        if card.bonus:
            for bonus in card.bonus:
                if bonus.cv and holds(g, hero, bonus.cond, battle):
                    cv += bonus.cv
        if cv:
            parts.append((n, cv))
    body = hero.gear[BODY]
    if body and content.cards[body].weight == "heavy" and content.cards[hero.klass].heavy == "penalty":
        parts.append((body, HEAVY_PENALTY))
    return parts


def track_cv(g: G, hero: Hero) -> int:
    """The CV track: the sum without a battle, shown not below 0 (NV-BOARD-10, NV-GAP-88)."""
    return max(0, sum(n for _, n in cv_parts(g, hero)))


def total_cv(g: G, hero: Hero, battle: Battle) -> int:
    """The CV total in a battle, before the die (NV-BATTLE-15)."""
    total = sum(n for _, n in cv_parts(g, hero, battle)) + battle.hero_cv
    if g.state.turn.seat == hero.seat:
        total += g.state.turn.cv
    if battle.source == "quest" and g.state.challenge is not None:
        total += g.state.challenge.cv
    return total


def escape_bonus(g: G, hero: Hero, battle: Battle | None = None) -> int:
    """What the board adds to Escape rolls (NV-BATTLE-11)."""
    cards = g.content.cards
    total = 0
    for n in active(hero):
        card = cards[n]
        total += card.escape
        for bonus in card.bonus:
            if bonus.escape and holds(g, hero, bonus.cond, battle):
                total += bonus.escape
    return total


def travel_bonus(g: G, hero: Hero) -> int:
    """Travel Bonuses on the board (NV-TRAVEL-14, NV-TRAVEL-17)."""
    cards = g.content.cards
    return sum(cards[n].travel for n in active(hero))


def flies(g: G, hero: Hero) -> bool:
    """The hero has flying (NV-GAP-86)."""
    if g.state.turn.flying and g.state.turn.seat == hero.seat:
        return True
    cards = g.content.cards
    return any(cards[n].flying for n in active(hero))


def forbids(g: G, hero: Hero, what: Forbid) -> bool:
    """Something on the board forbids it."""
    cards = g.content.cards
    return any(what in cards[n].forbids for n in active(hero) if cards[n].forbids)


def no_escape(g: G, hero: Hero, battle: Battle) -> bool:
    """No Escape may be tried in this round."""
    if battle.no_escape:
        return True
    cards = g.content.cards
    for n in active(hero):
        card = cards[n]
        if "escape" in card.forbids or any(b.no_escape and holds(g, hero, b.cond, battle) for b in card.bonus):
            return True
    return False


def immune(g: G, hero: Hero) -> bool:
    """The hero's class "Cannot be Cursed" (NV-CURSE-5)."""
    return bool(hero.klass and g.content.cards[hero.klass].immune)


def price(g: G, hero: Hero, what: str, base: int) -> int:
    """A price in GP after what the board changes; never below 0."""
    cards = g.content.cards
    for n in active(hero):
        for change in cards[n].prices:
            if change.what == what and holds(g, hero, change.cond, None):
                base += change.gp
    return max(0, base)


def hand_limit(g: G, hero: Hero) -> int:
    """How many cards the hero may hold at the end of the turn (NV-HAND-1)."""
    cards = g.content.cards
    return max(0, g.content.tables.hand_limit + sum(cards[n].hand_limit for n in active(hero)))


def why_not_equip(g: G, hero: Hero, card: int) -> tuple[str, str] | None:
    """Why a card from hand cannot go on the board now, as (sentence, rule); None if it can (slots apart)."""
    it = g.content.cards[card]
    klass = g.content.cards[hero.klass]
    if it.slot is None:
        return (f"{it.name} is a treasure; it has no slot.", "NV-REWARD-18")
    if it.class_icon is not None and it.class_icon not in klass.icons:
        return (
            f"{it.name} is for the {it.class_icon} icon, and {klass.name} has {' and '.join(klass.icons)}.",
            "NV-REWARD-3",
        )
    if it.weight == "heavy" and klass.heavy == "none":
        return (f"{klass.name} cannot use Heavy armor.", "NV-CLASS-14")
    return None


def free_slots(g: G, hero: Hero, card: int) -> list[int]:
    """The slots a card could be placed on now (NV-BOARD-2, NV-REWARD-13); the first free one of several alike."""
    it = g.content.cards[card]
    gear = hero.gear
    if it.slot == "hand":
        one, two = gear[HAND_1], gear[HAND_2]
        if it.two_handed:
            return [] if one or two else [HAND_1]
        if one and g.content.cards[one].two_handed:
            return []
        return [HAND_1] if not one else [] if two else [HAND_2]
    if it.slot == "item":
        if it.kind == "ally" and it.price == 0 and not room_for_animal(g, hero, card):
            return []
        return next(([n] for n in range(ITEM_1, len(gear)) if not gear[n]), [])
    if it.slot is None:
        return []
    slot = SLOTS[it.slot][0]
    return [] if gear[slot] else [slot]


def room_for_animal(g: G, hero: Hero, card: int = 0) -> bool:
    """Animal Allies on the board are limited by the class that trains them, where it sets a number."""
    allies = g.content.ally_set
    if card and card not in allies:
        return True
    limit = g.content.cards[hero.klass].train
    return not limit or sum(1 for n in hero.gear if n in allies) < limit


def skill_slot(hero: Hero) -> int:
    """The first free skill slot, or -1 (NV-SKILL-4)."""
    return next((n for n, stack in enumerate(hero.skills) if not stack), -1)


def weapons(g: G, hero: Hero) -> list[int]:
    """Weapons on the board."""
    cards = g.content.cards
    return [n for n in hero.gear if n and cards[n].kind == "weapon"]


def count(g: G, hero: Hero, what: str) -> int:
    """How many of something a hero has (the `per` of battle_cv_per)."""
    cards = g.content.cards
    if what == "ally":
        return sum(1 for n in hero.gear if n and cards[n].kind == "ally")
    if what == "magical":
        return sum(1 for n in hero.gear if n and cards[n].magical)
    if what == "weapon":
        return sum(2 if cards[n].two_handed else 1 for n in weapons(g, hero))
    if what == "skill":
        return len(working_skills(g, hero))
    if what == "curse":
        return len(curses(g, hero))
    if what == "token":
        return len(hero.tokens)
    return len(hero.quests)


def is_city(g: G, hero: Hero) -> bool:
    """The hero stands in a City; a Class point is one (NV-TRAVEL-31)."""
    return g.content.points[hero.at].kind in ("city", "class")


def has(cond: If, g: G, hero: Hero, battle: Any = None) -> bool:
    """The condition holds for the hero now."""
    return holds(g, hero, cond, battle if battle is not None else g.state.battle)
