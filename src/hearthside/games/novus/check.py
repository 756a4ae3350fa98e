"""Whether the content is whole and lawful: the ledger's "Content validation checklist" and its counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from .cards import COUNTS, Adventure, Character, Creature, Klass, Location, Map, Reward
from .library import Content
from .map_check import faults as map_faults
from .vocabulary import (
    BattleCv,
    Card,
    Discard,
    Draw,
    GainCurse,
    GainGp,
    If,
    LoseXp,
    PlaceIsenthrax,
    RollTable,
    Steps,
    Test,
    WhenStep,
)

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
ICON = re.compile(r"[a-z0-9-]+")


def faults(content: Content) -> list[str]:
    """Everything that is wrong with the content, one plain sentence a fault; empty if it is fit to play."""
    chart = Map(points=content.points, edges=content.edges, region_names=content.region_names)
    lairs = {card.point: card.cv for card in _cards(content.quest_creatures, content) if card.point}
    return [
        *_counts(content),
        *_every_card(content),
        *_conditions(content),
        *_adventures(content),
        *_creatures(content),
        *_rewards(content),
        *_classes(content),
        *_characters(content),
        *map_faults(chart, content.locations, lairs),
    ]


# ---- all cards ----


def _counts(content: Content) -> Iterator[str]:
    klasses: list[Klass] = _cards(content.klasses, content)
    have = {
        "adventure": len(content.adventure),
        "encounter": len(content.encounter),
        "reward": len(content.reward),
        "location": len(content.locations),
        "quest_creature": len(content.quest_creatures),
        "character": len(content.characters),
        "basic_class": sum(klass.basic for klass in klasses),
        "advanced_class": sum(not klass.basic for klass in klasses),
        "animal_ally": len(content.allies),
        "special": len(content.special_rewards) + len(content.special_creatures),
        "point": len(content.points),
    }
    for kind, want in COUNTS.items():
        yield from _amount(f"cards of the kind {kind}", have[kind], want)


def _every_card(content: Content) -> Iterator[str]:
    """Ids, names, icons, flavour, prices; no two cards alike (NV-GOAL-8, NV-CREATURE-2)."""
    names: set[tuple[str, str]] = set()
    ids: set[str] = set()
    does: dict[str, Card] = {}
    said: dict[str, str] = {}
    for kind, card in _all(content):
        who = f"The {kind} {card.name}"
        if not ICON.fullmatch(card.id):
            yield f"{who} has the id {card.id!r}, which is not in kebab-case."
        if card.id in ids:
            yield f"{who} has the id {card.id}, which another card has too."
        ids.add(card.id)
        if (kind, card.name) in names:
            yield f"{who} shares its name with another {kind}."
        names.add((kind, card.name))
        if not ICON.fullmatch(card.icon):
            yield f"{who} has the icon {card.icon!r}, which is no icon's name."
        if kind in ("encounter", "quest creature", "location", "character") and not card.flavour:
            yield f"{who} has no flavour."
        if card.flavour and card.flavour in said:
            yield f"{who} has the same flavour as {said[card.flavour]}."
        said[card.flavour] = card.name
        for price in _prices(card):
            if price < 0 or price % 5:
                yield f"{who} has the price {price} GP, which is no multiple of 5."
        twin = does.setdefault(_essence(card), card)
        if twin is not card:
            yield f"{who} is like {twin.name} in all but name."
    for point in content.points:
        if point.icon and not ICON.fullmatch(point.icon):
            yield f"The map point {point.id} has the icon {point.icon!r}, which is no icon's name."


def _conditions(content: Content) -> Iterator[str]:
    """No condition on a card is beyond reach on this map (the checklist asks it of Quest Events)."""
    for kind, card in _all(content):
        for cond in _inside(card, If):
            if problem := _unreachable(cond, content):
                yield f"The {kind} {card.name} asks for {problem}."


# ---- decks ----


def _adventures(content: Content) -> Iterator[str]:
    cards: list[Adventure] = _cards(content.adventure, content)
    have: Counter[str] = Counter(card.category for card in cards)
    for category, want in ADVENTURES.items():
        yield from _amount(f"adventures of the category {category}", have[category], want)
    for name in SOLO_REMOVED:
        card = _named(cards, name)
        yield from _seed("adventure", name, card)
        if card and card.category not in ("action_event", "event"):
            yield f"The adventure {name} is a {card.category}, not an Action Event or an Event."
        if card and not card.remove_in_solo:
            yield f"The adventure {name} is not marked as removed in solo."
    enchant = _named(cards, "Enchant Weapon")
    yield from _seed("adventure", "Enchant Weapon", enchant)
    if enchant and not (enchant.category == "event" and enchant.attach):
        yield "The adventure Enchant Weapon is not an Event that attaches to a weapon."
    rifts = [card for card in cards if any(_inside(card, PlaceIsenthrax))]
    yield from _amount("adventures that place Isenthrax", len(rifts), 1)
    for card in cards:
        who = f"The adventure {card.name}"
        if card.remove_in_solo and card.name not in SOLO_REMOVED:
            yield f"{who} is marked as removed in solo, which only the five named cards are."
        if card.category == "quest_event":
            if not 2 <= card.xp <= 4:
                yield f"{who} gives {card.xp} XP, not 2 to 4."
            if card.cond == If() and card.when == "either" and not card.cost:
                yield f"{who} states no circumstance in which it may be played."
        elif card.xp:
            yield f"{who} has XP of its own, which only Quest Events have."
        if card.category == "treasure":
            if not 10 <= card.gp_value <= 40:
                yield f"{who} pays {card.gp_value} GP, not 10 to 40."
        elif card.gp_value:
            yield f"{who} has a GP value, which only Treasures have."
        if card.category in ("skill", "curse_event") and (card.do or card.cost):
            yield f"{who} lies on the board and can have no steps that are played."
        if card.category in ("action_event", "event", "travel_event") and not (card.do or card.attach):
            yield f"{who} does nothing."


def _creatures(content: Content) -> Iterator[str]:
    deck: list[Creature] = _cards(content.encounter, content)
    quests: list[Creature] = _cards(content.quest_creatures, content)
    specials: list[Creature] = _cards(content.special_creatures, content)
    types: Counter[str] = Counter(card.type for card in deck)
    for type_, want in TYPES.items():
        yield from _amount(f"encounters of the type {type_}", types[type_], want)
    for (low, high), want in ENCOUNTER_CV.items():
        yield from _amount(f"encounters with CV {low} to {high}", sum(low <= c.cv <= high for c in deck), want)
    yield from _amount("flying encounters", sum(card.flying for card in deck), 7)
    yield from _amount("encounters with the Curse icon", sum(card.curse for card in deck), 5)
    dice = [card for card in deck if any(_inside(card.ability, (RollTable, Test)))]
    yield from _amount("encounters with an Action Die ability", len(dice), 12)
    yield from _amount("encounters without ability", sum(not card.ability for card in deck), 14)
    for card in (*deck, *quests, *specials):
        yield from _creature(card)
    for card in deck:
        if card.xp != _xp_for(card.cv):
            yield f"The encounter {card.name} has CV {card.cv} and {card.xp} XP, where {_xp_for(card.cv)} XP are due."
    for name, type_ in NAMED_CREATURES.items():
        named = _named(deck, name)
        yield from _seed("encounter", name, named)
        if named and named.type != type_:
            yield f"The encounter {name} is {named.type}, not {type_}."
        if named and type_ == "magical" and named.cv < 9:
            yield f"The encounter {name} has CV {named.cv}, but it is very powerful: 9 or more."
    for kind, pattern in HUMANOID_KINDS.items():
        if not any(card.type == "humanoid" and re.search(pattern, card.name) for card in deck):
            yield f"No humanoid encounter is a {kind}."
    yield from _orc_warrior(_named(deck, "Orc Warrior"))
    for name, numbers in QUEST_CREATURES.items():
        named = _named(quests, name)
        yield from _seed("quest creature", name, named)
        if named and (named.type, named.cv, named.flying, named.curse, named.xp) != numbers:
            yield f"The quest creature {name} has other numbers than the ledger's (type, CV, flying, Curse, XP)."
    yield from _lairs(content, quests)
    reptisaurs = _named(specials, "Reptisaurs")
    yield from _seed("special creature", "Reptisaurs", reptisaurs)
    if reptisaurs and (reptisaurs.type, reptisaurs.cv) != ("animal", 8):
        yield "The special creature Reptisaurs is not an Animal of CV 8."


def _creature(card: Creature) -> Iterator[str]:
    """Battle lines: XP, Victory, Defeat, Curse (NV-BATTLE-1, NV-CREATURE-11)."""
    who = f"The creature {card.name}"
    if card.xp < 1:
        yield f"{who} gives no XP."
    if not card.victory:
        yield f"{who} has no Victory line."
    if not card.defeat:
        yield f"{who} has no Defeat line."
    if not card.curse and any(_inside(card.defeat, GainCurse)):
        yield f"{who} gives a Curse on its Defeat line but has no Curse icon."


def _orc_warrior(orc: Creature | None) -> Iterator[str]:
    """The creature of the battle example (NV-GAP-68)."""
    if orc is None:
        return
    if (orc.cv, orc.xp) != (3, 2) or orc.defeat != (LoseXp(n=1),):
        yield "The encounter Orc Warrior has not CV 3, 2 XP and the Defeat line of 1 XP."
    if len(orc.victory) != 2 or set(orc.victory) != {GainGp(n=10), Draw(deck="reward")}:
        yield "The encounter Orc Warrior brings something other than 10 GP and 1 Reward card."
    if orc.ability != (WhenStep(cond=If(xp_at_most=5), do=Steps((BattleCv(n=-1),))),):
        yield "The encounter Orc Warrior has another ability than -1 CV at 5 XP or less."


def _lairs(content: Content, quests: list[Creature]) -> Iterator[str]:
    kinds = {point.id: point.kind for point in content.points}
    for card in quests:
        if card.name == "Isenthrax":
            if card.point:
                yield "The quest creature Isenthrax has a map point, but it starts set aside."
        elif kinds.get(card.point) != "quest":
            yield f"The quest creature {card.name} has no Quests point of the map printed on it."
    for place, n in Counter(card.point for card in quests if card.point).items():
        if n > 1:
            yield f"{n} quest creatures live on the map point {place}."


def _rewards(content: Content) -> Iterator[str]:
    deck: list[Reward] = _cards(content.reward, content)
    allies: list[Reward] = _cards(content.allies, content)
    specials: list[Reward] = _cards(content.special_rewards, content)
    lasting = [card for card in deck if card.kind not in ("single_use", "ally", "treasure")]
    slots: Counter[str | None] = Counter(card.slot for card in lasting)
    for slot, want in SLOTS.items():
        yield from _amount(f"rewards for the {slot} slot", slots[slot], want)
    yield from _amount("lasting rewards for the item slots", slots["item"], 8)
    for kind, want in (("single_use", 12), ("ally", 4), ("treasure", 6)):
        yield from _amount(f"rewards of the kind {kind}", sum(card.kind == kind for card in deck), want)
    yield from _amount("two-handed rewards", sum(card.two_handed for card in deck), 7)
    body = Counter(card.weight for card in deck if card.slot == "body")
    yield from _amount("pieces of Light armor", body["light"], 7)
    yield from _amount("pieces of Heavy armor", body["heavy"], 5)
    yield from _amount("magical rewards", sum(card.magical for card in deck), 32)
    icons: Counter[str] = Counter(card.class_icon for card in deck if card.class_icon)
    known: set[str] = {icon for klass in _cards(content.klasses, content) if klass.basic for icon in klass.icons}
    for icon in sorted(known | set(icons)):
        yield from _amount(f"rewards with the class icon {icon}", icons[icon], 4)
        if icon not in known:
            yield f"No Basic Class has the class icon {icon} of a reward."
    yield from _amount("rewards with a Travel Bonus", sum(card.travel != 0 for card in deck), 6)
    escapes = sum(card.escape != 0 or any(bonus.escape for bonus in card.bonus) for card in deck)
    yield from _amount("rewards with an Escape modifier", escapes, 7)
    yield from _amount("rewards that grant flying", sum(card.flying for card in deck), 2)
    for card in (*deck, *allies, *specials):
        yield from _reward(card)
    for card in deck:
        if card.price < 5:
            yield f"The reward {card.name} has no sell price."
    for card in allies:
        if card.kind != "ally":
            yield f"The animal ally {card.name} is of the kind {card.kind}, not an ally."
    sword = _named(deck, "Sword")
    yield from _seed("reward", "Sword", sword)
    if sword and (sword.kind, sword.slot, sword.cv, sword.two_handed, sword.class_icon, sword.magical) != (
        ("weapon", "hand", 4, False, None, False)
    ):
        yield "The reward Sword is not a plain one-handed weapon of CV 4 for every class."
    shield = _named(specials, "Kraeger Shield")
    yield from _seed("special reward", "Kraeger Shield", shield)
    if shield and (shield.slot, shield.magical, shield.cv, shield.escape, shield.price) != ("hand", True, 4, 1, 50):
        yield "The special reward Kraeger Shield is not a magical hand item of CV 4, Escape +1 and 50 GP."


def _reward(card: Reward) -> Iterator[str]:
    """Slots and weights (NV-REWARD-1 to NV-REWARD-15)."""
    who = f"The reward {card.name}"
    if card.kind == "treasure":
        if card.slot:
            yield f"{who} is a Treasure and needs no slot."
        if card.magical:
            yield f"{who} is a Treasure and cannot be magical."
    elif not card.slot:
        yield f"{who} has no slot."
    if card.kind in ("single_use", "ally") and card.slot not in (None, "item"):
        yield f"{who} is of the kind {card.kind} but goes on a {card.slot} slot."
    if card.kind == "single_use" and not any(ability.uses == "once" for ability in card.abilities):
        yield f"{who} is a Single-Use Item without an ability that is used once."
    if card.kind == "weapon" and card.slot != "hand":
        yield f"{who} is a weapon but goes on no hand slot."
    if card.two_handed and card.slot != "hand":
        yield f"{who} is two-handed but goes on no hand slot."
    if card.slot == "body" and not card.weight:
        yield f"{who} is body armor, neither Light nor Heavy."
    if card.weight and not (card.slot == "body" or (card.slot == "hand" and card.kind == "armor")):
        yield f"{who} is Light or Heavy, which only body armor and shields are."


# ---- heroes ----


def _classes(content: Content) -> Iterator[str]:
    klasses: list[Klass] = _cards(content.klasses, content)
    pool = [klass for klass in klasses if not klass.basic and not klass.only_for]
    yield from _amount("shared Advanced Classes", len(pool), len(ADVANCED))
    for name, (icon, advance) in BASIC.items():
        basic = _named(klasses, name)
        yield from _seed("class", name, basic)
        if basic and (basic.basic, basic.icons, basic.advance) != (True, (icon,), advance):
            yield f"The class {name} is not a Basic Class with the icon {icon} that advances by {advance}."
    for name, icons in ADVANCED.items():
        shared = _named(klasses, name)
        if shared is None:
            yield f"No class is called {name}."
        elif shared.basic or shared.icons != icons:
            yield f"The class {name} is not an Advanced Class with the icons {', '.join(icons)}."
    for name in BACKS.values():
        yield from _seed("class", name, _named(klasses, name))
    heroes: dict[str, Character] = {who.id: who for who in _cards(content.characters, content)}
    by_id = {klass.id: klass for klass in klasses}
    backs = {klass.back: klass for klass in klasses if klass.back}
    for klass in klasses:
        who = f"The class {klass.name}"
        if not klass.icons:
            yield f"{who} has no class icon."
        if klass.basic:
            yield from _advance(klass, by_id, pool)
        elif klass.back or klass.advance:
            yield f"{who} is an Advanced Class and cannot advance."
        if klass.only_for:
            front = backs.get(klass.id)
            owner = heroes.get(klass.only_for)
            if owner is None:
                yield f"{who} is only for {klass.only_for}, who is no character."
            elif front is None or owner.klass != front.id:
                yield f"{who} is only for {owner.name}, whose Basic Class has another back."
        if klass.special_victory != (klass.name == "Informant"):
            yield f"{who} has the wrong word on a victory of its own, which the Informant alone has."
    for name, back in BACKS.items():
        front = _named(klasses, name)
        if front and getattr(by_id.get(front.back), "name", "") != back:
            yield f"The class {name} has not {back} on its back."
    yield from _knight(_named(klasses, "Knight"))
    priest = _named(klasses, "Priest")
    if priest and not priest.immune:
        yield "The class Priest can be cursed, but it is shielded."


def _advance(klass: Klass, by_id: dict[str, Klass], pool: list[Klass]) -> Iterator[str]:
    who = f"The class {klass.name}"
    if klass.only_for:
        yield f"{who} is a Basic Class and cannot be the back of a card."
    if bool(klass.back) != (klass.advance in ("back", "both")):
        yield f"{who} has a back it may not advance to, or none where it may."
    if klass.back and (klass.back not in by_id or not by_id[klass.back].only_for):
        yield f"{who} has {klass.back} on its back, which is no Advanced Class of one character."
    if klass.advance in ("icon", "both"):
        matches = sum(bool(set(klass.icons) & set(other.icons)) for other in pool)
        if matches < 3:
            yield f"{who} finds only {matches} Advanced Classes with its icon, not 3."


def _knight(knight: Klass | None) -> Iterator[str]:
    """NV-CLASS-7 to NV-CLASS-9."""
    if knight is None:
        return
    if (knight.cv, knight.escape) != (3, -2):
        yield "The class Knight has not CV +3 and Escape -2."
    manoeuvre = next((a for a in knight.abilities if a.name == "Expert Maneuvers"), None)
    if manoeuvre is None or (manoeuvre.when, manoeuvre.cost, manoeuvre.do, manoeuvre.uses) != (
        ("step_6", (Discard(n=1),), (BattleCv(n=2),), "round")
    ):
        yield "The class Knight lacks Expert Maneuvers: discard 1 card for +2 CV, once a round in step 6."


def _characters(content: Content) -> Iterator[str]:
    by_id: dict[str, Klass] = {klass.id: klass for klass in _cards(content.klasses, content)}
    characters: list[Character] = _cards(content.characters, content)
    for who in characters:
        klass = by_id.get(who.klass)
        if klass is None or not klass.basic:
            yield f"The character {who.name} has {who.klass} on the back, which is no Basic Class."
        elif who.start_cv != klass.cv:
            yield f"The character {who.name} starts with CV +{who.start_cv}, but the class gives +{klass.cv}."
        if not who.title.startswith(who.name):
            yield f"The character {who.name} has a title that does not begin with the name."
    played = Counter(who.klass for who in characters)
    for klass in by_id.values():
        if klass.basic and played[klass.id] != 1:
            yield f"The class {klass.name} belongs to {played[klass.id]} characters, not to 1."
    for name, klass_name in HEROES.items():
        hero = _named(characters, name)
        yield from _seed("character", name, hero)
        if hero and getattr(by_id.get(hero.klass), "name", "") != klass_name:
            yield f"The character {name} is no {klass_name}."


# ---- small parts ----


def _amount(what: str, have: int, want: int) -> Iterator[str]:
    if have != want:
        yield f"The number of {what} is {have}, not {want}."


def _seed(kind: str, name: str, card: Card | None) -> Iterator[str]:
    if card is None:
        yield f"The {kind} {name} is missing."
    elif card.source != "seed":
        yield f"The {kind} {name} is not marked with source seed."


def _named(cards: Iterable[Any], name: str) -> Any:
    return next((card for card in cards if card.name == name), None)


def _cards(numbers: list[int], content: Content) -> list[Any]:
    return [content.cards[n] for n in numbers]


def _all(content: Content) -> Iterator[tuple[str, Any]]:
    """Every card with the word for its kind."""
    decks = {
        "adventure": content.adventure,
        "encounter": content.encounter,
        "reward": content.reward,
        "animal ally": content.allies,
        "special reward": content.special_rewards,
        "special creature": content.special_creatures,
        "quest creature": content.quest_creatures,
        "class": content.klasses,
        "character": content.characters,
    }
    for kind, numbers in decks.items():
        for card in _cards(numbers, content):
            yield kind, card
    for place in content.locations:
        yield "location", place


def _prices(card: Card) -> Iterator[int]:
    if isinstance(card, Reward):
        yield card.price
    if isinstance(card, Adventure):
        yield card.gp_value


def _essence(card: Any) -> str:
    """What a card is and does, without what only names or paints it."""
    blank: dict[str, Any] = {"id": "", "name": "", "icon": "", "palette": "day", "flavour": "", "source": "seed"}
    if isinstance(card, Character):
        blank["title"] = ""
    if isinstance(card, Location):
        blank["point"] = ""
    if hasattr(card, "abilities"):
        blank["abilities"] = tuple(msgspec.structs.replace(ability, name="") for ability in card.abilities)
    return repr(msgspec.structs.replace(card, **blank))


def _inside(thing: Any, cls: Any) -> Iterator[Any]:
    """Every part of a card that is of the class, at any depth."""
    if isinstance(thing, cls):
        yield thing
    if isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from _inside(getattr(thing, name), cls)
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _inside(part, cls)


def _xp_for(cv: int) -> int:
    return 1 if cv <= 2 else 2 if cv <= 6 else 3 if cv <= 10 else 4


def _unreachable(cond: If, content: Content) -> str:
    """What the condition asks that can never be so; empty if it can be met."""
    tables = content.tables
    ids = {point.id for point in content.points}
    for place in cond.point or ():
        if place not in ids:
            return f"the map point {place}, which does not exist"
    kinds = set(cond.at or ()) | ({"class"} if "city" in (cond.at or ()) else set())
    if (cond.at or cond.region or cond.point) and not any(
        (not kinds or point.kind in kinds)
        and (not cond.region or point.region in cond.region)
        and (not cond.point or point.id in cond.point)
        for point in content.points
    ):
        return "a place that the map does not have"
    low, high = cond.xp_at_least or 0, tables.xp_goal if cond.xp_at_most is None else cond.xp_at_most
    if low > min(high, tables.xp_goal) or high < 1:
        return "an XP that nobody can have"
    if (cond.gp_at_least or 0) > (10**9 if cond.gp_at_most is None else cond.gp_at_most):
        return "a sum of GP that nobody can have"
    if (cond.hand_at_least or 0) > (99 if cond.hand_at_most is None else cond.hand_at_most):
        return "a hand that nobody can have"
    if set(cond.filled or ()) & set(cond.empty or ()):
        return "a slot that is filled and empty"
    if (cond.weapons_at_least or 0) > 2:
        return "more weapons than there are hands"
    if (cond.skills_at_least or 0) > tables.skill_slots:
        return "more Skills than there are slots"
    if (cond.quests_at_least or 0) >= tables.quest_goal:
        return "as many Quest Events as end the game"
    if (cond.tokens_at_least or 0) > COUNTS["quest_creature"]:
        return "more Quest Creatures than there are"
    creatures = [card for card in content.cards if isinstance(card, Creature)]
    if cond.creature_cv_at_least is not None and all(card.cv < cond.creature_cv_at_least for card in creatures):
        return "a creature stronger than any"
    return ""
