"""People at the table, in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from . import playing
from .conftest import ROOT, House

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
MAP = ".map .coast"


def make(page: Page, *seats: dict[str, str], start: bool = True) -> str:
    """Makes a table of this browser's own over the API, with bots that don't wait; goes there. Returns its id."""
    answer = page.request.post("/api/tables", data={"game": "novus", "seats": list(seats), "pace": 0, "start": start})
    assert answer.ok, answer.text()
    id_: str = answer.json()["table"]["id"]
    page.goto(f"/t/{id_}")
    return id_


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


BOT, OPEN = {"kind": "bot", "bot": "greedy"}, {"kind": "open"}


def violations(page: Page) -> list[str]:
    """What axe finds wrong."""
    if not AXE.exists():
        pytest.fail("axe-core is not installed: cd web && npm ci --ignore-scripts")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def fits(page: Page) -> bool:
    """Nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def asked(page: Page) -> None:
    """Waits until this person is asked."""
    expect(page.locator(".prompt .flame")).to_be_visible()


def test_three_clicks_from_lobby_to_table(sit: Sit) -> None:
    page = sit("/")
    page.get_by_role("button", name="Play now against bots").click()
    expect(page.locator(MAP)).to_be_attached(timeout=20_000)
    asked(page)
    hero = page.locator(".market .thing.lit").first
    hero.click()
    hero.click()
    expect(page.locator(".hero .title")).to_be_visible(timeout=30_000)
    assert "Legends of Novus" in page.title()


def test_two_people_and_a_bot_play_a_whole_game(sit: Sit) -> None:
    ann = sit("/")
    id_ = make(ann, person("Ann"), OPEN, BOT, start=False)
    ben = sit(f"/t/{id_}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.get_by_text("Ben")).to_be_visible()
    ann.get_by_role("button", name="Begin the game").click()
    for page in (ann, ben):
        expect(page.locator(MAP)).to_be_attached(timeout=20_000)
    ben.locator("[role=tab]").nth(1).click()
    ben.get_by_label("Say something to the table").fill("Good luck <b>all</b>")
    ben.keyboard.press("Enter")
    expect(ann.get_by_text("Good luck <b>all</b>").first).to_be_visible()
    over = ann.locator(playing.OVER)
    given = playing.play([ann, ben], lambda: over.count() > 0, most=420)
    assert given > 40
    expect(ben.locator(playing.OVER)).to_be_visible()
    expect(ann.get_by_text("The dice were fair")).to_be_visible()
    expect(ann.locator(".race")).to_be_visible()
    with ann.expect_download() as got:
        ann.get_by_role("link", name="Record").click()
    assert Path(got.value.path()).stat().st_size > 1000
    assert violations(ann) == []
    ann.get_by_role("button", name="Replay").click()
    expect(ann.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    ann.get_by_role("button", name="One step on").click()
    expect(ann.get_by_text(re.compile(r"Step 1 of \d+"))).to_be_visible()
    ann.go_back()
    expect(ann.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    ann.get_by_role("button", name="To the result").click()
    ann.get_by_role("button", name="Same table again").click()
    ann.wait_for_url(lambda url: id_ not in url)
    expect(ann.locator(MAP)).to_be_attached(timeout=20_000)


def test_keyboard_alone(sit: Sit) -> None:
    page = sit("/")
    make(page, person("Kim"), BOT)
    asked(page)
    for _ in range(12):
        page.wait_for_function("document.querySelector('.prompt .flame') || document.querySelector('.laurel')")
        page.keyboard.press("1")
        page.wait_for_timeout(120)
        page.keyboard.press("Enter")
        page.wait_for_timeout(250)
    assert page.locator(".log li").count() > 4
    asked(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Why can")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Why can")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".quote p").first).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".listed")).to_be_visible()
    page.keyboard.press("Escape")


def test_refused_choice_says_why(sit: Sit) -> None:
    page = sit("/")
    make(page, person("Kim"), BOT)
    asked(page)
    far = page.locator('.map .point[aria-label*="not now"]')
    for _ in range(200):
        if far.count():
            break
        playing.answer(page)
        page.wait_for_timeout(150)
    reason = str(far.first.get_attribute("aria-label")).rpartition("not now: ")[2]
    far.first.dispatch_event("click")
    expect(page.locator(".prompt .why")).to_contain_text(reason)
    expect(page.locator(".prompt .why .rule")).to_be_visible()


def test_hot_seat_is_covered_at_each_hand_over(sit: Sit) -> None:
    page = sit("/")
    make(page, person("Ann"), person("Ben"))
    for _ in range(60):
        if page.locator(".cover").count():
            break
        playing.answer(page)
        page.wait_for_timeout(150)
    expect(page.locator(".cover")).to_contain_text(re.compile("Hand over to (Ann|Ben)"))
    page.locator(".cover .btn").click()
    asked(page)


def test_spectator_sees_backs_only(sit: Sit) -> None:
    ann = sit("/")
    id_ = make(ann, person("Ann"), BOT)
    for _ in range(6):
        playing.answer(ann)
        ann.wait_for_timeout(150)
    watcher = sit(f"/t/{id_}")
    expect(watcher.locator(MAP)).to_be_attached(timeout=20_000)
    expect(watcher.locator(".prompt")).to_contain_text("You are watching")
    assert watcher.locator(".hand article.card").count() == 0


def test_reload_offline_and_a_killed_server(sit: Sit, house: House) -> None:
    page = sit("/")
    make(page, person("Ann"), BOT)
    asked(page)
    for _ in range(4):
        playing.answer(page)
        page.wait_for_timeout(200)
    asked(page)
    question = page.locator(".prompt .q b").inner_text()
    page.reload()
    asked(page)
    expect(page.locator(".prompt .q b")).to_have_text(question)
    house.kill()
    expect(page.get_by_text("The line is down")).to_be_visible()
    house.start()
    expect(page.get_by_text("The line is down")).to_have_count(0, timeout=20_000)
    expect(page.locator(".prompt .q b")).to_have_text(question)
    playing.answer(page)


def test_two_tabs_of_one_seat_agree(sit: Sit) -> None:
    page = sit("/")
    make(page, person("Ann"), BOT)
    asked(page)
    other = page.context.new_page()
    other.goto(page.url)
    asked(other)
    playing.answer(page)
    page.wait_for_timeout(600)
    expect(other.locator(".prompt .q b")).to_have_text(page.locator(".prompt .q b").inner_text())


@pytest.mark.parametrize("theme", ["day", "candle"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_every_screen_is_accessible_and_fits(sit: Sit, theme: str, phone: bool, request: Any, tmp_path: Path) -> None:
    page = sit("/", phone=phone, theme=theme)
    expect(page.get_by_role("button", name="Play now against bots")).to_be_visible()
    seen: list[str] = []

    def look(name: str) -> None:
        page.wait_for_timeout(250)
        page.screenshot(path=tmp_path / f"{name}.png")
        seen.extend(f"{name}: {one}" for one in violations(page))
        if not fits(page):
            seen.append(f"{name}: scrolls sideways")

    look("lobby")
    page.goto("/new/novus")
    page.locator("summary").click()
    look("set-up")
    make(page, person("Ann"), OPEN, start=False)
    expect(page.get_by_text("chair is free")).to_be_visible()
    look("room")
    make(page, person("Ann"), BOT, BOT, BOT)
    expect(page.locator(MAP)).to_be_attached(timeout=20_000)
    asked(page)
    look("draft")
    playing.answer(page)
    page.wait_for_timeout(800)
    asked(page)
    look("table")
    page.keyboard.press("?")
    look("why")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    look("menu")
    page.keyboard.press("Escape")
    if phone:
        for n, tab in ((2, "board"), (3, "log"), (4, "rules")):
            page.locator(f".nav button:nth-child({n})").click()
            look(tab)
        page.locator(".nav button:nth-child(1)").click()
        low = page.evaluate(
            "[...document.querySelectorAll('.prompt .btn, .nav button, .bar button')]"
            ".filter((e) => { const r = e.getBoundingClientRect(); return r.width && (r.width < 44 || r.height < 44) })"
            ".map((e) => e.outerHTML.slice(0, 90))"
        )
        assert low == []
    else:
        page.locator("[role=tab]").nth(2).click()
        look("rules")
    assert seen == []
