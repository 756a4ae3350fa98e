"""Curses and Skills (NV-CURSE, NV-SKILL)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine.table import Table
from hearthside.games.novus import battle, board, resolve
from hearthside.games.novus.choices import DONE, FIGHT, TAKE_GOLD, TRAVEL, PlayCard, TakeStack, Unequip
from hearthside.games.novus.context import Options
from hearthside.games.novus.state import Hero

from .story import BOX, NOVUS, Story, advance, adventure, card, creature, hero, play, steps, story, use

rule = pytest.mark.rule
SKILLS = [["drillyard-guard"], ["beast-lore"], ["mile-eater"]]
CURSES = [["withered-arm"], ["black-feather"], ["moth-memory"]]


def draw(t: Story, *answers: object) -> None:
    """The first hero draws the top Adventure card."""
    t.do(resolve.run(t.g, t.hero, steps({"draw": "adventure"})), *answers)


def board_of(t: Story, who: Hero | None = None) -> list[list[str]]:
    """The skill slots by card ids."""
    return [t.ids(stack) for stack in (who or t.hero).skills]


def is_curse(it: Any) -> bool:
    return getattr(it, "category", "") == "curse_event"


# ---- attaching ----


@rule("NV-CURSE-1", "NV-CURSE-2")
def test_a_drawn_curse_attaches_at_once_to_a_free_skill_slot() -> None:
    t = story(hero(skills=[["quick-wrist"]]), adventures=["withered-arm"])
    draw(t)
    assert t.hero.hand == []
    assert board_of(t) == [["quick-wrist"], ["withered-arm"], []]


@rule("NV-EX-33", "NV-CURSE-1")
def test_a_curse_from_the_travel_die_attaches_and_travel_goes_on() -> None:
    t = story(hero(), adventures=["withered-arm"], dice=[3])
    t.play(DONE, TRAVEL)
    assert (board_of(t)[0], t.hero.hand, t.ask.topic) == (["withered-arm"], [], "move")


@rule("NV-EX-57", "NV-CURSE-3", "NV-CURSE-8", "NV-GAP-35")
def test_with_full_slots_a_curse_covers_a_skill_of_the_players_choice() -> None:
    t = story(hero("fighter", skills=SKILLS), adventures=["moth-memory"])
    before = t.cv
    draw(t, TakeStack(0))
    assert board_of(t)[0] == ["drillyard-guard", "moth-memory"]
    assert t.cv == before - 1
    t.do(resolve.run(t.g, t.hero, steps({"remove_curse": 1})))
    assert (t.cv, board_of(t)[0]) == (before, ["drillyard-guard"])


@rule("NV-CURSE-3")
def test_while_one_skill_is_open_no_curse_lands_on_another_curse() -> None:
    t = story(hero(skills=[["withered-arm"], ["beast-lore"], ["black-feather"]]), adventures=["moth-memory"])
    draw(t)
    assert board_of(t)[1] == ["beast-lore", "moth-memory"]


@rule("NV-CURSE-8", "NV-GAP-35")
@pytest.mark.parametrize("skill", ["mile-eater", "eels-trick", "quick-wrist", "market-tongue"])
def test_a_covered_skill_is_inert_in_every_way(skill: str) -> None:
    bare, t = story(hero()), story(hero(skills=[[skill, "moth-memory"]]))
    assert t.n(skill) not in board.active(t.g, t.hero)
    assert board.travel_bonus(t.g, t.hero) == 0
    assert board.escape_bonus(t.g, t.hero) == 0
    assert board.price(t.g, t.hero, "sell", 10) == board.price(bare.g, bare.hero, "sell", 10)


@rule("NV-GAP-36")
def test_with_curses_on_all_slots_a_further_one_is_stacked_and_all_are_active() -> None:
    t = story(hero("fighter", skills=CURSES, xp=12), adventures=["leaden-feet"])
    assert t.cv == 4 + 3 - 2 - 1
    draw(t, TakeStack(0))
    assert board_of(t)[0] == ["withered-arm", "leaden-feet"]
    assert t.cv == 4 + 3 - 2 - 1
    assert (board.travel_bonus(t.g, t.hero), board.hand_limit(t.g, t.hero)) == (-1, 3)


@rule("NV-GAP-36", "NV-GAP-35")
def test_two_curses_on_a_skill_both_work_and_the_skill_waits_for_both() -> None:
    t = story(
        hero("fighter", skills=[["drillyard-guard", "black-feather", "withered-arm"], *CURSES[2:], ["leaden-feet"]])
    )
    assert t.cv == 4 - 3
    t.do(resolve.run(t.g, t.hero, steps({"remove_curse": 1})), card("withered-arm"))
    assert t.cv == 4 - 1
    t.do(resolve.run(t.g, t.hero, steps({"remove_curse": 1})), card("black-feather"))
    assert t.cv == 4 + 1


# ---- removal and immunity ----


@rule("NV-CURSE-4")
def test_a_curse_stays_until_an_effect_removes_it() -> None:
    t = story(hero(skills=[["withered-arm"]], gp=20, gear=["sword"]), hero(), stage="recovery")
    t.play(DONE)
    assert board_of(t)[0] == ["withered-arm"]
    t = story(hero(skills=[["withered-arm"]], gp=20), stage="recovery")
    t.play(use("withered-arm"))
    assert (board_of(t)[0], t.hero.gp, t.ids(t.state.adventure.discard)) == ([], 0, ["withered-arm"])


@rule("NV-EX-59", "NV-CURSE-5", "NV-CURSE-7", "NV-GAP-38")
def test_a_curse_drawn_by_an_immune_player_is_discarded_and_not_replaced() -> None:
    t = story(hero("priest"), adventures=["withered-arm", "lucky-find"], dice=[3])
    t.play(DONE, TRAVEL)
    assert (board_of(t), t.hero.hand) == ([[], [], []], [])
    assert (t.ids(t.state.adventure.discard), t.ask.topic) == (["withered-arm"], "move")


@rule("NV-CURSE-5", "NV-GAP-38")
def test_a_curse_icon_has_no_effect_on_an_immune_player() -> None:
    foe = creature(cv=20, curse=True)
    t = story(hero("priest"), cards=[foe], encounters=["creature-a"], discards=["moth-memory"], dice=[2, 9])
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT) == "lose"
    assert board_of(t) == [[], [], []]
    assert t.ids(t.state.adventure.discard) == ["moth-memory"]


@rule("NV-EX-58", "NV-CURSE-6")
def test_becoming_immune_sheds_all_curses_and_covered_skills_work_again() -> None:
    cursed = [["drillyard-guard", "withered-arm"], ["moth-memory"]]
    t = story(hero("knight", xp=10, skills=cursed), stage="recovery")
    t.play(advance("paladin"))
    assert board_of(t) == [["drillyard-guard"], [], []]
    assert sorted(t.ids(t.state.adventure.discard)) == ["moth-memory", "withered-arm"]
    assert t.cv == 3 + 4 + 1


@rule("NV-GAP-38")
def test_immunity_ends_with_the_class_and_brings_no_curse_back() -> None:
    t = story(hero("priest", xp=10), adventures=["withered-arm"], discards=["moth-memory"], stage="recovery")
    t.play(advance("oracle"))
    assert board_of(t) == [[], [], []]
    draw(t, card("withered-arm"))
    assert board_of(t) == [["withered-arm"], [], []]


@rule("NV-CURSE-9")
def test_a_curse_seen_in_the_setup_draw_attaches_to_nobody() -> None:
    for seed in range(12):
        table = Table.open(NOVUS, 5, seed, Options(characters="random"))
        heroes = table.g.state.heroes
        assert all(who.skills == [[], [], []] and len(who.hand) == 2 for who in heroes)
        assert not [n for who in heroes for n in who.hand if is_curse(BOX.cards[n])]


# ---- the Curse icon ----


@rule("NV-GAP-39", "NV-CURSE-10")
def test_the_latest_curse_of_the_discard_pile_is_taken_first() -> None:
    t = story(hero(), adventures=["leaden-feet"], discards=["moth-memory", "black-feather", "war-cry"])
    t.do(resolve.run(t.g, t.hero, steps({"gain_curse": 1})))
    assert board_of(t)[0] == ["black-feather"]
    assert t.ids(t.state.adventure.discard) == ["moth-memory", "war-cry"]


@rule("NV-GAP-39", "NV-CURSE-10")
def test_else_the_nearest_curse_of_the_deck_and_the_others_keep_their_order() -> None:
    t = story(hero(), adventures=["war-cry", "lucky-find", "leaden-feet", "black-feather"], discards=["high-ground"])
    rest = [n for n in t.state.adventure.cards if n != t.n("leaden-feet")]
    t.do(resolve.run(t.g, t.hero, steps({"gain_curse": 1})))
    assert board_of(t)[0] == ["leaden-feet"]
    assert (t.state.adventure.cards, t.state.adventure.known) == (rest, {})


@rule("NV-GAP-39")
def test_without_any_curse_left_nothing_happens() -> None:
    t = story(hero())
    deck = t.state.adventure
    deck.cards = [n for n in deck.cards if not is_curse(t.g.content.cards[n])]
    t.do(resolve.run(t.g, t.hero, steps({"gain_curse": 1})))
    assert board_of(t) == [[], [], []]


@rule("NV-GAP-85")
def test_a_curse_may_cost_xp_outside_battle() -> None:
    rot = adventure("rot", "curse_event", triggers=[{"on": "turn_start", "do": [{"lose_xp": 2}]}])
    t = story(hero(), hero(xp=2), cards=[rot], stage="recovery")
    t.heroes[1].skills[0] = [t.n("rot")]
    t.state.adventure.take(t.n("rot"))
    t.play(DONE)
    assert (t.turn.seat, t.heroes[1].xp) == (1, 1)


# ---- Skills ----


@rule("NV-SKILL-1", "NV-SKILL-2")
def test_a_played_skill_lies_on_a_skill_slot_and_enhances_its_hero_from_then_on() -> None:
    t = story(hero("fighter", hand=["drillyard-guard"]), dice=[1])
    t.play(play("drillyard-guard"))
    assert (board_of(t)[0], t.hero.hand, t.cv) == (["drillyard-guard"], [], 5)
    assert t.state.adventure.discard == []
    t.play(DONE, TRAVEL, TAKE_GOLD)
    assert (board_of(t)[0], t.cv) == (["drillyard-guard"], 5)


@rule("NV-SKILL-3")
def test_a_placed_skill_cannot_be_removed() -> None:
    t = story(hero(skills=[["drillyard-guard"]], gear=["sword"]))
    assert [c.card for c in t.choices if isinstance(c, Unequip)] == [t.n("sword")]
    t.do(resolve.run(t.g, t.hero, steps({"destroy": 3}, {"return_to_hand": 3})))
    assert board_of(t)[0] == ["drillyard-guard"]


@rule("NV-SKILL-4", "NV-GAP-37")
@pytest.mark.parametrize("slots", [SKILLS, CURSES, [["beast-lore"], ["mile-eater"], ["withered-arm"]]])
def test_a_skill_without_a_free_slot_cannot_be_played(slots: list[list[str]]) -> None:
    t = story(hero(hand=["quick-wrist"], skills=slots))
    assert PlayCard(t.n("quick-wrist")) not in t.choices
    t.do(resolve.run(t.g, t.hero, steps({"discard": 1})))
    assert t.ids(t.state.adventure.discard) == ["quick-wrist"]


@rule("NV-SKILL-4")
def test_a_free_slot_is_enough() -> None:
    t = story(hero(hand=["quick-wrist"], skills=[["beast-lore"], ["withered-arm"]]))
    assert PlayCard(t.n("quick-wrist")) in t.choices


@rule("NV-SKILL-5")
def test_a_skill_is_the_one_card_of_preparation() -> None:
    t = story(hero(hand=["quick-wrist", "beast-lore", "elemental-rift"]))
    assert {play("quick-wrist")(t), play("beast-lore")(t), play("elemental-rift")(t)} <= set(t.choices)
    t.play(play("quick-wrist"))
    assert not any(isinstance(c, PlayCard) for c in t.choices)


@rule("NV-SKILL-5")
def test_no_skill_is_played_in_recovery() -> None:
    t = story(hero(hand=["quick-wrist"]), stage="recovery")
    assert not any(isinstance(c, PlayCard) for c in t.choices)
