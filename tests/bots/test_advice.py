"""Hints: the best choices with their chances, and no more than the seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hearthside.bots import Hard, advise
from hearthside.bots.advice import percent
from hearthside.engine.errors import Refused
from hearthside.engine.table import Table
from hearthside.games import game
from hearthside.lab.reference.connect_four import ConnectFour, Drop
from hearthside.lab.reference.lantern import LanternRun
from tests.bots.hiding import alike, every_kind
from tests.playing import step
from tests.tiny.signals import Light, Options, Signals

NOVUS, LAST = game("novus"), game("lastsecond")
CONTENT = NOVUS.content()


def four(columns: str) -> Table:
    """Connect Four after discs in these columns, 1 to 7."""
    table = Table.open(ConnectFour(), 2, 1)
    for column in columns:
        table.answer(Drop(int(column) - 1))
    return table


def test_it_tells_the_best_choices_with_their_chances() -> None:
    table = four("112233")
    found = advise(table, 0, "search:300")
    assert found.picks[0].choice == Drop(3)
    assert 0 < found.tries <= 300
    chances = [pick.chance for pick in found.picks]
    assert chances[0] == max(chances) == 1
    assert found.words.startswith("The bot would choose “Column 4”: 100% to win.")
    assert sum(pick.tries for pick in found.picks) <= 300
    assert (table.serial, table.ask.seat) == (6, 0)


def test_the_same_question_gets_the_same_hint() -> None:
    assert advise(four("4"), 1, "search:80") == advise(four("4"), 1, "search:80")


def test_where_nothing_tells_how_a_game_stands_it_is_played_to_the_end() -> None:
    """So every try is won, lost or shared, and nothing in between."""
    table = Table.open(LanternRun(), 2, 4)
    for pick in advise(table, 0, "search:60").picks:
        won = 2 * pick.tries * (pick.chance or 0)
        assert abs(won - round(won)) < 1e-6


def test_a_single_choice_and_a_seat_that_is_not_asked() -> None:
    table = Table.open(Signals(), 2, 1, Options(hurry=False))
    for seat in range(2):
        table.answer(table.ask_of(seat).choices[0], seat)  # type: ignore[union-attr]
    found = advise(table, 0, "search:1")
    assert ([pick.choice for pick in found.picks], found.picks[0].chance, found.tries) == ([Light()], None, 0)
    assert found.words.startswith("There is only one choice: ")
    with pytest.raises(Refused, match="not asked"):
        advise(four(""), 1)


def test_a_die_of_ones_own_is_no_choice() -> None:
    table = Table.open(LanternRun(), 2, 3, own_dice=True)
    while not table.roll:
        table.answer(table.ask.choices[0 if table.ask.topic != "move" else -1])
    with pytest.raises(Refused, match="die"):
        advise(table, table.ask.seat)


@pytest.mark.parametrize("mode", ["real", "sliced"])
def test_against_the_clock_it_is_what_a_hard_bot_does(mode: Any) -> None:
    table = Table.open(LAST, 2, 5, LAST.Options(mode=mode))
    found = advise(table, 0, "search:1")
    assert [pick.chance for pick in found.picks] == [None]
    assert found.picks[0].choice in table.ask_of(0).choices  # type: ignore[union-attr]
    assert found.picks[0].choice == Hard().choose(table, table.ask_of(0), Random(f"hint 0 {table.serial}"))  # type: ignore[arg-type]
    assert found.words.startswith("A hard bot would choose")


def test_several_are_told_together_each_set_once() -> None:
    table, dice = Table.open(Signals(), 2, 3, Options(hurry=False)), Random(1)
    while table.ask.topic != "exchange":
        step(table, dice)
    found = advise(table, table.ask.seat, "search:80")
    sets = [frozenset(pick.choice) for pick in found.picks]
    assert len(sets) == len(set(sets)) > 1


@every_kind
def test_it_knows_no_more_than_its_seat(kind: str) -> None:
    """At tables that differ only in what the seat cannot know, the hint is the same."""
    for tables, seat in alike(kind, 4):
        first, *others = [advise(one, seat, "search:12", Random(4)) for one in tables]
        assert others == [first, first]


def test_what_others_answered_in_secret_changes_nothing() -> None:
    found = []
    for n in range(3):
        table = Table.open(Signals(), 2, 3, Options(hurry=False))
        table.answer(table.asks[0].choices[n], 0)
        assert table.pending
        found.append(advise(table, 1, "search:40"))
        assert list(table.pending) == [0]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    "chance, words",
    [(0.0, "0%"), (0.004, "under 1%"), (0.62, "62%"), (0.996, "over 99%"), (1.0, "100%")],
)
def test_a_chance_in_words(chance: float, words: str) -> None:
    assert percent(chance) == words
