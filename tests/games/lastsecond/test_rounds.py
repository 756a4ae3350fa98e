"""Who wins a round and the game, and what goes back (LS-ROUND, LS-WIN)."""

from __future__ import annotations

from random import Random

import pytest

from hearthside.engine.scene import Heap, Mat
from hearthside.engine.table import Table
from hearthside.games.lastsecond import adventurers
from hearthside.games.lastsecond.choices import KEEP_NOTHING, READY, Keep
from hearthside.games.lastsecond.context import Options
from tests.playing import play_on

from .story import BOX, GAME, Story, events, kept, player, quest, story, tile
from .story import scoring as at_scoring

rule = pytest.mark.rule


def strict(*specs, **more) -> Story:
    return at_scoring(*specs, **{"judge": "strict", **more}).finish()


@rule("LS-ROUND-1")
def test_the_highest_total_wins_the_round():
    t = strict(player(empty=4), player(ready=2), player(ready=1))
    assert t.state.winner == 1
    assert (t.events(events.WonRound)[0].how, t.players[1].wins) == ("points", 1)


def weapons(n: int, at: int = 0) -> list:
    return [tile(f"dart-{at}-{k}", "1x1", "melee") for k in range(n)]


@rule("LS-ROUND-2", "LS-EX-27", "LS-GAP-41")
def test_the_first_tie_break_is_required_items():
    """Both at 5 points; A with 6 required items, B with 7. A bonus pair is no required item."""
    a, b = weapons(6, 1), weapons(7, 2)
    t = strict(
        player(items=[one.id for one in a], empty=2),
        player(items=[one.id for one in b], empty=4),
        player(empty=9),
        tiles=[*a, *b],
    )
    assert [t.points(0), t.points(1)] == [5, 5]
    assert (t.state.winner, t.events(events.WonRound)[0].how) == (1, "required")
    few = weapons(3, 3)
    specs = [player(items=[one.id for one in few], ready=2), player(items=[one.id for one in b], empty=4), player()]
    t = strict(*specs, tiles=[*b, *few])
    assert ([t.points(0), t.points(1)], t.state.winner) == ([5, 5], 1), "before the cards are compared"
    t = strict(player("bard", 2, ["lute"]), player(items=["mace"]), quest=quest("melee"))
    assert ([t.points(0), t.points(1)], t.state.winner) == ([1, 1], 1)


@rule("LS-ROUND-3", "LS-ROUND-4", "LS-EX-28")
def test_the_second_tie_break_is_the_higher_card_and_none_is_nought():
    a, b, c = weapons(6, 1), weapons(6, 2), weapons(6, 3)
    specs = [
        player(items=[one.id for one in a], empty=8, ready=3),
        player(items=[one.id for one in b], empty=4, ready=1),
        player(),
        player(),
    ]
    t = strict(*specs, tiles=[*a, *b])
    assert [t.points(0), t.points(1)] == [5, 5]
    assert (t.state.winner, t.events(events.WonRound)[0].how) == (0, "ready")
    specs = [
        player(items=[one.id for one in c], empty=2),
        player(items=[one.id for one in b], empty=4, ready=1),
        player(),
        player(),
    ]
    t = strict(*specs, tiles=[*b, *c])
    assert [t.points(0), t.points(1)] == [5, 5]
    assert t.state.winner == 1


@rule("LS-GAP-20", "LS-EX-46")
def test_after_a_deadlock_fewer_empty_squares_win_then_the_lot():
    t = strict(player(empty=5), player(empty=4), player(empty=20))
    assert [t.points(0), t.points(1)] == [-2, -2]
    assert (t.state.winner, t.events(events.WonRound)[0].how) == (1, "empty")
    won = [strict(player(empty=4), player(empty=4), player(empty=9), seed=seed).state.winner for seed in range(60)]
    assert 15 < won.count(0) < 45
    assert 2 not in won


@rule("LS-ROUND-5", "LS-ROUND-6")
def test_cards_and_items_go_back_for_the_next_round():
    t = strict(player(items=["mace", "sextant"], ready=2), player(items=["rope"], ready=1), player())
    assert not t.in_pile("mace")
    t.next_round()
    assert t.state.round == 2
    assert t.state.pile.bit_count() == len(t.g.content.tiles), "also what was removed"
    assert t.state.stack == [1, 2]
    assert not any(one.ready or one.laid or one.off or one.filled for one in t.players)


def besides(t: Story, seat: int) -> tuple[str, int, int]:
    """(the card's note, its lines, Locked tokens)"""
    beside = next(part for part in GAME.scene(t.g, None).seats[seat].parts if isinstance(part, Mat))
    card = beside.slots[0].pieces[0]
    return card.note, len(card.lines), len(beside.slots[1].pieces)


@rule("LS-ROUND-7", "LS-ROUND-8", "LS-ROUND-10", "LS-ROUND-13")
def test_the_first_win_turns_the_card_and_locks_the_bonus():
    assert besides(story(player("bard"), player()), 0) == ("blank", 0, 1)
    t = strict(player("bard", 0, ["lute"], ready=2), player(), player())
    assert besides(t, 0) == ("locked", 2, 1)
    assert [type(one).__name__ for one in adventurers.in_force(t.g, t.players[0])] == ["Forbid"]
    t = strict(player("bard", 1, ["lute"]), player(ready=2), player())
    assert t.state.scored[0].text == 0, "covered, it does nothing"


@rule("LS-ROUND-9")
def test_the_penalty_holds_in_all_later_rounds():
    for wins, left in ((0, ["black-pearl"]), (1, []), (2, [])):
        t = strict(player("bard", wins, ["black-pearl"]), player(ready=1), quest=quest("melee"))
        assert t.lying(0) == left


@rule("LS-ROUND-11", "LS-ROUND-12")
def test_the_second_win_takes_the_token_off():
    t = at_scoring(player("bard", 1, ready=2), player(), player(), judge="strict").finish()
    assert t.players[0].wins == 2
    assert besides(t, 0) == ("", 2, 0)
    assert [type(one).__name__ for one in adventurers.in_force(t.g, t.players[0])] == ["Forbid", "PointsPer"]


@rule("LS-ROUND-14", "LS-DIG-19")
def test_what_a_win_turns_up_first_applies_in_the_next_round():
    t = strict(
        player("beastmaster", 1, ["apple", "snow-hare", "crossbow"], ready=2),
        player(),
        player(),
        quest=quest("cold", without=["sacred"]),
    )
    assert t.players[0].wins == 2
    assert t.state.scored[0].text == 0, "no pairs yet"
    assert not t.events(events.KeptItem)
    assert "keep" not in [one.topic for one in t.table.asks]


@rule("LS-ROUND-15", "LS-ROUND-20", "LS-EX-34")
def test_a_kept_item_is_not_mixed_back():
    """The Beastmaster sets the raven aside: 59 tiles are in the next pile, and any later round it can be placed."""
    t = at_scoring(
        player("beastmaster", 2, ["raven"], empty=27),
        player(ready=1),
        judge="strict",
        quest=quest("sacred", without=["evil"]),
    )
    assert t.asked("keep") == [0]
    assert t.offered(0) == [Keep(t.number("raven")), KEEP_NOTHING], "only animals, only what is on the mat"
    t.do(0, ("keep", "raven"))
    t.next_round()
    assert t.state.pile.bit_count() == len(t.g.content.tiles) - 1
    assert not t.in_pile("raven")
    t = story(player("beastmaster", 2, kept=["raven"]), player())
    (beside,) = [part for part in GAME.scene(t.g, 1).seats[0].parts if isinstance(part, Heap)]
    assert [(piece.face, len(cells)) for piece, cells in beside.pieces] == [("Gossiping Raven", 3)]
    t.do(0, kept("raven")).settle()
    assert not [part for part in GAME.scene(t.g, 1).seats[0].parts if isinstance(part, Heap)], "it is in the hand"
    t.do(0, t.at(0, 0, 0, 0)).settle()
    assert t.lying(0) == ["raven"]


@rule("LS-ROUND-20", "LS-GAP-17")
def test_it_is_kept_after_scoring_and_comes_back_after_the_round_in_which_it_was_placed():
    t = at_scoring(
        player("beastmaster", 2, ["raven"]),
        player(ready=2),
        player(),
        judge="strict",
        quest=quest("animals", without=["evil"]),
    )
    assert t.state.scored[0].required == [t.number("raven")], "it has scored before"
    t.do(0, KEEP_NOTHING).next_round()
    assert t.in_pile("raven")


@rule("LS-ROUND-16", "LS-GAP-22")
def test_a_finished_quest_is_used_up_until_the_deck_is_empty():
    t = strict(player(ready=1), player(), quest="rust-supper")
    used = t.state.quest
    t.next_round()
    assert t.state.used == [used]
    assert used not in t.state.deck
    t = at_scoring(player(ready=1), player(), quest="rust-supper", judge="strict")
    t.state.deck, t.state.used = [], [3, 4]
    t.next_round()
    assert t.events(events.DeckReshuffled)
    assert sorted([t.state.quest, *t.state.deck]) == sorted([used, 3, 4])


@rule("LS-ROUND-17", "LS-EX-13", "LS-EX-32")
def test_fleetfoot_by_wins():
    for wins, left, seconds in ((0, ["mail-shirt"], 0), (1, [], 0), (2, [], 5)):
        t = at_scoring(player("fleetfoot", wins, ["mail-shirt"]), player(ready=1), judge="strict")
        assert adventurers.head_start(t.g, t.players[0]) == seconds
        assert t.finish().lying(0) == left


@rule("LS-ROUND-18")
def test_the_beastmaster_may_use_no_ranged_weapons():
    t = strict(player("beastmaster", 1, ["crossbow", "mace", "eel"]), player(ready=1))
    assert t.lying(0) == ["mace", "eel"]


@rule("LS-WIN-1", "LS-WIN-2", "LS-EX-39")
def test_the_third_win_ends_the_game_at_once():
    t = at_scoring(
        player("beastmaster", 2, ["raven"], ready=1), player(), judge="strict", quest=quest("sacred", without=["evil"])
    )
    deck = list(t.state.deck)
    t.finish()
    assert t.table.over
    assert t.table.result.winners == [0]
    assert t.lying(0) == ["raven"], "nothing is mixed back, and nothing kept"
    assert t.state.deck == deck, "no card is drawn"
    scene = GAME.scene(t.g, 1)
    assert scene.result == "Beastmaster wins the third round, and the game."
    scores = next(part for part in scene.centre if part.id == "scores")
    assert [(seat, cells[1], cells[-1]) for seat, cells in scores.rows] == [(0, "3", "won"), (1, "0", "")]


@rule("LS-WIN-3", "LS-WIN-4", "LS-EX-45")
def test_a_game_has_three_to_2n_plus_1_rounds():
    rounds = {}
    for seats in GAME.seats:
        for seed in range(6):
            table = Table.open(GAME, seats, seed, Options(judge="strict", cap=20), log=False)
            play_on(table, Random(seed))
            rounds.setdefault(seats, []).append(table.result.rounds)
            assert sum(table.result.wins) == table.result.rounds
    assert all(3 <= n <= 2 * seats + 1 for seats, found in rounds.items() for n in found)
    # After 10 rounds of five without a winner all have two wins, so that the eleventh is the last.
    t = strict(*[player("rogue", 2, empty=n) for n in range(5)])
    assert t.table.over
    assert len(BOX.quests) >= 11


def test_all_look_at_the_scores_until_they_are_ready_or_a_minute_is_over():
    t = strict(player(ready=1), player())
    assert t.asked("rest") == [0, 1]
    t.do(0, READY)
    assert t.state.stage == "rest"
    t.wait(t.g.now + 60_000)
    assert t.state.round == 2
    t = strict(player(ready=1), player(), mode="sliced")
    assert t.table.deadline is None
