"""What the tests of environments share: the games and modes, and playing them by numbers at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hearthside.engine.ask import Ask
from hearthside.engine.numbering import Features, Field, Kind, kinds_of, set_of
from hearthside.envs import Seats, aec
from hearthside.envs.course import OVER, Course, Setting
from tests.conformance.modes import MODES, Mode
from tests.tiny import signals


class Numbered(signals.Signals):
    """Signals, which uses every kind of question, for those who learn it by numbers."""

    def kinds(self, content: None) -> list[Kind]:
        cards = tuple(signals.Take(card) for card in range(1, signals.CARDS + 1))
        return kinds_of(self.Choice, {"seat": range(4)}, {signals.Take: Kind(signals.Take, cards, several=True)})

    def features(self, content: None, seats: int) -> Features:
        numbers = [Field("round", "of the game", most=signals.ROUNDS), Field("scores", "by seat", seats, 20)]
        sets = [Field("hand", "own cards", signals.CARDS + 1)]

        def look(g: Any, seat: int, ask: Ask | None) -> tuple[list[float], bytes]:
            players = g.state.players
            told = [g.state.round, *(player.score for player in players)]
            return told, set_of(signals.CARDS + 1, tuple(players[seat].hand))

        return Features(numbers, sets, look)


NUMBERED = Numbered()
GAMES = [mode if mode.game.name != "signals" else mode._replace(game=NUMBERED) for mode in MODES]
SMALL = [mode for mode in GAMES if mode.small]


def made(mode: Mode, **more: Any) -> Seats:
    """The environment of a mode."""
    options = mode.game.Options() if mode.options is None else mode.options
    return aec(mode.game, mode.seats, options, **more)


def setting(mode: Mode) -> Setting:
    options = mode.game.Options() if mode.options is None else mode.options
    return Setting(mode.game, mode.seats, options, mode.content)


def positions(mode: Mode, seed: int, gap: int, most: int = 1500) -> Iterator[Course]:
    """The beginning of a random game, shown before about every gap-th action."""
    course, random = Course.open(setting(mode), seed), Random(seed)
    for _ in range(most):
        if course.seat == OVER:
            return
        if random.random() * gap < 1:
            yield course
        legal = list(course.legal)
        course.take(legal[int(random.random() * len(legal))])


def stand(course: Course) -> tuple[Any, ...]:
    """How a course stands."""
    table = course.table
    return (
        table.game.pack(table.g.state), course.seat, sorted(course.legal), course.steps, table.g.now, table.serial,
        table.over, table.pending, course.mask().tobytes(),
        *(course.observe(seat).tobytes() for seat in range(table.seats)),
    )  # fmt: skip
