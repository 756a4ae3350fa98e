"""Last-Second Quest in the terminal by keys alone: beat by beat to the result, and against the clock."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hearthside.engine.record import read
from hearthside.games.lastsecond.game import LastSecond
from hearthside.terminal.app import HearthsideApp, ResultPanel
from hearthside.terminal.saves import Settings
from hearthside.terminal.sitting import Sitting

from .test_table import LARGE, SMALL, Seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_whole_game_in_slices_by_keys(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    dice = random.Random(8)
    options = {"mode": "sliced", "cap": 12, "judge": "strict"}
    sitting = Sitting.new(LastSecond(), ["me", "random"], seed=21, options=options)
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("lastsecond",)))
    async with app.run_test(size=size) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        for _ in range(200):
            if isinstance(app.screen, ResultPanel):
                break
            shown = seen.table.view.prompt
            assert len(shown.lit) == len(sitting.table.ask_of(0).choices), "every place on the mat has words"
            seen.table.choose(dice.randrange(len(shown.lit)))
            await seen.ready()
        assert isinstance(app.screen, ResultPanel)
    assert read(sitting.path).over


async def test_against_the_clock_a_busy_hand_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    sitting = Sitting.new(LastSecond(), ["me", "random"], seed=3, options={"judge": "strict"})
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("lastsecond",)))
    async with app.run_test(size=SMALL) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        seen.table.choose(0)
        for _ in range(200):
            await pilot.pause(0.05)
            ask = sitting.table.ask_of(0)
            if ask is not None and ask.topic == "hold":
                break
        assert sitting.table.g.state.players[0].tile, "the hand has come to the tile"


async def test_bots_race_while_a_person_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their hands move on the same clock, and the person's cursor stays on the choice that it was on."""
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path))
    sitting = Sitting.new(LastSecond(), ["me", "hard", "hard"], seed=4, options={"judge": "strict"})
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("lastsecond",)))
    async with app.run_test(size=LARGE) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        view, state = seen.table.view, sitting.table.g.state
        view.cursor = 20
        chosen = seen.table.asked.choices[20]
        for _ in range(400):
            await pilot.pause(0.05)
            if all(player.laid for player in state.players[1:]):
                break
        assert all(player.laid for player in state.players[1:]), "both bots packed something"
        assert not state.players[0].laid
        asked = seen.table.asked
        assert asked is sitting.table.ask_of(0)
        assert chosen not in asked.choices or asked.choices[view.cursor] == chosen
        seen.table.choose(view.cursor)
        await pilot.pause(0.05)
        assert state.players[0].tile or state.players[0].hand
