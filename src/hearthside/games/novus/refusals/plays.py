"""Why not, of a card or an ability: the moment, the condition, the price, the limit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....engine.game import Refusal
from .. import board, conditions, hand, play, windows, worth
from .. import choices as c
from ..moments import PREPARATION, RECOVERY, bits
from ..pieces import card_id
from ..state import Hero
from ..text.conditions import condition_text, filter_text
from ..text.moments import moment_text
from ..text.sentences import steps_text
from ..text.voice import Voice
from ..vocabulary import Destroy, Discard, If, LoseXp, PayGp, Steps
from ..words.names import ability_name, card_name, count_of, foe_name, listed, names_of
from .phrases import forbidder, here

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def plays(g: G, hero: Hero, ask: Ask, bit: int) -> Iterator[Refusal]:
    """Adventure cards in hand and abilities on the board that are not offered now."""
    for n in hero.hand:
        if n <= g.content.adventure[-1]:
            if c.PlayCard(n) not in ask.choices:
                yield _no_play(g, hero, n, bit)
        elif g.content.cards[n].abilities and ask.topic == "window":
            why = f"{card_name(g, n)} works on the board only, not from your hand of {len(hero.hand)}."
            yield Refusal(f"Use {card_name(g, n)}", why, "NV-REWARD-16", (card_id(n),))
    for n in board.active(g, hero):
        for i, ability in enumerate(g.content.cards[n].abilities):
            if c.UseAbility(n, i) not in ask.choices:
                yield _no_use(g, hero, n, i, ability, bit)


def _no_play(g: G, hero: Hero, n: int, bit: int) -> Refusal:
    it = g.content.cards[n]
    what, touched = f"Play {it.name}", (card_id(n),)
    own = bit in (PREPARATION, RECOVERY)
    plays = g.state.turn.plays
    limit = "NV-PREP-5" if bit == PREPARATION else "NV-RECOV-5"
    if it.category == "encounter_event":
        return Refusal(what, "It is discarded when you Explore, to battle 1 creature.", "NV-EVENT-13", touched)
    if it.category == "treasure":
        return Refusal(what, "Treasures are played in your own Preparation or Recovery.", "NV-EVENT-9", touched)
    if it.category == "skill":
        if bit != PREPARATION:
            why = "A Skill is the 1 card of your Preparation."
            return Refusal(what, why, "NV-GAP-29" if bit == RECOVERY else "NV-SKILL-5", touched)
        if plays <= 0:
            return Refusal(what, "You have played the 1 card of this Preparation.", limit, touched)
        return Refusal(what, f"All {len(hero.skills)} of your skill slots are taken.", "NV-SKILL-4", touched)
    if not bits(it.when) & bit:
        return Refusal(what, _moment(it.name, it.when, it.who), _timing_rule(it), touched)
    if own and play.counted(it) and plays <= 0:
        phase = "Preparation" if bit == PREPARATION else "Recovery"
        return Refusal(what, f"You have played the 1 card of this {phase}.", limit, touched)
    if own and play.counted(it) and board.forbids(g, hero, "events"):
        return Refusal(what, f"{forbidder(g, hero, 'events')} keeps you from playing Events.", "NV-CARD-9", touched)
    if it.attach and not play.attachable(g, hero):
        why = f"It needs a weapon on your board without an enchantment; you have {len(board.weapons(g, hero))} in all."
        return Refusal(what, why, "NV-GAP-42", touched)
    rule = "NV-QUEST-1" if it.category == "quest_event" else _timing_rule(it)
    why_rule = _why_not(g, hero, it.name, it.when, it.who, it.cond, it.cost, it.do, bit, rule, (n,))
    if it.category != "action_event" and g.state.battle is not None and g.state.battle.seat != hero.seat:
        why_rule = ("In another player's battle only Action Events are played.", "NV-GAP-31")
    return Refusal(what, *why_rule, touched)


def _no_use(g: G, hero: Hero, n: int, i: int, ability: Any, bit: int) -> Refusal:
    name = ability_name(g, n, i)
    what, touched = f"Use {name}", (card_id(n),)
    if not bits(ability.when) & bit:
        return Refusal(what, _moment(name, ability.when, ability.who), "NV-GAP-32", touched)
    if ability.uses != "once" and windows.key(n, i) in windows._ledger(g, hero, ability):
        span = {"round": "battle round" if g.state.battle is not None else "phase"}.get(ability.uses, ability.uses)
        return Refusal(what, f"It is used up: once a {span}.", "NV-GAP-50", touched)
    why, rule = _why_not(
        g, hero, name, ability.when, ability.who, ability.cond, ability.cost, ability.do, bit, "NV-CARD-9", (n,)
    )
    return Refusal(what, why, rule, touched)


def _why_not(
    g: G, hero: Hero, name: str, when: Any, who: Any, cond: If, cost: Steps, do: Steps, bit: int, rule: str, skip: Any
) -> tuple[str, str]:
    """The first reason, as (sentence, rule), why a card or an ability whose moment it is may not be used."""
    if who != "any" and not windows.right_side(g, hero, who, bit):
        return _moment(name, when, who), rule
    unmet = _unmet(g, hero, cond)
    if unmet:
        return f"{name} asks that {unmet}", rule
    if cost and not worth.payable(g, hero, cost, skip):
        return f"Its price is to {_price(cost)}; {_purse(g, hero, cost, skip)}.", "NV-GAP-41"
    if worth.nests(g, hero, do):
        return "1 battle at a time: this one is fought to its end first.", "NV-GAP-94"
    return "It would change nothing now.", rule


def _moment(name: str, when: Any, who: Any) -> str:
    own = when in ("preparation", "recovery", "either")
    return f"{name} is for another moment: {moment_text(when, 'self' if own else who)}."


def _timing_rule(it: Any) -> str:
    if it.category == "action_event":
        return "NV-EVENT-2"
    return "NV-EVENT-3" if it.when == "either" else "NV-EVENT-2"


# ---- conditions and prices ----


@lru_cache(maxsize=512)
def _single(name: str, value: Any) -> If:
    return If(**{name: value})


def _unmet(g: G, hero: Hero, cond: If) -> str:
    """The parts of a condition that do not hold, and what is so instead; empty if all hold."""
    names = names_of(g.content)
    parts = conditions.given(cond)
    missed = [
        (name, value) for name, value in parts if not conditions.holds(g, hero, _single(name, value), g.state.battle)
    ]
    if not missed:
        return ""
    wanted = [condition_text(_single(name, value), Voice(names=names)) for name, value in missed]
    have = list(dict.fromkeys(text for text in (_have(g, hero, name) for name, _ in missed) if text))
    return f"{listed(wanted)}{'; now ' + listed(have) if have else ''}."


def _have(g: G, hero: Hero, name: str) -> str:
    """The hero's side of a condition, with its number."""
    battle = g.state.battle
    counts = {
        "weapons_at_least": ("weapon", "weapon", ""), "magical_at_least": ("magical", "magical card", ""),
        "allies_at_least": ("ally", "Ally", "Allies"), "skills_at_least": ("skill", "working Skill", ""),
        "tokens_at_least": ("token", "Quest Creature defeated", "Quest Creatures defeated"),
        "quests_at_least": ("quest", "Quest Event completed", "Quest Events completed"),
        "cursed": ("curse", "Curse", ""),
    }  # fmt: skip
    if name in counts:
        what, one, many = counts[name]
        return f"you have {count_of(board.count(g, hero, what), one, many)}"
    if name in ("at", "region", "point"):
        return f"you are at {here(g, hero)}"
    if name in ("wins_this_turn", "won_this_turn"):
        wins = g.state.turn.wins if g.state.turn.seat == hero.seat else []
        return f"you have beaten {listed([foe_name(g, n) for n in wins]) or 'nobody'} this turn"
    if name.startswith("creature") or name in ("flying", "quest_creature"):
        if battle is None:
            return "no creature stands before you"
        it = g.content.cards[battle.creature]
        return f"{foe_name(g, battle.creature)} is {it.type.title()} with CV {it.cv}"
    return {
        "xp_at_least": f"it is {hero.xp}", "xp_at_most": f"it is {hero.xp}",
        "gp_at_least": f"you have {hero.gp} GP", "gp_at_most": f"you have {hero.gp} GP",
        "hand_at_least": f"you hold {len(hero.hand)}", "hand_at_most": f"you hold {len(hero.hand)}",
    }.get(name, "")  # fmt: skip


def _price(cost: Steps) -> str:
    text = steps_text(cost).rstrip(".")
    return text[:1].lower() + text[1:]


def _purse(g: G, hero: Hero, cost: Steps, skip: Any) -> str:
    """What the hero has of each thing that a price asks for."""
    have = []
    for step in cost:
        if isinstance(step, PayGp):
            have.append(f"{hero.gp} GP")
        elif isinstance(step, LoseXp):
            have.append(f"{hero.xp} XP")
        elif isinstance(step, Discard):
            n = len([one for one in hero.hand if one not in skip and conditions.matches(g, one, step.take)])
            have.append(f"{n} {filter_text(step.take, n)} in hand")
        elif isinstance(step, Destroy):
            n = len(hand.destroyable(g, hero, step.take))
            have.append(f"{n} {filter_text(step.take, n)} on your board")
    return f"you have {listed(list(dict.fromkeys(have)))}"
