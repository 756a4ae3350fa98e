"""Saving and restoring, and copies as one player knows the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hearthside.engine.errors import RecordError
from hearthside.envs import Seats, aec, single
from hearthside.envs.course import OVER, Course
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.conformance.modes import Mode
from tests.envs.playing import GAMES, NUMBERED, positions, setting, stand
from tests.tiny import signals

ROOT = Path(__file__).parents[2]
every_mode = pytest.mark.parametrize("mode", GAMES, ids=[mode.name for mode in GAMES])


def go_on(course: Course, seed: int, most: int) -> list[Any]:
    """Play at random; returns how the course stood after every tenth action."""
    random, stands = Random(seed), []
    for n in range(most):
        if course.seat == OVER:
            break
        legal = sorted(course.legal)
        course.take(legal[int(random.random() * len(legal))])
        if n % 10 == 0:
            stands.append(stand(course))
    return [*stands, stand(course)]


@every_mode
def test_what_is_restored_goes_on_like_the_original(mode: Mode) -> None:
    """Saved after the game, and its dice, have gone on for a while; also in the middle of an answer in steps."""
    tried = 0
    for n, course in enumerate(positions(mode, 4, 3 if mode.small else 50, 260)):
        data = course.save()
        restored = Course.restore(course.setting, data)
        assert stand(restored) == stand(course)
        assert restored.save() == data
        again = Course.restore(course.setting, data)
        assert go_on(restored, n, 30) == go_on(again, n, 30)
        assert stand(restored) != stand(course) or course.seat == OVER
        tried += 1
        if tried > 5:
            break
    assert tried
    course, twin = (next(iter(positions(mode, 5, 1))) for _ in range(2))
    go_on(course, 1, 60)
    go_on(twin, 1, 60)
    restored = Course.restore(course.setting, course.save())
    go_on(course, 2, 60)
    assert go_on(restored, 2, 60)[-1] == stand(course), "the dice go on where they were"


@every_mode
def test_a_copy_is_the_same_to_its_player_and_saves_like_any_other(mode: Mode) -> None:
    """What the seat observes and may answer is unchanged; what it cannot know depends on the seed alone."""
    tried = differs = 0
    for n, course in enumerate(positions(mode, 6, 4 if mode.small else 60, 400)):
        seat = course.seat
        before = stand(course)
        copy, twin, other = (course.redealt(seat, seed) for seed in (n, n, n + 1))
        for made in (copy, twin, other):
            assert made.seat == seat
            assert made.observe(seat).tobytes() == course.observe(seat).tobytes()
            assert made.mask().tobytes() == course.mask().tobytes()
        assert stand(copy) == stand(twin)
        differs += stand(copy) != stand(other)
        here = go_on(copy, n, 12)
        assert go_on(twin, n, 12) == here
        assert stand(course) == before, "the original stays as it was"
        saved = Course.restore(course.setting, copy.save())
        assert stand(saved) == here[-1]
        assert go_on(saved, 9, 12) == go_on(copy, 9, 12)
        tried += 1
        if tried > 4:
            break
    assert tried or "everyone" in mode.name
    assert differs or mode.game.name in ("connect_four", "lastsecond")


def test_a_copy_asks_again_for_answers_that_its_player_has_not_seen() -> None:
    env = aec(NUMBERED, 3, signals.Options())
    env.reset(seed=3)
    env.step(env.legal()[0])
    assert env.agent_selection == "player_1"
    copy = env.redealt("player_1", 5)
    assert copy.agent_selection == "player_1"
    copy.step(copy.legal()[0])
    assert copy.agent_selection == "player_2"
    copy.step(copy.legal()[0])
    assert copy.agent_selection == "player_0"
    with pytest.raises(ValueError, match="as seat 2 knows it is made when seat 2 is asked"):
        env.redealt("player_2", 5)


def test_an_environment_is_restored_with_its_rewards_and_its_stream() -> None:
    env, other = aec(LanternRun(), shaping=0), aec(LanternRun())
    env.reset(seed=1)
    random = Random(1)
    for n in range(400):
        if n % 7 == 0:
            other.restore(env.save())
            assert other.agent_selection == env.agent_selection if env.agents else not other.agents
            assert (other.rewards, other._cumulative_rewards) == (env.rewards, env._cumulative_rewards)
            assert (other.agents, other.terminations) == (env.agents, env.terminations)
            assert other.legal() == env.legal()
        if not env.agents:
            break
        env.step(random.choice(env.legal()) if env.legal() else None)
    env.reset()
    other.reset()
    assert env.room.seed_used == other.room.seed_used, "the next game is the same as well"


def test_a_single_agent_is_restored_with_its_opponents() -> None:
    env, other = single("novus", ["greedy", "random"]), single("novus", ["greedy", "random"])
    env.reset(seed=2)
    random = Random(2)
    for _ in range(30):
        env.step(random.choice(env.legal()))
    other.restore(env.save())
    for _ in range(30):
        action = random.choice(env.legal())
        one, two = env.step(action), other.step(action)
        assert one[0].tobytes() == two[0].tobytes()
        assert one[1:4] == two[1:4]
    copy, twin = env.redealt(7), env.redealt(7)
    for _ in range(10):
        action = random.choice(copy.legal())
        assert copy.step(action)[0].tobytes() == twin.step(action)[0].tobytes()


RESTORE = """
import sys
from hearthside.envs import aec
from random import Random
env = aec("novus", 3)
env.restore(bytes.fromhex(sys.stdin.read()))
random = Random(5)
for _ in range(200):
    env.step(random.choice(env.legal()))
print(env.save().hex())
"""


def test_what_is_saved_is_restored_in_another_process() -> None:
    env = aec("novus", 3)
    env.reset(seed=4)
    play(env, 3)
    data = env.save()
    environment = {**os.environ, "PYTHONHASHSEED": "5", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", RESTORE]
    done = subprocess.run(command, input=data.hex(), env=environment, capture_output=True, text=True, check=True)
    play(env, 5)
    assert bytes.fromhex(done.stdout.strip()) == env.save()


def play(env: Seats, seed: int) -> None:
    random = Random(seed)
    for _ in range(200):
        env.step(random.choice(env.legal()))


def test_what_does_not_fit_is_refused() -> None:
    env, other = aec("novus", 2), aec(ConnectFour())
    env.reset(seed=1)
    other.reset(seed=1)
    for data, words in (
        (b"nothing", "This is no saved environment"),
        (other.save(), "was saved by connect_four, version 1 of the rules"),
        (_saved(3), "with other seats or options"),
    ):
        with pytest.raises(RecordError, match=words):
            env.restore(data)
    env.restore(_saved(2))
    with pytest.raises(ValueError, match="has no past, and so no record"):
        env.record()


@pytest.mark.parametrize("env", [aec("novus", 2), single("novus")], ids=["aec", "single"])
def test_damaged_bytes_are_refused_and_change_nothing(env: Any) -> None:
    env.reset(seed=1)
    data, random = env.save(), Random(1)
    env.reset(seed=2)
    before = env.save()
    damaged = [bytearray(data) for _ in range(50)]
    for one in damaged:
        one[random.randrange(len(one))] ^= 1 << random.randrange(8)
    other = single("novus") if isinstance(env, Seats) else aec("novus", 2)
    other.reset(seed=1)
    for wrong in (b"", b"abc", data[:-1], data + b"x", "text", None, other.save(), *map(bytes, damaged)):
        with pytest.raises(RecordError, match=r"[.]$"):
            env.restore(wrong)
        assert env.save() == before
    env.restore(data)
    assert env.save() == data


def test_a_restored_environment_and_a_copy_know_their_own_seeds() -> None:
    env, other = aec("novus"), aec("novus")
    env.reset(seed=1)
    other.reset(seed=2)
    other.restore(env.save())
    assert other.room.seed_used == env.room.seed_used
    before = env.save(), env.room.seed_used
    copy = env.redealt(env.agent_selection, 3)
    copy.reset()
    assert copy.room.seed_used != env.room.seed_used
    assert (env.save(), env.room.seed_used) == before


def test_a_seed_of_a_copy_is_any_whole_number_that_can_be_saved() -> None:
    env = aec("novus")
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.redealt(agent, np.int64(3)).save() == env.redealt(agent, 3).save()  # type: ignore[arg-type]
    env.redealt(agent, 2**64 - 1).save()
    one = single("novus")
    one.reset(seed=1)
    wrong: Any
    for wrong in (None, "3", 1.5, -1, 2**64):
        with pytest.raises(ValueError, match="A seed is a whole number"):
            env.redealt(agent, wrong)
        with pytest.raises(ValueError, match="A seed is a whole number"):
            one.redealt(wrong)
        if wrong is not None:
            with pytest.raises(ValueError, match="A seed is a whole number"):
                env.reset(options={"table_seed": wrong})


def test_there_is_no_copy_of_a_game_that_is_over_lost_or_cut_off() -> None:
    lost, cut = aec("novus", illegal="lose"), aec("novus", most_answers=1)
    for env in (lost, cut):
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(0 if env is lost else env.legal()[0])
        for who in (agent, env.possible_agents[env.course.seat]):  # type: ignore[union-attr]
            with pytest.raises(ValueError, match="The game is over: there is nothing to think ahead about"):
                env.redealt(who, 1)
    one = single("novus")
    one.reset(seed=1)
    one.step(0)
    with pytest.raises(ValueError, match="The game is over"):
        one.redealt(1)


def _saved(seats: int) -> bytes:
    env = aec("novus", seats)
    env.reset(seed=1)
    return env.save()


def test_settings_are_shared() -> None:
    """Numbering and features are made once for all environments of a game."""
    one, other = setting(GAMES[0]), setting(GAMES[0])
    assert one.numbers is other.numbers
