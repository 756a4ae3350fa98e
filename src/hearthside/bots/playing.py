"""Letting bots play a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.table import Table
from .chooser import make, stream


def play(
    table: Table,
    seats: Sequence[str],
    seed: int | str = 0,
    cap: int | None = None,
    watch: Callable[[Table], None] | None = None,
) -> list[int]:
    """Bots answer until the game is over.

    Args:
        seats: who sits on each seat, as `make` takes it.
        seed: of the bots' own streams, apart from the table's dice.
        cap: stop after so many decisions.
        watch: is called with the table before each decision and at the end.

    Returns:
        How many decisions each seat took.

    Raises:
        BadSeat: there is no such bot. RuleError: a rule broke.
    """
    players = [make(spec) for spec in seats]
    streams = [stream(seed, seat) for seat in range(len(seats))]
    order = stream(seed, -1)  # who is first where several are asked
    counts = [0] * len(seats)
    taken = 0
    while not table.over and (cap is None or taken < cap):
        if watch:
            watch(table)
        asks = table.asks
        ask = asks[0] if len(asks) == 1 else asks[int(order.random() * len(asks))]
        seat = ask.seat
        table.answer(players[seat].choose(table, ask, streams[seat]), seat)
        counts[seat] += 1
        taken += 1
    if watch and table.over:
        watch(table)
    return counts
