"""Taking back, and that nobody is disturbed by what others do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from . import standing
from .playing import MAP, Line, answer, asked, lay, lay_here, moved_on, serial

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]


def test_own_answer_is_taken_back_freely(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.shopping)
    ann = sit(links[0])
    asked(ann)
    question, lines, was = ann.locator(".prompt .q").inner_text(), ann.locator(".log li").count(), serial(ann)
    with Line(ann, 0) as line:
        line.send({"type": "answer", "serial": line.prompt["serial"], "n": 0, "seat": 0})
        moved_on(ann, was)
    was = serial(ann)
    ann.locator(".prompt").get_by_role("button", name="Undo").click()
    moved_on(ann, was)
    expect(ann.locator(".prompt .q")).to_have_text(question, use_inner_text=True)
    expect(ann.locator(".log li")).to_have_count(lines)


def test_others_are_asked_and_may_refuse_or_agree(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.handing)
    ann, ben = sit(links[0]), sit(links[1])
    asked(ann)
    expect(ben.locator(MAP)).to_be_attached()
    question = ann.locator(".prompt .q b").inner_text()
    answer(ann, Random(1))
    asked(ben)
    answer(ben, Random(1))
    undo = ann.locator(".prompt").get_by_role("button", name="Ask to undo")
    undo.click()
    expect(ann.locator(".prompt")).to_contain_text("You asked to take this back.Waiting for Ben.")
    expect(ben.locator(".prompt")).to_contain_text("All who played since must agree.")
    was = serial(ben)
    ben.get_by_role("button", name="Let it stand").click()
    expect(ann.locator(".prompt")).not_to_contain_text("You asked to take this back")
    expect(ann.locator(".last.bubble")).to_contain_text("Ben would rather not take back.")
    assert serial(ben) == was
    undo.click()
    ann.get_by_role("button", name="Withdraw").click()
    expect(ben.get_by_role("button", name="Take it back")).to_have_count(0)
    undo.click()
    ben.get_by_role("button", name="Take it back").click()
    asked(ann)
    expect(ann.locator(".prompt .q b")).to_have_text(question)
    expect(ben.locator(".prompt")).to_contain_text("Waiting for Ann")
    answer(ann, Random(2))


def test_others_never_disturb(sit: Sit) -> None:
    host = sit("")
    links = lay_here(host, standing.shopping, rounds=3)
    ben = sit(links[1])
    expect(ben.locator(MAP)).to_be_attached()
    say = ben.get_by_label("Say something to the table")
    say.fill("I was about to sa")
    ben.get_by_role("button", name="Zoom in").click()
    ground = ben.locator(".ground")
    view = ground.get_attribute("style")
    ben.locator(".seat").first.click()
    board = ben.locator(".spread").get_by_role("button", name="Close")
    expect(board).to_be_visible()
    with Line(host, 0) as ann:

        def plays() -> None:
            was = serial(ben)
            ann.answer()
            moved_on(ben, was)

        plays()
        expect(board).to_be_visible()
        board.click()
        ben.get_by_role("button", name="Menu").click()
        dialog = ben.get_by_role("dialog", name="Menu")
        while ann.prompt.get("mine"):
            plays()
        expect(dialog).to_be_visible()
    assert ground.get_attribute("style") == view
    ben.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(say).to_have_value("I was about to sa")
    ben.keyboard.press("?")
    expect(ben.get_by_role("dialog", name="Why can")).to_be_visible()
