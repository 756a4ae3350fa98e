"""What games remember of people across tables (honours). There are no accounts: a person is a browser's cookie.

Each browser that holds a person's seat has a book for each game: the files that the game keeps. Once a table is over,
whoever holds a person's seat there gets it written up, and reads what the game says of it; both as often as they look,
for games remember the same result once. A seat that moved to another device is remembered on both from then on.
Tables that began from an uploaded record, and seats that a bot played to the end, are not remembered.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

from ..engine.game import Game

log = logging.getLogger("hearthside.server")
LARGEST = 64 * 1024  # bytes of a book
Book = dict[str, bytes]


def remember(game: Game, g: Any, book: Book) -> tuple[tuple[str, ...], Book]:
    """Has a game write up a finished table: work for a thread. Returns the lines to show, and the book after it."""
    with tempfile.TemporaryDirectory(prefix="hearthside-") as folder:
        for name, data in book.items():
            Path(folder, name).write_bytes(data)
        try:
            lines = game.remember(g, Path(folder))
        except ValueError as error:
            log.error("book_failed", extra={"game": game.name, "why": str(error).replace(folder, "")})
            return (), book
        found = {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir()) if file.is_file()}
    if sum(map(len, found.values())) > LARGEST:
        log.error("book_failed", extra={"game": game.name, "why": "it grew too large"})
        return (), book
    return tuple(lines), found
