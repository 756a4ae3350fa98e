"""Real servers: a process on a port of its own with a database in a temporary folder."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Running:
    """A server process."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments = folder, arguments
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / f"server-{self.port}.log"
        self.start()

    def start(self) -> None:
        import hearthside

        source = str(Path(hearthside.__path__[0]).parent)
        env = {**os.environ, "HEARTHSIDE_DATA": str(self.folder), "PYTHONPATH": source}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "hearthside", "serve", "--port", str(self.port), *self.arguments],
                env=env, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        """Asks it to stop, as Ctrl-C or a service manager does, and waits until it has."""
        assert self.process is not None
        self.process.terminate()
        assert self.process.wait(30) in (0, -signal.SIGTERM)

    def kill(self, how: int = signal.SIGKILL) -> None:
        """Ends it and its workers."""
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        self.process.wait(20)


Serve = Callable[..., Running]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers, which share a data folder."""
    running: list[Running] = []

    def start(*arguments: str) -> Running:
        running.append(Running(tmp_path, *arguments))
        return running[-1]

    yield start
    for one in running:
        one.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that do no harm to it."""
    one = Running(tmp_path_factory.mktemp("server"))
    yield one
    one.kill()


def postgresql_bins() -> str:
    """The folder of PostgreSQL's own programs; empty if it is not installed."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return str(folder)
    found = shutil.which("initdb")
    return str(Path(found).parent) if found else ""


@contextmanager
def postgresql(bins: str) -> Iterator[str]:
    """A throw-away server on a socket in a temporary folder; gives its URL."""
    top = tempfile.mkdtemp(prefix="pg")
    user = "postgres" if os.getuid() == 0 else None  # initdb refuses root
    if user:
        shutil.chown(top, user)

    def go(*command: str) -> None:
        subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)

    go(f"{bins}/initdb", "-D", f"{top}/data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
    options = f"-c listen_addresses= -k {top}"
    go(f"{bins}/pg_ctl", "-D", f"{top}/data", "-l", f"{top}/log", "-w", "start", "-o", options)
    try:
        yield f"postgresql://postgres@/postgres?host={top}"
    finally:
        go(f"{bins}/pg_ctl", "-D", f"{top}/data", "-m", "immediate", "stop")
        shutil.rmtree(top, ignore_errors=True)


@contextmanager
def redis(port: int = 0) -> Iterator[str]:
    """A throw-away Redis that keeps nothing; gives its URL."""
    if not port:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory() as top:
        process = subprocess.Popen(command, cwd=top, stdout=subprocess.DEVNULL)
        try:
            for _ in range(300):
                try:
                    socket.create_connection(("127.0.0.1", port), 0.2).close()
                    break
                except OSError:
                    assert process.poll() is None
                    time.sleep(0.05)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait(20)
