"""usage: bench_catanatron.py NPLAYERS   (pip install catanatron)"""

import random
import sys

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT
from catanatron.models.enums import ActionType

from common import measure

n = int(sys.argv[1])
COL = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE][:n]


def play(rng):
    random.seed(rng.getrandbits(32))
    g = Game([RandomPlayer(c) for c in COL])
    d = 0
    while g.winning_color() is None and g.state.num_turns < TURNS_LIMIT:
        g.play_tick()
        d += 1
    return d, 0


def mid(rng, at):
    random.seed(rng.getrandbits(32))
    g = Game([RandomPlayer(c) for c in COL])
    for _ in range(at):
        if g.winning_color() is not None:
            return None
        g.play_tick()
    return g


try:
    from catanatron.models.actions import generate_playable_actions

    legal = lambda g: generate_playable_actions(g.state)
except ImportError:
    legal = None
measure("catanatron", "catan-%dp" % n, play, mid, lambda g: g.copy(), legal)
