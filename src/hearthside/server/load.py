"""How quickly answers reach every seat while many tables play: a client of a real server."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec

from .guard import COOKIE
from .messages import NewTable, SeatWish


class Load(msgspec.Struct):
    """What was measured, in milliseconds. answers: how many were timed; seats: sockets that watched each."""

    tables: int
    answers: int
    seats: int
    p50: float
    p99: float
    worst: float
    cpu: float = 0.0  # of the server, as a share of one core


class _Seat:
    """A browser at one table: keeps the number it sees and the open question."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.number = -1
        self.prompt: Any = {}
        self.over = False
        self.seen: dict[int, float] = {}
        self.moved = asyncio.Event()
        self.refused: list[str] = []

    async def read(self) -> None:
        async for text in self.line:
            at = time.perf_counter()
            message = msgspec.json.decode(text)
            view = message.get("view")
            if message["type"] == "refused":
                self.refused.append(message["reason"])
            if message["type"] == "over" or (message["type"] == "facts" and message["table"]["verdict"]):
                self.over = True
            if view:
                self.seen.setdefault(view["number"], at)
                self.number, self.prompt = view["number"], view["prompt"]
            self.moved.set()


async def measure(address: str, tables: int, seconds: float, *, watchers: int = 2, pace: int = 500) -> Load:
    """Plays so many tables for so long: at each a person who thinks a second or two, two bots, and watchers.

    Timed is every answer of a person, from sending it to its update at the last of the table's sockets.
    """
    from websockets.asyncio.client import connect

    waits: list[float] = []
    dice = random.Random(1)
    until = time.perf_counter() + 1e9

    async def one() -> None:
        wish = NewTable(
            game="novus", seats=(SeatWish(kind="person", name="Load"), SeatWish(kind="bot"), SeatWish(kind="bot")),
            pace=pace, start=True,
        )  # fmt: skip
        table, secret = await asyncio.to_thread(_make, address, msgspec.json.encode(wish))
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        lines = [
            await connect(url, additional_headers={"Cookie": f"{COOKIE}={secret}"}, max_size=None, compression=None)
            for _ in range(1 + watchers)
        ]
        seats = [_Seat(line) for line in lines]
        readers = [asyncio.create_task(seat.read()) for seat in seats]
        for k, line in enumerate(lines):
            await line.send(msgspec.json.encode({"type": "join", "seat": 0 if k == 0 else None}).decode())
        me = seats[0]
        ready.release()
        while time.perf_counter() < until and not me.over:
            me.moved.clear()
            if not me.prompt.get("mine"):
                try:
                    await asyncio.wait_for(me.moved.wait(), 1)
                except TimeoutError:
                    continue
                continue
            await asyncio.sleep(dice.uniform(0.5, 2.0))
            prompt, number = me.prompt, me.number
            if not prompt.get("mine"):
                continue
            lit = prompt["lit"]
            most = prompt.get("most", 1)
            pick: Any = dice.randrange(len(lit)) if most == 1 else list(range(prompt.get("least", 1)))
            refused = len(me.refused)
            sent = time.perf_counter()
            await me.line.send(msgspec.json.encode({"type": "answer", "serial": prompt["serial"], "n": pick}).decode())
            for _ in range(500):
                if all(number + 1 in seat.seen or seat.number > number for seat in seats):
                    break
                await asyncio.sleep(0.004)
            found = [seat.seen.get(number + 1) for seat in seats]
            if len(me.refused) == refused and all(at is not None for at in found) and time.perf_counter() < until:
                waits.append(max(at for at in found if at is not None) - sent)
        for reader in readers:
            reader.cancel()
        for line in lines:
            await line.close()

    ready = asyncio.Semaphore(0)
    tasks = []
    for _ in range(tables):
        tasks.append(asyncio.create_task(one()))
        await ready.acquire()
    await asyncio.sleep(3)
    waits.clear()
    until = time.perf_counter() + seconds
    await asyncio.gather(*tasks)
    waits.sort()

    def at(share: float) -> float:
        return 1000 * waits[min(len(waits) - 1, int(share * len(waits)))] if waits else 0.0

    return Load(tables, len(waits), 1 + watchers, at(0.5), at(0.99), 1000 * (waits[-1] if waits else 0.0))


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
            began, used = time.perf_counter(), _cpu(server.pid)
            load = asyncio.run(measure(f"http://127.0.0.1:{port}", tables, seconds))
            load.cpu = (_cpu(server.pid) - used) / (time.perf_counter() - began)
            return load
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


def _cpu(pid: int) -> float:
    """Seconds of CPU time of a process; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0
