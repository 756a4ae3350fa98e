"""The table: a game in progress, kept as a checkpoint and the tape since.

Rules are generators and cannot be copied, so nobody copies one. The table keeps the state as it was at the last
checkpoint, packed, and since then every answer and every outcome of chance. Fork, undo, load and recovery from a
broken rule are all the same thing: unpack, start `play` afresh, feed it the tape.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from .ask import CHECKPOINT, LATE, AllOf, AnyOf, Ask, Question, Rolled
from .chance import Chance, NeedRoll
from .errors import Refused, RuleError
from .game import Entry, Game

# A checkpoint offered by the rules is taken once the tape holds this many answers or a multiple of chance.
CHECKPOINT_AFTER = 8


class Segment:
    """What happened from one checkpoint to the next.

    packed: the state at the checkpoint. answers: a choice, (seat, choice) for AnyOf and AllOf, LATE, or Rolled
    for a die that a person rolled. seats: who answered (-1: the clock). marks: for each answer how many outcomes of chance came before it. chance: the outcomes.
    times: (index of answer, game milliseconds) where time moved. learned: numbers of answers given when
    somebody learned something hidden. serial: answers before this segment. logged: log entries before it.
    drawn: outcomes of chance before it. sums: a checksum after each answer (recorded tables only).
    """

    __slots__ = (
        "answers", "chance", "drawn", "learned", "logged", "marks", "now", "packed", "seats", "serial", "sums", "times",
    )  # fmt: skip

    def __init__(self, packed: bytes, serial: int, logged: int, drawn: int, now: int) -> None:
        self.packed = packed
        self.answers: list[Any] = []
        self.seats: list[int] = []
        self.marks: list[int] = []
        self.chance: list[int] = []
        self.times: list[tuple[int, int]] = []
        self.learned: list[int] = []
        self.sums: list[int] = []
        self.serial = serial
        self.logged = logged
        self.drawn = drawn
        self.now = now


class Table:
    """A game in progress.

    Open one with `Table.open`. While `over` is False, `asks` are the open questions; `answer` takes one of their
    choices. `result` is the game's own result once it is over.
    """

    __slots__ = (
        "answerers",
        "answers",
        "digest",
        "forks",
        "g",
        "game",
        "gen",
        "history",
        "log",
        "marks",
        "opening",
        "over",
        "packs",
        "pending",
        "question",
        "result",
        "roll",
        "seats",
        "seed",
        "segment",
        "serial",
    )  # fmt: skip

    game: Game
    g: Any
    gen: Any
    question: Question | None
    segment: Segment
    answers: list[Any]
    answerers: list[int]
    marks: list[int]
    result: Any

    @classmethod
    def open(
        cls,
        game: Game,
        seats: int,
        seed: int | str = 0,
        options: Any = None,
        *,
        packs: Sequence[Any] = (),
        content: Any = None,
        log: bool = True,
        digest: bool = False,
        own_dice: bool = False,
        dice: Sequence[int] = (),
        chance: Chance | None = None,
        state: Any = None,
    ) -> Table:
        """A new table.

        Args:
            game: what is played.
            seats: how many play, within `game.seats`.
            seed: of the table's chance; the same seed and answers give the same game in any process.
            options: a `game.Options`; its defaults if None.
            packs: folders whose content is laid over the box's. content: content already loaded.
            log: keep the log. digest: keep a checksum after each answer, so that a record can be verified.
            own_dice: people roll physical dice and enter the faces. dice: faces shown first (tests).
            chance: a Chance to use instead of the seed's (tests). state: start from this state instead of setting up.

        Raises:
            Refused: the game cannot be played by so many.
        """
        if seats not in game.seats:
            raise Refused(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}.")
        table = cls._bare(game, seats, seed)
        table.packs = tuple(packs)
        table.digest = digest
        table.log = [] if log else None
        made = chance or Chance(Random(seed).random, dice, own_dice)
        if content is None:
            content = game.content(packs)
        g = table.g = game.context(game, content, options if options is not None else game.Options(), made)
        g.table = table
        g.entries = table.log
        g.state = state if state is not None else game.setup(g, seats)
        table.opening = made.tape
        table.segment = Segment(b"", 0, 0, len(made.tape), 0)
        table._take_checkpoint(len(made.tape))
        table.gen = game.play(g)
        try:
            table._settle(next(table.gen))
        except NeedRoll as need:
            table._wait_for_roll(need.sides)
        except StopIteration:
            table._end()
        return table

    @classmethod
    def _bare(cls, game: Game, seats: int, seed: int | str) -> Table:
        table = cls.__new__(cls)
        table.game = game
        table.seats = seats
        table.seed = seed
        table.packs = ()
        table.digest = False
        table.over = False
        table.result = None
        table.question = None
        table.pending = {}
        table.history = []
        table.log = None
        table.serial = 0
        table.forks = None
        table.roll = 0
        table.opening = []
        return table

    # ---- looking ----

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions: one a seat that may answer now. Empty when the game is over."""
        q = self.question
        if q is None:
            return ()
        if q.__class__ is Ask:
            return (q,)  # type: ignore[return-value]
        if self.pending:
            return tuple(a for a in q.asks if a.seat not in self.pending)  # type: ignore[union-attr]
        return q.asks  # type: ignore[union-attr]

    def ask_of(self, seat: int) -> Ask | None:
        """The open question of a seat, if it has one."""
        return next((a for a in self.asks if a.seat == seat), None)

    @property
    def seed_hash(self) -> str:
        """The SHA-256 of the seed: shown at the start, so that anybody can verify the dice at the end."""
        return hashlib.sha256(str(self.seed).encode()).hexdigest()

    @property
    def deadline(self) -> int | None:
        """The next game millisecond at which `tick` answers for somebody."""
        q = self.question
        times = [a.deadline for a in self.asks if a.deadline is not None]
        if isinstance(q, AnyOf | AllOf) and q.deadline is not None:
            times.append(q.deadline)
        return min(times, default=None)

    def entries(self, seat: int | None, since: int = 0) -> list[Entry]:
        """The log as a seat (None: a spectator) may see it, from entry number `since` on."""
        log = self.log or []
        if seat is None:
            return [e for e in log[since:] if e.to is None]
        return [e for e in log[since:] if e.to is None or e.to >> seat & 1]

    # ---- answering ----

    def answer(self, choice: Any, seat: int | None = None, serial: int | None = None, now: int | None = None) -> None:
        """Takes an answer and plays on to the next question.

        Args:
            choice: one of the asked choices; a list of them where the question wants several.
            seat: who answers; may be left out where only one seat is asked.
            serial: the number of the question that is answered (`table.serial` when it was shown).
            now: game milliseconds; time never goes back.

        Raises:
            Refused: stale, repeated, unknown or not allowed. Nothing changed.
            RuleError: a rule broke. Nothing changed.
        """
        q = self.question
        if serial is not None and serial != self.serial:
            raise Refused(
                f"That answer is to question {serial}, but question {self.serial} is open now."
                if not self.over
                else "The game is over."
            )
        if now is not None and now < self.g.now:
            raise Refused(f"Time goes forward: it is {self.g.now} ms, not {now}.")
        if q.__class__ is Ask:
            if seat is not None and seat != q.seat:  # type: ignore[union-attr]
                raise Refused(f"It is {self.game.seat_name(self.g, q.seat)} who is asked now.")  # type: ignore[union-attr]
            if q.most == 1:  # type: ignore[union-attr]
                if choice not in q.choices:  # type: ignore[union-attr]
                    raise Refused(f"{choice!r} is not among the choices of this question.")
            else:
                self._check(q, choice)  # type: ignore[arg-type]
            if self.roll:
                self._rolled(choice)
                return
            entry = choice
            self.answerers.append(q.seat)  # type: ignore[union-attr]
        elif q is None:
            raise Refused("The game is over.")
        else:
            entry = self._entry(q, choice, seat)
            self.answerers.append(entry[0])
        if now is not None and now != self.g.now:
            self._move_clock(now)
        self.answers.append(entry)
        self.marks.append(len(self.segment.chance))
        self.serial += 1
        try:
            if q.__class__ is Ask:
                step = self.gen.send(entry)
                if step is CHECKPOINT:
                    self._settle(step)
                else:
                    self.question = step
            else:
                self._apply(entry)
        except StopIteration:
            self._end()
        except NeedRoll as need:
            self._wait_for_roll(need.sides)
        except Exception as error:
            self._recover(error)
        if self.digest:
            self._add_sum(entry)

    def tick(self, now: int) -> bool:
        """Lets time pass to `now`; takes the answer of a deadline that has passed. True if one had."""
        due = self.deadline
        if due is None or now < due or self.over:
            return False
        self._move_clock(now)
        self.answers.append(LATE)
        self.answerers.append(-1)
        self.marks.append(len(self.segment.chance))
        self.serial += 1
        try:
            self._apply(LATE)
        except StopIteration:
            self._end()
        except NeedRoll as need:
            self._wait_for_roll(need.sides)
        except Exception as error:
            self._recover(error)
        if self.digest:
            self._add_sum(LATE)
        return True

    def _move_clock(self, now: int) -> None:
        self.g.now = now
        self.segment.times.append((len(self.answers), now))

    def _check(self, q: Ask, choice: Any) -> None:
        if q.most == 1:
            if choice not in q.choices:
                raise Refused(f"{choice!r} is not among the choices of this question.")
            return
        if not isinstance(choice, list | tuple) or not q.least <= len(choice) <= q.most:
            raise Refused(f"This question wants {q.least} to {q.most} choices.")
        for n, one in enumerate(choice):
            if one not in q.choices or one in choice[:n]:
                raise Refused(f"{one!r} is not among the choices of this question, or is given twice.")

    def _entry(self, q: AnyOf | AllOf, choice: Any, seat: int | None) -> tuple[int, Any]:
        open_asks = self.asks
        if seat is None and len(open_asks) == 1:
            seat = open_asks[0].seat
        for one in open_asks:
            if one.seat == seat:
                self._check(one, choice)
                return (seat, choice)
        if seat is None:
            raise Refused("Several seats are asked: say which one answers.")
        if isinstance(q, AllOf) and seat in self.pending:
            raise Refused(f"{self.game.seat_name(self.g, seat)} has answered already; others have not.")
        raise Refused(f"{self.game.seat_name(self.g, seat)} is not asked now.")

    def _apply(self, entry: Any, fed: bool = False) -> None:
        """Hands one tape entry to the rules and plays on to the next question."""
        q = self.question
        if isinstance(q, AllOf):
            pending = self.pending
            if entry is LATE:
                for one in q.asks:
                    if one.seat not in pending:
                        pending[one.seat] = LATE if one.otherwise is None else one.otherwise
            else:
                pending[entry[0]] = entry[1]
            if len(pending) < len(q.asks):
                return
            value: Any = [pending[one.seat] for one in q.asks]
            self.pending = {}
        elif entry is LATE:
            if isinstance(q, Ask):
                value = LATE if q.otherwise is None else q.otherwise
            else:
                value = (-1, LATE)
        else:
            value = entry
        self._settle(self.gen.send(value), fed)

    def _settle(self, step: Any, fed: bool = False) -> None:
        while step is CHECKPOINT:
            # A checkpoint met while a tape is fed was passed over when the tape was made.
            if fed:
                pass
            elif len(self.answers) >= CHECKPOINT_AFTER or len(self.segment.chance) > 4 * CHECKPOINT_AFTER:
                self._take_checkpoint(len(self.segment.chance))
            step = next(self.gen)
        self.question = step

    def _take_checkpoint(self, drawn: int) -> None:
        old = self.segment
        if old.packed:
            self.history.append(old)
        new = Segment(
            self.game.pack(self.g.state),
            self.serial,
            len(self.log) if self.log is not None else 0,
            old.drawn + drawn if old.packed else drawn,
            self.g.now,
        )
        self._use(new)

    def _use(self, segment: Segment) -> None:
        self.segment = segment
        self.answers = segment.answers
        self.answerers = segment.seats
        self.marks = segment.marks
        self.g.chance.tape = segment.chance
        self.g.learned = segment.learned

    def _end(self) -> None:
        self.question = None
        self.over = True
        self.result = self.game.result(self.g)

    def _add_sum(self, entry: Any) -> None:
        """Note a checksum of an answer and of all it led to (0 while a die is awaited in the middle of it)."""
        segment = self.segment if self.answers or not self.history else self.history[-1]
        segment.sums.append(0 if self.roll else self.sum_after(entry))

    def sum_after(self, entry: Any) -> int:
        """The checksum of the table as it stands, `entry` being the latest answer."""
        data = msgspec.msgpack.encode((entry, [(a.seat, a.topic, len(a.choices)) for a in self.asks]))
        return zlib.crc32(self.game.pack(self.g.state), zlib.crc32(data))

    # ---- own dice ----

    def _wait_for_roll(self, sides: int) -> None:
        """Remember that a die is to be entered, and show it as a question."""
        self.roll = sides
        seat = max(0, self.answerers[-1]) if self.answerers else 0
        self.question = Ask(seat, [Rolled(face) for face in range(1, sides + 1)], "roll", "")
        self.pending = {}

    def _rolled(self, choice: Rolled) -> None:
        segment = self.segment
        segment.seats.append(self.question.seat)  # type: ignore[union-attr]
        segment.answers.append(choice)
        segment.marks.append(len(segment.chance))
        self._rebuild(segment, len(segment.answers), [*segment.chance, choice.face - 1])
        if self.digest:
            self._add_sum(choice)

    # ---- going back ----

    def _recover(self, error: Exception) -> None:
        from .record import record_of

        record = record_of(self)
        segment = self.segment
        if not segment.answers and self.history:
            segment = self.history.pop()
        count = len(segment.answers) - 1
        chance = segment.chance[: segment.marks[count]]
        rewind(self, segment.drawn + len(chance))
        self._rebuild(segment, count, chance)
        raise RuleError(
            f"A rule failed ({type(error).__name__}: {error}); the answer was taken back.", record
        ) from error

    def _rebuild(self, segment: Segment, count: int, chance: Sequence[int]) -> None:
        """Stand at the question after the first `count` answers of a segment, with those outcomes of chance."""
        fresh = Segment(segment.packed, segment.serial, segment.logged, segment.drawn, segment.now)
        fresh.times = [t for t in segment.times if t[0] < count]
        fresh.sums = segment.sums[:count]
        self.g.state = self.game.unpack(segment.packed)
        self.g.now = segment.now
        self._use(fresh)
        self.serial = segment.serial
        self.over = False
        self.result = None
        self.pending = {}
        self.roll = 0
        if self.log is not None:
            del self.log[segment.logged :]
        self._feed(segment, count, chance)

    def _feed(self, tape: Segment, count: int, chance: Sequence[int]) -> None:
        """Start play afresh from g.state and hand it the first `count` answers of a tape, and outcomes of chance."""
        g = self.g
        g.chance.replay(chance)
        gen = self.gen = self.game.play(g)
        answers, times = tape.answers, dict(tape.times)
        n = 0
        try:
            while n < count and answers[n].__class__ is Rolled:  # dice rolled before the first question
                n = self._append_fed(tape, n)
            step = next(gen)
            while step is CHECKPOINT:
                step = next(gen)
            self.question = step
            while n < count:
                if n in times:
                    g.now = times[n]
                entry = answers[n]
                n = self._append_fed(tape, n)
                while n < count and answers[n].__class__ is Rolled:
                    n = self._append_fed(tape, n)
                if self.question.__class__ is Ask and entry is not LATE:
                    step = gen.send(entry)
                    while step is CHECKPOINT:
                        step = next(gen)
                    self.question = step
                else:
                    self._apply(entry, fed=True)
        except StopIteration:
            self._end()
        except NeedRoll as need:
            self._wait_for_roll(need.sides)

    def _append_fed(self, tape: Segment, n: int) -> int:
        self.answers.append(tape.answers[n])
        self.answerers.append(tape.seats[n])
        self.marks.append(tape.marks[n])
        self.serial += 1
        return n + 1

    def fork(self, random: Callable[[], float] | None = None) -> Table:
        """A table that stands where this one stands and goes its own way.

        Args:
            random: the fork's future chance, floats in [0, 1). By default a stream of this table's own, apart
                from its dice, that all its forks share.
        """
        if random is None:
            if self.forks is None:
                self.forks = Random(f"forks of {self.seed}")
            random = self.forks.random
        segment = self.segment
        table = Table._bare(self.game, self.seats, self.seed)
        old = self.g
        table.packs = self.packs
        g = table.g = self.game.context(self.game, old.content, old.options, Chance(random))
        g.table = table
        g.state = self.game.unpack(segment.packed)
        g.now = segment.now
        table._use(Segment(segment.packed, segment.serial, 0, segment.drawn, segment.now))
        table.segment.times = list(segment.times)
        table.serial = segment.serial
        table._feed(segment, len(segment.answers), segment.chance)
        g.now = old.now
        return table

    def undo_needs(self, to: int, seat: int) -> list[int]:
        """Whose consent a seat needs to take back all answers from number `to` on (serial `to` is put again).

        Free (an empty list) while only this seat answered since, no chance came out and nobody learned anything
        hidden; else every other seat's.
        """
        others = [n for n in range(self.seats) if n != seat]
        drawn = self.segment.drawn + len(self.segment.chance)
        for segment in (*self.history, self.segment):
            if any(segment.serial + n > to for n in segment.learned):
                return others
            for n, who in enumerate(segment.seats):
                if segment.serial + n < to:
                    continue
                if who != seat or segment.drawn + segment.marks[n] < drawn:
                    return others
        return []

    def undo(self, to: int) -> None:
        """Takes back all answers from number `to` on: question `to` is open again.

        Whether that is allowed is asked with `undo_needs`. The stream of chance goes back too: the same answers
        give the same dice.

        Raises:
            Refused: there is no such answer.
        """
        if not 0 <= to < self.serial:
            raise Refused(f"There are {self.serial} answers; number {to} cannot be taken back.")
        segments = [*self.history, self.segment]
        n = max(i for i, s in enumerate(segments) if s.serial <= to)
        segment = segments[n]
        self.history = segments[:n]
        count = to - segment.serial
        chance = segment.chance[: segment.marks[count]] if count < len(segment.marks) else segment.chance
        rewind(self, segment.drawn + len(chance))
        self._rebuild(segment, count, chance)


def rewind(table: Table, drawn: int) -> None:
    """Sets the table's stream of chance so that `drawn` outcomes have been drawn from it."""
    random = Random(table.seed)
    for _ in range(drawn):
        random.random()
    table.g.chance.random = random.random
