"""Whether the content is whole and lawful: the ledger's "Content validation checklist" and its counts."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import COUNTS, Klass, Map
from ..library import Content
from . import cards as each
from .chart import faults as map_faults
from .composition import amount, cards_of
from .decks import adventures, creatures, rewards
from .heroes import characters, classes


def faults(content: Content) -> list[str]:
    """Everything that is wrong with the content, one plain sentence a fault; empty if it is fit to play."""
    chart = Map(points=content.points, edges=content.edges, region_names=content.region_names)
    lairs = {card.point: card.cv for card in cards_of(content.quest_creatures, content) if card.point}
    return [
        *_counts(content),
        *each.every_card(content),
        *each.conditions(content),
        *adventures(content),
        *creatures(content),
        *rewards(content),
        *classes(content),
        *characters(content),
        *map_faults(chart, content.locations, lairs),
    ]


def _counts(content: Content) -> Iterator[str]:
    klasses: list[Klass] = cards_of(content.klasses, content)
    have = {
        "adventure": len(content.adventure),
        "encounter": len(content.encounter),
        "reward": len(content.reward),
        "location": len(content.locations),
        "quest_creature": len(content.quest_creatures),
        "character": len(content.characters),
        "basic_class": sum(klass.basic for klass in klasses),
        "advanced_class": sum(not klass.basic for klass in klasses),
        "animal_ally": len(content.allies),
        "special": len(content.special_rewards) + len(content.special_creatures),
        "point": len(content.points),
    }
    for kind, want in COUNTS.items():
        yield from amount(f"cards of the kind {kind}", have[kind], want)
