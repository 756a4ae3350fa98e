"""What a seat sees, as one SVG image: the scene's parts below each other, the seats beside them, the question beneath.

It needs no fonts, pictures or scripts from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil

from ..engine import scene as s
from .course import OVER, Course
from .text import SIGNS, answers, number

WIDTH, LEFT, GAP, PAD = 1240, 780, 18, 14
INK, SOFT, LINE, PAPER, CARD, WASH = "#33291f", "#7d6f5d", "#d9cdb8", "#f4ecdc", "#fffaf0", "#efe3cd"
SEATS = ("#a8423a", "#2c6a8a", "#5d7f36", "#7b5194", "#b97f22")
LAND = ("#dfe5c8", "#e9dcc0", "#d5e1de", "#eadbd3", "#dcdceb", "#e6e3c6", "#d3e0cf", "#efe0cb")
TILES = ("#c9a66b", "#8fae8b", "#9fb4c9", "#c99a94", "#b6a3c6", "#d3bf76", "#93b7ae", "#c4b5a0")
NAMED = {"red": "#a8423a", "yellow": "#d1a52c"}  # pieces that are called by their colour
POINTS = {"city": 8, "class": 8, "town": 8, "quest": 8, "location": 7}


class Pen:
    """Draws into a list of SVG elements."""

    def __init__(self) -> None:
        self.out: list[str] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str, line: str = "", round_: float = 6) -> None:
        stroke = f' stroke="{line}"' if line else ""
        self.out.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{round_}" fill="{fill}"{stroke}/>'
        )

    def disc(self, x: float, y: float, r: float, fill: str, line: str = "") -> None:
        stroke = f' stroke="{line}" stroke-width="1.5"' if line else ""
        self.out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"{stroke}/>')

    def way(self, x: float, y: float, to_x: float, to_y: float, colour: str, wide: float = 1) -> None:
        self.out.append(
            f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" stroke-width="{wide}" '
            f'stroke-linecap="round"/>'
        )

    def say(
        self, x: float, y: float, words: str, size: float = 12, fill: str = INK, *, bold: bool = False,
        anchor: str = "start", wide: float = 0, halo: bool = False,
    ) -> None:  # fmt: skip
        """One line, cut to a width."""
        if wide:
            words = cut(words, wide, size, bold)
        weight = ' font-weight="600"' if bold else ""
        at = f' text-anchor="{anchor}"' if anchor != "start" else ""
        around = f' paint-order="stroke" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"' if halo else ""
        look = f'font-size="{size:g}" fill="{fill}"{weight}{at}{around}'
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>')


def long(words: str, size: float, bold: bool = False) -> float:
    """About how wide a line is."""
    return len(words) * size * (0.58 if bold else 0.53)


def cut(words: str, wide: float, size: float, bold: bool = False) -> str:
    """A line that is not wider, with three dots where it was cut."""
    if long(words, size, bold) <= wide:
        return words
    return words[: max(1, int(wide / (size * (0.58 if bold else 0.53))) - 1)].rstrip() + "…"


def wrap(words: str, wide: float, size: float) -> list[str]:
    """Lines that are not wider."""
    lines = [""]
    for word in words.split():
        if lines[-1] and long(f"{lines[-1]} {word}", size) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def picture(course: Course, seat: int) -> str:
    """The scene of a seat and its open question, as SVG."""
    game, g = course.table.game, course.table.g
    scene = game.scene(g, seat)
    pen = Pen()
    phase = f" · {scene.phases[scene.phase]}" if 0 <= scene.phase < len(scene.phases) else ""
    pen.say(PAD, 34, f"{scene.title}{phase}", 20, bold=True, wide=WIDTH - 2 * PAD)
    y = left = right = 52.0
    for together in grouped(scene.centre):
        left = group_box(pen, together, PAD, left, LEFT - 2 * PAD)
    for plate in scene.seats:
        right = plate_box(pen, plate, LEFT, right, WIDTH - LEFT - PAD, plate.seat == seat)
    y = max(left, right)
    y = question(pen, course, seat, scene.result, y)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" width="{WIDTH}" height="{y:.0f}" '
        f"font-family=\"Georgia, 'DejaVu Serif', serif\">"
        f'<rect width="{WIDTH}" height="{y:.0f}" fill="{PAPER}"/>'
    )
    return head + "".join(pen.out) + "</svg>\n"


def question(pen: Pen, course: Course, seat: int, result: str, y: float) -> float:
    """The open question with its legal actions, or the end."""
    wide = WIDTH - 2 * PAD
    table = course.table
    if course.seat == OVER or course.seat != seat or course.ask is None:
        waits = (
            "The game is over." if course.seat == OVER else f"{table.game.seat_name(table.g, course.seat)} is asked."
        )
        pen.box(PAD, y, wide, 44, WASH)
        pen.say(PAD + 14, y + 28, result or waits, 16, bold=True, wide=wide - 28)
        return y + 44 + PAD
    told = list(answers(course))
    shown, chips, x, row = told[:60], Pen(), PAD + 14.0, 0
    for n, words in shown:
        label = cut(words, 300, 12)
        w = 28 + long(label, 12) + long(str(n), 10)
        if x + w > WIDTH - PAD - 14:
            x, row = PAD + 14, row + 1
        at = y + 44 + row * 34
        chips.box(x, at, w, 26, CARD, LINE, 13)
        chips.say(x + 10, at + 17, str(n), 10, SOFT)
        chips.say(x + 18 + long(str(n), 10), at + 17, label, 12)
        x += w + 8
    more = f"and {len(told) - len(shown)} more" if len(told) > len(shown) else ""
    high = 44 + (row + 1) * 34 + (24 if more else 0) + 6
    pen.box(PAD, y, wide, high, WASH)
    pen.say(PAD + 14, y + 28, table.game.say_question(table.g, course.ask), 16, bold=True, wide=wide - 28)
    pen.out += chips.out
    if more:
        pen.say(PAD + 14, y + high - 12, more, 12, SOFT)
    return y + high + PAD


# ---- seats ----


def plate_box(pen: Pen, plate: s.Seat, x: float, y: float, wide: float, mine: bool) -> float:
    """A seat plate with what lies before the player; returns where the next begins."""
    inner, colour = Pen(), SEATS[plate.seat % len(SEATS)]
    inner.disc(x + 24, y + 26, 11, colour)
    inner.say(x + 24, y + 31, str(plate.seat + 1), 13, "#fff", bold=True, anchor="middle")
    inner.say(x + 44, y + 24, plate.name + (" (you)" if mine else ""), 15, bold=True, wide=wide - 60)
    inner.say(x + 44, y + 40, plate.role, 12, SOFT, wide=wide - 60)
    at = y + 52
    at = chips(inner, [number(one) for one in plate.numbers], x + PAD, at, wide - 2 * PAD)
    for part in plate.parts:
        at = part_inner(inner, part, x + PAD, at + 4, wide - 2 * PAD, small=True)
    pen.box(x, y, wide, at - y + 8, CARD, colour if plate.acting else LINE)
    pen.out += inner.out
    return at + 8 + GAP


def chips(pen: Pen, words: Sequence[str], x: float, y: float, wide: float, fill: str = WASH) -> float:
    """Short words in rows."""
    at, row = x, y
    for one in words:
        label = cut(one, wide - 16, 11)
        w = long(label, 11) + 16
        if at + w > x + wide:
            at, row = x, row + 26
        pen.box(at, row, w, 21, fill, round_=10)
        pen.say(at + 8, row + 14.5, label, 11)
        at += w + 6
    return row + 26 if words else y


# ---- parts ----


def grouped(parts: Sequence[s.AnyPart]) -> list[list[s.AnyPart]]:
    """Parts that are drawn on one card: neighbouring piles and dice, anything else alone."""
    groups: list[list[s.AnyPart]] = []
    for part in parts:
        if groups and isinstance(part, s.Pile | s.Dice) and isinstance(groups[-1][0], s.Pile | s.Dice):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def group_box(pen: Pen, parts: Sequence[s.AnyPart], x: float, y: float, wide: float) -> float:
    """Parts on one card, three in a row; returns where the next card begins."""
    inner = Pen()
    columns = min(3, len(parts))
    step = (wide - 2 * PAD) / columns
    end = row = y + PAD
    for n, part in enumerate(parts):
        if n % columns == 0:
            row = end + (8 if n else 0)
        end = max(end, part_inner(inner, part, x + PAD + n % columns * step, row, step))
    if not inner.out:
        return y
    pen.box(x, y, wide, end - y + 6, CARD, LINE)
    pen.out += inner.out
    return end + 6 + GAP


def part_inner(pen: Pen, part: s.AnyPart, x: float, y: float, wide: float, small: bool = False) -> float:
    """A part itself, with its title."""
    draw = DRAWN.get(type(part))
    if draw is None:
        return y
    inner = Pen()
    top = y + (20 if part.title else 0)
    end = draw(inner, part, x, top, wide)
    if not inner.out:
        return y
    if part.title:
        pen.say(x, y + 12, part.title, 12 if small else 14, SOFT if small else INK, bold=True, wide=wide)
    pen.out += inner.out
    return end


def map_(pen: Pen, part: s.Map, x: float, y: float, wide: float) -> float:
    scale = wide / max(1, part.width)
    small = part.width <= 20  # spaces in steps rather than in units of a drawing
    high = part.height * scale
    pen.box(x, y, wide, high, "#e7efe9" if not small else WASH)
    pen.out.append(f'<svg x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}">')
    top_left, (x, y) = (x, y), (0.0, 0.0)
    half = scale / 2 if small else 0
    place = {space.id: (x + space.x * scale + half, y + space.y * scale + half) for space in part.spaces}
    regions = sorted({space.region for space in part.spaces})
    for space in part.spaces:
        if not small:
            pen.disc(*place[space.id], 44, LAND[regions.index(space.region) % len(LAND)])
    for a, b in part.roads:
        pen.way(*place[a], *place[b], "#b5a184", 2.5)
    for space in part.spaces:
        at_x, at_y = place[space.id]
        r = POINTS.get(space.kind, 4.5 if space.name else 3.5) + (10 if small else 0)
        pen.disc(at_x, at_y, r, CARD, "#8b7355")
    for space in part.spaces:
        at_x, at_y = place[space.id]
        if space.name and (not small or not space.pieces):
            pen.say(at_x, at_y + (34 if small else 19), space.name, 9.5, SOFT, anchor="middle", halo=True)
        elif small:
            pen.say(at_x, at_y + 34, space.kind, 12, SOFT, anchor="middle")
    for space in part.spaces:
        at_x, at_y = place[space.id]
        for n, one in enumerate(space.pieces):
            dx = at_x + (n - (len(space.pieces) - 1) / 2) * 20
            if one.seat >= 0:
                pen.disc(dx, at_y - 6, 10, SEATS[one.seat % len(SEATS)], CARD)
                pen.say(dx, at_y - 2, str(one.seat + 1), 11, "#fff", bold=True, anchor="middle")
            else:
                pen.out.append(
                    f'<path d="M{dx:.1f} {at_y - 11:.1f}l10 11l-10 11l-10 -11z" fill="#6b4a3a" stroke="{CARD}"/>'
                )
                value = next((str(each.value) for each in one.numbers), "")
                pen.say(dx, at_y + 4, value, 9.5, "#fff", bold=True, anchor="middle")
    pen.out.append("</svg>")
    return top_left[1] + high + 4


def grid(pen: Pen, part: s.Grid, x: float, y: float, wide: float) -> float:
    columns = max((len(row) for row in part.rows), default=1)
    side = min(64.0, wide / columns)
    pen.box(x, y, side * columns, side * len(part.rows), WASH)
    for n, row in enumerate(part.rows):
        for m, cell in enumerate(row):
            at_x, at_y = x + (m + 0.5) * side, y + (n + 0.5) * side
            pen.disc(at_x, at_y, side * 0.4, CARD, LINE)
            for one in cell:
                own = SEATS[one.seat % len(SEATS)] if one.seat >= 0 else "#8b7355"
                pen.disc(at_x, at_y, side * 0.4, NAMED.get(one.face, own))
    return y + side * len(part.rows) + 4


def shape(pen: Pen, cells: s.Cells, x: float, y: float, side: float, fill: str) -> None:
    """A tile: its cells as one figure, with soft seams."""
    have = set(cells)
    for row, column in cells:
        right, down = side - ((row, column + 1) not in have), side - ((row + 1, column) not in have)
        pen.box(x + column * side, y + row * side, right, down, fill, round_=2)


def tile_colour(id_: str) -> str:
    return TILES[sum(id_.encode()) % len(TILES)]


def polygrid(pen: Pen, part: s.Polygrid, x: float, y: float, wide: float) -> float:
    side = min(30.0, wide / 2.2 / max(1, part.width))
    for cells, fill in ((part.open, WASH), (part.taken, "#b9a98f")):
        for row, column in cells:
            pen.box(x + column * side, y + row * side, side - 1, side - 1, fill, round_=2)
    for slot in part.slots:
        for row, column in slot.cells:
            pen.box(x + column * side, y + row * side, side - 1, side - 1, "none", "#8b7355", 2)
    at_x, at_y = x + part.width * side + 14, y + 10
    for n, (one, cells) in enumerate(part.placed):
        shape(pen, cells, x, y, side, tile_colour(one.id))
        row, column = min(cells)
        pen.say(
            x + (column + 0.5) * side, y + (row + 0.62) * side, chr(ord("A") + n % 26), side * 0.42, anchor="middle"
        )
        pen.say(at_x, at_y, f"{chr(ord('A') + n % 26)}  {one.face}", 11, wide=x + wide - at_x)
        at_y += 15
    pen.say(at_x, at_y, f"{part.filled} of {part.total} squares", 11, SOFT)
    return max(y + part.height * side, at_y) + 8


def heap(pen: Pen, part: s.Heap, x: float, y: float, wide: float) -> float:
    side, columns = 9.0, max(1, int(wide // 122))
    step = wide / columns
    for n, (one, cells) in enumerate(part.pieces):
        at_x, at_y = x + n % columns * step, y + n // columns * 58 + 2
        shape(pen, cells, at_x, at_y, side, tile_colour(one.id))
        pen.say(at_x, at_y + 14 + side * (1 + max(row for row, _ in cells)), one.face, 10, SOFT, wide=step - 8)
        for m, seat in enumerate(part.reached.get(one.id, ())):
            pen.disc(at_x + step - 24 - m * 14, at_y + 12, 6, SEATS[seat % len(SEATS)])
    return y + ceil(len(part.pieces) / columns) * 58 + 2


def holding(pen: Pen, part: s.Holding, x: float, y: float, wide: float) -> float:
    if part.piece is None:
        return y
    shape(pen, part.cells, x, y, 10, tile_colour(part.piece.id))
    pen.say(x + 62, y + 14, part.piece.face, 12, wide=wide - 62)
    return y + 10 * (1 + max(row for row, _ in part.cells)) + 8


def _faces(those: Sequence[s.Piece]) -> list[str]:
    """Names with their numbers; what lies face down is counted."""
    told = []
    hidden: dict[str, int] = {}
    for one in those:
        if one.face:
            more = [number(each) for each in one.numbers[:2]] + [SIGNS[mark.tone] + mark.label for mark in one.marks]
            told.append(f"{one.face}{'  ' * bool(more)}{', '.join(more)}{f'  ({one.note})' if one.note else ''}")
        else:
            hidden[one.kind] = hidden.get(one.kind, 0) + 1
    return told + [f"{count} face down, {kind.replace('_', ' ')}" for kind, count in hidden.items()]


def row(pen: Pen, part: s.Row | s.Hand, x: float, y: float, wide: float) -> float:
    return chips(pen, _faces(part.pieces), x, y, wide) if part.pieces else y


def pile(pen: Pen, part: s.Pile, x: float, y: float, wide: float) -> float:
    pen.box(x, y, 26, 34, "#8b7355" if not (part.top and part.top.face) else WASH, LINE, 3)
    pen.say(x + 13, y + 22, str(part.count), 12, "#fff" if not (part.top and part.top.face) else INK, anchor="middle")
    if part.top and part.top.face:
        pen.say(x + 36, y + 22, f"on top: {part.top.face}", 12, wide=wide - 36)
    return y + 40


def mat(pen: Pen, part: s.Mat, x: float, y: float, wide: float) -> float:
    told = [f"{slot.name}: {', '.join(_faces(slot.pieces))}" for slot in part.slots if slot.pieces]
    end = chips(pen, told, x, y, wide)
    for name, total, parts in part.sums[:1]:
        words = f"{name} {total} = " + " ".join(f"{what} {n:+d}" for what, n in parts)
        pen.say(x, end + 12, words, 11, SOFT, wide=wide)
        end += 20
    return end


def pool(pen: Pen, part: s.Pool, x: float, y: float, wide: float) -> float:
    return chips(pen, [*map(number, part.numbers), *_faces(part.pieces)], x, y, wide)


def dice(pen: Pen, part: s.Dice, x: float, y: float, wide: float) -> float:
    for die in part.dice:
        w = max(30.0, long(die.face, 13) + 20)
        pen.box(x, y, w, 30, "#fff", INK, 7)
        pen.say(x + w / 2, y + 20, die.face, 13, bold=True, anchor="middle")
        x += w + 10
    return y + 36


def contest(pen: Pen, part: s.Contest, x: float, y: float, wide: float) -> float:
    half, ends = wide / 2, []
    for n, side in enumerate(part.sides):
        at_x, at_y = x + n * half, y + 14
        pen.say(at_x, at_y, side.piece.face, 15, bold=True, wide=half - 70)
        pen.say(at_x + half - 24, at_y + 4, "?" if side.total is None else str(side.total), 24, bold=True, anchor="end")
        told = [*side.parts, *([("Die", side.die)] if side.die else [])]
        for what, value in told:
            at_y += 17
            pen.say(at_x, at_y, str(what), 12, SOFT, wide=half - 90)
            pen.say(at_x + half - 60, at_y, str(value), 12, anchor="end")
        ends.append(at_y)
    end = max(ends, default=y) + 10
    if 0 <= part.at < len(part.steps):
        pen.say(x, end + 12, part.verdict or part.steps[part.at], 12, bold=bool(part.verdict), wide=wide)
        end += 20
    return end


def track(pen: Pen, part: s.Track, x: float, y: float, wide: float) -> float:
    spaces = part.most - part.least + 1
    step = min(40.0, wide / max(1, spaces))
    for n in range(spaces):
        pen.box(x + n * step, y, step - 2, 26, WASH, round_=3)
        pen.say(x + (n + 0.5) * step, y + 17, str(part.least + n), 10, SOFT, anchor="middle")
    for one, at in part.markers:
        pen.disc(x + (at - part.least + 0.5) * step, y + 13, 9, SEATS[one.seat % len(SEATS)] if one.seat >= 0 else INK)
    return y + 32


def ballot(pen: Pen, part: s.Ballot, x: float, y: float, wide: float) -> float:
    told = [part.question, *(f"Seat {n + 1}: {words}" for n, words in part.lines)]
    told += [", ".join(f"seat {n + 1}: {vote}" for n, vote in part.votes), part.verdict]
    return lines(pen, [line for line in told if line], x, y, wide)


def tally(pen: Pen, part: s.Tally, x: float, y: float, wide: float) -> float:
    head = ("", *part.columns, "Together")
    rows = [(str(n + 1), *(f"{cell.value:+d}" for cell in cells), str(total)) for n, cells, total in part.rows]
    return lines(pen, [part.result] if part.result else [], x, grid_of(pen, head, rows, x, y, wide), wide)


def scores(pen: Pen, part: s.Scores, x: float, y: float, wide: float) -> float:
    return grid_of(pen, part.columns, [cells for _, cells in part.rows], x, y, wide)


def grid_of(pen: Pen, head: Sequence[str], rows: Sequence[Sequence[str]], x: float, y: float, wide: float) -> float:
    """A table of words."""
    step = wide / max(1, len(head))
    for n, cells in enumerate((head, *rows)):
        for m, cell in enumerate(cells):
            pen.say(x + m * step, y + 14 + n * 20, cell, 12, SOFT if n == 0 else INK, wide=step - 8)
    return y + 22 + len(rows) * 20


def story(pen: Pen, part: s.Story, x: float, y: float, wide: float) -> float:
    return lines(pen, part.lines, x, y, wide)


def lines(pen: Pen, words: Sequence[str], x: float, y: float, wide: float) -> float:
    """Paragraphs."""
    for paragraph in words:
        for line in wrap(paragraph, wide, 13):
            y += 18
            pen.say(x, y, line, 13)
    return y + 8


DRAWN: dict[type, Callable[..., float]] = {
    s.Map: map_, s.Grid: grid, s.Polygrid: polygrid, s.Heap: heap, s.Holding: holding, s.Track: track, s.Row: row,
    s.Hand: row, s.Pile: pile, s.Mat: mat, s.Pool: pool, s.Dice: dice, s.Contest: contest, s.Ballot: ballot,
    s.Tally: tally, s.Story: story, s.Scores: scores,
}  # fmt: skip
