"""What a person might try and may not now: why, with its numbers, and the rule's id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Refusal
from ...parts.polyomino import cells_of
from . import search
from .choices import Lay
from .pieces import mat_id, slot_id, tile_id
from .text.cards import TAKES
from .text.grammar import count
from .vocabulary import BIT
from .words.names import kind_name, squares, tile_name

if TYPE_CHECKING:
    from ...engine.ask import Ask
    from .context import G
    from .state import Player

SLOT_RULES = {"one": "LS-MAT-4", "two": "LS-MAT-5", "straight": "LS-MAT-19"}


def refusals(g: G, ask: Ask) -> list[Refusal]:
    """For the asked seat."""
    player = g.state.players[ask.seat]
    match ask.topic:
        case "search":
            return [*_placed(g, player), *_card(g, player), *_others(g, player), *_stuck(g, player)]
        case "hold":
            return [*_full_hand(g, player), *_placed(g, player), *_card(g, player), *_room(g, player, ask.choices)]
        case "challenge":
            return _unasked(g)
        case "vote" if not ask.line:
            said = any(said.seat == ask.seat for said in g.state.ballots[0].said)
            why = "You have had your say on this item." if said else "This table votes without arguing."
            return [Refusal("Say something", why, "LS-VOTE-3" if said else "LS-GAP-27")]
    return []


def _full_hand(g: G, player: Player) -> list[Refusal]:
    seen = (*cells_of(search.visible(g, player)), *(tile for tile in player.kept if tile != player.tile))
    if not seen:
        return []
    why = f"Your hand holds the {tile_name(g, player.tile)}; place it or put it back first."
    return [Refusal("Take another item", why, "LS-SEARCH-5", tuple(map(tile_id, seen)))]


def _placed(g: G, player: Player) -> list[Refusal]:
    if not player.laid:
        return []
    first = tile_name(g, player.laid[0].tile)
    why = f"The {first} stays where it is: a placed tile never moves."
    if len(player.laid) > 1:
        why = f"The {count(len(player.laid), 'item')} on your mat stay where they are: a placed tile never moves."
    return [Refusal("Move a placed item", why, "LS-PLACE-1", tuple(tile_id(laid.tile) for laid in player.laid))]


def _card(g: G, player: Player) -> list[Refusal]:
    empty = g.board(player).empty(player)
    why = f"{squares(empty)} of your mat {'is' if empty == 1 else 'are'} still empty; a full mat takes it by itself."
    return [Refusal("Take a Ready to Go card", why, "LS-SEARCH-9", ("ready",))]


def _others(g: G, player: Player) -> list[Refusal]:
    out = []
    for other in g.state.players:
        if other is not player and other.kept:
            name = g.game.seat_name(g, other.seat)
            why = f"{name} keeps it for a later quest; nobody else can take it."
            out.append(Refusal(f"Take what {name} keeps", why, "LS-GAP-17", tuple(map(tile_id, other.kept))))
    return out


def _stuck(g: G, player: Player) -> list[Refusal]:
    if not player.stuck:
        return []
    return [Refusal("Say that you are stuck", "You have said it already; Searching ends once all say it.", "LS-GAP-11")]


def _room(g: G, player: Player, lay: Lay) -> list[Refusal]:
    board, tile = g.board(player), player.tile
    name, size = tile_name(g, tile), g.content.size[tile]
    out = []
    if not lay.free:
        for n, slot in enumerate(board.slots, 1):
            there = next((laid.tile for laid in player.laid if laid.slot == n), 0)
            if there:
                why, rule = f"The {slot.name} holds the {tile_name(g, there)} already.", "LS-PLACE-14"
            elif not board.accepts[tile] >> n & 1:
                why = f"The {slot.name} takes {TAKES[slot.accepts]}; the {name} is no such item."
                if slot.accepts != "straight":
                    why = f"The {slot.name} takes {TAKES[slot.accepts]}; the {name} has {squares(size)}."
                rule = SLOT_RULES[slot.accepts]
            else:
                continue
            out.append(Refusal(f"Put it in the {slot.name}", why, rule, (slot_id(player.seat, n),)))
        if not lay.fits:
            free = (board.cells & ~player.filled).bit_count()
            why = f"The {name} fits nowhere on the {squares(free)} that {'is' if free == 1 else 'are'} free."
            out.append(Refusal("Place it in an area", why, "LS-PLACE-3", (mat_id(player.seat),)))
    return out


def _unasked(g: G) -> list[Refusal]:
    """Printed kinds between two players, and what a vote has settled this round."""
    out = []
    for ruling in g.state.rulings:
        name = tile_name(g, ruling.tile)
        why = f"The vote on the {name} as {kind_name(g, ruling.kind)} holds for this round."
        out.append(Refusal(f"Question the {name} again", why, "LS-DIG-16", (tile_id(ruling.tile),)))
    if g.options.judge == "mixed" and len(g.state.players) == 2:
        quest = g.content.quest(g.state.quest)
        kinds = {2: quest.forbidden, 3: quest.required}.get(g.state.step, ())
        printed = [
            laid.tile
            for player in g.state.players
            for laid in player.laid
            if any(g.content.tags[laid.tile] & BIT[kind] for kind in kinds)
        ]
        if printed:
            why = "What is printed on an item cannot be denied between two players."
            out.append(Refusal("Deny an icon", why, "LS-GAP-44", tuple(map(tile_id, printed))))
    return out
