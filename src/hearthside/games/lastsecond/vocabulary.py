"""The words that Last-Second Quest is written in: the 20 kinds of items, and what an Adventurer's text does.

An effect is one verb with its options. In YAML:

    penalty: {type: forbid, kind: ranged}
    bonus:
      - {type: points_per, kind: musical, points: 1, cap: 3}

`cap: 0` means no limit. What each verb does stands in the rules, how it reads in `text/`.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias, get_args

import msgspec

Kind: TypeAlias = Literal[
    "melee",
    "ranged",
    "armor",
    "magical",
    "musical",
    "tools",
    "wooden",
    "metal",
    "black",
    "valuables",
    "stealthy",
    "sacred",
    "evil",
    "venomous",
    "animals",
    "outside",
    "underground",
    "cold",
    "food",
    "elegant",
]
KINDS: tuple[Kind, ...] = get_args(Kind)  # LS-ICON-10; the place of a kind is its bit in a mask
BIT: dict[Kind, int] = {kind: 1 << n for n, kind in enumerate(KINDS)}

Palette = Literal["dawn", "day", "dusk", "night", "wood", "fire", "frost", "sand", "gloom", "gold", "sea"]
MatId = Literal["chest", "backpack", "saddle-bags", "cart"]
MATS: tuple[MatId, ...] = get_args(MatId)
# What a special slot takes: exactly a 1x1, exactly a 1x2, a straight item of 3 or more squares (LS-MAT-4..7).
Accepts = Literal["one", "two", "straight"]
# When an effect is settled (LS-SCORE-20); votes are held in scoring steps 1 to 3.
Timing = Literal["reveal", "search", "score_step_1", "score_step_4", "score_step_5", "after_scoring", "vote"]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all verbs."""

    when: ClassVar[Timing] = "score_step_1"


# ---- penalties ----


class Forbid(Effect, frozen=True, tag="forbid"):
    """Items of this kind leave the mat in step 1; whether one is of the kind can be questioned (LS-SCORE-18)."""

    kind: Kind


class ForbidSize(Effect, frozen=True, tag="forbid_size"):
    """Items of so many squares or more leave the mat in step 1."""

    size: int

    def __post_init__(self) -> None:
        at_least("size", self.size, 2)


class ForbidSlot(Effect, frozen=True, tag="forbid_slot"):
    """An item in this special slot leaves the mat in step 1; nothing on mats without such a slot."""

    slot: str


class MustHave(Effect, frozen=True, tag="must_have"):
    """With fewer items of this kind than `count` left in step 1 the round brings `otherwise` (below 0) points."""

    kind: Kind
    count: int
    otherwise: int

    def __post_init__(self) -> None:
        at_least("count", self.count, 1)
        if self.otherwise >= 0:
            raise ValueError(f"otherwise is {self.otherwise}, but it is what is lost: a number below 0")


class Delay(Effect, frozen=True, tag="delay"):
    """Searching opens so many seconds later (LS-GAP-31)."""

    when: ClassVar[Timing] = "reveal"

    seconds: int

    def __post_init__(self) -> None:
        at_least("seconds", self.seconds, 1)


# ---- bonuses ----


class PointsPer(Effect, frozen=True, tag="points_per"):
    """Points for each item of this kind on the mat after penalties, at most `cap` of them in all (LS-GAP-15)."""

    kind: Kind
    points: int
    cap: int = 0

    def __post_init__(self) -> None:
        at_least("points", self.points, 1)
        at_least("cap", self.cap, 0)


class PointsPerPair(Effect, frozen=True, tag="points_per_pair"):
    """Points for each pair of two different items, one of either kind; as many disjoint pairs as can be (LS-GAP-16)."""

    kinds: tuple[Kind, Kind]
    points: int
    cap: int = 0

    def __post_init__(self) -> None:
        at_least("points", self.points, 1)
        at_least("cap", self.cap, 0)
        if self.kinds[0] == self.kinds[1]:
            raise ValueError(f"a pair is of two kinds, not {self.kinds[0]} twice")


class PointsIfNone(Effect, frozen=True, tag="points_if_none"):
    """Points if no item of this kind is on the mat after penalties."""

    kind: Kind
    points: int

    def __post_init__(self) -> None:
        at_least("points", self.points, 1)


class HeadStart(Effect, frozen=True, tag="head_start"):
    """Searching opens so many seconds before everybody else's (LS-SEARCH-15, LS-GAP-31)."""

    when: ClassVar[Timing] = "reveal"

    seconds: int

    def __post_init__(self) -> None:
        at_least("seconds", self.seconds, 1)


class KeepItem(Effect, frozen=True, tag="keep_item"):
    """After Scoring one item of this kind may go from the mat to beside it, for a later quest (LS-ROUND-20)."""

    when: ClassVar[Timing] = "after_scoring"

    kind: Kind


class TreatAs(Effect, frozen=True, tag="treat_as"):
    """Items of `kind` count as `as_kind` where that earns points (required, own bonus), never where it costs."""

    kind: Kind
    as_kind: Kind

    def __post_init__(self) -> None:
        if self.kind == self.as_kind:
            raise ValueError(f"{self.kind} is {self.kind} already")


class ExtraVote(Effect, frozen=True, tag="extra_vote"):
    """The owner's ballot counts so many more (LS-DIG-13)."""

    when: ClassVar[Timing] = "vote"

    votes: int

    def __post_init__(self) -> None:
        at_least("votes", self.votes, 1)


class IgnoreEmpty(Effect, frozen=True, tag="ignore_empty"):
    """So many empty squares don't count, taken off before halving."""

    when: ClassVar[Timing] = "score_step_4"

    squares: int

    def __post_init__(self) -> None:
        at_least("squares", self.squares, 1)


class UpgradeReady(Effect, frozen=True, tag="upgrade_ready"):
    """A Ready to Go card that the owner holds brings so many more points; no card, nothing."""

    when: ClassVar[Timing] = "score_step_5"

    plus: int

    def __post_init__(self) -> None:
        at_least("plus", self.plus, 1)


class SwapTile(Effect, frozen=True, tag="swap_tile"):
    """Once Searching is over, so many items may each be changed for one of the pile that fits where it lay."""

    when: ClassVar[Timing] = "search"

    count: int

    def __post_init__(self) -> None:
        at_least("count", self.count, 1)


class VetoVote(Effect, frozen=True, tag="veto_vote"):
    """So many votes on the owner's items may be turned to their opposite, each round."""

    when: ClassVar[Timing] = "vote"

    count: int

    def __post_init__(self) -> None:
        at_least("count", self.count, 1)


Penalty: TypeAlias = Forbid | ForbidSize | ForbidSlot | MustHave | Delay
Bonus: TypeAlias = (
    PointsPer
    | PointsPerPair
    | PointsIfNone
    | HeadStart
    | KeepItem
    | TreatAs
    | ExtraVote
    | IgnoreEmpty
    | UpgradeReady
    | SwapTile
    | VetoVote
)


def at_least(name: str, value: int, least: int) -> None:
    """Refuses a number that is too small, in words."""
    if value < least:
        raise ValueError(f"{name} is {value}, but must be at least {least}")
