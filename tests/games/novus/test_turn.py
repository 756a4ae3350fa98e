"""The turn, Preparation, the hand limit and the choice of the Adventure Phase (NV-TURN, NV-PREP, NV-HAND, NV-ADV)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine.errors import Refused
from hearthside.games.novus import events, moments, windows
from hearthside.games.novus.choices import (
    DONE,
    EXPLORE,
    FIGHT,
    PASS,
    STOP,
    TAKE_GOLD,
    TAKE_STEP,
    TRAVEL,
    BuyDraw,
    BuyXp,
    DrawFrom,
    Equip,
    MoveTo,
    PlayCard,
    TakeCard,
    Unequip,
)  # fmt: skip

from .story import Story, adventure, card, creature, equip, hero, location, play, reward, story, to, unequip, use

ADVENTURE, REWARD = BuyDraw("adventure"), BuyDraw("reward")
# A quiet day from the starting city: ten gold, one step up the road, home by dark.
DAY = (DONE, TRAVEL, TAKE_GOLD, to("kings-road"), STOP, DONE)
OGRE = creature("ogre", cv=30, defeat=[{"lose_xp": 1}])
RAT = creature("rat", cv=0, xp=1)


def kinds(t: Story, cls: type) -> list[Any]:
    """The choices of one kind."""
    return [c for c in t.choices if isinstance(c, cls)]


def plays(t: Story) -> list[str]:
    """The ids of the cards that may be played now."""
    return [t.g.content.cards[c.card].id for c in kinds(t, PlayCard)]


# ---- the turn ----


@pytest.mark.rule("NV-TURN-1", "NV-TURN-3")
def test_turns_pass_to_the_left_when_the_player_ends_them():
    t = story(hero(), hero(), hero(), dice=[1, 1, 1])
    order = [t.play(*DAY).turn.seat for _ in range(3)]
    assert order == [1, 2, 0]
    assert t.turn.number == 4


@pytest.mark.rule("NV-TURN-2")
def test_preparation_then_adventure_then_recovery():
    t = story(hero(), dice=[1])
    seen = [t.ask.topic]
    for answer in DAY[:-1]:
        seen.append(t.play(answer).ask.topic)
    assert seen == ["preparation", "adventure", "safe_travels", "move", "move", "recovery"]


@pytest.mark.rule("NV-TURN-3", "NV-RECOV-1")
def test_recovery_goes_on_until_the_player_ends_the_turn():
    t = story(hero(gear=["iron-cap", "sword"]), stage="recovery")
    t.play(unequip("sword"), unequip("iron-cap"))
    t.play(equip("sword"))
    assert (t.turn.number, t.ask.topic) == (1, "recovery")
    assert t.play(DONE).turn.number == 2


@pytest.mark.rule("NV-TURN-4", "NV-GAP-74")
def test_the_turn_ends_with_the_hand_limit_and_then_passes():
    spark = adventure("spark", "action_event", when="any", do=[{"gain_gp": 1}])
    hand = ["sword", "hatchet", "buckler", "iron-cap", "silver-spoons", "amber-lump"]
    t = story(hero(hand=hand), hero(hand=["spark"]), stage="recovery", cards=[spark])
    t.play(DONE, card("sword"))
    told = [(e.event.__class__.__name__, e.rule) for e in t.table.log][-2:]
    assert told == [("Discarded", "NV-HAND-3"), ("TurnBegan", "NV-TURN-1")]


@pytest.mark.rule("NV-GAP-74")
def test_no_window_opens_between_the_discard_and_the_next_turn():
    spark = adventure("spark", "action_event", when="turn_end", do=[{"gain_gp": 1}])
    hand = ["sword", "hatchet", "buckler", "iron-cap", "silver-spoons", "amber-lump"]
    t = story(hero(hand=hand), hero(hand=["spark"]), stage="recovery", cards=[spark])
    t.table.answer(DONE)
    assert (t.ask.topic, t.ask.seat) == ("window", 1)
    t.table.answer(PASS)
    assert t.ask.topic == "hand_limit"
    t.table.answer(TakeCard(t.n("sword")))
    assert (t.ask.topic, t.ask.seat) == ("preparation", 1)


@pytest.mark.rule("NV-TURN-4", "NV-BOARD-10")
def test_the_cv_track_stands_on_the_new_sum_when_the_turn_has_ended():
    t = story(hero(xp=5, gp=20, gear=["sword"]), hero(), stage="recovery")
    assert t.cv == 1 + 3 + 4
    t.play(unequip("sword"), BuyXp(0), DONE)
    assert t.cv == 2 + 3


@pytest.mark.rule("NV-TURN-4")
def test_what_held_for_the_turn_is_gone_in_the_next():
    roar = adventure("roar", "event", do=[{"battle_cv": 2, "lasts": "turn"}, {"extra_move": 1}])
    t = story(hero(hand=["roar"], gp=25), cards=[roar], dice=[1])
    t.play(play("roar"), ADVENTURE)
    assert (t.turn.cv, t.turn.extra, t.turn.plays, t.turn.bought) == (2, 1, 0, True)
    t.play(*DAY)
    assert (t.turn.cv, t.turn.extra, t.turn.plays, t.turn.bought, t.turn.wins) == (0, 0, 1, False, [])


# ---- Preparation ----


@pytest.mark.rule("NV-PREP-1")
def test_all_of_preparation_may_be_left_out():
    t = story(hero(hand=["sword", "pilfer"], gear=["iron-cap"], gp=100), hero())
    assert t.play(DONE).ask.topic == "adventure"


@pytest.mark.rule("NV-PREP-1")
@pytest.mark.parametrize("turned", [False, True])
def test_preparation_may_be_done_in_any_order(turned: bool):
    t = story(hero(hand=["sword", "drillyard-guard"], gear=["iron-cap"], gp=25))
    deeds = [unequip("iron-cap"), REWARD, equip("sword"), play("drillyard-guard")]
    t.play(*(reversed(deeds) if turned else deeds))
    assert t.ask.topic == "preparation"
    assert (t.cv, t.hero.gp) == (1 + 3 + 4 + 1, 0)


@pytest.mark.rule("NV-PREP-2")
def test_any_number_of_rewards_come_off_the_board():
    gear = ["iron-cap", "padded-coat", "sword", "hatchet", "hobnail-boots", "goat-girl"]
    t = story(hero(gear=gear))
    t.play(*map(unequip, gear))
    assert not any(t.hero.gear)
    assert t.ids(t.hero.hand) == gear


@pytest.mark.rule("NV-PREP-3", "NV-SKILL-3")
def test_skills_curses_and_enchantments_stay_on_the_board():
    t = story(hero(gear=["sword"], hand=["enchant-weapon"], skills=[["drillyard-guard"], ["moth-memory"]]))
    t.play(play("enchant-weapon"))
    assert t.cv == 1 + 3 + 4 + 2 + 1
    assert kinds(t, Unequip) == [Unequip(t.n("sword"))]


@pytest.mark.rule("NV-PREP-4")
def test_any_number_of_rewards_go_on_the_board():
    gear = ["iron-cap", "padded-coat", "sword", "hatchet", "hobnail-boots", "goat-girl"]
    t = story(hero(hand=gear))
    for id_ in gear:
        t.play(equip(id_))
    assert t.hero.hand == []
    assert sum(1 for n in t.hero.gear if n) == 6


@pytest.mark.rule("NV-PREP-4")
def test_slots_and_class_bound_what_goes_on_the_board():
    t = story(hero("druid", gear=["iron-cap"], hand=["great-helm", "headsman-axe", "yew-longbow", "pearl-string"]))
    assert {t.g.content.cards[c.card].id for c in kinds(t, Equip)} == {"yew-longbow"}


@pytest.mark.rule("NV-PREP-5", "NV-SKILL-5")
def test_one_adventure_card_is_played_in_a_preparation():
    t = story(hero(hand=["drillyard-guard", "beast-lore", "elemental-rift"]))
    assert plays(t) == ["drillyard-guard", "beast-lore", "elemental-rift"]
    assert plays(t.play(play("beast-lore"))) == []


@pytest.mark.rule("NV-PREP-6", "NV-EVENT-2")
def test_a_card_with_a_moment_of_its_own_is_no_preparation_card():
    t = story(hero(hand=["backalley-deal", "carters-favour", "read-the-sky", "fresh-tracks"], explore_x=True), hero())
    t.heroes[1].hand.append(t.state.reward.cards.pop())
    assert plays(t) == ["fresh-tracks"]


@pytest.mark.rule("NV-EX-49", "NV-PREP-7")
def test_a_draw_is_bought_once_for_25_gp():
    t = story(hero(gp=25))
    t.play(REWARD)
    assert (t.hero.gp, len(t.hero.hand)) == (0, 1)
    t = story(hero(gp=75)).play(REWARD)
    assert t.hero.gp == 50
    assert kinds(t, BuyDraw) == []
    assert kinds(story(hero(gp=24)), BuyDraw) == []


@pytest.mark.rule("NV-PREP-7")
def test_every_preparation_sells_its_own_draw():
    t = story(hero(gp=50), dice=[1])
    t.play(REWARD, *DAY)
    assert kinds(t, BuyDraw) == [ADVENTURE, REWARD]


@pytest.mark.rule("NV-PREP-8")
@pytest.mark.parametrize("deck", ["adventure", "reward"])
def test_the_bought_card_is_of_the_deck_the_player_names(deck: str):
    t = story(hero(gp=25), adventures=["last-cart"], rewards=["sword"])
    t.play(BuyDraw(deck))  # type: ignore[arg-type]
    assert t.ids(t.hero.hand) == [{"adventure": "last-cart", "reward": "sword"}[deck]]


@pytest.mark.rule("NV-PREP-9")
def test_no_draw_is_sold_in_recovery():
    t = story(hero(gp=100), stage="recovery")
    assert kinds(t, BuyDraw) == []


@pytest.mark.rule("NV-PREP-10")
def test_a_card_may_come_off_and_go_back_as_often_as_one_likes():
    t = story(hero(gear=["sword", "hatchet"]))
    for deed in [unequip("sword"), unequip("hatchet"), equip("hatchet"), equip("sword")] * 3:
        t.play(deed)
    assert t.ids(t.hero.gear) == ["hatchet", "sword"]
    assert t.hero.hand == []


# ---- the hand ----


SIX = ["sword", "forced-march", "hatchet", "drillyard-guard", "buckler", "burial-silver"]


@pytest.mark.rule("NV-EX-48", "NV-HAND-1", "NV-HAND-3", "NV-HAND-4")
def test_eight_cards_in_hand_and_three_on_the_board():
    hand = [*SIX, "amber-lump", "silver-spoons"]
    t = story(hero(hand=hand, gear=["iron-cap", "padded-coat", "hobnail-boots"]), stage="recovery")
    t.play(DONE, card("forced-march"), card("buckler"), card("sword"))
    assert t.turn.number == 2
    assert t.ids(t.hero.hand) == ["hatchet", "drillyard-guard", "burial-silver", "amber-lump", "silver-spoons"]
    assert t.ids(t.hero.gear) == ["iron-cap", "padded-coat", "hobnail-boots"]


@pytest.mark.rule("NV-HAND-1")
def test_five_cards_are_no_card_too_many():
    t = story(hero(hand=SIX[:5]), stage="recovery")
    t.play(DONE)
    assert (t.turn.number, len(t.hero.hand)) == (2, 5)


@pytest.mark.rule("NV-EX-82", "NV-HAND-2", "NV-TRAVEL-5")
def test_a_sixth_card_on_the_way_is_no_trouble_yet():
    t = story(hero(hand=SIX[:5], explore_x=True), dice=[4])
    t.play(DONE, TRAVEL)
    assert (len(t.hero.hand), t.ask.topic, t.hero.explore_x) == (6, "move", False)


@pytest.mark.rule("NV-HAND-3")
def test_the_player_picks_what_goes_among_all_cards_in_hand():
    t = story(hero(hand=SIX), stage="recovery")
    t.play(DONE)
    assert {c.card for c in t.choices} == set(t.hero.hand)


@pytest.mark.rule("NV-HAND-4")
def test_a_full_board_does_not_count():
    gear = ["iron-cap", "padded-coat", "old-sabre", "kite-shield", "hobnail-boots", "goat-girl"]
    t = story(hero(hand=SIX[:5], gear=gear), stage="recovery")
    assert t.play(DONE).turn.number == 2


@pytest.mark.rule("NV-HAND-5")
@pytest.mark.parametrize("rewards", range(7))
def test_adventure_and_reward_cards_count_together(rewards: int):
    box = ["sword", "hatchet", "buckler", "iron-cap", "amber-lump", "silver-spoons"]
    deeds = ["forced-march", "drillyard-guard", "burial-silver", "last-cart", "read-the-sky", "beast-lore"]
    t = story(hero(hand=box[:rewards] + deeds[: 6 - rewards]), stage="recovery")
    assert t.play(DONE).ask.topic == "hand_limit"


@pytest.mark.rule("NV-EX-76", "NV-HAND-6", "NV-HAND-1")
def test_a_card_gained_on_anothers_turn_is_kept_until_the_end_of_ones_own():
    t = story(hero(at="kings-road"), hero(hand=["couriers-satchel", *SIX[:5]]), stage="recovery", dice=[1])
    t.table.answer(play("couriers-satchel")(t), 1)
    assert len(t.heroes[1].hand) == 7
    t.play(DONE)
    assert (t.turn.seat, len(t.heroes[1].hand)) == (1, 7)
    t.play(*DAY)
    assert (t.ask.topic, t.ask.seat) == ("hand_limit", 1)


# ---- Travel or Explore ----


@pytest.mark.rule("NV-ADV-1")
def test_the_adventure_phase_wants_travel_or_explore():
    t = story(hero()).play(DONE)
    assert t.choices == [TRAVEL, EXPLORE]
    for refusal in (PASS, DONE):
        with pytest.raises(Refused):
            t.table.answer(refusal)


@pytest.mark.rule("NV-ADV-2", "NV-TRAVEL-35")
def test_who_travelled_does_not_explore_as_well():
    t = story(hero(), dice=[1]).play(*DAY[:-1])
    assert t.ask.topic == "recovery"
    assert EXPLORE not in t.choices


@pytest.mark.rule("NV-ADV-2", "NV-EXPLORE-1")
def test_who_explored_does_not_travel_as_well():
    t = story(hero(at="kings-road"), adventures=["burial-silver"])
    t.play(DONE, EXPLORE, DrawFrom("reward"))
    assert t.ask.topic == "recovery"
    assert TRAVEL not in t.choices
    assert t.g.content.points[t.hero.at].id == "kings-road"


@pytest.mark.rule("NV-ADV-3")
def test_the_way_is_the_players_own():
    t = story(hero(), dice=[1]).play(DONE, TRAVEL, TAKE_STEP)
    content = t.g.content
    near = {MoveTo(n) for n in content.near[t.hero.at]}
    assert set(t.choices) == near
    t.play(to("sheep-road"))
    assert set(t.choices) == {MoveTo(n) for n in content.near[t.hero.at]} | {STOP}


@pytest.mark.rule("NV-ADV-4", "NV-EXPLORE-2")
def test_with_the_x_up_the_player_must_travel():
    t = story(hero(explore_x=True)).play(DONE)
    assert t.choices == [TRAVEL]


@pytest.mark.rule("NV-ADV-5", "NV-TRAVEL-8")
def test_the_beaten_go_straight_to_recovery():
    t = story(hero(luck=0), cards=[OGRE], encounters=["ogre"], dice=[5, 4, 4])
    t.play(DONE, TRAVEL, FIGHT)
    assert (t.ask.topic, t.g.content.points[t.hero.at].id, t.hero.xp) == ("recovery", "hearthold", 2)


@pytest.mark.rule("NV-EX-83", "NV-ADV-5", "NV-GAP-94")
def test_two_battles_in_one_turn():
    rat = creature("rat", cv=0, xp=2, victory=[{"draw": "reward"}])
    lair = location("lair", "icefang-pass", do=[{"start_battle": "deck"}, {"gain_gp": 50}])
    t = story(
        hero(at="frosthelm", gp=0), cards=[rat, OGRE], places=[lair], encounters=["rat", "ogre"], dice=[5, 6, 2, 4, 4]
    )
    t.play(DONE, TRAVEL, FIGHT, to("icefang-pass"), STOP, FIGHT)
    assert t.ask.topic == "recovery"
    assert t.g.content.points[t.hero.at].id == "icefang-pass"
    assert (t.hero.xp, len(t.hero.hand), t.hero.gp) == (3 + 2 - 1, 1, 0)


@pytest.mark.rule("NV-GAP-94")
def test_a_turn_may_hold_any_number_of_battles():
    gate = location("gate", "icefang-pass", trigger="pass_and_end", do=[{"start_battle": "deck"}])
    rats = [creature(f"rat-{n}", cv=0, xp=1) for n in range(3)]
    den = location("den", "gallows-oak", do=[{"start_battle": "deck"}])
    t = story(
        hero(at="frosthelm"), cards=rats, places=[gate, den], encounters=[r.id for r in rats], dice=[5, *[6, 2] * 3]
    )
    t.play(DONE, TRAVEL, FIGHT, to("icefang-pass"), FIGHT, to("gallows-oak"), FIGHT)
    assert (t.hero.xp, len(t.turn.wins), t.ask.topic) == (6, 3, "recovery")


@pytest.mark.rule("NV-ADV-6", "NV-GAP-93")
def test_turning_the_token_in_preparation_does_not_free_explore():
    wind = adventure("wind", "event", do=[{"turn_explore": "free"}])
    t = story(hero(hand=["wind"], explore_x=True), cards=[wind]).play(play("wind"), DONE)
    assert not t.hero.explore_x
    assert t.choices == [TRAVEL]


@pytest.mark.rule("NV-ADV-6", "NV-GAP-93")
def test_turning_the_token_to_its_x_in_preparation_does_not_bar_explore():
    mud = adventure("mud", "event", do=[{"turn_explore": "x"}])
    t = story(hero(hand=["mud"]), cards=[mud]).play(play("mud"), DONE)
    assert t.hero.explore_x
    assert t.choices == [TRAVEL, EXPLORE]


@pytest.mark.rule("NV-GAP-93")
def test_a_card_that_says_so_frees_explore_for_the_same_turn():
    t = story(hero(hand=["fresh-tracks"], explore_x=True)).play(play("fresh-tracks"), DONE)
    assert t.choices == [TRAVEL, EXPLORE]


# ---- battles that cards begin (NV-GAP-94) ----


DUEL = adventure("duel", "event", do=[{"start_battle": "deck"}])
ANYTIME = adventure("ambush", "action_event", when="any", do=[{"start_battle": "deck"}])


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_lost_in_preparation_skips_the_adventure_phase():
    t = story(hero(hand=["duel"]), cards=[DUEL, OGRE], encounters=["ogre"], dice=[4, 4])
    t.play(play("duel"), FIGHT)
    assert t.ask.topic == "recovery"


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_lost_in_the_first_window_of_the_turn_skips_the_adventure_phase():
    t = story(hero(hand=["ambush"]), cards=[ANYTIME, OGRE], encounters=["ogre"], dice=[4, 4])
    assert t.ask.about == "turn_start"
    t.play(play("ambush"), FIGHT)
    assert t.ask.topic == "recovery"


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_won_in_preparation_changes_no_phase():
    t = story(hero(hand=["duel"]), cards=[DUEL, RAT], encounters=["rat"], dice=[6, 2])
    t.play(play("duel"), FIGHT)
    assert (t.ask.topic, t.hero.xp) == ("preparation", 4)


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_lost_in_recovery_changes_no_phase():
    t = story(hero(hand=["duel"]), cards=[DUEL, OGRE], encounters=["ogre"], stage="recovery", dice=[4, 4])
    t.play(play("duel"), FIGHT)
    assert (t.ask.topic, t.turn.number) == ("recovery", 1)


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_lost_on_anothers_turn_does_not_end_that_players_adventure():
    t = story(hero(), hero(hand=["ambush"]), cards=[ANYTIME, OGRE], encounters=["ogre"], dice=[4, 4, 1])
    t.play(DONE)
    t.play(TRAVEL, play("ambush"), FIGHT)
    assert (t.ask.topic, t.ask.seat, t.turn.stage) == ("safe_travels", 0, "adventure")


@pytest.mark.rule("NV-GAP-94")
def test_a_battle_won_on_anothers_turn_is_not_that_players_win():
    t = story(hero(), hero(hand=["ambush"]), cards=[ANYTIME, RAT], encounters=["rat"], dice=[6, 2, 1])
    t.play(DONE, play("ambush"), FIGHT)
    assert (t.heroes[1].xp, t.turn.wins, t.ask.topic) == (4, [], "adventure")


@pytest.mark.rule("NV-GAP-94", "NV-GAP-23")
def test_the_token_keeps_its_x_when_a_card_stops_the_travel():
    ambush = adventure("ambush", "action_event", when="die_rolled", do=[{"start_battle": "deck"}])
    for option, left in ((False, True), (True, False)):
        t = story(
            hero(hand=["ambush"], explore_x=True), cards=[ambush, OGRE], encounters=["ogre"], dice=[1, 4, 4],
            reset_explore=option,
        )  # fmt: skip
        t.play(DONE, TRAVEL, play("ambush"), FIGHT)
        assert t.hero.explore_x is left


@pytest.mark.rule("NV-GAP-94", "NV-ADV-5")
@pytest.mark.parametrize(
    "when, way",
    [("adventure", ()), ("before_die", (TRAVEL,)), ("die_rolled", (TRAVEL,)), ("before_step", (TRAVEL, TAKE_GOLD))],
)
def test_a_battle_lost_to_a_card_within_the_adventure_phase_ends_it(when: str, way: tuple[Any, ...]):
    ambush = adventure("ambush", "action_event", when=when, do=[{"start_battle": "deck"}])
    dice = {"adventure": [4, 4], "before_die": [4, 4], "die_rolled": [1, 4, 4], "before_step": [1, 4, 4]}[when]
    t = story(hero(hand=["ambush"]), cards=[ambush, OGRE], encounters=["ogre"], dice=dice)
    t.play(DONE, *way, play("ambush"), FIGHT)
    assert t.ask.topic == "recovery"
    assert t.g.content.points[t.hero.at].id == "hearthold"


@pytest.mark.rule("NV-GAP-94", "NV-ADV-5")
def test_a_battle_lost_when_a_card_was_revealed_ends_explore():
    ambush = adventure("ambush", "action_event", when="revealed", do=[{"start_battle": "deck"}])
    t = story(
        hero(at="kings-road", hand=["ambush"]), cards=[ambush, OGRE], encounters=["ogre"], adventures=["forced-march"],
        dice=[4, 4],
    )  # fmt: skip
    t.play(DONE, EXPLORE, play("ambush"), FIGHT)
    assert t.ask.topic == "recovery"
    assert t.ids(t.hero.hand) == ["forced-march"]


NEST = [{"start_battle": "deck"}]
CARRY = [{"move_to": ["city"]}]
GOLD = [{"gain_gp": 5}]
TURNING = [{"choose": [{"do": NEST}, {"do": GOLD}]}]


@pytest.mark.rule("NV-GAP-94")
@pytest.mark.parametrize("do", [NEST, GOLD + NEST, TURNING, CARRY, GOLD + CARRY, [{"may": GOLD + CARRY}]])
@pytest.mark.parametrize("on_board", [False, True])
def test_no_battle_begins_within_a_battle_and_no_fighter_is_carried_off(do: list[Any], on_board: bool):
    horn = reward("horn", "misc", "item", abilities=[{"when": "any", "do": do}])
    blast = adventure("blast", "action_event", when="any", do=do)
    board = {"gear": ["horn"]} if on_board else {"hand": ["blast"]}
    t = story(hero(**board), hero(), cards=[horn, blast, RAT], encounters=["rat"], dice=[5])
    assert windows.plays(t.g, t.hero, moments.BIT["adventure"]) != []
    t.play(DONE, TRAVEL)
    assert t.ask.topic == "escape"
    assert [name for name in moments.WINDOWS if windows.plays(t.g, t.hero, moments.BIT[name])] == []


@pytest.mark.rule("NV-GAP-94")
def test_a_card_that_ends_the_battle_may_carry_the_hero_away():
    flight = [{"auto_escape": True}, {"move_to": ["city"], "within": 1}]
    wings = adventure("wings", "action_event", when="battle", who="self", do=flight)
    t = story(hero(hand=["wings"]), cards=[wings, RAT], encounters=["rat"], dice=[5])
    t.play(DONE, TRAVEL, play("wings"))
    assert (t.ask.topic, t.g.content.points[t.hero.at].id) == ("recovery", "millers-ford")


@pytest.mark.rule("NV-GAP-94")
def test_who_is_not_in_the_battle_may_travel_by_card_meanwhile():
    cart = adventure("cart", "action_event", when="battle", do=[{"move_to": ["city"], "within": 1}])
    t = story(hero(), hero(hand=["cart"]), cards=[cart, RAT], encounters=["rat"], dice=[5])
    t.play(DONE, TRAVEL, play("cart"))
    assert t.g.content.points[t.heroes[1].at].id == "millers-ford"


# ---- no result (NV-GAP-84) ----


@pytest.mark.rule("NV-GAP-84", "NV-BATTLE-7")
def test_a_creature_that_slips_away_leaves_the_day_as_if_won():
    wisp = creature(
        "wisp", cv=9, ability=[{"end_battle": "no_result"}], victory=[{"gain_gp": 9}], defeat=[{"lose_xp": 2}]
    )
    t = story(hero(explore_x=True, gp=0), cards=[wisp], encounters=["wisp"], dice=[5])
    t.play(DONE, TRAVEL)
    assert (t.ask.topic, t.hero.explore_x) == ("move", False)
    assert (t.hero.xp, t.hero.gp, t.turn.wins) == (3, 0, [])
    assert t.state.encounter.discard == [t.n("wisp")]


@pytest.mark.rule("NV-GAP-84")
@pytest.mark.parametrize("result, topic, xp", [("win", "move", 5), ("lose", "recovery", 2), ("escape", "recovery", 3)])
def test_an_ability_names_how_the_battle_ends(result: str, topic: str, xp: int):
    omen = creature("omen", cv=9, xp=2, ability=[{"end_battle": result}], defeat=[{"lose_xp": 1}])
    t = story(hero(), cards=[omen], encounters=["omen"], dice=[5])
    t.play(DONE, TRAVEL)
    assert (t.ask.topic, t.hero.xp) == (topic, xp)


# ---- company on one point (NV-GAP-87) ----


@pytest.mark.rule("NV-GAP-87", "NV-TRAVEL-36")
def test_heroes_share_a_point_and_leave_each_other_alone():
    t = story(hero(gp=0), hero(at="kings-road"), hero(at="kings-road"), dice=[1])
    t.play(*DAY[:-1])
    assert len({h.at for h in t.heroes}) == 1
    assert t.choices == [DONE]


@pytest.mark.rule("NV-GAP-50")
def test_an_ability_without_a_limit_serves_once_a_phase():
    flask = reward("flask", "misc", "item", abilities=[{"when": "either", "do": [{"gain_gp": 1}]}])
    t = story(hero(gear=["flask"], gp=0), cards=[flask], dice=[1])
    t.play(use("flask"))
    assert use("flask")(t) not in t.choices
    t.play(*DAY[:-1], use("flask"))
    assert t.hero.gp == 1 + 10 + 1
    assert use("flask")(t) not in t.choices


@pytest.mark.rule("NV-GAP-50")
def test_the_adventure_phase_is_one_phase_for_abilities():
    flask = reward("flask", "misc", "item", abilities=[{"when": "any", "do": [{"gain_gp": 1}]}])
    t = story(hero(gear=["flask"], gp=0), cards=[flask], dice=[1])
    t.play(DONE, use("flask"), TRAVEL, TAKE_STEP)
    while t.ask.topic == "window":  # before each step
        assert use("flask")(t) not in t.choices
        t.table.answer(PASS)
    assert t.hero.gp == 1


@pytest.mark.rule("NV-GAP-50")
def test_the_end_of_the_turn_is_no_phase_of_its_own():
    flask = reward("flask", "misc", "item", abilities=[{"when": "any", "do": [{"gain_gp": 1}]}])
    t = story(hero(gear=["flask"], gp=0), cards=[flask], stage="recovery")
    t.play(use("flask"))
    t.table.answer(DONE)
    assert t.turn.number == 2


@pytest.mark.rule("NV-TURN-1")
def test_the_log_tells_whose_turn_begins():
    t = story(hero(), hero(), stage="recovery").play(DONE)
    assert [e.seat for e in t.events(events.TurnBegan)][-1] == 1
