"""The rulebook's words mean what they mean (NV-GLOSS)."""

from __future__ import annotations

import pytest

from hearthside.games.novus import advance, battle, events, quest
from hearthside.games.novus.cards import Creature
from hearthside.games.novus.choices import DONE, ESCAPE, FIGHT, STOP, TAKE_GOLD, TRAVEL, TakeOption
from hearthside.games.novus.text.cards import card_text

from .story import BOX, creature, equip, hero, location, number, play, sell, story, to

rule = pytest.mark.rule


@rule("NV-GLOSS-1", "NV-EVENT-5")
def test_an_action_event_is_playable_on_any_players_turn():
    t = story(hero(), hero(hand=["lucky-find"])).play(play("lucky-find"))
    assert (t.turn.seat, t.turn.stage, t.heroes[1].gp) == (0, "preparation", 20)
    t = story(hero(hand=["lucky-find"]), hero(), dice=[1]).play(DONE, TRAVEL, play("lucky-find"))
    assert t.hero.gp == 20, "and in any phase of one's own"


@rule("NV-GLOSS-2")
def test_the_action_die_has_ten_sides_and_many_uses():
    t = story(hero(), hero(), cards=[creature(cv=1)], encounters=["creature-a"])
    assert t.roll(10).battle(ESCAPE) == "escape"
    assert t.events(events.TriedEscape)[0].face == 10
    with pytest.raises(ValueError, match="die of 10 sides"):
        t.roll(11, 5).battle(FIGHT)


@rule("NV-GLOSS-3")
def test_every_advanced_class_is_stronger_than_the_class_it_follows():
    for n in BOX.basic:
        t = story(hero(BOX.cards[n].id, xp=10), hero())
        assert all(t.g.content.cards[m].cv > BOX.cards[n].cv for m in advance.options(t.g, t.hero))


@rule("NV-GLOSS-4")
def test_adventure_is_a_phase_and_a_deck():
    t = story(hero(), hero()).play(DONE)
    assert (t.ask.topic, t.turn.stage) == ("adventure", "adventure")
    assert BOX.deck_of(number("lucky-find")) == "adventure"


@rule("NV-GLOSS-5", "NV-REWARD-20")
def test_every_ally_brings_a_combat_bonus():
    allies = [BOX.cards[n] for n in (*BOX.reward, *BOX.allies) if BOX.cards[n].kind == "ally"]
    assert len(allies) == 12
    for ally in allies:
        assert story(hero(gear=[ally.id])).cv > story(hero()).cv, ally.name


@rule("NV-GLOSS-6", "NV-REWARD-9")
def test_every_armor_brings_a_combat_bonus():
    armor = [BOX.cards[n] for n in (*BOX.reward, *BOX.special_rewards) if BOX.cards[n].kind == "armor"]
    assert len(armor) > 15
    assert [one.name for one in armor if one.cv < 1] == []


@rule("NV-GLOSS-7", "NV-BATTLE-35")
def test_a_battle_has_one_round_and_against_a_quest_creature_more():
    t = story(hero(cv=40, at="quest-osira"), hero(), cards=[creature()], encounters=["creature-a"])
    t.roll(5, 5).battle(FIGHT)
    assert len(t.events(events.RolledHero)) == 1
    quest.begin(t.g, t.hero)
    for _ in range(2):
        t.roll(5, 5).do(quest.challenge(t.g), FIGHT)
    assert len(t.events(events.RolledHero)) == 1 + 2


@rule("NV-GLOSS-8")
def test_a_character_shows_who_the_player_is():
    who = [BOX.cards[n] for n in BOX.characters]
    assert len({(one.icon, one.palette) for one in who}) == len({one.title for one in who}) == 11
    assert all(one.name in one.title and one.flavour for one in who)


@rule("NV-GLOSS-9")
def test_the_character_board_holds_ones_own_cards_and_tokens():
    t = story(hero(gear=["sword"], skills=[["drillyard-guard"]], tokens=["osira"], gp=30), hero())
    mine, other = t.heroes
    assert (t.ids(mine.gear), t.ids(mine.tokens), mine.gp, mine.luck) == (["sword"], ["osira"], 30, 1)
    assert t.cv == 1 + 3 + 4 + 1
    assert (t.ids(other.gear), other.tokens, other.gp) == ([], [], 10)


@rule("NV-GLOSS-10", "NV-SELL-2")
def test_a_city_is_where_items_are_sold_in_recovery():
    for kind in ("city", "class", "encounter", "special", "waypoint", "expansion"):
        place = next(point.id for point in BOX.points if point.kind == kind)
        t = story(hero(at=place, hand=["sword"]), hero(), stage="recovery")
        assert (sell("sword")(t) in t.choices) == (kind in ("city", "class"))
    assert sell("sword")(t) not in story(hero(hand=["sword"]), hero()).choices, "not in Preparation"


@rule("NV-GLOSS-11")
def test_creatures_and_characters_fight_by_their_combat_value():
    t = story(hero("knight"), hero(), cards=[creature(cv=6)], encounters=["creature-a"])
    t.roll(5, 3).battle(FIGHT)
    (ended,) = t.events(events.BattleEnded)
    assert (ended.hero, ended.foe) == (4 + 5, 6 + 3)


@rule("NV-GLOSS-12")
def test_the_class_decides_equipment_and_advance_options():
    knight, bard = (story(hero(k, xp=10, hand=["oathplate"]), hero()) for k in ("knight", "bard"))
    assert equip("oathplate")(knight) in knight.choices
    assert equip("oathplate")(bard) not in bard.choices
    assert advance.options(knight.g, knight.hero) != advance.options(bard.g, bard.hero)


@rule("NV-GLOSS-13")
def test_creatures_are_the_common_threats_and_the_encounter_deck_is_full_of_them():
    assert all(isinstance(BOX.cards[n], Creature) for n in BOX.encounter)
    for place in ("frosthelm", "bone-flats", "vine-path"):
        t = story(hero(at=place, cv=30), hero(), encounters=["ghouls"])
        t.roll(5, 5).do(battle.encounter(t.g, t.hero, "NV-CREATURE-13"), FIGHT)
        assert t.events(events.BattleBegan)[0].creature == t.n("ghouls")


@rule("NV-GLOSS-14")
def test_xp_cv_and_gp_are_written_short():
    words = " ".join(line for card in [*BOX.cards[1:], *BOX.locations] for line in card_text(card))
    for short, long in (("XP", "experience"), ("CV", "combat value"), ("GP", "gold piece")):
        assert short in words
        assert long not in words.casefold()


@rule("NV-GAP-71")
def test_whoever_plays_a_card_makes_its_choices_and_the_current_player_those_of_a_place():
    t = story(hero(), hero(luck=0, hand=["lucky-find"])).play(play("lucky-find"))
    assert (t.ask.seat, len(t.choices)) == (1, 2)
    fork = location("fork", "millers-ford", do=[{"choose": [{"do": [{"gain_gp": 5}]}, {"do": [{"gain_xp": 1}]}]}])
    t = story(hero(), hero(), dice=[1], places=[fork]).play(DONE, TRAVEL, TAKE_GOLD, to("millers-ford"), STOP)
    assert (t.ask.seat, t.choices) == (0, [TakeOption(0), TakeOption(1)])
