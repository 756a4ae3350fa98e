"""What opens over the table: a card in full, why something can't be done, the rules, boards, consent, the cover."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec
from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from ..engine.scene import Piece, Space
from .canvas import clip, plain
from .drawing import figures
from .looks import Look, shape

CSS = """
Panel { align: center middle; background: $background 60%; }
Panel > .sheet {
    width: 76; max-width: 94%; height: auto; max-height: 90%;
    background: $surface; color: $foreground; border: round $edge; padding: 1 2;
    border-title-color: $foreground; border-title-style: bold; border-subtitle-color: $ink-3;
}
Panel .sheet > VerticalScroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; background: $surface; }
Panel Static {
    height: auto; width: 1fr; background: $surface;
    link-color: $primary; link-style: bold; link-background: $surface;
    link-color-hover: $foreground; link-style-hover: bold underline; link-background-hover: $surface;
}
Panel > .tall { height: 90%; }
Panel > .wide { width: 110; }
Panel OptionList {
    height: 1fr; background: $surface; border: none; padding: 0; scrollbar-size-vertical: 1; color: $foreground;
}
Panel OptionList:focus { border: none; }
Panel Input { background: $panel; border: tall $edge; color: $foreground; margin-bottom: 1; }
Panel Input:focus { border: tall $secondary; }
Panel #answers { height: auto; margin-top: 1; background: $surface; }
Panel Button {
    height: 1; min-width: 10; border: none; padding: 0 2; margin: 0 2 0 0; background: $panel; color: $foreground;
    text-style: none;
}
Panel Button:focus { background: $primary; color: $block-cursor-foreground; text-style: bold; border: none; }
Panel Button:hover { background: $panel; text-style: underline; border: none; }
Cover { align: center middle; background: $background; }
Cover > .sheet { width: 64; max-width: 94%; height: auto; background: $surface; border: round $edge; padding: 2 3; }
Cover Static { width: 1fr; height: auto; text-align: center; background: $surface; }
"""


class Panel(ModalScreen[object]):
    """The base of all panels: Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "close")]

    def action_close(self) -> None:
        self.dismiss(None)


class Thing(msgspec.Struct, frozen=True):
    """Something that can be looked at in full. choices: the words of the choices that touch it, by number."""

    title: str
    kind: str = ""
    numbers: str = ""
    lines: tuple[str, ...] = ()
    flavour: str = ""
    rules: tuple[str, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()


def thing_of(piece: Piece | Space, choices: Sequence[tuple[int, str]] = (), inside: str = "") -> Thing:
    """A piece or space in full."""
    if isinstance(piece, Space):
        lines = list(piece.lines)
        for one in piece.pieces:
            sign = f"{shape(one.seat)} " if one.seat >= 0 else ""
            lines.append(f"{sign}{one.face} stands here. {figures(one)}".strip())
        kind = f"{piece.kind}, {inside}" if inside else piece.kind
        return Thing(piece.name or "A point on the road", kind, lines=tuple(lines), choices=tuple(choices))
    kind = piece.kind.replace("_", " ")
    return Thing(
        piece.face or f"A card face down ({kind})",
        kind,
        ", ".join(one for one in (figures(piece), piece.note) if one),
        piece.lines,
        piece.flavour,
        piece.rules,
        tuple(choices),
    )


class ThingPanel(Panel):
    """A card, space or token in full, with what may be done with it. Dismissed with the number of a choice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,space,enter", "close", "close"),
        Binding("left", "turn(-1)", "the one before"),
        Binding("right", "turn(1)", "the next"),
        Binding("r", "rules", "rules"),
    ]

    def __init__(self, things: Sequence[Thing], at: int, look: Look, quote: Callable[[str], str]) -> None:
        super().__init__()
        self.things = list(things)
        self.at = at
        self.look = look
        self.quote = quote

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"), VerticalScroll(can_focus=False):
            yield Static(id="thing")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        thing, look = self.things[self.at], self.look
        sheet = self.query_one(".sheet")
        sheet.border_title = escaped(clip(thing.title, 60))
        ways = [] if len(self.things) < 2 else [f"← → {self.at + 1} of {len(self.things)}"]
        ways += ["r rules"] * bool(thing.rules) + ["Esc close"]
        sheet.border_subtitle = escaped("   ".join(ways))
        out = Text()
        if thing.kind or thing.numbers:
            out.append(plain("   ".join(one for one in (thing.kind, thing.numbers) if one)) + "\n\n", look("ink3"))
        for line in thing.lines:
            out.append(plain(line) + "\n", look("ink"))
        if thing.flavour:
            out.append("\n" + plain(thing.flavour) + "\n", look("ink2", italic=True))
        for n, words in thing.choices:
            out.append("\n")
            out.append(f"[{n + 1}]", look("ember", bold=True) + _click(f"screen.pick({n})"))
            out.append(f" {plain(words)}", look("ember", bold=True) + _click(f"screen.pick({n})"))
        if thing.choices:
            out.append("\n")
        for id_ in thing.rules:
            text = self.quote(id_)
            out.append(f"\n{id_} ", look("info", bold=True))
            if text:
                out.append(without_marks(text), look("ink2"))
        out.rstrip()
        self.query_one("#thing", Static).update(out)

    def action_turn(self, by: int) -> None:
        self.at = (self.at + by) % len(self.things)
        self._show()

    def action_pick(self, n: int) -> None:
        self.dismiss(n)

    def action_rules(self) -> None:
        rules = self.things[self.at].rules
        self.dismiss(rules[0] if rules else None)

    def on_key(self, event: Key) -> None:
        numbers = [n for n, _ in self.things[self.at].choices]
        if event.key.isdigit() and int(event.key) - 1 in numbers:
            self.dismiss(int(event.key) - 1)


def _click(action: str) -> Style:
    return Style(meta={"@click": action})


def escaped(text: str) -> str:
    """Text for a title, where brackets would be markup."""
    return plain(text).replace("[", "\\[")


def without_marks(text: str) -> str:
    """A rule as read by a player: without its source and its Markdown."""
    text = re.sub(r"\s*\[\d{3}: [^\]]*\]", "", text)
    text = re.sub(r"\s*\[not tested alone:[^\]]*\]", "", text)
    return plain(re.sub(r"[*`]", "", text)).strip()


class TextPanel(Panel):
    """Text to scroll: the whole log, a board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,g,m", "close", "close"),
        Binding("tab", "next", "next"),
    ]

    def __init__(self, title: str, text: Text, *, end: bool = False, wide: bool = False, more: str = "") -> None:
        super().__init__()
        self.title_words = title
        self.text = text
        self.end = end
        self.wide = wide
        self.more = more

    def compose(self) -> ComposeResult:
        classes = f"sheet{' wide' if self.wide else ''}{' tall' if self.end else ''}"
        with Vertical(classes=classes), VerticalScroll(id="scroll"):
            yield Static(self.text)

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = escaped(self.title_words)
        sheet.border_subtitle = f"↑ ↓ scroll   {self.more}Esc close"
        scroll = self.query_one("#scroll", VerticalScroll)
        scroll.focus()
        if self.end:
            scroll.scroll_end(animate=False)

    def action_next(self) -> None:
        self.dismiss("next")


class AskPanel(Panel):
    """A question of the client itself, with buttons. Dismissed with the number of the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "close"),
        Binding("left,up", "app.focus_previous", priority=True),
        Binding("right,down", "app.focus_next", priority=True),
    ]

    def __init__(self, title: str, text: str, answers: Sequence[str], look: Look) -> None:
        super().__init__()
        self.title_words = title
        self.text = text
        self.answers = list(answers)
        self.look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(self.text, self.look("ink")))
            with Horizontal(id="answers"):
                for n, words in enumerate(self.answers):
                    yield Button(Text(words), id=f"answer-{n}", classes="answer")

    def on_mount(self) -> None:
        self.query_one(".sheet").border_title = escaped(self.title_words)
        self.query_one(".sheet").border_subtitle = "← → Enter choose   Esc back"
        self.query_one("#answer-0", Button).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(int((event.button.id or "answer-0").rpartition("-")[2]))

    def on_key(self, event: Key) -> None:
        if event.key.isdigit() and 0 < int(event.key) <= len(self.answers):
            self.dismiss(int(event.key) - 1)


class Cover(ModalScreen[None]):
    """Hides everything while the screen goes from one person to another."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "ready", "ready")]

    def __init__(self, name: str, seat: int, why: str, look: Look) -> None:
        super().__init__()
        self.person = name
        self.seat = seat
        self.why = why
        self.look = look

    def compose(self) -> ComposeResult:
        look, out = self.look, Text(justify="center")
        out.append(f"{shape(self.seat)}\n\n", look.seat(self.seat))
        out.append(f"Pass the screen to {plain(self.person)}\n\n", look("ink", bold=True))
        out.append(f"{plain(self.why)}\n\n", look("ink2"))
        out.append("Press Enter when nobody else is looking.", look("ink2"))
        with Vertical(classes="sheet"):
            yield Static(out, id="cover")

    def action_ready(self) -> None:
        self.dismiss(None)
