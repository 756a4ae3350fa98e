"""The content of the box is whole, and the check finds what is not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hearthside.games.novus.cards import Character, Creature, Klass
from hearthside.games.novus.checks.box import faults
from hearthside.games.novus.library import Content, load
from hearthside.games.novus.vocabulary import GainXp, If, Steps, Victory

rule = pytest.mark.rule
DECKS = (
    "adventure",
    "encounter",
    "reward",
    "allies",
    "special_rewards",
    "special_creatures",
    "quest_creatures",
    "klasses",
    "characters",
)


@pytest.fixture(scope="module")
def box() -> Content:
    return load()


def named(box: Content, name: str) -> Any:
    """The card, class, character or location of that name."""
    every = [*box.cards[1:], *box.locations]
    return next(card for card in every if card.name == name)


def changed(box: Content, card: Any, **fields: Any) -> Content:
    """A copy of the content in which one card has other fields."""
    out = copy.copy(box)
    new = msgspec.structs.replace(card, **fields)
    for name in ("cards", "locations", "points"):
        setattr(out, name, type(getattr(box, name))(new if old is card else old for old in getattr(box, name)))
    return out


def without(box: Content, card: Any) -> Content:
    """A copy of the content that lacks one card."""
    out = copy.copy(box)
    for name in ("locations", "points"):
        setattr(out, name, type(getattr(box, name))(old for old in getattr(box, name) if old is not card))
    for name in DECKS:
        setattr(out, name, [n for n in getattr(box, name) if box.cards[n] is not card])
    return out


def klasses(box: Content) -> list[Klass]:
    return [box.cards[n] for n in box.klasses]


def characters(box: Content) -> list[Character]:
    return [box.cards[n] for n in box.characters]


def first(box: Content, deck: str, fits: Callable[[Any], bool]) -> Any:
    return next(card for card in (box.cards[n] for n in getattr(box, deck)) if fits(card))


# ---- the box as it is ----


@rule("NV-GAP-1")
@rule("NV-GAP-68")
@rule("NV-GAP-79")
@rule("NV-CREATURE-2")
def test_the_box_has_no_faults(box: Content) -> None:
    assert faults(box) == []


@rule("NV-CLASS-1")
def test_eleven_basic_classes_are_named(box: Content) -> None:
    names = " ".join(sorted(klass.name for klass in klasses(box) if klass.basic))
    assert names == "Barbarian Bard Druid Fighter Informant Knight Pirate Priest Sorcerer Thief Wizard"


@rule("NV-CLASS-7")
@rule("NV-CLASS-8")
def test_the_knight_has_three_cv_and_flees_badly(box: Content) -> None:
    knight = named(box, "Knight")
    assert (knight.cv, knight.escape) == (3, -2)


@rule("NV-CLASS-9")
@rule("NV-GAP-50")
def test_expert_maneuvers_is_for_step_6_once_a_round(box: Content) -> None:
    (ability,) = named(box, "Knight").abilities
    assert (ability.name, ability.when, ability.uses) == ("Expert Maneuvers", "step_6", "round")


@rule("NV-CLASS-2")
@rule("NV-CLASS-12")
@rule("NV-GAP-67")
def test_the_druid_travels_fast_and_trains_one_animal(box: Content) -> None:
    druid = named(box, "Druid")
    assert (druid.icons, druid.travel, druid.train) == (("tree",), 1, 1)


@rule("NV-CLASS-4")
def test_the_priest_is_shielded_from_curses_and_strong_against_undead(box: Content) -> None:
    priest = named(box, "Priest")
    assert priest.immune
    assert priest.guard_xp == 1
    assert [bonus.cv for bonus in priest.bonus if bonus.cond == If(creature=("undead",))] == [2]


@rule("NV-CLASS-3")
def test_the_fighter_lives_by_equipment(box: Content) -> None:
    fighter = named(box, "Fighter")
    assert fighter.bonus[0].cond.weapons_at_least == 2
    assert fighter.abilities[0].cost[0].take.deck == "reward"


@rule("NV-CLASS-5")
@rule("NV-CLASS-13")
def test_the_thief_picks_rewards_and_purses(box: Content) -> None:
    thief = named(box, "Thief")
    assert thief.icons == ("daggers",)
    assert thief.draw_look.deck == "reward"
    assert thief.triggers[0].on == "end_move"
    assert thief.triggers[0].cond.at == ("city",)


@rule("NV-CLASS-6")
def test_the_wizard_chooses_adventures(box: Content) -> None:
    assert named(box, "Wizard").draw_look.deck == "adventure"


@rule("NV-GAP-63")
@rule("NV-ADVCLASS-11")
def test_every_class_that_advances_by_icon_has_three_to_choose_from(box: Content) -> None:
    pool = [klass for klass in klasses(box) if not klass.basic and not klass.only_for]
    for klass in klasses(box):
        if klass.advance in ("icon", "both"):
            assert sum(klass.icons[0] in other.icons for other in pool) >= 3


@rule("NV-GAP-65")
@rule("NV-ADVCLASS-7")
def test_ten_advanced_classes_are_shared(box: Content) -> None:
    assert sum(not klass.basic and not klass.only_for for klass in klasses(box)) == 10


@pytest.mark.parametrize(
    "name, klass, advance, back",
    [
        pytest.param("Yotun", "Barbarian", "back", "Zealot", marks=rule("NV-UNIQUE-2")),
        pytest.param("Morty", "Bard", "back", "Cunning Charmer", marks=rule("NV-UNIQUE-3")),
        pytest.param("Fabian", "Wizard", "both", "Master of Magic", marks=rule("NV-UNIQUE-4")),
        pytest.param("Aevia", "Informant", "icon", "", marks=rule("NV-UNIQUE-5")),
        pytest.param("Idris", "Pirate", "both", "Scourge", marks=rule("NV-UNIQUE-7")),
    ],
)
def test_unique_characters_and_their_paths(box: Content, name: str, klass: str, advance: str, back: str) -> None:
    hero, basic = named(box, name), named(box, klass)
    assert (hero.klass, basic.advance) == (basic.id, advance)
    assert basic.back == (named(box, back).id if back else "")
    if back:
        assert named(box, back).only_for == hero.id


@rule("NV-UNIQUE-1")
def test_four_basic_classes_have_a_back(box: Content) -> None:
    assert sum(bool(klass.back) for klass in klasses(box)) == sum(bool(klass.only_for) for klass in klasses(box)) == 4


@rule("NV-UNIQUE-6")
@rule("NV-GOAL-10")
def test_only_the_informant_wins_in_a_way_of_their_own(box: Content) -> None:
    assert [klass.name for klass in klasses(box) if klass.special_victory] == ["Informant"]


@rule("NV-GAP-9")
def test_a_character_echoes_the_cv_of_the_class(box: Content) -> None:
    cv = {klass.id: klass.cv for klass in klasses(box)}
    assert all(who.start_cv == cv[who.klass] for who in characters(box))


@rule("NV-GOAL-8")
def test_no_two_characters_and_no_two_classes_do_the_same(box: Content) -> None:
    plain = {"id": "", "name": "", "icon": "", "palette": "day", "flavour": "", "source": "seed"}
    for cards in (klasses(box), [msgspec.structs.replace(who, title="", klass="") for who in characters(box)]):
        assert len({repr(msgspec.structs.replace(card, **plain)) for card in cards}) == len(cards)


@rule("NV-EVENT-16")
def test_there_are_seven_quest_events(box: Content) -> None:
    assert sum(box.cards[n].category == "quest_event" for n in box.adventure) == 7


@rule("NV-CREATURE-1")
def test_there_are_six_types_of_creature(box: Content) -> None:
    assert len({card.type for card in box.cards if isinstance(card, Creature)}) == 6


@rule("NV-QC-1")
def test_there_are_ten_quest_creatures(box: Content) -> None:
    assert len(box.quest_creatures) == 10
    assert [box.cards[n].name for n in box.quest_creatures if not box.cards[n].point] == ["Isenthrax"]


# ---- broken copies ----

BREAKS: dict[str, tuple[Callable[[Content], Content], str]] = {
    "a card is missing": (
        lambda box: without(box, box.cards[box.reward[0]]),
        "The number of cards of the kind reward is 79, not 80.",
    ),
    "a point is missing": (
        lambda box: without(box, box.points[-1]),
        "The number of cards of the kind point is 51, not 52.",
    ),
    "a price that coins cannot pay": (
        lambda box: changed(box, named(box, "Sword"), price=7),
        "The reward Sword has the price 7 GP, which is no multiple of 5.",
    ),
    "a card without price": (
        lambda box: changed(box, named(box, "Sword"), price=0),
        "The reward Sword has no sell price.",
    ),
    "the sword of the example is too strong": (
        lambda box: changed(box, named(box, "Sword"), cv=5),
        "The reward Sword is not a plain one-handed weapon of CV 4 for every class.",
    ),
    "the orc of the example is too strong": (
        lambda box: changed(box, named(box, "Orc Warrior"), cv=4),
        "The encounter Orc Warrior has not CV 3, 2 XP and the Defeat line of 1 XP.",
    ),
    "another victory for the orc": (
        lambda box: changed(box, named(box, "Orc Warrior"), victory=Steps((GainXp(n=2),))),
        "The encounter Orc Warrior brings something other than 10 GP and 1 Reward card.",
    ),
    "a named card under another name": (
        lambda box: changed(box, named(box, "Pilfer"), name="Filch"),
        "The adventure Pilfer is missing.",
    ),
    "a named card not marked": (
        lambda box: changed(box, named(box, "Kain"), source="authored"),
        "The character Kain is not marked with source seed.",
    ),
    "two cards alike": (
        lambda box: changed(
            box,
            named(box, "Skeletal Knights"),
            **{
                name: getattr(named(box, "Stone Sentinel"), name)
                for name in ("type", "cv", "xp", "ability", "victory", "defeat", "flying", "curse")
            },
        ),
        "is like",
    ),
    "a step that does nothing": (
        lambda box: changed(box, named(box, "Ford Ambush"), do=Steps((Victory(),))),
        "The adventure Ford Ambush has the step victory, which does nothing.",
    ),
    "an icon that is no name": (
        lambda box: changed(box, named(box, "Sword"), icon="Broad Sword"),
        "The reward Sword has the icon 'Broad Sword', which is no icon's name.",
    ),
    "no flavour": (
        lambda box: changed(box, named(box, "Osira"), flavour=""),
        "The quest creature Osira has no flavour.",
    ),
    "the same flavour twice": (
        lambda box: changed(box, named(box, "Vinn"), flavour=named(box, "Kain").flavour),
        "The character Vinn has the same flavour as Kain.",
    ),
    "a creature of the wrong type": (
        lambda box: changed(box, named(box, "Ghouls"), type="demon"),
        "The encounter Ghouls is demon, not undead.",
    ),
    "a creature that pays too much": (
        lambda box: changed(box, named(box, "Ghouls"), xp=9),
        "The encounter Ghouls has CV",
    ),
    "a creature without defeat": (
        lambda box: changed(box, named(box, "Ghouls"), defeat=Steps()),
        "The creature Ghouls has no Defeat line.",
    ),
    "a quest creature with other numbers": (
        lambda box: changed(box, named(box, "Osira"), cv=20),
        "The quest creature Osira has other numbers than the ledger's",
    ),
    "a quest creature without lair": (
        lambda box: changed(box, named(box, "Osira"), point="nowhere"),
        "The quest creature Osira has no Quests point of the map printed on it.",
    ),
    "an eighth card for solo to remove": (
        lambda box: changed(
            box, first(box, "adventure", lambda card: card.category == "treasure"), remove_in_solo=True
        ),
        "is marked as removed in solo, which only the five named cards are.",
    ),
    "a solo card left in": (
        lambda box: changed(box, named(box, "Pilfer"), remove_in_solo=False),
        "The adventure Pilfer is not marked as removed in solo.",
    ),
    "a quest event that gives too much": (
        lambda box: changed(box, first(box, "adventure", lambda card: card.category == "quest_event"), xp=6),
        "gives 6 XP, not 2 to 4.",
    ),
    "a quest event at a place that is not": (
        lambda box: changed(
            box,
            first(box, "adventure", lambda card: card.category == "quest_event"),
            cond=If(point=("atlantis",)),
        ),
        "asks for the map point atlantis, which does not exist.",
    ),
    "a quest event at any time": (
        lambda box: changed(
            box,
            first(box, "adventure", lambda card: card.category == "quest_event"),
            cond=If(),
            when="either",
            cost=Steps(),
        ),
        "states no circumstance in which it may be played.",
    ),
    "a treasure that pays too much": (
        lambda box: changed(box, first(box, "adventure", lambda card: card.category == "treasure"), gp_value=95),
        "pays 95 GP, not 10 to 40.",
    ),
    "a slot card without slot": (
        lambda box: changed(box, named(box, "Sword"), slot=None),
        "The reward Sword has no slot.",
    ),
    "a two-handed helmet": (
        lambda box: changed(box, first(box, "reward", lambda card: card.slot == "head"), two_handed=True),
        "is two-handed but goes on no hand slot.",
    ),
    "a heavy boot": (
        lambda box: changed(box, first(box, "reward", lambda card: card.slot == "foot"), weight="heavy"),
        "is Light or Heavy, which only body armor and shields are.",
    ),
    "a class too strong for its character": (
        lambda box: changed(box, named(box, "Thief"), cv=6),
        "The character Vinn starts with CV +1, but the class gives +6.",
    ),
    "a class that two play": (
        lambda box: changed(box, named(box, "Vinn"), klass="bard"),
        "The class Bard belongs to 2 characters, not to 1.",
    ),
    "a class with too few ways on": (
        lambda box: changed(box, named(box, "Beastlord"), icons=("wizard",)),
        "The class Druid finds only 2 Advanced Classes with its icon, not 3.",
    ),
    "a knight who runs": (
        lambda box: changed(box, named(box, "Knight"), escape=0),
        "The class Knight has not CV +3 and Escape -2.",
    ),
    "a back for somebody else": (
        lambda box: changed(box, named(box, "Zealot"), only_for="kain"),
        "The class Zealot is only for Kain, whose Basic Class has another back.",
    ),
    "a second way to win alone": (
        lambda box: changed(box, named(box, "Thief"), special_victory=True),
        "The class Thief has the wrong word on a victory of its own, which the Informant alone has.",
    ),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_a_broken_copy_is_reported(box: Content, kind: str) -> None:
    broken, sentence = BREAKS[kind]
    new = set(faults(broken(box))) - set(faults(box))
    assert any(sentence in fault for fault in new), sorted(new)
    assert all(fault.endswith(".") for fault in new)
