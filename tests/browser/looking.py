"""What a careful eye finds on a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from .conftest import ROOT

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
TARGETS = """() => [...document.querySelectorAll("button, select, summary, [data-lit], a[href], input")].flatMap((e) => {
  const hit = e.querySelector(".hit") ?? e, label = e.closest("label"), r = (label ?? hit).getBoundingClientRect()
  const after = getComputedStyle(e, "::after"), grown = after.content !== "none" && after.position === "absolute"
  const out = (a) => (grown ? Math.max(0, -parseFloat(a)) : 0)
  const width = r.width + out(after.left) + out(after.right), height = r.height + out(after.top) + out(after.bottom)
  const seen = r.width > 1 && r.right > 0 && r.left < innerWidth && r.bottom > 0 && r.top < innerHeight
  const skip = e.disabled || e.tabIndex < 0 && !e.closest('[role=log]') || !e.checkVisibility({ visibilityProperty: true })
  return skip || !seen || (width > 43.5 && height > 43.5) ? [] : [`${Math.round(width)}x${Math.round(height)} ${e.outerHTML.slice(0, 110)}`]
})"""  # noqa: E501
SPILLED = """(part) => {
  const edge = part.getBoundingClientRect()
  return [...part.querySelectorAll("button, input, select, .q b, .q .hint, .news")].flatMap((e) => {
    const r = e.getBoundingClientRect()
    return r.top >= edge.top && r.bottom <= edge.bottom ? [] : [`${r.top}-${r.bottom} in ${edge.top}-${edge.bottom}: ${e.outerHTML.slice(0, 90)}`]
  })
}"""  # noqa: E501
FOCUS = """() => {
  const e = document.activeElement
  if (!e || e === document.body) return "the focus is lost"
  const ring = e.querySelector(":scope > .ring")
  const marks = [e, ...(ring ? [ring] : []), ...(e.closest(".find") ? [e.closest(".find")] : [])].map((x) => getComputedStyle(x))
  const seen = marks.some((s) => (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 1)
    || s.boxShadow !== "none" && e.matches("input")) || (ring && parseFloat(getComputedStyle(ring).strokeWidth) >= 4)
  return seen ? "" : `no outline on ${e.outerHTML.slice(0, 120)}`
}"""  # noqa: E501
STILL = """async () => {
  await document.fonts.ready
  const late = performance.now() + 30_000, moving = () => document.getAnimations().filter((a) => a.playState !== "finished")
  while (moving().length && performance.now() < late) await new Promise(requestAnimationFrame)
  return moving().map((a) => `${a.animationName ?? a.transitionProperty ?? "animation"} on ${a.effect.target?.outerHTML.slice(0, 80)}`)
}"""  # noqa: E501


def still(page: Page) -> None:
    """Waits until the fonts are there and nothing moves any more."""
    assert page.evaluate(STILL) == []


def violations(page: Page) -> list[str]:
    """What axe finds wrong."""
    if not AXE.exists():
        pytest.fail("axe-core is not installed: cd web && npm ci --ignore-scripts", False)
    if not page.evaluate("!!window.axe"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def sideways(page: Page) -> list[str]:
    """What makes the page scroll sideways, or sticks out of it."""
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [f"{wide[0]} px wide in a window of {wide[1]}"] if wide[0] > wide[1] else []


def small(page: Page) -> list[str]:
    """What can be touched and is smaller than 44 px, either way."""
    found: list[str] = page.evaluate(TARGETS)
    return found


def spilled(part: Locator) -> list[str]:
    """What of a part's buttons, fields and words lies beyond its edges, above or below."""
    found: list[str] = part.evaluate(SPILLED)
    return found


def unfocused(page: Page) -> str:
    """Why a person with a keyboard does not see where they are; empty if they do."""
    found: str = page.evaluate(FOCUS)
    return found
