"""Colours and signs. Ember is kept for what may be chosen now; every state has a sign besides its colour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.theme import Theme

Colours = dict[str, str]

DAY: Colours = {
    "table": "#d4c09b",
    "panel": "#faf3e3", "sunk": "#f1e6cd", "raised": "#fffaf0", "line": "#d8c6a0", "edge": "#8f7850",
    "ink": "#2a1f15", "ink2": "#5c4a36", "ink3": "#715d44", "inverse": "#fff8ea",
    "card": "#fffaf0", "card-ink": "#2a1f15", "card-ink2": "#715d44",
    "ember": "#b3440b", "ember-wash": "#f9dfc0", "focus": "#174a9c",
    "good": "#2f6b3a", "bad": "#a3262a", "info": "#2b5a78", "game": "#7a4a1e",
    "seat0": "#1d4e94", "seat1": "#a3202c", "seat2": "#7a5c00", "seat3": "#24704f", "seat4": "#352e29",
    "sea": "#a9c7c3", "ripple": "#86aeae", "map-ink": "#453220", "map-ink2": "#7a6040", "road": "#8a6f4c",
    "wash0": "#dfe6e2", "wash1": "#cbd39c", "wash2": "#f0e0ae", "wash3": "#cfe0c6",
    "wash4": "#f0d0a2", "wash5": "#b3c98c",
}  # fmt: skip

CANDLE: Colours = {
    "table": "#1a1310",
    "panel": "#271d17", "sunk": "#1b1410", "raised": "#33271e", "line": "#453527", "edge": "#8d745a",
    "ink": "#f3e7d0", "ink2": "#cdbb9d", "ink3": "#ab977a", "inverse": "#20130a",
    "card": "#dccaa1", "card-ink": "#21170e", "card-ink2": "#5c4a36",
    "ember": "#ffb54d", "ember-wash": "#4a3018", "focus": "#9cc7ff",
    "good": "#9bcb8c", "bad": "#ff9d8c", "info": "#9cc4dc", "game": "#e0b070",
    "seat0": "#6fa4ea", "seat1": "#ef7d70", "seat2": "#e8c04a", "seat3": "#6fd0a4", "seat4": "#f4ecdc",
    "sea": "#15272e", "ripple": "#26424a", "map-ink": "#ecd9b2", "map-ink2": "#bfa26c", "road": "#a58a5e",
    "wash0": "#444d4e", "wash1": "#4a5130", "wash2": "#5d4a26", "wash3": "#41533f",
    "wash4": "#634424", "wash5": "#3c5230",
}  # fmt: skip

# Terminals of 256 colours know few dark browns: there the dark theme is grey.
CANDLE_256: Colours = {
    **CANDLE,
    "table": "#080808", "panel": "#1c1c1c", "sunk": "#121212", "raised": "#303030", "line": "#444444",
    "edge": "#8a8a8a", "ember-wash": "#4e4e4e", "sea": "#00005f", "ripple": "#005f87",
    "wash0": "#4e4e4e", "wash1": "#303030", "wash2": "#5f5f00", "wash3": "#005f5f", "wash4": "#5f0000",
    "wash5": "#005f00",
}  # fmt: skip
PALETTES = {"day": DAY, "candle": CANDLE, "day-256": DAY, "candle-256": CANDLE_256}

# A seat is told by its shape, then by its colour.
SHAPES = ("●", "◆", "■", "▲", "♠")
FLAME = "♦"
ACTING = "▸"

# The outline of a space tells its kind; kinds that are not here get a sign of their own.
KINDS = {
    "city": "◎", "town": "◎", "class": "⌂", "encounter": "◇", "quest": "✶", "special": "◉", "waypoint": "∘",
    "expansion": "◌", "start": "⌂",
}  # fmt: skip
# What those kinds are called on the help page, where their own word says too little.
KIND_WORDS = {
    "class": "a city with a class icon", "encounter": "encounters", "quest": "a quest", "special": "a special place",
    "waypoint": "a point on the road", "expansion": "a point kept for an expansion",
}  # fmt: skip
MORE_KINDS = "□△▽○☆◫◬◭"


def signs_of(kinds: Iterable[str]) -> dict[str, str]:
    """A sign for each kind of space, always the same for the same set of kinds."""
    out, more = {}, 0
    for kind in sorted(set(kinds)):
        if kind in KINDS:
            out[kind] = KINDS[kind]
        else:
            out[kind] = MORE_KINDS[more % len(MORE_KINDS)]
            more += 1
    return out


def shape(seat: int) -> str:
    """The sign of a seat; of nobody: a dot."""
    return SHAPES[seat % len(SHAPES)] if seat >= 0 else "·"


@cache
def style(
    colours: str, ink: str, ground: str = "", bold: bool = False, italic: bool = False, reverse: bool = False
) -> Style:
    """A style by the names of its colours in a palette."""
    palette = PALETTES[colours]
    return Style(
        color=palette[ink],
        bgcolor=palette[ground] if ground else None,
        bold=bold or None,
        italic=italic or None,
        reverse=reverse or None,
    )


class Look(NamedTuple):
    """A theme at work: `look("ember", "panel", bold=True)` is a style."""

    theme: str

    def __call__(
        self, ink: str, ground: str = "", *, bold: bool = False, italic: bool = False, reverse: bool = False
    ) -> Style:
        return style(self.theme, ink, ground, bold, italic, reverse)

    def seat(self, seat: int, ground: str = "", *, bold: bool = True) -> Style:
        """The colour of a seat."""
        return style(self.theme, f"seat{seat % 5}" if seat >= 0 else "ink2", ground, bold)

    def on_seat(self, seat: int) -> Style:
        """Words on the colour of a seat."""
        return style(self.theme, "inverse", f"seat{seat % 5}" if seat >= 0 else "edge", True)


def themes() -> list[Theme]:
    """The themes for Textual's own widgets."""
    out = []
    for name, c in PALETTES.items():
        out.append(
            Theme(
                name=name,
                primary=c["ember"],
                secondary=c["info"],
                accent=c["ember"],
                foreground=c["ink"],
                background=c["table"],
                surface=c["panel"],
                panel=c["sunk"],
                success=c["good"],
                warning=c["ember"],
                error=c["bad"],
                dark=name.startswith("candle"),
                variables={
                    "block-cursor-foreground": c["inverse"],
                    "block-cursor-background": c["ember"],
                    "input-selection-background": f"{c['ember']} 35%",
                    "border": c["edge"],
                    "scrollbar": c["line"],
                    "scrollbar-hover": c["edge"],
                    "scrollbar-active": c["edge"],
                    "scrollbar-background": c["panel"],
                    "scrollbar-background-hover": c["panel"],
                    "scrollbar-background-active": c["panel"],
                    "scrollbar-corner-color": c["panel"],
                    "ink-2": c["ink2"],
                    "ink-3": c["ink3"],
                    "ember-wash": c["ember-wash"],
                    "edge": c["edge"],
                },
            )
        )
    return out
