# mypy: disable-error-code="no-any-return"
"""How likely a hero is to win: one battle, a challenge, an average Encounter."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from .. import board
from .. import vocabulary as v
from ..state import Battle, Hero
from .thoughts import thoughts_of

if TYPE_CHECKING:
    from ..context import G
    from ..library import Content


@cache
def win_chance(lead: int) -> float:
    """The chance to win one battle when the hero's CV total leads by so much (no Luck): exact, over both dice."""
    wins = sum(1 for mine in range(2, 11) for theirs in range(1, 11) if mine + lead >= theirs)
    return wins / 100


@cache
def challenge_chance(lead: int) -> float:
    """The chance to win two battles before losing two."""
    p = win_chance(lead)
    return p * p * (3 - 2 * p)


def lead_over(g: G, hero: Hero, creature: int) -> int:
    """The hero's CV total against a creature, less the creature's; what the hand could add counts half."""
    it = g.content.cards[creature]
    cv, spare, steady = forces(g, hero)
    if not steady:
        cv = board.board_cv(g, hero, Battle(hero.seat, creature, "quest" if creature in g.content.lair else "deck"))
    return cv + g.state.turn.cv * (g.state.turn.seat == hero.seat) - it.cv + spare // 2


def mean_chance(g: G, hero: Hero) -> float:
    """The chance to win against an average Encounter card."""
    return _mean_chance(g.content, forces(g, hero)[0])


def strength(g: G, hero: Hero) -> int:
    """The hero's CV outside a battle."""
    return forces(g, hero)[0]


def forces(g: G, hero: Hero) -> tuple[int, int, bool]:
    """The hero's CV outside a battle, what hand and abilities could add, and whether every battle finds the same CV."""
    thoughts = thoughts_of(g)
    found = thoughts.strength.get(hero.seat)
    if found is None:
        spare = sum(boost(g, hero, n) for n in hero.hand) + sum(ability_boosts(g, hero))
        steady = not any(bonus.cv for _, bonus in board.of(g, hero).bonuses)
        found = thoughts.strength[hero.seat] = (board.board_cv(g, hero), spare, steady)
    return found


@cache
def _mean_chance(content: Content, cv: int) -> float:
    return sum(win_chance(cv - content.cards[n].cv) for n in content.encounter) / len(content.encounter)


@cache
def type_share(content: Content, types: tuple[str, ...]) -> float:
    """How many of the Encounter cards are of one of these types."""
    return sum(content.cards[n].type in types for n in content.encounter) / len(content.encounter)


def boost(g: G, hero: Hero, n: int) -> int:
    it = g.content.cards[n]
    if n > g.content.adventure[-1] or it.category != "action_event":
        return 0
    return sum(s.n for s in it.do if isinstance(s, v.BattleCv) and s.of == "hero" and s.n > 0)


def ability_boosts(g: G, hero: Hero) -> list[int]:
    return [
        min(3, s.n)
        for _, _, _, ability in board.of(g, hero).abilities
        for s in ability.do
        if isinstance(s, v.BattleCv) and s.of == "hero" and s.n > 0 and ability.when in ("step_6", "battle", "any")
    ]
