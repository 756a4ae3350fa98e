"""The areas of the table screen, painted from a view: header, world, seats, log, dock, footer."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ..engine.scene import AnyPart, Contest, Hand, Holding, Map, Mat, Number, Piece, Polygrid, Row, Seat
from .canvas import Box, Canvas, wrap
from .cards import draw_cards, draw_piece
from .drawing import Drawing
from .looks import ACTING, FLAME, shape
from .parts import SMALL, all_pieces, draw_mat, draw_part, draw_slots, draw_small, small_words
from .sitting import Line
from .tiles import draw_polygrid, holding_words
from .view import View, big_parts, front_part, holds
from .worldmap import Eye, draw_map, legend

# ---- header and footer ----


def paint_header(view: View, width: int, height: int) -> Canvas:
    """Whose turn it is, the phases, and what is wrong, if something is."""
    look = view.look
    canvas = Canvas(width, height, look("ink", "raised"))
    x = canvas.put(1, 0, view.scene.title, look("ink", bold=True), most=width // 2)
    phases: list[tuple[str, bool]] = [
        (f"{'✓ ' if n < view.scene.phase else ACTING + ' ' if n == view.scene.phase else ''}{phase}",
         n == view.scene.phase)
        for n, phase in enumerate(view.scene.phases)
    ]  # fmt: skip
    right = view.warning or view.status
    end = width - 1 - cell_len(right)
    canvas.put(max(x + 2, end), 0, right, look("bad" if view.warning else "ink3", bold=bool(view.warning)))
    wide = sum(cell_len(text) + 2 for text, _ in phases)
    if phases and x + 4 + wide < end:
        at = max(x + 4, (width - wide) // 2)
        for text, now in phases:
            at = canvas.put(at, 0, text, look("game", bold=True) if now else look("ink3")) + 2
    return canvas


def paint_footer(view: View, width: int, height: int, keys: Sequence[tuple[str, str, str]]) -> Canvas:
    """Keys and what they do, as many as fit; each can be clicked."""
    look = view.look
    canvas = Canvas(width, height, look("ink2", "raised"))
    x = 1
    for key, words, hit in keys:
        if x + cell_len(key) + 1 + cell_len(words) > width - 1:
            break
        x = canvas.put(x, 0, key, look("ink", bold=True), hit=hit) + 1
        x = canvas.put(x, 0, words, look("ink3"), hit=hit) + 2
    return canvas


# ---- the world ----


def paint_world(view: View, width: int, height: int, eye: Eye) -> Canvas:
    """The middle of the table: what lies there by name, the part in front, and piles and dice on a line."""
    look, pen = view.look, view.pen()
    canvas = Canvas(width, height, look("ink", "panel"))
    parts = big_parts(view.scene)
    front = front_part(view)
    top = 0
    if len(parts) > 1:
        end = _draw_tabs(canvas, parts, front, view)
        if isinstance(front, Map):
            _draw_legend(canvas, end, front, view)
        top = 1
    briefs = [p for p in view.scene.centre if isinstance(p, Row) and p is not front and small_words(p)]
    small = [*briefs, *(p for p in view.scene.centre if isinstance(p, SMALL) and _worth(p, pen))]
    short = height < 18
    foot = (1 if short else _small_rows(small, width)) if small else 0
    box = Box(0, top, width, height - top - foot)
    if isinstance(front, Map):
        draw_map(canvas, box, front, eye, pen)
    elif front is not None:
        air = 1 if box.height > (14 if isinstance(front, Contest) else 8) else 0
        draw_part(canvas, Box(1, top + air, width - 2, box.height - max(1, air)), front, pen)
    x, y = 1, height - foot
    for part in small:
        size = cell_len(small_words(part, short=short, now=pen.now)) + cell_len(pen.badge(part.id)) + 3
        if x > 1 and x + size - 3 > width - 1:
            x, y = 1, y + 1
        if y < height:
            x = draw_small(canvas, x, y, part, pen, most=width - 1 - x, short=short) + 3
    return canvas


def _draw_tabs(canvas: Canvas, parts: Sequence[AnyPart], front: AnyPart | None, view: View) -> int:
    """What lies in the middle, by name: the one in front, those that the question touches, then the others.

    Returns the column after it.
    """
    look, width = view.look, canvas.width
    touched = {id_ for one in view.prompt.lit for id_ in one.touches}
    lit = {part.id for part in parts if part is not front and touched and holds(part, touched)}
    x = 1
    order = sorted(parts, key=lambda part: (part is not front, part.id not in lit))
    for n, part in enumerate(order):
        on = part is front
        text = f"{ACTING} {part.title or part.id}" if on else part.title or part.id
        left = f"+{len(order) - n} more" if n + 1 < len(order) else ""
        flame = 2 if part.id in lit else 0
        if x + flame + cell_len(text) + (cell_len(left) + 3 if left else 0) > width - 1 and n:
            return canvas.put(x, 0, f"+{len(order) - n} more", look("ink3"), hit="key:w")
        if part.id in lit:
            x = canvas.put(x, 0, f"{FLAME} ", look("ember", bold=True), hit=f"part:{part.id}")
        style = look("ink", bold=True) if on else look("ink3")
        x = canvas.put(x, 0, text, style, hit=f"part:{part.id}", most=width - 12) + 3
    return x


def _worth(part: AnyPart, pen: Drawing) -> bool:
    """A small part that says something: an empty pile that nobody touches does not."""
    return bool(small_words(part)) and (getattr(part, "count", 1) > 0 or bool(pen.lit_by(part.id)))


def _small_rows(small: Sequence[AnyPart], width: int) -> int:
    total = sum(cell_len(small_words(part)) + 3 for part in small)
    return min(2, -(-total // max(1, width - 2)))


def _draw_legend(canvas: Canvas, left: int, world: Map, view: View) -> None:
    """What the signs of the map mean, at the right of the first row, if there is room."""
    signs = [(sign, kind) for sign, kind in legend(world) if kind not in ("waypoint", "expansion")]
    x = canvas.width - 1 - sum(cell_len(kind) + 4 for _, kind in signs)
    if x < left + 2:
        return
    for sign, kind in signs:
        x = canvas.put(x, 0, sign, view.look("ink2", bold=True)) + 1
        x = canvas.put(x, 0, kind, view.look("ink3")) + 2


# ---- seats and log ----


def paint_side(view: View, width: int, height: int) -> Canvas:
    """Seat plates above, the log below."""
    look = view.look
    canvas = Canvas(width, height, look("ink", "panel"))
    y = 0
    roomy = height >= len(view.scene.seats) * 5 + 16
    for plate in view.scene.seats:
        y += _draw_plate(canvas, Box(1, y, width - 2, height - y), plate, view, short=not roomy)
        if roomy:
            y += 1
    canvas.put(1, y, "Log", look("ink3", italic=True), hit="key:g")
    more = f"↑ {view.back} lines newer below" if view.back else ""
    canvas.put(width - 1 - cell_len(more), y, more, look("ink3"))
    canvas.put(5, y, "─" * max(0, width - 7 - (cell_len(more) + 1 if more else -1)), look("line"))
    _draw_log(canvas, Box(1, y + 1, width - 2, height - y - 1), view)
    return canvas


def number_words(number: Number) -> str:
    """A counter: "XP 13", or "Luck 1/1" where it has an end."""
    return f"{number.label} {number.value}" + (f"/{number.most}" if number.most else "")


def _initials(label: str) -> str:
    """Two words and more by their initials, where room is short."""
    words = label.split()
    return "".join(word[0] for word in words) if len(words) > 1 else label


def _draw_plate(canvas: Canvas, box: Box, plate: Seat, view: View, *, short: bool) -> int:
    look, hit = view.look, f"seat:{plate.seat}"
    pen = view.pen()
    for row in range(2):
        canvas.fill(Box(0, box.y + row, canvas.width, 1), look("ink", "panel"), hit=hit)
    figure = f"figure-{plate.seat}"
    x = canvas.put(box.x, box.y, shape(plate.seat), look.seat(plate.seat), hit=hit) + 1
    if (badge := pen.badge(figure)) and plate.seat != view.seat:
        x = canvas.put(x, box.y, badge, pen.badge_style(figure), hit=f"id:{figure}") + 1
    asked = plate.seat in view.prompt.waiting
    flag = "to choose" if asked else "in turn" if plate.acting else ""
    flag = f"{ACTING} {flag}" if flag else ""
    who = ", ".join(one for one in (plate.role, view.people.get(plate.seat, "")) if one)
    if flag and cell_len(f"{plate.name} {who} {flag}") > box.right - x:
        who = plate.role
        if cell_len(f"{plate.name} {who} {flag}") > box.right - x:
            flag = ACTING
    room = box.right - x - cell_len(flag) - 1
    strong = look("ink", bold=True)
    end = canvas.put(x, box.y, plate.name, strong, hit=hit, most=room)
    if who and box.right - cell_len(flag) - end > 6:
        canvas.put(end + 1, box.y, who, look("ink3"), hit=hit, most=box.right - cell_len(flag) - end - 2)
    canvas.put(box.right - cell_len(flag), box.y, flag, look("ember" if asked else "game", bold=True), hit=hit)
    y = box.y + 1
    spans: list[tuple[str, str]] = [
        (_initials(n.label) if short else n.label, f"{n.value}" + (f"/{n.most}" if n.most else ""))
        for n in plate.numbers
    ]
    x = box.x + 2
    for label, value in spans:
        size = cell_len(label) + 1 + cell_len(value)
        if x > box.x + 2 and x + size > box.right:
            x, y = box.x + 2, y + 1
            canvas.fill(Box(0, y, canvas.width, 1), look("ink", "panel"), hit=hit)
        x = canvas.put(x, y, f"{label} ", look("ink3"), hit=hit)
        x = canvas.put(x, y, value, strong, hit=hit) + 2
    return y - box.y + 1


def _draw_log(canvas: Canvas, box: Box, view: View) -> None:
    """The latest lines at the bottom; those since the last own answer are marked."""
    look = view.look
    shown = len(view.lines) - view.back
    y = box.bottom
    for n in range(shown - 1, -1, -1):
        line = view.lines[n]
        rows = log_rows(line, box.width - 2)
        y -= len(rows)
        for r, row in enumerate(rows):
            if y + r >= box.y:
                fresh = n >= view.since and not line.note
                _draw_log_row(canvas, box.x, y + r, row, line, view, fresh, first=r == 0)
        if y <= box.y:
            return
    if not view.lines:
        canvas.put(box.x, box.y, "Nothing has happened yet.", look("ink3", italic=True))


def log_rows(line: Line, width: int) -> list[str]:
    """A line of the log in rows, the rule's id at its end if that costs no row."""
    rows = wrap(line.text, width - 2 if line.follows else width)
    if line.rule and rows and cell_len(rows[-1]) + 1 + cell_len(line.rule) <= width - 2 * line.follows:
        rows[-1] = f"{rows[-1]} {line.rule}"
    return rows


def _draw_log_row(
    canvas: Canvas, x: int, y: int, row: str, line: Line, view: View, fresh: bool, *, first: bool
) -> None:
    look = view.look
    hit = f"rule:{line.rule}" if line.rule else ""
    left = x + (4 if line.follows else 2)
    if first and not line.follows:
        sign = "›" if line.note else shape(line.seat)
        canvas.put(x, y, sign, look("ink3") if line.note else look.seat(line.seat))
    if fresh:
        canvas.put(x - 1, y, "▎", look("game"))
    ink = look("ink3", italic=True) if line.note else look("ink" if fresh or line.opens else "ink2", bold=line.opens)
    if line.rule and row.endswith(line.rule):
        head = row.removesuffix(line.rule)
        at = canvas.put(left, y, head, ink, hit=hit)
        canvas.put(at, y, line.rule, look("info"), hit=hit)
    else:
        canvas.put(left, y, row, ink, hit=hit)


# ---- the dock ----


def paint_dock(view: View, width: int, height: int) -> Canvas:
    """One player's board and hand: your own, or another's that you look at."""
    look, pen = view.look, view.pen()
    canvas = Canvas(width, height, look("ink", "sunk"))
    plate = next((p for p in view.scene.seats if p.seat == view.looked), None)
    if plate is None:
        return canvas
    mats = [p for p in plate.parts if isinstance(p, Mat)]
    hands = [p for p in plate.parts if isinstance(p, Hand)]
    rest = [p for p in plate.parts if not isinstance(p, Mat | Hand)]
    mine = plate.seat == view.seat
    grids = [p for p in plate.parts if isinstance(p, Polygrid)]
    if grids:
        _bench_dock(canvas, plate, grids[0], [p for p in plate.parts if p is not grids[0]], view, pen)
        return canvas
    if height >= 10:
        _roomy_dock(canvas, plate, mats, hands, rest, view, pen, mine)
        return canvas
    y = 0
    for mat in mats[:1]:
        x = canvas.put(1, y, shape(plate.seat), look.seat(plate.seat)) + 1
        if not mine:
            x = canvas.put(x, y, f"{plate.name}: ", look("ink", bold=True), most=14)
        x = max(x, 3)
        used = draw_mat(canvas, Box(x, y, width - x - 1, 2), mat, pen, (plate.name, plate.role))
        y += used
        extra = [p for part in rest for p in all_pieces(part)]
        if extra and used < 3 and y < height - 4:
            used = draw_row(canvas, 3, y, width - 4, extra, pen)
            y += used
    if not mats:
        canvas.put(1, 0, f"{shape(plate.seat)} {plate.name}", look.seat(plate.seat))
        y = 1
        for part in rest:
            draw_part(canvas, Box(1, y, width - 2, 1), part, pen)
            y += 1
    for hand in hands[:1]:
        draw_cards(canvas, Box(1, y, width - 2, height - y), hand.pieces, pen)
        if not hand.pieces:
            canvas.put(1, y, "No cards in hand.", look("ink3", italic=True))
    return canvas


def _bench_dock(canvas: Canvas, plate: Seat, grid: Polygrid, rest: Sequence[AnyPart], view: View, pen: Drawing) -> None:
    """A mat of cells as a picture; above it what the hand holds and what lies beside."""
    look, width = view.look, canvas.width
    x = canvas.put(1, 0, f"{shape(plate.seat)} ", look.seat(plate.seat))
    x = canvas.put(x, 0, f"{plate.name}: {grid.title}", look("ink", bold=True)) + 2
    for part in rest:
        if isinstance(part, Holding) and part.piece is not None:
            x = canvas.put(x, 0, holding_words(part), look("ember", bold=True), most=width - x - 1) + 2
        elif not isinstance(part, Holding):
            for piece in all_pieces(part):
                if x < width - 8:
                    x = draw_piece(canvas, x, 0, piece, pen, most=width - x - 1) + 2
    draw_polygrid(canvas, Box(3, 1, width - 4, canvas.height - 1), grid, pen)


def draw_row(canvas: Canvas, x: int, y: int, width: int, pieces: Sequence[Piece], pen: Drawing) -> int:
    """Tokens in a row. Returns the rows used."""
    end = x + width
    for piece in pieces:
        if x < end - 4:
            x = draw_piece(canvas, x, y, piece, pen, most=end - x) + 2
    return 1


def _roomy_dock(
    canvas: Canvas,
    plate: Seat,
    mats: Sequence[Mat],
    hands: Sequence[Hand],
    rest: Sequence[AnyPart],
    view: View,
    pen: Drawing,
    mine: bool,
) -> None:
    look, width, height = view.look, canvas.width, canvas.height
    x = canvas.put(1, 0, f"{shape(plate.seat)} ", look.seat(plate.seat))
    x = canvas.put(x, 0, plate.name, look("ink", bold=True))
    x = canvas.put(x, 0, f"  {plate.role}", look("ink2"))
    extra = [p for part in rest for p in all_pieces(part)]
    if extra:
        draw_row(canvas, x + 4, 0, width - x - 6, extra, pen)
    pools = [part for part in rest if not all_pieces(part) and small_words(part)]
    for part in pools:
        x = draw_small(canvas, x + 4, 0, part, pen, most=width - x - 6)
    held = hands[0].pieces if hands else ()
    split = width
    if mats and held and width >= 100:
        split = width - min(width // 2, len(held) * 17 + 2)
    for mat in mats[:1]:
        deep = height - 2 if split < width else max(3, height - 7)
        draw_slots(canvas, Box(1, 1, split - 3, deep), mat, pen, (plate.name, plate.role))
    box = Box(split, 1, width - split - 1, height - 2) if split < width else Box(1, height - 6, width - 2, 5)
    if hands:
        limit = f" of {hands[0].limit}" if hands[0].limit and len(held) >= hands[0].limit - 1 else ""
        canvas.put(box.x, box.y, f"Hand {len(held)}{limit}", look("ink3"))
        draw_cards(canvas, Box(box.x, box.y + 1, box.width, box.height - 1), held, pen)
