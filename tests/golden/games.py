"""The golden games: which are played, and how a game is written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hearthside import bots
from hearthside.engine.game import Game
from hearthside.engine.table import Table
from hearthside.games.lastsecond.context import Options
from hearthside.games.lastsecond.game import LastSecond
from hearthside.games.novus.game import Novus

FOLDER = Path(__file__).parent
# File, game, who sits there, seed, options.
GAMES: dict[str, tuple[Game, list[str], int, Any]] = {
    "novus-2.txt": (Novus(), ["greedy"] * 2, 3, None),
    "lastsecond-real-3.txt": (LastSecond(), ["easy", "normal", "hard"], 2, Options(mat="mixed")),
    "lastsecond-sliced-2.txt": (LastSecond(), ["normal", "hard"], 8, Options(mode="sliced", pile="buried")),
}


def written(name: str) -> str:
    """A golden game, played now: its log line by line, consequences indented, each with its rule, and its
    time where a clock runs; then the result."""
    game, players, seed, options = GAMES[name]
    table = Table.open(game, len(players), seed, options)
    bots.play(table, players, seed)
    lines = [f"{game.title}, {len(players)} seats, seed {seed}, {table.serial} answers", ""]
    for entry in table.log or []:
        if _half(entry.event):
            continue
        if game.opens(entry) and lines[-1]:
            lines.append("")
        at = getattr(entry.event, "at", None)
        note = entry.rule if at is None else f"{entry.rule}, {at / 1000:.2f} s"
        lines.append(f"{'    ' * game.follows(entry)}{game.say_event(table.g, entry, None)}  [{note}]")
    result = game.scene(table.g, None).result
    return "\n".join([*lines, "", result, ""])


def _half(event: Any) -> bool:
    """What is logged a second time for those who may not know the card."""
    return getattr(event, "card", None) == 0
