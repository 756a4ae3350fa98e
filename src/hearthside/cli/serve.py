"""`hearthside serve`: tables in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from urllib.parse import urlsplit

from .faults import Fault

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
PORTS = range(8700, 8800)  # tried in turn where no port is named


def run(arguments: argparse.Namespace) -> int:
    """Serves until it is stopped; if these tables are served already, opens them there."""
    try:
        import aiosqlite  # noqa: F401 - SQLAlchemy imports it late
        import uvicorn
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import SQLAlchemyError

        from ..server import app
        from ..server.logs import config
        from ..server.settings import Settings, hand_over
        from ..server.site import STATIC
        from ..server.store import Store, url_of
    except ModuleNotFoundError as error:
        lacking = (error.name or "").partition(".")[0]
        raise Fault(f"`hearthside serve` needs {lacking}: install the extra server, hearthside[server].") from None
    from ..bots import BadSeat, make
    from ..terminal.saves import data_folder

    db = arguments.db or str(data_folder() / "tables.sqlite")
    for origin in arguments.origin:
        if not urlsplit(origin).netloc:
            raise Fault(f"{origin}: an origin is like https://games.example.")
    hint = "" if arguments.hint == "off" else f"search:{arguments.hint}"
    try:
        if hint:
            make(hint)
    except BadSeat:
        raise Fault(f"--hint {arguments.hint}: it is a time like 600ms, a number of tries like 200, or off.") from None
    local = arguments.host in LOCAL
    hosts = [*LOCAL, *(urlsplit(origin).hostname or "" for origin in arguments.origin)]
    settings = Settings(
        db=db,
        faults=str(data_folder() / "faults"),
        origins=tuple(origin.rstrip("/") for origin in arguments.origin),
        hosts=tuple(hosts) if local or arguments.origin else (),
        shared=arguments.workers > 1 or bool(arguments.shared),
        news=_redis(arguments.shared) if isinstance(arguments.shared, str) else "",
        hint=hint,
        log="DEBUG" if arguments.verbose else "INFO",
    )
    try:
        note = None if arguments.shared else _note(make_url(url_of(db)))
    except SQLAlchemyError as error:
        raise Fault(f"The database {_without_password(db)} cannot be used ({error}).") from None
    if note and not _taken(note):
        address = _served(note)
        if not arguments.open:
            raise Fault(f"These tables are at {address} already; --db names a file for others.")
        how = "" if _opened(address) else "; open it in a browser, none could be started here"
        print(f"Hearthside is at {address} already{how}.")
        return 0
    port = _port(arguments.host, arguments.port)

    async def prepare() -> None:
        store = Store(db)
        try:
            await store.open()
        finally:
            await store.close()

    try:
        asyncio.run(prepare())
    except ModuleNotFoundError as error:
        raise Fault(
            f"{db.partition('://')[0]} needs {error.name}, which is not installed: pip install {error.name}."
        ) from None
    except (SQLAlchemyError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        raise Fault(f"The database {_without_password(db)} cannot be used ({cause}).") from None
    hand_over(settings)
    if not (STATIC / "index.html").is_file():
        print("The browser client is not built, so there is only the API; ./play builds it.", file=sys.stderr)
    shown = "127.0.0.1" if arguments.host in EVERYWHERE else arguments.host
    name = "localhost" if local else f"[{shown}]" if ":" in shown else shown
    address = f"http://{name}:{port}/"
    taken = arguments.port is None and port != PORTS[0]
    more = f"port {PORTS[0]} is taken; Ctrl-C stops it" if taken else "Ctrl-C stops it"
    threading.Thread(target=_tell, args=(address, shown, port, arguments.open, more), daemon=True).start()
    if note:
        note.write(address)
        note.flush()
    numbers = tempfile.TemporaryDirectory(prefix="hearthside-") if arguments.workers > 1 else None
    if numbers:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = numbers.name
    uvicorn.run(
        f"{app.__name__}:{app.from_environment.__name__}",
        factory=True,
        host=arguments.host,
        port=port,
        workers=arguments.workers,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        access_log=False,
        server_header=False,
        proxy_headers=bool(arguments.origin),
        timeout_graceful_shutdown=5,
        log_config=config(settings.log),
    )
    if numbers:
        numbers.cleanup()
    return 0


def _port(host: str, wanted: int | None) -> int:
    """The port to listen on: the wanted one, any free one for 0, the first free of PORTS for None."""
    fault = ""
    for port in PORTS if wanted is None else (wanted,):
        try:
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
                if os.name == "posix":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
                return int(probe.getsockname()[1])
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            fault = fault or f"{host}:{port} cannot be listened on ({why}); --port takes another."
    raise Fault(fault)


def _note(url: URL) -> TextIO | None:
    """A file beside SQLite's. Whoever serves the tables has it locked, and writes there at which address."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    try:
        path = Path(f"{url.database}.served")
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a+")
    except OSError:
        return None  # the tables cannot be opened either; that has its own sentence


def _taken(note: TextIO) -> bool:
    """Locks the note as long as this process lives. False: another one has it."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        note.truncate(0)
    return True


def _served(note: TextIO) -> str:
    """The address at which the note's other owner answers."""
    for _ in range(200):
        note.seek(0)
        address = note.read()
        parts = urlsplit(address)
        if parts.hostname and parts.port:
            with suppress(OSError):
                socket.create_connection((parts.hostname, parts.port), 1).close()
                return address
        time.sleep(0.1)
    raise Fault("Another Hearthside holds these tables and does not answer; stop it first.")


def _tell(address: str, host: str, port: int, wanted: bool, more: str) -> None:
    """Says the address once the server answers there, and opens the browser."""
    while True:
        with suppress(OSError):
            socket.create_connection((host, port), 1).close()
            break
        time.sleep(0.05)
    if wanted and not _opened(address):
        print(f"Open {address} in a browser: none could be started here   ({more})", flush=True)
    else:
        print(f"Hearthside is at {address}   ({more})", flush=True)


def _opened(address: str) -> bool:
    """Opens the browser. False where there is none, or only one for the terminal, which would cover this one."""
    screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    )
    try:
        return screen and webbrowser.open(address)
    except webbrowser.Error:
        return False


def _redis(url: str) -> str:
    """The URL of a Redis that answers."""
    try:
        from redis import Redis
        from redis.exceptions import RedisError
    except ModuleNotFoundError:
        raise Fault("--shared with a Redis needs redis: install the extra redis, hearthside[redis].") from None
    try:
        with Redis.from_url(url, socket_connect_timeout=5) as found:
            found.ping()
    except (RedisError, OSError, ValueError) as error:
        raise Fault(f"The Redis {_without_password(url)} cannot be used ({error}).") from None
    return url


def _without_password(db: str) -> str:
    parts = urlsplit(db)
    return db.replace(f":{parts.password}@", ":...@") if parts.password else db
