"""Chance: the one door through which randomness enters the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class NeedRoll(Exception):
    """A rule wants a die that a person rolls (own dice)."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Chance:
    """Dice, shuffles and picks, each outcome written on the tape.

    Args:
        random: a function that gives floats in [0, 1), such as `random.Random(seed).random`.
        dice: faces that the next calls of `d` show, in order, before the stream is used (tests).
        own_dice: `d` raises NeedRoll instead of rolling.

    Every outcome is an int in 0..n-1 on `tape`. While `feed` holds recorded outcomes they are used instead.
    """

    __slots__ = ("at", "dice", "feed", "own_dice", "plain", "random", "tape")

    def __init__(self, random: Callable[[], float], dice: Sequence[int] = (), own_dice: bool = False) -> None:
        self.random = random
        self.tape: list[int] = []
        self.feed: Sequence[int] = ()
        self.at = 0
        self.dice = list(dice)
        self.own_dice = own_dice
        self.plain = not self.dice and not own_dice

    def replay(self, outcomes: Sequence[int]) -> None:
        """Let the next outcomes be these, in order; afterwards the stream goes on."""
        self.feed = outcomes
        self.at = 0
        self.plain = not outcomes and not self.dice and not self.own_dice

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, all equally likely."""
        value = int(self.random() * n) if self.plain else self._other(n, die=False)
        self.tape.append(value)
        return value

    def d(self, sides: int) -> int:
        """The face of one die, 1 to `sides`."""
        value = int(self.random() * sides) if self.plain else self._other(sides, die=True)
        self.tape.append(value)
        return value + 1

    def shuffle(self, xs: list[Any]) -> None:
        """Shuffle a list in place (Fisher and Yates, from the end)."""
        if self.plain:
            random, tape = self.random, self.tape
            for i in range(len(xs) - 1, 0, -1):
                j = int(random() * (i + 1))
                tape.append(j)
                xs[i], xs[j] = xs[j], xs[i]
        else:
            for i in range(len(xs) - 1, 0, -1):
                j = self.below(i + 1)
                xs[i], xs[j] = xs[j], xs[i]

    def pick(self, xs: Sequence[T]) -> T:
        """One of a sequence that is not empty, all equally likely."""
        return xs[self.below(len(xs))]

    def _other(self, n: int, die: bool) -> int:
        if self.at < len(self.feed):
            value = self.feed[self.at]
            self.at += 1
            if self.at == len(self.feed):
                self.replay(())
            if not 0 <= value < n:
                raise ValueError(f"the record holds {value} where chance lies in 0..{n - 1}")
            return value
        if die and self.dice:
            self.random()  # every outcome stands for one step of the stream, so that a loaded table finds its place
            face = self.dice.pop(0)
            self.plain = not self.dice and not self.own_dice
            if not 1 <= face <= n:
                raise ValueError(f"a die of {n} sides was scripted to show {face}")
            return face - 1
        if die and self.own_dice:
            self.random()
            raise NeedRoll(n)
        return int(self.random() * n)
