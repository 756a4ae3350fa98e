"""A bag of tokens, drawn without looking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from hearthside.engine.chance import Chance


class Bag(msgspec.Struct, gc=False):
    """Tokens of several kinds, each kind counted; tokens of a kind are alike.

    Kinds are numbers from 1, and 0 means "no token". What is drawn depends only on the counts, never on the order in
    which tokens were put in. An empty bag is falsy, for `len` counts the tokens.

    Attributes:
        counts: kind -> how many are in the bag; kinds of which none is left have no entry.
    """

    counts: dict[int, int] = {}

    def __len__(self) -> int:
        """How many tokens are in the bag."""
        return sum(self.counts.values())

    def draw(self, chance: Chance) -> int:
        """Take one token out, each equally likely, and return its kind; 0 if the bag is empty."""
        total = len(self)
        if total <= 0:
            return 0
        left = chance.below(total)
        for kind in sorted(self.counts):
            left -= self.counts[kind]
            if left < 0:
                self.take(kind)
                return kind
        return 0

    def draw_up_to(self, chance: Chance, n: int) -> list[int]:
        """Draw `n` tokens one after another, in the order drawn; fewer if the bag holds fewer."""
        return [self.draw(chance) for _ in range(min(n, len(self)))]

    def put(self, kind: int, n: int = 1) -> None:
        """Put `n` tokens of a kind in.

        Raises:
            ValueError: `n` is below 0.
        """
        if n < 0:
            raise ValueError(f"{n} tokens can't be put into a bag")
        if n:
            self.counts[kind] = self.counts.get(kind, 0) + n

    def take(self, kind: int, n: int = 1) -> int:
        """Take up to `n` tokens of a kind out by choice; returns how many there were to take."""
        have = self.counts.get(kind, 0)
        taken = max(0, min(n, have))
        if taken < have:
            self.counts[kind] = have - taken
        else:
            self.counts.pop(kind, None)
        return taken

    def count(self, kind: int) -> int:
        """How many tokens of a kind are in the bag."""
        return self.counts.get(kind, 0)

    def tokens(self) -> list[int]:
        """The kind of every token in the bag, in ascending order."""
        return [kind for kind in sorted(self.counts) for _ in range(self.counts[kind])]
