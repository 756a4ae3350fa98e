"""Comparisons: pairs share their luck, come out the same wherever they are played, and end when it is decided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hearthside.bots import BadSeat
from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab.compare import Comparison, Effect, compare, judge
from hearthside.lab.intervals import LEAST_PAIRS, Mean
from hearthside.lab.measures import find_measure, measures
from hearthside.lab.simulate import Played

NOVUS = game("novus")
SHORT = NOVUS.Options(rounds=2)
RICH = "tables.start_gp=60"
UNSEEN = "reward/sword.flavour=Sharp."


def run(*changes: str, pairs: int | None = 4, **more: Any) -> Comparison:
    return compare(NOVUS, ["greedy", "greedy"], pairs, changes=changes, **{"seed": 7, "options": SHORT, **more})


def same(one: Comparison) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(one, speed=None))


def effect(found: Comparison, measure: str) -> Effect:
    return next(one for one in found.effects if one.measure == measure)


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pair_bots.py").write_text(
        "class Faint:\n    def choose(self, table, ask, random):\n        raise ZeroDivisionError('oh')\n\n"
        "class Tired:\n    left = 300\n    def choose(self, table, ask, random):\n"
        "        Tired.left -= 1\n        if Tired.left == 0:\n            raise KeyboardInterrupt\n"
        "        return ask.choices[int(random.random() * len(ask.choices))]\n"
    )
    monkeypatch.chdir(tmp_path)


def test_a_change_that_touches_nothing_is_never_felt() -> None:
    found = run(UNSEEN, pairs=5)
    assert (found.verdict, found.pairs, found.alike) == ("unfelt", 5, 5)
    assert found.a.games == found.b.games
    assert found.a.content != found.b.content
    assert all(one.differing == 0 and one.low is None for one in found.effects)


def test_both_games_of_a_pair_have_the_same_seed_and_part_where_the_change_is_felt() -> None:
    found = run(RICH, pairs=5, measure="decisions")
    assert [one.seed for one in found.a.games] == [one.seed for one in found.b.games] == [f"7.{n}" for n in range(1, 6)]
    assert found.alike == 0
    assert found.changes == [RICH]
    first = found.effects[0]
    assert first.measure == "decisions"
    assert first.difference == pytest.approx(first.b - first.a)
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.difference < first.high


def test_it_stops_once_it_is_decided_and_at_the_same_pair_with_any_number_of_processes() -> None:
    alone = run(RICH, pairs=None, measure="decisions", most=400)
    assert alone.verdict == "clear"
    assert LEAST_PAIRS <= alone.pairs < 400
    assert alone.pairs % 20 == 0
    assert alone.more is None
    assert effect(alone, "decisions").clear
    assert same(run(RICH, pairs=None, measure="decisions", most=400, jobs=2)) == same(alone)


def test_it_stops_once_it_is_known_near_enough() -> None:
    """Gold that is hardly used in two rounds: as near as 9 decisions is soon known."""
    found = run("tables.start_gp=15", pairs=None, measure="decisions", within=9, most=400)
    assert found.verdict in ("within", "clear")
    assert found.pairs < 400


def test_the_verdict_says_how_many_more_pairs_it_takes() -> None:
    even = [1.0, -1.0] * 100
    assert judge(Mean([*even, *[1.0] * 10]), 210, always=False) == ("open", pytest.approx(1485, rel=0.01))
    assert judge(Mean([*even, *[1.0] * 60]), 260, always=False) == ("clear", None)
    assert judge(Mean(even), 200, always=False) == ("open", None)
    assert judge(Mean(even), 200, always=False, within=0.1) == ("open", pytest.approx(185, abs=3))
    assert judge(Mean(even), 200, always=False, within=0.2) == ("within", None)
    assert judge(Mean([1.0] * 10 + [0.0] * 90), 200, always=True) == ("few", 200)
    assert judge(Mean([0.0] * 90), 90, always=True) == ("few", None)


def test_options_and_packs_can_be_what_differs(tmp_path: Path) -> None:
    longer = run(pairs=4, measure="turns", options_b=NOVUS.Options(rounds=3))
    assert longer.changes == ["option rounds=3"]
    assert (effect(longer, "turns").a, effect(longer, "turns").b) == (4, 6)
    (tmp_path / "rewards.yaml").write_text(
        "- {id: twig, name: Twig, icon: tree-branch, palette: wood, kind: weapon, slot: hand, cv: 1, price: 10}\n"
    )
    more_cards = run(pairs=4, packs_b=[tmp_path])
    assert more_cards.changes == [f"pack {tmp_path.name}"]
    assert more_cards.b.packs == [tmp_path.name]


def test_a_changed_card_is_watched_in_who_has_it_if_anybody_does() -> None:
    assert run("reward/sword.cv=9", pairs=1, options=NOVUS.Options(rounds=1)).measure == "turns"
    found = run("reward/sword.cv=9", pairs=12, options=NOVUS.Options(rounds=60))
    assert found.measure == found.effects[0].measure == "had:sword"
    assert 0 < found.effects[0].pairs < 12
    assert 0 < found.alike < 12  # in most games nobody draws it


@pytest.mark.usefixtures("own_bots")
def test_games_that_break_are_counted_and_left_out() -> None:
    found = compare(NOVUS, ["pair_bots:Faint", "greedy"], 3, changes=[RICH], options=SHORT)
    assert (found.pairs, found.effects) == (0, [])
    assert found.a.summary.errors == found.b.summary.errors == 3


@pytest.mark.usefixtures("own_bots")
def test_ctrl_c_keeps_what_is_done() -> None:
    found = compare(NOVUS, ["pair_bots:Tired", "greedy"], 500, changes=[RICH], options=SHORT, measure="decisions")
    assert found.interrupted
    assert 0 < found.pairs < 500
    assert found.effects[0].pairs == found.pairs


def test_what_cannot_start_is_refused() -> None:
    with pytest.raises(Refused, match="Nothing is changed"):
        run()
    with pytest.raises(BadSeat, match="asks nobody"):
        compare(NOVUS, ["me", "greedy"], 1, changes=[RICH])
    with pytest.raises(Refused, match="1 or more"):
        run(RICH, pairs=0)
    with pytest.raises(Refused, match="no kind 'moon'"):
        run("moon/sword.cv=5")


def test_a_measure_that_is_none_is_refused_soon() -> None:
    seen: list[int] = []
    with pytest.raises(Refused, match="no measure 'trns'; did you mean turns"):
        run(RICH, pairs=500, measure="trns", progress=lambda done, _: seen.append(done))
    assert len(seen) < 25
    with pytest.raises(Refused, match=r"there are won, seat:\.\.\., first, .*turns, decisions"):
        find_measure("moon", ["won", "seat:1", "seat:2", "first", "class:Knight", "turns", "decisions"])


def test_the_measures_of_a_game() -> None:
    labels = [{"class": "Bard", "turn order": "2nd"}, {"class": "Druid", "turn order": "1st"}]
    one = Played(
        number=1, seed="7.1", end="over", winners=[1], how="legend", turns=30, decisions=[100, 120], labels=labels,
        figures=[("points", "Mira", 2), ("points", "Mira", 4)],
    )  # fmt: skip
    found = measures(one, ["greedy", "random"], {"sword": [0, 1], "axe": []})
    assert found == {
        "won": 1, "seat:1": 0, "seat:2": 1, "first": 1, "bot:greedy": 0, "bot:random": 1, "class:Bard": 0,
        "class:Druid": 1, "turn order:2nd": 0, "turn order:1st": 1, "had:sword": 0.5, "points:Mira": 3, "turns": 30,
        "decisions": 220, "how:legend": 1,
    }  # fmt: skip


def test_the_first_seat_is_the_one_that_the_game_names_first() -> None:
    """The labels of Novus have the words that the measure looks for."""
    found = run(UNSEEN, pairs=1, measure="won").a.games[0]
    assert sorted(label["turn order"] for label in found.labels) == ["1st", "2nd"]
