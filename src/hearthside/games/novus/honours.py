"""Honours: the best solo rank reached with each Basic Class, kept in a small file (NV-SOLO-18)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ...engine.files import write_whole

RANKS = ("Champion of Novus", "Hero of Novus", "Legend of Novus")  # the lowest first (NV-SOLO-4..6)


def read(path: Path) -> dict[str, str]:
    """The best rank by the id of the Basic Class; empty where there is no file yet.

    Raises:
        ValueError: with one sentence, the file is damaged or cannot be read; it is left as it is.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ValueError(f"{path}: cannot be read ({error.strerror}).") from None
    try:
        found = msgspec.json.decode(data, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError(f"{path}: is damaged; a list of classes and their solo ranks was expected.") from None
    for klass_id, rank in found.items():
        if rank not in RANKS:
            raise ValueError(f"{path}: is damaged; {klass_id} has the rank {rank!r}, which is none of {_ranks()}.")
    return found


def note(path: Path, klass_id: str, rank: str) -> None:
    """Note a rank reached with a Basic Class; a better one noted before stays.

    The file is written beside `path` and renamed, so that `path` always holds a whole list.

    Args:
        klass_id: the Basic Class the hero began with, whatever it advanced to.
        rank: as `goal.rank` gives it.

    Raises:
        ValueError: with one sentence, there is no such rank, the file is damaged (it is left as it is), or the folder
            cannot be written.
    """
    if rank not in RANKS:
        raise ValueError(f"There is no rank {rank!r}; the ranks are {_ranks()}.")
    honours = read(path)
    before = honours.get(klass_id)
    if before is not None and RANKS.index(before) >= RANKS.index(rank):
        return
    honours[klass_id] = rank
    data = msgspec.json.format(msgspec.json.encode(dict(sorted(honours.items()))), indent=2) + b"\n"
    try:
        write_whole(path, data)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror}).") from None


def _ranks() -> str:
    return ", ".join(reversed(RANKS))
