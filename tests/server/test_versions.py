"""Tables outlive a new version of the rules."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from hearthside.engine.ask import CHECKPOINT, Ask
from hearthside.engine.record import Record, load
from hearthside.server.finished import record_bytes
from hearthside.server.hub import Hub, NotThere
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Join, TakeBack
from tests.tiny.snatch import Grab, Snatch

from .house import Eye, house, table

LONG = {"every": 10_000_000, "stirs": 1}


class Fewer(Snatch):
    """Version 2: of two that lie side by side only one may be grabbed, so that old answers do not fit."""

    version: ClassVar[int] = 2

    def setup(self, g: Any, seats: int) -> Any:
        state = super().setup(g, seats)
        state.heap = state.heap[1:]
        return state


class Richer(Snatch):
    """Version 2: a head start. All old answers fit, and lead elsewhere."""

    version: ClassVar[int] = 2

    def setup(self, g: Any, seats: int) -> Any:
        state = super().setup(g, seats)
        state.taken[0] = 3
        return state


class Poorer(Fewer):
    """Version 2, in which nobody may grab a piece over 30 either."""

    def play(self, g: Any) -> Any:
        g.state.heap[:] = [n for n in g.state.heap if n <= 30]
        yield from super().play(g)


class Heaps(msgspec.Struct):
    heaps: dict[str, int]


class Other(Snatch):
    """Version 2 keeps another state altogether, and asks another thing."""

    version: ClassVar[int] = 2
    State: ClassVar[type] = Heaps

    def setup(self, g: Any, seats: int) -> Any:
        return Heaps({})

    def play(self, g: Any) -> Any:
        yield CHECKPOINT
        yield Ask(0, [Grab(1)], "grab", "SN-2")


async def sit(hub: Hub, id_: str) -> tuple[Live, Eye]:
    live = await hub.get(id_)
    eye = Eye(hub, 0)
    await eye.send(live, Join(seat=0))
    return live, eye


async def grab(live: Live, eye: Eye, *pieces: int) -> None:
    for piece in pieces:
        ask = live.opened.ask_of(0)
        assert ask is not None
        await eye.send(live, Answer(serial=live.number, n=[*ask.choices].index(Grab(piece))))


async def played(folder: Path, *pieces: int) -> str:
    """A table of the first version at which those pieces were grabbed."""
    async with house(folder / "v.sqlite", {"snatch": Snatch()}) as hub:
        id_ = await table(hub, "snatch", 1, options=LONG)
        live, eye = await sit(hub, id_)
        await eye.send(live, Answer(serial=0, n=0))
        await grab(live, eye, *pieces)
    return id_


@pytest.mark.parametrize("game", [Fewer(), Richer()])
async def test_a_table_goes_on_under_new_rules_from_where_it_stood(tmp_path: Path, game: Snatch) -> None:
    id_ = await played(tmp_path, 1, 2, 3)
    async with house(tmp_path / "v.sqlite", {"snatch": game}) as hub:
        live, eye = await sit(hub, id_)
        assert live.opened.g.state.taken == [3]
        said = [line["text"] for line in eye.last("welcome")["chat"]]
        assert said == ["The rules have changed since; this table goes on from where it stood."]
        await grab(live, eye, 9)
        await eye.send(live, Answer(serial=2, n=0))  # a click from before the change
        assert eye.last("refused")
        await eye.send(live, TakeBack())
        await grab(live, eye, 8)
        assert live.opened.g.state.taken == [4]
    async with house(tmp_path / "v.sqlite", {"snatch": game}) as hub:  # and again, as if nothing had been
        live, eye = await sit(hub, id_)
        assert live.opened.g.state.taken == [4]
        assert len(eye.last("welcome")["chat"]) == 1
        kinds = [row.kind for row in await hub.store.rows(id_)]
        assert kinds == ["answer"] * 4 + ["mend", "answer", "undo", "answer"]
        record = msgspec.json.decode(record_bytes(live), type=Record)
        assert load(record, game).g.state.taken == [4]


async def test_after_a_crash_the_rows_since_the_latest_snapshot_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hearthside.server.live.EVERY", 3)
    with monkeypatch.context() as crash:

        async def gone(live: Live) -> None:
            return None

        crash.setattr(Live, "keep", gone)  # no snapshot at the end
        id_ = await played(tmp_path, 1, 2, 3, 4, 5)
    async with house(tmp_path / "v.sqlite", {"snatch": Fewer()}) as hub:
        assert [save.number for save in await hub.store.saves(id_)] == [6]
        live, eye = await sit(hub, id_)
        assert live.opened.g.state.taken == [5]
    with monkeypatch.context() as crash:
        crash.setattr(Live, "keep", gone)
        id_ = await played(tmp_path, 1, 2, 3, 4, 5, 6, 35)
    async with house(tmp_path / "v.sqlite", {"snatch": Poorer()}) as hub:
        live, eye = await sit(hub, id_)
        assert live.opened.g.state.taken == [6], "the last answer is what the new rules do not allow"
        assert eye.last("welcome")["chat"][0]["text"].endswith("stood, without the last answer.")
        await grab(live, eye, 20)
        assert live.opened.g.state.taken == [7]


async def test_without_a_change_nothing_is_mended(tmp_path: Path) -> None:
    id_ = await played(tmp_path, 1, 2, 3)
    async with house(tmp_path / "v.sqlite", {"snatch": Snatch()}) as hub:
        live, eye = await sit(hub, id_)
        assert live.opened.g.state.taken == [3]
        assert not eye.last("welcome")["chat"]
        await eye.send(live, TakeBack())
        assert live.opened.g.state.taken == [2], "undo goes back before the snapshot"


async def test_two_workers_mend_a_table_once(tmp_path: Path) -> None:
    id_ = await played(tmp_path, 1, 2, 3)
    game = {"snatch": Fewer()}
    async with (
        house(tmp_path / "v.sqlite", game, shared=True) as one,
        house(tmp_path / "v.sqlite", game, shared=True) as two,
    ):
        lives = await asyncio.gather(one.get(id_), two.get(id_))
        assert [live.opened.g.state.taken for live in lives] == [[3], [3]]
        assert [live.number for live in lives] == [5, 5]
        assert len(await one.store.said(id_)) == 1


async def test_a_table_that_cannot_go_on_says_so_and_harms_no_other(tmp_path: Path) -> None:
    id_ = await played(tmp_path, 1)
    async with house(tmp_path / "v.sqlite", {"snatch": Other()}) as hub:
        with pytest.raises(NotThere, match="under older rules"):
            await hub.get(id_)
        assert len(await hub.store.rows(id_)) == 2
    async with house(tmp_path / "v.sqlite", {}) as hub:  # the game is gone
        with pytest.raises(NotThere, match="no game called"):
            await hub.get(id_)
    async with house(tmp_path / "v.sqlite", {"snatch": Snatch()}) as hub:  # nothing was lost
        live, _ = await sit(hub, id_)
        assert live.opened.g.state.taken == [1]
