"""Verbs of the hero: experience, gold, tokens, curses, allies, class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask, Rule
from .. import advance, board, events, gain, hand
from .. import vocabulary as v
from ..choices import NO, MoveTo, No
from ..registry import asking, now
from ..state import Hero
from ..targets import choose_seat, others, targets

if TYPE_CHECKING:
    from ..context import G


@now(v.GainXp)
def _gain_xp(g: G, hero: Hero, step: v.GainXp, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.gain_xp(g, who, step.n, rule)


@now(v.LoseXp)
def _lose_xp(g: G, hero: Hero, step: v.LoseXp, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.lose_xp(g, who, step.n, rule)


@now(v.GainGp)
def _gain_gp(g: G, hero: Hero, step: v.GainGp, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.gain_gp(g, who, step.n, rule)


@now(v.LoseGp)
def _lose_gp(g: G, hero: Hero, step: v.LoseGp, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.lose_gp(g, who, step.n, rule)


@asking(v.PayGp)
def _pay_gp(g: G, hero: Hero, step: v.PayGp, rule: str) -> Rule[bool]:
    if hero.gp < step.n:
        return False
    gain.lose_gp(g, hero, step.n, rule)
    return True
    yield


@asking(v.StealGp)
def _steal_gp(g: G, hero: Hero, step: v.StealGp, rule: str) -> Rule[bool]:
    seats = [s for s in others(g, hero, step.within) if g.state.heroes[s].gp]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is not None:
        n = min(step.n, who.gp)
        who.gp -= n
        hero.gp += n
        g.log(events.StoleGp(hero.seat, who.seat, n), rule)
    return True


@now(v.GainLuck)
def _gain_luck(g: G, hero: Hero, step: v.GainLuck, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.gain_luck(g, who)


@now(v.TurnExplore)
def _turn_explore(g: G, hero: Hero, step: v.TurnExplore, rule: str) -> None:
    for who in targets(g, hero, step.of):
        gain.turn_explore(g, who, step.side == "x", rule)
        if step.now and who.seat == g.state.turn.seat:
            g.state.turn.explore_ok = step.side == "free"


@now(v.ExtraPlay)
def _extra_play(g: G, hero: Hero, step: v.ExtraPlay, rule: str) -> None:
    if g.state.turn.seat == hero.seat:
        g.state.turn.plays += step.n


@now(v.Fly)
def _fly(g: G, hero: Hero, step: Any, rule: str) -> None:
    if g.state.turn.seat == hero.seat:
        g.state.turn.flying = True


@asking(v.GainCurse)
def _gain_curse(g: G, hero: Hero, step: v.GainCurse, rule: str) -> Rule[bool]:
    for who in targets(g, hero, step.of):
        for _ in range(step.n):
            yield from hand.gain_curse(g, who)
    return True


@asking(v.RemoveCurse)
def _remove_curse(g: G, hero: Hero, step: v.RemoveCurse, rule: str) -> Rule[bool]:
    for who in targets(g, hero, step.of):
        for _ in range(step.n):
            fit = board.curses(g, who)
            if not fit:
                break
            card = fit[0] if len(fit) == 1 else (yield Ask(who.seat, hand.any_of(fit), "uncurse", rule)).card
            hand.uncurse(g, who, card)
    return True


@asking(v.GainAlly)
def _gain_ally(g: G, hero: Hero, step: v.GainAlly, rule: str) -> Rule[bool]:
    state = g.state
    for _ in range(step.n):
        if not state.allies:
            break
        card = state.allies[0]
        if len(state.allies) > 1:
            card = (yield Ask(hero.seat, hand.any_of(state.allies), "ally", "NV-GAP-67")).card
        state.allies.remove(card)
        slot = board.free_slot(g, hero, card)
        if slot >= 0:
            hero.gear[slot] = card
            board.came(g, hero, card)
        else:
            hand.take(g, hero, card, hand.EVERYBODY & ~(1 << hero.seat))
        g.log(events.GainedAlly(hero.seat, card), "NV-GAP-67")
    return True


@asking(v.AdvanceClass)
def _advance_class(g: G, hero: Hero, step: v.AdvanceClass, rule: str) -> Rule[bool]:
    fit = advance.options(g, hero, free=step.free, again=step.again)
    if fit:
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "advance", rule)
        if not isinstance(answer, No):
            advance.advance(g, hero, answer.card)
    return True


@asking(v.PlaceIsenthrax)
def _place_isenthrax(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    state = g.state
    if state.isenthrax >= 0 or g.content.isenthrax not in state.alive:
        yield from hand.draw(g, hero, "reward", "NV-GAP-3")
        return True
    fit = [MoveTo(n) for n, point in enumerate(g.content.points) if point.kind == "encounter"]
    state.isenthrax = (yield Ask(hero.seat, fit, "rift", "NV-GAP-3")).point
    g.log(events.PlacedIsenthrax(hero.seat, state.isenthrax), "NV-GAP-3")
    return True
