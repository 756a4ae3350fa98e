"""Goes on with an interrupted simulation: reads what it had done, and refuses what would not be the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..engine.errors import Refused

if TYPE_CHECKING:
    from .simulate import Simulation

# What must be the same, in the words of the sentence that says it is not.
SAME = {
    "game": "game", "version": "version of the rules", "content": "content", "seats": "seats", "seed": "seed",
    "packs": "packs", "options": "options", "step_cap": "step cap",
}  # fmt: skip


def read(path: Path) -> Simulation:
    """What `hearthside simulate --json` wrote.

    Raises:
        Refused: one sentence: there is no such file, or it is another kind of file.
    """
    from .simulate import Simulation

    try:
        return msgspec.json.decode(path.read_bytes(), type=Simulation)
    except OSError as error:
        raise Refused(f"{path}: cannot be read ({error.strerror}).") from None
    except msgspec.MsgspecError:
        raise Refused(f"{path}: this is no result of `hearthside simulate --json`.") from None


def refuse_another(before: Simulation, now: Simulation) -> None:
    """Refuses to go on with a simulation that is not the same.

    Raises:
        Refused: one sentence that names what differs.
    """
    for field, name in SAME.items():
        old, new = getattr(before, field), getattr(now, field)
        if old != new:
            raise Refused(f"It cannot be resumed: {_difference(name, old, new)}.")
    if now.asked < len(before.games) or now.asked < max((one.number for one in before.games), default=0):
        raise Refused(f"It cannot be resumed: it holds {len(before.games)} games, more than the {now.asked} asked for.")
    if now.watched and not before.watched:
        raise Refused(
            "It cannot be resumed with a report: its games were not watched; start again with --report or --watch."
        )


def _difference(name: str, old: Any, new: Any) -> str:
    if name == "content":
        return "the cards of the game have changed since (or another pack is laid over them)"
    if isinstance(old, dict) and isinstance(new, dict):
        which = next(key for key in (*new, *old) if old.get(key) != new.get(key))
        return f"its option {which} is {_said(old.get(which))}, not {_said(new.get(which))}"
    verb = "are" if name in ("seats", "packs") else "is"
    return f"its {name} {verb} {_said(old)}, not {_said(new)}"


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return str(value)
