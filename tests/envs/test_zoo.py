"""PettingZoo's environments."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random, getstate, setstate
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from hearthside.engine.errors import Refused
from hearthside.engine.record import read, replay, write
from hearthside.envs import Illegal, Seats, aec
from hearthside.games import game as game_of
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.conformance.modes import Mode
from tests.envs.playing import GAMES, NUMBERED, SMALL, made
from tests.tiny import signals

ROOT = Path(__file__).parents[2]
every_mode = pytest.mark.parametrize("mode", GAMES, ids=[mode.name for mode in GAMES])
small_modes = pytest.mark.parametrize("mode", SMALL, ids=[mode.name for mode in SMALL])


def play(env: Seats, seed: int, most: int = 10**6) -> Iterator[tuple[str, dict[str, Any]]]:
    """Play at random; yields the agent and its observation before each action."""
    random = Random(seed)
    for n, agent in enumerate(env.agent_iter()):
        seen, _, over, cut, info = env.last()
        if n >= most:
            return
        yield agent, seen
        assert info["action_mask"] is seen["action_mask"]
        env.step(None if over or cut else random.choice(env.legal()))


@every_mode
def test_the_interface_is_kept(mode: Mode) -> None:
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation is a mapping and no array
        api_test(made(mode), num_cycles=30)


@every_mode
def test_the_seed_decides(mode: Mode) -> None:
    seed_test(lambda: made(mode), num_cycles=25)


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 2))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    out = StringIO()
    with redirect_stdout(out):
        performance_benchmark(aec(ConnectFour()))
    assert "turns per second" in out.getvalue()


# ---- whose turn it is ----


@small_modes
def test_masks_of_those_who_are_not_asked_are_empty(mode: Mode) -> None:
    env = made(mode)
    env.reset(seed=1)
    for agent, seen in play(env, 1):
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert np.array_equal(mask, env.infos[other]["action_mask"])
            assert env.legal(other) == mask.nonzero()[0].tolist()
            assert mask.any() == (other == agent and not env.terminations[agent])
        assert seen["observation"].shape == env.observation_space(agent)["observation"].shape
    assert env.agents == []


def test_what_is_legal_can_be_asked_at_any_time() -> None:
    env = aec(ConnectFour())
    assert env.legal() == env.legal("player_1") == []
    with pytest.raises(ValueError, match="call reset first"):
        env.observe("player_0")
    with pytest.raises(ValueError, match="call reset first"):
        env.step(2)
    env.reset()
    assert env.legal() == list(range(2, 9))
    assert env.legal("player_1") == []
    for _ in play(env, 2):
        pass
    assert env.legal() == env.legal("player_0") == []
    assert env.observe("player_0")["observation"].any(), "the end of a game can be looked at"
    with pytest.raises(ValueError, match="call reset first"):
        env.step(2)
    env.reset()
    assert len(env.legal()) == 7


def test_who_is_asked_together_is_asked_in_seat_order_and_learns_nothing() -> None:
    """All pass a card at once: what the second sees does not tell what the first answered."""
    env = aec(NUMBERED, 3, signals.Options())
    seen = []
    for choice in (0, 1, 2):
        env.reset(seed=3)
        assert env.agent_selection == "player_0"
        env.step(env.legal()[choice])
        assert env.agent_selection == "player_1"
        seen.append((env.observe("player_1")["observation"].tobytes(), env.legal()))
        env.step(env.legal()[0])
        assert env.agent_selection == "player_2"
    assert seen[0] == seen[1] == seen[2]


def test_where_all_let_it_pass_the_clock_goes_on() -> None:
    """A race for the lamp: nobody goes, and the time is up."""
    env = aec(NUMBERED, 2, signals.Options())
    env.reset(seed=4)
    while env.course.ask.topic != "race":  # type: ignore[union-attr]
        env.step(env.legal()[-1])
    table = env.course.table  # type: ignore[union-attr]
    before = table.g.now
    assert 0 in env.legal()
    env.step(0)
    assert (env.agent_selection, table.g.now) == ("player_1", before)
    env.step(0)
    assert table.g.now == before + signals.RACE
    assert [player.score for player in table.g.state.players] == [0, 0]


def test_what_may_be_done_off_turn_is_offered_before_who_must_answer() -> None:
    env = aec(NUMBERED, 2, signals.Options(hurry=False))
    env.reset(seed=5)
    while env.course.ask.topic != "standing":  # type: ignore[union-attr]
        env.step(env.legal()[0])
    assert env.legal()[0] == 0
    other = env.agent_selection
    env.step(0)
    assert env.agent_selection != other
    assert 0 not in env.legal(), "who must answer cannot let it pass"


def test_real_time_is_played_by_a_virtual_clock() -> None:
    env = aec("lastsecond", 2, {"mode": "real", "debate": 0})
    env.reset(seed=6)
    clocks = [env.course.table.g.now for _ in play(env, 6)]  # type: ignore[union-attr]
    assert clocks == sorted(clocks)
    assert clocks[-1] > 1000
    assert aec("lastsecond", 2).room.setting.options.mode == "sliced"


# ---- rewards ----


def test_who_wins_is_paid_one_and_the_others_pay() -> None:
    env, random = aec(LanternRun()), Random(1)
    won = 0
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(random.choice(env.legal()))
        winners = env.course.table.result.winners  # type: ignore[union-attr]
        paid = [env.rewards[agent] for agent in env.possible_agents]
        assert paid == ([1.0 if seat in winners else -1.0 for seat in range(2)] if winners else [0.0] * 2)
        assert [env._cumulative_rewards[agent] for agent in env.agents] == paid
        won += bool(winners)
        for agent in env.possible_agents:  # one leaves while the others are still there
            assert env.agents[0] == agent
            assert env.last()[1:4] == (paid[env.possible_agents.index(agent)], True, False)
            with pytest.raises(ValueError, match="only valid action is None"):
                env.step(3)
            env.step(None)
        assert env.agents == []
    assert won
    assert aec("novus", 1).room.outcome(lost_alone()) == [-1.0]


def lost_alone() -> Any:
    """A course of one seat that ended without a winner."""
    return SimpleNamespace(table=SimpleNamespace(result=SimpleNamespace(winners=[])))


def test_shaping_adds_what_the_potential_gains() -> None:
    """Without discount it comes to the potential of the end less that of the start, whatever was played."""
    for seed, options in ((1, {"rounds": 12}), (2, None)):
        env, plain = (aec("novus", 1 + (seed == 1), options, shaping=weight) for weight in (0.5, 0.0))
        starts, paid = [], []
        for one in (env, plain):
            one.reset(seed=seed)
            starts.append(one.room.potential(one.course))  # type: ignore[arg-type]
            got = dict.fromkeys(one.possible_agents, 0.0)
            for agent in one.agent_iter():
                _, reward, over, _, _ = one.last(observe=False)
                got[agent] += reward
                one.step(None if over else one.legal()[0])
            paid.append(list(got.values()))
        assert not any(starts[1])
        ends = [0.25 * (1 + reward) for reward in paid[1]]
        assert ends == ([0.25, 0.25] if seed == 1 else [0.0]), "undecided, or lost alone"
        assert paid[0] == pytest.approx([p + z - a for p, z, a in zip(paid[1], ends, starts[0], strict=True)])
    with pytest.raises(ValueError, match="Signals has no evaluation"):
        aec(NUMBERED, shaping=1)


def test_a_game_can_be_cut_off() -> None:
    env = aec("novus", 2, most_answers=50)
    for _ in range(2):
        env.reset(seed=8)
        steps = sum(1 for _ in play(env, 8))
        assert steps == 52
    env.reset(seed=8)
    while not any(env.truncations.values()):
        env.step(env.legal()[0])
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()


def test_an_illegal_action_is_told_or_loses() -> None:
    env = aec(ConnectFour())
    env.reset(seed=9)
    before = env.save()
    for wrong, words in (
        (0, r"Action 0 \(let it pass\) is not legal for seat 0 now; 7 others are\."),
        (99, r"An action is a whole number from 0 to 8, not 99\."),
        ("left", "not 'left'"),
        (None, "not None"),
    ):
        with pytest.raises(Illegal, match=words):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.save() == before
    env = aec(ConnectFour(), illegal="lose")
    env.reset(seed=9)
    env.step(1)
    assert (env.rewards, env.terminations) == (
        {"player_0": -1.0, "player_1": 0.0},
        {"player_0": True, "player_1": True},
    )


# ---- seeds ----


def digest(env: Seats, steps: int = 300) -> str:
    import hashlib

    made = hashlib.sha256()
    for agent, seen in play(env, 1, steps):
        made.update(agent.encode() + seen["observation"].tobytes() + seen["action_mask"].tobytes())
    return made.hexdigest()


def test_without_a_seed_every_game_differs_and_with_one_none() -> None:
    env, other = aec("novus", 2), aec("novus", 2)
    env.reset()
    other.reset()
    first, second = env.room.seed_used, other.room.seed_used
    assert first != second, "no seed is fixed in silence"
    env.reset(seed=1)
    one = [env.room.seed_used]
    env.reset()
    one.append(env.room.seed_used)
    other.reset(seed=1)
    assert [other.room.seed_used, (other.reset(), other.room.seed_used)[1]] == one
    assert one[0] != one[1]
    env.reset(options={"table_seed": first})
    assert env.room.seed_used == first


def test_environments_leave_the_worlds_chance_alone() -> None:
    import random

    random.seed(5)
    np.random.seed(5)
    state, theirs = getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index, union-attr]
    one, other = aec("novus", 2), aec("novus", 2)
    one.reset(seed=3)
    other.reset(seed=3)
    for (_, seen), (_, also) in zip(play(one, 1, 100), play(other, 1, 100), strict=True):
        assert np.array_equal(seen["observation"], also["observation"])
    assert getstate() == state
    assert np.random.get_state()[1].tobytes() == theirs  # type: ignore[index, union-attr]
    setstate(state)


DIGEST = """
from tests.envs.test_zoo import digest
from hearthside.envs import aec
for name, seats in (("novus", 3), ("lastsecond", 2)):
    env = aec(name, seats)
    env.reset(seed=11)
    print(digest(env))
"""


def test_the_same_seed_plays_the_same_in_any_process() -> None:
    told = set()
    for seed in ("0", "42"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        told.add(
            subprocess.run([sys.executable, "-c", DIGEST], env=env, capture_output=True, text=True, check=True).stdout
        )
    assert len(told) == 1


def test_a_game_is_recorded_and_replays(tmp_path: Path) -> None:
    env = aec("novus", 2, {"rounds": 5})
    env.reset(seed=12)
    for _ in play(env, 12):
        pass
    write(env.record(), tmp_path / "game.json")
    table = replay(read(tmp_path / "game.json"), game_of("novus"))
    assert table.result == env.course.table.result  # type: ignore[union-attr]


# ---- wrong arguments ----


@pytest.mark.parametrize(
    "wrong, error, words",
    [
        ({"seats": 9}, Refused, "Legends of Novus is for 1 to 5 players, not 9."),
        ({"options": {"windows": "some"}}, ValueError, "Legends of Novus: Invalid enum value 'some'"),
        ({"seats": 2.0}, Refused, "Legends of Novus is for 1 to 5 players, not 2.0."),
        ({"options": "rounds"}, ValueError, "Options are a mapping such as .*, not 'rounds'."),
        ({"packs": "nowhere/at-all"}, ValueError, "there is no folder nowhere/at-all."),
        ({"most_answers": 0}, ValueError, "most_answers is 1 or more, or None, not 0."),
        ({"options": {"wind": 1}}, ValueError, "unknown field `wind`"),
        ({"render_mode": "human"}, ValueError, "render_mode is one of ansi, svg, not 'human'."),
        ({"illegal": "ignore"}, ValueError, "illegal is one of raise, lose, not 'ignore'."),
    ],
)
def test_wrong_arguments_are_told(wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        aec("novus", **wrong)


def test_reference_games_are_environments_too() -> None:
    env = aec(LanternRun())
    env.reset(seed=1)
    for _ in play(env, 1):
        pass
    assert not env.agents
