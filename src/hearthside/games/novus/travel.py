"""Travel: the Travel Die, the Explore token, the way over the map and what it leads to (NV-ADV, NV-TRAVEL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from . import board, events, gain, goal, hand, resolve
from .battle import encounter
from .choices import EXPLORE, MOVE, STOP, TAKE_GOLD, TAKE_STEP, TRAVEL, MoveTo, TakeGold, Travel
from .explore import can_explore, explore
from .phases import go_to
from .state import Hero
from .windows import window

if TYPE_CHECKING:
    from .context import G

BASE_MOVES = 2  # NV-TRAVEL-11
SAFE_GP = 10  # NV-TRAVEL-3


def adventure(g: G) -> Rule[None]:
    """The Adventure Phase: Travel or Explore, exactly one (NV-ADV-1)."""
    hero = g.state.heroes[g.state.turn.seat]
    yield from window(g, "adventure")
    if g.state.turn.beaten:  # by a creature that a card called (NV-ADV-5, NV-GAP-94)
        go_to(g, "recovery")
        return
    choices: list[Any] = [TRAVEL]
    if can_explore(g, hero):
        choices.append(EXPLORE)
    choice = yield Ask(hero.seat, choices, "adventure", "NV-ADV-1")
    if isinstance(choice, Travel):
        yield from travel(g, hero)
    else:
        yield from explore(g, hero)
    goal.check(g)


def travel(g: G, hero: Hero) -> Rule[None]:
    """Steps one and two of Travel: the die, then the Explore token; the movement is the next stage (NV-TRAVEL-1)."""
    state = g.state
    turn = state.turn
    yield from window(g, "before_die")
    if turn.beaten:
        interrupted(g, hero)
        return
    turn.face = g.content.tables.travel_die[g.chance.d(6) - 1]
    g.log(events.RolledTravel(hero.seat, turn.face), "NV-TRAVEL-2")
    yield from window(g, "die_rolled")
    if turn.beaten:
        interrupted(g, hero)
        return
    if turn.face == "safe_travels":
        choice = yield Ask(hero.seat, [TAKE_STEP, TAKE_GOLD], "safe_travels", "NV-TRAVEL-3")
        gold = isinstance(choice, TakeGold)
        g.log(events.TookSafeTravels(hero.seat, gold), "NV-TRAVEL-3")
        if gold:
            gain.gain_gp(g, hero, SAFE_GP, "NV-TRAVEL-3")
        else:
            turn.safe = 1
    elif turn.face == "encounter":
        yield from encounter(g, hero, "NV-TRAVEL-6")
        if turn.beaten:
            interrupted(g, hero)
            return
    else:
        yield from hand.draw(g, hero, turn.face, "NV-TRAVEL-4" if turn.face == "adventure" else "NV-TRAVEL-5")
    gain.turn_explore(g, hero, False, "NV-TRAVEL-9")
    if hero.no_move:
        hero.no_move = False
        go_to(g, "recovery")
        return
    go_to(g, "move")
    turn.moves = max(1, BASE_MOVES + board.travel_bonus(g, hero) + turn.safe + turn.extra)


def interrupted(g: G, hero: Hero) -> None:
    """Beaten before step two: no movement, and the token stays as it is (NV-TRAVEL-8, NV-TRAVEL-10)."""
    if g.options.reset_explore:
        gain.turn_explore(g, hero, False, "NV-GAP-23")
    go_to(g, "recovery")


def open_points(g: G, hero: Hero, at: int) -> list[int]:
    """Neighbours that the hero may enter."""
    near = g.content.near[at]
    return [n for n in near if n not in hero.forbidden] if hero.forbidden else near.copy()


def next_points(g: G, hero: Hero) -> list[int]:
    """Points the next step may lead to: the way left must still be able to end legally (NV-TRAVEL-13, NV-GAP-21)."""
    turn = g.state.turn
    points = open_points(g, hero, hero.at)
    if turn.start in points:
        lair = _lair_of(g, hero)
        if turn.moves < 2 or not any(n not in (turn.start, lair) for n in open_points(g, hero, turn.start)):
            points.remove(turn.start)
    return points


def _lair_of(g: G, hero: Hero) -> int:
    """The point the hero stands on, if it will be closed to it once left; else -1."""
    lair = g.content.lives_at.get(hero.at, 0)
    if lair in hero.tokens or (hero.at == g.state.isenthrax and g.content.isenthrax in hero.tokens):
        return hero.at
    return -1


def move(g: G) -> Rule[None]:
    """One step of the movement, or its end (NV-TRAVEL-18, NV-TRAVEL-22)."""
    state = g.state
    turn = state.turn
    hero = state.heroes[turn.seat]
    if turn.moves > 0 and not turn.stopped:
        yield from window(g, "before_step")
        if turn.beaten:
            go_to(g, "recovery")
            return
        points = next_points(g, hero)
        if points:
            choices: list[Any] = [MOVE[n] for n in points]
            if turn.steps and hero.at != turn.start:
                choices.append(STOP)
            choice = yield Ask(hero.seat, choices, "move", "NV-TRAVEL-18")
            if type(choice) is MoveTo:
                turn.moves -= 1
                turn.steps += 1
                board.put(g, hero, choice.point, "NV-TRAVEL-18")
                if g.content.passing[hero.at]:
                    yield from enter(g, hero)
                if turn.beaten:
                    go_to(g, "recovery")
                return
    if turn.steps and hero.at != turn.start:
        yield from arrive(g, hero)
    go_to(g, "recovery")
    goal.check(g)


def enter(g: G, hero: Hero) -> Rule[None]:
    """A point with the Location-card icon acts on whoever enters it (NV-TRAVEL-20, NV-TRAVEL-21)."""
    place = g.content.location_at[hero.at]
    if place is None or not board.has(place.cond, g, hero):
        return
    g.log(events.ReadLocation(hero.seat, hero.at, "do"), "NV-TRAVEL-20")
    yield from resolve.run(g, hero, place.do, "NV-TRAVEL-21")
    goal.check(g)


def arrive(g: G, hero: Hero) -> Rule[None]:
    """Movement ends: the Location card is followed, with the class benefit (NV-TRAVEL-23, -26, -32)."""
    turn = g.state.turn
    point = g.content.points[hero.at]
    g.log(events.Arrived(hero.seat, hero.at), "NV-TRAVEL-23")
    place = g.content.location_at[hero.at]
    if place is not None:
        steps = place.on_end if place.trigger == "pass_and_end" else place.do
        if steps:
            g.log(events.ReadLocation(hero.seat, hero.at, "on_end"), "NV-TRAVEL-26")
            yield from resolve.run(g, hero, steps, "NV-TRAVEL-26")
            goal.check(g)
        if not turn.beaten and place.class_benefit and point.class_icon in g.content.cards[hero.klass].icons:
            g.log(events.ReadLocation(hero.seat, hero.at, "class_benefit"), "NV-TRAVEL-32")
            yield from resolve.run(g, hero, place.class_benefit, "NV-TRAVEL-32")
    if not turn.beaten:
        yield from resolve.fire(g, hero, "end_move")
