"""What reasons are made of: where one stands, icons, who forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import board
from ..state import Hero
from ..text.nouns import ICONS
from ..words.names import card_name, listed, point_name

if TYPE_CHECKING:
    from ..context import G


def here(g: G, hero: Hero) -> str:
    """The point on which the hero stands."""
    return point_name(g.content, hero.at)


def icons(klass: Any) -> str:
    """ "wizard icon", "fighter and priest icons"."""
    return f"{listed([ICONS[one] for one in klass.icons])} icon{'s' if len(klass.icons) > 1 else ''}"


def a_noun(noun: str) -> str:
    """With "A" or "An"."""
    return f"{'An' if noun[:1] in 'AEIOU' else 'A'} {noun}"


def forbidder(g: G, hero: Hero, what: str) -> str:
    """The card on the board that forbids something."""
    fit = [n for n in board.active(g, hero) if what in g.content.cards[n].forbids]
    return card_name(g, fit[0]) if fit else "A card on your board"
