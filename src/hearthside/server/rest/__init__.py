"""The REST API: lobby, seats, records, replay, rules."""

from __future__ import annotations

from .asking import NotYours, TooMuch
from .course import aids, archive, pause, rematch, resume, start
from .house import describe, find_rules, health, list_games, metrics
from .lobby import list_mine, list_tables, make_table
from .replays import curve, download, race, show_step, upload
from .seats import claim, leave_seat, new_link, open_seat, show_table, stand_in, take_back, take_seat

HANDLERS = [
    describe,
    list_games, find_rules, health, metrics, list_tables, list_mine, make_table, show_table, claim, take_seat,
    leave_seat, take_back, stand_in, open_seat, new_link, start, pause, resume, archive, rematch, aids, download,
    upload, show_step, race, curve,
]  # fmt: skip
__all__ = ["HANDLERS", "NotYours", "TooMuch"]
