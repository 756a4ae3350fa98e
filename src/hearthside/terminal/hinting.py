"""Hints: what a bot would do, shown beside the choices; it never answers."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from ..bots.advice import Advice, advise, percent
from ..engine.ask import Ask
from ..engine.errors import Refused
from .goingback import GoingBack

THINKING = "A bot looks at what you see ..."


class Hinting(GoingBack):
    """Asks a bot about the open question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("b", "hint")]

    advice: Advice | None = None

    @work(group="hint", exclusive=True)
    async def action_hint(self) -> None:
        if self.view.advice:
            self.forget_hint()
            self.repaint()
            return
        if not self._ready():
            self.notify("You get a hint when it is yours to choose.", severity="warning")
            return
        asked, table = self.asked, self.sitting.table
        assert asked is not None
        before = self.sitting.given(asked.seat)
        fork = table.fork()
        self.view.advice = THINKING
        self.repaint()
        try:
            found = await asyncio.to_thread(advise, fork, asked.seat, self.sitting.hint)
        except Exception as error:
            self.forget_hint()
            why = str(error) if isinstance(error, Refused) else "The bot finds no hint here."
            self.notify(why, severity="warning", markup=False)
            self.repaint()
            return
        if self.view.advice != THINKING or not self._ready() or self.sitting.given(asked.seat) != before:
            return  # the question has changed
        self.advice = found
        assert self.asked is not None
        self.mark_hint(self.asked)
        self.repaint()

    def mark_hint(self, asked: Ask) -> None:
        """Shows the hint beside the choices of a question; puts it away if what it tells of is not offered there."""
        found = self.advice
        if found is None:
            return
        hinted: dict[int, str] = {}
        for rank, pick in enumerate(found.picks):
            for choice in pick.choice if asked.most > 1 else [pick.choice]:
                n = next((n for n in range(len(asked.choices)) if asked.choices[n] == choice), None)
                if n is None:
                    self.forget_hint()
                    return
                chance = "" if pick.chance is None else percent(pick.chance)
                hinted.setdefault(n, f"{'' if rank else '★'}{chance}")
        tries = f" ({found.tries} tries)" if found.tries else ""
        self.view.advice, self.view.hinted = found.words + tries, hinted

    def forget_hint(self) -> None:
        """Puts the hint away."""
        self.advice, self.view.advice, self.view.hinted = None, "", {}
