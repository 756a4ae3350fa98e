"""What a seat is asked, what it should know to answer, and what the others read meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import board
from .. import choices as c
from .choices import deal_words
from .names import FACES, STEPS, card_name, count_of, foe_name, goods, hero_name, listed, point_name

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def question_words(g: G, ask: Ask) -> str:
    """The question, as a question."""
    words = QUESTIONS[ask.topic]
    return words if isinstance(words, str) else words(g, ask)


def hint_words(g: G, ask: Ask) -> str:
    """What counts for the answer, with its numbers; empty where the question says it all."""
    hint = HINTS.get(ask.topic)
    return hint(g, ask) if hint else ""


def waiting_words(g: G, ask: Ask) -> str:
    """What the others read while a seat is asked."""
    return f"{hero_name(g, ask.seat)} {WAITING.get(ask.topic, 'is choosing')}."


# ---- questions ----


def _may_question(g: G, ask: Ask) -> str:
    deal = deal_words(g, ask, ask.about).replace(": the ", ", so that the ")
    return f"Do you {deal[:1].lower()}{deal[1:]}?"


def _escape_question(g: G, ask: Ask) -> str:
    battle = g.state.battle
    return f"Do you fight {foe_name(g, battle.creature)} or try to Escape?" if battle else "Do you fight or Escape?"


def _limbo_question(g: G, ask: Ask) -> str:
    limbo = g.state.limbo
    return f"Which skill slot takes {card_name(g, limbo[-1])}?" if limbo else "Which skill slot takes the Curse?"


def _offer_question(g: G, ask: Ask) -> str:
    seat, offer = ask.about
    give, want = goods(g, offer.give, offer.give_gp), goods(g, offer.want, offer.want_gp)
    return f"{hero_name(g, seat)} offers {give} for {want}: do you agree?"


QUESTIONS: dict[str, str | Callable[[Any, Any], str]] = {
    "character": "Who will you be?",
    "preparation": "What do you prepare?",
    "adventure": lambda g, a: "Do you Travel or Explore?" if c.EXPLORE in a.choices else "Are you ready to Travel?",
    "safe_travels": "Do you go farther, or take the gold?",
    "move": "Where do you go?",
    "window": "Do you play something now?",
    "escape": _escape_question,
    "luck": "You rolled a natural 1: do you spend your Luck?",
    "follow_up": lambda g, a: (
        "Do you draw a card or seek a battle?"
        if any(isinstance(one, c.SpendEncounter) for one in a.choices)
        else "Which deck do you draw from?"
    ),
    "deck": "Which deck do you draw from?",
    "keep": "Which card do you keep?",
    "order": "Which card goes on top, to be drawn first?",
    "search": "Which card do you take from the discard pile?",
    "discard": "Which card do you discard?",
    "hand_limit": "Which card do you discard to end your turn?",
    "destroy": "Which card on your board do you destroy?",
    "discard_for_cv": "Do you discard a card for more CV?",
    "pay_for_cv": "Do you pay for more CV?",
    "give": "Which card do you give away?",
    "player": "Which player do you choose?",
    "equip": "Which card do you place on your board?",
    "take_off": "Which card do you take into your hand?",
    "place": "Where do you go?",
    "rift": "Where does Isenthrax rise?",
    "face": "Which face shall the Travel Die show?",
    "curse": _limbo_question,
    "uncurse": "Which Curse do you shake off?",
    "ally": "Which Animal Ally comes with you?",
    "advance": "Which Advanced Class do you take?",
    "enchant": "Which weapon do you enchant?",
    "may": _may_question,
    "option": "Which do you choose?",
    "offer": _offer_question,
    "recovery": "What do you do before your turn ends?",
    "roll": "What does your die show?",
}


# ---- hints ----


def moment(g: G, window: str) -> str:
    """The moment of an open window, in words."""
    state = g.state
    battle, turn = state.battle, state.turn
    who = hero_name(g, turn.seat)
    if battle is not None and window.startswith("step_"):
        step = int(window.removeprefix("step_"))
        told = {6: "the last chance to change the sums", 7: "the verdict has fallen"}.get(
            step, f"{STEPS[step - 1]} is done"
        )
        return f"{hero_name(g, battle.seat)} against {foe_name(g, battle.creature)}, step {step} of 7: {told}."
    if window == "revealed":
        shown = [foe_name(g, battle.creature)] if battle is not None else [card_name(g, n) for n in state.limbo[-1:]]
        return f"{who} just revealed {listed(shown) or 'a card'}."
    return {
        "turn_start": f"{who}'s turn {turn.number} begins.",
        "adventure": f"{who}'s Adventure Phase begins.",
        "before_die": f"{who} is about to roll the Travel Die.",
        "die_rolled": f"{who}'s Travel Die shows {FACES.get(turn.face, 'a face')}.",
        "before_step": f"{who} is on the way, with {count_of(turn.moves, 'step')} left.",
        "quest_done": "A Quest Event was just completed.",
        "recovery_start": f"{who}'s Recovery begins.",
        "turn_end": f"{who}'s turn {turn.number} ends.",
    }.get(window, "")


def _adventure_hint(g: G, ask: Ask) -> str:
    here = point_name(g.content, g.state.heroes[ask.seat].at)
    if c.EXPLORE not in ask.choices:
        return f"You leave {here}: the Travel Die first, then the way."
    return f"Travel rolls the Travel Die, then moves; Explore stays at {here} and looks what is there."


def _move_hint(g: G, ask: Ask) -> str:
    left = count_of(g.state.turn.moves, "step")
    return f"{left} left; you may stop here." if c.STOP in ask.choices else f"{left} left."


def _escape_hint(g: G, ask: Ask) -> str:
    from ..battle import ESCAPE_AT, escape_modifier

    battle = g.state.battle
    if battle is None:
        return ""
    hero = g.state.heroes[battle.seat]
    need = max(2, ESCAPE_AT - escape_modifier(g, hero, battle))
    cv = f"Your CV is {board.total_cv(g, hero, battle)} against {board.creature_cv(g, battle)}."
    return (
        f"{cv} To Escape, roll {need} or more; a failed try costs 1 CV." if need <= 10 else f"{cv} No roll will Escape."
    )


def _preparation_hint(g: G, ask: Ask) -> str:
    plays = g.state.turn.plays
    return f"In any order; {count_of(max(0, plays), 'card')} may still be played."


def _limit_hint(g: G, ask: Ask) -> str:
    hero = g.state.heroes[ask.seat]
    return f"You hold {count_of(len(hero.hand), 'card')}; the limit is {board.hand_limit(g, hero)}."


HINTS: dict[str, Callable[[Any, Any], str]] = {
    "preparation": _preparation_hint,
    "recovery": _preparation_hint,
    "adventure": _adventure_hint,
    "move": _move_hint,
    "window": lambda g, a: moment(g, a.about or ""),
    "escape": _escape_hint,
    "luck": lambda g, a: "Left alone, a natural 1 fails whatever is added to it.",
    "hand_limit": _limit_hint,
    "roll": lambda g, a: "Enter what the die on your table shows.",
}


# ---- dice of one's own ----


def die_words(g: G, ask: Ask) -> str:
    """What the die is for that a person rolls and enters."""
    battle = g.state.battle
    if len(ask.choices) == len(g.content.tables.travel_die):
        return "It is the Travel Die."
    if battle is None:
        return ""
    hero, foe = hero_name(g, battle.seat), foe_name(g, battle.creature)
    return {
        2: f"It is {hero}'s roll to Escape from {foe}.",
        4: f"It is {hero}'s roll against {foe}.",
        5: f"It is the roll of {foe} against {hero}.",
    }.get(battle.step, f"It is a roll in the battle of {hero} against {foe}.")


def face_words(g: G, ask: Ask, face: int) -> str:
    """A face of that die, as an answer; of the Travel Die with what it stands for."""
    die = g.content.tables.travel_die
    return f"It shows {face}, {FACES[die[face - 1]]}" if len(ask.choices) == len(die) else f"It shows {face}"


# ---- what the others read ----

WAITING = {
    "character": "is choosing a hero",
    "preparation": "is preparing",
    "adventure": "is choosing between Travel and Explore",
    "safe_travels": "travels safely and is choosing what that brings",
    "move": "is choosing where to go",
    "place": "is choosing where to go",
    "window": "may play a card",
    "escape": "is choosing between fight and flight",
    "luck": "rolled a natural 1 and is thinking of Luck",
    "keep": "is looking at cards",
    "order": "is looking at cards",
    "search": "is searching the discard pile",
    "discard": "is choosing a card to discard",
    "hand_limit": "is choosing a card to discard",
    "destroy": "is choosing a card to destroy",
    "recovery": "is recovering",
    "curse": "is choosing where the Curse goes",
    "offer": "is considering an offer",
    "player": "is choosing a player",
    "roll": "is rolling",
}
