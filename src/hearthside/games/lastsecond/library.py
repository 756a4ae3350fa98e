"""Reads the content of Last-Second Quest from its folder (and packs) and numbers everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ...engine.content import ContentError, hash_of, read_list
from ...parts.polyomino import Mat, Shape
from .cards import OPEN, Adventurer, Entry, Icon, Quest, StorageMat, Tile, TileShape
from .choices import TILES
from .vocabulary import BIT, KINDS, MATS, ForbidSlot, Kind

FOLDER = Path(__file__).parent / "content"
# File, the Struct of its entries. Entries of a pack's file of the same name replace those of the same id.
FILES: dict[str, type[Entry]] = {
    "icons.yaml": Icon,
    "shapes.yaml": TileShape,
    "tiles.yaml": Tile,
    "quests.yaml": Quest,
    "adventurers.yaml": Adventurer,
    "mats.yaml": StorageMat,
}
T = TypeVar("T")


def bits(kinds: Iterable[Kind]) -> int:
    """The mask of kinds."""
    mask = 0
    for kind in kinds:
        mask |= BIT[kind]
    return mask


def kinds_in(mask: int) -> list[Kind]:
    """The kinds of a mask, in the order of LS-ICON-10."""
    return [kind for kind in KINDS if mask & BIT[kind]]


class Content:
    """All content, indexed.

    Tiles, quests and Adventurers each have numbers of their own, which start at 1 and are what the state holds
    (0: none); mats go by their id. `tags`, `plausible`, `shape`, `size` and `straight` are by tile number, `required`
    and `forbidden` by quest number; kinds are bits of a mask (`vocabulary.BIT`).
    """

    def __init__(self, lists: dict[str, list[Any]], hash_: str) -> None:
        self.hash = hash_
        self.icons: dict[Kind, Icon] = {icon.id: icon for icon in lists["icons.yaml"]}
        self.shapes: dict[str, TileShape] = {shape.id: shape for shape in lists["shapes.yaml"]}
        self.tiles: list[Tile] = lists["tiles.yaml"]
        self.quests: list[Quest] = lists["quests.yaml"]
        self.adventurers: list[Adventurer] = lists["adventurers.yaml"]
        self.mats: dict[str, StorageMat] = {mat.id: mat for mat in lists["mats.yaml"]}

        self.tile_number = {tile.id: n for n, tile in enumerate(self.tiles, 1)}
        self.quest_number = {quest.id: n for n, quest in enumerate(self.quests, 1)}
        self.adventurer_number = {card.id: n for n, card in enumerate(self.adventurers, 1)}

        shapes = [self.shapes[tile.shape] for tile in self.tiles]
        self.shape: list[Shape] = [frozenset(), *(shape.shape for shape in shapes)]
        self.size = [0, *(shape.size for shape in shapes)]
        self.straight = [0, *(shape.straight for shape in shapes)]
        self.tags = [0, *(bits(tile.tags) for tile in self.tiles)]
        self.plausible = [0, *(bits(tile.plausible) for tile in self.tiles)]
        self.required = [0, *(bits(quest.required) for quest in self.quests)]
        self.forbidden = [0, *(bits(quest.forbidden) for quest in self.quests)]
        # The open squares of each kind of mat, as a board to place on; special slots are none of them.
        self.board: dict[str, Mat] = {mat.id: Mat.of(mat.picture, OPEN) for mat in self.mats.values()}

    def tile(self, number: int) -> Tile:
        """The Item tile of that number."""
        return self.tiles[number - 1]

    def quest(self, number: int) -> Quest:
        """The Quest card of that number."""
        return self.quests[number - 1]

    def adventurer(self, number: int) -> Adventurer:
        """The Adventurer of that number."""
        return self.adventurers[number - 1]

    def fits_slot(self, tile: int, accepts: str) -> bool:
        """Whether a special slot takes the tile of that number (LS-MAT-4 to LS-MAT-7, LS-MAT-19)."""
        if accepts == "straight":
            return self.straight[tile] > 0
        return self.size[tile] == (1 if accepts == "one" else 2)


@cache
def load(*packs: Path) -> Content:
    """The content of the box, with the packs laid over it in the order given.

    Raises:
        ContentError: with one sentence, for the first thing that is wrong.
    """
    folders = (FOLDER, *packs)
    lists: dict[str, list[Any]] = {}
    for name in ("icons.yaml", "shapes.yaml", "mats.yaml", "tiles.yaml", "quests.yaml", "adventurers.yaml"):
        lists[name] = _over(folders, name, _check(name, lists))
    for what, have, want in (
        ("icons.yaml", [icon.id for icon in lists["icons.yaml"]], KINDS),
        ("mats.yaml", [mat.id for mat in lists["mats.yaml"]], MATS),
    ):
        for missing in [one for one in want if one not in have]:
            raise ContentError(f"{what}: {missing} is missing")
    if len(lists["tiles.yaml"]) > TILES:
        raise ContentError(f"tiles.yaml: a game holds at most {TILES} items, not {len(lists['tiles.yaml'])}")
    files = [folder / name for folder in folders for name in FILES]
    return Content(lists, hash_of(path for path in files if path.exists()))


def _over(folders: tuple[Path, ...], name: str, check: Callable[[Any], None]) -> list[Any]:
    """The entries of one file: the box's, replaced or followed by those of each pack."""
    entries: dict[str, Any] = {}
    for folder in folders:
        if folder == FOLDER or (folder / name).exists():
            seen: set[str] = set()

            def every(entry: Any, seen: set[str] = seen) -> None:
                if entry.id in seen:
                    raise ValueError("the id stands twice in this file")
                seen.add(entry.id)
                check(entry)

            for entry in read_list(folder / name, FILES[name], check=every):
                entries[entry.id] = entry
    return list(entries.values())


def _check(name: str, lists: dict[str, list[Any]]) -> Callable[[Any], None]:
    """What an entry of a file may say about entries of files read before it."""

    def tile(entry: Tile) -> None:
        shapes = [shape.id for shape in lists["shapes.yaml"]]
        if entry.shape not in shapes:
            raise ValueError(f"there is no shape {entry.shape}; the shapes are {', '.join(shapes)}")

    def adventurer(entry: Adventurer) -> None:
        slots = [slot.id for mat in lists["mats.yaml"] for slot in mat.slots]
        if isinstance(entry.penalty, ForbidSlot) and entry.penalty.slot not in slots:
            raise ValueError(f"no mat has a slot {entry.penalty.slot}; the slots are {', '.join(slots)}")

    checks: dict[str, Callable[[Any], None]] = {"tiles.yaml": tile, "adventurers.yaml": adventurer}
    return checks.get(name, lambda entry: None)
