"""Placing tiles on mats (LS-PLACE, LS-MAT)."""

from __future__ import annotations

import pytest

from hearthside.engine.errors import Refused
from hearthside.games.lastsecond.choices import PUT_BACK, FreePlace, Place, PlaceSlot
from hearthside.games.lastsecond.mats import boards
from hearthside.games.lastsecond.state import Laid
from hearthside.parts.polyomino import turns

from .story import BOX, GAME, Story, events, player, scoring, story, tile

rule = pytest.mark.rule
DOT = tile("dot", "1x1", "food")


def places(t: Story, seat: int = 0) -> list[Place]:
    return [one for one in t.offered(seat) if isinstance(one, Place)]


def slots(t: Story, seat: int = 0) -> list[str]:
    board = t.g.board(t.players[seat])
    return [board.slots[one.slot - 1].id for one in t.offered(seat) if isinstance(one, PlaceSlot)]


def end(t: Story) -> Story:
    """Searching ends by time."""
    return t.wait(t.state.ends)


@rule("LS-PLACE-1", "LS-PLACE-2", "LS-EX-36")
def test_a_placed_tile_never_moves_and_never_comes_back():
    t = story(player(items=[("rope", 0, 0, 0)], hand="mace"), player())
    rope = t.number("rope")
    assert "stays where it is" in t.refused(0)["LS-PLACE-1"]
    before = t.players[0].laid[0]
    with pytest.raises(Refused):
        t.do(0, ("grab", "rope"))
    t.lay(0, PUT_BACK)
    with pytest.raises(Refused):
        t.do(0, PUT_BACK)
    with pytest.raises(Refused):
        t.do(0, ("grab", "rope"))
    assert t.players[0].laid == [before]
    assert not t.state.pile >> rope & 1


@rule("LS-PLACE-3", "LS-PLACE-6")
def test_a_placement_covers_the_squares_of_the_shape_and_no_others():
    for id_ in ("mace", "feathered-hat", "axe", "apple", "miners-helmet"):
        t = story(player(hand=id_), player())
        size, forms = t.g.content.size[t.number(id_)], turns(t.g.content.shape[t.number(id_)])
        for place in places(t):
            row, column = divmod(place.cell, 6)
            squares = t.g.board(t.players[0]).squares(Laid(t.number(id_), place.turn, row, column))
            assert len(squares) == size
            assert {(x - column, y - row) for y, x in squares} == forms[place.turn]
        assert places(t)


@rule("LS-PLACE-4")
def test_all_four_rotations_may_be_used():
    t = story(player(hand="chalice"), player())  # V3
    assert {place.turn for place in places(t)} == {0, 1, 2, 3}
    t = story(player(items=[("mace", 0, 0, 0)], hand="rope"), player())  # I4
    upright = next(turn for turn, lie in enumerate(turns(BOX.shapes["I4"].shape)) if (0, 1) in lie)
    t.lay(0, t.at(0, upright, 1, 5))
    assert t.players[0].laid[-1].legal
    assert t.empty(0) == 22


@rule("LS-PLACE-5", "LS-EX-21")
def test_the_other_side_may_be_used():
    """A hole like the mirror image of an L4: flipped, it fits."""
    l4 = BOX.shapes["L4"].shape
    flipped = turns(l4)[4:]
    assert len(flipped) == 4
    content = BOX
    board = boards(content)["chest"]
    number = content.tile_number["crowbar"]
    for turn in range(4, 8):
        hole = board.layouts[number].mask(turn, 8) or board.layouts[number].mask(turn, 7)
        fits = list(board.layouts[number].fits(board.cells & ~hole))
        assert [board.layouts[number].mask(*one) for one in fits] == [hole]
        assert fits[0][0] == turn


@rule("LS-PLACE-7", "LS-PLACE-8", "LS-GAP-9")
def test_what_sticks_out_or_overlaps_is_refused_at_once():
    """Rotated, mirrored, overlapping, half outside: straight from outside, without the client."""
    t = story(player(items=[("mace", 0, 0, 0)], hand="crowbar"), player())
    legal = set(places(t))
    for turn in range(-1, 9):
        for cell in range(-1, 40):
            if Place(turn, cell) not in legal:
                with pytest.raises(Refused):
                    t.do(0, Place(turn, cell))
    with pytest.raises(Refused):
        t.do(0, FreePlace(0, 0, 0))
    with pytest.raises(Refused):
        t.do(0, PlaceSlot(1))
    for place in legal:
        mask = t.g.board(t.players[0]).layouts[t.number("crowbar")].mask(place.turn, place.cell)
        assert mask
        assert not mask & t.players[0].filled


@rule("LS-PLACE-9", "LS-PLACE-10", "LS-EX-22", "LS-GAP-42")
def test_an_illegal_item_leaves_when_searching_ends_and_not_earlier():
    """The last square of an I4 sticks out of the Chest: its other three count as empty."""
    t = story(player(hand="mace"), player(), placement="faithful")
    t.lay(0, FreePlace(0, 0, 3) if len({y for _, y in turns(BOX.shapes["I4"].shape)[0]}) == 1 else FreePlace(1, 0, 3))
    assert t.lying(0) == ["mace"]
    assert not t.players[0].laid[0].legal
    assert t.empty(0) == 30
    end(t)
    assert t.lying(0) == []
    assert t.events(events.RemovedIllegal)[0].tile == t.number("mace")
    t.finish()
    assert t.state.scored[0].empty == 30


@rule("LS-PLACE-11", "LS-EX-47")
def test_an_illegal_item_never_helps_to_complete_a_mat():
    """The last hole is covered by an overlapping tile: no card, and the hole counts as empty."""
    t = story(player(items=[("mace", 0, 0, 0)], empty=1, hand="love-potion"), player(), placement="faithful")
    hole = t.g.board(t.players[0]).cells & ~t.players[0].filled
    row, column = divmod(hole.bit_length() - 1, 6)
    flat = next(n for n, lie in enumerate(turns(BOX.shapes["1x2"].shape)) if (1, 0) in lie)
    t.lay(0, FreePlace(flat, row, column - 1))
    assert t.players[0].ready == 0
    assert t.state.stage == "search"
    end(t)
    assert t.lying(0) == ["mace"]
    t.finish()
    assert t.state.scored[0].empty == 1


def test_of_two_that_overlap_only_the_later_is_illegal():
    t = story(player(items=[("mace", 0, 0, 0)], hand="rope"), player(), placement="faithful")
    t.lay(0, FreePlace(0, 0, 1))
    assert [one.legal for one in t.players[0].laid] == [True, False]
    t.take(0, "apple")
    assert t.at(0, 0, 0, 4) not in places(t), "also on what is illegal itself"


@rule("LS-PLACE-12", "LS-EX-25", "LS-MAT-12")
def test_a_tile_may_not_lie_across_two_areas():
    """An I4 with squares in both Saddle Bags is illegal, and goes at the end."""
    t = story(player(hand="mace"), player(), mat="saddle-bags")
    board = t.g.board(t.players[0])
    assert len(board.grid.groups(board.cells)) == 2
    flat = next(n for n, lie in enumerate(turns(BOX.shapes["I4"].shape)) if (3, 0) in lie)
    assert not any(place.turn == flat for place in places(t))
    t = story(player(hand="mace"), player(), mat="saddle-bags", placement="faithful")
    t.lay(0, FreePlace(flat, 0, 1))
    assert len([cell for cell in board.squares(t.players[0].laid[0]) if cell in board.mat.cells(".")]) == 3
    assert t.empty(0) == 31
    assert end(t).lying(0) == []


@rule("LS-PLACE-13")
def test_a_tile_may_not_lie_partly_in_a_slot():
    t = story(player(hand="sacrificial-knife"), player(), mat="backpack", placement="faithful")
    upright = next(n for n, lie in enumerate(turns(BOX.shapes["I3"].shape)) if (0, 2) in lie)
    t.lay(0, FreePlace(upright, 0, 2))  # from the top strap down into the bag
    assert not t.players[0].laid[0].legal
    assert t.players[0].slots == 0
    assert t.empty(0) == 29


@rule("LS-PLACE-14")
def test_a_slot_holds_one_tile():
    t = story(player(items=[("eel", "top")], hand="mace"), player(), mat="backpack")
    assert slots(t) == ["left"]
    assert "holds the" in t.refused(0)["LS-PLACE-14"]
    with pytest.raises(Refused):
        t.do(0, PlaceSlot(1))
    t = story(player(items=[("eel", "top")], hand="mace"), player(), mat="backpack", placement="faithful")
    t.lay(0, PlaceSlot(1))
    assert [one.legal for one in t.players[0].laid] == [True, False]


@rule("LS-PLACE-15", "LS-GAP-8", "LS-MAT-3")
def test_a_mat_is_complete_only_with_its_slots():
    t = story(player(empty=0, bare=["top"], hand="mace"), player(), mat="backpack")
    assert t.players[0].ready == 0
    assert t.empty(0) == 3
    t.lay(0, PlaceSlot(1))
    assert (t.players[0].ready, t.empty(0)) == (1, 0)


@rule("LS-MAT-4", "LS-MAT-5", "LS-MAT-6", "LS-MAT-7", "LS-MAT-19", "LS-EX-24", "LS-GAP-25")
def test_what_each_slot_takes():
    takes = {
        "apple": ["pocket"],
        "love-potion": ["pouch"],
        "eel": ["top", "left"],
        "mace": ["top", "left"],
        "shovel": ["top", "left"],
        "chalice": [],
        "crowbar": [],
        "war-drum": [],
    }
    for id_, want in takes.items():
        t = story(player(hand=id_), player(), mat="backpack")
        assert slots(t) == want, id_
        why = [one for one in GAME.refusals(t.g, t.table.ask) if one.rule in ("LS-MAT-4", "LS-MAT-5", "LS-MAT-19")]
        assert len(why) == 4 - len(want)
    for id_, there in (("shovel", True), ("mace", True), ("apple", False), ("love-potion", False)):
        assert (slots(story(player(hand=id_), player(), mat="saddle-bags")) == ["girth"]) is there


@rule("LS-MAT-8", "LS-MAT-9", "LS-MAT-10", "LS-MAT-14", "LS-EX-23", "LS-GAP-24")
def test_what_empty_slots_count():
    """Top, left and the 1x1 are empty: 7 squares, 3 points; the mat was never complete, so there is no card."""
    t = scoring(player(bare=["top", "left", "pocket"]), player(), mat="backpack", judge="strict").finish()
    assert (t.state.scored[0].empty, t.points(0)) == (7, -3)
    assert t.players[0].ready == 0
    one_by_one = {"top": 3, "left": 3, "pocket": 1, "pouch": 2}
    for slot, value in one_by_one.items():
        assert t_empty(mat="backpack", bare=[slot]) == value
    assert t_empty(mat="saddle-bags", bare=["girth"]) == 3


def t_empty(mat: str, bare: list[str]) -> int:
    return story(player(empty=0, bare=bare), player(), mat=mat).empty(0)


@rule("LS-EX-44")
def test_what_is_removed_from_a_slot_leaves_what_the_slot_counts():
    """A 1x2 from its slot leaves 2; an I5 from the top strap leaves 3, not 5."""
    t = scoring(
        player(items=[("tea-flask", "pouch")]), player(items=[("longbow", "top")]), mat="backpack", judge="strict"
    )
    t.finish()  # the quest forbids what is elegant and what is for outside
    assert [one.empty for one in t.state.scored] == [2, 3]


@rule("LS-MAT-17", "LS-EX-26", "LS-MAT-15", "LS-MAT-16")
def test_what_is_full_already_on_the_cart_never_counts():
    t = story(player(empty=1, hand="dot"), player(), mat="cart", tiles=[DOT])
    board = t.g.board(t.players[0])
    assert (board.full, len(board.mat.cells("#")), board.width * board.height) == (36, 12, 48)
    t.lay(0, places(t)[0])
    assert t.players[0].ready == 1
    t.finish()
    assert t.state.scored[0].empty == 0
    t = story(player(hand="apple"), player(), mat="cart")
    assert len(places(t)) == 36


def test_a_tile_in_a_slot_is_drawn_along_it_and_may_stick_out():
    board = boards(BOX)["backpack"]
    mace = BOX.tile_number["mace"]
    assert board.squares(Laid(mace, slot=1)) == ((0, 2), (0, 3), (0, 4), (0, 5))
    assert board.squares(Laid(mace, slot=2)) == ((1, 0), (2, 0), (3, 0), (4, 0))


def test_the_words_of_a_fit_stand_for_the_placements():
    t = story(player(items=[("mace", 0, 0, 0)], hand="crowbar"), player())
    ask = t.table.ask_of(0)
    fit = GAME.fit(t.g, ask)
    assert fit is not None
    choices = t.offered(0)
    at = [(turn, row * 6 + column) for turn, way in enumerate(fit.at) for row, column in way]
    assert [(one.turn, one.cell) for one in choices[fit.n :]] == at
    t = story(player(hand="crowbar"), player(), placement="faithful")
    fit, choices = GAME.fit(t.g, t.table.ask_of(0)), t.offered(0)
    corners = [corner for way in fit.at for corner in way]
    for choice, (row, column) in zip(choices[fit.n :], corners, strict=True):
        assert choice == (
            Place(choice.turn, row * 6 + column) if isinstance(choice, Place) else FreePlace(choice.turn, row, column)
        )
