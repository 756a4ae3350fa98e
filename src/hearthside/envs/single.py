"""Every game as a Gymnasium environment: one agent, and bots on the other seats."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, Literal

import gymnasium
import msgspec
import numpy as np

from ..bots.bot import Bot, Person, stream
from ..bots.naming import make
from ..engine.game import Game
from ..engine.record import Record
from ..games import GAMES
from .course import FINISHED, OVER, Array, Course, Illegal, Mask, saved, sealed
from .rooms import RENDER_MODES, Explained, Room, seed_of, stream_from, stream_state

TRIES = 100  # games that bots may end, one after another, before the agent is asked


class Single(gymnasium.Env[Array, np.int64], Explained):
    """One agent among bots.

    An observation is an array as `observation_fields` documents it. The mask is in `info["action_mask"]`, and
    `action_masks()` gives it as sb3-contrib asks for it.

    Args:
        game: a name, or a Game.
        opponents: who sits on the other seats, in seat order: a bot's name as the command line takes it ("random",
            "greedy", "search:50ms", "module:Bot") or an object with `choose`. One alone sits on all of them.
        seats: how many play; by default one more than the opponents in a list, else 2, where that can be.
        seat: the agent's, or "random" to draw it for every game.
        options: of the table, as a mapping or the game's own `Options`. packs: folders with content.
        shaping: the weight of what the game's evaluation adds to rewards, as a potential; 0: nothing.
        discount: of the learner, for the potential.
        illegal: what an illegal action does: it ends the game with -1 ("lose") or raises an error ("raise").
        most_answers: the game is cut off after so many, of all seats.
        render_mode: "ansi", "svg" or None.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "novus",
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seats: int | None = None,
        *,
        seat: int | Literal["random"] = 0,
        options: Mapping[str, Any] | Any = None,
        packs: Sequence[str | Path] = (),
        shaping: float = 0.0,
        discount: float = 1.0,
        illegal: str = "lose",
        most_answers: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        others: list[str | Bot] | None = None
        if isinstance(opponents, Sequence) and not isinstance(opponents, str):
            others = list(opponents)
            seats = len(others) + 1 if seats is None else seats
        self.room = room = Room(game, seats, options, packs, shaping, discount, illegal, most_answers, render_mode)
        if others is None:
            one: Any = opponents
            others = [one] * (room.seats - 1)
        if len(others) != room.seats - 1:
            raise ValueError(f"At a table of {room.seats} there are {room.seats - 1} opponents, not {len(others)}.")
        if seat != "random" and seat not in range(room.seats):
            raise ValueError(f"seat is 0 to {room.seats - 1} or 'random', not {seat!r}.")
        for spec in others:  # what is wrong is told now
            bot: Any = make(spec) if isinstance(spec, str) else spec
            if isinstance(bot, Person) or not callable(getattr(bot, "choose", None)):
                raise ValueError(f"An opponent is the name of a bot, or an object with `choose`, not {spec!r}.")
        self.opponents: list[str | Bot] = others
        self.render_mode = render_mode
        self.observation_space = room.observation_space()  # type: ignore[assignment]
        self.action_space = room.action_space()
        self.course: Course | None = None
        self.seat = 0
        self._wanted = seat
        self._bots: dict[int, tuple[Any, Random]] = {}
        self._before = 0.0
        self._done = True

    # ---- the interface of Gymnasium ----

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """A new game. Without a seed it is the next of this environment's own stream, which begins at random."""
        super().reset(seed=seed)
        for _ in range(TRIES):
            self.course = self.room.open(self.np_random, options)
            drawn = int(self.np_random.integers(self.room.seats))
            self.seat = drawn if self._wanted == "random" else self._wanted
            self._sit()
            self._done = False
            self._others()
            if self.course.seat != OVER and not self.room.cut(self.course):
                break
            options = None  # the bots played to the end before the agent was asked at all
        else:
            self._done = True
            raise ValueError(
                f"In {TRIES} games seat {self.seat} was never asked before the end; most_answers is "
                f"{self.room.most_answers}."
            )
        self._before = self.room.potential(self.course)[self.seat]
        return self.course.observe(self.seat), self._info()

    def _sit(self) -> None:
        seats = [seat for seat in range(self.room.seats) if seat != self.seat]
        self._bots = {
            seat: (make(spec) if isinstance(spec, str) else spec, stream(self.room.seed_used or 0, seat))
            for seat, spec in zip(seats, self.opponents, strict=True)
        }

    def _others(self) -> None:
        """Bots answer until the agent is asked, or nobody is."""
        course, bots = self._course(), self._bots
        cut = self.room.most_answers is not None
        while course.seat != self.seat and course.seat != OVER and not (cut and self.room.cut(course)):
            bot, random = bots[course.seat]
            course.answer(bot.choose(course.table, course.ask, random))

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until the agent is asked again.

        Returns:
            observation, reward, whether the game is over, whether it was cut off, info.
        """
        course, room, seat = self._course(), self.room, self.seat
        if self._done:
            raise ValueError("The game is over: call reset first.")
        try:
            course.take(action)
        except Illegal:
            if room.illegal == "raise":
                raise
            self._done = True
            return course.observe(seat), -1.0, True, False, self._info()
        if course.seat != seat:
            self._others()
        reward = 0.0
        if room.shaping:
            after = room.potential(course)[seat]
            reward = room.discount * after - self._before
            self._before = after
        over, cut = course.seat == OVER, room.cut(course)
        if over:
            reward += room.outcome(course)[seat]
        self._done = over or cut
        return course.observe(seat), reward, over, cut, self._info()

    def render(self) -> str | None:
        """What the agent sees, as `render_mode` says."""
        if self.render_mode is None:
            return None
        return self.text() if self.render_mode == "ansi" else self.picture()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> Mask:
        return self.room.setting.nothing if self._done else self._course().mask()

    def _course(self) -> Course:
        if self.course is None:
            raise ValueError("No game is open: call reset first.")
        return self.course

    # ---- more than Gymnasium asks for ----

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it; none once the game is over."""
        return self._mask().astype(np.bool_)

    def legal(self) -> list[int]:
        """The legal actions, ascending; none before the first reset and once the game is over."""
        return [] if self._done else sorted(self._course().legal)

    def text(self) -> str:
        """What the agent sees and may answer, in words."""
        from .text import text

        return text(self._course(), self.seat)

    def picture(self, path: str | Path | None = None) -> str:
        """The same as an SVG image; written to `path`, if given."""
        from .picture import picture

        made = picture(self._course(), self.seat)
        if path is not None:
            Path(path).write_text(made, encoding="utf-8")
        return made

    def record(self) -> Record:
        """The game so far as a record, which `hearthside replay` and the browser open."""
        return self.room.record(self._course())

    def save(self) -> bytes:
        """How the environment stands: the game, its dice, the bots' and this environment's streams."""
        streams = {seat: random.getstate() for seat, (_, random) in self._bots.items()}
        kept = Kept(
            self._course().save(), self.seat, self._before, self._done, json.dumps(streams), self.room.seed_used or 0,
            stream_state(self.np_random),
        )  # fmt: skip
        return sealed(kept)

    def restore(self, data: bytes) -> None:
        """Go on from where `save` was called, here or in another process.

        Raises:
            RecordError: these are no such bytes, or of another game, version, content, seats or options.
        """
        kept = saved(data, Kept)
        self.course = Course.restore(self.room.setting, kept.course)
        self.seat, self._before, self._done, self.room.seed_used = kept.seat, kept.before, kept.done, kept.seed
        self._sit()
        for seat, (version, words, gauss) in json.loads(kept.streams).items():
            self._bots[int(seat)][1].setstate((version, tuple(words), gauss))
        random = stream_from(kept.stream)
        assert random is not None
        self.np_random = random

    def redealt(self, seed: int) -> Single:
        """A copy as the agent knows the game, for search: what it cannot know is dealt anew, the dice and the bots'
        streams fall by `seed`.

        Raises:
            ValueError: the game is over or was cut off, or that is no seed.
        """
        seed, course = seed_of(seed), self._course()
        if self._done:
            raise ValueError(FINISHED)
        made = copy(self)
        made.course = course.redealt(self.seat, seed)
        made.room = copy(self.room)
        made.room.seed_used = seed
        made._sit()
        made.np_random = np.random.default_rng(seed)
        return made


class Kept(msgspec.Struct, array_like=True):
    """What `save` keeps."""

    course: bytes
    seat: int
    before: float
    done: bool
    streams: str
    seed: int
    stream: str


def ids() -> dict[str, str]:
    """The registered ids, by the game's name."""
    return {name: f"hearthside/{listed.home.rpartition(':')[2]}-v0" for name, listed in GAMES.items()}


def register() -> None:
    """Register every game with Gymnasium."""
    for name, id_ in ids().items():
        if id_ not in gymnasium.registry:
            gymnasium.register(id_, entry_point="hearthside.envs.single:Single", kwargs={"game": name})
