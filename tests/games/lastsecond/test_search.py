"""Searching: hands, the pile, the cards, the end (LS-SEARCH)."""

from __future__ import annotations

import pytest

from hearthside.engine.errors import Refused
from hearthside.games.lastsecond import state as s
from hearthside.games.lastsecond.choices import PUT_BACK, STUCK, Grab, Place, PlaceSlot, TakeKept

from .story import GAME, Story, events, grab, kept, player, scoring, story, tile

rule = pytest.mark.rule
DOT = tile("dot", "1x1", "food")
DOTS = [tile(f"dot-{n}", "1x1", "food") for n in range(4)]


def nearly_full(**more):
    """A player with one square left, and a 1x1 in hand."""
    return player(empty=1, **more)


def fill(t: Story, seat: int) -> Story:
    """The held 1x1 goes on the last square."""
    choices = [one for one in t.offered(seat) if isinstance(one, Place)]
    return t.lay(seat, choices[0])


@rule("LS-SEARCH-1", "LS-SEARCH-2", "LS-SETUP-31")
def test_a_round_starts_when_the_top_quest_is_turned_up_and_all_search_from_that_instant():
    t = scoring(player(), player(), player(), judge="strict").next_round()
    top = t.state.quest
    assert t.events(events.QuestRevealed)[-1].quest == top
    assert t.state.deck.count(top) == 0
    assert t.asked("search") == [0, 1, 2], "no pause to plan"
    assert t.g.now == t.state.began


@rule("LS-SEARCH-3", "LS-DIG-8")
def test_all_search_one_pile_at_the_same_time():
    t = story(player(), player(), player())
    t.do(0, grab("mace"), at=10).do(2, grab("rope"), at=20).do(1, grab("lute"), at=30)
    assert [one.hand for one in t.players] == [s.REACHING] * 3
    t.wait(400)
    assert [t.held(seat) for seat in range(3)] == ["mace", "lute", "rope"]
    assert not any(t.in_pile(one) for one in ("mace", "rope", "lute"))


@rule("LS-SEARCH-4", "LS-DIG-2")
def test_one_hand_does_one_thing_at_a_time():
    t = story(player(), player())
    t.do(0, grab("mace"), at=0)
    with pytest.raises(Refused, match="hand goes out for the Blunt Mace"):
        t.do(0, grab("rope"), at=50)
    t.wait(250)
    assert t.held(0) == "mace"
    t.do(0, PUT_BACK, at=300)
    with pytest.raises(Refused, match="put the Blunt Mace back"):
        t.do(0, grab("mace"), at=350)


@rule("LS-SEARCH-5", "LS-EX-35")
def test_a_hand_holds_one_item():
    t = story(player(hand="mace"), player())
    with pytest.raises(Refused, match="not among the choices"):
        t.do(0, grab("rope"))
    assert "Blunt Mace" in t.refused(0)["LS-SEARCH-5"]
    t.lay(0, PUT_BACK).take(0, "rope")
    assert t.held(0) == "rope"


@rule("LS-SEARCH-6")
def test_a_held_item_may_go_back_to_the_pile():
    t = story(player(hand="mace"), player())
    assert not t.in_pile("mace")
    t.do(0, PUT_BACK)
    assert not t.in_pile("mace"), "not before the hand is there"
    t.settle()
    assert t.in_pile("mace")
    assert t.take(1, "mace").held(1) == "mace", "for anybody"


@rule("LS-SEARCH-7")
def test_a_held_item_may_be_placed_on_the_own_mat():
    t = story(player(hand="mace"), player())
    t.lay(0, t.at(0, 0, 0, 0))
    assert (t.lying(0), t.lying(1), t.held(0)) == (["mace"], [], "")
    assert t.empty(0) == 26


@rule("LS-SEARCH-8")
def test_nothing_else_can_be_done_with_it():
    t = story(player(hand="mace"), player())
    assert {type(one) for one in t.offered(0)} == {type(PUT_BACK), Place}
    t = story(player(hand="eel"), player(), mat="backpack")
    assert {type(one) for one in t.offered(0)} == {type(PUT_BACK), Place, PlaceSlot}
    with pytest.raises(Refused):
        t.do(0, STUCK)


@rule("LS-SEARCH-9", "LS-DIG-10")
def test_a_full_mat_takes_the_top_card_with_the_tile_that_fills_it():
    t = story(nearly_full(hand="dot"), player(), player(), tiles=[DOT])
    fill(t, 0)
    assert (t.players[0].ready, t.state.stack) == (2, [1])
    placed, took = t.events(events.Placed)[-1], t.events(events.TookReady)[-1]
    assert placed.at == took.at


@rule("LS-SEARCH-10", "LS-SEARCH-12", "LS-SEARCH-13", "LS-EX-16")
def test_an_earlier_finisher_gets_a_higher_card_and_the_last_card_ends_the_search():
    """Five players finish in the order C, A, E, B: 4, 3, 2, 1, and D has none."""
    hands = [nearly_full(hand=f"dot-{n}") for n in range(3)]
    more = tile("dot-3", "1x1", "food"), tile("dot-4", "1x1", "food")
    t = story(*hands, player(hand="dot-3", empty=3), nearly_full(hand="dot-4"), tiles=[*DOTS[:3], *more])
    for seat in (2, 0, 4, 1):
        assert t.state.stage == "search"
        fill(t, seat)
    assert [one.ready for one in t.players] == [3, 1, 4, 0, 2]
    assert [t.empty(seat) for seat in range(5)] == [0, 0, 0, 3, 0], "all but one are full"
    assert t.events(events.SearchEnded)[-1].how == "ready"
    assert t.state.stage != "search"


@rule("LS-SEARCH-11", "LS-SEARCH-17", "LS-GAP-12")
def test_who_has_a_card_takes_no_further_part_in_the_search():
    t = story(nearly_full(hand="dot"), player(), player(), tiles=[DOT])
    fill(t, 0)
    assert t.asked("search") == [1, 2]
    with pytest.raises(Refused, match="mat is full"):
        t.do(0, grab("mace"))
    assert t.players[0].ready == 2


@rule("LS-EX-17")
def test_of_two_players_the_first_takes_the_only_card_and_the_search_ends():
    t = story(nearly_full(hand="dot"), player(items=["mace"]), tiles=[DOT])
    assert t.state.stack == [1]
    fill(t, 0).finish()
    assert (t.players[0].ready, t.players[1].ready) == (1, 0)
    assert t.state.scored[1].empty == 26


@rule("LS-EX-18")
def test_of_three_players_the_third_stops_at_once():
    t = story(nearly_full(hand="dot-0"), nearly_full(hand="dot-1"), player(), tiles=DOTS[:2])
    fill(t, 0)
    t.do(2, grab("mace"), at=t.g.now)
    fill(t, 1)
    assert (t.players[0].ready, t.players[1].ready) == (2, 1)
    assert t.asked("search") == []
    assert t.players[2].hand == s.EMPTY
    assert t.in_pile("mace"), "the hand on its way got nothing"


@rule("LS-SEARCH-14", "LS-DIG-19")
def test_scoring_follows_directly():
    t = story(nearly_full(hand="dot"), player(), tiles=[DOT], judge="table")
    fill(t, 0)
    assert t.asked("challenge") == [0, 1]
    assert t.state.step >= 1


@rule("LS-SEARCH-15", "LS-EX-13", "LS-EX-43")
def test_a_head_start_of_five_seconds():
    t = scoring(player("fleetfoot", 2), player(ready=2), player("fleetfoot", 1), judge="strict").next_round()
    assert t.asked("search") == [0], "with two wins, and not with one"
    began = t.state.began
    t.do(0, grab("mace"), at=began + 3_000)
    with pytest.raises(Refused, match="head start"):
        t.do(1, grab("rope"), at=began + 3_000)
    t.wait(began + 4_999)
    assert t.asked("search") == []
    assert t.held(0) == "mace"
    t.wait(began + 5_000)
    assert t.asked("search") == [1, 2]
    t.do(1, grab("rope"), at=began + 5_000)


@rule("LS-GAP-31")
def test_head_starts_and_delays_keep_their_distance():
    t = scoring(player("fleetfoot", 2), player(ready=3), player("advocate", 1), player("fleetfoot", 2), judge="strict")
    t.next_round()
    opens = [one.at - t.state.began if one.hand == s.CLOSED else 0 for one in t.players]
    assert opens == [0, 5_000, 7_000, 0]


@rule("LS-SEARCH-16", "LS-GAP-10")
def test_what_is_in_a_hand_at_the_end_goes_back_to_the_pile():
    t = story(nearly_full(hand="dot"), player(hand="mace"), tiles=[DOT])
    fill(t, 0)
    assert t.in_pile("mace")
    assert (t.players[1].tile, t.lying(1)) == (0, [])


@rule("LS-SEARCH-18", "LS-EX-40")
def test_a_deadlock_ends_the_search_and_cards_that_are_left_go_to_nobody():
    """Both who are left need a 1x1, and there is none in the pile or in a hand."""
    t = story(
        player(ready=2, empty=0), player(empty=1, hand="mace"), player(empty=2, hand="dot"), left=["rope"], tiles=[DOT]
    )
    assert t.state.stage == "search", "the 1x1 in a hand fits"
    t.lay(2, next(one for one in t.offered(2) if isinstance(one, Place)))
    assert t.events(events.SearchEnded)[-1].how == "deadlock"
    t.finish()
    assert [one.ready for one in t.state.scored] == [2, 0, 0]


def test_a_tile_that_somebody_could_still_put_back_is_no_deadlock():
    t = story(player(empty=1), player(empty=2, hand="dot"), player(empty=3, hand="apple"), left=["rope"], tiles=[DOT])
    t.lay(2, next(one for one in t.offered(2) if isinstance(one, Place)))
    assert t.state.stage == "search"


@rule("LS-GAP-11")
def test_the_search_also_ends_when_all_are_stuck_or_time_is_up():
    t = story(player(), player(), player())
    t.do(0, STUCK, at=10).do(1, STUCK, at=20)
    t.do(0, grab("mace"), at=30)
    assert not t.players[0].stuck, "who goes on is not stuck"
    t.do(2, STUCK, at=40)
    assert t.state.stage == "search"
    t.wait(400).do(0, PUT_BACK, at=500).wait(700).do(0, STUCK, at=800)
    assert (t.state.how or t.events(events.SearchEnded)[-1].how) == "stuck"
    t = story(player(ready=2, empty=0), player(), player())
    t.do(1, STUCK).do(2, STUCK)
    assert t.events(events.SearchEnded)[-1].how == "stuck", "all who are not finished"
    t = story(player(), player(), cap=120)
    t.wait(119_999)
    assert t.state.stage == "search"
    t.wait(120_000)
    assert [(one.how, one.at) for one in t.events(events.SearchEnded)] == [("time", 120_000)]


@rule("LS-GAP-17")
def test_a_kept_item_is_for_its_owner_alone():
    t = story(player("beastmaster", 2, kept=["raven"]), player())
    assert TakeKept(t.number("raven")) in t.offered(0)
    assert not any(isinstance(one, TakeKept) for one in t.offered(1))
    assert Grab(t.number("raven")) not in t.offered(1)
    t.do(0, kept("raven"), at=0)
    assert t.players[0].at == 250, "it takes as long as a grab"
    t.settle()
    assert t.held(0) == "raven"
    t.lay(0, PUT_BACK)
    assert not t.in_pile("raven"), "put back it lies beside the mat again"
    assert t.players[0].kept == [t.number("raven")]
    t.do(0, kept("raven")).settle()
    t.do(0, t.at(0, 0, 0, 0)).settle()
    assert (t.lying(0), t.players[0].kept) == (["raven"], [])


def test_a_kept_item_in_hand_at_the_end_goes_beside_the_mat():
    t = story(nearly_full(hand="dot"), player("beastmaster", 2, kept=["raven"], hand="raven"), tiles=[DOT])
    fill(t, 0)
    assert t.players[1].kept == [t.number("raven")]
    assert not t.in_pile("raven")
    assert not list(GAME.faults(t.g))


@rule("LS-GAP-23")
def test_two_who_complete_at_the_same_instant_draw_for_the_card():
    """Over many tables both are first about equally often; the same table always draws the same."""

    def first(seed: int) -> int:
        t = story(nearly_full(hand="dot-0"), nearly_full(hand="dot-1"), player(), tiles=DOTS[:2], seed=seed, log=False)
        for seat in (0, 1):
            t.do(seat, next(one for one in t.offered(seat) if isinstance(one, Place)), at=100)
        t.settle()
        return max(range(3), key=lambda seat: t.players[seat].ready)

    drawn = [first(seed) for seed in range(100)]
    assert drawn[:9] == [first(seed) for seed in range(9)]
    assert 25 < drawn.count(0) < 75
    assert drawn.count(2) == 0
