"""Doing what a card says: steps in order, and what happens by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine.ask import Rule
from . import board
from . import vocabulary as v
from .registry import ASKING, NOW
from .state import Battle, Hero
from .targets import choose_seat, others
from .vocabulary import Steps

if TYPE_CHECKING:
    from .context import G

CARD_RULE = "NV-CARD-9"  # card text is followed as written


def run(g: G, hero: Hero, steps: Steps, rule: str = CARD_RULE) -> Rule[bool]:
    """Do the steps in order for a hero. Stops early, and returns False, where a price is not paid or a battle is lost.

    While a Defeat line is applied, what guards against losses is heeded.
    """
    chosen: Hero | None = None
    battle = g.state.battle
    losing = battle if battle is not None and battle.losing and battle.seat == hero.seat else None
    for step in steps:
        if losing is not None:
            step = softened(g, hero, step, losing)
            if step is None:
                continue
        who = hero
        if getattr(step, "of", "") == "chosen":  # one player for all such steps of a list
            if chosen is None:
                chosen = yield from choose_seat(g, hero, others(g, hero), rule)
            if chosen is None:
                continue
            who, step = chosen, msgspec.structs.replace(step, of="self")
        now = NOW.get(type(step))
        if now is not None:
            now(g, who, step, rule)
        elif (yield from ASKING[type(step)](g, who, step, rule)) is False:
            return False
    return True


def softened(g: G, hero: Hero, step: Any, battle: Battle) -> Any:
    """A step of a Defeat line after what guards against it; None if nothing is left."""
    prevented = battle.prevented
    if type(step) is v.LoseXp:
        n = step.n - prevented.get("xp", 0) - board.of(g, hero).guard_xp
        return v.LoseXp(n, step.of) if n > 0 else None
    if type(step) is v.LoseGp:
        n = step.n - prevented.get("gp", 0) - board.of(g, hero).guard_gp
        return v.LoseGp(n, step.of) if n > 0 else None
    if type(step) is v.GainCurse and prevented.get("curse"):
        return None
    if type(step) is v.Discard and prevented.get("discard"):
        n = step.n - prevented["discard"]
        return v.Discard(n, step.take, step.of, step.random) if n > 0 else None
    if type(step) is v.Destroy and prevented.get("destroy"):
        n = step.n - prevented["destroy"]
        return v.Destroy(n, step.take, step.of) if n > 0 else None
    return step


def fire(g: G, hero: Hero, on: str) -> Iterable[Any]:
    """Triggers on the hero's board for something that happened (`yield from` it)."""
    for _, _, trigger in board.of(g, hero).triggers:
        if trigger.on == on:
            return _fire(g, hero, on)
    return ()


def _fire(g: G, hero: Hero, on: str) -> Rule[None]:
    for _, key, trigger in board.of(g, hero).triggers:
        if trigger.on != on or not board.has(trigger.cond, g, hero):
            continue
        if trigger.uses:
            ledger = hero.used if trigger.uses == "game" else g.state.turn.used
            if key in ledger:
                continue
            ledger.append(key)
        yield from run(g, hero, trigger.do)
