"""How every kind of part of a scene looks in character cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len

from ..engine.scene import (
    AnyPart,
    Ballot,
    Contest,
    Dice,
    Grid,
    Hand,
    Heap,
    Holding,
    Map,
    Mat,
    Piece,
    Pile,
    Polygrid,
    Pool,
    Row,
    Scores,
    Story,
    Tally,
    Timer,
    Track,
)
from .canvas import Box, Canvas, clip
from .cards import draw_cards, draw_piece, piece_words
from .drawing import Drawing
from .looks import shape
from .tiles import brief_words, draw_ballot, draw_heap, draw_polygrid, draw_tally, holding_words, timer_words

# Parts that fill the middle of the table; the others fit on a line below it.
SMALL = (Pile, Dice, Pool, Timer, Holding)


def all_pieces(part: AnyPart) -> list[Piece]:
    """Every piece that can be looked at in a part."""
    match part:
        case Map():
            return [p for space in part.spaces for p in space.pieces]
        case Grid():
            return [p for row in part.rows for square in row for p in square]
        case Polygrid():
            return [p for p, _ in part.placed]
        case Heap():
            return [p for p, _ in part.pieces]
        case Track():
            return [p for p, _ in part.markers]
        case Row() | Hand() | Pool():
            return list(part.pieces)
        case Pile():
            return list(part.cards) or ([part.top] if part.top else [])
        case Mat():
            return [p for slot in part.slots for p in slot.pieces]
        case Contest():
            return [side.piece for side in part.sides]
        case Holding() | Ballot():
            return [part.piece] if part.piece is not None else []
    return []


# ---- boards ----


def draw_mat(canvas: Canvas, box: Box, mat: Mat, pen: Drawing, known: Sequence[str] = ()) -> int:
    """A mat in a few lines: the sums, every slot that holds something, what is free. Returns the rows used.

    Slots that hold only what is `known` (names that stand elsewhere on the screen) are left out.
    """
    y = box.y
    if mat.sums:
        draw_sums(canvas, box._replace(height=1), mat, pen)
        y += 1
    x = box.x
    for n, slot in enumerate(mat.slots):
        lit = bool(pen.lit_by(slot.id)) or any(pen.lit_by(piece.id) for piece in slot.pieces)
        if not lit and all(piece.face in known for piece in slot.pieces):
            continue
        size = (
            cell_len(slot.name) + 1 + sum(cell_len(piece_words(p)) + cell_len(pen.badge(p.id)) + 2 for p in slot.pieces)
        )
        if x > box.x and x + size - 2 > box.right:
            x, y = box.x, y + 1
        if y >= box.bottom:
            rest = f" +{sum(1 for one in mat.slots[n:] if one.pieces)} more"
            canvas.put(box.right - cell_len(rest), box.bottom - 1, rest, pen.look("ink3"))
            return box.height
        x = _draw_slot(canvas, x, y, box.right, slot, pen)
    free = free_slots(mat)
    if free:
        text = f"free: {free}"
        if x > box.x and x + cell_len(text) > box.right and y + 1 < box.bottom:
            x, y = box.x, y + 1
        if box.right - x > 12:
            canvas.put(x, y, text, pen.look("ink3", italic=True), most=box.right - x)
    return min(box.height, y - box.y + 1)


def _draw_slot(canvas: Canvas, x: int, y: int, right: int, slot: Any, pen: Drawing) -> int:
    badge = pen.badge(slot.id)
    if badge:
        x = canvas.put(x, y, badge, pen.badge_style(slot.id), hit=f"id:{slot.id}") + 1
    x = canvas.put(x, y, f"{slot.name} ", pen.look("ink3"), hit=f"id:{slot.id}", most=right - x)
    if not slot.pieces:
        return canvas.put(x, y, "–  ", pen.look("ink3"))
    for piece in slot.pieces:
        x = draw_piece(canvas, x, y, piece, pen, most=right - x) + 2
    return x


def free_slots(mat: Mat) -> str:
    """The empty slots in words: "head, 2 hand, 4 item"."""
    counts = Counter(
        slot.name.rstrip(" 0123456789").lower() for slot in mat.slots if not slot.pieces and not slot.blocked
    )
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in counts.items())


def draw_sums(canvas: Canvas, box: Box, mat: Mat, pen: Drawing) -> None:
    """The first sum spelled out, the others as values to its right, as far as there is room."""
    first, head = sum_words(mat.sums[0]), f"{mat.sums[0][0]} {mat.sums[0][1]}"
    canvas.put(box.x, box.y, first, pen.look("ink2"), most=box.width)
    canvas.put(box.x, box.y, head, pen.look("ink", bold=True), most=box.width)
    x = box.x + cell_len(first) + 3
    for label, value, _ in mat.sums[1:]:
        text = f"{label} {value}"
        if x + cell_len(text) > box.right:
            return
        x = canvas.put(x, box.y, text, pen.look("ink3")) + 2


def draw_slots(canvas: Canvas, box: Box, mat: Mat, pen: Drawing, known: Sequence[str] = ()) -> int:
    """A mat with every slot on a line of its own, in columns if they are wide enough. Returns the rows used."""
    rows = max(1, box.height - (2 if box.height > 8 else 1) * bool(mat.sums))
    if box.width // max(1, -(-len(mat.slots) // rows)) < 26:
        return draw_mat(canvas, box, mat, pen, known)
    y = box.y
    if mat.sums:
        draw_sums(canvas, box._replace(height=1), mat, pen)
        y += 2 if box.height > 8 else 1
    rows = max(1, box.bottom - y)
    columns = -(-len(mat.slots) // rows)
    each = box.width // max(1, columns)
    label = min(11, max((cell_len(s.name) for s in mat.slots), default=0)) + 1
    for n, slot in enumerate(mat.slots):
        x, row = box.x + n // rows * each, y + n % rows
        end = x + each - 2
        badge = pen.badge(slot.id)
        if badge:
            canvas.put(x, row, badge, pen.badge_style(slot.id), hit=f"id:{slot.id}")
        else:
            canvas.put(x, row, slot.name, pen.look("ink3"), most=label, hit=f"id:{slot.id}")
        x += label
        if slot.blocked and not slot.pieces:
            canvas.put(x, row, "taken", pen.look("ink3", italic=True))
        elif not slot.pieces:
            canvas.put(x, row, "·", pen.look("ink3"))
        for piece in reversed(slot.pieces):
            if x < end:
                x = draw_piece(canvas, x, row, piece, pen, most=end - x) + 2
    return min(box.height, y - box.y + rows)


def sum_words(total: tuple[str, int, tuple[tuple[str, int], ...]]) -> str:
    """A sum spelled out: "CV 11 = Experience 4 + Knight 3 + Sword 4"."""
    label, value, parts = total
    if len(parts) < 2:
        return f"{label} {value}"
    told = ""
    for name, n in parts:
        sign = ("+ " if n >= 0 else "− ") if told else ("" if n >= 0 else "−")
        told += f"{' ' if told else ''}{sign}{name} {abs(n)}"
    return f"{label} {value} = {told}"


# ---- the middle of the table ----


def draw_contest(canvas: Canvas, box: Box, contest: Contest, pen: Drawing) -> None:
    """Two sides, their parts and dice spelled out, the sums between them, the steps above, the verdict below."""
    look = pen.look
    middle = box.x + box.width // 2
    _draw_steps(canvas, box, contest, pen)
    top = box.y + 2
    half = box.width // 2 - 4
    sums: list[int | None] = []
    rows = box.bottom - 3 - top - 2
    deepest = top
    for n, side in enumerate(contest.sides[:2]):
        left = box.x + 2 if n == 0 else middle + 3
        hit = f"id:{side.piece.id}"
        ground = look.on_seat(side.piece.seat) if side.piece.seat >= 0 else look("inverse", "bad", bold=True)
        name = f"{shape(side.piece.seat)} {side.piece.face}" if side.piece.seat >= 0 else side.piece.face
        canvas.fill(Box(left, top, half, 1), ground, hit=hit)
        canvas.put(left + 1, top, name, ground, hit=hit, most=half - 2)
        if badge := pen.badge(side.piece.id):
            canvas.put(left + half - cell_len(badge), top, badge, pen.badge_style(side.piece.id), hit=hit)
        y = top + 1
        parts = list(side.parts)
        if len(parts) > rows > 1:
            rest = parts[rows - 1 :]
            named = ", ".join(f"{name or '–'} {v:+d}" for name, v in rest)
            parts = [*parts[: rows - 1], (named, sum(v for _, v in rest))]
        for label, value in parts:
            canvas.put(left + 1, y, label or "–", look("ink2"), most=half - 7)
            canvas.put(left + half - 5, y, f"{value:+4d}", look("ink2"))
            y += 1
        canvas.put(left + 1, y, "die", look("ink2"))
        canvas.put(left + half - 2 - cell_len(side.die or "…"), y, side.die or "…", look("ink", bold=True))
        if side.score:
            canvas.put(left + 6, y, f"won {side.score}", look("ink2"))
        deepest = max(deepest, y + 1)
        sums.append(side.total)
    deepest = min(deepest, box.bottom - 3)
    for n, total in enumerate(sums):
        left = box.x + 2 if n == 0 else middle + 3
        canvas.put(left, deepest, "─" * half, look("edge"))
        known = sum(value for _, value in contest.sides[n].parts)
        text = f"{known} + die" if total is None else str(total)
        canvas.put(left + 1, deepest + 1, "sum", look("ink2"))
        canvas.put(left + half - 2 - cell_len(text), deepest + 1, text, look("ink", bold=True))
    if len(sums) == 2 and sums[0] is not None and sums[1] is not None:
        sign = ">" if sums[0] > sums[1] else "<" if sums[0] < sums[1] else "="
        canvas.put(middle - 1, deepest + 1, sign, look("ink", bold=True))
    if contest.verdict:
        text = clip(contest.verdict, box.width - 4)
        y = min(box.bottom - 1, deepest + 3)
        canvas.put(middle - cell_len(text) // 2, y, text, look("ink", bold=True))
    y = deepest + (5 if contest.verdict else 3)
    for side in contest.sides:
        if side.piece.seat < 0 and side.piece.lines and y + 1 < box.bottom:  # what the opponent's card says
            y += canvas.lines(
                Box(box.x + 2, y, box.width - 4, box.bottom - y), " ".join(side.piece.lines), look("ink2")
            )


def _draw_steps(canvas: Canvas, box: Box, contest: Contest, pen: Drawing) -> None:
    """The named steps in a row; where they do not fit, only the one at hand and the next."""
    look, steps = pen.look, contest.steps
    marks = ["✓ " if n < contest.at else "▸ " if n == contest.at else "" for n in range(len(steps))]
    if sum(cell_len(mark + step) + 2 for mark, step in zip(marks, steps, strict=True)) > box.width:
        x = canvas.put(box.x + 1, box.y, f"Step {contest.at + 1} of {len(steps)}  ", look("ink3"))
        x = canvas.put(x, box.y, f"▸ {steps[contest.at]}", look("ink", bold=True))
        after = ", ".join(steps[contest.at + 1 :])
        if after:
            canvas.put(x + 2, box.y, f"then {after}", look("ink3"), most=box.right - x - 3)
        return
    x = box.x + 1
    for n, (mark, step) in enumerate(zip(marks, steps, strict=True)):
        ink = look("ink", bold=True) if n == contest.at else look("ink3")
        x = canvas.put(x, box.y, mark + step, ink) + 2


def draw_grid(canvas: Canvas, box: Box, grid: Grid, pen: Drawing) -> None:
    """Squares in rows; a thick side is a wall."""
    columns = max((len(row) for row in grid.rows), default=1)
    each = max(4, min(12, (box.width - 1) // max(1, columns)))
    for r, row in enumerate(grid.rows):
        y = box.y + r * 2
        for c, square in enumerate(row):
            x = box.x + c * each
            walls = grid.borders.get(f"{r},{c}", "")
            canvas.put(x, y, ("━" if "n" in walls else "┈") * each, pen.look("edge"))
            canvas.put(x, y + 1, "┃" if "w" in walls else "┊", pen.look("edge"))
            canvas.put(x + each, y + 1, "┃" if "e" in walls else "┊", pen.look("edge"))
            at = x + 1
            for piece in square:
                if at < x + each:
                    at = draw_piece(canvas, at, y + 1, piece, pen, most=x + each - at, whose=True) + 1


def draw_track(canvas: Canvas, box: Box, track: Track, pen: Drawing) -> None:
    """Each marker on a line: how far it has come."""
    span = max(1, track.most - track.least)
    for n, (piece, at) in enumerate(track.markers[: box.height]):
        x = draw_piece(canvas, box.x, box.y + n, piece, pen, most=20, whose=True)
        x = max(x + 1, box.x + 22)
        bar = min(30, max(5, box.right - x - 10))
        full = round((at - track.least) / span * bar)
        x = canvas.put(x, box.y + n, "▰" * full, pen.look.seat(piece.seat))
        x = canvas.put(x, box.y + n, "▱" * (bar - full), pen.look("ink3"))
        canvas.put(x + 1, box.y + n, f"{at} of {track.most}", pen.look("ink"))


def draw_story(canvas: Canvas, box: Box, story: Story, pen: Drawing) -> None:
    """Text in one narrow column."""
    y = box.y
    for line in story.lines:
        if y < box.bottom:
            y += canvas.lines(Box(box.x, y, min(62, box.width), box.bottom - y), line, pen.look("ink")) + 1


def draw_scores(canvas: Canvas, box: Box, scores: Scores, pen: Drawing) -> None:
    """The race as a table."""
    names = [f"{shape(seat)} {pen.name(seat)}" for seat, _ in scores.rows]
    if scores.rows and all(cells and cells[0] == pen.name(seat) for seat, cells in scores.rows):
        rows = tuple((seat, cells[1:]) for seat, cells in scores.rows)  # the names stand there already
        scores = Scores(scores.id, scores.title, scores.columns[1:], rows)
    first = min(24, max((cell_len(name) for name in names), default=0)) + 2
    wide = [
        max([cell_len(title), *(cell_len(cells[n]) for _, cells in scores.rows if n < len(cells))]) + 2
        for n, title in enumerate(scores.columns)
    ]
    x = box.x + first
    for n, title in enumerate(scores.columns):
        canvas.put(x + wide[n] - 2 - cell_len(title), box.y, title, pen.look("ink3"))
        x += wide[n]
    for r, (seat, cells) in enumerate(scores.rows):
        y = box.y + 1 + r
        canvas.put(box.x, y, names[r], pen.look.seat(seat), most=first - 1)
        x = box.x + first
        for n, cell in enumerate(cells[: len(wide)]):
            canvas.put(x + wide[n] - 2 - cell_len(cell), y, cell, pen.look("ink"))
            x += wide[n]


def draw_part(canvas: Canvas, box: Box, part: AnyPart, pen: Drawing) -> None:
    """Any part that fills a box (the map apart, which has its own module)."""
    draw: dict[type, Callable[..., Any]] = {
        Contest: draw_contest, Grid: draw_grid, Polygrid: draw_polygrid, Track: draw_track, Story: draw_story,
        Ballot: draw_ballot, Scores: draw_scores, Mat: draw_slots, Heap: draw_heap, Tally: draw_tally,
    }  # fmt: skip
    if type(part) in draw:
        draw[type(part)](canvas, box, part, pen)
    elif isinstance(part, Row):
        draw_cards(canvas, box, part.pieces, pen, part.prices)
    elif isinstance(part, SMALL):
        draw_small(canvas, box.x, box.y, part, pen, most=box.width)
    else:
        draw_cards(canvas, box, all_pieces(part), pen)


def small_words(part: AnyPart, *, short: bool = False, now: int = 0) -> str:
    """A small part on a line; `short` leaves out what lies on top of a pile. now: on the game's clock."""
    match part:
        case Pile():
            top = f" ({part.top.face} on top)" if part.top is not None and part.top.face and not short else ""
            return f"{part.title or part.kind} {part.count}{top}"
        case Dice():
            named = not part.title or len(part.dice) > 1
            shown = "  ".join(f"{die.kind + ' ' if named else ''}{die.face or '…'}".strip() for die in part.dice)
            return f"{part.title + ': ' if part.title else ''}{shown}" if shown else ""
        case Pool():
            words = [f"{n.label} {n.value}" for n in part.numbers] + [piece_words(p) for p in part.pieces]
            return f"{part.title + ': ' if part.title else ''}{', '.join(words)}" if words else ""
        case Timer():
            return timer_words(part, now)
        case Row():
            return brief_words(part)
        case Holding():
            return holding_words(part)
    return part.title


def draw_small(canvas: Canvas, x: int, y: int, part: AnyPart, pen: Drawing, *, most: int, short: bool = False) -> int:
    """A pile, dice or a pool on a line. Returns the column after it."""
    hit, end = f"id:{part.id}", x + most
    id_ = part.id
    if isinstance(part, Pile) and not pen.lit_by(id_) and part.top is not None and pen.lit_by(part.top.id):
        id_ = part.top.id
    if badge := pen.badge(id_):
        x = canvas.put(x, y, badge, pen.badge_style(id_), hit=hit) + 1
    if isinstance(part, Pool) and any(pen.lit_by(p.id) for p in part.pieces):
        for piece in part.pieces:
            x = draw_piece(canvas, x, y, piece, pen, most=end - x) + 2
        return x
    style = pen.look("ink", bold=True) if isinstance(part, Dice) else pen.look("ink2")
    return canvas.put(x, y, small_words(part, short=short, now=pen.now), style, hit=hit, most=end - x)
