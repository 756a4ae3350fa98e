"""Numbers and names as the report says them."""

from __future__ import annotations

from collections.abc import Sequence

from ..effects import Effect
from ..summary import Share, Spread

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}%"


def interval(one: Share) -> str:
    return f"{100 * one.low:.1f} to {100 * one.high:.1f}"


def said(one: Share, of: str = "games") -> str:
    """A share with its interval and what it is of: "31.0% (27.1 to 35.2), 155 of 500 games"."""
    return f"{percent(one.share)} ({interval(one)}), {one.count:,} of {one.of:,} {of}"


def points(value: float) -> str:
    """A difference of shares, in points: "+4.2"; the minus is a real one."""
    return f"{100 * value:+.1f}".replace("-", "\N{MINUS SIGN}")


def effect(one: Effect | None) -> str:
    return f"{points(one.adds)} ({points(one.low)} to {points(one.high)})" if one else "too few"


def number(value: float) -> str:
    """A number at a length that can be read: 1,204; 56.3; 4.21; 0.0042; whole ones as they are."""
    if value == round(value):
        return f"{value:,.0f}"
    if value and abs(value) < 0.01:
        return f"{value:.2g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def count(n: int, one: str, more: str = "") -> str:
    """A count with its noun; small ones in words."""
    said_n = NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"
    return f"{said_n} {one if n == 1 else more or one + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names with commas and an "and"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def spread_cells(one: Spread) -> tuple[str, ...]:
    """Mean, its interval, and the quantiles."""
    return (
        number(one.mean),
        f"{number(one.low)} to {number(one.high)}",
        *(number(value) for value in (one.least, one.p10, one.median, one.p90, one.most)),
    )


def plain(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ")


def opening(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]
