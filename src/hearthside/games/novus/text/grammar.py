"""How English joins and counts: lists, articles, plurals, more and less, capital and full stop."""

from __future__ import annotations

from collections.abc import Iterable

ALL = 99  # a number this high means "all of them"
CLAUSE_STARTS = ("you ", "the ", "winning ", "each ", "another ", "that ")  # of clauses that are no orders


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith(".") else f"{text}."


def listed(words: Iterable[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"; a comma before the last where one of them holds an "and" of its own."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    clauses = word == "and" and any(" and " in one or " to " in one or one.startswith(CLAUSE_STARTS) for one in words)
    comma = "," if clauses else ""
    return f"{', '.join(words[:-1])}{comma} {word} {words[-1]}"


def count(n: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards", "all cards"."""
    many = many or f"{one}s"
    return f"all {many}" if n >= ALL else f"{n} {one if n == 1 else many}"


def article(noun: str) -> str:
    """With "a" or "an"."""
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"


def less(n: int, unit: str) -> str:
    """ "2 GP less", "no XP"."""
    return f"no {unit}" if n >= ALL else f"{n} {unit} less"


def more(n: int, one: str) -> str:
    """ "1 more card", "2 fewer cards", "5 less GP"."""
    change = "more" if n > 0 else "less" if one in ("XP", "GP") else "fewer"
    return f"{abs(n)} {change} {one}" + ("" if abs(n) == 1 or one in ("XP", "GP") else "s")


def at_least(n: int, one: str, many: str) -> str:
    """ "a weapon", "2 or more weapons"."""
    return article(one) if n == 1 else f"{n} or more {many}"
