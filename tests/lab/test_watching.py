"""What is seen of a game while bots play it."""

from __future__ import annotations

import msgspec

from hearthside.games import game
from hearthside.lab.observed import leader_at, observe
from hearthside.lab.simulate import Played, play_one, play_outs, simulate
from hearthside.lab.watching import Bout, Seen, Watcher
from tests.tiny.highcard.game import HighCard, Options

HIGH = ["tests.tiny.highcard.game:High"] * 2


def seen_of(hands: tuple[tuple[int, ...], ...]) -> Seen:
    high = HighCard()
    played, _ = play_one(high, HIGH, 1, "1", Options(hands), None, watch=Watcher(high, None, 2))
    assert played.error == ""
    assert played.seen is not None
    return played.seen


def test_rounds_cards_rules_questions_turns_and_leads_of_a_game_known_by_heart() -> None:
    # 6 beats 5, 4 beats 3, 2 beats 1: the second seat wins two rounds to one.
    seen = seen_of(((1, 3, 6), (2, 4, 5)))
    assert [bout.winners for bout in seen.bouts] == [[0], [1], [1]]
    assert seen.bouts[0].held == [["card-1", "card-3", "card-6"], ["card-2", "card-4", "card-5"]]
    assert seen.bouts[1] == Bout([1], [["card-1", "card-3"], ["card-2", "card-4"]], [["card-3"], ["card-4"]])
    assert seen.bouts[2].played == [["card-1"], ["card-2"]]
    # HC-1: three rounds, and two draws that are told to each seat apart; HC-2: six questions and six lines.
    assert seen.rules == {"HC-1": 5, "HC-2": 12, "HC-3": 3}
    play = seen.asked["play"]
    assert (play.times, play.options, play.only, play.taken) == (6, 3 + 3 + 2 + 2 + 1 + 1, 2, {"play": 6})
    assert seen.turns == {2: 3}
    assert seen.leads == [(2, 0), (6, 1)]
    assert [leader_at(seen, n) for n in (0, 1, 2, 5, 6)] == [None, None, 0, 0, 1]


def test_a_game_that_is_won_straight_has_no_lead_change() -> None:
    seen = seen_of(((4, 5, 6), (1, 2, 3)))
    assert seen.leads == [(2, 0)]
    assert len(seen.bouts) == 2


def test_sums_over_games() -> None:
    seens = [seen_of(((1, 3, 6), (2, 4, 5))), seen_of(((4, 5, 6), (1, 2, 3)))]
    games = [
        Played(number=n, seed=str(n), end="over", winners=[w], decisions=[d, d], seen=seen)
        for n, (w, d, seen) in enumerate(zip((1, 0), (3, 2), seens, strict=True), 1)
    ]
    games.append(Played(number=3, seed="3", end="error", decisions=[0, 0], error="boom"))
    found = observe(games, [("card", "card-6", "Card 6")])
    assert found.games == 2
    assert (found.rules["HC-3"].times, found.rules["HC-3"].games) == (5, 2)
    assert found.turns == {2: 5}
    assert (found.bouts, found.rounds) == (5, True)
    assert found.leads is not None
    assert found.leads.changes.mean == 0.5
    # The first game: seat 1 takes the lead for good at its end; the second: seat 0 does at half-time.
    assert found.leads.settled is not None
    assert found.leads.settled.mean == (1.0 + 0.5) / 2
    told = {part: (one.count, one.of) for part, one in found.leads.told}
    assert told[0.2] == (0, 0)
    assert told[0.4] == (0, 1)  # seat 0 leads the first game, and will lose it
    assert told[0.9] == (1, 2)
    assert [(card.had, card.played, card.having) for card in found.cards] == [(2, 2, None)]


def test_watching_changes_no_game_and_leaves_no_time_in_it() -> None:
    for name, seats in (("novus", ["normal", "random"]), ("lastsecond", ["hard", "easy"])):
        one = game(name)
        options = msgspec.convert(play_outs(one), one.Options)
        plain = simulate(one, seats, 2, seed=5, options=options)
        watched = simulate(one, seats, 2, seed=5, options=options, watch=True)
        assert plain.speed.seats == []
        assert all(cpu > 0 for cpu in watched.speed.seats)
        assert msgspec.json.encode(watched.games) == msgspec.json.encode(
            simulate(one, seats, 2, seed=5, options=options, watch=True, jobs=2).games
        )
        for seen in [played.seen for played in watched.games]:
            assert seen is not None
            assert seen.cpu is msgspec.UNSET
        bare = [msgspec.structs.replace(played, seen=None) for played in watched.games]
        assert bare == plain.games


def test_what_novus_and_lastsecond_tell() -> None:
    novus, lastsecond = game("novus"), game("lastsecond")
    found = simulate(novus, ["normal", "normal"], 3, options=novus.Options(rounds=60), watch=True)
    for one in found.games:
        assert one.seen is not None
        (bout,) = one.seen.bouts
        assert bout.winners == one.winners
        assert set(bout.played[0]) <= set(bout.held[0])
        assert len(bout.held[0]) > 5
        assert sum(n * k for n, k in one.seen.turns.items()) <= sum(one.decisions)
        assert sum(one.seen.turns.values()) == one.turns
        assert sum(asked.times for asked in one.seen.asked.values()) == sum(one.decisions)
        assert {label["turn order"] for label in one.labels} == {"1st", "2nd"}
    timed = simulate(lastsecond, ["hard", "easy"], 2, options=lastsecond.Options(judge="strict"), watch=True)
    for one in timed.games:
        assert one.seen is not None
        rounds = [row for table, row, _ in one.figures if table == "seconds of Searching, by mat"]
        assert len(one.seen.bouts) == len(rounds)
        assert [bout.winners[0] for bout in one.seen.bouts].count(one.winners[0]) == 3
        assert 0 < min(one.seen.seconds) <= max(one.seen.seconds) <= one.seen.lasted
