"""A real server and a real Chromium."""

from __future__ import annotations

import os
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
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from . import chromium

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/hearthside/server/static/index.html"
QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SCREENS = ROOT / "build/screens"
EXPECTED = ("Failed to load resource", "WebSocket connection")  # what a browser says of a server that is down
FAILED = pytest.StashKey[bool]()
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds; a slow machine is no fault


chromium.prepare()
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These tests come last: Playwright leaves an event loop running, which no test of asyncio may find."""
    items.sort(key=lambda item: Path(__file__).parent in item.path.parents)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """The system's own Chromium, else Playwright's."""
    found = chromium.system() or playwright.chromium.executable_path
    if not Path(found).exists():
        pytest.fail(chromium.MISSING, False)
    if not STATIC.exists():
        pytest.fail("The web client is not built: python hatch_build.py", False)
    return {**browser_type_launch_args, "executable_path": found, "args": QUIET}


class House:
    """A server of its own, on a free port and a new database."""

    serves: tuple[str, ...] = ("-m", "hearthside", "serve", "--hint", "40")  # tries: the same on every machine

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
        command = [sys.executable, *self.serves, "--port", str(self.port), "--db", str(self.db)]
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


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do it no harm."""
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that a test may kill."""
    made = House(tmp_path)
    yield made
    made.kill()


@pytest.fixture
def home(browser: Browser, house: House) -> Iterator[BrowserContext]:
    """A browser that lays tables for others and looks at none."""
    made = browser.new_context(base_url=house.url)
    yield made
    made.close()


def keep(page: Page, name: str) -> None:
    """Leaves a picture of what the page shows in build/screens."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call":  # type: ignore[attr-defined]
        item.stash[FAILED] = report.failed  # type: ignore[attr-defined]
    return report


@pytest.fixture
def sit(browser: Browser, house: House, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens a browser of somebody's own: `sit("/path", phone=True)`, or `sit("")`, which goes nowhere yet.
    Errors of the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def heard(kind: str, text: str) -> None:
        if kind == "error" and not any(one in text for one in EXPECTED):
            errors.append(text)

    def open_page(
        path: str = "/", *, phone: bool = False, theme: str = "day", still: bool = True, at: House = house
    ) -> Page:
        context = browser.new_context(
            base_url=at.url,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if theme == "candle" else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: heard(said.type, said.text))
        if path:
            page.goto(path)
        return page

    yield open_page
    if request.node.stash.get(FAILED, False):
        for n, page in enumerate(page for context in contexts for page in context.pages):
            keep(page, f"failed-{request.node.originalname}-{n}")
    for context in contexts:
        context.close()
    assert not errors
