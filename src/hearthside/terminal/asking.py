"""The prompt: the question, what counts, the choices with their numbers, and what the thing under the cursor says."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from .canvas import Box, Canvas, wrap
from .looks import FLAME
from .view import View


def paint_prompt(view: View, width: int, height: int) -> Canvas:
    """The one place that asks: the question, what counts, and the choices with their numbers."""
    look, asked = view.look, view.prompt
    canvas = Canvas(width, height, look("ink", "panel"))
    canvas.fill(Box(0, 0, width, 1), look("ink", "raised"))
    if not asked.mine:
        words = asked.words or view.scene.result
        style = look("ink", bold=not asked.words)
        deep = canvas.lines(Box(2, 0, width - 4, 2), words or "The game is over.", style)
        told = "Space hurries the others along." if asked.words else "Enter shows the result."
        canvas.put(2, min(2, deep), told, look("ink3"))
        return canvas
    hint = asked.hint
    if asked.most > 1:
        how = f"{asked.least}" if asked.least == asked.most else f"{asked.least} to {asked.most}"
        hint = f"{hint} Choose {how}, then Enter ({len(view.ticked)} chosen).".strip()
    if view.advice:
        hint = view.advice
    if view.filter:
        hint = "Only what touches the thing you clicked; Esc shows all."
    if view.typed:
        hint = f"{view.typed}_  Enter takes it, another digit goes on."
    canvas.put(1, 0, FLAME, look("ember", bold=True))
    rows = wrap(asked.words, width - 4)
    x = 3
    for n, row in enumerate(rows[:2]):
        last = row if n == 0 or len(rows) < 3 else row + " …"
        canvas.fill(Box(0, n, width, 1), look("ink", "raised"))
        canvas.put(1, 0, FLAME, look("ember", bold=True))
        x = canvas.put(3, n, last, look("ink", bold=True), most=width - 4)
    top = min(2, len(rows))
    if hint and height < 8 and x + 2 + cell_len(hint) < width - 1:
        canvas.put(x + 2, top - 1, hint, look("ink2"))
    elif hint:
        deep = 2 if view.advice or height - top - 2 >= len(view.choices()) else 1
        top += min(deep, canvas.lines(Box(3, top, width - 4, deep), hint, look("ink2")))
    deep = 0
    if any(one.touches for one in asked.lit) and height - top > 3:
        deep = 2 if height >= 10 and height - top > 6 else 1
        if _paged(view, width - 2, height - top - deep) and not _paged(view, width - 2, height - top):
            deep = 0  # better all choices in sight than one of them explained
        gist = view.gist()
        laid = lay_choices(view, width - 2, height - top - deep)
        room = height - top - laid.rows  # whatever the choices leave
        rows = wrap(gist, width - 4)
        if gist:
            at = height - min(len(rows), room)
            canvas.lines(Box(3, at, width - 4, room), gist, look("ink2", italic=True))
    _draw_choices(canvas, Box(1, top, width - 2, height - top - deep), view)
    return canvas


class Laid(NamedTuple):
    """How the choices are laid: the width of each column, the rows, the first listed choice in sight."""

    widths: tuple[int, ...]
    rows: int
    first: int


def lay_choices(view: View, width: int, height: int) -> Laid:
    """Lays the choices in as few columns as hold them all, each as wide as its words; else in pages."""
    numbers = view.choices()
    lead = len(str(len(view.prompt.lit))) + (5 if view.prompt.most > 1 else 4)
    sizes = [cell_len(view.prompt.lit[n].words) + lead + _hint_room(view, n) for n in numbers]
    height, count = max(1, height), len(sizes)
    needed = max(1, -(-count // height))
    if needed == 1:
        return Laid((width,), max(1, count), 0)
    rows = -(-count // needed)
    widths = [max(sizes[at : at + rows]) for at in range(0, count, rows)]
    if sum(widths) <= width:
        spare = (width - sum(widths)) // len(widths)
        return Laid(tuple(one + min(spare, 6) for one in widths), rows, 0)
    columns = min(needed, max(2 if width >= 64 else 1, width // max(*sizes, 20)))
    rows = min(height, -(-count // columns))
    page = rows * columns
    at = numbers.index(view.cursor) if view.cursor in numbers else 0
    first = at // page * page
    widths = [max(sizes[n : n + rows], default=0) for n in range(first, first + page, rows)]
    if sum(widths) > width:
        widths = [width // columns] * columns
    return Laid(tuple(widths), rows, first)


def _hint_room(view: View, n: int) -> int:
    """The cells that a hint takes beside a choice."""
    return cell_len(view.hinted[n]) + 1 if n in view.hinted else 0


def _paged(view: View, width: int, height: int) -> bool:
    laid = lay_choices(view, width, height)
    return laid.rows * len(laid.widths) < len(view.choices())


def _draw_choices(canvas: Canvas, box: Box, view: View) -> None:
    look = view.look
    numbers = view.choices()
    widths, rows, first = lay_choices(view, box.width, box.height)
    page = rows * len(widths)
    wide = len(str(len(view.prompt.lit)))
    for i, n in enumerate(numbers[first : first + page]):
        one = view.prompt.lit[n]
        each = widths[i // rows]
        x, y = box.x + sum(widths[: i // rows]), box.y + i % rows
        hit, on = f"choice:{n}", n == view.cursor
        if on:
            canvas.fill(Box(x, y, each - 1, 1), look("ink", "ember-wash"), hit=hit)
        tick = ("✓" if n in view.ticked else "·") if view.prompt.most > 1 else ""
        canvas.put(x, y, "›" if on else " ", look("focus", bold=True), hit=hit)
        at = canvas.put(x + 1, y, f"{n + 1:>{wide}}{tick} ", look("ember", bold=True), hit=hit)
        room = _hint_room(view, n)
        end = canvas.put(at, y, one.words, look("ink", bold=on), hit=hit, most=x + each - 1 - at - room)
        if room:
            canvas.put(end + 1, y, view.hinted[n], look("info", bold=True), hit=hit)
    if len(numbers) > page:
        text = f"page {first // page + 1} of {-(-len(numbers) // page)} ↓"
        canvas.put(box.right - cell_len(text), 0, text, look("ink3"))
