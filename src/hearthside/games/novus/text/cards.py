"""The rules text of every kind of card, one paragraph a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .. import vocabulary as v
from ..cards import Adventure, Character, Creature, Klass, Location, Reward
from .conditions import condition_text
from .grammar import article, count, sentence
from .moments import moment_if
from .nouns import ICONS, SOURCES
from .sentences import joined, steps_text
from .traits import traits_text
from .voice import Voice, Who


def card_text(card: v.Card, names: Mapping[str, str] | None = None) -> list[str]:
    """The rules text of any card, one paragraph a line.

    Args:
        card: a card Struct of `cards.py`.
        names: printed names of points, regions, classes and characters by id; an id without one is spelled out.
    """
    voice = Voice(names=names or {})
    match card:
        case Adventure():
            return _adventure(card, voice)
        case Creature():
            return _creature(card, voice)
        case Reward():
            return _reward(card, voice)
        case Klass():
            return _klass(card, voice)
        case Character():
            return [*traits_text(card, voice), f"Begins as {article(voice.name(card.klass))}."]
        case Location():
            return _location(card, voice)
    raise TypeError(f"{type(card).__name__} is no kind of card")


def _adventure(card: Adventure, voice: Voice) -> list[str]:
    own = card.when in ("preparation", "recovery", "either")
    who: Who = "self" if own else card.who
    voice = voice.at(card.when, who)
    if card.category == "treasure":
        gp = v.Steps((v.GainGp(card.gp_value),)) if card.gp_value else v.Steps()
        return ["Play in Preparation or Recovery.", steps_text(v.Steps(gp + card.do), voice)]
    if card.category == "skill":
        return ["Play in Preparation.", *traits_text(card, voice)]
    if card.category == "curse_event":
        return ["Attaches to you when drawn.", *traits_text(card, voice)]
    if card.category == "encounter_event":
        fight = "Revealed when you Explore, or discarded then from your hand: battle " + SOURCES["deck"] + "."
        return [fight, steps_text(card.do, replace(voice, foe=True))] if card.do else [fight]
    play = f"Play {moment_if(card.when, who, card.cond, ' if', voice=voice)}."
    xp = v.Steps((v.GainXp(card.xp),)) if card.xp else v.Steps()
    do = v.Steps(xp + card.do)
    effect = [sentence(f"{joined(card.cost, voice)}: {joined(do, voice)}") if card.cost else steps_text(do, voice)]
    attach = ["Attach to a weapon on your board."] if card.attach else []
    return [play, *(line for line in effect if line), *attach, *traits_text(card, voice)]


def _creature(card: Creature, voice: Voice) -> list[str]:
    lines = ["Flying"] if card.flying else []
    lines += [steps_text(card.ability, replace(voice, foe=True))] if card.ability else []
    victory = v.Steps((v.GainXp(card.xp), *card.victory))
    curse = card.curse and not any(isinstance(step, v.GainCurse) for step in card.defeat)
    defeat = v.Steps((*card.defeat, v.GainCurse())) if curse else card.defeat
    lines.append(f"Victory: {steps_text(victory, voice)}")
    return [*lines, f"Defeat: {steps_text(defeat, voice)}"] if defeat else lines


def _reward(card: Reward, voice: Voice) -> list[str]:
    lines = [f"Only with the {ICONS[card.class_icon]} icon."] if card.class_icon else []
    lines += ["Two-handed"] if card.two_handed else []
    lines += [f"{card.weight.title()} armor"] if card.weight else []
    lines += traits_text(card, voice)
    return [*lines, f"Sell in a City for {card.price} GP."] if card.kind == "treasure" else lines


def _klass(card: Klass, voice: Voice) -> list[str]:
    lines = traits_text(card, voice)
    lines += ["Cannot be Cursed."] if card.immune else []
    lines += HEAVY[card.heavy]
    lines += [f"May keep {count(card.train, 'trained Animal Ally', 'trained Animal Allies')}."] if card.train else []
    lines += ["You also win with 20 XP and 2 completed Quest Events."] if card.special_victory else []
    lines += [f"Only for {voice.name(card.only_for)}."] if card.only_for else []
    back, icon = voice.name(card.back), "any class that shares its icon"
    advance = {"icon": icon, "back": f"{back} only", "both": f"{back} or {icon}", "": ""}[card.advance]
    return lines + ([f"Advances to {advance}."] if advance else [])


def _location(card: Location, voice: Voice) -> list[str]:
    entry = "When you end here" if card.trigger == "end" else "When you enter"
    if card.cond != v.If():
        entry += f", if {condition_text(card.cond, voice)}"
    parts = (
        (entry, card.do),
        ("When you end here", card.on_end),
        ("With this city's class icon", card.class_benefit),
        ("Explore", card.explore),
        ("Explore, once the creature is gone", card.after_quest),
    )
    return [f"{title}: {steps_text(steps, voice)}" for title, steps in parts if steps]


HEAVY = {"any": [], "penalty": ["Heavy armor: -2 CV."], "none": ["No Heavy armor."]}
