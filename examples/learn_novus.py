"""Learns Legends of Novus for two against a random player, by MaskablePPO, in some minutes on two cores.

    pip install 'hearthside[learn]'
    python examples/learn_novus.py --seed 1 --curve docs/learning.svg

The agent sees what its seat may know, chooses among the legal actions, and is paid 1 for a win and -1 for a loss. On
the way it is paid for what the game's evaluation gains, as a potential. Games of the training are cut off after 1000
answers; those of the examination at the end are whole.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import hearthside.envs  # noqa: F401  registers hearthside/Novus-v0

ENVS = 8
GAMMA = 0.995
WINDOW = 50  # games of a point of the curve


def made(**more: Any) -> Any:
    """One environment; the agent's seat is drawn for every game."""
    return gymnasium.make("hearthside/Novus-v0", opponents=["random"], seat="random", disable_env_checker=True, **more)


class Games(BaseCallback):
    """Notes how every game of the training ended: (step, 1 won, -1 lost, 0 cut off)."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[tuple[int, int]] = []
        self.began = time.monotonic()

    def _on_step(self) -> bool:
        for done, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if done:
                self.ended.append((self.num_timesteps, info["won"]))
        return True

    def _on_rollout_end(self) -> None:
        latest = [won for _, won in self.ended[-WINDOW:]]
        if latest:
            share = sum(won > 0 for won in latest) / len(latest)
            pace = self.num_timesteps / (time.monotonic() - self.began)
            print(
                f"{self.num_timesteps:>8} steps, {len(self.ended):>4} games, {share:.0%} won, {pace:.0f} steps a second"
            )


class Ended(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Tells at the end of a game whether the agent won it."""

    def step(self, action: Any) -> Any:
        seen, reward, over, cut, info = self.env.step(action)
        if over or cut:
            env: Any = self.unwrapped
            winners = env.course.table.result.winners if over else []
            info["won"] = 1 if env.seat in winners else -1 if winners else 0
        return seen, reward, over, cut, info

    def action_masks(self) -> Any:
        env: Any = self.unwrapped
        return env.action_masks()


def examine(model: MaskablePPO, games: int, seed: int) -> tuple[int, int]:
    """Plays whole games that the training did not see; returns how many were won, and how many there were."""
    env = Ended(made())
    won = 0
    for n in range(games):
        seen, _ = env.reset(seed=seed + n)
        done = False
        while not done:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=False)
            seen, _, over, cut, info = env.step(int(action))
            done = over or cut
        won += info["won"] > 0
    return won, games


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95% for a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / 4 / games**2) ** 0.5
    return middle - half, middle + half


def curve(ended: Sequence[tuple[int, int]], steps: int, path: Path, title: str) -> None:
    """Writes the share of games won, of the latest 50, over the steps taken, as an SVG image."""
    width, height, left, top = 720, 360, 60, 50
    wide, high = width - left - 24, height - top - 50
    points = []
    for n in range(10, len(ended) + 1):
        latest = [won > 0 for _, won in ended[max(0, n - WINDOW) : n]]
        x, y = left + wide * ended[n - 1][0] / steps, top + high * (1 - sum(latest) / len(latest))
        points.append(f"{x:.1f},{y:.1f}")
    lines = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = top + high * (1 - share)
        lines.append(f'<path d="M{left} {y:.1f}h{wide}" stroke="#d8d0c0"/>')
        lines.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for n in range(5):
        x, at = left + wide * n / 4, steps * n // 4
        lines.append(f'<text x="{x:.1f}" y="{top + high + 20}" text-anchor="middle">{at // 1000}k</text>')
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" '
        f'font-size="12" fill="#3a3128"><rect width="{width}" height="{height}" fill="#fbf8f1"/>'
        f'<text x="{left}" y="26" font-size="15" font-weight="600">{title}</text>{"".join(lines)}'
        f'<text x="{left + wide / 2}" y="{height - 10}" text-anchor="middle">steps of the learner</text>'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="#1f5b78" stroke-width="2.5"/></svg>\n',
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=200_000, help="of the learner, in all environments together")
    parser.add_argument("--seed", type=int, default=1, help="of the learner and its environments")
    parser.add_argument("--games", type=int, default=200, help="of the examination")
    parser.add_argument("--curve", type=Path, help="where the curve is written, as SVG")
    parser.add_argument("--save", type=Path, help="where the model is written")
    given = parser.parse_args()
    torch.set_num_threads(1)

    def one() -> Any:
        return Ended(made(shaping=2.0, discount=GAMMA, most_answers=1000))

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([one] * ENVS),
        n_steps=128,
        batch_size=256,
        n_epochs=4,
        learning_rate=7e-4,
        gamma=GAMMA,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
    )
    games = Games()
    began = time.monotonic()
    model.learn(given.steps, callback=games)
    print(f"Learned for {time.monotonic() - began:.0f} seconds.")
    if given.save:
        model.save(given.save)
    won, played = examine(model, given.games, seed=1_000_000)
    low, high = interval(won, played)
    print(f"Against random it wins {won} of {played} whole games: {won / played:.0%} ({low:.0%} to {high:.0%}).")
    if given.curve:
        title = f"Novus for two against random: games won of the latest {WINDOW}"
        curve(games.ended, model.num_timesteps, given.curve, title)


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
