"""The cards, tiles and map of Legends of Novus as typed data, and how they are read and checked."""

from __future__ import annotations

from typing import Literal

import msgspec

from .vocabulary import (
    ALWAYS,
    Card,
    Category,
    CreatureType,
    Icon,
    If,
    PointKind,
    Region,
    RewardKind,
    Slot,
    Steps,
    Traits,
    When,
)


class Adventure(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """An Adventure card. The traits count while a Skill or Curse lies on the board (or an attachment on its weapon)."""

    category: Category
    when: When = "either"  # when it may be played (not for treasures, skills, curses, encounter events)
    who: Literal["self", "other", "any"] = "any"  # action events: in whose turn or battle
    cond: If = ALWAYS  # must hold to play it
    cost: Steps = Steps()  # paid in full to play it
    do: Steps = Steps()
    gp_value: int = 0  # treasures: what playing it pays
    xp: int = 0  # quest events: what completing it gives
    attach: bool = False  # stays on a weapon on the board (Enchant Weapon)
    remove_in_solo: bool = False


class Creature(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Encounter card, a Quest Creature tile or Reptisaurs."""

    type: CreatureType
    cv: int
    xp: int
    ability: Steps = Steps()  # step 1; with a roll_table it uses the Action Die
    victory: Steps = Steps()
    defeat: Steps = Steps()
    flying: bool = False
    curse: bool = False  # the Curse icon
    point: str = ""  # Quest Creatures: the map point printed on the tile

    @property
    def uses_die(self) -> bool:
        return any(type(step).__name__ in ("RollTable", "Test") for step in self.ability)


class Reward(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Reward card, an Animal Ally or the Kraeger Shield."""

    kind: RewardKind
    slot: Slot | None = None  # none for treasures
    two_handed: bool = False
    class_icon: Icon | None = None  # only this class may place it
    price: int = 0
    magical: bool = False
    weight: Literal["light", "heavy"] | None = None  # body armor


class Klass(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class card's side."""

    basic: bool
    icons: tuple[Icon, ...]
    immune: bool = False  # "Cannot be Cursed"
    heavy: Literal["any", "penalty", "none"] = "any"  # Heavy armor: free, at -2 CV, or barred
    back: str = ""  # the Advanced Class on its back
    advance: Literal["icon", "back", "both", ""] = ""  # basic classes: what they may advance to
    only_for: str = ""  # backs: the character
    train: int = 0  # Animal Allies that may be trained and kept at a time
    special_victory: bool = False  # the Informant's (NV-GAP-64)


class Character(Traits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hero. `klass` is the basic class on the back; `start_cv` echoes that class's CV and counts once (NV-GAP-9)."""

    klass: str
    title: str  # "Vinn, Shadow of Drakkar"
    start_cv: int


class Point(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map point. x and y are in the units of the drawn map, 1240 wide and 820 high."""

    id: str
    kind: PointKind
    region: Region
    x: int
    y: int
    name: str = ""  # empty for waypoints
    icon: str = ""
    class_icon: Icon | None = None
    explore: bool = False  # has the Explore icon
    start: bool = False


class Location(Card, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"cond": "relevant_if"}):
    """A Location card, one a named point."""

    point: str
    trigger: Literal["end", "pass_and_end"] = "end"
    do: Steps = Steps()  # on every trigger
    on_end: Steps = Steps()  # pass_and_end: also, if movement ends here
    cond: If = ALWAYS  # a pass-through text that is not relevant is passed over
    explore: Steps = Steps()
    after_quest: Steps = Steps()  # quest points: the Explore option once the creature is gone
    class_benefit: Steps = Steps()


class Map(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The map: points and undirected roads."""

    points: tuple[Point, ...]
    edges: tuple[tuple[str, str], ...]
    region_names: dict[Region, str]


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The charts and counts of the box."""

    xp_cv: tuple[int, ...]  # index: XP, 0 to 25
    trades: tuple[tuple[int, int], ...]  # (GP, XP) rows of the conversion chart
    travel_die: tuple[Literal["safe_travels", "adventure", "reward", "encounter"], ...]
    skill_slots: int
    item_slots: int
    hand_limit: int
    start_xp: int
    start_gp: int
    draw_price: int
    xp_goal: int
    quest_goal: int
    solo_turns: int


COUNTS = {
    "adventure": 65,
    "encounter": 40,
    "reward": 80,
    "location": 35,
    "quest_creature": 10,
    "character": 11,
    "basic_class": 11,
    "advanced_class": 14,
    "animal_ally": 8,
    "special": 2,
    "point": 52,
}
