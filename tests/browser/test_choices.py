"""What may be done, what may not, and a closer look."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hearthside.engine.table import Table

from . import looking, standing
from .conftest import keep
from .playing import BOT, MAP, OVER, answer, asked, lay, make_table, person, wants

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
CARD = ".dock .hero .thing, .hand .thing"
WATCH = """() => {
  window.moving = new Set()
  const look = () => {
    for (const one of document.getAnimations()) {
      const frames = one.effect?.getKeyframes?.() ?? [], ms = one.effect?.getTiming?.().duration ?? 0
      const moves = frames.some((f) => Object.keys(f).some((k) => !["offset", "computedOffset", "easing", "composite", "opacity"].includes(k)))
      if (one.playState === "running" && (moves || ms > 200 || one.effect.getTiming().iterations > 1))
        window.moving.add(`${one.animationName ?? one.transitionProperty ?? "animate"} on ${one.effect.target?.outerHTML.slice(0, 80)}`)
    }
    requestAnimationFrame(look)
  }
  look()
}"""  # noqa: E501


def test_refused_place_says_why_by_which_rule(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.walking)
    ann = sit(links[0])
    asked(ann)
    expect(ann.locator(MAP)).to_be_attached()
    far = ann.locator('.map .point[aria-label*="not now"]').first
    reason = str(far.get_attribute("aria-label")).rpartition("not now: ")[2]
    far.locator(".hit").click(force=True)
    why = ann.locator(".prompt .why")
    expect(why).to_contain_text(reason)
    chip = why.locator(".rule")
    rule = chip.inner_text()
    chip.click()
    quote = ann.locator(".quote")
    expect(quote.locator("header .rule")).to_have_text(rule)
    expect(quote.locator("p").first).not_to_be_empty()
    quote.get_by_role("button", name="Open the rules here").click()
    expect(ann.locator(".rules .law").first).to_contain_text(rule)
    ann.keyboard.press("?")
    dialog = ann.get_by_role("dialog", name="Why can")
    dialog.locator("summary").click()
    expect(dialog.get_by_text(reason).first).to_be_visible()


def test_three_long_answers_stand_in_one_row(sit: Sit, home: BrowserContext) -> None:
    """The bar beside them grows no higher."""

    def long(table: Table) -> bool:
        ask = table.asks[0]
        return ask.topic == "follow_up" and ask.seat == 0 and len(ask.choices) == 3

    page = sit(lay(home, long)[0])
    asked(page)
    assert page.locator(".prompt .acts .btn:not(.quiet)").count() == 3
    assert looking.spilled(page.locator(".prompt")) == []
    keep(page, "long-answers")


def test_card_is_enlarged_by_hover_and_by_space(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.walking)
    ann = sit(links[0])
    asked(ann)
    expect(ann.locator(MAP)).to_be_attached()
    card = ann.locator(CARD).first
    large = ann.locator(".enlarged")
    box = card.bounding_box()
    assert box is not None
    ann.mouse.move(box["x"] + 20, box["y"] + 20)
    ann.mouse.move(box["x"] + 30, box["y"] + 30, steps=4)
    expect(large.locator(".card.xl")).to_be_visible()
    ann.mouse.move(700, 300, steps=4)
    expect(large).to_have_count(0)
    card.focus()
    ann.keyboard.press("Space")
    expect(large.locator(".card.xl")).to_be_visible()
    assert looking.violations(ann) == []
    keep(ann, "enlarged")
    ann.keyboard.press("Escape")
    expect(large).to_have_count(0)
    place = ann.locator(".map .point[data-lit]").first
    place.focus()
    ann.keyboard.press("Space")
    expect(large.locator(".place-card")).to_be_visible()


def test_card_is_enlarged_by_long_press(sit: Sit, home: BrowserContext) -> None:
    links = lay(home, standing.walking)
    ann = sit(links[0], phone=True)
    asked(ann)
    ann.locator(".nav button").nth(1).click()
    card = ann.locator(".dock .hero .thing").first
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = ann.context.new_cdp_session(ann)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    large = ann.locator(".enlarged .card.xl")
    expect(large).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(large).to_be_visible()
    small = looking.small(ann)
    assert not small, "\n".join(small)
    ann.locator(".enlarged").get_by_role("button", name="Close").last.tap()
    expect(large).to_have_count(0)


def test_reduced_motion_is_respected(sit: Sit) -> None:
    page = sit("/")
    page.evaluate(WATCH)
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    make_table(page, person("Ann"), BOT, rounds=1)
    asked(page)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Zoom in").click()
    dice = Random(6)
    while not page.locator(OVER).count():
        if wants(page):
            answer(page, dice)
    assert page.evaluate("[...window.moving]") == []
    looking.still(page)
