"""`hearthside serve`: tables in the browser."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import threading
import time
import webbrowser
from urllib.parse import urlsplit

from .faults import Fault

LOCAL = ("localhost", "127.0.0.1", "::1")


def run(arguments: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    try:
        import uvicorn
        from sqlalchemy.exc import SQLAlchemyError

        from ..server.logs import config
        from ..server.settings import Settings, hand_over
        from ..server.store import Store
    except ModuleNotFoundError as error:
        raise Fault(f"The server needs {error.name}; it comes with pip install 'hearthside[server]'.") from None
    from ..terminal.saves import data_folder

    db = arguments.db or str(data_folder() / "tables.sqlite")
    for origin in arguments.origin:
        if not urlsplit(origin).netloc:
            raise Fault(f"{origin}: an origin is like https://games.example.")
    local = arguments.host in LOCAL
    hosts = [*LOCAL, *(urlsplit(origin).hostname or "" for origin in arguments.origin)]
    settings = Settings(
        db=db,
        faults=str(data_folder() / "faults"),
        origins=tuple(origin.rstrip("/") for origin in arguments.origin),
        hosts=tuple(hosts) if local or arguments.origin else (),
        shared=arguments.workers > 1 or arguments.shared,
        log="DEBUG" if arguments.verbose else "INFO",
    )
    _check_port(arguments.host, arguments.port)

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
    shown = "127.0.0.1" if arguments.host in ("0.0.0.0", "::", "127.0.0.1") else arguments.host
    address = f"http://{'localhost' if local else shown}:{arguments.port}/"
    print(f"Hearthside is at {address}   (Ctrl-C stops it)", flush=True)
    if arguments.open:
        threading.Thread(target=_open, args=(address, shown, arguments.port), daemon=True).start()
    uvicorn.run(
        "hearthside.server.app:from_environment",
        factory=True,
        host=arguments.host,
        port=arguments.port,
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
    return 0


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise Fault(f"{host}:{port} cannot be listened on ({why}); --port takes another.") from None


def _open(address: str, host: str, port: int) -> None:
    """Opens the browser once the server answers; says the address again if there is no browser."""
    for _ in range(100):
        try:
            socket.create_connection((host, port), 0.2).close()
            break
        except OSError:
            time.sleep(0.1)
    opened = False
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        print(f"No browser could be opened here; open {address} in one.", file=sys.stderr, flush=True)


def _without_password(db: str) -> str:
    parts = urlsplit(db)
    return db.replace(f":{parts.password}@", ":...@") if parts.password else db
