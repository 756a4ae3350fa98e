"""What the table asks of a seat, in words: the open question with every choice, or whom everybody waits for."""

from __future__ import annotations

from .ask import Rolled
from .scene import Lit, Prompt
from .table import Table


def prompt(table: Table, seat: int | None, *, fits: bool = True) -> Prompt:
    """The prompt of a seat (None: a spectator), with its words taken from the game.

    Each `Lit` carries the index of its choice in the seat's open question; choices that `Prompt.fit` tells of have
    none (with `fits` off all have one as well). While others are asked, the prompt says who decides and has nothing
    lit. Once the game is over it is empty.
    """
    game, g = table.game, table.g
    asks = table.asks
    waiting = tuple(a.seat for a in asks)
    if table.over:
        return Prompt(table.serial, "")
    ask = next((a for a in asks if a.seat == seat), None)
    if ask is None:
        words = game.say_idle(g, seat) if seat is not None else ""
        if words:
            pass
        elif not asks:
            words = "Time passes."
        elif len(asks) == 1:
            words = game.say_waiting(g, asks[0])
        else:
            words = f"Waiting for {_listed([game.seat_name(g, s) for s in waiting])}."
        return Prompt(table.serial, words, waiting=waiting)
    fit = None
    if table.roll:
        faces = [choice.face for choice in ask.choices if type(choice) is Rolled]
        lit = tuple(Lit(n, game.say_face(g, ask, face)) for n, face in enumerate(faces))
        words = "What does your die show?"
        hint = f"{game.say_die(g, ask)} Roll a die of {table.roll} sides and enter its face.".strip()
    else:
        fit = game.fit(g, ask)
        count = len(ask.choices) if fit is None or not fits else fit.n
        lit = tuple(
            Lit(n, game.say_choice(g, ask, choice), game.touches(g, ask, choice))
            for n, choice in zip(range(count), ask.choices, strict=False)
        )
        words, hint = game.say_question(g, ask), game.say_hint(g, ask)
    return Prompt(
        table.serial, words, hint, ask.rule, ask.topic, True, lit, ask.least, ask.most, waiting, fit, ask.line
    )


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
