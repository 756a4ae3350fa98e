"""What everything is called in a sentence: cards, heroes, points, slots, amounts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ..state import ITEM_1

if TYPE_CHECKING:
    from ..context import G
    from ..library import Content

DECKS = {"adventure": "an Adventure card", "reward": "a Reward card", "encounter": "an Encounter card"}
FACES = {"safe_travels": "Safe Travels", "adventure": "Adventure", "reward": "Reward", "encounter": "Encounter"}
STEPS = ("Ability", "Escape", "CV", "Hero's roll", "Creature's roll", "Influence", "Verdict")
PHASES = ("Preparation", "Adventure", "Recovery")
STAGE_PHASE = {"preparation": 0, "adventure": 1, "move": 1, "challenge": 1, "recovery": 2, "end": 2}
SLOT_NAMES = {0: "Head", 1: "Body", 2: "Hand", 3: "Other hand", 4: "Feet"}


@lru_cache(maxsize=8)
def names_of(content: Content) -> Mapping[str, str]:
    """Printed names of points, regions, classes and characters by id, as card texts want them."""
    names: dict[str, str] = {str(region): name for region, name in content.region_names.items()}
    for n, point in enumerate(content.points):
        names[point.id] = point_name(content, n)
    for n in (*content.klasses, *content.characters):
        names[content.cards[n].id] = content.cards[n].name
    return names


def point_name(content: Content, point: int) -> str:
    """What a point is called; waypoints go by the road they lie on."""
    it = content.points[point]
    return it.name or it.id.replace("-", " ").title().replace("Kings ", "King's ")


def card_name(g: G, card: int) -> str:
    """A card's printed name."""
    return str(g.content.cards[card].name)


def ability_name(g: G, card: int, n: int) -> str:
    """An ability in words: its own name and its card's, or the card's alone."""
    it = g.content.cards[card]
    if it.abilities[n].name:
        return f"{it.abilities[n].name} ({it.name})"
    return str(it.name) if len(it.abilities) == 1 else f"{it.name}, ability {n + 1}"


def foe_name(g: G, creature: int) -> str:
    """A creature in a sentence: "the Orc Warrior", but "Kroenig"."""
    proper = creature in g.content.quest_creatures and creature != g.content.beast
    return card_name(g, creature) if proper else f"the {card_name(g, creature)}"


def hero_name(g: G, seat: int) -> str:
    """The hero of a seat, or the seat while it has none."""
    character = g.state.heroes[seat].character
    return card_name(g, character) if character else f"Seat {seat + 1}"


def slot_name(slot: int) -> str:
    """A gear slot's name on the board."""
    return SLOT_NAMES.get(slot) or f"Item {slot - ITEM_1 + 1}"


def goods(g: G, card: int, gp: int) -> str:
    """What a deal holds: "Sword and 10 GP", "nothing"."""
    goods = [card_name(g, card)] if card else []
    return " and ".join([*goods, f"{gp} GP"] if gp else goods) or "nothing"


def count_of(n: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(words: list[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]
