"""Every screen, at both sizes, in both lights: axe finds nothing, nothing scrolls sideways, thumbs fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from . import looking, standing
from .conftest import keep
from .playing import BOT, MAP, OPEN, OVER, Line, asked, lay, lay_here, make_table, person

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
Look = Callable[[Page, str], None]


@pytest.fixture
def wrong() -> list[str]:
    """What is found on the screens of a test."""
    return []


@pytest.fixture
def look(theme: str, phone: bool, wrong: list[str]) -> Look:
    def look(page: Page, name: str) -> None:
        looking.still(page)
        keep(page, f"{name}-{'phone' if phone else 'desk'}-{theme}")
        found = looking.violations(page) + looking.sideways(page) + (looking.small(page) if phone else [])
        wrong.extend(f"{name}: {one}" for one in found)

    return look


@pytest.mark.parametrize("theme", ["day", "candle"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
class TestScreens:
    """One browser a case; each test goes through some screens."""

    def test_before_the_game(self, sit: Sit, theme: str, phone: bool, look: Look, wrong: list[str]) -> None:
        page = sit("/", phone=phone, theme=theme)
        expect(page.locator("[data-game=novus].box")).to_be_visible()
        look(page, "lobby")
        page.get_by_role("button", name="Menu").click()
        look(page, "lobby-menu")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Join by link").click()
        look(page, "join")
        page.goto("/new/novus")
        page.locator("summary").click()
        look(page, "set-up")
        make_table(page, person("Ann"), OPEN, start=False)
        expect(page.get_by_text("chair is free")).to_be_visible()
        look(page, "room")
        page.goto("/t/nowhere1234")
        expect(page.get_by_text("No table here")).to_be_visible()
        look(page, "no-table")
        assert not wrong, "\n".join(wrong)

    def test_the_table(
        self, sit: Sit, home: BrowserContext, theme: str, phone: bool, look: Look, wrong: list[str]
    ) -> None:
        page = sit(lay(home, standing.walking)[0], phone=phone, theme=theme)
        asked(page)
        expect(page.locator(MAP)).to_be_attached()
        look(page, "walking")
        page.keyboard.press("?")
        look(page, "why")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Menu").click()
        look(page, "menu")
        page.keyboard.press("Escape")
        page.locator(".prompt .btn.all").click()
        look(page, "list")
        page.keyboard.press("Escape")
        if phone:
            for n, tab in enumerate(("board", "log", "rules"), 1):
                page.locator(".nav button").nth(n).click()
                if tab == "rules":
                    expect(page.locator(".rules li").first).to_be_visible()
                look(page, tab)
        else:
            page.get_by_role("tab", name="Rules").click()
            expect(page.locator(".rules li").first).to_be_visible()
            look(page, "rules")
            page.get_by_role("tab", name="Chat").click()
            look(page, "chat")
        assert not wrong, "\n".join(wrong)

    def test_battle_cover_and_draft(self, sit: Sit, theme: str, phone: bool, look: Look, wrong: list[str]) -> None:
        page = sit("", phone=phone, theme=theme)
        links = lay_here(page, standing.fighting)
        expect(page.locator(".cover")).to_be_visible()
        look(page, "hand-over")
        me = sit(links[0], phone=phone, theme=theme)
        asked(me)
        expect(me.locator(".contest")).to_be_visible()
        look(me, "battle")
        make_table(me, person("Ann"), BOT, characters="draft")
        asked(me)
        look(me, "draft")
        assert not wrong, "\n".join(wrong)

    def test_after_the_game(self, sit: Sit, theme: str, phone: bool, look: Look, wrong: list[str]) -> None:
        page = sit("", phone=phone, theme=theme)
        make_table(page, person("Ann"), BOT, BOT)
        with Line(page) as line:
            line.play()
        expect(page.locator(OVER)).to_be_visible()
        expect(page.locator(".race")).to_be_visible()
        look(page, "result")
        page.get_by_role("button", name="Replay", exact=True).click()
        expect(page.get_by_text("Step 0 of")).to_be_visible()
        look(page, "replay")
        assert not wrong, "\n".join(wrong)
