"""Searching: everybody at once, against the clock (LS-SEARCH, LS-PLACE, LS-DIG-1 to LS-DIG-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import CHECKPOINT, LATE, AllOf, AnyOf, Ask, Rule
from ...parts.polyomino import cells_of
from . import adventurers, events
from .choices import PUT_BACK, RUMMAGE, STUCK, WAIT, FreePlace, Grab, Lay, Place, PlaceSlot, Reach, TakeKept
from .choices import PutBack as PutBackChoice
from .choices import Rummage as RummageChoice
from .choices import Stuck as StuckChoice
from .context import BEAT, SLICE, Fitting
from .state import (
    CLOSED,
    EMPTY,
    FINISHED,
    HOLDING,
    MISSED,
    PLACING,
    REACHING,
    RETURNING,
    RUMMAGING,
    Fresh,
    How,
    Laid,
    Player,
)

if TYPE_CHECKING:
    from .context import G

WINDOW, SEEN = 20, 3000  # LS-DIG-7: tiles of a rummage, milliseconds that a tile put back is seen


PASSES = 8  # of the race from one checkpoint that the rules offer to the next


def reveal(g: G) -> Rule[None]:
    """Turn up the top quest; from this instant on all search (LS-SEARCH-1, LS-SEARCH-2)."""
    state = g.state
    if not state.deck:
        state.deck, state.used = state.used, []  # LS-GAP-22
        g.chance.shuffle(state.deck)
        g.log(events.DeckReshuffled(-1), "LS-GAP-22")
    state.quest = state.deck.pop()
    state.round += 1
    state.began, state.beat, state.winner = g.now, 0, -1
    state.ends = g.now + g.options.cap * 1000
    g.learn()
    g.log(events.QuestRevealed(-1, state.quest, state.round), "LS-SEARCH-1")
    ahead = [adventurers.head_start(g, player) for player in state.players]
    for player, seconds in zip(state.players, ahead, strict=True):
        wait = (max(0, *ahead) - seconds) * 1000  # LS-GAP-31
        player.hand, player.at = (CLOSED, state.began + wait) if wait else (EMPTY, 0)
        if g.buried:
            player.window = dug(g)
    state.stage = "search"
    return
    yield


def search(g: G) -> Rule[None]:
    """Until the last Ready to Go card is taken, or nobody can or will go on (LS-SEARCH-12, LS-SEARCH-18)."""
    return race(g) if g.real else beats(g)


def race(g: G) -> Rule[None]:
    """The clock runs: whoever has a free hand may use it; what a hand does is done in its time (LS-DIG-1)."""
    state, players, asked = g.state, g.state.players, Asked(g)
    now, asks, due, again = g.now, asked.now(), next_due(g), asked.now
    while True:
        yield CHECKPOINT
        for _ in range(PASSES):
            question = AnyOf(asks, due, again)
            seat, choice = yield question
            settled = False
            if g.now > now:
                now = g.now
                g.learn()  # time that is gone does not come back
                if due <= now:
                    due = settle(g, now)
                    settled = True
            if choice is not LATE and state.stage == "search":
                player = players[seat]
                command(g, player, choice, now)
                if player.at:
                    if player.at < due:
                        due = player.at
                    if not settled:  # one hand is busy now, and nothing else changed
                        asks = without(question.asks, seat)
                        continue
            if state.stage != "search":
                return
            asks = asked.now()


def without(asks: tuple[Ask, ...], seat: int) -> tuple[Ask, ...]:
    """The questions but that to one seat."""
    n = 0
    while asks[n].seat != seat:
        n += 1
    return asks[:n] + asks[n + 1 :]


def beats(g: G) -> Rule[None]:
    """The clock stands until each has given a command or passed; then they act together (LS-DIG-8)."""
    state, asked = g.state, Asked(g)
    while state.stage == "search":
        yield CHECKPOINT
        asks = asked.now()
        commands = (yield AllOf(asks, again=asked.now)) if asks else []
        now = g.clock
        g.learn()
        given = list(zip(asks, commands, strict=True))
        for ask, choice in sorted(given, key=lambda one: one[1] == STUCK):  # whoever goes on at the same time goes on
            if state.stage == "search":
                command(g, state.players[ask.seat], choice, now)
        state.beat += 1
        if state.stage == "search":
            settle(g, now + BEAT)


class Asked:
    """The questions to those whose hand is free. A question stays the same object while nothing in it changed."""

    def __init__(self, g: G) -> None:
        self.g = g
        self.asks: list[Ask | None] = [None] * len(g.state.players)
        self.more = () if g.real else (WAIT,)
        self.back = (PUT_BACK, *self.more)
        # What empty hands can do that see all of the pile: of those who are not stuck, and of those who are.
        self.pools = [Reach(0, (), (STUCK, *self.more)), Reach(0, (), self.more)]

    def now(self) -> tuple[Ask, ...]:
        """One question a seat that may give a command now."""
        g, asks, pools = self.g, self.asks, self.pools
        pile = g.state.pile
        found: list[Ask] = []
        for player in g.state.players:
            hand = player.hand
            if hand > HOLDING:
                continue
            seat = player.seat
            ask = asks[seat]
            if hand == HOLDING:
                if ask is None or ask.about != player.tile:
                    filled, slots = g.covered(player)
                    lay = Lay(g.boards[player.mat], player.tile, filled, slots, self.back, g.faithful)
                    ask = asks[seat] = Ask(seat, lay, "hold", "LS-SEARCH-8", about=player.tile)
            else:
                if g.buried or player.kept:
                    reach = self.own(player)
                else:
                    reach = pools[player.stuck]
                    if reach.tiles != pile:
                        reach = pools[player.stuck] = Reach(pile, (), reach.rest)
                if player.stuck and not reach:
                    continue  # stuck beside an empty pile
                if ask is None or ask.choices is not reach:
                    ask = asks[seat] = Ask(seat, reach, "search", "LS-SEARCH-3")
            found.append(ask)
        return tuple(found)

    def own(self, player: Player) -> Reach:
        """What the empty hand of one player can do who does not just see all of the pile."""
        g = self.g
        tiles, kept = visible(g, player), tuple(player.kept)
        rest: tuple[Any, ...] = (*(RUMMAGE,) * g.buried, *(STUCK,) * (not player.stuck), *self.more)
        ask = self.asks[player.seat]
        was = ask.choices if ask is not None else None
        if was.__class__ is Reach and (was.tiles, was.kept, was.rest) == (tiles, kept, rest):
            return was
        return Reach(tiles, kept, rest)


def visible(g: G, player: Player) -> int:
    """The tiles of the pile that a player sees (LS-DIG-7)."""
    state = g.state
    if not g.buried:
        return state.pile
    seen = player.window
    for fresh in state.fresh:
        seen |= 1 << fresh.tile
    return seen & state.pile


def next_due(g: G) -> int:
    """When the next thing happens by itself."""
    state = g.state
    due = state.ends
    for player in state.players:
        if player.at and player.at < due:
            due = player.at
    for fresh in state.fresh:
        if fresh.until < due:
            due = fresh.until
    return due


def settle(g: G, now: int) -> int:
    """Let all happen that is due, in order of time; at the same time the draw decides (LS-DIG-1, LS-GAP-23).

    Returns when the next thing is due.
    """
    state = g.state
    while state.stage == "search":
        at = then = state.ends  # the next time at which something is due, and the one after it
        hands: list[Player] = []
        for player in state.players:
            its = player.at
            if its and its <= then:
                if its < at:
                    at, then, hands = its, at, [player]
                elif its == at:
                    hands.append(player)
                else:
                    then = its
        for fresh in state.fresh:
            if fresh.until < at:
                at, then, hands = fresh.until, at, []
        if at > now:
            return at
        if state.fresh:
            state.fresh = [fresh for fresh in state.fresh if fresh.until > at]
        if len(hands) > 1 and compete(hands):
            g.chance.shuffle(hands)
        for player in hands:
            if state.stage == "search":
                arrive(g, player, at)
                if player.at and player.at < then:
                    then = player.at
        if at >= state.ends and state.stage == "search":
            stop(g, "time", at)
        if then > now and not g.buried:  # what is put back into a buried pile makes times of its own
            return then
    return state.ends


def compete(hands: list[Player]) -> bool:
    """Whether it matters who of them is first: two reach for one tile, or two place a tile, which may take a card."""
    tiles, places = 0, 0
    for player in hands:
        if player.hand == REACHING:
            bit = 1 << player.tile
            if tiles & bit:
                return True
            tiles |= bit
        elif player.hand == PLACING:
            places += 1
    return places > 1


def arrive(g: G, player: Player, at: int) -> None:
    """What a hand set out to do is done."""
    state, hand, tile = g.state, player.hand, player.tile
    player.at = 0
    if hand == REACHING:
        bit = 1 << tile
        if state.pile & bit or tile in player.kept:
            state.pile &= ~bit
            player.hand = HOLDING
            if g.entries is not None:
                g.log(events.Took(player.seat, tile, at), "LS-DIG-6")
        else:
            player.hand, player.tile = EMPTY, 0
            if g.real:
                player.hand, player.at = MISSED, rounded(at + g.hands.failed)
            if g.entries is not None:
                to = 1 << player.seat if g.buried else None
                g.log(events.Missed(player.seat, tile, at, player.at or at), "LS-DIG-6", to)
    elif hand == PLACING:
        land(g, player, at)
    elif hand == RETURNING:
        player.hand, player.tile = EMPTY, 0
        give_back(g, player, tile, at)
        if g.entries is not None:
            g.log(events.PutBack(player.seat, tile, at), "LS-SEARCH-6")
    else:
        player.hand = EMPTY
        if hand == CLOSED:
            g.log(events.Opened(player.seat, at), "LS-GAP-31")
        elif hand == RUMMAGING:
            player.window = dug(g)


def land(g: G, player: Player, at: int) -> None:
    """A tile comes to lie on the mat for good (LS-PLACE-1, LS-PLACE-2); a full mat takes a card (LS-SEARCH-9)."""
    laid, board = player.placing, g.boards[player.mat]
    assert laid is not None
    player.hand, player.tile, player.placing = EMPTY, 0, None
    lay(g, player, laid)
    if laid.tile in player.kept:
        player.kept.remove(laid.tile)
    if g.entries is not None:
        filled = board.full - board.empty(player)
        g.log(
            events.Placed(player.seat, laid.tile, at, laid.slot, laid.legal, filled, board.full),
            "LS-SEARCH-7" if laid.legal else "LS-GAP-42",
        )
    if player.filled == board.cells and player.slots == board.every_slot:
        finish(g, player, at)
    if g.state.stage == "search":
        if dead_locked(g):
            stop(g, "deadlock", at)
        elif player.hand == FINISHED and all_stuck(g):
            stop(g, "stuck", at)


def lay(g: G, player: Player, laid: Laid) -> None:
    """Put a tile on a mat. It is legal if it lies by the rules on what is free (LS-GAP-42)."""
    board = g.boards[player.mat]
    filled, slots = g.covered(player)
    if laid.slot:
        bit = 1 << laid.slot
        laid.legal = bool(board.accepts[laid.tile] & bit & ~slots)
        if laid.legal:
            player.slots |= bit
    else:
        mask = board.mask(laid)
        laid.legal = mask > 0 and not mask & filled
        if laid.legal:
            player.filled |= mask
    player.laid.append(laid)


def finish(g: G, player: Player, at: int) -> None:
    """Take the top card; the last one ends Searching (LS-SEARCH-9, LS-SEARCH-12, LS-SEARCH-17)."""
    player.hand = FINISHED
    player.ready = g.state.stack.pop()
    g.log(events.TookReady(player.seat, player.ready, at), "LS-SEARCH-9")
    if not g.state.stack:
        stop(g, "ready", at)


def stop(g: G, how: How, at: int) -> None:
    """Searching ends at once."""
    state = g.state
    state.stage, state.how, state.stopped = "cleanup", how, at
    rule = {"ready": "LS-SEARCH-12", "deadlock": "LS-SEARCH-18"}.get(how, "LS-GAP-11")
    g.log(events.SearchEnded(-1, how, at), rule)


def dead_locked(g: G) -> bool:
    """No unfinished player can legally add any tile of the pile, of a hand or kept by that player (LS-SEARCH-18)."""
    players = g.state.players
    common = g.state.pile
    for player in players:
        if player.tile and player.hand != REACHING and player.tile not in player.kept:
            common |= 1 << player.tile
    return not any(player.hand != FINISHED and can_add(g, player, common) for player in players)


def can_add(g: G, player: Player, tiles: int) -> bool:
    """Whether the player can legally add one of these tiles, or one that it keeps.

    What is found out is remembered: it holds while the mat is as it is, and what could not be added cannot be as it
    fills.
    """
    for tile in player.kept:
        tiles |= 1 << tile
    known, (filled, slots) = g.fitting[player.seat], g.covered(player)
    if (known.filled, known.slots) != (filled, slots):
        emptied = known.filled & ~filled or known.slots & ~slots
        known = g.fitting[player.seat] = Fitting(filled, slots, 0, 0 if emptied else known.cannot)
    if tiles & known.can:
        return True
    tiles &= ~known.cannot
    if tiles:
        board = g.boards[player.mat]
        for alike, tile in board.alike:
            if tiles & alike:
                if board.fits(tile, filled, slots):
                    known.can |= alike
                    return True
                known.cannot |= alike
    return False


def all_stuck(g: G) -> bool:
    """Every unfinished player has declared being stuck (LS-GAP-11)."""
    return all(player.stuck or player.hand == FINISHED for player in g.state.players)


def rounded(at: int) -> int:
    """Up to the next slice of time (LS-DIG-24)."""
    return -(-at // SLICE) * SLICE


def command(g: G, player: Player, choice: Any, now: int) -> None:
    """A hand sets out to do something (LS-DIG-2, LS-DIG-3); in slices of time it is done when the beat ends."""
    cls, hands = choice.__class__, g.hands
    if cls is Grab or cls is TakeKept:
        player.hand, player.tile = REACHING, choice.tile
        player.at = rounded(now + hands.grab) if g.real else now + BEAT
        if g.entries is not None:
            to = 1 << player.seat if g.buried else None
            g.log(events.Reached(player.seat, choice.tile, now, player.at), "LS-DIG-3", to)
    elif cls is Place:
        row, column = divmod(choice.cell, g.boards[player.mat].width)
        set_out(g, player, Laid(player.tile, choice.turn, row, column), now)
    elif cls is PutBackChoice:
        player.hand = RETURNING
        player.at = rounded(now + hands.put_back) if g.real else now + BEAT
    elif cls is PlaceSlot:
        set_out(g, player, Laid(player.tile, slot=choice.slot), now)
    elif cls is FreePlace:
        set_out(g, player, Laid(player.tile, choice.turn, choice.row, choice.column), now)
    elif cls is RummageChoice:
        player.hand = RUMMAGING
        player.at = rounded(now + hands.rummage) if g.real else now + BEAT
        g.state.stir += 1
        if g.entries is not None:
            g.log(events.Rummaged(player.seat, now), "LS-DIG-7")
    elif cls is StuckChoice:
        player.stuck = True
        g.log(events.DeclaredStuck(player.seat, now), "LS-GAP-11")
        if all_stuck(g):
            stop(g, "stuck", now)
        return
    else:
        return  # a beat is let pass
    if player.stuck:
        player.stuck = False


def set_out(g: G, player: Player, laid: Laid, now: int) -> None:
    player.hand, player.placing = PLACING, laid
    player.at = rounded(now + g.hands.place) if g.real else now + BEAT


def give_back(g: G, player: Player, tile: int, at: int) -> None:
    """A tile goes back where it came from: a kept one beside the mat, any other to the pile (LS-GAP-17)."""
    if tile in player.kept:
        return
    g.state.pile |= 1 << tile
    if g.buried:
        g.state.fresh = [*(fresh for fresh in g.state.fresh if fresh.tile != tile), Fresh(tile, at + SEEN)]


def dug(g: G) -> int:
    """A window of a buried pile, drawn by chance (LS-DIG-7)."""
    tiles, window = cells_of(g.state.pile), 0
    for n in range(min(WINDOW, len(tiles))):
        other = n + g.chance.below(len(tiles) - n)
        tiles[n], tiles[other] = tiles[other], tiles[n]
        window |= 1 << tiles[n]
    return window
