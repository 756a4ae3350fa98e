"""Help: the question explained, what cannot be done and why, the signs of the map, the keys, the player aids."""

from __future__ import annotations

import re
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

KEYS = """\
1 2 3 …   take the choice of that number (two digits: then Enter)
↑ ↓ ← →   walk among the choices; Enter takes one
Space     look closer at the card or place; while others move: hurry them
?         this page
i         the player aids: the goal, and how a turn goes
v         read the cards in hand and on the board, or those you turned to with w, one after another
m         the board in full; Tab turns to the next player's
r         the rules, by number or word
f         find any card, place or token on the table and read it
g         the whole log; PgUp and PgDn scroll it beside the map
w         turn to what else lies on the table (map, battle, markets)
h j k l   move the map (or Shift and an arrow); + and - zoom; c centres on you
b         a hint: what a bot would do, and the chances to win of the best choices
u         undo
s         pass all windows for the rest of this turn
a         on or off: pass windows in others' turns, battles apart
x         let another person answer first, where several may
p         pace of the bots
t         day or candlelight
q         leave the table (the game is saved after every answer)"""
IDS = re.compile(r" \[([A-Z0-9-]+(?:, [A-Z0-9-]+)*)\]$")


class WhyPanel(Panel):
    """The question explained: its rule, what cannot be done now and why, signs and keys. Dismissed with a rule, or
    with "aids"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,space", "close", "close"),
        Binding("r", "rules", "rules"),
        Binding("i", "aids", "player aids"),
    ]

    def __init__(
        self,
        asked: Prompt,
        refusals: Sequence[Refusal],
        look: Look,
        quote: Callable[[str], str],
        signs: Sequence[tuple[str, str]] = (),
        aids: bool = False,
    ) -> None:
        super().__init__()
        self.asked = asked
        self.refusals = refusals
        self.look = look
        self.quote = quote
        self.signs = signs
        self.aids = aids

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"), VerticalScroll():
            yield Static(self._text(), id="why")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = escaped(clip(self.asked.words, 66))
        sheet.border_subtitle = f"↑ ↓ scroll   {'i player aids   ' if self.aids else ''}r rules   Esc close"

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
        if self.signs:
            out.append("On the map\n", look("ink", bold=True))
            for sign, words in self.signs:
                out.append(f"{sign:<10}", look("ink", bold=True))
                out.append(f"{words}\n", look("ink2"))
            out.append("\n")
        out.append("Keys\n", look("ink", bold=True))
        for line in KEYS.splitlines():
            key, _, words = line.partition("  ")
            out.append(f"{key:<10}", look("ink", bold=True))
            out.append("\n          ".join(wrap(words.strip(), 56)) + "\n", look("ink2"))
        out.rstrip()
        return out

    def action_rules(self) -> None:
        self.dismiss(self.asked.rule or "")

    def action_aids(self) -> None:
        self.dismiss("aids" if self.aids else None)


class AidsPanel(Panel):
    """The player aids, a heading and its lines after another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,enter,space", "close", "close"),
        Binding("left", "turn(-1)", "the part before"),
        Binding("right", "turn(1)", "the next part"),
    ]

    def __init__(self, title: str, aids: Sequence[tuple[str, Sequence[str]]], look: Look, first: bool = False) -> None:
        super().__init__()
        self.title_words = title
        self.aids = list(aids)
        self.look = look
        self.first = first
        self.at = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet tall"), VerticalScroll(id="scroll"):
            for n, (heading, lines) in enumerate(self.aids):
                yield Static(self._text(heading, lines, n + 1 < len(self.aids)), id=f"aid-{n}", classes="aid")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = escaped(self.title_words)
        close = "Enter begin" if self.first else "Esc close"
        sheet.border_subtitle = f"↑ ↓ scroll   ← → next part   {close}"
        self.query_one("#scroll", VerticalScroll).focus()

    def _text(self, heading: str, lines: Sequence[str], more: bool) -> Text:
        look, out = self.look, Text()
        out.append(f"{plain(heading)}\n", look("game", bold=True))
        for line in lines:
            found = IDS.search(line)
            words = plain(line[: found.start()] if found else line)
            lead = "  " if line.startswith(" ") or not line[:1].isdigit() else ""
            rows = wrap(words, 68 - len(lead))
            first = "· " if lead and not line.startswith(" ") else lead
            out.append(first, look("ink3"))
            out.append(f"\n{lead}".join(rows), look("ink"))
            if found and len(lead) + len(rows[-1]) + len(found.group(1)) < 68:  # where it costs no row
                out.append(f" {found.group(1)}", look("ink3"))
            out.append("\n")
        if not more:
            out.rstrip()
        return out

    def action_turn(self, by: int) -> None:
        self.at = min(max(0, self.at + by), len(self.aids) - 1)
        scroll = self.query_one("#scroll", VerticalScroll)
        scroll.scroll_to_widget(self.query_one(f"#aid-{self.at}"), top=True, animate=False)
