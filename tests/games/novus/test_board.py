"""The Character Board: its slots, XP and CV (NV-BOARD)."""

from __future__ import annotations

import pytest

from hearthside.games.novus import battle, board, resolve
from hearthside.games.novus.choices import DONE, EXPLORE, FIGHT, DrawFrom, Equip, PlayCard, Unequip
from hearthside.games.novus.events import RolledHero, SummedCv
from hearthside.games.novus.state import BODY, FOOT, HAND_1, HAND_2, HEAD, ITEM_1

from .story import BOX, Story, advance, card, creature, equip, hero, steps, story, unequip

rule = pytest.mark.rule
FOUR_ITEMS = ["giant-tonic", "smoke-pot", "ring-of-echoes", "sellsword"]


def slots_for(t: Story, id_: str) -> list[int]:
    """The slots on which the open question lets a card be placed."""
    return [c.slot for c in t.choices if isinstance(c, Equip) and c.card == t.n(id_)]


# ---- slots ----


@rule("NV-BOARD-1")
def test_a_slot_holds_one_card() -> None:
    t = story(hero(hand=["great-helm"], gear=["iron-cap"]))
    assert slots_for(t, "great-helm") == []
    t.play(unequip("iron-cap"))
    assert slots_for(t, "great-helm") == [HEAD]


@rule("NV-EX-84", "NV-BOARD-1", "NV-BOARD-6")
def test_a_fifth_item_card_waits_until_one_of_four_slots_is_free() -> None:
    t = story(hero(hand=["carter-map"], gear=FOUR_ITEMS))
    assert slots_for(t, "carter-map") == []
    t.play(unequip("sellsword"))
    assert slots_for(t, "carter-map") == [ITEM_1 + 3]


@rule("NV-BOARD-2")
def test_an_item_slot_takes_only_items_and_allies() -> None:
    t = story(hero("fighter", hand=["iron-cap", "scale-coat", "iron-greaves", "sword", "whetstone", "sellsword"]))
    into_items = {c.card for c in t.choices if isinstance(c, Equip) and c.slot >= ITEM_1}
    assert into_items == {t.n("whetstone"), t.n("sellsword")}


@rule("NV-BOARD-2", "NV-BOARD-3")
@pytest.mark.parametrize(
    "id_, slot",
    [
        pytest.param("padded-coat", BODY, marks=rule("NV-BOARD-12"), id="armor"),
        pytest.param("hunter-cloak", BODY, marks=rule("NV-BOARD-12"), id="cloak"),
        pytest.param("walking-boots", FOOT, marks=rule("NV-BOARD-13"), id="boots"),
        pytest.param("iron-greaves", FOOT, marks=rule("NV-BOARD-13"), id="shin guards"),
        pytest.param("great-helm", HEAD, marks=rule("NV-BOARD-14"), id="helmet"),
        pytest.param("third-eye", HEAD, marks=rule("NV-BOARD-14"), id="magical accessory"),
        pytest.param("sword", HAND_1, marks=rule("NV-BOARD-15"), id="weapon"),
        pytest.param("fencing-gloves", HAND_1, marks=rule("NV-BOARD-15", "NV-GAP-44"), id="gloves"),
        pytest.param("long-pike", HAND_1, marks=rule("NV-BOARD-15", "NV-GAP-44"), id="two-handed"),
        pytest.param("giant-tonic", ITEM_1, marks=rule("NV-BOARD-16"), id="potion"),
        pytest.param("ring-of-echoes", ITEM_1, marks=rule("NV-BOARD-16"), id="ring"),
        pytest.param("unsaid-scroll", ITEM_1, marks=rule("NV-BOARD-16", "NV-GAP-44"), id="scroll"),
        pytest.param("sellsword", ITEM_1, marks=rule("NV-BOARD-16", "NV-BOARD-6"), id="ally"),
    ],
)
def test_a_card_goes_to_the_slot_of_its_kind(id_: str, slot: int) -> None:
    t = story(hero("warden", hand=[id_]))
    assert slots_for(t, id_) == [slot]


@rule("NV-BOARD-15")
def test_two_handed_cards_are_marked_and_lie_on_hand_slots() -> None:
    marked = [BOX.cards[n] for n in BOX.reward if BOX.cards[n].two_handed]
    assert len(marked) == 7
    assert {it.slot for it in marked} == {"hand"}


@rule("NV-BOARD-3", "NV-GAP-34")
def test_the_board_has_nine_slots_for_gear_and_three_for_skills_and_curses() -> None:
    t = story(hero("knight"))
    assert (len(t.hero.gear), len(t.hero.skills), BOX.tables.item_slots) == (9, 3, 4)
    assert {HEAD, BODY, HAND_1, HAND_2, FOOT, *range(ITEM_1, ITEM_1 + 4)} == set(range(9))
    assert t.ids([t.hero.klass]) == ["knight"]
    assert t.ids([t.hero.character]) == ["kain"]


@rule("NV-BOARD-4")
def test_the_board_has_gold_luck_explore_token_tracks_and_chart() -> None:
    t = story(hero("knight"))
    assert (t.hero.gp, t.hero.luck, t.hero.explore_x, t.hero.xp, t.cv) == (10, 1, False, 3, 4)
    assert BOX.tables.xp_cv == tuple(xp // 3 for xp in range(26))


@rule("NV-BOARD-5")
def test_cards_move_between_hand_and_board_only_in_preparation_and_recovery() -> None:
    t = story(hero(at="sheep-road", hand=["sword"], gear=["iron-cap"]), adventures=["lucky-find"])
    moves = {Equip(t.n("sword"), HAND_1), Unequip(t.n("iron-cap"))}
    assert moves <= set(t.choices)
    t.play(DONE)
    assert t.ask.topic == "adventure"
    assert not moves & set(t.choices)
    t.play(EXPLORE, DrawFrom("reward"))
    assert t.ask.topic == "recovery"
    assert moves <= set(t.choices)


@rule("NV-BOARD-7")
def test_a_curse_fills_a_skill_slot() -> None:
    t = story(hero(hand=["quick-wrist"], skills=[["mile-eater"], ["beast-lore"]]), adventures=["black-feather"])
    assert PlayCard(t.n("quick-wrist")) in t.choices
    t.do(resolve.run(t.g, t.hero, steps({"draw": "adventure"})))
    assert t.ids(t.hero.skills[2]) == ["black-feather"]
    assert board.skill_slot(t.hero) == -1


@rule("NV-BOARD-8", "NV-CURSE-4")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_a_curse_on_the_board_cannot_be_taken_off(stage: str) -> None:
    t = story(hero(skills=[["black-feather"]], gear=["sword"]), stage=stage)
    assert [c.card for c in t.choices if isinstance(c, Unequip)] == [t.n("sword")]
    t.do(resolve.run(t.g, t.hero, steps({"return_to_hand": 1}, {"destroy": 2})), card("sword"))
    assert t.ids(t.hero.skills[0]) == ["black-feather"]


@rule("NV-BOARD-8")
def test_a_curse_leaves_when_a_card_permits_it() -> None:
    t = story(hero(skills=[["black-feather"]]))
    t.do(resolve.run(t.g, t.hero, steps({"remove_curse": 1})))
    assert t.hero.skills == [[], [], []]
    assert t.ids(t.state.adventure.discard) == ["black-feather"]


# ---- XP ----


@rule("NV-BOARD-9")
def test_xp_never_falls_below_1() -> None:
    t = story(hero(xp=2))
    t.do(resolve.run(t.g, t.hero, steps({"lose_xp": 3})))
    assert t.hero.xp == 1


@rule("NV-GAP-85", "NV-BOARD-9")
@pytest.mark.parametrize("xp, left", [(3, 2), (1, 1)])
def test_an_event_may_cost_xp_outside_battle_with_the_same_floor(xp: int, left: int) -> None:
    t = story(hero(xp=xp, hand=["burial-silver"]))
    t.play(PlayCard(t.n("burial-silver")))
    assert (t.hero.xp, t.hero.gp) == (left, 10 + BOX.cards[t.n("burial-silver")].gp_value)


@rule("NV-BOARD-18")
def test_xp_above_25_is_not_recorded() -> None:
    t = story(hero(xp=24))
    t.do(resolve.run(t.g, t.hero, steps({"gain_xp": 3})))
    assert t.hero.xp == 25
    t.do(resolve.run(t.g, t.hero, steps({"lose_xp": 2})))
    assert t.hero.xp == 23


# ---- CV ----


@rule("NV-EX-28", "NV-BOARD-11")
def test_the_cv_track_includes_the_bonus_of_the_xp_chart() -> None:
    t = story(hero("fighter", xp=5))
    assert t.cv == 4
    t.do(resolve.run(t.g, t.hero, steps({"gain_xp": 1})))
    assert (t.hero.xp, t.cv) == (6, 5)


@rule("NV-BOARD-10")
def test_the_second_battle_of_a_turn_counts_the_xp_of_the_first() -> None:
    two = [creature("creature-a", cv=1, xp=1), creature("creature-b", cv=1, xp=1)]
    t = story(hero("fighter", xp=5), cards=two, encounters=["creature-a", "creature-b"], dice=[5, 5, 5, 5])
    for _ in range(2):
        t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT)
    assert [summed.total for summed in t.events(SummedCv)] == [4, 5]


@rule("NV-BOARD-10")
def test_the_cv_track_is_right_at_the_end_of_the_turn() -> None:
    t = story(hero("fighter", hand=["sword"]), hero(), stage="recovery")
    t.play(equip("sword"), DONE)
    assert (t.turn.seat, t.cv) == (1, 8)


@rule("NV-BOARD-19", "NV-REWARD-2")
def test_cards_in_hand_bring_no_cv_no_escape_and_no_travel() -> None:
    bare = story(hero("fighter"))
    t = story(hero("fighter", hand=["sword", "burglar-slippers", "hare-boots", "heron-hood", "drillyard-guard"]))
    assert (t.cv, board.escape_bonus(t.g, t.hero), board.travel_bonus(t.g, t.hero)) == (bare.cv, 0, 0)
    assert not board.flies(t.g, t.hero)


@rule("NV-BOARD-19")
def test_the_same_cards_on_the_board_bring_them() -> None:
    t = story(hero("fighter", gear=["sword", "hare-boots", "heron-hood"], skills=[["eels-trick"], ["drillyard-guard"]]))
    assert (t.cv, board.escape_bonus(t.g, t.hero), board.travel_bonus(t.g, t.hero)) == (10, 2, 2)
    assert board.flies(t.g, t.hero)


@rule("NV-GAP-88")
def test_a_cv_total_may_sink_below_0_and_the_track_stops_there() -> None:
    curses = [["withered-arm"], ["black-feather"]]
    beast = creature(cv=0, ability=[{"battle_cv": -3}])
    t = story(hero("wizard", xp=1, skills=curses), cards=[beast], encounters=["creature-a"], dice=[7, 3])
    assert t.cv == 0
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT) == "lose"  # 7 - 5 = 2 against 3
    assert t.events(SummedCv)[0].total == -5


@rule("NV-GAP-69")
def test_the_cv_total_is_summed_before_the_die_and_the_final_cv_after_it() -> None:
    t = story(hero("knight", gear=["sword"], hand=["war-cry"]), encounters=["orc-warrior"], dice=[4, 4])
    t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT)
    (summed,) = t.events(SummedCv)
    assert (summed.total, summed.creature_cv) == (7, 3)
    assert [one.total for one in t.events(RolledHero)] == [11]


@rule("NV-EX-86", "NV-GAP-43")
def test_gear_that_a_new_class_bars_returns_to_hand_at_once() -> None:
    t = story(hero("fighter", xp=10, gear=["scale-coat"], cv=20), stage="recovery")
    t.play(advance("warden"))
    assert t.ids(t.hero.hand) == ["scale-coat"]
    assert t.hero.gear[BODY] == 0
    assert t.cv == 20 - 3 - 3 + 4


@rule("NV-GAP-43")
def test_gear_that_a_new_class_allows_stays() -> None:
    t = story(hero("fighter", xp=10, gear=["scale-coat"]), stage="recovery")
    t.play(advance("champion"))
    assert t.ids(t.hero.gear) == ["scale-coat"]


def test_what_is_kept_of_a_board_is_checked_against_one_worked_out_anew() -> None:
    t = story(hero(gear=["sword"]))
    own = board.of(t.g, t.g.state.heroes[0])
    assert own.total_cv()
    assert not own.stale()
    own.travel += 1
    own.worn = []
    assert own.stale() == ["travel", "worn"]
    assert any("stale: travel" in fault for fault in t.table.game.faults(t.g))
