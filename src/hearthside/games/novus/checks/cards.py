"""Whether every card is lawful by itself: ids, names, prices, likeness, conditions within reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ..cards import COUNTS, Adventure, Character, Creature, Location, Reward
from ..library import Content
from ..vocabulary import Card, If, Step, Victory
from .composition import cards_of, inside


def every_card(content: Content) -> Iterator[str]:
    """Ids, names, icons, flavour, prices, no idle step; no two cards alike (NV-GOAL-8, NV-CREATURE-2)."""
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
        for idle in _idle(card):
            yield f"{who} has the step {idle}, which does nothing."
        twin = does.setdefault(_essence(card), card)
        if twin is not card:
            yield f"{who} is like {twin.name} in all but name."
    for point in content.points:
        if point.icon and not ICON.fullmatch(point.icon):
            yield f"The map point {point.id} has the icon {point.icon!r}, which is no icon's name."


def conditions(content: Content) -> Iterator[str]:
    """No condition on a card is beyond reach on this map (the checklist asks it of Quest Events)."""
    for kind, card in _all(content):
        for cond in inside(card, If):
            if problem := _unreachable(cond, content):
                yield f"The {kind} {card.name} asks for {problem}."


ICON = re.compile(r"[a-z0-9-]+")


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
        for card in cards_of(numbers, content):
            yield kind, card
    for place in content.locations:
        yield "location", place


def _prices(card: Card) -> Iterator[int]:
    if isinstance(card, Reward):
        yield card.price
    if isinstance(card, Adventure):
        yield card.gp_value


def _idle(card: Card) -> Iterator[str]:
    """The verbs of steps that change nothing: an amount of 0, a Victory that brings no more."""
    for step in inside(card, Step):
        nothing = step == Victory() if isinstance(step, Victory) else getattr(step, "n", 1) == 0
        if nothing:
            yield str(step.__struct_config__.tag)


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
