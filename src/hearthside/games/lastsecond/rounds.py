"""Between rounds: kept items, Adventurers turned, everything back (LS-ROUND, LS-WIN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import AllOf, Ask, Rule
from . import adventurers, events, mats, scoring, setup
from .choices import KEEP_NOTHING, READY, Keep
from .state import EMPTY

if TYPE_CHECKING:
    from .context import G

REST = 60_000  # milliseconds to look at the scores before the next quest, in real time


def keep(g: G) -> Rule[None]:
    """Items that a bonus lets its owner keep are chosen before all is mixed (LS-ROUND-20, LS-DIG-19); then the winner
    has won, and what that turns up first applies in the next round (LS-ROUND-14)."""
    state = g.state
    asks = []
    for player in scoring.scored_order(g):
        tiles = [
            tile
            for tile in scoring.tiles_of(player)
            if any(scoring.earns(g, player, tile, kind) for kind in adventurers.keeps(g, player))
        ]
        if tiles:
            choices = [*map(Keep, tiles), KEEP_NOTHING]
            asks.append(scoring.own(g, player, choices, "keep", "LS-ROUND-20", KEEP_NOTHING))
    if asks:
        answers = yield AllOf(tuple(asks))
        for ask, choice in zip(asks, answers, strict=True):
            if choice != KEEP_NOTHING:
                player = state.players[ask.seat]
                mats.take_off(g.board(player), player, choice.tile)
                player.kept.append(choice.tile)
                g.log(events.KeptItem(player.seat, choice.tile), "LS-ROUND-15")
    winner = state.players[state.winner]
    winner.wins += 1
    rule = "LS-ROUND-7" if winner.wins == 1 else "LS-ROUND-11"
    g.learn()
    g.log(events.TurnedAdventurer(winner.seat, winner.adventurer, winner.wins > 1), rule)
    state.stage = "rest"


def rest(g: G) -> Rule[None]:
    """All look at the scores until they are ready; then everything goes back (LS-ROUND-5, LS-ROUND-6)."""
    state = g.state
    due = g.now + REST if g.real else None
    asks = [Ask(p.seat, (READY,), "rest", "LS-ROUND-6", deadline=due, otherwise=READY) for p in state.players]
    yield AllOf(tuple(asks))
    state.used.append(state.quest)  # LS-ROUND-16
    for player in state.players:
        for tile in (*scoring.tiles_of(player), *player.off):
            state.pile |= 1 << tile
        player.laid, player.off, player.filled, player.slots = [], [], 0, 0
        player.hand, player.tile, player.at = EMPTY, 0, 0
        player.ready, player.stuck, player.vetoes, player.swaps, player.window = 0, False, 0, 0, 0
    state.stack = setup.ready_stack(len(state.players))
    state.scored, state.rulings, state.ballots, state.judged = [], [], [], None
    state.how, state.stopped, state.step = "", 0, 0
    state.stage = "reveal"
