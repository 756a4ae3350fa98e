"""The terminal client: any game's scenes on one screen, any choice by number, arrow, click or the thing itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType

from ..bots import BadSeat
from ..engine.content import ContentError
from ..engine.errors import RecordError, Refused
from ..engine.game import Game
from . import panels
from .looks import themes
from .result import ResultPanel
from .saves import Settings, latest_save, read_settings
from .sitting import Sitting
from .table import TableScreen
from .tabletop import theme_for

__all__ = ["HearthsideApp", "ResultPanel", "TableScreen", "latest_save", "run"]


class HearthsideApp(App[int]):
    """The terminal client over one sitting after another."""

    TITLE = "Hearthside"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS = (
        panels.CSS
        + """
    #header, #footer { height: 1; }
    #body { height: 1fr; }
    #left { width: 1fr; }
    #side { margin-left: 1; height: 1fr; }
    #small { display: none; width: 1fr; height: 1fr; content-align: center middle; background: $surface; }
    Toast { background: $panel; color: $foreground; border-left: outer $secondary; padding: 0 1; max-width: 60; }
    Toast.-warning { border-left: outer $warning; }
    Toast.-error { border-left: outer $error; }
    """
    )

    def __init__(self, sitting: Sitting, *, settings: Settings | None = None, fresh: Any = None) -> None:
        super().__init__()
        self.settings = settings or read_settings()
        if self.settings.theme not in ("day", "candle"):
            self.settings.theme = "candle"
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_for(self, self.settings)
        self.sitting = sitting
        self.fresh = fresh

    def on_mount(self) -> None:
        self._sit()

    def _sit(self) -> None:
        self.sitting.auto = self.settings.auto
        self.push_screen(TableScreen(self.sitting, self.settings))

    def again(self) -> None:
        """The same people and bots play a new game."""
        if self.fresh is None:
            self.exit(0)
            return
        self.sitting = self.fresh()
        self.pop_screen()
        self._sit()


def run(
    game: Game,
    seats: list[str],
    *,
    seed: int | str | None = None,
    own_dice: bool = False,
    resume: Path | None = None,
    packs: Sequence[Path] = (),
    options: Any = None,
) -> int:
    """Plays a game in the terminal.

    Args:
        seats: who sits where: "me", "me:Name" (several share the screen), or bots by name. With `resume` it may be
            empty: then the same sit there again.
        seed: of the dice; drawn by chance if None. own_dice: people roll dice of their own and enter the faces.
        resume: a saved game. packs: folders of content laid over the box's. options: the game's, or a dict of them.

    Returns:
        An exit status: 0, or 2 after one sentence that says what is wrong.
    """

    def fresh(seed: int | str | None = None) -> Sitting:
        return Sitting.new(game, seats or specs, seed=seed, own_dice=own_dice, packs=packs, options=options)

    specs = ["me"]
    try:
        if resume is not None:
            sitting = Sitting.resumed(game, resume, seats, own_dice=own_dice, packs=packs)
            specs = [chair.spec for chair in sitting.chairs]
        else:
            sitting = fresh(seed)
    except (Refused, RecordError, BadSeat, ContentError, ValueError) as error:
        where = f"{resume}: " if resume is not None and str(resume) not in str(error) else ""
        print(f"hearthside: {where}{error}", file=sys.stderr)
        return 2
    if not sitting.people:
        print("hearthside: Nobody sits at the screen: at least one seat must be me.", file=sys.stderr)
        return 2
    app = HearthsideApp(sitting, fresh=fresh)
    status = app.run()
    if not sitting.table.over and not app.sitting.unsaved:
        print(f"The game is saved as {app.sitting.path}")
    return int(status or 0)
