"""Fork, undo and load at any answer of a random game."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine.errors import Refused
from hearthside.engine.record import load, record_of
from hearthside.engine.table import Table
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import Move, after, give, play_on, questions, stand, step, whole
from tests.tiny.script import Say, asked, table_of
from tests.tiny.signals import Signals

GAMES = [(ConnectFour(), 2), (LanternRun(), 2), (Signals(), 3)]
each_game = pytest.mark.parametrize("game,seats", GAMES, ids=[game.name for game, _ in GAMES])


def told(game: Any, seats: int, seed: int) -> tuple[Table, list[Move], list[tuple[Any, ...]]]:
    """A random game with how it stood after each answer (and before the first)."""
    table = Table.open(game, seats, seed)
    random = Random(seed)
    moves, stands = [], [stand(table)]
    while not table.over:
        moves.append(step(table, random))
        stands.append(stand(table))
    return table, moves, stands


@each_game
def test_a_fork_made_at_any_answer_plays_on_like_the_original(game: Any, seats: int) -> None:
    _, moves, stands = told(game, seats, 3)
    table = Table.open(game, seats, 3)
    for n, move in enumerate(moves):
        fork = table.fork(after(table))
        assert stand(fork) == stands[n]
        for m in range(n, len(moves)):
            give(fork, moves[m])
            assert stand(fork) == stands[m + 1]
        assert stand(table) == stands[n], "what a fork does is no matter to the original"
        give(table, move)


@each_game
def test_a_table_loaded_at_any_answer_plays_on_like_the_original(game: Any, seats: int) -> None:
    end, moves, stands = told(game, seats, 4)
    table = Table.open(game, seats, 4)
    for n, move in enumerate(moves):
        loaded = load(msgspec.json.decode(msgspec.json.encode(record_of(table)), type=type(record_of(table))), game)
        assert stand(loaded) == stands[n]
        assert loaded.log == table.log
        for m in range(n, len(moves)):
            give(loaded, moves[m])
        assert whole(loaded) == whole(end)
        give(table, move)


@each_game
def test_undo_to_any_earlier_answer_puts_the_same_question(game: Any, seats: int) -> None:
    end, moves, stands = told(game, seats, 5)
    for to in range(len(moves)):
        table = Table.open(game, seats, 5)
        lines = []
        for move in moves:
            lines.append(len(table.log or ()))
            give(table, move)
        table.undo(to)
        assert stand(table) == stands[to]
        assert table.log == (end.log or [])[: lines[to]]
        for move in moves[to:]:
            give(table, move)
        assert whole(table) == whole(end), "the same answers after undo give the same game, dice and all"


@each_game
def test_undo_of_a_loaded_table_goes_back_to_the_start(game: Any, seats: int) -> None:
    table, _, stands = told(game, seats, 6)
    loaded = load(record_of(table), game)
    for to in reversed(range(table.serial)):
        loaded.undo(to)
        assert stand(loaded) == stands[to]


def test_other_answers_after_undo_are_taken() -> None:
    table = Table.open(ConnectFour(), 2)
    play_on(table, Random(1), 12)
    table.undo(5)
    play_on(table, Random(2))
    assert table.over
    assert not list(table.game.faults(table.g))


def test_what_never_was_cannot_be_taken_back() -> None:
    table = Table.open(ConnectFour(), 2)
    play_on(table, Random(1), 4)
    for to in (4, 5, -1):
        with pytest.raises(Refused, match="There are 4 answers"):
            table.undo(to)
    fork = table.fork()
    play_on(table, Random(1), 8)
    late = table.fork()
    with pytest.raises(Refused, match="before the point"):
        late.undo(0)
    fork.undo(2)
    assert fork.serial == 2


def test_the_future_chance_of_a_fork_is_its_own() -> None:
    """Forks don't foretell the table's dice, and looking ahead doesn't change them."""

    def dice(g: Any) -> Any:
        g.chance.d(6)
        yield asked(0, 1)
        g.state.notes.append(g.chance.below(1 << 30))

    plain = table_of(dice, seed=8)
    table = table_of(dice, seed=8)
    forks = [table.fork() for _ in range(3)]
    for one in (*forks, table, plain):
        one.answer(Say(1))
    seen = [one.g.state.notes[0] for one in (*forks, table)]
    assert len(set(seen)) == 4
    assert plain.g.state.notes[0] == seen[-1]
    again = table_of(dice, seed=8).fork()
    again.answer(Say(1))
    assert again.g.state.notes[0] == seen[0], "the same table gives its forks the same chance"


def test_undo_in_a_fork_does_not_open_the_tables_own_dice() -> None:
    def dice(g: Any) -> Any:
        yield asked(0, 1)
        g.state.notes.append(g.chance.below(1 << 30))
        yield asked(0, 1)

    table = table_of(dice, seed=8)
    fork = table.fork()
    fork.answer(Say(1))
    fork.undo(0)
    fork.answer(Say(1))
    table.answer(Say(1))
    assert fork.g.state.notes != table.g.state.notes


def test_a_fork_of_a_fork_and_a_fork_of_a_finished_game() -> None:
    table, moves, stands = told(LanternRun(), 2, 9)
    assert stand(table.fork()) == stands[-1]
    table.undo(len(moves) // 2)
    assert stand(table.fork().fork().fork()) == stands[len(moves) // 2]


def test_only_a_fork_is_dealt_anew() -> None:
    table = Table.open(Signals(), 3, 5)
    with pytest.raises(ValueError, match="the cards of this table are real"):
        table.redeal(0, 1)
    for seat in (0, 1):
        table.answer(table.ask_of(seat).choices[0], seat)  # type: ignore[union-attr]
    before = stand(table)
    fork = table.fork()
    fork.redeal(2, 1)
    assert (fork.pending, fork.serial, len(fork.asks)) == ({}, 0, 3), "what seat 2 has not seen is asked again"
    assert fork.ask_of(2) == table.ask_of(2)
    for ask in fork.asks:
        assert [one.card for one in ask.choices] == fork.g.state.players[ask.seat].hand
    again = table.fork()
    again.redeal(2, 1)
    assert stand(again) == stand(fork)
    again.redeal(2, 2)
    assert stand(again) != stand(fork)
    assert stand(table) == before


def test_undo_is_free_while_only_the_same_seat_decided() -> None:
    table = Table.open(ConnectFour(), 2)
    table.answer(table.asks[0].choices[0])
    assert table.undo_needs(0, 0) == []
    assert table.undo_needs(0, 1) == [0], "another's answer"
    table.answer(table.asks[0].choices[0])
    assert table.undo_needs(1, 1) == []
    assert table.undo_needs(0, 0) == [1]


def test_undo_after_dice_or_a_card_needs_the_others() -> None:
    def rule(g: Any) -> Any:
        yield asked(0, 1)
        yield asked(0, 1, 2)
        g.chance.d(6)
        yield asked(0, 1)
        yield asked(0, 1)
        g.learn()
        yield asked(0, 1)
        yield asked(0, 1)

    table = table_of(rule, seats=3)
    table.answer(Say(1))
    assert table.undo_needs(0, 0) == []
    table.answer(Say(2))
    assert table.undo_needs(0, 0) == table.undo_needs(1, 0) == [1, 2], "a die was rolled"
    table.answer(Say(1))
    assert table.undo_needs(2, 0) == []
    table.answer(Say(1))
    assert table.undo_needs(3, 0) == table.undo_needs(2, 0) == [1, 2], "something was learned"
    table.answer(Say(1))
    assert table.undo_needs(4, 0) == []


def test_what_undo_needs_is_the_same_across_checkpoints() -> None:
    def rule(g: Any) -> Any:
        yield asked(0, 1)
        if g.state.passes == 10:
            g.learn()

    table = table_of(rule, passes=40)
    for _ in range(30):
        table.answer(Say(1))
    assert len(table.history) >= 2
    needs = [table.undo_needs(to, 0) for to in range(30)]
    assert needs == [[1]] * 11 + [[]] * 19
    assert [load(record_of(table), table.game).undo_needs(to, 0) for to in range(30)] == needs
    assert [table.fork().undo_needs(to, 0) for to in range(table.segment.serial, 30)] == [[]] * len(table.answers)


@each_game
def test_checkpoints_are_never_more_than_64_answers_apart(game: Any, seats: int) -> None:
    table, _, _ = told(game, seats, 7)
    assert all(len(segment.answers) <= 64 for segment in (*table.history, table.segment))


def test_a_checkpoint_is_taken_once_enough_has_happened() -> None:
    def rule(g: Any) -> Any:
        yield asked(0, 1)

    table = table_of(rule, passes=100)
    for _ in range(100):
        table.answer(Say(1))
    assert {len(segment.answers) for segment in table.history} == {table.game.checkpoint_after}


def test_the_rules_may_change_the_list_they_receive() -> None:
    def rule(g: Any) -> Any:
        got = yield asked(0, 1, 2, 3, least=0, most=3)
        while got:
            g.state.notes.append(got.pop().n)
        yield asked(0, 1)

    table = table_of(rule)
    answer = [Say(1), Say(3)]
    table.answer(answer)
    answer.clear()
    assert table.fork().g.state.notes == [3, 1]
    assert load(record_of(table), table.game).g.state.notes == [3, 1]
    assert questions(table.fork()) == questions(table)


def test_seats_and_dice_are_verified_by_the_hash_of_the_seed() -> None:
    assert Table.open(ConnectFour(), 2, 7).seed_hash.startswith("7902699be42c8a8e46fbbb4501726517e86b22c5")


def test_forks_are_freed_at_once() -> None:
    """Searches make them by the thousand: none may wait for the garbage collector."""
    import gc
    import weakref

    table = Table.open(Signals(), 2)
    gc.disable()
    try:
        fork = table.fork()
        fork.redeal(0, 1)
        gone = weakref.ref(fork)
        g = fork.g
        del fork
        assert gone() is None
        with pytest.raises(ReferenceError, match="hold it"):
            _ = g.table
    finally:
        gc.enable()
