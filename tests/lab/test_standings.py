"""Who beats whom: counts, intervals, rings, and the words for them."""

from __future__ import annotations

import pytest

from hearthside.lab import ratings
from hearthside.lab.ratings import Outcome
from hearthside.lab.standings import Meeting, Standings, percent, standings
from hearthside.lab.summary import wilson

A, B, C = 0, 1, 2


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 20)


def duel(wins: int, losses: int, first: int = A, second: int = B, start: int = 0) -> list[Outcome]:
    """Games of two, each with a table of its own."""
    return [Outcome(start + n, (first, second), (0 if n < wins else 1,)) for n in range(wins + losses)]


def meeting(found: Standings, a: int = A, b: int = B) -> Meeting:
    one = found.cross[a][b]
    assert one is not None
    return one


def test_a_verdict_says_who_how_often_and_how_sure() -> None:
    found = standings(["greedy", "search:200ms"], 2, duel(13, 47))
    assert found.verdicts == ["search:200ms beats greedy: 78% of 60 games (95%: 66 to 87%)."]
    assert [one.name for one in found.order] == ["search:200ms", "greedy"]


def test_a_verdict_says_when_nothing_is_clear() -> None:
    found = standings(["greedy", "random"], 2, duel(11, 9))
    assert found.verdicts == ["greedy and random: no clear difference; greedy won 55% of 20 games (95%: 34 to 74%)."]
    assert meeting(found).clear == 0
    assert meeting(found).ahead == 1


def test_shares_are_wilsons_where_games_do_not_resemble_each_other() -> None:
    one = meeting(standings(["a", "b"], 2, duel(13, 47)))
    known = wilson(13, 60)
    assert [one.value, one.low, one.high] == pytest.approx([known.share, known.low, known.high])


def test_games_of_a_table_that_repeat_each_other_widen_the_interval() -> None:
    alike = [Outcome(n // 4, (A, B), (0 if n < 40 else 1,)) for n in range(60)]
    one, known = meeting(standings(["a", "b"], 2, alike)), wilson(40, 60)
    assert one.low is not None
    assert one.high is not None
    assert one.high - one.low > 1.6 * (known.high - known.low)


def test_the_cross_table_adds_up() -> None:
    games = [
        Outcome(1, (A, B, C), (0,)),
        Outcome(1, (C, A, B), (0, 2)),
        Outcome(1, (B, C, A), ()),
        Outcome(2, (A, C, B), (1,)),
    ]
    found = standings(["a", "b", "c"], 3, games)
    for one in range(3):
        for other in range(3):
            if one == other:
                assert found.cross[one][other] is None
                continue
            there, back = meeting(found, one, other), meeting(found, other, one)
            assert (there.won, there.lost, there.shared, there.games) == (back.lost, back.won, back.shared, 4)
            assert (there.value or 0) + (back.value or 0) == pytest.approx(1)
    assert (meeting(found).won, meeting(found).lost) == (1, 1)
    assert (meeting(found, B, C).won, meeting(found, B, C).lost, meeting(found, B, C).shared) == (0, 1, 1)
    wins = {one.name: (one.wins.count, one.games, sum(share.count for share in one.by_seat)) for one in found.order}
    assert wins == {"a": (1, 4, 1), "b": (1, 4, 1), "c": (2, 4, 2)}
    assert sum(share.of for one in found.order for share in one.by_seat) == 12


def test_a_bot_on_several_seats_wins_a_game_once() -> None:
    found = standings(["a", "b"], 4, [Outcome(1, (A, A, B, B), (0,)), Outcome(1, (A, B, B, A), (1, 2))])
    assert [(one.name, one.wins.count, one.games, one.fair) for one in sorted(found.order, key=lambda o: o.bot)] == [
        ("a", 1, 2, 0.5),
        ("b", 1, 2, 0.5),
    ]


def test_games_that_another_won_count_in_no_head_to_head() -> None:
    games = [*duel(6, 2), *(Outcome(n, (A, B, C), (2,)) for n in range(9, 13)), Outcome(13, (A, B, C))]
    found = standings(["a", "b", "c"], 3, games)
    assert "a and b: no clear difference; a won 75% of the 8 games (of 13) that one of them won (95%: 41 to 93%)." in (
        found.verdicts
    )


def test_a_ring_is_told() -> None:
    games = duel(18, 2) + duel(18, 2, B, C, 20) + duel(18, 2, C, A, 40)
    (ring,) = standings(["a", "b", "c"], 2, games).rings
    assert set(ring.names) == {"a", "b", "c"}
    assert ring.names.index("b") == (ring.names.index("a") + 1) % 3
    assert ring.clear
    weak = duel(11, 9) + duel(18, 2, B, C, 20) + duel(18, 2, C, A, 40)
    assert [one.clear for one in standings(["a", "b", "c"], 2, weak).rings] == [False]
    straight = duel(18, 2) + duel(18, 2, B, C, 20) + duel(18, 2, A, C, 40)
    assert standings(["a", "b", "c"], 2, straight).rings == []


def alone(won: dict[int, list[int]]) -> list[Outcome]:
    """Each bot on the same tables, alone."""
    return [Outcome(n, (bot,), (0,) if win else ()) for bot, wins in won.items() for n, win in enumerate(wins)]


def test_alone_bots_are_compared_table_by_table() -> None:
    found = standings(["a", "b"], 1, alone({A: [1] * 30 + [0] * 10, B: [1] * 10 + [0] * 30}))
    one = meeting(found)
    assert (one.games, one.won, one.lost, one.shared) == (40, 20, 0, 10)
    assert (one.value, one.clear) == (0.5, 1)
    assert found.verdicts == ["a beats b: it wins 75% of 40 tables, b 25%: 50 points more (95%: 32 to 63)."]
    assert [share.rating for share in found.order] == [None, None]


def test_luck_of_the_table_does_not_blur_what_is_compared() -> None:
    """The same shares of wins on the same tables tell more than on tables that differ."""
    same = meeting(standings(["a", "b"], 1, alone({A: [1] * 20 + [0] * 20, B: [1] * 14 + [0] * 26})))
    other = meeting(standings(["a", "b"], 1, alone({A: [1] * 20 + [0] * 20, B: [0] * 26 + [1] * 14})))
    assert same.value == other.value == pytest.approx(0.15)
    assert (same.clear, other.clear) == (1, 0)


def test_bots_that_never_win_are_not_told_apart() -> None:
    found = standings(["a", "b"], 2, [Outcome(1, (A, B)), Outcome(1, (B, A))])
    assert found.verdicts == ["a and b: no game tells, neither of them won one."]


@pytest.mark.parametrize(
    "share,text", [(0, "0%"), (0.784, "78%"), (1, "100%"), (0.5, "50%"), (0.502, "50.2%"), (0.996, "99.6%")]
)
def test_a_share_that_is_not_even_never_reads_so(share: float, text: str) -> None:
    assert percent(share) == text


def test_opponents_of_unlike_strength_are_no_resemblance() -> None:
    """A bot that always beats one and always loses to the other has won as many as chance would count."""
    games = [Outcome(n, (A, B), (0,)) for n in range(20)] + [Outcome(20 + n, (A, C), (1,)) for n in range(20)]
    first = next(one for one in standings(["a", "b", "c"], 2, games).order if one.name == "a")
    assert first.wins == wilson(20, 40)
