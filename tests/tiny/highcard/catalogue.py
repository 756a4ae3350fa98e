"""What the lab watches in High Card."""

from __future__ import annotations

from typing import Any

from hearthside.engine.game import Entry

from .game import Played

KINDS = {"card": "Cards"}


def watched(content: Any) -> dict[int, tuple[str, str, str]]:
    return {n: ("card", f"card-{n}", f"Card {n}") for n in range(1, 8)}


def held(g: Any) -> list[list[int]]:
    return list(g.state.hands)


def played(content: Any, entry: Entry) -> int:
    return entry.event.card if isinstance(entry.event, Played) else 0


def rounds(g: Any) -> list[list[int]]:
    return [[winner] for winner in g.state.past]


def standings(g: Any) -> list[float]:
    return [float(n) for n in g.state.wins]


def labels(g: Any) -> list[dict[str, str]]:
    return [{"sum": "odd" if sum(hand) % 2 else "even"} for hand in g.state.hands]
