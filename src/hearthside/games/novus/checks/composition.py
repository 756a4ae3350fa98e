"""What the box must hold, as the ledger counts and names it, and how it is looked up there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..library import Content
from ..vocabulary import Card

# ---- what the ledger says ----

ADVENTURES = {
    "quest_event": 7,
    "encounter_event": 10,
    "curse_event": 6,
    "skill": 10,
    "action_event": 12,
    "treasure": 8,
    "travel_event": 5,
    "event": 7,
}
SOLO_REMOVED = ("Backalley Deal", "Experience of War", "Pilfer", "Stolen Reward", "Stolen Stories")
TYPES = {"humanoid": 10, "animal": 8, "demon": 6, "undead": 6, "magical": 5, "monstrosity": 5}
ENCOUNTER_CV = {(2, 4): 12, (5, 7): 14, (8, 10): 9, (11, 13): 5}
NAMED_CREATURES = {  # NV-CREATURE-3 to NV-CREATURE-8
    "Orc Warrior": "humanoid",
    "Feral Wolves": "animal",
    "Savage Bears": "animal",
    "Giant Spiders": "animal",
    "Cackling Imps": "demon",
    "Alluring Devils": "demon",
    "Shadow Demons": "demon",
    "Natures Nemesis": "magical",
    "Stone Sentinel": "magical",
    "Roaming Eyeclops": "magical",
    "Skeletal Knights": "undead",
    "Zombie Hordes": "undead",
    "Ghouls": "undead",
}
HUMANOID_KINDS = {"Goblin": r"\bGoblin", "Orc": r"\bOrc", "Jakkal": r"\bJakkal", "Ox": r"\bOx"}
QUEST_CREATURES = {  # type, CV, flying, Curse icon, XP
    "Kroenig": ("humanoid", 11, False, False, 3),
    "Osira": ("undead", 12, False, True, 3),
    "Cystos": ("monstrosity", 13, False, False, 4),
    "Kraeger Beast": ("animal", 13, False, False, 3),
    "Jue R'Gon": ("monstrosity", 14, False, False, 4),
    "Actenebras": ("magical", 15, True, False, 4),
    "Kzmatic": ("undead", 15, False, True, 4),
    "Isenthrax": ("magical", 16, True, False, 5),
    "Asmakai": ("demon", 17, True, True, 5),
    "Monsigneus": ("monstrosity", 19, True, False, 6),
}
SLOTS = {"hand": 22, "body": 12, "head": 8, "foot": 8}
BASIC = {  # NV-CLASS-1, NV-GAP-63: icon and how it advances (NV-UNIQUE)
    "Barbarian": ("fighter", "back"),
    "Bard": ("daggers", "back"),
    "Druid": ("tree", "icon"),
    "Fighter": ("fighter", "icon"),
    "Informant": ("daggers", "icon"),
    "Knight": ("fighter", "icon"),
    "Pirate": ("daggers", "both"),
    "Priest": ("priest", "icon"),
    "Sorcerer": ("wizard", "icon"),
    "Thief": ("daggers", "icon"),
    "Wizard": ("wizard", "both"),
}
ADVANCED = {  # NV-GAP-65
    "Warden": ("tree", "fighter"),
    "Beastlord": ("tree",),
    "Shaman": ("tree", "priest"),
    "Champion": ("fighter",),
    "Paladin": ("fighter", "priest"),
    "Oracle": ("priest", "wizard"),
    "Shadowblade": ("daggers",),
    "Swashbuckler": ("daggers", "fighter"),
    "Arcane Trickster": ("daggers", "wizard"),
    "Archmage": ("wizard",),
}
BACKS = {"Barbarian": "Zealot", "Bard": "Cunning Charmer", "Wizard": "Master of Magic", "Pirate": "Scourge"}
HEROES = {
    "Kain": "Knight",
    "Yotun": "Barbarian",
    "Morty": "Bard",
    "Fabian": "Wizard",
    "Aevia": "Informant",
    "Idris": "Pirate",
    "Beric": "Druid",
    "Vinn": "Thief",
}


# ---- what the box holds ----


def amount(what: str, have: int, want: int) -> Iterator[str]:
    """A count that is not the ledger's."""
    if have != want:
        yield f"The number of {what} is {have}, not {want}."


def seed(kind: str, name: str, card: Card | None) -> Iterator[str]:
    """A named card that is missing or unmarked."""
    if card is None:
        yield f"The {kind} {name} is missing."
    elif card.source != "seed":
        yield f"The {kind} {name} is not marked with source seed."


def find(cards: Iterable[Any], name: str) -> Any:
    """The card of that name, or None."""
    return next((card for card in cards if card.name == name), None)


def cards_of(numbers: list[int], content: Content) -> list[Any]:
    """The cards of these numbers."""
    return [content.cards[n] for n in numbers]


def inside(thing: Any, cls: Any) -> Iterator[Any]:
    """Every part of a card that is of the class, at any depth."""
    if isinstance(thing, cls):
        yield thing
    if isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from inside(getattr(thing, name), cls)
    elif isinstance(thing, tuple):
        for part in thing:
            yield from inside(part, cls)
