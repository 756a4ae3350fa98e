"""Action Dice, Tragic Fail and Luck (NV-ROLL)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.games.novus import battle, resolve
from hearthside.games.novus.choices import ESCAPE, FIGHT, KEEP_ROLL, SPEND_LUCK
from hearthside.games.novus.events import BattleEnded, RolledAbility, RolledCreature, RolledHero, SpentLuck, TriedEscape

from .story import Story, creature, hero, play, steps, story, use

rule = pytest.mark.rule


def against(
    foe_cv: int, dice: list[int], foe: dict[str, Any] | None = None, klass: str = "fighter", **who: Any
) -> Story:
    """A hero about to meet Creature A of this CV: 2 XP and 10 GP for a win, 1 XP for a loss."""
    lines = {"victory": [{"gain_gp": 10}], "defeat": [{"lose_xp": 1}], **(foe or {})}
    return story(hero(klass, **who), cards=[creature(cv=foe_cv, **lines)], encounters=["creature-a"], dice=dice)


def fight(t: Story, *answers: Any) -> Any:
    return t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), *answers)


# ---- Action Dice ----


@rule("NV-ROLL-1")
def test_ten_sided_dice_are_rolled_for_abilities_escapes_and_battles() -> None:
    t = against(5, [10, 2, 10, 10], {"ability": [{"roll_table": [{"upto": 10}]}]}, cv=9)
    fight(t, ESCAPE)
    assert [e.face for e in t.events(RolledAbility) + t.events(TriedEscape)] == [10, 2]
    assert [e.face for e in t.events(RolledHero) + t.events(RolledCreature)] == [10, 10]


# ---- Tragic Fail ----


@rule("NV-EX-10", "NV-ROLL-2")
def test_a_natural_1_loses_whatever_the_totals() -> None:
    t = against(2, [1, 1], cv=20, luck=0)
    assert fight(t, FIGHT) == "lose"
    (ended,) = t.events(BattleEnded)
    assert (ended.hero, ended.foe, t.hero.xp) == (21, 3, 2)


@rule("NV-EX-15", "NV-ROLL-2", "NV-ROLL-3")
def test_a_natural_1_fails_an_escape_whatever_the_modifiers() -> None:
    t = against(2, [1, 5, 5], klass="thief", gear=["burglar-slippers"], skills=[["eels-trick"]], luck=0)
    fight(t, ESCAPE)
    (tried,) = t.events(TriedEscape)
    assert (tried.face, tried.plus, tried.escaped) == (1, 6, False)
    assert t.events(RolledHero)[0].total == 5 + 2 - 1


@rule("NV-ROLL-3")
def test_a_natural_1_fails_any_other_test() -> None:
    t = story(hero(luck=0), dice=[1])
    test = {"test": 2, "plus": 5, "success": [{"gain_gp": 10}], "failure": [{"lose_gp": 5}]}
    t.do(resolve.run(t.g, t.hero, steps(test)))
    assert t.hero.gp == 5


@rule("NV-ROLL-3")
def test_a_natural_1_brings_the_worst_branch_of_an_ability() -> None:
    t = story(hero(luck=0), dice=[1])
    table = {"roll_table": [{"upto": 0, "do": [{"lose_gp": 5}]}, {"upto": 10, "do": [{"gain_gp": 5}]}]}
    t.do(resolve.run(t.g, t.hero, steps(table)))
    assert t.hero.gp == 5


@rule("NV-EX-14", "NV-ROLL-4", "NV-ROLL-7")
def test_a_total_of_1_from_a_higher_face_is_no_tragic_fail() -> None:
    t = against(2, [3, 5, 5], klass="knight")
    fight(t, ESCAPE)
    (tried,) = t.events(TriedEscape)
    assert (tried.face + tried.plus, tried.escaped, t.hero.luck) == (1, False, 1)


@rule("NV-ROLL-4")
def test_only_the_face_counts_and_not_the_sum() -> None:
    curses = [["withered-arm"], ["grave-whisper"]]
    t = against(0, [2, 1], {"type": "undead"}, klass="wizard", xp=1, skills=curses)
    assert fight(t, FIGHT) == "lose"  # 2 - 4 = -2 against 1
    t = against(0, [2, 1], {"ability": [{"battle_cv": -1}]}, klass="wizard", xp=1, skills=[["black-feather"]])
    assert fight(t, FIGHT) == "win"  # 2 - 1 = 1 against 1: a tie


@rule("NV-EX-13", "NV-ROLL-5")
@pytest.mark.parametrize("cv, result", [(6, "win"), (9, "lose")])
def test_a_creatures_1_is_just_the_value_1(cv: int, result: str) -> None:
    t = against(cv, [3, 1], cv=5)
    assert fight(t, FIGHT) == result
    assert (t.events(RolledHero)[0].total, t.events(RolledCreature)[0].total) == (8, cv + 1)


@rule("NV-EX-16", "NV-GAP-48", "NV-ROLL-2")
def test_no_ability_saves_a_tragic_fail() -> None:
    t = against(2, [1, 1], cv=20, luck=0, gear=["giant-tonic"])
    assert fight(t, FIGHT, use("giant-tonic")) == "lose"


# ---- Luck ----


@rule("NV-EX-11", "NV-ROLL-6", "NV-ROLL-8")
def test_luck_rerolls_a_tragic_fail_until_it_shows_2_or_more() -> None:
    t = against(2, [1, 1, 1, 7, 1], cv=20)
    assert fight(t, FIGHT, SPEND_LUCK) == "win"
    (ended,) = t.events(BattleEnded)
    assert (ended.hero, ended.foe, t.hero.luck) == (27, 3, 0)
    assert [e.face for e in t.events(SpentLuck)] == [7]


@rule("NV-ROLL-6")
def test_without_the_token_there_is_no_reroll() -> None:
    t = against(2, [1, 1], cv=20, luck=0)
    assert fight(t, FIGHT) == "lose"
    assert t.events(SpentLuck) == []


@rule("NV-EX-12", "NV-ROLL-7")
@pytest.mark.parametrize("face", [2, 3])
def test_luck_is_for_a_natural_1_and_no_other_low_roll(face: int) -> None:
    t = against(5, [face, 9], cv=4)
    assert fight(t, FIGHT) == "lose"
    assert t.hero.luck == 1


@rule("NV-ROLL-9")
def test_a_tragic_fail_may_stand_and_the_token_stays() -> None:
    t = against(2, [1, 1], cv=20)
    assert fight(t, FIGHT, KEEP_ROLL) == "lose"
    assert t.hero.luck == 1


@rule("NV-ROLL-10", "NV-GAP-47")
def test_luck_is_asked_at_once_before_any_window_opens() -> None:
    t = against(2, [1, 8, 1], cv=20, hand=["second-thoughts"])
    rolling = battle.encounter(t.g, t.hero, "NV-BATTLE-6")
    topics, question = [], next(rolling)
    while question.topic != "window":
        topics.append(question.topic)
        question = rolling.send(FIGHT if question.topic == "escape" else SPEND_LUCK)
    assert topics == ["escape", "luck"]
    assert t.hero.luck == 0


@rule("NV-ROLL-6", "NV-ROLL-3")
@pytest.mark.parametrize(
    "rolled",
    [
        {"test": 6, "success": [{"gain_gp": 5}]},
        {"roll_table": [{"upto": 5}, {"upto": 10, "do": [{"gain_gp": 5}]}]},
    ],
)
def test_luck_serves_every_action_die_of_its_owner(rolled: dict[str, Any]) -> None:
    t = story(hero(), dice=[1, 6])
    t.do(resolve.run(t.g, t.hero, steps(rolled)), SPEND_LUCK)
    assert (t.hero.luck, t.hero.gp) == (0, 15)


@rule("NV-ROLL-6")
def test_luck_may_save_an_escape() -> None:
    t = against(9, [1, 6])
    assert fight(t, ESCAPE, SPEND_LUCK) == "escape"


@rule("NV-GAP-47")
@pytest.mark.parametrize("luck", [0, 1])
def test_a_hero_holds_one_luck_token_at_most(luck: int) -> None:
    t = story(hero(luck=luck))
    t.do(resolve.run(t.g, t.hero, steps({"gain_luck": "self"})))
    assert t.hero.luck == 1


@rule("NV-GAP-47", "NV-ROLL-5")
def test_luck_is_not_for_the_creatures_die_and_not_for_a_neighbours() -> None:
    t = story(hero(cv=20, luck=0), hero(luck=1), encounters=["orc-warrior"], dice=[1, 1])
    assert fight(t, FIGHT) == "lose"
    assert t.heroes[1].luck == 1


@rule("NV-GAP-48")
def test_a_die_rolled_again_or_replaced_can_save_a_tragic_fail() -> None:
    t = against(2, [1, 9, 1], cv=20, luck=0, hand=["second-thoughts"])
    assert fight(t, FIGHT, play("second-thoughts")) == "win"
    t = against(2, [1, 1], klass="oracle", cv=20, luck=0, hand=["sword"])
    assert fight(t, FIGHT, use("oracle", 1)) == "win"
