"""`hearthside tournament`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearthside.cli.main import main
from hearthside.lab import ratings, tournament_page

from .test_commands import Capture, refused, run

QUICK = ("--option", "rounds=15", "--jobs", "1", "--seed", "7")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 20)


def test_it_tells_and_writes(capsys: Capture, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("out.json", "out.md", "out.html")]
    status, out, _ = run(
        capsys, "tournament", "novus", "--bots", "greedy,random,greedy", "-n", "10", *QUICK,
        "--json", str(files[0]), "--markdown", str(files[1]), "--html", str(files[2]),
    )  # fmt: skip
    assert status == 0
    assert "Legends of Novus, 2 seats: 12 games of greedy (1), random, greedy (2), seed 7" in out
    assert "with rounds=15" in out
    assert "row against column" in out
    assert "10 games were asked for; 12 are whole rounds of 6." in out
    found = json.loads(files[0].read_text())
    assert len(found["matches"]) == 12
    assert found["standings"]["order"][0]["rating"]["low"] < found["standings"]["order"][0]["rating"]["high"]
    for verdict in found["standings"]["verdicts"]:
        assert verdict in " ".join(out.split())
        assert verdict in files[1].read_text()
    assert files[2].read_text().startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "out.json", "out.md"]


def test_markdown_goes_to_the_output_alone(capsys: Capture) -> None:
    status, out, _ = run(capsys, "tournament", "novus", "--bots", "greedy,random", "-n", "2", *QUICK, "--markdown", "-")
    assert status == 0
    assert out.startswith("# Tournament: Legends of Novus\n")
    assert out.endswith("clear by chance.\n")


def test_solo_bots_are_compared_too(capsys: Capture) -> None:
    _, out, _ = run(
        capsys, "tournament", "novus", "--bots", "greedy,random,easy", "--seats", "1", "-n", "6", "--jobs", "1"
    )
    assert "Legends of Novus, alone: 6 games" in out
    assert "Each bot played the same 2 tables." in out


def test_a_bot_that_breaks_gives_status_1(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faint_bots.py").write_text("class Faint:\n    def choose(self, *_):\n        return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, "tournament", "novus", "--bots", "faint_bots:Faint,random", "-n", "2", *QUICK)
    assert status == 1
    assert "2 games broke and count nowhere (first with the seed 7.1)" in out


@pytest.mark.parametrize(
    "words,says",
    [
        ([], "--bots"),
        (["--bots", "greedy"], "two or more bots, such as greedy,random, not 'greedy' alone"),
        (["--bots", "greedy,,random"], "an empty one"),
        (["--bots", "greedy,bob"], "Nobody is called 'bob'"),
        (["--bots", "greedy,me"], "asks nobody"),
        (["--bots", "greedy,random", "--seats", "6"], "1 to 5 players, not 6"),
        (["--bots", "greedy,random", "-n", "0"], "a whole number from 1 on"),
        (["--bots", "greedy,random", "--option", "x=1"], "no option 'x'"),
        (["--bots", "greedy,random", "--html", "none/out.html"], "there is no folder none"),
        (["--bots", "greedy,random", "--html", "-", "--json", "-"], "Only one of --json, --markdown and --html"),
    ],
)
def test_it_refuses(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, "tournament", "novus", *words)


def test_a_missing_package_is_said_before_the_games(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_page, "find_spec", lambda name: None)
    words = ("tournament", "novus", "--bots", "greedy,random", "--html", "-")
    assert "altair" in (said := refused(capsys, *words))
    assert "pip install 'hearthside[lab]'" in said


def test_help_says_how(capsys: Capture) -> None:
    assert main(["tournament", "--help"]) == 0
    assert "usage: hearthside tournament" in capsys.readouterr().out
