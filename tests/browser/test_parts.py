"""Every kind of part in a real browser: a heap searched with one hand, mats of cells, votes, scorings, boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import House
from .looking import sideways, small, unfocused, violations

pytestmark = pytest.mark.slow
Sit = Callable[..., Page]
OWN = "[data-own-grid]"
CARRIED = ".carried"


class Gallery(House):
    """The tests' own game that shows every part."""

    serves = ("-m", "tests.tiny.serve")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = Gallery(tmp_path_factory.mktemp("gallery"))
    yield made
    made.stop()


def make(page: Page, seats: int = 3, bots: int = 0, **options: Any) -> str:
    """A table of the gallery at which this browser holds every seat that is no bot's; goes there."""
    places = [{"kind": "person", "name": f"P{n + 1}"} for n in range(seats - bots)]
    places += [{"kind": "bot", "bot": "random"}] * bots
    wish = {"game": "gallery", "seats": places, "pace": 300, "start": True, "options": options}
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    id_: str = answer.json()["table"]["id"]
    page.goto(f"/t/{id_}")
    return id_


def uncover(page: Page) -> None:
    """Takes the screen over, where it is handed on."""
    page.wait_for_timeout(200)
    if page.locator(".cover .btn").count():
        page.locator(".cover .btn").click()


def searching(page: Page) -> Locator:
    """The pieces of the heap, once the table is laid."""
    pieces = page.locator(".heap-pieces .lump.lit")
    expect(page.locator(".lump.lit, .cover .btn").first).to_be_attached(timeout=20_000)
    uncover(page)
    expect(pieces.first).to_be_attached()
    return pieces


def middle(at: Locator) -> tuple[float, float]:
    box = at.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reachable(page: Page) -> tuple[str, float, float]:
    """A piece of the heap and a point of it where nothing lies over it, once the heap has come to rest."""
    found = page.evaluate(
        """async () => {
          const pieces = () => [...document.querySelectorAll('.lump')]
          const where = () => JSON.stringify(pieces().map((el) => el.getBoundingClientRect()))
          for (let was = ''; was !== where(); ) {
            was = where()
            await new Promise((go) => setTimeout(() => requestAnimationFrame(go), 120))
          }
          for (const el of [...document.querySelectorAll('.lump.lit')].reverse()) {
            const r = el.getBoundingClientRect()
            for (let i = 1; i < 6; i++) for (let j = 1; j < 6; j++) {
              const x = r.left + (r.width * i) / 6, y = r.top + (r.height * j) / 6
              if (document.elementFromPoint(x, y)?.closest('[data-tile]') === el) return [el.dataset.tile, x, y]
            }
          }
        }"""
    )
    assert found, "no piece can be reached"
    return str(found[0]), float(found[1]), float(found[2])


def cell_at(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a cell of the own mat."""
    box = page.locator(f"{OWN} .cells").bounding_box()
    assert box is not None
    side = box["height"] / 5
    return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side


def test_a_piece_is_dragged_out_and_placed(sit: Sit) -> None:
    page = sit("/")
    make(page)
    before = searching(page).count()
    tile, x, y = reachable(page)
    page.mouse.move(x, y)
    expect(page.locator(".name-tip b")).to_be_visible()
    page.mouse.down()
    page.mouse.move(x + 20, y + 10, steps=3)
    expect(page.locator(CARRIED)).to_be_visible()
    page.mouse.move(*cell_at(page, 2, 2), steps=8)
    expect(page.locator(".fitflag.fits")).to_be_visible()
    expect(page.locator(".carried:not(.reaching)")).to_be_visible()
    page.mouse.up()
    expect(page.locator(f"{OWN} .at")).to_have_count(1)
    expect(page.locator(CARRIED)).to_have_count(0)
    expect(page.locator(f'[data-tile="{tile}"]')).to_have_count(0)
    assert page.locator(".heap-pieces .lump").count() == before - 1


def test_click_and_click_turn_flip_and_back(sit: Sit) -> None:
    page = sit("/")
    make(page)
    before = searching(page).count()
    _, x, y = reachable(page)
    page.mouse.click(x, y)
    expect(page.locator(".handbar .what")).to_contain_text("in your hand")
    page.mouse.move(*cell_at(page, 2, 2), steps=4)
    size = page.locator(".carried .poly").evaluate("(e) => [e.clientWidth, e.clientHeight]")
    page.keyboard.press("r")
    turned = page.locator(".carried .poly").evaluate("(e) => [e.clientWidth, e.clientHeight]")
    assert turned == size[::-1]
    page.mouse.wheel(0, 120)
    expect(page.locator(".landing")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    expect(page.locator(CARRIED)).to_have_count(0)
    expect(page.locator(".heap-pieces .lump")).to_have_count(before)
    expect(page.locator(f"{OWN} .at")).to_have_count(0)


def test_what_does_not_fit_says_why(sit: Sit) -> None:
    page = sit("/")
    make(page, started=True)
    searching(page)
    _, x, y = reachable(page)
    page.mouse.click(x, y)
    expect(page.locator(".handbar .what")).to_contain_text("in your hand")
    page.mouse.move(*cell_at(page, 0, 0), steps=5)
    flag = page.locator(".fitflag:not(.fits)")
    expect(flag).to_have_text(re.compile("Covers the|Sticks out"))
    laid = page.locator(f"{OWN} .at").count()
    page.mouse.click(*cell_at(page, 0, 0))
    expect(page.locator(".mine > .why")).to_contain_text(re.compile("Covers the|Sticks out"))
    assert page.locator(f"{OWN} .at").count() == laid
    expect(page.locator(CARRIED)).to_be_visible()


def test_by_keyboard_alone(sit: Sit) -> None:
    page = sit("/")
    make(page)
    searching(page)
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    page.keyboard.type("I3 magical")
    hits = page.locator(".found [role=option]")
    expect(hits.first).to_be_visible()
    assert all("magical" in text.lower() for text in hits.all_inner_texts())
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".handbar .what")).to_contain_text("in your hand")
    expect(page.locator(".fitflag.fits")).to_be_visible()
    assert unfocused(page) == ""
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.locator(f"{OWN} .at")).to_have_count(1)


def test_by_finger_on_a_phone(sit: Sit) -> None:
    page = sit("/", phone=True)
    make(page)
    searching(page)
    _, x, y = reachable(page)
    page.touchscreen.tap(x, y)
    expect(page.locator(".handbar .what")).to_contain_text("in your hand")
    tools = page.locator(".mine .tools .btn")
    expect(tools).to_have_count(3)
    assert all(box["width"] >= 69 for box in map(Locator.bounding_box, tools.all()) if box)
    tools.nth(0).click()
    page.touchscreen.tap(*cell_at(page, 2, 3))
    expect(page.locator(".fitflag.fits")).to_be_visible()
    page.touchscreen.tap(*cell_at(page, 2, 3))
    expect(page.locator(f"{OWN} .at")).to_have_count(1)
    assert sideways(page) == []


def test_another_hand_is_quicker(sit: Sit) -> None:
    """Both reach for one piece; one has it, the other is told, and its hand is free."""
    page = sit("/")
    id_ = make(page, seats=2)
    searching(page)
    other = page.context.new_page()
    other.goto(f"/t/{id_}")
    searching(other)
    other.evaluate("void 0")
    tile, x, y = reachable(page)
    # the other tab takes seat 2, and reaches first
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="See as P2").click()
    uncover(other)
    searching(other)
    other.locator(f'[data-tile="{tile}"]').dispatch_event("click")
    page.mouse.click(x, y)
    expect(other.locator(".handbar .what")).to_contain_text("in your hand")
    expect(page.locator(".mine > .why")).to_be_visible()
    expect(page.locator(CARRIED)).to_have_count(0)
    reach = page.locator(".inhand")
    expect(reach).to_have_count(1)


def test_a_vote_with_lines_and_ballots(sit: Sit) -> None:
    page = sit("/")
    make(page, seats=2, bots=1, stage="vote")
    expect(page.locator(".ballot h3")).to_contain_text("count as Magical", timeout=20_000)
    page.get_by_label("Say a line for or against it").fill("It glows in the dark.")
    page.keyboard.press("Enter")
    expect(page.locator(".pleas")).to_contain_text("It glows in the dark.")
    page.locator(".ballot, .prompt").get_by_role("button", name="Yes, it counts").first.click()
    expect(page.locator(".slips.shown .slip b").first).to_be_visible(timeout=20_000)
    expect(page.locator(".ballot .verdict")).to_have_text("It counts.")


@pytest.mark.parametrize("still", [True, False])
def test_a_scoring_is_a_show_that_can_be_skipped(sit: Sit, still: bool) -> None:
    page = sit("/", still=still)
    make(page, seats=3, stage="tally")
    expect(page.locator(".tally")).to_be_visible(timeout=20_000)
    uncover(page)
    if not still:
        assert "Mara fulfils" not in page.locator(".tally-step").inner_text()
        page.get_by_role("button", name="Skip to the result").click()
    expect(page.locator(".tally-step")).to_have_text("Mara fulfils the quest.")
    expect(page.locator(".tally tr.best .sum b")).to_have_text("5")


@pytest.mark.parametrize("theme", ["day", "candle"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("stage", ["search", "vote", "tally", "boards"])
def test_every_part_is_accessible_and_fits(sit: Sit, stage: str, phone: bool, theme: str) -> None:
    page = sit("/", phone=phone, theme=theme)
    make(page, seats=5, stage=stage, started=True)
    expect(page.locator(".plates .plate, .seats .seat").first).to_be_visible(timeout=20_000)
    uncover(page)
    page.wait_for_timeout(400)
    assert violations(page) == []
    assert sideways(page) == []
    if stage == "search":
        _, x, y = reachable(page)
        page.mouse.click(x, y)
        expect(page.locator(".handbar .what")).to_contain_text("in your hand")
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(CARRIED)).to_have_count(0)
        page.keyboard.press("/")
        expect(page.get_by_role("combobox")).to_be_visible()
        assert violations(page) == []
    elif phone:
        assert small(page) == []


@pytest.mark.parametrize("mat", ["backpack", "saddle-bags", "cart"])
def test_every_mat_is_drawn(sit: Sit, mat: str) -> None:
    page = sit("/")
    make(page, seats=2, mat=mat, started=True)
    searching(page)
    expect(page.locator(f"{OWN}.frame-{mat} .well").first).to_be_visible()
    assert violations(page) == []
