"""Tiles of squares in character cells: mats as pictures of cells, heaps as lists by shape, votes, scorings, clocks."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from ..engine.scene import Ballot, Cells, Heap, Holding, Piece, Polygrid, Row, Tally, Timer
from ..parts.polyomino import canonical, shape_of
from .canvas import Box, Canvas
from .cards import draw_piece
from .drawing import Drawing
from .looks import shape as sign_of

PICTURES = {
    "1": "X", "1x2": "XX", "I3": "XXX", "V3": "XX\nX.", "I4": "XXXX", "L4": "XXX\nX..", "S4": "XX.\n.XX",
    "T4": "XXX\n.X.", "O4": "XX\nXX", "I5": "XXXXX", "L5": "XXXX\nX...", "P5": "XX\nXX\nX.", "U5": "X.X\nXXX",
    "V5": "XXX\nX..\nX..", "Y5": "XXXX\n.X..", "T5": "XXX\n.X.\n.X.", "N5": "XXX.\n..XX", "W5": "XX.\n.XX\n..X",
    "X5": ".X.\nXXX\n.X.", "Z5": "XX.\n.X.\n.XX", "F5": ".XX\nXX.\n.X.",
}  # fmt: skip
_NAMES = {canonical(shape_of(picture)): name for name, picture in PICTURES.items()}
GROUNDS = 6  # of the washes that tell tiles apart


def shape_name(cells: Cells) -> str:
    """What people call a shape ("L4"); without a name its number of squares."""
    return _NAMES.get(canonical(frozenset((c, r) for r, c in cells)), str(len(cells)))


def mark_words(piece: Piece, *, short: bool = False) -> str:
    """The signs printed on a piece: what counts with a check, what is forbidden with a cross; `short`: only those."""
    tones = {"good": "✓", "bad": "✗"}
    return ", ".join(f"{tones.get(m.tone, '')}{m.label}" for m in piece.marks if m.tone or not short)


def picture_rows(cells: Cells, char: str = "█") -> list[str]:
    """A shape in rows of two columns a square."""
    if not cells:
        return []
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    high, wide = max(r for r, _ in cells) - top + 1, max(c for _, c in cells) - left + 1
    covered = {(r - top, c - left) for r, c in cells}
    return ["".join(char * 2 if (r, c) in covered else "  " for c in range(wide)).rstrip() for r in range(high)]


def clock_words(ms: int) -> str:
    """Milliseconds as minutes and seconds: "1:05"."""
    return f"{max(0, ms) // 60_000}:{max(0, ms) // 1000 % 60:02}"


def brief_words(row: Row) -> str:
    """Cards that everybody looks at while they search, with what counts and what is forbidden; empty for other rows."""
    if not row.pieces or len(row.pieces) > 2 or not all(piece.marks for piece in row.pieces):
        return ""
    return "   ".join(f"{piece.face}: {mark_words(piece)}" for piece in row.pieces)


def timer_words(timer: Timer, now: int) -> str:
    """A clock in words; one that only says when it ends counts down."""
    at = timer.stopped or (min(now, timer.ends) if timer.ends else now)
    title = timer.title or "Clock"
    if not timer.began and timer.ends:
        return f"{title} {clock_words(timer.ends - at + 999)} left"
    whole = f" of {clock_words(timer.ends - timer.began)}" if timer.ends else ""
    return f"{title} {clock_words(at - timer.began)}{whole}{' (stopped)' if timer.stopped else ''}"


def draw_polygrid(canvas: Canvas, box: Box, mat: Polygrid, pen: Drawing) -> None:
    """A mat as a picture of its cells, two columns each; what lies there by letter, named beside it.

    The place that the cursor is on is shown by a frame of its own colour.
    """
    look = pen.look

    def put(cell: tuple[int, int], text: str, ink: str, ground: str = "", *, bold: bool = False, hit: str = "") -> None:
        r, c = cell
        if r < box.height and c * 2 + 1 < box.width:
            canvas.put(box.x + c * 2, box.y + r, text, look(ink, ground, bold=bold), hit=hit)

    for cell in mat.open:
        put(cell, "··", "edge", "sunk")
    for cell in mat.taken:
        put(cell, "▒▒", "ink3")
    for slot in mat.slots:
        for cell in slot.cells:
            put(cell, "░░", "ember" if pen.lit_by(slot.id) else "edge", hit=f"id:{slot.id}")
    for n, (piece, cells) in enumerate(mat.placed):
        for cell in cells:
            put(cell, _letter(n) * 2, "map-ink", f"wash{n % GROUNDS}", bold=True, hit=f"id:{piece.id}")
    part, landing = pen.landing
    for cell in landing if part == mat.id else ():
        put(cell, "▓▓", "focus", bold=True)
    x, y = box.x + mat.width * 2 + 2, box.y
    if x + 14 > box.right:
        return
    canvas.put(x, y, f"{mat.filled} of {mat.total} filled", look("ink", bold=True), most=box.right - x)
    rows = box.height - 1
    free = [slot for slot in mat.slots if not _covered(mat, slot.cells)]
    columns = max(1, -(-(len(mat.placed) + len(free)) // max(1, rows)))
    each = max(16, (box.right - x) // columns)

    def place(n: int) -> tuple[int, int, int]:
        left = x + n // max(1, rows) * each
        return left, y + 1 + n % max(1, rows), min(each, box.right - left) - 1

    for n, (piece, _) in enumerate(mat.placed):
        left, row, most = place(n)
        at = canvas.put(left, row, f"{_letter(n)} ", look("ink3"), most=max(0, most))
        at = draw_piece(canvas, at, row, piece, pen, most=most - 2)
        if told := mark_words(piece, short=True):
            canvas.put(at + 1, row, told, _tone(piece, pen), most=left + most - at - 1)
    for n, slot in enumerate(free, len(mat.placed)):
        left, row, most = place(n)
        if badge := pen.badge(slot.id):
            left = canvas.put(left, row, badge, pen.badge_style(slot.id), hit=f"id:{slot.id}") + 1
            most -= len(badge) + 1
        words = f"{slot.name}: {slot.note}" if slot.note else slot.name
        canvas.put(left, row, words, look("ink3"), most=max(0, most))


def _letter(n: int) -> str:
    return chr(ord("A") + n % 26)


def _covered(mat: Polygrid, cells: Cells) -> bool:
    return any(cell in cells for _, covered in mat.placed for cell in covered)


def _tone(piece: Piece, pen: Drawing) -> Style:
    tones = {mark.tone for mark in piece.marks}
    return pen.look("bad" if "bad" in tones else "good" if "good" in tones else "ink3")


def draw_heap(canvas: Canvas, box: Box, heap: Heap, pen: Drawing) -> None:
    """A heap as a list by shape, in columns: shape, number to press, name, what counts and what is forbidden."""
    look = pen.look
    if not heap.pieces:
        canvas.put(box.x, box.y, "Nothing lies here.", look("ink3", italic=True))
        return
    order = sorted(heap.pieces, key=lambda one: (-len(one[1]), shape_name(one[1]), one[0].face))
    columns = max(1, box.width // 30)
    each = box.width // columns
    rows = min(box.height, -(-len(order) // columns))
    room = rows * columns - (1 if len(order) > rows * columns else 0)
    last = ""
    for n, (piece, cells) in enumerate(order[:room]):
        x, y = box.x + n // rows * each, box.y + n % rows
        name = shape_name(cells)
        canvas.put(x, y, name if name != last or y == box.y else "", look("info", bold=True), hit=f"id:{piece.id}")
        last = name
        end = x + each - 1
        at = draw_piece(canvas, x + 4, y, piece, pen, most=end - x - 4)
        hands = "".join(sign_of(seat) for seat in heap.reached.get(piece.id, ()))
        if hands:
            at = canvas.put(at + 1, y, f"←{hands}", look("bad", bold=True))
        if at + 4 < end and (told := mark_words(piece, short=True)):
            canvas.put(at + 1, y, told, _tone(piece, pen), most=end - at - 1)
    if room < len(order):
        text = f"+{len(order) - room} more: f finds them by name, shape or sign"
        canvas.put(box.right - cell_len(text), box.bottom - 1, text, look("ink3"), most=box.width)


def holding_words(holding: Holding) -> str:
    """What a hand holds, in a line."""
    return f"Holds {holding.piece.face} ({shape_name(holding.cells)})" if holding.piece is not None else ""


def draw_ballot(canvas: Canvas, box: Box, ballot: Ballot, pen: Drawing) -> None:
    """The question, what is said to it, who has voted, and how once that is open."""
    look, y = pen.look, box.y
    if ballot.asker >= 0:
        x = canvas.put(box.x, y, f"{sign_of(ballot.asker)} {pen.name(ballot.asker)}", look.seat(ballot.asker))
        canvas.put(x, y, " asks:", look("ink2"))
        y += 1
    y += canvas.lines(Box(box.x, y, box.width, 2), ballot.question, look("ink", bold=True))
    if ballot.piece is not None:
        told = mark_words(ballot.piece)
        y += canvas.lines(
            Box(box.x, y, box.width, 2), f"{ballot.piece.face}: {told}" if told else ballot.piece.face, look("ink2")
        )
    for seat, line in ballot.lines[-max(1, box.bottom - y - 5) :]:
        x = canvas.put(box.x, y, f"{sign_of(seat)} {pen.name(seat)}: ", look.seat(seat))
        y += max(1, canvas.lines(Box(x, y, box.right - x, 2), line, look("ink", italic=True)))
    if ballot.votes:
        for seat, vote in ballot.votes:
            x = canvas.put(box.x, y, f"{sign_of(seat)} {pen.name(seat)}: ", look.seat(seat))
            canvas.put(x, y, vote, look("ink"), most=box.right - x)
            y += 1
    else:
        voted = ", ".join(pen.name(seat) for seat in ballot.voted) or "nobody yet"
        canvas.put(box.x, y, f"Voted: {voted}", look("ink2"), most=box.width)
        y += 1
    if ballot.verdict:
        canvas.put(box.x, y, ballot.verdict, look("ink", bold=True), most=box.width)
    elif ballot.ends:
        canvas.put(box.x, y, f"{clock_words(ballot.ends - pen.now + 999)} left", look("ink3"))


def draw_tally(canvas: Canvas, box: Box, tally: Tally, pen: Drawing) -> None:
    """A scoring: a row a seat, the points of each step, the total; below, the reasons where there is room."""
    look = pen.look
    names = [f"{sign_of(seat)} {pen.name(seat)}" for seat, _, _ in tally.rows]
    first = min(20, max(map(cell_len, names), default=0)) + 2
    wide = [
        max(6, min(cell_len(title), (box.width - first - 8) // max(1, len(tally.columns)) - 2)) + 2
        for title in tally.columns
    ]

    def row(y: int, cells: Sequence[str], style: str, *, bold: bool = False) -> None:
        x = box.x + first
        for size, text in zip(wide, cells, strict=False):
            canvas.put(x + size - 2 - min(cell_len(text), size - 2), y, text, look(style, bold=bold), most=size - 2)
            x += size
        if len(cells) > len(wide):
            canvas.put(x + 6 - cell_len(cells[-1]), y, cells[-1], look("ink", bold=True))

    row(box.y, [*tally.columns, "Total"], "ink3")
    for n, (seat, cells, total) in enumerate(tally.rows):
        canvas.put(box.x, box.y + 1 + n, names[n], look.seat(seat), most=first - 1)
        row(box.y + 1 + n, [*(f"{cell.value:+d}" if cell.value else "0" for cell in cells), str(total)], "ink")
    y = box.y + len(tally.rows) + 2
    if tally.result:
        canvas.put(box.x, y, tally.result, look("ink", bold=True), most=box.width)
        y += 2
    for n, (seat, cells, _) in enumerate(tally.rows):
        told = ". ".join(cell.words for cell in cells if cell.words)
        if told and y < box.bottom:
            canvas.put(box.x, y, names[n], look.seat(seat), most=first - 1)
            y += canvas.lines(Box(box.x + first, y, box.width - first, min(2, box.bottom - y)), told, look("ink2"))
