"""The table screen: it plays the game of a sitting from question to question."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static

from ..engine.ask import Ask
from ..engine.errors import Refused, RuleError
from .asking import paint_prompt
from .hinting import Hinting
from .painting import paint_dock, paint_footer, paint_header, paint_side, paint_world
from .panels import AskPanel, Cover
from .panes import Pane
from .result import ResultPanel
from .saves import Settings, write_settings
from .sitting import Sitting
from .tabletop import AGAIN, theme_for

LEAST = (80, 24)
PACES = ((0.0, "at once"), (0.25, "quick"), (0.6, "calm"), (1.2, "slow"))

BEAT = 0.1  # seconds between looks at the clock, in games that live by it


class TableScreen(Hinting):
    """The table. It plays the game of the app's sitting from question to question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "auto"),
        Binding("p", "pace"),
        Binding("t", "theme"),
        Binding("q,ctrl+c", "leave"),
    ]

    def __init__(self, sitting: Sitting, settings: Settings) -> None:
        super().__init__(sitting, settings)
        self.clock: Timer | None = None

    # ---- the screen ----

    def compose(self) -> ComposeResult:
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
            keys.append(("b", "hint", "key:b"))
            if self.sitting.pass_of(self.asked) is not None:  # type: ignore[arg-type]
                keys.append(("s", "pass this turn", "key:s"))
        keys += [("i", "aids", "key:i")] if self.aids() else []
        keys += [("v", "cards", "key:v"), ("m", "board", "key:m"), ("Tab", "others", "key:tab"), ("w", "turn", "key:w")]
        keys += [("r", "rules", "key:r"), ("g", "log", "key:g"), ("q", "leave", "key:q"), ("f", "find", "key:f")]
        return [*keys, ("t", "light", "key:t"), ("p", "pace", "key:p")]

    def on_mount(self) -> None:
        self._lay_out()
        self.play()
        self.clock = self.set_interval(BEAT if self.sitting.game.timed else 0.5, self._tick)

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
        prompt, dock = (7, 7) if height < 34 else (9, 9) if height < 42 else (11, 11)
        self.query_one("#prompt").styles.height = prompt
        self.query_one("#dock").styles.height = dock
        self.query_one("#world").styles.height = body - prompt - dock

    def _tick(self) -> None:
        if self.busy or self.sitting.table.deadline is None:
            return
        changed = False
        while self.sitting.go_on():
            changed = True
        if changed and self.answered is not None and not self.answered.done():
            self._asked_anew()
        self.show(fresh=changed)

    def _asked_anew(self) -> None:
        """Others acted while this seat thinks: it goes on at the same choice where that is still one."""
        old = self.asked
        assert old is not None
        new = self.sitting.table.ask_of(old.seat)
        if new is old:
            return
        if new is None or new.topic != old.topic or new.most > 1:
            assert self.answered is not None
            self.answered.set_result(AGAIN)
            return
        cursor = self.view.cursor
        chosen = old.choices[cursor] if cursor < len(old.choices) else None
        same = next((n for n, choice in enumerate(new.choices) if choice == chosen), min(cursor, len(new.choices) - 1))
        self.asked, self.view.cursor = new, same
        self.mark_hint(new)

    # ---- the game ----

    @work(exclusive=True, group="game")
    async def play(self) -> None:
        """From question to question until the game is over."""
        sitting = self.sitting
        self._save()
        await self._welcome()
        while not sitting.table.over:
            ask = sitting.next_ask()
            if ask is None or (sitting.racing() and not sitting.chairs[ask.seat].person):
                await self._time_passes()
            elif not sitting.chairs[ask.seat].person:
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

    async def _time_passes(self) -> None:
        """No person can do anything before the clock has moved on."""
        sitting = self.sitting
        if not sitting.go_on():
            self.asked = None
            self.show()
            await asyncio.sleep(BEAT)

    async def _welcome(self) -> None:
        """The player aids open by themselves once, before the first game."""
        game, settings = self.sitting.game, self.settings
        if game.name in settings.met or self.sitting.table.over or not self.aids():
            return
        settings.met = (*settings.met, game.name)
        write_settings(settings)
        self.show()
        await self.app.push_screen_wait(self.aids_panel(first=True))

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
        self.forget_hint()
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
                sitting.answer(self.asked, choice)
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
        self.forget_hint()
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

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        self._save()
        if self.sitting.unsaved:
            text = f"The game cannot be saved: {self.sitting.unsaved} If you leave now it is lost."
        else:
            text = f"The game is saved as {self.sitting.path}. Resume it where it stands whenever you like."
        if await self.app.push_screen_wait(AskPanel("Leave the table?", text, ["Leave", "Stay"], self.look)) == 0:
            self.app.exit(0)
