"""Scoring a mat, step by step (LS-SCORE)."""

from __future__ import annotations

import pytest

from hearthside.engine.ask import Ask
from hearthside.engine.scene import Polygrid, Tally
from hearthside.games.lastsecond import scoring as rules
from hearthside.games.lastsecond.choices import SWAP_NOTHING, Swap

from .story import GAME, adventurer, events, player, quest, scoring, tile

rule = pytest.mark.rule


def strict(*specs, **more):
    """Scored to the end, by the icons alone."""
    return scoring(*specs, **{"judge": "strict", **more}).finish()


@rule("LS-SCORE-1")
def test_all_mats_are_shown_to_all():
    t = scoring(player(items=["mace"]), player(items=["rope"], empty=4), player())
    for seat in (None, 0, 1, 2):
        mats = [plate.parts[0] for plate in GAME.scene(t.g, seat).seats]
        faces = [[piece.face for piece, _ in mat.placed] for mat in mats if isinstance(mat, Polygrid)]
        assert [("Blunt Mace" in faces[0]), len(faces)] == [True, 3]
        assert len(faces[1]) == 2


@rule("LS-SCORE-2", "LS-SCORE-18")
def test_step_1_settles_the_texts_in_force():
    t = strict(
        player("beastmaster", 1, ["crossbow", "mace"]),
        player("bard", 2, ["lute", "harp", "bone-flute", "war-drum", "canary"]),
        quest=quest("sacred"),
    )
    assert t.state.scored[0].first == [t.number("crossbow")]
    assert t.lying(0) == ["mace"]
    assert t.state.scored[1].text == 3, "five musical items, at most 3 points"


@rule("LS-SCORE-3", "LS-SCORE-15")
def test_step_2_takes_forbidden_items_off_which_costs_only_by_what_they_leave():
    t = strict(player(items=["apple", "mushrooms"], ready=1), player(), quest=quest("musical"))
    assert t.lying(0) == []
    assert t.state.scored[0].second == [t.number("apple"), t.number("mushrooms")]
    assert (t.state.scored[0].empty, t.points(0)) == (5, -2 + 1), "2 for 5 squares, nothing for the items"


def mat_of(t, seat):
    return next(part for part in GAME.scene(t.g, 1).seats[seat].parts if isinstance(part, Polygrid))


@rule("LS-SCORE-2", "LS-SCORE-3", "LS-DIG-18")
def test_what_scoring_takes_off_is_shown_where_it_lay_until_its_step_is_told():
    t = scoring(player("beastmaster", 1, ["crossbow", "mace", "apple"]), player(), quest=quest("musical"))
    before = {piece.face: at for piece, at in mat_of(t, 0).placed}
    assert mat_of(t, 0).left == ()
    t.finish()
    mat = mat_of(t, 0)
    tally = next(part for part in GAME.scene(t.g, None).centre if isinstance(part, Tally))
    _, cells, _ = next(row for row in tally.rows if row[0] == 0)
    assert [piece.id for piece, _ in mat.left] == [*cells[0].pieces, *cells[1].pieces]
    assert [piece.face for piece, _ in mat.left] == ["Crossbow", "Too-Red Apple"]
    assert {piece.face: at for piece, at in (*mat.placed, *mat.left)} == before
    t.next_round()
    assert mat_of(t, 0).left == ()


@rule("LS-SCORE-4", "LS-SCORE-16", "LS-EX-19", "LS-GAP-13")
def test_a_required_item_scores_one_however_many_icons_it_matches():
    t = strict(player(items=["crowbar"]), player(), quest=quest("metal", "tools"))
    assert t.points(0) == 1
    assert t.state.scored[0].required == [t.number("crowbar")]


@rule("LS-SCORE-5", "LS-EX-15")
@pytest.mark.parametrize("empty, points", [(0, 0), (1, 0), (2, -1), (3, -1), (7, -3), (10, -5)])
def test_every_two_empty_squares_cost_a_point(empty, points):
    assert strict(player(empty=empty), player()).points(0) == points


@rule("LS-SCORE-6")
def test_the_card_adds_its_number():
    t = strict(player(ready=2), player(), player(ready=1))
    assert [t.points(seat) for seat in range(3)] == [2, 0, 1]


@rule("LS-SCORE-7")
def test_every_other_item_stays_and_is_worth_nothing():
    t = strict(player(items=["rope", "tent"]), player(), quest=quest("musical"))
    assert t.lying(0) == ["rope", "tent"]
    assert t.points(0) == 0
    assert t.events(events.ScoredRound)[0].others == 3, "a filler too"


@rule("LS-SCORE-8", "LS-DIG-19")
def test_the_steps_come_in_their_order():
    t = scoring(
        player("cleric", 2, ["apple", "candles", "mace"], empty=2, ready=1),
        player(),
        quest=quest("melee"),
        judge="strict",
    )
    t.finish()
    mine = [entry for entry in t.table.log if entry.event.seat == 0]
    wanted = ["ScoredText", "Removed", "ScoredRequired", "ScoredEmpty", "ScoredReady", "ScoredRound"]
    assert [type(e.event).__name__ for e in mine if type(e.event).__name__ in wanted] == wanted
    assert [e.event.step for e in t.table.log if isinstance(e.event, events.StepBegan)] == [1, 2, 3]


@rule("LS-SCORE-9", "LS-SCORE-10", "LS-SCORE-11", "LS-SCORE-12")
def test_items_can_be_questioned_in_steps_1_to_3_and_not_after():
    t = scoring(player("beastmaster", 1, ["mace"]), player(), player())
    for step in (1, 2, 3):
        assert (t.state.step, t.asked("challenge")) == (step, [0, 1, 2])
        t.challenge()
    assert t.state.stage == "rest"
    assert not t.asked("challenge")


@rule("LS-SCORE-13")
def test_squares_freed_in_steps_1_and_2_count_as_empty():
    t = strict(player("fleetfoot", 1, ["tower-shield", "apple"]), player(), quest=quest("musical"))
    assert t.state.scored[0].empty == 5 + 1


@rule("LS-SCORE-14", "LS-EX-41")
def test_a_removal_takes_no_card_away():
    """9 required items, a forbidden one of 4 squares, card 4."""
    items = [tile(f"dart-{n}", "1x2", "melee") for n in range(9)]
    specs = [player(items=[*(one.id for one in items), "sextant"], ready=4), *[player() for _ in range(4)]]
    t = strict(*specs, tiles=items)
    assert len(t.state.scored[0].required) == 9
    assert t.points(0) == 9 - 2 + 4 == 11
    assert t.players[0].ready == 4


@rule("LS-SCORE-17", "LS-EX-20")
def test_what_is_both_required_and_forbidden_is_removed():
    t = strict(player(items=["cursed-skull"]), player(), quest=quest("magical", without=["evil"]))
    assert t.state.scored[0].second == [t.number("cursed-skull")]
    assert (t.state.scored[0].required, t.state.scored[0].empty, t.points(0)) == ([], 4, -2)


@rule("LS-SCORE-19", "LS-EX-42", "LS-GAP-36")
def test_a_round_can_be_won_with_less_than_nothing():
    t = strict(player(empty=9), player(empty=12), player(empty=30))
    assert [t.points(seat) for seat in range(3)] == [-4, -6, -15]
    assert t.state.winner == 0


@rule("LS-SCORE-20")
def test_texts_with_their_own_time_keep_to_it():
    t = scoring(player("packmaster", 2, ["loaf"], empty=7), player("packmaster", 2, empty=7), judge="strict").finish()
    assert [one.empty for one in t.state.scored] == [3, 3], "4 empty squares don't count, in step 4"
    assert [t.points(0), t.points(1)] == [-1, -2], "the second has no food, in step 1"


@rule("LS-SCORE-21", "LS-GAP-26")
def test_empty_squares_of_areas_and_slots_are_added_before_halving():
    t = strict(player(empty=2, bare=["girth"]), player(), mat="saddle-bags")
    assert (t.state.scored[0].empty, t.points(0)) == (5, -2)


@rule("LS-SCORE-22", "LS-GAP-39")
def test_penalties_come_before_bonuses():
    """A metal tool of wood is gone before pairs are counted."""
    handle = tile("handle", "1x2", "wooden", "metal")
    t = strict(player("smith", 2, ["handle", "lockpicks"]), player(), tiles=[handle], quest=quest("sacred"))
    assert t.lying(0) == ["lockpicks"]
    assert t.state.scored[0].text == 0


@rule("LS-ROUND-19", "LS-EX-33", "LS-GAP-16")
def test_the_beastmasters_pairs():
    t = strict(
        player("beastmaster", 2, ["apple", "cheese", "loaf", "snow-hare", "canary"]),
        player("beastmaster", 2, ["eel"]),
        player("beastmaster", 2, ["eel", "snow-hare"]),
        quest=quest("sacred", without=["black"]),
    )
    assert [one.text for one in t.state.scored] == [2, 0, 1]


@rule("LS-EX-48", "LS-GAP-15")
def test_bonuses_count_what_the_quest_will_forbid():
    t = strict(
        player("beastmaster", 2, ["apple", "cheese", "snow-hare", "canary"]),
        player(ready=2),
        player(),
        quest=quest("sacred", without=["animals"]),
    )
    assert t.state.scored[0].text == 2
    assert t.lying(0) == ["apple", "cheese"]
    assert t.state.stage == "rest", "there is nothing left to keep"


@rule("LS-GAP-40")
def test_a_bonus_needs_no_full_mat():
    t = strict(player("bard", 2, ["lute"], empty=20), player(), quest=quest("sacred"))
    assert (t.state.scored[0].text, t.points(0)) == (1, 1 - 10)


@rule("LS-GAP-14")
def test_mats_are_scored_from_the_first_finisher_clockwise():
    t = strict(player(ready=1), player(), player(ready=3), player(ready=2))
    assert [one.seat for one in t.events(events.ScoredRound)] == [2, 3, 0, 1]
    tally = next(part for part in GAME.scene(t.g, None).centre if isinstance(part, Tally))
    assert [row[0] for row in tally.rows] == [2, 3, 0, 1]
    assert [row[2] for row in tally.rows] == [3, 2, 1, 0]
    t = strict(player(), player(), player())
    assert [one.seat for one in t.events(events.ScoredRound)] == [0, 1, 2]


# ---- verbs that no Adventurer of the box uses, and the others, one by one ----


def text_of(seat_items, *bonus, penalty, wins=2, quest_=None, **more):
    return scoring(
        player("test", wins, seat_items),
        player(ready=1),
        cards=[adventurer(*bonus, penalty=penalty)],
        quest=quest_ or quest("sacred", without=["black"]),
        judge="strict",
        **more,
    )


NO_SACRED = {"type": "forbid", "kind": "sacred"}


def test_forbid_size():
    t = text_of(
        ["mace", "shovel", "apple"], {"type": "upgrade_ready", "plus": 1}, penalty={"type": "forbid_size", "size": 4}
    )
    t.finish()
    left = [laid.tile for laid in t.players[0].laid]
    assert all(t.g.content.size[one] < 4 for one in left)
    assert t.lying(0) == ["apple"]


def test_forbid_slot():
    t = text_of(
        [("eel", "top")],
        {"type": "upgrade_ready", "plus": 1},
        penalty={"type": "forbid_slot", "slot": "top"},
        wins=1,
        mat="backpack",
    ).finish()
    assert (t.lying(0), t.state.scored[0].empty) == ([], 3)


def test_must_have():
    for items, points in ((["apple"], -3), (["apple", "cheese"], 0)):
        must = {"type": "must_have", "kind": "food", "count": 2, "otherwise": -3}
        t = text_of(items, {"type": "upgrade_ready", "plus": 1}, penalty=must, wins=1).finish()
        assert t.points(0) == points


def test_points_if_none():
    for items, points in ((["apple"], 2), (["mail-shirt"], 0)):
        bonus = {"type": "points_if_none", "kind": "armor", "points": 2}
        assert text_of(items, bonus, penalty=NO_SACRED).finish().points(0) == points


def test_points_per_without_and_with_a_limit():
    items = ["apple", "cheese", "mushrooms"]
    for cap, points in ((0, 6), (5, 5)):
        bonus = {"type": "points_per", "kind": "food", "points": 2, "cap": cap}
        assert text_of(items, bonus, penalty=NO_SACRED).finish().points(0) == points


def test_treat_as_helps_where_it_earns_and_never_hurts():
    bonus = {"type": "treat_as", "kind": "evil", "as_kind": "magical"}
    t = text_of(["idol"], bonus, penalty=NO_SACRED, quest_=quest("magical", without=["black"])).finish()
    assert t.points(0) == 1
    t = text_of(["idol"], bonus, penalty=NO_SACRED, quest_=quest("cold", without=["magical"])).finish()
    assert t.lying(0) == ["idol"]


def test_ignore_empty_and_upgrade_ready():
    t = scoring(
        player("test", 2, empty=5, ready=1),
        player("test", 2),
        cards=[
            adventurer({"type": "ignore_empty", "squares": 2}, {"type": "upgrade_ready", "plus": 2}, penalty=NO_SACRED)
        ],
        judge="strict",
    ).finish()
    assert [t.points(0), t.points(1)] == [3 - 1, 0], "no card, nothing more"
    assert t.state.scored[0].empty == 3


def test_swap_tile():
    t = text_of(
        ["crowbar"], {"type": "swap_tile", "count": 1}, penalty=NO_SACRED, quest_=quest("animals", without=["black"])
    )
    crowbar, cobra = t.number("crowbar"), t.number("cobra")
    ask = t.table.ask
    assert isinstance(ask, Ask)
    assert (ask.topic, ask.seat) == ("swap", 0)
    assert Swap(crowbar, cobra) in ask.choices
    assert Swap(crowbar, t.number("mace")) not in ask.choices, "another shape"
    covered = t.players[0].filled
    t.table.answer(Swap(crowbar, cobra))
    assert (t.lying(0), t.players[0].filled) == (["cobra"], covered)
    assert t.in_pile("crowbar")
    assert not list(GAME.faults(t.g))
    assert t.finish().points(0) == 1
    t = text_of(["crowbar"], {"type": "swap_tile", "count": 1}, penalty=NO_SACRED)
    t.table.answer(SWAP_NOTHING)
    assert t.lying(0) == ["crowbar"]
    t = text_of([("eel", "top")], {"type": "swap_tile", "count": 1}, penalty=NO_SACRED, mat="backpack")
    assert Swap(t.number("eel"), t.number("mace")) in t.table.ask.choices, "any straight item fits the strap"
    t.table.answer(Swap(t.number("eel"), t.number("mace")))
    assert not list(GAME.faults(t.g))


def test_pairs_are_as_many_disjoint_ones_as_there_can_be():
    t = scoring(player("beastmaster", 2, ["eel", "apple", "snow-hare"]), player(), judge="strict")
    assert rules.pairs(t.g, t.players[0], "food", "animals") == 1
    t = scoring(player("beastmaster", 2, ["eel", "apple", "cheese", "snow-hare"]), player(), judge="strict")
    assert rules.pairs(t.g, t.players[0], "food", "animals") == 2
