"""Connect Four: 7 columns of 6, four discs in a line win, a full board is a draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ...engine.ask import CHECKPOINT, Ask, Rule
from ...engine.chance import Chance
from ...engine.game import Context, Entry, Refusal, StructGame
from ...engine.numbering import Features, Field, Kind, kinds_of
from ...engine.scene import Grid, Piece, Scene, Seat

COLUMNS, ROWS = 7, 6
SIGNS = ("red", "yellow")


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """Let a disc fall into a column."""

    column: int


class Dropped(msgspec.Struct, frozen=True, gc=False, tag=True):
    seat: int
    column: int


class State(msgspec.Struct):
    """board: column by column from below, 0 empty, else seat + 1. full: a bit a full column. winner: -1 while open."""

    board: list[int]
    height: list[int]
    full: int = 0
    moves: int = 0
    winner: int = -1


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Result(msgspec.Struct, frozen=True):
    winners: list[int]


def _lines(cell: int) -> tuple[tuple[int, int, int, int], ...]:
    """The fours that hold a cell."""
    column, row = divmod(cell, ROWS)
    out = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for k in range(-3, 1):
            four = [(column + dx * (k + i), row + dy * (k + i)) for i in range(4)]
            if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in four):
                a, b, c, d = (x * ROWS + y for x, y in four)
                out.append((a, b, c, d))
    return tuple(out)


LINES = [_lines(cell) for cell in range(COLUMNS * ROWS)]
DROPS = [Drop(column) for column in range(COLUMNS)]
# What is asked depends on the full columns and on the seat alone, so every question is made once.
ASKS = [
    [
        Ask(seat, [drop for drop in DROPS if not full >> drop.column & 1], "drop", "C4-1")
        for full in range((1 << COLUMNS) - 1)
    ]
    for seat in range(2)
]


# For each seat what turns a board into the places of its discs.
SIDES = [bytes(disc == seat + 1 for disc in range(256)) for seat in range(2)]


class ConnectFour(StructGame):
    """Connect Four for two."""

    name: ClassVar[str] = "connect_four"
    title: ClassVar[str] = "Connect Four"
    about: ClassVar[str] = "Drop discs in turn; four in a line win."
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Drop

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Context, seats: int) -> Any:
        return State([0] * (COLUMNS * ROWS), [0] * COLUMNS)

    def play(self, g: Context) -> Rule[None]:
        state = g.state
        board, height = state.board, state.height
        while state.moves < COLUMNS * ROWS:
            yield CHECKPOINT
            for seat in (0, 1):  # a pass is a move of each; 42 is even
                column = (yield ASKS[seat][state.full]).column
                row = height[column]
                cell = column * ROWS + row
                board[cell] = seat + 1
                height[column] = row + 1
                if row == ROWS - 1:
                    state.full |= 1 << column
                state.moves += 1
                g.log(Dropped(seat, column), "C4-1")
                for a, b, c, d in LINES[cell]:
                    if board[a] == board[b] == board[c] == board[d]:
                        state.winner = seat
                        return

    def result(self, g: Context) -> Result:
        return Result([g.state.winner] if g.state.winner >= 0 else [])

    def scene(self, g: Context, seat: int | None) -> Scene:
        board = g.state.board
        rows = tuple(tuple(_piece(x, y, board[x * ROWS + y]) for x in range(COLUMNS)) for y in reversed(range(ROWS)))
        to_move = {ask.seat for ask in g.table.asks}
        seats = tuple(Seat(n, self.seat_name(g, n), SIGNS[n], acting=n in to_move) for n in range(2))
        over = g.table.over
        won = f"{self.seat_name(g, g.state.winner)} wins." if g.state.winner >= 0 else "A draw."
        return Scene(self.name, seat, self.title, seats=seats, centre=(Grid("board", rows=rows),), result=won * over)

    def redeal(self, g: Context, seat: int | None, chance: Chance) -> None:
        """Nothing is hidden."""

    def refusals(self, g: Context, ask: Ask) -> list[Refusal]:
        full = [n for n in range(COLUMNS) if g.state.full >> n & 1]
        return [Refusal(f"Column {n + 1}", f"Column {n + 1} holds {ROWS} discs and is full.", "C4-1") for n in full]

    def say_choice(self, g: Context, ask: Ask, choice: Drop) -> str:
        return f"Column {choice.column + 1}"

    def say_question(self, g: Context, ask: Ask) -> str:
        return "Where does your disc fall?"

    def say_event(self, g: Context, entry: Entry, seat: int | None) -> str:
        return f"{self.seat_name(g, entry.event.seat)} drops into column {entry.event.column + 1}."

    def kinds(self, content: None) -> list[Kind]:
        return kinds_of(Drop, {"column": range(COLUMNS)})

    def features(self, content: None, seats: int) -> Features:
        cells = COLUMNS * ROWS
        sets = [
            Field("mine", "own discs, column by column from below", cells),
            Field("theirs", "the other's discs", cells),
        ]

        def look(g: Context, seat: int, ask: Ask | None) -> tuple[list[float], bytes]:
            board = bytes(g.state.board)
            return [], board.translate(SIDES[seat]) + board.translate(SIDES[1 - seat])

        return Features([], sets, look)

    def faults(self, g: Context) -> Iterable[str]:
        state = g.state
        for n, height in enumerate(state.height):
            column = state.board[n * ROWS : (n + 1) * ROWS]
            if any(column[height:]) or not all(column[:height]):
                yield f"column {n + 1}: {column} does not fit its height {height}"
            if (state.full >> n & 1) != (height == ROWS):
                yield f"column {n + 1}: whether it is full is noted wrongly"
        ones, twos = state.board.count(1), state.board.count(2)
        if ones + twos != state.moves or not 0 <= ones - twos <= 1:
            yield f"{ones} and {twos} discs after {state.moves} moves"


def _piece(x: int, y: int, disc: int) -> tuple[Piece, ...]:
    return (Piece(f"disc-{x}-{y}", SIGNS[disc - 1], "disc", seat=disc - 1),) if disc else ()
