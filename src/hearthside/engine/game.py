"""What a game gives the kernel, and the context that rules work in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from .ask import Ask, Rule
from .chance import Chance
from .numbering import Features, Kind, kinds_of


class Refusal(msgspec.Struct, frozen=True):
    """Something a person might try and may not now, and why.

    what: the thing in words ("Explore"). why: one sentence with the numbers in it. rule: the rule's id.
    touches: the ids of the pieces and spaces of the scene that it is about, so that touching one explains.
    """

    what: str
    why: str
    rule: str
    touches: tuple[str, ...] = ()


class Box(msgspec.Struct, frozen=True):
    """How a game's box looks on the shelf.

    emblem, icon: names of drawings, for the seal and the lid. palette: one of the look's. length: of a game, in words.
    day, candle: the game's own accent and its wash by day and by candlelight, as #rrggbb.
    """

    emblem: str = "small-fire"
    icon: str = "treasure-map"
    palette: str = "dusk"
    length: str = ""
    day: tuple[str, str] = ("#7a4a1e", "#f0dfc4")
    candle: tuple[str, str] = ("#e0b070", "#3a2a1a")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the log.

    event: a typed Struct. rule: the id of the rule that made it happen.
    to: a bitmask of the seats that may see it; None for everybody, spectators included.
    answer: how many answers the table had taken.
    """

    event: Any
    rule: str
    to: int | None
    answer: int


def _nowhere() -> None:
    return None


class Context:
    """What rules work with: `g`. Only `state` is packed."""

    __slots__ = ("chance", "content", "entries", "game", "learned", "now", "of", "options", "serial", "state")

    def __init__(self, game: Game, content: Any, options: Any, chance: Chance) -> None:
        self.game = game
        self.content = content
        self.options = options
        self.chance = chance
        self.state: Any = None
        self.now = 0  # milliseconds of game time at the latest answer
        self.entries: list[Entry] | None = None  # the log; None while muted
        self.learned: list[int] = []
        self.serial = 0  # answers taken so far
        self.of: Callable[[], Any] = (
            _nowhere  # a weak reference to the table: a cycle would keep every fork until the collector runs
        )

    @property
    def table(self) -> Any:
        """The table of this context, for those who look (scenes, words); rules never need it."""
        table = self.of()
        if table is None:
            raise ReferenceError("the table of this context is gone: hold it for as long as its `g` is used")
        return table

    def log(self, event: Any, rule: str, to: int | None = None) -> None:
        """Tell what happened; `to` as in Entry. Free of effect on the game, and muted while nobody looks."""
        if self.entries is not None:
            self.entries.append(Entry(event, rule, to, self.serial))

    def learn(self) -> None:
        """Somebody just learned something hidden (a card was drawn, looked at, revealed): undo is no longer free."""
        self.learned.append(self.serial)


class Game:
    """A game. Subclasses fill in all that raises NotImplementedError."""

    name: ClassVar[str]  # one word, for commands and files
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence
    box: ClassVar[Box] = Box()
    version: ClassVar[int]  # of the rules: raised when a record may play differently
    seats: ClassVar[range]  # how many can play
    State: ClassVar[type]
    Options: ClassVar[type]  # a frozen Struct with defaults
    Choice: ClassVar[Any]  # the union of all choices
    context: ClassVar[type[Context]] = Context
    ledger: ClassVar[Path | None] = None  # rules.md
    # Its rules set deadlines: the clock then comes with every answer, also to a question that has none.
    timed: ClassVar[bool] = False
    # A checkpoint that the rules offer is taken once so many answers lie on the tape: fewer make forks cheaper.
    checkpoint_after: ClassVar[int] = 8
    # Options that environments begin with, where the defaults are for people.
    unhurried: ClassVar[dict[str, Any]] = {}
    # Levels of bots that differ in this game, the one to begin with first.
    levels: ClassVar[tuple[str, ...]] = ("normal", "easy")

    def content(self, packs: Sequence[Path] = ()) -> Any:
        """The content, with packs laid over it. Its `hash` names it in records."""
        raise NotImplementedError

    def setup(self, g: Any, seats: int) -> Any:
        """A new state for so many seats."""
        raise NotImplementedError

    def play(self, g: Any) -> Rule[None]:
        """The whole game from g.state on; yields CHECKPOINT at the top of each pass."""
        raise NotImplementedError

    def result(self, g: Any) -> Any:
        """How the finished game ended: a Struct with at least `winners`, a list of seats."""
        raise NotImplementedError

    def scene(self, g: Any, seat: int | None) -> Any:
        """What a seat (None: a spectator) sees, as `hearthside.engine.scene` parts."""
        raise NotImplementedError

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        """Draw anew in g.state everything that this seat can't know.

        The same chance gives the same deal in all states that the seat cannot tell apart: sort what is dealt before it
        is shuffled.
        """
        raise NotImplementedError

    def standing(self, g: Any, seat: int) -> Sequence[Any]:
        """What a seat may do at any time, even off turn."""
        return ()

    def stand(self, g: Any, seat: int, choice: Any) -> Rule[None]:
        """Resolves a standing action."""
        raise NotImplementedError

    def refusals(self, g: Any, ask: Ask) -> list[Refusal]:
        """What the asked seat might try and may not now."""
        return []

    def say_choice(self, g: Any, ask: Ask, choice: Any) -> str:
        """A choice in words."""
        return str(choice)

    def say_question(self, g: Any, ask: Ask) -> str:
        """A question in words."""
        return ask.topic

    def say_hint(self, g: Any, ask: Ask) -> str:
        """What counts for the answer, in a short sentence with its numbers; may be empty."""
        return ""

    def say_die(self, g: Any, ask: Ask) -> str:
        """What the die is for that the asked seat rolls on its own table and enters, in a sentence; may be empty."""
        return ""

    def say_face(self, g: Any, ask: Ask, face: int) -> str:
        """A face of that die, as an answer."""
        return f"It shows {face}"

    def say_waiting(self, g: Any, ask: Ask) -> str:
        """What the other seats read while a seat is asked; it tells nothing that they may not know."""
        return f"{self.seat_name(g, ask.seat)} decides."

    def say_idle(self, g: Any, seat: int) -> str:
        """What a seat reads that is not asked while others are, if it is about itself ("your hand is busy"); may be
        empty."""
        return ""

    def touches(self, g: Any, ask: Ask, choice: Any) -> tuple[str, ...]:
        """The ids of the pieces and spaces of the asked seat's scene that a choice touches."""
        return ()

    def fit(self, g: Any, ask: Ask) -> Any:
        """Where the piece that the asked seat holds may lie, as `scene.Fit`; None if the question is of another kind.

        It stands for all choices from its `n` on, which then need no words.
        """
        return None

    def say_event(self, g: Any, entry: Entry, seat: int | None) -> str:
        """A log entry in words, for a seat that may see it."""
        return str(entry.event)

    def follows(self, entry: Entry) -> bool:
        """A log entry follows from the one above it, and is indented."""
        return False

    def opens(self, entry: Entry) -> bool:
        """A log entry opens a turn or a round: a line that parts the log."""
        return False

    def aids(self, g: Any) -> Sequence[tuple[str, Sequence[str]]]:
        """Player aids: headings with their lines, the goal first. A line may end with its rules' ids in brackets."""
        return ()

    def say_option(self, name: str) -> str:
        """What an option of the table does, in a sentence; may be empty."""
        return ""

    def seat_name(self, g: Any, seat: int) -> str:
        """What a seat is called at the table."""
        return f"Seat {seat + 1}"

    def remember(self, g: Any, folder: Path) -> list[str]:
        """Once a game with a person is over: keep in `folder` what outlasts it. Returns lines to show with the result.

        Raises:
            ValueError: one sentence; what was kept before cannot be read or written.
        """
        return []

    def hints(self) -> Callable[[Any, Ask, Any], float] | None:
        """What a greedy bot values: a function of (g, ask, choice); None if the game has none."""
        return None

    def broken_off(self, result: Any) -> bool:
        """Whether a game was stopped, by an option, before anybody could win or lose."""
        return False

    def evaluation(self) -> Callable[[Any], Sequence[float]] | None:
        """How a game stands: a function of g that gives each seat's chance to win, 0 to 1; None if it cannot tell."""
        return None

    def kinds(self, content: Any) -> Sequence[Kind]:
        """All choices that a question may ever offer, kind by kind, in an order that stays: what environments number.

        Raises:
            ValueError: a field of a choice has no values; `numbering.kinds_of` takes them.
        """
        return kinds_of(self.Choice)

    def features(self, content: Any, seats: int) -> Features | None:
        """What a seat observes in numbers; None if the game tells nothing."""
        return None

    def turn(self, g: Any) -> int | None:
        """The number of the turn in progress, counted from 1 over all seats; None in a game that counts none."""
        return None

    def profile(self, level: str) -> Any:
        """How a bot of a level ("easy", "normal", "hard") plays, in a game that measures it; else None."""
        return None

    def delay(self, g: Any, ask: Ask, profile: Any, dice: Random) -> int:
        """How many milliseconds a bot of that profile takes to answer, from when it was asked; 0 without a clock."""
        return 0

    def chooser(self, level: str) -> Callable[[Any, Ask, Random], Any] | None:
        """The game's own bot of a level: a function of (g, ask, dice), honest for its seat. None: it goes by hints."""
        return None

    def pack(self, state: Any) -> bytes:
        """The state as bytes."""
        raise NotImplementedError

    def unpack(self, data: bytes) -> Any:
        """The state from `pack`."""
        raise NotImplementedError

    def faults(self, g: Any) -> Iterable[str]:
        """What is wrong with a state: parts lost or doubled, counters out of range, derived numbers that disagree."""
        return ()


class StructGame(Game):
    """A game whose State is a msgspec Struct."""

    def __init__(self) -> None:
        self.pack = msgspec.msgpack.Encoder().encode  # type: ignore[method-assign, assignment]
        self.unpack = msgspec.msgpack.Decoder(self.State).decode  # type: ignore[method-assign, assignment]
