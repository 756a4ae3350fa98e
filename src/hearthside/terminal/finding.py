"""Search: any rule by its number or its words, anything on the table by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..engine.ledger import Ledger, LedgerError, Rule
from .canvas import plain
from .looks import Look
from .panels import Panel, without_marks


class RulesPanel(Panel):
    """Any rule by its number or by words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "close"),
        Binding("down", "down", "down", priority=True),
        Binding("up", "up", "up", priority=True),
        Binding("pagedown", "page(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
    ]
    MOST = 300

    def __init__(self, ledger: Ledger, look: Look, at: str = "") -> None:
        super().__init__()
        self.ledger = ledger
        self.look = look
        self.at = at
        self.found: list[Rule] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet tall wide"):
            yield Input(value=self.at, placeholder="A rule's number, such as BATTLE-23, or words of it", id="query")
            yield OptionList(id="found")
            yield Static(id="count")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = "Rules"
        sheet.border_subtitle = "type to search   ↑ ↓ walk   Esc close"
        self._search(self.at)
        self.query_one("#query", Input).focus()

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, query: str) -> None:
        say = ""
        try:
            self.found = self.ledger.find(query) if query.strip() else list(self.ledger.rules)
            if len(self.found) == 1 and query.strip().upper() == self.found[0].id:
                # the rule that was asked for, among its neighbours
                chapter = self.found[0].chapter
                self.found += [r for r in self.ledger.rules if r.chapter == chapter and r is not self.found[0]]
        except LedgerError as error:
            self.found, say = [], str(error)
        shown = self.found[: self.MOST]
        listing = self.query_one("#found", OptionList)
        listing.clear_options()
        chapter = ""
        options = []
        for rule in shown:
            text = Text()
            if rule.chapter != chapter:
                chapter = rule.chapter
                text.append(f"{plain(chapter)}\n", self.look("ink3", italic=True))
            text.append(f"{rule.id} ", self.look("info", bold=True))
            text.append(without_marks(rule.text))
            options.append(Option(text))
        listing.add_options(options)
        if options:
            listing.highlighted = 0
        if not say:
            more = f", the first {self.MOST} shown" if len(self.found) > self.MOST else ""
            say = f"{len(self.found)} of {len(self.ledger.rules)} rules{more}"
            say = say if self.found else "No rule has all these words."
        self.query_one("#count", Static).update(Text(say, self.look("ink3")))

    def action_down(self) -> None:
        self.query_one("#found", OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one("#found", OptionList).action_cursor_up()

    def action_page(self, by: int) -> None:
        listing = self.query_one("#found", OptionList)
        for _ in range(8):
            (listing.action_cursor_down if by > 0 else listing.action_cursor_up)()


class FindPanel(Panel):
    """Anything on the table by its name. Dismissed with its id."""

    BINDINGS: ClassVar[list[BindingType]] = RulesPanel.BINDINGS

    def __init__(self, things: Sequence[tuple[str, str, str]], look: Look, title: str = "Find on the table") -> None:
        super().__init__()
        self.things = list(things)  # id, name, where
        self.look = look
        self.title_words = title
        self.shown: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet tall"):
            yield Input(placeholder="A name, or part of one", id="query")
            yield OptionList(id="found")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = self.title_words
        sheet.border_subtitle = "Enter look   ↑ ↓ walk   Esc close"
        self._search("")
        self.query_one("#query", Input).focus()

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, query: str) -> None:
        words = query.lower().split()
        listing = self.query_one("#found", OptionList)
        listing.clear_options()
        self.shown = []
        options = []
        for id_, name, where in self.things:
            if all(word in f"{name} {where}".lower() for word in words):
                text = Text(plain(name), self.look("ink", bold=True))
                text.append(f"  {plain(where)}", self.look("ink3"))
                options.append(Option(text))
                self.shown.append(id_)
        listing.add_options(options)
        if options:
            listing.highlighted = 0

    @on(Input.Submitted, "#query")
    def _submitted(self) -> None:
        at = self.query_one("#found", OptionList).highlighted
        if at is not None and at < len(self.shown):
            self.dismiss(self.shown[at])

    @on(OptionList.OptionSelected, "#found")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.shown[event.option_index])

    def action_down(self) -> None:
        self.query_one("#found", OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one("#found", OptionList).action_cursor_up()

    def action_page(self, by: int) -> None:
        listing = self.query_one("#found", OptionList)
        for _ in range(8):
            (listing.action_cursor_down if by > 0 else listing.action_cursor_up)()
