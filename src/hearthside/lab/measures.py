"""What can be measured of a game, each by a name: `turns`, `seat:1`, `bot:greedy`, `class:Knight`, `how:legend` ...

A measure is a number a game. Shares are of wins, 0 to 1; `class:Knight` is the share of the seats with a Knight that
won, and a game without a Knight has no such number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from statistics import fmean

from ..engine.errors import Refused
from .simulate import Played

# Of these a game has every one; what it does not name is 0.
COMPLETE = ("how", "rank")
NUMBERS = ("turns", "decisions")


def measures(one: Played, seats: Sequence[str], had: Mapping[str, Iterable[int]]) -> dict[str, float]:
    """All measures of a game. had: by card, the seats that had it at any time."""
    wins = [float(seat in one.winners) for seat in range(len(seats))]
    found = {"won": float(any(wins))}
    if len(seats) > 1:
        found |= {f"seat:{seat + 1}": won for seat, won in enumerate(wins)}
        first = next((n for n, label in enumerate(one.labels) if label.get("turn order") == "1st"), 0)
        found["first"] = wins[first] - fmean(won for seat, won in enumerate(wins) if seat != first)
    groups: dict[str, list[float]] = defaultdict(list)
    if len(set(seats)) > 1:
        for bot, won in zip(seats, wins, strict=True):
            groups[f"bot:{bot}"].append(won)
    for label, won in zip(one.labels, wins, strict=False):
        for kind, name in label.items():
            if name:
                groups[f"{kind}:{name}"].append(won)
    for card, holders in had.items():
        groups[f"had:{card}"] += [wins[seat] for seat in holders]
    for table, row, number in one.figures:
        groups[f"{table}:{row}"].append(number)
    if one.turns is not None:
        found["turns"] = one.turns
    found["decisions"] = sum(one.decisions)
    found[f"how:{one.how or 'step_cap'}"] = 1.0
    if one.rank and len(seats) == 1:
        found[f"rank:{one.rank}"] = 1.0
    return found | {name: fmean(values) for name, values in groups.items() if values}


def usual_measure(found: Mapping[str, float], seats: Sequence[str], cards: Sequence[str]) -> str:
    """What to look at unless something else is asked for: who has the changed card, solo wins, else the length."""
    if len(seats) == 1:
        return "won"
    if len(cards) == 1:
        return f"had:{cards[0]}"
    return "turns" if "turns" in found else "decisions"


def is_share(measure: str, figures: Iterable[str]) -> bool:
    """Whether a measure is a share or a difference of shares, 0 to 1. figures: tables of the game's own figures."""
    return measure not in NUMBERS and measure.partition(":")[0] not in figures


def find_measure(asked: str, known: Iterable[str]) -> str:
    """The measure of that name, whatever its case.

    Raises:
        Refused: there is none; the sentence tells what may be meant, or what there is.
    """
    names = {name.lower(): name for name in known}
    if asked.lower() in names:
        return names[asked.lower()]
    near = get_close_matches(asked.lower(), names, 3, 0.6)
    if near:
        meant = f"did you mean {' or '.join(names[name] for name in near)}?"
    else:
        meant = f"there are {', '.join(dict.fromkeys(_group(name) for name in names.values()))}."
    raise Refused(f"These games have no measure {asked!r}; {meant}")


def _group(name: str) -> str:
    group, colon, _ = name.partition(":")
    return f"{group}:..." if colon else name
