"""Answers that are refused, rules that break, and who may read which line of the log."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine.ask import AllOf, AnyOf, Rolled
from hearthside.engine.errors import RecordError, Refused, RuleError
from hearthside.engine.record import Record, load, record_of, replay
from hearthside.engine.table import Table
from hearthside.lab.reference.connect_four import ConnectFour, Drop
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import play_on, step, whole
from tests.tiny.script import Noted, Say, asked, says, table_of
from tests.tiny.signals import Light, Signals, Take

NONSENSE: list[Any] = [
    None,
    0,
    True,
    "drop",
    b"",
    [],
    [Drop(1)],
    (Drop(1),),
    {},
    {"column": 1},
    Drop(7),
    Drop(-1),
    Drop,
]


def refused(table: Table, *args: Any, **more: Any) -> str:
    """The sentence with which an answer is refused; all of the table stays as it was."""
    before = whole(table)
    with pytest.raises(Refused) as refusal:
        table.answer(*args, **more)
    assert whole(table) == before
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("answer", NONSENSE, ids=repr)
def test_what_is_no_choice_is_refused(answer: Any) -> None:
    table = Table.open(ConnectFour(), 2, digest=True)
    play_on(table, Random(1), 3)
    assert "is not among the choices" in refused(table, answer)
    assert "is not among the choices" in refused(table, answer, 1, 3, 10)


def test_another_seats_answer_is_refused() -> None:
    table = Table.open(ConnectFour(), 2)
    for seat in (1, 2, -1, 99, "0"):
        assert refused(table, Drop(1), seat) == "It is Seat 1 who is asked now."


def test_a_stale_or_repeated_answer_is_refused() -> None:
    table = Table.open(ConnectFour(), 2)
    table.answer(Drop(1), 0, 0)
    for serial in (0, 2, -1, 99):
        wanted = f"That answer is to question {serial}, but question 1 is open now."
        assert refused(table, Drop(1), 1, serial) == wanted
        assert refused(table, Drop(1), 0, serial) == wanted


def test_nothing_is_taken_once_the_game_is_over() -> None:
    table = Table.open(ConnectFour(), 2)
    play_on(table, Random(1))
    assert refused(table, Drop(1)) == refused(table, Drop(1), 0, 3) == "The game is over."
    assert refused(table, Drop(1), 0, table.serial) == "The game is over."
    assert table.asks == ()
    assert not table.tick(10**9)


def test_time_never_goes_back() -> None:
    table = Table.open(ConnectFour(), 2)
    table.answer(Drop(1), now=500)
    assert refused(table, Drop(1), now=499) == "Time goes forward: it is 500 ms, not 499."
    table.answer(Drop(1), now=500)
    assert table.g.now == 500


@pytest.mark.parametrize(
    "answer",
    [None, Say(1), [], [Say(1)], says(1, 2, 3, 4), says(1, 1), says(1, 9), [Say(1), None], "ab", says(1, 2, 2)],
    ids=repr,
)
def test_a_question_for_several_wants_a_list_of_different_choices(answer: Any) -> None:
    def rule(g: Any) -> Any:
        g.state.notes = [one.n for one in (yield asked(0, 1, 2, 3, 4, least=2, most=3))]

    table = table_of(rule)
    sentence = refused(table, answer)
    assert "2 to 3 choices" in sentence or "given twice" in sentence
    table.answer((Say(4), Say(2)))
    assert table.g.state.notes == [4, 2]


def test_where_several_seats_are_asked_the_answer_names_its_seat() -> None:
    table = Table.open(Signals(), 3, 1)
    card = table.asks[0].choices[0]
    assert refused(table, card) == "Several seats are asked: say which one answers."
    assert refused(table, card, 7) == "Seat 7 is not asked now."
    other = table.asks[1].choices[0]
    assert "is not among the choices" in refused(table, other, 0)
    table.answer(card, 0)
    assert refused(table, card, 0) == "Seat 1 has answered already; others have not."


def test_random_bad_answers_in_random_games_change_nothing() -> None:
    random = Random(2)
    for game in (LanternRun(), Signals()):
        table = Table.open(game, 2, 5, digest=True)
        while not table.over:
            for bad in random.sample(NONSENSE, 2):
                if bad == [] and any(ask.least == 0 for ask in table.asks):
                    continue
                refused(table, bad, random.choice([0, 1]), random.choice([None, table.serial]))
            refused(table, Light() if table.asks[0].topic != "race" else Take(1), 0, table.serial)
            step(table, random)


# ---- rules that break ----


def broken_at(n: int, seats: int = 2) -> tuple[Table, list[bool]]:
    """A table whose rule breaks at answer 9 of the third pass, while the switch is on; it may meet n checkpoints."""
    on = [True]

    def rule(g: Any) -> Any:
        g.state.notes.append(g.chance.below(100))
        g.log(Noted(g.state.passes), "T-1")
        said = yield asked(g.state.passes % seats, 1, 2, 9)
        g.state.notes.append(g.chance.d(6))
        g.log(Noted(said.n), "T-1")
        if said.n == 9:
            g.state.passes += n
            for _ in range(40):
                g.chance.below(2)
            if on[0]:
                raise KeyError("the rule is broken")

    return table_of(rule, seats=seats, passes=60, digest=True), on


@pytest.mark.parametrize("before", [0, 1, 6, 7, 8, 9, 20])
def test_a_broken_rule_leaves_the_table_as_it_was(before: int) -> None:
    table, on = broken_at(0)
    for _ in range(before):
        table.answer(Say(1))
    stood = whole(table)
    for _ in range(2):
        with pytest.raises(
            RuleError, match=r"A rule failed \(KeyError: 'the rule is broken'\); the answer was taken back"
        ):
            table.answer(Say(9), now=1000)
        assert whole(table) == stood
    table.answer(Say(2))
    on[0] = False
    table.answer(Say(9))
    same, _ = broken_at(0)
    for _ in range(before):
        same.answer(Say(1))
    same.answer(Say(2))
    with pytest.raises(RuleError):
        same.answer(Say(9))
    play_on(table, Random(1))
    assert table.over


def test_the_record_of_a_broken_rule_reproduces_it() -> None:
    table, on = broken_at(0)
    table.answer(Say(1))
    with pytest.raises(RuleError) as broken:
        table.answer(Say(9))
    record = broken.value.record
    assert isinstance(record, Record)
    with pytest.raises(RecordError, match=r"Step 2 of 2: today's rules do not take.*the rule is broken"):
        replay(record, table.game)
    with pytest.raises(RecordError, match="the rule is broken"):
        load(record, table.game)
    on[0] = False
    assert load(record, table.game).serial == replay(record, table.game, verify=False).serial == 2


def test_a_rule_that_breaks_after_several_checkpoints_of_one_answer() -> None:
    def rule(g: Any) -> Any:
        for _ in range(40):
            g.chance.below(2)  # enough that every pass takes a checkpoint
        if g.state.passes % 4 == 0:
            yield asked(0, 1)
        if g.state.passes == 7:
            raise ValueError("broken")

    table = table_of(rule, passes=20, digest=True)
    table.answer(Say(1))
    stood = whole(table)
    with pytest.raises(RuleError, match="broken"):
        table.answer(Say(1))
    assert whole(table) == stood


def test_a_rule_that_breaks_at_a_deadline_among_all_or_at_the_end() -> None:
    def late(g: Any) -> Any:
        yield asked(0, 1, deadline=10)
        raise ValueError("broken")

    def all_of(g: Any) -> Any:
        yield AllOf((asked(0, 1), asked(1, 1)))
        raise ValueError("broken")

    table = table_of(late)
    stood = whole(table)
    with pytest.raises(RuleError):
        table.tick(20)
    assert whole(table) == stood
    table = table_of(all_of)
    table.answer(Say(1), 1)
    stood = whole(table)
    with pytest.raises(RuleError):
        table.answer(Say(1), 0)
    assert whole(table) == stood


def test_a_result_that_cannot_be_told_is_a_broken_rule_too() -> None:
    def rule(g: Any) -> Any:
        yield asked(0, 1)

    table = table_of(rule)
    table.game.result = lambda g: 1 // 0  # type: ignore[method-assign, assignment]
    stood = whole(table)
    with pytest.raises(RuleError, match="ZeroDivisionError"):
        table.answer(Say(1))
    assert whole(table) == stood


def test_a_state_that_cannot_be_packed_is_a_broken_rule_too() -> None:
    def rule(g: Any) -> Any:
        if (yield asked(0, 1, 2)).n == 2:
            g.state.notes = [object()]

    table = table_of(rule, passes=30, digest=True)
    for _ in range(3):
        table.answer(Say(1))
    stood = whole(table)
    with pytest.raises(RuleError):
        table.answer(Say(2))
    assert whole(table) == stood


def test_an_interrupted_rule_is_taken_back() -> None:
    def rule(g: Any) -> Any:
        yield asked(0, 1)
        g.chance.d(6)
        raise KeyboardInterrupt

    table = table_of(rule)
    stood = whole(table)
    with pytest.raises(KeyboardInterrupt):
        table.answer(Say(1))
    assert whole(table) == stood


def test_a_rule_that_breaks_after_an_entered_die() -> None:
    def rule(g: Any) -> Any:
        yield asked(1, 1)
        if g.chance.d(6) + g.chance.d(6) == 7:
            raise ValueError("seven")
        yield asked(1, 1)

    table = table_of(rule, own_dice=True)
    table.answer(Say(1))
    table.answer(Rolled(3))
    stood = whole(table)
    with pytest.raises(RuleError, match="seven") as broken:
        table.answer(Rolled(4))
    assert whole(table) == stood
    with pytest.raises(RecordError, match=r"Step 3 of 3.*seven"):
        replay(broken.value.record, table.game)
    table.answer(Rolled(5))
    assert [ask.topic for ask in table.asks] == ["say"]


def test_a_broken_rule_in_a_fork_leaves_the_fork_as_it_was() -> None:
    table, _ = broken_at(0)
    for _ in range(11):
        table.answer(Say(1))
    fork = table.fork()
    state = table.game.pack(fork.g.state)
    with pytest.raises(RuleError) as broken:
        fork.answer(Say(9))
    assert broken.value.record is None
    assert (table.game.pack(fork.g.state), fork.serial) == (state, 11)
    fork.answer(Say(1))
    with pytest.raises(ValueError, match="no record"):
        record_of(fork)


# ---- the log ----


def test_the_log_shows_each_seat_what_it_may_see() -> None:
    def rule(g: Any) -> Any:
        g.log(Noted(0), "T-1")
        g.log(Noted(1), "T-2", to=0b001)
        g.log(Noted(2), "T-3", to=0b110)
        yield asked(0, 1)
        g.log(Noted(3), "T-4", to=0)

    table = table_of(rule, seats=3)

    def seen(seat: int | None, since: int = 0) -> list[int]:
        return [entry.event.what for entry in table.entries(seat, since)]

    assert (seen(0), seen(1), seen(2), seen(None)) == ([0, 1], [0, 2], [0, 2], [0])
    assert seen(1, since=1) == [2]
    table.answer(Say(1))
    assert (seen(0), seen(None)) == ([0, 1], [0])
    assert [(entry.rule, entry.answer) for entry in table.log or []] == [("T-1", 0), ("T-2", 0), ("T-3", 0), ("T-4", 1)]


def test_a_table_without_a_log_plays_the_same() -> None:
    def end(log: bool) -> bytes:
        table = Table.open(Signals(), 4, 3, log=log)
        play_on(table, Random(3))
        assert (table.log is None) is not log
        return msgspec.json.encode(record_of(table))

    assert end(True) == end(False)


def test_too_few_or_too_many_seats_are_refused() -> None:
    for seats in (1, 5):
        with pytest.raises(Refused, match=f"Signals is for 2 to 4 players, not {seats}."):
            Table.open(Signals(), seats)


def test_the_first_answer_of_any_wins() -> None:
    def rule(g: Any) -> Any:
        seat, choice = yield AnyOf((asked(0, 1, 2), asked(1, 1), asked(2, 5)))
        g.state.notes += [seat, choice.n]
        yield asked(0, 1)

    table = table_of(rule, seats=3)
    assert [ask.seat for ask in table.asks] == [0, 1, 2]
    table.answer(Say(5), 2, 0)
    assert table.g.state.notes == [2, 5]
    assert "question 0" in refused(table, Say(1), 1, 0)
    assert table.fork().g.state.notes == load(record_of(table), table.game).g.state.notes == [2, 5]


def test_what_a_record_would_not_take_back_is_refused() -> None:
    """True equals 1 in Python; a record that says `true` is not read again."""
    table = table_of(lambda g: (yield asked(0, 0, 1)), digest=True)
    for no in (Say(True), Say(1.0), [Say(1)], (True,), {"type": "say", "n": True}, object()):
        with pytest.raises(Refused):
            table.answer(no)
    assert table.serial == 0
    table.answer(Say(1))
    assert record_of(table).steps[0].choice == {"type": "say", "n": 1}
