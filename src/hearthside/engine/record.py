"""Records: a table as a file. A record resumes a game where it stood and replays it from the start.

The file is JSON: a header (game, rules version, hash of the content, options, seats, seed), the outcomes of chance at
set-up, then one step an answer with what chance brought between it and the next, and last the state at the latest
checkpoint, so that a saved game opens again even after a rule was mended.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from weakref import ref

import msgspec

from .ask import LATE, Rolled
from .chance import Chance
from .errors import RecordError, Refused, RuleError
from .game import Game
from .table import Segment, Table, rewind

FORMAT = 1


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One accepted answer.

    seat: who (-1: the clock). choice: the choice, a list of them, or None for the clock.
    before: outcomes of chance between the answer before (or the last checkpoint) and this one.
    at: game milliseconds, where time moved. sum: checksum of the table after it (0: none).
    """

    seat: int
    choice: Any
    before: list[int] = []
    at: int | None = None
    sum: int = 0


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A whole game so far."""

    format: int
    game: str
    version: int
    content: str
    packs: list[str] = []
    seats: int
    seed: int | str
    options: Any = None
    people: list[str] = []  # what sat on each seat: a name, a bot
    opening: list[int]
    steps: list[Step]
    after: list[int] = []  # outcomes of chance since the last answer
    checkpoint: int = 0  # the answer before which the last checkpoint was taken
    drawn: int = 0  # outcomes of chance before it
    now: int = 0  # game milliseconds at it
    state: Any = None  # the state at the last checkpoint
    over: bool = False


def record_of(table: Table, people: Sequence[str] = ()) -> Record:
    """The record of a table that was opened (a fork keeps no past)."""
    steps: list[Step] = []
    pending: list[int] = []
    for segment in (*table.history, table.segment):
        used = 0
        times = dict(segment.times)
        for n, entry in enumerate(segment.answers):
            before = pending + segment.chance[used : segment.marks[n]]
            pending, used = [], segment.marks[n]
            choice = (
                entry[1] if isinstance(entry, tuple) and len(entry) == 2 and entry[0] == segment.seats[n] else entry
            )
            steps.append(
                Step(
                    segment.seats[n],
                    None if entry is LATE else msgspec.to_builtins(choice),
                    before,
                    times.get(n),
                    segment.sums[n] if n < len(segment.sums) else 0,
                )
            )
        pending += segment.chance[used:]
    last = table.segment
    return Record(
        format=FORMAT,
        game=table.game.name,
        version=table.game.version,
        content=getattr(table.g.content, "hash", ""),
        packs=[str(pack) for pack in table.packs],
        seats=table.seats,
        seed=table.seed,
        options=msgspec.to_builtins(table.g.options),
        people=list(people),
        opening=list(table.opening),
        steps=steps,
        after=pending,
        checkpoint=last.serial,
        drawn=last.drawn,
        now=last.now,
        state=msgspec.to_builtins(table.game.unpack(last.packed)),
        over=table.over,
    )


def write(record: Record, path: Path) -> None:
    """Writes a record beside `path` and renames it, so that `path` always holds a whole record.

    Raises:
        RecordError: the folder cannot be written.
    """
    data = msgspec.json.format(msgspec.json.encode(record), indent=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written ({error.strerror}).") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written ({error.strerror}).") from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def read(path: Path) -> Record:
    """The record in a file; the file is never changed.

    Raises:
        RecordError: one sentence: not there, cut short, not a record, of a newer format, an unknown or missing field.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror}).") from None
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{path.name}: this is no whole record; it is cut short or damaged ({error}).") from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise RecordError(f"{path.name}: this is no Hearthside record (it has no field `format`).")
    if raw["format"] != FORMAT:
        raise RecordError(
            f"{path.name}: the record has format {raw['format']}, and this version reads format {FORMAT}; "
            "a newer Hearthside is needed."
        )
    try:
        return msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"{path.name}: the record is damaged: {error}.") from None


def load(record: Record, game: Game, *, content: Any = None, log: bool = True) -> Table:
    """A table that stands where the record ends and goes on like the original.

    Raises:
        RecordError: another game, other content, newer rules, or steps that today's rules do not take.
    """
    table = _table_for(record, game, content)
    steps = [_entry(game, step, n) for n, step in enumerate(record.steps)]
    outcomes = [*record.opening]
    for step in record.steps:
        outcomes += step.before
    outcomes += record.after
    marks, drawn = [], len(record.opening)
    for step in record.steps:
        drawn += len(step.before)
        marks.append(drawn)
    if not 0 <= record.checkpoint <= len(steps) or not len(record.opening) <= record.drawn <= len(outcomes):
        raise RecordError("The record is damaged: its last checkpoint lies outside of its steps.")
    try:
        state = msgspec.convert(record.state, game.State)
    except msgspec.ValidationError as error:
        raise RecordError(f"The record is damaged: its state does not fit the game ({error}).") from None
    last = Segment(game.pack(state), record.checkpoint, 0, record.drawn, record.now)
    past = Segment(b"", 0, 0, len(record.opening), 0)
    _fill(past, record, steps, marks, 0, record.checkpoint, len(record.opening))
    past.chance = outcomes[len(record.opening) : record.drawn]
    _fill(last, record, steps, marks, record.checkpoint, len(steps), record.drawn)
    table.opening = record.opening
    table.history = []
    table.log = [] if log else None
    table.g.entries = table.log
    table.g.state = state
    rewind(table, len(outcomes))
    try:
        table._rebuild(last, len(last.answers), outcomes[record.drawn :])
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise RecordError(
            f"The record's last steps do not fit today's rules ({error}); `replay --verify` tells where."
        ) from None
    if past.answers:
        table.history = _history(record, game, table, past)
    return table


def replay(record: Record, game: Game, *, to: int | None = None, verify: bool = False, content: Any = None) -> Table:
    """Plays a record again from the start, up to answer number `to`.

    Args:
        verify: compare each step's checksum and chance with the record's.

    Raises:
        RecordError: names the first step where today's rules differ from the record.
    """
    table = None
    for table in walk(record, game, to=to, verify=verify, content=content):
        pass
    assert table is not None
    return table


def walk(
    record: Record, game: Game, *, to: int | None = None, verify: bool = False, content: Any = None
) -> Iterator[Table]:
    """As `replay`, step by step: yields the table at the start and after each answer (always the same table)."""
    fed: list[int] = [*record.opening]
    for step in record.steps:
        fed += step.before
    fed += record.after
    own_dice = any(isinstance(step.choice, dict) and step.choice.get("type") == "rolled" for step in record.steps)
    chance = Chance(Random(record.seed).random)
    chance.replay(fed)
    content = _content_for(record, game, content)
    options = _options(record, game)
    try:
        table = Table.open(game, record.seats, record.seed, options, content=content, chance=chance, digest=verify)
    except (ValueError, Refused) as error:
        raise RecordError(f"The set-up of this record does not fit today's rules: {error}") from None
    yield table
    drawn = len(record.opening)
    for n, step in enumerate(record.steps):
        if to is not None and n >= to:
            return
        who = f"Step {n + 1} of {len(record.steps)}"
        drawn += len(step.before)
        entry = _entry(game, step, n)
        if own_dice and entry.__class__ is Rolled:
            # the face came through the recorded chance already
            table.serial += 1
            table.segment.answers.append(entry)
            table.segment.seats.append(step.seat)
            table.segment.marks.append(len(table.segment.chance))
            if verify:
                table._add_sum(entry)
            yield table
            continue
        before = table.segment.drawn + len(table.segment.chance)
        if verify and not own_dice and before != drawn:
            raise RecordError(f"{who}: the rules drew {before} outcomes of chance before it, the record has {drawn}.")
        try:
            if entry is LATE:
                if not table.tick(step.at or 0):
                    raise Refused("no deadline passes here")
            else:
                choice = entry[1] if isinstance(entry, tuple) else entry
                table.answer(choice, step.seat, now=step.at)
        except (Refused, RuleError) as error:
            raise RecordError(f"{who}: today's rules do not take the recorded answer: {error}") from None
        if verify and step.sum and not own_dice:
            segment = table.segment if table.answers or not table.history else table.history[-1]
            if segment.sums[-1] != step.sum:
                raise RecordError(f"{who}: the table does not stand as it was recorded.")
        yield table
    if table.over != record.over and to is None:
        raise RecordError("The record and today's rules differ on whether the game is over.")
    rewind(table, len(fed))


def _table_for(record: Record, game: Game, content: Any) -> Table:
    content = _content_for(record, game, content)
    table = Table._bare(game, record.seats, record.seed)
    own_dice = any(isinstance(step.choice, dict) and step.choice.get("type") == "rolled" for step in record.steps)
    chance = Chance(Random(record.seed).random, own_dice=own_dice)
    table.packs = tuple(Path(pack) for pack in record.packs)
    table.g = game.context(game, content, _options(record, game), chance)
    table.g.of = ref(table)
    table.digest = any(step.sum for step in record.steps)
    return table


def _content_for(record: Record, game: Game, content: Any) -> Any:
    if record.game != game.name:
        raise RecordError(f"This record is of the game {record.game}, not {game.name}.")
    if record.version > game.version:
        raise RecordError(
            f"The record was made by version {record.version} of the rules of {game.title}, and this is version "
            f"{game.version}; a newer Hearthside is needed."
        )
    if record.seats not in game.seats:
        raise RecordError(
            f"The record names {record.seats} players; {game.title} is for {game.seats[0]} to {game.seats[-1]}."
        )
    if content is None:
        content = game.content([Path(pack) for pack in record.packs])
    found = getattr(content, "hash", "")
    if record.content != found:
        raise RecordError(
            f"The record was played with content {record.content}, and this is content {found}; "
            "the same packs (and the same release) are needed."
        )
    return content


def _options(record: Record, game: Game) -> Any:
    try:
        return msgspec.convert(record.options, game.Options)
    except msgspec.ValidationError as error:
        raise RecordError(f"The record's options are wrong: {error}.") from None


def _entry(game: Game, step: Step, n: int) -> Any:
    """A step as it stands on the tape of a single question."""
    if step.choice is None:
        return LATE
    try:
        if isinstance(step.choice, list):
            return msgspec.convert(step.choice, list[game.Choice])  # type: ignore[name-defined]
        if isinstance(step.choice, dict) and step.choice.get("type") == "rolled":
            return msgspec.convert(step.choice, Rolled)
        return msgspec.convert(step.choice, game.Choice)
    except msgspec.ValidationError as error:
        raise RecordError(
            f"Step {n + 1}: the record holds an answer that {game.title} does not know ({error})."
        ) from None


def _fill(
    segment: Segment, record: Record, entries: list[Any], marks: list[int], start: int, end: int, drawn: int
) -> None:
    for n in range(start, end):
        step = record.steps[n]
        segment.answers.append(entries[n])
        segment.seats.append(step.seat)
        segment.marks.append(marks[n] - drawn)
        if step.at is not None:
            segment.times.append((n - start, step.at))
        if step.sum:
            segment.sums.append(step.sum)


def _history(record: Record, game: Game, table: Table, past: Segment) -> list[Segment]:
    """The earlier segments of a loaded table, found by replaying; one unreplayable past is kept as it is recorded."""
    try:
        again = replay(record, game, to=record.checkpoint, content=table.g.content)
    except RecordError:
        return [past]
    if again.answers:
        return [past]
    if table.log is not None and again.log is not None:
        offset = len(again.log) - again.segment.logged
        del offset
        table.log[:0] = again.log[: again.segment.logged]
        table.segment.logged = again.segment.logged
    return again.history
