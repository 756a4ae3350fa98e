"""Verbs that decide which steps happen: conditions, choices, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.ask import Ask, Rule
from .. import battle as battles
from .. import board, events, resolve
from .. import vocabulary as v
from ..choices import NO, YES, TakeOption, Yes
from ..registry import asking
from ..state import Hero
from ..worth import worth

if TYPE_CHECKING:
    from ..context import G


@asking(v.WhenStep)
def _when(g: G, hero: Hero, step: v.WhenStep, rule: str) -> Rule[bool]:
    return (yield from resolve.run(g, hero, step.do if board.has(step.cond, g, hero) else step.otherwise, rule))


@asking(v.May)
def _may(g: G, hero: Hero, step: v.May, rule: str) -> Rule[bool]:
    if worth(g, hero, step.do):
        answer = yield Ask(hero.seat, [YES, NO], "may", rule, about=step.do)
        if isinstance(answer, Yes):
            return (yield from resolve.run(g, hero, step.do, rule))
    return True


@asking(v.Choose)
def _choose(g: G, hero: Hero, step: v.Choose, rule: str) -> Rule[bool]:
    fit = [n for n, option in enumerate(step.options) if worth(g, hero, option.do)]
    if not fit:
        return True
    n = (
        fit[0]
        if len(fit) == 1
        else (yield Ask(hero.seat, [TakeOption(i) for i in fit], "option", rule, about=step.options)).n
    )
    return (yield from resolve.run(g, hero, step.options[n].do, rule))


@asking(v.RollTable)
def _roll_table(g: G, hero: Hero, step: v.RollTable, rule: str) -> Rule[bool]:
    face = yield from battles.hero_die(g, hero)
    g.log(events.RolledAbility(hero.seat, face), "NV-BATTLE-4")
    band = step.bands[0] if face == 1 else next((b for b in step.bands if face <= b.upto), step.bands[-1])
    return (yield from resolve.run(g, hero, band.do, rule))


@asking(v.Test)
def _test(g: G, hero: Hero, step: v.Test, rule: str) -> Rule[bool]:
    face = yield from battles.hero_die(g, hero)
    g.log(events.RolledAbility(hero.seat, face), "NV-ROLL-1")
    passed = face != 1 and face + step.plus >= step.at_least
    return (yield from resolve.run(g, hero, step.success if passed else step.failure, rule))
