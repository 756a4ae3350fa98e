"""The table screen's ground: whose eyes it shows, what stands on it, and how it is drawn anew."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App
from textual.screen import Screen

from ..engine.ask import Ask
from ..engine.ledger import Ledger
from ..engine.scene import Prompt
from .looks import Look
from .panes import Pane
from .saves import Settings
from .sitting import Sitting
from .view import View
from .worldmap import Eye

AGAIN = object()  # the question is put again (after an undo)


def theme_for(app: App[Any], settings: Settings) -> str:
    """The name of the theme, as fine as the terminal's colours are."""
    return settings.theme if app.console.color_system == "truecolor" else f"{settings.theme}-256"


class Tabletop(Screen[None]):
    """What every chapter of the table screen works with."""

    ALLOW_SELECT = False

    def __init__(self, sitting: Sitting, settings: Settings) -> None:
        super().__init__()
        self.sitting = sitting
        self.settings = settings
        self.eye = Eye()
        self.viewer: int | None = None  # whose eyes the screen shows
        self.asked: Ask | None = None  # the question a person is answering
        self.answered: asyncio.Future[Any] | None = None
        self.hurry = asyncio.Event()
        self.hurried = False
        self.busy = False  # a bot is thinking: nobody touches the table
        self.covered = False
        self._ledger: Ledger | None = None
        self._warned = False
        people = sitting.people
        if len(people) == 1:
            self.viewer = people[0]
        self.view = View(
            sitting.scene(self.viewer),
            Prompt(sitting.table.serial, ""),
            self.look,
            self.viewer,
            self._people(),
            looked=self.viewer if self.viewer is not None else 0,
        )

    @property
    def look(self) -> Look:
        return Look(theme_for(self.app, self.settings))

    def _people(self) -> dict[int, str]:
        return {seat: self.sitting.person(seat) for seat in range(len(self.sitting.chairs))}

    def repaint(self) -> None:
        """Draw every area anew from the view."""
        for pane in self.query(Pane):
            pane.repaint()

    def show(self, *, fresh: bool = True) -> None:
        """Look at the table anew through the viewer's eyes."""
        view, sitting = self.view, self.sitting
        view.look = self.look
        view.now = sitting.clock.now()
        if fresh and not self.busy:
            view.scene = sitting.scene(self.viewer)
            view.prompt = sitting.prompt(self.viewer)
            view.lines = sitting.lines(self.viewer)
            if self.asked is None and view.prompt.mine:
                view.prompt = Prompt(view.prompt.serial, view.prompt.words, waiting=view.prompt.waiting)
        view.seat = self.viewer
        passing = self.viewer is not None and self.viewer in sitting.passing
        view.status = "passing this turn" if passing else self._time() or ("auto-pass on" if sitting.auto else "")
        view.warning = "not saved" if sitting.unsaved else ""
        self.repaint()

    def _time(self) -> str:
        due = self.sitting.table.deadline
        if due is None:
            return ""
        return f"{max(0, due - self.sitting.clock.now()) // 1000} s left"

    def _ready(self) -> bool:
        return self.asked is not None and self.answered is not None and not self.answered.done()

    def choose(self, n: int) -> None:
        """Takes the choice of that number, or ticks it where several are wanted."""
        raise NotImplementedError

    def finish(self) -> None:
        """The result, and what next."""
        raise NotImplementedError

    def _hurry(self) -> None:
        if not self.sitting.table.over:
            self.hurried = True
            self.hurry.set()
