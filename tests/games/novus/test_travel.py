"""Travel: the die, the Explore token, the way over the map and what waits on it (NV-TRAVEL)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from hearthside.games.novus import events, travel
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    STOP,
    TAKE_GOLD,
    TAKE_STEP,
    TRAVEL,
)

from .story import (
    BOX,
    Story,
    adventure,
    card,
    creature,
    hero,
    island,
    location,
    play,
    reward,
    sell,
    story,
    to,
)

rule = pytest.mark.rule
LINE = island("p q", "q r", "r s", "s t", "t u")
BOOTS = reward("boots", "misc", "foot", travel=1)


def trip(*heroes: Any, die: list[int] | None = None, chart: Any = LINE, **more: Any) -> Story:
    """A hero on p in the Adventure Phase, before the Travel Die; p-q-r-s-t-u is one long road."""
    return story(*(heroes or (hero(at="p"),)), dice=die or [1], chart=chart, stage="adventure", **more)


def told(t: Story, *kinds: type) -> list[str]:
    return [type(e.event).__name__ for e in t.table.log or [] if isinstance(e.event, kinds)]


# ---- step 1: the Travel Die ----


@rule("NV-TRAVEL-1", "NV-TRAVEL-9")
def test_travel_is_die_then_token_then_movement():
    t = trip(hero(at="p", explore_x=True)).play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    order = (events.RolledTravel, events.TookSafeTravels, events.TurnedExplore, events.Moved, events.Arrived)
    assert told(t, *order) == [kind.__name__ for kind in order]


@rule("NV-TRAVEL-2", "NV-GAP-15")
def test_the_travel_die_has_two_safe_two_encounter_and_one_each_of_the_others():
    faces = Counter()
    for face in range(1, 7):
        t = trip(die=[face]).play(TRAVEL)
        (rolled,) = t.events(events.RolledTravel)
        faces[rolled.face] += 1
    assert faces == {"safe_travels": 2, "encounter": 2, "adventure": 1, "reward": 1}


@rule("NV-EX-30", "NV-TRAVEL-3")
def test_safe_travels_as_movement_lets_the_hero_go_1_2_or_3_points():
    for stops in (["q"], ["q", "r"], ["q", "r", "s"]):
        t = trip().play(TRAVEL, TAKE_STEP, *[to(p) for p in stops], *([] if len(stops) == 3 else [STOP]))
        assert (t.at, t.hero.gp, t.ask.topic) == (stops[-1], 10, "recovery")


@rule("NV-EX-30", "NV-TRAVEL-3", "NV-TRAVEL-11")
def test_safe_travels_as_gold_is_10_gp_and_two_points():
    t = trip().play(TRAVEL)
    assert t.choices == [TAKE_STEP, TAKE_GOLD]
    t.play(TAKE_GOLD, to("q"), to("r"))
    assert (t.at, t.hero.gp, t.ask.topic) == ("r", 20, "recovery")


@rule("NV-EX-32", "NV-TRAVEL-4", "NV-EVENT-12")
def test_an_encounter_event_of_the_adventure_face_goes_to_hand_unseen():
    t = trip(hero(at="p"), hero(), die=[3], adventures=["ford-ambush"]).play(TRAVEL)
    assert t.ids(t.hero.hand) == ["ford-ambush"]
    assert not t.events(events.BattleBegan)
    assert not t.events(events.Revealed)
    assert [e.event.card for e in t.table.entries(1) if isinstance(e.event, events.Drew)] == [0]
    assert t.ask.topic == "move"


@rule("NV-EX-33", "NV-TRAVEL-4", "NV-CURSE-1")
def test_a_curse_of_the_adventure_face_attaches_and_travel_goes_on():
    t = trip(die=[3], adventures=["leaden-feet"]).play(TRAVEL)
    assert (t.ids(t.hero.skills[0]), t.hero.hand, t.ask.topic) == (["leaden-feet"], [], "move")


@rule("NV-EX-82", "NV-TRAVEL-5", "NV-HAND-2")
def test_a_sixth_card_by_the_reward_face_is_kept_for_now():
    five = ["sword", "hatchet", "burial-silver", "ford-ambush", "limping-trail"]
    t = trip(hero(at="p", hand=five), die=[4], rewards=["walking-boots"]).play(TRAVEL)
    assert t.ids(t.hero.hand) == [*five, "walking-boots"]
    assert t.ask.topic == "move"


@rule("NV-EX-34", "NV-TRAVEL-6", "NV-TRAVEL-7", "NV-TRAVEL-9")
def test_the_encounter_face_won_brings_the_rewards_and_travel_goes_on():
    foe = creature("foe", 3, 2, victory=[{"gain_gp": 5}])
    t = trip(hero(at="p", cv=6, explore_x=True), die=[5, 9, 2], cards=[foe], encounters=["foe"]).play(TRAVEL, FIGHT)
    assert (t.hero.xp, t.hero.gp, t.hero.explore_x, t.ask.topic) == (5, 15, False, "move")
    assert t.play(to("q"), to("r")).at == "r"


@rule("NV-EX-35", "NV-TRAVEL-8", "NV-TRAVEL-10", "NV-GAP-23")
@pytest.mark.parametrize("dice, answer", [([6, 2, 9], FIGHT), ([6, 8], ESCAPE)], ids=["lost", "escaped"])
def test_the_encounter_face_lost_or_escaped_ends_travel_before_step_2(dice, answer):
    t = trip(hero(at="p", cv=6, explore_x=True), die=dice, cards=[creature("foe", 6)], encounters=["foe"]).play(
        TRAVEL, answer
    )
    assert (t.at, t.hero.explore_x, t.ask.topic) == ("p", True, "recovery")
    t.play(DONE, DONE)
    assert t.choices == [TRAVEL]  # the X still shows on the next turn


@rule("NV-GAP-23")
def test_a_table_may_turn_the_token_after_an_interrupted_travel():
    t = trip(hero(at="p", explore_x=True), die=[6, 8], reset_explore=True).play(TRAVEL, ESCAPE)
    assert not t.hero.explore_x


@rule("NV-GAP-23")
def test_every_explore_token_starts_on_its_free_side():
    t = story(hero(), hero(), hero())
    assert [who.explore_x for who in t.heroes] == [False] * 3


# ---- step 3: how far ----


@rule("NV-EX-31", "NV-TRAVEL-14", "NV-TRAVEL-17", "NV-GAP-22")
def test_boots_and_safe_travels_add_up_to_four():
    t = trip(hero(at="p", gear=["boots"]), cards=[BOOTS]).play(TRAVEL, TAKE_STEP, to("q"), to("r"), to("s"), to("t"))
    assert (t.at, t.ask.topic) == ("t", "recovery")


@rule("NV-EX-31", "NV-TRAVEL-15")
def test_boots_in_hand_carry_nobody():
    t = trip(hero(at="p", hand=["boots"]), cards=[BOOTS]).play(TRAVEL, TAKE_STEP, to("q"), to("r"), to("s"))
    assert (t.at, t.ask.topic) == ("s", "recovery")


@rule("NV-TRAVEL-14")
def test_a_travel_bonus_need_not_be_used():
    t = trip(hero(at="p", gear=["boots"]), cards=[BOOTS]).play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert (t.at, t.ask.topic) == ("q", "recovery")


@rule("NV-TRAVEL-16")
def test_most_travel_bonuses_of_the_box_are_plus_1():
    bonuses = [it.travel for it in BOX.cards[1:] if getattr(it, "travel", 0) > 0]
    assert len(bonuses) >= 6
    assert bonuses.count(1) > len(bonuses) / 2


@rule("NV-TRAVEL-17", "NV-GAP-22")
def test_a_travel_event_adds_to_all_the_rest():
    march = adventure("march", "travel_event", when="before_die", do=[{"extra_move": 1}])
    t = trip(hero(at="p", hand=["march"], gear=["boots"]), cards=[BOOTS, march])
    t.play(TRAVEL, play("march"), TAKE_STEP, *[to(p) for p in "qrstu"])
    assert (t.at, t.ask.topic) == ("u", "recovery")


@rule("NV-GAP-22", "NV-TRAVEL-12")
def test_no_reduction_takes_the_last_point_of_movement():
    mud = adventure("mud", "travel_event", when="before_die", do=[{"extra_move": -5}])
    t = trip(hero(at="p", hand=["mud"]), cards=[mud]).play(TRAVEL, play("mud"), TAKE_GOLD, to("q"))
    assert (t.at, t.ask.topic) == ("q", "recovery")


@rule("NV-GAP-22")
def test_a_card_that_forbids_movement_skips_step_3():
    snare = adventure("snare", "action_event", when="before_die", do=[{"no_move": "current"}])
    t = trip(hero(at="p", explore_x=True, hand=["snare"]), cards=[snare]).play(TRAVEL, play("snare"), TAKE_STEP)
    assert (t.at, t.ask.topic, t.hero.explore_x) == ("p", "recovery", False)
    assert not t.hero.no_move  # once


@rule("NV-GAP-22")
def test_bonuses_are_counted_when_step_3_begins():
    find = creature("foe", 3, victory=[{"equip_now": 1}])
    t = trip(hero(at="p", cv=6, hand=["boots"]), die=[5, 9, 2], cards=[BOOTS, find], encounters=["foe"])
    t.play(TRAVEL, FIGHT, card("boots"), to("q"), to("r"), to("s"))
    assert (t.at, t.ask.topic) == ("s", "recovery")


# ---- step 3: where to ----

STAR = island("p a", "p b", "p c", "a d", "b d", "b e", "c f", "f g", p={"kind": "city"})


@rule("NV-EX-9", "NV-TRAVEL-11", "NV-TRAVEL-18", "NV-TRAVEL-19", "NV-GAP-17")
def test_the_movement_figure_black_arrows_then_red_ones():
    t = trip(chart=STAR).play(TRAVEL, TAKE_GOLD)
    assert t.ways == ["a", "b", "c"]
    red = set()
    for black in t.ways:
        further = trip(chart=STAR).play(TRAVEL, TAKE_GOLD, to(black))
        red |= set(further.ways)
        assert STOP in further.choices
    assert red == {"d", "e", "f"}  # not the city they came from


@rule("NV-GAP-17", "NV-TRAVEL-18")
def test_roads_go_both_ways():
    for start, end in pairwise("qrst"):
        assert trip(hero(at=start)).play(TRAVEL, TAKE_GOLD, to(end), STOP).at == end
        assert trip(hero(at=end)).play(TRAVEL, TAKE_GOLD, to(start), STOP).at == start


@rule("NV-TRAVEL-12", "NV-GAP-21")
def test_the_hero_must_move():
    t = trip().play(TRAVEL, TAKE_GOLD)
    assert t.choices == [to("q")(t)]


@rule("NV-EX-36", "NV-TRAVEL-13", "NV-GAP-21")
def test_no_return_with_two_points_but_through_with_three():
    fork = island("p q", "p r")
    t = trip(chart=fork).play(TRAVEL, TAKE_GOLD, to("q"))
    assert (t.at, t.ask.topic) == ("q", "recovery")  # P-Q-P is illegal, so nothing was left to choose
    t = trip(chart=fork).play(TRAVEL, TAKE_STEP, to("q"), to("p"))
    assert STOP not in t.choices
    assert t.play(to("r")).at == "r"


@rule("NV-GAP-21", "NV-TRAVEL-13")
def test_the_start_is_passed_only_with_movement_left_to_leave_it():
    t = trip(hero(at="p", forbidden=["s"]), chart=island("p q", "q r", "p s")).play(TRAVEL, TAKE_STEP, to("q"))
    assert t.ways == ["p", "r"]  # from p back to q is a legal end
    t.play(to("p"))
    assert t.choices == [to("q")(t)]


@rule("NV-GAP-21")
def test_a_point_may_be_visited_twice_in_one_move():
    t = trip(hero(at="p", gear=["boots"]), cards=[BOOTS]).play(TRAVEL, TAKE_STEP, to("q"), to("r"), to("q"), to("r"))
    assert t.at == "r"


@rule("NV-GAP-21")
def test_the_way_is_chosen_step_by_step_knowing_what_was_met():
    purse = location("purse", "q", trigger="pass_and_end", do=[{"gain_gp": 5}])
    t = trip(places=[purse]).play(TRAVEL, TAKE_GOLD, to("q"))
    assert (t.hero.gp, t.ask.topic, t.ways) == (25, "move", ["r"])


@rule("NV-GAP-21")
def test_without_a_legal_destination_the_hero_stays_and_nothing_triggers():
    camp = location("camp", "p", do=[{"gain_gp": 5}])
    t = trip(hero(at="p", explore_x=True, forbidden=["q"]), chart=island("p q"), places=[camp]).play(TRAVEL, TAKE_STEP)
    assert (t.at, t.hero.gp, t.ask.topic) == ("p", 10, "recovery")
    assert not told(t, events.Moved, events.Arrived)


@rule("NV-GAP-54", "NV-QC-15")
def test_a_forbidden_point_is_neither_entered_nor_passed():
    ring = island("p q", "q r", "p s", "s r")
    t = trip(hero(at="p", forbidden=["q"]), chart=ring).play(TRAVEL, TAKE_GOLD)
    assert t.ways == ["s"]
    t.play(to("s"), to("r"))
    assert t.at == "r"
    assert trip(hero(at="s", forbidden=["q"]), chart=ring).play(TRAVEL, TAKE_GOLD, to("r")).at == "r"


@rule("NV-GAP-54")
def test_no_effect_puts_a_hero_on_a_forbidden_point():
    cart = adventure("cart", "event", do=[{"move_to": ["city"], "within": 1}])
    chart = island("p q", "p r", q={"kind": "city"}, r={"kind": "city"})
    t = story(hero(at="p", hand=["cart"], forbidden=["q"]), chart=chart, cards=[cart]).play(play("cart"))
    assert t.at == "r"  # the only city left; not even a question


@rule("NV-GAP-21", "NV-TRAVEL-22")
def test_a_place_that_stops_movement_ends_it_there():
    gate = location("gate", "q", trigger="pass_and_end", do=[{"stop_movement": True}], on_end=[{"gain_gp": 3}])
    t = trip(places=[gate]).play(TRAVEL, TAKE_STEP, to("q"))
    assert (t.at, t.hero.gp, t.ask.topic) == ("q", 13, "recovery")


@rule("NV-GAP-21")
def test_a_stop_is_ignored_on_the_starting_point():
    gate = location("gate", "p", trigger="pass_and_end", do=[{"stop_movement": True}], on_end=[{"gain_gp": 3}])
    t = trip(chart=island("p q", "p r"), places=[gate]).play(TRAVEL, TAKE_STEP, to("q"), to("p"), to("r"))
    assert (t.at, t.hero.gp) == ("r", 10)


@rule("NV-GAP-21")
@pytest.mark.parametrize("dice, answer", [([1, 2, 9], FIGHT), ([1, 9], ESCAPE)], ids=["lost", "escaped"])
def test_a_battle_lost_on_the_starting_point_leaves_the_hero_there(dice, answer):
    trap = location("trap", "p", trigger="pass_and_end", do=[{"start_battle": "deck"}], on_end=[{"gain_gp": 3}])
    t = trip(
        hero(at="p", cv=6),
        die=dice,
        chart=island("p q", "p r"),
        places=[trap],
        cards=[creature("foe", 6)],
        encounters=["foe"],
    ).play(TRAVEL, TAKE_STEP, to("q"), to("p"), answer)
    assert (t.at, t.hero.gp, t.ask.topic) == ("p", 10, "recovery")


@rule("NV-TRAVEL-13", "NV-GAP-22")
def test_a_reduction_on_the_way_never_strands_the_hero_on_the_starting_point():
    bog = location("bog", "p", trigger="pass_and_end", do=[{"extra_move": -1}])
    t = trip(chart=island("p q", "p r"), places=[bog]).play(TRAVEL, TAKE_STEP, to("q"), to("p"))
    assert t.ways == ["q", "r"]
    assert t.play(to("r")).at == "r"


# ---- what waits on the way ----

PURSE = location("purse", "q", trigger="pass_and_end", do=[{"gain_gp": 5}])


@rule("NV-EX-37", "NV-TRAVEL-20", "NV-TRAVEL-21", "NV-TRAVEL-22")
def test_passing_an_icon_point_applies_its_card_and_the_way_goes_on():
    t = trip(hero(at="p"), hero(), places=[PURSE]).play(TRAVEL, TAKE_GOLD, to("q"), to("r"))
    assert (t.at, t.hero.gp) == ("r", 25)
    order = [
        e.event for e in t.table.entries(1) if isinstance(e.event, events.Moved | events.ReadLocation | events.GainedGp)
    ]
    q, r = (t.g.content.point_number[p] for p in "qr")
    assert order[1:] == [  # after the gold of the die; the other player sees all of it
        events.Moved(0, q),
        events.ReadLocation(0, q, "do"),
        events.GainedGp(0, 5, 25),
        events.Moved(0, r),
    ]


@rule("NV-TRAVEL-20", "NV-GAP-20")
def test_ending_on_an_icon_point_applies_its_card_once():
    t = trip(places=[PURSE]).play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert t.hero.gp == 25


@rule("NV-GAP-20")
def test_an_icon_point_acts_on_every_entry():
    t = trip(hero(at="p", gear=["boots"]), cards=[BOOTS], places=[PURSE])
    t.play(TRAVEL, TAKE_STEP, to("q"), to("r"), to("q"), STOP)
    assert t.hero.gp == 20


@rule("NV-GAP-20")
@pytest.mark.parametrize("answers, gp", [((to("q"), to("r")), 15), ((to("q"), STOP), 45)])
def test_a_toll_point_charges_all_and_does_the_rest_to_those_who_stop(answers, gp):
    toll = location("toll", "q", trigger="pass_and_end", do=[{"lose_gp": 5}], on_end=[{"gain_gp": 30}])
    assert trip(places=[toll]).play(TRAVEL, TAKE_GOLD, *answers).hero.gp == gp


@rule("NV-TRAVEL-21")
@pytest.mark.parametrize("gp, after", [(10, 20), (11, 16)])
def test_a_pass_through_card_acts_only_where_it_is_relevant(gp, after):
    tax = location("tax", "q", trigger="pass_and_end", do=[{"lose_gp": 5}], relevant_if={"gp_at_least": 21})
    assert trip(hero(at="p", gp=gp), places=[tax]).play(TRAVEL, TAKE_GOLD, to("q"), to("r")).hero.gp == after


@rule("NV-EX-38", "NV-TRAVEL-24", "NV-GAP-20", "NV-GAP-24")
def test_passing_a_named_point_without_the_icon_triggers_nothing():
    camp = location("camp", "q", do=[{"start_battle": "deck"}])
    t = trip(chart=island("p q", "q r", q={"kind": "encounter"}), places=[camp]).play(
        TRAVEL, TAKE_GOLD, to("q"), to("r")
    )
    assert not told(t, events.BattleBegan, events.ReadLocation)
    assert t.at == "r"


@rule("NV-EX-38", "NV-TRAVEL-23", "NV-TRAVEL-26", "NV-GAP-24")
def test_ending_on_a_named_point_follows_its_card():
    camp = location("camp", "q", do=[{"start_battle": "deck"}])
    t = trip(chart=island("p q", "q r", q={"kind": "encounter"}), places=[camp], encounters=["orc-warrior"])
    t.play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert t.ask.topic == "escape"
    assert t.state.battle.creature == t.n("orc-warrior")


@rule("NV-EX-39", "NV-TRAVEL-25", "NV-TRAVEL-26")
def test_explore_text_is_not_travel_text():
    inn = location("inn", "q", do=[{"gain_gp": 5}], explore=[{"draw": "reward", "n": 2}])
    t = trip(chart=island("p q", q={"kind": "special", "explore": True}), places=[inn]).play(TRAVEL, TAKE_GOLD, to("q"))
    assert (t.hero.gp, t.hero.hand, t.ask.topic) == (25, [], "recovery")


@rule("NV-GAP-20")
def test_being_put_on_a_point_by_an_effect_triggers_nothing():
    cart = adventure("cart", "event", do=[{"move_to": ["city"], "within": 1}])
    town = location("town", "q", trigger="pass_and_end", do=[{"gain_gp": 5}], on_end=[{"gain_gp": 5}])
    t = story(hero(at="p", hand=["cart"]), chart=island("p q", q={"kind": "city"}), cards=[cart], places=[town])
    t.play(play("cart"))
    assert (t.at, t.hero.gp, t.ask.topic) == ("q", 10, "preparation")


@rule("NV-GAP-75", "NV-TRAVEL-22")
def test_after_a_pass_through_battle_won_the_way_goes_on():
    trap = location("trap", "q", trigger="pass_and_end", do=[{"start_battle": "deck"}, {"gain_gp": 7}])
    t = trip(hero(at="p", cv=6), die=[1, 9, 2], places=[trap], cards=[creature("foe", 6)], encounters=["foe"])
    t.play(TRAVEL, TAKE_GOLD, to("q"), FIGHT)
    assert (t.hero.gp, t.ask.topic, t.ways) == (27, "move", ["r"])


@rule("NV-TRAVEL-22", "NV-GAP-28")
def test_a_pass_through_battle_lost_ends_the_way_and_the_rest_of_the_card():
    trap = location(
        "trap", "q", trigger="pass_and_end", do=[{"start_battle": "deck"}, {"gain_gp": 7}], on_end=[{"gain_gp": 3}]
    )
    t = trip(hero(at="p", cv=6), die=[1, 2, 9], places=[trap], cards=[creature("foe", 6)], encounters=["foe"])
    t.play(TRAVEL, TAKE_STEP, to("q"), FIGHT)
    assert (t.at, t.hero.gp, t.ask.topic) == ("q", 10, "recovery")


@rule("NV-GAP-75", "NV-TRAVEL-35")
def test_after_a_battle_won_at_the_end_the_rest_of_the_card_then_recovery():
    camp = location("camp", "q", do=[{"start_battle": "deck"}, {"gain_gp": 7}])
    t = trip(hero(at="p", cv=6), die=[1, 9, 2], places=[camp], cards=[creature("foe", 6)], encounters=["foe"])
    t.play(TRAVEL, TAKE_STEP, to("q"), STOP, FIGHT)
    assert (t.hero.gp, t.ask.topic) == (17, "recovery")


@rule("NV-TRAVEL-35")
def test_after_movement_recovery_begins():
    t = trip().play(TRAVEL, TAKE_STEP, to("q"), STOP)
    assert (t.turn.stage, t.ask.topic) == ("recovery", "recovery")
    assert TRAVEL not in t.choices
    assert EXPLORE not in t.choices


# ---- kinds of points ----


@rule("NV-TRAVEL-27", "NV-TRAVEL-30", "NV-GAP-19")
@pytest.mark.parametrize("kind", ["waypoint", "expansion"])
def test_a_waypoint_and_an_expansions_point_have_no_effect_and_can_be_explored(kind):
    t = trip(chart=island("p q", q={"kind": kind})).play(TRAVEL, TAKE_GOLD, to("q"))
    assert (t.ask.topic, t.hero.gp) == ("recovery", 20)
    assert not t.events(events.ReadLocation)
    t.play(DONE, DONE)
    assert EXPLORE in t.choices


@rule("NV-TRAVEL-28", "NV-TRAVEL-31")
@pytest.mark.parametrize(
    "kind, sells", [("city", True), ("class", True), ("encounter", False), ("special", False), ("waypoint", False)]
)
def test_cities_and_class_cities_buy_reward_cards(kind, sells):
    more = {"class_icon": "tree"} if kind == "class" else {}
    chart = island("p q", q={"kind": kind, **more})
    t = trip(hero("knight", at="p", hand=["relic"]), chart=chart, cards=[reward("relic", price=15)]).play(
        TRAVEL, TAKE_GOLD, to("q")
    )
    assert (sell("relic")(t) in t.choices) == sells
    if sells:
        assert t.play(sell("relic")).hero.gp == 20 + 15


@rule("NV-TRAVEL-29", "NV-GAP-24")
@pytest.mark.parametrize("id_", [p.id for p in BOX.points if p.kind == "encounter"])
def test_every_encounters_point_of_the_box_holds_a_creature_for_who_ends_there(id_):
    t = story(hero(at=id_, cv=40, luck=0, gp=50), stage="adventure")
    asked = travel.arrive(t.g, t.hero)
    question = next(asked, None)
    while question is not None and not t.state.battle:
        try:
            question = asked.send(question.choices[0])
        except StopIteration:
            question = None
    assert t.state.battle
    assert t.state.battle.source == "deck"


@rule("NV-EX-40", "NV-TRAVEL-31", "NV-TRAVEL-32", "NV-GAP-25")
@pytest.mark.parametrize("klass, cards", [("druid", 1), ("wizard", 0), ("warden", 1)])
def test_a_class_city_gives_its_benefit_to_a_class_of_its_icon(klass, cards):
    grove = location("grove", "q", do=[{"gain_gp": 2}], class_benefit=[{"draw": "adventure"}])
    chart = island("p q", "q r", q={"kind": "class", "class_icon": "tree"})
    t = trip(hero(klass, at="p", hand=["sword"]), chart=chart, places=[grove], adventures=["burial-silver"])
    t.play(TRAVEL, TAKE_GOLD, to("q"), STOP)
    assert (len(t.hero.hand) - 1, t.hero.gp) == (cards, 22)
    assert sell("sword")(t) in t.choices


@rule("NV-GAP-25")
def test_only_ending_in_a_class_city_gives_its_benefit():
    grove = location("grove", "q", class_benefit=[{"gain_gp": 10}])
    chart = island("p q", "q r", q={"kind": "class", "class_icon": "fighter"})
    assert trip(chart=chart, places=[grove]).play(TRAVEL, TAKE_STEP, to("q"), to("r")).hero.gp == 10
    assert trip(chart=chart, places=[grove]).play(TRAVEL, TAKE_STEP, to("q"), STOP).hero.gp == 20


@rule("NV-TRAVEL-33")
def test_each_quests_point_is_the_home_of_one_quest_creature():
    homes = [BOX.points[point].id for point in BOX.lair.values()]
    assert sorted(homes) == sorted(p.id for p in BOX.points if p.kind == "quest")


@rule("NV-EX-41", "NV-TRAVEL-34", "NV-QC-2", "NV-QC-4")
@pytest.mark.parametrize("answers, at", [((to("q"), to("r")), "r"), ((to("q"), STOP), "q")])
def test_a_quest_creature_leaves_passers_by_and_guests_alone(answers, at):
    den = location("den", "q", explore=[{"challenge": True}])
    chart = island("p q", "q r", q={"kind": "quest"})
    t = trip(chart=chart, cards=[creature("lord", 10, point="q")], places=[den]).play(TRAVEL, TAKE_GOLD, *answers)
    assert (t.at, t.ask.topic) == (at, "recovery")
    assert not t.events(events.BattleBegan)
    assert EXPLORE not in t.choices


@rule("NV-TRAVEL-36")
def test_any_number_of_figures_share_a_point():
    t = trip(hero(at="p"), hero(at="q"), hero(at="q"), hero(at="q"), chart=island("p q")).play(
        TRAVEL, TAKE_STEP, to("q")
    )
    assert [who.at for who in t.heroes] == [t.g.content.point_number["q"]] * 4


@rule("NV-TRAVEL-37")
def test_any_point_in_reach_may_be_entered_whatever_its_kind():
    kinds = {
        "a": "city",
        "b": "class",
        "c": "encounter",
        "d": "quest",
        "e": "special",
        "f": "waypoint",
        "g": "expansion",
    }
    chart = island(*[f"p {id_}" for id_ in kinds], **{id_: {"kind": kind} for id_, kind in kinds.items()})
    t = trip(chart=chart, cards=[creature("lord", 10, point="d")]).play(TRAVEL, TAKE_GOLD)
    assert t.ways == list(kinds)


@rule("NV-GAP-16")
def test_the_map_of_the_box_is_data():
    assert len(BOX.points) == 52
    assert 75 <= len(BOX.edges) <= 95
    assert BOX.points[BOX.start].kind == "city"
