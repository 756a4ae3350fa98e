"""Choices in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import choices as c
from .names import kind_name, tile_name

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def choice_words(g: G, ask: Ask, choice: Any) -> str:
    """A choice as a person reads it."""
    match choice:
        case c.Grab():
            return f"Grab the {tile_name(g, choice.tile)}"
        case c.TakeKept():
            return f"Take your kept {tile_name(g, choice.tile)}"
        case c.Rummage():
            return "Rummage in the heap"
        case c.PutBack():
            return "Put it back"
        case c.Place():
            row, column = divmod(choice.cell, g.board(g.state.players[ask.seat]).width)
            return f"Place it at row {row + 1}, column {column + 1}{lie(choice.turn)}"
        case c.FreePlace():
            where = f"row {choice.row + 1}, column {choice.column + 1}{lie(choice.turn)}"
            return f"Lay it at {where}, where it does not fit"
        case c.PlaceSlot():
            return f"Put it in the {g.board(g.state.players[ask.seat]).slots[choice.slot - 1].name}"
        case c.Stuck():
            return "I am stuck"
        case c.Wait():
            return "Wait a beat"
        case c.Ready():
            return "Ready"
        case c.Challenge():
            return challenge_words(g, choice)
        case c.Vote():
            return "Yes, it counts" if choice.yes else "No, it does not count"
        case c.Decide() if ask.topic == "veto":
            return "Turn the vote round" if choice.yes else "Let it stand"
        case c.Decide():
            return "It counts" if choice.yes else "It does not count"
        case c.Keep():
            return f"Keep the {tile_name(g, choice.tile)}"
        case c.KeepNothing():
            return "Keep nothing"
        case c.Swap():
            return f"Change the {tile_name(g, choice.tile)} for the {tile_name(g, choice.other)}"
        case c.SwapNothing():
            return "Change nothing"
        case c.Pick():
            return g.content.adventurer(choice.adventurer).name
    return str(choice)


def lie(turn: int) -> str:
    return f", lie {turn + 1}" if turn else ""


def challenge_words(g: G, choice: c.Challenge) -> str:
    """What somebody claims who questions an item: the opposite of what stands."""
    from ..votes import stands

    owner = next((p for p in g.state.players if any(laid.tile == choice.tile for laid in p.laid)), None)
    name, kind = tile_name(g, choice.tile), kind_name(g, choice.kind)
    if owner is None:
        return f"Question the {name} as {kind}"
    whose = g.game.seat_name(g, owner.seat)
    return f"{whose}'s {name} is {'not ' if stands(g, owner, choice.tile, choice.kind) else ''}{kind}"
