"""Lists what the box holds, kind by kind, for `hearthside content`, the lab and packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ...engine.game import Entry
from . import events, library
from .checks import box
from .checks import cards as each
from .context import G
from .library import Content
from .text.cards import card_text
from .text.grammar import listed
from .text.nouns import ICONS

FOLDER: Path = library.FOLDER
# Each file of the content (and of a pack), and what it holds.
FILES: dict[str, str] = {
    "adventure.yaml": "Adventure cards: events, treasures, skills, curses, Quest Events",
    "encounters.yaml": "Encounter cards: the creatures of the deck",
    "rewards.yaml": "Reward cards: arms, armor, items, treasures",
    "allies.yaml": "Animal Allies, the open supply",
    "special_rewards.yaml": "the Kraeger Shield",
    "special_creatures.yaml": "Reptisaurs",
    "quest_creatures.yaml": "Quest Creature tiles",
    "locations.yaml": "Location cards, one a named point of the map",
    "classes.yaml": "class cards: basic, advanced, and backs",
    "characters.yaml": "Character cards",
    "map.yaml": "the map; a pack's map replaces it whole",
    "tables.yaml": "charts and limits; a pack's tables replace them whole",
}
# Kind, as people ask for it, and what it is.
KINDS: dict[str, str] = {
    "adventure": "Adventure cards",
    "encounter": "Encounter cards",
    "reward": "Reward cards",
    "location": "Location cards",
    "class": "Class cards",
    "character": "Character cards",
    "ally": "Animal Allies",
    "quest": "Quest Creatures",
    "special": "Special cards",
    "map": "Points of the map",
}
# Where the entries of each kind stand; charts and limits can be addressed too (`hearthside compare --change`).
KIND_FILES: dict[str, tuple[str, ...]] = {
    "adventure": ("adventure.yaml",),
    "encounter": ("encounters.yaml",),
    "reward": ("rewards.yaml",),
    "location": ("locations.yaml",),
    "class": ("classes.yaml",),
    "character": ("characters.yaml",),
    "ally": ("allies.yaml",),
    "quest": ("quest_creatures.yaml",),
    "special": ("special_creatures.yaml", "special_rewards.yaml"),
    "map": ("map.yaml",),
    "tables": ("tables.yaml",),
}
# Options of play-outs that nobody watches, if nothing else is asked for (NV-GAP-91).
PLAY_OUTS: dict[str, Any] = {"rounds": 60}


def cards(content: Content, kind: str) -> list[Any]:
    """The cards of a kind, in the order of their file; of "map" the points."""
    numbers = {
        "adventure": content.adventure,
        "encounter": content.encounter,
        "reward": content.reward,
        "class": content.klasses,
        "character": content.characters,
        "ally": content.allies,
        "quest": content.quest_creatures,
        "special": [*content.special_creatures, *content.special_rewards],
    }
    if kind == "location":
        return list(content.locations)
    if kind == "map":
        return list(content.points)
    return [content.cards[n] for n in numbers[kind]]


def counts(content: Content) -> dict[str, int]:
    """How many cards of each kind there are; classes also by their three sorts, the map also by its roads."""
    found = {kind: len(cards(content, kind)) for kind in KINDS}
    sorts = {"basic_class": content.basic, "advanced_class": content.advanced, "class_back": content.backs}
    return found | {name: len(numbers) for name, numbers in sorts.items()} | {"road": len(content.edges)}


def text(content: Content, card: Any) -> list[str]:
    """The rules text of a card, one paragraph a line; of a point of the map, its roads."""
    names = _names(content)
    if card in content.points:
        here = content.point_number[card.id]
        return [f"Roads to {', '.join(names[content.points[n].id] for n in content.near[here])}."]
    return card_text(card, names)


def facts(content: Content, card: Any) -> str:
    """What is printed on a card beside its text: kind, place, numbers."""
    given: list[str] = []
    for name in ("category", "kind", "type", "slot", "klass"):
        value = getattr(card, name, None)
        if value:
            given.append(str(value).replace("_", " "))
    given += [str(content.region_names.get(card.region, ""))] if getattr(card, "region", "") else []
    if hasattr(card, "basic"):
        given.append("basic" if card.basic else "back" if card.only_for else "advanced")
        given.append(f"{listed([ICONS[one] for one in card.icons])} icon{'s' * (len(card.icons) > 1)}")
    for name, word in (("cv", "CV"), ("xp", "XP"), ("start_cv", "start CV"), ("price", "price"), ("gp_value", "GP")):
        value = getattr(card, name, 0)
        if value or (name == "cv" and hasattr(card, "type")):
            given.append(f"{word} {value}")
    for name in ("magical", "two_handed", "curse", "start"):
        if getattr(card, name, False):
            given.append("Curse icon" if name == "curse" else name.replace("_", "-"))
    point = getattr(card, "point", "")
    given += [f"at {_names(content).get(point, point)}"] if point else []
    return ", ".join(given)


def faults(content: Content) -> list[str]:
    """Everything wrong with the content, one sentence a fault."""
    return box.faults(content)


def differences(content: Content) -> tuple[list[str], list[str]]:
    """What a pack does to the box: new faults, and how it departs from the box's counts, scales and printed cards."""
    printed_box = library.load()
    known = Counter(box.faults(printed_box))
    new = [fault for fault in box.faults(content) if not known[fault]]
    ends = ("is missing.", "is not marked with source seed.", "are due.", "not 2 to 4.", "not 10 to 40.")
    # A card that the seed describes may be changed by a pack, but only into one that is lawful by itself.
    printed = tuple(f" {card.name} " for card in printed_box.cards[1:] if card.source == "seed")
    lawless = {*each.every_card(content), *each.conditions(content)}
    apart = [
        fault
        for fault in new
        if fault.startswith("The number of ")
        or fault.endswith(ends)
        or (fault not in lawless and any(name in fault for name in printed))
    ]
    return [fault for fault in new if fault not in apart], apart


def labels(g: G) -> list[dict[str, str]]:
    """What each seat played: the basic class of its Character, the class at the end, and when it came in turn order."""
    heroes = g.state.heroes
    names = [{"class": h.basic, "final class": h.klass} for h in heroes]
    found = [{what: g.content.cards[n].name if n else "" for what, n in one.items()} for one in names]
    if len(heroes) > 1:
        for hero, one in zip(heroes, found, strict=True):
            one["turn order"] = ("1st", "2nd", "3rd", "4th", "5th")[(hero.seat - g.state.first) % len(heroes)]
    return found


def watched(content: Content) -> dict[int, tuple[str, str, str]]:
    """The cards that the lab watches: those that heroes hold or have on their boards."""
    kinds = {
        "adventure": content.adventure,
        "reward": content.reward,
        "ally": content.allies,
        "special": content.special_rewards,
    }
    return {n: (kind, content.cards[n].id, content.cards[n].name) for kind, of in kinds.items() for n in of}


def held(g: G) -> list[list[int]]:
    """What each hero has now: hand, gear and what is attached to it, Skills, Curses."""
    return [
        [*hero.hand, *hero.gear, *hero.enchants, *(n for stack in hero.skills for n in stack)]
        for hero in g.state.heroes
    ]


def played(content: Content, entry: Entry) -> int:
    """The card that a line of the log says was put to use; a treasure by its sale, a Curse by striking."""
    event = entry.event
    match event:
        case events.Played() | events.Placed() | events.Used() | events.Cursed() | events.GainedAlly():
            return event.card
        case events.Sold() if content.cards[event.card].kind == "treasure":
            return event.card
        case events.Discarded() if entry.rule == "NV-EXPLORE-11":  # an Encounter Event spent on a battle
            return event.card
        case _:
            return 0


def plain(content: Content, card: Any) -> dict[str, Any]:
    """A card as plain data: id, name, text first, then what its file says, defaults left out."""
    raw = msgspec.to_builtins(card)
    defaults = dict(zip(card.__struct_fields__, _defaults(type(card)), strict=True))
    encoded = dict(zip(card.__struct_encode_fields__, card.__struct_fields__, strict=True))
    fields = {
        name: value
        for name, value in raw.items()
        if name not in ("id", "name") and getattr(card, encoded.get(name, name)) != defaults[encoded.get(name, name)]
    }
    return {"id": card.id, "name": card.name, "text": text(content, card), **fields}


def _defaults(cls: type) -> Iterable[Any]:
    return [
        field.default_factory() if field.default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT
        else field.default
        for field in msgspec.structs.fields(cls)
    ]  # fmt: skip


def _names(content: Content) -> Mapping[str, str]:
    """Printed names by id: points (waypoints by their id), regions, classes, characters."""
    found = {point.id: point.name or point.id.replace("-", " ") for point in content.points}
    found |= {str(region): name for region, name in content.region_names.items()}
    return found | {content.cards[n].id: content.cards[n].name for n in (*content.klasses, *content.characters)}
