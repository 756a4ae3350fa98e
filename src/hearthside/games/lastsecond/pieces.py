"""The ids of what lies on the table, which of it a choice touches, and where a held tile may lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.scene import Cells, Fit
from . import choices as c

if TYPE_CHECKING:
    from ...engine.ask import Ask
    from .context import G


def tile_id(tile: int) -> str:
    return f"tile-{tile}"


def mat_id(seat: int) -> str:
    return f"mat-{seat}"


def slot_id(seat: int, slot: int) -> str:
    return f"slot-{seat}-{slot}"


def adventurer_id(adventurer: int) -> str:
    return f"adventurer-{adventurer}"


def touches(g: G, ask: Ask, choice: Any) -> tuple[str, ...]:
    """The ids of the pieces, slots and parts of the scene that a choice touches."""
    match choice:
        case c.Grab() | c.TakeKept() | c.Challenge() | c.Keep():
            return (tile_id(choice.tile),)
        case c.Swap():
            return (tile_id(choice.tile), tile_id(choice.other))
        case c.PlaceSlot():
            return (slot_id(ask.seat, choice.slot),)
        case c.PutBack() | c.Rummage():
            return ("heap",)
        case c.Pick():
            return (adventurer_id(choice.adventurer),)
        case c.Decide() | c.Vote() if g.state.ballots:
            return (tile_id(g.state.ballots[0].tile),)
    return ()


def lies(g: G, tile: int) -> tuple[Cells, ...]:
    """The cells (row, column) of each lie of a tile, from (0, 0)."""
    turns = next(iter(g.boards.values())).layouts[tile].turns
    return tuple(tuple(sorted((y, x) for x, y in lie)) for lie in turns)


def fit(g: G, ask: Ask) -> Fit | None:
    """Where the held tile may lie: the choices after those that have words."""
    lay = ask.choices
    if not isinstance(lay, c.Lay):
        return None
    width = lay.board.width
    at = tuple(
        tuple(divmod(one.cell, width) if isinstance(one, c.Place) else (one.row, one.column) for one in way)
        for way in lay.ways()
    )
    says = {
        "outside": "outside the mat",
        "taken": "already full",
        "covers": "covers the {}",
        "slot": "does not take it",
    }
    return Fit(tile_id(lay.tile), mat_id(ask.seat), lies(g, lay.tile), len(lay.head), at, {} if lay.free else says)
