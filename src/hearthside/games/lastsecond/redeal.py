"""Drawing anew what a seat cannot know (LS-DIG-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.chance import Chance
from ...parts.polyomino import cells_of
from . import search
from .state import REACHING

if TYPE_CHECKING:
    from .context import G


def redeal(g: G, seat: int | None, chance: Chance) -> None:
    """The order of the quest deck, ballots not yet revealed, and what others see of a buried pile."""
    state = g.state
    state.deck.sort()
    chance.shuffle(state.deck)
    if g.options.quest_order != "shuffled":
        rising = g.options.quest_order == "rising"
        state.deck.sort(key=lambda n: g.content.quest(n).seals, reverse=rising)
    for ballot in state.ballots[:1]:
        if not all(ballot.votes):
            ballot.votes = [
                given if not given or other == seat else 1 + chance.below(2) for other, given in enumerate(ballot.votes)
            ]
    if g.buried and state.stage == "search":
        mine = 0 if seat is None else search.visible(g, state.players[seat])
        for fresh in state.fresh:
            mine |= 1 << fresh.tile
        for player in state.players:
            if player.seat == seat:
                continue
            tiles = cells_of(state.pile)
            chance.shuffle(tiles)
            player.window = sum(1 << tile for tile in tiles[: min(search.WINDOW, len(tiles))])
            unseen = [tile for tile in tiles if not mine >> tile & 1]
            if player.hand == REACHING and player.tile not in player.kept and not mine >> player.tile & 1 and unseen:
                player.tile = unseen[0]
                player.window |= 1 << player.tile
