"""Windows that pass without a look: what a person set, and how long it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.ask import Ask
from ..engine.scene import Contest, Scene

if TYPE_CHECKING:
    from .live import Live

WINDOW = "window"  # the topic of questions that may be passed without a look


def passed_for(live: Live, seat: int | None) -> bool:
    """The seat's open question is about to be passed: it is put to nobody, whoever joins or looks meanwhile."""
    if live.row.life != "playing" or live.opened.over:
        return False
    passed = window(live)
    return passed is not None and passed[0].seat == seat


def window(live: Live) -> tuple[Ask, Any] | None:
    """A person's window that is passed by what they set, and the choice that passes it."""
    table = live.opened
    if live.number == live.hold:
        return None
    for ask in table.asks:
        if ask.topic != WINDOW or ask.most != 1 or not live.person(ask.seat):
            continue
        seat = live.seats[ask.seat]
        if not seat.pass_turn and not seat.pass_others:
            continue
        choice = pass_of(ask)
        if choice is None:
            continue
        if seat.pass_turn:
            return ask, choice
        scene = live.scene(ask.seat)
        if any(isinstance(part, Contest) for part in scene.centre):
            continue
        if turn_of(scene)[0] not in ((), (ask.seat,)):
            return ask, choice
    return None


def follow(live: Live) -> None:
    """With a new turn, those who passed everything are asked again."""
    table = live.opened
    if table.over or not any(s.pass_turn for s in live.seats):
        return
    turn = turn_of(live.scene(None))
    for seat in live.seats:
        if not seat.pass_turn:
            continue
        was = live.turns.setdefault(seat.seat, turn)
        if turn[0] != was[0] or turn[1] < was[1]:
            seat.pass_turn = False
            live.turns.pop(seat.seat, None)
            live.hub.later(live.hub.store.change_seat(live.row.id, seat.seat, pass_turn=False))
        else:
            live.turns[seat.seat] = turn


def pass_of(ask: Ask) -> Any:
    """The choice that passes a question; None if it wants several, or cannot be passed."""
    return next((c for c in ask.choices if _tag(c) == "pass"), None) if ask.most == 1 else None


def turn_of(scene: Scene) -> tuple[tuple[int, ...], int]:
    """Whose turn it is, and how far."""
    return tuple(plate.seat for plate in scene.seats if plate.acting), scene.phase


def _tag(choice: Any) -> Any:
    config = getattr(type(choice), "__struct_config__", None)
    return None if config is None else config.tag
