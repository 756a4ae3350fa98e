"""How the chances to win went in a finished game: a chart of dots, and its turning points."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..bots import Curve
from ..bots.advice import percent
from ..engine.errors import RecordError
from .canvas import Canvas, clip, plain, wrap
from .looks import Look, shape
from .panels import Panel
from .sitting import Sitting

WIDE, HIGH = 68, 11  # of the chart, in cells
LEFT = 5  # cells before it
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # of a Braille cell: by column, then by row


def draw_curve(curve: Curve, look: Look, width: int = WIDE, height: int = HIGH) -> Canvas:
    """The chart: a line of dots for each seat, its sign and name at the end, the turning points as numbers."""
    names = [f"{shape(seat)} {clip(plain(name), 12)}" for seat, name in enumerate(curve.names)]
    right = max(map(cell_len, names)) + 1
    across, down = max(8, width - LEFT - right), height - 1
    canvas = Canvas(width, height, look("ink", "panel"))
    for share, words in ((0.0, "100%"), (0.5, "50%"), (1.0, "0%")):
        y = round(share * (down - 1))
        canvas.put(LEFT - 1 - cell_len(words), y, words, look("ink3"))
        canvas.put(LEFT, y, "·" * across, look("line"))
    first = curve.points[0].step
    length = max(1, curve.steps - first)
    columns = _sampled(curve, across * 2)
    cells: dict[tuple[int, int], dict[int, int]] = {}
    for seat in range(len(names)):
        was = None
        for column, chances in enumerate(columns):
            row = round((1 - chances[seat]) * (down * 4 - 1))
            for dot in range(min(row, row if was is None else was), max(row, row if was is None else was) + 1):
                bits = cells.setdefault((column // 2, dot // 4), {})
                bits[seat] = bits.get(seat, 0) | DOTS[column % 2][dot % 4]
            was = row
    for (x, y), bits in cells.items():
        seat = max(bits, key=lambda one: (bits[one].bit_count(), -one))
        canvas.put(LEFT + x, y, chr(0x2800 | bits[seat]), look.seat(seat, bold=False))
    for n, turn in enumerate(curve.turns):
        x = LEFT + round((turn.step - first) / length * (across - 1))
        y = round((1 - (turn.before + turn.after) / 2) * (down - 1))
        canvas.put(x, y, str(n + 1), look.on_seat(turn.seat))
    ranked = sorted(range(len(names)), key=lambda seat: -columns[-1][seat])
    row = -1
    for rank, seat in enumerate(ranked):  # at the height where the line ends, each on a row of its own
        row = min(max(row + 1, round((1 - columns[-1][seat]) * (down - 1))), down - len(ranked) + rank)
        canvas.put(LEFT + across + 1, row, names[seat], look.seat(seat))
    canvas.put(LEFT, down, str(first), look("ink3"))
    end = str(curve.steps)
    canvas.put(LEFT + across - len(end), down, end, look("ink3"))
    return canvas


def _sampled(curve: Curve, count: int) -> list[tuple[float, ...]]:
    """The chances at so many moments, evenly apart."""
    first, last = curve.points[0].step, curve.steps
    out, at = [], 0
    for n in range(count):
        step = first + (last - first) * n / max(1, count - 1)
        while at + 1 < len(curve.points) and curve.points[at + 1].step <= step:
            at += 1
        out.append(curve.points[at].chances)
    return out


class ChancesPanel(Panel):
    """The chances to win over a finished game, and its turning points."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,c,enter,space", "close", "close")]

    def __init__(self, sitting: Sitting, look: Look) -> None:
        super().__init__()
        self.sitting = sitting
        self.look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"), VerticalScroll(id="scroll"):
            yield Static(Text("The chances are being reckoned ...", self.look("ink2")), id="chances")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = "The chances to win"
        sheet.border_subtitle = "↑ ↓ scroll   Esc close"
        self.query_one("#scroll", VerticalScroll).focus()
        self.reckon()

    @work(exclusive=True)
    async def reckon(self) -> None:
        """Draws it once it is known."""
        try:
            found = await asyncio.to_thread(self.sitting.curve)
        except Exception as error:
            why = str(error) if isinstance(error, RecordError) else f"{type(error).__name__}."
            self.query_one("#chances", Static).update(Text(f"They cannot be told: {why}", self.look("ink2")))
            return
        self.query_one("#chances", Static).update(self._text(found))

    def _text(self, found: Curve) -> Text:
        look, out = self.look, Text()
        canvas = draw_curve(found, look)
        for y in range(canvas.height):
            for char, style in zip(canvas.chars[y], canvas.styles[y], strict=True):
                out.append(char, style)
            out.append("\n")
        out.append("\n")
        for n, turn in enumerate(found.turns):
            out.append(f" {n + 1} ", look.on_seat(turn.seat))
            change = f" {plain(found.names[turn.seat])}: {percent(turn.before)} → {percent(turn.after)}"
            out.append(f"{change}, answer {turn.step}\n", look("ink", bold=True))
            for row in wrap(plain(turn.words), WIDE - 4):
                out.append(f"    {row}\n", look("ink2"))
        if not found.turns:
            out.append("No single answer turned this game.\n", look("ink2"))
        how = (
            f"From each point {found.tries} games were played on by bots, with the hidden cards as they were."
            if found.tries
            else "After every answer, as the bots value the table."
        )
        out.append("\n" + "\n".join(wrap(how, WIDE)), look("ink3"))
        return out
