"""The two games of SPEC.md in plain Python, the reference: a class a game, ints and lists, no framework.

usage: plain_games.py check|vectors|connect_four|lantern
  check         plays both at random and prints the means to compare with SPEC.md
  vectors       prints the exact vectors of SPEC.md
  connect_four, lantern   measures the game: one JSON line
"""

import random
import sys

from common import measure

LINES = {}
for c in range(7):
    for r in range(6):
        LINES[c * 6 + r] = out = []
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for k in range(-3, 1):
                cells = [(c + dc * (k + i), r + dr * (k + i)) for i in range(4)]
                if all(0 <= x < 7 and 0 <= y < 6 for x, y in cells):
                    out.append(tuple(x * 6 + y for x, y in cells))


class ConnectFour:
    def __init__(self, rng=None):
        self.board, self.height, self.player, self.winner, self.n = [0] * 42, [0] * 7, 1, None, 0

    def legal(self):
        h = self.height
        return [c for c in range(7) if h[c] < 6]

    def apply(self, col):
        cell = col * 6 + self.height[col]
        b, p = self.board, self.player
        b[cell] = p
        self.height[col] += 1
        self.n += 1
        for i, j, k, m in LINES[cell]:
            if b[i] == b[j] == b[k] == b[m]:
                self.winner = p
                return
        if self.n == 42:
            self.winner = 0
        self.player = 3 - p

    def over(self):
        return self.winner is not None

    def copy(self):
        s = ConnectFour.__new__(ConnectFour)
        s.board, s.height, s.player, s.winner, s.n = self.board[:], self.height[:], self.player, self.winner, self.n
        return s

    def outcome(self):
        return self.winner


# ---- (b) Lantern Run
ADJ = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
KIND = ("camp", "ruin", "cave", "ruin", "shrine", "ruin", "cave", "ruin", "town")
DECK = (
    (("coin", 1),) * 5
    + (("coin", 2),) * 4
    + (("coin", 3),) * 2
    + (("blade", 0),) * 4
    + (("potion", 0),) * 3
    + (("snake", 0),) * 4
    + (("monster", 6),) * 3
    + (("monster", 7),) * 3
    + (("monster", 8),) * 2
)
TURNS = 16


class Hero:
    __slots__ = ("bank", "blades", "hp", "potions", "purse", "site")

    def __init__(self):
        self.site, self.hp, self.purse, self.bank, self.blades, self.potions = 0, 6, 0, 0, 0, 0

    def copy(self):
        h = Hero.__new__(Hero)
        h.site, h.hp, h.purse, h.bank, h.blades, h.potions = (
            self.site,
            self.hp,
            self.purse,
            self.bank,
            self.blades,
            self.potions,
        )
        return h


class LanternRun:
    def __init__(self, rng):
        self.rng = rng
        self.heroes = [Hero(), Hero()]
        self.deck, self.discard = list(DECK), []
        rng.shuffle(self.deck)
        self.turn, self.phase, self.pot, self.snakes, self.foe, self.foe_hp, self.chance = 0, "move", 0, 0, 0, 0, 0

    def legal(self):
        h = self.heroes[self.turn & 1]
        if self.phase == "move":
            return [("stay",)] + [("go", n) for n in ADJ[h.site]]
        if self.phase == "delve":
            return [("delve",), ("stop",)]
        acts = [("strike",)]
        if h.blades:
            acts.append(("blade",))
        if h.potions and h.hp < 6:
            acts.append(("drink",))
        acts.append(("flee",))
        return acts

    def apply(self, action):
        getattr(self, "do_" + action[0])(self.heroes[self.turn & 1], *action[1:])

    def end_turn(self):
        self.turn, self.phase, self.pot = self.turn + 1, "move", 0

    def hurt(self, h, ends):
        h.hp -= 1
        if h.hp == 0:
            h.purse, h.hp, h.site = 0, 6, 0
            ends = True
        if ends:
            self.end_turn()

    def arrive(self, h):
        kind = KIND[h.site]
        if kind in ("camp", "town"):
            h.bank, h.purse = h.bank + h.purse, 0
            return self.end_turn()
        if kind == "shrine":
            h.hp = min(6, h.hp + 1)
        self.phase, self.pot, self.snakes = "delve", 0, 0

    def do_stay(self, h):
        self.arrive(h)

    def do_go(self, h, n):
        h.site = n
        self.arrive(h)

    def do_stop(self, h):
        h.purse += self.pot
        self.end_turn()

    def do_delve(self, h):
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.rng.shuffle(self.deck)
        self.chance += 1
        card = self.deck.pop()
        what, v = card
        if what == "blade":
            h.blades += 1
        elif what == "potion":
            h.potions += 1
        else:
            self.discard.append(card)
            if what == "coin":
                self.pot += v + (KIND[h.site] == "ruin")
            elif what == "snake":
                self.snakes += 1
                if self.snakes == 2:
                    self.pot = 0
                    self.hurt(h, True)
            else:
                self.foe, self.foe_hp, self.phase = v + (KIND[h.site] == "cave"), 2, "battle"

    def attack(self, h, bonus):
        self.chance += 1
        if self.rng.randint(1, 6) + self.rng.randint(1, 6) + bonus >= self.foe:
            self.foe_hp -= 1
            if self.foe_hp == 0:
                self.pot += self.foe - 4
                self.phase = "delve"
        else:
            self.hurt(h, False)

    def do_strike(self, h):
        self.attack(h, 0)

    def do_blade(self, h):
        h.blades -= 1
        self.discard.append(("blade", 0))
        self.attack(h, 3)

    def do_drink(self, h):
        h.potions -= 1
        self.discard.append(("potion", 0))
        h.hp = min(6, h.hp + 2)

    def do_flee(self, h):
        self.end_turn()

    def over(self):
        return self.turn == TURNS

    def copy(self):
        s = LanternRun.__new__(LanternRun)
        s.__dict__.update(self.__dict__)
        s.heroes = [h.copy() for h in self.heroes]
        s.deck, s.discard = self.deck[:], self.discard[:]
        return s

    def scores(self):
        return [2 * h.bank + h.purse for h in self.heroes]

    def outcome(self):
        a, b = self.scores()
        return 0 if a == b else (1 if a > b else 2)


def play_one(cls, rng):
    s = cls(rng)
    d = 0
    while not s.over():
        a = s.legal()
        s.apply(a[int(rng.random() * len(a))])
        d += 1
    return d, s


def bench(cls, name):
    def play(rng):
        d, s = play_one(cls, rng)
        return d, getattr(s, "chance", 0)

    def mid(rng, at):
        s = cls(rng)
        for _ in range(at):
            if s.over():
                return None
            a = s.legal()
            s.apply(a[int(rng.random() * len(a))])
        return None if s.over() else s

    measure("plain Python", name, play, mid, lambda s: s.copy(), lambda s: s.legal())


def check(cls, n):
    rng = random.Random(5)
    d = 0
    w = [0, 0, 0]
    sc = ch = 0
    for _ in range(n):
        k, s = play_one(cls, rng)
        d += k
        w[s.outcome()] += 1
        if cls is LanternRun:
            sc += sum(s.scores())
            ch += s.chance
    print(
        cls.__name__,
        "games",
        n,
        "decisions/game %.3f" % (d / n),
        "draw/first/second %.4f %.4f %.4f" % tuple(x / n for x in w),
        "score/player %.3f" % (sc / n / 2),
        "chance/game %.3f" % (ch / n),
    )


class Lcg:
    """The generator of SPEC.md's exact vectors, for checking another implementation decision by decision."""

    def __init__(self, seed):
        self.x = seed

    def below(self, n):
        self.x = (self.x * 1103515245 + 12345) % 2**31
        return (self.x >> 16) % n

    def randint(self, a, b):
        return a + self.below(b - a + 1)

    def shuffle(self, xs):
        for i in range(len(xs) - 1, 0, -1):
            j = self.below(i + 1)
            xs[i], xs[j] = xs[j], xs[i]


def vector(cls, seed):
    rng = Lcg(seed)
    s = cls(rng)
    d = h = 0
    while not s.over():
        i = rng.below(len(s.legal()))
        s.apply(s.legal()[i])
        d += 1
        h = (h * 31 + i + 1) % 1000003
    return (seed, d, h, s.scores() if cls is LanternRun else s.winner)


def main(what):
    if what == "check":
        check(ConnectFour, 40000)
        check(LanternRun, 40000)
    elif what == "vectors":
        for cls in (ConnectFour, LanternRun):
            print(cls.__name__, [vector(cls, seed) for seed in range(1, 6)])
    elif what == "connect_four":
        bench(ConnectFour, "connect_four")
    elif what == "lantern":
        bench(LanternRun, "lantern")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
