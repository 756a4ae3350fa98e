"""Whole games play as they are written down. If a change is wanted: `python -m tests.golden`, and read the diff."""

from __future__ import annotations

import pytest

from .games import FOLDER, GAMES, written


@pytest.mark.parametrize("name", GAMES)
def test_the_game_plays_as_written(name: str) -> None:
    golden = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = written(name).splitlines()
    for number, (was, told) in enumerate(zip(golden, now, strict=False), 1):
        assert told == was, f"{name}, line {number}; `python -m tests.golden` writes it anew"
    assert len(now) == len(golden), f"{name}: `python -m tests.golden` writes it anew"
