"""What must hold of any content, a pack's too, one plain sentence a fault.

What one entry says is checked as it is read (`cards.py`, `library.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..library import Content
from . import packing


def faults(content: Content) -> Iterator[str]:
    """Everything that makes content unfit to play."""
    yield from _names(content)
    for number, quest in enumerate(content.quests, 1):
        if not scoring(content, number):
            yield f"No item scores on the quest {quest.title}: all that are required are forbidden too."
    yield from packing.faults(content)


def scoring(content: Content, quest: int) -> int:
    """How many items are required and not forbidden by the quest of that number."""
    required, forbidden = content.required[quest], content.forbidden[quest]
    return sum(bool(tags & required) and not tags & forbidden for tags in content.tags)


def both(content: Content, quest: int) -> int:
    """How many items are required and forbidden at once."""
    required, forbidden = content.required[quest], content.forbidden[quest]
    return sum(bool(tags & required and tags & forbidden) for tags in content.tags)


def _names(content: Content) -> Iterator[str]:
    for kind, names in (
        ("items", [tile.name for tile in content.tiles]),
        ("quests", [quest.title for quest in content.quests]),
        ("Adventurers", [card.name for card in content.adventurers]),
    ):
        for name, n in Counter(names).items():
            if n > 1:
                yield f"{n} {kind} are called {name}."
