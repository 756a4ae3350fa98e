"""The clock, races, hidden tiles and slices of time (LS-DIG)."""

from __future__ import annotations

from random import Random

import pytest

from hearthside.engine.ask import AllOf
from hearthside.engine.errors import Refused
from hearthside.engine.record import load, record_of, replay
from hearthside.engine.scene import Heap
from hearthside.engine.table import Table
from hearthside.games.lastsecond import state as s
from hearthside.games.lastsecond.choices import PUT_BACK, RUMMAGE, STUCK, WAIT, Grab, Place, PutBack, Rummage
from hearthside.games.lastsecond.context import HANDS, Options
from tests.playing import play_on, whole

from .story import GAME, events, grab, kept, player, scoring, story, tile

rule = pytest.mark.rule
DOTS = [tile(f"dot-{n}", "1x1", "food") for n in range(2)]


def place(t, seat: int = 0):
    return next(one for one in t.offered(seat) if isinstance(one, Place))


@rule("LS-DIG-1")
def test_a_game_replays_exactly_from_its_seed_and_inputs_with_its_times():
    for seed in range(3):
        table = Table.open(GAME, 4, seed, Options(judge="table", debate=20), digest=True)
        play_on(table, Random(seed), 600)
        again = replay(record_of(table), GAME, verify=True)
        assert whole(again) == whole(table)
        assert again.g.now == table.g.now > 0
        loaded = load(record_of(table), GAME)
        assert loaded.g.state == table.g.state


@rule("LS-DIG-1")
def test_what_is_due_happens_in_order_of_time_however_late_the_clock_is_looked_at():
    t = story(player(), player(), player())
    t.do(0, grab("mace"), at=0).do(1, grab("mace"), at=100).do(2, grab("rope"), at=100)
    t.table.tick(5_000)
    took = [(one.seat, one.at) for one in t.events(events.Took)]
    assert (took[0], set(took[1:])) == ((0, 250), {(2, 350)})
    missed = t.events(events.Missed)[0]
    assert (missed.seat, missed.at, missed.free) == (1, 350, 550)
    assert t.asked("search") == [1], "and the hand that missed has been free for long"


@rule("LS-DIG-2", "LS-DIG-3")
def test_hands_go_through_their_states_and_take_commands_when_they_are_free():
    t = story(player("beastmaster", 2, kept=["raven"]), player())
    me = t.players[0]
    for command, busy, after in (
        (grab("mace"), s.REACHING, s.HOLDING),
        (PUT_BACK, s.RETURNING, s.EMPTY),
        (kept("raven"), s.REACHING, s.HOLDING),
    ):
        t.do(0, command)
        assert (me.hand, t.table.ask_of(0)) == (busy, None)
        t.settle()
        assert (me.hand, t.table.ask_of(0) is not None) == (after, True)
    t.do(0, place(t))
    assert (me.hand, me.laid) == (s.PLACING, [])
    t.settle()
    assert (me.hand, len(me.laid)) == (s.EMPTY, 1)
    t.do(0, STUCK)
    assert me.stuck
    assert STUCK not in t.offered(0)
    assert t.refused(0)["LS-GAP-11"]


@rule("LS-DIG-4")
def test_how_long_hands_take():
    assert [getattr(HANDS["table"], f) for f in HANDS["table"].__struct_fields__] == [700, 900, 400, 600, 300]
    assert [getattr(HANDS["quick"], f) for f in HANDS["quick"].__struct_fields__] == [250, 150, 100, 500, 200]
    for hands in ("quick", "table"):
        ms = HANDS[hands]
        t = scoring(player(ready=1), player(), hands=hands, pile="buried", judge="strict").next_round()
        me, now = t.players[0], t.g.now
        for what, took in (
            (Grab, ms.grab),
            (PutBack, ms.put_back),
            (Rummage, ms.rummage),
            (Grab, ms.grab),
            (Place, ms.place),
        ):
            t.do(0, next(one for one in t.offered(0) if isinstance(one, what)), at=now)
            assert me.at == now + took
            now += took
            t.wait(now)
            assert not me.at
    t = story(player(), player(), hands="table")
    t.do(0, grab("mace"), at=0).do(1, grab("mace"), at=50).wait(700)
    t.wait(750)
    assert (t.players[1].hand, t.players[1].at) == (s.MISSED, 1_050)


@rule("LS-DIG-6", "LS-EX-37")
def test_a_tile_goes_to_the_earliest_hand():
    """A reaches it at 4.2 s, B at 4.3 s."""
    t = story(player(), player(), player())
    t.do(0, grab("mace"), at=3_950).do(1, grab("mace"), at=4_050)
    assert t.in_pile("mace"), "until a hand is there"
    t.wait(4_250)
    assert (t.held(0), t.players[1].hand) == ("mace", s.REACHING)
    t.wait(4_300)
    assert t.held(1) == ""
    with pytest.raises(Refused, match="faster"):
        t.do(1, grab("rope"), at=4_400)
    t.do(1, grab("rope"), at=4_500)
    told = [entry.event.at for entry in t.table.log if isinstance(entry.event, events.Missed)]
    assert told == [4_300], "told at once"


@rule("LS-DIG-6", "LS-DIG-24", "LS-EX-37")
def test_a_thousand_equal_races_favour_nobody():
    """The same instant is one slice of 50 ms, whoever's command came first; one gets it, the others are free soon."""
    t = story(player(), player(), player(), cap=10_000, log=False)
    won, chance, now = [0, 0, 0], Random(1), 0
    for _ in range(1_000):
        for n, seat in enumerate(chance.sample(range(3), 3)):
            t.do(seat, grab("mace"), at=now + 1 + 20 * n)  # 1, 21 and 41 ms: one slice
        t.wait(now + 300)
        holders = [seat for seat in range(3) if t.held(seat) == "mace"]
        assert len(holders) == 1
        assert [one.hand for one in t.players if one.seat not in holders] == [s.MISSED] * 2
        won[holders[0]] += 1
        t.do(holders[0], PUT_BACK, at=now + 300).wait(now + 1_000)
        assert t.in_pile("mace")
        assert t.asked("search") == [0, 1, 2], "free again within a second"
        now += 1_000
    assert all(abs(n - 333) < 60 for n in won), won


@rule("LS-DIG-24")
def test_arrivals_are_rounded_up_to_slices():
    for at, arrival in ((0, 250), (1, 300), (49, 300), (50, 300), (51, 350)):
        t = story(player(), player())
        t.do(0, grab("mace"), at=at)
        assert t.players[0].at == arrival


@rule("LS-EX-37")
def test_a_race_replays_identically_for_the_same_seed():
    def holder(seed: int) -> int:
        t = story(player(), player(), seed=seed)
        t.do(1, grab("mace"), at=100).do(0, grab("mace"), at=100).wait(350)
        return next(seat for seat in (0, 1) if t.held(seat))

    assert [holder(seed) for seed in range(20)] == [holder(seed) for seed in range(20)]
    assert {holder(seed) for seed in range(20)} == {0, 1}


def heap(t, seat):
    return next(part for part in GAME.scene(t.g, seat).centre if isinstance(part, Heap))


@rule("LS-DIG-7", "LS-DIG-18")
def test_a_buried_pile_shows_each_player_twenty_tiles():
    t = scoring(player(ready=1), player(), judge="strict", pile="buried").next_round()
    seen = [{one.tile for one in t.offered(seat) if isinstance(one, Grab)} for seat in (0, 1)]
    assert [len(one) for one in seen] == [20, 20]
    assert seen[0] != seen[1]
    assert [{piece.id for piece, _ in heap(t, seat).pieces} for seat in (0, 1)] == [
        {f"tile-{n}" for n in one} for one in seen
    ]
    t.do(0, RUMMAGE, at=t.g.now).settle()
    again = {one.tile for one in t.offered(0) if isinstance(one, Grab)}
    assert (len(again), again != seen[0]) == (20, True)
    assert {one.tile for one in t.offered(1) if isinstance(one, Grab)} == seen[1]
    mine = next(iter(sorted(again - seen[1])))
    t.do(0, Grab(mine)).settle()
    with pytest.raises(Refused):
        t.do(1, Grab(mine))
    t.do(0, PUT_BACK).settle()
    back = t.g.now
    assert Grab(mine) in t.offered(1), "on top, for all to see"
    t.wait(back + 2_999)
    assert Grab(mine) in t.offered(1)
    t.wait(back + 3_000)
    assert Grab(mine) not in t.offered(1)
    assert len([one for one in story(player(), player()).offered(0) if isinstance(one, Grab)]) == 60, "open: all"
    assert RUMMAGE not in story(player(), player()).offered(0)


@rule("LS-DIG-18")
def test_where_a_hand_reaches_in_a_buried_pile_is_seen_by_those_who_see_the_tile():
    t = scoring(player(ready=1), player(), judge="strict", pile="buried").next_round()
    mine, theirs = ({one.tile for one in t.offered(seat) if isinstance(one, Grab)} for seat in (0, 1))
    t.do(0, Grab(min(mine - theirs)))
    assert (heap(t, 0).reached, heap(t, 1).reached, heap(t, None).reached) == (
        {f"tile-{min(mine - theirs)}": (0,)},
        {},
        {},
    )
    names = {entry.event.tile for entry in t.table.entries(1) if isinstance(entry.event, events.Reached)}
    assert not names


@rule("LS-DIG-8")
def test_in_slices_the_clock_stops_after_every_beat():
    t = story(player(hand="mace"), player(), player(), mode="sliced")
    assert isinstance(t.table.question, AllOf)
    assert t.table.deadline is None
    t.do(0, place(t)).do(1, grab("rope"))
    assert (t.lying(0), t.held(1)) == ([], ""), "hidden until the beat ends"
    assert t.asked("search") == [2]
    with pytest.raises(Refused, match="answered already"):
        t.do(1, WAIT)
    t.do(2, WAIT)
    assert (t.lying(0), t.held(1), t.state.beat) == (["mace"], "rope", 1)
    assert t.players[2].hand == s.EMPTY
    assert t.g.clock == 1_000


@rule("LS-DIG-8", "LS-DIG-6")
def test_who_grabs_the_same_tile_in_one_beat_draws_for_it():
    t = story(player(), player(), mode="sliced", cap=10_000, log=False)
    won = [0, 0]
    for _ in range(300):
        t.do(0, grab("mace")).do(1, grab("mace"))
        winner = 0 if t.held(0) else 1
        assert (t.held(winner), t.held(1 - winner)) == ("mace", "")
        assert t.players[1 - winner].hand == s.EMPTY, "the loser is free in the next beat"
        won[winner] += 1
        t.do(winner, PUT_BACK).do(1 - winner, WAIT)
    assert 115 < won[0] < 185


@rule("LS-DIG-8")
def test_a_head_start_in_slices_is_so_many_beats():
    t = scoring(player("fleetfoot", 2), player(ready=2), player(), judge="strict", mode="sliced").next_round()
    for _ in range(5):
        assert [ask.seat for ask in t.table.asks] == [0]
        t.do(0, WAIT)
    assert [ask.seat for ask in t.table.asks] == [0, 1, 2]


def test_in_slices_searching_ends_by_beats_and_by_all_being_stuck():
    t = story(player(), player(), mode="sliced", cap=3)
    for _ in range(3):
        assert t.state.stage == "search"
        t.do(0, WAIT).do(1, WAIT)
    assert t.events(events.SearchEnded)[0].how == "time"
    t = story(player(), player(), mode="sliced")
    t.do(0, STUCK).do(1, grab("mace"))
    t.do(0, WAIT).do(1, PUT_BACK)
    assert t.state.stage == "search"
    t.do(0, WAIT).do(1, STUCK)
    assert t.events(events.SearchEnded)[0].how == "stuck"


def test_in_slices_two_who_complete_in_one_beat_draw_for_the_card():
    ready = []
    for seed in range(60):
        t = story(
            player(empty=1, hand="dot-0"), player(empty=1, hand="dot-1"), player(), tiles=DOTS, mode="sliced", seed=seed
        )
        t.do(0, place(t, 0)).do(1, place(t, 1)).do(2, WAIT)
        ready.append(t.players[0].ready)
    assert set(ready) == {1, 2}


@rule("LS-DIG-9")
def test_two_seats_are_enough_whoever_sits_there():
    table = Table.open(GAME, 2, 1, Options(cap=30))
    play_on(table, Random(1))
    assert table.over


@rule("LS-DIG-10")
def test_the_end_of_searching_discards_what_hands_were_about_to_do():
    t = story(player(empty=1, hand="dot-0"), player(hand="mace"), player(ready=2), tiles=DOTS)
    t.do(0, place(t, 0), at=0).do(1, t.at(1, 0, 0, 0), at=100).settle()
    assert t.lying(1) == []
    assert t.in_pile("mace")
    assert not any(one.at for one in t.players)


@rule("LS-DIG-22")
def test_the_log_keeps_every_command_with_its_times_and_outcome():
    t = story(player(), player())
    t.do(0, grab("mace"), at=10).do(1, grab("mace"), at=70).wait(600)
    t.do(0, PUT_BACK, at=600).wait(700)
    t.do(1, STUCK, at=750)
    told = [(type(e.event).__name__, e.event.seat, e.event.at, e.rule) for e in t.table.log]
    assert told == [
        ("Reached", 0, 10, "LS-DIG-3"),
        ("Reached", 1, 70, "LS-DIG-3"),
        ("Took", 0, 300, "LS-DIG-6"),
        ("Missed", 1, 350, "LS-DIG-6"),
        ("PutBack", 0, 700, "LS-SEARCH-6"),
        ("DeclaredStuck", 1, 750, "LS-GAP-11"),
    ]
    assert t.events(events.Reached)[0].arrival == 300


def test_a_question_stays_the_same_object_while_nothing_in_it_changes():
    t = story(player(hand="mace"), player(), player())
    holding, searching = t.table.ask_of(0), t.table.ask_of(1)
    t.do(2, grab("rope"), at=10)
    assert t.table.ask_of(0) is holding
    assert t.table.ask_of(1) is searching
    kept_choices = list(searching.choices)
    t.wait(300)
    assert t.table.ask_of(0) is holding
    assert t.table.ask_of(1) is not searching, "the rope is gone"
    assert list(searching.choices) == kept_choices, "an older question is what it was"
    assert Grab(t.number("rope")) in searching.choices


def test_undo_is_never_free_once_the_clock_has_moved():
    t = story(player(), player())
    t.do(0, grab("mace"), at=0)
    assert t.table.undo_needs(0, 0) == []
    t.wait(250)
    assert t.table.undo_needs(0, 0) == [1]
    t = story(player(), player())
    t.do(0, grab("mace"), at=5)
    assert t.table.undo_needs(0, 0) == [1]


def test_a_command_that_comes_after_something_was_due_finds_it_done():
    t = story(player(), player())
    t.do(0, grab("mace"), at=0)
    t.table.answer(Grab(t.number("mace")), 1, now=300)  # without a tick in between
    assert t.held(0) == "mace"
    t.settle()
    assert t.events(events.Missed)[0].seat == 1


def test_nobody_can_act_until_the_clock_moves():
    t = story(player(), player())
    t.do(0, grab("mace"), at=0).do(1, grab("rope"), at=0)
    assert t.table.asks == ()
    assert not t.table.over
    assert t.table.deadline == 250
    with pytest.raises(Refused):
        t.table.answer(STUCK)
    with pytest.raises(Refused, match="time has to pass"):
        _ = t.table.ask
    assert t.table.tick(250)
    assert len(t.table.asks) == 2
