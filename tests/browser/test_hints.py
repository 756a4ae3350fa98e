"""What a bot would do, beside the question; and after the game the chances to win with their turning points."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from . import standing
from .conftest import keep
from .looking import sideways, small, still, unfocused, violations
from .playing import BOT, OVER, asked, lay, moved_on, person, serial, table_of
from .test_records import finished

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
BOX, ROWS = ".hint-box:not([aria-busy=true])", ".hint-box .row"


def hint(page: Page) -> None:
    """Asks for a hint and waits for it."""
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(BOX)).to_be_visible()


def sound(page: Page, phone: bool) -> None:
    """Nothing on the page is wrong or too wide; on a phone nothing is too small."""
    still(page)
    assert violations(page) + sideways(page) + (small(page) if phone else []) == []


@pytest.mark.parametrize("phone, theme", [(False, "day"), (True, "candle")])
def test_a_hint_marks_the_best_choices_and_answers_nothing(
    sit: Sit, home: BrowserContext, phone: bool, theme: str
) -> None:
    page = sit(lay(home, standing.walking)[0], phone=phone, theme=theme)
    asked(page)
    was = serial(page)
    hint(page)
    expect(page.locator(f"{BOX} p").first).to_contain_text("The bot would choose “")
    rows = page.locator(ROWS)
    assert 1 < rows.count() <= 4
    expect(rows.first).to_have_accessible_name(re.compile(r".+\d+% to win.*\d+ tr(y|ies)"))
    expect(page.locator(".hint-box .how")).to_contain_text(re.compile(r"by \d+ tries"))
    expect(page.locator(".map .hint.best, .prompt .hint-mark.best").first).to_be_attached()
    assert page.locator(".map .hint").count() > 0
    sound(page, phone)
    keep(page, f"hint-{'phone' if phone else 'desk'}")
    words = rows.first.locator(".w").inner_text()
    rows.first.click()  # picks it out, no more
    expect(page.locator(".prompt .btn.primary")).to_contain_text(words)
    assert serial(page) == was
    page.locator(".prompt .btn.primary").click()
    moved_on(page, was)
    expect(page.locator(".hint-box, .hint-mark, .map .hint")).to_have_count(0)


def test_a_hint_by_the_keyboard_alone(sit: Sit, home: BrowserContext) -> None:
    page = sit(lay(home, standing.walking)[0])
    asked(page)
    page.keyboard.press("?")
    expect(page.get_by_text("a hint", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator(BOX)).to_be_visible()
    expect(page.locator(".vh[role=status]").last).to_contain_text("The bot would choose")
    page.locator(ROWS).first.focus()
    assert unfocused(page) == ""
    page.keyboard.press("h")
    expect(page.locator(".hint-box")).to_have_count(0)


def test_the_host_switches_hints_off(sit: Sit) -> None:
    page = sit("/new/novus")
    page.get_by_text("Table and rules").click()
    page.get_by_label("Hints: a player may ask what a bot would do").uncheck()
    page.get_by_label("Your name").or_(page.get_by_label("Name on seat 1")).first.fill("Ann")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(re.compile("/t/"))
    asked(page)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    wish = {"game": "novus", "seats": [person("Ann"), BOT], "start": True, "hints": True}
    made = page.request.post("/api/tables", data=wish).json()["table"]["id"]
    page.goto(f"/t/{made}")
    asked(page)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()


@pytest.mark.parametrize("phone, theme", [(False, "candle"), (True, "day")])
def test_the_chances_and_their_turning_points_lead_into_the_replay(sit: Sit, phone: bool, theme: str) -> None:
    page = sit("", phone=phone, theme=theme)
    finished(page)
    dots, rows = page.locator(".turn-dot"), page.locator(".turns-list .row")
    expect(dots.first).to_be_attached()
    assert 1 <= dots.count() == rows.count() <= 3
    assert page.locator(".chances .line").count() == 2
    expect(rows.first).to_contain_text(re.compile(r"\d+% → .*\d+%"))
    sound(page, phone)
    keep(page, f"chances-{'phone' if phone else 'desk'}")
    place = int(re.findall(r"\d+", str(rows.first.get_attribute("title")))[0])
    rows.first.click()
    expect(page.get_by_text(re.compile(rf"Step {place} of \d+"))).to_be_visible()
    assert page.url.endswith(f"{table_of(page)}/replay/{place}")
    page.go_back()
    expect(page.locator(OVER)).to_be_visible()
    dots.first.click()
    expect(page.get_by_text(re.compile(rf"Step {place} of \d+"))).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="The race").click()
    expect(page.locator(".chances")).to_have_count(0)
    expect(page.locator("svg.race")).to_be_visible()
