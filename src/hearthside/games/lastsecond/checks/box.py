"""Whether the content is what the ledger's "Content to author" and LS-DIG-23 ask of the box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ....parts.polyomino import turns
from .. import vocabulary as v
from ..cards import FULL, Adventurer, Quest, StorageMat
from ..library import Content
from ..setup import SEALS
from ..text.grammar import count, listed
from ..vocabulary import BIT, KINDS, Kind
from . import composition as c
from .lawful import both, scoring


def faults(content: Content) -> list[str]:
    """How the content departs from the box of the ledger, one plain sentence a departure."""
    return [
        *_counts(content),
        *_stock(content),
        *_tags(content),
        *_things(content),
        *_seals(content),
        *_quests(content),
        *_adventurers(content),
        *_mats(content),
        *_flavour(content),
    ]


def _counts(content: Content) -> Iterator[str]:
    boards = sum(mat.boards for mat in content.mats.values()) // 2  # each has two faces
    for what, have, want in (
        ("quests", len(content.quests), c.QUESTS),
        ("Adventurers", len(content.adventurers), c.ADVENTURERS),
        ("items", len(content.tiles), c.ITEMS),
        ("squares of all items", sum(content.size), c.SQUARES),
        ("boards", boards, c.BOARDS),
    ):
        if have != want:
            yield f"The number of {what} is {have}, not {want}."


def _stock(content: Content) -> Iterator[str]:
    items = Counter(tile.shape for tile in content.tiles)
    for shape in content.shapes.values():
        if items[shape.id] != shape.count:
            have = count(items[shape.id], "item has", "items have")
            yield f"{have} the shape {shape.id}, which counts {shape.count}."
        want = c.STOCK.get(shape.id)
        mirrors = len(turns(shape.shape)) > len(turns(shape.shape, mirrors=False))
        found = (shape.size, items[shape.id], shape.straight > 0, mirrors)
        if want is None:
            yield f"The shape {shape.id} is not in the stock."
        elif found != want:
            yield f"The shape {shape.id} has squares, items, straightness and mirror {found}, not {want}."
    for name in [name for name in c.STOCK if name not in content.shapes]:
        yield f"The shape {name} is missing."


def _tags(content: Content) -> Iterator[str]:
    for kind in KINDS:
        if on(kind, content) not in c.ON_ITEMS:
            yield f"{content.icons[kind].label} is on {count(on(kind, content), 'item')}, not {_span(c.ON_ITEMS)}."
    average = sum(len(tile.tags) for tile in content.tiles) / max(1, len(content.tiles))
    if not c.TAGS[0] <= average <= c.TAGS[1]:
        yield f"Items have {average:.2f} tags on average, not {c.TAGS[0]} to {c.TAGS[1]}."


def _things(content: Content) -> Iterator[str]:
    for name, (tags, plausible, shape) in c.THINGS.items():
        if name not in content.tile_number:
            yield f"The item {name} is missing."
            continue
        tile = content.tile(content.tile_number[name])
        if set(tile.tags) != tags:
            yield f"The item {tile.name} has the tags {', '.join(tile.tags)}, not {', '.join(sorted(tags))}."
        if not plausible <= set(tile.plausible):
            missing = listed(sorted(plausible - set(tile.plausible)))
            yield f"The item {tile.name} is not plausibly {missing}."
        if tile.shape != shape:
            yield f"The item {tile.name} has the shape {tile.shape}, not {shape}."


def _seals(content: Content) -> Iterator[str]:
    seals = Counter(quest.seals for quest in content.quests)
    for n, want in c.SEALS.items():
        if seals[n] != want:
            yield f"{count(seals[n], 'quest has', 'quests have')} {count(n, 'seal')}, not {want}."
    for deck, within in SEALS.items():
        size = sum(seals[n] for n in within)
        if size < c.LEAST:
            yield f"The {deck} deck has {count(size, 'quest')}, fewer than {c.LEAST}."
    for kind in KINDS:
        label = content.icons[kind].label
        required = sum(kind in quest.required for quest in content.quests)
        forbidden = sum(kind in quest.forbidden for quest in content.quests)
        if required < c.REQUIRED_ON:
            yield f"{label} is required by {count(required, 'quest')}, fewer than {c.REQUIRED_ON}."
        if forbidden < c.FORBIDDEN_ON:
            yield f"{label} is forbidden by {count(forbidden, 'quest')}, fewer than {c.FORBIDDEN_ON}."
    cards = [(set(quest.required), set(quest.forbidden), quest.seals) for quest in content.quests]
    if c.BRAWL not in cards:
        yield "No quest requires Melee Weapons and Magical and forbids For Outside Travel and Elegant/Stylish."


def _quests(content: Content) -> Iterator[str]:
    for number, quest in enumerate(content.quests, 1):
        for what, kinds, wanted in (
            ("requires", quest.required, c.REQUIRED),
            ("forbids", quest.forbidden, c.FORBIDDEN),
        ):
            if len(kinds) not in wanted[quest.seals]:
                numbers = listed([str(n) for n in wanted[quest.seals]], "or")
                yield f"The quest {quest.title} {what} {count(len(kinds), 'kind')}, not {numbers}."
        good, least = scoring(content, number), c.SCORING[quest.seals]
        if good < least:
            yield f"{count(good, 'item scores', 'items score')} on the quest {quest.title}, fewer than {least}."
        overlap, span = both(content, number), c.BOTH[quest.seals]
        if overlap not in span:
            yield f"The quest {quest.title} both requires and forbids {count(overlap, 'item')}, not {_span(span)}."
        if len(quest.required) == 1 and on(quest.required[0], content) < c.SINGLE:
            items = count(on(quest.required[0], content), "item")
            yield f"The quest {quest.title} requires a single kind that is on {items} only."


def _adventurers(content: Content) -> Iterator[str]:
    for name in [name for name in c.PENALTIES_AND_BONUSES if name not in content.adventurer_number]:
        yield f"The Adventurer {name} is missing."
    for card in content.adventurers:
        want = c.PENALTIES_AND_BONUSES.get(card.id)
        if want is not None and (card.penalty, *card.bonus) != want:
            yield f"The Adventurer {card.name} has another penalty or bonus than the ledger's."
        if len(card.bonus) > 1 and card.id != "beastmaster":
            yield f"The Adventurer {card.name} has {len(card.bonus)} bonuses; only the Beastmaster has two."
        for kind in counted(card.bonus):
            if on(kind, content) < c.COUNTED_ON:
                label = content.icons[kind].label
                yield f"The bonus of {card.name} counts {label}, which is on {count(on(kind, content), 'item')} only."


def _mats(content: Content) -> Iterator[str]:
    for mat in content.mats.values():
        board = content.board[mat.id]
        areas, full, slots = c.ROOM[mat.id]
        have = sorted(area.bit_count() for area in board.groups(board.cells))
        if have != areas:
            yield f"The areas of the {mat.title} have {have} open squares, not {areas}."
        if len(mat.cells(FULL)) != full:
            yield f"{len(mat.cells(FULL))} squares of the {mat.title} are already full, not {full}."
        takes = {one: sorted(slot.value for slot in mat.slots if slot.accepts == one) for one in slots}
        if takes != slots or len(mat.slots) != sum(map(len, slots.values())):
            yield f"The special slots of the {mat.title} are not those of the ledger."
        for slot in mat.slots:
            if len(mat.cells(slot.sign)) != slot.value:
                drawn = count(len(mat.cells(slot.sign)), "square")
                yield f"The slot {slot.name} of the {mat.title} is drawn with {drawn}, not {slot.value}."
        if mat.boards != c.FACES:
            yield f"{count(mat.boards, 'board shows', 'boards show')} the {mat.title}, not {c.FACES}."
        if mat.back != c.BACKS[mat.id]:
            yield f"The {mat.title} has the {content.mats[mat.back].title} on its other face."


def _flavour(content: Content) -> Iterator[str]:
    cards: list[Quest | Adventurer | StorageMat] = [*content.quests, *content.adventurers, *content.mats.values()]
    for card in cards:
        sentences = len(re.findall(r"[.!?](?:\s|$)", card.flavour))
        if not 1 <= sentences <= c.SENTENCES:
            yield f"The flavour of {card.name} has {count(sentences, 'sentence')}, not 1 to {c.SENTENCES}."


def on(kind: Kind, content: Content) -> int:
    """How many items a kind is printed on."""
    return sum(tags & BIT[kind] > 0 for tags in content.tags)


def counted(bonus: Iterable[v.Bonus]) -> list[Kind]:
    """The kinds that a bonus counts."""
    found: list[Kind] = []
    for effect in bonus:
        match effect:
            case v.PointsPer(kind) | v.PointsIfNone(kind) | v.KeepItem(kind) | v.TreatAs(kind):
                found.append(kind)
            case v.PointsPerPair(kinds):
                found.extend(kinds)
    return found


def _span(numbers: range) -> str:
    return f"{numbers.start} to {numbers.stop - 1}"
