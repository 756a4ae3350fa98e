"""Letting bots play a table."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..engine.table import Table
from .bot import Bot, stream
from .naming import make
from .pacing import Pacer

RARELY = 50_000


@contextmanager
def rare_collections() -> Iterator[None]:
    """Meanwhile Python seldom looks for cycles of dead objects: a game makes none, and its log and tape only grow."""
    was = gc.get_threshold()
    gc.set_threshold(was[0] and max(was[0], RARELY), *was[1:])
    try:
        yield
    finally:
        gc.set_threshold(*was)


@rare_collections()
def play(
    table: Table,
    seats: Sequence[str | Bot],
    seed: int | str = 0,
    cap: int | None = None,
    watch: Callable[[Table], None] | None = None,
) -> list[int]:
    """Bots answer until the game is over; where a clock runs it is a virtual one, and each takes its time.

    Args:
        seats: who sits on each seat, as `make` takes it, or a bot already made.
        seed: of the bots' own streams, apart from the table's dice.
        cap: stop after so many decisions.
        watch: is called with the table before each decision and at the end.

    Returns:
        How many decisions each seat took.

    Raises:
        BadSeat: there is no such bot. RuleError: a rule broke.
    """
    players = [make(spec) if isinstance(spec, str) else spec for spec in seats]
    streams = [stream(seed, seat) for seat in range(len(seats))]
    order = stream(seed, -1)  # who is first where several are asked
    counts = [0] * len(seats)
    everybody = range(len(seats))
    taken = clock = 0
    pacer: Pacer | None = None
    while not table.over and (cap is None or taken < cap):
        if watch:
            watch(table)
        now = None
        if table.deadline is None:
            asks = table.asks
            ask = asks[0] if len(asks) == 1 else asks[int(order.random() * len(asks))]
        else:
            pacer = pacer or _pacer(table, players, seed)
            found = pacer.next(table, everybody, max(clock, table.g.now))
            assert found is not None
            now, due = found
            if due is None:
                table.tick(now)
                continue
            pacer.answered(due.seat)
            ask = due
        seat = ask.seat
        choice = players[seat].choose(table, ask, streams[seat])
        if choice is None and now is not None:
            clock = now + 1  # it would rather wait
            continue
        table.answer(choice, seat, now=now)
        counts[seat] += 1
        taken += 1
    if watch and table.over:
        watch(table)
    return counts


def _pacer(table: Table, players: Sequence[Bot], seed: int | str) -> Pacer:
    seats = range(len(players))
    profiles = {seat: table.game.profile(getattr(players[seat], "level", "normal")) for seat in seats}
    return Pacer({seat: stream(f"{seed} pace", seat) for seat in seats}, profiles)
