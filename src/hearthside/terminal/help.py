"""Help: the question explained, what cannot be done and why, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..engine.game import Refusal
from ..engine.scene import Prompt
from .canvas import clip, plain, wrap
from .looks import Look
from .panels import Panel, escaped, without_marks

AGAIN = object()  # the question is put again (after an undo)
LEAST = (80, 24)
DIGITS = frozenset("0123456789")
PACES = ((0.0, "at once"), (0.25, "quick"), (0.6, "calm"), (1.2, "slow"))

KEYS = """\
1 2 3 …   take the choice of that number (two digits: then Enter)
↑ ↓ ← →   walk among the choices; Enter takes one
Space     look closer at the card or place; while others move: hurry them
?         this page
f         find any card, place or token on the table and read it
x         let another person answer first, where several may
Tab       look at the next player's board; m opens it in full
w         turn to what else lies on the table (map, battle, markets)
h j k l   move the map (or Shift and an arrow); + and - zoom; c centres on you
g         the whole log; PgUp and PgDn scroll it beside the map
r         the rules, by number or word
u         undo
s         pass all windows for the rest of this turn
a         on or off: pass windows in others' turns, battles apart
p         pace of the bots
t         day or candlelight


class WhyPanel(Panel):
    """The question explained: its rule, and what cannot be done now and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,space", "close", "close"),
        Binding("r", "rules", "rules"),
    ]

    def __init__(
        self, asked: Prompt, refusals: Sequence[Refusal], look: Look, quote: Callable[[str], str], keys: str
    ) -> None:
        super().__init__()
        self.asked = asked
        self.refusals = refusals
        self.look = look
        self.quote = quote
        self.keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"), VerticalScroll():
            yield Static(self._text(), id="why")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = escaped(clip(self.asked.words, 66))
        sheet.border_subtitle = "↑ ↓ scroll   r rules   Esc close"

    def _text(self) -> Text:
        look, out = self.look, Text()
        if self.asked.hint:
            out.append(plain(self.asked.hint) + "\n\n", look("ink"))
        if self.asked.rule:
            out.append(f"{self.asked.rule} ", look("info", bold=True))
            out.append(without_marks(self.quote(self.asked.rule)) + "\n\n", look("ink2"))
        if self.refusals:
            out.append("What can't be done now\n", look("ink", bold=True))
            for one in self.refusals:
                out.append("\n✗ ", look("bad", bold=True))
                out.append(f"{plain(one.what)}: ", look("ink", bold=True))
                out.append(f"{plain(one.why)} ", look("ink"))
                out.append(f"{one.rule}\n", look("info"))
            out.append("\n")
        elif self.asked.mine:
            out.append("Nothing is refused here: all that you might try is among the choices.\n\n", look("ink"))
        out.append("Keys\n", look("ink", bold=True))
        for line in self.keys.splitlines():
            key, _, words = line.partition("  ")
            out.append(f"{key:<10}", look("ink", bold=True))
            out.append("\n          ".join(wrap(words.strip(), 56)) + "\n", look("ink2"))
        out.rstrip()
        return out

    def action_rules(self) -> None:
        self.dismiss(self.asked.rule or "")
