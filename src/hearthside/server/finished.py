"""Finished tables: their records, and every step of them to look at. All of it is work for a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import msgspec

from .. import bots
from ..engine.errors import RecordError
from ..engine.game import Game
from ..engine.record import FORMAT, Record, record_of, seal_of, walk
from ..engine.scene import Scene
from ..engine.table import Table
from .live import Live
from .messages import Curve, Moment, Race, Standing, StepView, Turning
from .views import lines_of

MOST_STEPS = 50_000


def record_bytes(live: Live) -> bytes:
    """The record of a table as a file, sealed."""
    people = [f"me:{s.name}" if s.kind == "person" else s.bot or "me" for s in live.seats]
    record = record_of(live.opened, people)
    record.seal = seal_of(record)
    return msgspec.json.format(msgspec.json.encode(record), indent=0)


def read_record(data: bytes) -> Record:
    """A record that somebody sends.

    Raises:
        RecordError: one sentence: not a record, or one that a server does not open.
    """
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"This is no whole Hearthside record ({error}).") from None
    if record.format != FORMAT:
        raise RecordError(f"The record has format {record.format}, and this server reads format {FORMAT}.")
    if record.packs:
        raise RecordError("The record was played with packs, which this server does not have.")
    if record.own_dice:
        raise RecordError("The record was played with dice of the players' own; only the terminal goes on with it.")
    if len(record.steps) > MOST_STEPS:
        raise RecordError(f"The record has {len(record.steps)} steps; at most {MOST_STEPS} are taken.")
    return record


def check_record(record: Record, game: Game) -> None:
    """Plays it again from the start and compares each step.

    Raises:
        RecordError: it is not what its steps lead to.
    """
    for _ in walk(record, game, verify=True):
        pass


class Reader:
    """Looks at steps of one finished table; going on is cheap, going back starts again."""

    def __init__(self, live: Live) -> None:
        self.game: Game = live.game
        self.record = record_of(live.opened)
        self.content = live.opened.g.content
        self.names = tuple(live.name(s.seat) for s in live.seats)
        self._lock = threading.Lock()
        self._walk: Iterator[Table] | None = None
        self._at = -1
        self._table: Table | None = None
        self._race: Race | None = None
        self._curve: Curve | None = None

    @property
    def steps(self) -> int:
        """How many answers it has."""
        return len(self.record.steps)

    def step(self, n: int, seat: int | None) -> StepView:
        """How it stood after `n` answers."""
        with self._lock:
            table = self._go(n)
            scene: Scene = self.game.scene(table.g, seat)
            led = [entry for entry in table.log or [] if entry.answer == n]
            return StepView(step=n, steps=self.steps, scene=scene, log=tuple(lines_of(table, led, seat)))

    def race(self) -> Race:
        """Each seat's meter over the game, looked at wherever a turn or a round opens, and at the end."""
        with self._lock:
            if self._race is not None:
                return self._race
            moments: list[Moment] = []
            told = 0
            for n, table in enumerate(walk(self.record, self.game, content=self.content)):
                log = table.log or []
                opens = any(self.game.opens(entry) for entry in log[told:])
                told = len(log)
                if opens or n in (0, self.steps):
                    scene: Scene = self.game.scene(table.g, None)
                    meters = tuple(plate.meter for plate in scene.seats)
                    if not moments or moments[-1].meters != meters or n == self.steps:
                        moments.append(Moment(step=n, meters=meters))
                names = tuple(plate.name for plate in self.game.scene(table.g, None).seats) if n == self.steps else ()
                last = table
            lines = lines_of(last, last.log or [], None)
            key = [one for one in lines if one.opens]
            self._race = Race(steps=self.steps, names=names, moments=tuple(moments), lines=(*key, *lines[-3:]))
            return self._race

    def curve(self) -> Curve:
        """The chances to win, and the turning points."""
        if self._curve is None:
            found = bots.curve(self.record, self.game, self.content)
            self._curve = Curve(
                steps=found.steps,
                names=found.names,
                points=tuple(
                    Standing(step=p.step, chances=tuple(round(c, 4) for c in p.chances)) for p in found.points
                ),
                turns=tuple(Turning(**msgspec.structs.asdict(turn)) for turn in found.turns),
                tries=found.tries,
            )
        return self._curve

    def _go(self, n: int) -> Table:
        if self._walk is None or n < self._at:
            self._walk = walk(self.record, self.game, content=self.content)
            self._at = -1
        while self._at < n:
            self._table = next(self._walk)
            self._at += 1
        assert self._table is not None
        return self._table
