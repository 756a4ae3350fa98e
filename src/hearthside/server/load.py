"""How quickly answers reach every seat while many tables play: a client of a real server.

The model: at each table a person and two bots, with two spectators; three sockets in all. The person answers one to
three seconds after being asked, the bots at the default pace. Tables begin one after another, so that their answers
come whenever they come.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookies import SimpleCookie
from typing import Any

import msgspec

from .guard import COOKIE
from .messages import NewTable, SeatWish

THINKS = (1.0, 3.0)  # seconds that a person takes, at least and at most
SPECTATORS = 2
MODEL = (
    "Each table: a person who answers 1 to 3 s after being asked, two bots at the default pace, two spectators; "
    "one worker, SQLite with every answer on disk before it is shown."
)


class Load(msgspec.Struct):
    """What was measured; times in milliseconds.

    answers: of people, all timed. seats: sockets that each of them reached. rows: answers a second, those of bots
    included. p50, p99, worst: from sending an answer until its update was read at the last of the table's sockets.
    here, here99: what the server says of the same: from hearing an answer until its updates were handed to all
    sockets, half and 99 of 100 within. disk99: of that, until the row was on disk. cpu, client: of the server and of
    the measuring process, as a share of one core.
    """

    tables: int
    answers: int
    seats: int
    rows: float
    p50: float
    p99: float
    worst: float
    here: float
    here99: float
    disk99: float
    cpu: float = 0.0
    client: float = 0.0


class _Prompt(msgspec.Struct):
    serial: int
    mine: bool = False
    lit: tuple[msgspec.Raw, ...] = ()
    least: int = 1
    most: int = 1


class _View(msgspec.Struct):
    number: int
    prompt: _Prompt


class _Facts(msgspec.Struct):
    verdict: dict[str, msgspec.Raw] | None = None


class _Heard(msgspec.Struct):
    """What of a message matters here; the rest is not even read, so that the client takes little of the machine."""

    type: str
    view: _View | None = None
    table: _Facts | None = None


_decode = msgspec.json.Decoder(_Heard).decode


class _Line:
    """A browser at one table: keeps the number it sees and the open question."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.number = -1
        self.prompt = _Prompt(-1)
        self.over = False
        self.refused = 0
        self.moved = asyncio.Event()
        self._awaited: dict[int, asyncio.Future[float]] = {}

    async def read(self) -> None:
        async for text in self.line:
            at = time.perf_counter()
            message = _decode(text)
            self.refused += message.type == "refused"
            if message.type == "over" or (message.table is not None and message.table.verdict is not None):
                self.over = True
            if message.view is not None:
                self.number, self.prompt = message.view.number, message.view.prompt
                for number in [n for n in self._awaited if n <= self.number]:
                    future = self._awaited.pop(number)
                    if not future.done():
                        future.set_result(at)
            self.moved.set()

    def at(self, number: int) -> asyncio.Future[float]:
        """When that number, or a later one, is seen."""
        return self._awaited.setdefault(number, asyncio.get_running_loop().create_future())


async def measure(address: str, tables: int, seconds: float) -> Load:
    """Plays so many tables for so long, by the model above."""
    from websockets.asyncio.client import connect

    waits: list[float] = []
    dice = random.Random(1)
    until = time.perf_counter() + 1e9

    async def one() -> None:
        bot = SeatWish(kind="bot")
        wish = NewTable(game="novus", seats=(SeatWish(kind="person", name="Load"), bot, bot), start=True)
        table, secret = await asyncio.to_thread(_make, address, msgspec.json.encode(wish))
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={secret}"}
        lines = [
            _Line(await connect(url, additional_headers=cookie, max_size=None, compression=None))
            for _ in range(1 + SPECTATORS)
        ]
        readers = [asyncio.create_task(line.read()) for line in lines]
        for k, line in enumerate(lines):
            await line.line.send(msgspec.json.encode({"type": "join", "seat": 0 if k == 0 else None}).decode())
        me = lines[0]
        ready.release()
        while time.perf_counter() < until and not me.over:
            me.moved.clear()
            if not me.prompt.mine:
                try:
                    await asyncio.wait_for(me.moved.wait(), 1)
                except TimeoutError:
                    continue
                continue
            await asyncio.sleep(dice.uniform(*THINKS))
            prompt, number, refused = me.prompt, me.number, me.refused
            if not prompt.mine:
                continue
            pick: Any = dice.randrange(len(prompt.lit)) if prompt.most == 1 else list(range(prompt.least))
            seen = asyncio.gather(*(line.at(number + 1) for line in lines))
            sent = time.perf_counter()
            await me.line.send(msgspec.json.encode({"type": "answer", "serial": prompt.serial, "n": pick}).decode())
            try:
                found = await asyncio.wait_for(seen, 5)
            except TimeoutError:
                found = [sent + 5]
            if me.refused == refused and time.perf_counter() < until:
                waits.append(max(found) - sent)
        for reader in readers:
            reader.cancel()
        for line in lines:
            await line.line.close()

    ready = asyncio.Semaphore(0)
    tasks = []
    for _ in range(tables):
        tasks.append(asyncio.create_task(one()))
        await ready.acquire()
    await asyncio.sleep(3)
    waits.clear()
    before = await asyncio.to_thread(_metrics, address)
    began, used = time.perf_counter(), time.process_time()
    until = began + seconds
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(_metrics, address)
    took, used = time.perf_counter() - began, time.process_time() - used
    await asyncio.gather(*tasks)
    waits.sort()
    since = {name: value - before.get(name, 0.0) for name, value in after.items()}

    def at(share: float) -> float:
        return 1000 * waits[min(len(waits) - 1, int(share * len(waits)))] if waits else 0.0

    return Load(
        tables,
        len(waits),
        1 + SPECTATORS,
        sum(value for name, value in since.items() if name.startswith("hearthside_answers_total{")) / took,
        at(0.5),
        at(0.99),
        1000 * (waits[-1] if waits else 0.0),
        _within(since, "hearthside_answer_seconds", 0.5),
        _within(since, "hearthside_answer_seconds", 0.99),
        _within(since, "hearthside_commit_seconds", 0.99),
        since.get("process_cpu_seconds_total", 0.0) / took,
        used / took,
    )


def _metrics(address: str) -> dict[str, float]:
    """What the server counts, by name with labels."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def _within(counts: dict[str, float], name: str, share: float) -> float:
    """Milliseconds within which that share of a histogram's times lie, straight between its bounds."""
    bounds = []
    for key, count in counts.items():
        found = re.fullmatch(rf'{name}_bucket{{le="([^"]+)"}}', key)
        if found:
            bounds.append((float(found[1]), count))
    bounds.sort()
    wanted = share * bounds[-1][1] if bounds else 0.0
    low, below = 0.0, 0.0
    for bound, count in bounds:
        if count >= wanted and count > below:
            return 1000 * (low + (min(bound, 10.0) - low) * (wanted - below) / (count - below))
        low, below = bound, count
    return 0.0


def _make(address: str, body: bytes) -> tuple[str, str]:
    """Makes a table; returns its id and the cookie that holds its seat."""
    request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        secret = SimpleCookie(answer.headers["Set-Cookie"])[COOKIE].value
        return msgspec.json.decode(answer.read())["table"]["id"], secret


def measure_server(tables: int, seconds: float) -> Load:
    """The same on a server of its own: a process on this machine, with SQLite in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "hearthside", "serve", "--port", str(port), "--db", f"{folder}/load.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _await_port(port)
            return asyncio.run(measure(f"http://127.0.0.1:{port}", tables, seconds))
        finally:
            server.terminate()
            server.wait()


def _await_port(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not answer")
