"""Players that choose by themselves."""

from __future__ import annotations

from .chooser import BadSeat, Bot, Person, make, stream
from .greedy import Greedy
from .playing import play
from .unplanned import Random

__all__ = ["BadSeat", "Bot", "Greedy", "Person", "Random", "make", "play", "stream"]
