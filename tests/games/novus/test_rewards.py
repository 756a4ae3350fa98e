"""Reward cards, equipment, selling and dealing (NV-REWARD, NV-SELL)."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from hearthside.games.novus import battle, board, resolve
from hearthside.games.novus.choices import (
    DONE,
    EXPLORE,
    FIGHT,
    NO,
    PASS,
    YES,
    Equip,
    Offer,
    Sell,
    Unequip,
    UseAbility,
)  # fmt: skip
from hearthside.games.novus.events import RolledHero
from hearthside.games.novus.state import BODY, FOOT, HAND_1, HAND_2, HEAD, ITEM_1
from hearthside.games.novus.text.cards import card_text

from .story import BOX, Story, adventure, card, creature, equip, hero, play, reward, sell, steps, story, unequip, use

rule = pytest.mark.rule
REWARDS = [BOX.cards[n] for n in BOX.reward]
BASIC = [BOX.cards[n].id for n in BOX.basic]


def slots_for(t: Story, id_: str) -> list[int]:
    """The slots on which the open question lets a card be placed."""
    return [c.slot for c in t.choices if isinstance(c, Equip) and c.card == t.n(id_)]


def of_kind(*kinds: str) -> list[Any]:
    return [it for it in REWARDS if it.kind in kinds]


# ---- what a Reward card shows ----


@rule("NV-REWARD-1")
def test_a_reward_card_shows_slot_class_icon_cv_and_price() -> None:
    kris = BOX.cards[BOX.number["moonlit-kris"]]
    assert (kris.slot, kris.class_icon, kris.cv, kris.price) == ("hand", "daggers", 3, 25)
    assert all(it.price > 0 and it.price % 5 == 0 for it in REWARDS)
    assert all((it.slot is None) == (it.kind == "treasure") for it in REWARDS)
    assert "Only with the crossed daggers icon." in " ".join(card_text(kris))


@rule("NV-REWARD-6")
def test_equipment_is_magical_or_regular() -> None:
    magical = [it for it in REWARDS if it.magical]
    assert (len(magical), len(REWARDS) - len(magical)) == (32, 48)
    assert not any(it.magical for it in of_kind("treasure"))


@rule("NV-REWARD-7")
def test_magical_items_tend_to_be_stronger_and_bring_abilities() -> None:
    gear = of_kind("armor", "weapon", "misc")
    magical, regular = [it for it in gear if it.magical], [it for it in gear if not it.magical]
    assert mean(it.cv for it in magical) > mean(it.cv for it in regular)
    assert sum(bool(it.abilities) for it in magical) > sum(bool(it.abilities) for it in regular)


@rule("NV-REWARD-9", "NV-REWARD-10")
def test_armor_raises_cv_and_body_armor_is_light_or_heavy() -> None:
    assert all(it.cv > 0 for it in of_kind("armor"))
    weights = [it.weight for it in of_kind("armor") if it.slot == "body"]
    assert (weights.count("light"), weights.count("heavy"), len(weights)) == (7, 5, 12)


@rule("NV-REWARD-12")
def test_weapons_go_on_hand_slots_and_most_raise_cv() -> None:
    assert {it.slot for it in of_kind("weapon")} == {"hand"}
    assert sum(it.cv > 0 for it in of_kind("weapon")) > len(of_kind("weapon")) / 2


@rule("NV-GAP-76")
def test_travel_bonuses_escape_icons_and_flying_are_on_so_many_rewards() -> None:
    assert sum(it.travel > 0 for it in REWARDS) == 6
    assert sum(it.escape != 0 for it in REWARDS) == 7
    assert sum(it.flying for it in REWARDS) == 2


@rule("NV-REWARD-20")
def test_an_ally_adds_to_its_heros_cv() -> None:
    t = story(hero("fighter", hand=["sellsword"]))
    before = t.cv
    assert t.play(equip("sellsword")).cv == before + 1
    assert all(it.cv > 0 for it in of_kind("ally"))


# ---- placing ----


@rule("NV-REWARD-2")
def test_a_reward_counts_only_while_it_is_on_the_board() -> None:
    t = story(hero("fighter", hand=["sword"]))
    assert t.cv == 4
    assert t.play(equip("sword")).cv == 8
    assert t.play(unequip("sword")).cv == 4


@rule("NV-EX-54", "NV-REWARD-3", "NV-SELL-1")
def test_crossed_daggers_are_not_for_a_druid_but_can_be_sold() -> None:
    t = story(hero("druid", hand=["footpad-dirk"], gp=0), stage="recovery")
    assert slots_for(t, "footpad-dirk") == []
    assert t.play(sell("footpad-dirk")).hero.gp == 15


@rule("NV-REWARD-3")
@pytest.mark.parametrize("klass", ["thief", "swashbuckler"])
def test_a_class_with_the_icon_may_place_the_card(klass: str) -> None:
    assert slots_for(story(hero(klass, hand=["footpad-dirk"])), "footpad-dirk") == [HAND_1]


@rule("NV-REWARD-4")
@pytest.mark.parametrize("klass", BASIC)
def test_a_card_without_a_class_icon_is_for_every_class(klass: str) -> None:
    t = story(hero(klass, hand=["sword", "iron-cap", "padded-coat", "walking-boots", "whetstone"]))
    assert len({c.card for c in t.choices if isinstance(c, Equip)}) == 5


@rule("NV-REWARD-5", "NV-REWARD-12")
@pytest.mark.parametrize(
    "id_, slot", [("sword", HAND_1), ("iron-cap", HEAD), ("padded-coat", BODY), ("hare-boots", FOOT)]
)
def test_a_card_goes_in_the_slot_of_its_icon(id_: str, slot: int) -> None:
    t = story(hero(hand=[id_]))
    assert slots_for(t, id_) == [slot]
    assert t.play(equip(id_)).hero.gear[slot] == t.n(id_)


@rule("NV-REWARD-8")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_any_number_of_rewards_is_placed_and_removed_in_both_phases(stage: str) -> None:
    ids = ["sword", "iron-cap", "padded-coat", "walking-boots", "whetstone"]
    t = story(hero(hand=list(ids)), stage=stage)
    for id_ in ids:
        t.play(equip(id_))
    assert (t.hero.hand, len(t.ids(t.hero.gear))) == ([], 5)
    for id_ in ids:
        t.play(unequip(id_))
    assert t.ids(t.hero.hand) == ids


@rule("NV-REWARD-11", "NV-GAP-92")
@pytest.mark.parametrize(
    "klass, gain", [("knight", 3), ("fighter", 3), ("wizard", 1), ("sorcerer", 1), ("barbarian", None), ("druid", None)]
)
def test_heavy_armor_is_free_costs_2_cv_or_is_barred_as_the_class_says(klass: str, gain: int | None) -> None:
    t = story(hero(klass, hand=["scale-coat"]))
    before = t.cv
    assert slots_for(t, "scale-coat") == ([] if gain is None else [BODY])
    if gain is not None:  # the coat is worth 3
        assert t.play(equip("scale-coat")).cv - before == gain


@rule("NV-GAP-92")
@pytest.mark.parametrize("klass, plus", [("knight", -2), ("thief", 2), ("fighter", 0)])
def test_the_escape_penalty_of_a_class_counts_in_every_escape(klass: str, plus: int) -> None:
    assert board.escape_bonus(story(hero(klass)).g, story(hero(klass)).hero) == plus


@rule("NV-EX-53", "NV-REWARD-13", "NV-GAP-44")
def test_a_two_handed_card_needs_both_hands() -> None:
    t = story(hero("fighter", hand=["headsman-axe", "buckler"], gear=["sword"]))
    assert slots_for(t, "headsman-axe") == []
    t.play(unequip("sword"))
    t.play(equip("headsman-axe"))
    assert (t.hero.gear[HAND_1], t.hero.gear[HAND_2]) == (t.n("headsman-axe"), 0)
    assert slots_for(t, "sword") == slots_for(t, "buckler") == []


@rule("NV-REWARD-13")
def test_a_shield_in_the_other_hand_keeps_a_two_handed_card_off() -> None:
    t = story(hero(hand=["long-pike"], gear=["sword", "buckler"]))
    t.play(unequip("sword"))
    assert slots_for(t, "long-pike") == []


@rule("NV-REWARD-14", "NV-GAP-44")
def test_a_scroll_goes_only_on_an_item_slot_and_a_hood_on_the_head() -> None:
    t = story(hero(hand=["homeward-scroll", "heron-hood"]))
    assert slots_for(t, "homeward-scroll") == [ITEM_1]
    assert slots_for(t, "heron-hood") == [HEAD]


@rule("NV-REWARD-15")
def test_four_single_use_items_lie_on_four_item_slots() -> None:
    ids = ["smoke-pot", "giant-tonic", "moon-water", "unsaid-scroll", "beggar-bowl"]
    t = story(hero(hand=list(ids)))
    for id_ in ids[:4]:
        t.play(equip(id_))
    assert t.ids(t.hero.gear[ITEM_1 : ITEM_1 + 4]) == ids[:4]
    assert slots_for(t, "beggar-bowl") == []
    assert {it.slot for it in of_kind("single_use")} == {"item"}


# ---- using items ----


@rule("NV-EX-55", "NV-REWARD-16")
def test_a_potion_in_hand_cannot_be_used() -> None:
    t = story(hero(cv=4, hand=["giant-tonic"]), encounters=["oxen"], dice=[5, 5])
    with pytest.raises(AssertionError, match="not asked for"):
        t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, use("giant-tonic"))


@rule("NV-EX-55", "NV-REWARD-17")
def test_a_potion_on_the_board_is_used_once_and_discarded() -> None:
    t = story(hero(cv=4, gear=["giant-tonic"]), cards=[creature(cv=5)], encounters=["creature-a"], dice=[5, 5])
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), use("giant-tonic"), FIGHT) == "win"
    assert t.events(RolledHero)[0].total == 5 + 4 + 4
    assert t.n("giant-tonic") not in t.hero.gear
    assert t.ids(t.state.reward.discard) == ["giant-tonic"]


@rule("NV-REWARD-16")
def test_an_item_with_a_lasting_power_works_only_from_the_board() -> None:
    t = story(hero(hand=["witch-lantern", "war-cry"], gp=20))
    assert UseAbility(t.n("witch-lantern"), 0) not in t.choices
    t.play(equip("witch-lantern"))
    assert UseAbility(t.n("witch-lantern"), 0) in t.choices


@rule("NV-REWARD-17", "NV-GAP-73")
def test_a_single_use_item_works_in_another_players_turn_too() -> None:
    charm = reward("charm", kind="single_use", slot="item", abilities=[
        {"when": "any", "who": "any", "uses": "once", "do": [{"gain_gp": 5}]},
    ])  # fmt: skip
    t = story(hero(), hero(gear=["charm"], gp=0), cards=[charm])
    t.play(DONE, use("charm"))
    assert (t.heroes[1].gp, t.turn.seat, t.ids(t.state.reward.discard)) == (5, 0, ["charm"])


@rule("NV-GAP-73")
def test_in_a_window_the_player_whose_turn_it_is_uses_an_item_first() -> None:
    t = story(
        hero(cv=4, gear=["giant-tonic"]), hero(gear=["bottled-spite"]),
        cards=[creature(cv=5)], encounters=["creature-a"], dice=[5, 5],
    )  # fmt: skip
    fight = battle.encounter(t.g, t.hero, "NV-BATTLE-6")
    first = next(fight)
    assert (first.topic, first.seat) == ("window", 0)
    second = fight.send(PASS)
    assert (second.topic, second.seat, second.choices[1:]) == ("window", 1, [UseAbility(t.n("bottled-spite"), 0)])
    assert fight.send(UseAbility(t.n("bottled-spite"), 0)).seat == 0  # it resolved, and asking starts anew
    assert t.state.battle.creature_cv == 3


# ---- Enchant Weapon ----


@rule("NV-GAP-42")
def test_an_enchantment_stays_with_its_weapon_and_adds_its_cv() -> None:
    t = story(hero("fighter", hand=["enchant-weapon"], gear=["sword"]))
    assert t.play(play("enchant-weapon")).cv == 4 + 4 + 2
    assert t.ids(t.hero.enchants) == ["enchant-weapon"]
    assert Unequip(t.n("enchant-weapon")) not in t.choices


@rule("NV-EX-85", "NV-GAP-42", "NV-SELL-3")
def test_a_sold_weapon_pays_its_own_price_and_loses_its_enchantment() -> None:
    t = story(hero("knight", hand=["enchant-weapon"], gear=["sword"], gp=0), stage="recovery")
    t.play(play("enchant-weapon"))
    assert t.cv == 10
    t.play(sell("sword"))
    assert (t.hero.gp, t.cv) == (25, 4)
    assert (t.ids(t.state.adventure.discard), t.ids(t.state.reward.discard)) == (["enchant-weapon"], ["sword"])


@rule("NV-GAP-42")
@pytest.mark.parametrize("how", ["to hand", "destroyed"])
def test_an_enchantment_is_discarded_when_its_weapon_leaves_the_board(how: str) -> None:
    t = story(hero(hand=["enchant-weapon"], gear=["sword"]))
    t.play(play("enchant-weapon"))
    if how == "to hand":
        t.play(unequip("sword"))
    else:
        t.do(resolve.run(t.g, t.hero, steps({"destroy": 1})), card("sword"))
    assert not any(t.hero.enchants)
    assert t.ids(t.state.adventure.discard) == ["enchant-weapon"]
    assert t.ids(t.hero.hand) == (["sword"] if how == "to hand" else [])


@rule("NV-GAP-42")
def test_a_weapon_carries_one_enchantment_and_without_a_weapon_there_is_none() -> None:
    rune = adventure("rune", attach=True, cv=1)
    t = story(hero(hand=["enchant-weapon", "rune"], gear=["sword"]), cards=[rune])
    t.play(play("enchant-weapon"))
    t.turn.plays = 1
    assert play("rune")(t) not in t.choices
    bare = story(hero(hand=["rune"]), cards=[rune])
    assert play("rune")(bare) not in bare.choices


# ---- selling ----


@rule("NV-EX-50", "NV-SELL-2", "NV-SELL-3", "NV-SELL-4", "NV-SELL-6")
def test_a_helmet_from_the_board_and_a_ring_from_hand_are_sold_on_a_class_city() -> None:
    ring = reward("ring", kind="misc", slot="item", price=20)
    t = story(hero("knight", at="lionsgate", hand=["ring"], gear=["great-helm"], gp=0), cards=[ring], stage="recovery")
    t.play(sell("great-helm"), sell("ring"))
    assert (t.hero.gp, t.hero.hand, t.hero.gear[HEAD]) == (30, [], 0)
    assert t.ids(t.state.reward.discard) == ["great-helm", "ring"]


@rule("NV-SELL-2", "NV-GAP-45")
@pytest.mark.parametrize(
    "at, sold",
    [
        ("hearthold", True), ("drakkar", True), ("sheep-road", False), ("old-barrow", False),
        ("standing-stones", False), ("quest-kroenig", False), ("lake-frontier", False),
    ],
)  # fmt: skip
def test_only_a_city_buys(at: str, sold: bool) -> None:
    t = story(hero(at=at, hand=["silver-spoons"], gear=["iron-cap"]), stage="recovery")
    offered = [c.card for c in t.choices if isinstance(c, Sell)]
    assert offered == ([t.n("silver-spoons"), t.n("iron-cap")] if sold else [])


@rule("NV-SELL-5")
def test_nothing_is_sold_before_recovery() -> None:
    t = story(hero(at="port-averil", hand=["silver-spoons"]), adventures=["lucky-find"])
    assert not any(isinstance(c, Sell) for c in t.choices)
    t.play(DONE)
    assert not any(isinstance(c, Sell) for c in t.choices)


@rule("NV-SELL-5")
def test_selling_is_open_in_recovery() -> None:
    t = story(hero(at="port-averil", hand=["silver-spoons"]), adventures=["lucky-find"], rewards=["sword", "hatchet"])
    t.play(DONE, EXPLORE)
    while t.ask.topic != "recovery":
        t.play(t.choices[0])
    assert Sell(t.n("silver-spoons")) in t.choices


@rule("NV-SELL-1", "NV-GAP-45")
def test_any_card_with_a_price_can_be_sold_and_no_other() -> None:
    hand = ["oathplate", "silver-spoons", "sunken-strongbox", "quick-wrist", "hill-pony"]
    t = story(hero("druid", hand=hand, gear=["grey-wolf"], skills=[["beast-lore"]]), stage="recovery")
    assert t.ids([c.card for c in t.choices if isinstance(c, Sell)]) == ["oathplate", "silver-spoons"]


@rule("NV-REWARD-18", "NV-GAP-45")
def test_a_reward_treasure_is_discarded_from_hand_for_its_value() -> None:
    t = story(hero("knight", hand=["amber-lump"], gp=0), stage="recovery")
    assert slots_for(t, "amber-lump") == []
    t.play(sell("amber-lump"))
    assert (t.hero.gp, t.hero.hand, t.ids(t.state.reward.discard)) == (20, [], ["amber-lump"])


@rule("NV-REWARD-19", "NV-SELL-4")
def test_any_number_of_treasures_is_sold_and_the_rest_kept() -> None:
    goods = ["amber-lump", "silver-spoons", "painted-urn", "pearl-string"]
    t = story(hero("knight", hand=goods, gp=0), stage="recovery")
    t.play(sell("amber-lump"), sell("silver-spoons"), sell("painted-urn"))
    assert (t.hero.gp, t.ids(t.hero.hand)) == (60, ["pearl-string"])


@rule("NV-REWARD-19")
def test_a_treasure_in_hand_may_serve_another_use() -> None:
    t = story(
        hero("fighter", cv=4, hand=["amber-lump"]), cards=[creature(cv=6)], encounters=["creature-a"], dice=[5, 5]
    )
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, use("fighter")) == "win"
    assert t.ids(t.state.reward.discard) == ["amber-lump"]


@rule("NV-GAP-45")
def test_an_adventure_treasure_is_played_anywhere_and_not_sold() -> None:
    t = story(hero(at="sheep-road", hand=["sunken-strongbox"], gp=0))
    assert t.play(play("sunken-strongbox")).hero.gp == 20


# ---- dealing ----


@rule("NV-SELL-7", "NV-GAP-46")
def test_dealing_is_off_unless_the_table_wants_it() -> None:
    two = hero(hand=["sword"]), hero(gear=["hatchet"])
    assert not any(isinstance(c, Offer) for c in story(*two).choices)
    assert any(isinstance(c, Offer) for c in story(*two, trading=True).choices)


@rule("NV-SELL-7", "NV-GAP-46")
@pytest.mark.parametrize("answer", [YES, NO])
def test_a_swap_on_one_point_needs_both_to_agree_and_goes_to_hand(answer: Any) -> None:
    t = story(hero(hand=["sword"]), hero(gear=["hatchet"]), trading=True)
    t.play(Offer(1, give=t.n("sword"), want=t.n("hatchet")))
    assert (t.ask.topic, t.ask.seat) == ("offer", 1)
    t.play(answer)
    agreed = answer is YES
    assert t.ids(t.hero.hand) == (["hatchet"] if agreed else ["sword"])
    assert (t.ids(t.heroes[1].hand), t.ids(t.heroes[1].gear)) == ((["sword"], []) if agreed else ([], ["hatchet"]))


@rule("NV-SELL-7", "NV-GAP-46")
@pytest.mark.parametrize("stage", ["preparation", "recovery"])
def test_a_card_may_change_hands_for_gold(stage: str) -> None:
    t = story(hero(hand=["sword"], gp=0), hero(gp=30), trading=True, stage=stage)
    t.play(Offer(1, give=t.n("sword"), want_gp=30), YES)
    assert (t.hero.gp, t.heroes[1].gp, t.ids(t.heroes[1].hand)) == (30, 0, ["sword"])


@rule("NV-GAP-46", "NV-SELL-7")
def test_nobody_deals_over_a_distance_or_in_adventure_cards_or_animals() -> None:
    apart = story(hero(hand=["sword"]), hero(at="sheep-road"), trading=True)
    assert not any(isinstance(c, Offer) for c in apart.choices)
    t = story(hero(hand=["war-cry"], gear=["grey-wolf"]), hero(gear=["honey-bear"]), trading=True)
    assert not any(isinstance(c, Offer) for c in t.choices)


@rule("NV-GAP-46")
def test_a_dealt_weapon_loses_its_enchantment() -> None:
    t = story(hero(hand=["enchant-weapon"], gear=["sword"]), hero(gp=20), trading=True)
    t.play(play("enchant-weapon"), Offer(1, give=t.n("sword"), want_gp=20), YES)
    assert t.ids(t.state.adventure.discard) == ["enchant-weapon"]
