"""One self-contained page: sections with charts and tables, its style, its script and its fonts all within.

Nothing is fetched when it is opened. Vega comes once for all charts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ...engine.game import Box
from .charts import CONFIG

HERE = Path(__file__).parent
LONG = 30  # rows from which on a table can be searched


class Column(NamedTuple):
    """A column of a table. number: right-aligned, sorted as numbers. wide: left out on a phone. tight: not broken."""

    name: str
    number: bool = False
    wide: bool = False
    tight: bool = False


class Cell(NamedTuple):
    """A cell whose text does not sort as it reads."""

    text: str
    key: float


class Section(NamedTuple):
    """A part of the page. about: one sentence, what it shows and what would be noteworthy. body: HTML."""

    id: str
    title: str
    about: str
    body: str


class Charts:
    """The charts of a page, numbered as they come."""

    def __init__(self) -> None:
        self.specs: list[dict[str, Any]] = []

    def figure(self, spec: dict[str, Any], caption: str = "", table: str = "") -> str:
        """A chart as HTML, with its caption and, folded away, its numbers as a table."""
        self.specs.append(spec)
        told = f"<figcaption>{caption}</figcaption>" if caption else ""
        return (
            f'<figure><div class="chart" id="chart-{len(self.specs)}" role="img" '
            f'aria-label="{escape(spec["description"])}"></div>{told}</figure>'
            + (folded("The numbers", table) if table else "")
        )


def text(value: object) -> str:
    """Text, fit to stand in HTML."""
    return escape(str(value))


def folded(title: str, body: str, open_: bool = False) -> str:
    """Something that is unfolded on demand."""
    return f"<details{' open' if open_ else ''}><summary>{text(title)}</summary>{body}</details>"


def table(columns: Sequence[Column], rows: Iterable[Sequence[str | Cell]], what: str) -> str:
    """A table that sorts by a click on a column's name; a long one can be searched. what: its caption, and what is
    searched for ("Cards")."""
    head = "".join(
        f'<th scope="col"{_classes(column)}><button type="button">{text(column.name)}</button></th>'
        for column in columns
    )
    lines = []
    for row in rows:
        cells = []
        for n, (cell, column) in enumerate(zip(row, columns, strict=True)):
            key = f' data-key="{cell.key:.9g}"' if isinstance(cell, Cell) else ""
            said = text(cell.text if isinstance(cell, Cell) else cell)
            cells.append(
                f'<th scope="row"{_classes(column)}{key}>{said}</th>'
                if not n
                else f"<td{_classes(column)}{key}>{said}</td>"
            )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    search = ""
    if len(lines) >= LONG:
        search = f'<input type="search" placeholder="Find in {len(lines)} rows" aria-label="Find in: {text(what)}">'
    return (
        f'<div class="table">{search}<div class="scroll"><table><caption>{text(what)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div></div>"
    )


def page(title: str, head: str, sections: Sequence[Section], charts: Charts, box: Box, foot: str = "") -> str:
    """The whole page as HTML.

    Args:
        title: of the window. head: HTML above the sections. box: whose accent colours the charts. foot: HTML.
    """
    contents = "".join(f'<li><a href="#{one.id}">{text(one.title)}</a></li>' for one in sections)
    body = "".join(
        f'<section id="{one.id}" aria-labelledby="{one.id}-title"><h2 id="{one.id}-title">{text(one.title)}</h2>'
        f'<p class="about">{one.about}</p>{one.body}</section>'
        for one in sections
    )
    accents = (
        f":root{{--game:{box.day[0]};--game-wash:{box.day[1]}}}"
        f"@media (prefers-color-scheme:dark){{:root{{--game:{box.candle[0]};--game-wash:{box.candle[1]}}}}}"
    )
    data = json.dumps({"config": CONFIG, "specs": charts.specs}, ensure_ascii=False).replace("</", "<\\/")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{text(title)}</title><style>{_read('fonts.css')}{_read('report.css')}{accents}</style></head>\n"
        f'<body><a class="skip" href="#{sections[0].id if sections else "top"}">To the first section</a>'
        f'<header id="top">{head}</header>\n<div class="sheet"><nav aria-label="Contents"><h2>Contents</h2>'
        f"<ol>{contents}</ol></nav>\n<main>{body}</main></div>\n<footer>{foot}</footer>\n"
        f'<script type="application/json" id="charts">{data}</script>\n'
        f"<script>{_bundle() if charts.specs else ''}</script>\n<script>{_read('report.js')}</script></body></html>\n"
    )


@cache
def _bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script."""
    import altair
    import vl_convert

    version = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version)
    return bundle.replace("</script", "<\\/script")


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _classes(column: Column) -> str:
    names = [name for name, on in (("number", column.number), ("wide", column.wide), ("tight", column.tight)) if on]
    return f' class="{" ".join(names)}"' if names else ""
