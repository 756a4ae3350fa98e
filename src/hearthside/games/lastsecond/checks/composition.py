"""What the box must hold, as the ledger tables it ("Content to author", LS-DIG-23)."""

from __future__ import annotations

from typing import Any

from .. import vocabulary as v
from ..vocabulary import Accepts, Kind, MatId

QUESTS, ADVENTURERS, ITEMS, BOARDS, FACES = 28, 15, 60, 10, 5  # LS-SETUP-1, -2, -4, -5
SQUARES = 193
# Shape: squares, items, straight of 3 or more, whether the mirror image differs.
STOCK: dict[str, tuple[int, int, bool, bool]] = {
    "1x1": (1, 8, False, False),
    "1x2": (2, 10, False, False),
    "I3": (3, 7, True, False),
    "V3": (3, 5, False, False),
    "I4": (4, 5, True, False),
    "L4": (4, 5, False, True),
    "S4": (4, 4, False, True),
    "T4": (4, 4, False, False),
    "O4": (4, 3, False, False),
    "I5": (5, 2, True, False),
    "P5": (5, 3, False, True),
    "L5": (5, 1, False, True),
    "U5": (5, 1, False, False),
    "V5": (5, 1, False, False),
    "Y5": (5, 1, False, True),
}
ON_ITEMS = range(5, 12)  # items a kind is on
TAGS = (2.2, 2.4)  # tags of an item on average
COUNTED_ON = 6  # items that a kind is on which a bonus counts

SEALS = {1: 8, 2: 9, 3: 7, 4: 4}  # quests of so many seals
REQUIRED = {1: (2, 3), 2: (2,), 3: (2,), 4: (1, 2)}  # kinds that a quest of so many seals requires
FORBIDDEN = {1: (1,), 2: (1, 2), 3: (2,), 4: (3,)}
BOTH = {1: range(3), 2: range(ITEMS + 1), 3: range(2, ITEMS + 1), 4: range(2, ITEMS + 1)}  # items in both
SCORING = {1: 10, 2: 10, 3: 10, 4: 7}  # items required and not forbidden, at least
SINGLE = 9  # items that a single required kind is on, at least
REQUIRED_ON, FORBIDDEN_ON = 2, 1  # quests that require a kind, and that forbid it, at least
LEAST = 11  # quests of a deck (LS-WIN-3)
BRAWL = ({"melee", "magical"}, {"outside", "elegant"}, 2)  # the quest of the worked example (LS-GAP-37)

SENTENCES = 2  # of flavour, at most

# The things the book names: tags, plausible tags, shape.
THINGS: dict[str, tuple[set[Kind], set[Kind], str]] = {
    "sacrificial-knife": ({"melee", "metal"}, {"ranged", "sacred", "evil", "tools"}, "I3"),
    "mace": ({"melee", "metal"}, set(), "I4"),
    "sextant": ({"outside", "metal", "tools"}, set(), "T4"),
    "feathered-hat": ({"elegant"}, {"outside"}, "S4"),
    "chalice": ({"valuables", "metal"}, {"elegant", "sacred"}, "V3"),
    "love-potion": ({"magical"}, {"elegant"}, "1x2"),
    "apple": ({"food", "venomous"}, {"magical", "evil"}, "1x1"),
    "shovel": ({"tools", "underground", "wooden"}, {"melee", "metal"}, "I5"),
}
CAP = 3  # points that a counting bonus stops at; the Beastmaster's has no limit
PENALTIES_AND_BONUSES: dict[str, tuple[Any, ...]] = {
    "beastmaster": (v.Forbid("ranged"), v.PointsPerPair(("food", "animals"), 1), v.KeepItem("animals")),
    "fleetfoot": (v.Forbid("armor"), v.HeadStart(5)),
    "alchemist": (v.Forbid("food"), v.PointsPerPair(("venomous", "magical"), 1, CAP)),
    "bard": (v.Forbid("black"), v.PointsPer("musical", 1, CAP)),
    "cleric": (v.Forbid("evil"), v.PointsPer("sacred", 1, CAP)),
    "dwarf-miner": (v.Forbid("elegant"), v.PointsPer("underground", 1, CAP)),
    "duelist": (v.Forbid("ranged"), v.PointsIfNone("armor", 2)),
    "hunter": (v.Forbid("magical"), v.PointsPerPair(("ranged", "animals"), 1, CAP)),
    "merchant": (v.Forbid("venomous"), v.PointsPer("valuables", 1, CAP)),
    "necromancer": (v.Forbid("sacred"), v.TreatAs("evil", "magical")),
    "noble": (v.Forbid("tools"), v.PointsPer("elegant", 1, CAP)),
    "packmaster": (v.MustHave("food", 1, -1), v.IgnoreEmpty(4)),
    "rogue": (v.Forbid("musical"), v.PointsPer("stealthy", 1, CAP)),
    "smith": (v.Forbid("wooden"), v.PointsPerPair(("metal", "tools"), 1, CAP)),
    "advocate": (v.Delay(2), v.ExtraVote(1)),
}

# Open squares of each area, already full squares, and what the special slots take and count.
ROOM: dict[MatId, tuple[list[int], int, dict[Accepts, list[int]]]] = {
    "chest": ([30], 0, {}),
    "backpack": ([20], 0, {"one": [1], "straight": [3, 3], "two": [2]}),
    "saddle-bags": ([14, 14], 0, {"straight": [3]}),
    "cart": ([36], 12, {}),
}
BACKS: dict[MatId, MatId] = {
    "chest": "backpack",
    "backpack": "chest",
    "saddle-bags": "cart",
    "cart": "saddle-bags",
}
