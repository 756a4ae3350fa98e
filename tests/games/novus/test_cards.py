"""Draw, discard, destroy; what is hidden and what is not (NV-CARD)."""

from __future__ import annotations

from random import Random

import pytest

from hearthside.engine.chance import Chance
from hearthside.games.novus import battle, hand, resolve
from hearthside.games.novus.choices import DONE, EXPLORE, FIGHT, BuyDraw, DrawFrom, Equip, TakeCard
from hearthside.games.novus.events import Drew
from hearthside.games.novus.state import HAND_1, ITEM_1

from .story import BOX, Story, advance, card, creature, equip, hero, sell, steps, story, use

rule = pytest.mark.rule


def empty(t: Story, *names: str) -> None:
    """These decks and their discard piles hold nothing."""
    for name in names:
        hand.deck(t.g, name).cards.clear()
        hand.deck(t.g, name).discard.clear()


# ---- drawing ----


@rule("NV-CARD-1")
@pytest.mark.parametrize("deck, first", [("adventure", "lucky-find"), ("reward", "sword")])
def test_a_draw_takes_the_top_card_of_the_named_deck_into_hand(deck: str, first: str) -> None:
    t = story(hero(), adventures=["lucky-find", "war-cry"], rewards=["sword", "hatchet"])
    t.do(resolve.run(t.g, t.hero, steps({"draw": deck})))
    assert t.ids(t.hero.hand) == [first]


@rule("NV-CARD-9", "NV-CARD-1", "NV-GAP-95")
def test_the_thiefs_card_overrides_the_draw_of_the_top_card() -> None:
    t = story(hero("thief"), rewards=["sword", "hatchet", "buckler"])
    t.do(resolve.run(t.g, t.hero, steps({"draw": "reward"})), card("hatchet"))
    assert t.ids(t.hero.hand) == ["hatchet"]
    assert t.ids([t.state.reward.cards[0], t.state.reward.cards[-1]]) == ["sword", "buckler"]


@rule("NV-GAP-95")
@pytest.mark.parametrize("kept, cursed", [("war-cry", False), ("withered-arm", True)])
def test_a_curse_that_is_only_looked_at_does_not_attach(kept: str, cursed: bool) -> None:
    t = story(hero("wizard"), adventures=["withered-arm", "war-cry"])
    t.do(resolve.run(t.g, t.hero, steps({"draw": "adventure"})), card(kept))
    assert (t.hero.skills[0] == [t.n("withered-arm")]) is cursed
    assert t.ids(t.hero.hand) == ([] if cursed else ["war-cry"])


@rule("NV-GAP-95")
def test_the_card_revealed_by_explore_is_no_draw_but_its_follow_up_is() -> None:
    t = story(hero("wizard", at="sheep-road"), adventures=["lucky-find", "war-cry", "quick-wrist"])
    t.play(DONE, EXPLORE, DrawFrom("adventure"))
    assert t.ids(t.hero.hand) == ["lucky-find"]
    assert t.ids([one.card for one in t.choices]) == ["war-cry", "quick-wrist"]


@rule("NV-GAP-95")
def test_a_bought_draw_lets_the_wizard_look_at_two() -> None:
    t = story(hero("wizard", gp=25), adventures=["lucky-find", "war-cry"])
    t.play(BuyDraw("adventure"), card("war-cry"))
    assert t.ids(t.hero.hand) == ["war-cry"]


@rule("NV-GAP-95", "NV-GAP-70")
def test_cards_looked_at_are_seen_by_their_owner_alone() -> None:
    t = story(hero(), hero(), adventures=["lucky-find", "war-cry"])
    t.do(resolve.run(t.g, t.hero, steps({"look": "adventure", "n": 2})), card("lucky-find"))
    assert not {t.n("lucky-find"), t.n("war-cry")} & set(t.state.adventure.unknown(0))
    assert {t.n("lucky-find"), t.n("war-cry")} <= set(t.state.adventure.unknown(1))


@rule("NV-CARD-10", "NV-GAP-33")
@pytest.mark.parametrize("deck, thrown", [("adventure", "war-cry"), ("reward", "sword")])
def test_an_empty_deck_is_made_anew_from_its_discard_pile(deck: str, thrown: str) -> None:
    t = story(hero())
    empty(t, "adventure", "reward")
    hand.deck(t.g, deck).discard.append(t.n(thrown))
    t.do(resolve.run(t.g, t.hero, steps({"draw": deck})))
    assert t.ids(t.hero.hand) == [thrown]
    assert hand.deck(t.g, deck).discard == []


@rule("NV-CARD-10", "NV-GAP-33")
def test_with_deck_and_discard_pile_empty_the_draw_is_skipped() -> None:
    t = story(hero())
    empty(t, "adventure", "reward")
    t.do(resolve.run(t.g, t.hero, steps({"draw": "adventure"}, {"draw": "reward"}, {"gain_gp": 5})))
    assert (t.hero.hand, t.hero.gp) == ([], 15)


@rule("NV-GAP-33")
def test_a_battle_without_any_creature_left_is_no_result() -> None:
    t = story(hero(xp=5))
    empty(t, "encounter")
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6")) == "no_result"
    assert (t.hero.xp, t.turn.beaten) == (5, False)


@rule("NV-GAP-33")
def test_the_encounter_deck_is_made_anew_from_beaten_creatures() -> None:
    t = story(hero(cv=20), dice=[5, 5])
    empty(t, "encounter")
    t.state.encounter.discard.append(t.n("oxen"))
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT) == "win"
    assert t.ids(t.state.encounter.discard) == ["oxen"]


# ---- discarding and destroying ----


@rule("NV-CARD-2")
def test_whoever_discards_chooses_the_card() -> None:
    t = story(hero(), hero(hand=["sword", "hatchet"]))
    asking = resolve.run(t.g, t.hero, steps({"discard": 1, "of": "others"}))
    question = next(asking)
    assert (question.seat, len(question.choices)) == (1, 2)
    with pytest.raises(StopIteration):
        asking.send(TakeCard(t.n("hatchet")))
    assert t.ids(t.heroes[1].hand) == ["sword"]


@rule("NV-CARD-3")
def test_a_discard_comes_only_from_the_hand() -> None:
    t = story(hero(hand=["war-cry"], gear=["sword", "iron-cap"]))
    t.do(resolve.run(t.g, t.hero, steps({"discard": 2})))
    assert t.hero.hand == []
    assert t.ids(t.hero.gear) == ["iron-cap", "sword"]


@rule("NV-CARD-4", "NV-CARD-5")
def test_a_destroy_takes_a_card_off_the_board_to_its_discard_pile() -> None:
    t = story(hero(hand=["hatchet"], gear=["sword", "iron-cap"]))
    t.do(resolve.run(t.g, t.hero, steps({"destroy": 1})), card("sword"))
    assert (t.ids(t.hero.gear), t.ids(t.hero.hand)) == (["iron-cap"], ["hatchet"])
    assert t.ids(t.state.reward.discard) == ["sword"]


@rule("NV-CARD-5")
def test_a_destroy_is_never_met_with_a_card_from_hand() -> None:
    t = story(hero(hand=["sword", "hatchet"]))
    t.do(resolve.run(t.g, t.hero, steps({"destroy": 1})))
    assert t.ids(t.hero.hand) == ["sword", "hatchet"]


@rule("NV-GAP-40", "NV-CARD-4")
def test_a_destroy_may_pick_gear_allies_and_attachments_and_nothing_else() -> None:
    t = story(hero(gear=["sword", "grey-wolf"], skills=[["quick-wrist"], ["leaden-feet"]]))
    t.hero.enchants[t.hero.gear.index(t.n("sword"))] = t.n("enchant-weapon")
    question = next(resolve.run(t.g, t.hero, steps({"destroy": 1})))
    assert sorted(t.ids([one.card for one in question.choices])) == ["enchant-weapon", "grey-wolf", "sword"]


@rule("NV-CARD-6", "NV-GAP-41")
@pytest.mark.parametrize("penalty", [{"discard": 2}, {"destroy": 2}])
def test_whoever_is_short_of_cards_gives_what_is_there(penalty: dict[str, int]) -> None:
    t = story(hero(hand=["sword"], gear=["iron-cap"]))
    assert t.do(resolve.run(t.g, t.hero, steps(penalty)))
    assert len(t.ids(t.hero.hand)) + len(t.ids(t.hero.gear)) == 1


@rule("NV-GAP-41")
def test_a_price_of_choice_is_paid_in_full_or_not_offered() -> None:
    t = story(hero(hand=["sword"], gp=9))
    may = {"may": [{"pay_gp": 10}, {"gain_xp": 1}]}
    swap = {"may": [{"discard": 2}, {"gain_xp": 1}]}
    t.do(resolve.run(t.g, t.hero, steps(may, swap)))
    assert (t.hero.gp, t.hero.xp, t.ids(t.hero.hand)) == (9, 3, ["sword"])


@rule("NV-CARD-7")
def test_discarded_cards_lie_face_up_on_the_pile_of_their_own_deck() -> None:
    t = story(hero(hand=["war-cry", "sword", "grey-wolf"]))
    t.do(resolve.run(t.g, t.hero, steps({"discard": 3})))
    assert t.ids(t.state.adventure.discard) == ["war-cry"]
    assert t.ids(t.state.reward.discard) == ["sword"]
    assert t.n("grey-wolf") in t.state.allies


@rule("NV-CARD-7", "NV-GAP-67")
def test_a_destroyed_animal_ally_returns_to_the_supply() -> None:
    t = story(hero(gear=["grey-wolf"]))
    assert len(t.state.allies) == 7
    t.do(resolve.run(t.g, t.hero, steps({"destroy": 1})))
    assert len(t.state.allies) == 8


# ---- hidden and open ----


@rule("NV-CARD-8")
def test_nobody_else_is_told_which_card_was_drawn() -> None:
    t = story(hero(), hero(), rewards=["sword"])
    t.do(resolve.run(t.g, t.hero, steps({"draw": "reward"})))
    told = {seat: [e.event.card for e in t.table.log if e.to is None or e.to >> seat & 1] for seat in (0, 1)}
    assert told == {0: [t.n("sword")], 1: [0]}
    assert all(isinstance(e.event, Drew) for e in t.table.log)


@rule("NV-CARD-8", "NV-GAP-70")
def test_a_hand_is_hidden_from_others_and_known_to_its_owner() -> None:
    def hand_as_known_to(seat: int, seed: int) -> str:
        t = story(hero(hand=["sword"]), hero())
        t.g.game.redeal(t.g, seat, Chance(Random(seed).random))
        return t.ids(t.hero.hand)[0]

    assert {hand_as_known_to(0, seed) for seed in range(5)} == {"sword"}
    assert len({hand_as_known_to(1, seed) for seed in range(5)}) > 1


@rule("NV-GAP-70")
def test_boards_discards_gold_and_the_number_of_cards_in_hand_are_open() -> None:
    t = story(hero(hand=["war-cry"], gear=["sword"], skills=[["quick-wrist"]], gp=35, xp=9), hero(), discards=["oxen"])
    t.g.game.redeal(t.g, 1, Chance(Random(2).random))
    assert (t.ids(t.hero.gear), t.ids(t.hero.skills[0]), t.hero.gp, t.hero.xp) == (["sword"], ["quick-wrist"], 35, 9)
    assert (len(t.hero.hand), t.ids(t.state.encounter.discard)) == (1, ["oxen"])


@rule("NV-GAP-70")
def test_the_order_of_a_deck_is_hidden_from_everybody() -> None:
    t = story(hero(), hero(), rewards=["sword", "hatchet", "buckler"])
    top = t.state.reward.cards[-3:]
    t.g.game.redeal(t.g, 0, Chance(Random(1).random))
    assert t.state.reward.cards[-3:] != top


# ---- what a hand is good for ----


@rule("NV-CARD-11")
def test_a_card_in_hand_is_fuel_for_an_ability() -> None:
    beast = creature(cv=5, xp=2)
    t = story(hero("knight", hand=["footpad-dirk"], cv=4), cards=[beast], encounters=["creature-a"], dice=[4, 5])
    t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, use("knight"))
    assert (t.hero.hand, t.hero.xp) == ([], 5)


@rule("NV-CARD-11")
def test_a_card_in_hand_is_goods_to_sell() -> None:
    t = story(hero("knight", hand=["footpad-dirk"], gp=0), stage="recovery")
    t.play(sell("footpad-dirk"))
    assert (t.hero.hand, t.hero.gp) == ([], 15)


@rule("NV-CARD-11")
def test_a_card_in_hand_waits_for_a_later_class() -> None:
    t = story(hero("fighter", hand=["footpad-dirk"], xp=10), stage="recovery")
    assert Equip(t.n("footpad-dirk"), HAND_1) not in t.choices
    t.play(advance("swashbuckler"))
    assert Equip(t.n("footpad-dirk"), HAND_1) in t.choices


# ---- animal allies ----


@rule("NV-GAP-67")
def test_the_druid_chooses_any_animal_of_the_open_supply() -> None:
    t = story(hero("druid", hand=["sword", "hatchet"]))
    t.play(use("druid"), card("hill-pony"))
    assert (t.ids(t.hero.gear), t.hero.hand) == (["hill-pony"], [])
    assert t.n("hill-pony") not in t.state.allies


@rule("NV-GAP-67")
def test_an_animal_without_a_free_item_slot_goes_to_hand() -> None:
    t = story(hero(gear=["giant-tonic", "smoke-pot", "moon-water", "whetstone"]))
    t.do(resolve.run(t.g, t.hero, steps({"gain_ally": 1})), card("honey-bear"))
    assert t.ids(t.hero.hand) == ["honey-bear"]


@rule("NV-GAP-67")
def test_an_animal_ally_is_placed_and_removed_like_a_reward_card() -> None:
    t = story(hero("beastlord", hand=["honey-bear"], gear=["grey-wolf"]))
    t.play(equip("honey-bear"))
    assert t.hero.gear[ITEM_1 : ITEM_1 + 2] == [t.n("grey-wolf"), t.n("honey-bear")]
    assert len(BOX.allies) == 8
