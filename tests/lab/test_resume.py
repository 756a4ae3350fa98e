"""Interrupted simulations: going on gives what no interruption would have given, and another one is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from hearthside.cli.main import main
from hearthside.engine.errors import Refused
from hearthside.games import GAMES, Listed
from hearthside.lab import resume
from hearthside.lab.simulate import Simulation, simulate
from hearthside.lab.tables import as_bytes, seat_table
from tests.tiny.highcard.game import HighCard, Tired

HIGH, TIRED = "tests.tiny.highcard.game:High", "tests.tiny.highcard.game:Tired"


def same(one: Simulation) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(one, speed=None))


def run(games: int = 30, seats: str = HIGH, **more: Any) -> Simulation:
    return simulate(HighCard(), [seats, HIGH], games, **{"seed": 7, **more})


def kept(found: Simulation, path: Path) -> Simulation:
    """As it comes back from a file."""
    path.write_bytes(msgspec.json.encode(found))
    return resume.read(path)


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_resumed_one_is_as_if_never_interrupted(tmp_path: Path, watch: bool, jobs: int) -> None:
    whole = run(watch=watch)
    part = run(11, watch=watch)
    part.games = [one for one in part.games if one.number not in (3, 8)]  # as processes leave them
    part.interrupted, part.asked = True, 30
    again = run(before=kept(part, tmp_path / "part.json"), jobs=jobs)
    assert same(again) == same(whole)
    assert again.speed.cpu_seconds > part.speed.cpu_seconds
    assert same(run(before=again)) == same(whole)  # nothing left to do


def test_ctrl_c_then_resume(tmp_path: Path) -> None:
    Tired.left = 50
    part = run(seats=TIRED, watch=True)
    assert part.interrupted
    assert 0 < len(part.games) < 30
    Tired.left = 0  # never again
    assert same(run(seats=TIRED, before=kept(part, tmp_path / "part.json"))) == same(run(seats=TIRED, watch=True))


@pytest.mark.parametrize(
    "change,says",
    [
        ({"version": 0}, "its version of the rules is 0, not 1"),
        ({"content": "other"}, "the cards of the game have changed since"),
        ({"seats": [HIGH, "random"]}, "its seats are tests.tiny.highcard.game:High,random, not"),
        ({"seed": "8"}, "its seed is 8, not 7"),
        ({"options": {"hands": [[1], [2]]}}, r"its option hands is \[1\],\[2\], not none"),
        ({"step_cap": 5}, "its step cap is 5, not 20000"),
        ({"packs": ["mine"]}, "its packs are mine, not none"),
        ({"game": "chess"}, "its game is chess, not highcard"),
    ],
)
def test_another_one_is_refused_in_one_sentence(change: dict[str, Any], says: str) -> None:
    before = msgspec.structs.replace(run(3), **change)
    with pytest.raises(Refused, match=says):
        run(before=before)


def test_fewer_games_and_a_late_wish_to_watch_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="it holds 10 games, more than the 4 asked for"):
        run(4, before=run(10))
    with pytest.raises(Refused, match="were not watched"):
        run(before=run(3), watch=True)
    assert run(before=run(3, watch=True)).watched
    with pytest.raises(Refused, match="cannot be read"):
        resume.read(tmp_path / "none.json")
    (tmp_path / "other.json").write_text('{"game": "novus"}')
    with pytest.raises(Refused, match="no result of `hearthside simulate --json`"):
        resume.read(tmp_path / "other.json")


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    home = "tests.tiny.highcard.game:HighCard"
    monkeypatch.setattr(
        "hearthside.cli.simulate.game_of", lambda name: HighCard() if name == "highcard" else pytest.fail(home)
    )
    monkeypatch.setitem(GAMES, "highcard", Listed("highcard", "High Card", range(2, 3), "", home))
    return tmp_path


def test_the_command_tells_how_to_go_on_and_does(capsys: pytest.CaptureFixture[str], on_the_shelf: Path) -> None:
    file, page, table = (str(on_the_shelf / name) for name in ("out.json", "out.html", "out.csv"))
    Tired.left = 30
    words = ["simulate", "highcard", "-n", "20", "--seats", f"{TIRED},{HIGH}", "--seed", "7", "--jobs", "1"]
    assert main([*words, "--json", file, "--report", page, "--table", table]) == 130
    said = capsys.readouterr().err
    part = json.loads(Path(file).read_bytes())
    assert part["interrupted"]
    assert len(part["games"]) < 20
    assert f"Stopped after {len(part['games'])} of 20 games; to go on: hearthside simulate highcard" in said
    assert "It was stopped early: 20 were asked for." in Path(page).read_text()
    Tired.left = 0
    assert main([*said.strip().partition("to go on: hearthside ")[2].split(), "--jobs", "1"]) == 0
    whole = json.loads(Path(file).read_bytes())
    assert not whole["interrupted"]
    assert [one["number"] for one in whole["games"]] == list(range(1, 21))
    assert "stopped early" not in Path(page).read_text()
    assert len(pl.read_csv(table)) == 40
    assert main(["simulate", "highcard", "--resume", file, "--seed", "9"]) == 2
    assert "It cannot be resumed: its seed is 7, not 9." in capsys.readouterr().err


def test_a_table_has_a_row_a_game_and_seat(tmp_path: Path) -> None:
    found = run(5, watch=True)
    table = seat_table(found)
    assert table.columns == [
        "number", "seed", "end", "how", "rank", "turns", "seat", "bot", "won", "ahead", "decisions", "sum",
        "lead_changes", "held", "played", "seconds", "error",
    ]  # fmt: skip
    assert table["seat"].to_list() == [1, 2] * 5
    assert table.filter("won").height == 5
    (tmp_path / "t.parquet").write_bytes(as_bytes(found, "t.parquet"))
    assert pl.read_parquet(tmp_path / "t.parquet").equals(table)
    assert as_bytes(found, "t.csv").decode().splitlines()[0] == ",".join(table.columns)
    with pytest.raises(Refused, match=r"ends in \.parquet or \.csv"):
        as_bytes(found, "t.xlsx")
    broken = run(1, seats="tests.tiny.highcard.game:Faint")
    assert seat_table(broken).row(0, named=True)["won"] is None
