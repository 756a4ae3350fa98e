"""Explore: staying to search the point one stands on (NV-EXPLORE)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.games.novus import events, explore
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    STOP,
    TAKE_GOLD,
    TRAVEL,
    DrawFrom,
)

from .story import BOX, Story, adventure, creature, hero, island, location, spend, story, to

rule = pytest.mark.rule
ROAD = island("p q", "q r")
ADVENTURE, REWARD = DrawFrom("adventure"), DrawFrom("reward")


def search(*heroes: Any, **more: Any) -> Story:
    """A hero on the waypoint p in the Adventure Phase."""
    return story(*(heroes or (hero(at="p"),)), **{"chart": ROAD, "stage": "adventure", **more})


# ---- the action and its token ----


@rule("NV-EXPLORE-1", "NV-EXPLORE-3", "NV-EXPLORE-12")
def test_exploring_is_staying_with_the_token_on_x_and_leads_to_recovery():
    t = search(adventures=["burial-silver"]).play(EXPLORE, REWARD)
    assert (t.at, t.hero.explore_x, t.turn.stage, t.ask.topic) == ("p", True, "recovery", "recovery")
    assert not t.events(events.Moved)


@rule("NV-EX-42", "NV-EXPLORE-2", "NV-EXPLORE-3", "NV-TRAVEL-9")
def test_explore_travel_explore_but_never_explore_twice_running():
    t = search(dice=[1], adventures=["burial-silver", "nailed-crate"]).play(EXPLORE, REWARD, DONE, DONE)
    assert (t.hero.explore_x, t.choices) == (True, [TRAVEL])  # turn 2
    t.play(TRAVEL, TAKE_GOLD)
    assert not t.hero.explore_x
    t.play(to("q"), STOP, DONE, DONE)
    assert t.choices == [TRAVEL, EXPLORE]  # turn 3
    assert t.play(EXPLORE, REWARD, DONE).hero.explore_x


@rule("NV-EXPLORE-14")
def test_exploring_is_open_on_the_first_turn():
    t = story(hero()).play(DONE)
    assert t.turn.number == 1
    assert EXPLORE in t.choices


@rule("NV-EXPLORE-13", "NV-EXPLORE-5")
@pytest.mark.parametrize("kind", ["waypoint", "expansion", "city", "encounter"])
def test_a_point_without_an_explore_icon_is_searched_by_the_adventure_deck(kind):
    camp = location("camp", "p", do=[{"gain_gp": 5}])
    t = search(
        chart=island("p q", p={"kind": kind}),
        places=[camp] if kind in ("city", "encounter") else [],
        adventures=["burial-silver"],
    ).play(EXPLORE)
    assert [t.ids([e.card]) for e in t.events(events.Revealed)] == [["burial-silver"]]
    assert (t.hero.gp, t.ask.topic) == (10, "follow_up")


# ---- points with instructions ----


@rule("NV-EX-47", "NV-EXPLORE-4")
def test_an_explore_icon_means_the_location_cards_instructions_and_no_adventure_card():
    ruin = location("ruin", "p", do=[{"gain_xp": 9}], explore=[{"gain_gp": 5}, {"draw": "reward"}])
    t = search(chart=island("p q", p={"kind": "special", "explore": True}), places=[ruin], rewards=["sword"]).play(
        EXPLORE
    )
    assert (t.hero.xp, t.hero.gp, t.ids(t.hero.hand), t.ask.topic) == (3, 15, ["sword"], "recovery")
    assert not t.events(events.Revealed)


@rule("NV-GAP-24")
@pytest.mark.parametrize("icon", [True, False])
def test_an_encounters_point_is_explored_by_its_icon_or_the_adventure_deck(icon):
    barrow = location("barrow", "p", do=[{"start_battle": "deck"}], explore=[{"gain_gp": 5}])
    t = search(
        chart=island("p q", p={"kind": "encounter", "explore": icon}), places=[barrow], adventures=["burial-silver"]
    )
    t.play(EXPLORE)
    assert (t.hero.gp, t.ask.topic) == ((15, "recovery") if icon else (10, "follow_up"))
    assert not t.events(events.BattleBegan)


@rule("NV-GAP-75", "NV-GAP-28")
@pytest.mark.parametrize("dice, gp", [([9, 2], 17), ([2, 9], 10)], ids=["won", "lost"])
def test_the_rest_of_an_explore_text_follows_a_battle_that_was_won(dice, gp):
    barrow = location("barrow", "p", explore=[{"start_battle": "deck"}, {"gain_gp": 7}])
    t = search(
        hero(at="p", cv=6),
        dice=dice,
        chart=island("p q", p={"kind": "special", "explore": True}),
        places=[barrow],
        cards=[creature("foe", 6)],
        encounters=["foe"],
    ).play(EXPLORE, FIGHT)
    assert (t.hero.gp, t.ask.topic) == (gp, "recovery")


@rule("NV-EX-66", "NV-EXPLORE-15", "NV-EXPLORE-4", "NV-QC-16")
@pytest.mark.parametrize("lord", [BOX.cards[n].id for n in BOX.lair if BOX.cards[n].id != "kzmatic"])
def test_at_a_living_quest_creature_the_battle_is_the_only_explore(lord):
    t = story(hero(at=f"quest-{lord}"), stage="adventure")
    t.do(explore.explore(t.g, t.hero))  # without one question
    assert (t.turn.stage, t.state.challenge.creature) == ("challenge", t.n(lord))
    assert not t.events(events.Revealed)


@rule("NV-GAP-26", "NV-EXPLORE-4")
def test_a_quests_point_keeps_its_icon_when_the_creature_is_gone():
    den = location("den", "p", explore=[{"challenge": True}], after_quest=[{"gain_gp": 40}])
    t = search(
        hero(at="p"),
        hero(tokens=["lord"]),
        chart=island("p q", p={"kind": "quest"}),
        places=[den],
        cards=[creature("lord", 10, point="p")],
    ).play(EXPLORE)
    assert (t.hero.gp, t.ask.topic) == (50, "recovery")
    assert not t.events(events.Revealed)


@rule("NV-GAP-26", "NV-QC-14")
def test_the_victor_cannot_explore_the_quests_point_at_all():
    den = location("den", "p", explore=[{"challenge": True}], after_quest=[{"gain_gp": 40}])
    t = search(
        hero(at="p", tokens=["lord"]),
        chart=island("p q", p={"kind": "quest"}),
        places=[den],
        cards=[creature("lord", 10, point="p")],
    )
    assert t.choices == [TRAVEL]


# ---- the Adventure deck ----


@rule("NV-EXPLORE-5", "NV-EXPLORE-7")
def test_the_top_adventure_card_is_revealed_to_all_and_goes_to_hand():
    t = search(hero(at="p"), hero(), adventures=["drillyard-guard"]).play(EXPLORE)
    card = t.n("drillyard-guard")
    assert [e.event for e in t.table.entries(1) if isinstance(e.event, events.Revealed)] == [events.Revealed(0, card)]
    assert t.hero.hand == [card]
    assert t.state.known[card] & 0b10  # the other player knows where it went


@rule("NV-EX-43", "NV-EXPLORE-6", "NV-EVENT-11")
@pytest.mark.parametrize("dice, xp", [([9, 2], 5), ([2, 9], 3)], ids=["won", "lost"])
def test_a_revealed_encounter_event_is_discarded_a_creature_battled_and_that_is_all(dice, xp):
    trail = adventure("trail", "encounter_event")
    t = search(
        hero(at="p", cv=6, hand=["ford-ambush"]),
        dice=dice,
        cards=[trail, creature("foe", 6, 2)],
        adventures=["trail"],
        encounters=["foe"],
    ).play(EXPLORE, FIGHT)
    assert (t.hero.xp, t.ids(t.hero.hand), t.ask.topic) == (xp, ["ford-ambush"], "recovery")
    assert t.state.adventure.discard == [t.n("trail")]
    assert t.state.encounter.discard == [t.n("foe")]


@rule("NV-GAP-28", "NV-EXPLORE-12")
def test_an_escape_from_an_explored_creature_leads_to_recovery():
    t = search(dice=[9], adventures=["ford-ambush"], cards=[creature("foe", 6)], encounters=["foe"]).play(
        EXPLORE, ESCAPE
    )
    assert (t.ask.topic, t.hero.explore_x, t.hero.hand) == ("recovery", True, [])


@rule("NV-EX-46", "NV-EXPLORE-7", "NV-EXPLORE-8")
def test_a_revealed_curse_attaches_and_a_follow_up_is_still_due():
    t = search(adventures=["withered-arm"]).play(EXPLORE)
    assert (t.ids(t.hero.skills[0]), t.hero.hand) == (["withered-arm"], [])
    assert t.choices == [ADVENTURE, REWARD]


# ---- the follow-up ----


@rule("NV-EXPLORE-8", "NV-GAP-27")
def test_one_of_the_two_follow_ups_must_be_chosen():
    t = search(hero(at="p", hand=["ford-ambush"]), adventures=["burial-silver"]).play(EXPLORE)
    assert t.choices == [ADVENTURE, REWARD, spend("ford-ambush")(t)]


@rule("NV-EX-44", "NV-EXPLORE-9", "NV-EXPLORE-12")
@pytest.mark.parametrize("deck, drawn", [(ADVENTURE, "nailed-crate"), (REWARD, "sword")])
def test_the_follow_up_draw_is_one_card_of_either_deck(deck, drawn):
    t = search(adventures=["drillyard-guard", "nailed-crate"], rewards=["sword"]).play(EXPLORE, deck)
    assert t.ids(t.hero.hand) == ["drillyard-guard", drawn]
    assert t.ids([e.card for e in t.events(events.Revealed)]) == ["drillyard-guard"]
    assert t.ask.topic == "recovery"


@rule("NV-EXPLORE-10", "NV-EVENT-12")
def test_the_follow_up_draw_is_not_revealed_even_if_it_is_an_encounter_event():
    t = search(hero(at="p"), hero(), adventures=["burial-silver", "ford-ambush"]).play(EXPLORE, ADVENTURE)
    assert t.ids(t.hero.hand) == ["burial-silver", "ford-ambush"]
    assert len(t.events(events.Revealed)) == 1
    assert [e.event.card for e in t.table.entries(1) if isinstance(e.event, events.Drew)] == [0]
    assert not t.events(events.BattleBegan)


@rule("NV-EX-45", "NV-EXPLORE-11", "NV-EVENT-13")
def test_the_follow_up_fight_spends_an_encounter_event():
    t = search(
        hero(at="p", cv=6, hand=["hunch"]),
        dice=[9, 2],
        cards=[adventure("hunch", "encounter_event"), creature("foe", 6)],
        adventures=["burial-silver"],
        encounters=["foe"],
    ).play(EXPLORE, spend("hunch"), FIGHT)
    assert t.ids(t.hero.hand) == ["burial-silver"]
    assert (t.state.adventure.discard, t.state.encounter.discard) == ([t.n("hunch")], [t.n("foe")])
    assert (t.hero.xp, t.ask.topic) == (5, "recovery")


@rule("NV-GAP-27", "NV-EXPLORE-11")
def test_without_an_encounter_event_in_hand_there_is_no_follow_up_fight():
    t = search(hero(at="p", hand=["sword", "nailed-crate"]), adventures=["burial-silver"]).play(EXPLORE)
    assert t.choices == [ADVENTURE, REWARD]


@rule("NV-GAP-27")
def test_with_both_decks_empty_and_nothing_to_fight_with_explore_just_ends():
    t = search()
    for pile in (t.state.adventure, t.state.reward):
        pile.cards.clear()
    t.do(explore.explore(t.g, t.hero))  # without one question
    assert (t.turn.stage, t.hero.hand) == ("recovery", [])


@rule("NV-GAP-27")
def test_an_empty_deck_is_not_offered_but_the_other_and_the_fight_are():
    t = search(hero(at="p", hand=["ford-ambush"]), adventures=["burial-silver"])
    t.state.reward.cards.clear()
    assert t.play(EXPLORE).choices == [ADVENTURE, spend("ford-ambush")(t)]
