"""After the game: replay, records, rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from . import looking, standing
from .conftest import keep
from .playing import MAP, OVER, Line, lay_here, make_table, person, table_of

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]


def finished(page: Page) -> None:
    """Plays a table to its end and shows the result."""
    lay_here(page, standing.apart)
    expect(page.locator(MAP)).to_be_attached()
    with Line(page) as line:
        line.play()
    expect(page.locator(OVER)).to_be_visible()


def step(page: Page, n: int) -> None:
    expect(page.get_by_text(re.compile(rf"Step {n} of \d+"))).to_be_visible()


def test_replay_by_slider_button_key_moment_and_link(sit: Sit) -> None:
    page = sit("")
    finished(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    step(page, 0)
    page.get_by_role("button", name="One step on").click()
    step(page, 1)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    last = int(str(slider.get_attribute("max")))
    page.keyboard.press("End")
    step(page, last)
    page.keyboard.press("ArrowLeft")
    step(page, last - 1)
    keep(page, "replay")
    linked = sit(page.url)
    step(linked, last - 1)
    assert linked.locator(".log li").all_inner_texts() == page.locator(".log li").all_inner_texts()
    page.get_by_role("button", name="To the result").click()
    keep(page, "moments")
    page.locator(".moments .row").first.click()
    expect(page.get_by_text(re.compile(r"Step \d+ of \d+"))).to_be_visible()
    page.go_back()
    expect(page.locator(OVER)).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_the_bar_of_the_replay_holds_all_it_shows(sit: Sit, phone: bool) -> None:
    page = sit("", phone=phone)
    finished(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    step(page, 0)
    page.get_by_role("button", name="One step on").click()
    step(page, 1)
    assert looking.spilled(page.locator(".prompt")) == []


def test_the_log_leads_a_keyboard_into_the_replay(sit: Sit) -> None:
    """Who comes by a link finds nothing focused there; who comes by the mouse sees no ring."""
    page = sit("")
    finished(page)
    see = page.locator("[role=log] button[title='See this moment']").last
    see.focus()
    page.keyboard.press("Enter")
    replay = page.get_by_role("region", name="Replay")
    expect(replay).to_be_focused()
    linked = sit(page.url)
    expect(linked.get_by_role("region", name="Replay")).to_be_visible()
    assert linked.evaluate("document.activeElement === document.body")
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(OVER)).to_be_visible()
    see.click()
    expect(replay).to_be_focused()
    assert not page.evaluate("document.activeElement.matches(':focus-visible')")


def test_record_goes_out_and_in(sit: Sit, tmp_path: Path) -> None:
    page = sit("")
    finished(page)
    with page.expect_download() as got:
        page.get_by_role("link", name="Record").click()
    record = tmp_path / got.value.suggested_filename
    got.value.save_as(record)
    assert json.loads(record.read_bytes())["game"] == "novus"
    verdict = page.locator(".laurel").inner_text()
    other = sit("/")
    other.get_by_role("button", name="Menu").click()
    other.locator("input[type=file]").set_input_files(record)
    expect(other.locator(OVER)).to_have_text(verdict, use_inner_text=True)
    assert table_of(other) != table_of(page)
    other.get_by_role("button", name="Replay", exact=True).click()
    step(other, 0)
    other.goto("/")
    other.get_by_role("button", name="Menu").click()
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": 1')
    other.locator("input[type=file]").set_input_files(broken)
    expect(other.locator(".why.bad")).to_be_visible()


def test_rematch_leads_both_to_the_same_new_table(sit: Sit) -> None:
    ann = sit("")
    make_table(ann, person("Ann"), person("Ben"), rounds=1)
    with Line(ann) as line:
        line.play()
    watcher = sit(ann.url)
    for page in (ann, watcher):
        expect(page.locator(OVER)).to_be_visible()
    old = table_of(ann)
    ann.get_by_role("button", name="Same table again").click()
    ann.wait_for_url(lambda url: old not in url)
    watcher.get_by_role("button", name="To the next game").click()
    watcher.wait_for_url(ann.url)
    for page in (ann, watcher):
        expect(page.locator(MAP)).to_be_attached()
