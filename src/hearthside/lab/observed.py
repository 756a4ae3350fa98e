"""Sums up what was seen in watched games: rules, questions, turns, leads, time, and what each card goes with."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from .effects import CardEffect, card_effects
from .summary import Share, Spread, spread, wilson
from .watching import Asked, Seen

if TYPE_CHECKING:
    from .simulate import Played

TENTHS = tuple(n / 10 for n in range(1, 10))


class Fired(msgspec.Struct):
    """How often a rule fired in all games, and in how many of them it did."""

    times: int
    games: int


class Leads(msgspec.Struct):
    """Who was ahead. changes: how often the lead passed, a game. settled: after which part of the game the winner led
    to the end. told: at each tenth of the game, how often the one ahead then won (of games with somebody ahead)."""

    changes: Spread
    settled: Spread | None
    told: list[tuple[float, Share]]


class Observed(msgspec.Struct, kw_only=True):
    """All that watched games tell. Errors count nowhere.

    rules: by id. asked: by topic, the most frequent first. turns: decisions in a turn -> turns, and their spread.
    seconds: of game time a decision, by seat. lasted: seconds of game time a game. bouts: rounds or games that cards
    are weighed by; rounds: whether they are rounds.
    """

    games: int
    rules: dict[str, Fired]
    asked: dict[str, Asked]
    turns: dict[int, int]
    turn: Spread | None
    leads: Leads | None
    seconds: list[float]
    lasted: Spread | None
    cards: list[CardEffect]
    bouts: int
    rounds: bool


def observe(played: Sequence[Played], cards: Iterable[tuple[str, str, str]] = ()) -> Observed:
    """Sums up the watched ones among these games; cards are (kind, id, name)."""
    games = [one for one in played if one.end != "error" and one.seen is not None]
    seen = [one.seen for one in games if one.seen is not None]
    turns = Counter[int]()
    for one in seen:
        turns.update(one.turns)
    bouts = [bout for one in seen for bout in one.bouts]
    return Observed(
        games=len(games),
        rules=_rules(seen),
        asked=_asked(seen),
        turns=dict(sorted(turns.items())),
        turn=spread(turns.elements()),
        leads=_leads(games),
        seconds=_seconds(games),
        lasted=spread(one.lasted for one in seen if one.lasted),
        cards=card_effects(bouts, cards) if bouts else [],
        bouts=len(bouts),
        rounds=any(len(one.bouts) != 1 for one in seen) and bool(bouts),
    )


def leader_at(seen: Seen, decisions: float) -> int | None:
    """The seat ahead once so many decisions were taken; None: nobody yet."""
    n = bisect_right(seen.leads, decisions, key=lambda lead: lead[0])
    return seen.leads[n - 1][1] if n else None


def _rules(seen: Sequence[Seen]) -> dict[str, Fired]:
    found: dict[str, Fired] = {}
    for one in seen:
        for rule, times in one.rules.items():
            fired = found.setdefault(rule, Fired(0, 0))
            fired.times += times
            fired.games += 1
    return dict(sorted(found.items()))


def _asked(seen: Sequence[Seen]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for one in seen:
        for topic, asked in one.asked.items():
            into = found.setdefault(topic, Asked(taken={}))
            into.times += asked.times
            into.options += asked.options
            into.only += asked.only
            for kind, n in asked.taken.items():
                into.taken[kind] = into.taken.get(kind, 0) + n
    return dict(sorted(found.items(), key=lambda item: (-item[1].times, item[0])))


def _leads(games: Sequence[Played]) -> Leads | None:
    led = [(one, one.seen) for one in games if one.seen is not None and one.seen.leads]
    changes = spread(len(seen.leads) - 1 for _, seen in led)
    if changes is None:
        return None
    won = [(one, seen, sum(one.decisions)) for one, seen in led if len(one.winners) == 1]
    settled = [seen.leads[-1][0] / total for one, seen, total in won if seen.leads[-1][1] == one.winners[0]]
    told = []
    for part in TENTHS:
        right = [ahead == one.winners[0] for one, seen, n in won if (ahead := leader_at(seen, part * n)) is not None]
        told.append((part, wilson(sum(right), len(right))))
    return Leads(changes, spread(settled), told if won else [])


def _seconds(games: Sequence[Played]) -> list[float]:
    timed = [(one, one.seen) for one in games if one.seen is not None and one.seen.seconds]
    seats = len(timed[0][0].decisions) if timed else 0
    taken = [sum(one.decisions[seat] for one, _ in timed) for seat in range(seats)]
    return [sum(seen.seconds[seat] for _, seen in timed) / max(1, taken[seat]) for seat in range(seats)]
