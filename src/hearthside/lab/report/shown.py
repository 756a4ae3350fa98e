"""What the sections of a report draw from, and where they leave what is worth a look."""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from ...engine.game import Game
from ..observed import Observed
from ..simulate import Simulation
from .page import Charts


class Note(NamedTuple):
    """A sentence for the top of the page, and the section that says more. HTML."""

    section: str
    sentence: str


class Shown:
    """A simulation on its way onto a page.

    Attributes:
        found: the simulation. seen: what was seen of its games, None if nobody watched. room: the game's catalogue.
        unit: what is won and lost as one where cards are weighed: "round" or "game".
    """

    def __init__(self, found: Simulation, game: Game, room: ModuleType | None, seen: Observed | None) -> None:
        self.found = found
        self.game = game
        self.room = room
        self.seen = seen
        self.charts = Charts()
        self.notes: list[Note] = []
        self.unit = "round" if seen and seen.rounds else "game"

    @property
    def good(self) -> int:
        """Games without error: all shares are of these."""
        return self.found.summary.won.of

    @property
    def even(self) -> float:
        """An even share of the wins for each seat."""
        seats = self.found.summary.seats
        return sum(seat.wins.share for seat in seats) / len(seats)

    @property
    def alike(self) -> bool:
        """The same bot sits on every seat."""
        return len(set(self.found.seats)) == 1

    def note(self, section: str, sentence: str) -> None:
        self.notes.append(Note(section, sentence))
