"""The map around you: land, roads in dots, spaces with their names, figures, and numbers on what is lit."""

from __future__ import annotations

import os
from statistics import median

from rich.cells import cell_len
from rich.style import Style

from ..engine.scene import Map, Space
from .canvas import Box, Canvas, clip
from .drawing import Drawing
from .looks import Look, shape, signs_of

# How far land reaches around spaces and roads, in the map's median road lengths.
SHORE = 0.62
# Braille dots: the bit of the dot at (row, column) of a cell.
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
TOKEN = "▪"  # whatever stands on a space and is nobody's
PLAIN = os.environ.get("TERM") in ("linux", "dumb", "vt100")


class Eye:
    """Where a map is looked at: a middle in map units, and map units a column (a row is twice as high)."""

    def __init__(self) -> None:
        self.x = 0.0
        self.y = 0.0
        self.scale = 0.0
        self.at = ""  # the space it was centred on last
        self._ground: tuple[object, list[list[str]]] | None = None

    def settle(self, world: Map, width: int, height: int) -> None:
        """Take a first look: the whole map if names can stand on it, else the part around its centre."""
        if self.scale == 0:
            fit, near = fitting(world, width, height), road_length(world) / 11
            self.scale = fit if fit <= near else near
            self.centre(world)
        self._keep_inside(world, width, height)

    def centre(self, world: Map) -> None:
        """Look at the map's centre space."""
        self.at = world.centre
        space = next((s for s in world.spaces if s.id == world.centre), None)
        self.x, self.y = (space.x, space.y) if space else (world.width / 2, world.height / 2)

    def pan(self, columns: int, rows: int) -> None:
        """Move the look by so many cells."""
        self.x += columns * self.scale
        self.y += rows * self.scale * 2

    def zoom(self, nearer: bool, world: Map, width: int, height: int) -> None:
        """Look from nearer or farther, never farther than the whole map."""
        farthest, nearest = fitting(world, width, height), road_length(world) / 30
        self.scale = min(max(self.scale * (0.8 if nearer else 1.25), nearest), max(farthest, nearest))
        self._keep_inside(world, width, height)

    def show(self, space: Space, world: Map, width: int, height: int) -> None:
        """Move just so far that a space is well inside."""
        column, row = self.cell(space.x, space.y, width, height)
        margin, deep = min(10, width // 4), min(2, height // 4)
        if column < margin:
            self.pan(column - margin, 0)
        elif column > width - 1 - margin:
            self.pan(column - (width - 1 - margin), 0)
        if row < deep:
            self.pan(0, row - deep)
        elif row > height - 1 - deep:
            self.pan(0, row - (height - 1 - deep))

    def cell(self, x: float, y: float, width: int, height: int) -> tuple[int, int]:
        """The column and row at which a point of the map lies."""
        return round((x - self.x) / self.scale + (width - 1) / 2), round(
            (y - self.y) / self.scale / 2 + (height - 1) / 2
        )

    def _keep_inside(self, world: Map, width: int, height: int) -> None:
        half, tall = width * self.scale / 2, height * self.scale
        edge = road_length(world) / 2
        self.x = _between(self.x, half - edge, world.width - half + edge)
        self.y = _between(self.y, tall - edge, world.height - tall + edge)

    def ground(self, world: Map, width: int, height: int) -> list[list[str]]:
        """For each cell the region whose land it is, or nothing for sea."""
        key = (self.x, self.y, self.scale, width, height, len(world.spaces))
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, _land(world, self, width, height))
        return self._ground[1]


def _between(value: float, least: float, most: float) -> float:
    return (least + most) / 2 if least > most else min(max(value, least), most)


def fitting(world: Map, width: int, height: int) -> float:
    """The scale at which the whole map is seen."""
    return max((world.width + 60) / max(1, width), (world.height + 40) / max(1, height) / 2, 0.01)


def road_length(world: Map) -> float:
    """The median length of the roads, in map units."""
    where = {s.id: s for s in world.spaces}
    lengths = [
        ((where[a].x - where[b].x) ** 2 + (where[a].y - where[b].y) ** 2) ** 0.5
        for a, b in world.roads
        if a in where and b in where
    ]
    return max(1.0, median(lengths) if lengths else world.width / 8)


def _land(world: Map, eye: Eye, width: int, height: int) -> list[list[str]]:
    nearest = [[1e9] * width for _ in range(height)]
    region = [[""] * width for _ in range(height)]
    where = {s.id: s for s in world.spaces}
    reach = road_length(world) * SHORE
    stamps = [(float(s.x), float(s.y), s.region) for s in world.spaces]
    for a, b in world.roads:
        if a in where and b in where:
            one, two = where[a], where[b]
            for part in (0.25, 0.5, 0.75):
                whose = one.region if part <= 0.5 else two.region
                stamps.append((one.x + (two.x - one.x) * part, one.y + (two.y - one.y) * part, whose))
    wide, tall = int(reach / eye.scale) + 1, int(reach / eye.scale / 2) + 1
    for x, y, whose in stamps:
        column, row = eye.cell(x, y, width, height)
        for r in range(max(0, row - tall), min(height, row + tall + 1)):
            down = ((r - (height - 1) / 2) * eye.scale * 2 + eye.y - y) ** 2
            line, regions = nearest[r], region[r]
            for c in range(max(0, column - wide), min(width, column + wide + 1)):
                far = ((c - (width - 1) / 2) * eye.scale + eye.x - x) ** 2 + down
                # a little unrest in the coast, the same every time
                if far < line[c] and far**0.5 < reach * (0.86 + 0.14 * ((c * 7 + r * 13) % 5) / 4):
                    line[c] = far
                    regions[c] = whose
    return region


def draw_map(canvas: Canvas, box: Box, world: Map, eye: Eye, pen: Drawing) -> None:
    """Draws the part of the map that the eye sees into a box of the canvas."""
    sheet = Canvas(box.width, box.height, pen.look("ripple", "sea"))
    eye.settle(world, box.width, box.height)
    _draw_ground(sheet, world, eye, pen.look)
    _draw_roads(sheet, world, eye, pen.look)
    _draw_spaces(sheet, world, eye, pen)
    for y in range(box.height):
        row = box.y + y
        canvas.chars[row][box.x : box.right] = sheet.chars[y]
        canvas.styles[row][box.x : box.right] = sheet.styles[y]
        canvas.hits[row][box.x : box.right] = sheet.hits[y]


def _draw_ground(sheet: Canvas, world: Map, eye: Eye, look: Look) -> None:
    ground = eye.ground(world, sheet.width, sheet.height)
    order = list(world.regions) or sorted({s.region for s in world.spaces})
    washes = {name: look("map-ink2", f"wash{n % 6}", italic=True) for n, name in enumerate(order)}
    sea = look("ripple", "sea")
    left = round((sheet.width - 1) / 2 - eye.x / eye.scale)
    top = round((sheet.height - 1) / 2 - eye.y / eye.scale / 2)
    for y in range(sheet.height):
        for x in range(sheet.width):
            whose = ground[y][x]
            if whose:
                sheet.styles[y][x] = washes.get(whose, sea)
            elif ((x - left) * 5 + (y - top) * 11) % 29 == 0:
                sheet.chars[y][x] = "~"


def _draw_roads(sheet: Canvas, world: Map, eye: Eye, look: Look) -> None:
    where = {s.id: s for s in world.spaces}
    bits: dict[tuple[int, int], int] = {}
    for a, b in world.roads:
        if a not in where or b not in where:
            continue
        ends = []
        for space in (where[a], where[b]):
            column, row = eye.cell(space.x, space.y, sheet.width, sheet.height)
            ends.append((column * 2 + 1, row * 4 + 2))
        for n, (x, y) in enumerate(_line(*ends[0], *ends[1])):
            if n % 4 < 3:
                cell = (x // 2, y // 4)
                bits[cell] = bits.get(cell, 0) | DOTS[y % 4][x % 2]
    for (x, y), dots in bits.items():
        if 0 <= x < sheet.width and 0 <= y < sheet.height:
            sheet.put(x, y, "·" if PLAIN else chr(0x2800 + dots), look("road"))


def _line(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """The dots of a straight line (Bresenham)."""
    out = []
    dx, dy = abs(x1 - x0), -abs(y1 - y0)
    step_x, step_y = (1 if x0 < x1 else -1), (1 if y0 < y1 else -1)
    error = dx + dy
    while True:
        out.append((x0, y0))
        if (x0, y0) == (x1, y1):
            return out
        twice = 2 * error
        if twice >= dy:
            error += dy
            x0 += step_x
        if twice <= dx:
            error += dx
            y0 += step_y


class _Room:
    """Which cells of the sheet hold something that must stay readable."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.taken: set[tuple[int, int]] = set()

    def free(self, x: int, y: int, width: int) -> bool:
        if not (0 <= y < self.height and x >= 0 and x + width <= self.width):
            return False
        return all((x + n, y) not in self.taken for n in range(width))

    def take(self, x: int, y: int, width: int) -> None:
        self.taken.update((x + n, y) for n in range(width))


def _draw_spaces(sheet: Canvas, world: Map, eye: Eye, pen: Drawing) -> None:
    look, room = pen.look, _Room(sheet.width, sheet.height)
    signs = signs_of(s.kind for s in world.spaces)
    places = {s.id: eye.cell(s.x, s.y, sheet.width, sheet.height) for s in world.spaces}

    def weight(space: Space) -> tuple[bool, bool, bool, bool]:
        return (
            not pen.lit_by(space.id),
            not any(p.seat >= 0 for p in space.pieces),
            space.id != world.centre,
            not space.name,
        )

    order = sorted(world.spaces, key=weight)
    marks: dict[str, tuple[int, int]] = {}  # first and last column of what stands on a space
    for space in order:
        x, y = places[space.id]
        badge = pen.badge(space.id)
        if not (0 <= x < sheet.width and 0 <= y < sheet.height):
            if badge:
                _point_outside(sheet, room, x, y, badge, space, pen)
            continue
        sign = badge or signs[space.kind]
        left = x - cell_len(sign) // 2
        if badge:
            left = min(max(0, left), sheet.width - cell_len(sign))
        marks[space.id] = (left, left + cell_len(sign))
        room.take(left - 1, y, cell_len(sign) + 2)
    for space in reversed(order):  # what matters most is drawn last, on top
        if space.id not in marks:
            continue
        (left, right), y = marks[space.id], places[space.id][1]
        hit = f"id:{space.id}"
        if pen.lit_by(space.id):
            sheet.put(left, y, pen.badge(space.id), pen.badge_style(space.id), hit=hit)
        else:
            strong = bool(space.name)
            sheet.put(left, y, signs[space.kind], look("map-ink" if strong else "map-ink2", bold=strong), hit=hit)
        for n in (left - 1, right):
            if 0 <= n < sheet.width and not sheet.hits[y][n]:
                sheet.hits[y][n] = hit
    for space in order:
        if space.id in marks and space.pieces:
            _draw_figures(sheet, room, space, marks, places[space.id][1], pen)
    for space in order:
        if space.id in marks and space.name:
            _draw_name(sheet, room, space, marks[space.id], places[space.id][1], pen)
    _draw_regions(sheet, room, world, eye, look)


def _draw_figures(
    sheet: Canvas, room: _Room, space: Space, marks: dict[str, tuple[int, int]], y: int, pen: Drawing
) -> None:
    """Figures stand left and right of the sign of their space, closest first."""
    left, right = marks[space.id]
    for piece in sorted(space.pieces, key=lambda p: p.seat < 0):
        text = f"{shape(piece.seat)}{piece.face[:1]}" if piece.seat >= 0 else TOKEN
        style = pen.look.on_seat(piece.seat) if piece.seat >= 0 else pen.look("bad", bold=True)
        if pen.lit_by(piece.id):
            text, style = pen.badge(piece.id) + text, pen.badge_style(piece.id)
        size = cell_len(text)
        if left - size >= 0:
            left -= size
            at = left
        else:
            at = right
            right += size
        sheet.put(at, y, text, style, hit=f"id:{piece.id if pen.lit_by(piece.id) else space.id}")
        room.take(at - 1, y, size + 2)
    marks[space.id] = (left, right)


def _write(sheet: Canvas, x: int, y: int, text: str, style: Style, hit: str = "") -> None:
    """Words on the map; no road touches them."""
    size = cell_len(text)
    for at in (x - 1, x + size):
        if 0 <= at < sheet.width and 0x2800 <= ord(sheet.chars[y][at][:1] or " ") <= 0x28FF:
            sheet.chars[y][at] = " "
    sheet.put(x, y, text, style, hit=hit)


def _draw_name(sheet: Canvas, room: _Room, space: Space, mark: tuple[int, int], y: int, pen: Drawing) -> None:
    left, right = mark
    name = space.name
    size = cell_len(name)
    middle = (left + right) // 2
    spots = [
        (right + 1, y), (left - 1 - size, y), (middle - size // 2, y + 1), (middle - size // 2, y - 1),
        (right, y + 1), (left - size, y + 1), (right, y - 1), (left - size, y - 1),
    ]  # fmt: skip
    here = bool(pen.lit_by(space.id)) or any(p.seat >= 0 for p in space.pieces)
    style = pen.look("map-ink", bold=here)
    if pen.cursor_on(space.id):
        style = pen.look("focus", bold=True)
    for x, row in spots:
        room_needed = size + (1 if (x, row) == spots[0] else 0)
        if room.free(x, row, room_needed):
            _write(sheet, x, row, name, style, f"id:{space.id}")
            room.take(x - 1, row, size + 2)
            return
    short = clip(name, 9)
    if here and room.free(right + 1, y, cell_len(short)):
        _write(sheet, right + 1, y, short, style, f"id:{space.id}")
        room.take(right, y, cell_len(short) + 2)


def _draw_regions(sheet: Canvas, room: _Room, world: Map, eye: Eye, look: Look) -> None:
    for region, name in world.regions.items():
        inside = [s for s in world.spaces if s.region == region]
        if not inside:
            continue
        x = sum(s.x for s in inside) / len(inside)
        y = sum(s.y for s in inside) / len(inside)
        column, row = eye.cell(x, y, sheet.width, sheet.height)
        text = " ".join(name.upper()) if len(name) < 16 else name.upper()
        for down in (0, -1, 1, -2, 2, -3, 3):
            at = column - len(text) // 2
            if room.free(at - 1, row + down, len(text) + 2):
                _write(sheet, at, row + down, text, look("map-ink2", italic=True))
                room.take(at - 1, row + down, len(text) + 2)
                break


def _point_outside(sheet: Canvas, room: _Room, x: int, y: int, badge: str, space: Space, pen: Drawing) -> None:
    """A lit space beyond the edge: its number at the edge, with an arrow."""
    arrow = "→" if x >= sheet.width else "←" if x < 0 else "↓" if y >= sheet.height else "↑"
    text = f"{badge}{arrow}"
    column = min(max(0, x - 2), sheet.width - cell_len(text))
    row = min(max(0, y), sheet.height - 1)
    for down in (0, 1, -1, 2, -2):
        if room.free(column, row + down, cell_len(text)):
            sheet.put(column, row + down, text, pen.badge_style(space.id), hit=f"id:{space.id}")
            room.take(column - 1, row + down, cell_len(text) + 2)
            return


def legend(world: Map, *, every: bool = False) -> list[tuple[str, str]]:
    """The signs of the named kinds of space (or every kind), with their words."""
    signs = signs_of(s.kind for s in world.spaces)
    named = {s.kind for s in world.spaces if s.name}
    return [(sign, kind) for kind, sign in signs.items() if every or kind in named]
