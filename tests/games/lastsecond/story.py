"""The stage for story tests: arrange mats, hands and wins; let hands move on a virtual clock, or score; look.

    t = story(player(hand="mace"), player())                     # in the middle of Searching, at 0 ms
    t.do(1, grab("knife"), at=4_200)
    t.wait(5_000)
    assert t.held(1) == "sacrificial-knife"

    t = scoring(player("beastmaster", wins=2, items=["mace", "chalice"], ready=2), player(), quest="cellar-brawl")
    t.challenge(1, ("chalice", "elegant")).vote("chalice", "elegant", yes=[1, 2, 3], no=[0])
    t.finish()
    assert t.points(0) == 0

Items, quests, Adventurers and slots are named by their ids. A mat is packed with `items` as they fit; then all its
other squares but `empty` are covered by fillers, which are cold and nothing else, and its slots but those in `bare`.
`items` may say where: ("eel", "top") for a slot, ("mace", turn, row, column) for an area.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hearthside.engine.ask import Line
from hearthside.engine.chance import Chance
from hearthside.engine.table import Table
from hearthside.games.lastsecond import events, library
from hearthside.games.lastsecond import state as s
from hearthside.games.lastsecond.cards import Adventurer, Quest, Tile, TileShape
from hearthside.games.lastsecond.choices import (
    PUT_BACK,
    READY,
    Challenge,
    Decide,
    FreePlace,
    Grab,
    Keep,
    Place,
    PlaceSlot,
    TakeKept,
    Vote,
)
from hearthside.games.lastsecond.context import G, Options
from hearthside.games.lastsecond.game import LastSecond
from hearthside.games.lastsecond.library import Content
from hearthside.parts.polyomino import Mat, cells_of, mask_of, normal, picture, turns

GAME = LastSecond()
BOX = library.load()
Item = str | tuple[Any, ...]


class Spec(msgspec.Struct):
    """A player to arrange; see `player`."""

    adventurer: str
    wins: int
    items: list[Item]
    empty: int | None
    bare: list[str]
    ready: int
    hand: str
    kept: list[str]
    stuck: bool


def player(
    adventurer: str = "rogue",
    wins: int = 0,
    items: Sequence[Item] = (),
    *,
    empty: int | None = None,
    bare: Sequence[str] = (),
    ready: int = 0,
    hand: str = "",
    kept: Sequence[str] = (),
    stuck: bool = False,
) -> Spec:
    """A player. empty: squares left open, None: no fillers at all. ready: the card taken."""
    return Spec(adventurer, wins, list(items), empty, list(bare), ready, hand, list(kept), stuck)


def tile(id_: str, shape: str, *tags: Any, plausible: Sequence[Any] = ()) -> Tile:
    """A test item."""
    return Tile(id=id_, name=id_, shape=shape, tags=tuple(tags), plausible=tuple(plausible), icon="cube")


def quest(*required: Any, without: Sequence[Any] = ("venomous",)) -> Quest:
    """A test quest."""
    text = {"title": "Test", "icon": "scroll", "palette": "day", "flavour": "A test."}
    return Quest(id="test", seals=1, required=required, forbidden=tuple(without), **text)  # type: ignore[arg-type]


def adventurer(*bonus: Any, penalty: Any) -> Adventurer:
    """A test Adventurer, called test; the effects as in YAML."""
    raw = {"id": "test", "name": "Test", "icon": "hood", "palette": "day", "flavour": "A test."}
    return msgspec.convert({**raw, "penalty": penalty, "bonus": list(bonus)}, Adventurer)


class Story:
    """A table and what a test does at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.g: G = table.g

    # ---- looking ----

    @property
    def state(self) -> s.State:
        return self.g.state

    @property
    def players(self) -> list[s.Player]:
        return self.state.players

    def events(self, cls: type[Any]) -> list[Any]:
        return [entry.event for entry in self.table.log or () if isinstance(entry.event, cls)]

    def number(self, id_: str) -> int:
        return self.g.content.tile_number[id_]

    def held(self, seat: int) -> str:
        """What a seat holds."""
        one = self.players[seat]
        return self.g.content.tile(one.tile).id if one.hand == s.HOLDING else ""

    def lying(self, seat: int) -> list[str]:
        """The items on a mat, without fillers."""
        ids = [self.g.content.tile(laid.tile).id for laid in self.players[seat].laid]
        return [id_ for id_ in ids if not id_.startswith("filler-")]

    def in_pile(self, id_: str) -> bool:
        return bool(self.state.pile >> self.number(id_) & 1)

    def points(self, seat: int) -> int:
        return self.state.scored[seat].points

    def empty(self, seat: int) -> int:
        return self.g.board(self.players[seat]).empty(self.players[seat])

    def asked(self, topic: str) -> list[int]:
        return [ask.seat for ask in self.table.asks if ask.topic == topic]

    def offered(self, seat: int) -> list[Any]:
        ask = self.table.ask_of(seat)
        return list(ask.choices) if ask else []

    def refused(self, seat: int) -> dict[str, str]:
        """What a seat may not do now: rule to reason."""
        ask = self.table.ask_of(seat)
        assert ask is not None
        return {refusal.rule: refusal.why for refusal in GAME.refusals(self.g, ask)}

    # ---- Searching ----

    def choice(self, what: Any) -> Any:
        """A choice with ids in it as the game takes it."""
        match what:
            case ("grab", id_):
                return Grab(self.number(id_))
            case ("kept", id_):
                return TakeKept(self.number(id_))
            case ("keep", id_):
                return Keep(self.number(id_))
        return what

    def do(self, seat: int, *choices: Any, at: int | None = None) -> Story:
        """A seat answers, at a time if given."""
        for one in choices:
            if at is not None:
                self.wait(at)
            self.table.answer(self.choice(one), seat, now=at)
        return self

    def wait(self, until: int) -> Story:
        """The clock goes on; what is due happens on the way."""
        while not self.table.over and self.table.deadline is not None and self.table.deadline <= until:
            self.table.tick(max(self.table.deadline, self.g.now))
        return self

    def settle(self) -> Story:
        """All hands do what they set out to do."""
        while self.state.stage == "search" and any(one.at for one in self.players):
            self.wait(min(one.at for one in self.players if one.at))
        return self

    def take(self, seat: int, id_: str) -> Story:
        """A hand grabs a tile and holds it."""
        return self.do(seat, ("grab", id_)).settle()

    def lay(self, seat: int, where: Any) -> Story:
        """A held tile is placed."""
        return self.do(seat, where).settle()

    def at(self, seat: int, turn: int, row: int, column: int) -> Any:
        """The placement of what a seat holds there."""
        return Place(turn, row * self.g.board(self.players[seat]).width + column)

    # ---- Scoring ----

    def challenge(self, *claims: tuple[int, str, str]) -> Story:
        """(seat, item, kind): who questions what in the open step; the others nothing."""
        step = self.state.step
        while self.asked("challenge") and self.state.step == step:
            seat = self.asked("challenge")[0]
            self.table.answer([Challenge(self.number(item), kind) for who, item, kind in claims if who == seat], seat)
        return self

    def step(self, number: int) -> Story:
        """On to that step of Scoring, without questions."""
        while self.state.step < number and self.asked("challenge"):
            self.challenge()
        return self

    def vote(self, *yes: int, says: bool | None = None) -> Story:
        """These seats vote yes on the open question, the others no; `says` is the owner's word on a tie."""
        ballot = self.state.ballots[0]
        while self.state.ballots and self.state.ballots[0] is ballot and self.asked("vote"):
            seat = self.asked("vote")[0]
            self.table.answer(Vote(seat in yes), seat)
        if says is not None:
            assert self.asked("decide") == [ballot.owner], "the owner is asked"
            self.table.answer(Decide(says), ballot.owner)
        return self

    def say(self, seat: int, text: str) -> Story:
        self.table.answer(Line(text), seat)
        return self

    def question(self) -> tuple[str, str]:
        """The item and kind under judgement."""
        ballot = self.state.ballots[0]
        return self.g.content.tile(ballot.tile).id, ballot.kind

    def finish(self) -> Story:
        """Score to the end without further questions; nobody keeps anything."""
        while not self.table.over and self.state.stage in ("challenge", "keep", "cleanup"):
            ask = self.table.asks[0]
            self.table.answer([] if ask.topic == "challenge" else ask.choices[-1], ask.seat)
        return self

    def next_round(self) -> Story:
        """All are ready."""
        self.finish()
        while self.asked("rest"):
            self.table.answer(READY, self.asked("rest")[0])
        return self


def grab(id_: str) -> tuple[str, str]:
    return "grab", id_


def kept(id_: str) -> tuple[str, str]:
    return "kept", id_


def story(
    *specs: Spec,
    stage: str = "search",
    quest: str | Quest = "cellar-brawl",
    tiles: Sequence[Tile] = (),
    left: Sequence[str] | None = None,
    cards: Sequence[Adventurer] = (),
    seed: int = 0,
    chance: Chance | None = None,
    log: bool = True,
    **options: Any,
) -> Story:
    """A table arranged like this. left: the only items in the pile (the others are gone from the box)."""
    made = Options(**{"judge": "strict", **options})
    kind = BOX.mats[made.mat if made.mat != "mixed" else "chest"]
    plans = [plan(spec, kind, n, [*BOX.tiles, *tiles]) for n, spec in enumerate(specs)]
    fillers = [one for _, extra in plans for one in extra]
    named = {item[0] if isinstance(item, tuple) else item for spec in specs for item in spec.items}
    named |= {id_ for spec in specs for id_ in (spec.hand, *spec.kept)} | set(left or ())
    own = {one.id for one in tiles}
    box = [one for one in BOX.tiles if one.id not in own and (left is None or one.id in named)]
    over = len(box) + len(tiles) + len(fillers) - 60
    spare = [one.id for one in box if one.id not in named][-over:] if over > 0 else []
    box = [one for one in box if one.id not in spare]
    content = Content(
        {
            "icons.yaml": list(BOX.icons.values()),
            "shapes.yaml": [*BOX.shapes.values(), *(shape for shape, _ in fillers)],
            "tiles.yaml": [*box, *tiles, *(one for _, one in fillers)],
            "quests.yaml": [*BOX.quests, *([quest] if isinstance(quest, Quest) else [])],
            "adventurers.yaml": [*BOX.adventurers, *cards],
            "mats.yaml": list(BOX.mats.values()),
        },
        "",
    )
    asked_for = content.quest_number[quest if isinstance(quest, str) else quest.id]
    g = G(GAME, content, made, Chance(None, seed=seed))
    players = []
    everywhere = (1 << len(content.tiles) + 1) - 2
    for seat, (spec, (placed, _)) in enumerate(zip(specs, plans, strict=True)):
        one = s.Player(seat, kind.id, content.adventurer_number[spec.adventurer], spec.wins, stuck=spec.stuck)
        board = g.board(one)
        for id_, slot, mask in placed:
            number = content.tile_number[id_]
            laid = s.Laid(number, slot=slot)
            if not slot:
                layout = board.layouts[number]
                turn, cell = next(way for way in layout.fits() if layout.mask(*way) == mask)
                laid.turn, (laid.row, laid.column) = turn, divmod(cell, board.width)
            one.laid.append(laid)
            one.filled |= mask
            one.slots |= 1 << slot if slot else 0
            everywhere &= ~(1 << number)
        one.kept = [content.tile_number[id_] for id_ in spec.kept]
        if spec.hand:
            one.hand, one.tile = s.HOLDING, content.tile_number[spec.hand]
        if spec.ready:
            one.ready, one.hand = spec.ready, s.FINISHED
        for number in (*one.kept, one.tile):
            everywhere &= ~(1 << number)
        players.append(one)
    taken = {spec.ready for spec in specs}
    stack = [card for card in range(1, len(specs)) if card not in taken]
    deck = [n for n in range(len(BOX.quests), 0, -1) if n != asked_for]
    state = s.State(players, deck, everywhere & ~1, stack, quest=asked_for, round=1, ends=made.cap * 1000)
    state.stage = stage  # type: ignore[assignment]
    table = Table.open(GAME, len(specs), seed, made, content=content, state=state, chance=chance, log=log)
    return Story(table)


def scoring(*specs: Spec, **more: Any) -> Story:
    """A table at which Searching has just ended: full mats where nothing else is said, and questions may be asked."""
    for spec in specs:
        spec.empty = 0 if spec.empty is None else spec.empty
    return story(*specs, **{"stage": "cleanup", "judge": "table", **more})


Placed = list[tuple[str, int, int]]  # id, slot, mask


def plan(spec: Spec, kind: Any, seat: int, known: Sequence[Tile]) -> tuple[Placed, list[tuple[TileShape, Tile]]]:
    """Where a player's items lie, and the fillers that cover the rest."""
    grid = Mat.of(kind.picture, ".")
    shapes = {one.id: BOX.shapes[one.shape].shape for one in known}
    placed: Placed = []
    filled = 0
    for item in spec.items:
        id_ = item if isinstance(item, str) else item[0]
        if isinstance(item, tuple) and isinstance(item[1], str):
            placed.append((id_, 1 + next(n for n, slot in enumerate(kind.slots) if slot.id == item[1]), 0))
            continue
        layout = grid.layout(shapes[id_])
        if isinstance(item, tuple):
            mask = layout.mask(item[1], item[2] * grid.width + item[3])
            assert mask, f"{item} does not lie on the mat"
        else:
            mask = min(layout.legal(filled), key=lambda mask: mask.bit_length())
        filled |= mask
        placed.append((id_, 0, mask))
    fillers: list[tuple[TileShape, Tile]] = []
    if spec.empty is None:
        return placed, fillers

    def fill(squares: Any, slot: int, mask: int) -> None:
        id_ = f"filler-{seat}-{len(fillers)}"
        fillers.append((TileShape(id=id_, picture=picture(squares), count=1), tile(id_, id_, "cold")))
        placed.append((id_, slot, mask))

    left = mask_of(cells_of(grid.cells & ~filled)[: (grid.cells & ~filled).bit_count() - spec.empty])
    for group in grid.groups(left):
        fill(normal((cell % grid.width, cell // grid.width) for cell in cells_of(group)), 0, group)
    size = {"one": 1, "two": 2, "straight": 3}
    for n, slot in enumerate(kind.slots, 1):
        if slot.id not in spec.bare and not any(one == n for _, one, _ in placed):
            fill(frozenset((x, 0) for x in range(size[slot.accepts])), n, 0)
    return placed, fillers


__all__ = [
    "BOX", "GAME", "PUT_BACK", "FreePlace", "Place", "PlaceSlot", "Story", "adventurer", "events", "grab", "kept",
    "player", "quest", "s", "scoring", "story", "tile", "turns",
]  # fmt: skip
