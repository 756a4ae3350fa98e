"""How English joins and counts."""

from __future__ import annotations

from collections.abc import Iterable


def a(noun: str) -> str:
    """With "a" or "an"."""
    return f"{'an' if noun[:1] in 'aeiouAEIOU' else 'a'} {noun}"


def count(n: int, one: str, many: str = "") -> str:
    """ "1 point", "3 points"."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def listed(words: Iterable[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} {word} {last}" if most else last
