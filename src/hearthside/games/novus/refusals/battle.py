"""Why not, in a battle and whenever dice lie: Escape, Luck, the open windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.game import Refusal
from .. import board
from ..moments import BIT
from ..state import Hero
from ..words.names import count_of
from .phrases import forbidder
from .plays import plays

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def window(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """In a window: cards, abilities, Escape, Luck."""
    yield from plays(g, hero, ask, BIT.get(ask.about, 0))
    battle = g.state.battle
    if battle is not None and battle.seat == hero.seat:
        yield from _no_escape(g, hero)
        yield from luck(g, hero)
    yield Refusal("Change your gear", "Cards go on and off the board in your Preparation and Recovery.", "NV-BOARD-5")


def escape(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """At the choice between fight and flight."""
    why = f"Cards come after the Escape roll: this is step 2 of 7, and you hold {count_of(len(hero.hand), 'card')}."
    yield Refusal("Play a card first", why, "NV-BATTLE-8")
    yield from luck(g, hero)


def luck_first(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """At a natural 1."""
    yield Refusal("Play a card on the 1", "Luck is decided at once, before any card.", "NV-ROLL-10")


def luck(g: G, hero: Hero) -> Iterator[Refusal]:
    """Luck outside a natural 1."""
    battle = g.state.battle
    rolled = battle.hero_roll if battle is not None and battle.seat == hero.seat else 0
    if board.forbids(g, hero, "luck"):
        why, rule = f"{forbidder(g, hero, 'luck')} keeps you from using Luck.", "NV-CARD-9"
    elif not hero.luck:
        why, rule = "You have 0 Luck tokens.", "NV-ROLL-6"
    elif rolled == 1:
        why, rule = "Luck is spent at the moment of the 1, and that has passed.", "NV-ROLL-10"
    elif rolled:
        why, rule = f"Luck rerolls a natural 1 only; you rolled {rolled}.", "NV-ROLL-7"
    else:
        why, rule = "Luck rerolls a natural 1 of your own, at the moment it is rolled.", "NV-ROLL-7"
    yield Refusal("Spend Luck", why, rule, (f"luck-{hero.seat}",))


def _no_escape(g: G, hero: Hero) -> Iterator[Refusal]:
    """Escape, outside its question."""
    battle = g.state.battle
    if battle is None:
        return
    if battle.result:
        yield Refusal("Escape", "The battle is over after 7 steps.", "NV-BATTLE-22")
    elif battle.tried:
        yield Refusal("Escape", f"You tried once and rolled {battle.escape_roll}; there is 1 try.", "NV-BATTLE-14")
    elif board.no_escape(g, hero, battle):
        by = forbidder(g, hero, "escape") if board.forbids(g, hero, "escape") else "This battle"
        yield Refusal("Escape", f"{by} allows no Escape.", "NV-CARD-9")
    elif battle.step < 2:
        yield Refusal("Escape", f"Escape is step 2 of 7; this is step {max(1, battle.step)}.", "NV-BATTLE-8")
    else:
        yield Refusal("Escape", f"Escape is step 2 of 7; this is step {battle.step}.", "NV-GAP-49")
