"""The table before the first quest (LS-SETUP), and its options."""

from __future__ import annotations

import pytest

from hearthside.engine.errors import Refused
from hearthside.engine.scene import Mat, Pile, Polygrid
from hearthside.engine.table import Table
from hearthside.games.lastsecond import setup
from hearthside.games.lastsecond.choices import Pick
from hearthside.games.lastsecond.context import Options

from .story import BOX, GAME, player, story

rule = pytest.mark.rule


def table(seats: int = 4, seed: int = 1, **options) -> Table:
    return Table.open(GAME, seats, seed, Options(**options))


def deck(t: Table) -> list[int]:
    """All quests in the order in which they come."""
    return [t.g.state.quest, *reversed(t.g.state.deck)]


def seals(t: Table) -> list[int]:
    return [BOX.quest(n).seals for n in deck(t)]


@rule("LS-SETUP-7", "LS-SETUP-8", "LS-MAT-20", "LS-GAP-21")
def test_every_player_has_one_mat_of_the_same_kind_the_chest_if_nothing_is_said():
    assert [one.mat for one in table(5).g.state.players] == ["chest"] * 5
    assert [one.mat for one in table(3, mat="cart").g.state.players] == ["cart"] * 3
    mixed = [one.mat for one in table(5, mat="mixed").g.state.players]
    assert set(mixed) == set(BOX.mats)


@rule("LS-MAT-1")
def test_another_kind_of_mat_plays_differently():
    full = {mat: table(2, mat=mat).g.boards[mat].full for mat in BOX.mats}
    assert full == {"chest": 30, "backpack": 29, "saddle-bags": 31, "cart": 36}


@rule("LS-SETUP-9", "LS-SETUP-30")
def test_everybody_is_dealt_one_adventurer_at_random():
    dealt = [[one.adventurer for one in table(5, seed).g.state.players] for seed in range(60)]
    assert all(len(set(cards)) == 5 for cards in dealt)
    assert len({cards[0] for cards in dealt}) > 8, "chance decides"
    assert table(5, 1).g.state.players == table(5, 1).g.state.players, "by the seed"


@rule("LS-SETUP-10", "LS-GAP-5", "LS-GAP-35")
def test_an_adventurer_lies_blank_side_up_its_name_is_seen_its_text_is_not():
    t = table(4)
    for seat in (None, 0):
        for plate in GAME.scene(t.g, seat).seats:
            card = next(part for part in plate.parts if isinstance(part, Mat)).slots[0].pieces[0]
            assert (card.note, card.lines) == ("blank", ())
            assert card.face == plate.name


@rule("LS-SETUP-11", "LS-GAP-30")
def test_everybody_has_a_locked_token_that_covers_nothing_yet():
    t = story(player("bard"), player("bard", 1), player("bard", 2))
    besides = [next(part for part in plate.parts if isinstance(part, Mat)) for plate in GAME.scene(t.g, 0).seats]
    assert [len(beside.slots[1].pieces) for beside in besides] == [1, 1, 0], "aside, covering, taken off"
    assert [beside.slots[0].pieces[0].note for beside in besides] == ["blank", "locked", ""]


@rule("LS-SETUP-12", "LS-SETUP-23")
def test_the_whole_quest_deck_is_shuffled():
    decks = [deck(table(3, seed)) for seed in range(5)]
    assert all(sorted(one) == list(range(1, 29)) for one in decks)
    assert len({tuple(one) for one in decks}) == 5


@rule("LS-SETUP-13")
def test_the_quest_deck_lies_face_down():
    t = table(3)
    pile = next(part for part in GAME.scene(t.g, 0).centre if part.id == "quests")
    assert isinstance(pile, Pile)
    assert (pile.count, pile.top, pile.cards) == (27, None, ())


@rule("LS-SETUP-14")
def test_all_items_start_in_one_pile():
    t = table(5)
    assert t.g.state.pile.bit_count() == 60 == len(BOX.tiles)
    assert not any(one.laid or one.kept or one.tile for one in t.g.state.players)


@rule("LS-SETUP-15", "LS-SETUP-16", "LS-SETUP-17", "LS-SETUP-18", "LS-EX-1")
def test_the_ready_to_go_stack_has_a_card_fewer_than_players_the_largest_on_top():
    top_down = {seats: table(seats).g.state.stack[::-1] for seats in GAME.seats}
    assert top_down == {2: [1], 3: [2, 1], 4: [3, 2, 1], 5: [4, 3, 2, 1]}
    for seats in GAME.seats:
        t = table(seats)
        pile = next(part for part in GAME.scene(t.g, None).centre if part.id == "ready")
        assert [card.face for card in pile.cards] == [str(n) for n in top_down[seats]], "face up"


@rule("LS-SETUP-19", "LS-SETUP-20", "LS-SETUP-21", "LS-SETUP-22")
def test_the_difficulty_chooses_quests_by_their_seals():
    assert set(seals(table(deck="easy"))) == {1, 2}
    assert set(seals(table(deck="normal"))) == {1, 2, 3}
    assert set(seals(table(deck="hard"))) == {2, 3, 4}
    assert set(seals(table())) == {1, 2, 3, 4}
    assert [len(seals(table(deck=one))) for one in ("easy", "normal", "hard", "all")] == [17, 24, 20, 28]


@rule("LS-GAP-43")
def test_quests_may_rise_or_fall_and_adventurers_may_be_chosen():
    assert seals(table(quest_order="rising")) == sorted(seals(table()))
    assert seals(table(quest_order="falling")) == sorted(seals(table()), reverse=True)
    assert deck(table(seed=1, quest_order="rising")) != deck(table(seed=2, quest_order="rising"))
    t = table(4, adventurers="chosen")
    order = []
    while t.ask.topic == "pick":
        order.append(t.ask.seat)
        choices = t.ask.choices
        assert [GAME.say_choice(t.g, t.ask, one) for one in choices[:1]] == [BOX.adventurer(choices[0].adventurer).name]
        t.answer(choices[0])
        assert t.over or t.ask.topic != "pick" or choices[0] not in t.ask.choices
    assert sorted(order) == [0, 1, 2, 3]
    assert t.g.state.round == 1
    assert any([one.seat for one in table(4, seed, adventurers="chosen").asks] != [order[0]] for seed in range(9))
    assert isinstance(table(4, adventurers="chosen").ask.choices[0], Pick)


@rule("LS-SETUP-24", "LS-EX-2")
def test_the_pictured_table_of_four():
    t = table(4)
    scene = GAME.scene(t.g, 0)
    state = t.g.state
    assert state.stack[-1] == 3
    assert state.pile.bit_count() == 60
    assert [plate.parts[0].frame for plate in scene.seats if isinstance(plate.parts[0], Polygrid)] == ["chest"] * 4
    for plate in scene.seats:
        card, token = next(part for part in plate.parts if isinstance(part, Mat)).slots[:2]
        assert (card.pieces[0].note, len(token.pieces)) == ("blank", 1)
    assert {"heap", "quest", "quests", "ready"} <= {part.id for part in scene.centre}


@rule("LS-SETUP-29", "LS-EX-32")
def test_adventurer_texts_matter_only_after_won_rounds():
    """The shield of the one who has not won stays; of the one who has, it goes in step 1."""
    from .story import scoring

    t = scoring(player("fleetfoot", 0, ["tower-shield"]), player("fleetfoot", 1, ["mail-shirt"]), judge="strict")
    t.finish()
    assert (t.lying(0), t.lying(1)) == (["tower-shield"], [])
    assert (len(t.state.scored[0].first), len(t.state.scored[1].first)) == (0, 1)


@rule("LS-SETUP-31")
def test_one_quest_is_the_same_for_all():
    t = table(3)
    quests = [next(part for part in GAME.scene(t.g, seat).centre if part.id == "quest") for seat in (0, 1, 2, None)]
    assert all(row == quests[0] and len(row.pieces) == 1 for row in quests)


@rule("LS-GAP-2")
def test_it_is_for_two_to_five():
    for seats in (1, 6):
        with pytest.raises(Refused, match="2 to 5 players"):
            table(seats)


def test_an_advocate_is_not_dealt_where_no_vote_can_matter():
    advocate = BOX.adventurer_number["advocate"]

    def seen(seats: int, **options) -> bool:
        tables = (table(seats, seed, **options) for seed in range(80))
        return any(advocate in [one.adventurer for one in t.g.state.players] for t in tables)

    assert not seen(4, judge="strict")
    assert not seen(2, judge="table")
    assert seen(4, judge="table")


def test_the_ready_stack_is_made_anew_as_at_setup():
    assert setup.ready_stack(5) == [1, 2, 3, 4]
