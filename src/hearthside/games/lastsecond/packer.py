"""A bot that packs as a person does: it notices some tiles, reaches for a good one and lays it where it fits well.

It knows what its seat may know: the tiles that it sees, all mats, texts that are turned up, and what was ruled.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine.ask import Ask
from ...parts.polyomino import Fits, cells_of
from . import adventurers, scoring, votes
from . import choices as c
from .context import HANDS
from .state import Player
from .vocabulary import BIT, Forbid, Kind, MustHave, PointsIfNone, PointsPer, PointsPerPair, TreatAs

if TYPE_CHECKING:
    from .context import G
    from .mats import Board

NOTICED = 16  # tiles of the pile that a glance takes in, at full care
READ = 1500  # milliseconds that it takes to read a quest
TIGHT = 16  # free squares from which on it looks how each of the best tiles would lie before it reaches for one
COMPARED = 6  # of how many


class Profile(msgspec.Struct, frozen=True):
    """How a player reacts, rummages and argues (LS-DIG-5).

    speed: divides how long a hand takes. jitter: how far times vary, as a share. think: milliseconds before a command.
    care: share of decisions that take the best known tile and place. honesty: share of ballots given by the tags;
    the others by what they gain.
    """

    speed: float
    jitter: float
    think: int
    care: float
    honesty: float


PROFILES = {
    "easy": Profile(0.8, 0.25, 1900, 0.5, 1.0),
    "normal": Profile(1.0, 0.25, 1500, 0.85, 0.8),
    "hard": Profile(1.3, 0.2, 1150, 1.0, 0.5),
}
HOLES = {1: 3.0, 2: 1.5, 3: 0.5}  # what a hole of so many squares costs
# Milliseconds of thought beside those of the hand, by topic.
THOUGHT = {"challenge": 2000, "vote": 2500, "decide": 1500, "veto": 1500, "swap": 2000, "keep": 1500, "rest": 1500}


def delay(g: G, ask: Ask, profile: Profile, dice: Random) -> int:
    """Milliseconds until a bot answers. Hands are as quick as the rules say; a slower person's time comes on top."""
    if not g.real:
        return 0
    ms: float = profile.think
    if ask.topic == "search":
        if not g.state.players[ask.seat].laid:  # who has to wait for the start reads and plans meanwhile
            ms = max(0, READ + profile.think - (g.now - g.state.began))
        ms += max(0.0, HANDS["table"].grab / profile.speed - g.hands.grab)
    elif ask.topic == "hold":
        ms += max(0.0, HANDS["table"].place / profile.speed - g.hands.place)
    else:
        ms += THOUGHT.get(ask.topic, 0)
    return int(ms * (1 + profile.jitter * (2 * dice.random() - 1)))


def packer(level: str) -> Callable[[G, Ask, Random], Any]:
    """The bot of a level: a function of (g, ask, dice). It answers None where it would rather wait for the others."""
    profile = PROFILES[level]

    def choose(g: G, ask: Ask, dice: Random) -> Any:
        player = g.state.players[ask.seat]
        choices = ask.choices
        match ask.topic:
            case "search":
                return search(g, player, choices, profile, dice)
            case "hold":
                return hold(g, player, choices, profile, dice)
            case "challenge":
                return challenges(g, player, choices, profile, dice)
            case "vote":
                return c.Vote(vote(g, player, profile, dice))
            case "decide":
                return c.Decide(gain(g, player, g.state.ballots[0].owner, g.state.ballots[0].kind, False) > 0)
            case "veto":
                ballot = g.state.ballots[0]
                return c.Decide(gain(g, player, ballot.owner, ballot.kind, ask.about is True) < 0)
            case "swap":
                return swap(g, player, choices)
            case _:
                return choices[int(dice.random() * len(choices))] if ask.topic == "pick" else choices[0]

    return choose


# ---- searching ----


def worth(g: G, player: Player) -> list[float]:
    """What each tile is worth to a player: by tile (LS-DIG-21)."""
    content, quest = g.content, g.state.quest
    wanted, bad = content.required[quest], content.forbidden[quest]
    more: list[tuple[int, float]] = []  # (mask of kinds, points)
    for effect in adventurers.in_force(g, player):
        match effect:
            case Forbid(kind=kind):
                bad |= BIT[kind]
            case TreatAs(kind=kind, as_kind=as_kind):
                wanted |= BIT[kind] if wanted & BIT[as_kind] else 0
            case PointsPer(kind=kind, points=points, cap=cap):
                if not cap or points * _on_mat(g, player, kind) < cap:
                    more.append((BIT[kind], float(points)))
            case PointsPerPair(kinds=(one, other), points=points, cap=cap):
                lead = _on_mat(g, player, one) - _on_mat(g, player, other)
                more += [(BIT[one], points if lead < 0 else 0.5), (BIT[other], points if lead > 0 else 0.5)]
            case MustHave(kind=kind, count=count, otherwise=otherwise):
                if _on_mat(g, player, kind) < count:
                    more.append((BIT[kind], -otherwise / count))
            case PointsIfNone(kind=kind, points=points):
                if not _on_mat(g, player, kind):
                    more.append((BIT[kind], -float(points)))
    values = [
        1.0 * bool(tags & wanted) - 2.0 * bool(tags & bad) + 0.5 * size
        for tags, size in zip(content.tags, content.size, strict=True)
    ]
    for mask, extra in more:
        values = [value + extra * bool(tags & mask) for value, tags in zip(values, content.tags, strict=True)]
    return values


def _on_mat(g: G, player: Player, kind: Kind) -> int:
    return sum(bool(g.content.tags[laid.tile] & BIT[kind]) for laid in player.laid)


def search(g: G, player: Player, choices: Any, profile: Profile, dice: Random) -> Any:
    """The best tile noticed that fits; else rummage, wait, or give up."""
    board = g.boards[player.mat]
    filled, slots = g.covered(player)
    seen = [*choices.kept, *cells_of(choices.tiles)]
    careful = dice.random() < profile.care
    most = 4 + int(NOTICED * profile.care)
    if len(seen) > most:
        first = int(dice.random() * len(seen))
        noticed = [seen[(first + 7 * n) % len(seen)] for n in range(most)] if len(seen) % 7 else seen
    else:
        noticed = seen
    tile = best(worth(g, player), noticed, board, filled, slots, careful, dice)
    if not tile and noticed is not seen:
        tile = best(worth(g, player), seen, board, filled, slots, careful, dice)
    if tile:
        return c.TakeKept(tile) if tile in choices.kept else c.GRAB[tile]
    if c.RUMMAGE in choices.rest and (c.STUCK not in choices.rest or dice.random() < 0.8):
        return c.RUMMAGE  # five fruitless ones, by and large, before it gives up
    if c.STUCK in choices.rest:
        return c.STUCK
    return c.WAIT if c.WAIT in choices.rest else None


def best(
    values: list[float], tiles: list[int], board: Board, filled: int, slots: int, careful: bool, dice: Random
) -> int:
    """The tile of most value that fits, or for the careless any that fits; 0 if none does."""
    order = sorted(tiles, key=lambda tile: -values[tile]) if careful else dice.sample(tiles, len(tiles))
    fitting = (tile for tile in order if board.fits(tile, filled, slots))
    free = board.cells & ~filled
    if not careful or free.bit_count() > TIGHT:
        return next(fitting, 0)
    found, most = 0, -1e9
    for tile in islice(fitting, COMPARED):
        slot = bool(board.accepts[tile] & ~slots)
        value = values[tile] - (0.0 if slot else 0.25 * lie(board, tile, board.layouts[tile].fits(filled), free)[0])
        if value > most:
            found, most = tile, value
    return found


def lie(board: Board, tile: int, fits: Fits, free: int) -> tuple[float, int, int]:
    """The placement that leaves the best room: (cost, turn, cell). Small holes cost, since small tiles are scarce."""
    layout, grid = board.layouts[tile], board.grid
    tight = free.bit_count() <= TIGHT
    found, least = (0, 0), 1e9
    for turn, cell in fits:
        mask = layout.mask(turn, cell)
        left = free & ~mask
        cost = 0.4 * (grid.around(mask) & left).bit_count()
        if tight:
            cost += sum(HOLES.get(group.bit_count(), 0) for group in grid.groups(left))
        else:
            cost += HOLES[1] * grid.lonely(left).bit_count()
        if cost < least:
            found, least = (turn, cell), cost
    return least, *found


def hold(g: G, player: Player, choices: Any, profile: Profile, dice: Random) -> Any:
    """Lay the tile where it leaves no holes; put it back if it fits nowhere."""
    board = g.boards[player.mat]
    open_slots = board.slots_of(player.tile, choices.slots)
    if open_slots:
        return c.SLOT[open_slots[0]]
    fits = choices.fits
    count = len(fits)
    if not count:
        return c.PUT_BACK
    if dice.random() >= profile.care:
        turn, cell = fits[int(dice.random() * count)]
        return c.PLACE[turn][cell]
    _, turn, cell = lie(board, player.tile, fits, board.cells & ~choices.filled)
    return c.PLACE[turn][cell]


def swap(g: G, player: Player, choices: Any) -> Any:
    """The change that gains most, if any does."""
    values = worth(g, player)
    made = max(choices[:-1], key=lambda one: values[one.other] - values[one.tile])
    return made if values[made.other] > values[made.tile] else c.SWAP_NOTHING


# ---- arguing ----


def gain(g: G, player: Player, owner: int, kind: str, yes: bool) -> int:
    """What a ruling brings a player: 1, or -1, with 0 where it is all the same. What harms another is a gain."""
    good = g.state.step == 3 or not votes.costs(g, g.state.players[owner], kind)
    return (1 if good == yes else -1) * (1 if player.seat == owner else -1)


def vote(g: G, player: Player, profile: Profile, dice: Random) -> bool:
    """By the tags, a plausible one being a toss-up, or by what is gained (LS-DIG-15)."""
    ballot = g.state.ballots[0]
    if dice.random() >= profile.honesty:
        return gain(g, player, ballot.owner, ballot.kind, True) > 0
    bit = BIT[ballot.kind]  # type: ignore[index]
    if g.content.tags[ballot.tile] & bit:
        return True
    return bool(g.content.plausible[ballot.tile] & bit) and dice.random() < 0.5


def challenges(g: G, player: Player, choices: Any, profile: Profile, dice: Random) -> list[c.Challenge]:
    """At most one item, where another answer than the present one would be a gain and can be argued."""
    if dice.random() < profile.honesty:
        return []
    owners = {laid.tile: other.seat for other in g.state.players for laid in other.laid}
    found = []
    for one in choices:
        stands = scoring.counts(g, one.tile, one.kind)
        arguable = g.content.plausible[one.tile] & BIT[one.kind]
        if not stands and arguable and gain(g, player, owners[one.tile], one.kind, True) > 0:
            found.append(one)
    return [found[int(dice.random() * len(found))]] if found else []
