"""Who sits where, and what each may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from . import standing
from .playing import ASKED, MAP, Line, answer, asked, lay, lay_here, moved_on, serial

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
COVER = ".cover"


def held(scene: Any, seat: int) -> list[str]:
    """The cards of a hand, by name, in a seat's own scene."""
    plate = next(one for one in scene["seats"] if one["seat"] == seat)
    hands = (part for part in plate["parts"] if part["part"] == "hand")
    return [card["face"] for one in hands for card in one.get("pieces", []) if card.get("face")]


def hands(page: Page) -> list[list[str]]:
    """What the seats of this browser hold now."""
    with Line(page, 0) as line:
        ann = held(line.scene, 0)
        line.join(1)
        return [ann, held(line.scene, 1)]


def shown(page: Page, names: list[str]) -> list[str]:
    """Those of the cards that are somewhere in the page, seen or not."""
    html = page.content()
    return [name for name in names if name in html]


def menu(page: Page, row: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=row).click()


def test_hot_seat_shows_no_hand_before_the_cover_is_lifted(sit: Sit) -> None:
    page = sit("")
    lay_here(page, standing.secrets, rounds=3)
    names, covers, dice = hands(page), 0, Random(2)
    cover = page.locator(COVER)
    while covers < 3:
        if cover.count():
            who = 1 if "Ben" in cover.inner_text() else 0
            names = hands(page)
            assert shown(page, names[who]) == []
            cover.get_by_role("button", name=f"I am {('Ann', 'Ben')[who]}").click()
            expect(cover).to_have_count(0)
            covers += 1
        expect(page.locator(f"{ASKED}, {COVER}").first).to_be_visible()
        if cover.count():
            continue
        if covers == 1:
            assert shown(page, names[who]) == names[who]
            assert shown(page, names[1 - who]) == []
            page.reload()  # somebody else may have done that
            expect(cover).to_be_visible()
            assert shown(page, [*names[0], *names[1]]) == []
            continue
        answer(page, dice)
        expect(page.locator(f"{ASKED}, {COVER}").first).to_be_visible()


def test_spectator_sees_what_all_may_see_and_cannot_answer(sit: Sit) -> None:
    ann = sit("")
    lay_here(ann, standing.secrets)
    names = [name for hand in hands(ann) for name in hand]
    watcher = sit(ann.url)
    expect(watcher.locator(MAP)).to_be_attached()
    expect(watcher.locator(".prompt")).to_contain_text("You are watching")
    expect(watcher.locator(".seat")).to_have_count(2)
    watcher.locator(".seat").first.click()
    expect(watcher.locator(".spread .slots")).to_be_visible()
    assert shown(watcher, names) == []
    was = serial(watcher)
    assert watcher.locator("[data-lit], .prompt .btn").count() == 0
    for key in ("1", "Enter", "z", "l"):
        watcher.keyboard.press(key)
    with Line(ann) as line:
        assert str(line.prompt["serial"]) == was
        number = line.view["number"]
        line.play(lambda line: line.view["number"] > number)
    moved_on(watcher, was)


def test_seat_moves_to_another_device_by_its_link(sit: Sit) -> None:
    ann = sit("")
    links = lay_here(ann, standing.handing)
    ben = sit(links[1])
    expect(ben.locator(".prompt")).to_contain_text("Waiting for Ann")
    assert "#" not in ben.url
    menu(ben, "Link to move my seat")
    said = ben.get_by_role("dialog").get_by_role("status")
    expect(said).to_contain_text("show it to nobody")
    link = re.search(r"/t/\S+#\S+", said.inner_text())
    assert link is not None
    phone = sit(link[0], phone=True)
    expect(phone.locator(".prompt")).to_contain_text("Waiting for Ann")
    with Line(ann, 0) as line:
        line.answer()
    asked(phone)
    asked(ben)
    answer(phone, Random(1))
    expect(ben.locator(".prompt")).to_have_attribute("data-serial", serial(phone))


def test_host_link_makes_a_host_of_another_browser(sit: Sit) -> None:
    ann = sit("")
    links = lay_here(ann, standing.handing)
    other = sit(links[-1])
    expect(other.locator(".prompt")).to_contain_text("You are watching")
    menu(other, "Pause the table")
    ben = sit(links[1])
    expect(ben.locator(".prompt")).to_contain_text("The table is paused.")
    menu(other, "Go on")
    expect(ben.locator(".prompt")).to_contain_text("Waiting for Ann")
    stranger = sit(ann.url)
    stranger.get_by_role("button", name="Menu").click()
    expect(stranger.get_by_role("dialog").get_by_role("button", name="Pause the table")).to_have_count(0)


def test_paused_table_takes_no_answer(sit: Sit) -> None:
    ann = sit("")
    links = lay_here(ann, standing.handing)
    me = sit(links[0])
    asked(me)
    other = sit(links[-1])
    menu(other, "Pause the table")
    expect(me.locator(".prompt")).to_contain_text("The table is paused.")
    assert me.locator("[data-lit]").count() == 0
    me.reload()
    expect(me.locator(".prompt")).to_contain_text("The table is paused.")
    menu(other, "Go on")
    asked(me)
    answer(me, Random(1))


def test_bot_stands_in_and_the_seat_is_taken_back(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.handing)
    ann, ben = sit(links[0]), sit(links[1])
    asked(ann)
    menu(ann, "Let a bot play for Ann")
    expect(ben.locator(".seat").first).to_contain_text("a bot stands in")
    asked(ben)
    menu(ann, "Take my seat back from the bot")
    expect(ben.locator(".seat").first).not_to_contain_text("a bot stands in")
    with Line(ben, 1) as line:
        line.play(lambda line: 0 in line.prompt.get("waiting", []))
    asked(ann)
    answer(ann, Random(1))


def test_chat_is_heard_by_all_and_is_no_markup(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.handing)
    ann, ben = sit(links[0]), sit(links[1])
    for page in (ann, ben):
        expect(page.locator(MAP)).to_be_attached()
    ann.get_by_role("tab", name="Chat").click()
    ann.get_by_label("Say something to the table").fill("Good luck <b>all</b>")
    ann.keyboard.press("Enter")
    expect(ben.get_by_role("tab", name="Chat")).to_contain_text("1")
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.locator(".bubbles .bubble")).to_contain_text("Good luck <b>all</b>")
    expect(ben.get_by_role("tab", name="Chat")).to_have_text("Chat")
    ben.reload()
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.locator(".bubbles .bubble")).to_have_count(1)
