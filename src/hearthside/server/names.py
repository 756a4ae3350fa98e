"""Names and lines that people type: any script, nothing that hides."""

from __future__ import annotations

import unicodedata

from ..engine.errors import Refused

MOST_NAME, MOST_TEXT = 40, 500
_JOINERS = {"\u200c", "\u200d"}  # parts of words in Persian and Indian scripts, and of joined emoji
_SEEN = ("L", "N", "P", "S")


def clean(text: str, most: int, what: str) -> str:
    """The text in one normal form, on one line.

    Raises:
        Refused: nothing of it is visible, it is too long, or it holds characters that control or turn round.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    for char in text:
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char not in _JOINERS:
            raise Refused(f"{what} holds a character that cannot be shown (U+{ord(char):04X}).")
    shown = sum(unicodedata.category(char)[0] not in ("M", "C") for char in text)
    if not any(unicodedata.category(char)[0] in _SEEN for char in text):
        raise Refused(f"{what} needs at least one visible character.")
    if shown > most or len(text) > 4 * most:
        raise Refused(f"{what} has {max(shown, 1)} characters; at most {most} are taken.")
    return text


def clean_name(name: str) -> str:
    """A person's or a table's name."""
    return clean(name, MOST_NAME, "The name")


def clean_line(text: str) -> str:
    """A line of chat."""
    return clean(text, MOST_TEXT, "The line")
