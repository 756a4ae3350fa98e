"""The client at work, by keys and mouse, over a game that it does not know."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from hearthside.engine.record import read
from hearthside.terminal.app import HearthsideApp, ResultPanel, TableScreen, latest_save, run
from hearthside.terminal.finding import FindPanel, RulesPanel
from hearthside.terminal.help import AidsPanel, WhyPanel
from hearthside.terminal.panels import AskPanel, Cover, TextPanel, ThingPanel
from hearthside.terminal.panes import Pane
from hearthside.terminal.saves import Settings, read_settings
from hearthside.terminal.sitting import Sitting

from .fake import Marsh, Options

SMALL, LARGE = (100, 30), (140, 45)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HEARTHSIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"  # type: ignore[return-value]


class Seen:
    """What stands on the screen, and what a person does with it."""

    def __init__(self, app: HearthsideApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, TableScreen))

    @property
    def sitting(self) -> Sitting:
        return self.table.sitting

    def words(self, *panes: str) -> str:
        """The text of the table screen's areas."""
        names = panes or ("header", "world", "prompt", "dock", "side", "footer")
        return "\n".join(self.table.query_one(f"#{name}", Pane).drawn().text() for name in names)

    async def ready(self) -> None:
        """Waits until the app has nothing to do: a person is asked, or something else is open."""
        for n in range(2000):
            await asyncio.sleep(0 if n < 20 else 0.002)
            if n < 20:
                continue
            if not isinstance(self.app.screen, TableScreen):
                await self.pilot.pause()
                return
            if self.table._ready():
                return
        raise AssertionError("nobody is asked")

    async def press(self, *keys: str) -> None:
        """Presses keys one after another."""
        for key in keys:
            self.app.simulate_key(key)
            await self.ready()

    async def click(self, pane: str, hit: str) -> None:
        """Clicks on whatever gives that hit."""
        canvas = self.table.query_one(f"#{pane}", Pane).drawn()
        x, y = next((x, y) for y, row in enumerate(canvas.hits) for x, one in enumerate(row) if one == hit)
        await self.pilot.click(f"#{pane}", offset=(x, y))
        await self.ready()


@asynccontextmanager
async def table(
    *seats: str,
    size: tuple[int, int] = SMALL,
    seed: int = 1,
    options: Any = None,
    own_dice: bool = False,
    sitting: Sitting | None = None,
    auto: bool = True,
    met: bool = True,
) -> AsyncIterator[Seen]:
    def fresh() -> Sitting:
        return Sitting.new(Marsh(), seats, seed=seed, options=options, own_dice=own_dice)

    settings = Settings(pace=0.0, auto=auto, met=("marsh",) if met else ())
    app = HearthsideApp(sitting or fresh(), settings=settings, fresh=fresh)
    async with app.run_test(size=size) as pilot:
        seen = Seen(app, pilot)
        await seen.ready()
        yield seen


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_whole_game_by_keys(size: tuple[int, int]) -> None:
    dice = random.Random(3)
    async with table("me", "random", size=size) as seen:
        assert any(seen.sitting.table.seed_hash in line.text for line in seen.sitting.lines(0))
        assert seen.sitting.table.seed_hash[:12] in seen.words("side")
        for _ in range(200):
            if isinstance(seen.app.screen, ResultPanel):
                break
            how = dice.randrange(3)
            count = len(seen.table.view.prompt.lit)
            if how == 0:
                await seen.press(str(dice.randrange(count) + 1))
            elif how == 1:
                await seen.press(*["down"] * dice.randrange(count), "enter")
            else:
                await seen.press("up", "enter")
        assert isinstance(seen.app.screen, ResultPanel)
        result = str(seen.app.screen.query_one("#result", Static).render())
        assert "wins." in result
        assert seen.sitting.table.seed_hash in result
        assert read(seen.sitting.path).over
        await seen.press("a")
        assert isinstance(seen.app.screen, TableScreen)
        assert seen.sitting.table.serial < 3


async def test_the_question_the_choices_and_the_lit_spaces_are_shown() -> None:
    async with table("me", "random") as seen:
        words = seen.words("prompt")
        assert "Where do you walk?" in words
        assert "1 Walk to Old Sluice" in words
        world = seen.words("world")
        assert "›1‹" in world
        assert "[2]" in world
        assert "Drowned Mill" in world
        assert "Lantern" in seen.words("dock")
        assert "Walker 2" in seen.words("side")
        assert "q leave" in seen.words("footer") or "? help" in seen.words("footer")


async def test_a_click_on_a_lit_space_walks_there() -> None:
    async with table("me") as seen:
        await seen.click("world", "id:place-2")
        assert seen.sitting.table.g.state.walkers[0].at == 2


async def test_a_click_on_an_unlit_space_reads_it() -> None:
    async with table("me") as seen:
        await seen.click("world", "id:place-4")
        assert isinstance(seen.app.screen, ThingPanel)
        assert "They say Will's Stone is deep." in str(seen.app.screen.query_one("#thing", Static).render())
        assert seen.sitting.table.serial == 0


async def test_a_click_on_a_lit_card_takes_it_and_one_on_its_line_too() -> None:
    async with table("me") as seen:
        await seen.press("1")
        card = seen.sitting.table.g.state.walkers[0].hand[0]
        await seen.click("dock", f"id:lantern-{card}")
        assert seen.sitting.table.g.state.walkers[0].lit == 1
        await seen.click("prompt", "choice:1")
        assert seen.sitting.table.serial == 3


async def test_a_card_in_full() -> None:
    async with table("me") as seen:
        await seen.press("1", "down", "space")
        assert isinstance(seen.app.screen, ThingPanel)
        words = str(seen.app.screen.query_one("#thing", Static).render())
        for part in ("Light it.", "It hums.", "ML-LIGHT-3", "Then a lantern may be lit.", "[2] Light Lantern"):
            assert part in words
        await seen.press("right", "escape")
        assert isinstance(seen.app.screen, TableScreen)
        await seen.press("space", "2")
        assert seen.sitting.table.g.state.walkers[0].lit == 1


async def test_what_cannot_be_done_says_why() -> None:
    async with table("me") as seen:
        await seen.press("question_mark")
        assert isinstance(seen.app.screen, WhyPanel)
        words = str(seen.app.screen.query_one("#why", Static).render())
        assert "Fly: You have no wings, and 1 is needed. ML-WALK-2" in words
        assert "A walker takes one road a turn." in words
        await seen.press("escape")


async def test_the_player_aids_open_once_by_themselves_and_then_by_their_key(data: Path) -> None:
    async with table("me", "random", met=False) as seen:
        panel = seen.app.screen
        assert isinstance(panel, AidsPanel)
        assert panel.title_words == "Welcome to Marsh Lanterns"
        assert "Be first to light 3 lanterns. ML-LIGHT-3" in str(panel.query_one("#aid-0", Static).render())
        assert seen.sitting.table.serial == 0
        await seen.press("right", "enter")
        assert "Where do you walk?" in seen.words("prompt")
        await seen.press("question_mark", "i")
        assert isinstance(seen.app.screen, AidsPanel)
        await seen.press("escape", "i")
        assert isinstance(seen.app.screen, AidsPanel)
        await seen.press("escape")
    assert read_settings().met == ("marsh",)


async def test_the_page_of_help_tells_the_signs_of_the_map() -> None:
    async with table("me", "random") as seen:
        await seen.press("question_mark")
        words = str(seen.app.screen.query_one("#why", Static).render())
        assert "●         Walker 1" in words
        assert "lamp" in words
        await seen.press("escape")


async def test_the_thing_under_the_cursor_is_told_below_the_choices() -> None:
    async with table("me") as seen:
        assert "Old Sluice: They say Old Sluice is deep." in seen.words("prompt")
        await seen.press("down")
        assert "Reed Bank: They say Reed Bank is deep." in seen.words("prompt")
        await seen.press("1", "down")
        assert ": Light it." in seen.words("prompt")


async def test_the_cards_of_a_board_are_read_one_after_another() -> None:
    async with table("me", "random") as seen:
        own = seen.sitting.table.g.state.walkers[0].hand
        await seen.press("v")
        panel = seen.app.screen
        assert isinstance(panel, ThingPanel)
        assert [thing.title for thing in panel.things] == [f"Lantern {card}" for card in own]
        await seen.press("escape", "tab", "v")  # another's hand lies face down
        assert isinstance(seen.app.screen, TableScreen)


async def test_a_pile_face_down_tells_how_many() -> None:
    async with table("me") as seen:
        await seen.click("world", "id:deck")
        words = str(seen.app.screen.query_one("#thing", Static).render())
        assert "Lanterns 38: face down." in words
        await seen.press("escape")


async def test_the_log_parts_turns_and_indents_what_follows() -> None:
    async with table("me", "random", seed=2) as seen:
        await seen.press("1")
        lines = seen.sitting.lines(0)
        assert [line.opens for line in lines if "walks to" in line.text] == [True]
        assert all(line.follows for line in lines if "draws" in line.text)


async def test_rules_are_found_by_number_and_by_word() -> None:
    async with table("me") as seen:
        await seen.press("r")
        panel = seen.app.screen
        assert isinstance(panel, RulesPanel)
        assert panel.found[0].id == "ML-WALK-1"
        query = panel.query_one("#query", Input)
        query.value = "light-2"
        await seen.pilot.pause()
        assert panel.found[0].id == "ML-LIGHT-2"
        query.value = "pebble throw"
        await seen.pilot.pause()
        assert [rule.id for rule in panel.found] == ["ML-PEBBLE-1"]
        query.value = "ML-WALK-77"
        await seen.pilot.pause()
        assert "has no rule ML-WALK-77" in str(panel.query_one("#count", Static).render())
        await seen.press("escape")
        assert isinstance(seen.app.screen, TableScreen)


async def test_anything_on_the_table_is_found_by_name() -> None:
    async with table("me") as seen:
        await seen.press("f")
        panel = seen.app.screen
        assert isinstance(panel, FindPanel)
        await seen.pilot.press(*"drown")
        await seen.pilot.pause()
        assert panel.query_one("#found", OptionList).option_count == 1
        await seen.pilot.press("enter")
        await seen.pilot.pause()
        assert isinstance(seen.app.screen, ThingPanel)


async def test_undo_is_free_while_nothing_came_out() -> None:
    async with table("me") as seen:
        await seen.press("1")
        assert seen.sitting.table.g.state.walkers[0].at == 1
        await seen.press("u")
        assert seen.sitting.table.g.state.walkers[0].at == 0
        assert "Where do you walk?" in seen.words("prompt")
        await seen.press("2")
        assert seen.sitting.table.g.state.walkers[0].at == 2


async def test_undo_over_a_bots_answer_asks_and_the_bots_agree() -> None:
    async with table("me", "random", seed=2) as seen:
        await seen.press("1")
        await seen.press("1")
        serial = seen.sitting.table.serial
        await seen.press("u")
        assert isinstance(seen.app.screen, AskPanel)
        assert "Others have decided since" in seen.app.screen.text
        await seen.press("2")
        assert seen.sitting.table.serial == serial
        await seen.press("u")
        await seen.press("1")
        assert seen.sitting.table.serial < serial
        assert any("took a choice back" in line.text for line in seen.sitting.lines(0))
        await seen.press("1")


async def test_undo_between_people_asks_the_other_person() -> None:
    async with table("me:Ann", "me:Bea", auto=False) as seen:
        await seen.press("enter")  # Ann's cover
        await seen.press("1")
        assert isinstance(seen.app.screen, Cover)
        await seen.press("enter")
        await seen.press("1")  # Bea passes the window
        await seen.press("enter")
        await seen.press("u")
        panel = seen.app.screen
        assert isinstance(panel, AskPanel)
        assert panel.title_words == "Bea, do you agree?"
        await seen.press("2")
        assert seen.sitting.table.g.state.walkers[0].at == 1
        assert any("Bea declined" in line.text for line in seen.sitting.lines(0))
        await seen.press("u")
        await seen.press("1")
        assert seen.sitting.table.g.state.walkers[0].at == 0


async def test_the_cover_hides_the_hand() -> None:
    async with table("me:Ann", "me:Bea", auto=False) as seen:
        assert isinstance(seen.app.screen, Cover)
        assert "Ann" in str(seen.app.screen.query_one("#cover", Static).render())
        hands = [card for walker in seen.sitting.table.g.state.walkers for card in walker.hand]
        shot = seen.app.export_screenshot()
        assert not any(f"Lantern&#160;{card}<" in shot or f"Lantern {card}" in seen.words() for card in hands)
        await seen.press("enter")
        ann, bea = (walker.hand[0] for walker in seen.sitting.table.g.state.walkers)
        assert f"Lantern {ann}" in seen.words("dock")
        await seen.press("1")  # a window for Bea, in Ann's turn
        assert isinstance(seen.app.screen, Cover)
        assert f"Lantern {ann}" not in seen.words()
        assert f"Lantern {bea}" not in seen.words()
        await seen.press("enter")
        assert f"Lantern {bea}" in seen.words("dock")
        assert f"Lantern {ann}" not in seen.words()


async def test_one_person_with_two_seats_needs_no_cover() -> None:
    async with table("me:Ann", "me:Ann", auto=False) as seen:
        await seen.press("1")
        assert isinstance(seen.app.screen, TableScreen)
        assert seen.table.viewer == 1
        await seen.press("1", "u")
        await seen.press("1")
        assert seen.table.viewer == 0


async def test_with_own_dice_the_dice_of_bots_fall_by_chance() -> None:
    async with table("me", "greedy", own_dice=True, seed=6) as seen:
        for _ in range(60):
            if isinstance(seen.app.screen, ResultPanel):
                break
            await seen.press("1")
        assert not any("failed" in line.text for line in seen.sitting.lines(0))
        assert any(step.choice.get("type") == "rolled" for step in read(seen.sitting.path).steps)


async def test_tab_looks_at_another_board_and_its_hand_shows_backs() -> None:
    async with table("me", "random") as seen:
        own = seen.sitting.table.g.state.walkers[0].hand
        assert f"Lantern {own[0]}" in seen.words("dock")
        await seen.press("tab")
        assert "Walker 2" in seen.words("dock")
        assert "░" in seen.words("dock")
        await seen.press("m")
        assert isinstance(seen.app.screen, TextPanel)
        await seen.press("escape")
        await seen.press("escape")
        assert f"Lantern {own[0]}" in seen.words("dock")


async def test_a_saved_game_resumes_at_its_question() -> None:
    async with table("me", "random", seed=4) as seen:
        await seen.press("1")
        words, path = seen.words("prompt", "dock"), seen.sitting.path
        log = [line.text for line in seen.sitting.lines(0)]
        serial = seen.sitting.table.serial
    assert latest_save("marsh") == path
    again = Sitting.resumed(Marsh(), path)
    assert [chair.spec for chair in again.chairs] == ["me", "random"]
    async with table(sitting=again) as seen:
        assert seen.sitting.table.serial == serial
        assert seen.words("prompt", "dock") == words
        assert [line.text for line in seen.sitting.lines(0)] == log
        await seen.press("1")


async def test_own_dice_are_entered() -> None:
    async with table("me", own_dice=True) as seen:
        await seen.press("1")
        await seen.press("1")
        await seen.press("2")  # to the Drowned Mill
        await seen.press("1")
        assert "What does your die show?" in seen.words("prompt")
        await seen.press("6")
        assert any("rolls 6 and wins" in line.text for line in seen.sitting.lines(0))
        path = seen.sitting.path
    assert any(step.choice == {"type": "rolled", "face": 6} for step in read(path).steps)


async def test_windows_pass_by_themselves_for_the_turn_or_by_setting() -> None:
    async with table("me", "random", seed=5, auto=False) as seen:
        asked = []
        for _ in range(12):
            if isinstance(seen.app.screen, ResultPanel):
                break
            asked.append(seen.table.view.prompt.words)
            await seen.press("1")
        assert "Throw a pebble?" in asked
    async with table("me", "random", seed=5) as seen:
        for _ in range(12):
            if isinstance(seen.app.screen, ResultPanel):
                break
            assert seen.table.view.prompt.words != "Throw a pebble?"
            await seen.press("1")


async def test_s_passes_the_window() -> None:
    async with table("me", "random", seed=5, auto=False) as seen:
        for _ in range(12):
            if seen.table.view.prompt.words == "Throw a pebble?":
                break
            await seen.press("1")
        pebbles = seen.sitting.table.g.state.walkers[0].pebbles
        await seen.press("s")
        assert seen.sitting.table.g.state.walkers[0].pebbles == pebbles
        assert seen.table.view.prompt.words != "Throw a pebble?"


async def test_several_choices_are_ticked_and_confirmed() -> None:
    async with table("me", options=Options(pairs=True)) as seen:
        await seen.press("1")
        assert "Choose 1 to 2, then Enter (0 chosen)." in seen.words("prompt").replace("\n", " ")
        await seen.press("1")
        await seen.press("2")
        assert "✓" in seen.words("prompt")
        await seen.press("2")
        await seen.press("2")
        await seen.press("enter")
        assert seen.sitting.table.g.state.walkers[0].lit == 2


async def test_a_rule_that_breaks_changes_nothing_and_leaves_a_record(data: Path) -> None:
    async with table("me", options=Options(faulty=True)) as seen:
        await seen.press("3")
        assert seen.sitting.table.serial == 0
        assert "Where do you walk?" in seen.words("prompt")
        assert list((data / "faults").glob("*.json"))
        await seen.press("1")
        assert seen.sitting.table.serial == 1


async def test_a_folder_that_cannot_be_written_stops_nothing(data: Path) -> None:
    data.write_text("a file where the folder should be")
    async with table("me") as seen:
        assert "not saved" in seen.words("header")
        await seen.press("1")
        assert seen.sitting.table.serial == 1


async def test_two_digit_numbers_wait_for_enter() -> None:
    async with table("me") as seen:
        hand = seen.sitting.table.g.state.walkers[0].hand
        hand += [100 + n for n in range(12)]
        await seen.press("1")
        assert len(seen.table.view.prompt.lit) == 15
        await seen.press("1")
        assert "1_" in seen.words("prompt")
        await seen.press("2")
        assert seen.sitting.table.serial == 2


async def test_both_themes_and_small_windows() -> None:
    async with table("me", "random") as seen:
        await seen.press("t")
        assert seen.app.theme.startswith("day")
        await seen.pilot.resize_terminal(60, 20)
        await seen.pilot.pause()
        assert seen.table.query_one("#small").display
        await seen.pilot.resize_terminal(*LARGE)
        await seen.pilot.pause()
        assert not seen.table.query_one("#small").display
        assert "Where do you walk?" in seen.words("prompt")


async def test_the_map_moves_and_zooms() -> None:
    async with table("me") as seen:
        before = seen.words("world")
        await seen.press("plus", "plus", "plus")
        assert seen.words("world") != before
        zoomed = seen.words("world")
        await seen.press("l", "j")
        assert seen.words("world") != zoomed
        await seen.press("c")
        assert "›1‹" in seen.words("world")


def test_what_is_wrong_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(Marsh(), ["me"] * 7) == 2
    assert "is for 1 to 4 players, not 7" in capsys.readouterr().err
    assert run(Marsh(), ["nobody"]) == 2
    assert "Nobody is called" in capsys.readouterr().err
    assert run(Marsh(), [], resume=tmp_path / "none.json") == 2
    assert "cannot be read" in capsys.readouterr().err
    assert run(Marsh(), ["random"]) == 2
    assert "at least one seat must be me" in capsys.readouterr().err
