"""Makes the pictures in docs/browser with a server that runs: `python -m tests.browser.pictures [ADDRESS]`.

One game of Novus: bots stand in for two people until it is well under way, then it is looked at in both themes and
sizes, played on to a battle, and left to the bots until its end. Then a search of Last-Second Quest. It needs a
Chromium.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from . import chromium

OUT = Path(__file__).parents[2] / "docs/browser"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LATER = 220  # answers after which the board is worth looking at
LONGEST = 150  # seconds for any one wait
MINE = ".prompt .flame:not(.still)"
WHERE = ".map .point.lit[aria-label*='step']"


class Person:
    """Somebody with a seat and a browser."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.home = browser.new_context(base_url=address)

    def post(self, path: str, body: Any = None) -> Any:
        """A request to the house."""
        answer = self.home.request.post(f"/api/tables{path}", data=body or {}, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        return answer.json()

    def look(self, path: str, theme: str = "day", phone: bool = False) -> Page:
        """A fresh look from this person's own browser."""
        size: Any = PHONE if phone else DESK
        scheme: Any = "dark" if theme == "candle" else "light"
        context: BrowserContext = self.browser.new_context(
            base_url=self.address, storage_state=self.home.storage_state(), viewport=size, is_mobile=phone,
            has_touch=phone, color_scheme=scheme, reduced_motion="reduce",
        )  # fmt: skip
        page = context.new_page()
        page.goto(path)
        return page

    def picture(self, name: str, path: str, ready: str, *, theme: str = "day", phone: bool = False) -> None:
        """A picture of an address as soon as something is there; of lit places one is pointed out."""
        page = self.look(path, theme, phone)
        page.wait_for_selector(ready, timeout=30_000)
        page.wait_for_timeout(2500)
        if ready == WHERE:
            page.locator(WHERE).last.dispatch_event("click")
            page.wait_for_timeout(600)
        page.screenshot(path=OUT / f"{name}-{390 if phone else 1440}-{theme}.png")
        page.context.close()


def until(true: Callable[[], bool], pause: float = 0.3) -> None:
    """Waits until something is so."""
    end = time.monotonic() + LONGEST
    while not true():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(pause)


def answer(page: Page) -> None:
    """One answer: the ember button, else the first of all choices."""
    primary = page.locator(".prompt .btn.primary:not([disabled])")
    if primary.count():
        primary.first.click()
    elif page.locator(".prompt .btn.all").count():
        page.locator(".prompt .btn.all").click()
        page.locator(".listed .row").first.click()
    page.wait_for_timeout(150)


def play_to(page: Page, ready: str) -> None:
    """Answers whatever is asked until something lies on the table while this person is asked."""

    def there() -> bool:
        mine = page.locator(MINE).count()
        if mine and page.locator(ready).count():
            return True
        if mine:
            answer(page)
        return False

    until(there, 0.1)


def main(address: str) -> None:
    """All pictures."""
    chromium.prepare()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.system() or None, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        ilse, mara = Person(browser, address), Person(browser, address)
        free = {"kind": "open", "name": "", "bot": ""}
        bot = {"kind": "bot", "name": "", "bot": ""}
        other = {
            "game": "novus",
            "name": "Rain on the roof",
            "public": True,
            "seats": [{**free, "kind": "person", "name": "Noor"}, free, bot],
        }
        mara.post("", other)
        me = {"kind": "person", "name": "Ilse", "bot": ""}
        made = ilse.post("", {"game": "novus", "name": "The Rainy Evening", "seats": [me, free, bot, bot], "pace": 0})
        table = f"/{made['table']['id']}"
        mara.post(f"{table}/seats/1", {"name": "Mara"})
        ilse.post(f"{table}/start")
        talk = mara.look(f"/t{table}")  # bots rest where nobody looks
        for person, seat in ((ilse, 0), (mara, 1)):
            person.home.request.delete(f"/api/tables{table}/seats/{seat}", headers={"Origin": address})

        def facts() -> Any:
            return ilse.home.request.get(f"/api/tables{table}").json()["table"]

        until(lambda: facts()["answers"] >= LATER)
        ilse.post(f"{table}/seats/0/back")
        talk.fill(".say .field", "Brave. Bring the good sword.")
        talk.keyboard.press("Enter")
        page = ilse.look(f"/t{table}")
        play_to(page, WHERE)
        for theme in ("day", "candle"):
            ilse.picture("table", f"/t{table}", WHERE, theme=theme)
            ilse.picture("table", f"/t{table}", WHERE, theme=theme, phone=True)
            ilse.picture("lobby", "/", ".resume", theme=theme)
        play_to(page, ".battle")
        for theme in ("day", "candle"):
            ilse.picture("battle", f"/t{table}", ".battle", theme=theme)
        page.context.close()
        ilse.home.request.delete(f"/api/tables{table}/seats/0", headers={"Origin": address})
        until(lambda: bool(facts()["life"] == "over"))
        ilse.picture("result", f"/t{table}", ".race")
        ilse.picture("replay", f"/t{table}/replay/{facts()['answers'] // 2}?seat=0", ".replay")
        packing(ilse, mara)
        browser.close()


def packing(ilse: Person, mara: Person) -> None:
    """Last-Second Quest in the middle of a search: bots stand in until the mats are half full."""
    free, bot = {"kind": "open", "name": "", "bot": ""}, {"kind": "bot", "name": "", "bot": ""}
    seats = [{**free, "kind": "person", "name": "Ilse"}, free, {**bot, "bot": "easy"}, bot]
    made = ilse.post("", {"game": "lastsecond", "name": "Friday crew", "seats": seats, "options": {"judge": "strict"}})
    table = f"/{made['table']['id']}"
    mara.post(f"{table}/seats/1", {"name": "Mara"})
    ilse.post(f"{table}/start")
    looks = [("day", False), ("candle", False), ("day", True), ("candle", True)]
    pages = {one: ilse.look(f"/t{table}", *one) for one in looks}
    for person, seat in ((ilse, 0), (mara, 1)):
        person.home.request.delete(f"/api/tables{table}/seats/{seat}", headers={"Origin": ilse.address})
    page = pages[looks[0]]
    until(lambda: page.locator("[data-own-grid] .at").count() >= 5, 0.1)
    ilse.post(f"{table}/seats/0/back")
    page.locator(MINE).wait_for()
    for (theme, phone), one in pages.items():
        one.screenshot(path=OUT / f"packing-{390 if phone else 1440}-{theme}.png")
        one.context.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8600")
