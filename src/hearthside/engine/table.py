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
from typing import Any, Final
from weakref import ref

import msgspec

from .ask import CHECKPOINT, LATE, AllOf, AnyOf, Ask, Line, Question, Rolled
from .chance import Chance, NeedRoll
from .errors import Refused, RuleError
from .game import Entry, Game

# What the rules receive while a question to all waits for others: nothing.
WAIT: Final = object()
NOBODY: Final = "Nobody can answer now: time has to pass first."


class Segment(msgspec.Struct):
    """What happened from one checkpoint to the next.

    packed: the state at the checkpoint; empty where the past cannot be played again. answers: the choices, lists where
    several were wanted, LATE, or Rolled for a die that a person rolled. seats: who answered (-1: the clock).
    marks: for each answer how many outcomes of chance came before it. chance: the outcomes. times: (index of answer,
    game milliseconds) where time moved. deals: (index of answer, seat, seed) where a fork was dealt anew.
    learned: how many answers the table had taken when somebody learned something hidden.
    serial: answers before this segment. logged: log entries before it. drawn: outcomes of chance before it. sums: a
    checksum after each answer (recorded tables only).
    """

    packed: bytes
    serial: int
    logged: int
    drawn: int
    now: int
    answers: list[Any] = []
    seats: list[int] = []
    marks: list[int] = []
    chance: list[int] = []
    times: list[tuple[int, int]] = []
    deals: list[tuple[int, int | None, int]] = []
    learned: list[int] = []
    sums: list[int] = []


class Table:
    """A game in progress.

    Open one with `Table.open`. While `over` is False, `asks` are the open questions; `answer` takes one of their
    choices. `result` is the game's own result once it is over. Where there are no asks, time has to pass: `tick`.
    """

    __slots__ = (
        "__weakref__",
        "answerers",
        "answers",
        "asked",
        "digest",
        "drawn",
        "forked",
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
    )  # fmt: skip

    game: Game
    seats: int
    seed: int | str
    packs: tuple[Any, ...]
    g: Any
    gen: Any
    question: Question | None
    over: bool
    result: Any
    log: list[Entry] | None
    opening: list[int]  # outcomes of chance at set-up
    history: list[Segment]
    segment: Segment  # since the last checkpoint
    answers: list[Any]  # of the segment, as answerers, marks and drawn, its outcomes of chance
    answerers: list[int]
    marks: list[int]
    drawn: list[int]
    pending: dict[int, Any]  # answers to a question to all, until the last is in
    asked: int  # the serial at which that question was put
    roll: int  # sides of the die that is awaited, 0 if none is
    digest: bool
    forked: bool
    forks: Random | None  # the stream of chance of this table's forks

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
        made = chance or Chance(None, dice, own_dice, seed)
        if content is None:
            content = game.content(packs)
        g = table.g = game.context(game, content, options if options is not None else game.Options(), made)
        g.of = ref(table)
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
        table.asked = 0
        table.forked = False
        table.forks = None
        table.roll = 0
        table.opening = []
        return table

    # ---- looking ----

    @property
    def serial(self) -> int:
        """How many answers were taken: the number of the open question."""
        serial: int = self.g.serial
        return serial

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions: one a seat that may answer now. Empty when the game is over, and while all wait for the
        clock to reach `deadline`."""
        q = self.question
        if q.__class__ is AnyOf:
            return q.asks
        if q is None:
            return ()
        if isinstance(q, Ask):
            return (q,)
        if self.pending:
            return tuple(a for a in q.asks if a.seat not in self.pending)
        return q.asks

    @property
    def ask(self) -> Ask:
        """The open question; where several seats are asked, the first of theirs.

        Raises:
            Refused: the game is over, or nobody is asked until time has passed.
        """
        asks = self.asks
        if not asks:
            raise Refused("The game is over." if self.over else NOBODY)
        return asks[0]

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
        if q.__class__ is Ask:
            return q.deadline
        if q.__class__ is AnyOf:
            due = q.deadline
            for ask in q.asks:
                if ask.deadline is not None and (due is None or ask.deadline < due):
                    due = ask.deadline
            return due
        times = [a.deadline for a in self.asks if a.deadline is not None]
        if isinstance(q, AllOf) and q.deadline is not None:
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
        q, g = self.question, self.g
        value: Any = WAIT  # what the rules receive, in the plain cases; `_take` knows all others
        if serial is not None and serial != g.serial:
            self._stale(serial)
        if now is not None and now < g.now:
            raise Refused(f"Time goes forward: it is {g.now} ms, not {now}.")
        if self.digest and q is not None:
            choice = self._written(choice)
        if q.__class__ is Ask:
            who = q.seat
            if seat is not None and seat != who:
                raise Refused(f"It is {self._name(who)} who is asked now.")
            if q.most == 1 and not q.line:
                if choice not in q.choices:
                    raise Refused(f"{choice!r} is not among the choices of this question.")
                if not self.roll:
                    value = choice
            else:
                choice = self._checked(q, choice)
        elif q.__class__ is AnyOf:
            for ask in q.asks:
                if ask.seat == seat and ask.most == 1 and choice in ask.choices:
                    who, value = seat, (seat, choice)
                    break
            else:
                who, choice = self._entry(q, choice, seat)
        elif q is None:
            raise Refused("The game is over.")
        else:
            assert not isinstance(q, Ask)
            who, choice = self._entry(q, choice, seat)
        if now is not None and now != g.now:
            self._move_clock(now)
        self.answers.append(choice)
        self.answerers.append(who)
        self.marks.append(len(self.drawn))
        g.serial += 1
        try:
            if value is not WAIT:
                self._play_on(value)
            else:
                self._take(who, choice)
            if self.digest:
                self._add_sum()
        except BaseException as error:
            self._recover(error)

    def tick(self, now: int) -> bool:
        """Lets time pass to `now`; takes the answer of a deadline that has passed. True if one had.

        Deadlines pass one after another: call it again until it returns False.
        """
        due, g = self.deadline, self.g
        if due is None or now < due:
            return False
        if now > g.now:
            g.now = now
        self.segment.times.append((len(self.answers), g.now))
        self.answers.append(LATE)
        self.answerers.append(-1)
        self.marks.append(len(self.drawn))
        g.serial += 1
        try:
            if self.question.__class__ is AnyOf:  # what `_take` comes to, for real-time games
                self._play_on((-1, LATE))
            else:
                self._take(-1, LATE)
            if self.digest:
                self._add_sum()
        except BaseException as error:
            self._recover(error)
        return True

    def _stale(self, serial: int) -> None:
        if self.over:
            raise Refused("The game is over.")
        # A question put to all stays the same question while answers to it come in.
        if not (self.pending and self.asked <= serial < self.serial):
            raise Refused(f"That answer is to question {serial}, but question {self.serial} is open now.")

    def _name(self, seat: Any) -> str:
        if isinstance(seat, int) and 0 <= seat < self.seats:
            return self.game.seat_name(self.g, seat)
        return f"Seat {seat}"

    def _move_clock(self, now: int) -> None:
        self.g.now = now
        self.segment.times.append((len(self.answers), now))

    def _written(self, choice: Any) -> Any:
        """The choice as its record is read: Python takes True for 1, a record does not."""
        if choice.__class__ is Rolled or choice.__class__ is Line:
            return choice
        kind: Any = self.game.Choice
        if isinstance(choice, list | tuple):
            choice, kind = list(choice), list[kind]
        try:
            found = msgspec.convert(msgspec.to_builtins(choice), kind)
        except (msgspec.ValidationError, TypeError):
            found = None
        if found is None or found != choice:
            raise Refused(f"{choice!r} is not among the choices of this question.")
        return found

    def _checked(self, q: Ask, choice: Any) -> Any:
        """The choice as it goes on the tape, if the question takes it."""
        if choice.__class__ is Line and q.line:
            if choice.text != choice.text.strip() or not choice.text.isprintable() or not choice.text:
                raise Refused("A line is printable text, without spaces around it.")
            if len(choice.text) > q.line:
                raise Refused(f"A line here has at most {q.line} characters, not {len(choice.text)}.")
            return choice
        if q.most == 1:
            if choice not in q.choices:
                raise Refused(f"{choice!r} is not among the choices of this question.")
            return choice
        if not isinstance(choice, list | tuple) or not q.least <= len(choice) <= q.most:
            raise Refused(f"This question wants a list of {q.least} to {q.most} choices.")
        for n, one in enumerate(choice):
            if one not in q.choices or one in choice[:n]:
                raise Refused(f"{one!r} is not among the choices of this question, or is given twice.")
        return list(choice)

    def _entry(self, q: AnyOf | AllOf, choice: Any, seat: int | None) -> tuple[int, Any]:
        open_asks = self.asks
        if not open_asks and seat is None:
            raise Refused(NOBODY)
        if seat is None and len(open_asks) == 1:
            seat = open_asks[0].seat
        for one in open_asks:
            if one.seat == seat:
                return one.seat, self._checked(one, choice)
        if seat is None:
            raise Refused("Several seats are asked: say which one answers.")
        if isinstance(q, AllOf) and seat in self.pending:
            raise Refused(f"{self._name(seat)} has answered already; others have not.")
        idle = self.game.say_idle(self.g, seat) if isinstance(seat, int) and 0 <= seat < self.seats else ""
        raise Refused(idle or f"{self._name(seat)} is not asked now.")

    def _take(self, who: int, choice: Any) -> None:
        """Act on the latest answer, which is on the tape, and play on to the next question."""
        if self.roll:
            segment = self.segment
            self._rebuild(segment, len(segment.answers), [*segment.chance, choice.face - 1])
            return
        value = self._value(who, choice)
        if value is not WAIT:
            self._play_on(value)

    def _play_on(self, value: Any) -> None:
        """Hand the rules what they waited for, and play on to the next question."""
        try:
            step = self.gen.send(value)
            if step is CHECKPOINT:
                self._settle(step)
            else:
                self.question = step
        except StopIteration:
            self._end()
        except NeedRoll as need:
            self._wait_for_roll(need.sides)

    def _value(self, who: int, choice: Any) -> Any:
        """What the rules receive for an answer to the open question; WAIT while others are still to answer."""
        q = self.question
        if choice.__class__ is list:
            choice = choice.copy()  # the rules may change theirs, not the tape's
        if isinstance(q, AllOf):
            pending = self.pending
            if not pending:
                self.asked = self.serial - 1
            if choice is LATE:
                now = self.g.now
                for one in q.asks:
                    times = [t for t in (one.deadline, q.deadline) if t is not None]
                    if one.seat not in pending and times and min(times) <= now:
                        pending[one.seat] = LATE if one.otherwise is None else one.otherwise
            else:
                pending[who] = choice
            if len(pending) < len(q.asks):
                return WAIT
            self.pending = {}
            return [pending[one.seat] for one in q.asks]
        if choice is LATE:
            if isinstance(q, Ask):
                return LATE if q.otherwise is None else q.otherwise
            return (-1, LATE)
        return choice if isinstance(q, Ask) else (who, choice)

    def _settle(self, step: Any) -> None:
        while step is CHECKPOINT:
            if len(self.answers) >= self.game.checkpoint_after or len(self.drawn) > 32:
                self._take_checkpoint(len(self.drawn))
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
        self.drawn = self.g.chance.tape = segment.chance
        self.g.learned = segment.learned

    def _end(self) -> None:
        self.question = None
        self.over = True
        self.result = self.game.result(self.g)

    def _latest(self) -> Segment | None:
        """The segment that holds the latest answer."""
        return next((s for s in (self.segment, *reversed(self.history)) if s.answers), None)

    def drawn_since_answer(self) -> list[int]:
        """The outcomes of chance since the latest answer (since the opening, if there is none)."""
        out: list[int] = []
        for segment in (self.segment, *reversed(self.history)):
            if segment.answers:
                return segment.chance[segment.marks[-1] :] + out
            out = segment.chance + out
        return out

    @property
    def latest_sum(self) -> int:
        """The checksum noted after the latest answer; 0 if none was."""
        segment = self._latest()
        return segment.sums[-1] if segment and segment.sums else 0

    def _add_sum(self) -> None:
        segment = self._latest()
        assert segment is not None
        segment.sums.append(self.sum_after())

    def sum_after(self) -> int:
        """A checksum of the latest answer and of all it led to."""
        segment = self._latest()
        last = (segment.seats[-1], segment.answers[-1]) if segment else None
        asked = [(a.seat, a.topic, len(a.choices)) for a in self.asks]
        data = msgspec.msgpack.encode((last, self.g.now, self.drawn_since_answer(), asked))
        return zlib.crc32(self.game.pack(self.g.state), zlib.crc32(data)) or 1

    # ---- own dice ----

    def _wait_for_roll(self, sides: int) -> None:
        """Remember that a die is to be entered, and show it as a question."""
        latest = self._latest()
        seat = max(0, latest.seats[-1]) if latest else 0
        self.roll = sides
        self.question = Ask(seat, [Rolled(face) for face in range(1, sides + 1)], "roll", "")
        self.pending = {}

    # ---- going back ----

    def _recover(self, error: BaseException) -> None:
        """Take back the latest answer, in the middle of which a rule broke."""
        record = None
        if isinstance(error, Exception) and not self.forked:
            from .record import record_of

            record = record_of(self)
        segment = self.segment
        while not segment.answers and self.history:
            segment = self.history.pop()
        count = len(segment.answers) - 1
        chance = segment.chance[: segment.marks[count]]
        rewind(self, segment.drawn + len(chance))
        self._rebuild(segment, count, chance)
        if not isinstance(error, Exception):
            raise error
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
        self.g.serial = segment.serial
        self.over = False
        self.result = None
        self.pending = {}
        self.roll = 0
        if self.log is not None:
            del self.log[segment.logged :]
        self._feed(segment, count, chance)

    def _feed(self, tape: Segment, count: int, chance: Sequence[int]) -> None:
        """Start play afresh from g.state and hand it the first `count` answers of a tape, and outcomes of chance.

        A checkpoint met on the way was passed over when the tape was made.
        """
        g = self.g
        g.chance.replay(chance)
        gen = self.gen = self.game.play(g)
        answers, seats, times = tape.answers, tape.seats, dict(tape.times)
        deals = [deal for deal in tape.deals if deal[0] <= count]
        n = 0
        try:
            while n < count and answers[n].__class__ is Rolled:  # dice rolled before the first question
                n = self._append_fed(tape, n)
            step = next(gen)
            while n < count:
                while step is CHECKPOINT:
                    step = next(gen)
                self.question = step
                while deals and deals[0][0] <= n:
                    self._deal(*deals.pop(0)[1:])
                at = n
                if n in times:
                    g.now = times[n]
                n = self._append_fed(tape, n)
                while n < count and answers[n].__class__ is Rolled:
                    if n in times:
                        g.now = times[n]
                    n = self._append_fed(tape, n)
                value = self._value(seats[at], answers[at])
                if value is not WAIT:
                    step = gen.send(value)
            self._settle(step)
            for _, seat, seed in deals:
                self._deal(seat, seed)
        except StopIteration:
            self._end()
        except NeedRoll as need:
            self._wait_for_roll(need.sides)

    def _append_fed(self, tape: Segment, n: int) -> int:
        self.answers.append(tape.answers[n])
        self.answerers.append(tape.seats[n])
        self.marks.append(tape.marks[n])
        self.g.serial += 1
        return n + 1

    def fork(self, random: Callable[[], float] | None = None) -> Table:
        """A table that stands where this one stands and goes its own way: no log, no past before the last checkpoint.

        A fork rolls its own dice, also where people enter theirs: one made while a die is awaited stands behind it.

        Args:
            random: the fork's future chance, floats in [0, 1). By default a stream of this table's own, apart
                from its dice, that all its forks share.
        """
        if random is None:
            if self.forks is None:
                self.forks = Random(f"forks of {self.seed}")
            random = self.forks.random
        old, tape, game = self.g, self.segment, self.game
        table = Table._bare(game, self.seats, self.seed)
        table.forked = True
        table.forks = self.forks
        table.packs = self.packs
        g = table.g = game.context(game, old.content, old.options, Chance(random))
        g.of = ref(table)
        g.state = game.unpack(tape.packed)
        g.now = tape.now
        segment = Segment(tape.packed, tape.serial, 0, tape.drawn, tape.now)
        table._use(segment)
        answers = tape.answers
        if tape.times or tape.deals or self.roll or self.over or Rolled in map(type, answers):
            segment.times = tape.times.copy()
            g.serial = tape.serial
            table._feed(tape, len(answers), tape.chance)
            g.now = old.now
            return table
        # The same as _feed, with all the tape laid out beforehand.
        segment.answers, segment.seats, segment.marks = answers.copy(), tape.seats.copy(), tape.marks.copy()
        table._use(segment)
        g.serial = old.serial
        g.chance.replay(tape.chance)
        gen = table.gen = game.play(g)
        step = next(gen)
        while step is CHECKPOINT:
            step = next(gen)
        for n, choice in enumerate(answers):
            if step.__class__ is Ask and choice.__class__ is not list:
                step = gen.send(choice)
            else:
                table.question = step
                value = table._value(tape.seats[n], choice)
                if value is not WAIT:
                    step = gen.send(value)
            while step is CHECKPOINT:
                step = next(gen)
        table.question = step
        table.asked = self.asked
        segment.learned[:] = tape.learned
        return table

    def redeal(self, seat: int | None, seed: int) -> None:
        """Deals a fork anew, as a seat (None: a spectator) knows the game: all that it cannot know, and what others are
        asked because of it. Answers to a question to all that it has not seen are taken back.

        It goes on this table's tape, so forks and saves of this one have the same deal.

        Args:
            seed: of the deal; the same in all states that the seat cannot tell apart.

        Raises:
            ValueError: this is no fork, and its cards are real.
        """
        if not self.forked:
            raise ValueError("only a fork is dealt anew: the cards of this table are real")
        if self.pending:
            self.undo(self.asked)
        self._deal(seat, seed)

    def _deal(self, seat: int | None, seed: int) -> None:
        self.segment.deals.append((len(self.answers), seat, seed))
        self.game.redeal(self.g, seat, Chance(Random(seed).random))
        question = self.question
        if question is None or question.__class__ is Ask:
            return
        assert not isinstance(question, Ask)
        if question.again is None:
            return
        again = {ask.seat: ask for ask in question.again()}
        for ask in question.asks:
            if ask.seat == seat or (ask.seat not in again and question.__class__ is AllOf):
                again[ask.seat] = ask
        order = question.asks if question.__class__ is AllOf else tuple(again.values())
        question.asks = tuple(again[ask.seat] for ask in order)

    def undo_needs(self, to: int, seat: int) -> list[int]:
        """Whose consent a seat needs to take back all answers from number `to` on (serial `to` is put again).

        Free (an empty list) while only this seat answered since, no chance came out and nobody learned anything
        hidden; else every other seat's.
        """
        others = [n for n in range(self.seats) if n != seat]
        drawn = self.segment.drawn + len(self.segment.chance)
        for segment in (*self.history, self.segment):
            if any(n > to for n in segment.learned):
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
        give the same dice (but in a fork, whose chance comes from outside).

        Raises:
            Refused: there is no such answer, or it lies too far back.
        """
        if not 0 <= to < self.serial:
            raise Refused(f"There are {self.serial} answers; number {to} cannot be taken back.")
        segments = [*self.history, self.segment]
        n = max((i for i, s in enumerate(segments) if s.serial <= to), default=-1)
        if n < 0 or not segments[n].packed:
            raise Refused(f"Answer {to} lies before the point from which this table can be played again.")
        segment = segments[n]
        self.history = segments[:n]
        count = to - segment.serial
        chance = segment.chance[: segment.marks[count]] if count < len(segment.marks) else segment.chance
        rewind(self, segment.drawn + len(chance))
        self._rebuild(segment, count, chance)


def rewind(table: Table, drawn: int) -> None:
    """Sets the table's stream of chance so that `drawn` outcomes have been drawn from it."""
    if table.forked:
        return
    random = Random(table.seed)
    for _ in range(drawn):
        random.random()
    table.g.chance.rewind(random.random, drawn)
