"""Chance: streams, scripted dice, and dice that people roll themselves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from hearthside.engine.ask import AnyOf, Rolled
from hearthside.engine.chance import Chance
from hearthside.engine.errors import Refused, RuleError
from hearthside.engine.record import load, read, record_of, replay, write
from hearthside.engine.table import Table
from tests.playing import Move, give, stand, step, whole
from tests.tiny.script import Say, asked, table_of
from tests.tiny.signals import Signals


def two_dice(g: Any) -> Any:
    """Two dice and a card within one answer, then one more die; now and then a shuffle."""
    seat = g.state.passes % 2
    said = yield asked(seat, 1, 2)
    g.state.notes.append(g.chance.d(6))
    g.state.notes.append(g.chance.below(50))
    if said.n == 2:
        g.state.notes.append(g.chance.d(10))
    g.learn()
    yield asked(1 - seat, 1)
    g.state.notes.append(g.chance.d(4))
    g.chance.shuffle(g.state.notes)


def test_chance_is_fair() -> None:
    chance = Chance(Random(1).random)
    faces = Counter(chance.d(6) for _ in range(60_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 10_000) < 400 for count in faces.values())
    orders = Counter()
    for _ in range(24_000):
        cards = [1, 2, 3, 4]
        chance.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(abs(count - 1000) < 150 for count in orders.values())
    assert {chance.pick("abc") for _ in range(50)} == set("abc")


def test_a_stream_is_the_same_whether_given_or_opened_late() -> None:
    early, late = Chance(Random(5).random), Chance(None, seed=5)
    for one in (early, late):
        one.shuffle(cards := list(range(9)))
        one.tape += cards
        one.d(6)
        one.below(100)
    assert early.tape == late.tape


def test_scripted_dice_come_first_and_only_for_dice() -> None:
    table = table_of(two_dice, seed=3, dice=[6, 9, 2])
    plain = table_of(two_dice, seed=3)
    for one in (table, plain):
        one.answer(Say(2))
    assert table.g.state.notes == [6, plain.g.state.notes[1], 9], "the card is the stream's"
    table.answer(Say(1))
    assert 2 in table.g.state.notes


def test_scripted_dice_lie_ready_again_after_undo() -> None:
    table = table_of(two_dice, seed=3, passes=3, dice=[6, 9, 2, 5])
    moves = [Say(2), Say(1), Say(1), Say(1)]
    stands = []
    for move in moves:
        stands.append(stand(table))
        table.answer(move)
    end = whole(table)
    for to in (3, 1, 2, 0):
        table.undo(to)
        assert stand(table) == stands[to]
        for move in moves[to:]:
            table.answer(move)
        assert whole(table) == end


def test_an_impossible_scripted_die_is_told_and_taken_back() -> None:
    table = table_of(two_dice, dice=[7])
    with pytest.raises(RuleError, match="a die of 6 sides was scripted to show 7"):
        table.answer(Say(1))
    assert table.serial == 0


def test_scripted_dice_replay_from_the_record() -> None:
    table = table_of(two_dice, seed=3, dice=[6, 9], digest=True)
    table.answer(Say(2))
    assert replay(record_of(table), table.game, verify=True).g.state.notes == table.g.state.notes
    assert load(record_of(table), table.game).g.state.notes == table.g.state.notes


# ---- own dice ----


def test_people_enter_their_dice() -> None:
    table = table_of(two_dice, own_dice=True)
    table.answer(Say(2), 0)
    (roll,) = table.asks
    assert (roll.seat, roll.topic, roll.choices) == (0, "roll", [Rolled(face) for face in range(1, 7)])
    for bad in (Rolled(0), Rolled(7), Say(1), 3, None):
        before = whole(table)
        with pytest.raises(Refused):
            table.answer(bad)
        assert whole(table) == before
    with pytest.raises(Refused, match="Seat 1 who is asked"):
        table.answer(Rolled(3), 1)
    table.answer(Rolled(3), 0, 1)
    assert len(table.asks[0].choices) == 10, "the second die of the same answer"
    table.answer(Rolled(10), 0, 2)
    assert table.g.state.notes[::2] == [3, 10]
    table.answer(Say(1), 1)
    assert table.asks[0].seat == 1, "who answered rolls"
    table.answer(Rolled(4))
    assert table.over


def test_the_faces_entered_and_not_the_stream_decide() -> None:
    tables = [table_of(two_dice, seed=5, own_dice=own) for own in (True, False)]
    for table in tables:
        table.answer(Say(1))
    tables[0].answer(Rolled(2))
    assert tables[0].g.state.notes[0] == 2
    assert tables[0].g.state.notes[1] == tables[1].g.state.notes[1], "cards are the stream's at the same place"


def test_own_dice_may_fall_before_the_first_question() -> None:
    def rule(g: Any) -> Any:
        g.state.notes += [g.chance.d(6), g.chance.d(6)]
        yield asked(1, 1)

    table = table_of(rule, own_dice=True)
    for face in (4, 5):
        assert stand(load(record_of(table), table.game)) == stand(table)
        table.answer(Rolled(face))
    assert (table.g.state.notes, table.asks[0].seat) == ([4, 5], 1)
    assert stand(load(record_of(table), table.game)) == stand(table)
    assert stand(replay(record_of(table), table.game, verify=True)) == stand(table)
    table.undo(1)
    table.answer(Rolled(1))
    assert table.g.state.notes == [4, 1]
    table.undo(0)
    assert table.asks[0].topic == "roll"


def test_a_game_of_own_dice_forks_undoes_and_loads_at_any_answer() -> None:
    """Also between two dice of one answer."""
    table = table_of(two_dice, seed=4, passes=12, own_dice=True, digest=True)
    random, moves, stands = Random(4), [], [stand(table)]
    while not table.over:
        moves.append(step(table, random))
        stands.append(stand(table))
    end = whole(table)
    assert sum(isinstance(move.choice, Rolled) for move in moves) > 24
    for to in range(len(moves)):
        again = load(record_of(table), table.game)
        again.undo(to)
        assert stand(again) == stands[to]
        if not again.roll:
            assert stand(again.fork()) == stands[to]
        saved = load(record_of(again), again.game)
        assert stand(saved) == stands[to]
        assert stand(replay(record_of(again), again.game, verify=True)) == stands[to]
        for move in moves[to:]:
            give(saved, move)
        assert whole(saved) == end


def test_a_fork_made_while_a_die_is_awaited_rolls_it() -> None:
    table = table_of(two_dice, own_dice=True)
    table.answer(Say(2))
    fork = table.fork()
    assert (fork.roll, fork.asks[0].topic, len(fork.g.state.notes)) == (0, "say", 3)
    assert table.roll == 6


def test_own_dice_take_checkpoints_too() -> None:
    """Where every pass ends behind a die, the tape must not grow for ever."""

    def roll_and_move(g: Any) -> Any:
        yield asked(0, 1)
        g.state.notes = [g.chance.d(6)]

    table = table_of(roll_and_move, passes=60, own_dice=True)
    moves = []
    while not table.over:
        moves.append(step(table, Random(len(moves))))
    assert max(len(segment.answers) for segment in (*table.history, table.segment)) <= 16
    loaded = load(record_of(table), table.game)
    for to in reversed(range(len(moves))):
        loaded.undo(to)
        give(loaded, moves[to])
        loaded.undo(to)
    assert loaded.serial == 0


def test_own_dice_of_signals_and_the_race() -> None:
    def race(g: Any) -> Any:
        seat, _ = yield AnyOf((asked(0, 1), asked(1, 1)))
        g.state.notes += [seat, g.chance.d(6)]

    table = table_of(race, own_dice=True)
    table.answer(Say(1), 1)
    assert table.asks[0].seat == 1
    table.answer(Rolled(6))
    assert table.g.state.notes == [1, 6]
    table = Table.open(Signals(), 3, 2, own_dice=True, digest=True)
    moves: list[Move] = []
    while not table.over:
        moves.append(step(table, Random(len(moves))))
    assert whole(replay(record_of(table), table.game, verify=True))[:-1] == whole(table)[:-1]


def test_a_table_of_own_dice_saved_before_its_first_roll_still_asks_for_it(tmp_path: Any) -> None:
    table = table_of(two_dice, own_dice=True)
    write(record_of(table), tmp_path / "save.json")
    loaded = load(read(tmp_path / "save.json"), table.game)
    loaded.answer(Say(1))
    assert loaded.asks[0].topic == "roll"


def test_an_entered_die_can_be_taken_back_by_who_entered_it_only_with_the_others() -> None:
    table = table_of(two_dice, own_dice=True)
    table.answer(Say(2))
    assert table.undo_needs(0, 0) == []
    table.answer(Rolled(1))
    assert table.undo_needs(1, 0) == table.undo_needs(0, 0) == [1], "a die is chance, whoever rolled it"
