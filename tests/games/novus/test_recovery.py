"""Recovery: gear, the one Event, selling, XP for gold, the Advanced Class (NV-RECOV)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine.errors import Refused
from hearthside.games.novus import aids, phases
from hearthside.games.novus.choices import DONE, STOP, TAKE_GOLD, TRAVEL, Advance, BuyXp, PlayCard, Sell, Unequip

from .story import BOX, Story, advance, adventure, buy_xp, card, equip, hero, klass, play, sell, story, to, unequip

WAYPOINT, CLASS_CITY, CITY = "kings-road", "lionsgate", "hearthold"
ONE, TWO, THREE = buy_xp(0), buy_xp(1), buy_xp(2)


def recovery(*heroes: dict[str, Any], **more: Any) -> Story:
    """A story that begins in seat 0's Recovery."""
    return story(*heroes, stage="recovery", **more)


def rows(t: Story) -> list[int]:
    """The rows of the conversion chart that may be bought now."""
    return [c.row for c in t.choices if isinstance(c, BuyXp)]


def plays(t: Story) -> list[str]:
    """The ids of the cards that may be played now."""
    return [t.g.content.cards[c.card].id for c in t.choices if isinstance(c, PlayCard)]


def sales(t: Story) -> list[str]:
    """The ids of the cards that may be sold now."""
    return [t.g.content.cards[c.card].id for c in t.choices if isinstance(c, Sell)]


@pytest.mark.rule("NV-RECOV-1")
def test_all_of_recovery_may_be_left_out():
    t = recovery(hero(hand=["sword", "elemental-rift"], gear=["iron-cap"], xp=12, gp=100))
    assert t.play(DONE).turn.number == 2


@pytest.mark.rule("NV-RECOV-1")
@pytest.mark.parametrize("turned", [False, True])
def test_recovery_may_be_done_in_any_order(turned: bool):
    t = recovery(hero("knight", hand=["sword", "elemental-rift", "amber-lump"], gear=["iron-cap"], xp=10, gp=20))
    deeds = [unequip("iron-cap"), equip("sword"), sell("amber-lump"), ONE, advance("champion")]
    for deed in reversed(deeds) if turned else deeds:
        t.play(deed)
    t.play(play("elemental-rift"), to("saltmarsh"))
    assert (t.ask.topic, t.hero.gp, t.hero.xp, t.cv) == ("recovery", 20, 11, 3 + 5 + 4)


@pytest.mark.rule("NV-RECOV-2")
def test_any_number_of_rewards_come_off_the_board():
    gear = ["iron-cap", "padded-coat", "sword", "hatchet", "hobnail-boots", "goat-girl"]
    t = recovery(hero(gear=gear))
    t.play(*map(unequip, gear))
    assert t.ids(t.hero.hand) == gear


@pytest.mark.rule("NV-RECOV-3")
def test_skills_curses_and_enchantments_stay_on_the_board():
    t = recovery(hero(gear=["sword"], hand=["enchant-weapon"], skills=[["drillyard-guard"], ["moth-memory"]]))
    t.play(play("enchant-weapon"))
    assert [c for c in t.choices if isinstance(c, Unequip)] == [Unequip(t.n("sword"))]


@pytest.mark.rule("NV-RECOV-4")
def test_any_number_of_rewards_go_on_the_board():
    gear = ["iron-cap", "padded-coat", "sword", "hatchet", "hobnail-boots", "goat-girl"]
    t = recovery(hero(hand=gear))
    for id_ in gear:
        t.play(equip(id_))
    assert t.hero.hand == []
    assert sum(1 for n in t.hero.gear if n) == 6


# ---- the one Event ----


@pytest.mark.rule("NV-RECOV-5")
def test_one_event_is_played_in_a_recovery():
    t = recovery(hero(hand=["elemental-rift", "drowned-mens-candle", "battlefield-gleaning", "last-cart"]))
    assert len(plays(t)) == 4
    assert plays(t.play(play("elemental-rift"), to("saltmarsh"))) == []


@pytest.mark.rule("NV-RECOV-5")
def test_the_card_of_the_preparation_leaves_recovery_its_own():
    t = story(hero(hand=["drillyard-guard", "elemental-rift"]), dice=[1])
    t.play(play("drillyard-guard"), DONE, TRAVEL, TAKE_GOLD, to("kings-road"), STOP)
    assert plays(t) == ["elemental-rift"]


@pytest.mark.rule("NV-RECOV-5", "NV-GAP-29")
def test_of_adventure_cards_only_events_are_for_recovery():
    quest = adventure("quest", "quest_event", xp=1)
    road = adventure("road", "travel_event", do=[{"gain_gp": 1}])
    held = ["drillyard-guard", "ford-ambush", "elemental-rift", "road", "quest"]
    t = recovery(hero(hand=held), cards=[quest, road])
    assert plays(t) == ["elemental-rift", "road", "quest"]


@pytest.mark.rule("NV-GAP-29", "NV-SKILL-5")
def test_the_skill_that_recovery_refuses_is_welcome_in_preparation():
    assert plays(story(hero(hand=["drillyard-guard"]))) == ["drillyard-guard"]
    assert plays(recovery(hero(hand=["drillyard-guard"]))) == []


# ---- selling ----


@pytest.mark.rule("NV-RECOV-6")
@pytest.mark.parametrize("city", [CITY, CLASS_CITY])
def test_a_city_buys_any_number_of_cards_from_hand_and_board(city: str):
    goods = ["sword", "amber-lump", "silver-spoons"]
    t = recovery(hero("knight", at=city, gp=0, gear=["iron-cap", "padded-coat"], hand=goods))
    t.play(*map(sell, ["iron-cap", "sword", "padded-coat", "silver-spoons", "amber-lump"]))
    assert t.hero.gp == 10 + 25 + 10 + 15 + 20
    assert (t.hero.hand, any(t.hero.gear)) == ([], False)


@pytest.mark.rule("NV-RECOV-7", "NV-SELL-2")
@pytest.mark.parametrize("place", [WAYPOINT, "saltmarsh", "mirrormere", "quest-osira", "lake-frontier"])
def test_nobody_else_buys_anything(place: str):
    t = recovery(hero(at=place, gear=["iron-cap"], hand=["sword", "amber-lump"]))
    assert sales(t) == []
    with pytest.raises(Refused):
        t.table.answer(Sell(t.n("sword")))


@pytest.mark.rule("NV-RECOV-6", "NV-RECOV-13")
def test_the_price_paid_is_the_price_on_the_card():
    priced = [n for n in BOX.reward if BOX.cards[n].price]
    assert len(priced) == len(BOX.reward)
    for n in priced:
        t = recovery(hero("knight", gp=0, hand=[BOX.cards[n].id]))
        t.play(Sell(n))
        assert t.hero.gp == BOX.cards[n].price


# ---- XP for gold ----


@pytest.mark.rule("NV-RECOV-8", "NV-GAP-12")
def test_gold_buys_xp_by_the_chart():
    assert BOX.tables.trades == ((20, 1), (35, 2), (50, 3))
    for row, (gp, xp) in enumerate(BOX.tables.trades):
        t = recovery(hero(gp=gp, xp=3)).play(BuyXp(row))
        assert (t.hero.gp, t.hero.xp) == (0, 3 + xp)


@pytest.mark.rule("NV-RECOV-8")
def test_only_rows_that_can_be_paid_are_on_offer():
    assert [rows(recovery(hero(gp=gp))) for gp in (19, 20, 35, 50)] == [[], [0], [0, 1], [0, 1, 2]]


@pytest.mark.rule("NV-RECOV-8", "NV-GAP-12", "NV-GAP-13")
def test_rows_combine_and_repeat():
    t = recovery(hero(gp=20 + 50 + 35 + 20 + 50, xp=3)).play(ONE, THREE, TWO, ONE, THREE)
    assert (t.hero.gp, t.hero.xp) == (0, 13)


@pytest.mark.rule("NV-EX-51", "NV-RECOV-9", "NV-GAP-13")
def test_gold_takes_a_hero_to_24_xp_and_no_further():
    t = recovery(hero(xp=21, gp=70)).play(THREE)
    assert (t.hero.xp, t.hero.gp, rows(t)) == (24, 20, [])
    with pytest.raises(Refused):
        t.table.answer(BuyXp(0))


@pytest.mark.rule("NV-EX-52", "NV-RECOV-9", "NV-GAP-13")
def test_a_row_too_large_is_refused_and_a_smaller_one_taken():
    t = recovery(hero(xp=23, gp=35))
    assert rows(t) == [0]
    assert t.play(ONE).hero.xp == 24


@pytest.mark.rule("NV-GAP-13")
def test_who_has_25_xp_buys_none_and_who_fell_back_buys_again():
    t = recovery(hero(xp=25, gp=100), hero())
    assert rows(t) == []
    assert rows(recovery(hero(xp=22, gp=100), hero())) == [0, 1]


@pytest.mark.rule("NV-RECOV-9")
def test_the_25th_xp_comes_from_elsewhere():
    deed = adventure("deed", "event", do=[{"gain_xp": 1}])
    t = recovery(hero(xp=24, gp=100, hand=["deed"]), hero(), cards=[deed])
    assert t.play(play("deed")).hero.xp == 25


@pytest.mark.rule("NV-RECOV-12", "NV-GAP-13")
@pytest.mark.parametrize("place", [WAYPOINT, CITY, CLASS_CITY, "saltmarsh", "quest-osira", "lake-frontier"])
def test_xp_is_bought_anywhere(place: str):
    t = recovery(hero(at=place, gp=20)).play(ONE)
    assert (t.hero.xp, t.hero.gp) == (4, 0)


@pytest.mark.rule("NV-RECOV-8", "NV-PREP-1")
def test_xp_is_bought_in_recovery_alone():
    assert rows(story(hero(gp=100))) == []


# ---- the Advanced Class ----


@pytest.mark.rule("NV-RECOV-10", "NV-ADVCLASS-1")
def test_ten_xp_open_the_advanced_classes():
    def open_to(xp: int) -> bool:
        return any(isinstance(c, Advance) for c in recovery(hero(xp=xp, gp=0)).choices)

    assert [open_to(xp) for xp in (9, 10, 11, 25)] == [False, True, True, True]
    assert not any(isinstance(c, Advance) for c in story(hero(xp=10)).choices)


@pytest.mark.rule("NV-RECOV-10", "NV-RECOV-8")
def test_the_xp_bought_last_opens_them_too():
    t = recovery(hero(xp=9, gp=20)).play(ONE, advance("champion"))
    assert t.g.content.cards[t.hero.klass].id == "champion"


# ---- what cards change ----


@pytest.mark.rule("NV-RECOV-9")
def test_a_cheaper_chart_does_not_buy_the_25th_xp_either():
    broker = klass("broker", ["fighter"], prices=[{"what": "xp", "gp": -15}])
    t = recovery(hero("broker", xp=23, gp=5), hero(), cards=[broker])
    assert phases.trade_price(t.g, t.hero, 0) == 5
    assert rows(t) == [0]
    assert rows(t.play(ONE)) == []


@pytest.mark.rule("NV-HAND-3", "NV-RECOV-2")
def test_what_comes_off_the_board_last_counts_in_the_hand():
    held = ["sword", "hatchet", "buckler", "amber-lump", "silver-spoons"]
    t = recovery(hero(hand=held, gear=["iron-cap"])).play(unequip("iron-cap"), DONE, card("iron-cap"))
    assert t.ids(t.hero.hand) == held


@pytest.mark.rule("NV-RECOV-11")
def test_the_help_says_what_to_spend_treasure_on():
    told = [text for text, ids in map(aids.split_line, aids.ADVICE) if "NV-RECOV-11" in ids]
    assert len(told) == 2
    early, alone = told
    assert early.index("cards") < early.index("XP")
    assert "Adventure cards" in alone
    assert "Quest Event" in alone
