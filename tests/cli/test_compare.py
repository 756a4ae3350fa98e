"""`hearthside compare`: what it says of a change, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearthside.cli.main import main

Capture = pytest.CaptureFixture[str]
QUICK = ("--option", "rounds=2", "--seed", "7", "--jobs", "1")


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = main(["compare", "novus", *words, *QUICK])
    out, err = capsys.readouterr()
    return status, out, err


def refused(capsys: Capture, *words: str) -> str:
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("hearthside: ")


def test_a_clear_effect_is_said_first(capsys: Capture) -> None:
    status, out, _ = run(capsys, "--change", "tables.start_gp=60", "--measure", "decisions", "--at-most", "300")
    assert status == 0
    head, a, b, _, verdict, *_ = out.splitlines()
    assert head == "Legends of Novus: 100 pairs of games of greedy, greedy, seed 7"
    assert a == "A: as it is, with rounds=2"
    assert b == "B: with tables.start_gp=60"
    assert verdict.startswith("Decisions a game: ")
    assert verdict.endswith("That is more than chance.")
    assert "0 of 100 pairs went alike from first to last" in out
    assert "The intervals hold whenever one stops." in out


def test_a_change_that_nothing_felt(capsys: Capture) -> None:
    status, out, _ = run(capsys, "--change", "reward/sword.flavour=Sharp [x].", "-n", "9")
    assert status == 0
    assert "Nothing in these games felt reward/sword.flavour=Sharp [x].: all 9 pairs went alike" in out
    assert "with 95% confidence fewer than 1 game in 3 feels it" in " ".join(out.split())
    assert "are for a number of games set beforehand" in out


def test_where_too_few_pairs_differ_no_empty_table_is_shown(capsys: Capture) -> None:
    words = "--change quest/mayors-picnic.seals=3 --option mode=sliced -n 10 --jobs 1"
    assert main(["compare", "lastsecond", *words.split()]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Last-Second Quest: 10 pairs of games of normal, normal, seed 0")  # it has bots of its own
    assert "1 row left out in which fewer than 20 pairs differ." in out
    assert "B - A" not in out


def test_json_has_everything(capsys: Capture, tmp_path: Path) -> None:
    words = ("--change", "tables.start_gp=60", "--change", "option:rounds=3", "-n", "3", "--measure", "turns")
    status, out, _ = run(capsys, *words, "--json", "-")
    found = json.loads(out)
    assert status == 0
    assert found["changes"] == ["tables.start_gp=60", "option rounds=3"]
    assert (found["a"]["options"]["rounds"], found["b"]["options"]["rounds"]) == (2, 3)
    assert found["effects"][0]["measure"] == found["measure"] == "turns"
    assert [one["seed"] for one in found["b"]["games"]] == ["7.1", "7.2", "7.3"]
    file = tmp_path / "found.json"
    _, told, _ = run(capsys, *words, "--json", str(file))
    assert told.startswith("Legends of Novus: 3 pairs")
    again = json.loads(file.read_text())
    assert again | {"speed": None} == found | {"speed": None}


def test_a_pack_can_be_what_differs(capsys: Capture, tmp_path: Path) -> None:
    pack = tmp_path / "twigs"
    pack.mkdir()
    (pack / "rewards.yaml").write_text(
        "- {id: twig, name: Twig, icon: tree-branch, palette: wood, kind: weapon, slot: hand, cv: 1, price: 10}\n"
    )
    status, out, _ = run(capsys, "--pack-b", str(pack), "-n", "2")
    assert status == 0
    assert "B: with pack twigs" in out


def test_what_does_not_fit_is_refused(capsys: Capture) -> None:
    assert refused(capsys).startswith("Nothing is changed; say what B has, with --change")
    assert "did you mean sword?" in refused(capsys, "--change", "reward/swrod.cv=5")
    assert "no option 'round'" in refused(capsys, "--change", "option:round=5")
    assert "no measure 'trns'; did you mean turns" in refused(
        capsys, "--change", "tables.start_gp=60", "--measure", "trns", "-n", "2"
    )
    assert "a whole number from 1 on is needed" in refused(capsys, "--change", "tables.start_gp=60", "-n", "many")
    assert "no place called 'moon'" in refused(capsys, "--change", "tables.start_gp=60", "--on", "moon")
