"""The areas of the table screen. Each paints itself on a canvas and tells what was clicked."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Click, MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp, Resize
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Canvas


class Pane(Widget):
    """A widget that is one canvas. `paint` draws it for a width and height."""

    can_focus = False

    class Hit(Message):
        """A click on something: its hit text, and the pane."""

        def __init__(self, pane: Pane, hit: str) -> None:
            super().__init__()
            self.pane = pane
            self.hit = hit

    class Scrolled(Message):
        """The wheel was turned over a pane."""

        def __init__(self, pane: Pane, by: int) -> None:
            super().__init__()
            self.pane = pane
            self.by = by

    class Dragged(Message):
        """The pane was dragged by so many cells."""

        def __init__(self, pane: Pane, columns: int, rows: int) -> None:
            super().__init__()
            self.pane = pane
            self.columns = columns
            self.rows = rows

    def __init__(self, paint: Callable[[int, int], Canvas], id: str) -> None:
        super().__init__(id=id)
        self.paint = paint
        self.canvas: Canvas | None = None
        self._held: tuple[int, int] | None = None
        self._moved = False

    def repaint(self) -> None:
        """Draw anew at the next refresh."""
        self.canvas = None
        self.refresh()

    def drawn(self) -> Canvas:
        """The canvas as it is shown."""
        width, height = self.size
        if self.canvas is None or (self.canvas.width, self.canvas.height) != (width, height):
            self.canvas = self.paint(max(1, width), max(1, height))
        return self.canvas

    def render_line(self, y: int) -> Strip:
        return self.drawn().strip(y)

    def on_resize(self, event: Resize) -> None:
        self.repaint()

    def on_click(self, event: Click) -> None:
        if self._moved:
            self._moved = False
            return
        self.post_message(self.Hit(self, self.drawn().hit_at(event.x, event.y)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Scrolled(self, 1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Scrolled(self, -1))

    def on_mouse_down(self, event: MouseDown) -> None:
        self._held = (event.screen_x, event.screen_y)
        self._moved = False

    def on_mouse_up(self, event: MouseUp) -> None:
        self._held = None

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._held is None or not event.button:
            return
        columns, rows = self._held[0] - event.screen_x, self._held[1] - event.screen_y
        if columns or rows:
            self._moved = True
            self._held = (event.screen_x, event.screen_y)
            self.post_message(self.Dragged(self, columns, rows))
