"""Every sentence: questions ask, choices say what they do, the log tells every event; nobody reads a raw id."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hearthside.engine.ask import Ask
from hearthside.engine.game import Entry
from hearthside.engine.table import Table
from hearthside.games.novus import choices as c
from hearthside.games.novus import events
from hearthside.games.novus.context import Options
from hearthside.games.novus.vocabulary import Option
from hearthside.games.novus.words import log, questions
from hearthside.games.novus.words.choices import CHOICES, choice_words

from .story import BOX, Story, hero, steps, story
from .walks import GAMES, NOVUS, walk

RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|\bNone\b|\(card=|\b[A-Z][a-z]+[A-Z][a-z]+\(")
IDS = {card.id for card in BOX.cards[1:] if "-" in card.id} | {point.id for point in BOX.points if "-" in point.id}


def clean(text: str) -> bool:
    """It says something, and no raw id or Struct."""
    return bool(text) and not RAW.search(text) and not any(re.search(rf"\b{id_}\b", text) for id_ in IDS)


@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_in_play_every_question_and_choice_reads(seats: int, seed: int, options: dict[str, Any]) -> None:
    for table in walk(seats, seed, options):
        for ask in table.asks:
            question = NOVUS.say_question(table.g, ask)
            assert question.endswith("?"), question
            assert clean(question), question
            assert clean(NOVUS.say_waiting(table.g, ask))
            told = [NOVUS.say_choice(table.g, ask, one) for one in ask.choices]
            assert all(clean(one) for one in told), told
            assert len(set(told)) == len(told), (ask.topic, sorted(told))


@pytest.mark.slow
@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_in_play_every_event_is_said(seats: int, seed: int, options: dict[str, Any]) -> None:
    for table in walk(seats, seed, options):
        last = table
    for seat in (*range(seats), None):
        for entry in last.entries(seat):
            line = NOVUS.say_event(last.g, entry, seat)
            assert clean(line), line
            assert line[-1] in ".!", line


TOPICS = [
    "character", "preparation", "adventure", "safe_travels", "move", "window", "escape", "luck", "follow_up", "deck",
    "keep", "order", "search", "discard", "hand_limit", "destroy", "discard_for_cv", "pay_for_cv", "give", "player",
    "equip", "take_off", "place", "rift", "face", "curse", "uncurse", "ally", "advance", "enchant", "may", "option",
    "offer", "recovery", "roll",
]  # fmt: skip


def kain() -> Any:
    """A context with Kain in seat 0 and Vinn in seat 1."""
    options = Options(characters="random", heroes=("kain", "vinn"), first="seat")
    return Table.open(NOVUS, 2, 1, options).g


def asked(topic: str, *choices: Any, about: Any = None) -> Ask:
    return Ask(0, list(choices), topic, "NV-CARD-9", about=about)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_a_question(topic: str) -> None:
    t = story(hero("knight"), hero("priest"))
    about = {
        "may": steps({"pay_gp": 15}, {"gain_xp": 1}),
        "option": (Option(steps({"gain_xp": 1})),),
        "offer": (1, c.Offer(0, give=t.n("oathplate"), want_gp=20)),
        "window": "turn_start",
    }.get(topic)
    ask = asked(topic, c.DONE, about=about)
    assert questions.question_words(t.g, ask).endswith("?")
    assert clean(questions.question_words(t.g, ask))
    assert not RAW.search(questions.hint_words(t.g, ask))
    assert clean(questions.waiting_words(t.g, ask))


def test_every_topic_of_the_rules_is_in_the_list() -> None:
    assert set(questions.QUESTIONS) == set(TOPICS)


@pytest.mark.parametrize(
    "topic,choice,about,said",
    [
        ("preparation", c.DONE, None, "Begin the Adventure Phase"),
        ("recovery", c.DONE, None, "End the turn"),
        ("recovery", c.BuyXp(0), None, "Pay 20 GP for 1 XP"),
        ("preparation", c.BuyDraw("reward"), None, "Pay 25 GP for a Reward card"),
        ("adventure", c.EXPLORE, None, "Explore Hearthold"),
        ("move", c.MoveTo(BOX.point_number["bone-flats"]), None, "Go to Bone Flats"),
        ("move", c.MoveTo(BOX.point_number["kings-road"]), None, "Go to King's Road"),
        ("rift", c.MoveTo(BOX.point_number["bone-flats"]), None, "Raise Isenthrax at Bone Flats"),
        ("discard", c.TakeCard(BOX.number["oathplate"]), None, "Discard Oathplate"),
        ("keep", c.TakeCard(BOX.number["oathplate"]), None, "Keep Oathplate"),
        ("may", c.YES, steps({"pay_gp": 15}, {"gain_xp": 1}), "Pay 15 GP to gain 1 XP"),
        ("may", c.NO, steps({"gain_xp": 1}), "Leave it"),
        ("option", c.TakeOption(0), (Option(steps({"discard": 2}, {"gain_xp": 1})),), "Discard 2 cards to gain 1 XP"),
        ("offer", c.YES, None, "Accept the offer"),
        ("pay_for_cv", c.NO, None, "Pay no more"),
        ("advance", c.NO, None, "Stay a Knight"),
        ("equip", c.NO, None, "Place nothing"),
        ("face", c.TakeFace("safe_travels"), None, "Turn it to Safe Travels"),
        ("curse", c.TakeStack(1), None, "Use skill slot 2"),
        ("window", c.UseAbility(BOX.number["knight"], 0), None, "Use Expert Maneuvers (Knight)"),
        ("recovery", c.Offer(1, give=BOX.number["oathplate"], want_gp=20), None, "Offer Vinn Oathplate for 20 GP"),
    ],
)
def test_choices_are_verbs_with_their_object(topic: str, choice: Any, about: Any, said: str) -> None:
    assert choice_words(kain(), asked(topic, choice, about=about), choice) == said


def test_a_bargain_is_asked_in_one_sentence() -> None:
    ask = asked("may", c.YES, c.NO, about=steps({"pay_gp": 15}, {"gain_xp": 1}))
    assert questions.question_words(story().g, ask) == "Do you pay 15 GP to gain 1 XP?"


def test_every_kind_of_choice_has_words() -> None:
    elsewhere = {c.TakeCard, c.Yes, c.No, c.MoveTo, c.TakeOption, c.Done}
    assert set(CHOICES) | elsewhere == set(c.Choice.__subclasses__())


SAID = [
    (events.SummedCv(0, (("", 2), ("Knight", 3), ("this battle", -1)), 4, 3),
     "Kain's CV: Experience 2 + Knight 3 - this battle 1 = 4, against 3."),
    (events.RolledHero(0, 6, 15), "Kain rolls 6 + 9 = 15."),
    (events.RolledHero(0, 1, 10), "Kain rolls 1 + 9 = 10: a natural 1, a Tragic Fail."),
    (events.RolledCreature(0, 9, 12), "The creature rolls 9 + 3 = 12."),
    (events.TriedEscape(0, 4, -2, False), "Kain tries to Escape: 4 - 2 = 2, short of 6, and 1 CV less."),
    (events.TriedEscape(0, 7, 0, True), "Kain tries to Escape: 7 + 0 = 7, and gets away."),
    (events.BattleEnded(0, BOX.number["orc-warrior"], "win", 15, 12), "Kain beats the Orc Warrior, 15 to 12."),
    (events.BattleEnded(0, BOX.number["kroenig"], "escape", 0, 0), "Kain escapes from Kroenig."),
    (events.GainedXp(0, 2, 5), "Kain gains 2 XP: 3 + 2 = 5."),
    (events.LostGp(0, 5, 0), "Kain gives up 5 GP: 5 - 5 = 0."),
    (events.Drew(0, "reward", 0), "Kain draws a Reward card."),
    (events.PhaseBegan(0, "recovery"), "Kain begins the Recovery Phase."),
    (events.GaveCard(0, 1, 0), "Kain gives a card to Vinn."),
    (events.Traded(0, 1, BOX.number["oathplate"], 0, 0, 20), "Kain gives Vinn Oathplate for 20 GP."),
    (events.Looked(0, "adventure", 3), "Kain looks at the top 3 cards of the Adventure deck."),
    (events.Won(0, "legend"), "Kain wins with 25 XP and a Quest Creature defeated."),
    (events.Ended(0, "rounds_up"), "The rounds are up; Kain leads."),
]  # fmt: skip


@pytest.mark.parametrize("event,line", SAID)
def test_the_log_is_short_and_spells_its_sums_out(event: Any, line: str) -> None:
    assert log.event_words(kain(), Entry(event, "NV-CARD-9", None, 0), None) == line


def test_every_event_has_words() -> None:
    assert set(log.EVENTS) == set(events.Event.__subclasses__())


@pytest.mark.parametrize("how", ["legend", "quests", "informant"])
def test_every_victory_is_told(how: str) -> None:
    t = story(hero("knight"), hero("priest"))
    t.state.how, t.state.winner = how, 0
    assert log.result_words(t.g).startswith("Kain wins")
    assert log.result_words(t.g).endswith("A Legend of Novus!")


def test_solo_results_name_the_rank_and_the_turn() -> None:
    t: Story = story(hero("knight"))
    t.state.how, t.state.winner, t.turn.number = "solo", 0, 17
    assert "Hero of Novus, in turn 17 of 25." in log.result_words(t.g)
    t.state.how, t.state.winner = "turns_up", -1
    assert log.result_words(t.g) == "The 25 turns are used up, and Novus has no legend yet."
