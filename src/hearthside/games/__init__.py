"""The games of the house, by name. Knowing a game's name and title does not import it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import msgspec

from ..engine.game import Game


class Listed(msgspec.Struct, frozen=True):
    """What a shelf tells of a game: its title, for how many it is, one sentence, and where its class lives."""

    name: str
    title: str
    seats: range
    about: str
    home: str  # "module:class", relative to this package


GAMES: dict[str, Listed] = {
    one.name: one
    for one in (
        Listed(
            "novus",
            "Legends of Novus",
            range(1, 6),
            "A fantasy adventure race over a wild continent: travel, fight, grow, and become its legend.",
            ".novus.game:Novus",
        ),
        Listed(
            "lastsecond",
            "Last-Second Quest",
            range(2, 6),
            "Everybody packs from one heap at once, against the clock; then all argue about what counts.",
            ".lastsecond.game:LastSecond",
        ),
    )
}


class UnknownGame(Exception):
    """There is no game of that name. The message lists the games."""


def game(name: str) -> Game:
    """The game of that name, imported now.

    Raises:
        UnknownGame: one sentence that lists the games.
    """
    listed = GAMES.get(name.lower())
    if listed is None:
        raise UnknownGame(f"There is no game called {name!r}; the games are: {', '.join(GAMES)}.")
    module, _, cls = listed.home.partition(":")
    made = getattr(import_module(module, __name__), cls)()
    assert isinstance(made, Game)
    return made


def catalogue(of: Game) -> ModuleType | None:
    """The room `catalogue` of a game's folder, which lists its cards; None if the game has none."""
    folder = type(of).__module__.rpartition(".")[0]
    if not folder:
        return None
    try:
        return import_module(f"{folder}.catalogue")
    except ModuleNotFoundError as error:
        if error.name != f"{folder}.catalogue":
            raise
        return None
