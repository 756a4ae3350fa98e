"""After Searching: what lies wrongly goes, then Scoring step by step (LS-SCORE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.ask import Ask, Rule
from . import adventurers, events, mats
from .choices import SWAP_NOTHING, Swap
from .state import FINISHED, HOLDING, PLACING, RETURNING, Laid, Past, Player, Score
from .vocabulary import BIT, Forbid, ForbidSize, ForbidSlot, MustHave, PointsIfNone, PointsPer, PointsPerPair

if TYPE_CHECKING:
    from .context import G

DECIDE = 20_000  # milliseconds in real time for a decision of one player about an own thing


def cleanup(g: G) -> Rule[None]:
    """Illegal items leave the mats, items in hands go back (LS-PLACE-9, LS-SEARCH-16); then all mats are shown."""
    state = g.state
    state.fresh = []
    for player in state.players:
        if player.hand in (HOLDING, RETURNING, PLACING):
            kept = player.tile in player.kept
            if not kept:
                state.pile |= 1 << player.tile
            g.log(events.Returned(player.seat, player.tile, kept), "LS-GAP-17" if kept else "LS-SEARCH-16")
        if player.hand != FINISHED:
            player.hand, player.tile, player.at, player.placing = 0, 0, 0, None
        for laid in [laid for laid in player.laid if not laid.legal]:
            remove(g, player, laid.tile)
            g.log(events.RemovedIllegal(player.seat, laid.tile), "LS-PLACE-9")
    for player in scored_order(g):
        yield from swap(g, player)
    state.scored = [Score(player.seat) for player in state.players]
    state.rulings, state.judged, state.step = [], None, 1
    state.stage = "challenge"
    g.learn()
    g.log(events.StepBegan(-1, 1), "LS-SCORE-1")


def swap(g: G, player: Player) -> Rule[None]:
    """Items may be changed for others that fit where they lay (effect swap_tile)."""
    while adventurers.swaps(g, player) > 0:
        choices = swaps(g, player)
        if not choices:
            return
        choice = yield own(g, player, [*choices, SWAP_NOTHING], "swap", "LS-SCORE-20", SWAP_NOTHING)
        if choice == SWAP_NOTHING:
            return
        laid = next(laid for laid in player.laid if laid.tile == choice.tile)
        player.swaps += 1
        g.state.pile = g.state.pile & ~(1 << choice.other) | 1 << choice.tile
        if not laid.slot:
            mask = g.board(player).mask(laid)
            laid.turn, laid.row, laid.column = pose(g, player, choice.other, mask)
        else:
            laid.turn = 0
        laid.tile = choice.other
        g.log(events.Swapped(player.seat, choice.tile, choice.other), "LS-SCORE-20")


def swaps(g: G, player: Player) -> list[Swap]:
    """The changes that a player may make: a tile of the pile that lies legally just where the other did."""
    board, content = g.board(player), g.content
    found = []
    for laid in player.laid:
        for other in (n for n in range(1, len(content.tiles) + 1) if g.state.pile >> n & 1):
            if laid.slot:
                fits = board.accepts[other] >> laid.slot & 1
            else:
                fits = content.tile(other).shape == content.tile(laid.tile).shape
            if fits:
                found.append(Swap(laid.tile, other))
    return found


def pose(g: G, player: Player, tile: int, mask: int) -> tuple[int, int, int]:
    """How a tile lies when it covers just these squares: (turn, row, column)."""
    layout = g.board(player).layouts[tile]
    turn, cell = next(one for one in layout.fits() if layout.mask(*one) == mask)
    return turn, *divmod(cell, g.board(player).width)


def own(
    g: G, player: Player, choices: Sequence[object], topic: str, rule: str, otherwise: object, about: object = None
) -> Ask:
    """A question to one player about an own thing; in real time it does not wait for ever."""
    deadline = g.now + DECIDE if g.real else None
    return Ask(player.seat, choices, topic, rule, deadline=deadline, otherwise=otherwise, about=about)


def scored_order(g: G) -> list[Player]:
    """From the first finisher clockwise; from the first seat if nobody finished (LS-GAP-14)."""
    players = g.state.players
    first = max(players, key=lambda player: (player.ready, -player.seat)).seat
    return [*players[first:], *players[:first]]


def remove(g: G, player: Player, tile: int) -> Laid:
    """An item leaves the mat for this round; its squares are empty (LS-SCORE-13). Returns how it lay."""
    player.off.append(tile)
    return mats.take_off(g.board(player), player, tile)


def counts(g: G, tile: int, kind: str) -> bool:
    """Whether an item is of a kind: as a vote has it, else by its printed tags (LS-VOTE-2)."""
    for ruling in g.state.rulings:
        if ruling.tile == tile and ruling.kind == kind:
            return ruling.yes
    return bool(g.content.tags[tile] & BIT[kind])  # type: ignore[index]


def earns(g: G, player: Player, tile: int, kind: str) -> bool:
    """Whether an item counts as a kind where that earns its owner points: also what the bonus treats as it."""
    for ruling in g.state.rulings:
        if ruling.tile == tile and ruling.kind == kind:
            return ruling.yes
    return counts(g, tile, kind) or any(counts(g, tile, other) for other in adventurers.treated(g, player, kind))


def tiles_of(player: Player) -> list[int]:
    """The items on a mat, in the order in which they were placed."""
    return [laid.tile for laid in player.laid]


def step(g: G) -> Rule[None]:
    """What steps 1, 2 and 3 do once all questions are answered (LS-SCORE-2 to LS-SCORE-4)."""
    state = g.state
    {1: texts, 2: forbidden, 3: required}[state.step](g)
    if state.step < 3:
        state.step += 1
        state.stage = "challenge"
        g.log(events.StepBegan(-1, state.step), f"LS-SCORE-{state.step + 1}")
    else:
        state.stage = "tally"
    return
    yield


def texts(g: G) -> None:
    """Step 1: penalties, then bonuses (LS-SCORE-2, LS-SCORE-22)."""
    for player in scored_order(g):
        score = g.state.scored[player.seat]
        points = []
        for effect in adventurers.in_force(g, player):
            match effect:
                case Forbid(kind=kind):
                    for tile in [tile for tile in tiles_of(player) if counts(g, tile, kind)]:
                        strike(g, player, tile, 1, kind)
                case ForbidSize(size=size):
                    for tile in [tile for tile in tiles_of(player) if g.content.size[tile] >= size]:
                        strike(g, player, tile, 1)
                case ForbidSlot(slot=slot):
                    slots = g.board(player).slots
                    for laid in [one for one in player.laid if one.slot and slots[one.slot - 1].id == slot]:
                        strike(g, player, laid.tile, 1)
                case MustHave(kind=kind, count=count, otherwise=otherwise):
                    have = sum(counts(g, tile, kind) for tile in tiles_of(player))
                    points.append(otherwise if have < count else 0)
                case PointsPer(kind=kind):
                    have = sum(earns(g, player, tile, kind) for tile in tiles_of(player))
                    points.append(capped(have * effect.points, effect.cap))
                case PointsPerPair(kinds=(one, other)):
                    points.append(capped(pairs(g, player, one, other) * effect.points, effect.cap))
                case PointsIfNone(kind=kind):
                    none = not any(counts(g, tile, kind) for tile in tiles_of(player))
                    points.append(effect.points if none else 0)
                case _:
                    pass
        score.text = sum(points)
        for n in points:
            if n:
                g.log(events.ScoredText(player.seat, n), "LS-SCORE-2")


def capped(points: int, cap: int) -> int:
    return min(points, cap) if cap else points


def pairs(g: G, player: Player, one: str, other: str) -> int:
    """The largest number of disjoint pairs of an item of one kind and a different one of the other (LS-GAP-16)."""
    tiles = tiles_of(player)
    first = {tile for tile in tiles if earns(g, player, tile, one)}
    second = {tile for tile in tiles if earns(g, player, tile, other)}
    both = len(first & second)
    return min(len(first), len(second), (len(first) + len(second) - both) // 2)


def strike(g: G, player: Player, tile: int, number: int, kind: str = "") -> None:
    """An item leaves the mat in step 1 or 2."""
    score = g.state.scored[player.seat]
    score.struck.append(remove(g, player, tile))
    (score.first if number == 1 else score.second).append(tile)
    g.log(events.Removed(player.seat, tile, number, kind), "LS-SCORE-18" if number == 1 else "LS-SCORE-3")


def forbidden(g: G) -> None:
    """Step 2: every forbidden item leaves the mat (LS-SCORE-3)."""
    kinds = g.content.quest(g.state.quest).forbidden
    for player in scored_order(g):
        for tile in tiles_of(player):
            found = next((kind for kind in kinds if counts(g, tile, kind)), None)
            if found:
                strike(g, player, tile, 2, found)


def required(g: G) -> None:
    """Step 3: a point for each required item, however many icons it matches (LS-SCORE-4, LS-SCORE-16)."""
    kinds = g.content.quest(g.state.quest).required
    for player in scored_order(g):
        tiles = [tile for tile in tiles_of(player) if any(earns(g, player, tile, kind) for kind in kinds)]
        g.state.scored[player.seat].required = tiles
        g.log(events.ScoredRequired(player.seat, tuple(tiles)), "LS-SCORE-4")


def tally(g: G) -> Rule[None]:
    """Steps 4, 5 and 6, which nobody can question (LS-SCORE-5 to LS-SCORE-7, LS-SCORE-12); then who won the round."""
    state = g.state
    for player in scored_order(g):
        score = state.scored[player.seat]
        empty, ignored = g.board(player).empty(player), adventurers.ignored(g, player)
        score.empty = max(0, empty - ignored)
        cost = -(score.empty // 2)
        g.log(events.ScoredEmpty(player.seat, empty, min(empty, ignored), cost), "LS-SCORE-5")
        score.ready = player.ready + adventurers.ready_plus(g, player)
        g.log(events.ScoredReady(player.seat, player.ready, score.ready), "LS-SCORE-6")
        score.points = score.text + len(score.required) + cost + score.ready
        others = len(player.laid) - len(score.required)
        g.log(events.ScoredRound(player.seat, score.points, others), "LS-SCORE-7")
    winner, how = best(g)
    state.winner = winner
    points_of = [score.points for score in state.scored]
    state.past.append(Past(state.quest, state.how, state.stopped - state.began, points_of, winner))
    wins = state.players[winner].wins + 1
    rules = {"required": "LS-ROUND-2", "ready": "LS-ROUND-3", "empty": "LS-GAP-20", "lot": "LS-GAP-20"}
    points = state.scored[winner].points
    g.log(events.WonRound(winner, points, how, wins), rules.get(how, "LS-ROUND-1"))
    if wins == 3:  # LS-WIN-2: at once, nothing is kept or mixed back
        state.players[winner].wins = wins
        state.stage = "over"
        g.log(events.Won(winner), "LS-WIN-1")
    else:
        state.stage = "keep"
    return
    yield


def best(g: G) -> tuple[int, str]:
    """Who won the round, and by what (LS-ROUND-1 to LS-ROUND-4, LS-GAP-20)."""
    left = g.state.scored
    players = g.state.players
    for how, value in (
        ("points", lambda score: score.points),
        ("required", lambda score: len(score.required)),
        ("ready", lambda score: players[score.seat].ready),
        ("empty", lambda score: -g.board(players[score.seat]).empty(players[score.seat])),
    ):
        most = max(value(score) for score in left)
        left = [score for score in left if value(score) == most]
        if len(left) == 1:
            return left[0].seat, how
    return g.chance.pick(left).seat, "lot"
