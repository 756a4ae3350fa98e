"""A sheet of character cells to draw on: each cell has a character, a style, and what a click on it means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height


class Canvas:
    """Cells in rows. Whatever lies outside is cut off silently.

    A hit is a short text that a click gives back, such as "space:c4" or "choice:3".
    """

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]
        self.hits = [[""] * width for _ in range(height)]

    @property
    def box(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def put(self, x: int, y: int, text: str, style: Style, *, hit: str = "", most: int | None = None) -> int:
        """Writes a line; over `most` cells it ends with an ellipsis. Returns the column after it.

        A style without background keeps the background that is there.
        """
        text = plain(text)
        if most is not None:
            text = clip(text, most)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        chars, styles, hits = self.chars[y], self.styles[y], self.hits[y]
        for char in text:
            wide = cell_len(char)
            if wide == 0:
                if 0 < x <= self.width:
                    chars[x - 1] += char
                continue
            if x >= 0 and x + wide <= self.width:
                for n in range(wide):
                    under = styles[x + n]
                    chars[x + n] = char if n == 0 else ""
                    styles[x + n] = style if style.bgcolor is not None else style + Style(bgcolor=under.bgcolor)
                    if hit:
                        hits[x + n] = hit
            x += wide
        return x

    def spans(self, x: int, y: int, spans: Iterable[tuple[str, Style]], *, hit: str = "", most: int = 999) -> int:
        """Writes several pieces of text in a row, cut after `most` cells."""
        end = x + most
        for text, style in spans:
            if x >= end:
                break
            x = self.put(x, y, text, style, hit=hit, most=end - x)
        return x

    def lines(self, box: Box, text: str, style: Style, *, hit: str = "") -> int:
        """Writes text wrapped into a box; returns how many rows it took. What does not fit ends with an ellipsis."""
        rows = wrap(text, box.width)
        if len(rows) > box.height > 0:
            rows = rows[: box.height]
            rows[-1] = clip(rows[-1] + "…" if cell_len(rows[-1]) < box.width else rows[-1] + " …", box.width)
        for n, row in enumerate(rows[: max(0, box.height)]):
            self.put(box.x, box.y + n, row, style, hit=hit)
        return len(rows)

    def fill(self, box: Box, style: Style, char: str = " ", *, hit: str = "") -> None:
        """Covers a box with one character and style."""
        for y in range(max(0, box.y), min(self.height, box.bottom)):
            for x in range(max(0, box.x), min(self.width, box.right)):
                self.chars[y][x] = char
                self.styles[y][x] = style
                self.hits[y][x] = hit

    def frame(self, box: Box, style: Style, *, hit: str = "", double: bool = False) -> None:
        """A rounded (or double) frame along the edge of a box."""
        signs = "╔═╗║╚╝" if double else "╭─╮│╰╯"
        inner = box.width - 2
        self.put(box.x, box.y, signs[0] + signs[1] * inner + signs[2], style, hit=hit)
        for y in range(box.y + 1, box.bottom - 1):
            self.put(box.x, y, signs[3], style, hit=hit)
            self.put(box.right - 1, y, signs[3], style, hit=hit)
        self.put(box.x, box.bottom - 1, signs[4] + signs[1] * inner + signs[5], style, hit=hit)

    def hit_at(self, x: int, y: int) -> str:
        """What a click on a cell means; empty for nothing."""
        if 0 <= y < self.height and 0 <= x < self.width:
            return self.hits[y][x]
        return ""

    def strip(self, y: int) -> Strip:
        """A row for Textual."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width)
        chars, styles = self.chars[y], self.styles[y]
        segments: list[Segment] = []
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(chars[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)

    def text(self) -> str:
        """All rows as plain text (tests)."""
        return "\n".join("".join(row).rstrip() for row in self.chars)


def plain(text: str) -> str:
    """Text without control characters: names and cards come from people."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def clip(text: str, most: int) -> str:
    """Text of at most so many cells; an ellipsis shows that it was cut."""
    if cell_len(text) <= most:
        return text
    if most <= 0:
        return ""
    out, used = "", 0
    for char in text:
        wide = cell_len(char)
        if used + wide > most - 1:
            break
        out += char
        used += wide
    return out.rstrip() + "…"


def wrap(text: str, width: int) -> list[str]:
    """Text broken at spaces into rows of at most `width` cells; words that are longer are broken hard."""
    rows: list[str] = []
    width = max(1, width)
    for paragraph in text.split("\n"):
        row = ""
        for word in plain(paragraph).split():
            while cell_len(word) > width:
                head = ""
                while cell_len(head + word[0]) <= width:
                    head, word = head + word[0], word[1:]
                    if not word:
                        break
                if not head:
                    head, word = word[0], word[1:]
                if row:
                    rows.append(row)
                    row = ""
                rows.append(head)
                if not word:
                    break
            if not word:
                continue
            if row and cell_len(row) + 1 + cell_len(word) > width:
                rows.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        rows.append(row)
    return rows
