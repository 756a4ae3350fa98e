"""Reads the content of Legends of Novus from its folder (and packs) and numbers every card."""

from __future__ import annotations

from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

from ...engine.content import ContentError, hash_of, read_list, read_one
from ...parts.graph import Graph
from .board import NOWHERE, Worth, barred, place_of
from .cards import Adventure, Character, Creature, Klass, Location, Map, Point, Reward, Tables
from .choices import CARDS, MOVE, Equip
from .moments import BIT, PREPARATION, RECOVERY, reach_of
from .vocabulary import Filter, MoveTo, Steps, Traits, steps_from

FOLDER = Path(__file__).parent / "content"
# File, the Struct of its entries. Entries of a pack's file of the same name replace those of the same id.
FILES: dict[str, type[Any]] = {
    "adventure.yaml": Adventure,
    "encounters.yaml": Creature,
    "rewards.yaml": Reward,
    "allies.yaml": Reward,
    "special_rewards.yaml": Reward,
    "special_creatures.yaml": Creature,
    "quest_creatures.yaml": Creature,
    "locations.yaml": Location,
    "classes.yaml": Klass,
    "characters.yaml": Character,
}


NOBODY = Traits(id="", name="", icon="", palette="day")


def dec_hook(cls: type, raw: Any) -> Any:
    """Decodes lists of steps for msgspec."""
    if cls is Steps:
        return steps_from(raw, dec_hook)
    raise NotImplementedError(cls)


class Content:
    """All content, indexed.

    A card's number is its identity in the state: cards of all decks, tiles, classes and characters share one
    numbering that starts at 1 (0: no card). Points have numbers of their own that start at 0.
    """

    def __init__(self, lists: dict[str, list[Any]], chart: Map, tables: Tables, hash_: str) -> None:
        self.hash = hash_
        self.tables = tables
        self.cards: list[Any] = [None]
        self.number: dict[str, int] = {}
        self.adventure = self._add(lists["adventure.yaml"])
        self.encounter = self._add(lists["encounters.yaml"])
        self.reward = self._add(lists["rewards.yaml"])
        self.allies = self._add(lists["allies.yaml"])
        self.special_rewards = self._add(lists["special_rewards.yaml"])
        self.special_creatures = self._add(lists["special_creatures.yaml"])
        self.quest_creatures = self._add(lists["quest_creatures.yaml"])
        self.klasses = self._add(lists["classes.yaml"])
        self.characters = self._add(lists["characters.yaml"])
        self.locations: list[Location] = lists["locations.yaml"]
        self.points: tuple[Point, ...] = chart.points
        self.edges = chart.edges
        self.region_names = chart.region_names
        self.point_number = {point.id: n for n, point in enumerate(self.points)}
        self.near: list[list[int]] = [[] for _ in self.points]
        for a, b in self.edges:
            one, two = self._point(a), self._point(b)
            self.near[one].append(two)
            self.near[two].append(one)
        for around in self.near:
            around.sort()
        graph = Graph(len(self.points), [(self._point(a), self._point(b)) for a, b in self.edges])
        self.steps_between = [[d if d >= 0 else 999 for d in graph.distances_from(n)] for n in range(len(self.points))]
        self.location_at: list[Location | None] = [None] * len(self.points)
        for place in self.locations:
            self.location_at[self._point(place.point)] = place

        self.passing = [  # NV-TRAVEL-20
            place is not None and place.trigger == "pass_and_end" and bool(place.do) for place in self.location_at
        ]
        if len(self.cards) > CARDS or len(self.points) > len(MOVE):
            raise ContentError(f"a game holds at most {CARDS} cards and {len(MOVE)} map points")
        self.ally_set = frozenset(self.allies)
        self.curses = frozenset(n for n in self.adventure if self.cards[n].category == "curse_event")
        self.solo_removed = frozenset(n for n in self.adventure if self.cards[n].remove_in_solo)
        self.basic = [n for n in self.klasses if self.cards[n].basic]
        self.backs = [n for n in self.klasses if self.cards[n].only_for]
        self.advanced = [n for n in self.klasses if not self.cards[n].basic and not self.cards[n].only_for]
        self.start = next((n for n, point in enumerate(self.points) if point.start), 0)
        self.lair = {n: self._point(self.cards[n].point) for n in self.quest_creatures if self.cards[n].point}
        self.lives_at = {point: n for n, point in self.lair.items()}
        self.isenthrax = self.number.get("isenthrax", 0)
        self.beast = self.number.get("kraeger-beast", 0)
        self.shield = self.special_rewards[0] if self.special_rewards else 0
        self.reptisaurs = self.special_creatures[0] if self.special_creatures else 0
        self.reach = [0 if card is None else reach_of(card) for card in self.cards]
        # For every window and own phase, the test whether a card could be played from hand in it.
        self.having = {
            bit: frozenset(n for n, reach in enumerate(self.reach) if reach & bit).__contains__
            for bit in (*BIT.values(), PREPARATION, RECOVERY)
        }
        self.equips: list[list[Equip]] = [
            [Equip(n, slot) for slot in range(5 + tables.item_slots)] if getattr(card, "slot", None) else []
            for n, card in enumerate(self.cards)
        ]
        self.worth = [Worth(n, card if isinstance(card, Traits) else NOBODY) for n, card in enumerate(self.cards)]
        self.place = [place_of(card, n in self.ally_set) for n, card in enumerate(self.cards)]
        self._people: dict[tuple[int, int], Worth] = {}
        self._places: dict[int, list[int]] = {}
        # What is worked out of a filter or a step, by its id; it is kept itself, so that its id stays its own.
        self.fitting: dict[int, tuple[Filter, frozenset[int]]] = {}
        self.destinations: dict[int, tuple[MoveTo, list[int]]] = {}
        self.sells = [isinstance(card, Reward) and card.price > 0 for card in self.cards]
        self.city = [point.kind in ("city", "class") for point in self.points]  # NV-TRAVEL-31
        # Rows of the conversion chart that may be bought with so many XP: the 25th cannot (NV-RECOV-9).
        self.rows = [
            [(row, gp) for row, (gp, xp) in enumerate(tables.trades) if have + xp < tables.xp_goal]
            for have in range(tables.xp_goal + 1)
        ]

    def deck_of(self, card: int) -> str:
        """Which deck a card belongs to: adventure, reward, encounter, or ally for the open supply."""
        if card <= self.adventure[-1]:
            return "adventure"
        if card <= self.encounter[-1]:
            return "encounter"
        return "ally" if card in self.ally_set else "reward"

    def person(self, klass: int, character: int) -> Worth:
        """What a class and a Character bring together."""
        found = self._people.get((klass, character))
        if found is None:
            found = self._people[klass, character] = copy(self.worth[klass])
            found.cv += self.worth[character].cv
            found.add(self.worth[character])
        return found

    def places(self, klass: int) -> list[int]:
        """Which kind of place on a class's board each card takes: NOWHERE for cards that the class bars."""
        found = self._places.get(klass)
        if found is None:
            for_class = self.cards[klass]
            found = self._places[klass] = [
                NOWHERE if place == NOWHERE or barred(card, for_class) else place
                for card, place in zip(self.cards, self.place, strict=True)
            ]
        return found

    def _add(self, cards: list[Any]) -> list[int]:
        numbers = []
        for card in cards:
            if card.id in self.number:
                raise ContentError(f"two cards have the id {card.id}")
            self.number[card.id] = len(self.cards)
            numbers.append(len(self.cards))
            self.cards.append(card)
        return numbers

    def _point(self, id_: str) -> int:
        if id_ not in self.point_number:
            raise ContentError(f"no map point has the id {id_}")
        return self.point_number[id_]


@cache
def load(*packs: Path) -> Content:
    """The content of the box, with the packs laid over it in the order given.

    Raises:
        ContentError: with one sentence, for the first thing that is wrong.
    """
    folders = (FOLDER, *packs)
    lists: dict[str, list[Any]] = {}
    for name, cls in FILES.items():
        entries: dict[str, Any] = {}
        for folder in folders:
            if folder == FOLDER or (folder / name).exists():
                for entry in read_list(folder / name, cls, dec_hook):
                    entries[entry.id] = entry
        lists[name] = list(entries.values())
    chart_folder = next((f for f in reversed(folders) if (f / "map.yaml").exists()), FOLDER)
    table_folder = next((f for f in reversed(folders) if (f / "tables.yaml").exists()), FOLDER)
    files = [folder / name for folder in folders for name in (*FILES, "map.yaml", "tables.yaml")]
    return Content(
        lists,
        read_one(chart_folder / "map.yaml", Map),
        read_one(table_folder / "tables.yaml", Tables),
        hash_of(path for path in files if path.exists()),
    )
