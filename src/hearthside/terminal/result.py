"""The end of a game: who won and how, the scores, the seed that was sealed."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from ..engine.scene import Scores
from .canvas import Canvas, plain
from .chances import ChancesPanel
from .drawing import Drawing
from .looks import Look
from .panels import Panel
from .parts import draw_scores
from .sitting import Sitting


class ResultPanel(Panel):
    """Who won and how, the scores, and the seed that was sealed. Dismissed with "again" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "end('again')"),
        Binding("c", "chances"),
        Binding("q,ctrl+c", "end('leave')"),
        Binding("escape", "close"),
    ]

    def __init__(self, sitting: Sitting, look: Look) -> None:
        super().__init__()
        self.sitting = sitting
        self.look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(self._text(), id="result")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = "The game is over"
        sheet.border_subtitle = "c chances to win   a play again   q leave   Esc look at the table"

    def _text(self) -> Text:
        look, out = self.look, Text()
        scene = self.sitting.scene(None)
        out.append(f"{plain(scene.result) or 'The game is over.'}\n\n", look("ink", bold=True))
        scores = next((part for part in scene.centre if isinstance(part, Scores)), None)
        if scores is None and scene.seats:
            columns = tuple(n.label for n in scene.seats[0].numbers)
            rows = tuple((p.seat, tuple(str(n.value) for n in p.numbers)) for p in scene.seats)
            scores = Scores("scores", columns=columns, rows=rows)
        if scores is not None:
            names = {plate.seat: plate.name for plate in scene.seats}
            canvas = Canvas(68, len(scores.rows) + 1, look("ink", "panel"))
            draw_scores(canvas, canvas.box, scores, Drawing(look, names=names))
            for n, row in enumerate(canvas.text().splitlines()):
                seat = scores.rows[n - 1][0] if n else -1
                out.append(row[:2], look.seat(seat) if n else look("ink3"))
                out.append(row[2:] + "\n", look("ink") if n else look("ink3"))
            out.append("\n")
        table = self.sitting.table
        out.append(f"The seed of the dice was {table.seed}.\nIts SHA-256, shown at the start:\n", look("ink2"))
        out.append(f"{table.seed_hash}\n", look("info"))
        for line in self.sitting.honours():
            out.append(f"\n{line}", look("ink"))
        if not self.sitting.unsaved:
            out.append(f"\nThe record of the game: {self.sitting.path}", look("ink3"))
        return out

    def action_chances(self) -> None:
        self.app.push_screen(ChancesPanel(self.sitting, self.look))

    def action_end(self, how: str) -> None:
        self.dismiss(how)
