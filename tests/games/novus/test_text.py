"""What cards say: these tests hold the one voice of the texts, and that no word of the vocabulary is mute."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from hearthside.engine.content import read_list
from hearthside.games.novus import vocabulary as v
from hearthside.games.novus.cards import Adventure, Character, Creature, Klass, Location, Reward
from hearthside.games.novus.library import FILES, FOLDER, dec_hook
from hearthside.games.novus.text.cards import card_text
from hearthside.games.novus.text.clauses import TEXTS
from hearthside.games.novus.text.conditions import CONDITIONS, condition_text, filter_text
from hearthside.games.novus.text.moments import moment_text
from hearthside.games.novus.text.sentences import steps_text
from hearthside.games.novus.text.traits import ability_text
from hearthside.games.novus.text.voice import OWN, Voice, Who

LOOKS = {"id": "it", "name": "It", "icon": "it", "palette": "wood"}
# A value for the first field of every verb that needs one.
VALUES: dict[str, Any] = {
    "draw": "reward",
    "look": "adventure",
    "search": "reward_discard",
    "battle_cv_per": 1,
    "reroll": "hero",
    "set_roll": "creature",
    "adjust_roll": "hero",
    "roll_table": [{"upto": 4, "do": [{"lose_xp": 1}]}, {"upto": 10, "do": [{"gain_gp": 5}]}],
    "end_battle": "win",
    "prevent": "xp",
    "travel_result": "choose",
    "move_to": ["city"],
    "turn_explore": "free",
    "when": {"xp_at_most": 5},
    "may": [{"gain_xp": 1}],
    "choose": [{"do": [{"gain_xp": 1}]}, {"do": [{"gain_gp": 5}]}],
    "victory": 1,
    "no_move": "self",
    "gain_luck": "self",
    "start_battle": "deck",
    "advance_class": False,
}
MORE: dict[str, dict[str, Any]] = {
    "battle_cv_per": {"per": "ally"},
    "when": {"do": [{"gain_xp": 1}]},
    "test": {"success": [{"gain_xp": 1}]},
}


def steps(*raw: dict[str, Any]) -> v.Steps:
    return v.steps_from(list(raw), dec_hook)


def say(*raw: dict[str, Any], voice: Voice = OWN) -> str:
    return steps_text(steps(*raw), voice)


def of(cls: type[Any], **raw: Any) -> list[str]:
    return card_text(msgspec.convert({**LOOKS, **raw}, cls, dec_hook=dec_hook))


def ability(**raw: Any) -> str:
    return ability_text(msgspec.convert(raw, v.Ability, dec_hook=dec_hook))


def sample(verb: str) -> dict[str, Any]:
    first = VALUES.get(verb, 2 if v.VERBS[verb].__struct_fields__ else True)
    return {verb: first, **MORE.get(verb, {})}


def sound(line: str) -> None:
    """What holds for every text whatever it says."""
    assert line == " ".join(line.split()), line
    assert ".." not in line, line
    assert not re.search(
        r"\b1 (cards|points|Curses|Allies|weapons)\b|\b[2-9] (card|point|Curse|Ally|weapon)\b", line
    ), line
    assert not re.search(r"[_{}<>\u2212\u2013\u2014]|\bNone\b|\band and\b| ,| \.", line), line
    assert not re.search(r"\. [a-z]", line), line
    assert line[0].isupper() or line[0] in "+-", line


@pytest.mark.parametrize("verb", sorted(v.VERBS))
@pytest.mark.parametrize("who", ["self", "other", "any"])
def test_every_verb_has_a_text(verb: str, who: Who) -> None:
    line = say(sample(verb), voice=Voice(who))
    assert line.endswith(".")
    sound(line)


def test_every_verb_has_an_own_function() -> None:
    assert set(TEXTS) == set(v.VERBS.values())


def test_every_condition_has_words() -> None:
    assert set(CONDITIONS) == set(v.If.__struct_fields__)


def test_every_moment_has_words() -> None:
    for when in get_args(v.When):
        for who in ("self", "other", "any"):
            assert moment_text(when, who)


@pytest.mark.parametrize(
    "raw, line",
    [
        ([{"lose_xp": 1}], "Lose 1 XP."),
        ([{"draw": "reward", "n": 2}], "Draw 2 Reward cards."),
        ([{"draw": "choice"}], "Draw 1 Adventure or Reward card."),
        ([{"gain_xp": 1}, {"gain_gp": 10}, {"draw": "adventure"}], "Gain 1 XP and 10 GP. Draw 1 Adventure card."),
        ([{"when": {"xp_at_most": 5}, "do": [{"battle_cv": -1}]}], "If your XP is 5 or less, -1 CV in this battle."),
        ([{"pay_gp": 5}, {"gain_xp": 1}], "Pay 5 GP to gain 1 XP."),
        ([{"may": [{"pay_gp": 5}, {"battle_cv": 2}]}], "You may pay 5 GP for +2 CV in this battle."),
        ([{"may": [{"discard": 2}, {"draw": "reward"}]}], "You may discard 2 cards to draw 1 Reward card."),
        (
            [{"may": [{"pay_gp": 5}, {"battle_cv": -2, "of": "creature"}]}],
            "You may pay 5 GP: the creature has -2 CV in this battle.",
        ),
        ([{"battle_cv": 1, "lasts": "battle"}], "+1 CV in every round of this battle."),
        ([{"battle_cv": 1, "lasts": "turn"}], "+1 CV in every battle until the turn ends."),
        ([{"battle_cv": 1}, {"escape_mod": 2}], "+1 CV and Escape +2 in this battle."),
        ([{"forbid_escape": True}, {"battle_cv": -2}], "You cannot Escape and have -2 CV in this battle."),
        (
            [{"battle_cv_per": 2, "per": "discard", "most": 3}],
            "+2 CV in this battle for each card you discard (at most +6).",
        ),
        ([{"lose_xp": 1, "of": "others"}], "Each other player loses 1 XP."),
        (
            [{"lose_gp": 5, "of": "chosen"}, {"discard": 1, "of": "chosen"}],
            "Another player of your choice loses 5 GP and discards 1 card.",
        ),
        ([{"discard": 99}], "Discard your hand."),
        ([{"discard": 1, "take": {"deck": "reward", "magical": True}}], "Discard 1 magical Reward card."),
        ([{"destroy": 1, "take": {"slot": ["foot"]}}], "Destroy 1 card in your foot slot."),
        (
            [{"look": "adventure", "n": 3, "keep": 1, "rest": "bottom"}],
            "Look at the top 3 Adventure cards, keep 1 and put the rest on the bottom of the deck.",
        ),
        ([{"look": "encounter", "n": 1}], "Look at the top Encounter card."),
        ([{"steal_gp": 10, "within": 2}], "Take up to 10 GP from another player within 2 points."),
        ([{"adjust_roll": "creature", "n": -2}], "Subtract 2 from the creature's roll."),
        ([{"victory": 1, "gp": 10}], "Winning this battle brings 1 more XP and 10 more GP."),
        ([{"victory": -1, "reward": -1}], "Winning this battle brings 1 less XP and 1 fewer Reward card."),
        ([{"prevent": "xp", "n": 1}], "The Defeat line of this battle takes 1 XP less."),
        ([{"remove_curse": 1}], "Remove 1 of your Curses."),
        ([{"no_move": "self"}], "Skip the movement of your next Travel."),
        ([{"move_to": ["city"], "within": 3}], "Put your hero on any City within 3 points (nothing happens there)."),
        (
            [{"roll_table": VALUES["roll_table"]}],
            "Roll the Action Die. 1-4: lose 1 XP. 5-10: gain 5 GP.",
        ),
        (
            [{"test": 7, "success": [{"gain_xp": 1}], "failure": [{"lose_gp": 5}]}],
            "Roll the Action Die. On 7 or more, gain 1 XP. On 6 or less, lose 5 GP.",
        ),
        ([{"choose": VALUES["choose"]}], "Choose one: gain 1 XP; or gain 5 GP."),
        (
            [{"when": {"cursed": True}, "do": [{"lose_xp": 1}], "otherwise": [{"gain_xp": 1}]}],
            "If you have a Curse, lose 1 XP. Otherwise, gain 1 XP.",
        ),
    ],
)
def test_steps(raw: list[dict[str, Any]], line: str) -> None:
    assert say(*raw) == line


def test_otherwise_never_hangs_on_a_roll() -> None:
    roll = {"test": 7, "success": [{"gain_xp": 1}]}
    told = say({"when": {"cursed": True}, "do": [roll], "otherwise": [{"gain_gp": 5}]})
    assert (
        told == "Unless you have a Curse, gain 5 GP. If you have a Curse, roll the Action Die. On 7 or more, gain 1 XP."
    )


def test_in_the_battle_of_another_the_hero_is_named() -> None:
    assert say({"battle_cv": 3}, voice=Voice("any")) == "The hero has +3 CV in this battle."
    assert say({"reroll": "hero"}, voice=Voice("other")) == "Reroll the hero's battle die."


@pytest.mark.parametrize(
    "cond, words",
    [
        (v.If(xp_at_most=5), "your XP is 5 or less"),
        (v.If(creature=("undead", "animal")), "the creature is an Undead or an Animal"),
        (v.If(at=("city",), region=("tundra",)), "you are in a City in the tundra"),
        (v.If(at=("city",), tokens_at_least=1), "you are in a City and have defeated a Quest Creature"),
        (v.If(creature=("demon",), quest_creature=False), "the creature is a Demon and is not a Quest Creature"),
        (v.If(filled=("head", "body")), "your head and body slots are filled"),
        (v.If(empty=("body",)), "your body slot is empty"),
        (v.If(hand_at_least=1), "you have a card in hand"),
        (v.If(hand_at_most=0), "your hand is empty"),
        (v.If(wins_this_turn=2), "you have won 2 or more battles this turn"),
        (v.If(point=("old-mill",)), "you are at Old Mill"),
    ],
)
def test_conditions(cond: v.If, words: str) -> None:
    assert condition_text(cond) == words


def test_names_replace_ids() -> None:
    voice = Voice(names={"old-mill": "The Old Mill", "jungle": "Wkawn", "lakes": "Lake Coast"})
    assert condition_text(v.If(point=("old-mill",)), voice) == "you are at The Old Mill"
    assert condition_text(v.If(region=("jungle",)), voice) == "you are in Wkawn"
    assert condition_text(v.If(region=("lakes", "desert")), voice) == "you are in the Lake Coast or the desert"


@pytest.mark.parametrize(
    "take, one, two",
    [
        (v.Filter(), "card", "cards"),
        (v.Filter(deck="reward"), "Reward card", "Reward cards"),
        (
            v.Filter(kind=("weapon", "armor"), magical=True),
            "magical weapon or armor card",
            "magical weapons or armor cards",
        ),
        (v.Filter(kind=("ally",)), "Ally", "Allies"),
        (v.Filter(category=("curse_event",)), "Curse", "Curses"),
        (v.Filter(slot=("head",)), "card for the head slot", "cards for the head slot"),
    ],
)
def test_filters(take: v.Filter, one: str, two: str) -> None:
    assert (filter_text(take), filter_text(take, 2)) == (one, two)


@pytest.mark.parametrize(
    "raw, line",
    [
        (
            {"when": "battle", "cost": [{"discard": 1}], "do": [{"battle_cv": 2}]},
            "Discard 1 card: +2 CV in this battle. Once a round.",
        ),
        (
            {"name": "Expert Maneuvers", "when": "step_6", "cost": [{"discard": 1}], "do": [{"battle_cv": 2}]},
            "Expert Maneuvers. After all dice are rolled, discard 1 card: +2 CV in this battle. Once a round.",
        ),
        (
            {"when": "any", "uses": "once", "who": "any", "do": [{"draw": "reward", "n": 2}]},
            "At any time, you may draw 2 Reward cards. Then discard this card.",
        ),
        (
            {"when": "battle", "if": {"flying": True}, "uses": "battle", "do": [{"battle_cv": 2}]},
            "In any battle step, if the creature has Flying: +2 CV in this battle. Once a battle.",
        ),
        (
            {"when": "preparation", "cost": [{"pay_gp": 10}], "do": [{"draw": "adventure"}]},
            "In Preparation, pay 10 GP: draw 1 Adventure card. Once a phase.",
        ),
        (
            {"when": "step_4", "uses": "turn", "do": [{"reroll": "hero"}]},
            "After your battle roll, you may reroll your battle die. Once a turn.",
        ),
        (
            {"when": "before_step", "if": {"own_turn": True}, "uses": "once", "do": [{"extra_move": 2}]},
            "Before any step of your movement: Travel +2 this turn. Then discard this card.",
        ),
    ],
)
def test_abilities(raw: dict[str, Any], line: str) -> None:
    assert ability(**raw) == line


def test_traits() -> None:
    assert of(
        Reward,
        kind="misc",
        cv=1,
        bonus=[{"if": {"creature": ["undead"]}, "cv": 2}, {"if": {"flying": True}, "escape": 3}],
        escape=-2,
        travel=1,
        flying=True,
        hand_limit=-1,
        guard_xp=1,
        prices=[{"what": "sell", "gp": 5}, {"what": "buy", "gp": -5, "if": {"at": ["city"]}}],
        draw_look={"deck": "reward"},
        triggers=[{"on": "end_move", "if": {"at": ["city"]}, "do": [{"gain_gp": 5}]}],
        forbids=["sell"],
    ) == [
        "+1 CV",
        "+2 CV against Undead",
        "Escape +3 against flying creatures",
        "Escape -2",
        "Travel +1",
        "Flying",
        "Hand limit -1",
        "When you lose a battle, lose 1 XP less.",
        "Each card you sell pays 5 GP more.",
        "The card you may buy in Preparation costs 5 GP less if you are in a City.",
        "When you draw a Reward card, look at the top 2, keep 1 and put the other on the bottom of the deck.",
        "When you end your Travel in a City, gain 5 GP.",
        "You cannot sell.",
    ]


def test_adventure_cards() -> None:
    assert of(Adventure, category="event", do=[{"gain_gp": 15}]) == ["Play in Preparation or Recovery.", "Gain 15 GP."]
    assert of(Adventure, category="action_event", when="any", cost=[{"discard": 1}], do=[{"gain_luck": "self"}]) == [
        "Play at any time.",
        "Discard 1 card: regain your Luck token.",
    ]
    assert of(Adventure, category="action_event", when="step_6", who="other", do=[{"battle_cv": -2}]) == [
        "Play after all dice are rolled in another player's battle.",
        "The hero has -2 CV in this battle.",
    ]
    assert of(Adventure, category="quest_event", xp=3, cost=[{"pay_gp": 30}], **{"if": {"region": ["desert"]}}) == [
        "Play in Preparation or Recovery if you are in the desert.",
        "Pay 30 GP: gain 3 XP.",
    ]
    assert of(Adventure, category="travel_event", when="before_die", do=[{"extra_move": -1, "of": "current"}]) == [
        "Play before any player rolls the Travel Die.",
        "That player has Travel -1 this turn.",
    ]
    assert of(Adventure, category="treasure", gp_value=20) == ["Play in Preparation or Recovery.", "Gain 20 GP."]
    assert of(Adventure, category="event", attach=True, cv=2)[1:] == ["Attach to a weapon on your board.", "+2 CV"]
    assert of(Adventure, category="curse_event", cv=-2) == ["Attaches to you when drawn.", "-2 CV"]


def test_a_revealed_creature_is_called_so() -> None:
    wide = {"creature_cv_at_least": 1, "quest_creature": False}
    lines = of(
        Adventure,
        category="action_event",
        when="revealed",
        who="self",
        do=[{"end_battle": "no_result"}],
        **{"if": wide},
    )
    assert lines[0] == "Play when you reveal a creature if the creature is not a Quest Creature."


def test_the_orc_warrior() -> None:
    assert of(
        Creature,
        type="humanoid",
        cv=3,
        xp=2,
        curse=True,
        flying=True,
        ability=[{"when": {"xp_at_most": 5}, "do": [{"battle_cv": -1}]}],
        victory=[{"gain_gp": 10}, {"draw": "reward"}],
        defeat=[{"lose_xp": 1}],
    ) == [
        "Flying",
        "If your XP is 5 or less, you have -1 CV in this battle.",
        "Victory: Gain 2 XP and 10 GP. Draw 1 Reward card.",
        "Defeat: Lose 1 XP. Gain 1 Curse.",
    ]


def test_a_change_on_a_creature_says_whose_it_is() -> None:
    lines = of(
        Creature, type="demon", cv=3, xp=1, ability=[{"battle_cv": -2}, {"may": [{"pay_gp": 5}, {"battle_cv": 2}]}]
    )
    assert lines[0] == "You have -2 CV in this battle. You may pay 5 GP for +2 CV in this battle."
    event = of(Adventure, category="encounter_event", do=[{"battle_cv": 1}, {"escape_mod": 2}])
    assert event[1] == "You have +1 CV and Escape +2 in this battle."


def test_the_curse_icon_does_not_say_it_twice() -> None:
    lines = of(Creature, type="demon", cv=3, xp=2, curse=True, defeat=[{"gain_curse": 2}])
    assert lines[-1] == "Defeat: Gain 2 Curses."


def test_classes_characters_and_locations() -> None:
    lines = of(
        Klass,
        basic=True,
        icons=["daggers"],
        cv=2,
        immune=True,
        heavy="penalty",
        back="scourge",
        advance="both",
        train=1,
    )
    assert lines == [
        "+2 CV",
        "Cannot be Cursed.",
        "Heavy armor: -2 CV.",
        "May keep 1 trained Animal Ally.",
        "Advances to Scourge or any class that shares its icon.",
    ]
    informant = of(Klass, basic=True, icons=["daggers"], special_victory=True)
    assert informant == ["You also win with 20 XP and 2 completed Quest Events."]
    assert of(Character, klass="knight", title="Kain", start_cv=3) == ["Begins as a Knight."]
    assert of(
        Location,
        point="ford",
        trigger="pass_and_end",
        do=[{"lose_gp": 5}],
        relevant_if={"gp_at_least": 5},
        on_end=[{"start_battle": "deck", "cv": 1, "gp": 5}],
        explore=[{"challenge": True}],
        after_quest=[{"gain_xp": 1}],
        class_benefit=[{"draw": "adventure"}],
    ) == [
        "When you enter, if you have 5 GP or more: Lose 5 GP.",
        "When you end here: Battle the top creature of the Encounter deck with +1 CV, worth 5 more GP.",
        "With this city's class icon: Draw 1 Adventure card.",
        "Explore: Battle the Quest Creature of this point, best of three.",
        "Explore, once the creature is gone: Gain 1 XP.",
    ]


def test_no_other_thing_has_a_text() -> None:
    with pytest.raises(TypeError, match="no kind of card"):
        card_text(v.Card(**LOOKS))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_card_of_the_box_reads_well(name: str) -> None:
    for card in read_list(FOLDER / name, FILES[name], dec_hook):
        for line in card_text(card):
            assert len(line) < 240, (card.id, line)
            sound(line)
