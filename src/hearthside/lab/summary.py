"""Sums up played games: shares with 95% intervals, lengths, ways of winning."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from .simulate import Played

Z95 = 1.959963984540054


class Share(msgspec.Struct):
    """`count` of `of`, as a share with its 95% interval (Wilson's score)."""

    count: int
    of: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct):
    """A number a game. low and high: the 95% interval of the mean."""

    mean: float
    low: float
    high: float
    least: float
    p10: float
    median: float
    p90: float
    most: float


class SeatSummary(msgspec.Struct):
    """One seat, from 0. leads: games without a winner in which it was ahead. decisions: a game."""

    seat: int
    bot: str
    wins: Share
    leads: int
    decisions: float


class Summary(msgspec.Struct, kw_only=True):
    """All games. Errors count nowhere else; shares are of the games without error.

    labels: wins by what a seat played, kind by kind ("class" -> "Knight"). ranks: of solo wins. figures: what the game
    counted itself, table by table and row by row, with how many numbers went into each row.
    how: ways in which games ended; "" where the cap ended them.
    """

    games: int
    won: Share
    unfinished: int
    capped: int
    errors: int
    seats: list[SeatSummary]
    bots: dict[str, Share]
    labels: dict[str, dict[str, Share]]
    how: dict[str, Share]
    ranks: dict[str, Share]
    figures: dict[str, dict[str, tuple[int, Spread]]]
    turns: Spread | None
    decisions: Spread | None
    decisions_in_all: int
    failures: dict[str, int]


def wilson(count: int, of: int) -> Share:
    """The share of `count` in `of` with its 95% interval; 0 to 1 where there is nothing to count."""
    if not of:
        return Share(0, 0, 0.0, 0.0, 1.0)
    return Share(count, of, count / of, *score_interval(count / of, of))


def score_interval(share: float, of: float) -> tuple[float, float]:
    """Wilson's 95% interval of a share of so many independent games; an effective number of them may be a fraction."""
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return (0.0 if share == 0 else max(0.0, middle - half)), (1.0 if share == 1 else min(1.0, middle + half))


def spread(values: Iterable[float]) -> Spread | None:
    """Mean with its 95% interval and quantiles; None of nothing."""
    xs = sorted(values)
    if not xs:
        return None
    mean = statistics.fmean(xs)
    half = Z95 * statistics.stdev(xs) / math.sqrt(len(xs)) if len(xs) > 1 else 0.0
    return Spread(
        mean, mean - half, mean + half, xs[0], _quantile(xs, 0.1), statistics.median(xs), _quantile(xs, 0.9), xs[-1]
    )


def summarize(played: Sequence[Played], seats: Sequence[str]) -> Summary:
    """The summary of games played with these bots on the seats."""
    good = [one for one in played if one.end != "error"]
    n = len(good)
    wins = Counter(seat for one in good for seat in one.winners)
    leads = Counter(one.leader for one in good if not one.winners and one.leader is not None)
    won = [one for one in good if one.winners]
    tables: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for one in good:
        for seat, label in enumerate(one.labels):
            for kind, name in label.items():
                if name:
                    tables[kind][name][0] += seat in one.winners
                    tables[kind][name][1] += 1
    return Summary(
        games=len(played),
        won=wilson(len(won), n),
        unfinished=n - len(won),
        capped=sum(one.end == "capped" for one in good),
        errors=len(played) - n,
        seats=[
            SeatSummary(
                seat,
                bot,
                wilson(wins[seat], n),
                leads[seat],
                sum(one.decisions[seat] for one in good) / n if n else 0.0,
            )
            for seat, bot in enumerate(seats)
        ],
        bots={
            bot: wilson(sum(wins[s] for s, b in enumerate(seats) if b == bot), n * list(seats).count(bot))
            for bot in dict.fromkeys(seats)
        },
        labels={
            kind: {name: wilson(*of) for name, of in sorted(table.items(), key=lambda t: (-t[1][0] / t[1][1], t[0]))}
            for kind, table in tables.items()
        },
        how={how: wilson(k, n) for how, k in _ordered(one.how for one in good)},
        ranks={rank: wilson(k, n) for rank, k in _ordered(one.rank for one in good if one.rank)}
        if len(seats) == 1
        else {},
        figures=_figures(good),
        turns=spread(one.turns for one in good if one.turns is not None),
        decisions=spread(sum(one.decisions) for one in good),
        decisions_in_all=sum(sum(one.decisions) for one in played),
        failures=dict(_ordered(one.error for one in played if one.end == "error")),
    )


def _figures(good: Sequence[Played]) -> dict[str, dict[str, tuple[int, Spread]]]:
    tables: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in good:
        for table, row, number in one.figures:
            tables[table][row].append(number)
    out: dict[str, dict[str, tuple[int, Spread]]] = {}
    for table, rows in tables.items():
        spreads = {row: (len(numbers), spread(numbers)) for row, numbers in rows.items()}
        kept = {row: (n, found) for row, (n, found) in spreads.items() if found is not None}
        out[table] = dict(sorted(kept.items(), key=lambda item: (-item[1][1].mean, item[0])))
    return out


def _ordered(names: Iterable[str]) -> list[tuple[str, int]]:
    """Names and how often, the most frequent first, then by name."""
    return sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))


def _quantile(xs: list[float], at: float) -> float:
    return xs[min(len(xs) - 1, int(at * len(xs)))]
