"""Where games are kept: one file a game in the user's data folder."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import msgspec

from ..engine.files import write_whole


class Settings(msgspec.Struct):
    """What a person chose about the client.

    pace: seconds to look at a bot's move. auto: pass windows of others. met: games whose player aids were shown.
    """

    theme: str = "candle"
    pace: float = 0.6
    auto: bool = True
    met: tuple[str, ...] = ()


def data_folder() -> Path:
    """HEARTHSIDE_DATA, or `hearthside` in XDG_DATA_HOME, or ~/.local/share/hearthside."""
    if own := os.environ.get("HEARTHSIDE_DATA"):
        return Path(own)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hearthside"


def saves_folder() -> Path:
    """Where autosaves lie."""
    return data_folder() / "saves"


def new_save(game: str) -> Path:
    """A path for a new game's record that no other game has."""
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path, n = saves_folder() / f"{stem}.json", 1
    while path.exists():
        n += 1
        path = saves_folder() / f"{stem}-{n}.json"
    return path


def latest_save(game: str | None = None) -> Path | None:
    """The game saved last (of one game, by its name, or of any), or None if there is none."""
    pattern = f"{game}-*.json" if game else "*.json"
    try:
        found = [(path.stat().st_mtime, str(path), path) for path in saves_folder().glob(pattern)]
    except OSError:
        return None
    return max(found)[2] if found else None


def read_settings() -> Settings:
    """The settings; their defaults where the file is missing or damaged."""
    try:
        return msgspec.json.decode((data_folder() / "terminal.json").read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError):
        return Settings()


def write_settings(settings: Settings) -> None:
    """Keeps the settings; a folder that cannot be written is no reason to stop."""
    try:
        write_whole(data_folder() / "terminal.json", msgspec.json.encode(settings))
    except OSError:
        return
