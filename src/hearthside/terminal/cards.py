"""Cards and tokens in character cells: side by side, as a list, as words on a line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from ..engine.scene import Piece
from .canvas import Box, Canvas, clip, wrap
from .drawing import Drawing, figures
from .looks import shape

GAP = 1


def card_rows(count: int, width: int, height: int) -> tuple[int, int, int]:
    """How many cards stand side by side, and how wide and tall each is; zeros if so many do not fit."""
    for rows in range(1, 6):
        columns = -(-count // rows)
        each = min(18, (width + GAP) // max(1, columns) - GAP)
        tall = min(6, (height + (0 if rows == 1 else GAP)) // rows - (0 if rows == 1 else GAP))
        if tall < 4:
            break
        if each >= (10 if (rows + 1) * 5 - GAP > height else 14):
            return columns, each, tall
    return 0, 0, 0


def draw_cards(canvas: Canvas, box: Box, pieces: Sequence[Piece], pen: Drawing, prices: Sequence[int] = ()) -> int:
    """Cards side by side, or as words in lines where they do not fit. Returns the rows used."""
    priced = any(price >= 0 for price in prices)
    columns, width, tall = card_rows(len(pieces), box.width, box.height - (1 if priced else 0)) if pieces else (0, 0, 0)
    longest = max((cell_len(word) for piece in pieces for word in piece.face.split()), default=0)
    if not columns or (longest > width - 2 and len(pieces) > 4):
        return draw_list(canvas, box, pieces, pen, prices)
    deep = tall + (1 if priced or columns < len(pieces) else 0)
    for n, piece in enumerate(pieces):
        x, y = box.x + n % columns * (width + GAP), box.y + n // columns * deep
        draw_card(canvas, Box(x, y, width, tall), piece, pen)
        if n < len(prices) and prices[n] >= 0:
            canvas.put(x + 1, y + tall, f"price {prices[n]}", pen.look("ink2"))
    return -(-len(pieces) // columns) * deep


def draw_list(canvas: Canvas, box: Box, pieces: Sequence[Piece], pen: Drawing, prices: Sequence[int] = ()) -> int:
    """Pieces one a line, with their numbers, in columns; as words one after another where there are too many for that.

    Returns the rows used.
    """
    columns = max(1, box.width // 32)
    rows = -(-len(pieces) // columns)
    if rows > box.height or not pieces:
        return draw_words(canvas, box, pieces, pen)
    each = box.width // columns
    for n, piece in enumerate(pieces):
        x, y = box.x + n // rows * each, box.y + n % rows
        most = each - 2
        at = draw_piece(canvas, x, y, piece, pen, most=most)
        price = f"price {prices[n]}" if n < len(prices) and prices[n] >= 0 else ""
        more = ", ".join(one for one in (figures(piece), price) if one)
        if more:
            canvas.put(at + 1, y, more, pen.look("ink3"), hit=f"id:{piece.id}", most=x + most - at - 1)
    return rows


def draw_card(canvas: Canvas, box: Box, piece: Piece, pen: Drawing) -> None:
    """A small card: its number if it is lit, kind, name, numbers. A card face down shows its back."""
    look, hit = pen.look, f"id:{piece.id}"
    paper = look("card-ink", "card")
    badge = pen.badge(piece.id)
    if not piece.face:
        canvas.fill(box, look("edge", "raised"), "░", hit=hit)
        canvas.put(
            box.x + 1,
            box.y + box.height // 2,
            f" {clip(piece.kind.replace('_', ' '), box.width - 4)} ",
            look("ink2", "raised"),
        )
    else:
        canvas.fill(box, paper, hit=hit)
        inner = box.width - 2
        kind = piece.kind.replace("_", " ")
        kind = kind if cell_len(kind) <= inner - (cell_len(badge) + 1 if badge else 0) + 1 else ""
        at = box.x + 1 + (cell_len(badge) + 1 if badge else 0)
        canvas.put(at, box.y, kind, _faint(pen), most=box.right - 1 - at)
        rows = wrap(piece.face, inner)[: max(1, box.height - 2)]
        for n, row in enumerate(rows):
            canvas.put(box.x + 1, box.y + 1 + n, row, look("card-ink", "card", bold=True), most=inner)
        foot = piece.note or figures(piece)
        if foot and box.height > 1 + len(rows):
            canvas.put(box.x + 1, box.bottom - 1, foot, look("card-ink", "card"), most=inner)
    if badge:
        canvas.put(box.x, box.y, badge, pen.badge_style(piece.id), hit=hit)
    if pen.cursor_on(piece.id):
        for y in range(box.y + 1, box.bottom):
            canvas.put(box.x, y, "▌", look("focus", "card" if piece.face else "raised", bold=True), hit=hit)


def _faint(pen: Drawing) -> Style:
    return pen.look("card-ink2", "card", italic=True)


def draw_words(canvas: Canvas, box: Box, pieces: Sequence[Piece], pen: Drawing) -> int:
    """Pieces as words one after another, in as many lines as the box has. Returns the rows used."""
    x, y = box.x, box.y
    for n, piece in enumerate(pieces):
        badge = pen.badge(piece.id)
        words = piece_words(piece)
        size = cell_len(badge) + (1 if badge else 0) + cell_len(words)
        if x > box.x and x + size > box.right:
            x, y = box.x, y + 1
        if y >= box.bottom:
            rest = f" +{len(pieces) - n} more"
            canvas.put(box.right - cell_len(rest), box.bottom - 1, rest, pen.look("ink3"))
            return box.height
        x = draw_piece(canvas, x, y, piece, pen, most=box.right - x) + 2
    return y - box.y + (1 if pieces else 0)


def piece_words(piece: Piece) -> str:
    """A piece on a line: its name and its note or numbers."""
    name = piece.face or f"({piece.kind.replace('_', ' ') or 'face down'})"
    if piece.note:
        return f"{name} {piece.note}"
    return name


def draw_piece(
    canvas: Canvas, x: int, y: int, piece: Piece, pen: Drawing, *, most: int = 999, whose: bool = False
) -> int:
    """A piece on a line, after its number if it is lit, and its owner's sign. Returns the column after it."""
    hit, end = f"id:{piece.id}", x + most
    badge = pen.badge(piece.id)
    if badge:
        x = canvas.put(x, y, badge, pen.badge_style(piece.id), hit=hit) + 1
    if whose and piece.seat >= 0:
        x = canvas.put(x, y, f"{shape(piece.seat)} ", pen.look.seat(piece.seat), hit=hit)
    ink = "focus" if pen.cursor_on(piece.id) else "ink"
    return canvas.put(x, y, piece_words(piece), pen.look(ink, bold=bool(badge)), hit=hit, most=end - x)
