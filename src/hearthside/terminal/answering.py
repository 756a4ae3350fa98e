"""Answering the question: by number, by arrows, by a click on the thing itself; and passing."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ..engine.scene import Map
from .asking import lay_choices
from .looking import Looking
from .panes import Pane
from .tabletop import AGAIN
from .view import front_part

DIGITS = frozenset("0123456789")


class Answering(Looking):
    """Turns keys and clicks into an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(0,-1)"),
        Binding("down", "walk(0,1)"),
        Binding("left", "walk(-1,0)"),
        Binding("right", "walk(1,0)"),
        Binding("enter", "take"),
        Binding("space", "look"),
        Binding("escape", "all"),
        Binding("backspace", "untype"),
        Binding("s", "skip"),
        Binding("x", "other"),
    ]

    def choose(self, n: int) -> None:
        """Takes the choice of that number, or ticks it where several are wanted."""
        if not self._ready() or not 0 <= n < len(self.view.prompt.lit):
            return
        asked, view = self.asked, self.view
        assert asked is not None
        assert self.answered is not None
        view.cursor, view.typed = n, ""
        if asked.most == 1:
            self.answered.set_result(asked.choices[n])
            return
        if n in view.ticked:
            view.ticked = tuple(t for t in view.ticked if t != n)
        elif len(view.ticked) < asked.most:
            view.ticked = (*view.ticked, n)
        else:
            self.notify(f"No more than {asked.most}; take one back first.", severity="warning")
        self.repaint()

    def action_take(self) -> None:
        if self.sitting.table.over:
            self.finish()
            return
        if not self._ready():
            self._hurry()
            return
        view, asked = self.view, self.asked
        assert asked is not None
        assert self.answered is not None
        if view.typed:
            self.choose(int(view.typed) - 1)
            return
        if asked.most > 1:
            if len(view.ticked) < asked.least:
                if view.cursor not in view.ticked:
                    self.choose(view.cursor)
                else:
                    self.notify(f"Choose at least {asked.least}.", severity="warning")
                return
            self.answered.set_result([asked.choices[n] for n in view.ticked])
            return
        self.choose(view.cursor)

    def on_key(self, event: events.Key) -> None:
        if event.key not in DIGITS:
            return
        event.stop()
        if not self._ready():
            return
        view, count = self.view, len(self.view.prompt.lit)
        typed = view.typed + event.key
        n = int(typed)
        if not 1 <= n <= count:
            typed = event.key
            n = int(typed)
        if not 1 <= n <= count:
            view.typed = ""
        elif n * 10 <= count:
            view.typed, view.cursor = typed, n - 1
            self._follow_cursor()
        else:
            self.choose(n - 1)
            return
        self.repaint()

    def action_untype(self) -> None:
        self.view.typed = self.view.typed[:-1]
        self.repaint()

    def action_all(self) -> None:
        view = self.view
        if view.typed or view.filter:
            view.typed = view.filter = ""
        elif self.viewer is not None:
            view.looked, view.front = self.viewer, ""
        self.repaint()

    def action_walk(self, across: int, down: int) -> None:
        if not self._ready():
            return
        view = self.view
        numbers = view.choices()
        if not numbers:
            return
        pane = self.query_one("#prompt")
        rows = lay_choices(view, pane.size.width - 2, max(1, self.choice_rows())).rows
        at = numbers.index(view.cursor) if view.cursor in numbers else 0
        step = down + across * rows
        if across and not 0 <= at + step < len(numbers):
            step = 0 if rows >= len(numbers) else (len(numbers) - 1 - at if across > 0 else -at)
        view.cursor = numbers[(at + step) % len(numbers)]
        view.typed = ""
        self._follow_cursor()
        self.repaint()

    def choice_rows(self) -> int:
        """How many rows of the prompt hold choices."""
        pane = self.query_one("#prompt", Pane)
        hits = pane.drawn().hits
        return sum(1 for row in hits if any(row))

    def _follow_cursor(self) -> None:
        """The map shows the space under the cursor."""
        view = self.view
        front = front_part(view)
        if not isinstance(front, Map) or not view.prompt.lit or not view.prompt.mine:
            return
        size = self.query_one("#world").size
        width, height = size.width, max(4, size.height - 2)
        self.eye.settle(front, width, height)
        if self.eye.at != front.centre:
            self.eye.centre(front)
        touched = view.prompt.lit[view.cursor].touches if view.cursor < len(view.prompt.lit) else ()
        for space in front.spaces:
            if space.id in touched:
                self.eye.show(space, front, width, height)
                return

    # ---- clicking ----

    def on_pane_hit(self, event: Any) -> None:
        kind, _, id_ = event.hit.partition(":")
        if kind == "choice":
            self.choose(int(id_))
        elif kind == "key":
            self.app.simulate_key(id_)
        elif kind == "seat":
            self.view.looked = int(id_)
            self.repaint()
        elif kind == "part":
            self.view.front = id_
            self.repaint()
        elif kind == "rule":
            self.open_rules(id_)
        elif kind == "id":
            self.touch(id_)
        elif event.pane.id == "world" and not self._ready():
            self._hurry()

    def touch(self, id_: str) -> None:
        """A thing was clicked: take its choice, list its choices, or look at it."""
        view = self.view
        numbers = [one.n for one in view.prompt.lit if id_ in one.touches] if self._ready() else []
        if len(numbers) == 1:
            self.choose(numbers[0])
        elif numbers:
            view.filter, view.cursor, view.typed = id_, numbers[0], ""
            self.repaint()
        else:
            self.look_at(id_)

    def on_pane_scrolled(self, event: Any) -> None:
        if event.pane.id == "world" and isinstance(front_part(self.view), Map):
            self.action_zoom(event.by < 0)
        elif event.pane.id == "side":
            self.action_scroll_log(-3 * event.by)
        elif event.pane.id == "prompt":
            self.action_walk(0, event.by)

    def on_pane_dragged(self, event: Any) -> None:
        if event.pane.id == "world":
            self.action_pan(event.columns, event.rows)

    def action_look(self) -> None:
        if not self._ready():
            self._hurry()
            return
        view = self.view
        if self.asked is not None and self.asked.most > 1:
            self.choose(view.cursor)
            return
        for id_ in view.prompt.lit[view.cursor].touches:
            if self._things_beside(id_)[0]:
                self.look_at(id_)
                return
        self.action_why()

    def action_skip(self) -> None:
        if not self._ready():
            return
        asked, sitting = self.asked, self.sitting
        assert asked is not None
        assert self.answered is not None
        sitting.pass_turn(asked.seat)
        on_ = asked.seat in sitting.passing
        self.notify("You pass all windows for the rest of this turn." if on_ else "You are asked in windows again.")
        choice = sitting.pass_of(asked)
        if on_ and choice is not None:
            self.answered.set_result(choice)
        else:
            self.show(fresh=False)

    def action_other(self) -> None:
        """Another person answers first, where several may."""
        if self._ready() and len(self.sitting.others_asked()) > 1 and self.answered is not None:
            self.sitting.first += 1
            self.answered.set_result(AGAIN)
