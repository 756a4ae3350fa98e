"""Names and numbers in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text.grammar import count

if TYPE_CHECKING:
    from ..context import G

STEPS = ("", "Penalties and bonuses", "Forbidden items", "Required items")


def tile_name(g: G, tile: int) -> str:
    return g.content.tile(tile).name


def kind_name(g: G, kind: str) -> str:
    """The printed label of a kind."""
    return g.content.icons[kind].label  # type: ignore[index]


def seconds(ms: int) -> str:
    """ "4.2 s"."""
    return f"{ms / 1000:.1f} s"


def points(n: int) -> str:
    return count(n, "point") if abs(n) != 1 else f"{n} point"


def squares(n: int) -> str:
    return count(n, "square")


def since(g: G, at: int) -> str:
    """A time of Searching as the clock shows it."""
    return seconds(max(0, at - g.state.began))
