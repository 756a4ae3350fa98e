"""Simulations give the same games whatever the processes, count what goes wrong, and stop when asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hearthside.bots import BadSeat
from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab.simulate import Simulation, simulate

NOVUS = game("novus")
SHORT = NOVUS.Options(rounds=6)


def run(seats: tuple[str, ...] = ("greedy", "random"), games: int = 10, **more: Any) -> Simulation:
    return simulate(NOVUS, seats, games, **{"seed": 7, "options": SHORT, **more})


def same(one: Simulation) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(one, speed=None))


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sim_bots.py").write_text(
        "class Cheat:\n    def choose(self, table, ask, random):\n        return 'not a choice'\n\n"
        "class Faint:\n    def choose(self, table, ask, random):\n        raise ZeroDivisionError('oh')\n\n"
        "class Tired:\n    left = 1000\n    def choose(self, table, ask, random):\n"
        "        Tired.left -= 1\n        if Tired.left == 0:\n            raise KeyboardInterrupt\n"
        "        return ask.choices[int(random.random() * len(ask.choices))]\n"
    )
    monkeypatch.chdir(tmp_path)


def test_the_games_do_not_depend_on_the_processes() -> None:
    alone = run()
    assert same(alone) == same(run(jobs=2))
    assert [one.number for one in alone.games] == list(range(1, 11))
    assert same(alone) != same(run(seed=8))


def test_a_game_does_not_depend_on_how_many_are_played() -> None:
    assert run(games=3).games == run(games=10).games[:3]


def test_a_game_counts_figures_of_its_own() -> None:
    lastsecond = game("lastsecond")
    found = simulate(lastsecond, ["hard", "normal", "easy"], 4, options=lastsecond.Options(judge="strict"))
    rounds = sum(
        len([1 for table, _, _ in one.figures if table == "seconds of Searching, by mat"]) for one in found.games
    )
    by_mat = found.summary.figures["seconds of Searching, by mat"]
    by_quest = found.summary.figures["points a seat, by quest"]
    assert list(by_mat) == ["Chest"]
    assert by_mat["Chest"][0] == sum(n for n, _ in by_quest.values()) == rounds >= 12
    assert 5 < by_mat["Chest"][1].mean < 300
    assert sum(n for n, _ in found.summary.figures["points a round, by Adventurer"].values()) == 3 * rounds


def test_everything_adds_up() -> None:
    found = run(("random", "greedy", "random"), 8, options=NOVUS.Options(rounds=60))
    total = found.summary
    assert total.games == 8
    assert total.errors == 0
    assert sum(seat.wins.count for seat in total.seats) == total.won.count == 8 - total.unfinished
    assert sum(seat.leads for seat in total.seats) == total.unfinished
    assert sum(share.count for share in total.how.values()) == 8
    assert sum(share.of for share in total.labels["class"].values()) == 24
    assert total.bots["random"].of == 16
    assert total.decisions_in_all == sum(sum(one.decisions) for one in found.games)
    assert total.turns is not None
    assert total.turns.least <= total.turns.median <= total.turns.most


def test_solo_games_have_ranks_and_end_in_25_turns() -> None:
    found = run(("random",), 6, options=NOVUS.Options())
    assert found.summary.turns is not None
    assert found.summary.turns.most <= 25
    assert set(found.summary.how) <= {"solo", "turns_up"}
    assert sum(share.count for share in found.summary.ranks.values()) == found.summary.won.count


def test_the_step_cap_ends_a_game_and_is_counted() -> None:
    found = run(games=4, step_cap=20)
    assert found.summary.capped == found.summary.unfinished == 4
    assert all(one.end == "capped" and sum(one.decisions) == 20 for one in found.games)


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("jobs", [1, 2])
def test_bots_that_break_are_counted_not_raised(jobs: int) -> None:
    found = run(("sim_bots:Faint", "random"), 3, jobs=jobs)
    assert found.summary.errors == 3
    assert found.summary.failures == {"ZeroDivisionError: oh": 3}
    assert found.summary.won.of == 0
    cheats = run(("sim_bots:Cheat", "random"), 2, jobs=jobs).summary
    assert list(cheats.failures) == ["Refused: 'not a choice' is not among the choices of this question."]


@pytest.mark.usefixtures("own_bots")
def test_ctrl_c_keeps_what_is_done() -> None:
    found = run(("sim_bots:Tired", "random"), 500)
    assert found.interrupted
    assert 0 < found.summary.games < 500
    assert [one.number for one in found.games] == list(range(1, found.summary.games + 1))


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    run(games=4, progress=lambda done, errors: seen.append((done, errors)))
    assert seen == [(1, 0), (2, 0), (3, 0), (4, 0)]


def test_what_cannot_start_is_refused() -> None:
    with pytest.raises(BadSeat, match="asks nobody"):
        run(("me", "random"))
    with pytest.raises(Refused, match="1 to 5 players, not 6"):
        run(("random",) * 6)
    with pytest.raises(Refused, match="1 or more"):
        run(games=0)


def test_a_rule_that_breaks_leaves_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    from hearthside.games.novus import game as module

    def broken(g: Any) -> Any:
        raise RuntimeError("broken rule")
        yield

    monkeypatch.setitem(module.STAGES, "recovery", broken)
    records: dict[str, bytes] = {}
    found = run(games=7, records=records)
    assert found.summary.errors == 7
    assert "broken rule" in next(iter(found.summary.failures))
    assert list(records) == ["7.1", "7.2", "7.3", "7.4", "7.5"]
    assert msgspec.json.decode(records["7.1"])["game"] == "novus"


@pytest.mark.slow
def test_many_games_end() -> None:
    found = run(("greedy", "random", "random", "random"), 150, jobs=2, options=NOVUS.Options(rounds=60))
    assert found.summary.errors == found.summary.capped == 0
