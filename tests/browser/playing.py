"""What people do at the table, as browser tests do it: by the lit things, by keys, or over a line of their own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import BrowserContext, Page, expect
from websockets.sync.client import connect

from hearthside.bots import make
from hearthside.engine.record import record_of
from hearthside.engine.table import Table
from hearthside.games import game

OVER = ".laurel"
MAP = ".map .coast"
ASKED = ".prompt .flame:not(.still)"
SHORT = {"rounds": 2, "characters": "random", "first": "seat"}
BOT, OPEN = {"kind": "bot", "bot": "greedy"}, {"kind": "open"}
REACHABLE = """() => [...document.querySelectorAll("[data-lit]")].filter((e) => {
  const r = (e.querySelector(".hit") ?? e).getBoundingClientRect()
  const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)
  return at && (e.contains(at) || at.contains(e) && at.matches("[data-lit]"))
}).map((e) => e.dataset.thing)"""


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def make_table(page: Page, *seats: dict[str, str], start: bool = True, **options: Any) -> str:
    """Makes a short table of this browser's own, with bots that don't wait; goes there. Returns its id."""
    wish = {"game": "novus", "seats": list(seats), "pace": 0, "start": start, "options": {**SHORT, **options}}
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    id_: str = answer.json()["table"]["id"]
    page.goto(f"/t/{id_}")
    return id_


@cache
def _standing(seats: int, until: Callable[[Table], bool], rounds: int) -> bytes:
    novus = game("novus")
    for seed in range(60):
        options: Any = msgspec.convert({**SHORT, "rounds": rounds}, novus.Options)
        table = Table.open(novus, seats, f"browser {seed}", options, digest=True)
        bot, dice = make("random"), Random(seed)
        while not table.over:
            if until(table):
                return msgspec.json.encode(record_of(table, [f"me:{name}" for name in ("Ann", "Ben")[:seats]]))
            ask = table.asks[0]
            table.answer(bot.choose(table, ask, dice), ask.seat)
    raise AssertionError("no game comes to stand so")


def lay(home: BrowserContext, until: Callable[[Table], bool], seats: int = 2, rounds: int = 2) -> dict[int, str]:
    """Lays a table for Ann and Ben (of this browser, both) that stands where something is so, the same every time.
    Returns the links of its seats."""
    made = home.request.post("/api/records", data=_standing(seats, until, rounds))
    assert made.ok, made.text()
    answer = made.json()
    assert home.request.post(f"/api/tables/{answer['table']['id']}/start").ok
    return {key["seat"]: key["path"] for key in answer["keys"]}


def lay_here(page: Page, until: Callable[[Table], bool], seats: int = 2, rounds: int = 2) -> dict[int, str]:
    """Lays such a table and goes there."""
    links = lay(page.context, until, seats, rounds)
    page.goto(links[0].partition("#")[0])
    return links


def table_of(page: Page) -> str:
    """The id of the table where a page is."""
    return page.url.partition("/t/")[2].partition("/")[0].partition("?")[0].partition("#")[0]


class Line:
    """A socket of a browser's own, beside its page: plays what is not worth clicking."""

    def __init__(self, page: Page, seat: int | None = -1) -> None:
        context: BrowserContext = page.context
        base, id_ = page.url.partition("/t/")[0], table_of(page)
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())
        url = base.replace("http", "ws", 1) + f"/api/tables/{id_}/socket"
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(connect(url, additional_headers={"Cookie": cookies}, max_size=None))
        self.view: Any = None
        self.scene: Any = None
        self.over = False
        self.seat: int | None = seat
        self.held: list[int] = []
        self.left, self.sent = 60.0, time.monotonic()  # messages that may go at once, as of when
        self.join(seat)

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def send(self, message: dict[str, Any]) -> None:
        now = time.monotonic()  # never so fast that the server would have it slow down
        self.left, self.sent = min(60.0, self.left + (now - self.sent) * 30) - 1, now
        if self.left < 0:
            time.sleep(-self.left / 30)
        self.socket.send(json.dumps(message))

    def join(self, seat: int | None) -> None:
        """Looks from a seat."""
        self.send({"type": "join", "seat": seat})
        while self.hear() != "welcome":
            pass

    def hear(self) -> str:
        """Takes one message; its kind."""
        message = json.loads(self.socket.recv(timeout=20))
        if message["type"] == "welcome":
            self.held, self.seat = message["held"].get("seats", []), message["seat"]
            self.over = message["table"]["life"] == "over"
            self.scene = (message["view"] or {}).get("scene")
        if message["type"] == "over":
            self.over = True
        self.view = message.get("view") or self.view
        return str(message["type"])

    @property
    def prompt(self) -> Any:
        return self.view["prompt"]

    def answer(self, dice: Random | None = None) -> None:
        """Gives any answer, and waits until the table moved on."""
        dice = dice or Random(self.prompt["serial"])
        count, least, most = len(self.prompt["lit"]), self.prompt.get("least", 1), self.prompt.get("most", 1)
        n = dice.randrange(count) if most == 1 else dice.sample(range(count), max(least, min(1, most)))
        number = self.view["number"]
        self.send({"type": "answer", "serial": self.prompt["serial"], "n": n, "seat": self.seat})
        while self.view["number"] == number and not self.over:
            self.hear()

    def play(self, until: Callable[[Line], bool] = lambda line: False) -> int:
        """Answers for all seats it holds until something is so or the game is over. Returns the count of answers."""
        given = 0
        while not self.over and not until(self):
            if self.prompt.get("mine"):
                self.answer()
                given += 1
                continue
            other = next((n for n in self.prompt.get("waiting", []) if n in self.held and n != self.seat), None)
            if other is not None:
                self.join(other)
            else:
                self.hear()
        return given


# ---- clicking ----


def serial(page: Page) -> str:
    """Which question the page shows."""
    return str(page.locator(".prompt").get_attribute("data-serial"))


def asked(page: Page) -> None:
    """Waits until this person is asked."""
    expect(page.locator(ASKED)).to_be_visible()


def moved_on(page: Page, was: str) -> None:
    """Waits until the page shows another question than that."""
    expect(page.locator(".prompt")).not_to_have_attribute("data-serial", was)


def wants(page: Page) -> bool:
    """The page asks for an answer now."""
    return page.locator(ASKED).count() > 0 and page.locator(OVER).count() == 0


def answer(page: Page, dice: Random) -> None:
    """Answers the open question as a person does: takes a lit thing, else a row of the list, then the ember button;
    waits until the table has moved on."""
    was = serial(page)
    ember = page.locator(".prompt .btn.primary:not([disabled])")
    lit = sorted(set(page.evaluate(REACHABLE)))
    hit = page.tap if page.evaluate("matchMedia('(pointer: coarse)').matches") else page.click
    dice.shuffle(lit)
    if lit and not (ember.count() and dice.random() < 0.5):
        for thing in lit:  # where several are wanted, as many as it takes
            hit(f'[data-lit][data-thing="{thing}"]')
            if ember.count():
                break
    elif not ember.count():
        hit(".prompt .btn.all")
        hit(f".listed .row >> nth={dice.randrange(page.locator('.listed .row').count())}")
    if serial(page) == was and page.locator(".listed").count() + ember.count():
        if page.locator(".listed").count():
            page.keyboard.press("Escape")
        expect(ember.first).to_be_visible()
        hit(".prompt .btn.primary:not([disabled])")
    moved_on(page, was)


def play(pages: Sequence[Page], look: Callable[[Page], None] = lambda page: None, most: float = 150) -> int:
    """People answer by what is lit until the game is over. Returns the count of answers; `look` is called before each.

    Raises:
        AssertionError: it takes longer than `most` seconds.
    """
    dice, given, end = Random(5), 0, time.monotonic() + most
    while not all(page.locator(OVER).count() for page in pages):
        assert time.monotonic() < end, f"{given} answers in {most} s: {pages[0].locator('.prompt').inner_text()}"
        for page in pages:
            if wants(page):
                look(page)
                answer(page, dice)
                given += 1
                break
        else:
            pages[0].wait_for_timeout(20)
    return given
