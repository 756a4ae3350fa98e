"""usage: bench_pettingzoo.py connect_four_v3|tictactoe_v3 [raw]   AEC loop, random masked actions; step = decision"""

import importlib
import random
import sys

import numpy as np
import pettingzoo

from common import measure

name = sys.argv[1]
env = importlib.import_module("pettingzoo.classic." + name).env()  # with its public wrappers
raw = importlib.import_module("pettingzoo.classic." + name).raw_env() if "raw" in sys.argv else None
E_ = raw or env


def play(rng):
    E_.reset()
    d = 0
    for agent in E_.agent_iter():
        obs, _, term, trunc, _ = E_.last()
        if term or trunc:
            E_.step(None)
        else:
            a = np.flatnonzero(obs["action_mask"])
            E_.step(int(a[int(rng.random() * len(a))]))
            d += 1
    return d, 0


def mid(rng, at):
    """A live environment stopped after `at` decisions. (copy.deepcopy of these environments goes through
    gymnasium's EzPickle, which builds a FRESH, un-reset environment: there is no state copy to time.)"""
    m = importlib.import_module("pettingzoo.classic." + name)
    e = m.raw_env() if raw else m.env()
    e.reset()
    d = 0
    for agent in e.agent_iter():
        obs, _, term, trunc, _ = e.last()
        if term or trunc:
            return None
        if d == at:
            return e
        a = np.flatnonzero(obs["action_mask"])
        e.step(int(a[int(rng.random() * len(a))]))
        d += 1


measure(
    "PettingZoo %s%s" % (pettingzoo.__version__, " raw_env" if raw else ""),
    name,
    play,
    mid,
    None,
    lambda e: np.flatnonzero(e.observe(e.agent_selection)["action_mask"]),
)
