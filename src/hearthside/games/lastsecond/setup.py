"""Setting up the table (LS-SETUP), and choosing Adventurers (LS-GAP-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import Ask, Rule
from . import adventurers, events
from .choices import TILES, Pick
from .state import Player, State

if TYPE_CHECKING:
    from .context import G

SEALS = {"all": (1, 2, 3, 4), "easy": (1, 2), "normal": (1, 2, 3), "hard": (2, 3, 4)}  # LS-SETUP-20 to LS-SETUP-23


def setup(g: G, seats: int) -> State:
    """Mats, quests, Ready to Go cards and Adventurers; all tiles in one pile."""
    content, options = g.content, g.options
    assert len(content.tiles) <= TILES, "a mask of tiles has 64 bits"
    kinds: list[str] = [options.mat] * seats
    if options.mat == "mixed":  # LS-GAP-21
        mats: list[str] = list(content.mats)
        g.chance.shuffle(mats)
        kinds = [mats[seat % len(mats)] for seat in range(seats)]
    players = [Player(seat, mat) for seat, mat in enumerate(kinds)]
    state = State(players, quest_deck(g), every_tile(g), ready_stack(seats))
    box = adventurers.dealt(content, options.judge != "strict" and seats > 2)
    if options.adventurers == "dealt":
        g.chance.shuffle(box)
        for player in players:
            player.adventurer = box.pop()
    else:
        state.box, state.order = box, list(range(seats))
        g.chance.shuffle(state.order)
        state.stage = "choose"
    return state


def quest_deck(g: G) -> list[int]:
    """The quests of the chosen difficulty, face down, the first one last (LS-SETUP-12, LS-SETUP-19)."""
    cards = [n for n, quest in enumerate(g.content.quests, 1) if quest.seals in SEALS[g.options.deck]]
    g.chance.shuffle(cards)
    if g.options.quest_order != "shuffled":
        rising = g.options.quest_order == "rising"
        cards.sort(key=lambda n: g.content.quest(n).seals, reverse=rising)  # the top lies last
    return cards


def ready_stack(seats: int) -> list[int]:
    """One card fewer than players, 1 to that number, the largest on top (LS-SETUP-15 to LS-SETUP-17)."""
    return list(range(1, seats))


def every_tile(g: G) -> int:
    """The mask of all tiles."""
    return (1 << len(g.content.tiles) + 1) - 2


def choose(g: G) -> Rule[None]:
    """In random seat order each picks an Adventurer (LS-GAP-43)."""
    state = g.state
    seat = state.order[0]
    pick = yield Ask(seat, [Pick(n) for n in state.box], "pick", "LS-GAP-43")
    state.order.pop(0)
    state.box.remove(pick.adventurer)
    state.players[seat].adventurer = pick.adventurer
    g.log(events.PickedAdventurer(seat, pick.adventurer), "LS-SETUP-9")
    if not state.order:
        state.stage = "reveal"
