"""Changes of content in a line, as `reward/sword.cv=5`, made into a pack that lies over everything else.

    KIND/ID.FIELD=VALUE          an entry of a kind: reward/sword.cv=5, quest/cystos.xp=6
    KIND/ID.FIELD.PART=VALUE     a part of it, list places from 0: encounter/orc-warrior.victory.0.gain_gp=20
    tables.NAME=VALUE            a file that is no list of entries: tables.start_gp=20

The value is YAML, as it would stand in the file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import yaml

from ..engine.content import ContentError, read_raw, read_text
from ..engine.errors import Refused
from ..engine.game import Game
from ..games import catalogue

KINDS_OF_VALUE = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


class Change(msgspec.Struct, frozen=True):
    """One change, taken apart. id: "" of a file that is no list of entries. path: names and places in lists."""

    text: str
    kind: str
    id: str
    path: tuple[str, ...]
    value: Any

    @property
    def entry(self) -> str:
        """The entry that it touches, as it is addressed."""
        return f"{self.kind}/{self.id}" if self.id else self.kind


def read_changes(texts: Sequence[str], game: Game) -> list[Change]:
    """Takes changes apart.

    Raises:
        Refused: one is no change, or of a kind that the game does not have.
    """
    kinds = _room(game).KIND_FILES
    found = []
    for text in texts:
        address, sign, value = text.partition("=")
        entry, _, rest = address.strip().partition(".")
        kind, slash, id_ = entry.partition("/")
        if not sign or not rest or (slash and not id_):
            raise Refused(f"{text!r} is no change; one is KIND/ID.FIELD=VALUE, such as {_example(game)}.")
        if kind not in kinds:
            raise Refused(f"{text}: {game.title} has no kind {kind!r}{_near(kind, kinds)}")
        found.append(Change(text, kind, id_, tuple(rest.split(".")), _value(text, value)))
    return found


def write_pack(changes: Sequence[Change], game: Game, packs: Sequence[Path], folder: Path) -> None:
    """Writes a pack into a folder that makes the changes to the game's content with these packs, and checks it.

    Raises:
        Refused: there is no such entry or field, the value does not fit, or the content would be faulty by it.
    """
    room = _room(game)
    stack = [room.FOLDER, *packs]
    content = game.content(packs)
    wholes: dict[str, Any] = {}  # mappings that are changed, whole
    entries: dict[str, dict[str, Any]] = {}  # entries that are changed, by file and id
    for one in changes:
        file, whole = _home(one, room, stack)
        if isinstance(whole, list):
            target = entries.setdefault(file, {}).setdefault(one.id, next(e for e in whole if e["id"] == one.id))
            fields = _fields(room, content, one)
        else:
            mapping = wholes.setdefault(file, whole)
            target = _listed(mapping, one.id) if one.id else mapping
            fields = _fields(room, content, one) if one.id else {name: type(said) for name, said in mapping.items()}
        _set(one, target, fields)
    for file, by_id in entries.items():
        (folder / file).write_text(json.dumps(list(by_id.values()), ensure_ascii=False), encoding="utf-8")
    for file, whole in wholes.items():
        (folder / file).write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    told = ", ".join(one.text for one in changes)
    try:
        changed = game.content([*packs, folder])
    except ContentError as error:
        raise Refused(f"{told} does not fit: {str(error).partition(': ')[2].rstrip('.')}.") from None
    faults = room.differences(changed)[0]
    if faults and packs:  # those of the packs are no news
        known = room.differences(content)[0]
        faults = [fault for fault in faults if fault not in known]
    if faults:
        raise Refused(f"{told} would make faulty content: {faults[0]}")


def _room(game: Game) -> ModuleType:
    room = catalogue(game)
    if room is None or not hasattr(room, "KIND_FILES"):
        raise Refused(f"{game.title} has no content that could be changed.")
    return room


def _example(game: Game) -> str:
    room = _room(game)
    for kind in room.KIND_FILES:
        for card in room.cards(game.content(()), kind):
            for field in msgspec.structs.fields(type(card)):
                if field.type is int and getattr(card, field.name):
                    return f"{kind}/{card.id}.{field.encode_name}={getattr(card, field.name) + 1}"
    return "reward/sword.cv=5"


def _value(text: str, value: str) -> Any:
    try:
        return read_text(value)
    except yaml.YAMLError:
        raise Refused(f"{text}: the value is not YAML, such as 5, [2, 3] or {{gain_xp: 2}}.") from None


def _home(change: Change, room: ModuleType, stack: Sequence[Path]) -> tuple[str, Any]:
    """The file that holds an entry, and what the topmost folder with it says: a whole mapping, or all entries."""
    ids: dict[str, str] = {}
    for file in room.KIND_FILES[change.kind]:
        found = [read_raw(folder / file) for folder in stack if (folder / file).exists()]
        if isinstance(found[-1], dict):
            if not change.id:
                return file, found[-1]
            listed = [e for rows in found[-1].values() if isinstance(rows, list) for e in rows if isinstance(e, dict)]
        else:
            listed = list({entry["id"]: entry for entries in found for entry in entries or ()}.values())
        named = {entry["id"]: str(entry.get("name", entry.get("title", ""))) for entry in listed if "id" in entry}
        if change.id in named:
            return file, found[-1] if isinstance(found[-1], dict) else listed
        ids |= named
    if not change.id:
        raise Refused(f"{change.text} names no {change.kind}; one is named as {change.kind}/{next(iter(ids), 'ID')}.")
    by_name = {name.lower(): id_ for id_, name in ids.items()}
    if change.id.lower() in by_name:
        raise Refused(f"{change.text}: {change.id} is addressed as {change.kind}/{by_name[change.id.lower()]}.")
    if not ids:
        raise Refused(
            f"{change.text}: {change.kind} has no entries; write {change.kind}.{'.'.join(change.path)}=VALUE."
        )
    raise Refused(f"{change.text}: there is no {change.kind} with the id {change.id!r}{_near(change.id, ids)}")


def _listed(mapping: dict[str, Any], id_: str) -> dict[str, Any]:
    rows = (rows for rows in mapping.values() if isinstance(rows, list))
    return next(e for many in rows for e in many if isinstance(e, dict) and e.get("id") == id_)


def _fields(room: ModuleType, content: Any, change: Change) -> dict[str, Any]:
    """The fields that an entry may have, with their types."""
    card = next(card for card in room.cards(content, change.kind) if card.id == change.id)
    return {field.encode_name: field.type for field in msgspec.structs.fields(type(card)) if field.name != "id"}


def _set(change: Change, target: Any, fields: dict[str, Any]) -> None:
    first, *deeper = change.path
    if first not in fields:
        raise Refused(f"{change.text}: {change.entry} has no field {first!r}{_near(first, fields)}")
    type_ = fields[first]
    if not deeper and not _fits(change.value, type_):
        raise Refused(f"{change.text}: {first} is {_words(type_)}, not {json.dumps(change.value, default=str)}.")
    walked = change.entry
    for name, following in zip(change.path, deeper, strict=False):
        target = target[_place(change, target, name, walked)]
        walked += f".{name}"
        if not isinstance(target, list | dict):
            raise Refused(f"{change.text}: {walked} is {json.dumps(target)} and has no part {following!r}.")
    last = _place(change, target, change.path[-1], walked, new=isinstance(target, dict))
    if isinstance(last, int) or last in target:
        if target[last] == change.value:
            raise Refused(f"{change.text} changes nothing: that is what it says already.")
    target[last] = change.value


def _place(change: Change, within: Any, name: str, walked: str, new: bool = False) -> str | int:
    if isinstance(within, list):
        if name.isdecimal() and int(name) < len(within):
            return int(name)
        raise Refused(f"{change.text}: {walked} is a list with the places 0 to {len(within) - 1}, not {name!r}.")
    if name in within or new:
        return name
    raise Refused(f"{change.text}: {walked} has no part {name!r}{_near(name, within)}")


def _fits(value: Any, type_: Any) -> bool:
    """Whether a plain value is of a plain type; what is not plain is left to the reading of the pack."""
    if type_ in KINDS_OF_VALUE:
        return type(value) is type_ or (type_ is float and type(value) is int)
    if get_origin(type_) is Literal:
        return value in get_args(type_)
    if get_origin(type_) in (Union, UnionType):
        return any(_fits(value, one) for one in get_args(type_))
    if (of := _many(type_)) is not None:
        return isinstance(value, list) and all(_fits(one, of) for one in value)
    return value is None if type_ is type(None) else True


def _words(type_: Any) -> str:
    if get_origin(type_) is Literal:
        return " or ".join(str(one) for one in get_args(type_))
    if get_origin(type_) in (Union, UnionType):
        return " or ".join(_words(one) for one in get_args(type_))
    if (of := _many(type_)) is not None:
        return f"a list of {_words(of)}"
    return "null" if type_ is type(None) else KINDS_OF_VALUE[type_]


def _many(type_: Any) -> Any:
    """What a list of any length is of, where that is plain; else None."""
    if get_origin(type_) is not tuple or get_args(type_)[1:] != (...,):
        return None
    of = get_args(type_)[0]
    return of if of in KINDS_OF_VALUE or get_origin(of) is Literal else None


def _near(word: str, known: Any) -> str:
    """The end of a sentence: what may be meant, or what there is."""
    near = get_close_matches(word, list(known), 3, 0.6)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    names = list(known)
    return f"; there are {', '.join(names[:15])}{' and more' if len(names) > 15 else ''}."
