"""Bots choose from what is asked, by their own stream."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hearthside.bots import BadSeat, Greedy, Person, Random, make, stream
from hearthside.engine.ask import Ask
from hearthside.engine.table import Table
from hearthside.games import game


def table(hints: Callable[[Any, Ask, Any], float] | None = None) -> Any:
    return SimpleNamespace(g=None, game=SimpleNamespace(hints=lambda: hints))


def value(g: Any, ask: Ask, choice: Any) -> float:
    return float(choice)


def test_greedy_takes_the_best_value() -> None:
    assert Greedy().choose(table(value), Ask(0, [3, 9, 5], "pick", ""), random.Random(1)) == 9


def test_greedy_breaks_ties_by_its_stream() -> None:
    ask = Ask(0, [1, 2, 3], "pick", "")
    chosen = {Greedy().choose(table(lambda g, a, c: c > 1), ask, random.Random(n)) for n in range(30)}
    assert chosen == {2, 3}
    assert {Greedy().choose(table(), ask, random.Random(n)) for n in range(30)} == {1, 2, 3}


def test_greedy_takes_the_least_and_what_is_worth_more_than_nothing() -> None:
    ask = Ask(0, [-3, 4, -1, 2], "discard", "", least=1, most=3)
    assert Greedy().choose(table(value), ask, random.Random(1)) == [4, 2]
    ask = Ask(0, [-3, -2, -1], "discard", "", least=2, most=3)
    assert Greedy().choose(table(value), ask, random.Random(1)) == [-1, -2]


def test_random_reaches_every_choice_and_every_number_of_them() -> None:
    ask = Ask(0, "abc", "pick", "", least=0, most=2)
    got = [Random().choose(table(), ask, random.Random(n)) for n in range(100)]
    assert {len(one) for one in got} == {0, 1, 2}
    assert all(len(set(one)) == len(one) for one in got)
    single = Ask(0, "abc", "pick", "")
    assert {Random().choose(table(), single, random.Random(n)) for n in range(50)} == set("abc")


def test_streams_are_the_seats_own() -> None:
    draws = {stream(seed, seat).random() for seed in (1, 2, "1.2") for seat in range(3)}
    assert len(draws) == 9
    assert random.Random(1).random() not in draws
    assert stream(7, 0).random() == stream("7", 0).random()


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_play_novus_to_its_end(name: str) -> None:
    novus = game("novus")
    t = Table.open(novus, 1, 3, log=False)
    bot, own = make(name), stream(3, 0)
    while not t.over:
        t.answer(bot.choose(t, t.asks[0], own))
    assert t.result.turns <= 25


def test_any_class_can_be_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(
        "class First:\n    def choose(self, table, ask, random):\n        return ask.choices[0]\n\n"
        "class Mute:\n    pass\n\nclass Needy:\n    def __init__(self, more): pass\n    def choose(self, *a): pass\n"
    )
    (tmp_path / "broken_bots.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    assert make("own_bots:First").choose(table(), Ask(0, [5, 6], "pick", ""), random.Random(1)) == 5
    for spec, says in (
        ("own_bots:Mute", "lacks the method choose"),
        ("own_bots:None", "has no class None"),
        ("own_bots:Needy", r"Needy\(\) does not work"),
        ("no_such_bots:A", "no module no_such_bots"),
        ("broken_bots:A", "does not load"),
    ):
        with pytest.raises(BadSeat, match=says):
            make(spec)


@pytest.mark.parametrize("spec", ["", "bob", "Random", ":A", "a:"])
def test_an_unknown_bot_lists_the_known(spec: str) -> None:
    with pytest.raises(BadSeat, match="me, easy, normal, hard, greedy, random, search:200ms, or mymodule:MyBot"):
        make(spec)


def test_a_person_is_not_asked_by_a_simulation() -> None:
    assert isinstance(make("me"), Person)
    assert isinstance(make("me:Ann"), Person)
    with pytest.raises(BadSeat, match="hearthside play"):
        make("me").choose(table(), Ask(0, [1], "pick", ""), random.Random(1))
