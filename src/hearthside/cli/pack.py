"""`hearthside pack`: makes the skeleton of a pack, and checks one."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.table import Table
from ..games import GAMES
from ..games import game as game_of
from ..lab.simulate import play_one, play_outs
from . import asked
from .faults import Fault

GAMES_PLAYED = 5


def run(arguments: argparse.Namespace) -> int:
    """new or check."""
    if arguments.action == "new":
        return new(Path(arguments.folder), game_of(arguments.game))
    return check(arguments.folder)


def new(folder: Path, game: Game) -> int:
    """Writes a skeleton: a file a kind, each with its first card as a comment."""
    room = asked.room(game)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Fault(f"{folder}: this is there already; name a new or an empty folder.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise Fault(f"{folder}: cannot be made ({error.strerror}).") from None
    try:
        for name, text in skeleton(game, room, folder.name).items():
            (part / name).write_text(text, encoding="utf-8")
        part.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise Fault(f"{folder}: cannot be written ({error.strerror}).") from None
    print(f"{folder} is a pack for {game.title} that changes nothing yet: every example in it is a comment.")
    print(f"  edit          {folder / next(iter(room.FILES))}")
    print(f"  check         hearthside pack check {folder}")
    print(f"  play with it  hearthside play {game.name} --pack {folder}")
    return 0


def skeleton(game: Game, room: ModuleType, name: str) -> dict[str, str]:
    """The files of a new pack, by name."""
    whole = ("map.yaml", "tables.yaml")
    files = {
        asked.PACK_FILE: (
            f"# What this pack is. `game` says what it is for.\n"
            f'game: {game.name}\nname: {msgspec.json.encode(name).decode()}\nabout: ""\n'
        )
    }
    for file, holds in room.FILES.items():
        if file in whole:
            continue
        example = first_entry((room.FOLDER / file).read_text(encoding="utf-8"))
        commented = "\n".join(f"# {line}".rstrip() for line in example.splitlines())
        files[file] = (
            f"# {game.title}: {holds}.\n"
            f"# An entry with the id of a card of the box replaces that card; one with a new id is added.\n"
            f"# Delete this file if the pack leaves these cards alone. An example, the first card of the box;\n"
            f"# take the `# ` away from its lines, change what you like, then run `hearthside pack check`.\n\n"
            f"{commented}\n"
        )
    return files


def first_entry(text: str) -> str:
    """The first entry of a YAML list written in blocks: from its dash to the next."""
    lines = text.splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith("- ")]
    entry = lines[starts[0] : starts[1] if len(starts) > 1 else None]
    while entry and (not entry[-1].strip() or entry[-1].startswith("#")):
        entry.pop()
    return "\n".join(entry)


def check(folder: str) -> int:
    """Reads a pack strictly, checks the content with it and plays a few games."""
    if not Path(folder).is_dir():
        raise Fault(f"{folder}: there is no such folder; `hearthside pack new {folder} --game GAME` makes one.")
    info = asked.pack_info(Path(folder))
    game = game_of(info.game if info else next(iter(GAMES)))
    room = asked.room(game)
    path = asked.pack_folder(folder, game)
    box, content = game.content(()), game.content([path])
    for kind, words in room.KINDS.items():
        old = {card.id: card for card in room.cards(box, kind)}
        made = room.cards(content, kind)
        added = [card.name for card in made if card.id not in old]
        changed = [card.name for card in made if card.id in old and card != old[card.id]]
        for what, names in (("added", added), ("changed", changed)):
            if names:
                print(f"{words} {what}: {', '.join(names)}")
    faults, apart = room.differences(content)
    for line in apart:
        print(f"Other than the box: {line}")
    faults += _played(game, content)
    for fault in faults:
        print(fault)
    if faults:
        raise Fault(f"{folder}: the pack has {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.")
    print(f"{folder} is fit to play: its files are read, its cards are lawful, and {GAMES_PLAYED} games ended.")
    return 0


def _played(game: Game, content: Any) -> list[str]:
    """What went wrong in a few games at random, each at another number of seats."""
    options: Any = msgspec.convert(play_outs(game), game.Options)
    found: list[str] = []

    def watch(table: Table) -> None:
        if table.serial % 50 == 0:
            found.extend(table.game.faults(table.g))

    for number in range(1, GAMES_PLAYED + 1):
        seats = ["random"] * game.seats[number % len(game.seats)]
        played, _ = play_one(game, seats, number, f"pack.{number}", options, content, watch=watch)
        if played.end == "error":
            found.append(f"A game of {len(seats)} broke (seed {played.seed}): {played.error}")
    return list(dict.fromkeys(found))[:10]
