"""What each kind of card, tile and mat says."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from ..cards import FULL, OPEN, Adventurer, Card, Icon, Quest, StorageMat, Tile, TileShape
from ..library import Content
from ..vocabulary import BIT, Accepts, Kind
from .effects import effect_text
from .grammar import count, listed

TAKES: dict[Accepts, str] = {
    "one": "an item of exactly 1x1",
    "two": "an item of exactly 1x2",
    "straight": "a straight item of 3 or more squares",
}


def labels(kinds: Iterable[Kind], content: Content) -> list[str]:
    """The printed labels of kinds."""
    return [content.icons[kind].label for kind in kinds]


def adventurer_text(card: Adventurer, content: Content) -> tuple[str, str]:
    """The penalty and the bonus of an Adventurer."""
    return effect_text(card.penalty, content), " ".join(effect_text(one, content) for one in card.bonus)


def quest_text(card: Quest, content: Content) -> tuple[str, str]:
    """What a quest requires and what it forbids."""
    required, forbidden = labels(card.required, content), labels(card.forbidden, content)
    return f"Required: {', '.join(required)}.", f"Forbidden: {', '.join(forbidden)}."


def tile_text(tile: Tile, content: Content) -> list[str]:
    """What an item is, and what one may claim that it is."""
    plausible = labels(tile.plausible, content)
    return [
        f"{', '.join(labels(tile.tags, content))}; {count(content.shapes[tile.shape].size, 'square')} ({tile.shape}).",
        *([f"One might call it {listed(plausible, 'or')}."] if plausible else []),
    ]


def mat_text(mat: StorageMat) -> list[str]:
    """How much room a mat has, and what its special slots take."""
    squares = count(len(mat.cells(OPEN)), "open square")
    taken = len(mat.cells(FULL))
    return [
        f"{squares}, {taken} more already full." if taken else f"{squares}.",
        *(f"{slot.name}: takes {TAKES[slot.accepts]}, counts {slot.value} while empty." for slot in mat.slots),
    ]


@singledispatch
def entry_text(entry: Card, content: Content) -> list[str]:
    """What stands on any entry of the content, a paragraph a line."""
    raise NotImplementedError(type(entry))


@entry_text.register
def _(entry: Icon, content: Content) -> list[str]:
    bit = BIT[entry.id]
    on, required, forbidden = (
        sum(mask & bit > 0 for mask in masks) for masks in (content.tags, content.required, content.forbidden)
    )
    return [f"On {count(on, 'item')}; required by {count(required, 'quest')}, forbidden by {forbidden}."]


@entry_text.register
def _(entry: TileShape, content: Content) -> list[str]:
    names = [tile.name for tile in content.tiles if tile.shape == entry.id]
    return [*entry.picture.strip("\n").split("\n"), f"{listed(names)}." if names else "No item has it."]


@entry_text.register
def _(entry: Tile, content: Content) -> list[str]:
    return tile_text(entry, content)


@entry_text.register
def _(entry: Quest, content: Content) -> list[str]:
    return list(quest_text(entry, content))


@entry_text.register
def _(entry: Adventurer, content: Content) -> list[str]:
    penalty, bonus = adventurer_text(entry, content)
    return [f"Penalty: {penalty}", f"Bonus: {bonus}"]


@entry_text.register
def _(entry: StorageMat, content: Content) -> list[str]:
    return [*entry.lines, *mat_text(entry)]
