"""Nothing is lost: reload, Back and Forward, no line, a dead server, two tabs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from . import standing
from .conftest import House
from .playing import BOT, MAP, answer, asked, lay, make_table, person, serial

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
DOWN = "The line is down"


def seen(page: Page) -> list[str]:
    """The question and what happened, as the page shows it."""
    asked(page)
    return [page.locator(".prompt .q b").inner_text(), *page.locator(".log li").all_inner_texts()]


def test_reload_back_and_forward_keep_the_game(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.walking)
    me = sit("/")
    me.goto(links[0])
    before = seen(me)
    me.reload()
    assert seen(me) == before
    me.get_by_role("button", name="Back to the lobby").click()
    expect(me.get_by_role("button", name="Go back").first).to_be_visible()
    me.go_back()
    assert seen(me) == before
    me.go_forward()
    me.get_by_role("button", name="Go back").first.click()
    assert seen(me) == before
    me.go_back()
    me.go_back()
    expect(me.locator(MAP)).to_be_attached()
    answer(me, Random(1))


def test_offline_says_so_and_comes_back(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.handing)
    ann, ben = sit(links[0]), sit(links[1])
    asked(ann)
    expect(ben.locator(MAP)).to_be_attached()
    ben.context.set_offline(True)
    expect(ben.get_by_text(DOWN)).to_be_visible()
    answer(ann, Random(1))  # meanwhile the game goes on
    ben.context.set_offline(False)
    expect(ben.get_by_text(DOWN)).to_have_count(0)
    asked(ben)
    assert serial(ben) == serial(ann)
    answer(ben, Random(1))


def test_an_answer_given_while_the_line_is_down_is_not_waited_for(sit: Sit, home: BrowserContext) -> None:
    """It never went off: said so, the question is still there when the line is back, and is answered then."""
    ann = sit(lay(home, standing.walking)[0])
    asked(ann)
    was = serial(ann)
    lit = ann.locator("[data-lit]").first
    ann.context.set_offline(True)
    expect(ann.get_by_text(DOWN)).to_be_visible()
    lit.click(force=True)
    ann.locator(".prompt .btn.primary:not([disabled])").first.click()
    expect(ann.get_by_text(f"{DOWN}; answer when it is back.")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.get_by_text(DOWN)).to_have_count(0)
    assert serial(ann) == was
    answer(ann, Random(1))


def test_a_hint_asked_for_while_the_line_is_down_is_not_waited_for(sit: Sit, home: BrowserContext) -> None:
    ann = sit(lay(home, standing.walking)[0])
    asked(ann)
    ann.context.set_offline(True)
    expect(ann.get_by_text(DOWN)).to_be_visible()
    ann.keyboard.press("h")
    expect(ann.get_by_role("alert")).to_have_text(f"{DOWN}; ask when it is back.")
    ann.context.set_offline(False)
    expect(ann.get_by_text(DOWN)).to_have_count(0)
    ann.keyboard.press("h")
    expect(ann.locator(".hint-box p").first).to_contain_text("The bot would choose “")


def test_a_table_that_waits_is_at_rest(sit: Sit, home: BrowserContext) -> None:
    """What is lit breathes a few times, not for ever: that took most of a core where there is no graphics card."""
    ann = sit(lay(home, standing.walking)[0], still=False)
    asked(ann)
    expect(ann.locator(".map .lit .ring").first).to_be_attached()
    breaths: list[list[Any]] = ann.evaluate(
        "document.getAnimations().map((a) => [a.animationName ?? '', String(a.effect.getComputedTiming().iterations)])"
    )
    assert {name for name, _ in breaths} & {"breathe", "breathe-ring"}
    assert not [name for name, times in breaths if times == "Infinity"]


def test_killed_server_loses_nothing(sit: Sit, own_house: House) -> None:
    page = sit("/", at=own_house)
    make_table(page, person("Ann"), BOT, rounds=3)
    asked(page)
    dice = Random(4)
    for _ in range(3):
        answer(page, dice)
        asked(page)
    before, was = seen(page), serial(page)
    own_house.kill()
    expect(page.get_by_text(DOWN)).to_be_visible()
    assert page.locator(".prompt .q b").inner_text() == before[0]
    own_house.start()
    expect(page.get_by_text(DOWN)).to_have_count(0)
    assert (seen(page), serial(page)) == (before, was)
    answer(page, dice)
    own_house.kill()  # at the very moment of an answer
    own_house.start()
    expect(page.get_by_text(DOWN)).to_have_count(0)
    assert int(serial(page)) > int(was)


def test_two_tabs_of_one_seat_agree(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.shopping)
    one = sit(links[0])
    asked(one)
    two = one.context.new_page()
    two.goto(one.url)
    asked(two)
    dice = Random(3)
    for page, other in ((one, two), (two, one)):
        answer(page, dice)
        expect(other.locator(".prompt")).to_have_attribute("data-serial", serial(page))
        if page.locator(".prompt .flame").count() == 0:
            break
    assert one.locator(".prompt .q b").inner_text() == two.locator(".prompt .q b").inner_text()
    expect(two.locator(".log li")).to_have_count(one.locator(".log li").count())
