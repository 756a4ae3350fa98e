"""Card text is followed as written (NV-CARD-9): what each verb does, and what it does with nothing to act on."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine.chance import Chance
from hearthside.games.novus import battle, board, resolve
from hearthside.games.novus.choices import (
    DONE,
    ESCAPE,
    EXPLORE,
    FIGHT,
    NO,
    TRAVEL,
    YES,
    DrawFrom,
    PlayCard,
    TakeFace,
    TakeOption,
    TakeSeat,
)  # fmt: skip
from hearthside.games.novus.events import Looked, RolledCreature, RolledHero, SummedCv, TriedEscape
from hearthside.games.novus.state import Battle
from hearthside.games.novus.vocabulary import VERBS

from .story import Story, adventure, card, creature, hero, location, play, steps, story, to

pytestmark = pytest.mark.rule("NV-CARD-9")


def do(t: Story, *raw: dict[str, Any], answers: Any = (), seat: int = 0) -> Any:
    """A hero follows these steps; returns whether all of them happened."""
    return t.do(resolve.run(t.g, t.heroes[seat], steps(*raw)), *answers)


def fight(*ability: dict[str, Any], dice: list[int], answers: Any = (FIGHT,), cv: int = 10, **more: Any) -> Story:
    """The first hero, of CV 10, has fought Creature A (2 XP), which does these steps in step 1. See `result`."""
    who = {"cv": 10, "luck": 0, **more.pop("who", {})}
    foe = creature(cv=cv, ability=list(ability), **more)
    t = story(hero(**who), hero(), cards=[foe], encounters=["creature-a"], dice=dice)
    t.result = t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), *answers)  # type: ignore[attr-defined]
    return t


def total(t: Story) -> tuple[int, int]:
    """CV totals of hero and creature in step 3."""
    (summed,) = t.events(SummedCv)
    return summed.total, summed.creature_cv


def finals(t: Story) -> tuple[int, int]:
    """The latest Final CVs of hero and creature."""
    return t.events(RolledHero)[-1].total, t.events(RolledCreature)[-1].total


def clear(t: Story, *names: str) -> None:
    """These decks and their discard piles hold nothing."""
    for name in names or ("adventure", "reward", "encounter"):
        pile = getattr(t.state, name)
        pile.cards, pile.discard, pile.known = [], [], {}


def first_choice(rule: Any, most: int = 10) -> Any:
    """The rule with every question answered by its first choice; a rule that asks more than `most` fails."""
    answer = None
    for _ in range(most):
        try:
            answer = rule.send(answer and answer.choices[0])
        except StopIteration as end:
            return end.value
    raise AssertionError("it asks for ever")


# ---- nothing to act on ----

# Each verb where it has nobody, no card or no battle to act on: alone, at 1 XP and 0 GP, all decks empty.
IDLE: dict[str, dict[str, Any]] = {
    "gain_xp": {"gain_xp": 2, "of": "others"},
    "lose_xp": {"lose_xp": 2},
    "gain_gp": {"gain_gp": 5, "of": "here"},
    "lose_gp": {"lose_gp": 5},
    "steal_gp": {"steal_gp": 10},
    "pay_gp": {"pay_gp": 5},
    "gain_luck": {"gain_luck": "chosen"},
    "turn_explore": {"turn_explore": "x", "of": "others"},
    "draw": {"draw": "choice", "n": 2},
    "look": {"look": "adventure", "n": 3, "keep": 1},
    "search": {"search": "reward_discard", "pick": True},
    "discard": {"discard": 2},
    "destroy": {"destroy": 2},
    "steal_card": {"steal_card": 99},
    "swap_card": {"swap_card": 99},
    "give_card": {"give_card": 2},
    "take_victory_card": {"take_victory_card": True},
    "equip_now": {"equip_now": 2},
    "return_to_hand": {"return_to_hand": 2},
    "battle_cv": {"battle_cv": 2},
    "battle_cv_per": {"battle_cv_per": 2, "per": "discard"},
    "escape_mod": {"escape_mod": 3},
    "auto_escape": {"auto_escape": True},
    "forbid_escape": {"forbid_escape": True},
    "reroll": {"reroll": "hero"},
    "set_roll": {"set_roll": "hero", "value": 9},
    "adjust_roll": {"adjust_roll": "creature", "n": 2},
    "roll_table": {"roll_table": [{"upto": 10}]},
    "end_battle": {"end_battle": "win"},
    "victory": {"victory": 1, "gp": 10},
    "prevent": {"prevent": "defeat"},
    "start_battle": {"start_battle": "deck"},
    "extra_move": {"extra_move": 2, "of": "others"},
    "no_move": {"no_move": "others"},
    "move_to": {"move_to": ["city"], "within": 0},
    "stop_movement": {"stop_movement": True},
    "travel_result": {"travel_result": "choose"},
    "gain_curse": {"gain_curse": 2},
    "remove_curse": {"remove_curse": 1},
    "gain_ally": {"gain_ally": 1},
    "advance_class": {"advance_class": False},
    "place_isenthrax": {"place_isenthrax": True},
    "steal_magic": {"steal_magic": True},
    "when": {"when": {"xp_at_least": 9}, "do": [{"gain_gp": 5}]},
    "may": {"may": [{"pay_gp": 5}, {"gain_xp": 1}]},
    "choose": {"choose": [{"do": [{"pay_gp": 5}, {"gain_xp": 1}]}, {"do": [{"discard": 1}, {"gain_xp": 1}]}]},
    "test": {"test": 6},
    "explore": {"explore": True},
    "challenge": {"challenge": True},
}
ALWAYS = {"extra_play", "fly"}  # these speak of the turn and never want for an object; see their own tests


def test_every_verb_is_told_here() -> None:
    assert set(IDLE) | ALWAYS == set(VERBS)
    told = {name.removeprefix("test_").partition("__")[0] for name in globals() if name.startswith("test_")}
    assert set(VERBS) <= told


@pytest.mark.parametrize("verb", IDLE)
def test_a_verb_with_nothing_to_act_on_resolves_as_nothing(verb: str) -> None:
    t = story(hero(xp=1, gp=0, luck=0), dice=[5, 5, 5])
    clear(t)
    t.state.allies = []
    t.state.alive.remove(t.n("isenthrax"))
    before = msgspec.msgpack.encode(t.state)
    happened = first_choice(resolve.run(t.g, t.g.state.heroes[0], steps(IDLE[verb])))
    assert happened is (verb != "pay_gp")
    assert msgspec.msgpack.encode(t.state) == before


@pytest.mark.parametrize(
    "raw",
    [
        {"start_battle": "discard"},
        {"search": "adventure_discard"},
        {"steal_gp": 5, "within": 1},
        {"steal_card": 1},
        {"draw": "adventure"},
        {"draw": "reward", "n": 3},
        {"look": "encounter"},
        {"battle_cv": -2, "of": "creature"},
        {"battle_cv_per": 1, "per": "gp"},
        {"battle_cv_per": 1, "per": "ally"},
        {"reroll": "escape"},
        {"reroll": "creature"},
        {"set_roll": "creature"},
        {"adjust_roll": "escape", "n": 2},
    ],
)
def test_other_ways_of_having_nothing_to_act_on(raw: dict[str, Any]) -> None:
    t = story(hero(xp=1, gp=0, luck=0), hero(at="frosthelm", gp=0))
    clear(t, "adventure", "reward")
    before = msgspec.msgpack.encode(t.state)
    if "look" in raw:
        clear(t)
        before = msgspec.msgpack.encode(t.state)
    assert t.do(resolve.run(t.g, t.g.state.heroes[0], steps(raw)))
    assert msgspec.msgpack.encode(t.state) == before


# ---- experience, gold, tokens ----


@pytest.mark.parametrize(
    "of, xp", [("self", [5, 3, 3]), ("others", [3, 5, 5]), ("all", [5, 5, 5]), ("here", [3, 5, 3])]
)
def test_gain_xp(of: str, xp: list[int]) -> None:
    t = story(hero(), hero(), hero(at="sheep-road"))
    do(t, {"gain_xp": 2, "of": of})
    assert [who.xp for who in t.heroes] == xp


def test_lose_xp() -> None:
    t = story(hero(xp=9), hero(xp=9), hero(xp=9))
    do(t, {"lose_xp": 2, "of": "chosen"}, answers=[TakeSeat(2)])
    assert [who.xp for who in t.heroes] == [9, 9, 7]


def test_gain_gp() -> None:
    t = story(hero(), hero())
    do(t, {"gain_gp": 15, "of": "current"}, seat=1)
    assert [who.gp for who in t.heroes] == [25, 10]


def test_lose_gp() -> None:
    t = story(hero(gp=7))
    do(t, {"lose_gp": 10})
    assert t.hero.gp == 0


def test_steal_gp() -> None:
    t = story(hero(gp=0), hero(gp=6), hero(at="tamban", gp=50))
    do(t, {"steal_gp": 10, "within": 2})
    assert [who.gp for who in t.heroes] == [6, 0, 50]
    do(t, {"steal_gp": 10})
    assert [who.gp for who in t.heroes] == [16, 0, 40]


@pytest.mark.parametrize("gp, left, xp", [(10, 0, 4), (9, 9, 3)])
def test_pay_gp(gp: int, left: int, xp: int) -> None:
    t = story(hero(gp=gp))
    assert do(t, {"pay_gp": 10}, {"gain_xp": 1}) is (xp == 4)
    assert (t.hero.gp, t.hero.xp) == (left, xp)


def test_gain_luck() -> None:
    t = story(hero(luck=0), hero(luck=0))
    do(t, {"gain_luck": "self"})
    assert [who.luck for who in t.heroes] == [1, 0]


@pytest.mark.parametrize("now, offered", [(True, True), (False, False)])
def test_turn_explore(now: bool, offered: bool) -> None:
    t = story(hero(at="sheep-road", explore_x=True))
    do(t, {"turn_explore": "free", "now": now})
    assert not t.hero.explore_x
    assert (EXPLORE in t.play(DONE).choices) is offered  # NV-GAP-93


# ---- cards ----


def test_draw() -> None:
    t = story(hero(), adventures=["war-cry"], rewards=["sword", "hatchet"])
    do(t, {"draw": "choice", "n": 2}, {"draw": "reward"}, answers=[DrawFrom("reward"), DrawFrom("adventure")])
    assert t.ids(t.hero.hand) == ["sword", "war-cry", "hatchet"]


def test_draw__of_everybody() -> None:
    t = story(hero(), hero(), rewards=["sword", "hatchet"])
    do(t, {"draw": "reward", "of": "all"})
    assert [t.ids(who.hand) for who in t.heroes] == [["sword"], ["hatchet"]]


@pytest.mark.parametrize(
    "rest, where", [("bottom", "under the deck"), ("discard", "on the discard pile"), ("top", "on the deck")]
)
def test_look(rest: str, where: str) -> None:
    t = story(hero(), rewards=["sword", "hatchet"])
    do(t, {"look": "reward", "n": 2, "keep": 1, "rest": rest}, answers=[card("hatchet")])
    pile, sword = t.state.reward, t.n("sword")
    assert (t.ids(t.hero.hand), [e.n for e in t.events(Looked)]) == (["hatchet"], [2])
    places = {"under the deck": pile.cards[0], "on the deck": pile.cards[-1], "on the discard pile": None}
    assert places[where] == sword if places[where] else pile.discard == [sword]


def test_look__puts_the_rest_back_in_any_order() -> None:
    t = story(hero(), encounters=["oxen", "ghouls", "marsh-adder"])
    do(t, {"look": "encounter", "n": 3}, answers=[card("marsh-adder"), card("oxen")])
    assert t.ids(t.state.encounter.cards[:-4:-1]) == ["marsh-adder", "oxen", "ghouls"]


def test_search() -> None:
    t = story(hero(), discards=["sword", "whetstone", "hatchet", "iron-cap"])
    do(t, {"search": "reward_discard", "take": {"kind": ["weapon"]}})
    assert t.ids(t.hero.hand) == ["hatchet"]
    do(t, {"search": "reward_discard", "pick": True}, answers=[card("whetstone")])
    assert t.ids(t.hero.hand) == ["hatchet", "whetstone"]


def test_search__of_a_deck_shuffles_it() -> None:
    t = story(hero(), rewards=["sword", "hatchet", "buckler"])
    order = list(t.state.reward.cards)
    do(t, {"search": "reward_deck", "take": {"slot": ["head"]}})
    (found,) = t.hero.hand
    order.remove(found)
    assert t.g.content.cards[found].slot == "head"
    assert sorted(t.state.reward.cards) == sorted(order)
    assert t.state.reward.cards != order


def test_discard() -> None:
    t = story(hero(hand=["sword", "war-cry", "hatchet"]), hero(hand=["iron-cap", "great-helm"]))
    do(t, {"discard": 1, "take": {"deck": "reward"}}, answers=[card("hatchet")])
    do(t, {"discard": 1, "of": "others", "random": True})
    assert (t.ids(t.hero.hand), len(t.heroes[1].hand)) == (["sword", "war-cry"], 1)


def test_destroy() -> None:
    t = story(hero(gear=["sword", "iron-cap"]), hero(gear=["third-eye"]))
    do(t, {"destroy": 1, "take": {"slot": ["head"]}}, {"destroy": 1, "take": {"magical": True}, "of": "others"})
    assert [t.ids(who.gear) for who in t.heroes] == [["sword"], []]
    assert t.ids(t.state.reward.discard) == ["iron-cap", "third-eye"]


def test_steal_card() -> None:
    t = story(hero(), hero(hand=["war-cry", "sword"]), hero(at="frosthelm", hand=["hatchet"]))
    do(t, {"steal_card": 1, "take": {"deck": "reward"}})
    assert [t.ids(who.hand) for who in t.heroes] == [["sword"], ["war-cry"], ["hatchet"]]


def test_swap_card() -> None:
    t = story(hero(hand=["sword", "war-cry"]), hero(hand=["hatchet"]))
    do(t, {"swap_card": 99}, answers=[card("sword")])
    assert [t.ids(who.hand) for who in t.heroes] == [["war-cry", "hatchet"], ["sword"]]


def test_swap_card__with_no_card_to_give() -> None:
    t = story(hero(), hero(hand=["hatchet"]))
    do(t, {"swap_card": 99})
    assert [t.ids(who.hand) for who in t.heroes] == [[], ["hatchet"]]


def test_give_card() -> None:
    t = story(hero(hand=["sword", "war-cry"]), hero(), hero(at="sheep-road"))
    do(t, {"give_card": 1}, answers=[card("war-cry")])
    assert [t.ids(who.hand) for who in t.heroes] == [["sword"], ["war-cry"], []]


def test_take_victory_card() -> None:
    foe = creature(cv=1, victory=[{"draw": "reward"}])
    t = story(
        hero(cv=10),
        hero(hand=["stolen-reward"]),
        cards=[foe],
        encounters=["creature-a"],
        rewards=["sword"],
        dice=[5, 5],
    )
    t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, play("stolen-reward"))
    assert [t.ids(who.hand) for who in t.heroes] == [[], ["sword"]]


@pytest.mark.parametrize("seed", range(4))
def test_take_victory_card__after_the_hands_were_dealt_anew(seed: int) -> None:
    """What the Victory brought may then be another card, which lies in the winner's hand."""
    t = story(hero(hand=["sword"]), hero(), cards=[creature(cv=1)])
    t.state.battle = Battle(0, t.n("creature-a"), "deck", drawn=[t.n("sword")])
    t.g.game.redeal(t.g, 1, Chance(Random(seed).random))
    assert t.state.battle.drawn == t.hero.hand != [t.n("sword")]


@pytest.mark.parametrize("answer, gear", [(card("sword"), ["sword"]), (NO, [])])
def test_equip_now(answer: Any, gear: list[str]) -> None:
    t = story(hero(hand=["sword", "iron-cap"]), stage="adventure")
    do(t, {"equip_now": 1, "take": {"kind": ["weapon"]}}, answers=[answer])
    assert t.ids(t.hero.gear) == gear


def test_return_to_hand() -> None:
    t = story(hero(gear=["sword", "iron-cap"]), stage="adventure")
    do(t, {"return_to_hand": 2}, answers=[card("iron-cap"), NO])
    assert (t.ids(t.hero.hand), t.ids(t.hero.gear)) == (["iron-cap"], ["sword"])


def test_extra_play() -> None:
    t = story(hero(hand=["quick-wrist", "beast-lore", "mile-eater"]), hero())
    do(t, {"extra_play": 1}, seat=1)  # not their turn: nothing
    do(t, {"extra_play": 1})
    t.play(play("quick-wrist"), play("beast-lore"))
    assert PlayCard(t.n("mile-eater")) not in t.choices


# ---- battle ----


@pytest.mark.parametrize(
    "raw, totals",
    [({"battle_cv": -2}, (8, 10)), ({"battle_cv": 3, "of": "creature"}, (10, 13)), ({"battle_cv": 1}, (11, 10))],
)
def test_battle_cv(raw: dict[str, Any], totals: tuple[int, int]) -> None:
    assert total(fight(raw, dice=[5, 5])) == totals


def test_battle_cv__that_lasts_the_turn() -> None:
    foes = [creature("creature-a", cv=1, ability=[{"battle_cv": 2, "lasts": "turn"}]), creature("creature-b", cv=1)]
    t = story(hero(cv=10), cards=foes, encounters=["creature-a", "creature-b"], dice=[5, 5, 5, 5])
    for _ in foes:
        t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT)
    assert [summed.total for summed in t.events(SummedCv)] == [12, 12]


@pytest.mark.parametrize(
    "raw, who, answers, cv",
    [
        ({"per": "discard", "take": {"deck": "adventure"}}, {"hand": ["war-cry", "sword"]}, [card("war-cry")], 12),
        ({"per": "discard"}, {"hand": ["war-cry", "sword"]}, [card("war-cry"), NO], 12),
        ({"per": "gp", "of_gp": 5}, {"gp": 12}, [YES, YES], 14),
        ({"per": "gp", "of_gp": 5, "most": 1}, {"gp": 12}, [YES], 12),
        ({"per": "ally"}, {"gear": ["sellsword", "grey-wolf"]}, [], 14),
        ({"per": "magical", "most": 1}, {"gear": ["third-eye", "hare-boots"]}, [], 12),
        ({"per": "weapon"}, {"gear": ["long-pike"]}, [], 14),
        ({"per": "skill"}, {"skills": [["mile-eater"], ["eels-trick", "moth-memory"]]}, [], 12),
        ({"per": "curse"}, {"skills": [["mile-eater"], ["eels-trick", "moth-memory"]]}, [], 12),
        ({"per": "token"}, {"tokens": ["kroenig", "osira"]}, [], 14),
        ({"per": "quest"}, {"quests": ["dig-the-well"]}, [], 12),
    ],
)
def test_battle_cv_per(raw: dict[str, Any], who: dict[str, Any], answers: list[Any], cv: int) -> None:
    t = fight({"battle_cv_per": 2, **raw}, dice=[5, 5], who=who, answers=[*answers, FIGHT])
    assert total(t)[0] == cv


def test_escape_mod() -> None:
    t = fight({"escape_mod": 3}, dice=[3], answers=[ESCAPE])
    assert t.result == "escape"
    assert t.events(TriedEscape)[0].plus == 3


def test_auto_escape() -> None:
    t = fight({"auto_escape": True}, dice=[], answers=[])
    assert (t.result, t.hero.xp) == ("escape", 3)


def test_forbid_escape() -> None:
    t = fight({"forbid_escape": True}, dice=[5, 5], answers=[])  # nobody asks: Escape or fight?
    assert t.events(TriedEscape) == []


def test_fly() -> None:
    t = fight({"fly": True}, dice=[6], answers=[ESCAPE], flying=True)
    assert t.result == "escape"
    do(t, {"fly": True}, seat=1)  # not their turn: nothing
    assert not board.flies(t.g, t.heroes[1])


@pytest.mark.parametrize(
    "raw, faces, finally_",
    [
        ({"reroll": "hero"}, [8, 5, 2], (12, 15)),
        ({"reroll": "hero", "keep": "best"}, [8, 5, 2], (18, 15)),
        ({"reroll": "creature"}, [8, 5, 9], (18, 19)),
        ({"reroll": "creature", "keep": "best"}, [8, 5, 9], (18, 15)),
        ({"set_roll": "hero", "value": 7}, [1, 5], (17, 15)),
        ({"set_roll": "creature", "value": 2}, [8, 5], (18, 12)),
        ({"adjust_roll": "hero", "n": 3}, [5, 5], (18, 15)),
        ({"adjust_roll": "creature", "n": -2}, [5, 5], (15, 13)),
    ],
)
def test_a_die_of_a_battle_is_changed_in_step_6(
    raw: dict[str, Any], faces: list[int], finally_: tuple[int, int]
) -> None:
    turned = adventure("turned", "action_event", when="step_6", do=[raw])
    t = story(
        hero(cv=10, luck=0, hand=["turned"]), cards=[turned, creature(cv=10)], encounters=["creature-a"], dice=faces
    )
    result = t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, play("turned"))
    assert finals(t) == finally_
    assert result == ("win" if finally_[0] >= finally_[1] else "lose")


def test_reroll() -> None:
    again = adventure("again", "action_event", when="step_2", do=[{"reroll": "escape"}])
    t = story(hero(hand=["again"]), cards=[again, creature(cv=20)], encounters=["creature-a"], dice=[3, 7])
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), ESCAPE, play("again")) == "escape"


def test_set_roll() -> None:
    fixed = adventure("fixed", "action_event", when="step_4", do=[{"set_roll": "hero", "value": 6}])
    t = story(hero(cv=10, luck=0, hand=["fixed"]), cards=[fixed, creature()], encounters=["creature-a"], dice=[1, 5])
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, play("fixed")) == "win"  # no Tragic Fail any more


def test_adjust_roll() -> None:
    more = adventure("more", "action_event", when="step_4", do=[{"adjust_roll": "hero", "n": 6}])
    t = story(hero(cv=10, luck=0, hand=["more"]), cards=[more, creature()], encounters=["creature-a"], dice=[1, 5])
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, play("more")) == "lose"  # a 1 stays a Tragic Fail


@pytest.mark.parametrize("face, gp", [(1, 0), (3, 0), (4, 10), (6, 10), (7, 30), (10, 30)])
def test_roll_table(face: int, gp: int) -> None:
    bands = [{"upto": 3, "do": [{"lose_gp": 10}]}, {"upto": 6}, {"upto": 10, "do": [{"gain_gp": 20}]}]
    t = story(hero(luck=0), dice=[face])
    do(t, {"roll_table": bands})
    assert t.hero.gp == gp


@pytest.mark.parametrize("result, xp", [("win", 5), ("lose", 2), ("escape", 3), ("no_result", 3)])
def test_end_battle(result: str, xp: int) -> None:
    t = fight({"end_battle": result}, dice=[], answers=[], defeat=[{"lose_xp": 1}])
    assert (t.result, t.hero.xp, t.events(RolledHero)) == (result, xp, [])


def test_victory() -> None:
    t = fight({"victory": 1, "gp": 20, "reward": 2, "adventure": 1}, dice=[9, 2])
    assert (t.hero.xp, t.hero.gp) == (3 + 2 + 1, 10 + 20)
    assert sorted(t.g.content.deck_of(n) for n in t.hero.hand)[-2:] == ["reward", "reward"]


@pytest.mark.parametrize(
    "raw, left",
    [
        ({"prevent": "xp", "n": 1}, (8, 0, 0, 0)),
        ({"prevent": "gp"}, (7, 10, 0, 0)),
        ({"prevent": "discard"}, (7, 0, 1, 0)),
        ({"prevent": "destroy"}, (7, 0, 0, 1)),
        ({"prevent": "defeat"}, (9, 10, 1, 1)),
    ],
)
def test_prevent(raw: dict[str, Any], left: tuple[int, ...]) -> None:
    line = [{"lose_xp": 2}, {"lose_gp": 10}, {"discard": 1}, {"destroy": 1, "take": {"kind": ["weapon"]}}]
    t = fight(raw, dice=[2, 9], who={"xp": 9, "hand": ["war-cry"], "gear": ["sword"]}, defeat=line)
    assert (t.hero.xp, t.hero.gp, len(t.hero.hand), t.ids(t.hero.gear).count("sword")) == left


@pytest.mark.parametrize("what, cursed", [("curse", False), ("gp", True)])
def test_prevent__a_curse(what: str, cursed: bool) -> None:
    assert bool(fight({"prevent": what}, dice=[2, 9], curse=True).hero.skills[0]) is cursed


@pytest.mark.parametrize("source, foe", [("deck", "oxen"), ("discard", "drowned-sailor"), ("reptisaurs", "reptisaurs")])
def test_start_battle(source: str, foe: str) -> None:
    t = story(hero(cv=20), encounters=["oxen"], discards=["jakkals", "drowned-sailor"], dice=[5, 5])
    assert do(t, {"start_battle": source, "cv": 2, "xp": 1, "gp": 5}, {"gain_gp": 1}, answers=[FIGHT])
    it = t.g.content.cards[t.n(foe)]
    assert (total(t)[1], t.hero.xp) == (it.cv + 2, 3 + it.xp + 1)
    assert t.ids(t.state.encounter.discard)[-1] == (foe if source != "reptisaurs" else "drowned-sailor")  # NV-GAP-4


def test_start_battle__stops_the_list_when_it_is_lost() -> None:
    t = story(hero(cv=1), encounters=["thunder-djinn"], dice=[2, 9])
    assert do(t, {"start_battle": "deck"}, {"gain_gp": 90}, answers=[FIGHT]) is False
    assert t.hero.gp < 90


# ---- travel ----


def test_extra_move() -> None:
    t = story(hero(), hero(), dice=[3])
    do(t, {"extra_move": 2}, seat=1)  # not their turn: nothing
    do(t, {"extra_move": 2})
    t.play(DONE, TRAVEL)
    assert t.turn.moves == 4


def test_extra_move__never_leaves_less_than_one_point() -> None:
    t = story(hero(), dice=[3])
    do(t, {"extra_move": -9})
    t.play(DONE, TRAVEL)
    assert t.turn.moves == 1


def test_no_move() -> None:
    t = story(hero(), hero(), dice=[3])
    do(t, {"no_move": "current"}, seat=1)
    t.play(DONE, TRAVEL)
    assert (t.ask.topic, t.at, t.hero.no_move) == ("recovery", "hearthold", False)


def test_move_to() -> None:
    t = story(hero(at="sheep-road"))
    do(t, {"move_to": ["city", "class"], "within": 99}, answers=[to("frosthelm")])
    assert t.at == "frosthelm"
    assert t.turn.steps == 1  # still Preparation: nothing is triggered


def test_move_to__a_region() -> None:
    t = story(hero())
    do(t, {"move_to": ["special"], "regions": ["jungle"]})  # one such point: nobody asks
    assert t.at == "sunken-idol"


def test_stop_movement() -> None:
    gate = location("gate", "millers-ford", trigger="pass_and_end", do=[{"stop_movement": True}])
    t = story(hero(), places=[gate], dice=[3])
    t.play(DONE, TRAVEL, to("millers-ford"))
    assert (t.at, t.ask.topic) == ("millers-ford", "recovery")


@pytest.mark.parametrize("how, answers", [("choose", [TakeFace("reward")]), ("reroll", [])])
def test_travel_result(how: str, answers: list[Any]) -> None:
    sign = adventure("sign", "travel_event", when="die_rolled", do=[{"travel_result": how}])
    t = story(hero(hand=["sign"]), cards=[sign], rewards=["sword"], dice=[5, 4])
    t.play(DONE, TRAVEL, play("sign"), *answers)
    assert (t.turn.face, t.ids(t.hero.hand), t.ask.topic) == ("reward", ["sword"], "move")


# ---- curses, allies, classes, quests ----


def test_gain_curse() -> None:
    t = story(hero(), hero("priest"), discards=["moth-memory", "black-feather"])
    do(t, {"gain_curse": 2}, {"gain_curse": 1, "of": "others"})
    assert t.ids([stack[0] for stack in t.hero.skills if stack]) == ["black-feather", "moth-memory"]
    assert t.heroes[1].skills == [[], [], []]


def test_remove_curse() -> None:
    t = story(hero(skills=[["moth-memory"], ["black-feather"]]))
    do(t, {"remove_curse": 1}, answers=[card("black-feather")])
    assert [t.ids(stack) for stack in t.hero.skills] == [["moth-memory"], [], []]


def test_gain_ally() -> None:
    t = story(hero())
    do(t, {"gain_ally": 1}, answers=[card("white-stag")])
    assert t.ids(t.hero.gear) == ["white-stag"]


@pytest.mark.parametrize("free, advanced, offered", [(False, False, False), (True, False, True), (True, True, False)])
def test_advance_class(free: bool, advanced: bool, offered: bool) -> None:
    t = story(hero("knight", xp=3, advanced=advanced))
    do(t, {"advance_class": free}, answers=[card("paladin")] if offered else [])
    assert t.ids([t.hero.klass]) == (["paladin"] if offered else ["knight"])


def test_advance_class__again_if_the_card_says_so() -> None:
    t = story(hero("champion", xp=12))
    do(t, {"advance_class": False, "again": True}, answers=[card("paladin")])
    assert t.ids([t.hero.klass]) == ["paladin"]


def test_place_isenthrax() -> None:
    t = story(hero(), rewards=["sword"])
    do(t, {"place_isenthrax": True}, answers=[to("saltmarsh")])
    assert t.g.content.points[t.state.isenthrax].id == "saltmarsh"
    do(t, {"place_isenthrax": True})
    assert t.ids(t.hero.hand) == ["sword"]


def test_steal_magic() -> None:
    t = story(hero(), rewards=["third-eye"], discards=["hare-boots", "sword"])
    do(t, {"steal_magic": True})
    assert t.ids(t.hero.hand) == ["hare-boots"]
    do(t, {"steal_magic": True})
    assert t.ids(t.hero.hand) == ["hare-boots", "third-eye"]


# ---- structure ----


@pytest.mark.parametrize("xp, gp", [(9, 15), (8, 5)])
def test_when(xp: int, gp: int) -> None:
    t = story(hero(xp=xp))
    do(t, {"when": {"xp_at_least": 9}, "do": [{"gain_gp": 5}], "otherwise": [{"lose_gp": 5}]})
    assert t.hero.gp == gp


@pytest.mark.parametrize("answer, left", [(YES, (0, 4)), (NO, (10, 3))])
def test_may(answer: Any, left: tuple[int, int]) -> None:
    t = story(hero())
    do(t, {"may": [{"pay_gp": 10}, {"gain_xp": 1}]}, answers=[answer])
    assert (t.hero.gp, t.hero.xp) == left


def test_choose() -> None:
    t = story(hero(gp=5))
    options = [{"do": [{"pay_gp": 10}, {"gain_xp": 9}]}, {"do": [{"gain_gp": 5}]}, {"do": [{"gain_xp": 1}]}]
    do(t, {"choose": options}, answers=[TakeOption(2)])
    assert (t.hero.gp, t.hero.xp) == (5, 4)
    do(t, {"choose": options[:2]})  # one option can be paid: nobody asks
    assert t.hero.gp == 10


@pytest.mark.parametrize("face, gp", [(1, 5), (3, 5), (4, 20), (10, 20)])
def test_test(face: int, gp: int) -> None:
    t = story(hero(luck=0), dice=[face])
    do(t, {"test": 6, "plus": 2, "success": [{"gain_gp": 10}], "failure": [{"lose_gp": 5}]})
    assert t.hero.gp == gp


def test_explore() -> None:
    t = story(hero(at="sheep-road"), adventures=["war-cry"], rewards=["sword"])
    do(t, {"explore": True}, answers=[DrawFrom("reward")])
    assert t.ids(t.hero.hand) == ["war-cry", "sword"]


def test_challenge() -> None:
    t = story(hero(at="quest-kroenig"))
    do(t, {"challenge": True})
    assert t.state.challenge.creature == t.n("kroenig")
    assert t.turn.stage == "challenge"


def test_challenge__where_no_quest_creature_lives() -> None:
    t = story(hero(at="sheep-road"))
    do(t, {"challenge": True})
    assert (t.state.challenge, t.turn.stage) == (None, "preparation")
