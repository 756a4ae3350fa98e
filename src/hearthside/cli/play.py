"""`hearthside play`: a game in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ..engine.record import read
from ..games import game as game_of
from . import asked
from .faults import Fault

SEATS = "me,normal,normal"
SEEDS = 2**53  # so many that nobody finds the seed from the hash that is shown at the start
NO_TERMINAL = """\
`hearthside play` draws the table in a terminal, and there is none here: its input or output goes elsewhere.
  hearthside play                                   choose a game and who sits where
  hearthside play novus --seats me,me,random        two people at one screen, and a bot
  hearthside play --resume                          go on where you stopped
Over ssh or in a container, ask for a terminal: ssh -t ..., docker run -it ...
Without one: `hearthside simulate novus` plays by bots, `hearthside replay FILE` tells a saved game."""


def run(arguments: argparse.Namespace) -> int:
    """Opens the table; its exit status is the terminal's."""
    if _bare(arguments) and sys.stdin.isatty() and sys.stdout.isatty():
        return _chosen()
    name = arguments.game
    if name:
        game_of(name)
    resume = _saved(arguments.resume, name)
    if resume:
        record = read(resume)
        if name and name.lower() != record.game:
            raise Fault(f"{resume}: this is a game of {record.game}, not of {name}.")
        name = record.game
    game = game_of(name or "novus")
    # A resumed game seats the same again unless others are named.
    seats = asked.seats(arguments.seats or SEATS, game) if arguments.seats or not resume else []
    packs = asked.packs(arguments.pack, game)
    options = asked.options(arguments.option, game)
    if packs:
        game.content(packs)  # finds out what is wrong with a pack before the screen is taken
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(NO_TERMINAL, file=sys.stderr)
        return 2
    run_table = _terminal("app").run
    seed = asked.seed(arguments.seed) if arguments.seed is not None else secrets.randbelow(SEEDS)
    status: int = run_table(
        game, seats, seed=seed, own_dice=arguments.own_dice, resume=resume, packs=packs, options=options
    )
    return status


def _bare(arguments: argparse.Namespace) -> bool:
    """Nothing was chosen on the command line."""
    told = (arguments.game, arguments.seats, arguments.seed, arguments.own_dice, arguments.pack, arguments.option)
    return arguments.resume is None and not any(told)


def _chosen() -> int:
    """Lets a person choose on a screen, then opens the table."""
    laid = _terminal("chooser").choose()
    if laid is None:
        return 0
    seed = secrets.randbelow(SEEDS)
    status: int = _terminal("app").run(
        game_of(laid.game),
        laid.seats,
        seed=seed,
        own_dice=laid.own_dice,
        resume=laid.resume,
        packs=[],
        options=laid.options,
    )
    return status


def _terminal(room: str) -> ModuleType:
    """A module of the terminal client.

    Raises:
        Fault: what it needs is not installed.
    """
    try:
        return import_module(f"...terminal.{room}", __name__)
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hearthside"):
            raise
        raise Fault(
            f"Playing in the terminal needs {error.name}, which is not installed: pip install hearthside."
        ) from None


def _saved(asked_for: str | None, name: str | None) -> Path | None:
    """The file to go on with: the one named, or the game saved last."""
    if asked_for is None:
        return None
    if asked_for:
        return Path(asked_for)
    from ..terminal.saves import latest_save, saves_folder

    latest = latest_save(name.lower() if name else None)
    if latest is None:
        raise Fault(f"There is no saved game in {saves_folder()}; `hearthside play` begins one.")
    return latest
