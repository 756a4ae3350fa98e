"""Every game as a PettingZoo AEC environment: an agent a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ..engine.game import Game
from ..engine.record import Record
from .course import FINISHED, OVER, Array, Course, Illegal, Mask, saved, sealed
from .rooms import Explained, Room, seed_of, stream_from, stream_state

Observation = dict[str, np.ndarray[Any, Any]]


class Seats(AECEnv[str, Observation, int | None], Explained):  # type: ignore[misc]
    """A game with an agent for every seat: `player_0`, `player_1` and so on.

    An observation holds `observation`, an array as `observation_fields` documents it, and `action_mask`, which is 0
    everywhere while another agent is asked. `infos` hold the mask as well.

    Args:
        game: a name, or a Game.
        seats: how many play; 2 by default, where that can be.
        options: of the table, as a mapping or the game's own `Options`. packs: folders with content.
        shaping: the weight of what the game's evaluation adds to rewards, as a potential; 0: nothing.
        discount: of the learner, for the potential.
        illegal: what an illegal action does: "raise" an error, or "lose": it ends the game, with -1 to who took it.
        most_answers: the game is cut off after so many.
        render_mode: "ansi", "svg" or None.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | Any = None,
        *,
        packs: Sequence[str | Path] = (),
        shaping: float = 0.0,
        discount: float = 1.0,
        illegal: str = "raise",
        most_answers: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.room = room = Room(game, seats, options, packs, shaping, discount, illegal, most_answers, render_mode)
        self.metadata = {
            "name": f"hearthside_{room.game.name}_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{n}" for n in range(room.seats)]
        self._seat = {agent: n for n, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        masks = spaces.Box(0, 1, (room.setting.numbers.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": room.observation_space(), "action_mask": masks})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: room.action_space() for agent in self.possible_agents}
        state = room.setting.size * room.seats
        self.state_space = spaces.Box(-1.0, 1.0, (state,), np.float32)
        self.np_random: np.random.Generator | None = None
        self.course: Course | None = None
        self._idle: dict[str, Any] = {"action_mask": room.setting.nothing}

    # ---- the interface of PettingZoo ----

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. Without a seed it is the next of this environment's own stream, which begins at random."""
        if seed is not None or self.np_random is None:
            self.np_random = np.random.default_rng(seed)
        self._begin(self.room.open(self.np_random, options))

    def _begin(self, course: Course) -> None:
        self.course = course
        agents = self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = dict.fromkeys(agents, self._idle)
        self._skip_agent_selection = None
        self._paid = False
        self._before = self.room.potential(course)
        self.agent_selection = agents[0]
        if course.seat == OVER:
            self._end()
        else:
            self._turn(course)

    def _turn(self, course: Course) -> None:
        agent = self.agent_selection = self.possible_agents[course.seat]
        self.infos[agent] = {"action_mask": course.mask()}

    def observe(self, agent: str) -> Observation:
        course, seat = self._course(), self._seat[agent]
        return {"observation": course.observe(seat), "action_mask": self._mask(seat)}

    def step(self, action: int | None) -> None:
        course = self.course
        if course is None or not self.agents:
            raise ValueError("No game is open: call reset first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        room = self.room
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        try:
            course.take(action)  # type: ignore[arg-type]
        except Illegal:
            if room.illegal == "raise":
                raise
            self._pay([-1.0 if who == agent else 0.0 for who in self.possible_agents])
            self._stop(self.terminations)
            return
        if room.shaping:
            after = room.potential(course)
            self._pay([room.discount * b - a for a, b in zip(self._before, after, strict=True)])
            self._before = after
        self.infos[agent] = self._idle
        if course.seat == OVER:
            self._end()
        elif room.most_answers is not None and room.cut(course):
            self._stop(self.truncations)
        else:
            self._turn(course)

    def _end(self) -> None:
        assert self.course is not None
        self._pay(self.room.outcome(self.course))
        self._stop(self.terminations)

    def _stop(self, how: dict[str, bool]) -> None:
        """All agents are done; each takes its last step, None, in order."""
        for agent in self.agents:
            how[agent] = True
            self.infos[agent] = self._idle
        self.agent_selection = self.agents[0]

    def _pay(self, rewards: list[float]) -> None:
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] += reward
            self._cumulative_rewards[agent] += reward
        self._paid = True

    def _mask(self, seat: int) -> Mask:
        course, agent = self._course(), self.possible_agents[seat]
        if course.seat != seat or self.terminations.get(agent, True) or self.truncations[agent]:
            return self.room.setting.nothing
        return course.mask()

    def _course(self) -> Course:
        if self.course is None:
            raise ValueError("No game is open: call reset first.")
        return self.course

    def state(self) -> Array:
        """What all seats know together: their observations, one after another. For a critic, never for a player."""
        course = self._course()
        return np.concatenate([course.observe(seat) for seat in range(self.room.seats)])

    def render(self) -> str | None:
        """What the agent whose turn it is sees, as `render_mode` says."""
        if self.render_mode is None:
            return None
        return self.text() if self.render_mode == "ansi" else self.picture()

    def close(self) -> None:
        pass

    # ---- more than PettingZoo asks for ----

    def legal(self, agent: str | None = None) -> list[int]:
        """The actions of an agent (by default whose turn it is) that are legal, ascending; none while it is not asked.

        May be called at any time.
        """
        if self.course is None or not self.agents:
            return []
        return np.flatnonzero(self._mask(self._seat[agent or self.agent_selection])).tolist()

    def text(self, agent: str | None = None) -> str:
        """What an agent (by default whose turn it is) sees and may answer, in words."""
        from .text import text

        return text(self._course(), self._seat[agent or self._looker()])

    def picture(self, agent: str | None = None, path: str | Path | None = None) -> str:
        """The same as an SVG image; written to `path`, if given."""
        from .picture import picture

        made = picture(self._course(), self._seat[agent or self._looker()])
        if path is not None:
            Path(path).write_text(made, encoding="utf-8")
        return made

    def _looker(self) -> str:
        return self.agent_selection if self.agents else self.possible_agents[0]

    def record(self) -> Record:
        """The game so far as a record, which `hearthside replay` and the browser open."""
        return self.room.record(self._course())

    def save(self) -> bytes:
        """How the environment stands: the game, its dice, whose turn it is, rewards, and this environment's stream."""
        assert self.np_random is not None or self.course is None
        kept = Kept(
            self._course().save(), self.agents, self.agent_selection, self.rewards, self._cumulative_rewards,
            self.terminations, self.truncations, self._before, self._paid, stream_state(self.np_random),
        )  # fmt: skip
        return sealed(kept)

    def restore(self, data: bytes) -> None:
        """Go on from where `save` was called, here or in another process.

        Raises:
            RecordError: these are no such bytes, or of another game, version, content, seats or options.
        """
        kept = saved(data, Kept)
        course = Course.restore(self.room.setting, kept.course)
        self._begin(course)
        self.room.seed_used = int(course.table.seed)
        self.np_random = stream_from(kept.stream)
        self.agents, self.agent_selection = kept.agents, kept.selection
        self.rewards, self._cumulative_rewards = kept.rewards, kept.cumulative
        self.terminations, self.truncations = kept.terminations, kept.truncations
        self._before, self._paid = kept.before, kept.paid
        self.infos = dict.fromkeys(self.agents, self._idle)
        if not any((*self.terminations.values(), *self.truncations.values())) and course.seat != OVER:
            self._turn(course)

    def redealt(self, agent: str, seed: int) -> Seats:
        """A copy as that agent knows the game, for search: what it cannot know is dealt anew, the dice fall by `seed`.

        Raises:
            ValueError: it is another agent's turn, the game is over or was cut off, or that is no seed.
        """
        seed, course = seed_of(seed), self._course()
        if not self.agents or self.terminations[self.agents[0]] or self.truncations[self.agents[0]]:
            raise ValueError(FINISHED)
        made = copy(self)
        made.room = copy(self.room)  # its seeds are its own
        made._begin(course.redealt(self._seat[agent], seed))
        made.np_random = np.random.default_rng(seed)
        made.rewards, made._cumulative_rewards = self.rewards.copy(), self._cumulative_rewards.copy()
        made._before, made._paid = self._before, self._paid
        return made


class Kept(msgspec.Struct, array_like=True):
    """What `save` keeps."""

    course: bytes
    agents: list[str]
    selection: str
    rewards: dict[str, float]
    cumulative: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    before: list[float]
    paid: bool
    stream: str
