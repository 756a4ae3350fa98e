"""Quest Creatures: best of three at home, and what is left behind (NV-QC)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.games.novus import events
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    KEEP_ROLL,
    SPEND_LUCK,
    STOP,
    TAKE_GOLD,
    TRAVEL,
    TakeOption,
)

from .story import BOX, Story, adventure, creature, hero, island, location, play, reward, story, to, use

rule = pytest.mark.rule
ROAD = island("p q", "q r", "p r", q={"kind": "quest"})
DEN = location("den", "q", explore=[{"challenge": True}], after_quest=[{"gain_gp": 40}])
WIN, LOSS = [10, 2], [2, 10]  # a round's dice, hero and creature of one CV


def lair(*heroes: Any, dice: list[int] | None = None, cards: tuple = (), **lord: Any) -> Story:
    """A hero on q, the home of the lord (CV 10, 4 XP; Defeat: lose 3 XP), in the Adventure Phase."""
    foe = creature("lord", 10, 4, **{"point": "q", "defeat": [{"lose_xp": 3}], **lord})
    who = heroes or (hero(at="q", cv=10, xp=12),)
    return story(*who, dice=dice or [], cards=[foe, *cards], places=[DEN], chart=ROAD, stage="adventure")


def scores(t: Story) -> list[tuple[int, int]]:
    return [(e.wins, e.losses) for e in t.events(events.ChallengeScored)]


@rule("NV-QC-1")
def test_the_ten_quest_creatures():
    assert {BOX.cards[n].name for n in BOX.quest_creatures} == {
        "Actenebras",
        "Asmakai",
        "Cystos",
        "Isenthrax",
        "Jue R'Gon",
        "Kraeger Beast",
        "Kroenig",
        "Kzmatic",
        "Monsigneus",
        "Osira",
    }
    assert len(story(hero()).state.alive) == len(BOX.quest_creatures) == 10


@rule("NV-QC-18")
def test_quest_creatures_are_the_top_of_the_scale():
    lords = [BOX.cards[n].cv for n in BOX.quest_creatures]
    others = [BOX.cards[n].cv for n in BOX.encounter]
    assert min(lords) > sorted(others)[3 * len(others) // 4]
    assert max(lords) > max(others)
    assert min(lords) - story(hero()).cv >= 7  # a new hero wins no more than one round in ten


# ---- how a battle with one comes about ----


@rule("NV-QC-2", "NV-QC-3")
def test_nobody_has_to_fight_a_quest_creature():
    t = lair(dice=[1])
    assert t.choices == [TRAVEL, EXPLORE]
    t.play(TRAVEL, TAKE_GOLD, to("p"), STOP)
    assert t.ask.topic == "recovery"
    assert not t.events(events.BattleBegan)


@rule("NV-QC-3")
def test_exploring_its_point_starts_the_battle():
    t = lair().play(EXPLORE)
    assert t.ask.topic == "escape"
    assert (t.state.battle.creature, t.state.battle.source) == (t.n("lord"), "quest")
    assert [e.rule for e in t.table.log if isinstance(e.event, events.BattleBegan)] == ["NV-QC-3"]


@rule("NV-QC-4")
def test_who_travelled_there_can_fight_no_sooner_than_the_next_turn():
    t = lair(hero(at="p"), dice=[1]).play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert EXPLORE not in t.choices
    t.play(DONE, DONE)
    assert t.turn.number == 2
    assert EXPLORE in t.choices


# ---- best of three ----


@rule("NV-EX-61", "NV-QC-5", "NV-QC-7", "NV-QC-11", "NV-QC-12")
def test_win_loss_win_is_a_victory_and_the_lost_round_costs_nothing():
    t = lair(dice=[*WIN, *LOSS, *WIN]).play(EXPLORE, FIGHT, FIGHT, FIGHT)
    assert scores(t) == [(1, 0), (1, 1), (2, 1)]
    assert (t.hero.xp, t.ids(t.hero.tokens), t.ask.topic) == (16, ["lord"], "recovery")
    assert t.n("lord") not in t.state.alive
    assert not t.events(events.LostXp)
    assert len(t.events(events.TookToken)) == 1


@rule("NV-QC-5", "NV-GAP-53")
def test_one_all_leads_to_a_third_round_that_decides():
    t = lair(dice=[*LOSS, *WIN, *LOSS]).play(EXPLORE, FIGHT, FIGHT)
    assert (t.ask.topic, t.hero.xp) == ("escape", 12)
    t.play(FIGHT)
    assert (scores(t)[-1], t.hero.xp, t.hero.tokens) == ((1, 2), 9, [])


@rule("NV-QC-6")
def test_after_two_wins_there_is_no_third_round():
    t = lair(dice=[*WIN, *WIN]).play(EXPLORE, FIGHT, FIGHT)
    assert (scores(t), t.ask.topic) == ([(1, 0), (2, 0)], "recovery")


@rule("NV-EX-62", "NV-QC-6", "NV-QC-17")
def test_two_losses_cost_the_defeat_line_once_and_tile_token_and_class_stay():
    t = lair(hero("champion", at="q", cv=10, xp=12), dice=[*LOSS, *LOSS]).play(EXPLORE, FIGHT, FIGHT)
    assert (scores(t), t.hero.xp, t.hero.tokens, t.ask.topic) == ([(0, 1), (0, 2)], 9, [], "recovery")
    assert (t.hero.advanced, t.hero.klass) == (True, t.n("champion"))
    assert t.n("lord") in t.state.alive
    assert t.n("lord") not in t.state.encounter.discard


@rule("NV-QC-7", "NV-GAP-53")
def test_no_line_and_no_curse_before_the_end():
    t = lair(dice=[*LOSS, *WIN, *LOSS], curse=True, victory=[{"gain_gp": 30}]).play(EXPLORE, FIGHT, FIGHT)
    assert (t.hero.xp, t.hero.gp, t.hero.skills) == (12, 10, [[], [], []])
    t.play(FIGHT)
    assert (t.hero.xp, t.hero.gp, len(t.hero.skills[0])) == (9, 10, 1)


@rule("NV-QC-8", "NV-GAP-53")
def test_each_round_is_a_whole_battle_with_its_ability_anew():
    venom = [{"roll_table": [{"upto": 5, "do": [{"battle_cv": -3}]}, {"upto": 10, "do": []}]}]
    t = lair(dice=[4, *WIN, 8, *WIN], ability=venom).play(EXPLORE, FIGHT, FIGHT)
    assert [e.face for e in t.events(events.RolledAbility)] == [4, 8]
    assert [e.total for e in t.events(events.SummedCv)] == [7, 10]
    assert len(t.events(events.RolledHero)) == len(t.events(events.RolledCreature)) == 2


@rule("NV-GAP-53")
@pytest.mark.parametrize("result, score", [("win", (1, 0)), ("lose", (0, 1))])
def test_a_round_ended_by_the_ability_counts_for_the_side_it_names(result, score):
    swift = [{"roll_table": [{"upto": 5, "do": [{"end_battle": result}]}, {"upto": 10, "do": []}]}]
    t = lair(dice=[3, 9], ability=swift).play(EXPLORE)
    assert (scores(t), t.ask.topic, t.hero.xp) == ([score], "escape", 12)  # the second round has come to its Escape


@rule("NV-GAP-53")
def test_an_ability_that_says_escape_ends_the_whole_fight():
    t = lair(ability=[{"end_battle": "escape"}]).play(EXPLORE)
    assert (t.ask.topic, t.hero.xp, t.hero.tokens, t.n("lord") in t.state.alive) == ("recovery", 12, [], True)


@rule("NV-GAP-53")
def test_no_tile_of_the_box_has_a_round_without_result():
    said = [str(BOX.cards[n].ability) for n in BOX.quest_creatures]
    assert any("EndBattle" in ability for ability in said)
    assert not any("no_result" in ability for ability in said)


@rule("NV-GAP-53")
def test_a_one_shot_item_is_gone_for_the_later_rounds():
    flask = reward(
        "flask", "single_use", "item", abilities=[{"when": "step_6", "uses": "once", "do": [{"battle_cv": 9}]}]
    )
    t = lair(hero(at="q", cv=10, xp=12, gear=["flask"]), dice=[*LOSS, *LOSS, *LOSS], cards=(flask,))
    t.play(EXPLORE, FIGHT, use("flask"), FIGHT, FIGHT)
    assert scores(t) == [(1, 0), (1, 1), (1, 2)]
    assert t.n("flask") in t.state.reward.discard


@rule("NV-GAP-53", "NV-GAP-89")
def test_modifiers_of_a_round_are_reset_for_the_next():
    shout = adventure("shout", "action_event", when="step_6", do=[{"battle_cv": 3}])
    taunt = adventure("taunt", "action_event", when="step_6", do=[{"battle_cv": -4, "of": "creature"}])
    t = lair(hero(at="q", cv=10, xp=12, hand=["shout", "taunt"]), dice=[*WIN, *WIN], cards=(shout, taunt))
    t.play(EXPLORE, FIGHT, play("shout"), play("taunt"), FIGHT)
    assert [(e.hero, e.foe) for e in t.events(events.BattleEnded)] == [(23, 8), (20, 12)]


# ---- Escape ----


@rule("NV-EX-64", "NV-QC-9", "NV-GAP-53", "NV-GAP-49")
def test_a_failed_escape_costs_1_cv_in_its_round_and_may_be_tried_in_the_next():
    t = lair(dice=[3, *WIN, 4, *WIN]).play(EXPLORE, ESCAPE, ESCAPE)
    assert [e.total for e in t.events(events.SummedCv)] == [9, 9]
    assert len(t.events(events.TriedEscape)) == 2
    t = lair(dice=[3, *WIN, *WIN]).play(EXPLORE, ESCAPE, FIGHT)
    assert [e.total for e in t.events(events.SummedCv)] == [9, 10]


@rule("NV-EX-63", "NV-QC-10", "NV-GAP-53")
def test_an_escape_in_round_2_ends_the_fight_and_forgets_round_1():
    t = lair(dice=[*WIN, 6], victory=[{"gain_gp": 30}], curse=True).play(EXPLORE, FIGHT, ESCAPE)
    assert (t.hero.xp, t.hero.gp, t.hero.skills, t.ask.topic) == (12, 10, [[], [], []], "recovery")
    assert (t.n("lord") in t.state.alive, t.hero.tokens, t.state.challenge) == (True, [], None)
    t.hero.explore_x = False
    t.roll(*WIN).play(DONE, DONE, EXPLORE, FIGHT)
    assert scores(t)[-1] == (1, 0)


# ---- afterwards ----


@rule("NV-QC-11", "NV-QC-13", "NV-QC-14")
def test_afterwards_another_player_finds_the_special_explore_option():
    t = lair(hero(at="q", cv=10, xp=12), hero(at="q"), dice=[*WIN, *WIN]).play(EXPLORE, FIGHT, FIGHT, DONE)
    assert t.ask.seat == 1
    t.play(DONE, EXPLORE)
    assert (t.heroes[1].gp, t.ask.topic) == (50, "recovery")
    assert len(t.events(events.BattleBegan)) == 2  # the victor's rounds alone


@rule("NV-EX-65", "NV-QC-13", "NV-QC-4")
def test_another_player_may_travel_there_and_on_a_later_turn_explore():
    t = lair(hero(at="q", cv=10, xp=12), hero(at="p"), dice=[*WIN, *WIN, 1]).play(EXPLORE, FIGHT, FIGHT, DONE)
    t.play(DONE, TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert (t.ask.seat, t.ask.topic, t.heroes[1].gp) == (1, "recovery", 20)
    t.roll(1).play(DONE, DONE, TRAVEL, TAKE_GOLD, to("r"), STOP, DONE, DONE, EXPLORE)
    assert (t.ask.seat, t.heroes[1].gp) == (1, 60)


@rule("NV-QC-13")
def test_while_the_creature_lives_its_special_option_is_not_to_be_had():
    t = lair().play(EXPLORE)
    assert (t.ask.topic, t.hero.gp) == ("escape", 10)


@rule("NV-EX-65", "NV-QC-14", "NV-QC-15", "NV-GAP-54")
def test_the_victor_cannot_explore_there_and_once_away_cannot_come_back():
    t = lair(dice=[*WIN, *WIN, 1]).play(EXPLORE, FIGHT, FIGHT)
    t.hero.explore_x = False
    t.play(DONE, DONE)
    assert t.choices == [TRAVEL]
    t.play(TRAVEL, TAKE_GOLD, to("p"))
    assert t.ways == ["r"]  # not back through q
    t.play(STOP, DONE)
    t.roll(1).play(DONE, TRAVEL, TAKE_GOLD)
    assert t.ways == ["r"]


@rule("NV-QC-15", "NV-GAP-54")
def test_the_victor_put_elsewhere_by_an_effect_cannot_come_back_either():
    cart = adventure("cart", "event", do=[{"move_to": ["waypoint"], "within": 1}])
    back = adventure("back", "event", when="either", do=[{"move_to": ["quest"], "within": 1}])
    t = story(
        hero(at="q", hand=["cart", "back"], tokens=["lord"]),
        chart=island("p q", q={"kind": "quest"}),
        cards=[cart, back, creature("lord", 10, point="q")],
    ).play(play("cart"))
    assert (t.at, t.hero.forbidden) == ("p", [t.g.content.point_number["q"]])
    t.turn.plays = 1
    t.table.answer(DONE)
    assert play("back")(t) not in t.choices


# ---- Kzmatic ----


def keep(*dice: int, **who: Any) -> Story:
    """A hero on Kzmatic's Keep, about to explore it."""
    return story(hero(at="quest-kzmatic", **who), dice=list(dice), rewards=["sword", "frostbrand"], stage="adventure")


THEFT = TakeOption(1)


@rule("NV-EX-66", "NV-QC-16", "NV-GAP-55")
def test_at_kzmatics_keep_the_explorer_chooses_battle_or_theft():
    t = keep(8).play(EXPLORE)
    assert t.choices == [TakeOption(0), THEFT]
    assert t.play(TakeOption(0)).state.challenge.creature == t.state.battle.creature == t.n("kzmatic")
    assert t.ids(keep(8).play(EXPLORE, THEFT).hero.hand) == ["frostbrand"]


@rule("NV-GAP-55")
@pytest.mark.parametrize("roll", [8, 10])
def test_a_theft_of_8_takes_the_first_magical_card_of_the_deck(roll):
    t = keep(roll).play(EXPLORE, THEFT)
    assert (t.ids(t.hero.hand), t.hero.xp, t.hero.explore_x, t.ask.topic) == (["frostbrand"], 3, True, "recovery")


@rule("NV-GAP-55")
def test_a_theft_looks_in_the_reward_discard_first():
    t = story(
        hero(at="quest-kzmatic"),
        dice=[9],
        rewards=["frostbrand"],
        discards=["giantsbane", "hatchet"],
        stage="adventure",
    )
    assert t.ids(t.play(EXPLORE, THEFT).hero.hand) == ["giantsbane"]


@rule("NV-GAP-55")
@pytest.mark.parametrize("roll", [4, 7])
def test_a_theft_of_4_to_7_brings_nothing(roll):
    t = keep(roll, xp=5).play(EXPLORE, THEFT)
    assert (t.hero.hand, t.hero.xp, t.hero.skills, t.ask.topic) == ([], 5, [[], [], []], "recovery")


@rule("NV-GAP-55")
@pytest.mark.parametrize("dice, luck, answers", [((3,), 1, ()), ((1,), 0, ()), ((1,), 1, (KEEP_ROLL,))])
def test_a_theft_of_3_or_less_costs_2_xp_and_brings_a_curse(dice, luck, answers):
    t = keep(*dice, xp=5, luck=luck).play(EXPLORE, THEFT, *answers)
    assert (t.hero.hand, t.hero.xp, len(t.hero.skills[0]), t.ask.topic) == ([], 3, 1, "recovery")


@rule("NV-GAP-55")
def test_luck_helps_a_thief():
    t = keep(1, 9, xp=5).play(EXPLORE, THEFT, SPEND_LUCK)
    assert (t.ids(t.hero.hand), t.hero.xp, t.hero.luck) == (["frostbrand"], 5, 0)


@rule("NV-GAP-55", "NV-QC-13")
def test_after_kzmatic_the_ordinary_special_option_applies():
    t = story(hero(at="quest-kzmatic"), hero(tokens=["kzmatic"]), rewards=["sword"], stage="adventure").play(EXPLORE)
    assert (t.ids(t.hero.hand), t.ask.topic) == (["sword"], "recovery")
    assert not t.events(events.RolledAbility)
