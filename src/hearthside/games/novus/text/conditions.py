"""If and which: conditions as clauses, and the cards that a filter takes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from .. import vocabulary as v
from .grammar import article, at_least, count, listed
from .nouns import CATEGORIES, FOES, ICONS, KINDS, POINTS
from .voice import OWN, Voice


def condition_text(cond: v.If, voice: Voice = OWN) -> str:
    """The condition as a clause without "if": "your XP is 5 or less"."""
    told = [(name, getattr(cond, name)) for name in v.If.__struct_fields__]
    parts = {name: CONDITIONS[name](value, voice) for name, value in told if value is not None}
    if cond.at and cond.region:
        parts["at"] += parts.pop("region").removeprefix("you are")
    shared = _shared_subject(list(parts.values()))
    return " and ".join([", ".join(shared[:-1]), shared[-1]] if len(shared) > 1 else shared)


def filter_text(take: v.Filter, n: int = 1) -> str:
    """The cards that a filter takes, without number or article: "magical weapon" (n 1), "Reward cards" (n 2)."""
    nouns = [CATEGORIES[one] for one in take.category or ()] + [KINDS[one] for one in take.kind or ()]
    named = listed([one if n == 1 else many for one, many in nouns], "or")
    plain = "card" if n == 1 else "cards"
    noun = named or (f"{take.deck.title()} {plain}" if take.deck else plain)
    if take.magical is not None:
        noun = f"{'magical' if take.magical else 'non-magical'} {noun}"
    return noun + (f" for the {listed(take.slot, 'or')} slot" if take.slot else "")


def foes_text(cond: v.If) -> str:
    """The condition as a kind of foe ("Undead", "flying creatures"), or "" if it speaks of more than the foe."""
    if cond == v.If(quest_creature=True):
        return "Quest Creatures"
    least = cond.creature_cv_at_least
    if cond.flying is False or cond != v.If(creature=cond.creature, flying=cond.flying, creature_cv_at_least=least):
        return ""
    foes = listed([FOES[one][1] for one in cond.creature or ()], "or") or "creatures"
    told = f"{'flying ' if cond.flying else ''}{foes}{f' of CV {least} or more' if least else ''}"
    return "" if told == "creatures" else told


def at_text(kinds: tuple[v.PointKind, ...]) -> str:
    """ "in a City or on a Waypoint"."""
    words = [f"{'in' if kind in ('city', 'class') else 'on'} {article(POINTS[kind])}" for kind in kinds]
    return listed(words, "or")


def region_text(region: v.Region, voice: Voice) -> str:
    """A region in a sentence, with "the" where it has one."""
    name = voice.names.get(region, f"the {region}").removeprefix("The ")
    return f"the {name}" if " " in name and not name.startswith("the ") else name


def _shared_subject(parts: list[str]) -> list[str]:
    """ "you have 5 GP or more", "you are in a City": the second loses its "you"."""
    out = parts[:1]
    for before, part in pairwise(parts):
        same = next((one for one in ("you ", "the creature ") if before.startswith(one) and part.startswith(one)), "")
        out.append(part.removeprefix(same))
    return out


def _slots(slots: tuple[v.Slot, ...], state: str) -> str:
    return f"your {listed(slots)} {'slot is' if len(slots) == 1 else 'slots are'} {state}"


def _either(yes: str, no: str) -> Callable[[Any, Voice], str]:
    return lambda value, _: yes if value else no


CONDITIONS: dict[str, Callable[[Any, Voice], str]] = {
    "xp_at_least": lambda n, _: f"your XP is {n} or more",
    "xp_at_most": lambda n, _: f"your XP is {n} or less",
    "gp_at_least": lambda n, _: f"you have {n} GP or more",
    "gp_at_most": lambda n, _: f"you have {n} GP or less" if n else "you have no GP",
    "icon": lambda icon, _: f"your class has the {ICONS[icon]} icon",
    "creature": lambda types, _: f"the creature is {listed([FOES[one][0] for one in types], 'or')}",
    "creature_cv_at_least": lambda n, _: f"the creature's CV is {n} or more",
    "flying": _either("the creature has Flying", "the creature does not have Flying"),
    "quest_creature": _either("the creature is a Quest Creature", "the creature is not a Quest Creature"),
    "at": lambda kinds, _: f"you are {at_text(kinds)}",
    "region": lambda regions, voice: f"you are in {listed([region_text(one, voice) for one in regions], 'or')}",
    "point": lambda points, voice: f"you are at {listed([voice.name(one) for one in points], 'or')}",
    "hand_at_least": lambda n, _: f"you have {at_least(n, 'card', 'cards')} in hand",
    "hand_at_most": lambda n, _: f"you have {count(n, 'card')} or fewer in hand" if n else "your hand is empty",
    "filled": lambda slots, _: _slots(slots, "filled"),
    "empty": lambda slots, _: _slots(slots, "empty"),
    "weapons_at_least": lambda n, _: (
        "you wield two weapons or a two-handed one" if n == 2 else f"you wield {at_least(n, 'weapon', 'weapons')}"
    ),
    "two_handed": _either("you wield a two-handed weapon", "you wield no two-handed weapon"),
    "magical_at_least": lambda n, _: f"you have {at_least(n, 'magical card', 'magical cards')} on your board",
    "allies_at_least": lambda n, _: f"you have {at_least(n, 'Ally', 'Allies')} on your board",
    "heavy": _either("you wear Heavy armor", "you wear no Heavy armor"),
    "skills_at_least": lambda n, _: f"you have {at_least(n, 'Skill', 'Skills')}",
    "cursed": _either("you have a Curse", "you have no Curse"),
    "tokens_at_least": lambda n, _: f"you have defeated {at_least(n, 'Quest Creature', 'Quest Creatures')}",
    "quests_at_least": lambda n, _: f"you have completed {at_least(n, 'Quest Event', 'Quest Events')}",
    "own_turn": _either("it is your turn", "it is not your turn"),
    "phase": lambda phases, _: f"it is {listed([f'the {one.title()} Phase' for one in phases], 'or')}",
    "won_this_turn": lambda types, _: f"you have beaten {listed([FOES[one][0] for one in types], 'or')} this turn",
    "wins_this_turn": lambda n, _: f"you have won {at_least(n, 'battle', 'battles')} this turn",
    "tried_escape": lambda yes, voice: (
        f"{'you' if voice.who == 'self' else 'the hero'} {'tried' if yes else 'did not try'} to Escape in this battle"
    ),
    "behind": lambda yes, voice: f"{voice.hero} Final CV is {'' if yes else 'not '}lower than the creature's",
    "company": _either("another hero is on your point", "no other hero is on your point"),
}
