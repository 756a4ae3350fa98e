"""What all drawing needs to know: the theme, what is lit, what the cursor is on, who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.style import Style

from ..engine.scene import Cells, Lit, Piece
from .looks import Look


class Drawing:
    """A pen for one picture of a scene.

    lit: the choices that may be taken. cursor: the number of the chosen one, -1 for none. names: of the seats.
    ticked: numbers of choices already picked where a question wants several. landing: the id of a mat and the cells
    where the choice under the cursor would put a piece. now: on the game's clock.
    """

    def __init__(
        self,
        look: Look,
        lit: Iterable[Lit] = (),
        cursor: int = -1,
        names: Mapping[int, str] | None = None,
        ticked: Iterable[int] = (),
        landing: tuple[str, Cells] = ("", ()),
        now: int = 0,
    ) -> None:
        self.look = look
        self.names = names or {}
        self.landing = landing
        self.now = now
        self.ticked = frozenset(ticked)
        self._by_id: dict[str, list[int]] = {}
        self._cursor: frozenset[str] = frozenset()
        for one in lit:
            for touched in one.touches:
                self._by_id.setdefault(touched, []).append(one.n)
            if one.n == cursor:
                self._cursor = frozenset(one.touches)

    def lit_by(self, id_: str) -> list[int]:
        """The numbers of the choices that touch a piece or space."""
        return self._by_id.get(id_, [])

    def cursor_on(self, id_: str) -> bool:
        """The cursor is on a choice that touches it."""
        return id_ in self._cursor

    def badge(self, id_: str) -> str:
        """The number to press, in brackets; with a plus if several choices touch the thing; empty if none does."""
        numbers = self.lit_by(id_)
        if not numbers:
            return ""
        text = f"{numbers[0] + 1}{'+' if len(numbers) > 1 else ''}"
        if any(n in self.ticked for n in numbers):
            text = f"✓{text}"
        return f"›{text}‹" if self.cursor_on(id_) else f"[{text}]"

    def badge_style(self, id_: str) -> Style:
        """Ember; the colour of focus under the cursor."""
        return self.look("inverse", "focus" if self.cursor_on(id_) else "ember", bold=True)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names.get(seat, f"Seat {seat + 1}" if seat >= 0 else "nobody")


def figures(piece: Piece) -> str:
    """The numbers of a piece in words: "CV 3, XP 2"."""
    return ", ".join(
        f"{n.label} {n.value}" + (f"/{n.most}" if n.most else "") if n.label else str(n.value) for n in piece.numbers
    )
