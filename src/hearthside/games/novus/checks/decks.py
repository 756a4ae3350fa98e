"""Whether the three decks are made up as the ledger says: adventures, creatures, rewards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..cards import Adventure, Creature, Reward
from ..library import Content
from ..vocabulary import BattleCv, Draw, GainCurse, GainGp, If, LoseXp, PlaceIsenthrax, RollTable, Steps, Test, WhenStep
from .composition import (
    ADVENTURES,
    ENCOUNTER_CV,
    HUMANOID_KINDS,
    NAMED_CREATURES,
    QUEST_CREATURES,
    SLOTS,
    SOLO_REMOVED,
    TYPES,
    amount,
    cards_of,
    find,
    inside,
    seed,
)

# ---- adventures ----


def adventures(content: Content) -> Iterator[str]:
    """The Adventure deck: categories, named cards, what each category has and has not."""
    cards: list[Adventure] = cards_of(content.adventure, content)
    have: Counter[str] = Counter(card.category for card in cards)
    for category, want in ADVENTURES.items():
        yield from amount(f"adventures of the category {category}", have[category], want)
    for name in SOLO_REMOVED:
        card = find(cards, name)
        yield from seed("adventure", name, card)
        if card and card.category not in ("action_event", "event"):
            yield f"The adventure {name} is a {card.category}, not an Action Event or an Event."
        if card and not card.remove_in_solo:
            yield f"The adventure {name} is not marked as removed in solo."
    enchant = find(cards, "Enchant Weapon")
    yield from seed("adventure", "Enchant Weapon", enchant)
    if enchant and not (enchant.category == "event" and enchant.attach):
        yield "The adventure Enchant Weapon is not an Event that attaches to a weapon."
    rifts = [card for card in cards if any(inside(card, PlaceIsenthrax))]
    yield from amount("adventures that place Isenthrax", len(rifts), 1)
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


# ---- creatures ----


def creatures(content: Content) -> Iterator[str]:
    """Creatures: types, CV bands, named ones, the ledger's Quest Creatures."""
    deck: list[Creature] = cards_of(content.encounter, content)
    quests: list[Creature] = cards_of(content.quest_creatures, content)
    specials: list[Creature] = cards_of(content.special_creatures, content)
    types: Counter[str] = Counter(card.type for card in deck)
    for type_, want in TYPES.items():
        yield from amount(f"encounters of the type {type_}", types[type_], want)
    for (low, high), want in ENCOUNTER_CV.items():
        yield from amount(f"encounters with CV {low} to {high}", sum(low <= c.cv <= high for c in deck), want)
    yield from amount("flying encounters", sum(card.flying for card in deck), 7)
    yield from amount("encounters with the Curse icon", sum(card.curse for card in deck), 5)
    dice = [card for card in deck if any(inside(card.ability, (RollTable, Test)))]
    yield from amount("encounters with an Action Die ability", len(dice), 12)
    yield from amount("encounters without ability", sum(not card.ability for card in deck), 14)
    for card in (*deck, *quests, *specials):
        yield from _creature(card)
    for card in deck:
        if card.xp != _xp_for(card.cv):
            yield f"The encounter {card.name} has CV {card.cv} and {card.xp} XP, where {_xp_for(card.cv)} XP are due."
    for name, type_ in NAMED_CREATURES.items():
        named = find(deck, name)
        yield from seed("encounter", name, named)
        if named and named.type != type_:
            yield f"The encounter {name} is {named.type}, not {type_}."
        if named and type_ == "magical" and named.cv < 9:
            yield f"The encounter {name} has CV {named.cv}, but it is very powerful: 9 or more."
    for kind, pattern in HUMANOID_KINDS.items():
        if not any(card.type == "humanoid" and re.search(pattern, card.name) for card in deck):
            yield f"No humanoid encounter is a {kind}."
    yield from _orc_warrior(find(deck, "Orc Warrior"))
    for name, numbers in QUEST_CREATURES.items():
        named = find(quests, name)
        yield from seed("quest creature", name, named)
        if named and (named.type, named.cv, named.flying, named.curse, named.xp) != numbers:
            yield f"The quest creature {name} has other numbers than the ledger's (type, CV, flying, Curse, XP)."
    yield from _lairs(content, quests)
    reptisaurs = find(specials, "Reptisaurs")
    yield from seed("special creature", "Reptisaurs", reptisaurs)
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
    if not card.curse and any(inside(card.defeat, GainCurse)):
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


def _xp_for(cv: int) -> int:
    return 1 if cv <= 2 else 2 if cv <= 6 else 3 if cv <= 10 else 4


# ---- rewards ----


def rewards(content: Content) -> Iterator[str]:
    """The Reward deck and the rewards beside it: slots, kinds, weights, icons."""
    deck: list[Reward] = cards_of(content.reward, content)
    allies: list[Reward] = cards_of(content.allies, content)
    specials: list[Reward] = cards_of(content.special_rewards, content)
    lasting = [card for card in deck if card.kind not in ("single_use", "ally", "treasure")]
    slots: Counter[str | None] = Counter(card.slot for card in lasting)
    for slot, want in SLOTS.items():
        yield from amount(f"rewards for the {slot} slot", slots[slot], want)
    yield from amount("lasting rewards for the item slots", slots["item"], 8)
    for kind, want in (("single_use", 12), ("ally", 4), ("treasure", 6)):
        yield from amount(f"rewards of the kind {kind}", sum(card.kind == kind for card in deck), want)
    yield from amount("two-handed rewards", sum(card.two_handed for card in deck), 7)
    body = Counter(card.weight for card in deck if card.slot == "body")
    yield from amount("pieces of Light armor", body["light"], 7)
    yield from amount("pieces of Heavy armor", body["heavy"], 5)
    yield from amount("magical rewards", sum(card.magical for card in deck), 32)
    icons: Counter[str] = Counter(card.class_icon for card in deck if card.class_icon)
    known: set[str] = {icon for klass in cards_of(content.klasses, content) if klass.basic for icon in klass.icons}
    for icon in sorted(known | set(icons)):
        yield from amount(f"rewards with the class icon {icon}", icons[icon], 4)
        if icon not in known:
            yield f"No Basic Class has the class icon {icon} of a reward."
    yield from amount("rewards with a Travel Bonus", sum(card.travel != 0 for card in deck), 6)
    escapes = sum(card.escape != 0 or any(bonus.escape for bonus in card.bonus) for card in deck)
    yield from amount("rewards with an Escape modifier", escapes, 7)
    yield from amount("rewards that grant flying", sum(card.flying for card in deck), 2)
    for card in (*deck, *allies, *specials):
        yield from _reward(card)
    for card in deck:
        if card.price < 5:
            yield f"The reward {card.name} has no sell price."
    for card in allies:
        if card.kind != "ally":
            yield f"The animal ally {card.name} is of the kind {card.kind}, not an ally."
    sword = find(deck, "Sword")
    yield from seed("reward", "Sword", sword)
    if sword and (sword.kind, sword.slot, sword.cv, sword.two_handed, sword.class_icon, sword.magical) != (
        ("weapon", "hand", 4, False, None, False)
    ):
        yield "The reward Sword is not a plain one-handed weapon of CV 4 for every class."
    shield = find(specials, "Kraeger Shield")
    yield from seed("special reward", "Kraeger Shield", shield)
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
