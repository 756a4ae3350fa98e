"""How a game stands: what brings a hero nearer to its goal raises its chance, and time that goes by alone lowers it."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.games.novus.evaluation import chances

from .story import hero, story

QUEST = ["close-the-crypt"]


def alone(turn: int = 12, **more: Any) -> float:
    t = story(hero(xp=10, **more))
    t.turn.number = turn
    return chances(t.g)[0]


def of_two(**more: Any) -> float:
    first, second = chances(story(hero(**{"xp": 10, **more}), hero(xp=10)).g)
    assert first + second == pytest.approx(1)
    return first


def test_alone_every_step_to_the_goal_counts() -> None:
    steps = [
        {},
        {"tokens": ["osira"]},
        {"tokens": ["osira", "cystos"]},
        {"tokens": ["osira", "cystos"], "quests": QUEST},
    ]
    found = [alone(**step) for step in steps]
    assert found == sorted(set(found))
    assert all(0 < chance < 1 for chance in found)
    assert alone(luck=1) > alone(luck=0)


def test_alone_turns_that_go_by_without_a_step_cost() -> None:
    found = [alone(turn) for turn in (5, 12, 18, 22, 25)]
    assert found == sorted(set(found), reverse=True)


def test_among_several_every_step_to_the_goal_counts() -> None:
    for step in ({"xp": 14}, {"tokens": ["osira"]}, {"quests": QUEST}, {"luck": 1}):
        assert of_two(**step) > of_two(luck=0), step
