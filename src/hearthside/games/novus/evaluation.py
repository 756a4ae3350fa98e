"""How a game of Legends of Novus stands: each seat's chance to win, read off the open boards.

The weights are those of logistic regressions on 8,800 positions of 900 games of two to four greedy players and on 3,300
positions of 500 solo games, some of them with slips. They use what everybody sees, so every seat reads the same.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from . import board
from .goal import SOLO_QUESTS, SOLO_TOKENS
from .state import Hero

if TYPE_CHECKING:
    from .context import G

SOLO_TURNS = 25


def chances(g: G) -> list[float]:
    """Each seat's chance to win, 0 to 1; together 1, but alone what the 25 turns leave."""
    heroes = g.state.heroes
    if len(heroes) == 1:
        return [_alone(g, heroes[0])]
    weights = [exp(_standing(g, hero)) for hero in heroes]
    total = sum(weights)
    return [weight / total for weight in weights]


def _cv(g: G, hero: Hero) -> int:
    return board.track_cv(g, hero) if hero.klass else 0


def _standing(g: G, hero: Hero) -> float:
    goal = g.content.tables.xp_goal
    value = 0.118 * hero.xp + 0.014 * min(hero.xp, goal) ** 2 / goal + 0.3 * bool(hero.tokens) + 0.08 * len(hero.tokens)
    value += 0.135 * len(hero.quests) + 0.21 * (len(hero.quests) == g.content.tables.quest_goal - 1)
    value += 0.0057 * hero.gp + 0.107 * len(hero.hand) + 0.175 * _cv(g, hero) + 0.06 * hero.luck - 0.32 * hero.advanced
    if hero.xp >= goal and not hero.tokens:
        value -= 1.22  # more experience alone wins nothing
    if hero.seat == g.state.turn.seat:
        value += 0.14
    return value


def _alone(g: G, hero: Hero) -> float:
    spent = min(g.state.turn.number / SOLO_TURNS, 1.0)
    value = -1.4 + 1.32 * min(len(hero.tokens), SOLO_TOKENS) + 1.16 * min(len(hero.quests), SOLO_QUESTS)
    value += 0.173 * _cv(g, hero) - 0.026 * hero.xp + 0.133 * len(hero.hand) - 1.98 * spent - 5.24 * spent**2
    return 1 / (1 + exp(-value))
