"""What both kinds of environment share: which game is opened how, what its arrays mean, how it is shown and kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces

from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.numbering import Field
from ..engine.record import Record, record_of
from ..games import game as game_of
from .course import OVER, Course, Setting
from .numbers import Stretch

RENDER_MODES = ("ansi", "svg")
ILLEGAL = ("raise", "lose")


class Room:
    """A game with its options, in which courses are opened one after another.

    Attributes:
        seed_used: the table's seed of the present game.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None,
        options: Mapping[str, Any] | Any,
        packs: Sequence[str | Path],
        shaping: float,
        discount: float,
        illegal: str,
        most_answers: int | None,
        render_mode: str | None,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        if seats is None:
            seats = 2 if 2 in self.game.seats else self.game.seats[0]
        there = self.game.seats
        if not hasattr(seats, "__index__") or seats not in there:
            raise Refused(f"{self.game.title} is for {there[0]} to {there[-1]} players, not {seats!r}.")
        seats = index(seats)
        if most_answers is not None and most_answers < 1:
            raise ValueError(f"most_answers is 1 or more, or None, not {most_answers!r}.")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}.")
        content = self.game.content(_folders(packs))
        self.setting = Setting(self.game, seats, _options(self.game, options), content)
        self.chances = self.game.evaluation() if shaping else None
        if shaping and self.chances is None:
            raise ValueError(f"{self.game.title} has no evaluation that rewards could be shaped by.")
        self.shaping = shaping
        self.discount = discount
        self.illegal = illegal
        self.most_answers = most_answers
        self.seed_used: int | None = None

    @property
    def seats(self) -> int:
        return self.setting.seats

    def open(self, random: np.random.Generator, options: Mapping[str, Any] | None) -> Course:
        """A new game; its seed is drawn, or given as the option `table_seed`. Other options are left to wrappers."""
        seed = (options or {}).get("table_seed")
        self.seed_used = int(random.integers(2**53)) if seed is None else seed_of(seed)
        return Course.open(self.setting, self.seed_used)

    # ---- what it comes to ----

    def outcome(self, course: Course) -> list[float]:
        """What the end of a game is worth to each seat: 1 to winners, -1 to the others; 0 to all if several play and
        nobody wins."""
        winners = course.table.result.winners
        if not winners and self.seats > 1:
            return [0.0] * self.seats
        return [1.0 if seat in winners else -1.0 for seat in range(self.seats)]

    def potential(self, course: Course) -> list[float]:
        """How a game stands for each seat, weighted: its chance to win, and once it is over what came of it."""
        if self.chances is None:
            return [0.0] * self.seats
        if course.seat == OVER:
            return [self.shaping * (1 + paid) / 2 for paid in self.outcome(course)]
        return [self.shaping * chance for chance in self.chances(course.table.g)]

    def cut(self, course: Course) -> bool:
        """The game has gone on for too long."""
        return self.most_answers is not None and course.table.serial >= self.most_answers and course.seat != OVER

    # ---- what it means ----

    def observation_space(self) -> spaces.Box:
        return spaces.Box(-1.0, 1.0, (self.setting.size,), np.float32)

    def action_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.setting.numbers.size)

    def fields(self) -> dict[str, tuple[slice, str, float]]:
        """Where each field of an observation stands, what it tells, and what is told there as 1."""
        features = self.setting.features
        told = [
            Field("asked", "the observer is asked"),
            Field("begun", "it has given the first steps of an answer that takes several"),
            *(features.numbers if features else ()),
            *(features.sets if features else ()),
        ]
        steps = self.setting.numbers.size - self.setting.numbers.steps
        if steps:
            told.append(Field("given", f"those steps, by action number from {self.setting.numbers.steps} on", steps))
        found, at = {}, 0
        for field in told:
            found[field.name] = (slice(at, at + field.size), field.about, field.most)
            at += field.size
        return found

    def actions(self) -> list[Stretch]:
        """The table of action numbers."""
        return self.setting.numbers.stretches

    def record(self, course: Course) -> Record:
        """The game so far, as `hearthside.engine.record.write` takes it."""
        if course.table.forked:
            raise ValueError("A restored or copied game has no past, and so no record.")
        return record_of(course.table)


def stream_state(random: np.random.Generator | None) -> str:
    """Where a generator stands."""
    return json.dumps(random.bit_generator.state if random is not None else None)


def stream_from(state: str) -> np.random.Generator | None:
    """A generator that stands there."""
    read = json.loads(state)
    if read is None:
        return None
    random = np.random.default_rng(0)
    random.bit_generator.state = read
    return random


class Explained:
    """What every environment tells of its arrays and numbers."""

    room: Room

    def observation_fields(self) -> dict[str, tuple[slice, str, float]]:
        """Where each field of an observation stands, what it tells, and what is told there as 1."""
        return self.room.fields()

    def action_table(self) -> list[Stretch]:
        """What the action numbers mean, stretch by stretch."""
        return self.room.actions()

    def say(self, action: int) -> str:
        """An action number by the fields of its choice, such as "equip(card=106, slot=2)"."""
        return self.room.setting.numbers.say(action)


def seed_of(seed: Any) -> int:
    """A seed of a table or of a copy.

    Raises:
        ValueError: it is none.
    """
    if not hasattr(seed, "__index__") or not 0 <= index(seed) < 2**64:
        raise ValueError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")
    return index(seed)


def _folders(packs: str | Path | Sequence[str | Path]) -> list[Path]:
    folders = [Path(pack) for pack in ([packs] if isinstance(packs, str | Path) else packs)]
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"A pack is a folder, and there is no folder {folder}.")
    return folders


def _options(game: Game, given: Any) -> Any:
    """A game's options from a mapping, as its `Options`, or the ones that environments begin with."""
    if isinstance(given, game.Options):
        return given
    if given is not None and not isinstance(given, Mapping):
        raise ValueError(f"Options are a mapping such as {{'rounds': 60}}, or {game.title}'s Options, not {given!r}.")
    told = {**game.unhurried, **(given or {})}
    try:
        return msgspec.convert(told, game.Options)
    except (msgspec.ValidationError, ValueError) as error:
        raise ValueError(f"{game.title}: {error}.") from None
