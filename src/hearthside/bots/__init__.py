"""Players that choose by themselves."""

from __future__ import annotations

from .chooser import BadSeat, Bot, Person, make, stream
from .greedy import Greedy
from .levels import LEVELS, Easy, Hard, Level, Normal
from .pacing import Pacer
from .playing import play
from .unplanned import Random

__all__ = [
    "LEVELS", "BadSeat", "Bot", "Easy", "Greedy", "Hard", "Level", "Normal", "Pacer", "Person", "Random",
    "make", "play", "stream",
]  # fmt: skip
