"""Chance: the one door through which randomness enters the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
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
        random: a function that gives floats in [0, 1), such as `random.Random(seed).random`; or None, and the stream of
            `seed` is opened when the first outcome is drawn.
        dice: faces that the next calls of `d` show, in order, before the stream is used (tests).
        own_dice: `d` raises NeedRoll instead of rolling.

    Every outcome is an int in 0..n-1 on `tape`. While `feed` holds recorded outcomes they are used instead.
    """

    __slots__ = ("at", "count", "dice", "feed", "own_dice", "plain", "random", "seed", "shown", "tape")

    def __init__(
        self,
        random: Callable[[], float] | None,
        dice: Sequence[int] = (),
        own_dice: bool = False,
        seed: int | str = 0,
    ) -> None:
        self.random: Any = random
        self.seed = seed
        self.tape: list[int] = []
        self.feed: Sequence[int] = ()
        self.at = 0
        self.dice = list(dice)
        self.shown: list[tuple[int, int]] = []  # scripted dice used up: (outcomes before it, face)
        self.count = 0  # outcomes from the stream, while dice are scripted
        self.own_dice = own_dice
        self.plain = not dice and not own_dice and random is not None

    def replay(self, outcomes: Sequence[int]) -> None:
        """Let the next outcomes be these, in order; afterwards the stream goes on."""
        self.feed = outcomes or ()
        self.at = 0
        self.plain = not outcomes and not self.dice and not self.own_dice and self.random is not None

    def rewind(self, random: Callable[[], float], drawn: int) -> None:
        """Go back to where `drawn` outcomes had been drawn from the stream; scripted dice lie ready again."""
        self.random = random
        self.count = drawn
        while self.shown and self.shown[-1][0] >= drawn:
            self.dice.insert(0, self.shown.pop()[1])
        self.replay(())

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
        if self.random is None:
            self._open()
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

    def _open(self) -> None:
        self.random = Random(self.seed).random
        self.plain = self.at >= len(self.feed) and not self.dice and not self.own_dice

    def _other(self, n: int, die: bool) -> int:
        if self.at < len(self.feed):
            value = self.feed[self.at]
            self.at += 1
            if self.at == len(self.feed):
                self.replay(())
            if not 0 <= value < n:
                raise ValueError(f"the record holds {value} where chance lies in 0..{n - 1}")
            return value
        if self.random is None:
            self._open()
        if die and self.own_dice and not self.dice:
            self.random()  # every outcome stands for one step of the stream, so that a loaded table finds its place
            raise NeedRoll(n)
        if not die or not self.dice:
            self.count += 1
            return int(self.random() * n)
        face = self.dice[0]
        if not 1 <= face <= n:
            raise ValueError(f"a die of {n} sides was scripted to show {face}")
        self.random()
        self.shown.append((self.count, self.dice.pop(0)))
        self.count += 1
        self.plain = not self.dice and not self.own_dice
        return face - 1
