"""`hearthside replay`: a recorded game told again in words."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..engine.record import read, walk
from ..engine.table import Table
from ..games import game as game_of
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Prints the log, an answer at a time, and how it stands at the end."""
    record = read(Path(arguments.file))
    game = game_of(record.game)
    count = len(record.steps)
    if arguments.to is not None and arguments.to > count:
        raise Fault(f"{arguments.file}: the record has {count} answers, so --to takes 0 to {count}.")
    if arguments.seat is not None and arguments.seat > record.seats:
        raise Fault(f"{arguments.file}: the record has {record.seats} seats, so --seat takes 1 to {record.seats}.")
    seat = arguments.seat - 1 if arguments.seat else None
    content = game.content(asked.packs(arguments.pack, game)) if arguments.pack else None
    who = f" ({', '.join(record.people)})" if record.people else ""
    print(f"{game.title}, {record.seats} {'seat' if record.seats == 1 else 'seats'}{who}, seed {record.seed}")
    told = 0
    table: Table | None = None
    for table in walk(record, game, to=arguments.to, verify=arguments.verify, content=content):
        log = table.g.entries or []
        for entry in log[told:]:
            if entry.to is None or (seat is not None and entry.to >> seat & 1):
                print(f"{entry.answer:5}  {game.say_event(table.g, entry, seat)}")
        told = len(log)
    assert table is not None
    print(_standing(table, arguments.to))
    if arguments.verify:
        sums = any(step.sum for step in record.steps)
        steps = count if arguments.to is None else arguments.to
        more = "" if sums else "; the record holds no checksums, so answers and chance alone were compared"
        print(f"Verified: today's rules agree with all {steps} answers{more}.")
    return 0


def _standing(table: Table, to: int | None) -> str:
    game, g = table.game, table.g
    if table.over:
        names = [game.seat_name(g, seat) for seat in getattr(table.result, "winners", [])]
        return f"The game is over; {' and '.join(names)} won." if names else "The game is over; nobody won."
    asks = [f"{game.seat_name(g, ask.seat)} is asked: {game.say_question(g, ask)}" for ask in table.asks]
    return f"{'Stopped' if to is not None else 'Left'} after {table.serial} answers. {' '.join(asks)}"
