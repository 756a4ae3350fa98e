"""Quest Creatures: best of three on their own point (NV-QC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import Rule
from . import board, events, goal, hand
from .battle import rounds, settle
from .phases import go_to
from .state import Battle, Challenge, Hero

if TYPE_CHECKING:
    from .context import G

WINS_NEEDED = 2  # NV-QC-5


def living_at(g: G, point: int) -> int:
    """The living Quest Creature of a point, or 0."""
    state = g.state
    creature = g.content.lives_at.get(point, 0)
    if creature in state.alive:
        return creature
    if point == state.isenthrax and g.content.isenthrax in state.alive:
        return g.content.isenthrax
    return 0


def lairs(g: G) -> dict[int, int]:
    """The points with a living Quest Creature, and which."""
    state = g.state
    found = {point: creature for point, creature in g.content.lives_at.items() if creature in state.alive}
    if state.isenthrax >= 0 and g.content.isenthrax in state.alive:
        found.setdefault(state.isenthrax, g.content.isenthrax)
    return found


def closed(g: G, hero: Hero, point: int) -> bool:
    """The hero defeated the Quest Creature of this point: no Explore there, and no return (NV-QC-14, NV-QC-15)."""
    if point in hero.forbidden:
        return True
    lair = g.content.lives_at.get(point, 0)
    return (lair in hero.tokens) or (point == g.state.isenthrax and g.content.isenthrax in hero.tokens)


def begin(g: G, hero: Hero) -> None:
    """The challenge begins; its rounds are the next stage of the turn."""
    g.state.challenge = Challenge(living_at(g, hero.at))
    go_to(g, "challenge")


def challenge(g: G) -> Rule[None]:
    """One round of a best-of-three, and its end (NV-QC-5..12, NV-GAP-53)."""
    state = g.state
    fight = state.challenge
    hero = state.heroes[state.turn.seat]
    assert fight is not None
    battle = state.battle = Battle(hero.seat, fight.creature, "quest")
    g.log(events.BattleBegan(hero.seat, fight.creature, board.creature_cv(g, battle)), "NV-QC-3")
    yield from rounds(g, hero, battle)
    if battle.result == "win":
        fight.wins += 1
    elif battle.result == "lose":
        fight.losses += 1
    g.log(events.ChallengeScored(hero.seat, fight.creature, fight.wins, fight.losses), "NV-QC-5")
    over = battle.result in ("escape", "no_result") or WINS_NEEDED in (fight.wins, fight.losses)
    if not over:
        state.battle = None
        return
    if battle.result == "win":
        beaten(g, hero, fight.creature)
    yield from settle(g, hero, battle)
    state.battle = None
    state.challenge = None
    if battle.result in ("lose", "escape"):
        state.turn.beaten = True
    go_to(g, "recovery")
    goal.check(g)


def beaten(g: G, hero: Hero, creature: int) -> None:
    """The tile leaves the game, its victor takes the token (of the Kraeger Beast, the shield) (NV-QC-11, NV-GAP-5)."""
    g.state.alive.remove(creature)
    hero.tokens.append(creature)
    g.marked = True
    g.log(events.TookToken(hero.seat, creature), "NV-QC-12")
    if creature == g.content.beast and g.content.shield:
        hand.take(g, hero, g.content.shield, hand.EVERYBODY & ~(1 << hero.seat))
        g.log(events.Drew(hero.seat, "reward", g.content.shield), "NV-GAP-5")
