"""Who is spoken to: a text on one's own card says "your", one used in another's battle "the hero's"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from .. import vocabulary as v

Who = Literal["self", "other", "any"]


@dataclass(frozen=True)
class Voice:
    """How a text speaks.

    who, when: in whose turn or battle, and at what moment, the card is used.
    foe: the text stands on a creature or its event, where a bare "-1 CV" might be read as the creature's.
    names: printed names of points, regions, classes and characters, by id.
    """

    who: Who = "self"
    when: v.When = "either"
    foe: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def hero(self) -> str:
        """Whose the hero's things are: "your" or "the hero's"."""
        return "your" if self.who == "self" else "the hero's"

    def name(self, id_: str) -> str:
        """The printed name that goes with an id, or the id spelled out."""
        return self.names.get(id_) or id_.replace("-", " ").replace("_", " ").title()

    @property
    def current(self) -> str:
        """The player whose turn it is; "" for the reader."""
        if self.who == "self":
            return ""
        return "that player" if self.who == "other" or self.when != "any" else "the player whose turn it is"

    def at(self, when: v.When, who: Who) -> Voice:
        """The same reader, at another moment."""
        return replace(self, who=who, when=when)


OWN = Voice()
