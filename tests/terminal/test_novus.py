"""Legends of Novus in the terminal, from the first choice to the result, by keys alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hearthside.engine.record import read
from hearthside.games.novus.game import Novus
from hearthside.terminal.app import HearthsideApp, ResultPanel
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
