"""Experience, gold, luck: what goes up and down, within its bounds (NV-BOARD-9, NV-BOARD-18, NV-BATTLE-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events
from .state import Hero

if TYPE_CHECKING:
    from .context import G


def gain_xp(g: G, hero: Hero, n: int, rule: str) -> None:
    """XP goes up, to 25 at most; surplus is lost."""
    n = min(n, g.content.tables.xp_goal - hero.xp)
    if n > 0:
        hero.xp += n
        g.marked = True
        g.log(events.GainedXp(hero.seat, n, hero.xp), rule)


def lose_xp(g: G, hero: Hero, n: int, rule: str) -> None:
    """XP goes down, to 1 at least; the rest of the loss is ignored."""
    n = min(n, hero.xp - 1)
    if n > 0:
        hero.xp -= n
        g.log(events.LostXp(hero.seat, n, hero.xp), rule)


def gain_gp(g: G, hero: Hero, n: int, rule: str) -> None:
    """GP from the bank, which never runs dry (NV-GAP-52)."""
    if n > 0:
        hero.gp += n
        g.log(events.GainedGp(hero.seat, n, hero.gp), rule)


def lose_gp(g: G, hero: Hero, n: int, rule: str) -> int:
    """GP go, down to 0 at least. Returns how many went."""
    n = min(n, hero.gp)
    if n > 0:
        hero.gp -= n
        g.log(events.LostGp(hero.seat, n, hero.gp), rule)
    return max(0, n)


def gain_luck(g: G, hero: Hero, rule: str = "NV-GAP-47") -> None:
    """The Luck token comes back; one at most."""
    if not hero.luck:
        hero.luck = 1
        g.log(events.GainedLuck(hero.seat), rule)


def turn_explore(g: G, hero: Hero, x: bool, rule: str) -> None:
    """Turn the Explore token to a side."""
    if hero.explore_x != x:
        hero.explore_x = x
        g.log(events.TurnedExplore(hero.seat, x), rule)
