"""Gymnasium's environments."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hearthside.bots.bot import BadSeat
from hearthside.engine.ask import Ask
from hearthside.engine.table import Table
from hearthside.envs import Illegal, Single, ids, single
from hearthside.games import GAMES
from hearthside.lab.reference.connect_four import ConnectFour
from tests.envs.playing import NUMBERED
from tests.tiny import signals


def finish(env: Single, choose: Callable[[Single], int], most: int = 10**5) -> tuple[float, int]:
    """Play to the end; returns the sum of rewards and the steps."""
    total = 0.0
    for n in range(most):
        _, reward, over, cut, _ = env.step(choose(env))
        total += reward
        if over or cut:
            return total, n + 1
    pytest.fail("the game does not end")


def by_chance(seed: int) -> Callable[[Single], int]:
    random = Random(seed)
    return lambda env: random.choice(env.legal())


@pytest.mark.parametrize("id_", ids().values())
def test_the_interface_is_kept(id_: str) -> None:
    env = gymnasium.make(id_)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)


def test_every_game_is_registered() -> None:
    assert set(ids()) == set(GAMES)
    assert ids()["novus"] == "hearthside/Novus-v0"
    for id_ in ids().values():
        env = gymnasium.make(id_, opponents=["easy", "greedy"])
        seen, info = env.reset(seed=1)
        assert seen in env.observation_space
        assert info["action_mask"].sum() == env.get_wrapper_attr("action_masks")().sum() > 0


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_runs_several_at_once(mode: Any) -> None:
    envs = gymnasium.make_vec(
        "hearthside/Novus-v0", num_envs=2, vectorization_mode=mode, opponents=["random"], options={"rounds": 2}
    )
    seen, info = envs.reset(seed=3)
    random, ended = np.random.default_rng(3), 0
    for _ in range(60):
        masks = info["action_mask"]
        assert seen.shape[0] == len(masks) == 2
        actions = np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        seen, reward, over, cut, info = envs.step(actions)
        ended += over.sum()
        assert not cut.any()
        assert np.isfinite(reward).all()
    assert ended
    envs.close()


def test_opponents_are_who_was_named() -> None:
    asked = []

    class Noted:
        def choose(self, table: Table, ask: Ask, random: Any) -> Any:
            asked.append(ask.seat)
            return ask.choices[0]

    env = single(ConnectFour(), Noted(), seat=1)  # type: ignore[arg-type]
    env.reset(seed=1)
    assert asked == [0]
    finish(env, by_chance(1))
    assert set(asked) == {0}
    with pytest.raises(BadSeat, match="Nobody is called 'nobody'"):
        single("novus", "nobody")
    with pytest.raises(ValueError, match="At a table of 4 there are 3 opponents, not 1"):
        single("novus", ["random"], seats=4)
    with pytest.raises(ValueError, match="seat is 0 to 1 or 'random', not 5"):
        single("novus", seat=5)


def test_a_seat_drawn_at_random_is_drawn_for_every_game() -> None:
    env = single(ConnectFour(), seat="random")
    seats = []
    for n in range(12):
        _, info = env.reset(seed=1 if n == 0 else None)
        seats.append(info["seat"])
    assert set(seats) == {0, 1}
    env.reset(seed=1)
    assert env.seat == seats[0]


def test_the_seed_decides_all_that_chance_does() -> None:
    runs = []
    for _ in range(2):
        env = single("novus", ["greedy", "random"], options={"rounds": 6})
        seen = [env.reset(seed=9)[0].tobytes()]
        choose = by_chance(9)
        over = False
        while not over:
            one, _, over, _, _ = env.step(choose(env))
            seen.append(one.tobytes())
        runs.append((seen, env.reset()[0].tobytes()))
    assert runs[0] == runs[1]
    first, second = single("novus"), single("novus")
    first.reset()
    second.reset()
    assert first.room.seed_used != second.room.seed_used


def test_wins_and_losses_are_paid_as_the_result_says() -> None:
    env = single(ConnectFour(), seat="random")
    paid = set()
    for seed in range(12):
        env.reset(seed=seed)
        reward, _ = finish(env, by_chance(seed))
        assert env.course is not None
        winners = env.course.table.result.winners
        assert reward == (0 if not winners else 1 if env.seat in winners else -1)
        assert not env.action_masks().any()
        assert env.legal() == []
        paid.add(reward)
    assert paid >= {1, -1}
    with pytest.raises(ValueError, match="call reset first"):
        env.step(2)


def test_alone_a_game_that_is_not_won_is_lost() -> None:
    env = single("novus", seats=1)
    env.reset(seed=3)
    assert finish(env, by_chance(3))[0] == -1


def test_an_illegal_action_loses_or_is_told() -> None:
    env = single(ConnectFour())
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-1, True, False)
    assert not info["action_mask"].any()
    strict = single(ConnectFour(), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(Illegal, match=r"Action 0 \(let it pass\) is not legal for seat 0 now"):
        strict.step(0)
    strict.step(3)


def test_shaping_and_cutting_off() -> None:
    env = single("novus", shaping=1, most_answers=120)
    env.reset(seed=5)
    before = env._before
    total, _ = finish(env, by_chance(5))
    assert total == pytest.approx(env._before - before)
    assert env.course is not None
    assert env.course.table.serial >= 120
    assert not env.course.table.over


def test_bots_and_steps_meet_in_a_game_with_every_kind_of_question() -> None:
    for seed in range(4):
        env = single(NUMBERED, "random", 3, seat="random", options=signals.Options(hurry=seed % 2 == 0))
        env.reset(seed=seed)
        finish(env, by_chance(seed))


def test_before_the_first_reset_there_is_nothing_to_see() -> None:
    env = single("novus")
    assert env.legal() == []
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match="call reset first"):
        env.step(1)
    with pytest.raises(ValueError, match="call reset first"):
        env.text()


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"opponents": 3}, "An opponent is the name of a bot, or an object with `choose`, not 3"),
        ({"opponents": [None]}, "An opponent is the name of a bot, or an object with `choose`, not None"),
        ({"opponents": ["me"]}, "An opponent is the name of a bot, or an object with `choose`, not 'me'"),
        ({"most_answers": 0}, "most_answers is 1 or more, or None, not 0"),
    ],
)
def test_wrong_arguments_are_told_at_once(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        single("novus", **wrong)


def test_an_agent_that_is_never_asked_is_told_of() -> None:
    env = single(ConnectFour(), seat=1, most_answers=1)
    with pytest.raises(ValueError, match="In 100 games seat 1 was never asked before the end; most_answers is 1"):
        env.reset(seed=1)
    assert env.legal() == []


def test_an_action_may_be_an_array_of_one_number_as_learners_give_it() -> None:
    env, twin = single("novus", illegal="raise"), single("novus", illegal="raise")
    for one in (env, twin):
        one.reset(seed=1)
    action = env.legal()[0]
    assert env.step(np.array(action))[0].tobytes() == twin.step(action)[0].tobytes()
    wrong: Any
    for wrong in ([action], np.array([action]), np.array([1, 2]), {}, np.array(1.0)):
        with pytest.raises(Illegal, match="An action is a whole number from 0 to"):
            env.step(wrong)
