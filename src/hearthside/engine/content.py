"""Strict reading of content files: YAML into typed Structs, with errors that name file, line and card."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML as people expect it: only true and false are booleans, so that `on:` is a word."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in found if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, found in _Loader.yaml_implicit_resolvers.items()
}
T = TypeVar("T")


class ContentError(Exception):
    """A content file is wrong. The message is one sentence: file, line, card, what is wrong."""


def read_list(
    path: Path,
    cls: type[T],
    dec_hook: Callable[[type, Any], Any] | None = None,
    check: Callable[[T], None] | None = None,
) -> list[T]:
    """The entries of a YAML list, each decoded strictly into `cls`.

    Args:
        path: a UTF-8 YAML file that holds one list of mappings.
        cls: the Struct of an entry; unknown fields, wrong types and missing fields are errors.
        dec_hook: for types that msgspec does not know (`msgspec.convert`).
        check: looks at an entry beside others, say for names it refers to; raises ValueError in words.

    Raises:
        ContentError: the file is missing, is no YAML list, or an entry is wrong.
    """
    out = []
    for n, raw in enumerate(_parse(path, list)):
        try:
            entry = msgspec.convert(raw, cls, dec_hook=dec_hook)
            if check is not None:
                check(entry)
            out.append(entry)
        except (msgspec.ValidationError, ValueError, TypeError) as error:
            name = raw.get("id", raw.get("name", "")) if isinstance(raw, dict) else ""
            who = f"{name}: " if name else f"entry {n + 1}: "
            raise ContentError(f"{path.name}, line {_line_of(path, n)}: {who}{error}") from None
    return out


def read_one(path: Path, cls: type[T]) -> T:
    """The one mapping that a YAML file holds, decoded strictly into `cls`.

    Raises:
        ContentError: as for `read_list`.
    """
    try:
        return msgspec.convert(_parse(path, dict), cls)
    except (msgspec.ValidationError, ValueError) as error:
        raise ContentError(f"{path.name}: {error}") from None


def read_raw(path: Path) -> Any:
    """What a YAML file holds, a list or a mapping, not decoded any further.

    Raises:
        ContentError: the file is missing or no YAML.
    """
    return _parse(path, object)


def read_text(text: str) -> Any:
    """What a text says as YAML, read as content files are.

    Raises:
        yaml.YAMLError: it is none.
    """
    return yaml.load(text, _Loader)


def hash_of(paths: Iterable[Path]) -> str:
    """The first 16 hex digits of the SHA-256 over the files' names and bytes, in the order given."""
    sha = hashlib.sha256()
    for path in paths:
        sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return sha.hexdigest()[:16]


def _parse(path: Path, want: type) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ContentError(f"{path.name}: not UTF-8 text") from None
    try:
        raw = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise ContentError(f"{path.name}{where}: not YAML ({getattr(error, 'problem', error)})") from None
    if raw is None:
        raw = want()
    if not isinstance(raw, want):
        raise ContentError(f"{path.name}: a {'list' if want is list else 'mapping'} is needed at the top of the file")
    return raw


def _line_of(path: Path, entry: int) -> int:
    node: Any = yaml.compose(path.read_text(encoding="utf-8"), _Loader)
    return int(node.value[entry].start_mark.line) + 1
