"""Bots of a level: easy, normal and hard, in every game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ..engine.ask import Ask
from ..engine.game import Game
from ..engine.table import Table
from .bot import Bot
from .greedy import Greedy
from .search import Search

LEVELS = ("easy", "normal", "hard")
LOOKS = 240  # about a fifth of a second in a large game
SLIPS = {"easy": 0.3, "normal": 0.0, "hard": 0.0}


class Level(Bot):
    """Plays as the game's own chooser of the level does; in a game without one greedily, with a slip now and then.

    A slip is any choice instead of the best one.
    """

    level = "normal"

    def __init__(self) -> None:
        self._game: Game | None = None
        self._own: Callable[[Any, Ask, random.Random], Any] | None = None
        self._greedy = Greedy()

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        game = table.game
        if game is not self._game:
            self._game, self._own = game, game.chooser(self.level)
        if self._own is not None:
            return self._own(table.g, ask, random)
        slips = SLIPS[self.level]
        if slips and ask.most == 1 and random.random() < slips:
            return ask.choices[int(random.random() * len(ask.choices))]
        return self._greedy.choose(table, ask, random)


class Easy(Level):
    """Slips often, or is slow."""

    level = "easy"


class Normal(Level):
    """Plays as most people do."""


class Hard(Level):
    """Plays as well as the game's own bot can; where the game has none, but can tell how it stands, it looks ahead.

    It looks so many times and not for so long: the same seed gives the same game on any machine.
    """

    level = "hard"

    def __init__(self, looks: int = LOOKS) -> None:
        super().__init__()
        self._search = Search(0, looks)

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        game = table.game
        if game.chooser(self.level) is None and game.evaluation() is not None:
            return self._search.choose(table, ask, random)
        return super().choose(table, ask, random)
