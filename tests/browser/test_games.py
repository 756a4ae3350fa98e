"""Whole games: by mouse, by thumb, by key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from . import looking
from .conftest import keep
from .playing import ASKED, BOT, MAP, OPEN, OVER, Line, asked, make_table, moved_on, person, play, serial, wants

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]


def test_newcomer_is_at_a_running_table_in_three_clicks(sit: Sit) -> None:
    page = sit("/")
    page.locator("[data-game=novus]").get_by_role("button", name="Play now against bots").click()
    expect(page.locator(MAP)).to_be_attached()
    assert "Legends of Novus" in page.title()
    with Line(page) as line:
        while not line.prompt.get("mine"):
            line.hear()
    asked(page)  # to choose a hero
    hero = page.locator(".spread [data-lit]").first
    was, name = serial(page), str(hero.get_attribute("data-thing"))
    hero.click()
    page.locator(f'[data-thing="{name}"].picked').click()
    moved_on(page, was)


def test_two_people_and_a_bot_play_a_whole_game(sit: Sit) -> None:
    ann = sit("")
    id_ = make_table(ann, person("Ann"), OPEN, BOT, start=False)
    ben = sit(f"/t/{id_}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.get_by_text("Ben", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Begin the game").click()
    for page in (ann, ben):
        expect(page.locator(MAP)).to_be_attached()
    assert play([ann, ben]) > 10
    for page in (ann, ben):
        expect(page.get_by_text("The dice were fair")).to_be_visible()
        expect(page.locator(".race")).to_be_visible()
        assert page.locator(".race .line").count() == 3
        assert page.locator(".final tbody tr").count() == 3
    ann.get_by_text("The dice were fair").click()
    seed = ann.locator(".proof code").all_inner_texts()
    assert re.fullmatch(r"[0-9a-f]{64}", seed[1])
    keep(ann, "result")


def test_keyboard_alone_from_the_lobby_to_the_end(sit: Sit) -> None:
    page = sit("/")
    keys = page.keyboard

    def focused() -> str:
        return str(
            page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.innerText")
        )

    def tab_to(words: str, within: int = 90) -> None:
        around = False  # after the last thing of the page the browser's own are due, then the first again
        for _ in range(within):
            keys.press("Tab")
            if not around and page.evaluate("document.activeElement === document.body"):
                around = True
                continue
            assert not looking.unfocused(page)
            if re.search(words, focused()):
                return
        raise AssertionError(f"no way by Tab to {words}")

    expect(page.get_by_role("button", name="Lay a table")).to_be_visible()
    tab_to("Lay a table")
    keys.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Legends of Novus")
    for _ in range(2):
        before = page.locator(".places li").count()
        tab_to(f"Take seat {before} away")
        keys.press("Enter")
        expect(page.locator(".places li")).to_have_count(before - 1)
    tab_to("Table and rules")
    keys.press("Enter")
    rounds = page.locator(".form input[type=number]").first
    for _ in range(20):
        keys.press("Tab")
        if rounds.evaluate("(e) => e === document.activeElement"):
            break
    keys.press("Control+a")
    keys.type("1")
    expect(rounds).to_have_value("1")
    tab_to("Begin the game")
    keys.press("Enter")
    expect(page.locator(MAP)).to_be_attached()
    asked(page)
    given = 0
    while not page.locator(OVER).count():
        if not wants(page):
            page.wait_for_timeout(20)
            continue
        was = serial(page)
        if given % 3 == 1:  # among the lit things by arrows
            keys.press("ArrowRight")
            if page.evaluate("document.activeElement.matches('[data-lit]')"):
                assert not looking.unfocused(page)
                keys.press("Enter")
        ember = page.locator(".prompt .btn.primary:not([disabled])")
        number = 0
        while not ember.count() and number < 9:
            number += 1
            keys.press(str(number))
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        keys.press("Enter")
        moved_on(page, was)
        given += 1
        assert not looking.unfocused(page), given
    assert given >= 4
    assert page.locator("[role=log] button").count() > 10  # two a line; Tab steps over them
    expect(page.locator(".laurel.lost .told")).to_contain_text("Nobody wins")  # no laurel after a single round
    expect(page.locator(".told")).to_be_focused()
    tab_to("Same table again", within=20)
    tab_to("What happened")
    lines = "[...document.querySelectorAll('[role=log] li:has(button)')]"
    last = page.evaluate(f"{lines}.length") - 1
    for key, line in (("ArrowUp", last), ("ArrowUp", last - 1), ("ArrowDown", last), ("ArrowDown", last)):
        keys.press(key)
        assert page.evaluate(f"{lines}.indexOf(document.activeElement.closest('li'))") == line
        assert not looking.unfocused(page)


@pytest.mark.parametrize("theme", ["day", "candle"])
def test_whole_game_by_thumb(sit: Sit, theme: str) -> None:
    page = sit("", phone=True, theme=theme)
    make_table(page, person("Ann"), BOT, rounds=1 if theme == "candle" else 2)
    expect(page.locator(MAP)).to_be_attached()
    found: set[str] = set()
    seen: set[str] = set()

    def look(page: Page) -> None:
        topic = str(page.locator(".prompt").get_attribute("data-topic"))
        found.update(f"{topic}: {one}" for one in looking.sideways(page))
        found.update(f"{topic}: {one}" for one in looking.small(page))
        if topic not in seen:
            seen.add(topic)
            keep(page, f"phone-{theme}-{topic}")

    play([page], look)
    look(page)
    expect(page.get_by_text("The dice were fair")).to_be_visible()
    assert sorted(found) == []
    assert page.locator(ASKED).count() == 0
