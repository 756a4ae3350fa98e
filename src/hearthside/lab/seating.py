"""Balanced seatings: which bots meet, and who sits where.

A *block* is one line-up on one table, played once from every seat: all its games have the same seed, so that luck of
the deal or of a seat falls on each bot alike. A *round* is the least set of blocks in which every bot sits equally
often on each seat and meets each other bot equally often. Rounds differ in the order round the table; a *cycle* of
rounds holds every seating of every line-up once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

Seating = tuple[int, ...]  # the bot on each seat, by its number from 0
Block = tuple[Seating, ...]
Round = tuple[Block, ...]


@cache
def cycle(bots: int, seats: int) -> tuple[Round, ...]:
    """The rounds after which every seating was played once.

    Where there are more seats than bots, each bot sits on as many seats as the others, or on one more where the seats
    do not divide evenly, and then each does so equally often. Alone (one seat), all bots play the same table.
    """
    if seats == 1:
        return ((tuple((bot,) for bot in range(bots)),),)
    found = [_turns(lineup) for lineup in lineups(bots, seats)]
    if len({len(turns) for turns in found[0]}) > 1:  # as AABB and ABAB: only together is each seating as frequent
        return (tuple(tuple(seating for turn in turns for seating in turn) for turns in found),)
    return tuple(zip(*found, strict=True))


def lineups(bots: int, seats: int) -> list[Seating]:
    """Who sits together: every choice of bots that puts as many on a table as there are seats, as evenly as can be."""
    each, more = divmod(seats, bots)
    return [tuple(sorted((*range(bots),) * each + extra)) for extra in combinations(range(bots), more)]


def schedule(bots: int, seats: int, rounds: int) -> Iterator[Block]:
    """The blocks of so many rounds, in order."""
    turns = cycle(bots, seats)
    for n in range(rounds):
        yield from turns[n % len(turns)]


def round_size(bots: int, seats: int) -> int:
    """The games of a round."""
    return sum(len(block) for block in cycle(bots, seats)[0])


def _turns(lineup: Seating) -> list[Block]:
    """A line-up's orders round the table, each turned through all seats; each is followed by its mirror image, in which
    everybody acts before those whom they acted after."""
    turns: dict[Seating, Block] = {}
    first = lineup[0]
    for rest in sorted(set(permutations(lineup[1:]))):
        order = (first, *rest)
        for each in (order, (first, *reversed(rest))):
            turned = tuple(dict.fromkeys(each[-n:] + each[:-n] for n in range(len(each))))
            turns.setdefault(min(turned), turned)
    return list(turns.values())
