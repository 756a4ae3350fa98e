"""Dealing with those on the same point, an option of the table (NV-SELL-7, NV-GAP-46)."""

from __future__ import annotations

from typing import Any

import pytest

from hearthside.engine.errors import Refused
from hearthside.games.novus import events
from hearthside.games.novus.choices import DONE, NO, STOP, TAKE_GOLD, TRAVEL, YES, Offer

from .story import Story, hero, play, sell, story, to


def fair(*heroes: dict[str, Any], **more: Any) -> Story:
    """A table that trades."""
    return story(*heroes, trading=True, **more)


def offers(t: Story) -> list[Offer]:
    """What may be offered now."""
    return [c for c in t.choices if isinstance(c, Offer)]


def offer(give: str = "", want: str = "", give_gp: int = 0, want_gp: int = 0, seat: int = 1) -> Any:
    """An offer by card ids."""
    return lambda t: Offer(seat, t.n(give) if give else 0, give_gp, t.n(want) if want else 0, want_gp)


@pytest.mark.rule("NV-SELL-7", "NV-GAP-46")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_trading_is_off_unless_the_table_wants_it(stage: str):
    two = hero(hand=["sword"], gp=50), hero(gear=["iron-cap"], gp=50)
    assert offers(story(*two, stage=stage)) == []
    assert offers(story(*two, stage=stage, trading=True)) != []


@pytest.mark.rule("NV-SELL-7", "NV-GAP-46")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_a_card_is_sold_to_a_fellow(stage: str):
    t = fair(hero(hand=["sword"], gp=0), hero(gp=30), stage=stage)
    t.play(offer("sword", want_gp=20), YES)
    assert (t.hero.gp, t.heroes[1].gp) == (20, 10)
    assert (t.hero.hand, t.ids(t.heroes[1].hand)) == ([], ["sword"])
    assert t.events(events.Traded) == [events.Traded(0, 1, t.n("sword"), 0, 0, 20)]


@pytest.mark.rule("NV-SELL-7")
def test_a_card_is_bought_off_a_fellows_board():
    t = fair(hero(gp=30), hero(gear=["iron-cap"], gp=0))
    t.play(offer(want="iron-cap", give_gp=30), YES)
    assert (t.hero.gp, t.heroes[1].gp) == (0, 30)
    assert (t.ids(t.hero.hand), any(t.heroes[1].gear)) == (["iron-cap"], False)


@pytest.mark.rule("NV-SELL-7", "NV-GAP-46")
def test_cards_are_swapped_and_go_to_hand():
    t = fair(hero(gear=["sword"]), hero(gear=["iron-cap"]))
    t.play(offer("sword", "iron-cap"), YES)
    assert (t.ids(t.hero.hand), t.ids(t.heroes[1].hand)) == (["iron-cap"], ["sword"])
    assert (any(t.hero.gear), any(t.heroes[1].gear)) == (False, False)
    assert t.cv == 1 + 3


@pytest.mark.rule("NV-GAP-46")
def test_the_other_player_must_agree():
    t = fair(hero(hand=["sword"], gp=0), hero(gp=30))
    t.play(offer("sword", want_gp=20))
    assert (t.ask.seat, t.ask.topic, set(t.choices)) == (1, "offer", {YES, NO})
    t.play(NO)
    assert (t.hero.gp, t.heroes[1].gp, t.ids(t.hero.hand), t.heroes[1].hand) == (0, 30, ["sword"], [])
    assert (t.ask.seat, t.ask.topic) == (0, "preparation")


@pytest.mark.rule("NV-GAP-46")
def test_a_refused_offer_is_not_made_again_in_the_same_phase():
    t = fair(hero(hand=["sword"], gp=0), hero(gp=30))
    t.play(offer("sword", want_gp=20), NO)
    assert offer("sword", want_gp=20)(t) not in t.choices
    t.play(offer("sword", want_gp=10), YES)
    assert t.hero.gp == 10


@pytest.mark.rule("NV-GAP-46")
def test_a_refused_offer_may_be_made_again_in_recovery():
    t = fair(hero(hand=["sword"], gp=0), hero(at="kings-road", gp=30), hero(gp=30), dice=[1])
    t.play(offer("sword", want_gp=20, seat=2), NO, DONE, TRAVEL, TAKE_GOLD, to("kings-road"), STOP)
    t.play(offer("sword", want_gp=20), NO)
    assert offer("sword", want_gp=20)(t) not in t.choices
    assert offer("sword", want_gp=10)(t) in t.choices


@pytest.mark.rule("NV-GAP-46", "NV-GAP-87")
def test_only_players_on_the_same_point_deal():
    t = fair(hero(hand=["sword"], gp=0), hero(at="kings-road", gp=30), hero(gp=30), hero(at="millers-ford", gp=30))
    assert {one.seat for one in offers(t)} == {2}


@pytest.mark.rule("NV-GAP-46")
def test_an_offer_lapses_when_the_partner_is_elsewhere():
    t = fair(hero(hand=["sword", "last-cart"], gp=0), hero(gp=30))
    stale = offer("sword", want_gp=20)(t)
    assert stale in t.choices
    t.play(play("last-cart"), to("millers-ford"))
    assert offers(t) == []
    with pytest.raises(Refused):
        t.table.answer(stale)


@pytest.mark.rule("NV-GAP-46")
def test_the_partner_may_have_moved_away_by_the_next_turn():
    t = fair(hero(gp=0), hero(hand=["sword"], gp=0), dice=[1])
    t.play(DONE, TRAVEL, TAKE_GOLD, to("kings-road"), STOP, DONE)
    assert (t.turn.seat, offers(t)) == (1, [])


@pytest.mark.rule("NV-GAP-46")
def test_an_offer_lapses_when_the_item_is_gone():
    t = fair(hero(hand=["sword"], gp=0), hero(gp=30), stage="recovery")
    stale = offer("sword", want_gp=20)(t)
    t.play(sell("sword"))
    assert offers(t) == []
    with pytest.raises(Refused):
        t.table.answer(stale)


@pytest.mark.rule("NV-GAP-46")
def test_an_offer_lapses_when_the_partners_item_is_gone():
    t = fair(hero(hand=["sword", "hatchet"], gp=40), hero(gear=["iron-cap"], gp=0))
    t.play(offer("sword", "iron-cap"), YES)
    assert not [one for one in offers(t) if one.want]
    with pytest.raises(Refused):
        t.table.answer(offer("hatchet", "iron-cap")(t))


@pytest.mark.rule("NV-GAP-46")
def test_an_offer_lapses_when_the_gold_is_spent():
    t = fair(hero(gp=30, at="kings-road"), hero(at="kings-road", gear=["iron-cap", "sword"]), stage="recovery")
    assert {one.give_gp for one in offers(t)} == {10, 20, 30}
    t.play(offer(want="sword", give_gp=20), YES)
    assert {one.give_gp for one in offers(t) if one.give_gp} == {10}


@pytest.mark.rule("NV-GAP-46")
def test_with_zero_items_there_is_no_deal():
    assert offers(fair(hero(gp=50), hero(gp=50))) == []
    assert offers(fair(hero(gp=0, hand=["sword"]), hero(gp=0))) == []
    assert offers(fair(hero(gp=0), hero(gp=0, gear=["sword"]))) == []


@pytest.mark.rule("NV-GAP-46", "NV-CARD-8")
def test_a_hidden_hand_cannot_be_asked_for():
    t = fair(hero(gp=50), hero(gp=0, hand=["sword"], gear=["iron-cap"]))
    assert {one.want for one in offers(t)} == {t.n("iron-cap")}


@pytest.mark.rule("NV-GAP-46")
def test_nothing_is_given_for_nothing():
    t = fair(hero(gp=50, hand=["sword"], gear=["hatchet"]), hero(gp=50, gear=["iron-cap"]))
    for one in offers(t):
        assert one.give or one.give_gp
        assert one.want or one.want_gp
        assert one.give or one.want


@pytest.mark.rule("NV-SELL-7", "NV-GAP-46")
def test_only_rewards_and_gold_are_dealt_in():
    held = ["amber-lump", "couriers-satchel", "burial-silver", "drillyard-guard"]
    t = fair(hero(hand=held, gear=["sword"], skills=[["beast-lore"], ["moth-memory"]]), hero(gp=30))
    t.play()
    assert {one.give for one in offers(t)} == {t.n("amber-lump"), t.n("sword")}


@pytest.mark.rule("NV-GAP-46", "NV-GAP-42")
def test_a_traded_weapon_leaves_its_enchantment_behind():
    t = fair(hero(gear=["sword"], hand=["enchant-weapon"]), hero(gp=30))
    t.play(play("enchant-weapon"), offer("sword", want_gp=30), YES)
    assert any(t.hero.enchants) is False
    assert t.ids(t.state.adventure.discard) == ["enchant-weapon"]
    assert t.ids(t.heroes[1].hand) == ["sword"]


@pytest.mark.rule("NV-GAP-46", "NV-HAND-6")
def test_the_partner_may_end_with_six_cards():
    held = ["hatchet", "buckler", "iron-cap", "amber-lump", "silver-spoons"]
    t = fair(hero(hand=["sword"], gp=0), hero(hand=held, gp=30), stage="recovery")
    t.play(offer("sword", want_gp=10), YES, DONE)
    assert (t.turn.seat, len(t.heroes[1].hand)) == (1, 6)


@pytest.mark.rule("NV-GAP-46")
def test_a_card_for_another_class_is_good_to_trade():
    t = fair(hero("druid", hand=["headsman-axe"], gp=0), hero("knight", gp=30))
    t.play(offer("headsman-axe", want_gp=30), YES)
    assert t.ids(t.heroes[1].hand) == ["headsman-axe"]


@pytest.mark.rule("NV-GAP-46")
def test_it_is_the_active_player_who_deals():
    t = fair(hero(hand=["sword"], gp=30), hero(gear=["iron-cap"], gp=30))
    assert {ask.seat for ask in t.table.asks} == {0}
    assert all(one.seat == 1 for one in offers(t))


@pytest.mark.rule("NV-GAP-46")
def test_no_deal_is_struck_on_the_road():
    t = fair(hero(hand=["sword"], gp=30), hero(gear=["iron-cap"], gp=30), dice=[1])
    for answer in (DONE, TRAVEL, TAKE_GOLD):
        t.play(answer)
        assert offers(t) == []
