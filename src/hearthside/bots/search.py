"""A bot that looks ahead: information-set Monte Carlo tree search over forks and redeals.

Each iteration deals anew what the seat cannot know, walks down one tree of choices, adds a branch, plays a little way
on with a light policy, values where that leads, and credits the choices on its way. Chance is sampled: a branch stands
for a choice, whatever the dice then showed, and only those branches count that the present deal allows.

After P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012).
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from ..engine.ask import AllOf, Ask
from ..engine.chance import Chance
from ..engine.errors import Refused, RuleError
from ..engine.table import Table
from .bot import BadSeat, Bot
from .greedy import Greedy
from .pacing import Pacer

Values = Sequence[float]


class Node:
    """What the search knows of a choice: how often it was taken and could have been, and what it brought each seat."""

    __slots__ = ("branches", "offered", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.offered = 0
        self.totals = [0.0] * seats
        self.branches: dict[Any, Node] = {}


class Found:
    """What a search came to: the choices of the question that it tried, best first, each with its visits and the
    asking seat's mean value (a chance to win where the game can tell), and how many iterations there were."""

    def __init__(self, choices: list[tuple[Any, int, float]], iterations: int) -> None:
        self.choices = choices
        self.iterations = iterations


class Search(Bot):
    """Searches for so long, or so many iterations.

    Args:
        milliseconds: of thinking a question; 0: `iterations` alone count.
        iterations: at most so many; 0: the time alone counts.
        depth: decisions of the light policy after the tree, before the game's evaluation.
        exploration: the constant of UCB; larger looks wider.
        width: branches of a node grow with `width * sqrt(visits)`, the likeliest by the game's hints first.
        slip: how often the light policy takes any choice instead of the best.
    """

    level = "hard"

    def __init__(
        self,
        milliseconds: int = 200,
        iterations: int = 0,
        depth: int = 12,
        exploration: float = 0.5,
        width: float = 1.5,
        slip: float = 0.1,
    ) -> None:
        if milliseconds <= 0 and iterations <= 0:
            raise BadSeat("A search needs a time or a number of iterations, such as search:200ms or search:500.")
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.depth = depth
        self.exploration = exploration
        self.width = width
        self.slip = slip
        self._greedy = Greedy()

    def choose(self, table: Table, ask: Ask, random: random.Random) -> Any:
        if ask.most == 1 and len(ask.choices) == 1:
            return ask.choices[0]
        found = self.look(table, ask, random)
        if not found.choices:
            return self._greedy.choose(table, ask, random)
        return found.choices[0][0]

    def look(self, table: Table, ask: Ask, dice: random.Random) -> Found:
        """Searches, and tells of each choice that was tried."""
        ends = time.perf_counter() + self.milliseconds / 1000 if self.milliseconds else None
        root = Node(table.seats)
        done = failed = 0
        while (not self.iterations or done < self.iterations) and failed < 50:
            if ends is not None and done and time.perf_counter() >= ends:
                break
            try:
                self._iterate(table, ask.seat, root, dice)
            except (RuleError, Refused):
                failed += 1  # a deal that the rules cannot go on from tells nothing
            done += 1
        return Found(_ranked(root, ask), done)

    # ---- one iteration ----

    def _iterate(self, table: Table, seat: int, root: Node, dice: random.Random) -> None:
        fork = table.fork(dice.random)
        game = fork.game
        game.redeal(fork.g, seat, Chance(dice.random))
        walk = _Walk(fork, dice)
        path: list[tuple[int, Node]] = []
        node = root
        fresh = False
        while not fork.over and not fresh:
            ask = walk.next(seat if node is root else None)
            if ask is None:
                continue
            if ask.most == 1 and len(ask.choices) == 1:
                walk.answer(ask, ask.choices[0])
                continue
            if isinstance(fork.question, AllOf) and fork.pending:
                # The others' answers are not known to this seat: it decides from the branch before them.
                at = walk.before or node
            else:
                at = walk.before = node
            choice, branch, fresh = self._descend(fork, ask, at, dice)
            branch.visits += 1
            path.append((ask.seat, branch))
            walk.answer(ask, choice)
            node = branch
        for _ in range(self.depth):
            if fork.over:
                break
            ask = walk.next(None)
            if ask is None:
                continue
            walk.answer(ask, self._light(fork, ask, dice))
        values = value_of(fork)
        root.visits += 1
        for _, branch in path:
            for n, value in enumerate(values):
                branch.totals[n] += value

    def _descend(self, table: Table, ask: Ask, node: Node, dice: random.Random) -> tuple[Any, Node, bool]:
        """The branch to take: a new one while there is room, else by UCB among those that this deal allows."""
        open_: list[tuple[Any, Node]] = []
        tried = 0
        branches = node.branches
        for key, branch in branches.items():
            if key[0] != ask.seat:
                continue
            tried += 1
            if _offered(ask, key[1]):
                branch.offered += 1
                open_.append((_taken(key[1]), branch))
        if tried < max(1.0, self.width * sqrt(node.visits + 1)):
            new = self._new(table, ask, node, dice)
            if new is not None:
                made = branches[_key(ask, new)] = Node(table.seats)
                made.offered = 1
                return new, made, True
        best = -1.0
        chosen: tuple[Any, Node] | None = None
        for choice, branch in open_:
            if not branch.visits:
                chosen = (choice, branch)
                break
            mean = branch.totals[ask.seat] / branch.visits
            value = mean + self.exploration * sqrt(log(branch.offered + 1) / branch.visits)
            if value > best:
                best, chosen = value, (choice, branch)
        if chosen is None:  # none of the known branches is open in this deal
            choice = self._light(table, ask, dice)
            made = branches.setdefault(_key(ask, choice), Node(table.seats))
            made.offered += 1
            return choice, made, True
        choice, branch = chosen
        return choice, branch, False

    def _new(self, table: Table, ask: Ask, node: Node, dice: random.Random) -> Any:
        """A choice without a branch yet, the best by the game's hints; None if all have one."""
        if ask.most > 1:
            for attempt in range(4):
                picked = self._greedy.choose(table, ask, dice) if not attempt else _some(ask, dice)
                if _key(ask, picked) not in node.branches:
                    return picked
            return None
        hint = table.game.hints()
        g, seat, branches = table.g, ask.seat, node.branches
        best, found = 0.0, None
        for choice in ask.choices:
            if (seat, choice) in branches:
                continue
            value = (hint(g, ask, choice) if hint else 0.0) + 1e-6 * dice.random()
            if found is None or value > best:
                best, found = value, choice
        return found

    def _light(self, table: Table, ask: Ask, dice: random.Random) -> Any:
        if ask.most == 1:
            count = len(ask.choices)
            if count == 1:
                return ask.choices[0]
            if dice.random() < self.slip:
                return ask.choices[int(dice.random() * count)]
        return self._greedy.choose(table, ask, dice)


class _Walk:
    """Plays a fork on: who answers next, and when where a clock runs."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self.table = table
        self.dice = dice
        self.pacer: Pacer | None = None
        self.before: Node | None = None
        self.now: int | None = None

    def next(self, first: int | None) -> Ask | None:
        """The next question, of the seat `first` if it is asked; None: time passed."""
        table = self.table
        self.now = None
        if first is not None and (mine := table.ask_of(first)) is not None:
            return mine
        if table.deadline is None:
            asks = table.asks
            return asks[0] if len(asks) == 1 else asks[int(self.dice.random() * len(asks))]
        if self.pacer is None:
            seats = range(table.seats)
            profile = table.game.profile("normal")
            self.pacer = Pacer(dict.fromkeys(seats, self.dice), dict.fromkeys(seats, profile))
        found = self.pacer.next(table, range(table.seats), table.g.now)
        assert found is not None
        at, ask = found
        if ask is None:
            table.tick(at)
            return None
        self.now = at
        return ask

    def answer(self, ask: Ask, choice: Any) -> None:
        """Gives it."""
        if self.pacer is not None:
            self.pacer.answered(ask.seat)
        self.table.answer(choice, ask.seat, now=self.now)


def value_of(table: Table) -> Values:
    """What a table is worth to each seat, 0 to 1: a finished game shares 1 among its winners."""
    if table.over:
        winners = set(table.result.winners)
        share = 1 / len(winners) if winners else 0.0
        return [share if seat in winners else 0.0 for seat in range(table.seats)]
    evaluate: Callable[[Any], Values] | None = table.game.evaluation()
    if evaluate is None:
        return [1 / table.seats] * table.seats
    return evaluate(table.g)


def make_search(spec: str) -> Search:
    """A search by its spec: `search`, `search:200ms` or `search:500` (iterations).

    Raises:
        BadSeat: it is none of these.
    """
    match = re.fullmatch(r"search(?::(\d{1,7})(ms)?)?", spec)
    if match is None:
        raise BadSeat(f"{spec}: a search is search, search:200ms (a time) or search:500 (iterations).")
    amount, unit = match.groups()
    if amount is None:
        return Search()
    return Search(int(amount)) if unit else Search(0, int(amount))


def _ranked(root: Node, ask: Ask) -> list[tuple[Any, int, float]]:
    tried = [
        (key[1], b) for key, b in root.branches.items() if key[0] == ask.seat and b.visits and _offered(ask, key[1])
    ]
    tried.sort(key=lambda one: (-one[1].visits, -one[1].totals[ask.seat] / one[1].visits))
    return [(_taken(choice), b.visits, b.totals[ask.seat] / b.visits) for choice, b in tried]


def _key(ask: Ask, choice: Any) -> tuple[int, Any]:
    """Under what a node keeps a choice of a seat."""
    return ask.seat, tuple(choice) if isinstance(choice, list) else choice


def _offered(ask: Ask, choice: Any) -> bool:
    if ask.most > 1:
        return isinstance(choice, tuple) and all(one in ask.choices for one in choice)
    return choice in ask.choices


def _taken(choice: Any) -> Any:
    return list(choice) if isinstance(choice, tuple) else choice


def _some(ask: Ask, dice: random.Random) -> list[Any]:
    count = dice.randint(ask.least, min(ask.most, len(ask.choices)))
    return [ask.choices[n] for n in dice.sample(range(len(ask.choices)), count)]
