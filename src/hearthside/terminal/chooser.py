"""The chooser: which game, who sits where, which options; or to go on where one stopped."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin

import msgspec
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.widgets import Static

from ..engine.content import ContentError
from ..engine.errors import RecordError
from ..engine.game import Game
from ..engine.record import load, read
from ..games import GAMES, Listed
from ..games import game as game_of
from . import panels
from .canvas import plain, wrap
from .looks import FLAME, Look, shape, themes
from .saves import Settings, latest_save, read_settings
from .tabletop import theme_for

SITTER_WORDS = {
    "me": "you",
    "easy": "a bot that slips now and then",
    "normal": "a bot that plays to win",
    "hard": "a bot that plays as well as it can",
    "random": "a bot that plays anything",
    "": "nobody",
}
SHORT = {"me": "you"} | dict.fromkeys(("easy", "normal", "hard", "greedy", "random"), "bot")
NOTES = {
    "seat": "You, a bot, or nobody. Several people at one screen take turns at it; a cover hides each hand.",
    "dice": "With dice of your own you roll at the table and enter what they show; bots' dice fall by chance.",
    "game": "Each game comes with its rules (r), player aids (i) and an explanation of every question (?).",
}
WIDE = 72  # of the page, in columns


class Laid(msgspec.Struct):
    """What was chosen. resume: a saved game to go on with; then the rest is empty."""

    game: str
    seats: list[str] = []
    options: dict[str, Any] = {}
    own_dice: bool = False
    resume: Path | None = None


class Saved(msgspec.Struct, frozen=True):
    """A game that was left unfinished. why: it cannot be gone on with, in a sentence."""

    path: Path
    game: str
    title: str
    people: str
    when: str
    why: str = ""


def unfinished() -> Saved | None:
    """The game saved last, if it is not over."""
    path = latest_save()
    if path is None:
        return None
    try:
        record = read(path)
        minutes = (time.time() - path.stat().st_mtime) / 60
    except (RecordError, OSError):
        return None
    listed = GAMES.get(record.game)
    if record.over or listed is None:
        return None
    people = ", ".join(spec.partition(":")[2] or SHORT.get(spec, spec) for spec in record.people)
    why = ""
    try:
        load(record, game_of(record.game), log=False)
    except (RecordError, ContentError) as error:
        why = str(error)
    return Saved(path, record.game, listed.title, people, _ago(minutes), why)


def _ago(minutes: float) -> str:
    if minutes < 120:
        return f"{max(1, round(minutes))} min ago"
    return f"{round(minutes / 60)} hours ago" if minutes < 2880 else f"{round(minutes / 1440)} days ago"


def choosable(game: Game) -> list[tuple[str, list[Any]]]:
    """The options with few values, and these."""
    out: list[tuple[str, list[Any]]] = []
    for field in msgspec.structs.fields(game.Options):
        if field.type is bool:
            out.append((field.name, [False, True]))
        elif get_origin(field.type) is Literal:
            out.append((field.name, list(get_args(field.type))))
    return out


class Chooser(App[Laid]):
    """One page of lines: arrows walk and change, Enter starts. Returns what was chosen, None if it was left."""

    TITLE = "Hearthside"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "walk(-1)", priority=True),
        Binding("down,tab", "walk(1)", priority=True),
        Binding("left", "turn(-1)"),
        Binding("right", "turn(1)"),
        Binding("space", "turn(1)"),
        Binding("enter", "take"),
        Binding("escape,ctrl+c", "leave", priority=True),
    ]
    CSS = (
        panels.CSS
        + """
    Screen { align: center middle; background: $background; }
    #sheet { width: 78; max-width: 100%; height: auto; max-height: 100%; background: $surface; color: $foreground;
        border: round $edge; padding: 1 2; border-title-color: $foreground; border-title-style: bold;
        border-subtitle-color: $ink-3; }
    #lines { height: auto; max-height: 100%; scrollbar-size-vertical: 1; background: $surface; }
    #page { height: auto; width: 1fr; background: $surface; link-style: none; link-style-hover: underline;
        link-color: $foreground; link-background: $surface; }
    """
    )

    def __init__(self, *, settings: Settings | None = None, shelf: Sequence[Listed] = ()) -> None:
        super().__init__()
        self.settings = settings or read_settings()
        for theme in themes():
            self.register_theme(theme)
        if self.settings.theme not in ("day", "candle"):
            self.settings.theme = "candle"
        self.theme = theme_for(self, self.settings)
        self.shelf = list(shelf) or list(GAMES.values())
        self.saved = unfinished()
        self.at = 0
        self.own_dice = False
        self.game: Game
        self.kinds: list[str] = []  # what can sit on a seat
        self.sitters: list[str] = []
        self.names: list[str] = []
        self.values: dict[str, Any] = {}
        self._open(self.shelf[0])

    def _open(self, listed: Listed) -> None:
        """Takes a box from the shelf: its seats and options as they are by themselves."""
        self.listed = listed
        self.game = game_of(listed.name)
        most = listed.seats[-1]
        self.kinds = ["me", *self.game.levels, "random", ""]
        bot = self.game.levels[0]
        self.sitters = (["me", bot, bot] + [""] * most)[:most]
        self.names = [""] * most
        self.values = {name: getattr(self.game.Options(), name) for name, _ in choosable(self.game)}

    # ---- the lines ----

    def rows(self) -> list[tuple[str, Any]]:
        """What can be walked on: kinds of line, and which."""
        out: list[tuple[str, Any]] = [("resume", None)] if self.saved and not self.saved.why else []
        out += [("start", None), ("game", None)]
        out += [("seat", n) for n in range(len(self.sitters))]
        return [*out, ("dice", None), *(("option", name) for name in self.values)]

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"), VerticalScroll(id="lines", can_focus=False):
            yield Static(id="page")

    def on_mount(self) -> None:
        sheet = self.query_one("#sheet")
        sheet.border_title = "Hearthside"
        sheet.border_subtitle = "↑ ↓ walk   ← → change   Enter sit down   Esc leave"
        self._draw()

    def wrong(self) -> str:
        """Why nobody can sit down yet; empty if all is well."""
        count = sum(1 for one in self.sitters if one)
        if "me" not in self.sitters:
            return "You sit nowhere yet: give yourself a seat."
        if count not in self.listed.seats:
            return f"It is for {self.listed.seats[0]} to {self.listed.seats[-1]} players, not {count}."
        return ""

    def _draw(self) -> None:
        look, out = Look(theme_for(self, self.settings)), Text()
        if self.saved is not None and self.saved.why:
            for row in wrap(f"The game of {self.saved.when} stays closed. {self.saved.why}", WIDE - 4):
                out.append(f"    {row}\n", look("ink3", italic=True))
            out.append("\n")
        for n, (kind, which) in enumerate(self.rows()):
            on = n == self.at
            label, value, note = self._line(kind, which)
            if kind in ("game", "dice"):
                out.append("\n")
            elif kind == "seat" and which == 0:
                for row in wrap(self.listed.about, WIDE - 14):
                    out.append(f"{'':14}{row}\n", look("ink3", italic=True))
                out.append("\n")
            out.append("› " if on else "  ", look("focus", bold=True))
            click = Style(meta={"@click": f"app.press_line({n})"})
            if kind in ("resume", "start"):
                flame = look("ember" if not (kind == "start" and self.wrong()) else "ink3", bold=True)
                out.append(f"{FLAME} {label}", flame + click)
                out.append(f"  {plain(note)}\n", look("ink3"))
                continue
            if kind == "seat":
                out.append(f"{shape(which)} ", look.seat(which))
            out.append(
                f"{label:<{22 if kind in ('option', 'dice') else 8 if kind == 'seat' else 10}}", look("ink3") + click
            )
            out.append(f"{'‹ ' if on else '  '}{plain(value)}{' ›' if on else ''}", look("ink", bold=on) + click)
            out.append(f"  {plain(note)}\n", look("ink3"))
        kind, which = self.rows()[self.at]
        told = self.game.say_option(which) if kind == "option" else NOTES.get(kind, "")
        rows = wrap(told, WIDE - 2) if told else []
        for n in range(2):
            out.append("\n  " + (rows[n] if n < len(rows) else ""), look("ink2", italic=True))
        self.query_one("#page", Static).update(out)

    def _line(self, kind: str, which: Any) -> tuple[str, str, str]:
        if kind == "resume":
            assert self.saved is not None
            return "Go on where you stopped", "", f"{self.saved.title}: {self.saved.people}; {self.saved.when}"
        if kind == "start":
            return "Begin a new game", "", self.wrong()
        if kind == "game":
            note = f"{self.listed.seats[0]} to {self.listed.seats[-1]} players"
            return "Game", self.listed.title, note if len(self.shelf) < 2 else f"{note}, {len(self.shelf)} games"
        if kind == "seat":
            sitter, name = self.sitters[which], self.names[which]
            people = [n for n, one in enumerate(self.sitters) if one == "me"]
            if sitter != "me":
                return f"Seat {which + 1}", SITTER_WORDS[sitter], ""
            words = name or ("you" if len(people) < 2 else f"person {people.index(which) + 1}")
            here = self.rows()[self.at] == (kind, which)
            return f"Seat {which + 1}", words, "type a name, if you like" if here and not name else ""
        if kind == "dice":
            return "Dice", "your own, entered" if self.own_dice else "rolled here", ""
        value = self.values[which]
        words = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        return which.replace("_", " ").capitalize(), words, ""

    # ---- keys ----

    def action_walk(self, by: int) -> None:
        self.at = (self.at + by) % len(self.rows())
        self._draw()
        self.query_one("#lines", VerticalScroll).scroll_to(y=max(0, self.at - 4), animate=False)

    def action_turn(self, by: int) -> None:
        kind, which = self.rows()[self.at]
        if kind == "game":
            names = [one.name for one in self.shelf]
            self._open(self.shelf[(names.index(self.listed.name) + by) % len(names)])
        elif kind == "seat":
            self.sitters[which] = self.kinds[(self.kinds.index(self.sitters[which]) + by) % len(self.kinds)]
        elif kind == "dice":
            self.own_dice = not self.own_dice
        elif kind == "option":
            values = dict(choosable(self.game))[which]
            self.values[which] = values[(values.index(self.values[which]) + by) % len(values)]
        self._draw()

    def action_press_line(self, n: int) -> None:
        """A line was clicked."""
        self.at = n
        if self.rows()[n][0] in ("resume", "start"):
            self.action_take()
        else:
            self.action_turn(1)

    def on_key(self, event: Key) -> None:
        kind, which = self.rows()[self.at]
        if kind != "seat" or self.sitters[which] != "me":
            return
        if event.key == "backspace":
            self.names[which] = self.names[which][:-1]
        elif event.character and event.is_printable and event.character not in " ,:" and len(self.names[which]) < 16:
            self.names[which] += event.character
        else:
            return
        event.stop()
        self._draw()

    def action_take(self) -> None:
        if self.rows()[self.at][0] == "resume" and self.saved is not None:
            self.exit(Laid(self.saved.game, resume=self.saved.path))
            return
        if self.wrong():
            self._draw()
            self.bell()
            return
        seats = [
            f"me:{self.names[n]}" if one == "me" and self.names[n] else one for n, one in enumerate(self.sitters) if one
        ]
        self.exit(Laid(self.listed.name, seats, dict(self.values), self.own_dice))

    def action_leave(self) -> None:
        self.exit(None)


def choose() -> Laid | None:
    """Opens the chooser; None if it was left."""
    return Chooser().run()
