"""What the rules of Last-Second Quest work with."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...engine.game import Context
from .library import Content
from .mats import Board, boards
from .state import Player, State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options.

    mode: the clock runs, or stops after every beat (LS-DIG-8). mat, deck: LS-SETUP-8, LS-SETUP-19..23, LS-GAP-21.
    quest_order, adventurers: LS-GAP-43. placement: LS-GAP-9. pile: LS-DIG-7. judge: LS-DIG-11. debate: seconds
    (LS-GAP-27). cap: seconds of Searching (LS-GAP-11). hands: how long a hand takes (LS-DIG-4).
    """

    mode: Literal["real", "sliced"] = "real"
    mat: Literal["chest", "backpack", "saddle-bags", "cart", "mixed"] = "chest"
    deck: Literal["all", "easy", "normal", "hard"] = "all"
    quest_order: Literal["shuffled", "rising", "falling"] = "shuffled"
    adventurers: Literal["dealt", "chosen"] = "dealt"
    placement: Literal["strict", "faithful"] = "strict"
    pile: Literal["open", "buried"] = "open"
    judge: Literal["strict", "mixed", "table"] = "mixed"
    debate: int = 60
    cap: int = 300
    hands: Literal["quick", "table"] = "quick"

    def __post_init__(self) -> None:
        if not 1 <= self.cap <= 36_000:
            raise ValueError(f"cap is {self.cap} seconds, but must be 1 to 36000")
        if not 0 <= self.debate <= 600:
            raise ValueError(f"debate is {self.debate} seconds, but must be 0 to 600")


class Hands(msgspec.Struct, frozen=True):
    """How many milliseconds a hand takes (LS-DIG-4)."""

    grab: int
    place: int
    put_back: int
    rummage: int
    failed: int


HANDS = {"quick": Hands(250, 150, 100, 500, 200), "table": Hands(700, 900, 400, 600, 300)}
SLICE = 50  # milliseconds: arrivals are rounded up to these, and within one the draw decides (LS-DIG-24)
BEAT = 1000  # milliseconds of a beat (LS-DIG-8)


class Fitting(msgspec.Struct):
    """What was found out of a mat on which these squares and slots are covered: masks of tiles that can be added to
    it, and of tiles that cannot."""

    filled: int = 0
    slots: int = 0
    can: int = 0
    cannot: int = 0


class G(Context):
    """The context: `g`. boards: by kind of mat. fitting: by seat."""

    __slots__ = ("boards", "buried", "faithful", "fitting", "hands", "real")

    state: State
    content: Content
    options: Options

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.boards: dict[str, Board] = boards(self.content)
        self.fitting = [Fitting() for _ in range(5)]
        self.hands = HANDS[self.options.hands]
        self.real = self.options.mode == "real"
        self.buried = self.options.pile == "buried"
        self.faithful = self.options.placement == "faithful"

    def board(self, player: Player) -> Board:
        """The player's kind of mat."""
        return self.boards[player.mat]

    def covered(self, player: Player) -> tuple[int, int]:
        """Where nothing more can be laid: the mask of squares, and of special slots."""
        return self.board(player).covered(player) if self.faithful else (player.filled, player.slots)

    @property
    def clock(self) -> int:
        """The time of Searching: of the table in real time, of the beats otherwise."""
        return self.now if self.real else self.state.began + self.state.beat * BEAT
