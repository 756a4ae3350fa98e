"""Legends of Novus in the terminal, from the first choice to the result, by keys alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hearthside.engine.errors import RecordError
from hearthside.engine.record import read
from hearthside.games.novus.game import Novus
from hearthside.terminal.app import HearthsideApp, ResultPanel
from hearthside.terminal.panels import ThingPanel
from hearthside.terminal.saves import Settings
from hearthside.terminal.sitting import Sitting

from .test_table import LARGE, SMALL, Seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_whole_game_of_novus_by_keys(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    dice = random.Random(8)
    sitting = Sitting.new(Novus(), ["me", "greedy"], seed=21, options={"rounds": 12})
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("novus",)))
    async with app.run_test(size=size) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        for _ in range(600):
            if isinstance(app.screen, ResultPanel):
                break
            lit = seen.table.view.prompt.lit
            assert (
                seen.table.view.prompt.words in seen.words("prompt").replace("\n", " ")
                or len(seen.table.view.prompt.words) > size[0] * 0.6
            )
            n = dice.randrange(len(lit))
            await seen.press(*str(n + 1))
            if seen.table._ready() and seen.table.view.typed:
                await seen.press("enter")
        assert isinstance(app.screen, ResultPanel)
    assert read(sitting.path).over


async def test_a_die_of_ones_own_says_what_it_is_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    sitting = Sitting.new(Novus(), ["me"], seed=3, own_dice=True)
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("novus",)))
    async with app.run_test(size=SMALL) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        while seen.table.view.prompt.topic != "roll":
            travels = [one.n for one in seen.table.view.prompt.lit if one.words.startswith("Travel")]
            seen.table.choose(travels[0] if travels else 0)
            await seen.ready()
        words = seen.words("prompt")
        assert "It is the Travel Die. Roll a die of 6 sides and enter its face." in words
        assert "5 It shows 5, Encounter" in words


async def test_names_that_would_break_on_cards_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    app = HearthsideApp(Sitting.new(Novus(), ["me"], seed=3), settings=Settings(pace=0.0, met=("novus",)))
    async with app.run_test(size=SMALL) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        while "Quest Creatures" not in seen.words("world").splitlines()[0].split("   ")[0]:
            await seen.press("w")
        assert "Actenebras CV 15, XP 4" in seen.words("world")
        await seen.press("v")
        assert isinstance(app.screen, ThingPanel)
        assert any(thing.title == "Actenebras" for thing in app.screen.things)
        await seen.press("escape")


def test_a_moved_pack_is_named_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    pin = "{id: hat-pin, name: Hat Pin, icon: pin, palette: day, kind: weapon, slot: hand, cv: 1, price: 10}"
    (here / "rewards.yaml").write_text(f"- {pin}\n")
    sitting = Sitting.new(Novus(), ["me"], seed=3, packs=[here])
    sitting.save()
    here.rename(there)
    with pytest.raises(RecordError, match=r"here, which is not there; name it by --pack DIR\."):
        Sitting.resumed(Novus(), sitting.path)
    again = Sitting.resumed(Novus(), sitting.path, packs=[there])
    again.save()
    assert Sitting.resumed(Novus(), sitting.path).table.asks == sitting.table.asks
