"""Records as files: whole or refused, verified step by step, the same in every process."""

from __future__ import annotations

import copy
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine.errors import RecordError
from hearthside.engine.record import Record, load, read, record_of, replay, seal_of, walk, write
from hearthside.engine.table import Table
from hearthside.lab.reference.connect_four import ConnectFour
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import play_on, stand, whole
from tests.tiny.script import Say, asked, table_of
from tests.tiny.signals import Options, Signals

ROOT = Path(__file__).parents[2]


def played(game: Any = None, seats: int = 3, seed: int = 11, answers: int = 100_000) -> Table:
    table = Table.open(game or Signals(), seats, seed, digest=True)
    play_on(table, Random(seed), answers)
    return table


@pytest.fixture
def save(tmp_path: Path) -> Path:
    write(record_of(played(answers=38), ["Ann", "greedy", "me"]), tmp_path / "game.json")
    return tmp_path / "game.json"


def sentence(error: pytest.ExceptionInfo[RecordError]) -> str:
    text = str(error.value)
    assert text.endswith(".")
    assert "\n" not in text
    return text


def test_a_record_that_is_written_and_read_is_the_same(save: Path) -> None:
    record = read(save)
    assert record.people == ["Ann", "greedy", "me"]
    record.people, record.seal = [], 0
    table = played(answers=38)
    assert record == msgspec.json.decode(msgspec.json.encode(record_of(table)), type=Record)
    assert whole(load(read(save), Signals())) == whole(table)


def test_a_record_replays_and_verifies_from_the_start(save: Path) -> None:
    table = replay(read(save), Signals(), verify=True)
    assert whole(table) == whole(played(answers=38))
    half = replay(read(save), Signals(), to=20)
    assert stand(half) == stand(played(answers=20))
    play_on(half, Random(0))
    assert half.over
    steps = [(one.serial, one.over) for one in walk(read(save), Signals())]
    assert steps == [(n, False) for n in range(39)]


def test_a_replayed_part_goes_on_with_the_tables_own_dice() -> None:
    table = played(LanternRun(), 2)
    part = replay(record_of(table), LanternRun(), to=9)
    whole_moves = [step.choice for step in record_of(table).steps]
    for choice in whole_moves[9:]:
        part.answer(msgspec.convert(choice, LanternRun.Choice))
    assert part.result == table.result


def test_options_and_seed_are_kept(tmp_path: Path) -> None:
    table = Table.open(Signals(), 2, "a word", Options(hurry=False))
    assert table.deadline is None
    write(record_of(table), tmp_path / "deep" / "er" / "game.json")
    loaded = load(read(tmp_path / "deep" / "er" / "game.json"), Signals())
    assert (loaded.deadline, loaded.seed, loaded.seed_hash) == (None, "a word", table.seed_hash)


def test_a_game_saved_again_after_loading_is_the_same_record() -> None:
    table = played()
    record = record_of(table)
    for _ in range(3):
        record = record_of(load(record, Signals()))
    assert record == record_of(table)
    replay(record, Signals(), verify=True)


# ---- altered steps ----


Change = Callable[[Record, int], bool]


def change_choice(record: Record, n: int) -> bool:
    """To another choice that the question had."""
    step = record.steps[n]
    before = replay(record, Signals(), to=n)
    ask = before.ask_of(step.seat)
    if ask is None or ask.most != 1 or len(ask.choices) < 2:
        return False
    others = [c for c in map(msgspec.to_builtins, ask.choices) if c != step.choice]
    step.choice = others[0]
    return True


def change_to_nonsense(record: Record, n: int) -> bool:
    record.steps[n].choice = {"type": "dance"}
    return True


def change_seat(record: Record, n: int) -> bool:
    record.steps[n].seat = (record.steps[n].seat + 1) % 3
    return True


def change_time(record: Record, n: int) -> bool:
    at = record.steps[n].at
    if at is None:
        return False
    record.steps[n].at = at + 1
    return True


def drop_time(record: Record, n: int) -> bool:
    if record.steps[n].at is None:
        return False
    record.steps[n].at = None
    return True


def change_chance(record: Record, n: int) -> bool:
    before = record.steps[n].before
    if not before:
        return False
    before[-1] = before[-1] - 1 if before[-1] else 1
    return True


def drop_chance(record: Record, n: int) -> bool:
    return bool(record.steps[n].before) and record.steps[n].before.pop() is not None


def change_sum(record: Record, n: int) -> bool:
    record.steps[n].sum ^= 1
    return True


CHANGES = [
    change_choice, change_to_nonsense, change_seat, change_time, drop_time, change_chance, drop_chance, change_sum,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_one_altered_step_is_reported_at_that_step(change: Change) -> None:
    """Chance belongs to the answer that it followed: it is reported there or at the step that records it."""
    original = record_of(played(answers=40))
    original.seal = seal_of(original)
    tried = 0
    for n in range(len(original.steps)):
        record = copy.deepcopy(original)
        if not change(record, n):
            continue
        tried += 1
        with pytest.raises(RecordError) as error:
            replay(record, Signals(), verify=True)
        where = [f"Step {n + 1} of 40: ", f"Step {n + 1}: "]
        if "chance" in change.__name__:
            where += [f"Step {n} of 40: "]
        assert any(sentence(error).startswith(one) for one in where), (n, sentence(error))
        with pytest.raises(RecordError):
            load(record, Signals())
    assert tried >= 3


def test_a_step_taken_out_put_twice_or_exchanged_is_found() -> None:
    original = record_of(played(answers=40))
    for n in range(0, 39, 3):
        for steps in (
            original.steps[:n] + original.steps[n + 1 :],
            original.steps[: n + 1] + original.steps[n:],
            [*original.steps[:n], original.steps[n + 1], original.steps[n], *original.steps[n + 2 :]],
        ):
            record = msgspec.structs.replace(original, steps=steps)
            with pytest.raises(RecordError):
                replay(record, Signals(), verify=True)


@pytest.mark.parametrize("field", Record.__struct_fields__)
def test_an_altered_field_is_found(field: str, save: Path) -> None:
    """By what it says, or by the seal."""
    raw = msgspec.json.decode(save.read_bytes())
    value = raw[field]
    raw[field] = {
        bool: lambda: not value,
        int: lambda: value + 1,
        str: lambda: value + "x",
        list: lambda: value[1:] if value else [0],
        dict: lambda: {**value, next(iter(value)): 7},
    }[type(value)]()
    save.write_bytes(msgspec.json.encode(raw))
    for use in (load, lambda record, game: replay(record, game, verify=True)):
        with pytest.raises(RecordError) as error:
            use(read(save), Signals())
        sentence(error)


def test_rules_that_changed_are_named_at_the_first_step_that_differs() -> None:
    def rule(bonus: int) -> Any:
        def say(g: Any) -> Any:
            said = yield asked(0, 1, 2)
            g.state.notes.append(said.n + bonus * (said.n == 2))

        return say

    table = table_of(rule(0), passes=30, digest=True)
    for n in range(20):
        table.answer(Say(2 if n == 12 else 1))
    record = record_of(table)
    mended = table_of(rule(5), passes=30).game
    with pytest.raises(RecordError, match="Step 13 of 20: the table does not stand as it was recorded"):
        replay(record, mended, verify=True)
    assert replay(record, mended).g.state.notes[12] == 7
    loaded = load(record, mended)
    assert loaded.g.state.notes[12] == 2, "a save goes on from the state it holds"
    loaded.answer(Say(2))
    assert loaded.g.state.notes[-1] == 7


def test_a_past_that_does_not_replay_is_kept_but_not_undone() -> None:
    def rule(*numbers: int) -> Any:
        def say(g: Any) -> Any:
            g.state.notes.append((yield asked(0, *numbers)).n)

        return say

    table = table_of(rule(1, 2, 3), passes=30, digest=True)
    for n in range(20):
        table.answer(Say(3 if n < 4 else 1))
    mended = table_of(rule(1, 2), passes=30).game
    loaded = load(record_of(table), mended)
    assert loaded.g.state.notes == table.g.state.notes
    loaded.undo(loaded.segment.serial)
    with pytest.raises(Exception, match="before the point"):
        loaded.undo(2)
    again = record_of(load(record_of(table), mended))
    assert again.steps == record_of(table).steps, "saving again keeps what was recorded"


# ---- damaged files ----


def opens_or_is_refused(path: Path) -> str | None:
    """Reads and loads; the sentence if that is refused. The file is not touched in any case."""
    before = path.read_bytes(), path.stat().st_mtime_ns
    try:
        assert whole(load(read(path), Signals())) == whole(played(answers=38))
        said = None
    except RecordError as error:
        said = str(error)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert said is None or (said.endswith(".") and "\n" not in said)
    return said


def test_a_missing_field_is_named(save: Path) -> None:
    raw = msgspec.json.decode(save.read_bytes())
    for field in list(raw):
        save.write_bytes(msgspec.json.encode({k: v for k, v in raw.items() if k != field}))
        said = opens_or_is_refused(save)
        assert field == "seal" or (said and field in said), (field, said)


def test_a_missing_field_of_a_step_or_the_state_is_found(save: Path) -> None:
    raw = msgspec.json.decode(save.read_bytes())
    for n in range(0, len(raw["steps"]), 5):
        for field in raw["steps"][n]:
            less = copy.deepcopy(raw)
            del less["steps"][n][field]
            save.write_bytes(msgspec.json.encode(less))
            assert opens_or_is_refused(save)
    for field in raw["state"]:
        less = copy.deepcopy(raw)
        del less["state"][field]
        save.write_bytes(msgspec.json.encode(less))
        assert opens_or_is_refused(save)


def test_an_unknown_field_is_named(save: Path) -> None:
    raw = msgspec.json.decode(save.read_bytes())
    save.write_bytes(msgspec.json.encode({**raw, "colour": 1}))
    assert "colour" in (opens_or_is_refused(save) or "")
    raw["steps"][3]["colour"] = 1
    save.write_bytes(msgspec.json.encode(raw))
    assert "colour" in (opens_or_is_refused(save) or "")


def test_another_format_version_game_or_seat_count_is_refused(save: Path) -> None:
    raw = msgspec.json.decode(save.read_bytes())
    for change, wanted in [
        ({"format": 2}, "format 2.*newer Hearthside is needed"),
        ({"format": 0}, "format 0, and this version reads format 1"),
        ({"format": "one"}, "format one"),
        ({"version": 9}, "version 9 of the rules of Signals.*newer Hearthside is needed"),
        ({"game": "chess"}, "of the game chess, not signals"),
        ({"seats": 9}, "names 9 players; Signals is for 2 to 4"),
        ({"content": "abc"}, "content abc"),
        ({"options": {"hurry": 3}}, "options are wrong"),
        ({"options": None}, "options are wrong"),
    ]:
        save.write_bytes(msgspec.json.encode({**raw, **change, "seal": 0}))
        with pytest.raises(RecordError, match=wanted):
            load(read(save), Signals())
        with pytest.raises(RecordError, match=wanted):
            replay(read(save), Signals())


def test_a_file_cut_anywhere_is_refused(save: Path) -> None:
    data = save.read_bytes()
    whole_length = len(data.rstrip())
    for cut in (*range(0, 200), *range(200, whole_length, 97), *range(whole_length - 30, whole_length)):
        save.write_bytes(data[:cut])
        with pytest.raises(RecordError) as error:
            read(save)
        assert "game.json" in sentence(error)


def test_bytes_changed_anywhere_are_found_or_do_no_harm(save: Path) -> None:
    data, random = save.read_bytes(), Random(7)
    for _ in range(150):
        at = random.randrange(len(data))
        save.write_bytes(data[:at] + bytes([random.choice(b'09aZ"{}[],: \n\xff')]) + data[at + 1 :])
        opens_or_is_refused(save)


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for data in (b"", b"[]", b"3", b"null", b"{}", b"hello", b"\xff\xfe\x00", b'{"format": 1}'):
        path.write_bytes(data)
        with pytest.raises(RecordError) as error:
            read(path)
        assert "x.json" in sentence(error)
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path / "none.json")
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path)


# ---- writing ----


def test_a_failing_rename_leaves_the_old_file(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = save.read_bytes()

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as broken:
            broken.setattr(os, name, fail)
            with pytest.raises(RecordError, match=r"cannot be written \(No space left on device\)"):
                write(record_of(played()), save)
        assert save.read_bytes() == before
        assert os.listdir(save.parent) == [save.name], "nothing is left lying about"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        write(record_of(played(answers=3)), tmp_path / "file" / "game.json")


WRITER = """
import sys
from pathlib import Path
from random import Random
from hearthside.engine.record import record_of, write
from hearthside.engine.table import Table
from tests.playing import play_on
from tests.tiny.signals import Signals
tables = []
for answers in (20, 38):
    tables.append(Table.open(Signals(), 3, 11, digest=True))
    play_on(tables[-1], Random(11), answers)
print("ready", flush=True)
while True:
    for table in tables:
        write(record_of(table), Path(sys.argv[1]))
"""


def run(code: str, *args: str, seed: str = "0") -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    return subprocess.Popen([sys.executable, "-c", code, *args], env=env, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_leaves_the_old_or_the_new(save: Path) -> None:
    wanted = [stand(played(answers=20)), stand(played(answers=38))]
    random = Random(1)
    for _ in range(30):
        process = run(WRITER, str(save))
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.002 + random.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert stand(load(read(save), Signals())) in wanted


REPLAYER = """
import sys, hashlib
from pathlib import Path
from hearthside.engine.record import load, read, replay, record_of
from hearthside.lab.reference.lantern import LanternRun
from tests.playing import whole
from tests.tiny.signals import Signals
record = read(Path(sys.argv[1]))
game = {game.name: game for game in (Signals(), LanternRun())}[record.game]
for table in (replay(record, game, verify=True), load(record, game)):
    print(hashlib.sha256(repr(whole(table)).encode()).hexdigest())
"""


@pytest.mark.parametrize("game,seats", [(Signals(), 4), (LanternRun(), 2)], ids=["signals", "lantern"])
def test_fresh_processes_replay_to_the_same_bytes(game: Any, seats: int, tmp_path: Path) -> None:
    table = played(game, seats)
    write(record_of(table), tmp_path / "game.json")
    mine = hashlib.sha256(repr(whole(table)).encode()).hexdigest()
    processes = [run(REPLAYER, str(tmp_path / "game.json"), seed=seed) for seed in ("0", "1", "4711")]
    for process in processes:
        out, _ = process.communicate()
        assert out.split() == [mine, mine]


def test_connect_four_needs_no_chance_in_its_record() -> None:
    record = record_of(played(ConnectFour(), 2))
    assert (record.opening, record.after, {tuple(step.before) for step in record.steps}) == ([], [], {()})
