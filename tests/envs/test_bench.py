"""The environments' speed is measured beside its peers, and what is missing is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hearthside.cli.main import main
from hearthside.envs import bench as module

ROOT = Path(__file__).parents[2]


def test_every_row_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STEPS", 20)
    assert main(["bench", "--envs", "--blocks", "1", "--seconds", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [row["what"] for row in found["rows"]]
    assert names[0] == "Novus, 4 seats, masks"
    assert "Connect Four, masks and observations" in names
    assert all(0 < row["least"] <= row["value"] <= row["most"] for row in found["rows"])
    for peer in module.THERE:
        assert (peer in names) != (peer in found["note"])
    assert main(["bench", "--envs", "--blocks", "1", "--seconds", "0.01"]) == 0
    assert "Bar for Novus with masks: 40,000, here" in capsys.readouterr().out


def test_the_bar_is_scaled_by_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "works", lambda four: dict.fromkeys((module.HELD, *module.THERE), lambda: 1))
    found = module.bench(lambda works: [[20_000.0], [8_000.0], [32_000.0]])
    assert (found.machine, found.here, found.met, found.note) == (0.5, 20_000, True, "")


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_the_extra_one_sentence_says_so(missing: str) -> None:
    blocked = f"import sys; sys.modules[{missing!r}] = None; from hearthside.cli.main import main; "
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", f"{blocked}sys.exit(main(['bench', '--envs']))"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    words = f"The environments need {missing}, which is not installed: pip install 'hearthside[rl]'."
    assert words in " ".join(done.stderr.split())
