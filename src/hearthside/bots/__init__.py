"""Players that choose by themselves."""

from __future__ import annotations

from .advice import Advice, Pick, advise
from .bot import BadSeat, Bot, Person, stream
from .curves import Curve, Point, Turn, curve
from .greedy import Greedy
from .levels import LEVELS, Easy, Hard, Level, Normal
from .naming import make
from .pacing import Pacer
from .playing import play
from .search import Search
from .unplanned import Random

__all__ = [
    "LEVELS", "Advice", "BadSeat", "Bot", "Curve", "Easy", "Greedy", "Hard", "Level", "Normal", "Pacer", "Person",
    "Pick", "Point", "Random", "Search", "Turn", "advise", "curve", "make", "play", "stream",
]  # fmt: skip
