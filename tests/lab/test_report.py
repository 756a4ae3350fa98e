"""The page for designers: whole in itself, with the sections that a game gives data for, and the right numbers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from hearthside.games import game
from hearthside.lab.report import charts, report
from hearthside.lab.simulate import Simulation, simulate
from tests.tiny.highcard.game import HighCard

HIGH = "tests.tiny.highcard.game:High"


class Page(HTMLParser):
    """The page's sections, links, tables and scripts. bare: tags that name something outside."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.charts: list[dict[str, str | None]] = []
        self.scripts = 0
        self.rows: list[list[str]] = []
        self._cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.ids += [named["id"]] if tag == "section" and named["id"] else []
        self.links += [named["href"] or ""] if tag == "a" else []
        self.outside += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]
        self.scripts += tag == "script"
        if named.get("class") == "chart":
            self.charts.append(named)
        if tag == "tr":
            self.rows.append([])
        self._cell = tag in ("td", "th", "button") or self._cell
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._cell and self.rows:
            self.rows[-1][-1] += data


def of(one: Any, seats: list[str], games: int, **more: Any) -> tuple[Simulation, str]:
    found = simulate(one, seats, games, **{"seed": 3, "watch": True, **more})
    return found, report(found, one, one.content(()))


@pytest.fixture(scope="module")
def novus() -> tuple[Simulation, str]:
    one = game("novus")
    return of(one, ["normal", "normal"], 40, options=one.Options(rounds=6, heroes=("kain", "yotun")))


def test_it_is_whole_in_itself(novus: tuple[Simulation, str]) -> None:
    html = novus[1]
    page = Page(html)
    assert page.outside == []
    assert page.scripts == 3
    assert html.count("window.vegaEmbed=") == 1  # one bundle for all charts
    assert not re.findall(r"@import|url\((?!data:)", html.partition("</style>")[0])


def test_every_section_is_in_the_contents_and_every_chart_is_told_in_words(novus: tuple[Simulation, str]) -> None:
    page = Page(novus[1])
    assert page.ids == [
        "glance", "seats", "length", "ways", "by-class", "by-final-class", "by-turn-order", "cards", "dead", "leads",
        "decisions", "time", "rules", "made",
    ]  # fmt: skip
    assert {f"#{one}" for one in page.ids[1:]} <= set(page.links)
    assert set(page.links) <= {f"#{one}" for one in page.ids}
    assert len(page.charts) > 8
    assert all(chart["role"] == "img" and chart["aria-label"] for chart in page.charts)


def test_its_numbers_are_those_of_the_games(novus: tuple[Simulation, str]) -> None:
    found, html = novus
    rows = Page(html).rows
    assert [row[1:3] for row in rows if row[0].startswith("Seat ")][:2] == [
        ["normal", str(seat.wins.count)] for seat in found.summary.seats
    ]
    fired = [one.seen.rules.get("NV-TURN-1", 0) for one in found.games if one.seen]
    (turns,) = [row for row in rows if row[0] == "NV-TURN-1"]
    assert float(turns[2]) == pytest.approx(sum(fired) / 40, abs=0.05)
    assert turns[3] == "100%"
    assert "rounds = 6" in html


def test_what_a_game_gives_no_data_for_does_not_appear() -> None:
    high = HighCard()
    _, html = of(high, [HIGH, HIGH], 20)
    assert Page(html).ids == [
        "glance", "seats", "length", "ways", "by-sum", "cards", "dead", "leads", "decisions", "time", "rules", "made",
    ]  # fmt: skip
    assert "Card 7" in html  # in no hand: never held by anybody
    plain, html = of(high, [HIGH, HIGH], 20, watch=False)
    assert not plain.watched
    assert Page(html).ids == ["glance", "seats", "length", "ways", "by-sum", "made"]


def test_cards_of_a_game_of_rounds_are_weighed_by_round() -> None:
    _, html = of(HighCard(), [HIGH, HIGH], 40)
    rows = {row[0]: row for row in Page(html).rows if row and row[0].startswith("Card ")}
    assert float(rows["Card 6"][3].split()[0]) > 50  # whoever plays it wins the round
    assert "win the round that hold a card" in html
    assert '"title": "rounds"' in html  # decisions in a round are counted by rounds, not by turns


def test_a_bar_for_one_number_stands_over_it() -> None:
    def bars(*sizes: float, whole: bool = True) -> list[tuple[float, float, str]]:
        spec = charts.histogram(charts.banded(sizes), "lead changes", "games", "Some.", whole=whole)
        values = spec["layer"][0]["data"]["values"] if "data" in spec["layer"][0] else spec["data"]["values"]
        return [(one["start"], one["end"], one["said"]) for one in values]

    assert bars(0, 1, 1) == [(-0.5, 0.5, "0"), (0.5, 1.5, "1")]
    assert bars(0.2, 1.9, whole=False) == [(0, 1, "0 to 1"), (1, 2, "1 to 2")]
    assert bars(0, 39)[:2] == [(0, 2, "0 to 1"), (2, 4, "2 to 3")]


def test_games_that_broke_and_early_stops_are_told() -> None:
    high = HighCard()
    found = simulate(high, ["tests.tiny.highcard.game:Faint", HIGH], 2, watch=True)
    found.interrupted, found.asked = True, 9
    html = report(found, high, None)
    assert Page(html).ids == ["glance", "broken", "made"]
    assert "It was stopped early: 9 were asked for." in html


def test_names_cannot_break_the_page() -> None:
    found, _ = of(HighCard(), [HIGH, HIGH], 12)
    found.seed = "<b>&</script>"
    html = report(found, HighCard(), None)
    assert "<b>&</script>" not in html
    assert Page(html).scripts == 3


def test_alone_a_page_tells_wins_and_ranks() -> None:
    one = game("novus")
    _, html = of(one, ["normal"], 6)
    page = Page(html)
    assert "Alone, the player wins" in html
    assert "leads" not in page.ids
    assert "by-turn-order" not in page.ids
