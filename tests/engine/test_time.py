"""Deadlines, questions to all, standing actions, clocks. Nobody sleeps here but the wall clock's own test."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine import clock
from hearthside.engine.ask import LATE, AllOf, AnyOf, Ask, Line, ask_openly
from hearthside.engine.clock import VirtualClock, WallClock
from hearthside.engine.errors import Refused
from hearthside.engine.prompt import prompt
from hearthside.engine.record import load, record_of, replay
from hearthside.engine.table import Table
from tests.playing import questions, stand, whole
from tests.tiny.script import Say, Script, asked, says, table_of
from tests.tiny.signals import Flare, Light, Signals, Take


def noting(question: Any) -> Any:
    """A rule that asks and notes what it receives: numbers, -1 for LATE."""

    def note(value: Any) -> int:
        return -1 if value is LATE else value.n if isinstance(value, Say) else value

    def rule(g: Any) -> Any:
        got = yield question(g) if callable(question) else question
        g.state.notes += [note(one) for one in (got if isinstance(got, list | tuple) else [got])]
        yield asked(0, 1)

    return rule


def again(table: Table) -> None:
    """Fork, load and replay stand where the table stands."""
    assert stand(table.fork()) == stand(table)
    record = record_of(table)
    for other in (load(record, table.game), replay(record, table.game, verify=True)):
        assert whole(other)[:-1] == whole(table)[:-1]


def test_a_deadline_that_passes_answers_late() -> None:
    table = table_of(noting(asked(0, 1, 2, deadline=100)))
    assert table.deadline == 100
    assert not table.tick(99)
    assert (table.serial, table.g.now) == (0, 0)
    assert table.tick(130)
    assert (table.serial, table.g.now, table.g.state.notes, table.deadline) == (1, 130, [-1], None)
    assert not table.tick(10_000)
    again(table)
    table.undo(0)
    assert (table.g.now, table.deadline) == (0, 100)


def test_a_deadline_may_name_what_is_answered() -> None:
    table = table_of(noting(asked(0, 1, 2, deadline=100, otherwise=Say(2))))
    table.tick(100)
    assert table.g.state.notes == [2]
    again(table)


def test_an_answer_in_time_is_taken_and_a_late_one_finds_the_next_question() -> None:
    table = table_of(noting(asked(0, 1, 2, deadline=100)))
    table.answer(Say(1), 0, 0, now=99)
    assert table.g.state.notes == [1]
    table.undo(0)
    table.tick(100)
    with pytest.raises(Refused, match="question 1 is open"):
        table.answer(Say(1), 0, 0, now=101)
    again(table)


def test_a_deadline_reckoned_from_the_game_clock() -> None:
    def rule(g: Any) -> Any:
        for _ in range(3):
            yield asked(0, 1, deadline=g.now + 50)
        g.state.notes.append(g.now)
        yield asked(1, 1)

    table = table_of(rule)
    table.answer(Say(1), now=30)
    assert table.deadline == 80
    table.tick(85)
    assert table.deadline == 135
    table.answer(Say(1))
    assert table.g.state.notes == [85]
    again(table)


def test_any_of_past_its_deadline() -> None:
    table = table_of(noting(AnyOf((asked(0, 1), asked(1, 1)), deadline=40)))
    table.tick(40)
    assert table.g.state.notes == [-1, -1]
    again(table)
    table = table_of(noting(AnyOf((asked(0, 1), asked(1, 1, deadline=30)))))
    assert table.deadline == 30
    table.answer(Say(1), 1)
    assert table.g.state.notes == [1, 1]


def test_all_of_hides_answers_until_the_last() -> None:
    table = table_of(noting(AllOf((asked(2, 1, 2), asked(0, 3, 4), asked(1, 5, 6)))), seats=3)
    before = table.game.pack(table.g.state)
    mine = questions_of(table, 1)
    table.answer(Say(2), 2, 0)
    table.answer(Say(3), 0, 1)
    assert [one.seat for one in table.asks] == [1], "the asks shrink"
    assert (table.game.pack(table.g.state), table.log) == (before, []), "the rules have heard nothing yet"
    assert questions_of(table, 1) == mine
    again(table)
    table.answer(Say(5))
    assert table.g.state.notes == [2, 3, 5], "in the order of the asks"
    again(table)


def questions_of(table: Table, seat: int) -> Any:
    ask = table.ask_of(seat)
    return ask and (list(ask.choices), ask.topic, ask.rule)


def test_while_others_answer_a_question_to_all_it_is_still_the_same_question() -> None:
    """Two people who see question 0 at once may both answer it; neither is told that it is stale."""
    table = table_of(noting(AllOf((asked(0, 1, 2), asked(1, 1, 2), asked(2, 1, 2)))), seats=3)
    for seat in (1, 0):
        table.answer(Say(seat + 1), seat, serial=0)
        with pytest.raises(Refused, match="has answered already"):
            table.answer(Say(1), seat, serial=0)
    table.answer(Say(1), 2, serial=1)
    assert table.g.state.notes == [1, 2, 1]
    with pytest.raises(Refused, match="question 3 is open"):
        table.answer(Say(1), 0, serial=0)


def test_an_answer_to_all_can_be_taken_back_while_others_think() -> None:
    table = table_of(noting(AllOf((asked(0, 1, 2), asked(1, 1, 2)))))
    table.answer(Say(1), 1)
    assert table.undo_needs(0, 1) == []
    table.undo(0)
    table.answer(Say(2), 1)
    table.answer(Say(1), 0)
    assert table.g.state.notes == [1, 2]
    assert table.undo_needs(0, 1) == [0]


def test_a_deadline_of_all_answers_for_those_who_have_not() -> None:
    question = AllOf((asked(0, 1, 2), asked(1, 1, 2, otherwise=Say(2)), asked(2, 1)), deadline=70)
    table = table_of(noting(question), seats=3)
    table.answer(Say(1), 0, now=20)
    table.tick(75)
    assert table.g.state.notes == [1, 2, -1]
    again(table)


def test_each_seat_of_all_may_have_its_own_deadline() -> None:
    question = AllOf((asked(0, 1, deadline=50, otherwise=Say(9)), asked(1, 1, deadline=80), asked(2, 1)))
    table = table_of(noting(question), seats=3)
    assert table.tick(60)
    assert ([one.seat for one in table.asks], table.deadline) == ([1, 2], 80)
    again(table)
    assert table.tick(80)
    assert not table.tick(1000), "the third may think for ever"
    again(table)
    table.answer(Say(1))
    assert table.g.state.notes == [9, -1, 1]
    again(table)


class Open(Script):
    """Seat 1 holds two standing actions; each notes itself."""

    Choice = Say

    def standing(self, g: Any, seat: int) -> Any:
        return says(100) if seat == 1 and g.state.notes.count(100) < 2 else says(200) if seat == 0 else ()

    def stand(self, g: Any, seat: int, choice: Say) -> Any:
        sure = yield Ask(seat, says(1, 2), "sure", "T-2")
        g.state.notes.append(choice.n if sure.n == 1 else -choice.n)


def open_table(**more: Any) -> Table:
    def rule(g: Any) -> Any:
        got = yield from ask_openly(g, asked(0, 1, 2, **more), range(3))
        g.state.notes += [one.n for one in got] if isinstance(got, list) else [-1 if got is LATE else got.n]
        yield asked(2, 1)

    return Table.open(Open(rule), 3)


def test_standing_actions_are_open_to_all_while_one_is_asked() -> None:
    table = open_table()
    assert [(a.seat, a.topic, [c.n for c in a.choices]) for a in table.asks] == [
        (0, "say", [1, 2, 200]),
        (1, "standing", [100]),
    ]
    table.answer(Say(100), 1)
    table.answer(Say(1))
    again(table)
    assert table.g.state.notes == [100]
    assert [a.seat for a in table.asks] == [0, 1], "the question is put again"
    table.answer(Say(200), 0)
    table.answer(Say(2))
    table.answer(Say(100), 1)
    table.answer(Say(1))
    assert [a.seat for a in table.asks] == [0], "the second was the last"
    table.answer(Say(2))
    assert table.g.state.notes == [100, -200, 100, 2]
    again(table)


def test_standing_actions_and_a_deadline() -> None:
    table = open_table(deadline=90)
    table.answer(Say(100), 1, now=80)
    table.answer(Say(1), now=95)
    assert table.deadline == 90
    assert table.tick(95)
    assert table.g.state.notes == [100, -1]
    again(table)
    table = open_table(deadline=90, otherwise=Say(2))
    table.tick(90)
    assert table.g.state.notes == [2]


def test_standing_actions_while_several_are_to_be_chosen() -> None:
    table = open_table(least=0, most=2)
    assert [len(a.choices) for a in table.asks] == [2, 1]
    table.answer(says(2, 1), 0)
    assert table.g.state.notes == [2, 1]
    again(table)


def test_signals_tells_a_story() -> None:
    table = Table.open(Signals(), 2, 1, dice=[2, 5])
    for seat in (0, 1):
        table.answer(table.asks[0].choices[0], seat)
    table.answer(Light(), 1, now=900)
    assert table.g.state.players[1].score == 5
    table.answer(Flare(), 1)
    assert [type(entry.event).__name__ for entry in table.entries(1)][-1] == "Peeked"
    assert [type(entry.event).__name__ for entry in table.entries(0)][-1] == "Lit"
    shown = table.asks[0].choices[0]
    assert isinstance(shown, Take)
    table.answer(shown, 0)
    table.tick(table.deadline or 0)
    assert table.asks[0].topic == "vote"
    assert questions(table) == questions(table.fork())


def test_a_virtual_clock_is_moved_by_hand() -> None:
    hand = VirtualClock(5)
    assert (hand.now(), hand.advance(10), hand.advance(0), hand.now()) == (5, 15, 15, 15)
    with pytest.raises(ValueError, match="forward only"):
        hand.advance(-1)


def test_the_wall_clock_stands_still_while_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [100.0]
    monkeypatch.setattr(clock.time, "monotonic", lambda: at[0])
    wall = WallClock(start=50)
    at[0] += 1.5
    assert wall.now() == 1550
    wall.pause()
    at[0] += 60
    wall.pause()
    assert wall.now() == 1550
    wall.resume()
    at[0] += 0.25
    wall.resume()
    assert wall.now() == 1800


def test_the_wall_clock_goes_by_itself() -> None:
    wall = WallClock()
    assert 0 <= wall.now() <= wall.now() < 1000


# ---- nobody is asked, and free lines ----


def test_nobody_may_answer_until_the_clock_has_moved() -> None:
    table = table_of(noting(AnyOf((), deadline=40)))
    assert (table.asks, table.over, table.deadline) == ((), False, 40)
    assert [prompt(table, seat).words for seat in (None, 0)] == ["Time passes.", "Time passes."]
    for seat in (None, 0, 1):
        with pytest.raises(Refused):
            table.answer(Say(1), seat)
    with pytest.raises(Refused, match="time has to pass"):
        _ = table.ask
    assert not table.tick(39)
    again(table)
    assert table.tick(40)
    assert table.g.state.notes == [-1, -1]
    again(table)
    table.undo(0)
    assert (table.asks, table.deadline) == ((), 40)


def hearing(question: Any) -> Any:
    """A rule that asks and notes how many characters it heard, or the number it received."""

    def rule(g: Any) -> Any:
        got = yield question
        for one in got if isinstance(got, list | tuple) else [got]:
            g.state.notes.append(len(one.text) if isinstance(one, Line) else one if isinstance(one, int) else one.n)
        yield asked(0, 1)

    return rule


@pytest.mark.parametrize(
    "question, notes",
    [
        (asked(0, 1, line=5), [4]),
        (AnyOf((asked(0, 1, line=5), asked(1, 1))), [0, 4]),
        (AllOf((asked(0, 1, line=5), asked(1, 3))), [4, 3]),
    ],
)
def test_a_question_may_take_a_line_beside_its_choices(question: Any, notes: list[int]) -> None:
    table = table_of(hearing(question))
    assert prompt(table, 0).line == 5
    for bad in ("", " a", "a ", "a\tb", "sixsix"):
        with pytest.raises(Refused):
            table.answer(Line(bad), 0)
    if len(table.asks) > 1:
        with pytest.raises(Refused):
            table.answer(Line("four"), 1)
    table.answer(Line("four"), 0)
    if not table.g.state.notes:
        table.answer(Say(3), 1)
    assert table.g.state.notes == notes
    again(table)
    table.undo(0)
    table.answer(Say(1), 0)


def test_a_line_is_refused_where_none_is_asked_for() -> None:
    table = table_of(noting(asked(0, 1)))
    with pytest.raises(Refused):
        table.answer(Line("hello"))


def test_an_open_question_takes_its_line_while_others_may_act() -> None:
    game = Signals()
    table = Table.open(game, 3, 1)
    ask = Ask(0, says(1), "say", "T-1", line=9)
    rule = ask_openly(table.g, ask, range(3))
    question = next(rule)
    assert isinstance(question, AnyOf)
    with pytest.raises(StopIteration) as stopped:
        rule.send((0, Line("mine")))
    assert stopped.value.value == Line("mine")
