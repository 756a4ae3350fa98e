"""What a person does at the table, as browser tests do it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

OVER = ".laurel"
MINE = ".prompt .flame:not(.still)"


def lay(page: Page, people: Sequence[str] = ("Ann",), bots: int = 2, open_seats: int = 0) -> None:
    """Lays a table of Novus from the lobby's form."""
    page.goto("/new/novus")
    rows = page.locator(".places li")
    expect(rows.first).to_be_visible()
    wanted = [*(("person", name) for name in people), *[("open", "")] * open_seats, *[("bot", "")] * bots]
    while rows.count() > len(wanted):
        page.locator(".places li .icon-btn").last.click()
    while rows.count() < len(wanted):
        page.get_by_role("button", name="One more seat").click()
    for n, (kind, name) in enumerate(wanted):
        page.get_by_label(f"Seat {n + 1}", exact=True).select_option(kind)
        if kind == "person":
            page.get_by_label(f"Name on seat {n + 1}").fill(name)
    page.locator(".form .btn.primary").click()
    page.wait_for_url(re.compile(r"/t/"))


def answer(page: Page) -> bool:
    """Gives one answer if this person is asked: the ember button, else the first lit thing, twice. False: not asked."""
    uncover = page.locator(".cover .btn")
    if uncover.count():
        uncover.click()
    if not page.locator(MINE).count() or page.locator(OVER).count():
        return False
    primary = page.locator(".prompt .btn.primary:not([disabled])")
    if primary.count():
        primary.first.click(timeout=5_000)
        return True
    every = page.locator(".prompt .btn.all")
    if not every.count():
        return False
    every.click(timeout=5_000)
    rows = page.locator(".listed .row")
    rows.first.click(timeout=5_000)
    if page.locator(".listed").count() and primary.count() == 0:
        page.keyboard.press("Escape")
    return True


def play(pages: Sequence[Page], until: Callable[[], bool], most: float = 240) -> int:
    """Everybody answers in turn until something is so. Returns the count of answers.

    Raises:
        AssertionError: it takes longer than `most` seconds.
    """
    given, end = 0, time.monotonic() + most
    while not until():
        assert time.monotonic() < end, f"{given} answers in {most} s: {pages[0].locator('.prompt').inner_text()}"
        moved = [page for page in pages if _try(page)]
        given += len(moved)
        if not moved:
            pages[0].wait_for_timeout(60)
    return given


def _try(page: Page) -> bool:
    from playwright.sync_api import Error

    try:
        return answer(page)
    except Error:
        return False  # the table moved on meanwhile
