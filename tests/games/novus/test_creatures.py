"""Creatures: their types, and the icons for flying and curses (NV-CREATURE)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hearthside.games.novus import battle, board
from hearthside.games.novus.choices import DONE, ESCAPE, FIGHT, TRAVEL
from hearthside.games.novus.events import BattleBegan, TriedEscape

from .story import BOX, Story, creature, hero, reward, story

rule = pytest.mark.rule
ENCOUNTERS = [BOX.cards[n] for n in BOX.encounter]
TYPES = Counter(it.type for it in ENCOUNTERS)


def named(*names: str) -> set[str]:
    """The types of the creatures (Encounter or Quest) with these words in their names."""
    every = ENCOUNTERS + [BOX.cards[n] for n in BOX.quest_creatures]
    found = {name: {it.type for it in every if name in it.name} for name in names}
    assert all(found.values()), found
    return set().union(*found.values())


def against(foe: dict[str, Any], dice: list[int], klass: str = "fighter", **who: Any) -> Story:
    """A hero about to meet Creature A."""
    return story(hero(klass, **who), cards=[creature(**foe)], encounters=["creature-a"], dice=dice)


def fight(t: Story, *answers: Any) -> Any:
    return t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), *answers)


# ---- types ----


@rule("NV-CREATURE-1")
def test_there_are_six_creature_types() -> None:
    assert set(TYPES) == {"animal", "demon", "monstrosity", "humanoid", "magical", "undead"}


@rule("NV-CREATURE-2")
def test_every_creature_has_numbers_and_lines_of_its_own() -> None:
    alike = Counter(
        (it.type, it.cv, it.xp, it.ability, it.victory, it.defeat, it.flying, it.curse) for it in ENCOUNTERS
    )
    assert len(alike) == 40
    assert all(it.victory and it.defeat and it.xp for it in ENCOUNTERS)


@rule("NV-CREATURE-3")
def test_wolves_bears_and_spiders_are_animals() -> None:
    assert named("Feral Wolves", "Savage Bears", "Giant Spiders", "Kraeger Beast") == {"animal"}


@rule("NV-CREATURE-4", "NV-GAP-56")
def test_imps_devils_and_shadows_are_demons_as_is_asmakai_who_gates_them_in() -> None:
    assert named("Cackling Imps", "Alluring Devils", "Shadow Demons", "Asmakai") == {"demon"}
    assert "gate" in BOX.cards[BOX.number["asmakai"]].flavour


@rule("NV-CREATURE-5", "NV-GAP-56")
def test_monstrosities_are_for_the_well_equipped() -> None:
    assert named("Cystos", "Jue R'Gon", "Monsigneus") == {"monstrosity"}
    assert min(it.cv for it in ENCOUNTERS if it.type == "monstrosity") >= 7


@rule("NV-GAP-57", "NV-CREATURE-5")
def test_cystos_the_spider_scorpion_is_one_creature() -> None:
    every = [it for it in BOX.cards[1:] if it.name.startswith("Cystos") or "Scorpion" in it.name]
    assert [it.id for it in every] == ["cystos"]


@rule("NV-CREATURE-6")
def test_goblins_orcs_jakkals_and_oxen_are_humanoids() -> None:
    assert named("Goblin", "Orc", "Jakkal", "Oxen", "Kroenig") == {"humanoid"}


@rule("NV-CREATURE-7")
def test_magical_creatures_are_very_rare_and_very_powerful() -> None:
    assert named("Natures Nemesis", "Stone Sentinel", "Roaming Eyeclops") == {"magical"}
    assert TYPES["magical"] == min(TYPES.values())
    assert min(it.cv for it in ENCOUNTERS if it.type == "magical") >= 9


@rule("NV-CREATURE-8")
def test_skeletons_zombies_and_ghouls_are_undead_as_is_kzmatic() -> None:
    assert named("Skeletal Knights", "Zombie Hordes", "Ghouls", "Kzmatic") == {"undead"}


@rule("NV-GAP-56")
def test_the_quest_creatures_have_the_types_of_the_table() -> None:
    types = {BOX.cards[n].id: BOX.cards[n].type for n in BOX.quest_creatures}
    assert types == {
        "kroenig": "humanoid", "osira": "undead", "cystos": "monstrosity", "kraeger-beast": "animal",
        "jue-rgon": "monstrosity", "actenebras": "magical", "kzmatic": "undead", "isenthrax": "magical",
        "asmakai": "demon", "monsigneus": "monstrosity",
    }  # fmt: skip


@rule("NV-CREATURE-13")
@pytest.mark.parametrize("at", ["high-trail", "deer-track", "sheep-road", "reed-path", "salt-road", "vine-path"])
@pytest.mark.parametrize("id_", ["oxen", "thunder-djinn"])
def test_any_encounter_card_can_appear_anywhere(at: str, id_: str) -> None:
    t = story(hero(at=at), encounters=[id_], dice=[5, 8, 8])
    t.play(DONE, TRAVEL)
    assert [began.creature for began in t.events(BattleBegan)] == [t.n(id_)]
    assert len(BOX.encounter) == 40


# ---- flying ----


@rule("NV-CREATURE-9")
@pytest.mark.parametrize("flying, plus", [(True, -3), (False, 0)])
def test_an_escape_from_a_flying_creature_is_reduced_by_3(flying: bool, plus: int) -> None:
    t = against({"flying": flying, "cv": 1}, [2, 5, 5])
    fight(t, ESCAPE)
    assert t.events(TriedEscape)[0].plus == plus


@rule("NV-EX-19", "NV-CREATURE-9")
@pytest.mark.parametrize("face, result", [(8, "lose"), (9, "escape")])
def test_an_8_does_not_outrun_wings_and_a_9_does(face: int, result: str) -> None:
    t = against({"flying": True, "cv": 20}, [face, 5, 5])
    assert fight(t, ESCAPE) == result


@rule("NV-EX-20", "NV-CREATURE-10", "NV-GAP-86")
@pytest.mark.parametrize("gear", ["heron-hood", "red-kestrel", "winged-sandals"])
def test_a_hero_with_flying_is_not_slowed_by_wings(gear: str) -> None:
    wings = {"flying": True, "cv": 20}
    t = against(wings, [5, 5, 5], gear=[gear])
    fight(t, ESCAPE)
    (tried,) = t.events(TriedEscape)
    assert tried.plus == board.escape_bonus(t.g, t.hero, None)


@rule("NV-GAP-86")
def test_flying_in_hand_cancels_nothing_and_flying_has_no_other_effect() -> None:
    wings = reward("wings", kind="misc", slot="foot", flying=True)
    foe = creature(flying=True, cv=20)
    in_hand = story(hero(hand=["wings"]), cards=[wings, foe], encounters=["creature-a"], dice=[8, 5, 5])
    assert fight(in_hand, ESCAPE) == "lose"
    bare, winged = story(hero(), cards=[wings]), story(hero(gear=["wings"]), cards=[wings])
    assert winged.cv == bare.cv
    assert board.travel_bonus(winged.g, winged.hero) == board.escape_bonus(winged.g, winged.hero) == 0


@rule("NV-EX-21", "NV-CREATURE-9")
def test_a_knight_cannot_outrun_wings() -> None:
    t = against({"flying": True, "cv": 20}, [10, 5, 5], klass="knight")
    assert fight(t, ESCAPE) == "lose"


# ---- curses ----


@rule("NV-EX-29", "NV-CREATURE-11", "NV-CURSE-10")
def test_losing_to_a_curse_icon_costs_the_defeat_line_and_brings_a_curse() -> None:
    t = against({"curse": True, "cv": 20, "defeat": [{"lose_xp": 1}]}, [2, 9])
    assert fight(t, FIGHT) == "lose"
    assert t.hero.xp == 2
    assert [t.g.content.cards[n].category for n in t.hero.skills[0]] == ["curse_event"]
    assert t.hero.skills[1:] == [[], []]


@rule("NV-EX-29", "NV-CREATURE-12")
@pytest.mark.parametrize("cv, dice, answer", [(1, [8, 2], FIGHT), (20, [9], ESCAPE)])
def test_a_win_and_an_escape_bring_no_curse(cv: int, dice: list[int], answer: Any) -> None:
    t = against({"curse": True, "cv": cv}, dice)
    assert fight(t, answer) != "lose"
    assert t.hero.skills == [[], [], []]


@rule("NV-CREATURE-11")
def test_losing_to_a_creature_without_the_icon_brings_no_curse() -> None:
    t = against({"cv": 20}, [2, 9])
    fight(t, FIGHT)
    assert t.hero.skills == [[], [], []]


@rule("NV-CREATURE-11", "NV-GAP-39")
def test_a_card_may_say_more_of_its_curse_than_the_icon() -> None:
    t = against({"curse": True, "cv": 20, "defeat": [{"gain_curse": 2}]}, [2, 9])
    fight(t, FIGHT)
    assert [len(stack) for stack in t.hero.skills] == [1, 1, 0]
