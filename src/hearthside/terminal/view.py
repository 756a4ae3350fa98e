"""What the table screen shows and where its person looks."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from ..engine.scene import AnyPart, Ballot, Cells, Contest, Heap, Map, Mat, Prompt, Scene, Tally
from .drawing import Drawing, figures
from .looks import Look
from .parts import SMALL, all_pieces
from .sitting import Line


class View(msgspec.Struct):
    """All that the table screen shows, and where the person looks.

    front: the id of the part in the middle, "" to follow the question. looked: the seat whose board lies in the dock.
    filter: the thing whose choices are listed, "" for all. typed: digits of a number that is not yet whole.
    advice: what a bot would do, in words. hinted: what it says of choices, by their numbers ("62%").
    """

    scene: Scene
    prompt: Prompt
    look: Look
    seat: int | None
    people: dict[int, str]
    lines: Sequence[Line] = ()
    since: int = 0  # the line of the log up to which everything was seen
    cursor: int = 0
    ticked: tuple[int, ...] = ()
    front: str = ""
    looked: int = 0
    filter: str = ""
    typed: str = ""
    status: str = ""
    warning: str = ""
    back: int = 0  # lines scrolled back in the log
    now: int = 0  # on the game's clock
    advice: str = ""
    hinted: dict[int, str] = {}

    def choices(self) -> list[int]:
        """The numbers of the listed choices."""
        return [one.n for one in self.prompt.lit if not self.filter or self.filter in one.touches]

    def gist(self) -> str:
        """What the thing under the cursor says, in a line; empty if it says nothing."""
        if not self.prompt.mine or not 0 <= self.cursor < len(self.prompt.lit):
            return ""
        one = self.prompt.lit[self.cursor]
        return next((told for id_ in one.touches if (told := self._says(id_, one.words))), "")

    def _says(self, id_: str, words: str) -> str:
        """A piece or space in a line: of its own lines only those that the words name, if they name one."""
        for part in (*self.scene.centre, *(part for plate in self.scene.seats for part in plate.parts)):
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.id == id_ and space.lines:
                        here = [f"{p.face} stands here ({figures(p)})." for p in space.pieces if p.seat < 0]
                        return f"{space.name}: {' '.join([*here, *space.lines])}"
            for piece in all_pieces(part):
                if piece.id == id_ and piece.face and (piece.lines or piece.numbers):
                    named = [line for line in piece.lines if len(head := _head(line)) < len(line) and head in words]
                    if named:
                        return " ".join(named)
                    shown = f" ({figures(piece)})" if piece.numbers else ""
                    ends = [line if line[-1:] in ".!?:" else f"{line}." for line in piece.lines]
                    return f"{piece.face}{shown}{': ' if ends else ''}{' '.join(ends)}"
        return ""

    def pen(self) -> Drawing:
        return Drawing(
            self.look,
            self.prompt.lit,
            self.cursor if self.prompt.mine else -1,
            {plate.seat: plate.name for plate in self.scene.seats},
            self.ticked,
            landing_of(self.prompt, self.cursor),
            self.now,
        )


def landing_of(prompt: Prompt, n: int) -> tuple[str, Cells]:
    """The mat and the cells where a choice would put the held piece; no cells if it is no such choice."""
    fit = prompt.fit if prompt.mine else None
    if fit is None or n < fit.n:
        return "", ()
    n -= fit.n
    for way, corners in zip(fit.ways, fit.at, strict=True):
        if n < len(corners):
            top, left = corners[n]
            return fit.part, tuple((r + top, c + left) for r, c in way)
        n -= len(corners)
    return "", ()


def _head(line: str) -> str:
    """The heading before a line's text: "All the Hardware" of "All the Hardware. After all dice are rolled ..."."""
    return re.split(r"[.:] ", line, maxsplit=1)[0]


def big_parts(scene: Scene) -> list[AnyPart]:
    """The parts that can fill the middle."""
    return [p for p in scene.centre if not isinstance(p, SMALL) and (isinstance(p, Map | Contest) or _filled(p))]


def _filled(part: AnyPart) -> bool:
    return bool(all_pieces(part)) or not hasattr(part, "pieces")


def front_part(view: View) -> AnyPart | None:
    """What lies in the middle: what the person turned to; else a contest, or what the question touches."""
    parts = big_parts(view.scene)
    if not parts:
        return None
    for part in parts:
        if part.id == view.front:
            return part
    contest = next((p for p in parts if isinstance(p, Contest | Ballot | Tally)), None)
    if contest is not None:
        return contest
    touched = {id_ for one in view.prompt.lit for id_ in one.touches}
    ahead = sorted(parts, key=lambda part: not isinstance(part, Map | Heap))
    if touched and not any(holds(plate_part, touched) for plate in view.scene.seats for plate_part in plate.parts):
        for part in ahead:
            if holds(part, touched):
                return part
    return ahead[0]


def holds(part: AnyPart, ids: set[str]) -> bool:
    """One of these things is the part or lies in it."""
    if isinstance(part, Map) and any(space.id in ids for space in part.spaces):
        return True
    if isinstance(part, Mat) and any(slot.id in ids for slot in part.slots):
        return True
    return part.id in ids or any(piece.id in ids for piece in all_pieces(part))
