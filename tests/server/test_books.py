"""What a game remembers of people on a server: of a browser, in its own book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hearthside.server.hub import Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Join
from tests.tiny.snatch import Snatch

from .house import Eye, house, table

LONG = {"every": 10_000_000, "stirs": 1}


class Proud(Snatch):
    """Snatch that keeps everybody's best."""

    def remember(self, g: Any, folder: Path) -> list[str]:
        file = folder / "proud.txt"
        best = max(int(file.read_text()) if file.exists() else 0, max(g.state.taken))
        file.write_text(str(best))
        return [f"Your best is {best}."]


async def play(hub: Hub, eyes: list[Eye], grabs: int, bots: int = 0) -> Live:
    """A table at which the first seat grabs so often."""
    live = await hub.get(await table(hub, "snatch", len(eyes) + bots, bots=bots, options=LONG))
    for eye in eyes:
        await eye.send(live, Join(seat=eye.at))
    await eyes[0].send(live, Answer(serial=0, n=0))
    for _ in range(grabs):
        await eyes[0].send(live, Answer(serial=live.number, n=0))
    live.row.since -= LONG["every"]  # time is up
    live.wake()
    await eyes[0].until(lambda: eyes[0].last("over"))
    return live


def said(eye: Eye, kind: str) -> Any:
    verdict = eye.last(kind)["table"]["verdict"]
    return verdict and verdict["honours"]


async def test_each_browser_reads_what_the_game_remembers_of_it(tmp_path: Path) -> None:
    db, game = tmp_path / "books.sqlite", {"snatch": Proud()}
    async with house(db, game) as hub:
        ann, eve = Eye(hub, 0), Eye(hub, None)
        live = await play(hub, [ann], 4)
        await ann.until(lambda: said(ann, "facts") == ["Your best is 4."])
        await eve.send(live, Join(seat=None))
        assert said(eve, "welcome") == [], "a spectator has no book"
        stranger = Eye(hub, None)
        stranger.secret = "another seat at another table"
        assert await hub.remember(live, stranger.secret, []) == ()
    async with house(db, game) as hub:
        ann = Eye(hub, 0)
        live = await play(hub, [ann], 2)
        await ann.until(lambda: said(ann, "facts") == ["Your best is 4."])
        for _ in range(2):  # looking again changes nothing
            await ann.send(live, Join(seat=0))
            assert said(ann, "welcome") == ["Your best is 4."]


async def test_a_bot_plays_for_nobodys_honour(tmp_path: Path) -> None:
    async with house(tmp_path / "books.sqlite", {"snatch": Proud()}) as hub:
        ann = Eye(hub, 0)
        live = await play(hub, [ann], 3)
        await ann.until(lambda: said(ann, "facts"))
        live.seats[0].away = True
        assert await hub.remember(live, ann.secret, [0]) == ()


async def test_a_book_that_the_game_cannot_read_harms_nothing(tmp_path: Path) -> None:
    class Torn(Proud):
        def remember(self, g: Any, folder: Path) -> list[str]:
            raise ValueError(f"{folder}/proud.txt: is damaged.")

    async with house(tmp_path / "books.sqlite", {"snatch": Torn()}) as hub:
        ann = Eye(hub, 0)
        live = await play(hub, [ann], 1)
        await ann.send(live, Join(seat=0))
        assert said(ann, "welcome") == []
