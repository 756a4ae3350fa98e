"""Advanced Classes and the unique paths (NV-ADVCLASS, NV-UNIQUE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import board, events, hand
from .state import Hero

if TYPE_CHECKING:
    from .context import G

XP_NEEDED = 10  # NV-ADVCLASS-1


def options(g: G, hero: Hero, free: bool = False, again: bool = False) -> list[int]:
    """The classes a hero may take now: of its icon in the pool, its own back, or both (NV-ADVCLASS-5, NV-UNIQUE)."""
    if (hero.advanced and not again) or (hero.xp < XP_NEEDED and not free):
        return []
    content = g.content
    basic = content.cards[hero.basic]
    out = []
    if basic.advance in ("back", "both"):
        out += [n for n in content.backs if content.cards[n].id == basic.back and n != hero.klass]
    if basic.advance in ("icon", "both"):
        out += [n for n in g.state.pool if set(content.cards[n].icons) & set(basic.icons)]
    return out


def advance(g: G, hero: Hero, klass: int) -> None:
    """Lay an Advanced Class over the class card: everything of the old one ends (NV-GAP-62)."""
    if klass in g.state.pool:
        g.state.pool.remove(klass)
    hero.covered.append(hero.klass)
    hero.klass = klass
    hero.advanced = True
    board.changed(g, hero)
    g.marked = True  # a class may bring a victory of its own (NV-GOAL-10)
    g.log(events.Advanced(hero.seat, klass), "NV-ADVCLASS-4")
    if board.immune(g, hero):
        for card in board.curses(g, hero):
            hand.uncurse(g, hero, card, "NV-CURSE-6")
    hand.drop_illegal(g, hero)
