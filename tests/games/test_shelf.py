"""The shelf of games tells the truth about each."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hearthside.games import GAMES, UnknownGame, catalogue, game
from hearthside.lab.reference.connect_four import ConnectFour


@pytest.mark.parametrize("name", list(GAMES))
def test_the_shelf_and_the_game_agree(name: str) -> None:
    made, listed = game(name), GAMES[name]
    assert (made.name, made.title, made.about, made.seats) == (name, listed.title, listed.about, listed.seats)
    assert game(name.upper()).name == name


def test_an_unknown_game_lists_the_games() -> None:
    with pytest.raises(UnknownGame, match=r"no game called 'chess'; the games are: novus"):
        game("chess")


def test_the_shelf_does_not_import_the_games() -> None:
    code = "import sys, hearthside.games; print([m for m in sys.modules if 'novus' in m])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_a_catalogue_is_optional() -> None:
    assert catalogue(game("novus")) is not None
    assert catalogue(ConnectFour()) is None
