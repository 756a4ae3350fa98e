"""Lists what the box holds, kind by kind, for `hearthside content`, the lab and packs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from ...engine.game import Entry
from . import events, library
from .cards import Adventurer, Card, Quest, StorageMat, Tile, TileShape
from .checks import box, lawful
from .context import G
from .library import Content
from .setup import SEALS
from .state import HOLDING, PLACING
from .text import entry_text
from .text.grammar import count

FOLDER: Path = library.FOLDER
# Each file of the content (and of a pack), and what it holds.
FILES: dict[str, str] = {
    "tiles.yaml": "Item tiles: shape, tags, what one may claim besides",
    "quests.yaml": "Quest cards: seals, required and forbidden kinds",
    "adventurers.yaml": "Adventurers: penalty and bonus",
    "mats.yaml": "the four kinds of Storage mat, drawn; each can be replaced",
    "shapes.yaml": "shapes that items may have",
    "icons.yaml": "the 20 kinds of items: label and sign; each can be replaced",
}
# Kind, as people ask for it, and what it is.
KINDS: dict[str, str] = {
    "quest": "Quest cards",
    "item": "Item tiles",
    "adventurer": "Adventurers",
    "mat": "Storage mats",
    "shape": "Shapes of items",
    "icon": "Kinds of items",
}
# Where the entries of each kind stand (`hearthside compare --change`).
KIND_FILES: dict[str, tuple[str, ...]] = {
    "quest": ("quests.yaml",),
    "item": ("tiles.yaml",),
    "adventurer": ("adventurers.yaml",),
    "mat": ("mats.yaml",),
    "shape": ("shapes.yaml",),
    "icon": ("icons.yaml",),
}
ENDS = {"ready": "the last card taken", "stuck": "all stuck", "deadlock": "nothing fits", "time": "time was up"}
# Options of play-outs that nobody watches, if nothing else is asked for (LS-DIG-11).
PLAY_OUTS: dict[str, Any] = {"judge": "strict"}


def cards(content: Content, kind: str) -> list[Any]:
    """The entries of a kind, in the order of their file."""
    found: dict[str, list[Any]] = {
        "quest": content.quests,
        "item": content.tiles,
        "adventurer": content.adventurers,
        "mat": list(content.mats.values()),
        "shape": list(content.shapes.values()),
        "icon": list(content.icons.values()),
    }
    return found[kind]


def counts(content: Content) -> dict[str, int]:
    """How many of each kind there are; also squares of all items, and the quests of each difficulty deck."""
    seals = [quest.seals for quest in content.quests]
    decks = {f"{deck}_deck": sum(n in within for n in seals) for deck, within in SEALS.items()}
    return {kind: len(cards(content, kind)) for kind in KINDS} | decks | {"square": sum(content.size)}


def text(content: Content, card: Card) -> list[str]:
    """What stands on a card, a tile or a mat, one paragraph a line."""
    return entry_text(card, content)


def facts(content: Content, card: Card) -> str:
    """What is printed beside the text."""
    match card:
        case Quest():
            return count(card.seals, "seal")
        case Tile():
            return card.shape
        case TileShape():
            straight = ", straight" if card.straight else ""
            return f"{count(card.count, 'item')} of {count(card.size, 'square')}{straight}"
        case StorageMat():
            return f"{count(card.boards, 'board')}, {content.mats[card.back].title} on the back"
        case Adventurer():
            return ""
        case _:
            return card.id


def faults(content: Content) -> list[str]:
    """Everything wrong with the content, one sentence a fault."""
    return [*lawful.faults(content), *box.faults(content)]


def differences(content: Content) -> tuple[list[str], list[str]]:
    """What a pack does to the box: new faults, and how it departs from what the ledger asks of the box."""
    apart = Counter(box.faults(content)) - Counter(box.faults(library.load()))
    return list(lawful.faults(content)), list(apart.elements())


def labels(g: G) -> list[dict[str, str]]:
    """What each seat played: its Adventurer and its kind of mat, by name."""
    content = g.content
    return [
        {
            "adventurer": content.adventurer(player.adventurer).name if player.adventurer else "",
            "mat": content.mats[player.mat].title,
        }
        for player in g.state.players
    ]


def watched(content: Content) -> dict[int, tuple[str, str, str]]:
    """The cards that the lab watches: the items."""
    return {n: ("item", tile.id, tile.name) for n, tile in enumerate(content.tiles, 1)}


def held(g: G) -> list[list[int]]:
    """The items that each seat has now: in hand, on its mat, kept beside it."""
    return [
        [player.tile] * (player.hand in (HOLDING, PLACING)) + player.kept + [laid.tile for laid in player.laid]
        for player in g.state.players
    ]


def played(content: Content, entry: Entry) -> int:
    """The item that a line of the log says was packed."""
    return entry.event.tile if isinstance(entry.event, events.Placed) and entry.event.legal else 0


def rounds(g: G) -> list[list[int]]:
    """The winners of the rounds that are over and cleared away."""
    past = g.state.past[:-1] if g.state.stage in ("keep", "rest") else g.state.past
    return [[one.winner] for one in past]


def standings(g: G) -> list[float]:
    """How many rounds each seat has won."""
    return [float(player.wins) for player in g.state.players]


def figures(g: G) -> list[tuple[str, str, float]]:
    """What a game's rounds tell, as (table, row, number): for the lab."""
    state, content = g.state, g.content
    found = []
    mats = [content.mats[player.mat].title for player in state.players]
    names = [content.adventurer(player.adventurer).name for player in state.players if player.adventurer]
    kind = mats[0] if len(set(mats)) == 1 else "mixed mats"
    for past in state.past:
        quest = content.quest(past.quest)
        found.append(("seconds of Searching, by mat", kind, past.took / 1000))
        found.append(("seconds of Searching, by its end", ENDS.get(past.how, past.how), past.took / 1000))
        mean = sum(past.points) / len(past.points)
        found.append(("points a seat, by seals", count(quest.seals, "seal"), mean))
        found.append(("points a seat, by quest", quest.title, mean))
        for name, mat, points in zip(names, mats, past.points, strict=True):
            found.append(("points a round, by Adventurer", name, points))
            found.append(("points a round, by mat", mat, points))
    found.append(("rounds a game", "all", len(state.past)))
    return found


def plain(content: Content, card: Card) -> dict[str, Any]:
    """An entry as plain data: id, name, text first, then what its file says, defaults left out."""
    raw = msgspec.to_builtins(card)
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(card))}
    fields = {
        name: value
        for name, value in raw.items()
        if name not in ("id", "name", "title", "label") and getattr(card, name) != defaults[name]
    }
    return {"id": card.id, "name": card.name, "text": text(content, card), **fields}
