"""Players that choose by themselves."""

from __future__ import annotations

from .bot import BadSeat, Bot, Person, stream
from .greedy import Greedy
from .levels import LEVELS, Easy, Hard, Level, Normal
from .naming import make
from .pacing import Pacer
from .playing import play
from .search import Search
from .unplanned import Random

__all__ = [
    "LEVELS", "BadSeat", "Bot", "Easy", "Greedy", "Hard", "Level", "Normal", "Pacer", "Person", "Random",
    "Search", "make", "play", "stream",
]  # fmt: skip
