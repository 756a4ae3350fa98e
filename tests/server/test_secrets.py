"""Nothing hidden reaches a browser that may not know it: what a seat is sent does not change when what it can't know
is dealt anew."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.channels import ChannelsPlugin

from hearthside.bots import make, stream
from hearthside.engine.chance import Chance
from hearthside.engine.table import Table
from hearthside.server.backends import backend_for
from hearthside.server.hub import NEWS, Hub
from hearthside.server.live import Live
from hearthside.server.settings import Settings
from hearthside.server.store import SeatRow, Store, TableRow
from hearthside.server.views import lines_of


def live_of(folder: Path, seats: int, seed: str, **options: Any) -> Live:
    """A table in memory, with people on all seats."""
    settings = Settings(db=str(folder / "leak.sqlite"))
    store = Store(settings.db)
    hub = Hub(settings, store, ChannelsPlugin(backend_for(store, False), channels=[NEWS]))
    said = msgspec.json.encode(options).decode()
    row = TableRow("leaks", "novus", "", False, "playing", said, seats, msgspec.json.encode(seed).decode(), 0, 0, 0, 0)
    live = Live(hub, row, [SeatRow("leaks", n, "person", f"P{n}") for n in range(seats)])
    live._open()
    return live


def sent(live: Live, table: Table, log: list[Any], seat: int | None) -> bytes:
    """All that a view is sent on joining, were the table this one."""
    real, live.table = live.table, table
    try:
        view = live.whole(seat)
        # whether taking back is free hangs on the past, which a fork does not keep
        view = msgspec.structs.replace(view, undo=type(view.undo)())
        return msgspec.json.encode((view, lines_of(table, log, seat)))
    finally:
        live.table = real


@pytest.mark.parametrize("seats,seed", [(2, "a"), (4, "b"), pytest.param(5, "c", marks=pytest.mark.slow)])
def test_messages_are_the_same_whatever_is_hidden(tmp_path: Path, seats: int, seed: str) -> None:
    live = live_of(tmp_path, seats, seed, rounds=12)
    table = live.opened
    bots, dice = [make("random") for _ in range(seats)], [stream(seed, n) for n in range(seats)]
    every = 0
    while not table.over:
        ask = table.asks[-1]
        table.answer(bots[ask.seat].choose(table, ask, dice[ask.seat]), ask.seat)
        live.number += 1
        live.by.append(("person", ask.seat))
        every += 1
        if every % 17 or table.over:
            continue
        for seat in (*range(seats), None):
            fork = table.fork()
            before = sent(live, fork, table.log or [], seat)
            table.game.redeal(fork.g, seat, Chance(Random(f"{every} {seat}").random))
            assert sent(live, fork, table.log or [], seat) == before, f"seat {seat} after {every} answers"


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_cards_that_never_came_out_are_in_no_message(tmp_path: Path, seed: int) -> None:
    """All messages of a game to all seats and a spectator, searched for cards that nobody has seen to the end, but
    those whom a card let look into a deck."""
    live = live_of(tmp_path, 3, str(seed), rounds=3)
    table = live.opened
    cards, seats = table.g.content.cards, (0, 1, 2, None)
    bots, dice = [make("random") for _ in range(3)], [stream(seed, n) for n in range(3)]
    messages: dict[int | None, list[str]] = {seat: [] for seat in seats}
    looked: dict[int | None, set[str]] = {seat: set() for seat in seats}
    while not table.over:
        ask = table.asks[0]
        table.answer(bots[ask.seat].choose(table, ask, dice[ask.seat]), ask.seat)
        live.number += 1
        live.by.append(("person", ask.seat))
        decks = (table.g.state.adventure, table.g.state.reward, table.g.state.encounter)
        for seat in seats:
            messages[seat].append(msgspec.json.encode(live.whole(seat)).decode())
            bit = 0 if seat is None else 1 << seat
            looked[seat] |= {cards[n].name for deck in decks for n, known in deck.known.items() if known & bit}
    told = " ".join(line.text for seat in (0, 1, 2) for line in lines_of(table, table.log or [], seat))
    unseen = {cards[n].name for deck in decks for n in deck.cards if cards[n].name not in told}
    for seat in seats:
        hidden = unseen - looked[seat]
        assert len(hidden) > 20
        sent_to = " ".join(messages[seat])
        assert not [name for name in hidden if f'"face":"{name}"' in sent_to]
