"""Where a clock runs, bots take their time, and a virtual clock waits for nobody."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hearthside.bots import Easy, Greedy, Pacer, play, stream
from hearthside.engine.ask import LATE, AnyOf, Ask, Rule
from hearthside.engine.game import Game
from hearthside.engine.table import Table
from tests.tiny.script import Say, Script, asked, says, table_of


class Timed(Script):
    """Seat n takes profile + 150 n milliseconds."""

    def profile(self, level: str) -> int:
        return {"easy": 300, "normal": 100, "hard": 30}[level]

    def delay(self, g: Any, ask: Ask, profile: Any, dice: Random) -> int:
        return int(profile) + 150 * ask.seat


def opened(rule: Callable[[Any], Rule[None]], seats: int = 2) -> Table:
    return Table.open(Timed(rule), seats)


def race(g: Any) -> Rule[None]:
    while len(g.state.notes) < 6:
        seat, choice = yield AnyOf((asked(0, 1), asked(1, 1)), deadline=10_000)
        assert choice is not LATE
        g.state.notes += [seat, g.now]


def test_who_is_ready_first_answers_first_and_keeps_its_readiness_meanwhile() -> None:
    table = opened(race)
    play(table, ["normal", "normal"])
    assert table.g.state.notes == [0, 100, 0, 200, 1, 250]  # seat 1 was asked at 0
    table = opened(race)
    play(table, ["easy", "hard"])
    assert table.g.state.notes == [1, 180, 0, 300, 1, 360]


def test_a_deadline_passes_before_a_slow_bot_answers() -> None:
    def rule(g: Any) -> Rule[None]:
        g.state.notes.append((yield asked(0, 1, 2, deadline=50, otherwise=Say(2))).n)

    table = opened(rule, 1)
    assert play(table, ["normal"]) == [0]
    assert (table.g.state.notes, table.g.now) == ([2], 50)


def test_a_question_of_another_topic_is_asked_anew() -> None:
    pacer = Pacer({0: Random(1)}, {0: 100})

    def rule(g: Any) -> Rule[None]:
        yield Ask(0, says(1), "one", "T-1", deadline=1000)
        yield Ask(0, says(1), "two", "T-1", deadline=1000)

    table = opened(rule, 1)
    assert pacer.next(table, [0], 0) == (100, table.ask)
    assert pacer.next(table, [0], 40) == (100, table.ask)
    table.answer(Say(1), now=60)  # a person did
    assert pacer.next(table, [0], 60) == (160, table.ask)
    assert pacer.next(table, [], 60) == (1000, None)


def test_nothing_comes_by_itself_where_only_people_are_asked() -> None:
    table = table_of(lambda g: (yield asked(0, 1)), 1)
    assert Pacer({}, {}).next(table, [], 0) is None


def test_equal_readiness_favours_nobody() -> None:
    first = [0, 0]

    def rule(g: Any) -> Rule[None]:
        seat, _ = yield AnyOf((asked(0, 1), asked(1, 1)), deadline=10)
        first[seat] += 1

    for seed in range(400):
        table = table_of(rule, 2)
        play(table, ["random", "random"], seed)
    assert 150 < first[0] < 250


def test_an_easy_bot_slips_where_the_game_has_no_bot_of_its_own() -> None:
    class Valued(Script):
        def hints(self) -> Callable[[Any, Ask, Any], float]:
            return lambda g, ask, choice: float(choice.n)

    table = Table.open(Valued(lambda g: (yield asked(0, *range(10)))), 1)
    picks = [Easy().choose(table, table.ask, stream(n, 0)).n for n in range(300)]
    assert 0.6 < picks.count(9) / 300 < 0.85
    assert Greedy().choose(table, table.ask, stream(1, 0)).n == 9


def test_a_game_brings_its_own_bot() -> None:
    class Own(Script):
        def chooser(self, level: str) -> Callable[[Any, Ask, Random], Any]:
            return lambda g, ask, dice: ask.choices[-1 if level == "easy" else 0]

    game: Game = Own(lambda g: (yield asked(0, 4, 5)))
    assert Easy().choose(Table.open(game, 1), Table.open(game, 1).ask, Random(1)) == Say(5)
