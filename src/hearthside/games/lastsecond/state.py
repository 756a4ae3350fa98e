"""The state: all that is packed."""

from __future__ import annotations

from typing import Literal

import msgspec

# What a hand does (LS-DIG-2). From CLOSED to RUMMAGING it is done at `Player.at`; then a command is taken again.
EMPTY, HOLDING, CLOSED, MISSED, REACHING, PLACING, RETURNING, RUMMAGING, FINISHED = range(9)

Stage = Literal["choose", "reveal", "search", "cleanup", "challenge", "vote", "step", "tally", "keep", "rest", "over"]
How = Literal["", "ready", "stuck", "deadlock", "time"]


class Laid(msgspec.Struct):
    """A tile on a mat: its lie (an index into `Layout.turns`) and where the corner of its rectangle is.

    slot: the number of the special slot that it lies in, from 1; 0 for an area. legal: as LS-GAP-42 says.
    """

    tile: int
    turn: int = 0
    row: int = 0
    column: int = 0
    slot: int = 0
    legal: bool = True


class Player(msgspec.Struct):
    """One seat.

    wins: rounds won. hand, tile, at: what the hand does, with which tile (0: none), and when it is done (0: it waits
    for a command). placing: where to. laid: the mat, as it was filled. filled: mask of the squares that legal tiles
    cover; slots: of the special slots, slot n as bit n. ready: the Ready to Go card, 0 without. stuck: declared it.
    kept: tiles beside the mat, the one in hand too. off: taken off the mat this round. window: with a buried pile, the
    tiles last rummaged. vetoes, swaps: used this round.
    """

    seat: int
    mat: str
    adventurer: int = 0
    wins: int = 0
    hand: int = EMPTY
    tile: int = 0
    at: int = 0
    placing: Laid | None = None
    laid: list[Laid] = []
    filled: int = 0
    slots: int = 0
    ready: int = 0
    stuck: bool = False
    kept: list[int] = []
    off: list[int] = []
    window: int = 0
    vetoes: int = 0
    swaps: int = 0


class Fresh(msgspec.Struct):
    """A tile put back into a buried pile: on top, and seen by all until then (LS-DIG-7)."""

    tile: int
    until: int


class Ruling(msgspec.Struct):
    """What a vote made of an item for this round (LS-DIG-16)."""

    tile: int
    kind: str
    yes: bool


class Said(msgspec.Struct):
    seat: int
    text: str


class Ballot(msgspec.Struct):
    """A question of validity: does this tile count as this kind (LS-VOTE-17)?

    owner, asker: seats. votes: by seat, 0 for none yet, 1 yes, 2 no. verdict: the same. ends: when missing ballots are
    filled in, 0 for never.
    """

    owner: int
    tile: int
    kind: str
    asker: int
    ends: int = 0
    said: list[Said] = []
    votes: list[int] = []
    verdict: int = 0


class Score(msgspec.Struct):
    """What a round brought a seat, step by step.

    text: points by the Adventurer in step 1. first, second: tiles taken off in steps 1 and 2; struck: how they lay.
    required: those that scored. empty: squares that counted in step 4. ready: step 5. points: all together.
    """

    seat: int
    text: int = 0
    first: list[int] = []
    second: list[int] = []
    struck: list[Laid] = []
    required: list[int] = []
    empty: int = 0
    ready: int = 0
    points: int = 0


class Past(msgspec.Struct):
    """A round that was scored.

    how, took: how Searching ended, and after how many milliseconds. points: by seat. winner: the seat.
    """

    quest: int
    how: How
    took: int
    points: list[int]
    winner: int


class State(msgspec.Struct):
    """The table.

    deck: quests, the top last. quest: this round's, 0 before the first. used: quests that left the deck. pile: mask of
    tiles. stack: Ready to Go cards, the top last. began: the clock when the quest was revealed. ends: when Searching is
    cut off. beat: how many beats of this Searching are over (sliced). how, stopped: how and when Searching ended.
    fresh, stir: of a buried pile. box, order: Adventurers to choose from, and the seats that still choose.
    step: of Scoring. scored: a score a seat. ballots: questions that wait, the open one first; judged: the latest one
    closed. winner: of the round, -1 before. past: the rounds that were scored.
    """

    players: list[Player]
    deck: list[int]
    pile: int
    stack: list[int]
    box: list[int] = []
    order: list[int] = []
    used: list[int] = []
    quest: int = 0
    round: int = 0
    stage: Stage = "reveal"
    began: int = 0
    ends: int = 0
    beat: int = 0
    how: How = ""
    stopped: int = 0
    fresh: list[Fresh] = []
    stir: int = 0
    step: int = 0
    scored: list[Score] = []
    rulings: list[Ruling] = []
    ballots: list[Ballot] = []
    judged: Ballot | None = None
    winner: int = -1
    past: list[Past] = []
