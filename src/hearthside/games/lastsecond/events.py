"""What the log tells; `words/log.py` says it. `at` is the clock of Searching, in milliseconds (LS-DIG-22)."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """seat: whom it is about; -1: everybody."""

    seat: int


class PickedAdventurer(Event, frozen=True, tag=True):
    adventurer: int


class QuestRevealed(Event, frozen=True, tag=True):
    quest: int
    round: int


class Opened(Event, frozen=True, tag=True):
    """This seat may search now, earlier or later than others."""

    at: int


class Reached(Event, frozen=True, tag=True):
    """A hand goes out for a tile and will be there at `arrival`."""

    tile: int
    at: int
    arrival: int


class Took(Event, frozen=True, tag=True):
    tile: int
    at: int


class Missed(Event, frozen=True, tag=True):
    """The tile is gone; the hand is free again at `free`."""

    tile: int
    at: int
    free: int


class Rummaged(Event, frozen=True, tag=True):
    at: int


class PutBack(Event, frozen=True, tag=True):
    tile: int
    at: int


class Placed(Event, frozen=True, tag=True):
    """legal: by the rules. filled of total: squares and slots after it."""

    tile: int
    at: int
    slot: int
    legal: bool
    filled: int
    total: int


class DeclaredStuck(Event, frozen=True, tag=True):
    at: int


class TookReady(Event, frozen=True, tag=True):
    card: int
    at: int


class SearchEnded(Event, frozen=True, tag=True):
    """how: ready, stuck, deadlock or time."""

    how: str
    at: int


class RemovedIllegal(Event, frozen=True, tag=True):
    tile: int


class Returned(Event, frozen=True, tag=True):
    """What was still in hand when Searching ended."""

    tile: int
    kept: bool


class Swapped(Event, frozen=True, tag=True):
    tile: int
    other: int


class StepBegan(Event, frozen=True, tag=True):
    step: int


class Challenged(Event, frozen=True, tag=True):
    owner: int
    tile: int
    kind: str


class SaidLine(Event, frozen=True, tag=True):
    tile: int
    text: str


class Voted(Event, frozen=True, tag=True):
    """Ballots are revealed. seat: the owner's. votes: by seat, True for yes. how: majority, owner, two or veto."""

    tile: int
    kind: str
    votes: tuple[bool, ...]
    yes: bool
    how: str


class Removed(Event, frozen=True, tag=True):
    """An item leaves the mat in step 1 (kind is what the Adventurer bars, or empty) or step 2."""

    tile: int
    step: int
    kind: str


class ScoredText(Event, frozen=True, tag=True):
    """Points by the Adventurer in step 1, below 0 for a penalty."""

    points: int


class ScoredRequired(Event, frozen=True, tag=True):
    tiles: tuple[int, ...]


class ScoredEmpty(Event, frozen=True, tag=True):
    empty: int
    ignored: int
    points: int


class ScoredReady(Event, frozen=True, tag=True):
    card: int
    points: int


class ScoredRound(Event, frozen=True, tag=True):
    points: int
    others: int  # items worth nothing


class WonRound(Event, frozen=True, tag=True):
    """how: points, required, ready, empty or lot. wins: after it."""

    points: int
    how: str
    wins: int


class KeptItem(Event, frozen=True, tag=True):
    tile: int


class TurnedAdventurer(Event, frozen=True, tag=True):
    """The text side is up from now on; with `bonus` the Locked token is off."""

    adventurer: int
    bonus: bool


class DeckReshuffled(Event, frozen=True, tag=True):
    pass


class Won(Event, frozen=True, tag=True):
    pass
