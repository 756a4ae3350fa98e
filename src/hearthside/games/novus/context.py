"""What the rules of Legends of Novus work with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...engine.game import Context
from .library import Content
from .state import State

if TYPE_CHECKING:
    from .board import Board


MOST_ROUNDS = 10_000


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options. The defaults are the ledger's readings.

    characters: how heroes are chosen (NV-GAP-8): a draft in random order, at random, or picked in seat order.
    first: who begins (NV-GAP-7). windows: who is asked in a window: only those who hold something for it, or every
    seat alike, so that the question tells nothing. trading: NV-SELL-7. reset_explore: NV-GAP-23. solo_informant:
    NV-GAP-61. rounds: stop after so many rounds, 0 for never (NV-GAP-91). heroes: Characters by id, seat by seat,
    instead of a choice.
    """

    characters: Literal["draft", "random", "free"] = "draft"
    first: Literal["random", "seat"] = "random"
    windows: Literal["holders", "everyone"] = "holders"
    trading: bool = False
    reset_explore: bool = False
    solo_informant: bool = False
    rounds: int = 0
    heroes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"rounds is {self.rounds}, but must be 0 (no limit) to {MOST_ROUNDS}")
        named = [name for name in self.heroes if name]
        for name in named:
            if named.count(name) > 1:
                raise ValueError(f"heroes names {name} twice, but a Character can be played once")


class G(Context):
    """The context: `g`."""

    __slots__ = ("boards", "marked")

    state: State
    content: Content
    options: Options

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.boards: list[Board | None] = [None] * 5  # what each hero's board comes to, while it is known
        self.marked = True  # XP, tokens or quests changed since the win conditions were last looked at
