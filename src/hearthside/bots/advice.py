"""A hint: what the bot would do on a seat, and the chance to win that its best choices have.

It knows no more than the seat: the search deals anew what the seat cannot know, and a game's own bot is honest.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from ..engine.ask import Ask
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.table import Table
from .levels import Hard
from .search import make_search, unanswered

MOST = 4  # choices that a hint tells of


class Pick(msgspec.Struct, frozen=True):
    """A choice that a hint tells of; a list of them where the question wants several.

    tries: how often the search took it. chance: the seat's chance to win then, 0 to 1; None: not told.
    """

    choice: Any
    tries: int = 0
    chance: float | None = None


class Advice(msgspec.Struct, frozen=True):
    """What the bot would do. picks: its choice first, then the next best; none: it would rather wait. tries: how often
    it tried something. words: all that in a sentence or two."""

    picks: tuple[Pick, ...]
    tries: int
    words: str


def advise(table: Table, seat: int, search: str = "search:600ms", dice: random.Random | None = None) -> Advice:
    """What a bot would do on a seat. The table stays as it is; another thread may hand in a fork.

    Where a clock runs, or the game has a bot of its own, it is a hard bot's choice without chances; anywhere else a
    search's.

    Args:
        search: how long it may think, as `make` takes it: search:600ms, search:200.
        dice: of the search; by default the same for the same question.

    Raises:
        Refused: the seat is not asked, or a person's die is.
    """
    game = table.game
    asked = table.ask_of(seat)
    if asked is None:
        raise Refused(f"{game.seat_name(table.g, seat)} is not asked now.")
    if table.roll:
        raise Refused("The die decides that.")
    dice = dice or random.Random(f"hint {seat} {table.serial}")
    fork, ask = unanswered(table, asked, dice)
    if ask.most == 1 and len(ask.choices) == 1:
        only = ask.choices[0]
        return Advice((Pick(only),), 0, f"There is only one choice: {say(game, fork, ask, only)}.")
    if fork.deadline is not None or game.chooser("hard") is not None:
        choice = Hard().choose(fork, ask, dice)
        if choice is None:
            return Advice((), 0, "A hard bot would wait a moment.")
        return Advice((Pick(choice),), 0, f"A hard bot would choose {_quoted(game, fork, ask, choice)}.")
    found = make_search(search).look(fork, ask, dice)
    if not found.choices:
        choice = Hard().choose(fork, ask, dice)
        return Advice((Pick(choice),), 0, f"The bot would choose {_quoted(game, fork, ask, choice)}.")
    least = found.choices[0][1] / 20  # what was hardly tried tells nothing
    picks: list[Pick] = []
    for choice, tries, chance in found.choices:
        if tries >= least and not any(_same(choice, one.choice) for one in picks):
            picks.append(Pick(choice, tries, chance))
    picks = picks[:MOST]
    return Advice(tuple(picks), found.iterations, _sentence(game, fork, ask, picks))


def say(game: Game, table: Table, ask: Ask, choice: Any) -> str:
    """A choice in words; of several, all of them."""
    several = choice if ask.most > 1 else [choice]
    return ", ".join(game.say_choice(table.g, ask, one) for one in several) or "none of them"


def percent(chance: float) -> str:
    """A chance in words: only what is certain is 0% or 100%."""
    if 0 < chance < 0.01:
        return "under 1%"
    if 0.99 < chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"


def _same(choice: Any, other: Any) -> bool:
    """The same choice, or the same several in another order."""
    if isinstance(choice, list) and isinstance(other, list):
        return len(choice) == len(other) and all(one in other for one in choice)
    return bool(choice == other)


def _quoted(game: Game, table: Table, ask: Ask, choice: Any) -> str:
    words = say(game, table, ask, choice)
    return words if choice == [] else f"“{words}”"


def _sentence(game: Game, table: Table, ask: Ask, picks: Sequence[Pick]) -> str:
    best = picks[0]
    assert best.chance is not None
    words = f"The bot would choose {_quoted(game, table, ask, best.choice)}: {percent(best.chance)} to win."
    if len(picks) < 2:
        return words
    second = picks[1]
    assert second.chance is not None
    spread = best.chance * (1 - best.chance) * (1 / best.tries + 1 / second.tries)
    close = best.chance - second.chance <= max(0.01, sqrt(spread) / 2)  # or better, but not beyond doubt
    told = f"{_quoted(game, table, ask, second.choice)} {'is about as good' if close else 'comes next'}"
    return f"{words} {told}: {percent(second.chance)}."
