"""What breaks where nobody is there to be told: the table is paused with a sentence, and all others play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from hearthside.engine.ask import LATE, AnyOf, Rule
from hearthside.engine.errors import RecordError
from hearthside.engine.record import load, read
from hearthside.engine.scene import Scene
from hearthside.server import driver
from hearthside.server.driver import HALTED
from hearthside.server.hub import Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Join, Say, TakeBack
from hearthside.server.store import Row, now
from tests.tiny.script import Script, asked

from .house import Eye, house, table
from .test_time import sit


class Bell(Script):
    """Whoever speaks first says a number; from the second on the bell hurries them. After a 2 the bell breaks."""

    name: ClassVar[str] = "bell"
    timed: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__(self.ring, passes=4)

    def ring(self, g: Any) -> Rule[None]:
        _, said = yield AnyOf((asked(0, 1, 2), asked(1, 1, 2)), g.now + 150 if g.state.notes else None)
        if said is LATE and 2 in g.state.notes:
            raise KeyError("bell")
        g.state.notes.append(0 if said is LATE else said.n)

    def scene(self, g: Any, seat: int | None) -> Scene:
        return Scene(self.name, seat, self.title)


class Echo(Bell):
    """Ann says a number, and the other repeats it: 2 is too much for that."""

    name: ClassVar[str] = "echo"
    timed: ClassVar[bool] = False

    def ring(self, g: Any) -> Rule[None]:
        g.state.notes.append((yield asked(0, 1, 2)).n)
        yield asked(1, 1, 2)
        if g.state.notes[-1] == 2:
            raise KeyError("echo")


GAMES: dict[str, Any] = {"bell": Bell(), "echo": Echo()}


async def resume(hub: Hub, live: Live) -> None:
    """The host lets it go on."""
    assert await hub.store.change_table(live.row.id, ("paused",), life="playing", since=now())
    await hub.changed(live)


async def test_a_rule_that_breaks_at_a_deadline_pauses_its_table(tmp_path: Path) -> None:
    async with house(tmp_path / "f.sqlite", GAMES, faults=str(tmp_path / "faults")) as hub:
        live, (ann, ben) = await sit(hub, await table(hub, "bell", 2), 2)
        other, (eve, _) = await sit(hub, await table(hub, "bell", 2), 2)
        await eve.send(other, Answer(serial=0, n=0))
        await ann.send(live, Answer(serial=0, n=1))
        await ben.until(lambda: ben.last("said") and eve.last("over"))
        assert ben.last("said")["line"]["text"] == f"A rule of the game failed when the time was over. {HALTED}"
        assert ben.last("facts")["table"]["life"] == "paused"
        assert (live.number, live.opened.g.state.notes) == (1, [2])
        assert other.opened.g.state.notes == [1, 0, 0, 0]
        (fault,) = (tmp_path / "faults").glob("*.json")
        with pytest.raises(RecordError, match="bell"):
            load(read(fault), GAMES["bell"])

        await ann.send(live, Answer(serial=1, n=0))
        assert ann.last("refused")["reason"] == "The table is paused."
        await ann.send(live, TakeBack())  # which needs no clock
        assert live.opened.g.state.notes == []
        await resume(hub, live)
        await ann.send(live, Answer(serial=live.number, n=0))
        await ann.until(lambda: ann.last("over"))
        assert live.opened.g.state.notes == [1, 0, 0, 0]


async def test_there_is_time_left_when_it_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path / "f.sqlite", GAMES) as hub:
        live, (ann, ben) = await sit(hub, await table(hub, "bell", 2), 2)
        await ann.send(live, Answer(serial=0, n=1))
        await ben.until(lambda: live.row.life == "paused")
        await resume(hub, live)
        await ben.send(live, Answer(serial=1, n=0))
        assert live.opened.g.state.notes == [2, 1]
        await ben.until(lambda: live.row.life == "paused")
        rows = await hub.store.rows(live.row.id)
        assert [row.kind for row in rows] == ["answer", "answer"]
        assert rows[0].clock <= rows[1].clock


async def test_of_two_workers_one_says_so_and_both_pause(tmp_path: Path) -> None:
    async with (
        house(tmp_path / "f.sqlite", GAMES, shared=True) as one,
        house(tmp_path / "f.sqlite", GAMES, shared=True) as two,
    ):
        id_ = await table(one, "bell", 2)
        (first, (ann, _)), (second, (_, ben)) = [await sit(hub, id_, 2) for hub in (one, two)]
        await ann.send(first, Answer(serial=0, n=1))
        await ben.until(lambda: second.number == 1)
        second.wake()
        await ben.until(lambda: first.row.life == second.row.life == "paused")
        await ben.send(second, Say(text="Well."))
        await ann.until(lambda: ann.last("said") and ann.last("said")["line"]["text"] == "Well.")
        assert len(await one.store.said(id_)) == 2


async def test_a_rule_that_breaks_at_every_answer_of_a_bot_pauses_its_table(tmp_path: Path) -> None:
    async with house(tmp_path / "f.sqlite", GAMES) as hub:
        live, (ann,) = await sit(hub, await table(hub, "echo", 2, bots=1), 1)
        await ann.send(live, Answer(serial=0, n=1))
        await ann.until(lambda: ann.last("said"))
        text = ann.last("said")["line"]["text"]
        assert text == f"A rule of the game failed at every answer that was tried for Seat 2. {HALTED}"
        assert live.row.life == "paused"
        await ann.send(live, TakeBack())
        await resume(hub, live)
        await ann.send(live, Answer(serial=live.number, n=0))
        await ann.until(lambda: live.number == 4)
        assert live.opened.g.state.notes == [1]


async def test_what_else_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full for a moment, and nobody but bots plays."""
    monkeypatch.setattr(driver, "PAUSE", 0.01)
    async with house(tmp_path / "f.sqlite", GAMES) as hub:
        append, failures = hub.store.append, [OSError("no space left on device")] * 3

        async def full(row: Row, **changes: Any) -> bool:
            if failures:
                raise failures.pop()
            return await append(row, **changes)

        monkeypatch.setattr(hub.store, "append", full)
        live = await hub.get(await table(hub, "bell", 2, bots=2))
        eye = Eye(hub, None)
        await eye.send(live, Join(seat=None))
        await eye.until(lambda: eye.last("over"))
        assert not failures
