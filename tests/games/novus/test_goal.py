"""Winning, with others and alone (NV-GOAL, NV-SOLO), and the honours of the solo game."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from hearthside.engine.table import Table
from hearthside.games.novus import advance, catalogue, events, goal, honours, phases, quest
from hearthside.games.novus.choices import DONE, EXPLORE, FIGHT, STOP, TAKE_GOLD, TRAVEL, BuyXp, PlayCard
from hearthside.games.novus.context import Options
from hearthside.games.novus.play import perform

from .story import BOX, NOVUS, Story, adventure, creature, hero, klass, play, story, to
from .story import advance as take_class

rule = pytest.mark.rule
TOKENS = ["kroenig", "osira", "cystos"]
QUESTS = ["dig-the-well", "frozen-letter", "hall-trophy"]
LAST_QUEST = adventure("last-quest", "quest_event", when="preparation", xp=3)
SOLO_REMOVED = {"backalley-deal", "experience-of-war", "pilfer", "stolen-reward", "stolen-stories"}


def lone(turn: int = 1, **fields: object) -> Story:
    """A solo game in the Preparation of a turn, a playable Quest Event in hand."""
    t = story(hero(**{"hand": ["last-quest"], **fields}), cards=[LAST_QUEST])
    t.turn.number = turn
    return t


def box_deck(seed: int) -> tuple[Story, list[int], list[int]]:
    """A solo table at its first question, its Adventure deck from the bottom up, and the top stretch of it."""
    t = Story(Table.open(NOVUS, 1, seed, Options(), content=BOX))
    return t, t.state.adventure.cards, t.state.opening


def is_quest(card: int) -> bool:
    return BOX.cards[card].category == "quest_event"


# ---- with others ----


@rule("NV-GOAL-1", "NV-GOAL-2", "NV-EX-71")
def test_25_xp_with_a_quest_creature_wins_at_once():
    t = story(hero(cv=9, xp=23, tokens=["kroenig"]), hero(), cards=[creature(xp=2)], encounters=["creature-a"])
    t.roll(5, 8, 2).play(DONE, TRAVEL, FIGHT)
    assert t.table.over
    assert (t.table.result.winners, t.table.result.how, t.hero.xp) == ([0], "legend", 25)
    assert len(t.events(events.Won)) == 1


@rule("NV-GOAL-1", "NV-GAP-14")
def test_nobody_plays_another_card_after_the_winning_effect():
    t = story(
        hero(cv=9, xp=23, tokens=["kroenig"]), hero(hand=["experience-of-war"]),
        cards=[creature(xp=2)], encounters=["creature-a"], dice=[8, 2],
    )  # fmt: skip
    with pytest.raises(goal.GameOver):
        t.battle(FIGHT, play("experience-of-war"))
    assert (t.state.winner, t.heroes[1].xp) == (0, 3)


@rule("NV-GOAL-2", "NV-GOAL-5", "NV-EX-72")
def test_the_quest_creature_may_come_last():
    t = story(hero(at="quest-osira", cv=40, xp=25), hero(), dice=[5] * 4)
    t.play(DONE)
    assert not t.table.over, "25 XP alone do not win"
    t.play(EXPLORE, FIGHT, FIGHT)
    assert (t.table.result.how, t.ids(t.hero.tokens)) == ("legend", ["osira"])


@rule("NV-GOAL-5", "NV-GAP-14", "NV-EX-73")
def test_25_xp_lost_again_do_not_count():
    tile = creature("tile", cv=1, xp=1, point="quest-kroenig")
    bully = creature("bully", cv=30, defeat=[{"lose_xp": 2}])
    t = story(hero(at="quest-kroenig", xp=25, cv=9), hero(), cards=[tile, bully], encounters=["bully"], dice=[5] * 6)
    assert t.battle(FIGHT) == "lose"
    quest.begin(t.g, t.hero)
    t.do(quest.challenge(t.g), FIGHT)
    t.do(quest.challenge(t.g), FIGHT)
    assert (t.hero.xp, t.ids(t.hero.tokens), t.state.winner) == (24, ["tile"], -1)


@rule("NV-GOAL-5")
def test_a_quest_creature_alone_does_not_win():
    t = story(hero(xp=24, tokens=TOKENS), hero())
    assert goal.met(t.g, t.hero) == ""


@rule("NV-GOAL-3", "NV-QUEST-4", "NV-EX-74")
def test_the_third_quest_event_wins_whatever_the_xp():
    t = story(hero(xp=9, quests=QUESTS[:2], hand=["last-quest"]), hero(), cards=[LAST_QUEST])
    assert not t.table.over
    t.play(play("last-quest"))
    assert (t.table.result.winners, t.table.result.how, t.table.result.quests) == ([0], "quests", [3, 0])


@rule("NV-QUEST-5", "NV-GAP-11", "NV-EX-87")
def test_the_25th_xp_may_come_from_a_quest_event():
    t = story(hero(xp=24, tokens=["osira"], quests=QUESTS[:1], hand=["last-quest"]), hero(), cards=[LAST_QUEST])
    t.play(play("last-quest"))
    assert (t.hero.xp, len(t.hero.quests), t.table.result.how) == (25, 2, "legend")


@rule("NV-GOAL-5", "NV-GAP-13", "NV-EX-88")
def test_25_xp_without_a_creature_go_on_and_no_xp_can_be_bought():
    t = story(
        hero(xp=22, gp=100, cv=9), hero(), cards=[creature(xp=4)], encounters=["creature-a"], dice=[8, 2],
        stage="recovery",
    )  # fmt: skip
    assert BuyXp(0) in t.choices
    t.battle(FIGHT)
    assert (t.hero.xp, t.state.winner) == (25, -1)
    assert phases.trades(t.g, t.hero) == []


@rule("NV-GOAL-4", "NV-SOLO-17")
def test_three_quest_events_do_not_win_a_solo_game():
    t = lone(quests=QUESTS[:2]).play(play("last-quest"))
    assert len(t.hero.quests) == 3
    assert not t.table.over


@rule("NV-GOAL-6")
def test_the_winner_is_a_legend_of_novus():
    t = story(hero(quests=QUESTS[:2], hand=["last-quest"]), hero(), cards=[LAST_QUEST]).play(play("last-quest"))
    assert t.table.result.rank == "Legend of Novus"


@rule("NV-GOAL-7")
def test_xp_is_earned_by_visits_growth_quests_and_creatures():
    assert sum("GainXp" in repr((place.do, place.on_end, place.explore)) for place in BOX.locations) >= 4
    assert all(xp > 0 for _, xp in BOX.tables.trades)
    assert all(BOX.cards[n].xp > 0 for n in BOX.adventure if is_quest(n))
    assert all(BOX.cards[n].xp > 0 for n in (*BOX.encounter, *BOX.quest_creatures))


@rule("NV-GOAL-8")
def test_no_two_characters_and_no_two_classes_do_the_same():
    for numbers in (BOX.characters, BOX.klasses):
        cards = [BOX.cards[n] for n in numbers]
        assert len({(c.cv, c.escape, c.travel, c.guard_xp, c.guard_gp, c.hand_limit, repr(c.bonus), repr(c.abilities),
                     repr(c.triggers)) for c in cards}) == len(cards)  # fmt: skip


@rule("NV-GOAL-9", "NV-GAP-91")
def test_turns_go_on_without_a_round_limit():
    t = story(hero(), hero(), stage="recovery")
    t.turn.number = 9999
    t.play(DONE)
    assert not t.table.over
    assert (t.turn.number, t.turn.seat) == (10000, 1)


@rule("NV-GAP-91")
def test_a_play_out_stops_after_its_rounds_and_names_the_leader():
    t = story(hero(xp=9), hero(xp=12, gp=0), hero(xp=12, gp=5), stage="recovery", **catalogue.PLAY_OUTS)
    t.turn.number = 179
    t.play(DONE)
    assert not t.table.over
    t.turn.number = 180
    with pytest.raises(goal.GameOver):
        t.do(phases.end(t.g))
    assert (t.state.how, goal.outcome(t.g).winners, goal.outcome(t.g).leader) == ("rounds_up", [], 2)


@rule("NV-GAP-91")
@pytest.mark.parametrize("rounds", [-1, 10_001])
def test_a_round_limit_that_cannot_be(rounds: int) -> None:
    with pytest.raises(ValueError, match=f"rounds is {rounds}, but must be 0"):
        Options(rounds=rounds)


@rule("NV-PLAYER-21")
def test_no_two_seats_are_given_the_same_character():
    assert Options(heroes=("kain", "", "")).heroes == ("kain", "", "")
    with pytest.raises(ValueError, match="heroes names kain twice"):
        Options(heroes=("kain", "", "kain"))


@rule("NV-GAP-91")
def test_the_leader_is_told_by_xp_then_tokens_then_gold():
    def leader(*heroes: dict[str, object]) -> int:
        return goal.outcome(story(*heroes).g).leader

    assert leader(hero(xp=9, gp=90), hero(xp=10)) == 1
    assert leader(hero(xp=9, gp=90), hero(xp=9, tokens=["osira"])) == 1
    assert leader(hero(xp=9, gp=10), hero(xp=9, gp=15)) == 1


@rule("NV-GOAL-10", "NV-GAP-64", "NV-UNIQUE-6")
def test_the_informant_wins_at_20_xp_with_two_quest_events():
    t = story(hero("informant", xp=17, quests=QUESTS[:1], hand=["last-quest"]), hero(), cards=[LAST_QUEST])
    t.play(play("last-quest"))
    assert (t.table.result.winners, t.table.result.how) == ([0], "informant")
    for fields in ({"xp": 19, "quests": QUESTS[:2]}, {"xp": 24, "quests": QUESTS[:1]}):
        t = story(hero("informant", **fields), hero())
        assert goal.met(t.g, t.hero) == ""


@rule("NV-GAP-64", "NV-UNIQUE-6")
def test_who_advances_loses_the_informants_victory():
    t = story(hero("informant", xp=20, quests=QUESTS[:2]), hero())
    assert goal.met(t.g, t.hero) == "informant"
    advance.advance(t.g, t.hero, t.n("shadowblade"))
    assert goal.met(t.g, t.hero) == ""


@rule("NV-GOAL-10")
def test_any_class_card_may_bring_a_victory_of_its_own_at_once():
    seer = klass("seer", ["wizard"], special_victory=True)
    t = story(hero("sorcerer", xp=20, quests=QUESTS[:2]), hero(), cards=[seer], stage="recovery")
    t.g.marked = False  # nothing was gained since the last look
    t.play(take_class("seer"))
    assert (t.table.over, t.state.how) == (True, "informant")


@rule("NV-GAP-14")
@pytest.mark.parametrize("turn, winner", [(0, 0), (1, 2), (2, 2)])
def test_of_two_that_qualify_the_current_player_wins_then_turn_order(turn: int, winner: int):
    fair = adventure("fair", "action_event", when="any", do=[{"gain_xp": 1, "of": "all"}])
    ready = {"xp": 24, "tokens": ["osira"]}
    t = story(hero(**ready), hero(hand=["fair"]), hero(xp=24, tokens=["kroenig"]), cards=[fair])
    t.turn.seat = turn
    with pytest.raises(goal.GameOver):
        t.do(perform(t.g, t.heroes[1], PlayCard(t.n("fair"))))
    assert (t.state.winner, [who.xp for who in t.heroes]) == (winner, [25, 4, 25])


@rule("NV-GAP-66")
def test_there_is_one_winner_and_no_team():
    t = story(hero(xp=25, tokens=["osira"]), hero(xp=25, tokens=["kroenig"]))
    with pytest.raises(goal.GameOver):
        goal.check(t.g)
    assert goal.outcome(t.g).winners == [0]


# ---- alone ----


@rule("NV-SOLO-1")
def test_a_solo_turn_is_a_turn_like_any_other():
    alone, among_others = story(hero(), dice=[1]), story(hero(), hero(), dice=[1])
    for t in (alone, among_others):
        t.play(DONE, TRAVEL, TAKE_GOLD, to("sheep-road"), STOP)
        assert (t.hero.gp, t.at, t.ask.topic) == (20, "sheep-road", "recovery")
    assert (alone.hero, alone.ask) == (among_others.hero, among_others.ask)
    alone.play(DONE)
    assert (alone.turn.number, alone.turn.seat, alone.ask.topic) == (2, 0, "preparation")


@rule("NV-SOLO-2", "NV-SOLO-17")
def test_solo_asks_for_three_quest_creatures_and_a_quest_event():
    assert lone(tokens=TOKENS).play(play("last-quest")).table.result.how == "solo"
    assert not lone(tokens=TOKENS[:2], quests=QUESTS[:2]).play(play("last-quest")).table.over
    assert not lone(tokens=TOKENS, hand=[]).table.over


@rule("NV-EX-78")
@pytest.mark.parametrize(
    "turn, rank",
    [
        pytest.param(1, "Legend of Novus", marks=rule("NV-SOLO-4")),
        pytest.param(15, "Legend of Novus", marks=rule("NV-SOLO-4")),
        pytest.param(16, "Hero of Novus", marks=rule("NV-SOLO-5")),
        pytest.param(20, "Hero of Novus", marks=rule("NV-SOLO-5")),
        pytest.param(21, "Champion of Novus", marks=rule("NV-SOLO-6")),
        pytest.param(25, "Champion of Novus", marks=[rule("NV-SOLO-6"), rule("NV-GAP-58")]),
    ],
)
def test_the_rank_tells_how_early_the_goal_was_met(turn: int, rank: str):
    t = lone(turn, tokens=TOKENS).play(play("last-quest"))
    assert (t.table.result.winners, t.table.result.rank, t.table.result.turns) == ([0], rank, turn)


@rule("NV-SOLO-3", "NV-SOLO-7", "NV-SOLO-15", "NV-GAP-58", "NV-EX-79")
def test_turn_25_is_played_in_full_and_then_the_game_is_lost():
    t = story(hero(tokens=TOKENS), stage="recovery")
    t.turn.number = 24
    t.play(DONE)
    assert (t.table.over, t.turn.number) == (False, 25)
    t = story(hero(tokens=TOKENS), stage="recovery")
    t.turn.number = 25
    t.play(DONE)
    assert (t.table.result.winners, t.table.result.how, t.table.result.rank) == ([], "turns_up", "")


@rule("NV-SOLO-2", "NV-EX-79")
def test_two_creatures_and_three_quest_events_are_no_win():
    t = lone(25, tokens=TOKENS[:2], quests=QUESTS[:2]).play(play("last-quest"))
    assert not t.table.over
    with pytest.raises(goal.GameOver):
        t.do(phases.end(t.g))
    assert t.state.how == "turns_up"


@rule("NV-SOLO-17", "NV-SOLO-15", "NV-EX-80")
def test_25_xp_neither_win_nor_lose_a_solo_game():
    t = story(hero(xp=25, tokens=["osira"]), stage="recovery").play(DONE)
    assert (t.table.over, t.turn.number) == (False, 2)


@rule("NV-SOLO-15")
def test_the_turn_counter_goes_up_by_one_at_the_end_of_each_turn():
    t = story(hero())
    for turn in (2, 3, 4):
        t.do(phases.end(t.g))
        assert t.turn.number == turn


@rule("NV-GAP-61")
def test_the_informants_victory_is_an_option_in_solo():
    fields = {"xp": 20, "quests": QUESTS[:2]}
    for on, how in ((False, ""), (True, "informant")):
        t = story(hero("informant", **fields), solo_informant=on)
        assert goal.met(t.g, t.hero) == how
    assert not Options().solo_informant


@rule("NV-GAP-51", "NV-EX-81")
def test_the_system_rolls_for_the_creature():
    t = story(hero(cv=4), cards=[creature(cv=1)], encounters=["creature-a"], dice=[5, 9])
    assert t.battle(FIGHT) == "lose"
    assert t.events(events.RolledCreature)[0].face == 9


@rule("NV-SOLO-8", "NV-EX-77")
def test_five_cards_leave_the_game():
    t, cards, _ = box_deck(1)
    assert {BOX.cards[n].id for n in BOX.adventure} - {BOX.cards[n].id for n in cards} == SOLO_REMOVED
    assert len(cards) == 60
    assert list(NOVUS.faults(t.g)) == []


@rule("NV-SOLO-9", "NV-SOLO-14", "NV-SOLO-13", "NV-SOLO-12", "NV-EX-77")
def test_each_of_seven_stretches_holds_one_quest_event():
    for seed in range(20):
        _, cards, _ = box_deck(seed)
        quests = [n for n, card in enumerate(cards) if is_quest(card)]
        assert len(quests) == 7
        fits = []
        for long in combinations(range(7), 4):  # which four of the stretches have 9 cards
            ends = [sum(9 if m in long else 8 for m in range(n)) for n in range(8)]
            fits.append(all(ends[n] <= quests[n] < ends[n + 1] for n in range(7)))
        assert any(fits), "the piles were stacked without further shuffling"


@rule("NV-SOLO-10", "NV-GAP-60")
def test_piles_differ_by_one_card_and_lie_in_any_order():
    sizes = [len(box_deck(seed)[2]) for seed in range(40)]
    assert set(sizes) == {8, 9}
    assert sizes.count(9) > sizes.count(8) // 2


@rule("NV-SOLO-10", "NV-SOLO-11", "NV-SOLO-12")
def test_the_top_stretch_is_shuffled_by_itself():
    tops = [box_deck(seed) for seed in range(40)]
    assert all(cards[-len(top) :] == top for _, cards, top in tops)
    assert all(sum(map(is_quest, top)) == 1 for _, _, top in tops)
    assert len({next(card for card in top if is_quest(card)) for _, _, top in tops}) == 7, "any of the seven"
    assert len({next(n for n, card in enumerate(top) if is_quest(card)) for _, _, top in tops}) > 6, "at any place"
    assert len({card for _, _, top in tops for card in top}) > 55, "the others were shuffled before"


@rule("NV-SOLO-16")
def test_all_else_is_set_up_as_with_others():
    t, _, _ = box_deck(3)
    assert (len(t.state.encounter), len(t.state.reward), len(t.state.alive), len(t.state.pool)) == (40, 80, 10, 10)
    t.table.answer(t.choices[0])
    assert (t.hero.xp, t.hero.gp, t.hero.luck, len(t.hero.hand)) == (3, 10, 1, 2)


# ---- honours ----


@rule("NV-SOLO-18")
def test_the_best_rank_of_each_class_is_kept(tmp_path: Path):
    path = tmp_path / "games" / "honours.json"
    assert honours.read(path) == {}
    honours.note(path, "knight", "Hero of Novus")
    honours.note(path, "bard", "Champion of Novus")
    honours.note(path, "knight", "Champion of Novus")
    assert honours.read(path) == {"knight": "Hero of Novus", "bard": "Champion of Novus"}
    honours.note(path, "knight", "Legend of Novus")
    assert honours.read(path)["knight"] == "Legend of Novus"
    assert [file.name for file in path.parent.iterdir()] == ["honours.json"]


@rule("NV-SOLO-18")
def test_every_rank_of_a_solo_game_can_be_noted():
    assert {goal.rank(turn) for turn in range(1, 26)} == set(honours.RANKS)
    assert [goal.rank(turn) for turn in (21, 16, 15)] == list(honours.RANKS)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '"knight"', '{"knight": 3}', '{"knight": "King"}', '{"knight": "Hero of Novus"', "\udcff", "null"],
)
def test_a_damaged_file_is_one_sentence_and_stays_as_it_is(tmp_path: Path, text: str):
    path = tmp_path / "honours.json"
    data = text.encode(errors="surrogateescape")
    path.write_bytes(data)
    for call in (lambda: honours.read(path), lambda: honours.note(path, "knight", "Legend of Novus")):
        with pytest.raises(ValueError, match=r"honours\.json: is damaged;[^\n]*\.$"):
            call()
    assert path.read_bytes() == data
    assert len(list(tmp_path.iterdir())) == 1


def test_what_cannot_be_noted_is_said_in_a_sentence(tmp_path: Path):
    path = tmp_path / "honours.json"
    with pytest.raises(ValueError, match="no rank 'Loser'"):
        honours.note(path, "knight", "Loser")
    assert not path.exists()
    path.write_text("{}")
    with pytest.raises(ValueError, match="cannot be"):
        honours.note(path / "below", "knight", "Hero of Novus")
    with pytest.raises(ValueError, match="cannot be read"):
        honours.read(tmp_path)


@rule("NV-SOLO-18")
def test_a_solo_win_is_remembered_with_its_class(tmp_path):
    t = story(hero(klass="thief", tokens=["kroenig", "osira", "cystos"], quests=["frozen-letter"]))
    assert NOVUS.remember(t.g, tmp_path) == []  # not over yet
    with pytest.raises(goal.GameOver):
        goal.check(t.g)
    assert NOVUS.remember(t.g, tmp_path) == ["Your best rank as Thief: Legend of Novus."]
    assert NOVUS.remember(t.g, tmp_path / "elsewhere")
