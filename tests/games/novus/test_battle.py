"""Battles: the seven steps, what they bring and what they cost (NV-BATTLE)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from hearthside.games.novus import battle, board, events, gain, quest
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    KEEP_ROLL,
    SPEND_LUCK,
    STOP,
    TAKE_STEP,
    TRAVEL,
)
from hearthside.games.novus.state import Battle
from hearthside.games.novus.text.cards import card_text
from hearthside.games.novus.text.sentences import steps_text

from .story import BOX, Story, adventure, creature, hero, island, location, play, reward, spend, story, to, use

rule = pytest.mark.rule
ROLLS = {"roll_table": [{"upto": 5, "do": [{"end_battle": "lose"}]}, {"upto": 10, "do": []}]}


def versus(who: dict, *dice: int, cv: int = 4, xp: int = 2, cards: tuple = (), **foe: object) -> Story:
    """A hero before a creature that lies on top of the Encounter deck."""
    return story(who, dice=list(dice), cards=[creature("foe", cv, xp, **foe), *cards], encounters=["foe"])


def steps_of(t: Story) -> list[str]:
    """The battle's events, in the order they happened."""
    told = (
        events.BattleBegan,
        events.RolledAbility,
        events.ChangedCv,
        events.TriedEscape,
        events.SummedCv,
        events.RolledHero,
        events.RolledCreature,
        events.BattleEnded,
        events.GainedXp,
        events.LostXp,
    )
    return [type(e.event).__name__ for e in t.table.log or [] if isinstance(e.event, told)]


def kain() -> Story:
    """Kain the Knight with his sword, one card in hand, before the Orc Warrior; the dice of the rulebook's example."""
    return story(
        hero("knight", gear=["sword"], hand=["burial-silver"], xp=3),
        dice=[4, 9],
        encounters=["orc-warrior"],
        rewards=["hatchet"],
    )


# ---- the battle example ----


@rule("NV-EX-2", "NV-BATTLE-3", "NV-BATTLE-5", "NV-BATTLE-7")
def test_example_step_1_the_orcs_ability_comes_before_the_escape():
    t = kain()
    question = next(battle.encounter(t.g, t.hero, "NV-BATTLE-6"))
    assert question.topic == "escape"
    assert t.state.battle.hero_cv == -1
    assert not t.events(events.RolledAbility)


@rule("NV-EX-3", "NV-BATTLE-8", "NV-BATTLE-11")
def test_example_step_2_kain_declines_an_escape_at_minus_two():
    t = kain()
    assert next(battle.encounter(t.g, t.hero, "NV-BATTLE-6")).choices == [FIGHT, ESCAPE]
    assert battle.escape_modifier(t.g, t.hero, t.state.battle) == -2
    t = kain()
    t.battle(FIGHT)
    assert not t.events(events.TriedEscape)
    assert t.events(events.SummedCv)[0].total == 7


@rule("NV-EX-4", "NV-EX-5", "NV-EX-6", "NV-BATTLE-15", "NV-BATTLE-17", "NV-BATTLE-20")
def test_example_steps_3_to_5_sums_and_rolls():
    t = kain()
    t.battle(FIGHT)
    summed = t.events(events.SummedCv)[0]
    assert summed.parts == (("", 1), ("Knight", 3), ("Sword", 4), ("this battle", -1))
    assert (summed.total, summed.creature_cv) == (7, 3)
    assert t.events(events.RolledHero) == [events.RolledHero(0, 4, 11)]
    assert t.events(events.RolledCreature) == [events.RolledCreature(0, 9, 12)]


@rule("NV-EX-7", "NV-EX-8", "NV-BATTLE-21", "NV-BATTLE-22", "NV-BATTLE-24", "NV-BATTLE-26")
def test_example_steps_6_and_7_expert_maneuvers_turn_it():
    t = kain()
    assert t.battle(FIGHT, use("knight")) == "win"
    ended = t.events(events.BattleEnded)[0]
    assert (ended.hero, ended.foe) == (13, 12)
    assert t.state.adventure.discard == [t.n("burial-silver")]  # what the maneuvers cost
    assert (t.hero.xp, t.hero.gp, t.ids(t.hero.hand)) == (5, 20, ["hatchet"])
    assert t.state.encounter.discard == [t.n("orc-warrior")]


@rule("NV-BATTLE-22", "NV-BATTLE-25")
def test_example_without_expert_maneuvers_kain_loses():
    t = kain()
    assert t.battle(FIGHT) == "lose"
    assert (t.hero.xp, t.hero.gp, len(t.hero.hand)) == (2, 10, 1)


@rule("NV-GAP-68")
@pytest.mark.parametrize("xp, penalty", [(3, -1), (5, -1), (6, 0)])
def test_the_orc_counts_scars_up_to_five_xp(xp, penalty):
    t = story(hero(cv=6, xp=xp), dice=[2, 10], encounters=["orc-warrior"])
    assert t.battle(FIGHT) == "lose"
    assert t.events(events.SummedCv)[0].total == 6 + penalty
    assert t.hero.xp == xp - 1


# ---- the card, the steps and their order ----


@rule("NV-BATTLE-1")
@pytest.mark.parametrize("n", [*BOX.encounter, *BOX.quest_creatures, *BOX.special_creatures])
def test_a_creature_card_shows_all_of_it(n):
    it = BOX.cards[n]
    told = " ".join(card_text(it))
    assert it.name
    assert it.type
    assert it.flavour
    assert it.cv >= 1
    assert it.xp >= 1
    assert "Victory" in told
    assert "Defeat" in told
    assert not it.ability or len(steps_text(it.ability)) > 5


@rule("NV-BATTLE-6")
def test_a_revealed_creature_is_battled_step_by_step():
    t = versus(hero(cv=6), 7, 5, 9, 3, ability=[ROLLS])
    assert next(battle.encounter(t.g, t.hero, "NV-BATTLE-6")).choices == [FIGHT, ESCAPE]  # nothing else to do
    t = versus(hero(cv=6), 7, 5, 9, 3, ability=[ROLLS])
    t.battle(ESCAPE)
    assert steps_of(t) == [
        "BattleBegan",
        "RolledAbility",
        "TriedEscape",
        "SummedCv",
        "RolledHero",
        "RolledCreature",
        "BattleEnded",
        "GainedXp",
    ]


@rule("NV-EX-24", "NV-BATTLE-4", "NV-BATTLE-7")
def test_an_ability_that_ends_the_battle_ends_it_before_the_escape():
    t = versus(hero(cv=20), 3, ability=[ROLLS], defeat=[{"lose_xp": 1}])
    assert t.battle() == "lose"
    assert steps_of(t) == ["BattleBegan", "RolledAbility", "BattleEnded", "LostXp"]
    assert t.hero.xp == 2


@rule("NV-BATTLE-4", "NV-BATTLE-5")
def test_only_an_ability_with_the_action_die_rolls():
    t = versus(hero(cv=6), 4, 4, ability=[{"battle_cv": 1, "of": "creature"}])
    t.battle(FIGHT)
    assert not t.events(events.RolledAbility)
    assert t.events(events.SummedCv)[0].creature_cv == 5


@rule("NV-GAP-48")
@pytest.mark.parametrize(
    "luck, answers, result", [(0, (), "lose"), (1, (KEEP_ROLL,), "lose"), (1, (SPEND_LUCK, FIGHT), "win")]
)
def test_a_natural_1_in_step_1_is_the_worst_branch(luck, answers, result):
    t = versus(hero(cv=20, luck=luck), 1, 2, 5, 5, ability=[{"test": 1, "failure": [{"end_battle": "lose"}]}])
    assert t.battle(*answers) == result


@rule("NV-GAP-84")
@pytest.mark.parametrize("result, xp, gp", [("win", 5, 15), ("lose", 2, 10), ("escape", 3, 10), ("no_result", 3, 10)])
def test_an_ability_names_how_the_battle_ends(result, xp, gp):
    t = versus(hero(), ability=[{"end_battle": result}], victory=[{"gain_gp": 5}], defeat=[{"lose_xp": 1}])
    assert t.battle() == result
    assert (t.hero.xp, t.hero.gp) == (xp, gp)
    assert t.state.encounter.discard == [t.n("foe")]
    assert t.turn.beaten == (result in ("lose", "escape"))


@rule("NV-GAP-84")
def test_after_no_result_the_adventure_phase_goes_on():
    foe = creature("foe", 9, ability=[{"end_battle": "no_result"}])
    t = story(hero(), dice=[5], cards=[foe], encounters=["foe"], stage="adventure")
    t.play(TRAVEL)
    assert t.ask.topic == "move"


# ---- step 2: Escape ----


@rule("NV-EX-18", "NV-BATTLE-9", "NV-BATTLE-13")
def test_an_escape_of_6_gets_away_with_nothing_gained_or_lost():
    foe = creature("foe", 4, victory=[{"gain_gp": 5}], defeat=[{"lose_xp": 1}], curse=True)
    t = story(hero(cv=6), dice=[5, 6], cards=[foe], encounters=["foe"], stage="adventure").play(TRAVEL, ESCAPE)
    assert (t.events(events.TriedEscape)[0].plus, t.ask.topic) == (0, "recovery")
    assert (t.hero.xp, t.hero.gp, t.hero.hand, t.hero.skills) == (3, 10, [], [[], [], []])
    assert t.state.encounter.discard == [t.n("foe")]
    assert not t.events(events.RolledHero)


@rule("NV-EX-18", "NV-BATTLE-10")
def test_an_escape_of_5_fails_and_costs_1_cv():
    t = versus(hero(cv=6), 5, 3, 6)
    assert t.battle(ESCAPE) == "lose"
    assert t.events(events.SummedCv)[0].total == 5


@rule("NV-GAP-28", "NV-BATTLE-9")
@pytest.mark.parametrize(
    "dice, answers",
    [
        ([5, 9], (TRAVEL, ESCAPE)),
        ([1, 9], (TRAVEL, TAKE_STEP, to("q"), STOP, ESCAPE)),
        ([9], (EXPLORE, spend("limping-trail"), ESCAPE)),
    ],
    ids=["from the Travel Die", "from a location", "from an Explore"],
)
def test_an_escape_leads_to_recovery_from_wherever(dice, answers):
    camp = location("camp", "q", do=[{"start_battle": "deck"}, {"gain_gp": 7}])
    t = story(
        hero(at="p", hand=["limping-trail"]),
        dice=dice,
        stage="adventure",
        chart=island("p q"),
        places=[camp],
        adventures=["burial-silver"],
    )
    t.play(*answers)
    assert (t.ask.topic, t.hero.gp, t.hero.xp) == ("recovery", 10, 3)
    assert t.at == ("q" if TAKE_STEP in answers else "p")
    assert len(t.state.encounter.discard) == 1


@rule("NV-BATTLE-11")
def test_escape_icons_on_the_board_and_in_abilities_add_up():
    cloak = reward("cloak", "misc", "item", escape=1)
    whistle = reward("whistle", "misc", "item", abilities=[{"when": "step_1", "do": [{"escape_mod": 2}]}])
    t = versus(hero(gear=["cloak", "whistle"]), 3, cards=(cloak, whistle))
    assert t.battle(use("whistle"), ESCAPE) == "escape"
    assert t.events(events.TriedEscape)[0].plus == 3


@rule("NV-EX-19", "NV-EX-21", "NV-BATTLE-11", "NV-CREATURE-9")
@pytest.mark.parametrize(
    "klass, roll, result", [("fighter", 8, "lose"), ("fighter", 9, "escape"), ("knight", 10, "lose")]
)
def test_a_flying_creature_is_hard_to_flee(klass, roll, result):
    t = versus(hero(klass, cv=0), roll, 2, 10, flying=True)
    assert t.battle(ESCAPE) == result


@rule("NV-EX-20", "NV-CREATURE-10")
def test_a_flying_hero_flees_it_as_any_other():
    t = versus(hero(gear=["wings"]), 6, flying=True, cards=(reward("wings", "misc", "foot", flying=True),))
    assert t.battle(ESCAPE) == "escape"


@rule("NV-BATTLE-12")
def test_a_natural_1_never_escapes():
    t = versus(hero(cv=6, luck=0, gear=["smoke"]), 1, 5, 5, cards=(reward("smoke", "misc", "item", escape=6),))
    t.battle(ESCAPE)
    assert not t.events(events.TriedEscape)[0].escaped
    assert t.events(events.SummedCv)[0].total == 5


@rule("NV-BATTLE-14", "NV-GAP-49")
def test_one_escape_a_battle_and_only_in_step_2():
    t = versus(hero(cv=6), 8, 2, 4, 4, ability=[ROLLS])
    t.battle(ESCAPE)  # the only question; step 1 rolled before it, and a failure is not asked again
    assert len(t.events(events.TriedEscape)) == 1
    assert steps_of(t)[1:4] == ["RolledAbility", "TriedEscape", "SummedCv"]


@rule("NV-GAP-49")
def test_a_card_may_grant_an_escape_later_by_its_own_text():
    t = versus(
        hero(cv=6, hand=["vanishing"]),
        2,
        3,
        10,
        defeat=[{"lose_xp": 1}],
        cards=(adventure("vanishing", "action_event", when="step_6", do=[{"auto_escape": True}]),),
    )
    assert t.battle(ESCAPE, play("vanishing")) == "escape"
    assert (t.hero.xp, t.turn.beaten) == (3, True)


@rule("NV-EX-22", "NV-BATTLE-33")
@pytest.mark.parametrize("xp, later", [(2, 5), (3, 6)], ids=["5 XP", "6 XP, a step of the chart"])
def test_the_penalty_of_a_failed_escape_ends_with_its_battle(xp, later):
    foes = [creature("foe", 4, xp), creature("next", 4)]
    t = story(hero(cv=5), dice=[3, 9, 2, 5, 5], cards=foes, encounters=["foe", "next"])
    assert t.battle(ESCAPE) == "win"
    t.battle(FIGHT)
    assert [e.total for e in t.events(events.SummedCv)] == [4, later]


# ---- step 3: the CV total ----


@rule("NV-BATTLE-15")
def test_every_source_of_cv_on_the_board_counts():
    cards = (
        reward("squire", "ally", "item", cv=1),
        adventure("drill", "skill", cv=2),
        adventure("limp", "curse_event", cv=-1),
    )
    t = versus(hero(xp=6, gear=["sword", "squire"], skills=[["drill"], ["limp"], []]), 5, 5, cards=cards)
    t.turn.cv = 1  # a modifier until the turn ends
    t.battle(FIGHT)
    assert t.events(events.SummedCv)[0].total == 2 + 3 + 4 + 1 + 2 - 1 + 1


@rule("NV-EX-23", "NV-BATTLE-16")
@pytest.mark.parametrize("kind, final", [("undead", 12), ("demon", 10)])
def test_a_bonus_against_a_type_counts_in_step_3_alone(kind, final):
    bane = reward("bane", "misc", "item", bonus=[{"if": {"creature": ["undead"]}, "cv": 2}])
    t = versus(hero(cv=6, gear=["bane"]), 4, 5, cv=7, type=kind, cards=(bane,))
    assert t.cv == 6
    t.battle(FIGHT)
    assert t.events(events.RolledHero)[0].total == final


@rule("NV-BATTLE-34")
def test_cards_in_hand_add_no_cv_until_they_are_used():
    t = versus(hero("knight", hand=["sword", "hatchet"]), 5, 5)
    assert t.cv == 1 + 3
    t.battle(FIGHT)
    assert t.events(events.SummedCv)[0].total == 4


@rule("NV-GAP-89")
def test_a_creatures_cv_stops_at_0():
    t = versus(hero(cv=0), 3, 4, cv=2, ability=[{"battle_cv": -5, "of": "creature"}])
    assert t.battle(FIGHT) == "lose"
    assert t.events(events.RolledCreature)[0].total == 4


@rule("NV-GAP-89")
def test_a_creatures_modifier_is_gone_in_the_next_battle():
    again = adventure("taunt", "action_event", when="step_6", do=[{"battle_cv": 3, "of": "creature"}])
    t = versus(hero(cv=8, hand=["taunt"]), 9, 2, 9, 2, cards=(again,))
    t.battle(FIGHT, play("taunt"))
    t.state.encounter.cards.append(t.state.encounter.discard.pop())
    t.battle(FIGHT)
    assert [e.foe for e in t.events(events.BattleEnded)] == [9, 6]


# ---- steps 4 and 5: the dice ----


@rule("NV-BATTLE-17", "NV-BATTLE-20")
@pytest.mark.parametrize("ours, theirs, result", [(4, 3, "win"), (4, 7, "lose"), (10, 10, "win"), (2, 10, "lose")])
def test_final_cv_is_the_natural_roll_and_the_cv_total(ours, theirs, result):
    t = versus(hero(cv=6), ours, theirs, cv=5)
    assert t.battle(FIGHT) == result
    ended = t.events(events.BattleEnded)[0]
    assert (ended.hero, ended.foe) == (6 + ours, 5 + theirs)


@rule("NV-BATTLE-18", "NV-BATTLE-19")
def test_even_a_sure_win_is_rolled_and_a_natural_1_loses_it():
    t = versus(hero(cv=20, luck=0), 1, 1, cv=2, defeat=[{"lose_xp": 1}])
    assert t.battle(FIGHT) == "lose"
    ended = t.events(events.BattleEnded)[0]
    assert (ended.hero, ended.foe, t.hero.xp) == (21, 3, 2)


@rule("NV-BATTLE-19", "NV-GAP-48")
def test_cv_cannot_save_a_tragic_fail_though_step_6_is_offered():
    spear = reward("spear", "misc", "item", abilities=[{"when": "step_6", "do": [{"battle_cv": 5}]}])
    t = versus(hero(cv=6, luck=0, gear=["spear"]), 1, 4, cards=(spear,))
    assert t.battle(FIGHT, use("spear")) == "lose"
    assert t.events(events.RolledCreature)[0].face == 4
    assert t.events(events.BattleEnded)[0].hero == 12


@rule("NV-GAP-48")
@pytest.mark.parametrize("step", [{"reroll": "hero"}, {"set_roll": "hero", "value": 8}])
def test_another_face_does_save_a_tragic_fail(step):
    coin = reward("coin", "misc", "item", abilities=[{"when": "step_6", "do": [step]}])
    t = versus(hero(cv=6, luck=0, gear=["coin"]), 1, 4, 8, cards=(coin,))
    assert t.battle(FIGHT, use("coin")) == "win"
    assert t.events(events.BattleEnded)[0].hero == 14


@rule("NV-GAP-51", "NV-BATTLE-20")
@pytest.mark.parametrize("players", [1, 3])
def test_the_game_rolls_the_creatures_die_and_asks_nobody(players):
    t = story(*[hero(cv=6) for _ in range(players)], dice=[5, 9], cards=[creature("foe", 4)], encounters=["foe"])
    t.battle(FIGHT)
    assert t.events(events.RolledCreature) == [events.RolledCreature(0, 9, 13)]


# ---- step 6: cards and abilities ----


@rule("NV-BATTLE-21")
def test_in_step_6_any_number_of_cards_and_abilities_influence_the_battle():
    cards = [adventure(name, "action_event", when="step_6", do=[{"battle_cv": 1}]) for name in ("shout", "shove")]
    t = versus(hero("knight", hand=["shout", "shove", "hatchet"], xp=3), 2, 5, cv=4, cards=tuple(cards))
    assert t.battle(FIGHT, play("shout"), play("shove"), use("knight")) == "win"
    assert t.events(events.BattleEnded)[0].hero == 2 + 4 + 1 + 1 + 2


@rule("NV-BATTLE-21")
def test_in_step_6_another_player_may_meddle():
    meddle = adventure("meddle", "action_event", when="step_6", do=[{"battle_cv": 4, "of": "creature"}])
    t = story(hero(cv=6), hero(hand=["meddle"]), dice=[5, 4], cards=[creature("foe", 4), meddle], encounters=["foe"])
    assert t.battle(FIGHT, play("meddle")) == "lose"


@rule("NV-BATTLE-21")
def test_step_6_comes_after_all_rolls():
    late = adventure("late", "action_event", when="step_6", do=[{"battle_cv": 1}])
    t = versus(hero(cv=6, hand=["late"]), 5, 5, cards=(late,))
    fight = battle.encounter(t.g, t.hero, "NV-BATTLE-6")
    next(fight)
    assert fight.send(FIGHT).topic == "window"
    assert (t.state.battle.hero_roll, t.state.battle.creature_roll) == (5, 5)


# ---- step 7: who wins, and what that means ----


@rule("NV-EX-17", "NV-BATTLE-23")
def test_a_tie_goes_to_the_player():
    t = versus(hero(cv=6), 3, 5)
    assert t.battle(FIGHT) == "win"
    assert t.events(events.BattleEnded)[0].hero == t.events(events.BattleEnded)[0].foe == 9


@rule("NV-BATTLE-2", "NV-BATTLE-27")
@pytest.mark.parametrize("ours, xp", [(10, 7), (2, 3)])
def test_the_xp_of_a_creature_is_for_a_win(ours, xp):
    t = versus(hero(cv=4), ours, 5, xp=4)
    t.battle(FIGHT)
    assert t.hero.xp == xp


@rule("NV-BATTLE-24", "NV-BATTLE-28", "NV-BATTLE-29")
def test_victory_brings_gold_of_the_bank_and_the_top_card_of_each_icon():
    victory = [{"gain_gp": 15}, {"draw": "reward"}, {"draw": "adventure", "n": 2}]
    t = story(
        hero(cv=6),
        hero(),
        dice=[9, 2],
        cards=[creature("foe", 4, victory=victory, defeat=[{"lose_xp": 1}])],
        encounters=["foe"],
        rewards=["sword"],
        adventures=["burial-silver", "ford-ambush"],
    )
    t.battle(FIGHT)
    assert t.ids(t.hero.hand) == ["sword", "burial-silver", "ford-ambush"]
    assert (t.hero.xp, t.hero.gp, t.heroes[1].gp) == (5, 25, 10)


@rule("NV-BATTLE-25")
def test_a_loss_costs_what_the_defeat_line_says_and_brings_nothing():
    t = versus(hero(cv=6, xp=5), 2, 9, defeat=[{"lose_xp": 2}, {"lose_gp": 4}], victory=[{"gain_gp": 50}])
    t.battle(FIGHT)
    assert (t.hero.xp, t.hero.gp, t.hero.hand) == (3, 6, [])


@rule("NV-BATTLE-26")
@pytest.mark.parametrize("ours, result", [(9, "win"), (2, "lose")])
def test_win_or_lose_the_creature_is_discarded(ours, result):
    t = versus(hero(cv=4), ours, 5)
    assert t.battle(FIGHT) == result
    assert t.state.encounter.discard == [t.n("foe")]
    assert t.n("foe") not in t.state.encounter.cards


@rule("NV-EX-25", "NV-BATTLE-30")
@pytest.mark.parametrize("xp, left", [(2, 1), (3, 1), (9, 6)])
def test_defeat_takes_xp_at_once_and_stops_at_1(xp, left):
    t = versus(hero(cv=4, xp=xp), 2, 9, defeat=[{"lose_xp": 3}])
    t.battle(FIGHT)
    assert t.hero.xp == left


@rule("NV-BATTLE-31")
def test_an_advanced_class_survives_a_fall_below_10_xp():
    t = versus(hero("champion", cv=9, xp=10), 2, 10, cv=9, defeat=[{"lose_xp": 3}])
    t.battle(FIGHT)
    assert (t.hero.xp, t.hero.advanced, t.hero.klass) == (7, True, t.n("champion"))
    assert t.cv == 9 - 1  # only the chart's bonus went down


@rule("NV-EX-26", "NV-BATTLE-32")
def test_a_loss_of_more_gold_than_there_is_takes_all_and_no_more():
    t = versus(hero(cv=4, gp=7), 2, 9, defeat=[{"lose_gp": 10}])
    t.battle(FIGHT)
    assert t.hero.gp == 0
    gain.gain_gp(t.g, t.hero, 5, "NV-BATTLE-28")
    assert t.hero.gp == 5  # nothing was owed


@rule("NV-EX-27", "NV-BATTLE-25", "NV-CARD-6")
def test_a_defeat_line_takes_the_cards_that_are_there():
    t = versus(hero(cv=4, hand=["hatchet"]), 2, 9, defeat=[{"discard": 2}])
    t.battle(FIGHT)
    assert t.hero.hand == []
    assert t.state.reward.discard == [t.n("hatchet")]


@rule("NV-EX-28", "NV-BOARD-11", "NV-GAP-10")
def test_xp_of_a_win_that_crosses_a_step_of_the_chart_raises_cv():
    t = versus(hero(xp=5), 9, 2, xp=1)
    assert t.cv == 4
    t.battle(FIGHT)
    assert (t.hero.xp, t.cv) == (6, 5)


@rule("NV-BATTLE-35")
def test_a_normal_battle_has_one_round():
    t = versus(hero(cv=4), 5, 5)
    t.battle(FIGHT)
    assert steps_of(t).count("RolledHero") == steps_of(t).count("BattleEnded") == 1


@rule("NV-EX-83", "NV-ADV-5", "NV-BATTLE-25")
def test_two_battles_in_one_turn_the_second_lost():
    t = story(
        hero(at="p", cv=4),
        dice=[5, 9, 2, 2, 9],
        stage="adventure",
        chart=island("p q", "q r", q={"kind": "encounter"}),
        cards=[creature("a", 4, 2, victory=[{"draw": "reward"}]), creature("b", 4, defeat=[{"lose_xp": 1}])],
        encounters=["a", "b"],
        rewards=["sword"],
        places=[location("camp", "q", do=[{"start_battle": "deck"}])],
    )
    t.play(TRAVEL, FIGHT, to("q"), STOP, FIGHT)
    assert (t.hero.xp, t.ids(t.hero.hand), t.at) == (3 + 2 - 1, ["sword"], "q")
    assert t.ask.topic == "recovery"
    assert DONE in t.choices


# ---- the chances that the ledger prints: exact, over all pairs of dice ----

SINGLE = {
    -6: 10,
    -5: 15,
    -4: 21,
    -3: 28,
    -2: 36,
    -1: 45,
    0: 54,
    1: 62,
    2: 69,
    3: 75,
    4: 80,
    5: 84,
    6: 87,
    7: 89,
    8: 90,
    9: 90,
    12: 90,
}
BEST_OF_THREE = {0: 56, 2: 77, 4: 90, -2: 30, -4: 11}


@rule("NV-BATTLE-19", "NV-BATTLE-22", "NV-BATTLE-23")
@pytest.mark.parametrize("d, percent", SINGLE.items())
def test_the_chance_of_a_single_battle_is_the_printed_one(d, percent):
    t = versus(hero(cv=12, luck=0), cv=12 - d)
    wins = 0
    for pair in product(range(1, 11), repeat=2):
        fight = Battle(0, t.n("foe"))
        t.roll(*pair).do(battle.rounds(t.g, t.hero, fight), FIGHT)
        wins += fight.result == "win"
    assert wins == percent  # of 100 pairs


@rule("NV-BATTLE-9", "NV-BATTLE-10", "NV-BATTLE-11", "NV-BATTLE-12")
@pytest.mark.parametrize(
    "klass, flying, percent",
    [("fighter", False, 50), ("knight", False, 30), ("fighter", True, 20), ("knight", True, 0)],
)
def test_the_chance_of_an_escape_is_the_printed_one(klass, flying, percent):
    escapes = 0
    for face in range(1, 11):
        t = versus(hero(klass, luck=0), face, 5, 5, flying=flying)
        escapes += t.battle(ESCAPE) == "escape"
    assert 10 * escapes == percent


@rule("NV-QC-5", "NV-QC-6")
@pytest.mark.parametrize("d, percent", BEST_OF_THREE.items())
def test_the_chance_of_a_best_of_three_is_the_printed_one(d, percent):
    won = {True: Fraction(SINGLE[d], 100), False: 1 - Fraction(SINGLE[d], 100)}
    total = Fraction(0)
    for rounds in product([True, False], repeat=3):
        t = story(
            hero(at="q", cv=10, luck=0),
            chart=island("p q", q={"kind": "quest"}),
            cards=[creature("lord", 10, point="q")],
        )
        quest.begin(t.g, t.hero)
        for ours in rounds:
            if t.turn.stage == "challenge":
                t.roll(*((10, 1) if ours else (1, 10))).do(quest.challenge(t.g), FIGHT)
        assert t.turn.stage == "recovery"
        total += won[rounds[0]] * won[rounds[1]] * won[rounds[2]] * bool(t.hero.tokens)
    assert round(100 * total) == percent


@rule("NV-BATTLE-16", "NV-BOARD-10")
def test_the_track_is_only_a_record():
    t = versus(hero(cv=6), 5, 5)
    t.turn.cv = 3
    assert board.track_cv(t.g, t.hero) == 6
    t.battle(FIGHT)
    assert t.events(events.SummedCv)[0].total == 9
