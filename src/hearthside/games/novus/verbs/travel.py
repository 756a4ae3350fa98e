"""Verbs of travel and Explore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask, Rule
from .. import board, events, explore
from .. import vocabulary as v
from ..choices import MoveTo, TakeFace
from ..registry import asking, now
from ..state import Hero
from ..targets import places, targets

if TYPE_CHECKING:
    from ..context import G


FACES = (TakeFace("safe_travels"), TakeFace("adventure"), TakeFace("reward"), TakeFace("encounter"))


@now(v.StopMovement)
def _stop(g: G, hero: Hero, step: Any, rule: str) -> None:
    if hero.at != g.state.turn.start:
        g.state.turn.stopped = True


@now(v.ExtraMove)
def _extra_move(g: G, hero: Hero, step: v.ExtraMove, rule: str) -> None:
    turn = g.state.turn
    for who in targets(g, hero, step.of):
        if who.seat != turn.seat:
            continue
        if turn.stage == "move" and turn.steps >= 0:
            must = not turn.steps or who.at == turn.start  # the movement cannot end here (NV-TRAVEL-13)
            turn.moves = max(1 if must else 0, turn.moves + step.n)
        else:
            turn.extra += step.n


@now(v.NoMove)
def _no_move(g: G, hero: Hero, step: v.NoMove, rule: str) -> None:
    for who in targets(g, hero, step.of):
        who.no_move = True


@asking(v.MoveTo)
def _move_to(g: G, hero: Hero, step: v.MoveTo, rule: str) -> Rule[bool]:
    fit = places(g, hero, step)
    if not fit:
        return True
    point = fit[0] if len(fit) == 1 else (yield Ask(hero.seat, [MoveTo(n) for n in fit], "place", rule)).point
    board.put(g, hero, point, rule)
    return True


@asking(v.TravelResult)
def _travel_result(g: G, hero: Hero, step: v.TravelResult, rule: str) -> Rule[bool]:
    turn = g.state.turn
    if not turn.face:
        return True
    if step.how == "reroll":
        turn.face = g.content.tables.travel_die[g.chance.d(6) - 1]
    else:
        turn.face = (yield Ask(hero.seat, list(FACES), "face", rule)).face
    g.log(events.RolledTravel(turn.seat, turn.face), rule)
    return True


@asking(v.Explore)
def _explore(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    yield from explore.adventure_path(g, hero)
    return True
