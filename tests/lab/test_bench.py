"""The bench measures beside plain Python, and says when it is not at hand."""

from __future__ import annotations

import pytest

from hearthside.lab import bench as module
from hearthside.lab.bench import bench


@pytest.mark.slow
def test_every_row_is_measured() -> None:
    seen: list[str] = []
    found = bench(blocks=1, seconds=0.02, progress=lambda title, done, of: seen.append(title))
    names = [row.what for row in found.rows]
    assert names[-1] == "hearthside --help"
    assert len(seen) == len(names) + 1
    assert all(row.value > 0 and row.least <= row.value <= row.most for row in found.rows)
    assert all(row.plain for row in found.rows if row.what.startswith(("Lantern", "Connect")))
    assert found.machine is not None
    assert found.machine > 0
    assert found.note == ""


@pytest.mark.slow
def test_without_the_plain_games_the_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "plain_games", lambda: None)
    found = bench(blocks=1, seconds=0.01)
    assert found.machine is None
    assert "bench/" in found.note
    assert all(row.plain is None and row.here == row.bar for row in found.rows)
