"""usage: bench_rlcard.py leduc-holdem|uno|... [env]   RLCard's core game object; env: its rlcard.make environment"""

import copy
import random
import sys

import numpy as np
import rlcard

from common import measure

name = sys.argv[1]
use_env = "env" in sys.argv
env = rlcard.make(name, config={"seed": 1, "allow_step_back": False})
g = env.game


def play_env(rng):
    state, _ = env.reset()
    d = 0
    while not env.is_over():
        a = list(state["legal_actions"])
        state, _ = env.step(a[int(rng.random() * len(a))])
        d += 1
    return d, 0


def play_game(rng):
    g.init_game()
    d = 0
    while not g.is_over():
        a = g.get_legal_actions()
        g.step(a[int(rng.random() * len(a))])
        d += 1
    return d, 0


def mid(rng, at):
    g.init_game()
    d = 0
    while not g.is_over():
        if d == at:
            return copy.deepcopy(g)
        a = g.get_legal_actions()
        g.step(a[int(rng.random() * len(a))])
        d += 1


if use_env:
    measure("RLCard %s env" % rlcard.__version__, name, play_env)
else:
    measure(
        "RLCard %s game core" % rlcard.__version__, name, play_game, mid, copy.deepcopy, lambda s: s.get_legal_actions()
    )
