"""Reads what several commands are asked alike: packs, options, seeds, seats; and writes files whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from ..engine.content import read_one
from ..engine.files import write_whole
from ..engine.game import Game
from ..games import catalogue
from .faults import Fault

if TYPE_CHECKING:
    from rich.console import Console

PACK_FILE = "pack.yaml"


class PackInfo(msgspec.Struct, forbid_unknown_fields=True):
    """What a pack says of itself, in pack.yaml."""

    game: str
    name: str = ""
    about: str = ""


def room(game: Game) -> ModuleType:
    """The game's catalogue.

    Raises:
        Fault: it has none.
    """
    found = catalogue(game)
    if found is None:
        raise Fault(f"{game.title} has no catalogue of cards.")
    return found


def packs(folders: Sequence[str], game: Game) -> list[Path]:
    """The folders of packs, absolute, each fit to be laid over the game's content as far as its files' names tell.

    Raises:
        Fault: a folder is missing, holds no content or a file that nothing reads, or is another game's.
    """
    return [pack_folder(folder, game) for folder in folders]


def pack_folder(folder: str, game: Game) -> Path:
    """As `packs`, for one."""
    path = Path(folder)
    if not path.is_dir():
        raise Fault(f"{folder}: there is no such folder; `hearthside pack new {folder} --game {game.name}` makes one.")
    known: dict[str, str] = room(game).FILES
    found = sorted(p.name for p in path.iterdir() if p.suffix in (".yaml", ".yml") and p.name != PACK_FILE)
    strange = [name for name in found if name not in known]
    if strange:
        raise Fault(f"{path / strange[0]}: no such file belongs to {game.title}; its files are {', '.join(known)}.")
    if not found:
        raise Fault(f"{folder}: this is no pack, it holds none of {', '.join(known)}.")
    info = pack_info(path)
    if info and info.game != game.name:
        raise Fault(f"{path / PACK_FILE}: this pack is for the game {info.game}, not for {game.name}.")
    return path.resolve()


def pack_info(folder: Path) -> PackInfo | None:
    """What a pack says of itself; None if it says nothing.

    Raises:
        ContentError: pack.yaml is wrong.
    """
    file = folder / PACK_FILE
    return read_one(file, PackInfo) if file.exists() else None


def options(given: Sequence[str], game: Game, defaults: dict[str, Any] | None = None) -> Any:
    """The table's options from NAME=VALUE pairs, laid over `defaults`.

    Raises:
        Fault: no such option (the sentence lists them), or a value that does not fit.
    """
    fields = {field.name: field for field in msgspec.structs.fields(game.Options)}
    values = dict(defaults or {})
    for pair in given:
        name, sign, value = pair.partition("=")
        field = fields.get(name.strip())
        if field is None:
            listed = "; ".join(f"{n} ({kind_of(f.type)})" for n, f in fields.items()) or "none"
            raise Fault(f"{game.title} has no option {name.strip()!r}; its options are: {listed}.")
        if not sign:
            raise Fault(f"The option {name} needs a value: {name}=VALUE, where VALUE is {kind_of(field.type)}.")
        raw: Any = value.strip()
        if get_origin(field.type) in (tuple, list):
            raw = [one.strip() for one in raw.split(",") if one.strip()]
        elif field.type is bool:
            raw = {"yes": True, "on": True, "no": False, "off": False}.get(raw.lower(), raw)
        try:
            values[field.name] = msgspec.convert(raw, field.type, strict=False)
        except msgspec.ValidationError:
            raise Fault(f"The option {name} is {kind_of(field.type)}, not {value!r}.") from None
    return msgspec.convert(values, game.Options)


def kind_of(type_: Any) -> str:
    """What values a type takes, in words."""
    if type_ is bool:
        return "true or false"
    if type_ is int:
        return "a whole number"
    if get_origin(type_) in (tuple, list):
        return "names with commas between"
    choices = get_args(type_)
    return " or ".join(str(one) for one in choices) if choices else "text"


def seats(text: str, game: Game) -> list[str]:
    """Who sits where, from names with commas between.

    Raises:
        Fault: too few or too many, or an empty name. BadSeat: nobody is called so.
    """
    from ..bots import make

    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise Fault(f"The seats {text!r} have an empty one; name them like me,greedy,random.")
    if len(names) not in game.seats:
        raise Fault(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {len(names)}.")
    for name in names:
        make(name)
    return names


def seed(text: str) -> int | str:
    """A seed: a whole number where it is one, else the text itself."""
    try:
        return int(text)
    except ValueError:
        return text


def write_out(path: str, data: bytes) -> None:
    """Writes a file whole; "-" is the output.

    Raises:
        Fault: it cannot be written.
    """
    if path == "-":
        sys.stdout.flush()
        sys.stdout.write(data.decode())
        return
    try:
        write_whole(Path(path), data)
    except OSError as error:
        raise Fault(f"{path}: cannot be written ({error.strerror}).") from None


def check_writable(path: str | None) -> None:
    """Finds out before long work whether a file can be written afterwards.

    Raises:
        Fault: its folder is missing or closed, or it is a folder itself.
    """
    if path is None or path == "-":
        return
    folder = Path(path).parent
    if not folder.is_dir():
        raise Fault(f"{path}: cannot be written, there is no folder {folder}.")
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise Fault(f"{path}: cannot be written.")


def console() -> Console:
    """The output; as wide as tables like where it is no terminal."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            """The reader has seen enough: that is no failure, and `main` ends quietly (Rich would exit with 1)."""
            raise BrokenPipeError

    made = Output()
    return made if made.is_terminal else Output(width=120)


def json_text(value: Any) -> str:
    """A value as indented JSON with a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
