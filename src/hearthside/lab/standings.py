"""What a tournament came to: the bots in order, who beats whom, and that in plain words.

How games count. A game with several winners is won by each of them, and in head-to-head it is half a win for either. A
game without a winner is nobody's win. Head-to-head is counted in the games where both sat and at least one of the two
won. Alone (one seat), the bots are compared by their shares of wins on the same tables instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import sqrt
from statistics import fmean

import msgspec

from .ratings import Outcome, Rating, rate
from .summary import Z95, Share, score_interval, wilson


class Standing(msgspec.Struct, kw_only=True):
    """A bot, by its number in the list of bots. games: in which it sat. wins: of these; where it sits on several seats,
    one of them won. fair: the share that equal bots would have. by_seat: wins by seat. rating: None alone, or where
    nothing was won."""

    bot: int
    name: str
    games: int
    wins: Share
    fair: float
    by_seat: list[Share]
    rating: Rating | None = None


class Meeting(msgspec.Struct, kw_only=True):
    """Two bots. games: in which both sat; alone: tables that both played. won: by the first only, lost: by the second
    only, shared: by both. value: the first one's share of the games that one of them won, even at 0.5; alone: by how
    much its share of wins is higher, even at 0. low, high: its 95% interval. None: no game tells."""

    games: int
    won: int
    lost: int
    shared: int
    even: float
    value: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def clear(self) -> int:
        """1: the first is better, -1: the second, 0: neither clearly; by the interval."""
        if self.low is None or self.high is None:
            return 0
        return (self.low > self.even) - (self.high < self.even)

    @property
    def ahead(self) -> int:
        """The same by the bare value."""
        return 0 if self.value is None else (self.value > self.even) - (self.value < self.even)


class Ring(msgspec.Struct):
    """Three bots of which each beats the next, and the last the first. clear: each by its interval."""

    names: list[str]
    clear: bool


class Standings(msgspec.Struct, kw_only=True):
    """order: the bots, best first. cross: row against column, by the bots' numbers; None on the diagonal."""

    alone: bool
    order: list[Standing]
    cross: list[list[Meeting | None]]
    rings: list[Ring]
    verdicts: list[str]


def standings(names: Sequence[str], seats: int, outcomes: Sequence[Outcome], seed: str = "0") -> Standings:
    """Counts, compares, rates.

    Args:
        names: of the bots, by their numbers. seats: of a table. outcomes: of the games without error.
        seed: of the ratings' bootstrap.
    """
    alone = seats == 1
    ratings = None if alone else rate(len(names), outcomes, seed)
    order = []
    for bot, name in enumerate(names):
        standing = _standing(bot, name, seats, [one for one in outcomes if bot in one.seating])
        if ratings:
            standing.rating = ratings[bot]
        order.append(standing)
    order.sort(key=lambda one: (-one.rating.value if one.rating else 0.0, -one.wins.share))
    meet = _alone if alone else _together
    cross: list[list[Meeting | None]] = [[None] * len(names) for _ in names]
    for a, b in permutations(range(len(names)), 2):
        cross[a][b] = meet(a, b, outcomes)
    return Standings(
        alone=alone,
        order=order,
        cross=cross,
        rings=list(_rings(names, [one.bot for one in order], cross)),
        verdicts=[verdict(one, other, cross) for one, other in combinations(order, 2)],
    )


def verdict(first: Standing, second: Standing, cross: Sequence[Sequence[Meeting | None]]) -> str:
    """What there is to say of two bots, in a sentence; the better one comes first."""
    meeting = cross[first.bot][second.bot]
    assert meeting is not None
    if meeting.ahead < 0:
        first, second = second, first
        meeting = cross[first.bot][second.bot]
        assert meeting is not None
    a, b = first.name, second.name
    if meeting.value is None or meeting.low is None or meeting.high is None:
        return f"{a} and {b}: no game tells, neither of them won one."
    found, within = value_words(meeting), interval_words(meeting)
    if meeting.even == 0:
        shares = [percent((mine + meeting.shared) / meeting.games) for mine in (meeting.won, meeting.lost)]
        found = f"{shares[0]} of {meeting.games} tables, {b} {shares[1]}: {found} (95%: {within})"
        return f"{a} beats {b}: it wins {found}." if meeting.clear else f"{_unclear(a, b)} {a} wins {found}."
    decided = meeting.won + meeting.lost + meeting.shared
    of = f"{decided} game{'s' * (decided != 1)}"
    if decided < meeting.games:
        of = f"the {of} (of {meeting.games}) that one of them won"
    found += f" of {of} (95%: {within})"
    return f"{a} beats {b}: {found}." if meeting.clear else f"{_unclear(a, b)} {a} won {found}."


def percent(share: float) -> str:
    """A share in words: 78%; with decimals where a whole number would wrongly say never, always or even."""
    text = ""
    for digits in range(4):
        text = f"{100 * share:.{digits}f}"
        if share in (0, 0.5, 1) or float(text) not in (0, 50, 100):
            break
    return f"{text}%"


def value_words(meeting: Meeting) -> str:
    """78%, or alone: 12 points more; "" where no game tells."""
    if meeting.value is None:
        return ""
    if meeting.even:
        return percent(meeting.value)
    more = round(100 * meeting.value)
    return f"{abs(more)} point{'s' * (abs(more) != 1)} {'fewer' if more < 0 else 'more'}"


def interval_words(meeting: Meeting) -> str:
    """66 to 87%, or alone: 3 to 20; "" where no game tells."""
    if meeting.low is None or meeting.high is None:
        return ""
    if meeting.even:
        return interval(meeting.low, meeting.high)
    return f"{100 * meeting.low:.0f} to {100 * meeting.high:.0f}"


def interval(low: float, high: float) -> str:
    """An interval of a share: 66 to 87%."""
    return f"{percent(low).removesuffix('%')} to {percent(high)}"


def _unclear(a: str, b: str) -> str:
    return f"{a} and {b}: no clear difference;"


def _standing(bot: int, name: str, seats: int, games: Sequence[Outcome]) -> Standing:
    """Counts a bot's wins in the games in which it sat."""
    by_seat = [[0, 0] for _ in range(seats)]
    counted: list[tuple[Outcome, float]] = []
    fair = 0.0
    for one in games:
        mine = [seat for seat, sits in enumerate(one.seating) if sits == bot]
        counted.append((one, any(seat in one.winners for seat in mine)))
        fair += len(mine) / len(one.seating)
        for seat in mine:
            by_seat[seat][0] += seat in one.winners
            by_seat[seat][1] += 1
    return Standing(
        bot=bot,
        name=name,
        games=len(games),
        wins=Share(sum(win > 0 for _, win in counted), len(games), *_share(counted)),
        fair=fair / len(games) if games else 0.0,
        by_seat=[wilson(count, of) for count, of in by_seat],
    )


def _share(games: Sequence[tuple[Outcome, float]]) -> tuple[float, float, float]:
    """The share of wins in games, with Wilson's interval.

    Games of a block share their seed. Where they resemble each other more than other games of their line-up, they count
    as the smaller number of independent games that is as telling (L. Kish's design effect).
    """
    of = len(games)
    if not of:
        return 0.0, 0.0, 1.0
    blocks: dict[int, list[tuple[tuple[int, ...], float]]] = defaultdict(list)
    lineups: dict[tuple[int, ...], list[float]] = defaultdict(list)
    for one, win in games:
        lineup = tuple(sorted(one.seating))
        blocks[one.block].append((lineup, win))
        lineups[lineup].append(win)
    usual = {lineup: fmean(wins) for lineup, wins in lineups.items()}
    share = sum(win for _, win in games) / of
    chance, free = share * (1 - share) * of, len(blocks) - len(lineups)
    effect = 1.0
    if chance and free > 0:
        seen = sum(sum(win - usual[lineup] for lineup, win in block) ** 2 for block in blocks.values())
        effect = max(1.0, seen / chance * len(blocks) / free * (of - 1) / of)
    return share, *score_interval(share, of / effect)


def _together(a: int, b: int, outcomes: Sequence[Outcome]) -> Meeting:
    """Two bots in the games where both sat."""
    meeting = Meeting(games=0, won=0, lost=0, shared=0, even=0.5)
    counted: list[tuple[Outcome, float]] = []
    for one in outcomes:
        if a not in one.seating or b not in one.seating:
            continue
        meeting.games += 1
        winners = {one.seating[seat] for seat in one.winners}
        first, second = a in winners, b in winners
        if not first and not second:
            continue
        meeting.won += first and not second
        meeting.lost += second and not first
        meeting.shared += first and second
        counted.append((one, first / (first + second)))
    if counted:
        meeting.value, meeting.low, meeting.high = _share(counted)
    return meeting


def _alone(a: int, b: int, outcomes: Sequence[Outcome]) -> Meeting:
    """Two bots on the same tables, each alone: the difference of their shares of wins. The interval of such pairs is
    Wald's with half a table added to each of the four ways they end (A. Agresti and Y. Min, 2005)."""
    won: dict[int, dict[int, bool]] = defaultdict(dict)
    for one in outcomes:
        won[one.block][one.seating[0]] = bool(one.winners)
    pairs = [(each[a], each[b]) for each in won.values() if a in each and b in each]
    n, first, second = len(pairs), pairs.count((True, False)), pairs.count((False, True))
    meeting = Meeting(games=n, won=first, lost=second, shared=pairs.count((True, True)), even=0.0)
    if n:
        apart = first - second
        half = Z95 * sqrt(first + second + 1 - apart**2 / (n + 2)) / (n + 2)
        meeting.value = apart / n
        meeting.low, meeting.high = (max(-1.0, apart / (n + 2) - half), min(1.0, apart / (n + 2) + half))
    return meeting


def _rings(names: Sequence[str], order: Sequence[int], cross: Sequence[Sequence[Meeting | None]]) -> Iterator[Ring]:
    """Where A beats B beats C beats A; the clear ones first."""
    found = []
    for a, b, c in combinations(order, 3):
        for ring in ((a, b, c), (a, c, b)):
            meetings = [cross[ring[n]][ring[(n + 1) % 3]] for n in range(3)]
            if all(one is not None and one.ahead > 0 for one in meetings):
                clear = all(one is not None and one.clear > 0 for one in meetings)
                found.append(Ring([names[bot] for bot in ring], clear))
    yield from sorted(found, key=lambda ring: not ring.clear)
