"""Lists the game-icons that the games of the house name, for the server to give out: `python web/scripts/icons.py`.

Writes web/icons.json. Names come from all content and from the scenes of a whole game of bots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hearthside.bots.playing import play
from hearthside.engine.game import Game
from hearthside.engine.table import Table
from hearthside.games import GAMES, catalogue, game

# What the client itself draws: emblems, covers, the lobby, decorations of charts.
OWN = [
    "backpack", "boot-prints", "candle-flame", "card-pick", "clover", "compass", "crossed-swords", "daemon-skull",
    "dragon-head", "evil-eyes", "evil-moon", "forest", "hourglass", "laurel-crown", "medieval-village-01", "meeple",
    "mounted-knight", "open-treasure-chest", "person", "perspective-dice-six", "robot-golem", "run", "sailboat",
    "sands-of-time", "scroll-unfurled", "sea-serpent", "skills", "small-fire", "spiked-dragon-head", "swap-bag",
    "clockwise-rotation", "grab", "horizontal-flip", "padlock", "wax-seal",
    "treasure-map", "two-coins", "upgrade", "vertical-banner", "village", "wolf-head", "book-aura",
]  # fmt: skip


def names(value: Any) -> Iterator[str]:
    """Every value of a field named icon, at any depth."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key == "icon" and isinstance(one, str) and one:
                yield one
            else:
                yield from names(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from names(one)


def of_game(made: Game) -> set[str]:
    """Names in a game's content and in the scenes of a game of bots."""
    found: set[str] = set()
    room = catalogue(made)
    if room is not None:
        content = made.content()
        cards = [room.plain(content, card) for kind in room.KINDS for card in room.cards(content, kind)]
        found |= set(names(msgspec.to_builtins(cards)))

    def look(table: Table) -> None:
        found.update(names(msgspec.to_builtins(table.game.scene(table.g, None))))

    count = made.seats[-1]
    play(Table.open(made, count, 1), ["greedy"] * count, 1, 200, look)
    return found


def collect() -> list[str]:
    """All names, sorted."""
    return sorted(set(OWN).union(*(of_game(game(name)) for name in GAMES)))


if __name__ == "__main__":
    Path(__file__).parent.with_name("icons.json").write_text(json.dumps(collect(), indent=0) + "\n")
