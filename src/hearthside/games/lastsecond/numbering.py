"""Last-Second Quest for those who learn it by numbers: all its choices, and what a seat observes.

Tiles, quests and Adventurers go by content number. Seats come in order from the observer on, so that the first is
always oneself.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ...engine.ask import Ask
from ...engine.numbering import Features, Field, Kind, bits_of, kinds_of, set_of
from . import choices as c
from . import search
from .mats import boards
from .state import HOLDING, PLACING, REACHING, RETURNING
from .vocabulary import KINDS, MATS

if TYPE_CHECKING:
    from .context import G
    from .library import Content

TOPICS = ("search", "hold", "challenge", "vote", "decide", "veto", "keep", "swap", "rest", "pick")
STAGES = ("choose", "reveal", "search", "cleanup", "challenge", "vote", "step", "tally", "keep", "rest", "over")
HANDS = ("empty", "holding", "closed", "missed", "reaching", "placing", "returning", "rummaging", "finished")
SLOTS = 8  # special slots of a mat are numbered below
TOPIC = {topic: n for n, topic in enumerate(TOPICS)}
STAGE = {stage: n for n, stage in enumerate(STAGES)}
MAT = {mat: n for n, mat in enumerate(MATS)}
KIND = {kind: n for n, kind in enumerate(KINDS)}
# The numbers of each player.
PLAYER = (
    ("wins", "rounds won", 3.0), ("filled", "the share of its mat that is full", 1.0),
    ("ready", "its Ready to Go card", 4.0), ("stuck", "declared to be stuck", 1.0),
    ("kept", "tiles kept beside its mat", 6.0), ("points", "points of this round so far", 20.0),
)  # fmt: skip


def kinds(content: Content) -> list[Kind]:
    """All choices."""
    tiles = tuple(range(1, len(content.tiles) + 1))
    all_mats = boards(content).values()
    lies = max(len(sizes) for board in all_mats for sizes in board.sizes)
    longest = max(max(size) for board in all_mats for sizes in board.sizes for size in sizes)
    height, width = max(board.height for board in all_mats), max(board.width for board in all_mats)
    free = (
        ("turn", tuple(range(lies))),
        ("row", tuple(range(1 - longest, height))),
        ("column", tuple(range(1 - longest, width))),
    )
    return kinds_of(
        c.Choices,
        {
            "tile": tiles,
            "turn": range(lies),
            "cell": range(max(board.height * board.width for board in all_mats)),
            "slot": range(1, 1 + max(len(board.slots) for board in all_mats)),
            "adventurer": range(1, len(content.adventurers) + 1),
        },
        {
            c.FreePlace: Kind(c.FreePlace, fields=free),
            c.Challenge: Kind(c.Challenge, fields=(("tile", tiles), ("kind", KINDS)), several=True),
            c.Swap: Kind(c.Swap, fields=(("tile", tiles), ("other", tiles))),
        },
    )


def features(content: Content, seats: int) -> Features:
    """What a seat observes at a table of so many."""
    tiles, cells = len(content.tiles) + 1, max(board.height * board.width for board in boards(content).values())
    quests, cards = len(content.quests) + 1, len(content.adventurers) + 1
    numbers = [
        Field("round", "of the game", most=12),
        Field("beats", "beats of this Searching that are over", most=300),
        Field("seconds", "left until Searching is cut off, where the clock runs", most=300),
        Field("pile", "tiles in the heap", most=60),
        Field("quests", "quests left in the deck", most=28),
        Field("step", "of Scoring", most=5),
        Field("ballots", "questions of validity that wait", most=6),
        Field("voted", "the observer's vote on the open one: 1 yes, -1 no"),
        Field("votes", "for and against, when the owner decides or may turn the vote round", 2, 6),
        *(Field(f"player_{n}.{name}", about, 1, most) for n in range(seats) for name, about, most in PLAYER),
    ]
    sets = [
        Field("topic", f"what is asked: {', '.join(TOPICS)}", len(TOPICS)),
        Field("stage", f"of the round: {', '.join(STAGES)}", len(STAGES)),
        Field("quest", "the round's quest", quests),
        Field("required", f"kinds that it wants: {', '.join(KINDS)}", len(KINDS)),
        Field("forbidden", "kinds that it forbids", len(KINDS)),
        Field("heap", "tiles of the heap that the observer sees", tiles),
        Field("held_kinds", "kinds printed on the tile in the observer's hand, or under judgement", len(KINDS)),
        Field("judged", "the tile under judgement", tiles),
        Field("judged_kind", "the kind that it may count as", len(KINDS)),
        Field("owner", "whose it is", seats),
        Field("mats", f"a player each: the kind of its mat: {', '.join(MATS)}", len(MATS) * seats),
        Field("filled", "a player each: the cells of its mat that legal tiles cover, row by row", cells * seats),
        Field("slots", "a player each: its special slots that are full", SLOTS * seats),
        Field("laid", "a player each: the tiles on its mat", tiles * seats),
        Field("kept", "a player each: the tiles kept beside it", tiles * seats),
        Field("held", "a player each: the tile that it holds or, where that is seen, reaches for", tiles * seats),
        Field("hands", f"a player each: what its hand does: {', '.join(HANDS)}", len(HANDS) * seats),
        Field("adventurers", "a player each: its Adventurer", cards * seats),
        Field("box", "Adventurers to choose from", cards),
    ]
    order = [(*range(seat, seats), *range(seat)) for seat in range(seats)]
    whole = len(KINDS)

    def look(g: G, seat: int, ask: Ask | None) -> tuple[list[float], bytes]:
        state = g.state
        me = state.players[seat]
        searching = state.stage == "search"
        ballot = state.ballots[0] if state.ballots and state.stage == "vote" else None
        left = max(0, state.ends - g.now) / 1000 if g.real and searching else 0
        told: list[float] = [
            state.round, state.beat, left, state.pile.bit_count(), len(state.deck), state.step, len(state.ballots),
            (0, 1, -1)[ballot.votes[seat]] if ballot is not None else 0,
        ]  # fmt: skip
        told += _votes(ask) if ask is not None else (0, 0)
        seen = search.visible(g, me) if searching else state.pile
        players: list[list[bytes]] = [[] for _ in range(8)]
        for n in order[seat]:
            player = state.players[n]
            board = g.board(player)
            full = 1 - board.empty(player) / board.full
            points = state.scored[n].points if state.scored else 0
            told += [player.wins, full, player.ready, player.stuck, len(player.kept), points]
            hand = player.hand
            open_ = n == seat or not g.buried or seen >> player.tile & 1
            holds = hand in (HOLDING, PLACING, RETURNING) or (hand == REACHING and open_)
            one = (
                set_of(len(MATS), (MAT[player.mat],)),
                bits_of(cells, player.filled),
                bits_of(SLOTS, player.slots),
                set_of(tiles, tuple([laid.tile for laid in player.laid])),
                set_of(tiles, tuple(player.kept)),
                set_of(tiles, (player.tile,) if holds else ()),
                set_of(len(HANDS), (hand,)),
                set_of(cards, (player.adventurer,)),
            )
            for group, part in zip(players, one, strict=True):
                group.append(part)
        topic = ask.topic if ask is not None else ""
        tile = ballot.tile if ballot is not None else me.tile
        return told, b"".join((
            set_of(len(TOPICS), (TOPIC[topic],) if topic in TOPIC else ()),
            set_of(len(STAGES), (STAGE[state.stage],)),
            set_of(quests, (state.quest,)),
            bits_of(whole, content.required[state.quest]),
            bits_of(whole, content.forbidden[state.quest]),
            bits_of(tiles, seen),
            bits_of(whole, content.tags[tile]),
            set_of(tiles, (ballot.tile,) if ballot is not None else ()),
            set_of(whole, (KIND[ballot.kind],) if ballot is not None else ()),  # type: ignore[index]
            set_of(seats, (order[seat].index(ballot.owner),) if ballot is not None else ()),
            *chain.from_iterable(players),
            set_of(cards, tuple(state.box)),
        ))  # fmt: skip

    return Features(numbers, sets, look)


def _votes(ask: Ask) -> tuple[float, float]:
    """The votes for and against that a question is about."""
    if ask.topic == "decide":
        yes, no = ask.about
        return yes, no
    return (ask.about, not ask.about) if ask.topic == "veto" else (0, 0)
