"""How a game of Last-Second Quest stands: each seat's chance to win, by the rounds won so far.

Who wins three rounds first wins. Each round to come is anybody's, all alike: who packs faster is not in the state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import G

ROUNDS = 3  # to win (LS-WIN-1)


def chances(g: G) -> list[float]:
    """Each seat's chance to win, 0 to 1; together 1. A round whose winner is known counts."""
    state = g.state
    wins = [player.wins + (state.stage == "keep" and state.winner == player.seat) for player in state.players]
    return [_chance(wins[seat], tuple(sorted(wins[:seat] + wins[seat + 1 :]))) for seat in range(len(wins))]


@lru_cache(maxsize=4096)
def _chance(own: int, others: tuple[int, ...]) -> float:
    """The chance of a seat with so many rounds won among others with so many."""
    if own >= ROUNDS or max(others) >= ROUNDS:
        return float(own >= ROUNDS)
    total = _chance(own + 1, others)
    for n, wins in enumerate(others):
        total += _chance(own, tuple(sorted((*others[:n], wins + 1, *others[n + 1 :]))))
    return total / (1 + len(others))
