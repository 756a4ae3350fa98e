"""usage: bench_chess.py   python-chess: random legal games (claims are not made; automatic endings only)"""

import chess

from common import measure


def play(rng):
    b = chess.Board()
    d = 0
    while not b.is_game_over():
        a = list(b.legal_moves)
        b.push(a[int(rng.random() * len(a))])
        d += 1
    return d, 0


def mid(rng, at):
    b = chess.Board()
    for _ in range(at):
        if b.is_game_over():
            return None
        a = list(b.legal_moves)
        b.push(a[int(rng.random() * len(a))])
    return b if not b.is_game_over() else None


measure("python-chess %s" % chess.__version__, "chess", play, mid, lambda b: b.copy(), lambda b: list(b.legal_moves))
measure(
    "python-chess %s" % chess.__version__, "chess, copy without move stack", play, mid, lambda b: b.copy(stack=False)
)
