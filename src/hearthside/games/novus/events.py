"""What the log tells. Every event names its seat; `words/log.py` says them."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    seat: int


class TookCharacter(Event, frozen=True, tag=True):
    character: int


class TurnBegan(Event, frozen=True, tag=True):
    number: int


class PhaseBegan(Event, frozen=True, tag=True):
    phase: str


class Drew(Event, frozen=True, tag=True):
    """A card came to hand; for the others only the deck is known (`card` 0)."""

    deck: str
    card: int


class Revealed(Event, frozen=True, tag=True):
    card: int


class Discarded(Event, frozen=True, tag=True):
    card: int


class Destroyed(Event, frozen=True, tag=True):
    card: int


class Placed(Event, frozen=True, tag=True):
    card: int


class TookOff(Event, frozen=True, tag=True):
    card: int


class Played(Event, frozen=True, tag=True):
    card: int


class Used(Event, frozen=True, tag=True):
    card: int
    n: int


class Bought(Event, frozen=True, tag=True):
    """A draw was bought."""

    deck: str
    gp: int


class GainedXp(Event, frozen=True, tag=True):
    n: int
    xp: int  # after it


class LostXp(Event, frozen=True, tag=True):
    n: int
    xp: int


class GainedGp(Event, frozen=True, tag=True):
    n: int
    gp: int


class LostGp(Event, frozen=True, tag=True):
    n: int
    gp: int


class StoleGp(Event, frozen=True, tag=True):
    of: int
    n: int


class StoleCard(Event, frozen=True, tag=True):
    """A card changed hands; `card` is 0 for those who may not know it."""

    of: int
    card: int


class GaveCard(Event, frozen=True, tag=True):
    to: int
    card: int


class GainedLuck(Event, frozen=True, tag=True):
    pass


class SpentLuck(Event, frozen=True, tag=True):
    face: int  # what the reroll showed at last


class RolledTravel(Event, frozen=True, tag=True):
    face: str


class TookSafeTravels(Event, frozen=True, tag=True):
    gold: bool


class TurnedExplore(Event, frozen=True, tag=True):
    x: bool


class Moved(Event, frozen=True, tag=True):
    point: int


class Arrived(Event, frozen=True, tag=True):
    point: int


class ReadLocation(Event, frozen=True, tag=True):
    """A Location card takes effect: `part` is do, on_end, explore, after_quest or class_benefit."""

    point: int
    part: str


class Explored(Event, frozen=True, tag=True):
    point: int


class BattleBegan(Event, frozen=True, tag=True):
    creature: int
    cv: int  # the creature's


class TriedEscape(Event, frozen=True, tag=True):
    face: int
    plus: int
    escaped: bool


class SummedCv(Event, frozen=True, tag=True):
    """Step 3: the hero's parts, as (what, n), and the creature's CV."""

    parts: tuple[tuple[str, int], ...]
    total: int
    creature_cv: int


class RolledHero(Event, frozen=True, tag=True):
    face: int
    total: int


class RolledCreature(Event, frozen=True, tag=True):
    face: int
    total: int


class RolledAbility(Event, frozen=True, tag=True):
    face: int


class ChangedCv(Event, frozen=True, tag=True):
    """In battle: hero's or creature's."""

    of: str
    n: int


class BattleEnded(Event, frozen=True, tag=True):
    creature: int
    result: str
    hero: int  # Final CVs; 0 and 0 if they were never compared
    foe: int


class ChallengeScored(Event, frozen=True, tag=True):
    creature: int
    wins: int
    losses: int


class TookToken(Event, frozen=True, tag=True):
    creature: int


class Cursed(Event, frozen=True, tag=True):
    card: int


class Uncursed(Event, frozen=True, tag=True):
    card: int


class GainedAlly(Event, frozen=True, tag=True):
    card: int


class Sold(Event, frozen=True, tag=True):
    card: int
    gp: int


class BoughtXp(Event, frozen=True, tag=True):
    gp: int
    xp: int


class Advanced(Event, frozen=True, tag=True):
    klass: int


class CompletedQuest(Event, frozen=True, tag=True):
    card: int


class PlacedIsenthrax(Event, frozen=True, tag=True):
    point: int


class Looked(Event, frozen=True, tag=True):
    deck: str
    n: int


class Traded(Event, frozen=True, tag=True):
    to: int
    give: int
    give_gp: int
    want: int
    want_gp: int


class Won(Event, frozen=True, tag=True):
    how: str


class Ended(Event, frozen=True, tag=True):
    """The game ended without a winner."""

    how: str
