"""Classes: basic and advanced ones, and the ways that only some characters have (NV-CLASS, NV-ADVCLASS, NV-UNIQUE)."""

from __future__ import annotations

import pytest

from hearthside.games.novus import advance as ways
from hearthside.games.novus import board, events, hand, phases
from hearthside.games.novus.choices import DONE, ESCAPE, FIGHT, STOP, TAKE_GOLD, TRAVEL, Advance, BuyXp, Equip
from hearthside.games.novus.state import BODY, HAND_1, Turn

from .story import (
    BOX,
    Story,
    advance,
    adventure,
    card,
    creature,
    equip,
    hero,
    location,
    number,
    play,
    reward,
    story,
    to,
    unequip,
    use,
)

rule = pytest.mark.rule
BASIC = {
    "barbarian": "fighter", "bard": "daggers", "druid": "tree", "fighter": "fighter", "informant": "daggers",
    "knight": "fighter", "pirate": "daggers", "priest": "priest", "sorcerer": "wizard", "thief": "daggers",
    "wizard": "wizard",
}  # fmt: skip
OPEN = {
    "tree": {"warden", "beastlord", "shaman"},
    "fighter": {"warden", "champion", "paladin", "swashbuckler"},
    "priest": {"shaman", "paladin", "oracle"},
    "daggers": {"shadowblade", "swashbuckler", "arcane-trickster"},
    "wizard": {"oracle", "arcane-trickster", "archmage"},
}


def recovering(klass: str, *others: dict[str, object], **fields: object) -> Story:
    """A Recovery Phase at 10 XP, with at least one more player."""
    return story(hero(klass, **{"xp": 10, **fields}), *(others or (hero("bard"),)), stage="recovery")


def offered(t: Story) -> set[str]:
    """The classes that the open question lets a player take."""
    return {t.g.content.cards[c.klass].id for c in t.choices if isinstance(c, Advance)}


def summed(t: Story) -> dict[str, int]:
    """What step 3 of the latest battle summed."""
    return dict(t.events(events.SummedCv)[-1].parts)


# ---- basic classes ----


@rule("NV-CLASS-1", "NV-GAP-63")
def test_eleven_basic_classes_and_their_icons():
    assert {BOX.cards[n].id: BOX.cards[n].icons for n in BOX.basic} == {id_: (icon,) for id_, icon in BASIC.items()}


@rule("NV-CLASS-2")
def test_the_druid_travels_fast_and_trains_an_animal_that_helps_in_battle():
    t = story(hero("druid", hand=["sword", "hatchet"]), hero(), dice=[1], cards=[creature()], encounters=["creature-a"])
    t.play(use("druid"), card("grey-wolf"), DONE, TRAVEL, TAKE_GOLD)
    assert t.turn.moves == 3
    assert t.hero.hand == []
    t.roll(9, 1).battle(FIGHT)
    assert summed(t)["Grey Wolf"] == 2


@rule("NV-CLASS-2")
def test_the_druid_keeps_one_animal_at_a_time():
    t = story(hero("druid", hand=["honey-bear"], gear=["grey-wolf"]), hero())
    assert equip("honey-bear")(t) not in t.choices
    t.play(unequip("grey-wolf"))
    assert equip("honey-bear")(t) in t.choices


@rule("NV-CLASS-3")
def test_the_fighter_profits_from_equipment_and_has_a_special_attack():
    assert story(hero("fighter", gear=["sword", "hatchet"])).cv == story(hero("fighter", gear=["sword"])).cv + 1 + 1
    t = story(hero("fighter", hand=["iron-cap"]), hero(), cards=[creature(cv=3)], encounters=["creature-a"])
    assert t.roll(2, 6).battle(FIGHT, use("fighter")) == "win", "4 + 2 + 3 against 3 + 6"
    assert t.hero.hand == []


@rule("NV-CLASS-4")
def test_the_priest_cannot_be_cursed():
    t = story(hero("priest"), hero(), adventures=["withered-arm"])
    t.do(hand.draw(t.g, t.hero, "adventure"))
    assert not any(t.hero.skills)
    assert t.ids(t.state.adventure.discard) == ["withered-arm"]


@rule("NV-CLASS-4")
def test_the_priest_is_strong_against_undead_and_good_at_defending():
    ghoul = creature("ghoul", cv=20, type="undead", defeat=[{"lose_xp": 2}])
    t = story(hero("priest", xp=6), hero(), cards=[ghoul], encounters=["ghoul"])
    t.roll(5, 5).battle(FIGHT)
    assert summed(t)["Priest"] == 4
    assert t.hero.xp == 5


@rule("NV-CLASS-5")
def test_the_thief_finds_good_rewards():
    t = story(hero("thief"), hero(), rewards=["hatchet", "sword"])
    t.do(hand.draw(t.g, t.hero, "reward"), card("sword"))
    assert t.ids(t.hero.hand) == ["sword"]
    assert t.state.reward.cards[0] == t.n("hatchet"), "at the bottom"


@rule("NV-CLASS-5")
def test_the_thief_acquires_gold_in_cities():
    quiet = location("quiet-ford", "millers-ford")
    for klass, gp in (("thief", 25), ("knight", 20)):
        t = story(hero(klass), hero(), dice=[1], places=[quiet])
        t.play(DONE, TRAVEL, TAKE_GOLD, to("millers-ford"), STOP)
        assert t.hero.gp == gp


@rule("NV-CLASS-6")
def test_the_wizard_manipulates_the_adventure_deck_and_casts_spells():
    t = story(
        hero("wizard"), hero(), adventures=["burial-silver", "pilfer"],
        cards=[creature(cv=3)], encounters=["creature-a"],
    )  # fmt: skip
    t.do(hand.draw(t.g, t.hero, "adventure"), card("pilfer"))
    assert t.state.adventure.cards[0] == t.n("burial-silver")
    assert t.roll(4, 6).battle(FIGHT, use("wizard", 0)) == "win", "2 + 4 + 3 against 3 + 6"
    assert t.n("pilfer") in t.state.adventure.discard
    assert len(BOX.cards[number("wizard")].abilities) >= 2


@rule("NV-CLASS-7", "NV-CLASS-11")
def test_the_knights_card_gives_three_cv():
    t = story(hero("knight"), hero(), cards=[creature()], encounters=["creature-a"])
    t.roll(5, 5).battle(FIGHT)
    assert summed(t)["Knight"] == 3
    assert t.cv == 1 + 3


@rule("NV-CLASS-8")
def test_the_knight_escapes_badly():
    for face, result in ((7, "lose"), (8, "escape")):
        t = story(hero("knight"), hero(), cards=[creature(cv=30)], encounters=["creature-a"])
        t.roll(face, 5, 5)
        assert t.battle(ESCAPE) == result


@rule("NV-CLASS-9")
def test_expert_maneuvers_turn_one_card_into_two_cv_once_the_dice_are_known():
    t = story(hero("knight", hand=["sword", "hatchet"]), hero(), cards=[creature(cv=3)], encounters=["creature-a"])
    assert t.roll(4, 7).battle(FIGHT, use("knight"), card("hatchet")) == "win", "4 + 4 + 2 against 3 + 7"
    assert "sword" in t.ids(t.hero.hand)
    log = [type(e.event) for e in t.table.log]
    assert log.index(events.RolledCreature) < log.index(events.Used) < log.index(events.BattleEnded)


@rule("NV-CLASS-9", "NV-GAP-50")
def test_expert_maneuvers_serve_once_in_a_battle():
    t = story(hero("knight", hand=["sword", "hatchet"]), hero(), cards=[creature(cv=3)], encounters=["creature-a"])
    with pytest.raises(AssertionError, match="not asked for"):
        t.roll(4, 9).battle(FIGHT, use("knight"), card("hatchet"), use("knight"))
    assert t.ids(t.hero.hand) == ["sword"]


@rule("NV-CLASS-10", "NV-ADVCLASS-5")
def test_a_class_decides_equipment_and_advanced_classes():
    axe = {"hand": ["headsman-axe"]}
    knight, thief = recovering("knight", **axe), recovering("thief", **axe)
    assert equip("headsman-axe")(knight) in knight.choices
    assert equip("headsman-axe")(thief) not in thief.choices
    assert (offered(knight), offered(thief)) == (OPEN["fighter"], OPEN["daggers"])


@rule("NV-CLASS-11")
@pytest.mark.parametrize("id_", [BOX.cards[n].id for n in BOX.klasses])
def test_the_cv_of_every_class_card_counts(id_: str):
    assert story(hero(id_), hero()).cv == 1 + BOX.cards[number(id_)].cv


@rule("NV-CLASS-12")
def test_a_tree_is_the_icon_of_the_druid():
    assert BOX.cards[number("druid")].icons == ("tree",)


@rule("NV-CLASS-13")
def test_crossed_daggers_are_the_icon_of_the_thief():
    assert BOX.cards[number("thief")].icons == ("daggers",)


@rule("NV-CLASS-14")
def test_heavy_armor_is_free_or_a_penalty_or_barred_as_the_class_says():
    mail = reward("mail", kind="armor", slot="body", weight="heavy", cv=3)
    gain = {}
    for klass in ("fighter", "wizard", "druid"):
        t = story(hero(klass, hand=["mail"]), hero(), cards=[mail])
        before = t.cv
        if Equip(t.n("mail"), BODY) in t.choices:
            t.play(Equip(t.n("mail"), BODY))
            gain[klass] = t.cv - before
    assert gain == {"fighter": 3, "wizard": 1}


# ---- advanced classes ----


@rule("NV-ADVCLASS-1", "NV-ADVCLASS-3", "NV-EX-67")
def test_ten_xp_are_needed_and_not_spent():
    assert offered(recovering("knight", xp=9)) == set()
    t = recovering("knight", xp=10).play(advance("champion"))
    assert (t.ids([t.hero.klass]), t.hero.xp) == (["champion"], 10)


@rule("NV-ADVCLASS-1", "NV-EX-67")
def test_the_tenth_xp_may_be_bought_in_the_same_recovery():
    t = recovering("knight", xp=9, gp=20).play(BuyXp(0), advance("champion"))
    assert (t.ids([t.hero.klass]), t.hero.xp, t.hero.gp) == (["champion"], 10, 0)


@rule("NV-ADVCLASS-1")
def test_nobody_advances_outside_recovery():
    t = story(hero("knight", xp=25), hero())
    assert offered(t) == set()
    t.play(DONE)
    assert offered(t) == set()


@rule("NV-ADVCLASS-2")
def test_it_need_not_be_the_turn_in_which_ten_xp_were_reached():
    t = recovering("knight")
    assert offered(t)
    t.state.turn = Turn(9, 0, "recovery", t.hero.at)
    t.do(phases.recovery(t.g), advance("paladin"))
    assert t.ids([t.hero.klass]) == ["paladin"]


@rule("NV-ADVCLASS-4", "NV-GAP-62", "NV-GAP-9")
def test_the_new_class_covers_the_old_one_completely():
    t = story(
        hero("knight", xp=10, hand=["sword"]), hero(), cards=[creature()], encounters=["creature-a"], stage="recovery"
    )
    t.play(advance("champion"))
    assert t.cv == 3 + 5, "not 3 + 5 + 3"
    with pytest.raises(AssertionError, match="not asked for"):
        t.roll(5, 5).battle(FIGHT, use("knight"))
    assert summed(t) == {"": 3, "Champion": 5}


@rule("NV-GAP-62", "NV-PLAYER-19")
def test_the_characters_own_text_stays():
    t = story(hero("barbarian", at="frosthelm", xp=12), hero(), stage="recovery")
    t.play(advance("zealot"))
    assert t.cv == 4 + 5 + 1, "Yotun's +1 in the tundra"


@rule("NV-ADVCLASS-6", "NV-EX-70")
def test_a_player_advances_once():
    t = recovering("knight", xp=20).play(advance("champion"))
    assert offered(t) == set()
    assert offered(recovering("champion")) == set()


@rule("NV-ADVCLASS-6")
def test_a_card_may_allow_a_second_advance():
    gift = adventure("gift", "event", when="recovery", do=[{"advance_class": False, "again": True}])
    t = story(hero("champion", xp=10, hand=["gift"]), hero(), cards=[gift], stage="recovery")
    t.play(play("gift"), card("warden"))
    assert t.ids([t.hero.klass]) == ["warden"]


@rule("NV-ADVCLASS-7", "NV-GAP-65")
def test_ten_advanced_classes_are_shared():
    names = {
        "warden", "beastlord", "shaman", "champion", "paladin", "oracle", "shadowblade", "swashbuckler",
        "arcane-trickster", "archmage",
    }  # fmt: skip
    t = recovering("knight")
    assert set(t.ids(t.state.pool)) == names
    assert len(t.state.pool) == 10


@rule("NV-ADVCLASS-8", "NV-EX-68")
def test_a_class_that_one_took_is_closed_to_the_others():
    t = recovering("knight", hero("fighter", xp=10))
    assert t.n("champion") in ways.options(t.g, t.heroes[1])
    t.play(advance("champion"))
    assert set(t.ids(ways.options(t.g, t.heroes[1]))) == OPEN["fighter"] - {"champion"}


@pytest.mark.parametrize(
    "klass, more",
    [
        pytest.param("druid", set(), marks=[rule("NV-ADVCLASS-9"), rule("NV-ADVCLASS-11")]),
        pytest.param("thief", set(), marks=[rule("NV-ADVCLASS-10"), rule("NV-ADVCLASS-11")]),
        pytest.param("fighter", set(), marks=[rule("NV-ADVCLASS-5"), rule("NV-ADVCLASS-11")]),
        pytest.param("knight", set(), marks=[rule("NV-ADVCLASS-5"), rule("NV-ADVCLASS-11")]),
        pytest.param("priest", set(), marks=[rule("NV-ADVCLASS-5"), rule("NV-ADVCLASS-11")]),
        pytest.param("sorcerer", set(), marks=[rule("NV-ADVCLASS-5"), rule("NV-ADVCLASS-11")]),
        pytest.param("informant", set(), marks=[rule("NV-UNIQUE-5"), rule("NV-ADVCLASS-11"), rule("NV-EX-69")]),
        pytest.param("wizard", {"master-of-magic"}, marks=[rule("NV-UNIQUE-4"), rule("NV-ADVCLASS-11")]),
        pytest.param("pirate", {"scourge"}, marks=[rule("NV-UNIQUE-7"), rule("NV-ADVCLASS-12")]),
        pytest.param("barbarian", {"zealot"}, marks=[rule("NV-UNIQUE-2"), rule("NV-ADVCLASS-12"), rule("NV-EX-69")]),
        pytest.param("bard", {"cunning-charmer"}, marks=[rule("NV-UNIQUE-3"), rule("NV-ADVCLASS-12")]),
    ],
)
def test_the_classes_open_to_each_basic_class(klass: str, more: set[str]):
    by_icon = set() if klass in ("barbarian", "bard") else OPEN[BASIC[klass]]
    assert offered(recovering(klass, hero(), xp=12)) == by_icon | more


@rule("NV-ADVCLASS-13", "NV-GAP-62")
def test_a_new_class_opens_equipment_that_was_saved_for_it():
    t = recovering("druid", hand=["headsman-axe"])
    assert equip("headsman-axe")(t) not in t.choices
    t.play(advance("warden")).play(equip("headsman-axe"))
    assert t.ids([t.hero.gear[HAND_1]]) == ["headsman-axe"]


@rule("NV-ADVCLASS-14")
def test_an_advanced_class_is_kept_below_ten_xp():
    bully = creature("bully", cv=30, defeat=[{"lose_xp": 3}])
    t = story(hero("champion", xp=11), hero(), cards=[bully], encounters=["bully"])
    t.roll(5, 5).battle(FIGHT)
    assert (t.hero.xp, t.ids([t.hero.klass])) == (8, ["champion"])
    assert t.cv == 2 + 5


@rule("NV-ADVCLASS-15")
def test_advancing_changes_abilities_and_what_threatens():
    demon = creature("demon", cv=10, type="demon")
    t = story(
        hero("knight", xp=10, luck=0, hand=["sword"]), hero(), cards=[demon], encounters=["demon"], stage="recovery"
    ).play(advance("paladin"))
    assert use("paladin")(t) in t.choices
    t.roll(5, 5).battle(FIGHT)
    assert summed(t)["Paladin"] == 4 + 2, "easier: Demons"
    assert board.immune(t.g, t.hero), "easier: Curses"


@rule("NV-GAP-43", "NV-EX-86")
def test_armor_that_the_new_class_cannot_use_returns_to_hand_at_once():
    t = recovering("knight", xp=12, gear=["plate-harness"])
    assert t.cv == 4 + 3 + 3
    t.play(advance("warden"))
    assert t.ids(t.hero.hand) == ["plate-harness"]
    assert (t.hero.gear[BODY], t.cv) == (0, 4 + 4)


@rule("NV-GAP-62")
def test_any_of_several_icons_meets_a_restriction():
    t = story(hero("swashbuckler", hand=["headsman-axe", "footpad-dirk", "ember-wand"]), hero())
    assert equip("headsman-axe")(t) in t.choices
    assert equip("footpad-dirk")(t) in t.choices
    assert equip("ember-wand")(t) not in t.choices


# ---- unique characters ----


@rule("NV-UNIQUE-1", "NV-GAP-1")
def test_a_back_is_open_to_its_own_character_alone():
    for n in BOX.backs:
        back = BOX.cards[n]
        owner = BOX.cards[number(back.only_for)]
        fronts = [klass for klass in BASIC if back.id in offered(recovering(klass, hero()))]
        assert fronts == [owner.klass]


@rule("NV-UNIQUE-2", "NV-UNIQUE-3", "NV-UNIQUE-4", "NV-UNIQUE-5", "NV-UNIQUE-7")
def test_where_the_unique_characters_start():
    starts = {BOX.cards[n].id: BOX.cards[n].klass for n in BOX.characters}
    unique = {"yotun": "barbarian", "morty": "bard", "fabian": "wizard", "aevia": "informant", "idris": "pirate"}
    assert unique.items() <= starts.items()


@rule("NV-UNIQUE-8", "NV-ADVCLASS-12", "NV-GAP-62")
def test_a_flip_needs_ten_xp_and_is_the_one_advance():
    assert offered(recovering("pirate", xp=9)) == set()
    t = recovering("pirate").play(advance("scourge"))
    assert (t.ids([t.hero.klass]), t.hero.xp, offered(t)) == (["scourge"], 10, set())
    assert len(t.state.pool) == 10, "nothing was taken from the others"
