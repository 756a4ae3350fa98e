"""Serves the tests' own games beside those of the house: `python -m tests.tiny.serve --port 8700 --db file`."""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn

from hearthside.server.app import create_app
from hearthside.server.settings import Settings

from .gallery import Gallery


def main() -> None:
    """Serves on this machine until it is told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8700)
    parser.add_argument("--db", type=Path, required=True)
    asked = parser.parse_args()
    uvicorn.run(
        create_app(Settings(db=f"sqlite:///{asked.db.resolve()}"), {"gallery": Gallery()}),
        port=asked.port,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
