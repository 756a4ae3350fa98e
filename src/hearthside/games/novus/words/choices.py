"""Every choice as a verb with its object, as it stands on a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import board
from .. import choices as c
from ..state import HAND_1, ITEM_1
from ..text.grammar import article
from ..text.sentences import steps_text
from ..text.voice import Voice
from ..vocabulary import May, Steps
from .names import DECKS, FACES, ability_name, capital, card_name, foe_name, goods, hero_name, names_of, point_name

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def choice_words(g: G, ask: Ask, choice: Any) -> str:
    """A choice as a verb with its object."""
    match choice:
        case c.TakeCard():
            verb = {**TAKE_CARD, "order": "Put {} on top"}.get(ask.topic, "Take {}")
            return verb.format(card_name(g, choice.card))
        case c.Yes() | c.No():
            return _yes_no(g, ask, isinstance(choice, c.Yes))
        case c.MoveTo():
            place = point_name(g.content, choice.point)
            return f"Raise Isenthrax at {place}" if ask.topic == "rift" else f"Go to {place}"
        case c.TakeOption():
            return deal_words(g, ask, ask.about[choice.n].do)
        case c.Done():
            return "Begin the Adventure Phase" if ask.topic == "preparation" else "End the turn"
    return CHOICES[type(choice)](g, ask, choice)


def deal_words(g: G, ask: Ask, steps: Steps) -> str:
    """Steps that may be chosen, as an order on a button."""
    battle = g.state.battle
    who = "other" if battle is not None and battle.seat != ask.seat else "self"
    text = steps_text(Steps((May(steps),)), Voice(who, names=names_of(g.content)))  # type: ignore[arg-type]
    return capital(text.removeprefix("You may ").removeprefix("choose this: ").rstrip("."))


def _yes_no(g: G, ask: Ask, yes: bool) -> str:
    if ask.topic == "may":
        return deal_words(g, ask, ask.about) if yes else "Leave it"
    if ask.topic == "advance" and not yes:
        return f"Stay {article(card_name(g, g.state.heroes[ask.seat].klass))}"
    return YES_NO.get(ask.topic, ("Agree", "Decline"))[0 if yes else 1]


def _equip(g: G, ask: Ask, choice: c.Equip) -> str:
    name, slot = card_name(g, choice.card), choice.slot
    if g.content.cards[choice.card].two_handed:
        return f"Place {name} in both hands"
    where = {
        0: "on your head",
        1: "on your body",
        HAND_1: "in the Hand slot",
        HAND_1 + 1: "in the Other hand slot",
        4: "on your feet",
    }
    return f"Place {name} {where.get(slot) or f'in item slot {slot - ITEM_1 + 1}'}"


def _buy_draw(g: G, ask: Ask, choice: c.BuyDraw) -> str:
    hero = g.state.heroes[ask.seat]
    return f"Pay {board.price(g, hero, 'buy', g.content.tables.draw_price)} GP for {DECKS[choice.deck]}"


def _sell(g: G, ask: Ask, choice: c.Sell) -> str:
    gp = board.price(g, g.state.heroes[ask.seat], "sell", g.content.cards[choice.card].price)
    return f"Sell {card_name(g, choice.card)} for {gp} GP"


def _buy_xp(g: G, ask: Ask, choice: c.BuyXp) -> str:
    from ..phases import trade_price

    return (
        f"Pay {trade_price(g, g.state.heroes[ask.seat], choice.row)} GP for {g.content.tables.trades[choice.row][1]} XP"
    )


def _stack(g: G, ask: Ask, choice: c.TakeStack) -> str:
    stack = g.state.heroes[ask.seat].skills[choice.stack]
    return (
        f"Cover {card_name(g, stack[0])} in skill slot {choice.stack + 1}"
        if stack
        else f"Use skill slot {choice.stack + 1}"
    )


def _offer(g: G, ask: Ask, choice: c.Offer) -> str:
    give, want = goods(g, choice.give, choice.give_gp), goods(g, choice.want, choice.want_gp)
    return f"Offer {hero_name(g, choice.seat)} {give} for {want}"


def _fight(g: G, ask: Ask, choice: Any) -> str:
    battle = g.state.battle
    return f"Fight {foe_name(g, battle.creature)}" if battle is not None else "Fight"


def _here(g: G, seat: int) -> str:
    return point_name(g.content, g.state.heroes[seat].at)


CHOICES: dict[type, Callable[[Any, Any, Any], str]] = {
    c.PickCharacter: lambda g, a, one: (
        f"Play {card_name(g, one.character)}, "
        f"the {names_of(g.content)[g.content.cards[one.character].klass]}"
    ),
    c.Equip: _equip,
    c.Unequip: lambda g, a, one: f"Take off {card_name(g, one.card)}",
    c.PlayCard: lambda g, a, one: f"Play {card_name(g, one.card)}",
    c.UseAbility: lambda g, a, one: f"Use {ability_name(g, one.card, one.n)}",
    c.BuyDraw: _buy_draw,
    c.Travel: lambda g, a, one: f"Travel from {_here(g, a.seat)}",
    c.Explore: lambda g, a, one: f"Explore {_here(g, a.seat)}",
    c.TakeStep: lambda g, a, one: "Go 1 point farther",
    c.TakeGold: lambda g, a, one: "Take 10 GP",
    c.Stop: lambda g, a, one: f"Stop at {_here(g, a.seat)}",
    c.Escape: lambda g, a, one: "Try to Escape",
    c.Fight: _fight,
    c.Pass: lambda g, a, one: "Play nothing",
    c.SpendLuck: lambda g, a, one: "Spend Luck and roll again",
    c.KeepRoll: lambda g, a, one: "Keep the 1 and the Luck",
    c.DrawFrom: lambda g, a, one: f"Draw {DECKS[one.deck]}",
    c.SpendEncounter: lambda g, a, one: f"Discard {card_name(g, one.card)} to battle a creature",
    c.Sell: _sell,
    c.BuyXp: _buy_xp,
    c.Advance: lambda g, a, one: f"Advance to {card_name(g, one.klass)}",
    c.TakeSeat: lambda g, a, one: f"Choose {hero_name(g, one.seat)}",
    c.TakeStack: _stack,
    c.TakeFace: lambda g, a, one: f"Turn it to {FACES[one.face]}",
    c.Offer: _offer,
}  # fmt: skip
TAKE_CARD = {
    "keep": "Keep {}",
    "discard": "Discard {}",
    "hand_limit": "Discard {}",
    "discard_for_cv": "Discard {}",
    "destroy": "Destroy {}",
    "give": "Give {} away",
    "uncurse": "Shake off {}",
    "ally": "Take {} along",
    "equip": "Place {}",
    "take_off": "Take off {}",
    "advance": "Advance to {}",
    "enchant": "Enchant {}",
}
YES_NO = {
    "offer": ("Accept the offer", "Refuse the offer"),
    "pay_for_cv": ("Pay for more CV", "Pay no more"),
    "discard_for_cv": ("", "Discard no more"),
    "equip": ("", "Place nothing"),
    "take_off": ("", "Leave the board as it is"),
}
