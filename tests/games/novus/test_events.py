"""Adventure cards, their moments, and the windows (NV-EVENT, NV-QUEST, NV-GAP-29..32)."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from hearthside.engine.ask import AllOf, Ask
from hearthside.engine.errors import Refused
from hearthside.engine.table import Table
from hearthside.games.novus import events, moments, windows
from hearthside.games.novus.choices import (
    DONE,
    EXPLORE,
    FIGHT,
    PASS,
    STOP,
    TAKE_GOLD,
    TRAVEL,
    BuyDraw,
    DrawFrom,
    PlayCard,
    TakeFace,
    TakeOption,
    UseAbility,
)  # fmt: skip
from hearthside.games.novus.context import Options
from hearthside.games.novus.vocabulary import If, When

from .story import (
    BOX,
    NOVUS,
    Story,
    adventure,
    card,
    creature,
    equip,
    hero,
    location,
    play,
    reward,
    spend,
    story,
    to,
    use,
)  # fmt: skip

RAT = creature("rat", cv=0, xp=1)
SPARK = adventure("spark", "action_event", when="any", do=[{"gain_gp": 1}])
HOME = (TAKE_GOLD, to("kings-road"), STOP)
BOTH = pytest.mark.parametrize("mode", ["holders", "everyone"])


def spark(n: int, **more: Any) -> Any:
    """One of several Action Events that are alike."""
    return adventure(f"spark-{n}", "action_event", **{"when": "any", "do": [{"gain_gp": 1}], **more})


def sparks(*counts: int, **more: Any) -> Story:
    """Heroes in seat order, each with so many Action Events; seat 2 is at turn."""
    cards = [spark(10 * seat + n) for seat, count in enumerate(counts) for n in range(count)]
    held = [[f"spark-{10 * seat + n}" for n in range(count)] for seat, count in enumerate(counts)]
    t = story(*(hero(hand=hand) for hand in held), cards=cards, **more)
    t.turn.seat = 2
    return t


def drive(rule: Any, answer: Any) -> list[tuple[int, Any]]:
    """Run a rule; `answer` is asked for each question. Returns who answered what, in order."""
    said = []
    try:
        question = next(rule)
        while True:
            asks = question.asks if isinstance(question, AllOf) else (question,)
            got = [answer(ask) for ask in asks]
            said += [(ask.seat, one) for ask, one in zip(asks, got, strict=True)]
            question = rule.send(got if isinstance(question, AllOf) else got[0])
    except StopIteration:
        return said


def eager(ask: Ask) -> Any:
    """Whoever may play something does."""
    return ask.choices[-1]


def played(t: Story) -> list[int]:
    """The seats that played a card, in order."""
    return [e.seat for e in t.events(events.Played)]


def plays(t: Story) -> list[str]:
    """The ids of the cards that may be played now."""
    return [t.g.content.cards[c.card].id for c in t.choices if isinstance(c, PlayCard)]


def fits(t: Story, name: str, seat: int = 0) -> list[Any]:
    """What a seat could play in a window."""
    return windows.plays(t.g, t.heroes[seat], moments.BIT[name])


# ---- when a card may be played ----


@pytest.mark.rule("NV-EVENT-1", "NV-CARD-9")
def test_an_event_bends_the_rules_as_it_says():
    t = story(hero(hand=["read-the-sky"]), dice=[1], rewards=["sword"])
    t.play(DONE, TRAVEL, play("read-the-sky"), TakeFace("reward"))
    assert (t.ids(t.hero.hand), t.ask.topic) == (["sword"], "move")


@pytest.mark.rule("NV-EVENT-2")
@pytest.mark.parametrize("when", [when for when in get_args(When) if when in moments.WINDOWS])
def test_a_printed_moment_is_the_only_moment(when: str):
    t = story(hero(hand=["omen"]), cards=[adventure("omen", "action_event", when=when, do=[{"gain_gp": 1}])])
    assert [name for name in moments.WINDOWS if fits(t, name)] == [when]
    assert plays(t.play()) == []


@pytest.mark.rule("NV-EVENT-2", "NV-PREP-6")
@pytest.mark.parametrize("when, stages", [("preparation", [0]), ("recovery", [1]), ("either", [0, 1]), ("any", [0, 1])])
def test_a_card_names_its_phase(when: str, stages: list[int]):
    omen = adventure("omen", "event", when=when, do=[{"gain_gp": 1}])
    both = [story(hero(hand=["omen"]), cards=[omen], stage=stage).play() for stage in ("preparation", "recovery")]
    assert [n for n, t in enumerate(both) if plays(t)] == stages


@pytest.mark.rule("NV-EVENT-3")
def test_an_event_without_a_moment_waits_for_its_owners_preparation_or_recovery():
    omen = adventure("omen", "event", do=[{"gain_gp": 1}])
    t = story(hero(hand=["omen"]), hero(hand=["pilfer"]), cards=[omen])
    assert plays(t) == ["omen"]
    assert not any(fits(t, name, seat) for name in moments.WINDOWS for seat in (0, 1))
    assert plays(story(hero(hand=["omen"]), cards=[omen], stage="recovery")) == ["omen"]


@pytest.mark.rule("NV-EVENT-4", "NV-CARD-7")
def test_a_resolved_card_goes_to_the_adventure_discard():
    t = story(hero(hand=["spark", "burial-silver", "elemental-rift"]), cards=[SPARK])
    t.play(play("spark"), play("burial-silver"), play("elemental-rift"), to("saltmarsh"))
    assert t.ids(t.state.adventure.discard) == ["spark", "burial-silver", "elemental-rift"]


@pytest.mark.rule("NV-EVENT-4")
def test_a_card_that_says_otherwise_stays():
    t = story(hero(hand=["enchant-weapon"], gear=["sword"])).play(play("enchant-weapon"))
    assert t.state.adventure.discard == []
    assert t.ids(t.hero.enchants) == ["enchant-weapon"]


@pytest.mark.rule("NV-EVENT-5", "NV-GLOSS-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_action_event_fits_every_window_on_anyones_turn(seat: int):
    t = story(hero(hand=["spark"] * (seat == 0)), hero(hand=["spark"] * (seat == 1)), cards=[SPARK])
    assert [name for name in moments.WINDOWS if fits(t, name, seat)] == list(moments.WINDOWS)


@pytest.mark.rule("NV-EVENT-5")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_an_action_event_is_played_in_ones_own_phases_too(stage: str):
    t = story(hero(hand=["spark"]), cards=[SPARK], stage=stage).play()
    assert plays(t) == ["spark"]


@pytest.mark.rule("NV-EVENT-15", "NV-GAP-30")
def test_action_events_and_treasures_leave_the_one_card_to_come():
    held = ["spark-0", "spark-1", "burial-silver", "mixed-coinage", "elemental-rift", "last-cart"]
    t = story(hero(hand=held), cards=[spark(0), spark(1)]).play()
    for id_ in held[:4]:
        t.play(play(id_))
    assert plays(t) == ["elemental-rift", "last-cart"]
    assert plays(t.play(play("elemental-rift"), to("saltmarsh"))) == []


@pytest.mark.rule("NV-EVENT-15", "NV-GAP-30")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_a_card_with_a_printed_moment_does_not_count(stage: str):
    omens = [adventure(f"omen-{n}", "event", when=stage, do=[{"gain_gp": 1}]) for n in range(2)]
    t = story(hero(hand=["omen-0", "omen-1", "elemental-rift"]), cards=omens, stage=stage)
    t.play(play("elemental-rift"), to("saltmarsh"), play("omen-0"), play("omen-1"))
    assert t.hero.hand == []


@pytest.mark.rule("NV-GAP-30")
@pytest.mark.parametrize("category", ["event", "travel_event", "quest_event"])
def test_events_without_a_printed_moment_count(category: str):
    omen = adventure("omen", category, do=[{"gain_gp": 1}])
    t = story(hero(hand=["omen", "elemental-rift"]), cards=[omen])
    assert plays(t.play(play("omen"))) == []


@pytest.mark.rule("NV-EX-56", "NV-PREP-5", "NV-RECOV-5", "NV-GAP-29", "NV-EVENT-9")
def test_three_treasures_and_one_card_more():
    coins = ["burial-silver", "mixed-coinage", "tollkeepers-hoard"]
    t = story(hero(hand=[*coins, "drillyard-guard", "elemental-rift"], gp=0), dice=[1])
    t.play(*map(play, coins))
    assert (t.hero.gp, plays(t)) == (20 + 15 + 25, ["drillyard-guard", "elemental-rift"])
    assert plays(t.play(play("drillyard-guard"))) == []
    assert plays(t.play(DONE, TRAVEL, *HOME)) == ["elemental-rift"]


@pytest.mark.rule("NV-EX-56", "NV-GAP-29", "NV-EVENT-9")
def test_recovery_takes_the_event_and_leaves_the_skill():
    t = story(hero(hand=["burial-silver", "drillyard-guard", "elemental-rift"]), stage="recovery")
    assert plays(t) == ["burial-silver", "elemental-rift"]


@pytest.mark.rule("NV-GAP-90")
def test_a_card_drawn_by_the_one_card_waits():
    omen = adventure("omen", "event", do=[{"draw": "adventure"}])
    t = story(hero(hand=["omen"]), cards=[omen], adventures=["elemental-rift"])
    t.play(play("omen"))
    assert (t.ids(t.hero.hand), plays(t)) == (["elemental-rift"], [])


@pytest.mark.rule("NV-GAP-90")
def test_an_effect_raises_the_limit():
    omen = adventure("omen", "event", do=[{"extra_play": 1}])
    t = story(hero(hand=["omen", "elemental-rift", "beast-lore"]), cards=[omen])
    assert plays(t.play(play("omen"))) == ["elemental-rift", "beast-lore"]
    assert plays(t.play(play("beast-lore"))) == []


# ---- treasures, Encounter Events, Travel Events ----


@pytest.mark.rule("NV-EVENT-8", "NV-CARD-7")
def test_a_treasure_is_discarded_for_what_it_states():
    t = story(hero(hand=["mixed-coinage"], gp=0)).play(play("mixed-coinage"))
    assert (t.hero.gp, t.hero.hand, t.ids(t.state.adventure.discard)) == (15, [], ["mixed-coinage"])


@pytest.mark.rule("NV-EVENT-9", "NV-EVENT-10")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_any_number_of_treasures_are_played(stage: str):
    coins = [BOX.cards[n].id for n in BOX.adventure if BOX.cards[n].category == "treasure"]
    t = story(hero(at="kings-road", hand=[*coins, "elemental-rift"], gp=0), stage=stage, dice=[3])
    for id_ in coins:
        t.play(play(id_))
    assert t.hero.gp == sum(BOX.cards[BOX.number[id_]].gp_value for id_ in coins)
    assert "elemental-rift" in plays(t)


@pytest.mark.rule("NV-GAP-79")
def test_treasures_state_10_to_40_gp():
    values = [BOX.cards[n].gp_value for n in BOX.adventure if BOX.cards[n].category == "treasure"]
    assert len(values) == 8
    assert all(10 <= gp <= 40 for gp in values)


@pytest.mark.rule("NV-EVENT-11", "NV-EXPLORE-6")
def test_an_encounter_event_revealed_by_explore_means_a_battle_at_once():
    t = story(hero(at="kings-road"), cards=[RAT], adventures=["bounty-notice"], encounters=["rat"], dice=[6, 2])
    t.play(DONE, EXPLORE)
    assert (t.ask.topic, t.state.battle.creature) == ("escape", t.n("rat"))
    assert t.play(FIGHT).ask.topic == "recovery"
    assert (t.hero.xp, t.hero.hand) == (4, [])


@pytest.mark.rule("NV-EVENT-12", "NV-TRAVEL-4")
def test_an_encounter_event_drawn_on_the_road_goes_to_hand():
    t = story(hero(), adventures=["bounty-notice"], dice=[3]).play(DONE, TRAVEL)
    assert (t.ask.topic, t.ids(t.hero.hand), t.state.battle) == ("move", ["bounty-notice"], None)


@pytest.mark.rule("NV-EVENT-12")
def test_an_encounter_event_that_was_bought_goes_to_hand():
    t = story(hero(gp=25), adventures=["bounty-notice"]).play(BuyDraw("adventure"))
    assert (t.ask.topic, t.ids(t.hero.hand), plays(t)) == ("preparation", ["bounty-notice"], [])


@pytest.mark.rule("NV-EVENT-12", "NV-EXPLORE-10")
def test_an_encounter_event_drawn_second_goes_to_hand():
    t = story(hero(at="kings-road"), adventures=["last-cart", "bounty-notice"])
    t.play(DONE, EXPLORE, DrawFrom("adventure"))
    assert (t.ask.topic, t.ids(t.hero.hand)) == ("recovery", ["last-cart", "bounty-notice"])


@pytest.mark.rule("NV-EVENT-13", "NV-EXPLORE-11", "NV-GAP-78")
def test_an_encounter_event_in_hand_buys_a_battle_from_the_encounter_deck():
    t = story(
        hero(at="kings-road", hand=["bounty-notice"], gp=0), cards=[RAT], adventures=["last-cart"], encounters=["rat"],
        dice=[6, 2],
    )  # fmt: skip
    t.play(DONE, EXPLORE, spend("bounty-notice"), FIGHT)
    assert (t.hero.xp, t.hero.gp, t.ids(t.hero.hand)) == (4, 20, ["last-cart"])
    assert t.ids(t.state.adventure.discard) == ["bounty-notice"]
    assert t.ids(t.state.encounter.discard) == ["rat"]


@pytest.mark.rule("NV-EVENT-13")
def test_an_encounter_event_is_of_no_use_elsewhere():
    for stage in ("preparation", "recovery"):
        t = story(hero(hand=["bounty-notice"]), stage=stage)
        assert plays(t) == []
        assert not any(fits(t, name) for name in moments.WINDOWS)


@pytest.mark.rule("NV-GAP-78")
def test_there_are_three_decks_and_the_creatures_are_the_encounter_deck():
    t = story(hero())
    assert len(t.state.encounter.cards) == 40
    assert {t.g.content.deck_of(n) for n in t.state.encounter.cards} == {"encounter"}
    assert "creature" not in type(t.state).__struct_fields__


@pytest.mark.rule("NV-EVENT-14")
def test_a_travel_event_carries_its_owner_further():
    t = story(hero(hand=["carters-favour"], gp=5), dice=[1])
    t.play(DONE, TRAVEL, TAKE_GOLD, play("carters-favour"))
    assert (t.turn.moves, t.hero.gp) == (4, 10)


@pytest.mark.rule("NV-EVENT-14")
@pytest.mark.parametrize("option, moves", [(0, 4), (1, 1)])
def test_a_travel_event_changes_the_way_of_the_player_it_names(option: int, moves: int):
    t = story(hero(), hero(hand=["washed-out-bridge"]), dice=[1])
    t.play(DONE, TRAVEL, play("washed-out-bridge"), TakeOption(option), TAKE_GOLD)
    assert t.turn.moves == moves


@pytest.mark.rule("NV-EVENT-14")
def test_a_travel_event_sets_its_owner_on_a_point():
    t = story(hero(hand=["last-cart"])).play(play("last-cart"), to("frosthelm"))
    assert t.at == "frosthelm"
    assert t.ask.topic == "preparation"


@pytest.mark.rule("NV-EVENT-16")
def test_the_adventure_deck_holds_seven_quest_events():
    deck = story(hero(), hero()).state.adventure.cards
    assert len(deck) == 65
    assert sum(1 for n in deck if BOX.cards[n].category == "quest_event") == 7


# ---- costs and losses (NV-GAP-41) ----


@pytest.mark.rule("NV-GAP-41", "NV-CARD-6", "NV-BATTLE-32")
def test_a_penalty_takes_what_is_there():
    ogre = creature("ogre", cv=30, defeat=[{"discard": 2}, {"lose_gp": 10}, {"destroy": 2}])
    t = story(hero(hand=["amber-lump"], gear=["iron-cap"], gp=7, luck=0), cards=[ogre], encounters=["ogre"])
    assert t.roll(2, 2).battle(FIGHT) == "lose"
    assert (t.hero.hand, t.hero.gp, any(t.hero.gear)) == ([], 0, False)


@pytest.mark.rule("NV-GAP-41")
@pytest.mark.parametrize(
    "cost, have, lack",
    [
        ([{"pay_gp": 10}], {"gp": 10}, {"gp": 9}),
        ([{"discard": 2}], {"hand": ["amber-lump", "sword"]}, {"hand": ["amber-lump"]}),
        ([{"destroy": 1}], {"gear": ["sword"]}, {"skills": [["drillyard-guard"]]}),
        ([{"lose_xp": 2}], {"xp": 3}, {"xp": 2}),
    ],
)
def test_a_price_is_paid_in_full_or_not_at_all(cost: list[Any], have: dict[str, Any], lack: dict[str, Any]):
    deal = adventure("deal", "event", cost=cost, do=[{"gain_luck": "self"}])

    def table(of: dict[str, Any]) -> Story:
        return story(hero(**{"luck": 0, **of, "hand": ["deal", *of.get("hand", [])]}), cards=[deal])

    assert plays(table(lack)) == []
    assert "deal" in plays(table(have))
    t = table(have).play(play("deal"))
    assert t.hero.luck == 1
    assert len(t.hero.hand) == (len(have.get("hand", [])) and 0)


@pytest.mark.rule("NV-GAP-41")
def test_a_card_does_not_pay_for_itself():
    deal = adventure("deal", "event", cost=[{"discard": 1}], do=[{"gain_gp": 5}])
    assert plays(story(hero(hand=["deal"]), cards=[deal])) == []


# ---- abilities (NV-GAP-50) ----


@pytest.mark.rule("NV-GAP-50", "NV-CLASS-9")
def test_expert_maneuvers_serve_once_a_battle_round():
    held = ["amber-lump", "silver-spoons", "pearl-string"]
    t = story(hero("knight", hand=held), cards=[RAT, creature("rat-b", cv=0)], encounters=["rat", "rat-b"])
    with pytest.raises(AssertionError, match="not asked for"):
        t.roll(6, 2).battle(FIGHT, use("knight"), card("amber-lump"), use("knight"))
    assert t.roll(6, 2).battle(FIGHT, use("knight"), card("silver-spoons")) == "win"


@pytest.mark.rule("NV-GAP-50")
def test_any_number_of_different_abilities_serve_in_a_round():
    rings = [
        reward(f"ring-{n}", "misc", "item", abilities=[{"when": "step_6", "do": [{"battle_cv": 1}]}] * 2)
        for n in (0, 1)
    ]
    t = story(hero(gear=["ring-0", "ring-1"]), cards=[*rings, creature("ogre", cv=9)], encounters=["ogre"])
    each = [use("ring-0"), use("ring-0", 1), use("ring-1"), use("ring-1", 1)]
    assert t.roll(3, 2).battle(FIGHT, *each) == "win"


# ---- Quest Events ----

QUESTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "close-the-crypt": ({"beaten": ["orc-warrior"]}, {"beaten": ["ghouls"]}),
    "frozen-letter": ({"at": "mosswick"}, {"at": "frosthelm"}),
    "dig-the-well": ({"at": "dustgate", "gp": 19}, {"at": "dustgate", "gp": 20}),
    "feed-the-fishers": (
        {"at": "reed-path", "hand": ["sword"]}, {"at": "reed-path", "hand": ["sword", "hatchet"]},
    ),
    "hall-trophy": ({}, {"tokens": ["cystos"]}),
    "audience-at-court": (
        {"gear": ["iron-cap"]}, {"gear": ["iron-cap", "padded-coat"]},
    ),
    "bloody-days-work": ({"beaten": ["orc-warrior"]}, {"beaten": ["savage-bears", "orc-warrior"]}),
}  # fmt: skip


def quest_table(id_: str, at_hand: dict[str, Any]) -> Story:
    """A Recovery with this Quest Event in hand; beaten: whom the hero beat this turn."""
    fields = {**at_hand, "hand": [id_, *at_hand.get("hand", [])]}
    beaten = fields.pop("beaten", [])
    t = story(hero(**fields), hero(), stage="recovery")
    t.turn.wins += [BOX.number[foe] for foe in beaten]
    # the Recovery's options, worked out anew
    return Story(Table.open(NOVUS, 2, 1, t.g.options, content=t.g.content, state=t.state))


@pytest.mark.rule("NV-QUEST-1", "NV-GAP-80")
def test_every_quest_event_names_a_circumstance():
    quests = [BOX.cards[n] for n in BOX.adventure if BOX.cards[n].category == "quest_event"]
    assert {q.id for q in quests} == set(QUESTS)
    assert all(q.xp > 0 and (q.cond != If() or q.cost) for q in quests)


@pytest.mark.rule("NV-QUEST-1", "NV-GAP-80")
@pytest.mark.parametrize("id_", QUESTS)
def test_a_quest_event_waits_for_its_circumstance(id_: str):
    lacking, fulfilled = QUESTS[id_]
    assert id_ not in plays(quest_table(id_, lacking))
    assert id_ in plays(quest_table(id_, fulfilled))


@pytest.mark.rule("NV-QUEST-2", "NV-QUEST-3")
@pytest.mark.parametrize("id_", QUESTS)
def test_a_quest_event_gives_its_xp_and_lies_beside_the_board(id_: str):
    t = quest_table(id_, QUESTS[id_][1]).play(play(id_))
    assert t.hero.xp == 3 + BOX.cards[BOX.number[id_]].xp
    assert t.ids(t.hero.quests) == [id_]
    assert BOX.number[id_] not in [*t.state.adventure.discard, *t.hero.hand]


@pytest.mark.rule("NV-QUEST-4", "NV-GOAL-3")
def test_the_third_quest_event_wins():
    done = ["close-the-crypt", "hall-trophy"]
    t = story(hero(at="frosthelm", quests=done, hand=["frozen-letter"]), hero()).play(play("frozen-letter"))
    assert t.table.over
    assert (t.table.result.winners, t.table.result.how) == ([0], "quests")
    t = story(hero(at="frosthelm", quests=done[:1], hand=["frozen-letter"]), hero()).play(play("frozen-letter"))
    assert not t.table.over


@pytest.mark.rule("NV-QUEST-5", "NV-RECOV-9")
def test_the_xp_of_a_quest_event_may_be_the_25th():
    t = story(hero(at="frosthelm", xp=24, hand=["frozen-letter"]), hero(), stage="recovery")
    assert t.play(play("frozen-letter")).hero.xp == 25


# ---- the windows (NV-GAP-32) ----

DAY_WINDOWS = [
    "turn_start", "adventure", "before_die", "die_rolled", "revealed", "step_1", "step_2", "step_3", "step_4", "step_5",
    "step_6", "step_7", "before_step", "before_step", "recovery_start", "turn_end",
]  # fmt: skip


@BOTH
@pytest.mark.rule("NV-GAP-32")
@pytest.mark.parametrize("holder", [0, 1])
def test_a_day_opens_its_windows_in_order(mode: str, holder: int):
    road = iter([DONE, TRAVEL, FIGHT, to("sheep-road"), to("old-barrow"), DONE])
    calm = location("calm", "old-barrow")
    hands = [["spark"] * (holder == seat) for seat in (0, 1)]
    t = story(
        hero(hand=hands[0]), hero(hand=hands[1]), cards=[SPARK, RAT], encounters=["rat"], places=[calm], dice=[5, 6, 2],
        windows=mode,
    )  # fmt: skip
    seen = []
    while t.turn.number == 1:
        if t.ask.topic == "window":
            seen.append(t.ask.about)
            for ask in t.table.asks:
                t.table.answer(PASS, ask.seat)
        else:
            answer = next(road)
            t.table.answer(answer(t) if callable(answer) else answer)
    assert seen == DAY_WINDOWS


@pytest.mark.rule("NV-GAP-32")
def test_a_revealed_adventure_card_opens_a_window():
    t = story(hero(at="kings-road"), hero(hand=["spark"]), cards=[SPARK], adventures=["last-cart"])
    t.play(DONE)
    t.table.answer(EXPLORE)
    assert (t.ask.topic, t.ask.about, t.ask.seat) == ("window", "revealed", 1)


@pytest.mark.rule("NV-GAP-32")
def test_a_completed_quest_event_opens_a_window():
    t = story(hero(at="frosthelm", hand=["frozen-letter"]), hero(hand=["stolen-stories"]), stage="recovery")
    t.play(play("frozen-letter"), play("stolen-stories"))
    assert (t.hero.xp, t.heroes[1].xp) == (5, 4)


@pytest.mark.rule("NV-GAP-32")
def test_holders_alone_are_asked_by_default():
    t = story(hero(), hero(hand=["pilfer"]), hero(hand=["spark"]), cards=[SPARK], stage="recovery")
    assert (t.ask.topic, [ask.seat for ask in t.table.asks]) == ("window", [2])
    assert story(hero(), hero(), stage="recovery").ask.topic == "recovery"


@pytest.mark.rule("NV-GAP-32")
def test_where_the_table_wants_it_everyone_is_asked_alike():
    t = story(hero(), hero(hand=["pilfer"]), hero(hand=["spark"]), cards=[SPARK], stage="recovery", windows="everyone")
    assert [(ask.seat, ask.topic, len(ask.choices)) for ask in t.table.asks] == [
        (0, "window", 1), (1, "window", 1), (2, "window", 2),
    ]  # fmt: skip
    t = story(hero(), hero(), stage="recovery", windows="everyone")
    assert [ask.topic for ask in t.table.asks] == ["window", "window"]


@pytest.mark.rule("NV-GAP-32")
def test_alone_at_a_table_that_asks_everyone():
    t = story(hero(hand=["spark"], gp=0), cards=[SPARK], stage="recovery", windows="everyone")
    assert t.play(play("spark")).hero.gp == 1


# ---- who comes first (NV-EVENT-6, NV-EVENT-7) ----


@BOTH
@pytest.mark.rule("NV-EX-75", "NV-EVENT-7")
def test_the_player_at_turn_first_then_turn_order(mode: str):
    t = sparks(1, 0, 1, 1, windows=mode)
    drive(windows.window(t.g, "before_die"), eager)
    assert played(t) == [2, 3, 0]


@BOTH
@pytest.mark.rule("NV-EVENT-7")
@pytest.mark.parametrize("at_turn", range(4))
def test_priority_goes_round_from_whoever_is_at_turn(mode: str, at_turn: int):
    t = sparks(1, 1, 1, 1, windows=mode)
    t.turn.seat = at_turn
    drive(windows.window(t.g, "die_rolled"), eager)
    assert played(t) == [(at_turn + n) % 4 for n in range(4)]


@BOTH
@pytest.mark.rule("NV-EVENT-7", "NV-GAP-32")
def test_after_each_card_the_player_at_turn_is_asked_first_again(mode: str):
    t = sparks(1, 0, 2, 1, windows=mode)
    wishes = {2: 0, 3: 1, 0: 1}  # how many cards each plays; seat 2 waits for seat 3

    def answer(ask: Ask) -> Any:
        if ask.seat == 2 and 3 in played(t) and len(ask.choices) > 1:
            return ask.choices[-1]
        if wishes.get(ask.seat) and len(ask.choices) > 1 and (ask.seat != 0 or 3 in played(t)):
            return ask.choices[-1]
        return PASS

    drive(windows.window(t.g, "before_die"), answer)
    assert played(t) == [3, 2, 2, 0]


@BOTH
@pytest.mark.rule("NV-EX-75", "NV-EVENT-6")
def test_a_later_player_may_think_again(mode: str):
    t = sparks(1, 0, 1, 1, windows=mode)

    def answer(ask: Ask) -> Any:
        return PASS if ask.seat == 3 and played(t) else eager(ask)

    drive(windows.window(t.g, "before_die"), answer)
    assert played(t) == [2, 0]
    assert t.ids(t.heroes[3].hand) == ["spark-30"]


@BOTH
@pytest.mark.rule("NV-EVENT-6")
def test_the_next_card_is_offered_when_the_last_has_done_all_it_does(mode: str):
    t = sparks(1, 0, 1, 1, windows=mode)
    seen = []

    def answer(ask: Ask) -> Any:
        seen.append((len(played(t)), sum(h.gp for h in t.heroes), list(t.state.limbo)))
        return eager(ask)

    drive(windows.window(t.g, "before_die"), answer)
    assert all(gp == 40 + done and limbo == [] for done, gp, limbo in seen)


@BOTH
@pytest.mark.rule("NV-GAP-32")
def test_the_window_closes_when_all_have_passed_in_a_row(mode: str):
    t = sparks(1, 1, 1, 1, windows=mode)
    said = drive(windows.window(t.g, "before_die"), lambda ask: PASS)
    assert said == [(2, PASS), (3, PASS), (0, PASS), (1, PASS)]


@BOTH
@pytest.mark.rule("NV-EVENT-6", "NV-GAP-32")
def test_no_card_is_played_inside_another(mode: str):
    slow = adventure(
        "slow", "action_event", when="any", do=[{"draw": "choice", "n": 2}, {"discard": 1}, {"gain_gp": 5}]
    )
    t = story(
        hero(hand=["spark-0"]), hero(hand=["slow"], gp=0), cards=[slow, spark(0)], stage="recovery", windows=mode,
    )  # fmt: skip
    t.play(play("slow"))
    topics = []
    while t.ask.topic in ("deck", "discard"):
        assert [ask.seat for ask in t.table.asks] == [1]
        topics.append(t.ask.topic)
        t.table.answer(t.choices[0], 1)
    assert topics == ["deck", "deck", "discard"]
    assert (t.ask.topic, t.ask.seat, t.heroes[1].gp) == ("window", 0, 5)


@BOTH
@pytest.mark.rule("NV-EVENT-6", "NV-GAP-32")
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_no_window_opens_while_a_card_resolves(mode: str, seed: int):
    table = Table.open(NOVUS, 3, seed, Options(characters="random", windows=mode))  # type: ignore[arg-type]
    random = Random(seed)
    opened = 0
    for _ in range(1500):
        if table.over:
            break
        ask = table.asks[0]
        if ask.topic == "window":
            opened += 1
            shown = [e.event.card for e in table.log or [] if isinstance(e.event, events.Revealed)][-1:]
            assert [n for n in table.g.state.limbo if n not in shown] == []
        table.answer(random.choice(list(ask.choices)), ask.seat)
    assert opened > 20


@BOTH
@pytest.mark.rule("NV-GAP-73", "NV-REWARD-17")
def test_single_use_items_share_the_windows_and_their_order(mode: str):
    flasks = [
        reward(f"flask-{n}", "single_use", "item", abilities=[
            {"when": "any", "uses": "once", "who": "any", "do": [{"gain_gp": 1}]},
        ])
        for n in range(2)
    ]  # fmt: skip
    t = story(
        hero(hand=["spark-0"]), hero(gear=["flask-0"]), hero(gear=["flask-1"]), hero(hand=["spark-1"]),
        cards=[*flasks, spark(0), spark(1)], windows=mode,
    )  # fmt: skip
    t.turn.seat = 2
    drive(windows.window(t.g, "before_die"), eager)
    done = [e.event.seat for e in t.table.log if isinstance(e.event, events.Played | events.Used)]
    assert done == [2, 3, 0, 1]
    assert set(t.ids(t.state.reward.discard)) == {"flask-0", "flask-1"}


@pytest.mark.rule("NV-GAP-73")
def test_a_single_use_item_does_all_it_does_before_anything_else():
    flask = reward("flask", "single_use", "item", abilities=[
        {"when": "any", "uses": "once", "who": "any", "do": [{"draw": "choice"}, {"gain_gp": 5}]},
    ])  # fmt: skip
    t = story(hero(hand=["spark"]), hero(gear=["flask"], gp=0), cards=[flask, SPARK], stage="recovery")
    t.play(use("flask"))
    assert (t.ask.topic, t.ask.seat) == ("deck", 1)
    t.table.answer(DrawFrom("reward"))
    assert (t.ask.topic, t.ask.seat, t.heroes[1].gp) == ("window", 0, 5)


# ---- step 6 (NV-GAP-31) ----


def step_6(held: str, *more: Any, seat: int = 0, window: str = "step_6") -> list[Any]:
    """What a seat could play in step 6 (or another window) of a battle of seat 0's."""
    t = story(
        *(hero(hand=[held] if n == seat else []) for n in (0, 1)), cards=[RAT, *more], encounters=["rat"], dice=[5]
    )
    t.play(DONE, TRAVEL)
    return fits(t, window, seat)


@pytest.mark.rule("NV-GAP-31", "NV-BATTLE-21")
@pytest.mark.parametrize("held", ["burial-silver", "drillyard-guard", "elemental-rift", "bounty-notice"])
def test_treasures_skills_and_plain_events_have_no_place_in_step_6(held: str):
    assert step_6(held) == []


@pytest.mark.rule("NV-GAP-31", "NV-BATTLE-21")
@pytest.mark.parametrize("seat", [0, 1])
def test_anyone_plays_action_events_in_step_6(seat: int):
    assert len(step_6("tipped-scale", seat=seat)) == 1
    assert len(step_6("spark", SPARK, seat=seat)) == 1


@pytest.mark.rule("NV-GAP-31")
@pytest.mark.parametrize("when", ["step_6", "battle"])
def test_an_event_with_a_battle_moment_is_for_the_player_who_fights(when: str):
    feint = adventure("feint", "event", when=when, do=[{"battle_cv": 2}])
    assert [len(step_6("feint", feint, seat=seat)) for seat in (0, 1)] == [1, 0]


@pytest.mark.rule("NV-GAP-31", "NV-EVENT-15")
def test_any_number_of_cards_are_played_in_step_6():
    feints = [adventure(f"feint-{n}", "event", when="step_6", do=[{"battle_cv": 2}]) for n in range(2)]
    held = ["feint-0", "feint-1", "spark-0", "spark-1"]
    ogre = creature("ogre", cv=9)
    t = story(hero(hand=held), cards=[*feints, spark(0), spark(1), ogre], encounters=["ogre"])
    assert t.roll(3, 2).battle(FIGHT, *map(play, held)) == "win"


@pytest.mark.rule("NV-EVENT-5", "NV-BATTLE-21")
def test_another_player_tips_the_scale():
    t = story(hero(), hero(hand=["tipped-scale"]), cards=[creature("ogre", cv=6)], encounters=["ogre"], dice=[5, 4, 3])
    t.play(DONE, TRAVEL, FIGHT, play("tipped-scale"), TakeOption(1))
    assert t.events(events.BattleEnded)[-1].result == "lose"


@pytest.mark.rule("NV-EVENT-2", "NV-CARD-9")
@pytest.mark.parametrize("who, seats", [("self", [0]), ("other", [1]), ("any", [0, 1])])
@pytest.mark.parametrize("when", ["before_die", "step_6"])
def test_a_card_may_say_in_whose_turn_or_battle_it_is_played(when: str, who: str, seats: list[int]):
    omen = adventure("omen", "action_event", when=when, who=who, do=[{"gain_gp": 1}])
    assert [seat for seat in (0, 1) if step_6("omen", omen, seat=seat, window=when)] == seats


@pytest.mark.rule("NV-EVENT-3", "NV-EVENT-5")
def test_a_card_out_of_its_moment_is_refused():
    t = story(hero(hand=["tipped-scale"]))
    with pytest.raises(Refused):
        t.table.answer(play("tipped-scale")(t))


@pytest.mark.rule("NV-REWARD-16", "NV-EVENT-5")
def test_an_item_in_hand_has_no_moment():
    t = story(hero(hand=["wishbone-charm"], luck=0))
    assert not any(fits(t, name) for name in moments.WINDOWS)
    assert UseAbility(t.n("wishbone-charm"), 0) in t.play(equip("wishbone-charm")).choices
