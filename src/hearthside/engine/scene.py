"""The scene: what one seat sees, as a tree of a dozen kinds of part that every client can draw.

A game builds a Scene from its state; no client knows the game. Pieces and spaces have ids; a `Lit` names the choice
that touches one, by its index into the seat's question, so that people click the thing itself. Ids never betray a
hidden identity: a face-down piece is named by its place.
"""

from __future__ import annotations

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


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card, tile, token or figure.

    face: its name; empty if it lies face down. kind: what sort of thing ("reward", "adventure", "figure").
    lines: its rules text, one sentence a line. flavour apart. numbers: printed or shown counters.
    icon, palette: its picture. seat: whose it is, -1 for nobody's. rules: ids of the rules that speak of it.
    note: one short word shown on it ("x", "covered", "+4").
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


class Polygrid(Part, frozen=True, tag="polygrid"):
    """A mat of cells on which shapes lie: each placed piece with the cells (row, column) it covers."""

    height: int = 0
    width: int = 0
    open: tuple[tuple[int, int], ...] = ()
    placed: tuple[tuple[Piece, tuple[tuple[int, int], ...]], ...] = ()


class Heap(Part, frozen=True, tag="heap"):
    """Scattered pieces with their shapes (cells from the origin)."""

    pieces: tuple[tuple[Piece, tuple[tuple[int, int], ...]], ...] = ()


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
    """A vote: who has voted, and, once all have, how."""

    question: str = ""
    voted: tuple[int, ...] = ()
    votes: tuple[tuple[int, str], ...] = ()


class Story(Part, frozen=True, tag="story"):
    """Text to read, a paragraph a line."""

    lines: tuple[str, ...] = ()


class Scores(Part, frozen=True, tag="scores"):
    """The race so far: a table with a row a seat."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()  # (seat, cells)


AnyPart = (
    Map | Grid | Polygrid | Heap | Track | Row | Pile | Hand | Mat | Pool | Dice | Contest | Ballot | Story | Scores
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


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seat's open question, or whom the table waits for. serial: to be quoted by the answer."""

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
