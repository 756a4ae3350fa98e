"""A bot that looks ahead: information-set Monte Carlo tree search over forks and redeals.

Each iteration deals anew what the seat cannot know, takes one of the question's choices, walks on down a tree, adds a
branch, plays on with a light policy to the end of the seat's next turn, and values where that leads. Chance is sampled:
a branch stands for a choice, whatever the dice then showed, and only those branches count that the present deal allows.

The question's own choices race: a round tries each of them with the same deal and the same luck, and a choice that is
clearly worse is given up for one not yet tried. What a greedy bot would take stays until the end, and another is taken
only if it did better by more than chance explains; so idle moves are not made for their own sake.

After P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012); O. Maron and A. Moore,
"The Racing Algorithm" (1997); common random numbers as in A. Law, "Simulation Modeling and Analysis" (2015), ch. 11.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from functools import cache
from math import log, sqrt
from typing import Any
from zlib import crc32

from ..engine.ask import AllOf, Ask
from ..engine.errors import Refused, RuleError
from ..engine.table import Table
from .bot import BadSeat, Bot
from .greedy import Greedy
from .pacing import Pacer

Values = Sequence[float]

ENOUGH = 12  # rounds before a choice is given up
GIVEN_UP = 2.0  # by how many standard errors it is then worse than the best
DECIDED = 3.5  # by how many standard errors the best is then better than the greedy choice
FAR = 400  # decisions: no playout to the end of a turn goes on for longer


class Node:
    """What the search knows of a choice: how often it was taken and could have been, and what it brought each seat."""

    __slots__ = ("branches", "offered", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.offered = 0
        self.totals = [0.0] * seats
        self.branches: dict[Any, Node] = {}


class Arm:
    """A choice in the race: what each round since `start` brought the asking seat, and the tree behind it."""

    __slots__ = ("choice", "node", "start", "values")

    def __init__(self, choice: Any, start: int, seats: int) -> None:
        self.choice = choice
        self.start = start
        self.values: list[float] = []
        self.node = Node(seats)


class Found:
    """What a search came to: the choices of the question that it tried, the one to take first and the others from best
    to worst, each with how often it was tried and the asking seat's mean value (a chance to win where the game can
    tell), and how many iterations there were."""

    def __init__(self, choices: list[tuple[Any, int, float]], iterations: int) -> None:
        self.choices = choices
        self.iterations = iterations


class Search(Bot):
    """Searches for so long, or so many iterations.

    Args:
        milliseconds: of thinking a question; 0: `iterations` alone count.
        iterations: at most so many; 0: the time alone counts.
        turns: that an iteration plays on for, this one included; 0: until the seat's next turn is over.
        depth: decisions that it plays on for after the tree, in a game that counts no turns. A game that cannot tell
            how it stands is played to its end.
        arms: choices that race at a time, the likeliest by the game's hints first.
        exploration: the constant of UCB, in spreads of the values; larger looks wider.
        width: branches of a node in the tree grow with `width * sqrt(visits)`; all are open where a game has no hints.
        doubt: by how many standard errors a choice must be better than the greedy one to be taken instead.
    """

    level = "hard"

    def __init__(
        self,
        milliseconds: int = 200,
        iterations: int = 0,
        turns: int = 0,
        depth: int = 12,
        arms: int = 4,
        exploration: float = 1.0,
        width: float = 0.12,
        doubt: float = 1.0,
    ) -> None:
        if milliseconds <= 0 and iterations <= 0:
            raise BadSeat("A search needs a time or a number of iterations, such as search:200ms or search:500.")
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.turns = turns
        self.depth = depth
        self.arms = arms
        self.exploration = exploration
        self.width = width
        self.doubt = doubt
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
        table, ask = unanswered(table, ask, dice)
        return (self._race if table.game.hints() else self._grow)(table, ask, dice, ends)

    def _race(self, table: Table, ask: Ask, dice: random.Random, ends: float | None) -> Found:
        """Lets the choices race, each with its own tree."""
        race = Race(self._likeliest(table, ask, dice), self.arms, table.seats)
        done = failed = rounds = 0
        spread = 0.1
        while race.open and failed < 50:
            if self.iterations and rounds and done + len(race.live) > self.iterations:
                break
            luck = _seed(dice)
            values = []
            for arm in race.live:
                if ends is not None and rounds and time.perf_counter() >= ends:
                    return Found(race.ranked(self.doubt), done)
                done += 1
                try:
                    values.append(self._iterate(table, ask, arm.node, luck, spread, arm.choice))
                except (RuleError, Refused):
                    break  # a deal that the rules cannot go on from tells nothing
            if len(values) < len(race.live):
                failed += 1
                continue
            rounds += 1
            spread = race.add(values)
        return Found(race.ranked(self.doubt), done)

    def _grow(self, table: Table, ask: Ask, dice: random.Random, ends: float | None) -> Found:
        """Grows one tree from the question: without hints only the tree tells what the players will do."""
        root = Node(table.seats)
        done = failed = 0
        while (not self.iterations or done < self.iterations) and failed < 50:
            if ends is not None and done and time.perf_counter() >= ends:
                break
            done += 1
            try:
                self._iterate(table, ask, root, _seed(dice), 0.5)
            except (RuleError, Refused):
                failed += 1
        tried = [(_taken(key[1]), b) for key, b in root.branches.items() if b.visits and _offered(ask, key[1])]
        rows = [(choice, b.visits, b.totals[ask.seat] / b.visits) for choice, b in tried]
        return Found(sorted(rows, key=lambda row: (-row[1], -row[2])), done)

    def _likeliest(self, table: Table, ask: Ask, dice: random.Random) -> list[Any]:
        """What may be answered, the greedy answer first; of the many lists that a question for several takes, some."""
        if ask.most > 1:
            lists = [self._greedy.choose(table, ask, dice)]
            for _ in range(2 * self.arms):
                some = _some(ask, dice)
                if some not in lists:
                    lists.append(some)
            return lists
        hint, g = table.game.hints(), table.g
        assert hint is not None
        worths = [(-hint(g, ask, choice), dice.random(), n) for n, choice in enumerate(ask.choices)]
        return [ask.choices[n] for _, _, n in sorted(worths)]

    # ---- one iteration ----

    def _iterate(self, table: Table, ask: Ask, root: Node, luck: int, spread: float, first: Any = None) -> float:
        """Plays on from the question, by its choice `first` if one is given; what that brings the asking seat."""
        dice = Luck(luck)
        fork = table.fork(dice.random)
        game = fork.game
        fork.redeal(ask.seat, _seed(dice))
        walk = _Walk(fork, dice, root)
        turn = game.turn(fork.g)
        last = None if turn is None else turn + (self.turns or max(3, fork.seats + 1))
        node = root
        node.visits += 1
        path = [node]
        asked = walk.next(ask.seat)
        fresh = False
        if first is not None:
            assert asked is not None
            walk.answer(asked, first)
            asked = None
        while not fork.over and not fresh:
            if last is not None and (game.turn(fork.g) or 0) >= last:
                break
            asked = asked or walk.next(None)
            if asked is None:
                continue
            if asked.most == 1 and len(asked.choices) == 1:
                walk.answer(asked, asked.choices[0])
            else:
                if isinstance(fork.question, AllOf) and fork.pending:
                    # The others' answers are not known to this seat: it decides from the branch before them.
                    at = walk.before
                else:
                    at = walk.before = node
                choice, node, fresh = self._descend(fork, asked, at, dice, spread)
                node.visits += 1
                path.append(node)
                walk.answer(asked, choice)
            asked = None
        self._play_on(fork, walk, last)
        values = value_of(fork)
        for branch in path:
            for n, value in enumerate(values):
                branch.totals[n] += value
        return values[ask.seat]

    def _play_on(self, fork: Table, walk: _Walk, last: int | None) -> None:
        """The light policy, to where the table is valued."""
        game = fork.game
        steps, most = 0, self.depth if last is None else FAR
        if game.evaluation() is None:
            last, most = None, 1_000_000
        while not fork.over and steps < most:
            if last is not None and (game.turn(fork.g) or 0) >= last:
                break
            asked = walk.next(None)
            if asked is None:
                continue
            walk.answer(asked, self._greedy.choose(fork, asked, walk.dice))
            steps += 1

    def _descend(
        self, table: Table, ask: Ask, node: Node, dice: random.Random, spread: float
    ) -> tuple[Any, Node, bool]:
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
        room = self.width * sqrt(node.visits) if table.game.hints() else len(ask.choices)
        if tried < max(1.0, room) or not open_:
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
            value = mean + self.exploration * spread * sqrt(log(branch.offered + 1) / branch.visits)
            if value > best:
                best, chosen = value, (choice, branch)
        assert chosen is not None
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


class Race:
    """The choices of a question, tried round by round with the same luck for all.

    live: those that a round tries, the greedy choice first. open: whether another round could tell more.
    """

    def __init__(self, choices: list[Any], arms: int, seats: int) -> None:
        self.seats = seats
        self.rounds = 0
        self.waiting = choices[arms:]
        self.live = [Arm(choice, 0, seats) for choice in choices[:arms]]
        self.lost: list[Arm] = []
        self.open = len(self.live) > 1

    def add(self, values: Sequence[float]) -> float:
        """A round's values, one a live choice; gives how far the values of a choice spread."""
        self.rounds += 1
        for arm, value in zip(self.live, values, strict=True):
            arm.values.append(value)
        if self.rounds % 4 == 0 and self.rounds >= ENOUGH:
            self._sift()
        return max(0.02, _error(self.live[0].values) * sqrt(len(self.live[0].values)))

    def _sift(self) -> None:
        greedy, *others = self.live
        leads = {id(arm): self._lead(arm, greedy) for arm in others}
        best = max(others, key=lambda arm: leads[id(arm)][0])
        lead, error = leads[id(best)]
        top = best if lead > 0 else greedy
        kept = [greedy]
        for arm in others:
            if len(arm.values) >= ENOUGH and arm is not top:
                behind, doubt = self._lead(top, arm)
                if behind > GIVEN_UP * doubt or not behind:  # worse, or the same whatever happens
                    self.lost.append(arm)
                    continue
            kept.append(arm)
        while self.waiting and len(kept) < len(self.live):
            kept.append(Arm(self.waiting.pop(0), self.rounds, self.seats))
        self.live = kept
        alone = len(kept) == 2 and kept[1] is top and len(top.values) >= ENOUGH
        self.open = len(kept) > 1 and not (alone and lead > DECIDED * error)

    def _lead(self, arm: Arm, other: Arm) -> tuple[float, float]:
        """By how much a choice did better than another in the rounds that tried both, and the standard error."""
        start = max(arm.start, other.start)
        pairs = zip(arm.values[start - arm.start :], other.values[start - other.start :], strict=False)
        gaps = [mine - theirs for mine, theirs in pairs]
        return (sum(gaps) / len(gaps), _error(gaps)) if gaps else (0.0, 0.0)

    def ranked(self, doubt: float) -> list[tuple[Any, int, float]]:
        """The choice to take first, then the others that were tried; each with its rounds and its mean value."""
        greedy = self.live[0]
        if not greedy.values:
            return []
        base = sum(greedy.values) / len(greedy.values)
        rows = []
        for arm in (*self.live[1:], *self.lost):
            if arm.values:
                lead, error = self._lead(arm, greedy)
                sure = arm in self.live and len(arm.values) > 1 and lead > doubt * error + 1e-9
                rows.append((sure, lead, arm))
        rows.append((False, 0.0, greedy))
        rows.sort(key=lambda row: (-row[0], -row[1], row[2] is not greedy))
        if not rows[0][0]:  # none is surely better than the greedy choice
            rows.sort(key=lambda row: row[2] is not greedy)
        return [(arm.choice, len(arm.values), min(1.0, max(0.0, base + lead))) for _, lead, arm in rows]


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


class Luck(random.Random):
    """A stream of luck that is set anew for every answer, by whose it is, what was asked and for which time: what
    happens alike after different choices then also falls alike."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self.base = self.state = seed
        self.times: dict[int, int] = {}

    def random(self) -> float:
        """Like SplitMix64 (Steele, Lea and Flood 2014): a counter, well mixed."""
        self.state = x = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return ((x ^ (x >> 31)) >> 11) * 2.0**-53

    def turn_to(self, turn: int, seat: int, topic: str) -> None:
        """Sets the stream for an answer."""
        key = (turn * 8 + seat) << 32 | _code(topic)
        times = self.times[key] = self.times.get(key, 0) + 1
        self.state = self.base ^ (key * 0xD6E8FEB86659FD93 + times * 0xA0761D6478BD642F & 0xFFFFFFFFFFFFFFFF)


def _seed(dice: random.Random) -> int:
    return int(dice.random() * 2**53)


@cache
def _code(topic: str) -> int:
    return crc32(topic.encode())


class _Walk:
    """Plays a fork on: who answers next, and when where a clock runs."""

    def __init__(self, table: Table, dice: Luck, before: Node) -> None:
        self.table = table
        self.dice = dice
        self.pacer: Pacer | None = None
        self.before = before
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
        table = self.table
        if self.pacer is not None:
            self.pacer.answered(ask.seat)
        self.dice.turn_to(table.game.turn(table.g) or 0, ask.seat, ask.topic)
        table.answer(choice, ask.seat, now=self.now)


def unanswered(table: Table, ask: Ask, dice: random.Random) -> tuple[Table, Ask]:
    """A table, and the seat's question at it, without what others answered in secret to the question put to all."""
    if not table.pending:
        return table, ask
    fork = table.fork(dice.random)
    fork.undo(fork.asked)
    same = fork.ask_of(ask.seat)
    assert same is not None
    return fork, same


def value_of(table: Table) -> Values:
    """What a table is worth to each seat, 0 to 1: a finished game shares 1 among its winners; one that was broken off
    is worth what it could have come to."""
    if table.over and not table.game.broken_off(table.result):
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
