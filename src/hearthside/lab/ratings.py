"""Ratings of bots from the games that they played: one number each, with its interval.

The bots stand still while they are measured, so the ratings are fitted to all games at once and do not depend on the
order of games. The model is Bradley and Terry's: of two seats, the odds that this one wins the game rather than that
one are the ratio of their strengths; it is fitted by maximum likelihood to every pair of a seat that won and one that
did not. With more than two seats that is Luce's choice model, broken into pairs, which leaves the fit consistent
(H. Azari Soufiani and others, "Generalized method-of-moments for rank aggregation", 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING
from zlib import crc32

import msgspec

from ..engine.errors import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MIDDLE = 1500.0
ELO = 173.71779276130073  # 400 / ln 10: 400 points are odds of ten to one
DRAWS = 1000


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. block: its number; games of a block share their seed. seating: the bot on each seat, from 0.
    winners: seats."""

    block: int
    seating: tuple[int, ...]
    winners: tuple[int, ...] = ()


class Rating(msgspec.Struct):
    """On Elo's scale: 400 points are odds of ten to one, and the bots' mean is 1500. low, high: the 95% interval."""

    value: float
    low: float
    high: float


def check_ready() -> None:
    """Finds out before the games whether they can be rated.

    Raises:
        Refused: the library for it is not installed.
    """
    if find_spec("choix") is None:
        raise Refused("Ratings need choix, which is not installed: pip install 'hearthside[lab]'.")


def rate(bots: int, outcomes: Sequence[Outcome], seed: str = "0") -> list[Rating] | None:
    """Each bot's rating; None if no bot ever won a game that another sat in.

    Every pair starts from half a win each (Jeffreys' prior), so that a bot that never lost has a rating, too.
    The intervals are of the Bayesian bootstrap (D. Rubin, 1981), with the prior's wins weighed at random like games.
    It is done over games and over blocks, since games of the same seed may resemble each other; the wider one counts.

    Args:
        seed: of the bootstrap.
    """
    import numpy as np

    games, blocks = _tables(bots, outcomes)
    pairs = 1 - np.eye(bots)
    if not len(games):
        return None
    # the old generator: numpy keeps its streams the same for ever
    chance = np.random.RandomState(crc32(f"ratings {seed}".encode()))
    best = _fit(games.sum(axis=0) + pairs / 2, 1e-8)
    low, high = best, best
    for units in (games, blocks):
        drawn = []
        for _ in range(DRAWS):
            weights = chance.standard_exponential(len(units))
            prior = chance.standard_gamma(0.5, pairs.shape)
            drawn.append(_fit(np.tensordot(weights, units, 1) + pairs * prior, 1e-4, best))
        ends = np.quantile(drawn, (0.025, 0.975), axis=0)
        low, high = np.minimum(low, ends[0]), np.maximum(high, ends[1])
    scaled = ((MIDDLE + ELO * ends).tolist() for ends in (best, low, high))
    return [Rating(*one) for one in zip(*scaled, strict=True)]


def _tables(bots: int, outcomes: Sequence[Outcome]) -> tuple[Array, Array]:
    """Who beat whom: in each game that tells something, and in each block."""
    import numpy as np

    games: list[Array] = []
    places: dict[int, int] = {}
    of_block = []
    for one in outcomes:
        here = sorted(set(one.seating))
        seats = {bot: one.seating.count(bot) for bot in here}
        table = np.zeros((bots, bots))
        for a in here:
            won = sum(one.seating[seat] == a for seat in one.winners)
            for b in here:
                if a != b:
                    # with several seats each, a game still weighs about as much as one of a seat each
                    table[a, b] = won * seats[b] * 2 / (seats[a] + seats[b]) / max(1, len(one.winners))
        if table.any():
            games.append(table)
            of_block.append(places.setdefault(one.block, len(places)))
    each = np.array(games).reshape(-1, bots, bots)
    blocks = np.zeros((len(places), bots, bots))
    np.add.at(blocks, of_block, each)
    return each, blocks


def _fit(wins: Array, tolerance: float, start: Array | None = None) -> Array:
    """Logarithms of the strengths, their mean 0."""
    import choix

    found: Array = choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=1000, tol=tolerance)
    centred: Array = found - found.mean()
    return centred
