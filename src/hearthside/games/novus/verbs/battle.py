"""Verbs of a battle: CV, escapes, rerolls, what it brings, and those that start one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask, Rule
from .. import battle as battles
from .. import board, conditions, events, gain, hand, quest
from .. import vocabulary as v
from ..choices import NO, YES, No
from ..registry import asking, now
from ..state import Battle, Hero

if TYPE_CHECKING:
    from ..context import G


@now(v.BattleCv)
def _battle_cv(g: G, hero: Hero, step: v.BattleCv, rule: str) -> None:
    state = g.state
    battle = state.battle
    if step.of == "creature":
        if battle is not None:
            battle.creature_cv += step.n
    elif step.lasts == "turn" and (battle is None or battle.seat == state.turn.seat):
        state.turn.cv += step.n
    elif battle is None:
        return
    elif step.lasts == "battle" and battle.source == "quest" and state.challenge is not None:
        state.challenge.cv += step.n
    else:
        battle.hero_cv += step.n
    g.log(events.ChangedCv(battle.seat if battle is not None else hero.seat, step.of, step.n), rule)


@asking(v.BattleCvPer)
def _battle_cv_per(g: G, hero: Hero, step: v.BattleCvPer, rule: str) -> Rule[bool]:
    count = 0
    if step.per == "discard":
        while count < step.most:
            fits = conditions.fitting(g, step.take)
            fit = [c for c in hero.hand if c in fits]
            if not fit:
                break
            answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "discard_for_cv", rule)
            if isinstance(answer, No):
                break
            hand.discard(g, hero, answer.card, rule)
            count += 1
    elif step.per == "gp":
        while count < step.most and hero.gp >= step.of_gp:
            answer = yield Ask(hero.seat, [YES, NO], "pay_for_cv", rule)
            if isinstance(answer, No):
                break
            gain.lose_gp(g, hero, step.of_gp, rule)
            count += 1
    else:
        count = min(step.most, board.count(g, hero, step.per))
    if count:
        _battle_cv(g, hero, v.BattleCv(step.n * count), rule)
    return True


@now(v.EscapeMod)
def _escape_mod(g: G, hero: Hero, step: v.EscapeMod, rule: str) -> None:
    if g.state.battle is not None:
        g.state.battle.escape += step.n


@now(v.ForbidEscape)
def _forbid_escape(g: G, hero: Hero, step: Any, rule: str) -> None:
    if g.state.battle is not None:
        g.state.battle.no_escape = True


def end(g: G, result: Any) -> None:
    battle = g.state.battle
    if battle is not None and not battle.result:
        battle.result = result


@now(v.Victory)
def _victory(g: G, hero: Hero, step: v.Victory, rule: str) -> None:
    battle = g.state.battle
    if battle is not None:
        battle.xp += step.xp
        battle.gp += step.gp
        battle.reward += step.reward
        battle.adventure += step.adventure


@now(v.Prevent)
def _prevent(g: G, hero: Hero, step: v.Prevent, rule: str) -> None:
    battle = g.state.battle
    if battle is not None:
        battle.prevented[step.what] = battle.prevented.get(step.what, 0) + step.n


@asking(v.Reroll)
def _reroll(g: G, hero: Hero, step: v.Reroll, rule: str) -> Rule[bool]:
    battle = g.state.battle
    if battle is None:
        return True
    fighter = g.state.heroes[battle.seat]
    if step.die == "creature":
        new = g.chance.d(10)
        old = battle.creature_roll
        battle.creature_roll = min(old, new) if step.keep == "best" and hero is fighter else new
        _log_roll(g, battle, "creature")
        return True
    new = yield from battles.hero_die(g, fighter)
    if step.die == "hero":
        battle.hero_roll = max(battle.hero_roll, new) if step.keep == "best" else new
        _log_roll(g, battle, "hero")
        return True
    if battle.tried and not battle.result:
        plus = battles.escape_modifier(g, fighter, battle)
        escaped = new != 1 and new + plus >= battles.ESCAPE_AT
        battle.escape_roll = new
        g.log(events.TriedEscape(fighter.seat, new, plus, escaped), rule)
        if escaped:
            battle.result = "escape"
    return True


@now(v.SetRoll)
def _set_roll(g: G, hero: Hero, step: v.SetRoll, rule: str) -> None:
    battle = g.state.battle
    if battle is None:
        return
    if step.die == "hero":
        battle.hero_roll = step.value
        battle.replaced = True
        _log_roll(g, battle, "hero")
    else:
        battle.creature_roll = step.value
        _log_roll(g, battle, "creature")


@now(v.AdjustRoll)
def _adjust_roll(g: G, hero: Hero, step: v.AdjustRoll, rule: str) -> None:
    battle = g.state.battle
    if battle is None:
        return
    if step.die == "hero":
        battle.hero_plus += step.n
    elif step.die == "creature":
        battle.creature_plus += step.n
    else:
        battle.escape += step.n
    if step.die != "escape":
        _log_roll(g, battle, step.die)


def _log_roll(g: G, battle: Battle, die: str) -> None:
    ours, theirs = board.final_cvs(g, battle)
    if die == "hero":
        g.log(events.RolledHero(battle.seat, battle.hero_roll, ours), "NV-GAP-48")
    else:
        g.log(events.RolledCreature(battle.seat, battle.creature_roll, theirs), "NV-GAP-48")


@asking(v.StartBattle)
def _start_battle(g: G, hero: Hero, step: v.StartBattle, rule: str) -> Rule[bool]:
    state = g.state
    if state.battle is not None:
        return True
    if step.source == "reptisaurs":
        if not g.content.reptisaurs:
            return True
        battle = Battle(hero.seat, g.content.reptisaurs, "reptisaurs", creature_cv=step.cv, xp=step.xp, gp=step.gp)
        result = yield from battles.fight(g, hero, battle, rule)
    elif step.source == "discard":
        if not state.encounter.discard:
            return True
        creature = state.encounter.discard.pop()
        battle = Battle(hero.seat, creature, "discard", creature_cv=step.cv, xp=step.xp, gp=step.gp)
        result = yield from battles.fight(g, hero, battle, rule)
    else:
        result = yield from battles.encounter(g, hero, rule, cv=step.cv, xp=step.xp, gp=step.gp)
    return result not in ("lose", "escape")


@asking(v.ChallengeQuest)
def _challenge(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    if quest.living_at(g, hero.at):
        quest.begin(g, hero)
    return True
    yield


@now(v.AutoEscape)
def _auto_escape(g: G, hero: Hero, step: Any, rule: str) -> None:
    end(g, "escape")


@now(v.EndBattle)
def _end_battle(g: G, hero: Hero, step: v.EndBattle, rule: str) -> None:
    end(g, step.result)
