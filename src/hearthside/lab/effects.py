"""What having or playing a card goes with: how much better the seats did that had it than those that did not.

Seats are compared within the same bout (a game, or a round where a game has rounds), each by how much it did better
than that seat wins on the whole, so that neither a long game nor a strong bot nor a good chair is put down to the card.
It is an association all the same: winners come by more cards. So each kind of card has its `usual`, what any card of
that kind goes with; a card is worth a look where its interval leaves that out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .summary import Z95
from .watching import Bout

LEAST = 10  # bouts compared; fewer tell nothing
SELDOM = 0.1  # a card played by less than this share of those who had it is dead


class Effect(msgspec.Struct):
    """How much a card adds to the chance to win: the mean over `bouts` compared, and its 95% interval."""

    bouts: int
    adds: float
    low: float
    high: float


class CardEffect(msgspec.Struct, kw_only=True):
    """One card. had, played: by so many seats, counted once a bout. having, playing: None where too few compare."""

    id: str
    name: str
    kind: str
    had: int
    played: int
    having: Effect | None
    playing: Effect | None

    @property
    def dead(self) -> bool:
        """Those who have it hardly ever play it."""
        return self.had >= LEAST and self.played < SELDOM * self.had


class _Side(NamedTuple):
    """A seat in a bout: by how much it did better than usual, and whether it won."""

    more: float
    won: bool


def card_effects(bouts: Sequence[Bout], cards: Iterable[tuple[str, str, str]]) -> list[CardEffect]:
    """What every card goes with; cards are (kind, id, name) and come back in their order."""
    seats = len(bouts[0].held) if bouts else 0
    usual = [sum(seat in bout.winners for bout in bouts) / len(bouts) for seat in range(seats)]
    sides = [[_Side((s in b.winners) - usual[s], s in b.winners) for s in range(seats)] for b in bouts]
    having = _with_each((bout.held for bout in bouts), sides)
    playing = _with_each((bout.played for bout in bouts), sides)
    had, used = _times(bout.held for bout in bouts), _times(bout.played for bout in bouts)
    return [
        CardEffect(
            id=id_, name=name, kind=kind, had=had[id_], played=used[id_],
            having=_effect(having[id_], sides), playing=_effect(playing[id_], sides),
        )
        for kind, id_, name in cards
    ]  # fmt: skip


def usual_effects(cards: Iterable[CardEffect], playing: bool = False) -> dict[str, float]:
    """By kind, what any card goes with: the mean over its cards, each as often as it was compared."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for card in cards:
        effect = card.playing if playing else card.having
        if effect:
            sums[card.kind][0] += effect.adds * effect.bouts
            sums[card.kind][1] += effect.bouts
    return {kind: adds / bouts for kind, (adds, bouts) in sums.items()}


def paired(differences: Sequence[float]) -> Effect | None:
    """The mean of differences within pairs, each about -1 to 1, with its 95% interval.

    The interval is Wald's with two made-up pairs added, one half for each outcome (Agresti and Min, Statistics in
    Medicine 24, 2005): it keeps its word at small numbers too. None of fewer than `LEAST`.
    """
    n = len(differences)
    if n < LEAST:
        return None
    total = math.fsum(differences)
    middle = total / (n + 2)
    half = Z95 * math.sqrt(((math.fsum(d * d for d in differences) + 1) / (n + 2) - middle * middle) / (n + 2))
    return Effect(n, total / n, max(-1.0, min(middle - half, total / n)), min(1.0, max(middle + half, total / n)))


def unpaired(won: int, of: int, other_won: int, others: int) -> Effect | None:
    """The difference of two shares that have nothing to do with each other, with its 95% interval (Agresti and Caffo,
    The American Statistician 54, 2000). None where either is of fewer than `LEAST`."""
    if min(of, others) < LEAST:
        return None
    p, q = (won + 1) / (of + 2), (other_won + 1) / (others + 2)
    half = Z95 * math.sqrt(p * (1 - p) / (of + 2) + q * (1 - q) / (others + 2))
    adds = won / of - other_won / others
    return Effect(of, adds, max(-1.0, min(p - q - half, adds)), min(1.0, max(p - q + half, adds)))


def by_luck(counts: Sequence[tuple[int, int]]) -> float:
    """How likely luck alone sets shares this far apart: the p-value of a chi-square test that all are alike.

    Args:
        counts: (wins, of) of each; every win is one's alone.
    """
    wins, of = sum(k for k, _ in counts), sum(n for _, n in counts)
    due = [wins * n / of for _, n in counts] if of else []
    known = [(k, expected) for (k, _), expected in zip(counts, due, strict=True) if expected]
    return _above(sum((k - expected) ** 2 / expected for k, expected in known), len(known) - 1)


def _above(x: float, df: int) -> float:
    """The chance that a chi-square number with so many degrees of freedom is above x."""
    if df < 1:
        return 1.0
    half, term = x / 2, math.exp(-x / 2)
    if df % 2:
        total, term, at = math.erfc(math.sqrt(half)), term * math.sqrt(half) / math.gamma(1.5), 0.5
    else:
        total, at = term, 1.0
        term *= half
    while at < df / 2:
        total += term
        at += 1
        term *= half / at
    return min(1.0, total)


def _with_each(of: Iterable[Sequence[Sequence[str]]], sides: list[list[_Side]]) -> Mapping[str, list[list[int]]]:
    """By card the seats that had it, bout by bout (empty: nobody)."""
    found: dict[str, list[list[int]]] = defaultdict(lambda: [[] for _ in sides])
    for n, seats in enumerate(of):
        for seat, cards in enumerate(seats):
            for card in cards:
                found[card][n].append(seat)
    return found


def _effect(seats_with: list[list[int]], sides: list[list[_Side]]) -> Effect | None:
    if sides and len(sides[0]) == 1:
        won = [side[0].won for side in sides]
        having = [one for one, seats in zip(won, seats_with, strict=True) if seats]
        return unpaired(sum(having), len(having), sum(won) - sum(having), len(won) - len(having))
    differences = []
    for mine, seats in zip(sides, seats_with, strict=True):
        if 0 < len(seats) < len(mine):
            on = math.fsum(mine[s].more for s in seats) / len(seats)
            off = math.fsum(side.more for s, side in enumerate(mine) if s not in seats) / (len(mine) - len(seats))
            differences.append(on - off)
    return paired(differences)


def _times(of: Iterable[Sequence[Sequence[str]]]) -> Mapping[str, int]:
    found: dict[str, int] = defaultdict(int)
    for seats in of:
        for cards in seats:
            for card in cards:
                found[card] += 1
    return found
