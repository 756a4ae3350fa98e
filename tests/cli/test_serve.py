"""`hearthside serve` and `./play` as people start them: processes of their own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import hearthside

SOURCES = Path(hearthside.__file__).resolve().parents[1]
ROOT = SOURCES.parent
SCREENS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
Start = Callable[..., "subprocess.Popen[str]"]


def command(*words: str, first: str = "") -> list[str]:
    """`hearthside serve WORDS`, after a line of Python that changes something about the machine."""
    code = f"import sys\nfrom hearthside.cli import main, serve\n{first}\nsys.exit(main.main(['serve', *sys.argv[1:]]))"
    return [sys.executable, "-c", code, *words]


def environment(folder: Path, browser: str = "") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SCREENS}
    return {
        **kept,
        "PYTHONPATH": str(SOURCES),
        "HEARTHSIDE_DATA": str(folder),
        **({"BROWSER": browser} if browser else {}),
    }


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server whose first line can be read."""
    running: list[subprocess.Popen[str]] = []

    def begin(*words: str, first: str = "", browser: str = "") -> subprocess.Popen[str]:
        running.append(
            subprocess.Popen(
                command(*words, first=first), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=environment(tmp_path, browser),
            )
        )  # fmt: skip
        return running[-1]

    yield begin
    for one in running:
        one.kill()
        one.communicate()


@pytest.fixture
def opener(tmp_path: Path) -> str:
    """A browser that writes down what it is asked to open."""
    path = tmp_path / "browser"
    path.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    path.chmod(0o755)
    return f"{path} %s"


def line(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    found = server.stdout.readline()
    if not found:
        pytest.fail(server.communicate()[1])
    return found


def address(said: str) -> str:
    return next(word for word in said.split() if word.startswith("http://"))


def fetched(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def once(folder: Path, *words: str, first: str = "", browser: str = "") -> tuple[int, str, str]:
    """A start that ends by itself."""
    done = subprocess.run(
        command(*words, first=first), capture_output=True, text=True, timeout=120, env=environment(folder, browser)
    )
    return done.returncode, done.stdout, done.stderr


def test_without_a_browser_the_address_is_said_and_served(start: Start) -> None:
    said = line(start("--open", "--port", "0"))
    assert said == f"Open {address(said)} in a browser: none could be started here   (Ctrl-C stops it)\n"
    assert "<title>Hearthside</title>" in fetched(address(said))


def test_the_browser_opens_at_the_lobby(start: Start, opener: str, tmp_path: Path) -> None:
    said = line(start("--open", "--port", "0", browser=opener))
    assert said == f"Hearthside is at {address(said)}   (Ctrl-C stops it)\n"
    assert (tmp_path / "opened").read_text() == f"{address(said)}\n"


def test_no_browser_opens_unasked(start: Start, opener: str, tmp_path: Path) -> None:
    line(start("--port", "0", browser=opener))
    assert not (tmp_path / "opened").exists()


def test_a_port_of_somebody_else_gives_way_to_the_next(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = line(start(first=f"serve.PORTS = range({port}, 65536)"))
    assert f"   (port {port} is taken; Ctrl-C stops it)\n" in said
    assert f":{port}/" not in said
    assert "<title>Hearthside</title>" in fetched(address(said))


def test_a_port_that_was_asked_for_is_not_changed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, out, err = once(tmp_path, "--port", str(port))
    assert (status, out) == (2, "")
    sentence = f"127.0.0.1:{port} cannot be listened on (Address already in use); --port takes another."
    assert err == f"hearthside: {sentence}\n"


def test_tables_that_are_served_already_are_opened_there(start: Start, opener: str, tmp_path: Path) -> None:
    url = address(line(start("--port", "0")))
    assert once(tmp_path, "--open", browser=opener) == (0, f"Hearthside is at {url} already.\n", "")
    assert (tmp_path / "opened").read_text() == f"{url}\n"
    status, out, err = once(tmp_path, "--open")
    how = "open it in a browser, none could be started here"
    assert (status, out, err) == (0, f"Hearthside is at {url} already; {how}.\n", "")
    status, out, err = once(tmp_path)
    assert (status, out) == (2, "")
    assert err == f"hearthside: These tables are at {url} already; --db names a file for others.\n"


def test_a_killed_server_leaves_its_tables_to_the_next(start: Start) -> None:
    first = start("--port", "0")
    line(first)
    first.kill()
    first.wait()
    said = line(start("--port", "0"))
    assert "already" not in said
    fetched(address(said))


def test_a_client_that_is_not_built_is_told_of(start: Start, tmp_path: Path) -> None:
    server = start(
        "--port", "0", first=f"from hearthside.server import site; site.STATIC = site.Path({str(tmp_path)!r})"
    )
    assert "./play" in fetched(address(line(server)))
    server.kill()
    told = server.communicate()[1]
    assert told.startswith("The browser client is not built, so there is only the API; ./play builds it.\n")


@pytest.mark.parametrize("package", ["uvicorn", "litestar", "sqlalchemy", "aiosqlite"])
def test_without_the_extra_the_sentence_names_it(package: str, tmp_path: Path) -> None:
    status, out, err = once(tmp_path, first=f"sys.modules[{package!r}] = None")
    assert (status, out) == (2, "")
    assert err == f"hearthside: `hearthside serve` needs {package}: install the extra server, hearthside[server].\n"


# ---- ./play ----


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone that is set up, with programs that only say how they are called."""
    for name in ("play", "run.sh", "pyproject.toml", "lock-build.txt", "lock.txt"):
        shutil.copy2(ROOT / name, tmp_path)
    programs = tmp_path / ".venv/bin"
    programs.mkdir(parents=True)
    for name in ("python", "pip", "hearthside"):
        (programs / name).write_text(f'#!/bin/sh\necho "{name} $*"\n')
        (programs / name).chmod(0o755)
    (tmp_path / ".venv/ready-run").touch()
    return tmp_path


def played(clone: Path, *words: str, **more: str) -> tuple[int, list[str], str]:
    done = subprocess.run(
        [clone / "play", *words], capture_output=True, text=True, cwd="/", timeout=120,
        env={**os.environ, "PYTHON": sys.executable, **more},
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize(
    "words,called",
    [
        ([], "hearthside serve --open"),
        (["--no-open", "--port", "9000"], "hearthside serve --open --no-open --port 9000"),
        (["--terminal"], "hearthside play"),
        (["--terminal", "novus", "--seed", "7"], "hearthside play novus --seed 7"),
    ],
)
def test_play_serves_or_plays_in_the_terminal(clone: Path, words: list[str], called: str) -> None:
    assert played(clone, *words) == (0, ["python hatch_build.py", called], "")


def test_play_sets_up_again_when_a_lock_changed(clone: Path) -> None:
    os.utime(clone / ".venv/ready-run", (0, 0))
    status, called, told = played(clone)
    assert status == 0
    assert told == "Setting up .venv from lock.txt ...\n"
    assert {"python hatch_build.py", "python -m pip install -q --no-compile --require-hashes -r lock.txt"} <= set(
        called
    )
    assert called[-1] == "hearthside serve --open"
    assert played(clone)[1] == ["python hatch_build.py", "hearthside serve --open"]


def test_play_says_which_python_it_needs(clone: Path, tmp_path: Path) -> None:
    shutil.rmtree(clone / ".venv")
    bare = tmp_path / "bare"
    bare.write_text(f'#!/bin/sh\n[ "$2" = venv ] && exit 1\nexec {sys.executable} "$@"\n')
    bare.chmod(0o755)
    assert played(clone, PYTHON=str(bare)) == (2, [], "On Debian or Ubuntu first: apt install python3-venv\n")
    bare.write_text("#!/bin/sh\nexit 1\n")
    old = "Python 3.11 or newer is needed; PYTHON=... names another one.\n"
    assert played(clone, PYTHON=str(bare)) == (2, [], old)
