"""SPEC.md (b) Lantern Run through OpenSpiel's Python API (game `python_lantern`). The deck is kept as counts of
undrawn cards, a draw is a chance node over them; the order of a shuffled deck never exists, so nothing is hidden."""

import pyspiel

from plain_games import ADJ, DECK, KIND, TURNS

KINDS = sorted(set(DECK))
START = [DECK.count(k) for k in KINDS]
BLADE, POTION = KINDS.index(("blade", 0)), KINDS.index(("potion", 0))
STAY, GO, DELVE, STOP, STRIKE, USE_BLADE, DRINK, FLEE, N_ACTIONS = 0, 1, 10, 11, 12, 13, 14, 15, 16
ROLLS = [(n, (6 - abs(7 - n)) / 36) for n in range(2, 13)]
GT = pyspiel.GameType(
    short_name="python_lantern",
    long_name="Lantern Run",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=N_ACTIONS,
    max_chance_outcomes=13,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=2000,
)
SITE, HP, PURSE, BANK, BLADES, POTIONS = range(6)


class Lantern(pyspiel.Game):
    def __init__(self, params=None):
        super().__init__(GT, INFO, params or {})

    def new_initial_state(self):
        return LanternState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return None


class LanternState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.h = [[0, 6, 0, 0, 0, 0], [0, 6, 0, 0, 0, 0]]
        self.deck, self.discard = START[:], [0] * len(KINDS)
        self.turn = self.pot = self.snakes = self.foe = self.foe_hp = self.bonus = 0
        self.phase, self.wait = "move", None

    def current_player(self):
        if self.turn == TURNS:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.wait else self.turn & 1

    def is_terminal(self):
        return self.turn == TURNS

    def _legal_actions(self, player):
        h = self.h[player]
        if self.phase == "move":
            return [STAY] + [GO + n for n in ADJ[h[SITE]]]
        if self.phase == "delve":
            return [DELVE, STOP]
        a = [STRIKE]
        if h[BLADES]:
            a.append(USE_BLADE)
        if h[POTIONS] and h[HP] < 6:
            a.append(DRINK)
        a.append(FLEE)
        return a

    def chance_outcomes(self):
        if self.wait == "roll":
            return ROLLS
        n = sum(self.deck)
        return [(i, c / n) for i, c in enumerate(self.deck) if c]

    def _end_turn(self):
        self.turn, self.phase, self.pot = self.turn + 1, "move", 0

    def _hurt(self, h, ends):
        h[HP] -= 1
        if h[HP] == 0:
            h[PURSE], h[HP], h[SITE], ends = 0, 6, 0, True
        if ends:
            self._end_turn()

    def _apply_action(self, a):
        h = self.h[self.turn & 1]
        if self.wait:
            wait, self.wait = self.wait, None
            self._roll(h, a) if wait == "roll" else self._card(h, a)
        elif a < DELVE:
            if a:
                h[SITE] = a - GO
            kind = KIND[h[SITE]]
            if kind in ("camp", "town"):
                h[BANK], h[PURSE] = h[BANK] + h[PURSE], 0
                return self._end_turn()
            if kind == "shrine":
                h[HP] = min(6, h[HP] + 1)
            self.phase, self.pot, self.snakes = "delve", 0, 0
        elif a == DELVE:
            if not any(self.deck):
                self.deck, self.discard = self.discard, [0] * len(KINDS)
            self.wait = "draw"
        elif a == STOP:
            h[PURSE] += self.pot
            self._end_turn()
        elif a == STRIKE:
            self.bonus, self.wait = 0, "roll"
        elif a == USE_BLADE:
            h[BLADES] -= 1
            self.discard[BLADE] += 1
            self.bonus, self.wait = 3, "roll"
        elif a == DRINK:
            h[POTIONS] -= 1
            self.discard[POTION] += 1
            h[HP] = min(6, h[HP] + 2)
        else:
            self._end_turn()

    def _card(self, h, i):
        self.deck[i] -= 1
        what, v = KINDS[i]
        if what == "blade":
            h[BLADES] += 1
        elif what == "potion":
            h[POTIONS] += 1
        else:
            self.discard[i] += 1
            if what == "coin":
                self.pot += v + (KIND[h[SITE]] == "ruin")
            elif what == "snake":
                self.snakes += 1
                if self.snakes == 2:
                    self._hurt(h, True)
            else:
                self.foe, self.foe_hp, self.phase = v + (KIND[h[SITE]] == "cave"), 2, "battle"

    def _roll(self, h, n):
        if n + self.bonus >= self.foe:
            self.foe_hp -= 1
            if self.foe_hp == 0:
                self.pot += self.foe - 4
                self.phase = "delve"
        else:
            self._hurt(h, False)

    def scores(self):
        return [2 * h[BANK] + h[PURSE] for h in self.h]

    def returns(self):
        if self.turn < TURNS:
            return [0.0, 0.0]
        a, b = self.scores()
        s = float((a > b) - (a < b))
        return [s, -s]

    def _action_to_string(self, player, a):
        return str(a)

    def __str__(self):
        return "%s %s %s" % (self.h, self.turn, self.phase)


pyspiel.register_game(GT, Lantern)

if __name__ == "__main__":
    import random
    import sys

    rng, n = random.Random(5), int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    g = pyspiel.load_game("python_lantern")
    d = c = 0
    w = [0, 0, 0]
    for _ in range(n):
        s = g.new_initial_state()
        while not s.is_terminal():
            if s.is_chance_node():
                o = s.chance_outcomes()
                s.apply_action(rng.choices([x for x, _ in o], [p for _, p in o])[0])
                c += 1
            else:
                s.apply_action(rng.choice(s.legal_actions()))
                d += 1
        r = s.returns()[0]
        w[0 if r == 0 else 1 if r > 0 else 2] += 1
    print(
        "openspiel lantern games",
        n,
        "decisions/game %.3f" % (d / n),
        "draw/first/second %.4f %.4f %.4f" % tuple(x / n for x in w),
        "chance/game %.3f" % (c / n),
    )
