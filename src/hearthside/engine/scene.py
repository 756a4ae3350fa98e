"""The scene: what one seat sees, as a tree of some kinds of part that every client can draw.

A game builds a Scene from its state; no client knows the game. Pieces and spaces have ids; a `Lit` names the choice
that touches one, by its index into the seat's question, so that people click the thing itself. Ids never betray a
hidden identity: a face-down piece is named by its place.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Part(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="part"):
    """The base of all parts. title: what a person reads above it."""

    id: str
    title: str = ""


class Number(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter: `icon` and `label` say what, `most` how far it goes (0: open)."""

    label: str
    value: int
    icon: str = ""
    most: int = 0


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed sign. tone: whether it speaks for ("good") or against ("bad") the piece; else neither."""

    icon: str
    label: str
    tone: Literal["", "good", "bad"] = ""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card, tile, token or figure.

    face: its name; empty if it lies face down. kind: what sort of thing ("reward", "adventure", "figure").
    lines: its rules text, one sentence a line. flavour apart. numbers: printed or shown counters.
    icon, palette: its picture. seat: whose it is, -1 for nobody's. rules: ids of the rules that speak of it.
    note: one short word shown on it ("x", "covered", "+4"). marks: the signs printed on it.
    """

    id: str
    face: str = ""
    kind: str = ""
    lines: tuple[str, ...] = ()
    flavour: str = ""
    numbers: tuple[Number, ...] = ()
    icon: str = ""
    palette: str = ""
    seat: int = -1
    rules: tuple[str, ...] = ()
    note: str = ""
    marks: tuple[Mark, ...] = ()


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on a map. x, y: in the units of the map. pieces: figures and tokens that stand here."""

    id: str
    x: int
    y: int
    kind: str
    region: str
    name: str = ""
    icon: str = ""
    lines: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()


class Map(Part, frozen=True, tag="map"):
    """Spaces and the roads between them (pairs of space ids); `regions` maps id to name."""

    width: int = 0
    height: int = 0
    spaces: tuple[Space, ...] = ()
    roads: tuple[tuple[str, str], ...] = ()
    regions: dict[str, str] = {}
    centre: str = ""  # the space to look at first


class Grid(Part, frozen=True, tag="grid"):
    """Squares in rows; a square holds pieces, `borders` names walled sides of a square as letters n, e, s, w."""

    rows: tuple[tuple[tuple[Piece, ...], ...], ...] = ()
    borders: dict[str, str] = {}


Cells = tuple[tuple[int, int], ...]
"""Squares as (row, column)."""


class GridSlot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A slot of a mat: a place of its own for one piece. note: what it is worth or takes, in a few words."""

    id: str
    name: str
    cells: Cells
    note: str = ""


class Polygrid(Part, frozen=True, tag="polygrid"):
    """A mat of cells on which shapes lie.

    seat: whose it is, -1 for nobody's. frame: the look of its frame ("" plain, "chest", ...). height, width: of the one
    coordinate system of areas and slots. open: the cells of its areas. taken: those that are full from the start.
    placed: each piece with the cells that it covers; in a slot it may stick out. left: what lay there until a step of
    the tally that is shown took it off. filled of total: what counts.
    """

    seat: int = -1
    frame: str = ""
    height: int = 0
    width: int = 0
    open: Cells = ()
    taken: Cells = ()
    slots: tuple[GridSlot, ...] = ()
    placed: tuple[tuple[Piece, Cells], ...] = ()
    left: tuple[tuple[Piece, Cells], ...] = ()
    filled: int = 0
    total: int = 0


class Heap(Part, frozen=True, tag="heap"):
    """Scattered pieces with their shapes (cells from the origin). What touches one takes it, what touches the heap's id
    stirs it.

    stir: grows when the heap is stirred; every piece then lies anew. reached: by piece, the seats that reach for it.
    """

    pieces: tuple[tuple[Piece, Cells], ...] = ()
    stir: int = 0
    reached: dict[str, tuple[int, ...]] = {}


class Holding(Part, frozen=True, tag="holding"):
    """What a seat holds in its hand, for all to see; nothing while the hand is empty."""

    seat: int = 0
    piece: Piece | None = None
    cells: Cells = ()


class Track(Part, frozen=True, tag="track"):
    """Numbered spaces, least to most, with markers."""

    least: int = 0
    most: int = 0
    markers: tuple[tuple[Piece, int], ...] = ()


class Row(Part, frozen=True, tag="row"):
    """A market: pieces in order, with a price under each (-1: none)."""

    pieces: tuple[Piece, ...] = ()
    prices: tuple[int, ...] = ()


class Pile(Part, frozen=True, tag="pile"):
    """A deck or discard: how many cards, and the top one (no face: face down). `cards`: all, where all is open."""

    kind: str = ""
    count: int = 0
    top: Piece | None = None
    cards: tuple[Piece, ...] = ()


class Hand(Part, frozen=True, tag="hand"):
    """Cards in hand: faces for their owner, backs for the others. limit: 0 if there is none."""

    seat: int = 0
    pieces: tuple[Piece, ...] = ()
    limit: int = 0


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place on a mat, with what lies there from bottom to top."""

    id: str
    name: str
    icon: str = ""
    pieces: tuple[Piece, ...] = ()
    blocked: bool = False


class Mat(Part, frozen=True, tag="mat"):
    """A player's board. sums: how a number is made up, e.g. ("CV", 11, (("Experience", 4), ("Knight", 3)))."""

    seat: int = 0
    slots: tuple[Slot, ...] = ()
    sums: tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...] = ()


class Pool(Part, frozen=True, tag="pool"):
    """Counters and tokens in the open."""

    numbers: tuple[Number, ...] = ()
    pieces: tuple[Piece, ...] = ()


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that was rolled. face: what it shows, in words or digits; empty before the roll."""

    kind: str
    face: str = ""
    seat: int = -1


class Dice(Part, frozen=True, tag="dice"):
    dice: tuple[Die, ...] = ()


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a contest: the piece, its parts spelled out, the die, the sum (None while unknown)."""

    piece: Piece
    parts: tuple[tuple[str, int], ...] = ()
    die: str = ""
    total: int | None = None
    score: int = 0  # rounds won


class Contest(Part, frozen=True, tag="contest"):
    """Two sides and their sums; named steps, where the contest stands, and the verdict in words once it is known."""

    sides: tuple[Side, ...] = ()
    steps: tuple[str, ...] = ()
    at: int = 0
    verdict: str = ""


class Ballot(Part, frozen=True, tag="ballot"):
    """A vote: what it is about, what is said to it, who has voted, and, once all have, how.

    piece: what is judged. asker: the seat that brought it up, -1 for nobody. lines: (seat, what it says). votes: (seat,
    vote in words), all at once. verdict: the outcome in words. ends: on the game's clock, 0 for as long as it takes.
    """

    question: str = ""
    piece: Piece | None = None
    asker: int = -1
    lines: tuple[tuple[int, str], ...] = ()
    voted: tuple[int, ...] = ()
    votes: tuple[tuple[int, str], ...] = ()
    verdict: str = ""
    ends: int = 0


class TallyCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one step of a scoring brings a seat. words: why. pieces: ids of those that it is about; leave: they go."""

    value: int = 0
    words: str = ""
    pieces: tuple[str, ...] = ()
    leave: bool = False


class Tally(Part, frozen=True, tag="tally"):
    """A scoring, step by step: a column a step, a row a seat with a cell a column, and its total.

    result: who won, in words.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[TallyCell, ...], int], ...] = ()  # (seat, cells, total)
    result: str = ""


class Timer(Part, frozen=True, tag="timer"):
    """A clock that runs, in milliseconds of the game's clock; clients run it from `View.clock`.

    began: when. ends: when it is over, 0 if it is open. stopped: when it was stopped, 0 while it runs. notches: into
    how many parts it is marked off. words: what ends with it.
    """

    began: int = 0
    ends: int = 0
    stopped: int = 0
    notches: int = 0
    words: str = ""


class Story(Part, frozen=True, tag="story"):
    """Text to read, a paragraph a line."""

    lines: tuple[str, ...] = ()


class Scores(Part, frozen=True, tag="scores"):
    """The race so far: a table with a row a seat."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()  # (seat, cells)


AnyPart = (
    Map | Grid | Polygrid | Heap | Holding | Track | Row | Pile | Hand | Mat | Pool | Dice | Contest | Ballot | Tally
    | Timer | Story | Scores
)  # fmt: skip


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat plate: public facts about one player. meter: progress towards victory, 0 to 100."""

    seat: int
    name: str
    role: str = ""
    icon: str = ""
    numbers: tuple[Number, ...] = ()
    meter: int = 0
    acting: bool = False
    parts: tuple[AnyPart, ...] = ()  # what lies before the player: mat, hand


class Lit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice of the open question: its index, its words, and the ids of the pieces and spaces it touches."""

    n: int
    words: str
    touches: tuple[str, ...] = ()


class Fit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a held piece may lie: the choices from `n` on, without a `Lit` each.

    part: the polygrid. ways: the cells of each way in which the piece can lie, from (0, 0). at: for each way the
    (row, column) of its upper left corner, once a choice, in the order of the choices. says: why it does not fit
    elsewhere, in a few words by kind: "outside", "taken", "covers" ({} is the name of what lies there), "slot".
    A slot takes it by an ordinary Lit that touches the slot; one that touches the heap puts it back.
    """

    piece: str
    part: str
    ways: tuple[Cells, ...] = ()
    n: int = 0
    at: tuple[Cells, ...] = ()
    says: dict[str, str] = {}


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seat's open question, or whom the table waits for.

    serial: to be quoted by the answer. fit: where the held piece may lie. line: the most characters of a free line of
    text that may be answered instead; 0: none.
    """

    serial: int
    words: str
    hint: str = ""
    rule: str = ""
    topic: str = ""
    mine: bool = False
    lit: tuple[Lit, ...] = ()
    least: int = 1
    most: int = 1
    waiting: tuple[int, ...] = ()  # seats that are asked
    fit: Fit | None = None
    line: int = 0


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a seat (None: a spectator) sees. phase: where the turn stands, among `phases`."""

    game: str
    seat: int | None
    title: str
    phases: tuple[str, ...] = ()
    phase: int = -1
    seats: tuple[Seat, ...] = ()
    centre: tuple[AnyPart, ...] = ()  # the world: maps, contests, piles
    result: str = ""  # who won and how, once the game is over
