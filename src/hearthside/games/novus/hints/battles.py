# mypy: disable-error-code="no-any-return"
"""Choices for the sake of a battle: to fight or escape, and what to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask
from .. import board
from .. import choices as c
from .. import vocabulary as v
from ..battle import escape_modifier
from ..state import Battle, Hero
from ..vocabulary import Steps
from .odds import ability_boosts, boost, win_chance
from .values import steps_worth

if TYPE_CHECKING:
    from ..context import G


def escape(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    battle = g.state.battle
    assert battle is not None
    it = g.content.cards[battle.creature]
    spare = (sum(boost(g, hero, n) for n in hero.hand) + sum(ability_boosts(g, hero))) // 2
    lead = board.total_cv(g, hero, battle) - board.creature_cv(g, battle) + spare
    gain = it.xp + battle.xp + steps_worth(g, hero, it.victory)
    loss = -steps_worth(g, hero, it.defeat) + 1.5 * it.curse + 0.4
    fight = win_chance(lead) * gain - (1 - win_chance(lead)) * loss
    if isinstance(choice, c.Fight):
        return fight
    away = max(0, min(9, 11 - max(2, 6 - escape_modifier(g, hero, battle)))) / 10
    worse = win_chance(lead - 1) * gain - (1 - win_chance(lead - 1)) * loss
    return away * -0.3 + (1 - away) * worse


def window(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.Pass):
        return 0.0
    it = g.content.cards[choice.card]
    if isinstance(choice, c.UseAbility):
        ability = it.abilities[choice.n]
        steps, cost, price = ability.do, ability.cost, 0.6 if ability.uses == "once" else 0.0
    else:
        steps, cost, price = it.do, it.cost, 0.6
        if it.category == "quest_event":
            return 9.0
    worth = steps_worth(g, hero, steps) + steps_worth(g, hero, cost) - price
    battle = g.state.battle
    if battle is not None and not battle.result:
        worth += battle_worth(g, hero, battle, steps)
    return worth - 0.05


def battle_worth(g: G, hero: Hero, battle: Battle, steps: Steps) -> float:
    """What steps are worth for the outcome of the battle that is on."""
    mine = battle.seat == hero.seat
    it = g.content.cards[battle.creature]
    stake = it.xp + 2.5 + (3.0 if battle.source == "quest" else 0.0)
    if not mine:
        stake *= -0.25
    before = chance_now(g, battle, 0)
    shift = 0
    for step in v.every_step(steps):
        if isinstance(step, v.BattleCv):
            shift += step.n if step.of == "hero" else -step.n
        elif isinstance(step, v.BattleCvPer):
            shift += 2 * step.n
        elif isinstance(step, v.AdjustRoll) and step.die != "escape":
            shift += step.n if step.die == "hero" else -step.n
        elif isinstance(step, v.SetRoll):
            old = battle.hero_roll if step.die == "hero" else battle.creature_roll
            shift += (step.value - old) * (1 if step.die == "hero" else -1)
            if step.die == "hero" and battle.hero_roll == 1:
                return stake * _chance_as_if(g, battle, shift)
        elif isinstance(step, v.Reroll) and step.die != "escape":
            old = battle.hero_roll if step.die == "hero" else battle.creature_roll
            if step.die == "hero" and old == 1:
                return stake * 0.5
            shift += round((5.5 - old) * (1 if step.die == "hero" else -1))
        elif isinstance(step, v.EndBattle | v.AutoEscape):
            result = "escape" if isinstance(step, v.AutoEscape) else step.result
            after = {"win": 1.0, "lose": 0.0}.get(result, 0.45)
            return stake * (after - before)
        elif isinstance(step, v.Victory):
            return stake * 0.0 + before * (step.xp + step.gp / 22 + step.reward + step.adventure) * (
                1 if mine else -0.3
            )
        elif isinstance(step, v.Prevent):
            return (1 - before) * 1.5 if mine else 0.0
        elif isinstance(step, v.EscapeMod):
            return 0.1 if before < 0.4 else -0.5
    if battle.step < 6 and battle.hero_roll == 0:
        shift = shift // 2  # better kept until the dice are known
    return stake * (chance_now(g, battle, shift) - before)


def chance_now(g: G, battle: Battle, shift: int) -> float:
    return 0.0 if battle.hero_roll == 1 else _chance_as_if(g, battle, shift)


def _chance_as_if(g: G, battle: Battle, shift: int) -> float:
    ours, theirs = board.final_cvs(g, battle)
    lead = ours - theirs + shift
    if battle.hero_roll and battle.creature_roll:
        return 1.0 if lead >= 0 else 0.0
    if battle.hero_roll:
        return sum(1 for roll in range(1, 11) if lead >= roll) / 10
    return win_chance(lead)
