"""Tournaments: balanced, the same whatever the processes, and honest about what went wrong."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hearthside.bots import BadSeat
from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab import ratings
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.tournament import Tournament, tournament
from hearthside.lab.tournament_page import page_of
from hearthside.lab.tournament_report import facts, findings, markdown

NOVUS = game("novus")
SHORT = NOVUS.Options(rounds=12)
BOTS = ["tour_bots:Eager", "random"]

OWN = '''
class Eager:
    """Takes a winning column, or the middle."""

    def choose(self, table, ask, random):
        for choice in ask.choices:
            fork = table.fork()
            fork.answer(choice)
            if fork.over:
                return choice
        return ask.choices[len(ask.choices) // 2]


class Faint:
    def choose(self, table, ask, random):
        raise ZeroDivisionError("oh")


class Tired:
    left = 300

    def choose(self, table, ask, random):
        Tired.left -= 1
        if Tired.left == 0:
            raise KeyboardInterrupt
        return ask.choices[0]
'''


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tour_bots.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ratings, "DRAWS", 50)
    frame = import_module("hearthside.lab.report.page")
    monkeypatch.setattr(frame, "_bundle", lambda: "")  # the charts' library is slow to put together


def run(bots: list[str] = BOTS, games: int = 20, of: Any = None, **more: Any) -> Tournament:
    return tournament(of or ConnectFour(), bots, games, **{"seed": 7, **more})


def same(one: Tournament) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(one, speed=None))


def test_a_bot_of_ones_own_is_told_to_be_better() -> None:
    found = run(games=40)
    assert [one.name for one in found.standings.order] == BOTS
    (said,) = found.standings.verdicts
    assert said.startswith("tour_bots:Eager beats random: ")
    best, other = (one.rating for one in found.standings.order)
    assert best is not None
    assert other is not None
    assert best.low > other.high


def test_the_processes_do_not_matter() -> None:
    alone = run()
    assert same(alone) == same(run(jobs=2))
    assert same(alone) != same(run(seed=8))


def test_a_table_is_played_from_every_seat() -> None:
    found = run(["random", "greedy", "random"], 12, of=NOVUS, options=SHORT, seats=3)
    assert found.names == ["random (1)", "greedy", "random (2)"]
    assert [one.played.number for one in found.matches] == list(range(1, 13))
    seeds = {one.block: one.played.seed for one in found.matches}
    assert seeds == {block: f"7.{block}" for block in range(1, 5)}
    assert Counter(one.block for one in found.matches) == dict.fromkeys(seeds, 3)
    for block in seeds:
        seatings = [one.seating for one in found.matches if one.block == block]
        assert all(sorted(seat) == [0, 1, 2] for seat in zip(*seatings, strict=True))
    assert not found.unbalanced
    assert "Every bot sat 4 times on each seat and met every other in 12 games." in facts(found)


def test_games_are_rounded_up_to_whole_rounds() -> None:
    found = run(["random", "greedy"], 7, of=NOVUS, options=SHORT, seats=4)
    assert (found.asked, found.rounds, found.round_games, len(found.matches)) == (7, 2, 6, 12)
    assert "7 games were asked for; 12 are whole rounds of 6." in facts(found)
    part = run(["random", "greedy", "random"], 3, of=NOVUS, options=SHORT, seats=3)
    assert "not every order round the table came equally often, as after each 2 rounds" in " ".join(facts(part))


def test_two_bots_that_are_one_are_not_told_apart() -> None:
    found = run(["random", "random"], 60)
    assert found.standings.verdicts[0].startswith("random (")
    assert "no clear difference" in found.standings.verdicts[0]


def test_alone_all_bots_play_the_same_tables() -> None:
    found = run(["greedy", "random"], 10, of=NOVUS, options=NOVUS.Options(), seats=1)
    assert [one.played.seed for one in found.matches] == [f"7.{n}" for n in range(1, 6) for _ in range(2)]
    assert found.standings.alone
    assert "Each bot played the same 5 tables." in facts(found)
    assert "points" in markdown(found, NOVUS)
    assert "share of tables won" in page_of(found, NOVUS)


def test_games_without_a_winner_are_nobodys() -> None:
    found = run(of=NOVUS, bots=["greedy", "random"], games=4, options=NOVUS.Options(rounds=2))
    assert found.unfinished == 4
    assert [one.wins.count for one in found.standings.order] == [0, 0]
    assert findings(found) == ["greedy and random: no game tells, neither of them won one."]
    assert "4 games had no winner; nobody won them." in facts(found)
    capped = run(games=4, step_cap=3)
    assert "4 games had no winner, 4 of them at the cap of 3 decisions; nobody won them." in facts(capped)
    assert page_of(capped, ConnectFour())


@pytest.mark.parametrize("jobs", [1, 2])
def test_bots_that_break_are_counted_not_raised(jobs: int) -> None:
    found = run(["tour_bots:Faint", "random"], 4, jobs=jobs)
    assert (found.errors, found.failures, found.unbalanced) == (4, {"ZeroDivisionError: oh": 4}, True)
    assert "4 games broke and count nowhere (first with the seed 7.1): ZeroDivisionError: oh" in facts(found)
    assert facts(found)[-1] == "So the seatings are not quite balanced: not all came equally often."
    assert page_of(found, ConnectFour())


def test_ctrl_c_keeps_what_is_done() -> None:
    found = run(["tour_bots:Tired", "random"], 500)
    assert found.interrupted
    assert 0 < len(found.matches) < 500
    assert f"Stopped early, after {len(found.matches)} of 500 games." in facts(found)
    assert "not quite balanced" in " ".join(facts(found))
    assert "Stopped early" in markdown(found, ConnectFour())


def test_progress_is_told() -> None:
    seen: list[tuple[int, int, int]] = []
    run(games=3, progress=lambda done, of, broken: seen.append((done, of, broken)))
    assert seen == [(1, 4, 0), (2, 4, 0), (3, 4, 0), (4, 4, 0)]


def test_the_page_holds_all_and_fetches_nothing() -> None:
    found = run(["tour_bots:Eager", "random", "greedy"], 12)
    whole = page_of(found, ConnectFour())
    for words in ("tour_bots:Eager", "row", "Who beats whom", "--bots tour_bots:Eager,random,greedy", "seed 7"):
        assert words in whole
    assert 'src="http' not in whole
    assert all(line in whole for line in findings(found))
    told = markdown(found, ConnectFour())
    assert told.count("\n| ") == 3 * 4 + 3 + 1  # three tables: ranking, head to head, seats with their sum
    assert "| 1 | tour_bots:Eager |" in told


@pytest.mark.parametrize(
    "bots,more,says",
    [
        (["random"], {}, "two or more bots"),
        (["me", "random"], {}, "asks nobody"),
        (["bob", "random"], {}, "Nobody is called 'bob'"),
        (["tour_bots:None", "random"], {}, "has no class None"),
        (BOTS, {"seats": 3}, "for 2 to 2 players, not 3"),
        (BOTS, {"games": 0}, "1 or more"),
    ],
)
def test_what_cannot_start_is_refused(bots: list[str], more: dict[str, Any], says: str) -> None:
    with pytest.raises((BadSeat, Refused), match=says):
        run(bots, **more)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"pip install 'hearthside\[lab\]'"):
        run()
