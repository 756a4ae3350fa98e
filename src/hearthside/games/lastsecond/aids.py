"""The rules in short, as this table plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .text.grammar import listed
from .votes import CHALLENGES

if TYPE_CHECKING:
    from .context import G

Section = tuple[str, tuple[str, ...]]


def aids(g: G) -> tuple[Section, ...]:
    """Headings with their lines, the goal first; a line ends with the ids of its rules in brackets."""
    options, seats = g.options, len(g.state.players)
    cards = listed([str(card) for card in range(seats - 1, 0, -1)])
    hidden = " You see 20 of its items; rummage for others. [LS-DIG-7]" if g.buried else ""
    searching = (
        "All search the heap at once, one hand each, one item a hand. [LS-SEARCH-3, LS-SEARCH-5]",
        "Place an item, turned or flipped, or put it back. A placed item never moves. [LS-PLACE-1, LS-PLACE-5]",
        f"A full mat takes the top card ({cards}); the last card ends the search. [LS-SEARCH-9, LS-SEARCH-12]",
        f"It also ends when nothing fits anybody, when all are stuck, or after {options.cap} seconds. [LS-GAP-11]",
        *((hidden.strip(),) if hidden else ()),
    )
    if not g.real:
        searching = ("Each beat all take one action, hidden until the beat ends. [LS-DIG-8]", *searching)
    return (
        (
            "The goal",
            (
                "Win three rounds. The most points win a round; then more required items, then the higher card. "
                "[LS-WIN-1, LS-ROUND-1, LS-ROUND-2, LS-ROUND-3]",
                "The first win brings the penalty of your Adventurer, the second the bonus. [LS-ROUND-9, LS-ROUND-12]",
            ),
        ),
        ("Searching", searching),
        (
            "Scoring",
            (
                "1. Adventurers: what may not be used leaves the mat, then bonuses count. [LS-SCORE-2, LS-SCORE-22]",
                "2. Forbidden items leave the mat. [LS-SCORE-3]",
                "3. Each required item brings a point. [LS-SCORE-4]",
                "4. Every two empty squares cost a point. [LS-SCORE-5]",
                "5. Your card brings its number. [LS-SCORE-6]",
            ),
        ),
        ("What an item is", judging(g)),
    )


def judging(g: G) -> tuple[str, ...]:
    """How it is settled whether an item is of a kind."""
    if g.options.judge == "strict":
        return ("Only what its icons say. [LS-DIG-11]",)
    two = len(g.state.players) == 2
    what = "what somebody might call it" if two else "its icons, or what somebody might call it"
    return (
        f"Question {'anything' if g.options.judge == 'table' else what}, up to {CHALLENGES} times a step; without a "
        "question the icons stand. [LS-DIG-11, LS-DIG-25]",
        "Both must agree; if not, it goes against the owner. [LS-VOTE-13, LS-VOTE-14, LS-VOTE-16]"
        if two
        else "All vote, the owner too; of a tie the owner decides. [LS-VOTE-5, LS-VOTE-7]",
        "A vote holds for one round. [LS-VOTE-11]",
    )
