"""A sitting: people and bots at one table on one screen, what they are told, and the record kept of it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..bots import Bot, Curve, Pacer, curve, make, stream
from ..engine.ask import AnyOf, Ask
from ..engine.clock import WallClock
from ..engine.errors import RecordError, Refused, RuleError
from ..engine.game import Game
from ..engine.prompt import prompt
from ..engine.record import load, read, record_of, write
from ..engine.scene import Contest, Prompt, Scene
from ..engine.table import Table
from .saves import data_folder, new_save

WINDOW = "window"  # the topic of questions that may be passed without a look


class Chair(msgspec.Struct):
    """What sits on a seat. spec: as given, such as "me:Ann" or "greedy". name: of a person, may be empty."""

    spec: str
    name: str = ""
    bot: Bot | None = None
    random: random.Random | None = None

    @property
    def person(self) -> bool:
        return self.bot is None


class Line(msgspec.Struct, frozen=True):
    """A line of the log.

    answer: how many answers the table had taken. note: the client says it, not the rules. follows: from the line above
    it. opens: a turn or a round.
    """

    text: str
    rule: str = ""
    seat: int = -1
    answer: int = 0
    note: bool = False
    follows: bool = False
    opens: bool = False


def chair_of(spec: str) -> Chair:
    """A chair from a seat's description: "me", "me:Ann", or the name of a bot."""
    if spec == "me" or spec.startswith("me:"):
        return Chair(spec, spec[3:].strip())
    return Chair(spec, bot=make(spec))


class Sitting:
    """A table, who sits at it, and its file."""

    def __init__(self, table: Table, specs: Sequence[str], path: Path) -> None:
        self.table = table
        self.game: Game = table.game
        self.chairs = [chair_of(spec) for spec in specs]
        for seat, chair in enumerate(self.chairs):
            chair.random = stream(table.seed, seat)
        self.path = path
        self._honours: list[str] | None = None
        self.unsaved = ""  # why the last save failed
        self.auto = True  # pass windows in others' turns, battles apart
        self.passing: set[int] = set()  # seats that pass all windows for the rest of this turn
        self.hold = -1  # a question that is put to its person whatever was set
        self.passed: set[int] = set()  # answers that were given by passing
        self.notes: list[tuple[int, Line]] = []  # (entries of the log before it, line)
        self.first = 0  # which of several asked people is asked first
        self.hint = "search:600ms"  # the bot that hints are asked of
        self._turn: tuple[tuple[int, ...], int] = ((), -1)
        self._said: dict[int | None, list[tuple[int, Line]]] = {}
        self._told: dict[int | None, int] = {}
        self.clock = WallClock(table.g.now)
        bots = {n: chair for n, chair in enumerate(self.chairs) if not chair.person}
        profiles = {n: self.game.profile(getattr(chair.bot, "level", "normal")) for n, chair in bots.items()}
        self.pacer = Pacer({n: stream(f"{table.seed} pace", n) for n in bots}, profiles)
        self.note(f"The dice are sealed: the SHA-256 of their seed is {table.seed_hash}. It is opened at the end.", 0)
        if self.game.aids(table.g):
            self.note("New here? i shows the goal and how a turn goes, ? explains the question.", 0)
        self._follow()

    @classmethod
    def new(
        cls,
        game: Game,
        specs: Sequence[str],
        *,
        seed: int | str | None = None,
        own_dice: bool = False,
        packs: Sequence[Path] = (),
        options: Any = None,
    ) -> Sitting:
        """A new game.

        Raises:
            Refused: the game is not for so many. BadSeat: no such bot. ContentError: a pack is wrong.
        """
        if isinstance(options, dict):
            options = msgspec.convert(options, game.Options)
        seed = secrets.randbelow(2**53) if seed is None else seed
        table = Table.open(game, len(specs), seed, options, packs=packs, digest=True, own_dice=own_dice)
        return cls(table, specs, new_save(game.name))

    @classmethod
    def resumed(
        cls,
        game: Game,
        path: Path,
        specs: Sequence[str] = (),
        *,
        own_dice: bool = False,
        packs: Sequence[Path] = (),
    ) -> Sitting:
        """A saved game, at the question where it stopped. Without `specs` the same people and bots sit there.

        `packs`: where the packs that it was played with lie now, if they were moved.

        Raises:
            RecordError: the file cannot be read, or is of other rules or content.
        """
        record = read(path)
        table = load(record, game, content=game.content(packs) if packs else None)
        table.digest = True
        if packs:
            table.packs = tuple(packs)
        if own_dice and not table.g.chance.own_dice:
            table.g.chance.own_dice = True
            table.g.chance.plain = False
        people = list(specs) or record.people or ["me"] * table.seats
        if len(people) != table.seats:
            raise RecordError(f"The record has {table.seats} seats, and {len(people)} are named.")
        return cls(table, people, path)

    # ---- who is asked ----

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    def who(self, seat: int) -> str:
        """The person on a seat: people of the same name are one person with several seats."""
        return self.chairs[seat].name or f"player {seat + 1}"

    def next_ask(self) -> Ask | None:
        """The question that is served now: bots first where everybody answers; None once the game is over, and while
        nobody can do anything until the clock has moved on."""
        asks = self.table.asks
        if not asks:
            return None
        if isinstance(self.table.question, AnyOf):
            mine = [a for a in asks if self.chairs[a.seat].person]
            return mine[self.first % len(mine)] if mine else asks[0]
        for one in asks:
            if not self.chairs[one.seat].person:
                return one
        return asks[self.first % len(asks)]

    def racing(self) -> bool:
        """The clock runs and anybody may answer first: bots take their time, too."""
        return self.table.deadline is not None and isinstance(self.table.question, AnyOf)

    def others_asked(self) -> list[int]:
        """People who may answer now."""
        return [a.seat for a in self.table.asks if self.chairs[a.seat].person]

    def person(self, seat: int) -> str:
        """What the person or bot on a seat is called, beside the hero."""
        chair = self.chairs[seat]
        if not chair.person:
            return f"{chair.spec.rpartition(':')[2].lower()} bot"
        return chair.name or ("you" if len(self.people) == 1 else f"player {seat + 1}")

    def name(self, seat: int) -> str:
        """What a seat is called in a sentence: the person's name, else the game's."""
        return self.chairs[seat].name or self.game.seat_name(self.table.g, seat)

    def scene(self, seat: int | None) -> Scene:
        """What a seat sees."""
        scene: Scene = self.game.scene(self.table.g, seat)
        return scene

    def prompt(self, seat: int | None) -> Prompt:
        """What a seat is asked, or whom it waits for."""
        return prompt(self.table, seat, fits=False)

    # ---- answering ----

    def think(self, ask: Ask) -> Any:
        """A bot's choice. A bot that fails takes any choice; a die that it should roll and enter falls by chance."""
        if self.table.roll:
            return self._any(ask)
        chair = self.chairs[ask.seat]
        assert chair.bot is not None
        assert chair.random is not None
        try:
            return chair.bot.choose(self.table, ask, chair.random)
        except Exception as error:
            self.note(f"The bot on seat {ask.seat + 1} failed ({type(error).__name__}: {error}) and took any choice.")
            return self._any(ask)

    def _any(self, ask: Ask) -> Any:
        chair = self.chairs[ask.seat]
        dice = chair.random or random.Random(0)
        if ask.most == 1:
            return ask.choices[dice.randrange(len(ask.choices))]
        return [ask.choices[n] for n in dice.sample(range(len(ask.choices)), max(ask.least, 1))]

    def answer(self, ask: Ask, choice: Any, *, passed: bool = False) -> None:
        """Gives a seat's answer to the table.

        Raises:
            Refused, RuleError: as `Table.answer`.
        """
        table = self.table
        serial = table.serial
        now = self.clock.now() if table.deadline is not None or self.game.timed else None
        table.answer(choice, ask.seat, now=now)
        if passed:
            self.passed.add(serial)
        self.hold = -1
        self.first = 0
        self._follow()

    def answer_for_bot(self, ask: Ask, choice: Any) -> RuleError | None:
        """Gives a bot's answer; another one if the table refuses it. Returns a rule that broke, if one did."""
        broke = None
        for _ in range(20):
            try:
                self.answer(ask, choice)
                return broke
            except Refused:
                self.note(f"The bot on seat {ask.seat + 1} answered what was not asked, and took any choice.")
            except RuleError as error:
                broke = error
            choice = self._any(ask)
        raise broke or Refused("The bot finds no answer.")

    def go_on(self) -> bool:
        """Lets happen what is due by the clock: a deadline, or a bot's answer where anybody may answer first.

        True if something did.
        """
        table = self.table
        now = self.clock.now()
        if self.racing():
            found = self.pacer.next(table, self.pacer.dice, now)
            if found is not None and found[1] is not None and found[0] <= now:
                ask = found[1]
                self.pacer.answered(ask.seat)
                choice = self.think(ask)
                if choice is not None:  # it would rather wait
                    self.answer_for_bot(ask, choice)
                return True
        return self.tick()

    def tick(self) -> bool:
        """Lets time pass where a question has a deadline; True if it passed."""
        if self.table.deadline is None or not self.table.tick(self.clock.now()):
            return False
        self._follow()
        return True

    def pass_of(self, ask: Ask) -> Any:
        """The choice that passes a window, or None if the question is no such window."""
        if ask.topic != WINDOW or ask.most != 1:
            return None
        for choice in ask.choices:
            config = getattr(type(choice), "__struct_config__", None)
            if config is not None and config.tag == "pass":
                return choice
        return None

    def skips(self, ask: Ask) -> bool:
        """A person's window that is passed without asking, by what they set."""
        if self.table.serial == self.hold or self.pass_of(ask) is None:
            return False
        if ask.seat in self.passing:
            return True
        if not self.auto:
            return False
        scene = self.scene(ask.seat)
        if any(isinstance(part, Contest) for part in scene.centre):
            return False
        return self._acting(scene) not in ((), (ask.seat,))

    def _acting(self, scene: Scene) -> tuple[int, ...]:
        return tuple(plate.seat for plate in scene.seats if plate.acting)

    def _follow(self) -> None:
        """After an answer: with a new turn everybody is asked again."""
        if self.table.over:
            return
        if not self.passing:
            self._turn = ((), -1)
            return
        scene = self.scene(None)
        turn = (self._acting(scene), scene.phase)
        before, phase = self._turn
        if phase >= 0 and (turn[0] != before or turn[1] < phase):
            self.passing.clear()
            self._turn = ((), -1)
        else:
            self._turn = turn

    def pass_turn(self, seat: int) -> None:
        """This seat passes all windows for the rest of the turn; again: it is asked again."""
        if seat in self.passing:
            self.passing.discard(seat)
            return
        self.passing.add(seat)
        scene = self.scene(None)
        self._turn = (self._acting(scene), scene.phase)

    # ---- the log ----

    def note(self, text: str, at: int | None = None) -> None:
        """A line of the client's own."""
        log = self.table.log or []
        self.notes.append((len(log) if at is None else at, Line(text, answer=self.table.serial, note=True)))

    def lines(self, seat: int | None) -> list[Line]:
        """The log as a seat may read it, with the notes in their places."""
        log = self.table.log or []
        said = self._said.setdefault(seat, [])
        start = self._told.get(seat, 0)
        if start > len(log):
            said[:] = [one for one in said if one[0] < len(log)]
            start = len(log)
        for n in range(start, len(log)):
            entry = log[n]
            if entry.to is not None and (seat is None or not entry.to >> seat & 1):
                continue
            text = self.game.say_event(self.table.g, entry, seat)
            if text:
                seat_of = getattr(entry.event, "seat", -1)
                follows, opens = self.game.follows(entry), self.game.opens(entry)
                said.append((n, Line(text, entry.rule, seat_of, entry.answer, follows=follows, opens=opens)))
        self._told[seat] = len(log)
        merged = sorted(
            [((n, 1), line) for n, line in said] + [((at, 0), line) for at, line in self.notes], key=lambda one: one[0]
        )
        return [line for _, line in merged]

    # ---- going back ----

    def decision_before(self, seat: int) -> int | None:
        """The number of the seat's last answer that it chose itself; None if there is none."""
        for segment in (self.table.segment, *reversed(self.table.history)):
            for n in range(len(segment.seats) - 1, -1, -1):
                serial = segment.serial + n
                if segment.seats[n] == seat and serial not in self.passed:
                    return serial
        return None

    def given(self, seat: int) -> int:
        """How many answers of a seat stand."""
        return sum(one.seats.count(seat) for one in (*self.table.history, self.table.segment))

    def why_consent(self, to: int, seat: int) -> str:
        """Why taking back is not free, in a sentence."""
        table = self.table
        reasons = []
        segments = [*table.history, table.segment]
        if any(s >= 0 and s != seat for one in segments for n, s in enumerate(one.seats) if one.serial + n >= to):
            reasons.append("others have decided since")
        if any(n > to for one in segments for n in one.learned):
            reasons.append("something hidden was seen since")
        drawn = table.segment.drawn + len(table.segment.chance)
        if any(
            one.drawn + one.marks[n] < drawn
            for one in segments
            for n in range(len(one.seats))
            if one.serial + n == to and n < len(one.marks)
        ):
            reasons.append("dice or cards have come out since")
        return f"{(', and '.join(reasons) or 'others must agree').capitalize()}."

    def undo(self, to: int) -> None:
        """Takes back; the question is put again, whatever passing was set."""
        self.table.undo(to)
        self._said.clear()
        self._told.clear()
        log = len(self.table.log or [])
        self.notes = [(at, line) for at, line in self.notes if at <= log and line.answer <= self.table.serial]
        self.passed = {n for n in self.passed if n < to}
        self.hold = self.table.serial
        self.passing.clear()
        self.first = 0

    # ---- the record ----

    def save(self) -> bool:
        """Writes the record; False if that failed (`unsaved` says why)."""
        try:
            write(record_of(self.table, [chair.spec for chair in self.chairs]), self.path)
        except RecordError as error:
            self.unsaved = str(error)
            return False
        self.unsaved = ""
        return True

    def honours(self) -> list[str]:
        """What the game remembers of its person now that it is over, or why it cannot."""
        if self._honours is None:
            try:
                self._honours = self.game.remember(self.table.g, data_folder())
            except ValueError as error:
                self._honours = [str(error)]
        return self._honours

    def curve(self) -> Curve:
        """How the chances to win went, once the game is over: work for a thread."""
        return curve(record_of(self.table), self.game, self.table.g.content)

    def keep_fault(self, error: RuleError) -> Path | None:
        """Writes the record that reproduces a broken rule beside the saves; None if that failed."""
        path = data_folder() / "faults" / self.path.name
        try:
            write(error.record, path)  # type: ignore[arg-type]
        except RecordError:
            return None
        return path
