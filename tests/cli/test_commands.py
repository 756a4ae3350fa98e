"""The commands, run in this process: what they print and what they refuse."""

from __future__ import annotations

import csv
import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from hearthside.bots import make, stream
from hearthside.cli.asked import console
from hearthside.cli.main import main
from hearthside.cli.simulate import show
from hearthside.engine import record
from hearthside.engine.table import Table
from hearthside.games import GAMES, game
from hearthside.lab.simulate import simulate
from hearthside.lab.summary import Spread

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


def refused(capsys: Capture, *words: str) -> str:
    """The one sentence of a mistake."""
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("hearthside: ")
    return err


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two, 60 answers long."""
    table = Table.open(game("novus"), 2, 5, digest=True)
    bot, streams = make("random"), [stream(5, 0), stream(5, 1)]
    for _ in range(60):
        ask = table.asks[0]
        table.answer(bot.choose(table, ask, streams[ask.seat]), ask.seat)
    path = tmp_path_factory.mktemp("records") / "game.json"
    record.write(record.record_of(table, ["random", "random"]), path)
    return path


# ---- help ----


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_help_lists_commands_and_games(capsys: Capture, words: list[str]) -> None:
    status, out, _ = run(capsys, *words)
    assert status == 0
    for word in ("play", "simulate", "rules", "content", "replay", "bench", "pack"):
        assert f"    {word}" in out
    assert all(one.title in out and one.about in out for one in GAMES.values())


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "content", "replay", "bench", "pack"])
def test_every_command_has_its_own_help(capsys: Capture, command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert f"usage: hearthside {command}" in out


def test_unknown_commands_and_arguments_are_one_sentence(capsys: Capture) -> None:
    assert "'cook'" in refused(capsys, "cook")
    assert "GAME" in refused(capsys, "simulate")
    assert "--loud" in refused(capsys, "rules", "novus", "--loud")
    assert "a whole number from 1 on" in refused(capsys, "simulate", "novus", "-n", "0")


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "content"])
def test_an_unknown_game_lists_the_games(capsys: Capture, command: str) -> None:
    assert "no game called 'chess'; the games are: novus, lastsecond." in refused(capsys, command, "chess")


# ---- simulate ----


def test_simulate_tells_and_writes(capsys: Capture, tmp_path: Path) -> None:
    to_json, to_csv = tmp_path / "out.json", tmp_path / "out.csv"
    status, out, _ = run(
        capsys, "simulate", "novus", "-n", "4", "--seats", "greedy,random", "--jobs", "1", "--seed", "7",
        "--option", "rounds=5", "--json", str(to_json), "--csv", str(to_csv),
    )  # fmt: skip
    assert status == 0
    assert "Legends of Novus: 4 games of greedy, random, seed 7" in out
    assert "rounds=5" in out
    found = json.loads(to_json.read_text())
    assert found["options"]["rounds"] == 5
    assert found["summary"]["games"] == len(found["games"]) == 4
    rows = list(csv.DictReader(to_csv.open()))
    assert [row["seed"] for row in rows] == ["7.1", "7.2", "7.3", "7.4"]
    assert rows[0]["class_1"] == found["games"][0]["labels"][0]["class"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "out.json"]


def test_simulate_shows_no_minus_before_a_0(capsys: Capture) -> None:
    found = simulate(game("novus"), ["random", "random"], 1, options=game("novus").Options(rounds=1))
    spread = Spread(mean=-0.02, low=-0.04, high=0.0, least=-0.3, p10=-0.3, median=0.0, p90=0.4, most=2.6)
    found.summary.figures = {"points a seat": {"1 seal": (9, spread)}}
    show(found, console(), game("novus"))
    (row,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("1 seal")]
    assert row.split()[3:] == ["0.0", "0.0", "to", "0.0", "0", "0", "0", "0", "3"]


def test_simulate_writes_json_to_the_output_alone(capsys: Capture) -> None:
    _, out, _ = run(capsys, "simulate", "novus", "-n", "1", "--jobs", "1", "--option", "rounds=2", "--json", "-")
    assert json.loads(out)["game"] == "novus"


def test_play_outs_stop_at_sixty_rounds_unless_told_otherwise(capsys: Capture) -> None:
    for more, rounds in (([], 60), (["--option", "rounds=2"], 2)):
        _, out, _ = run(capsys, "simulate", "novus", "-n", "1", "--jobs", "1", "--json", "-", *more)
        assert json.loads(out)["options"]["rounds"] == rounds


def test_games_that_break_are_told_and_give_status_1(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hearthside.games.novus import game as module

    def broken(g: Any) -> Any:
        raise RuntimeError("broken rule")
        yield

    monkeypatch.setitem(module.STAGES, "recovery", broken)
    kept = tmp_path / "kept"
    status, out, err = run(capsys, "simulate", "novus", "-n", "2", "--jobs", "1", "--keep-errors", str(kept))
    assert status == 1
    assert "2 games broke (first with the seed 0.1)" in out
    assert "broken rule" in out
    assert sorted(path.name for path in kept.iterdir()) == ["novus-0.1.json", "novus-0.2.json"]
    assert record.read(kept / "novus-0.1.json").seats == 2
    assert "novus-0.1.json" in err


@pytest.mark.parametrize(
    "words,says",
    [
        (["--seats", "me,random"], "asks nobody"),
        (["--seats", "bob,random"], "Nobody is called 'bob'"),
        (["--seats", "random,,random"], "an empty one"),
        (["--seats", "random,random,random,random,random,random"], "1 to 5 players, not 6"),
        (["--option", "speed=9"], "no option 'speed'; its options are: characters (draft or random or free)"),
        (["--option", "rounds=many"], "rounds is a whole number, not 'many'"),
        (["--option", "rounds"], "needs a value: rounds=VALUE"),
        (["--option", "trading=perhaps"], "trading is true or false, not 'perhaps'"),
        (["--option", "heroes=nobody"], "no free Character nobody"),
        (["--pack", "nowhere"], "nowhere: there is no such folder"),
        (["--json", "no/such/folder.json"], "there is no folder no/such"),
        (["--json", "-", "--csv", "-"], "Only one"),
    ],
)  # fmt: skip
def test_simulate_refuses(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, "simulate", "novus", *words)


# ---- rules ----


def test_rules_are_found_by_id_chapter_and_words(capsys: Capture) -> None:
    assert "A tie is won by the player." in run(capsys, "rules", "novus", "nv-battle-23")[1]
    assert "NV-BATTLE-1 " in run(capsys, "rules", "novus", "BATTLE")[1]
    out = run(capsys, "rules", "novus", "tragic", "fail")[1]
    assert "NV-ROLL-4" in out
    assert "**" not in out
    assert "NV-SETUP: shared setup" in run(capsys, "rules", "novus")[1]


def test_rules_as_json_with_the_words_on_either_side(capsys: Capture) -> None:
    before = run(capsys, "rules", "novus", "tragic", "fail", "--json")[1]
    after = run(capsys, "rules", "novus", "--json", "tragic", "fail")[1]
    assert json.loads(before) == json.loads(after)
    assert {"id", "kind", "chapter", "text"} <= set(json.loads(before)["rules"][0])


def test_rules_that_are_not_there(capsys: Capture) -> None:
    assert "no rule NV-BATTLE-99; near it are" in refused(capsys, "rules", "novus", "NV-BATTLE-99")
    assert "'flying' and 'bicycle'" in refused(capsys, "rules", "novus", "flying", "bicycle")
    assert "leave out" in refused(capsys, "rules", "novus", "tie", "--coverage")


def test_coverage_in_words_and_as_json(capsys: Capture) -> None:
    _, out, _ = run(capsys, "rules", "novus", "--coverage", "--games", "1")
    assert "tested," in out
    assert "fired in 1 simulated games" in out
    found = json.loads(run(capsys, "rules", "novus", "--coverage", "--games", "1", "--json")[1])
    assert found["counts"]["rules"] == len(found["rules"])
    assert found["counts"]["tested"] + found["counts"]["untested"] + found["counts"]["not_tested_alone"] == len(
        found["rules"]
    )
    assert found["unknown"] == []


# ---- content ----


def test_content_as_json_starts_with_the_counts(capsys: Capture) -> None:
    _, out, _ = run(capsys, "content", "novus", "--json")
    assert out.startswith('{\n  "counts": {')
    found = json.loads(out)
    counts = found["counts"]
    assert [counts[k] for k in ("adventure", "encounter", "reward", "location")] == [65, 40, 80, 35]
    assert [counts[k] for k in ("character", "ally", "quest", "special", "map")] == [11, 8, 10, 2, 52]
    assert (counts["basic_class"], counts["advanced_class"], counts["class_back"]) == (11, 10, 4)
    assert all(len(cards) == counts[kind] for kind, cards in found["cards"].items())
    assert all(card["id"] and card["text"] for cards in found["cards"].values() for card in cards)


@pytest.mark.parametrize("kind,name", [
    ("adventure", "Elemental Rift"), ("encounter", "Orc Warrior"), ("rewards", "Sword"), ("location", "Bone Flats"),
    ("classes", "Knight"), ("character", "Kain"), ("allies", "Grey Wolf"), ("quest", "Isenthrax"),
    ("special", "Kraeger Shield"), ("map", "Hearthold"),
])  # fmt: skip
def test_content_lists_every_kind_with_its_texts(capsys: Capture, kind: str, name: str) -> None:
    status, out, _ = run(capsys, "content", "novus", kind)
    assert status == 0
    assert f"\n{name}  (" in "\n" + out


def test_content_of_a_kind_as_json_with_the_kind_on_either_side(capsys: Capture) -> None:
    before, after = (run(capsys, "content", "novus", *words)[1] for words in (("ally", "--json"), ("--json", "ally")))
    assert before == after
    assert json.loads(before)["counts"] == {"ally": 8}


def test_content_is_checked(capsys: Capture) -> None:
    assert run(capsys, "content", "novus", "--check")[:2] != (2, "")
    assert "the kinds are adventure, encounter" in refused(capsys, "content", "novus", "dragons")
    assert json.loads(run(capsys, "content", "novus", "--check", "--json")[1])["faults"] == []


# ---- replay ----


def test_a_record_is_told_up_to_an_answer(capsys: Capture, recorded: Path) -> None:
    status, out, _ = run(capsys, "replay", str(recorded), "--to", "10")
    assert status == 0
    assert out.startswith("Legends of Novus, 2 seats (random, random), seed 5")
    assert "Stopped after 10 answers" in out
    whole = run(capsys, "replay", str(recorded))[1]
    assert "Left after 60 answers" in whole
    assert whole.splitlines()[:8] == out.splitlines()[:8]


def test_a_seat_sees_more_than_a_spectator(capsys: Capture, recorded: Path) -> None:
    spectator, seat = (run(capsys, "replay", str(recorded), *more)[1] for more in ([], ["--seat", "1"]))
    assert len(seat.splitlines()) >= len(spectator.splitlines())


def test_a_record_is_verified(capsys: Capture, recorded: Path, tmp_path: Path) -> None:
    status, out, _ = run(capsys, "replay", str(recorded), "--verify")
    assert status == 0
    assert "Verified: today's rules agree with all 60 answers." in out
    raw = json.loads(recorded.read_text())
    raw["steps"][30]["sum"] += 1
    other = tmp_path / "other.json"
    other.write_text(json.dumps(raw))
    status, _, err = run(capsys, "replay", str(other), "--verify")
    assert status == 2
    assert "Step 31 of 60" in err


def test_replay_refuses(capsys: Capture, recorded: Path, tmp_path: Path) -> None:
    assert "cannot be read" in refused(capsys, "replay", str(tmp_path / "none.json"))
    assert "--to takes 0 to 60" in refused(capsys, "replay", str(recorded), "--to", "61")
    assert "--seat takes 1 to 2" in refused(capsys, "replay", str(recorded), "--seat", "3")
    cut = tmp_path / "cut.json"
    cut.write_bytes(recorded.read_bytes()[:500])
    assert "cut short or damaged" in refused(capsys, "replay", str(cut))
    cut.write_text(recorded.read_text().replace('"novus"', '"chess"', 1))
    assert "no game called 'chess'" in refused(capsys, "replay", str(cut))


# ---- pack ----


def test_a_new_pack_is_fit_and_changes_nothing(capsys: Capture, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    assert run(capsys, "pack", "new", str(pack), "--game", "novus")[0] == 0
    status, out, _ = run(capsys, "pack", "check", str(pack))
    assert status == 0
    assert "is fit to play" in out
    assert "changed" not in out
    assert list(tmp_path.iterdir()) == [pack]


def test_the_examples_of_a_new_pack_are_the_boxs_own_cards(capsys: Capture, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    run(capsys, "pack", "new", str(pack), "--game", "novus")
    for file in pack.glob("*.yaml"):
        example = file.read_text().partition("\n\n")[2]
        if example:
            file.write_text("\n".join(line.removeprefix("# ") for line in example.splitlines()) + "\n")
    box, mine = game("novus").content(()), game("novus").content([pack])
    assert mine.cards == box.cards
    assert mine.locations == box.locations
    assert "is fit to play" in run(capsys, "pack", "check", str(pack))[1]


SWORD = "- {id: sword, name: Sword, icon: broadsword, palette: day, source: seed, kind: weapon, slot: hand, cv: 9}"
PIN = "- {id: hat-pin, name: Hat Pin, icon: hat, palette: wood, kind: weapon, slot: hand, cv: 1, price: 10, escape: 1}"


def pack_with(folder: Path, **files: str) -> str:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return str(folder)


def test_a_pack_changes_and_adds_cards(capsys: Capture, tmp_path: Path) -> None:
    pack = pack_with(tmp_path / "mine", rewards=f"{SWORD}\n{PIN}\n")
    status, out, _ = run(capsys, "pack", "check", pack)
    assert status == 0
    assert "Reward cards added: Hat Pin" in out
    assert "Reward cards changed: Sword" in out
    assert "Other than the box: The number of cards of the kind reward is 81, not 80." in out
    assert "+9 CV" in run(capsys, "content", "novus", "reward", "--pack", pack)[1]
    simulated = run(
        capsys, "simulate", "novus", "-n", "1", "--jobs", "1", "--option", "rounds=2", "--pack", pack, "--json", "-"
    )
    assert json.loads(simulated[1])["packs"] == ["mine"]


def test_a_pack_with_faults_is_refused(capsys: Capture, tmp_path: Path) -> None:
    pack = pack_with(tmp_path / "mine", rewards=PIN.replace("price: 10", "price: 3") + "\n")
    status, out, err = run(capsys, "pack", "check", pack)
    assert status == 2
    assert "price 3 GP" in out
    assert "the pack has" in err


@pytest.mark.parametrize(
    "files,says",
    [
        ({"rewards": "- {id: sword, nmae: Sword}\n"}, "rewards.yaml, line 1: sword:"),
        ({"rewards": SWORD + "\n" + PIN.replace("price", "prise") + "\n"}, "rewards.yaml, line 2: hat-pin:"),
        ({"rewards": "- [\n"}, "rewards.yaml, line 2: not YAML"),
        ({"reward": SWORD}, "reward.yaml: no such file belongs to Legends of Novus; its files are adventure.yaml"),
        ({"pack": "game: chess\n"}, "no game called 'chess'"),
        ({"pack": "gaem: novus\n"}, "pack.yaml:"),
        ({}, "this is no pack"),
    ],
)
def test_bad_packs_are_one_sentence(capsys: Capture, tmp_path: Path, files: dict[str, str], says: str) -> None:
    assert says in refused(capsys, "pack", "check", pack_with(tmp_path / "mine", **files))


def test_pack_new_never_overwrites(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    assert "there already" in refused(capsys, "pack", "new", str(tmp_path / "mine"), "--game", "novus")
    assert "the games are: novus" in refused(capsys, "pack", "new", str(tmp_path / "other"), "--game", "chess")
    assert not (tmp_path / "other").exists()
    assert "no such folder" in refused(capsys, "pack", "check", str(tmp_path / "other"))


# ---- play, bench ----


def test_play_without_a_terminal_says_how(capsys: Capture) -> None:
    status, out, err = run(capsys, "play")
    assert (status, out) == (2, "")
    assert "draws the table in a terminal, and there is none here" in err
    assert "hearthside play novus --seats me,me,random" in err


def test_play_resumes_the_latest_game(
    capsys: Capture, recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    assert "There is no saved game in" in refused(capsys, "play", "--resume")
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "novus-1.json").write_bytes(recorded.read_bytes())
    assert "none here" in run(capsys, "play", "--resume")[2]
    assert "none here" in run(capsys, "play", "novus", "--resume", str(recorded))[2]


def test_play_hands_over_what_was_asked(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: dict[str, Any] = {}

    def table(game: Any, seats: list[str], **more: Any) -> int:
        taken.update(more, game=game.name, seats=seats)
        return 0

    app = types.ModuleType("hearthside.terminal.app")
    monkeypatch.setattr(app, "run", table, raising=False)
    monkeypatch.setitem(sys.modules, "hearthside.terminal.app", app)
    for stream_ in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream_, "isatty", lambda: True)
    assert main(["play", "novus"]) == 0
    assert (taken["game"], taken["seats"]) == ("novus", ["me", "normal", "normal"])
    assert not taken["own_dice"]
    assert taken["resume"] is None
    assert taken["packs"] == []
    assert isinstance(taken["seed"], int)
    words = [
        "--seats",
        "me,random",
        "--seed",
        "7.12",
        "--own-dice",
        "--option",
        "trading=yes",
        "--resume",
        str(recorded),
    ]
    assert main(["play", "novus", *words]) == 0
    assert taken["own_dice"]
    assert [taken["seed"], taken["resume"]] == ["7.12", recorded]
    assert taken["options"].trading


def test_play_alone_lets_a_person_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    laid: list[Any] = [
        None,
        types.SimpleNamespace(game="novus", seats=["me:Ann"], own_dice=True, resume=None, options={}),
    ]
    for room, name, what in (
        ("app", "run", lambda game, seats, **more: taken.append((game.name, seats, more)) or 0),
        ("chooser", "choose", lambda: laid.pop(0)),
    ):
        module = types.ModuleType(f"hearthside.terminal.{room}")
        monkeypatch.setattr(module, name, what, raising=False)
        monkeypatch.setitem(sys.modules, f"hearthside.terminal.{room}", module)
    for stream_ in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream_, "isatty", lambda: True)
    assert main(["play"]) == 0  # the chooser was left
    assert taken == []
    assert main(["play"]) == 0
    assert taken[0][:2] == ("novus", ["me:Ann"])
    assert taken[0][2]["own_dice"]


@pytest.mark.parametrize(
    "words,says",
    [
        (["--seats", "me,bob"], "Nobody is called 'bob'"),
        (["novus", "--seats", "me,me,me,me,me,me"], "not 6"),
        (["--option", "x=1"], "no option 'x'"),
        (["--resume", "none.json"], "none.json: cannot be read"),
    ],
)
def test_play_refuses(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, "play", *words)


@pytest.mark.slow
def test_bench_prints_a_table_and_json(capsys: Capture) -> None:
    _, out, _ = run(capsys, "bench", "--blocks", "1", "--seconds", "0.02")
    assert "Connect Four, decisions" in out
    assert "plain Python" in out
    _, out, _ = run(capsys, "bench", "--blocks", "1", "--seconds", "0.02", "--json")
    assert json.loads(out)["rows"][-1]["what"] == "hearthside --help"
