"""Hints beside the choices, and the chances to win after the game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.widgets import Static

from hearthside.bots import Curve, Point, Turn, curves
from hearthside.engine.chance import Chance
from hearthside.terminal.app import HearthsideApp, ResultPanel
from hearthside.terminal.chances import ChancesPanel, draw_curve
from hearthside.terminal.hinting import THINKING
from hearthside.terminal.looks import Look
from hearthside.terminal.saves import Settings
from hearthside.terminal.sitting import Sitting

from .fake import Marsh, Options
from .test_table import Seen


class Result(msgspec.Struct, frozen=True):
    winners: list[int]


class Bog(Marsh):
    """The marsh, with a result that names its winners."""

    def result(self, g: Any) -> Any:
        return Result(super().result(g))

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        state = g.state
        hidden = [walker.hand for n, walker in enumerate(state.walkers) if n != seat]
        cards = sorted([*state.deck, *(card for hand in hidden for card in hand)])
        chance.shuffle(cards)
        for hand in hidden:
            hand[:] = [cards.pop() for _ in hand]
        state.deck = cards


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path / "data"))
    return None  # type: ignore[return-value]


@asynccontextmanager
async def table(*seats: str, own_dice: bool = False, **options: Any) -> AsyncIterator[Seen]:
    sitting = Sitting.new(Bog(), seats, seed=1, options=Options(**options), own_dice=own_dice)
    sitting.hint = "search:12"
    app = HearthsideApp(sitting, settings=Settings(pace=0.0, met=("marsh",)))
    async with app.run_test(size=(100, 30)) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        yield seen


async def hinted(seen: Seen) -> str:
    """Asks for a hint and waits for it; the prompt then."""
    await seen.press("b")
    async with asyncio.timeout(20):
        while seen.table.view.advice in ("", THINKING):
            await seen.pilot.pause(0.005)
    return seen.words("prompt")


async def test_a_hint_is_shown_beside_the_choices_and_answers_nothing() -> None:
    async with table("me", "random") as seen:
        serial = seen.sitting.table.serial
        words = await hinted(seen)
        assert "The bot would choose “Walk to" in words
        assert "(12 tries)" in words
        assert "★" in words
        best = next(n for n, mark in seen.table.view.hinted.items() if mark.startswith("★"))
        assert f"“{seen.table.view.prompt.lit[best].words}”" in seen.table.view.advice
        assert seen.sitting.table.serial == serial
        await seen.press("b")  # and away again
        assert "★" not in seen.words("prompt")


async def test_it_is_gone_once_the_question_is_answered() -> None:
    async with table("me", "random") as seen:
        await hinted(seen)
        await seen.press("1")
        assert (seen.table.view.advice, seen.table.view.hinted) == ("", {})
        assert "b hint" in seen.words("footer")


async def test_a_hint_that_comes_too_late_is_dropped() -> None:
    async with table("me", "random") as seen:
        seen.app.simulate_key("b")
        seen.app.simulate_key("1")
        await seen.ready()
        async with asyncio.timeout(20):
            while any(worker.group == "hint" for worker in seen.app.workers):
                await seen.pilot.pause(0.005)
        assert (seen.table.view.advice, seen.table.view.hinted) == ("", {})


async def test_the_chances_after_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "WORK", 1)
    monkeypatch.setattr(curves, "TRIES", (2, 2))
    async with table("me", "random") as seen:
        for _ in range(300):
            if isinstance(seen.app.screen, ResultPanel):
                break
            await seen.press("1" if seen.table.view.prompt.topic != "light" else "2")
        assert isinstance(seen.app.screen, ResultPanel)
        await seen.press("c")
        assert isinstance(seen.app.screen, ChancesPanel)
        text = ""
        async with asyncio.timeout(60):
            while "100%" not in text:
                await seen.pilot.pause(0.01)
                text = str(seen.app.screen.query_one("#chances", Static).render())
        assert "● Walker 1" in text
        assert "◆ Walker 2" in text
        assert "games were played on by bots" in text
        await seen.press("escape")
        assert isinstance(seen.app.screen, ResultPanel)


def test_the_chart_shows_lines_names_and_turning_points() -> None:
    points = (Point(4, (0.5, 0.5)), Point(50, (0.5, 0.5)), Point(51, (0.1, 0.9)), Point(100, (0.0, 1.0)))
    turn = Turn(51, 1, 0.5, 0.9, "Ben beats the ogre.")
    canvas = draw_curve(Curve(100, ("Ann", "Ben"), points, (turn,)), Look("day"), 40, 9)
    rows = canvas.text().splitlines()
    assert rows[0].startswith("100% ")
    assert rows[0].endswith("◆ Ben")
    assert rows[7].endswith("● Ann")
    assert rows[8].split() == ["4", "100"]
    y, x = next((y, row.index("1")) for y, row in enumerate(rows[1:8], 1) if "1" in row)
    assert 0 < y < 5  # between a half and all
    assert abs(x - (5 + 47 / 96 * 28)) <= 1


def test_many_names_have_a_row_each() -> None:
    curve = Curve(10, tuple("ABCDE"), (Point(0, (0.2,) * 5), Point(10, (0.0, 0.0, 1.0, 0.0, 0.0))), ())
    rows = draw_curve(curve, Look("day"), 40, 9).text().splitlines()
    assert [row.rstrip()[-1] for row in rows[:8] if row.rstrip()[-1:].isalpha()] == ["C", "A", "B", "D", "E"]
