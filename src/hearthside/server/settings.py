"""What a server is told when it starts."""

from __future__ import annotations

import os

import msgspec

VARIABLE = "HEARTHSIDE_SERVER"  # hands the settings to worker processes


class Settings(msgspec.Struct, frozen=True):
    """db: URL of the database. faults: folder for records of rules that broke; empty: nowhere.
    origins: addresses that browsers use ("https://games.example"); empty: whatever host they name. hosts: host names
    that are served; empty: any. shared: there are several workers. news: redis://..., by which they tell each
    other; empty: by the database. pace: longest that a table may let its bots wait,
    in milliseconds. rate, burst: messages a second on a socket. made: tables a minute from one address. hint: the bot
    that hints are asked of, as a bot is named (search:600ms, search:200); empty: none are given.
    """

    db: str
    faults: str = ""
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    shared: bool = False
    news: str = ""
    pace: int = 5000
    rate: float = 40.0
    burst: int = 120
    made: int = 300
    hint: str = "search:600ms"
    log: str = "INFO"


def hand_over(settings: Settings) -> None:
    """Leaves the settings where `handed_over` finds them in child processes."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def handed_over() -> Settings:
    """The settings that the parent process left."""
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)
