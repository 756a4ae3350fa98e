"""The chooser: a game, who sits where, options, or the game that was left, by keys and by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from hearthside.engine.record import read, record_of, write
from hearthside.engine.table import Table
from hearthside.games.novus.game import Novus
from hearthside.terminal.chooser import Chooser, unfinished
from hearthside.terminal.saves import Settings, new_save
from hearthside.terminal.sitting import Sitting


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"  # type: ignore[return-value]


def words(app: Chooser) -> str:
    """What stands on the page."""
    return str(app.query_one("#page", Static).render())


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys and lets the page be drawn."""
    await pilot.press(*keys)
    await pilot.pause()


async def test_enter_alone_opens_the_usual_table() -> None:
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        assert "Legends of Novus" in words(app)
        assert "Go on where you stopped" not in words(app)
        await press(pilot, "enter")
    laid = app.return_value
    assert laid is not None
    assert (laid.game, laid.seats, laid.own_dice, laid.resume) == ("novus", ["me", "normal", "normal"], False, None)
    assert Sitting.new(Novus(), laid.seats, options=laid.options, seed=1).people == [0]


async def test_seats_names_dice_and_options_are_what_the_page_shows() -> None:
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "down", "down", "A", "n", "x", "backspace", "n")
        await press(pilot, "down", "left", "down", "right", "right", "right", "right")
        assert "Ann" in words(app)
        assert "person 2" in words(app)
        rows = [kind for kind, _ in app.rows()]
        await press(pilot, *["down"] * (rows.index("dice") - app.at), "right")
        assert "your own, entered" in words(app)
        await press(pilot, *["down"] * (app.rows().index(("option", "trading")) - app.at), "right")
        assert "Heroes on the same point may deal in Reward cards" in words(app)
        await press(pilot, "enter")
    laid = app.return_value
    assert laid is not None
    assert laid.seats == ["me:Ann", "me"]
    assert laid.own_dice
    assert laid.options["trading"]


async def test_nobody_sits_down_where_you_have_no_seat() -> None:
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "down", "down", "right")
        assert "You sit nowhere yet" in words(app)
        await press(pilot, "enter")
        assert app.return_value is None
        await press(pilot, "escape")
    assert app.return_value is None


async def test_the_game_that_was_left_stands_first() -> None:
    sitting = Sitting.new(Novus(), ["me:Ann", "greedy"], seed=3)
    assert sitting.save()
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        assert "Go on where you stopped  Legends of Novus: Ann, bot; 1 min ago" in words(app)
        await press(pilot, "enter")
    laid = app.return_value
    assert laid is not None
    assert laid.resume == sitting.path


async def test_a_game_of_other_content_stays_closed_and_says_why() -> None:
    table = Table.open(Novus(), 2, 1, digest=True)
    record = record_of(table, ["me", "greedy"])
    record.content = "another"
    path = new_save("novus")
    write(record, path)
    assert read(path).content == "another"
    saved = unfinished()
    assert saved is not None
    assert "content another" in saved.why
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)):
        assert "stays closed" in words(app)
        assert app.rows()[0][0] == "start"


async def test_lines_are_clicked() -> None:
    app = Chooser(settings=Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        app.action_press_line(app.rows().index(("seat", 1)))
        assert app.sitters[1] == "easy"
        app.action_press_line(app.rows().index(("start", None)))
        await pilot.pause()
    assert app.return_value is not None
    assert app.return_value.seats == ["me", "easy", "normal"]
