"""What a seat sees of Last-Second Quest (LS-DIG-18): all but the order of the quest deck, ballots before they are
revealed, and, with a buried pile, what a seat has not rummaged up."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from ...engine.scene import (
    AnyPart,
    Ballot,
    GridSlot,
    Heap,
    Holding,
    Mark,
    Mat,
    Number,
    Piece,
    Pile,
    Polygrid,
    Row,
    Scene,
    Scores,
    Seat,
    Slot,
    Tally,
    TallyCell,
    Timer,
)
from ...parts.polyomino import mask_of
from . import search, state
from .cards import FULL, OPEN
from .context import BEAT
from .library import Content
from .pieces import adventurer_id, lies, mat_id, slot_id, tile_id
from .text.cards import TAKES, adventurer_text
from .text.grammar import count, listed
from .words.names import STEPS, kind_name, points, seconds, squares, tile_name

if TYPE_CHECKING:
    from .context import G
    from .state import Player, Score

TOLD = ("keep", "rest", "over")  # stages in which the scores are shown
PHASES = ("Search", *STEPS[1:], "Scores")


def _scores(g: G) -> Scores:
    """How the game ended: who won which rounds, and what all rounds brought."""
    table = g.state
    rows = []
    for player in sorted(table.players, key=lambda player: -player.wins):
        seat = player.seat
        points = [past.points[seat] for past in table.past]
        rounds = ", ".join(str(n) for n, past in enumerate(table.past, 1) if past.winner == seat)
        cells = (g.game.seat_name(g, seat), str(player.wins), rounds or "none", str(sum(points)), str(max(points)))
        rows.append((seat, (*cells, "won" if player.wins == 3 else "")))
    columns = ("Adventurer", "Rounds won", "Which", "Points in all", "Best round", "")
    return Scores("scores", "Scores", columns, tuple(rows))


SCORING = ("Adventurer", "Forbidden", "Required", "Empty squares", "Ready to Go")


def scene(g: G, seat: int | None) -> Scene:
    """The scene of a seat; None: of a spectator."""
    table = g.state
    asked = {ask.seat for ask in g.table.asks}
    centre: list[AnyPart] = [*_clocks(g, seat), *_quest(g), _heap(g, seat)]
    if table.ballots or table.judged:
        centre.append(_ballot(g))
    if table.stage in TOLD:
        centre.append(_tally(g))
    if table.stage == "over":
        centre.append(_scores(g))
    if table.stage == "choose":
        cards = tuple(_adventurer(g, n, 0, -1) for n in table.box)
        centre.append(Row("adventurers", "Adventurers", pieces=cards))
    stages = {"search": 0, "cleanup": 0, "challenge": table.step, "vote": table.step, "step": table.step}
    return Scene(
        g.game.name,
        seat,
        g.game.title,
        phases=PHASES,
        phase=stages.get(table.stage, len(PHASES) - 1) if table.round else -1,
        seats=tuple(_seat(g, player, player.seat in asked, seat) for player in table.players),
        centre=tuple(centre),
        result=_result(g),
    )


# ---- in the middle ----


def _clocks(g: G, seat: int | None) -> list[AnyPart]:
    """The clock of Searching or of an open question, and the own head start or wait."""
    table = g.state
    found: list[AnyPart] = []
    if g.real and table.round and table.stage in ("search", "cleanup"):
        notches = g.options.cap // 30
        words = f"Searching is cut off after {g.options.cap} seconds."
        found.append(Timer("clock", "Searching", table.began, table.ends, table.stopped, notches, words))
        player = table.players[seat] if seat is not None else None
        if player is not None and player.hand == state.CLOSED:
            words = f"Your search opens {seconds(player.at - table.began)} after the quest is revealed."
            found.append(Timer("opens", "Your search", table.began, player.at, words=words))
    elif g.table.deadline is not None:
        words = {
            "challenge": "Time to question items.",
            "vote": "Time to argue and vote.",
            "rest": "Time until the next quest.",
        }.get(table.stage, "Time to decide.")
        found.append(Timer("clock", "Time", 0, g.table.deadline, words=words))
    elif table.stage == "search":
        beats = g.options.cap * 1000 // BEAT
        number = Piece("beat", f"Beat {table.beat + 1}", "beat", numbers=(Number("beat", table.beat + 1, most=beats),))
        found.append(Row("beats", "Beats", pieces=(number,)))
    return found


def _quest(g: G) -> list[AnyPart]:
    """The quest of the round, the deck, and the Ready to Go cards that are left."""
    table = g.state
    face_up = (_quest_card(g.content, table.quest),) if table.quest else ()
    cards = tuple(_ready_card(card) for card in reversed(table.stack))
    return [
        Row("quest", "Quest", pieces=face_up),
        Pile("quests", "Quests", kind="quest", count=len(table.deck)),
        Pile("ready", "Ready to Go", kind="ready", count=len(cards), top=cards[0] if cards else None, cards=cards),
    ]


@lru_cache(maxsize=256)
def _quest_card(content: Content, number: int) -> Piece:
    quest = content.quest(number)
    icons = content.icons
    marks = [Mark(icons[kind].icon, icons[kind].label, "good") for kind in quest.required]
    marks += [Mark(icons[kind].icon, icons[kind].label, "bad") for kind in quest.forbidden]
    return Piece(
        f"quest-{number}",
        quest.title,
        "quest",
        flavour=quest.flavour,
        numbers=(Number("seals", quest.seals, "wax-seal", 4),),
        icon=quest.icon,
        palette=quest.palette,
        rules=("LS-SETUP-25", "LS-SETUP-26"),
        marks=tuple(marks),
    )


def _ready_card(card: int) -> Piece:
    return Piece(f"ready-{card}", str(card), "ready", numbers=(Number("points", card),), rules=("LS-SEARCH-9",))


def _heap(g: G, seat: int | None) -> Heap:
    """The pile as the seat sees it; a spectator sees all of it, which is what lies nowhere else."""
    table = g.state
    tiles, known = table.pile, table.pile
    if g.buried:
        known = search.visible(g, table.players[seat]) if seat is not None else _on_top(g)
        tiles = known if seat is not None and table.stage == "search" else table.pile
    reached: dict[str, tuple[int, ...]] = {}
    for player in table.players:
        if player.hand == state.REACHING and known >> player.tile & 1:
            reached[tile_id(player.tile)] = (*reached.get(tile_id(player.tile), ()), player.seat)
    pieces = tuple(
        (_tile(g, tile), lies(g, tile)[0]) for tile in range(1, len(g.content.tiles) + 1) if tiles >> tile & 1
    )
    hidden = (table.pile & ~tiles).bit_count()
    title = f"The heap, {hidden} more buried" if hidden else "The heap"
    return Heap("heap", title, pieces=pieces, stir=table.stir, reached=reached)


def _on_top(g: G) -> int:
    return mask_of(fresh.tile for fresh in g.state.fresh) & g.state.pile


def _tile(g: G, tile: int, note: str = "") -> Piece:
    ruled = tuple((one.kind, one.yes) for one in g.state.rulings if one.tile == tile)
    return _tile_piece(g.content, tile, g.state.quest, ruled, note)


@lru_cache(maxsize=8192)
def _tile_piece(content: Content, number: int, quest: int, ruled: tuple[tuple[str, bool], ...], note: str) -> Piece:
    """A tile with its icons, those that help and hurt on this quest told apart, and what votes made of it."""
    tile = content.tile(number)
    good = content.quest(quest).required if quest else ()
    bad = content.quest(quest).forbidden if quest else ()
    rulings = dict(ruled)
    kinds = [kind for kind in tile.tags if rulings.get(kind, True)]
    kinds += [kind for kind, yes in ruled if yes and kind not in tile.tags]  # type: ignore[misc]
    marks = [
        Mark(content.icons[kind].icon, content.icons[kind].label, tone_of(kind, good, bad))
        for kind in sorted(kinds, key=lambda kind: (kind not in bad, kind not in good))
    ]
    arguable = [content.icons[kind].label for kind in tile.plausible if kind not in rulings]
    return Piece(
        tile_id(number),
        tile.name,
        "item",
        lines=(f"One might call it {listed(arguable, 'or')}.",) if arguable else (),
        numbers=(Number("squares", content.size[number]),),
        icon=tile.icon,
        palette=tile.tags[0],
        note=note,
        marks=tuple(marks),
    )


def tone_of(kind: str, good: tuple[str, ...], bad: tuple[str, ...]) -> Literal["", "good", "bad"]:
    """How a kind speaks on a quest."""
    return "bad" if kind in bad else "good" if kind in good else ""


def _ballot(g: G) -> Ballot:
    """The question under judgement; while none is, the latest verdict."""
    table = g.state
    one = table.ballots[0] if table.ballots else table.judged
    assert one is not None
    whose, name, kind = g.game.seat_name(g, one.owner), tile_name(g, one.tile), kind_name(g, one.kind)
    told = one.verdict > 0 or all(one.votes)  # tied or to be vetoed: the ballots lie open already
    verdict = f"It {'counts' if one.verdict == 1 else 'does not count'}." if one.verdict else ""
    return Ballot(
        "ballot",
        "A question of validity",
        question=f"Does {whose}'s {name} count as {kind}?",
        piece=_tile(g, one.tile),
        asker=one.asker,
        lines=tuple((said.seat, said.text) for said in one.said),
        voted=tuple(seat for seat, vote in enumerate(one.votes) if vote),
        votes=tuple((seat, "yes" if vote == 1 else "no") for seat, vote in enumerate(one.votes)) if told else (),
        verdict=verdict,
        ends=0 if one.verdict else one.ends,
    )


def _tally(g: G) -> Tally:
    """The scores of the round, step by step."""
    from .scoring import scored_order

    rows = []
    for player in scored_order(g):
        score = g.state.scored[player.seat]
        rows.append((player.seat, _cells(g, player, score), score.points))
    winner = g.state.winner
    result = f"{g.game.seat_name(g, winner)} fulfils the quest." if winner >= 0 else ""
    return Tally("tally", "Scores", columns=SCORING, rows=tuple(rows), result=result)


def _cells(g: G, player: Player, score: Score) -> tuple[TallyCell, ...]:
    def ids(tiles: list[int]) -> tuple[str, ...]:
        return tuple(map(tile_id, tiles))

    first = f"{count(len(score.first), 'item')} may not be used" if score.first else ""
    text = f"{points(score.text)} by {g.content.adventurer(player.adventurer).name}" if score.text else ""
    second = f"{count(len(score.second), 'item')} forbidden" if score.second else ""
    required = f"{count(len(score.required), 'required item')}" if score.required else "No required item"
    empty = f"{squares(score.empty)} empty" if score.empty else "Full"
    ready = f"Card {player.ready}" if player.ready else "No card"
    return (
        TallyCell(score.text, f"{first}{'; ' if first and text else ''}{text}", ids(score.first), bool(score.first)),
        TallyCell(0, second, ids(score.second), bool(score.second)),
        TallyCell(len(score.required), required, ids(score.required)),
        TallyCell(-(score.empty // 2), empty),
        TallyCell(score.ready, ready),
    )


# ---- the seats ----


def _seat(g: G, player: Player, acting: bool, seat: int | None) -> Seat:
    board = g.board(player)
    filled = board.full - board.empty(player)
    card = g.content.adventurer(player.adventurer) if player.adventurer else None
    numbers = [
        Number("rounds won", player.wins, "laurel-crown", 3),
        Number("squares filled", filled, "", board.full),
        *((Number("Ready to Go", player.ready, "flag"),) if player.ready else ()),
    ]
    held = player.tile if player.hand in (state.HOLDING, state.PLACING, state.RETURNING) else 0
    hand = Holding(
        f"hand-{player.seat}",
        "Hand",
        seat=player.seat,
        piece=_tile(g, held) if held else None,
        cells=lies(g, held)[0] if held else (),
    )
    return Seat(
        player.seat,
        g.game.seat_name(g, player.seat),
        role=_role(g, player),
        icon=card.icon if card else "",
        numbers=tuple(numbers),
        meter=player.wins * 100 // 3,
        acting=acting,
        parts=(_mat(g, player), hand, _beside(g, player), *_kept(g, player, held)),
    )


def _role(g: G, player: Player) -> str:
    """What a seat is about, in a word or two."""
    if g.state.stage == "search":
        if player.hand == state.FINISHED:
            return f"done, card {player.ready}"
        if player.hand == state.CLOSED:
            return "waits for the start"
        if player.stuck:
            return "stuck"
    if g.state.stage == "vote" and g.state.ballots and g.state.ballots[0].votes[player.seat]:
        return "has voted"
    return ""


def _mat(g: G, player: Player) -> Polygrid:
    board = g.board(player)
    mat = board.mat
    slots = tuple(
        GridSlot(slot_id(player.seat, n), slot.name, board.slot_cells[n - 1], f"takes {TAKES[slot.accepts]}")
        for n, slot in enumerate(board.slots, 1)
    )
    placed = tuple((_tile(g, one.tile, "" if one.legal else "x"), board.squares(one)) for one in player.laid)
    struck = g.state.scored[player.seat].struck if g.state.stage in TOLD else ()
    return Polygrid(
        mat_id(player.seat),
        mat.title,
        seat=player.seat,
        frame=mat.id,
        height=mat.height,
        width=mat.width,
        open=mat.cells(OPEN),
        taken=mat.cells(FULL),
        slots=slots,
        placed=placed,
        left=tuple((_tile(g, one.tile), board.squares(one)) for one in struck),
        filled=board.full - board.empty(player),
        total=board.full,
    )


def _beside(g: G, player: Player) -> Mat:
    """What lies beside the mat: the Adventurer, the Locked token until the second win, the card."""
    seat = player.seat
    card = (_adventurer(g, player.adventurer, player.wins, seat),) if player.adventurer else ()
    token = Piece(f"locked-{seat}", "Locked", "token", icon="padlock", seat=seat, rules=("LS-ROUND-8",))
    slots = [
        Slot(f"adventurer-of-{seat}", "Adventurer", pieces=card),
        Slot(f"token-of-{seat}", "Locked token", pieces=(token,) if player.wins < 2 else ()),
        *((Slot(f"card-of-{seat}", "Ready to Go", pieces=(_ready_card(player.ready),)),) if player.ready else ()),
    ]
    return Mat(f"beside-{seat}", "Adventurer", seat=seat, slots=tuple(slots))


def _kept(g: G, player: Player, held: int) -> tuple[Heap, ...]:
    """What is kept for a later round, but for what the hand holds."""
    pieces = tuple((_tile(g, tile), lies(g, tile)[0]) for tile in player.kept if tile != held)
    return (Heap(f"kept-{player.seat}", "Kept for later", pieces=pieces),) if pieces else ()


def _adventurer(g: G, number: int, wins: int, seat: int) -> Piece:
    """An Adventurer: blank until the first win, the bonus under the token until the second (LS-ROUND-7 to 11)."""
    card = g.content.adventurer(number)
    penalty, bonus = adventurer_text(card, g.content)
    lines = (penalty, bonus if wins > 1 else f"Locked until the second win: {bonus}")
    return Piece(
        adventurer_id(number),
        card.name,
        "adventurer",
        lines=lines if wins else (),
        flavour=card.flavour,
        icon=card.icon,
        palette=card.palette,
        seat=seat,
        note=("blank", "locked", "")[min(wins, 2)],
        rules=("LS-ROUND-9", "LS-ROUND-12") if wins else ("LS-SETUP-10",),
    )


def _result(g: G) -> str:
    if not g.table.over:
        return ""
    winner = g.table.result.winners[0]
    return f"{g.game.seat_name(g, winner)} wins the third round, and the game."
