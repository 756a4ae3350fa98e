"""Whom and what a card's step may touch: players and places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.ask import Ask, Rule
from . import conditions
from . import vocabulary as v
from .choices import TakeSeat
from .state import Hero

if TYPE_CHECKING:
    from .context import G


def others(g: G, hero: Hero, within: int = 99) -> list[int]:
    """Other seats whose heroes stand at most so many steps away."""
    points = g.content.steps_between[hero.at]
    return [o.seat for o in g.state.heroes if o.seat != hero.seat and points[o.at] <= within]


def targets(g: G, hero: Hero, of: str) -> list[Hero]:
    """The heroes that a target names, from the owner on clockwise."""
    heroes = g.state.heroes
    if of == "self":
        return [hero]
    if of == "current":
        return [heroes[g.state.turn.seat]]
    n = len(heroes)
    rest = [heroes[(hero.seat + i) % n] for i in range(1, n)]
    if of == "here":
        return [o for o in rest if o.at == hero.at]
    return [hero, *rest] if of == "all" else rest


def choose_seat(g: G, hero: Hero, seats: Sequence[int], rule: str) -> Rule[Hero | None]:
    """One of several other players, the owner's choice (NV-GAP-71); None if there is nobody."""
    if not seats:
        return None
    if len(seats) == 1:
        return g.state.heroes[seats[0]]
    answer = yield Ask(hero.seat, [TakeSeat(s) for s in seats], "player", rule)
    found: Hero = g.state.heroes[answer.seat]
    return found


def stealable(g: G, seat: int, want: v.Filter) -> list[int]:
    """Cards in a hand that a filter takes."""
    fits = conditions.fitting(g, want)
    return [c for c in g.state.heroes[seat].hand if c in fits]


def places(g: G, hero: Hero, step: v.MoveTo) -> list[int]:
    """Points where a move_to may put the hero."""
    distance, within = g.content.steps_between[hero.at], step.within
    points = _destinations(g, step)
    return [n for n in points if distance[n] <= within and n != hero.at and n not in hero.forbidden]


def _destinations(g: G, step: v.MoveTo) -> list[int]:
    """Points of the kinds and regions that a move_to names."""
    found = g.content.destinations.get(id(step))
    if found is None:
        points = [
            n
            for n, point in enumerate(g.content.points)
            if (not step.kinds or point.kind in step.kinds) and (not step.regions or point.region in step.regions)
        ]
        found = g.content.destinations[id(step)] = step, points
    return found[1]
