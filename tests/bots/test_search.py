"""The searching bot: it finds what lies ahead, keeps to its means, and knows no more than its seat."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from hearthside.bots import BadSeat, Hard, make, play, stream
from hearthside.bots.search import Luck, Race, Search, value_of
from hearthside.engine.ask import Ask
from hearthside.engine.table import Table
from hearthside.games import game
from hearthside.lab.reference.connect_four import ConnectFour, Drop
from hearthside.lab.reference.lantern import LanternRun
from tests.bots.hiding import alike, every_kind
from tests.playing import step
from tests.tiny.signals import Signals

FOUR = ConnectFour()
NOVUS = game("novus")
CONTENT = NOVUS.content()


def four(columns: str) -> Table:
    """Connect Four after discs in these columns, 1 to 7."""
    table = Table.open(FOUR, 2, 1)
    for column in columns:
        table.answer(Drop(int(column) - 1))
    return table


@pytest.mark.parametrize("columns, best", [("112233", 3), ("121213", 0), ("1727371", 6), ("11223", 3)])
def test_it_takes_a_win_and_stops_one(columns: str, best: int) -> None:
    """Three in a row or a column: the one to move closes it, whoever's they are."""
    table = four(columns)
    assert {Search(0, 600, depth=40).choose(table, table.ask, Random(n)).column for n in range(3)} == {best}


def test_it_beats_chance() -> None:
    won = 0
    for n in range(6):
        table = Table.open(FOUR, 2, n)
        players: list[Any] = [Search(0, 60, depth=40), make("random")]
        if n % 2:
            players.reverse()
        dice = [stream(n, seat) for seat in range(2)]
        while not table.over:
            ask = table.ask
            table.answer(players[ask.seat].choose(table, ask, dice[ask.seat]))
        won += n % 2 in table.result.winners
    assert won == 6


def test_it_tells_what_it_found() -> None:
    table = four("112233")
    found = Search(0, 200, depth=40).look(table, table.ask, Random(1))
    best, visits, value = found.choices[0]
    assert best == Drop(3)
    assert value > 0.9
    assert visits == max(v for _, v, _ in found.choices)
    assert sum(v for _, v, _ in found.choices) == found.iterations <= 200
    assert [value for _, _, value in found.choices] == sorted((v for _, _, v in found.choices), reverse=True)


def test_a_time_is_kept_and_a_single_choice_takes_none() -> None:
    table = Table.open(NOVUS, 2, 1, content=CONTENT)
    play(table, ["greedy", "greedy"], cap=60)
    began = time.perf_counter()
    found = Search(50).look(table, table.asks[0], Random(1))
    assert found.iterations >= 1
    assert time.perf_counter() - began < 2  # 50 ms and the iteration that was under way, on a busy machine
    forced = Ask(0, [Drop(3)], "drop", "C4-1")
    search = Search(0, 1)
    search.look = None  # type: ignore[assignment, method-assign]
    assert search.choose(table, forced, Random(1)) == Drop(3)


@pytest.mark.parametrize("where", [(NOVUS, 2), (NOVUS, 4), (NOVUS, 1), (LanternRun(), 2), (Signals(), 4)])
def test_its_answers_are_always_taken(where: tuple[Any, int]) -> None:
    """Windows, lists of choices, questions to all and to any, deadlines: the whole of a game's beginning."""
    game_, seats = where
    table = Table.open(game_, seats, 3, content=CONTENT if game_ is NOVUS else None)
    play(table, ["search:6"] * seats, 5, cap=60)
    assert table.over or table.serial >= 60


@every_kind
def test_it_knows_no_more_than_its_seat(kind: str) -> None:
    """At tables that differ only in what the seat cannot know, the same seed gives the same answer."""
    for tables, seat in alike(kind, 6):
        first, *others = [Search(0, 12).look(one, one.ask_of(seat), Random(4)).choices for one in tables]
        assert others == [first, first]


def test_values() -> None:
    table = four("1122334")
    assert value_of(table) == [1.0, 0.0]
    novus = Table.open(NOVUS, 4, 1, content=CONTENT)
    assert sum(value_of(novus)) == pytest.approx(1)
    alone = Table.open(NOVUS, 1, 1, content=CONTENT)
    assert 0 < value_of(alone)[0] < 1


def test_a_game_that_was_broken_off_is_worth_what_it_could_have_come_to() -> None:
    for seats in (1, 3):
        table = Table.open(NOVUS, seats, 1, NOVUS.Options(rounds=1), content=CONTENT)
        play(table, ["greedy"] * seats)
        assert (table.result.how, table.result.winners) == ("rounds_up", [])
        values = value_of(table)
        assert all(0 < value < 1 for value in values)
        assert seats == 1 or sum(values) == pytest.approx(1)
    lost = Table.open(NOVUS, 1, 1, content=CONTENT)
    play(lost, ["random"])
    assert lost.over
    assert value_of(lost) == [float(bool(lost.result.winners))]


@pytest.mark.parametrize("spec", ["search:", "search:fast", "search:0", "search:0ms", "search:12s"])
def test_a_search_that_cannot_be(spec: str) -> None:
    with pytest.raises(BadSeat):
        make(spec)


def test_specs() -> None:
    for spec, wanted in (("search", (200, 0)), ("search:50ms", (50, 0)), ("search:500", (0, 500))):
        made = make(spec)
        assert isinstance(made, Search)
        assert (made.milliseconds, made.iterations) == wanted


def test_a_race_keeps_the_greedy_choice_unless_another_is_surely_better() -> None:
    """The choices' values in eight rounds of the same luck: the lead must be more than its standard error."""
    rows = {"greedy": [0.5, 0.4, 0.6, 0.5] * 2, "luckier": [0.8, 0.2, 0.6, 0.5] * 2, "worse": [0.1] * 8}
    race = Race(list(rows), 4, 2)
    for values in zip(*rows.values(), strict=True):
        race.add(values)
    assert [row[0] for row in race.ranked(1.0)] == ["greedy", "luckier", "worse"]
    better = Race(["greedy", "better"], 4, 2)
    for n in range(8):
        better.add([0.5, 0.56 + 0.01 * (n % 2)])
    assert [row[0] for row in better.ranked(1.0)] == ["better", "greedy"]
    assert better.ranked(1.0)[0][1:] == (8, pytest.approx(0.565))


def test_a_race_gives_up_what_is_worse_and_tries_what_waits() -> None:
    race = Race(["greedy", "worse", "same", "waiting"], 3, 2)
    for n in range(12):
        race.add([0.5 + n / 100, 0.1 + n / 200, 0.5 + n / 100])
    assert [arm.choice for arm in race.live] == ["greedy", "waiting"]
    assert race.open
    for n in range(16):
        race.add([0.5 + n / 100, 0.9 + n / 200])
    assert not race.open  # decided
    assert race.ranked(1.0)[0][0] == "waiting"


def test_the_same_happens_after_different_choices() -> None:
    """Two streams that drew unlike numbers of values give the same for the same answer of a turn, and others else."""
    one, other = Luck(5), Luck(5)
    other.random()
    for luck in (one, other):
        luck.turn_to(3, 1, "battle")
    first = one.random()
    assert first == other.random()
    one.turn_to(3, 1, "battle")  # the second time
    again = one.random()
    other.turn_to(4, 1, "battle")
    assert len({first, again, other.random(), Luck(5).random(), Luck(6).random()}) == 5


def test_values_of_a_stream_are_even() -> None:
    luck = Luck(1)
    values = [luck.random() for _ in range(4000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
    assert sum(values) / 4000 == pytest.approx(0.5, abs=0.02)
    assert {luck.randrange(6) for _ in range(100)} == set(range(6))


def test_a_hard_bot_looks_ahead_where_the_game_can_tell_how_it_stands() -> None:
    table = Table.open(NOVUS, 2, 1, content=CONTENT)
    play(table, ["greedy", "greedy"], cap=40)
    ask = table.asks[0]
    assert Hard(12).choose(table, ask, Random(2)) == Search(0, 12).choose(table, ask, Random(2))
    assert "hard" in NOVUS.levels


def test_it_does_not_see_what_others_answered_in_secret() -> None:
    """A question to all: whatever the first one answered, the second one's search comes to the same."""
    found = set()
    for n in range(2):
        table = Table.open(Signals(), 3, 5)
        while len(table.asks) < 2 or len(table.asks[0].choices) < 2:
            step(table, Random(3))
        first, second = table.asks[:2]
        table.answer(first.choices[n], first.seat)
        looked = Search(0, 24).look(table, table.ask_of(second.seat), Random(4))
        found.add(repr(looked.choices))
    assert len(found) == 1
