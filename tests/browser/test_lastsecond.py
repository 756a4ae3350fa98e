"""Last-Second Quest in the browser: two people and a bot search one heap, argue, vote and see the scores."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import keep
from .playing import OPEN, OVER, Line, person

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
FREE = """() => [...document.querySelectorAll(".lump[data-lit]")].map((e) => {
  const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
  return document.elementFromPoint(x, y)?.closest("[data-tile]") === e ? [e.dataset.tile, x, y] : null
}).filter(Boolean)"""
CLAIM = ".prompt[data-topic=challenge]"
VOTE = ".prompt[data-topic=vote] .flame"
READY = ".prompt[data-topic=rest] .btn.primary"
ALL = {"drag", "keys", "back", "vote", "tally"}


def lay(sit: Sit, *more: Any, still: bool = True, **options: Any) -> tuple[Page, Page, str]:
    """A table that plays, with Ann and Ben in browsers of their own and whoever comes with them."""
    ann = sit("/", still=still)
    wish = {"game": "lastsecond", "seats": [person("Ann"), OPEN, *more], "pace": 0, "options": options}
    answer = ann.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    id_ = answer.json()["table"]["id"]
    ben = sit(f"/t/{id_}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ann.goto(f"/t/{id_}")
    expect(ann.get_by_text("Ben", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Begin the game").click()
    for page in (ann, ben):
        expect(page.locator(".lump").first).to_be_visible()
    return ann, ben, id_


def filled(page: Page) -> int:
    """How many squares of the own mat are covered."""
    return int(page.locator(".mine header .n").inner_text().split()[0])


def lit(page: Page) -> list[Any]:
    """The pieces of the heap that may be taken and lie open: (id, x, y)."""
    found: list[Any] = page.evaluate(FREE)
    return found


def until(page: Page, so: Callable[[], Any], seconds: float = 20) -> bool:
    """Waits until something is so; False if it is not in time."""
    end = time.monotonic() + seconds
    while not so():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(25)
    return True


def searching(page: Page) -> bool:
    return page.locator(".handbar").count() > 0 and page.locator(f"{CLAIM}, {READY}, .tally, .ballot").count() == 0


def grab(page: Page, n: int) -> str:
    """Presses on a piece of the heap; its id once the hand holds it, else empty."""
    found = lit(page)
    if not found:
        return ""
    id_, x, y = found[n % len(found)]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()
    held = page.get_by_text("in your hand")
    return str(id_) if until(page, lambda: held.count() or not searching(page), 4) and held.count() else ""


def place_by_keys(page: Page) -> bool:
    """Turns what the hand holds and places it where it first fits."""
    before = filled(page)
    for key in ("r", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    here = page.get_by_role("button", name="Place it")
    for key in ("f", "r", "r", "r"):
        if here.count():
            break
        page.keyboard.press(key)
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    return until(page, lambda: filled(page) > before or not searching(page), 4) and filled(page) > before


def place_by_drag(page: Page, n: int) -> bool:
    """Drags a piece of the heap onto the middle of the mat."""
    found, before = lit(page), filled(page)
    box = page.locator("[data-own-grid]").bounding_box()
    if not found or not box:
        return False
    _, x, y = found[n % len(found)]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    return until(page, lambda: filled(page) > before or not searching(page), 4) and filled(page) > before


def put_back(page: Page, n: int) -> bool:
    if not grab(page, n):
        return False
    page.keyboard.press("Escape")
    return until(page, lambda: page.get_by_text("Your hand is empty.").count(), 4)


def test_two_browsers_and_a_bot_play_to_the_third_win(sit: Sit) -> None:
    """A round by hand, with a question to vote on (another one, where the machine is too busy for all of that in one);
    then bots stand in until somebody has won three."""
    bot = {"kind": "bot", "bot": "hard"}
    ann, ben, id_ = lay(sit, bot, still=False, deck="easy", cap=25, debate=40, judge="mixed")
    done: set[str] = set()
    for _ in range(2):
        pack(ann, ben, done)
        score(ann, ben, done)
        for page in (ann, ben):
            page.locator(READY).click()
        if done == ALL:
            break
        expect(ann.locator(".lump[data-lit]").first).to_be_visible()
    assert done == ALL
    ben.goto("/")  # a bot stands in for who is away
    for seat in (0, 1):
        stand_in = f"/api/tables/{id_}/seats/{seat}/bot"
        assert until(ann, lambda at=stand_in: ann.request.post(at, data={"bot": "easy"}).ok)  # so that it ends soon
    ben.goto(f"/t/{id_}")
    for page in (ann, ben):
        expect(page.locator(OVER).first).to_be_visible(timeout=240_000)
        expect(page.locator(".final tbody tr")).to_have_count(3)
        expect(page.get_by_text("wins the third round").first).to_be_visible()
    keep(ann, "lastsecond-result")


def pack(ann: Page, ben: Page, done: set[str]) -> None:
    """Both search at once: one drags and puts back, one turns and places by keys."""
    n = 0
    while searching(ann) and searching(ben):
        n += 1
        if "drag" not in done:
            if place_by_drag(ben, n):
                done.add("drag")
                keep(ben, "lastsecond-placed")
        elif put_back(ben, n):
            done.add("back")
        if searching(ann) and grab(ann, 3 * n) and place_by_keys(ann):
            done.add("keys")


def score(ann: Page, ben: Page, done: set[str]) -> None:
    """One questions an item, both vote, and the scores are shown."""
    end = time.monotonic() + 90
    while not (ann.locator(READY).count() and ben.locator(READY).count()):
        assert time.monotonic() < end
        for page, other in ((ann, ben), (ben, ann)):
            if page.locator(f"{CLAIM} .flame").count():
                question(page, claim=page is ann and "vote" not in done)
            elif page.locator(VOTE).count() and ballot(page, other):
                done.add("vote")
        ann.wait_for_timeout(30)
    skip = ann.get_by_role("button", name="Skip to the result")
    expect(ann.locator(".tally.done").or_(skip).first).to_be_visible()  # after the slips of the last vote
    done.add("tally")
    keep(ann, "lastsecond-tally")
    if skip.count():  # the show is not over yet
        skip.click()
    expect(ann.locator(".tally.done .tally-step")).to_contain_text("fulfils the quest")


def question(page: Page, claim: bool) -> None:
    """Questions the first item that can be, or none."""
    if claim:
        page.locator(".prompt .btn.all").click()
        page.locator(".listed .row").first.click()
        page.keyboard.press("Escape")
    page.locator(".prompt .btn.primary").click()
    expect(page.locator(f"{CLAIM} .flame")).to_have_count(0)


def ballot(page: Page, other: Page) -> bool:
    """Says a line, if one may, and votes; nobody sees how before all have. True if somebody still had to vote."""
    claim = page.locator(".ballot .claim h3").inner_text()
    assert claim.startswith("Does ")
    assert claim.endswith("?")
    line = page.get_by_label("Say a line for or against it")
    if line.count():
        line.fill("Look at it again.")
        page.get_by_role("button", name="Say it").click()
        expect(other.locator(".pleas").get_by_text("Look at it again.").first).to_be_visible()
    waits = other.locator(VOTE).count() > 0
    page.locator(".prompt .acts .btn.primary").click()
    if not waits:
        return False
    expect(other.locator(".slip.in").first).to_be_visible()
    assert other.locator(".paper-slip.yes, .paper-slip.no").count() == 0, "secret until all are in"
    keep(other, "lastsecond-ballot")
    return True


def test_by_slices_of_time_nobody_sees_the_others_command(sit: Sit) -> None:
    """Two people play a few beats: what one does is seen when the beat is over, however long the other thinks."""
    ann, ben, _ = lay(sit, mode="sliced", cap=120)
    with Line(ben) as line:
        for beat in range(3):
            before = line.scene
            pieces = lit(ann)
            id_, x, y = pieces[5]
            ann.mouse.move(x, y)
            ann.mouse.down()
            ann.mouse.up()
            expect(ann.locator(".handbar")).to_contain_text("you reach for it")
            ann.wait_for_timeout(4600 if beat == 0 else 200)
            expect(ann.locator(".handbar")).to_contain_text("you reach for it")
            assert ben.locator(".reach").count() == 0
            assert ben.locator(f'.lump[data-tile="{id_}"]').count() == 1
            line.join(1)
            assert line.scene["centre"] == before["centre"]
            assert [seat["parts"] for seat in line.scene["seats"]] == [seat["parts"] for seat in before["seats"]]
            found = [one for one in lit(ben) if one[0] != id_]
            mine, x, y = found[9]
            ben.mouse.move(x, y)
            ben.mouse.down()  # which ends the beat: a click may last longer than the reach
            expect(ben.locator(".handbar")).to_contain_text("in your hand")
            ben.mouse.up()
            ben.wait_for_timeout(100)
            for page in (ann, ben):
                expect(page.locator(".handbar")).to_contain_text("in your hand")
                expect(page.locator(f'.lump[data-tile="{id_}"], .lump[data-tile="{mine}"]')).to_have_count(0)
            keep(ann, "lastsecond-beat")
            covered = [filled(ann), filled(ben)]
            for page in (ann, ben):
                for key in ("ArrowRight", "Enter"):
                    page.keyboard.press(key)
            for page, was in zip((ann, ben), covered, strict=True):
                assert until(page, lambda page=page, was=was: filled(page) > was)
            line.join(1)
