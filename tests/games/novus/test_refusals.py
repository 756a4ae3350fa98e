"""Why not: every refusal has its sentence, its numbers and a rule of the ledger."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hearthside.engine.ask import Ask
from hearthside.engine.game import Refusal
from hearthside.games.novus import board
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    KEEP_ROLL,
    NO,
    PASS,
    SPEND_LUCK,
    TAKE_GOLD,
    TAKE_STEP,
    TRAVEL,
    YES,
    DrawFrom,
    MoveTo,
    PickCharacter,
    TakeCard,
    TakeSeat,
    TakeStack,
)
from hearthside.games.novus.refusals.topics import refusals
from hearthside.games.novus.state import Battle, Turn

from .story import BOX, Story, adventure, hero, klass, reward, story
from .test_words import TOPICS, clean
from .walks import GAMES, NOVUS, walk

LEDGER = (NOVUS.ledger or BOX).read_text()  # type: ignore[union-attr]
RULES = set(re.findall(r"^- \*\*(NV-[A-Z]+-\d+)\*\*", LEDGER, re.M))
SEAL = adventure("seal", "quest_event", xp=3, **{"if": {"at": ["city"], "region": ["tundra"], "tokens_at_least": 1}})


def why(t: Story, what: str, ask: Ask | None = None) -> Refusal:
    found = [one for one in refusals(t.g, ask or t.ask) if one.what == what]
    assert found, f"{what} is not among {[one.what for one in refusals(t.g, ask or t.ask)]}"
    return found[0]


def told(t: Story, what: str, ask: Ask | None = None) -> tuple[str, str]:
    one = why(t, what, ask)
    return one.why, one.rule


def asking(topic: str, *choices: Any, about: Any = None) -> Ask:
    return Ask(0, list(choices), topic, "NV-CARD-9", about=about)


@pytest.mark.slow
@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_in_play_every_refusal_reads_and_quotes_the_ledger(seats: int, seed: int, options: dict[str, Any]) -> None:
    for table in walk(seats, seed, options):
        for ask in table.asks:
            offered = {NOVUS.say_choice(table.g, ask, one) for one in ask.choices}
            found = NOVUS.refusals(table.g, ask)
            assert found, ask.topic
            for one in found:
                assert one.rule in RULES, one
                assert clean(one.what), one
                assert clean(one.why), one
                assert one.why.endswith("."), one
                assert one.why[0].isupper() or one.why[0].isdigit(), one
                assert one.what not in offered, one


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_refuses_something(topic: str) -> None:
    t = story(hero(), hero("priest"))
    assert refusals(t.g, asking(topic, DONE, about="adventure" if topic == "window" else None))


# ---- Preparation ----


def test_a_dear_draw() -> None:
    t = story(hero(gp=10))
    assert told(t, "Buy a Reward card") == ("A card costs 25 GP; you have 10.", "NV-PREP-7")


def test_a_second_bought_draw() -> None:
    t = story(hero(gp=80))
    t.turn.bought = True
    ask = asking("preparation", DONE)
    assert told(t, "Buy a Reward card", ask) == ("You have bought your 1 card of this Preparation.", "NV-PREP-7")


def test_selling_in_preparation() -> None:
    assert why(story(hero(hand=["oathplate"])), "Sell a card").rule == "NV-SELL-5"


def test_the_one_card_limit() -> None:
    card = adventure("windfall", do=[{"gain_gp": 5}])
    t = story(hero(hand=["windfall"]), cards=[card])
    t.turn.plays = 0
    ask = asking("preparation", DONE)
    assert told(t, "Play windfall", ask) == ("You have played the 1 card of this Preparation.", "NV-PREP-5")


def test_a_skill_without_a_free_slot() -> None:
    content = story().g.content
    skills = [content.cards[n].id for n in content.adventure if content.cards[n].category == "skill"][:4]
    t = story(hero(hand=[skills[3]], skills=[[one] for one in skills[:3]]))
    name = content.cards[t.g.content.number[skills[3]]].name
    assert told(t, f"Play {name}") == ("All 3 of your skill slots are taken.", "NV-SKILL-4")


def test_a_quest_event_says_which_conditions_are_not_met() -> None:
    t = story(hero(at="hearthold", hand=["seal"]), cards=[SEAL])
    sentence, rule = told(t, "Play seal")
    assert rule == "NV-QUEST-1"
    assert "White Reach" in sentence
    assert "you are at Hearthold" in sentence
    assert "0 Quest Creatures defeated" in sentence
    assert "City" not in sentence  # that one is met


def test_a_price_that_cannot_be_paid() -> None:
    card = adventure("bribe", cost=[{"pay_gp": 30}], do=[{"gain_xp": 1}])
    t = story(hero(gp=10, hand=["bribe"]), cards=[card])
    assert told(t, "Play bribe") == ("Its price is to pay 30 GP; you have 10 GP.", "NV-GAP-41")


def test_a_card_for_another_class() -> None:
    staff = reward("staff", class_icon="wizard")
    t = story(hero("knight", hand=["staff"]), cards=[staff])
    assert told(t, "Place staff") == ("staff needs the wizard icon; Knight has the fighter icon.", "NV-REWARD-3")


def test_heavy_armor() -> None:
    mail = reward("mail", kind="armor", slot="body", weight="heavy")
    monk = klass("monk", ["priest"], heavy="none")
    t = story(hero("monk", hand=["mail"]), cards=[mail, monk])
    assert told(t, "Place mail") == ("A monk cannot wear Heavy armor.", "NV-CLASS-14")


def test_a_slot_that_is_filled() -> None:
    hat, cap = reward("hat", kind="armor", slot="head"), reward("cap", kind="armor", slot="head")
    t = story(hero(gear=["hat"], hand=["cap"]), cards=[hat, cap])
    assert told(t, "Place cap") == ("The head slot is filled: hat.", "NV-BOARD-1")


def test_two_handed() -> None:
    pike, club = reward("pike", two_handed=True), reward("club")
    t = story(hero(gear=["club"], hand=["pike"]), cards=[pike, club])
    assert told(t, "Place pike") == ("pike needs both hand slots, and 1 is free.", "NV-REWARD-13")
    t = story(hero(gear=["pike"], hand=["club"]), cards=[pike, club])
    assert told(t, "Place club") == ("pike takes both of your 2 hand slots.", "NV-REWARD-13")


def test_skills_and_curses_stay() -> None:
    content = BOX
    skill = next(content.cards[n] for n in content.adventure if content.cards[n].category == "skill")
    curse = next(content.cards[n] for n in content.adventure if content.cards[n].category == "curse_event")
    t = story(hero(skills=[[skill.id], [curse.id]]))
    assert why(t, f"Take off {skill.name}").rule == "NV-PREP-3"
    assert why(t, f"Take off {curse.name}").rule == "NV-BOARD-8"


def test_a_card_whose_moment_is_another() -> None:
    shout = adventure("shout", "action_event", when="step_3", who="self", do=[{"battle_cv": 2}])
    t = story(hero(hand=["shout"]), cards=[shout])
    sentence, rule = told(t, "Play shout")
    assert rule == "NV-EVENT-2"
    assert "after CV totals are summed in your battle" in sentence


def test_an_ability_that_is_used_up() -> None:
    charm = reward(
        "charm", kind="misc", slot="item", abilities=[{"when": "either", "do": [{"gain_gp": 5}], "uses": "turn"}]
    )
    t = story(hero(gear=["charm"]), cards=[charm])
    t.turn.used.append(t.n("charm") * 8)
    ask = asking("preparation", DONE)
    assert told(t, "Use charm", ask) == ("It is used up: once a turn.", "NV-GAP-50")


# ---- Adventure Phase ----


def test_explore_with_the_token_on_x() -> None:
    t = story(hero(explore_x=True)).play(DONE)
    sentence, rule = told(t, "Explore")
    assert rule == "NV-EXPLORE-2"
    assert "X" in sentence
    assert EXPLORE not in t.choices


def test_explore_where_one_has_won() -> None:
    t = story(hero(at="quest-osira", tokens=["osira"])).play(DONE)
    assert told(t, "Explore")[1] == "NV-QC-14"


def test_neither_and_both() -> None:
    t = story(hero()).play(DONE)
    assert why(t, "Stay and do nothing").rule == "NV-ADV-1"
    assert why(t, "Travel and Explore").rule == "NV-ADV-2"


def test_points_too_far_forbidden_or_where_the_turn_began() -> None:
    t = story(hero(at="hearthold"), dice=[1]).play(DONE, TRAVEL, TAKE_GOLD)
    far = next(n for n, away in enumerate(t.g.content.steps_between[t.hero.at]) if away == 3)
    name = t.g.content.points[far].name or None
    found = [one for one in refusals(t.g, t.ask) if one.touches == (t.g.content.points[far].id,)]
    assert [(one.why, one.rule) for one in found] == [("3 steps away, you may go 2.", "NV-TRAVEL-11")]
    assert name is None or found[0].what == f"Go to {name}"
    assert told(t, "Stop here") == ("You must move at least 1 point.", "NV-TRAVEL-12")
    t.play(MoveTo(t.g.content.near[t.hero.at][0]))
    assert why(t, "Go to Hearthold").rule == "NV-TRAVEL-13"


def test_a_point_closed_to_its_victor() -> None:
    t = story(hero(at="hearthold"), dice=[1]).play(DONE, TRAVEL, TAKE_GOLD)
    n = t.g.content.point_number["quest-osira"]
    t.hero.forbidden.append(n)
    assert why(t, "Go to Cairn of Osira").rule == "NV-QC-15"


def test_safe_travels_gives_one() -> None:
    assert why(story(), "Take both", asking("safe_travels", TAKE_STEP, TAKE_GOLD)).rule == "NV-TRAVEL-3"


def test_a_battle_needs_an_encounter_event() -> None:
    t = story(hero(hand=["oathplate"]))
    ask = asking("follow_up", DrawFrom("adventure"), DrawFrom("reward"))
    sentence, rule = told(t, "Seek a battle", ask)
    assert rule == "NV-EXPLORE-11"
    assert "1 card" in sentence


# ---- battle ----


def fighting(**more: Any) -> Story:
    t = story(hero("knight", hand=["unsaid-scroll"]))
    t.state.battle = Battle(0, t.n("orc-warrior"), **more)
    return t


def test_escape_after_its_step_or_twice() -> None:
    ask = asking("window", PASS, about="step_4")
    assert told(fighting(step=4, hero_roll=5), "Escape", ask) == ("Escape is step 2 of 7; this is step 4.", "NV-GAP-49")
    t = fighting(step=4, tried=True, escape_roll=3)
    assert told(t, "Escape", ask) == ("You tried once and rolled 3; there is 1 try.", "NV-BATTLE-14")


def test_escape_forbidden() -> None:
    t = fighting(step=3, no_escape=True)
    assert "allows no Escape" in told(t, "Escape", asking("window", PASS, about="step_3"))[0]


def test_luck_is_for_a_natural_1() -> None:
    ask = asking("window", PASS, about="step_4")
    t = fighting(step=4, hero_roll=4)
    assert told(t, "Spend Luck", ask) == ("Luck rerolls a natural 1 only; you rolled 4.", "NV-ROLL-7")
    t.hero.luck = 0
    assert told(t, "Spend Luck", ask) == ("You have 0 Luck tokens.", "NV-ROLL-6")


def test_items_in_hand_do_nothing() -> None:
    t = fighting(step=4)
    assert why(t, "Use Unsaid Scroll", asking("window", PASS, about="step_4")).rule == "NV-REWARD-16"


def test_cards_wait_for_luck_and_escape() -> None:
    t = fighting(step=2)
    assert why(t, "Play a card first", asking("escape", FIGHT, ESCAPE)).rule == "NV-BATTLE-8"
    assert why(t, "Play a card on the 1", asking("luck", SPEND_LUCK, KEEP_ROLL)).rule == "NV-ROLL-10"


# ---- Recovery ----


def rested(**fields: Any) -> Story:
    return story(hero("knight", **fields), stage="recovery")


def test_selling_outside_a_city() -> None:
    t = rested(at="kings-road", hand=["oathplate"])
    sentence, rule = told(t, "Sell Oathplate")
    assert rule == "NV-RECOV-7"
    assert sentence == "King's Road is no City; the nearest, Hearthold, is 1 step away."


def test_the_25th_xp_cannot_be_bought() -> None:
    t = rested(xp=24, gp=90)
    assert told(t, "Trade GP for 1 XP") == ("24 + 1 would reach 25 XP, and the 25th cannot be bought.", "NV-RECOV-9")


def test_xp_that_is_too_dear() -> None:
    assert told(rested(gp=5), "Trade GP for 1 XP") == ("It costs 20 GP; you have 5.", "NV-RECOV-8")


def test_advancing_too_early_or_twice() -> None:
    what = "Take an Advanced Class"
    assert told(rested(xp=7), what) == ("It needs 10 XP; you have 7.", "NV-ADVCLASS-1")
    t = story(hero("champion", xp=12), stage="recovery")
    assert told(t, what) == ("You have taken your 1 Advanced Class, Champion.", "NV-ADVCLASS-6")


def test_no_class_of_ones_icon_is_left() -> None:
    t = rested(xp=12)
    t.state.pool = [n for n in t.state.pool if "fighter" not in t.g.content.cards[n].icons]
    ask = asking("recovery", DONE)
    assert why(t, "Take an Advanced Class", ask).rule == "NV-ADVCLASS-8"


def test_classes_of_other_icons() -> None:
    t = rested(xp=12)
    sentence, rule = told(t, "Advance to Archmage")
    assert rule == "NV-ADVCLASS-5"
    assert "wizard icon" in sentence


def test_the_turns_travel_and_the_bought_card_are_over() -> None:
    assert why(rested(), "Travel or Explore").rule == "NV-ADV-1"
    assert why(rested(), "Buy a card").rule == "NV-PREP-9"


def test_the_hand_limit() -> None:
    t = story(hero(hand=["oathplate", "unsaid-scroll"]))
    t.state.heroes[0].hand += list(t.state.reward.cards[:5])
    ask = asking("hand_limit", *[TakeCard(n) for n in t.hero.hand])
    assert told(t, "End the turn", ask) == ("You hold 7 cards and the limit is 5: 2 more must go.", "NV-HAND-3")


# ---- choices ----


def test_discards_come_from_the_hand_and_destroys_from_the_board() -> None:
    t = story(hero("knight", hand=["oathplate", "unsaid-scroll"]))
    board.changed(t.g, t.hero)
    assert why(t, "Destroy Oathplate", asking("destroy", DONE)).rule == "NV-CARD-5"
    assert why(t, "Destroy Knight", asking("destroy", DONE)).rule == "NV-GAP-40"
    ask = asking("discard", TakeCard(t.n("unsaid-scroll")))
    assert why(t, "Discard Oathplate", ask).rule == "NV-CARD-9"


def test_a_curse_must_cover_a_skill() -> None:
    skill = next(BOX.cards[n].id for n in BOX.adventure if BOX.cards[n].category == "skill")
    curse = next(BOX.cards[n].id for n in BOX.adventure if BOX.cards[n].category == "curse_event")
    t = story(hero(skills=[[skill], [curse], []]))
    assert told(t, "Use skill slot 2", asking("curse", TakeStack(0))) == (
        "All 3 slots are taken, so it must cover a Skill.",
        "NV-CURSE-3",
    )


def test_heroes_that_are_taken() -> None:
    t = story(hero("knight"), hero("priest"))
    assert why(t, "Play Kain", asking("character", PickCharacter(t.n("yotun")))).rule == "NV-PLAYER-21"


def test_players_out_of_reach_places_that_do_not_fit_and_offers() -> None:
    t = story(hero("knight"), hero("priest"), hero("druid"))
    name = t.table.game.seat_name(t.g, 2)
    assert why(t, f"Choose {name}", asking("player", TakeSeat(1))).rule == "NV-CARD-9"
    assert why(t, "Go to Bone Flats", asking("place", MoveTo(0))).rule == "NV-CARD-9"
    assert why(t, "Ask for more", asking("offer", YES, NO)).rule == "NV-SELL-7"
    assert why(t, "Raise it at Hearthold", asking("rift", MoveTo(1))).rule == "NV-GAP-3"


def test_what_is_under_way_is_finished_first() -> None:
    assert why(story(), "Play a card", asking("keep", DONE)).rule == "NV-EVENT-6"


def test_a_window_in_the_turn_of_another_refuses_too() -> None:
    t = story(hero("knight"), hero("priest"))
    t.state.turn = Turn(2, 1, "adventure", t.heroes[1].at)
    assert refusals(t.g, Ask(0, [PASS], "window", "NV-GAP-32", about="adventure"))
