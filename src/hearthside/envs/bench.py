"""Measures the environments beside PettingZoo's connect four and RLCard's uno (`hearthside bench --envs`).

Every work is the same: choose any legal action by the mask (or the list, where there is one), and step. PettingZoo's
environments are measured as `env()` makes them, with observations, since `last` gives them anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import numpy as np

from ..engine.game import Game
from .zoo import Seats

STEPS = 500  # of a work
BAR = 40_000.0
# Steps a second of the peers on the machine where the bar was set (bench/RESULTS.md).
THERE = {"PettingZoo connect four": 16_000.0, "RLCard uno": 64_000.0}
HELD = "Novus, 4 seats, masks"  # what is held to the bar


class Row(msgspec.Struct, kw_only=True):
    """One line: steps a second, the median, least and most of the blocks."""

    what: str
    value: float
    least: float
    most: float


class Bench(msgspec.Struct, kw_only=True):
    """All measurements. machine: speed of this machine against the one of the bar, by the peers; None without them.
    here: the bar on this machine. met: whether Novus with masks meets it. note: what could not be measured, and why."""

    rows: list[Row]
    machine: float | None
    bar: float
    here: float
    met: bool
    note: str = ""


def bench(rates: Callable[[list[Callable[[], int]]], list[list[float]]], connect_four: Game | None = None) -> Bench:
    """Measures.

    Args:
        rates: takes works, functions that return how many steps they took, and gives for each its steps a second, block
            by block.
        connect_four: ours, for a row at the same game as the peer's.
    """
    found = works(connect_four)
    notes = [name for name, work in found.items() if work is None]
    there = {name: work for name, work in found.items() if work is not None}
    rows = []
    for name, block in zip(there, rates(list(there.values())), strict=True):
        block.sort()
        rows.append(Row(what=name, value=block[len(block) // 2], least=block[0], most=block[-1]))
    by = {row.what: row.value for row in rows}
    ratios = [by[name] / was for name, was in THERE.items() if name in by]
    machine = sum(ratios) / len(ratios) if ratios else None
    here = BAR * (machine or 1.0)
    note = f"not installed, so not measured: {', '.join(notes)} (pip install pygame rlcard)." if notes else ""
    return Bench(rows=rows, machine=machine, bar=BAR, here=here, met=by[HELD] >= here, note=note)


def works(connect_four: Game | None) -> dict[str, Callable[[], int] | None]:
    """What is measured; None for what is not installed."""
    ours: dict[str, Callable[[], int] | None] = {
        HELD: stepping(Seats("novus", 4), observe=False),
        "Novus, 4 seats, masks and observations": stepping(Seats("novus", 4)),
        "Novus, 2 seats, masks": stepping(Seats("novus", 2), observe=False),
        "Novus, 2 seats, masks and observations": stepping(Seats("novus", 2)),
        "Last-Second Quest, 3 seats, masks": stepping(Seats("lastsecond", 3), observe=False),
        "Last-Second Quest, 3 seats, masks and observations": stepping(Seats("lastsecond", 3)),
    }
    if connect_four is not None:
        ours["Connect Four, masks and observations"] = stepping(Seats(connect_four))
    return {**ours, "PettingZoo connect four": _pettingzoo(), "RLCard uno": _rlcard()}


def stepping(env: Any, observe: bool = True) -> Callable[[], int]:
    """Random play by the mask, in an environment of PettingZoo's interface."""
    random = Random(1).random
    env.reset(seed=1)

    def work() -> int:
        for _ in range(STEPS):
            seen, _, over, cut, info = env.last(observe)
            if over or cut:
                env.reset()
                continue
            mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
            legal = np.flatnonzero(mask).tolist()
            env.step(legal[int(random() * len(legal))])
        return STEPS

    return work


def _pettingzoo() -> Callable[[], int] | None:
    try:
        from pettingzoo.classic import connect_four_v3  # type: ignore[import-untyped]
    except ImportError:
        return None
    return stepping(connect_four_v3.env())


def _rlcard() -> Callable[[], int] | None:
    try:
        import rlcard  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    env, random = rlcard.make("uno"), Random(1).random

    def work() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random() * len(legal))])
            steps += 1
        return steps

    return work
