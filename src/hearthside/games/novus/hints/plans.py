# mypy: disable-error-code="no-any-return"
"""Where a hero wants to go: Quest Creatures, Quest Events, and what every point offers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .. import conditions, quest
from .. import vocabulary as v
from ..state import SLOT_INDICES, Hero
from ..vocabulary import Steps
from ..worth import payable
from .odds import mean_chance, type_share
from .values import challenge_worth, quest_worth, quests_held, steps_worth, unwanted

if TYPE_CHECKING:
    from ..context import G
    from ..library import Content


def quest_hunt(g: G, hero: Hero) -> bool:
    """Looking for another Quest Event is this hero's way to win: two are done or in hand."""
    return len(g.state.heroes) > 1 and len(hero.quests) + len(quests_held(g, hero)) == 2


def quest_chance(g: G, hero: Hero, n: int, point: int) -> float:
    """How likely a Quest Event in hand can be completed on a point of its own if the movement ends there now."""
    it = g.content.cards[n]
    cond = it.cond
    placed = bool(cond.region or cond.at or cond.point)
    if len(hero.tokens) < (cond.tokens_at_least or 0) or len(hero.quests) < (cond.quests_at_least or 0):
        return 0.0
    if it.cost and not payable(g, hero, it.cost, (n,)):
        return 0.0
    if cond.filled and any(not any(_in_slot_named(hero, slot)) for slot in cond.filled):
        return 0.0
    chance = 1.0
    fights = _fights_at(g, hero, point)
    if cond.won_this_turn and not any(g.content.cards[m].type in cond.won_this_turn for m in g.state.turn.wins):
        creature = quest.living_at(g, point)
        if creature or not fights:
            return 0.0
        chance = type_share(g.content, cond.won_this_turn) * mean_chance(g, hero)
        placed = True
    if cond.wins_this_turn:
        missing = cond.wins_this_turn - (len(g.state.turn.wins) if g.state.turn.seat == hero.seat else 0)
        if missing > fights:
            return 0.0
        chance *= mean_chance(g, hero) ** max(0, missing)
        placed = True
    if not placed and not conditions.holds(g, hero, cond, None):
        return 0.0
    return chance if placed else 0.0


def _in_slot_named(hero: Hero, slot: str) -> list[int]:
    return [hero.gear[n] for n in SLOT_INDICES[slot] if n < len(hero.gear)]


def _fights_at(g: G, hero: Hero, point: int) -> int:
    """How many battles ending the movement on a point brings."""
    place = g.content.location_at[point]
    if place is None:
        return 0
    steps = place.do if place.trigger == "end" else place.on_end
    return int(any(isinstance(step, v.StartBattle) for step in v.every_step(steps)))


class Ground(NamedTuple):
    """What a point offers a movement that ends there, as the content has it."""

    point: int
    kind: str
    icon: str | None
    end: Steps  # on arrival
    benefit: Steps  # of those whose class fits
    explore: Steps | None  # what exploring brings, where it is not the usual
    after: Steps | None  # what exploring brings once the lair is empty


@cache
def _grounds(content: Content) -> list[Ground]:
    grounds = []
    for n, it in enumerate(content.points):
        place = content.location_at[n]
        if place is None:
            grounds.append(Ground(n, it.kind, None, Steps(), Steps(), None, None))
            continue
        end = place.do if place.trigger == "end" else place.on_end
        explore = place.explore if it.explore else None
        after = place.after_quest if it.kind == "quest" else None
        grounds.append(Ground(n, it.kind, it.class_icon, end, place.class_benefit, explore, after))
    return grounds


def arrivals(g: G, hero: Hero) -> list[float]:
    """What ending the movement is worth now, point by point."""
    content = g.content
    sale = min(3.0, sum(content.cards[n].price for n in unwanted(g, hero)) / 22)
    icons = content.cards[hero.klass].icons
    lairs = quest.lairs(g)
    worths = []
    for ground in _grounds(content):
        worth = steps_worth(g, hero, ground.end)
        if ground.icon is not None and ground.icon in icons:
            worth += steps_worth(g, hero, ground.benefit)
        if ground.kind in ("city", "class"):
            worth += sale
        creature = lairs.get(ground.point)
        if creature:
            worth += 0.8 * max(0.0, challenge_worth(g, hero, creature))
        elif ground.explore is not None:
            worth += 0.5 * max(0.0, steps_worth(g, hero, ground.explore))
        elif ground.after is not None and not quest.closed(g, hero, ground.point):
            worth += 0.5 * max(0.0, steps_worth(g, hero, ground.after))
        worths.append(worth)
    for n in quests_held(g, hero):
        value = quest_worth(g, hero, n)
        for point in _quest_points(content, n):
            worths[point] += value * quest_chance(g, hero, n, point)
    return worths


@cache
def _quest_points(content: Content, n: int) -> list[int]:
    """Where a Quest Event can be completed."""
    cond = content.cards[n].cond
    fit = []
    for point, it in enumerate(content.points):
        kinds = {it.kind, "city"} if it.kind == "class" else {it.kind}
        if cond.region and it.region not in cond.region:
            continue
        if (cond.at and not kinds & set(cond.at)) or (cond.point and it.id not in cond.point):
            continue
        fit.append(point)
    return fit
