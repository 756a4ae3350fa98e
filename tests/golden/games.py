"""The golden games: which are played, and how a game is written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hearthside import bots
from hearthside.engine.game import Game
from hearthside.engine.table import Table
from hearthside.games.novus.game import Novus

FOLDER = Path(__file__).parent
# File, game, seats, seed. Greedy bots play.
GAMES: dict[str, tuple[Game, int, int]] = {
    "novus-2.txt": (Novus(), 2, 3),
}


def written(name: str) -> str:
    """A golden game, played now: its log line by line, consequences indented, each with its rule; then the result."""
    game, seats, seed = GAMES[name]
    table = Table.open(game, seats, seed)
    players = [(bots.make("greedy"), bots.stream(seed, seat)) for seat in range(seats)]
    while not table.over:
        ask = table.asks[0]
        player, random = players[ask.seat]
        table.answer(player.choose(table, ask, random), ask.seat)
    lines = [f"{game.title}, {seats} seats, seed {seed}, {table.serial} answers", ""]
    for entry in table.log or []:
        if _half(entry.event):
            continue
        if type(entry.event).__name__ == "TurnBegan":
            lines.append("")
        lines.append(f"{'    ' * game.follows(entry)}{game.say_event(table.g, entry, None)}  [{entry.rule}]")
    result = game.scene(table.g, None).result
    return "\n".join([*lines, "", result, ""])


def _half(event: Any) -> bool:
    """What is logged a second time for those who may not know the card."""
    return getattr(event, "card", None) == 0
