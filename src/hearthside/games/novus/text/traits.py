"""What a card on the board brings: bonuses, prices, abilities, triggers, what it forbids.

Moment, condition, price, effect and limit stand in one order everywhere.
"""

from __future__ import annotations

from msgspec import structs

from .. import vocabulary as v
from .conditions import at_text, condition_text, foes_text
from .grammar import article, less, listed, sentence
from .moments import STEP_MOMENTS, moment_if
from .sentences import FREE_VERBS, clauses_of, joined
from .voice import OWN, Voice


def traits_text(traits: v.Traits, voice: Voice = OWN) -> list[str]:
    """What a card on the board brings, one line a trait: "+2 CV against Undead", "Travel +1", "You cannot sell."."""
    lines = [f"{traits.cv:+} CV"] if traits.cv else []
    lines += [_bonus(one, voice) for one in traits.bonus]
    lines += [f"{word} {n:+}" for word, n in (("Escape", traits.escape), ("Travel", traits.travel)) if n]
    lines += ["Flying"] if traits.flying else []
    lines += [f"Hand limit {traits.hand_limit:+}"] if traits.hand_limit else []
    guards = ((traits.guard_xp, "XP"), (traits.guard_gp, "GP"))
    lines += [f"When you lose a battle, lose {less(n, unit)}." for n, unit in guards if n]
    lines += [_price(one, voice) for one in traits.prices]
    lines += [_draw_look(traits.draw_look)] if traits.draw_look else []
    lines += [ability_text(one, voice) for one in traits.abilities]
    lines += [_trigger(one, voice) for one in traits.triggers]
    lines += [FORBIDS[one] for one in traits.forbids]
    return lines


def ability_text(ability: v.Ability, voice: Voice = OWN) -> str:
    """An ability: its name, then moment, condition, price, effect, limit."""
    voice = voice.at(ability.when, ability.who)
    lead = moment_if(ability.when, ability.who, ability.cond, ", if", own_card=True)
    effect = joined(ability.do, voice)
    clauses = clauses_of(ability.do, voice)
    if ability.cost:
        body = f"{joined(ability.cost, voice)}: {effect}"
        plain = ability.when == "battle" and ability.who == "self" and ability.cond == v.If()
        text = body if plain and "this battle" in effect else f"{lead}, {body}"
    elif effect.startswith("you may "):
        text = f"{lead}, {effect}"
    elif clauses[0].kind == "order" or effect.startswith(FREE_VERBS):
        text = f"{lead}, you may {effect}"
    else:
        text = f"{lead}: {effect}"
    name = f"{ability.name}. " if ability.name else ""
    return f"{name}{sentence(text)} {_limit(ability)}"


def _bonus(bonus: v.Bonus, voice: Voice) -> str:
    changes = [f"{bonus.cv:+} CV"] if bonus.cv else []
    changes += [f"Escape {bonus.escape:+}"] if bonus.escape else []
    changes += ["No Escape"] if bonus.no_escape else []
    foe = foes_text(bonus.cond)
    return f"{listed(changes)} {f'against {foe}' if foe else f'if {condition_text(bonus.cond, voice)}'}"


def _limit(ability: v.Ability) -> str:
    """How often, in words. Outside a battle "round" means once a phase (NV-GAP-50)."""
    if ability.uses == "once":
        return "Then discard this card."
    in_battle = ability.when in ("battle", "any") or ability.when in STEP_MOMENTS
    if ability.uses == "round" and not in_battle:
        return "Once a phase."
    if ability.uses == "round" and ability.when == "any" and not _of_battle(ability.do):
        return "Once a battle round or phase."
    return f"Once a {ability.uses}."


def _of_battle(steps: v.Steps) -> bool:
    return any(isinstance(step, BATTLE_STEPS) for step in steps)


def _price(price: v.Price, voice: Voice) -> str:
    more = price.gp > 0
    change = f"{abs(price.gp)} GP {'more' if more else 'less'}"
    cond = f" if {condition_text(price.cond, voice)}" if price.cond != v.If() else ""
    return f"{PRICES[price.what].format(change)}{cond}."


def _draw_look(look: v.DrawLook) -> str:
    rest = "the other" if look.n == 2 else "the rest"
    place = {"bottom": "on the bottom of the deck", "top": "back on top"}[look.rest]
    once = " Once a turn." if look.uses else ""
    deck = look.deck.title()
    return f"When you draw {article(deck)} card, look at the top {look.n}, keep 1 and put {rest} {place}.{once}"


def _trigger(trigger: v.Trigger, voice: Voice) -> str:
    lead, cond = TRIGGERS[trigger.on], trigger.cond
    foe = foes_text(cond)
    if foe and trigger.on in ("battle_won", "battle_lost", "escaped"):
        lead += f" {'from' if trigger.on == 'escaped' else 'against'} {foe}"
    else:
        if cond.at and trigger.on == "end_move":
            lead, cond = f"{lead} {at_text(cond.at)}", structs.replace(cond, at=None)
        lead += f", if {condition_text(cond, voice)}" if cond != v.If() else ""
    once = f" Once a {trigger.uses}." if trigger.uses else ""
    return sentence(f"{lead}, {joined(trigger.do, voice)}") + once


PRICES = {
    "buy": "The card you may buy in Preparation costs {}",
    "sell": "Each card you sell pays {}",
    "xp": "Each trade of GP for XP costs {}",
}
FORBIDS: dict[v.Forbid, str] = {
    "sell": "You cannot sell.",
    "buy_draw": "You cannot buy cards.",
    "buy_xp": "You cannot trade GP for XP.",
    "luck": "You cannot use Luck.",
    "escape": "You cannot Escape.",
    "hands": "Cards in your hand slots give no CV.",
    "events": "You cannot play Events.",
}
TRIGGERS = {
    "battle_won": "when you win a battle",
    "battle_lost": "when you lose a battle",
    "escaped": "when you Escape",
    "end_move": "when you end your Travel",
    "explored": "after you Explore",
    "turn_start": "at the start of your turn",
    "turn_end": "at the end of your turn",
    "sold": "when you sell in Recovery",
    "quest_done": "when you complete a Quest Event",
    "equipped": "when you place this card on your board",
}
BATTLE_STEPS = (
    v.BattleCv,
    v.BattleCvPer,
    v.EscapeMod,
    v.AutoEscape,
    v.ForbidEscape,
    v.Reroll,
    v.SetRoll,
    v.AdjustRoll,
    v.EndBattle,
    v.Victory,
    v.Prevent,
    v.TakeVictoryCard,
)
