"""The list of icons that the client's bundle takes."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.slow
def test_the_client_has_the_icons_that_the_games_name() -> None:
    collect = runpy.run_path(str(WEB / "scripts/icons.py"))["collect"]
    assert json.loads((WEB / "icons.json").read_text()) == collect(), "python web/scripts/icons.py"
