"""The terminal client: any game's scenes on one screen, any choice by number, arrow, click or the thing itself."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from ..bots import BadSeat
from ..engine.ask import Ask
from ..engine.content import ContentError
from ..engine.errors import RecordError, Refused, RuleError
from ..engine.game import Game
from ..engine.ledger import Ledger, LedgerError, read_ledger
from ..engine.scene import Map, Mat, Piece, Prompt, Space
from . import panels
from .canvas import plain
from .drawing import figures
from .looks import Look, shape, themes
from .painting import (
    View,
    big_parts,
    front_part,
    paint_dock,
    paint_footer,
    paint_header,
    paint_prompt,
    paint_side,
    paint_world,
    shown_choices,
)
from .panels import AskPanel, Cover, FindPanel, Panel, RulesPanel, TextPanel, Thing, ThingPanel, WhyPanel, thing_of
from .parts import all_pieces, small_words, sum_words
from .saves import Settings, latest_save, read_settings, write_settings
from .sitting import Sitting
from .worldmap import Eye

__all__ = ["HearthsideApp", "latest_save", "run"]

AGAIN = object()  # the question is put again (after an undo)
LEAST = (80, 24)
DIGITS = frozenset("0123456789")
PACES = ((0.0, "at once"), (0.25, "quick"), (0.6, "calm"), (1.2, "slow"))

KEYS = """\
1 2 3 …   take the choice of that number (two digits: then Enter)
↑ ↓ ← →   walk among the choices; Enter takes one
Space     look closer at the card or place; while others move: hurry them
?         this page
f         find any card, place or token on the table and read it
x         let another person answer first, where several may
Tab       look at the next player's board; m opens it in full
w         turn to what else lies on the table (map, battle, markets)
h j k l   move the map (or Shift and an arrow); + and - zoom; c centres on you
g         the whole log; PgUp and PgDn scroll it beside the map
r         the rules, by number or word
u         undo
s         pass all windows for the rest of this turn
a         on or off: pass windows in others' turns, battles apart
p         pace of the bots
t         day or candlelight
q         leave the table (the game is saved after every answer)"""


class TableScreen(Screen[None]):
    """The table. It plays the game of the app's sitting from question to question."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(0,-1)"),
        Binding("down", "walk(0,1)"),
        Binding("left", "walk(-1,0)"),
        Binding("right", "walk(1,0)"),
        Binding("enter", "take"),
        Binding("space", "look"),
        Binding("escape", "all"),
        Binding("backspace", "untype"),
        Binding("question_mark", "why"),
        Binding("r", "rules"),
        Binding("u", "undo"),
        Binding("s", "skip"),
        Binding("a", "auto"),
        Binding("p", "pace"),
        Binding("t", "theme"),
        Binding("tab", "seat(1)", priority=True),
        Binding("shift+tab", "seat(-1)", priority=True),
        Binding("m", "board"),
        Binding("w", "front"),
        Binding("f", "find"),
        Binding("g", "log"),
        Binding("x", "other"),
        Binding("c", "centre"),
        Binding("plus,equals_sign", "zoom(True)"),
        Binding("minus", "zoom(False)"),
        Binding("shift+left,h", "pan(-6,0)"),
        Binding("shift+right,l", "pan(6,0)"),
        Binding("shift+up,k", "pan(0,-3)"),
        Binding("shift+down,j", "pan(0,3)"),
        Binding("pageup", "scroll_log(8)"),
        Binding("pagedown", "scroll_log(-8)"),
        Binding("q,ctrl+c", "leave"),
    ]

    def __init__(self, sitting: Sitting, settings: Settings) -> None:
        super().__init__()
        self.sitting = sitting
        self.settings = settings
        self.eye = Eye()
        self.viewer: int | None = None  # whose eyes the screen shows
        self.asked: Ask | None = None  # the question a person is answering
        self.answered: asyncio.Future[Any] | None = None
        self.hurry = asyncio.Event()
        self.hurried = False
        self.busy = False  # a bot is thinking: nobody touches the table
        self.covered = False
        self._ledger: Ledger | None = None
        self._warned = False
        people = sitting.people
        if len(people) == 1:
            self.viewer = people[0]
        self.view = View(
            sitting.scene(self.viewer),
            Prompt(sitting.table.serial, ""),
            self.look,
            self.viewer,
            self._people(),
            looked=self.viewer if self.viewer is not None else 0,
        )
        self.clock: Timer | None = None

    @property
    def look(self) -> Look:
        return Look(theme_for(self.app, self.settings))

    def _people(self) -> dict[int, str]:
        return {seat: self.sitting.person(seat) for seat in range(len(self.sitting.chairs))}

    # ---- the screen ----

    def compose(self) -> ComposeResult:
        from .panes import Pane

        yield Pane(lambda w, h: paint_header(self.view, w, h), "header")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Pane(lambda w, h: paint_world(self.view, w, h, self.eye), "world")
                yield Pane(lambda w, h: paint_prompt(self.view, w, h), "prompt")
                yield Pane(lambda w, h: paint_dock(self.view, w, h), "dock")
            yield Pane(lambda w, h: paint_side(self.view, w, h), "side")
        yield Pane(lambda w, h: paint_footer(self.view, w, h, self._keys()), "footer")
        yield Static(f"Hearthside needs a window of at least {LEAST[0]} columns and {LEAST[1]} rows.", id="small")

    def _keys(self) -> list[tuple[str, str, str]]:
        mine = self.asked is not None
        keys = [("?", "help", "key:question_mark")]
        if self.sitting.table.over:
            keys.append(("Enter", "result", "key:enter"))
        else:
            keys.append(("Space", "look" if mine else "hurry", "key:space"))
        if mine:
            keys.append(("u", "undo", "key:u"))
            if self.sitting.pass_of(self.asked) is not None:  # type: ignore[arg-type]
                keys.append(("s", "pass this turn", "key:s"))
        keys += [("Tab", "boards", "key:tab"), ("m", "board", "key:m"), ("w", "table", "key:w"), ("f", "find", "key:f")]
        keys += [("r", "rules", "key:r"), ("g", "log", "key:g"), ("t", "light", "key:t"), ("p", "pace", "key:p")]
        return [*keys, ("q", "leave", "key:q")]

    def on_mount(self) -> None:
        self._lay_out()
        self.play()
        self.clock = self.set_interval(0.5, self._tick)

    def on_resize(self, event: events.Resize) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = self.app.size
        small = width < LEAST[0] or height < LEAST[1]
        self.query_one("#small").display = small
        self.query_one("#body").display = not small
        side = min(50, max(30, width * 32 // 100))
        self.query_one("#side").styles.width = side
        body = height - 2
        prompt, dock = (6, 7) if height < 34 else (8, 9) if height < 42 else (9, 11)
        self.query_one("#prompt").styles.height = prompt
        self.query_one("#dock").styles.height = dock
        self.query_one("#world").styles.height = body - prompt - dock

    def repaint(self) -> None:
        """Draw every area anew from the view."""
        from .panes import Pane

        for pane in self.query(Pane):
            pane.repaint()

    def show(self, *, fresh: bool = True) -> None:
        """Look at the table anew through the viewer's eyes."""
        view, sitting = self.view, self.sitting
        view.look = self.look
        if fresh and not self.busy:
            view.scene = sitting.scene(self.viewer)
            view.prompt = sitting.prompt(self.viewer)
            view.lines = sitting.lines(self.viewer)
            if self.asked is None and view.prompt.mine:
                view.prompt = Prompt(view.prompt.serial, view.prompt.words, waiting=view.prompt.waiting)
        view.seat = self.viewer
        passing = self.viewer is not None and self.viewer in sitting.passing
        view.status = "passing this turn" if passing else self._time() or ("auto-pass on" if sitting.auto else "")
        view.warning = "not saved" if sitting.unsaved else ""
        self.repaint()

    def _time(self) -> str:
        due = self.sitting.table.deadline
        if due is None:
            return ""
        return f"{max(0, due - self.sitting.clock.now()) // 1000} s left"

    def _tick(self) -> None:
        if self.busy or self.sitting.table.deadline is None:
            return
        if self.sitting.tick() and self.answered is not None and not self.answered.done():
            self.answered.set_result(AGAIN)
        self.show(fresh=False)

    # ---- the game ----

    @work(exclusive=True, group="game")
    async def play(self) -> None:
        """From question to question until the game is over."""
        sitting = self.sitting
        self._save()
        while (ask := sitting.next_ask()) is not None:
            if not sitting.chairs[ask.seat].person:
                await self._bot_moves(ask)
            elif sitting.skips(ask):
                sitting.answer(ask, sitting.pass_of(ask), passed=True)
                self._save()
                await asyncio.sleep(0)
            else:
                await self._person_moves(ask)
        self.asked = None
        self._save()
        self.show()
        self.app.call_later(self.finish)

    async def _bot_moves(self, ask: Ask) -> None:
        sitting = self.sitting
        self.asked = None
        before = len(sitting.lines(self.viewer))
        if not self.hurried:
            self.show()
        self.busy = True
        try:
            choice = await asyncio.to_thread(sitting.think, ask)
            broke = sitting.answer_for_bot(ask, choice)
        finally:
            self.busy = False
        if broke is not None:
            self._tell_fault(broke)
        after = len(sitting.lines(self.viewer))
        if self.hurried:
            await asyncio.sleep(0)
            return
        self._save()
        if after > before and self.settings.pace:
            self.show()
            await self._pause(self.settings.pace * min(3, after - before))

    async def _pause(self, seconds: float) -> None:
        self.hurry.clear()
        try:
            await asyncio.wait_for(self.hurry.wait(), seconds)
        except TimeoutError:
            return

    async def _person_moves(self, ask: Ask) -> None:
        sitting = self.sitting
        self.hurried = False
        if ask.seat != self.viewer:
            await self._hand_over(ask)
        self.asked = ask
        view = self.view
        view.cursor, view.ticked, view.filter, view.typed, view.back = 0, (), "", "", 0
        view.looked = ask.seat
        loop = asyncio.get_running_loop()
        self.answered = loop.create_future()
        self._save()
        self.show()
        self._follow_cursor()
        if not self.app.app_focus:
            self.app.bell()
        while True:
            choice = await self.answered
            if choice is AGAIN:
                break
            try:
                sitting.answer(ask, choice)
            except Refused as error:
                self.notify(str(error), severity="warning", markup=False)
            except RuleError as error:
                self._tell_fault(error)
            else:
                view.since = len(view.lines)
                view.front = ""
                break
            self.answered = loop.create_future()
            self.show()
        self.answered = None
        self.asked = None
        self._save()

    async def _hand_over(self, ask: Ask) -> None:
        """The screen goes to another person: everything is hidden until they say that they are there."""
        sitting = self.sitting
        several = len({sitting.who(seat) for seat in sitting.people}) > 1
        if several and (self.viewer is None or sitting.who(self.viewer) != sitting.who(ask.seat)):
            self.covered = True
            self.viewer = None
            self.asked = None
            self.show()
            words = sitting.prompt(None).words
            hero = sitting.game.seat_name(sitting.table.g, ask.seat)
            name = sitting.name(ask.seat)
            who = f"{name} ({hero})" if name != hero else name
            await self.app.push_screen_wait(Cover(who, ask.seat, words, self.look))
            self.covered = False
        self.viewer = ask.seat
        self.view.since = self._since(ask.seat)
        self.eye.scale = 0

    def _since(self, seat: int) -> int:
        """The first line that a person has not seen: after their own latest answer."""
        lines = self.sitting.lines(seat)
        last = self.sitting.decision_before(seat)
        return sum(1 for line in lines if last is not None and line.answer <= last)

    def _save(self) -> None:
        sitting = self.sitting
        if sitting.save():
            if self._warned:
                self._warned = False
                self.notify("The game is saved again.")
        elif not self._warned:
            self._warned = True
            self.notify(
                f"The game cannot be saved: {sitting.unsaved} It goes on, but would be lost if the window closed.",
                severity="error",
                timeout=10,
                markup=False,
            )

    def _tell_fault(self, error: RuleError) -> None:
        path = self.sitting.keep_fault(error)
        kept = f" The record that shows it is {path}." if path else ""
        self.notify(f"{error}{kept}", severity="error", timeout=12, markup=False)

    def finish(self) -> None:
        """The result, and what next."""
        self.app.push_screen(ResultPanel(self.sitting, self.look), self._finished)

    def _finished(self, chosen: object) -> None:
        if chosen == "again":
            self.app.again()  # type: ignore[attr-defined]
        elif chosen == "leave":
            self.app.exit(0)

    # ---- answering ----

    def _ready(self) -> bool:
        return self.asked is not None and self.answered is not None and not self.answered.done()

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
        _, _, rows, _ = shown_choices(view, pane.size.width - 2, max(1, self.choice_rows()))
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
        from .panes import Pane

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

    # ---- looking ----

    def _hurry(self) -> None:
        if not self.sitting.table.over:
            self.hurried = True
            self.hurry.set()

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

    def _things_beside(self, id_: str) -> tuple[list[Thing], int]:
        """A thing and its neighbours (the hand, the row it lies in), and its place among them."""
        scene = self.view.scene
        parts = [*scene.centre, *(part for plate in scene.seats for part in plate.parts)]
        for part in parts:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.id == id_:
                        return [thing_of(space, self._choices(id_), part.regions.get(space.region, ""))], 0
            pieces = all_pieces(part)
            at = next((n for n, piece in enumerate(pieces) if piece.id == id_), -1)
            if at < 0 and part.id == id_ and pieces:
                at = 0
            if at >= 0:
                if isinstance(part, Map):
                    return [thing_of(pieces[at], self._choices(id_))], 0
                return [thing_of(piece, self._choices(piece.id)) for piece in pieces], at
            if isinstance(part, Mat):
                for slot in part.slots:
                    if slot.id == id_ and not slot.pieces:
                        kind = "blocked" if slot.blocked else "an empty slot"
                        return [Thing(slot.name, kind, choices=tuple(self._choices(id_)))], 0
            elif part.id == id_:
                words = (small_words(part),)
                return [Thing(part.title or part.id, "pile", lines=words, choices=tuple(self._choices(id_)))], 0
        return [], 0

    def _choices(self, id_: str) -> list[tuple[int, str]]:
        if not self._ready():
            return []
        return [(one.n, one.words) for one in self.view.prompt.lit if id_ in one.touches]

    def look_at(self, id_: str) -> None:
        """Opens a card, space or token in full."""
        things, at = self._things_beside(id_)
        if things:
            self.app.push_screen(ThingPanel(things, at, self.look, self.quote), self._looked)

    def _looked(self, chosen: object) -> None:
        if isinstance(chosen, int):
            self.choose(chosen)
        elif isinstance(chosen, str):
            self.open_rules(chosen)

    @property
    def ledger(self) -> Ledger | None:
        """The game's rules, read when first wanted."""
        if self._ledger is None and self.sitting.game.ledger is not None:
            try:
                self._ledger = read_ledger(self.sitting.game.ledger)
            except LedgerError as error:
                self.notify(str(error), severity="warning", markup=False)
        return self._ledger

    def quote(self, id_: str) -> str:
        """The text of a rule, or nothing."""
        rule = self.ledger.by_id.get(id_) if self.ledger is not None else None
        return rule.text if rule is not None else ""

    def open_rules(self, at: str = "") -> None:
        """The rules panel, at a rule."""
        if self.ledger is None:
            self.notify("This game has no written rules here.", severity="warning")
            return
        self.app.push_screen(RulesPanel(self.ledger, self.look, at))

    def action_rules(self) -> None:
        self.open_rules(self.view.prompt.rule if self._ready() else "")

    def action_why(self) -> None:
        refusals = []
        if self._ready():
            assert self.asked is not None
            refusals = self.sitting.game.refusals(self.sitting.table.g, self.asked)
        panel = WhyPanel(self.view.prompt, refusals, self.look, self.quote, KEYS)

        def closed(rule: object) -> None:
            if isinstance(rule, str):
                self.open_rules(rule)

        self.app.push_screen(panel, closed)

    def action_find(self) -> None:
        found: dict[str, tuple[str, str, str]] = {}
        scene = self.view.scene
        where = [(part, part.title) for part in scene.centre]
        where += [(part, f"{plate.name}: {part.title}") for plate in scene.seats for part in plate.parts]
        for part, title in where:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.name:
                        found[space.id] = (space.id, space.name, f"{space.kind}, {part.regions.get(space.region, '')}")
            for piece in all_pieces(part):
                if piece.face and piece.id not in found:
                    found[piece.id] = (piece.id, piece.face, title)

        def closed(id_: object) -> None:
            if isinstance(id_, str):
                self._show_space(id_)
                self.look_at(id_)

        things = sorted(found.values(), key=lambda one: one[1].lower())
        self.app.push_screen(FindPanel(things, self.look), closed)

    def _show_space(self, id_: str) -> None:
        for part in self.view.scene.centre:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.id == id_:
                        size = self.query_one("#world").size
                        self.eye.settle(part, size.width, max(4, size.height - 2))
                        self.eye.show(space, part, size.width, max(4, size.height - 2))
                        self.repaint()

    def action_seat(self, by: int) -> None:
        seats = [plate.seat for plate in self.view.scene.seats]
        if seats:
            at = seats.index(self.view.looked) if self.view.looked in seats else 0
            self.view.looked = seats[(at + by) % len(seats)]
            self.repaint()

    def action_board(self) -> None:
        view = self.view
        plate = next((p for p in view.scene.seats if p.seat == view.looked), None)
        if plate is None:
            return
        look, out = self.look, Text()
        for number in plate.numbers:
            out.append(f"{number.label} ", look("ink3"))
            out.append(f"{number.value}{f'/{number.most}' if number.most else ''}   ", look("ink", bold=True))
        out.append("\n")
        for part in plate.parts:
            out.append(f"\n{plain(part.title)}\n", look("ink", bold=True))
            if isinstance(part, Mat):
                for total in part.sums:
                    out.append(f"  {plain(sum_words(total))}\n", look("ink2"))
                for slot in part.slots:
                    out.append(f"  {slot.name:<12}", look("ink3"))
                    names = [_piece_line(piece) for piece in slot.pieces]
                    out.append(plain("; ".join(names) or ("taken" if slot.blocked else "–")) + "\n", look("ink"))
            else:
                for piece in all_pieces(part):
                    out.append(f"  {plain(_piece_line(piece))}\n", look("ink"))
                if not all_pieces(part):
                    out.append("  nothing\n", look("ink3"))
        out.rstrip()
        who = ", ".join(one for one in (plate.role, view.people.get(plate.seat, "")) if one)

        def closed(chosen: object) -> None:
            if chosen == "next":
                self.action_seat(1)
                self.action_board()

        title = f"{shape(plate.seat)} {plate.name}  {who}"
        self.app.push_screen(TextPanel(title, out, more="Tab next player   "), closed)

    def action_log(self) -> None:
        look, out = self.look, Text()
        for line in self.view.lines:
            sign, style = ("›", look("ink3")) if line.note else (shape(line.seat), look.seat(line.seat))
            out.append(f"{sign} ", style)
            out.append(plain(line.text), look("ink3", italic=True) if line.note else look("ink"))
            out.append(f" {line.rule}\n", look("info"))
        out.rstrip()
        self.app.push_screen(TextPanel("Log", out, end=True, wide=True))

    def action_scroll_log(self, by: int) -> None:
        self.view.back = min(max(0, self.view.back + by), max(0, len(self.view.lines) - 5))
        self.repaint()

    def action_front(self) -> None:
        parts = big_parts(self.view.scene)
        front = front_part(self.view)
        if front is not None and len(parts) > 1:
            self.view.front = parts[(parts.index(front) + 1) % len(parts)].id
            self.repaint()

    def _map(self) -> tuple[Map, int, int] | None:
        front = front_part(self.view)
        size = self.query_one("#world").size
        return (front, size.width, max(4, size.height - 2)) if isinstance(front, Map) else None

    def action_pan(self, columns: int, rows: int) -> None:
        if self._map() is not None:
            self.eye.pan(columns, rows)
            self.repaint()

    def action_zoom(self, nearer: bool) -> None:
        if (found := self._map()) is not None:
            self.eye.zoom(nearer, *found)
            self.repaint()

    def action_centre(self) -> None:
        if (found := self._map()) is not None:
            self.eye.centre(found[0])
            self.repaint()

    # ---- settings ----

    def action_theme(self) -> None:
        self.settings.theme = "day" if self.settings.theme == "candle" else "candle"
        self.app.theme = theme_for(self.app, self.settings)
        write_settings(self.settings)
        self.show(fresh=False)

    def action_pace(self) -> None:
        now = [pace for pace, _ in PACES]
        nearest = min(range(len(now)), key=lambda n: abs(now[n] - self.settings.pace))
        self.settings.pace, words = PACES[(nearest + 1) % len(PACES)]
        write_settings(self.settings)
        self.notify(f"The others' moves are shown {words if words == 'at once' else f'at a {words} pace'}.")

    def action_auto(self) -> None:
        self.sitting.auto = self.settings.auto = not self.settings.auto
        write_settings(self.settings)
        self.notify(
            "You pass windows in others' turns by yourself, battles apart."
            if self.settings.auto
            else "You are asked in every window."
        )
        self.show(fresh=False)

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

    # ---- going back ----

    @work(group="undo", exclusive=True)
    async def action_undo(self) -> None:
        if not self._ready():
            self.notify("You can undo when it is yours to choose.", severity="warning")
            return
        asked, sitting = self.asked, self.sitting
        assert asked is not None
        seat, to = asked.seat, sitting.decision_before(asked.seat)
        if to is None:
            self.notify("There is nothing of yours to take back.", severity="warning")
            return
        needs = sitting.table.undo_needs(to, seat)
        if needs and not await self._consent(needs, to, seat):
            return
        if not self._ready() or self.answered is None:
            return
        sitting.undo(to)
        agreed = [sitting.name(s) for s in self._others(needs, seat)]
        if needs:
            told = f"; {_listed(agreed)} agreed" if agreed else ""
            sitting.note(f"{sitting.name(seat)} took a choice back{told}.")
        self.view.since = len(sitting.lines(seat))
        self.answered.set_result(AGAIN)

    def _others(self, seats: Sequence[int], seat: int) -> list[int]:
        """The seats of other people than the one who asks, one each."""
        sitting, found = self.sitting, {self.sitting.who(seat)}
        out = []
        for one in seats:
            if sitting.chairs[one].person and sitting.who(one) not in found:
                found.add(sitting.who(one))
                out.append(one)
        return out

    async def _consent(self, needs: Sequence[int], to: int, seat: int) -> bool:
        sitting, look = self.sitting, self.look
        people = self._others(needs, seat)
        text = f"{sitting.why_consent(to, seat)} The table goes back as it was; the same choices bring the same dice."
        if not people:
            bots = " The bots agree." if any(not sitting.chairs[s].person for s in needs) else ""
            chosen = await self.app.push_screen_wait(
                AskPanel("Take your last choice back?", text + bots, ["Take it back", "Leave it"], look)
            )
            return chosen == 0
        for one in people:
            name, asker = sitting.name(one), sitting.name(seat)
            words = f"{asker} asks to take back the last choice. {text}"
            chosen = await self.app.push_screen_wait(
                AskPanel(f"{name}, do you agree?", words, [f"{name} agrees", f"{name} declines"], look)
            )
            if chosen != 0:
                sitting.note(f"{asker} asked to take a choice back; {name} declined.")
                self.show()
                return False
        return True

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        self._save()
        if self.sitting.unsaved:
            text = f"The game cannot be saved: {self.sitting.unsaved} If you leave now it is lost."
        else:
            text = f"The game is saved as {self.sitting.path}. Resume it where it stands whenever you like."
        if await self.app.push_screen_wait(AskPanel("Leave the table?", text, ["Leave", "Stay"], self.look)) == 0:
            self.app.exit(0)


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _piece_line(piece: Piece | Space) -> str:
    if isinstance(piece, Space):
        return piece.name
    name = piece.face or f"a card face down ({piece.kind})"
    more = ", ".join(one for one in (figures(piece), piece.note) if one)
    return f"{name} ({more})" if more else name


class ResultPanel(Panel):
    """Who won and how, the scores, and the seed that was sealed. Dismissed with "again" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "end('again')"),
        Binding("q,ctrl+c", "end('leave')"),
        Binding("escape", "close"),
    ]

    def __init__(self, sitting: Sitting, look: Look) -> None:
        super().__init__()
        self.sitting = sitting
        self.look = look

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(self._text(), id="result")

    def on_mount(self) -> None:
        sheet = self.query_one(".sheet")
        sheet.border_title = "The game is over"
        sheet.border_subtitle = "a play again   q leave   Esc look at the table"

    def _text(self) -> Text:
        from ..engine.scene import Scores
        from .canvas import Canvas
        from .drawing import Drawing
        from .parts import draw_scores

        look, out = self.look, Text()
        scene = self.sitting.scene(None)
        out.append(f"{plain(scene.result) or 'The game is over.'}\n\n", look("ink", bold=True))
        scores = next((part for part in scene.centre if isinstance(part, Scores)), None)
        if scores is None and scene.seats:
            columns = tuple(n.label for n in scene.seats[0].numbers)
            rows = tuple((p.seat, tuple(str(n.value) for n in p.numbers)) for p in scene.seats)
            scores = Scores("scores", columns=columns, rows=rows)
        if scores is not None:
            names = {plate.seat: plate.name for plate in scene.seats}
            canvas = Canvas(68, len(scores.rows) + 1, look("ink", "panel"))
            draw_scores(canvas, canvas.box, scores, Drawing(look, names=names))
            for n, row in enumerate(canvas.text().splitlines()):
                seat = scores.rows[n - 1][0] if n else -1
                out.append(row[:2], look.seat(seat) if n else look("ink3"))
                out.append(row[2:] + "\n", look("ink") if n else look("ink3"))
            out.append("\n")
        table = self.sitting.table
        out.append(f"The seed of the dice was {table.seed}.\nIts SHA-256, shown at the start:\n", look("ink2"))
        out.append(f"{table.seed_hash}\n", look("info"))
        for line in self.sitting.honours():
            out.append(f"\n{line}", look("ink"))
        if not self.sitting.unsaved:
            out.append(f"\nThe record of the game: {self.sitting.path}", look("ink3"))
        return out

    def action_end(self, how: str) -> None:
        self.dismiss(how)


def theme_for(app: App[Any], settings: Settings) -> str:
    """The name of the theme, as fine as the terminal's colours are."""
    return settings.theme if app.console.color_system == "truecolor" else f"{settings.theme}-256"


class HearthsideApp(App[int]):
    """The terminal client over one sitting after another."""

    TITLE = "Hearthside"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS = (
        panels.CSS
        + """
    #header, #footer { height: 1; }
    #body { height: 1fr; }
    #left { width: 1fr; }
    #side { margin-left: 1; height: 1fr; }
    #small { display: none; width: 1fr; height: 1fr; content-align: center middle; background: $surface; }
    Toast { background: $panel; color: $foreground; border-left: outer $secondary; padding: 0 1; max-width: 60; }
    Toast.-warning { border-left: outer $warning; }
    Toast.-error { border-left: outer $error; }
    """
    )

    def __init__(self, sitting: Sitting, *, settings: Settings | None = None, fresh: Any = None) -> None:
        super().__init__()
        self.settings = settings or read_settings()
        if self.settings.theme not in ("day", "candle"):
            self.settings.theme = "candle"
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_for(self, self.settings)
        self.sitting = sitting
        self.fresh = fresh

    def on_mount(self) -> None:
        self._sit()

    def _sit(self) -> None:
        self.sitting.auto = self.settings.auto
        self.push_screen(TableScreen(self.sitting, self.settings))

    def again(self) -> None:
        """The same people and bots play a new game."""
        if self.fresh is None:
            self.exit(0)
            return
        self.sitting = self.fresh()
        self.pop_screen()
        self._sit()


def run(
    game: Game,
    seats: list[str],
    *,
    seed: int | str | None = None,
    own_dice: bool = False,
    resume: Path | None = None,
    packs: Sequence[Path] = (),
    options: Any = None,
) -> int:
    """Plays a game in the terminal.

    Args:
        seats: who sits where: "me", "me:Name" (several share the screen), or bots by name. With `resume` it may be
            empty: then the same sit there again.
        seed: of the dice; drawn by chance if None. own_dice: people roll dice of their own and enter the faces.
        resume: a saved game. packs: folders of content laid over the box's. options: the game's, or a dict of them.

    Returns:
        An exit status: 0, or 2 after one sentence that says what is wrong.
    """

    def fresh(seed: int | str | None = None) -> Sitting:
        return Sitting.new(game, seats or specs, seed=seed, own_dice=own_dice, packs=packs, options=options)

    specs = ["me"]
    try:
        if resume is not None:
            sitting = Sitting.resumed(game, resume, seats, own_dice=own_dice)
            specs = [chair.spec for chair in sitting.chairs]
        else:
            sitting = fresh(seed)
    except (Refused, RecordError, BadSeat, ContentError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if not sitting.people:
        print("Nobody sits at the screen: at least one seat must be me.", file=sys.stderr)
        return 2
    app = HearthsideApp(sitting, fresh=fresh)
    status = app.run()
    if not sitting.table.over and not app.sitting.unsaved:
        print(f"The game is saved as {app.sitting.path}")
    return int(status or 0)
