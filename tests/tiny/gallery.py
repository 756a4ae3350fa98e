"""A gallery: one table that shows every kind of part, to develop and to test clients without a real game.

Stages, an option: `search` a heap of 60 tiles and a mat each (GA-1 to GA-4: one hand, it takes a quarter of a second to
reach and less to place; whoever reaches a tile first has it); `vote` on a tile, with lines (GA-5); `tally` a scoring
(GA-6); `boards` a grid, a track and a story (GA-7). Each goes over into the next; after the boards the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from hearthside.engine import scene as s
from hearthside.engine.ask import CHECKPOINT, LATE, AllOf, AnyOf, Ask, Line, Rule
from hearthside.engine.chance import Chance
from hearthside.engine.game import Refusal, StructGame
from hearthside.parts.polyomino import Layout, Mat, Shape, cells_of, mask_of, shape_of

REACH, LAY, STIR = 250, 150, 500  # milliseconds
NAMES = (
    "War axe:battle-axe:steel|Harp:harp:gold|Mask:domino-mask:frost|Lantern:lantern-flame:ochre|Rabbit:rabbit:bone|"
    "Crystal ball:crystal-ball:violet|Crossbow:crossbow:wood|Drumstick:chicken-leg:ochre|Apple:shiny-apple:moss|"
    "Mace:flanged-mace:steel|Chalice:jeweled-chalice:gold|Love potion:heart-bottle:wine|Staff:wizard-staff:violet|"
    "Knife:sacrificial-dagger:bone|Lockpicks:lockpicks:stone|Tooth:tooth:bone|Pearl:oyster-pearl:stone|Cheese:cheese-wedge:ochre|Scorpion:scorpion:"
    "wine|Signet:diamond-ring:gold"
)
MARKS = (
    ("broadsword", "Melee weapons"), ("sparkles", "Magical"), ("anvil", "Metal"), ("chicken-leg", "Food"),
    ("pine-tree", "Outside travel"), ("rose", "Elegant"), ("log", "Wooden"),
)  # fmt: skip
NAMED = ("Ann", "Mara", "Theo", "Pip", "Noor")
SHAPES = "X|XX|XXX|XX\nX.|XXXX|XXX\nX..|XX.\n.XX|XXX\n.X.|XX\nXX|XX\nXX\nX."
MATS = {
    "chest": "......\n" * 5,
    "backpack": "  TTT \nL ....\nL ....\nL ....\n  ....\n  ....\n  a bb",
    "saddle-bags": "... ...\n... ...\n... ...\n... ...\n..   ..\n  SSS  ",
    "cart": "#......#\n....#...\n..###...\n...#....\n......#.\n##....##",
}


class Grab(msgspec.Struct, frozen=True, tag="grab"):
    tile: int


class Stir(msgspec.Struct, frozen=True, tag="stir"):
    pass


class PutBack(msgspec.Struct, frozen=True, tag="put_back"):
    pass


class Place(msgspec.Struct, frozen=True, tag="place"):
    turn: int
    cell: int


class Slot(msgspec.Struct, frozen=True, tag="slot"):
    slot: str


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    yes: bool


class Go(msgspec.Struct, frozen=True, tag="go"):
    way: str = "on"


Choice = Grab | Stir | PutBack | Place | Slot | Vote | Go


class Said(msgspec.Struct, frozen=True, tag=True):
    seat: int
    text: str


class Player(msgspec.Struct):
    """hand: what it does; at: when that is done. laid: (tile, cells) on the mat."""

    seat: int
    hand: Literal["empty", "reach", "hold", "lay", "back", "stir"] = "empty"
    tile: int = -1
    at: int = 0
    to: list[int] = []
    laid: list[tuple[int, list[int]]] = []
    wins: int = 0


class State(msgspec.Struct):
    players: list[Player]
    heap: list[int]
    stage: str
    stir: int = 0
    began: int = 0
    lines: list[tuple[int, str]] = []
    votes: dict[int, bool] = {}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stage: Literal["search", "vote", "tally", "boards"] = "search"
    mat: Literal["chest", "backpack", "saddle-bags", "cart"] = "chest"
    seconds: int = 90
    started: bool = False


class Result(msgspec.Struct, frozen=True):
    winners: list[int]


class Tile(msgspec.Struct, frozen=True):
    name: str
    icon: str
    palette: str
    shape: Shape
    marks: tuple[int, ...]


@lru_cache(maxsize=1)
def tiles() -> list[Tile]:
    """Sixty tiles: twenty things in three sizes."""
    made = []
    for n in range(60):
        name, icon, palette = NAMES.split("|")[n % 20].split(":")
        size = ("", "Old ", "Fine ")[n // 20]
        marks = tuple(sorted({n % 7, (n * 3 + 1) % 7, *((n + 4) % 7 for _ in range(n % 2))}))
        made.append(
            Tile(size + (name.lower() if size else name), icon, palette, shape_of(SHAPES.split("|")[n % 10]), marks)
        )
    return made


@lru_cache(maxsize=8)
def mat_of(kind: str) -> Mat:
    return Mat.of(MATS[kind])


@lru_cache(maxsize=512)
def layout(kind: str, tile: int) -> Layout:
    return mat_of(kind).layout(tiles()[tile].shape)


def signs(kind: str) -> dict[str, list[int]]:
    """The cells of each sign of a mat's picture but open ones."""
    mat = mat_of(kind)
    found: dict[str, list[int]] = {}
    for row, line in enumerate(MATS[kind].strip("\n").split("\n")):
        for column, sign in enumerate(line):
            if sign not in ". ":
                found.setdefault(sign, []).append(row * mat.width + column)
    return found


def filled(player: Player) -> int:
    return mask_of(cell for _, cells in player.laid for cell in cells)


class Gallery(StructGame):
    """A gallery for two to five."""

    name: ClassVar[str] = "gallery"
    title: ClassVar[str] = "Gallery"
    about: ClassVar[str] = "Every kind of part, to look at."
    version: ClassVar[int] = 1
    timed: ClassVar[bool] = True
    seats: ClassVar[range] = range(2, 6)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Choice

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Any, seats: int) -> Any:
        state = State([Player(n, wins=n % 3) for n in range(seats)], list(range(60)), g.options.stage)
        if g.options.stage != "search" or g.options.started:
            for player in state.players:
                self._fill(g, state, player, 3 + player.seat * 2)
        return state

    def _fill(self, g: Any, state: Any, player: Player, most: int) -> None:
        """Lays some tiles where they fit first."""
        for tile in list(state.heap):
            fits = layout(g.options.mat, tile).fits(filled(player))
            if len(player.laid) >= most or not fits:
                continue
            if (tile + player.seat) % 3 == 0:
                turn, cell = fits[0]
                state.heap.remove(tile)
                player.laid.append((tile, cells_of(layout(g.options.mat, tile).mask(turn, cell))))

    # ---- the rules ----

    def play(self, g: Any) -> Rule[None]:
        while g.state.stage != "over":
            yield CHECKPOINT
            yield from getattr(self, f"_{g.state.stage}")(g)

    def _search(self, g: Any) -> Rule[None]:
        """All search at once (GA-1)."""
        state = g.state
        state.began = state.began or max(1, g.now)
        ends = state.began + g.options.seconds * 1000
        while g.now < ends:
            busy = [p.at for p in state.players if p.hand not in ("empty", "hold")]
            asks = tuple(self._asked(g, p) for p in state.players if p.hand in ("empty", "hold"))
            seat, choice = yield AnyOf(asks, deadline=min([*busy, ends]))
            if choice is not LATE:
                self._act(g, state.players[seat], choice)
            self._settle(g)
        for player in state.players:
            if player.tile >= 0 and player.hand != "reach":
                state.heap.append(player.tile)
            player.hand, player.tile = "empty", -1
        state.stage = "vote"

    def _asked(self, g: Any, player: Player) -> Ask:
        state = g.state
        if player.hand == "empty":
            return Ask(player.seat, [Stir(), Go("stuck"), *map(Grab, state.heap)], "search", "GA-1")
        kind = g.options.mat
        slots = [
            Slot(sign) for sign, cells in signs(kind).items() if sign != "#" and not filled(player) & mask_of(cells)
        ]
        takes = [slot for slot in slots if self._takes(slot.slot, player.tile)]
        places = [Place(*one) for one in layout(kind, player.tile).fits(filled(player))]
        return Ask(player.seat, [PutBack(), *takes, *places], "hold", "GA-3")

    @staticmethod
    def _takes(sign: str, tile: int) -> bool:
        shape = tiles()[tile].shape
        straight = len({x for x, _ in shape}) == 1 or len({y for _, y in shape}) == 1
        return len(shape) == 1 if sign == "a" else len(shape) == 2 if sign == "b" else straight and len(shape) > 2

    def _act(self, g: Any, player: Player, choice: Any) -> None:
        match choice:
            case Grab():
                player.hand, player.tile, player.at = "reach", choice.tile, g.now + REACH
            case Stir():
                g.state.stir += 1
                player.hand, player.at = "stir", g.now + STIR
            case PutBack():
                player.hand, player.at = "back", g.now + LAY
            case Place():
                player.hand, player.at = "lay", g.now + LAY
                player.to = cells_of(layout(g.options.mat, player.tile).mask(choice.turn, choice.cell))
            case Slot():
                player.hand, player.at, player.to = "lay", g.now + LAY, signs(g.options.mat)[choice.slot]

    def _settle(self, g: Any) -> None:
        """What is due happens in order of time and seat; the first hand at a tile has it (GA-2)."""
        state = g.state
        due = [p for p in state.players if p.hand not in ("empty", "hold") and p.at <= g.now]
        for player in sorted(due, key=lambda p: (p.at, p.seat)):
            if player.hand == "reach":
                got = player.tile in state.heap
                player.hand = "hold" if got else "empty"
                if got:
                    state.heap.remove(player.tile)
                else:
                    player.tile = -1
                continue
            if player.hand == "lay":
                player.laid.append((player.tile, player.to))
            elif player.hand == "back":
                state.heap.append(player.tile)
            player.hand, player.tile, player.to = "empty", -1, []

    def _vote(self, g: Any) -> Rule[None]:
        """Secret votes, shown together, with a line each (GA-5)."""
        state = g.state
        while len(state.votes) < len(state.players):
            asks = [Ask(p.seat, [Vote(True), Vote(False)], "vote", "GA-5", line=120) for p in state.players]
            seat, choice = yield AnyOf(tuple(ask for ask in asks if ask.seat not in state.votes))
            if isinstance(choice, Line):
                state.lines.append((seat, choice.text))
                g.log(Said(seat, choice.text), "GA-5")
            else:
                state.votes[seat] = choice.yes
        yield AllOf(tuple(Ask(p.seat, [Go()], "rest", "GA-5") for p in state.players))
        state.stage = "tally"

    def _tally(self, g: Any) -> Rule[None]:
        yield AllOf(tuple(Ask(p.seat, [Go()], "rest", "GA-6") for p in g.state.players))
        g.state.stage = "boards"

    def _boards(self, g: Any) -> Rule[None]:
        yield Ask(0, [Go("left"), Go("right"), Go()], "story", "GA-7")
        g.state.stage = "over"

    def result(self, g: Any) -> Result:
        return Result([0])

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        pass

    def delay(self, g: Any, ask: Ask, profile: Any, dice: Random) -> int:
        return 400 + dice.randrange(900)

    # ---- the words ----

    def say_question(self, g: Any, ask: Ask) -> str:
        left = mat_of(g.options.mat).cells.bit_count() - filled(g.state.players[ask.seat]).bit_count()
        words = {
            "search": f"Pack! {left} squares are still empty.",
            "hold": "Where does it go?",
            "vote": "Is it magical?",
            "rest": "Are you ready?",
        }
        return words.get(ask.topic, "Which way?")

    def say_hint(self, g: Any, ask: Ask) -> str:
        return "Two cards left: finish before the others do." if ask.topic == "search" else ""

    def say_choice(self, g: Any, ask: Ask, choice: Any) -> str:
        match choice:
            case Grab():
                return f"Grab the {tiles()[choice.tile].name.lower()}"
            case Stir():
                return "Rummage"
            case PutBack():
                return "Put it back"
            case Slot():
                return f"Put it in slot {choice.slot}"
            case Vote():
                return "Yes, it counts" if choice.yes else "No, it does not count"
            case Go():
                return {"on": "Go on", "stuck": "I’m stuck"}.get(choice.way, f"Take the {choice.way} door")
        return f"Place it, lie {choice.turn}, cell {choice.cell}"

    def say_event(self, g: Any, entry: Any, seat: int | None) -> str:
        return f"{self.seat_name(g, entry.event.seat)} says: {entry.event.text}"

    def seat_name(self, g: Any, seat: int) -> str:
        return NAMED[seat]

    def touches(self, g: Any, ask: Ask, choice: Any) -> tuple[str, ...]:
        match choice:
            case Grab():
                return (f"tile-{choice.tile}",)
            case Stir() | PutBack():
                return ("heap",)
            case Slot():
                return (f"slot-{ask.seat}-{choice.slot}",)
            case Go() if ask.topic == "story":
                return ("story",)
        return ()

    def refusals(self, g: Any, ask: Ask) -> list[Refusal]:
        if ask.topic not in ("search", "hold"):
            return []
        laid = g.state.players[ask.seat].laid
        why = "A placed tile never moves."
        return [Refusal(f"Move the {tiles()[t].name.lower()}", why, "GA-4", (f"tile-{t}",)) for t, _ in laid]

    def fit(self, g: Any, ask: Ask) -> s.Fit | None:
        if ask.topic != "hold":
            return None
        player, kind = g.state.players[ask.seat], g.options.mat
        lay = layout(kind, player.tile)
        ways = tuple(tuple(sorted((y, x) for x, y in lie)) for lie in lay.turns)
        n = sum(not isinstance(choice, Place) for choice in ask.choices)
        width = mat_of(kind).width
        at: list[list[tuple[int, int]]] = [[] for _ in ways]
        for turn, cell in lay.fits(filled(player)):
            at[turn].append(divmod(cell, width))
        says = {"outside": "sticks out", "taken": "already full", "covers": "covers the {}", "slot": "too large for it"}
        return s.Fit(f"tile-{player.tile}", f"mat-{ask.seat}", ways, n, tuple(map(tuple, at)), says)

    # ---- the scene ----

    def scene(self, g: Any, seat: int | None) -> s.Scene:
        state = g.state
        centre: list[s.AnyPart] = [_quest(), *_piles(state)]
        if state.stage == "boards":
            centre = [*_boards()]
        else:
            ends = state.began + g.options.seconds * 1000 if state.began else 0
            reached: dict[str, tuple[int, ...]] = {}
            for p in state.players:
                if p.hand == "reach":
                    reached[f"tile-{p.tile}"] = (*reached.get(f"tile-{p.tile}", ()), p.seat)
            pieces = tuple((_tile(n), _lie(n)) for n in state.heap)
            centre += [s.Heap("heap", "The heap", pieces, state.stir, reached)]
            centre += [
                s.Timer("clock", "Searching", state.began, ends, notches=3, words="stops when the last card goes")
            ]
        if state.stage == "vote":
            centre.append(_ballot(state))
        if state.stage == "tally":
            centre.append(_tally(state))
        seats = tuple(_seat(g, player, seat) for player in state.players)
        return s.Scene("gallery", seat, "Gallery", ("Search", "Vote", "Scores"), 0, seats, tuple(centre), "")

    def faults(self, g: Any) -> Iterable[str]:
        laid = [tile for p in g.state.players for tile, _ in p.laid]
        held = [p.tile for p in g.state.players if p.hand in ("hold", "lay", "back")]
        if sorted([*g.state.heap, *laid, *held]) != list(range(60)):
            yield "tiles are lost or doubled"


@lru_cache(maxsize=64)
def _lie(tile: int) -> s.Cells:
    return tuple(sorted((y, x) for x, y in tiles()[tile].shape))


@lru_cache(maxsize=64)
def _tile(tile: int) -> s.Piece:
    one = tiles()[tile]
    tones: list[Literal["", "good", "bad"]] = ["good", "good", "", "", "bad", "bad", ""]
    marks = tuple(s.Mark(*MARKS[n], tones[n]) for n in one.marks)
    return s.Piece(f"tile-{tile}", one.name, "item", icon=one.icon, palette=one.palette, marks=marks)


def _quest() -> s.Row:
    marks = tuple(s.Mark(*MARKS[n], "good" if n < 2 else "bad") for n in (0, 1, 4, 5))
    flavour = "The Bishop fights at midnight. Nobody dresses up, nobody leaves the nave."
    seals = (s.Number("seals", 2, "wax-seal", 4),)
    card = s.Piece("quest-1", "Duel in the Drowned Chapel", "quest", (), flavour, seals, "ankh", "dusk", marks=marks)
    return s.Row("quest", "Quest", (card,))


def _piles(state: State) -> list[s.AnyPart]:
    top = s.Piece("ready-2", "2", "ready", numbers=(s.Number("points", 2),))
    market = (s.Piece("lamp", "Lamp", "reward", icon="lantern-flame", palette="gold"),)
    return [
        s.Pile("quests", "Quests", "quest", 23),
        s.Pile("ready", "Ready to Go", "ready", 2, top),
        s.Row("market", "Market", market, (20,)),
        s.Pool("pool", "Bank", (s.Number("GP", 12, "two-coins"),)),
        s.Dice("dice", "Dice", (s.Die("travel", "Adventure"),)),
    ]


def _seat(g: Any, player: Player, seat: int | None) -> s.Seat:
    kind, mat = g.options.mat, mat_of(g.options.mat)
    mine = player.seat == seat
    holes = {sign: cells for sign, cells in signs(kind).items() if sign != "#"}

    def pairs(cells: Iterable[int]) -> s.Cells:
        return tuple(divmod(cell, mat.width) for cell in cells)

    total = mat.cells.bit_count() + sum(map(len, holes.values()))
    full = filled(player).bit_count()
    grid = s.Polygrid(
        f"mat-{player.seat}", "Saddle bags" if kind == "saddle-bags" else kind.capitalize(), player.seat, kind,
        mat.height, mat.width, pairs(cells_of(mat.cells)), pairs(signs(kind).get("#", ())),
        tuple(s.GridSlot(f"slot-{player.seat}-{sign}", f"Slot {sign}", pairs(cells)) for sign, cells in holes.items()),
        tuple((_tile(tile), pairs(cells)) for tile, cells in player.laid), filled=full, total=total,
    )  # fmt: skip
    held = player.tile if player.hand in ("hold", "lay", "back") else -1
    hand = s.Holding(f"hand-{player.seat}", "Hand", player.seat, *((_tile(held), _lie(held)) if held >= 0 else ()))
    lines = ("No ranged weapons.", "Locked until the second win: food with an animal, 1 point a pair.")
    hero = s.Piece(
        f"hero-{player.seat}", "Beastmaster", "adventurer", lines, icon="beast-eye", palette="wood", seat=player.seat
    )
    card = s.Piece("ready-3", "3", "ready", numbers=(s.Number("points", 3),))
    slots = [s.Slot("hero", "Adventurer", pieces=(hero,))]
    if player.seat == 1:
        slots.append(s.Slot("card", "Ready to Go", pieces=(card,)))
    beside = s.Mat(f"beside-{player.seat}", "Beside", player.seat, tuple(slots))
    wins = s.Number("rounds won", player.wins, "laurel-crown", 3)
    cards = s.Hand(
        f"cards-{player.seat}",
        "Cards",
        player.seat,
        (s.Piece(f"card-{player.seat}", "Luck" if mine else "", "adventure"),),
    )
    icons = ("beast-eye", "cloak-dagger", "anvil", "robot-golem", "wizard-face")
    name = NAMED[player.seat]
    return s.Seat(
        player.seat,
        name,
        icon=icons[player.seat],
        numbers=(wins,),
        meter=player.wins * 33,
        parts=(grid, hand, beside, cards),
    )


def _ballot(state: State) -> s.Ballot:
    tile = next((t for t, _ in state.players[-1].laid), 0)
    done = len(state.votes) == len(state.players)
    votes = tuple((seat, "yes" if yes else "no") for seat, yes in sorted(state.votes.items())) if done else ()
    owner = NAMED[len(state.players) - 1]
    question = f"Does {owner}'s {tiles()[tile].name.lower()} count as Magical?"
    verdict = "It counts." if done else ""
    lines, voted = tuple(state.lines), tuple(sorted(state.votes))
    return s.Ballot("ballot", "A question of validity", question, _tile(tile), 1, lines, voted, votes, verdict)


def _tally(state: State) -> s.Tally:
    rows = []
    for player in state.players:
        ids = tuple(f"tile-{tile}" for tile, _ in player.laid)
        good, out = ids[: 2 + player.seat], ids[2 + player.seat :][:1]
        cells = (
            s.TallyCell(player.seat % 2, "1 point by Beastmaster" if player.seat % 2 else ""),
            s.TallyCell(0, f"{len(out)} forbidden" if out else "", out, leave=bool(out)),
            s.TallyCell(len(good), f"{len(good)} required items", good),
            s.TallyCell(-2, "5 squares empty"),
            s.TallyCell(3 if player.seat == 1 else 0, "Card 3" if player.seat == 1 else "No card"),
        )
        rows.append((player.seat, cells, sum(cell.value for cell in cells)))
    columns = ("Adventurer", "Forbidden", "Required", "Empty squares", "Ready to Go")
    return s.Tally("tally", "Scores", columns, tuple(rows), "Mara fulfils the quest.")


def _boards() -> list[s.AnyPart]:
    rook = s.Piece("rook", "Rook", "figure", icon="compass", seat=0)
    wolf = s.Piece("wolf", "Wolf", "figure", icon="wolf-head")
    rows = tuple(
        tuple((rook,) if (r, c) == (1, 2) else (wolf,) if (r, c) == (3, 0) else () for c in range(5)) for r in range(4)
    )
    lines = (
        "The ferryman will not look at you. Under his bench something knocks, twice, as though it had been told to.",
    )
    scores = s.Scores("scores", "Scores", ("", "Points"), ((0, ("Ann", "12")), (1, ("Mara", "9"))))
    sides = (s.Side(rook, (("Tower", 4),), "6", 10), s.Side(wolf, (("Teeth", 3),)))
    return [
        s.Story("story", "At the ferry", lines),
        s.Grid("grid", "The cellar", rows, {"1,2": "ne", "2,2": "s"}),
        s.Track("track", "The river", 0, 20, ((rook, 4), (wolf, 11))),
        s.Contest("contest", "A scuffle", sides, ("Strength", "Roll", "Result"), 1, ""),
        scores,
    ]
