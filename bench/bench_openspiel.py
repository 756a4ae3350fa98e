"""usage: bench_openspiel.py GAME   e.g. tic_tac_toe, connect_four, backgammon, leduc_poker, oware, quoridor,
'dark_hex(board_size=5)', python_tic_tac_toe, python_lantern (our shared game, openspiel_lantern.py)"""

import random
import sys

import pyspiel

from common import measure

name = sys.argv[1]
if name == "python_lantern":
    import openspiel_lantern  # registers it
elif name.startswith("python_"):
    import open_spiel.python.games
game = pyspiel.load_game(name)


def step_chance(s, rng):
    o = s.chance_outcomes()
    if len(o) == 1:
        a = o[0][0]
    else:
        x = rng.random()
        for a, p in o:
            x -= p
            if x < 0:
                break
    s.apply_action(a)


def play(rng):
    s = game.new_initial_state()
    d = c = 0
    while not s.is_terminal():
        if s.is_chance_node():
            step_chance(s, rng)
            c += 1
        else:
            a = s.legal_actions()
            s.apply_action(a[int(rng.random() * len(a))])
            d += 1
    return d, c


def mid(rng, at):
    s = game.new_initial_state()
    d = 0
    while not s.is_terminal():
        if s.is_chance_node():
            step_chance(s, rng)
        else:
            if d >= at:
                return s
            a = s.legal_actions()
            s.apply_action(a[int(rng.random() * len(a))])
            d += 1
    return None


measure(
    "OpenSpiel %s (Python API)" % getattr(pyspiel, "__version__", ""),
    name,
    play,
    mid,
    lambda s: s.clone(),
    lambda s: s.legal_actions(),
)
