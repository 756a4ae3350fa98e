"""The chances to win over a finished game, and what turned it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hearthside.bots import Curve, curve, curves, play
from hearthside.bots.search import value_of
from hearthside.engine.record import Record, record_of, walk
from hearthside.engine.table import Table
from hearthside.games import game
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun

NOVUS = game("novus")
CONTENT = NOVUS.content()


def played(game_: Any, seats: int, seed: int = 1) -> tuple[Record, Table]:
    """A finished game of greedy bots."""
    table = Table.open(game_, seats, seed, content=CONTENT if game_ is NOVUS else None)
    play(table, ["greedy"] * seats, seed)
    return record_of(table), table


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_it_ends_at_the_result(seats: int) -> None:
    record, table = played(NOVUS, seats)
    found = curve(record, NOVUS, CONTENT)
    winners = table.result.winners
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    assert (found.points[-1].step, found.points[-1].chances) == (len(record.steps), shares)
    assert (found.steps, found.tries, len(found.names)) == (len(record.steps), 0, seats)
    if seats > 1:
        assert all(sum(point.chances) == pytest.approx(1) for point in found.points)


def test_it_is_what_the_game_tells_and_its_turns_are_the_biggest_changes() -> None:
    record, _ = played(NOVUS, 3, 5)
    found = curve(record, NOVUS, CONTENT)
    values = [tuple(value_of(table)) for table in walk(record, NOVUS, content=CONTENT)]
    assert all(point.chances == values[point.step] for point in found.points)
    begins = found.points[0].step
    assert begins > 0  # before the first turn nobody is ahead
    changes = [max(abs(a - b) for a, b in zip(*two, strict=True)) for two in pairwise(values)]
    assert len(found.turns) == 3
    assert [turn.step for turn in found.turns] == sorted(turn.step for turn in found.turns)
    for turn in found.turns:
        assert (turn.before, turn.after) == (values[turn.step - 1][turn.seat], values[turn.step][turn.seat])
        assert abs(turn.after - turn.before) >= 0.8 * changes[turn.step - 1]
    least = min(changes[turn.step - 1] for turn in found.turns)
    assert sum(change > least for change in changes[begins:-1]) <= 2


def test_a_turning_point_is_told_by_the_log() -> None:
    record, table = played(NOVUS, 3, 5)
    for turn in curve(record, NOVUS, CONTENT).turns:
        lines = [NOVUS.say_event(table.g, entry, None) for entry in table.entries(None) if entry.answer == turn.step]
        assert any(turn.words.startswith(line) for line in lines if line)
        assert len(turn.words) <= curves.WORDS


def test_without_a_valuation_it_is_played_on_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "WORK", 30_000)
    record, table = played(LanternRun(), 2, 3)
    found: list[Curve] = [curve(record, LanternRun()) for _ in range(2)]
    assert found[0] == found[1]
    assert curves.TRIES[0] <= found[0].tries <= curves.TRIES[1]
    assert found[0].points[-1].chances == tuple(value_of(table))
    for point in found[0].points[:-1]:
        for chance in point.chances:
            assert chance * found[0].tries * 2 == pytest.approx(round(chance * found[0].tries * 2))


def test_a_long_game_is_played_on_from_a_few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "MOST_POINTS", 9)
    record, _ = played(LanternRun(), 2, 3)
    found = curve(record, LanternRun())
    assert len(found.points) <= 9
    assert found.points[-1].step == len(record.steps)


def test_taking_the_win_turns_nothing() -> None:
    record, _ = played(ConnectFour(), 2, 2)
    assert all(turn.step < len(record.steps) for turn in curve(record, ConnectFour()).turns)
