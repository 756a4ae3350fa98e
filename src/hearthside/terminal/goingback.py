"""Going back: undo, the others' consent, and leaving the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from .answering import Answering
from .panels import AskPanel
from .tabletop import AGAIN


class GoingBack(Answering):
    """Takes choices back, with the consent of those whom it touches."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("u", "undo")]

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


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
