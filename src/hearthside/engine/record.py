"""Records: a table as a file. A record resumes a game where it stood and replays it from the start.

The file is JSON: a header (game, rules version, hash of the content, options, seats, seed), the outcomes of chance at
set-up, then one step an answer with what chance brought between it and the next, and last the state at the latest
checkpoint, so that a saved game opens again even after a rule was mended.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from weakref import ref

import msgspec

from .ask import LATE, Line, Rolled
from .chance import Chance
from .errors import RecordError, Refused, RuleError
from .files import write_whole
from .game import Game
from .table import Segment, Table, rewind

FORMAT = 1
# Answers that the kernel knows beside a game's choices, by their tag.
KERNELS = {"rolled": Rolled, "line": Line}


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One accepted answer.

    seat: who (-1: the clock). choice: the choice, a list of them, or None for the clock.
    before: outcomes of chance between the answer before and this one. at: game milliseconds, where time moved.
    sum: checksum of the table after it (0: none).
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
    packs: list[str]
    seats: int
    seed: int | str
    own_dice: bool  # people roll the dice
    digest: bool  # checksums are kept
    options: Any
    people: list[str]  # what sat on each seat: a name, a bot
    opening: list[int]
    steps: list[Step]
    after: list[int]  # outcomes of chance since the last answer
    checkpoint: int  # the answer before which the last checkpoint was taken
    drawn: int  # outcomes of chance before it
    now: int  # game milliseconds at it
    state: Any  # the state at the last checkpoint
    over: bool
    seal: int = 0  # checksum of all the above in a file; 0: never written


def record_of(table: Table, people: Sequence[str] = ()) -> Record:
    """The record of a table that was opened or loaded.

    Raises:
        ValueError: the table is a fork, which keeps no past.
    """
    if table.forked:
        raise ValueError("a fork keeps no past and has no record")
    steps: list[Step] = []
    before: list[int] = []
    for segment in (*table.history, table.segment):
        used = 0
        times = dict(segment.times)
        for n, entry in enumerate(segment.answers):
            mark = segment.marks[n]
            steps.append(
                Step(
                    segment.seats[n],
                    None if entry is LATE else msgspec.to_builtins(entry),
                    before + segment.chance[used:mark],
                    times.get(n),
                    segment.sums[n] if n < len(segment.sums) else 0,
                )
            )
            before, used = [], mark
        before = before + segment.chance[used:]
    last = table.segment
    return Record(
        format=FORMAT,
        game=table.game.name,
        version=table.game.version,
        content=getattr(table.g.content, "hash", ""),
        packs=[str(pack) for pack in table.packs],
        seats=table.seats,
        seed=table.seed,
        own_dice=table.g.chance.own_dice,
        digest=table.digest,
        options=msgspec.to_builtins(table.g.options),
        people=list(people),
        opening=list(table.opening),
        steps=steps,
        after=before,
        checkpoint=last.serial,
        drawn=last.drawn,
        now=last.now,
        state=msgspec.to_builtins(table.game.unpack(last.packed), str_keys=True),
        over=table.over,
    )


def seal_of(record: Record) -> int:
    """The checksum over all fields of a record but the seal itself."""
    return zlib.crc32(msgspec.json.encode(msgspec.structs.replace(record, seal=0), order="sorted")) or 1


def write(record: Record, path: Path) -> None:
    """Seals a record, writes it beside `path` and renames it, so that `path` always holds a whole record.

    Raises:
        RecordError: the folder cannot be written.
    """
    record.seal = seal_of(record)
    data = msgspec.json.format(msgspec.json.encode(record), indent=0)
    try:
        write_whole(path, data)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written ({error.strerror}).") from None


def read(path: Path) -> Record:
    """The record in a file; the file is never changed. Whether its seal is whole is for `load` and `walk` to say.

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
        raise RecordError(f"{path}: this is no whole record; it is cut short or damaged ({error}).") from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise RecordError(f"{path}: this is no Hearthside record (it has no field `format`).")
    if raw["format"] != FORMAT:
        newer = isinstance(raw["format"], int) and raw["format"] > FORMAT
        raise RecordError(
            f"{path}: the record has format {raw['format']}, and this version reads format {FORMAT}"
            + ("; a newer Hearthside is needed." if newer else ".")
        )
    try:
        return msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"{path}: the record is damaged: {error}.") from None


def load(record: Record, game: Game, *, content: Any = None, log: bool = True) -> Table:
    """A table that stands where the record ends and goes on like the original.

    It starts from the state at the last checkpoint, so that a record opens again after a rule was mended; what lies
    before it is played again, as far as today's rules take it, for the log and for undo.

    Raises:
        RecordError: another game, other content, newer rules, an altered file, or steps that today's rules do not take.
    """
    content = _content_for(record, game, content)
    if record.seal and record.seal != seal_of(record):
        raise RecordError(
            "The record is damaged: it was altered or harmed after it was written; `replay --verify` tells where."
        )
    steps = [_entry(game, step, n) for n, step in enumerate(record.steps)]
    marks, outcomes = [], [*record.opening]
    for step in record.steps:
        outcomes += step.before
        marks.append(len(outcomes))
    outcomes += record.after
    at = record.checkpoint
    if not 0 <= at <= len(steps) or not (marks[at - 1] if at else len(record.opening)) <= record.drawn <= (
        marks[at] if at < len(marks) else len(outcomes)
    ):
        raise RecordError("The record is damaged: its last checkpoint lies outside of its steps.")
    try:
        state: Any = msgspec.convert(record.state, game.State, str_keys=True)
    except msgspec.ValidationError as error:
        raise RecordError(f"The record is damaged: its state does not fit the game ({error}).") from None
    table = Table._bare(game, record.seats, record.seed)
    table.packs = tuple(Path(pack) for pack in record.packs)
    chance = Chance(Random(record.seed).random, own_dice=record.own_dice)
    table.g = game.context(game, content, _options(record, game), chance)
    table.g.of = ref(table)
    table.g.state = state
    table.digest = record.digest
    table.opening = record.opening
    last = Segment(game.pack(state), at, 0, record.drawn, record.now)
    _fill(last, record, steps, marks, at, len(steps))
    if log or at:
        _past(record, game, table, steps, marks, log)
        last.logged = len(table.log or ())
    table.g.entries = table.log
    rewind(table, len(outcomes))
    try:
        table._rebuild(last, len(last.answers), outcomes[record.drawn :])
    except Exception as error:
        raise RecordError(
            f"The record's last steps do not fit today's rules ({error}); `replay --verify` tells where."
        ) from None
    return table


def replay(record: Record, game: Game, *, to: int | None = None, verify: bool = False, content: Any = None) -> Table:
    """Plays a record again from the start, up to answer number `to`.

    Args:
        verify: compare each step's checksum and chance with the record's.

    Raises:
        RecordError: names the first step where today's rules differ from the record.
    """
    *_, table = walk(record, game, to=to, verify=verify, content=content)
    return table


def walk(
    record: Record, game: Game, *, to: int | None = None, verify: bool = False, content: Any = None
) -> Iterator[Table]:
    """As `replay`, step by step: yields the table at the start and after each answer (always the same table)."""
    content = _content_for(record, game, content)
    chance = Chance(Random(record.seed).random, own_dice=record.own_dice)
    if not record.own_dice:  # entered dice are steps of their own, between them the stream gives the same again
        chance.replay([*record.opening, *(n for step in record.steps for n in step.before), *record.after])
    options = _options(record, game)
    try:
        table = Table.open(game, record.seats, record.seed, options, content=content, chance=chance, digest=verify)
    except Exception as error:
        raise RecordError(f"The set-up of this record does not fit today's rules ({error}).") from None
    if verify and table.opening != record.opening:
        raise RecordError("The set-up draws other outcomes of chance than the record holds.")
    table.packs = tuple(Path(pack) for pack in record.packs)
    yield table
    count = len(record.steps) if to is None else min(to, len(record.steps))
    for n, step in enumerate(record.steps[:count]):
        who = f"Step {n + 1} of {len(record.steps)}"
        if verify and table.drawn_since_answer() != step.before:
            raise RecordError(f"{who}: before it the rules draw other outcomes of chance than the record holds.")
        entry = _entry(game, step, n)
        try:
            if entry is not LATE:
                table.answer(entry, step.seat, now=step.at)
            elif step.seat != -1 or step.at is None or not table.tick(step.at):
                raise Refused("No deadline passes here.")
        except (Refused, RuleError) as error:
            raise RecordError(f"{who}: today's rules do not take the recorded answer: {error}") from None
        if verify and step.sum and table.latest_sum != step.sum:
            raise RecordError(f"{who}: the table does not stand as it was recorded.")
        yield table
    table.g.chance.replay(())
    rewind(table, table.segment.drawn + len(table.segment.chance))
    if to is not None:
        return
    if verify:
        if table.drawn_since_answer() != record.after:
            raise RecordError("After the last step the rules draw other outcomes of chance than the record holds.")
        _compare_checkpoint(record, game, table)
        if record.seal and record.seal != seal_of(record):
            raise RecordError("Its steps replay, but something else in the record was altered after it was written.")
    if table.over != record.over:
        raise RecordError("The record and today's rules differ on whether the game is over.")


def _compare_checkpoint(record: Record, game: Game, table: Table) -> None:
    """The state that the record resumes from is the one that its steps lead to."""
    last = table.segment
    if (last.serial, last.drawn) != (record.checkpoint, record.drawn):
        return  # the table was loaded under other rules once, and took its checkpoints elsewhere
    try:
        state = game.pack(msgspec.convert(record.state, game.State, str_keys=True))
    except msgspec.ValidationError as error:
        raise RecordError(f"The record is damaged: its state does not fit the game ({error}).") from None
    if state != last.packed or record.now != last.now:
        raise RecordError(
            f"The state that the record holds before step {last.serial + 1} is not what its steps lead to."
        )


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
        packs = [Path(pack) for pack in record.packs]
        if gone := next((pack for pack in packs if not pack.is_dir()), None):
            raise RecordError(f"The record was played with the pack {gone}, which is not there; name it by --pack DIR.")
        content = game.content(packs)
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
    """The answer of a step as it stands on the tape."""
    if step.choice is None:
        return LATE
    try:
        if isinstance(step.choice, list):
            return msgspec.convert(step.choice, list[game.Choice])  # type: ignore[name-defined]
        kernels = KERNELS.get(step.choice.get("type", "")) if isinstance(step.choice, dict) else None
        if kernels is not None:
            return msgspec.convert(step.choice, kernels)
        return msgspec.convert(step.choice, game.Choice)
    except msgspec.ValidationError as error:
        raise RecordError(
            f"Step {n + 1}: the record holds an answer that {game.title} does not know ({error})."
        ) from None


def _fill(segment: Segment, record: Record, entries: list[Any], marks: list[int], start: int, end: int) -> None:
    """Lay the steps from `start` to `end` on a segment's tape, all but the chance."""
    for n in range(start, end):
        step = record.steps[n]
        segment.answers.append(entries[n])
        segment.seats.append(step.seat)
        segment.marks.append(marks[n] - segment.drawn)
        segment.sums.append(step.sum)
        if step.at is not None:
            segment.times.append((n - start, step.at))


def _past(record: Record, game: Game, table: Table, entries: list[Any], marks: list[int], log: bool) -> None:
    """What lies before a loaded table's last checkpoint, for log and undo: found by playing it again.

    A past that today's rules do not lead to the same point is kept as it is recorded: undo stops there.
    """
    table.log = [] if log else None
    again: Table | None
    try:
        again = replay(record, game, to=record.checkpoint, content=table.g.content)
    except RecordError:
        again = None
    if again is not None and again.segment.serial == record.checkpoint and again.segment.drawn == record.drawn:
        table.history = again.history
        for segment in table.history:
            segment.sums = [step.sum for step in record.steps[segment.serial :][: len(segment.answers)]]
        if log:
            table.log = (again.log or [])[: again.segment.logged]
    elif record.checkpoint:
        past = Segment(b"", 0, 0, len(record.opening), 0)
        _fill(past, record, entries, marks, 0, record.checkpoint)
        outcomes = [*record.opening, *(n for step in record.steps for n in step.before), *record.after]
        past.chance = outcomes[len(record.opening) : record.drawn]
        table.history = [past]
