"""Why not: what might be tried at each question, by its topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ....engine.game import Refusal
from ..state import Hero
from .adventure import adventure, follow_up, move, safe_travels
from .battle import escape, luck_first, window
from .phases import preparation, recovery
from .picks import (
    advance_now,
    character,
    curse,
    destroy,
    discard,
    enchant,
    equip,
    hand_limit,
    place,
    player,
    rift,
    take_off,
    while_resolving,
)

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def refusals(g: G, ask: Ask) -> list[Refusal]:
    """What the asked seat might try and may not now, with the reason; nothing that stands among the choices."""
    hero = g.state.heroes[ask.seat]
    topic = TOPICS.get(ask.topic, while_resolving)
    out: list[Refusal] = []
    for one in topic(g, hero, ask):
        if one not in out:
            out.append(one)
    return out


def _offered(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Ask for more", "1 offer at a time: agree or refuse, then make your own in your turn.", "NV-SELL-7")


def _entered(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Roll again", "The die shows what it shows; Luck is asked after a natural 1.", "NV-ROLL-7")


TOPICS: dict[str, Callable[[Any, Hero, Any], Iterator[Refusal]]] = {
    "character": character, "preparation": preparation, "recovery": recovery, "adventure": adventure,
    "safe_travels": safe_travels, "move": move, "window": window, "escape": escape, "luck": luck_first,
    "follow_up": follow_up, "discard": discard, "discard_for_cv": discard, "hand_limit": hand_limit,
    "destroy": destroy, "curse": curse, "enchant": enchant, "equip": equip, "take_off": take_off,
    "advance": advance_now, "place": place, "rift": rift, "player": player, "offer": _offered, "roll": _entered,
}  # fmt: skip
