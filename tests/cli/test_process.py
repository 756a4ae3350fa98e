"""The command as people start it: a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hearthside

SOURCES = str(Path(hearthside.__file__).resolve().parents[1])
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCES}
HEARTHSIDE = [sys.executable, "-m", "hearthside"]
WAVING = """\
class Waving:  # tells by a file that its process has played some portions of games
    left = 20000

    def choose(self, table, ask, random):
        Waving.left -= 1
        if Waving.left == 0:
            open("waved", "w").close()
        return ask.choices[int(random.random() * len(ask.choices))]
"""
SIMULATE = ["simulate", "novus", "-n", "6", "--option", "rounds=5", "--seed", "7", "--json", "-"]


def started(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*HEARTHSIDE, *words],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={**ENVIRONMENT, **more},
    )


def test_help_is_quick_and_imports_no_game() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "hearthside", "--help"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert not {name for name in imported if name.split(".")[0] in ("rich", "textual", "yaml", "multiprocessing")}
    assert not {name for name in imported if name.startswith(("hearthside.games.", "hearthside.lab"))}


def test_a_simulation_is_the_same_in_any_process() -> None:
    found = []
    for jobs, hashes in (("1", "1"), ("2", "2")):
        done = started(*SIMULATE, "--jobs", jobs, PYTHONHASHSEED=hashes)
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
        found[-1].pop("speed")
    assert found[0] == found[1]


def test_a_mistake_is_one_sentence_and_status_2() -> None:
    done = started("simulate", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hearthside: There is no game called 'chess'; the games are: novus, lastsecond.\n"


def test_play_without_a_terminal_exits_2() -> None:
    done = started("play", "novus")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "there is none here" in done.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = subprocess.Popen(
        [*HEARTHSIDE, "content", "novus", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.read(10)
    command.stdout.close()
    assert command.stderr.read() == b""
    command.wait(timeout=20)
    command.stderr.close()


def test_a_simulation_whose_reader_left_still_writes_its_files(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    command = subprocess.Popen(
        [*HEARTHSIDE, "simulate", "novus", "-n", "2", "--jobs", "1", "--json", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    assert command.stdout is not None
    command.stdout.close()
    assert command.stderr is not None
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(timeout=60) == 0
    assert json.loads(file.read_bytes())["summary"]["games"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_ctrl_c_prints_what_is_done_and_exits_130(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "slow_bots.py").write_text(WAVING)
    out = tmp_path / "out.json"
    words = ["simulate", "novus", "-n", "1000000", "--seats", "slow_bots:Waving", "--jobs", jobs, "--json", str(out)]
    command = subprocess.Popen(
        [*HEARTHSIDE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=ENVIRONMENT,
        start_new_session=True,
        # a shell's background job, and all it starts, would not hear Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + 60
    while not (tmp_path / "waved").exists() and command.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGINT)
    told, err = command.communicate(timeout=30)
    assert command.returncode == 130
    assert "stopped early: 1000000 were asked for" in told
    assert "Traceback" not in err
    found = json.loads(out.read_text())
    assert found["interrupted"]
    assert 0 < found["summary"]["games"] == len(found["games"])
