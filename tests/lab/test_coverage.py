"""Marks are found in tests, and rules that fire are counted."""

from __future__ import annotations

from pathlib import Path

from hearthside.games import game
from hearthside.lab.coverage import coverage, marked

MARKS = """\
import pytest
rule = pytest.mark.rule
BOTH = ("AB-A-4", "AB-A-5")
pytestmark = pytest.mark.rule("AB-A-9")

@rule("AB-A-1")
@rule("AB-A-2", "AB-A-3")
def test_a(): ...

@pytest.mark.rule(*BOTH)
@pytest.mark.rule(*("AB-A-6",))
def test_b(): log("x", rule="AB-A-7"); other("AB-A-8")

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("AB-A-1"))])
def test_c(n): ...
"""


def test_marks_of_every_form_are_found_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_x.py").write_text(MARKS)
    found = marked(tmp_path, "AB-")
    assert dict(found) == {f"AB-A-{n}": 2 if n == 1 else 1 for n in (1, 2, 3, 4, 5, 6, 9)}


def test_coverage_joins_ledger_tests_and_play(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('rule("NV-BATTLE-23", "NV-NO-1")\n')
    found = coverage(game("novus"), tests=tmp_path, games=2, seed=1)
    by = {rule.id: rule for rule in found.rules}
    assert by["NV-BATTLE-23"].tests == 1
    assert by["NV-BATTLE-23"] not in found.untested
    assert sum(rule.fired > 0 for rule in found.rules) > 30
    assert "NV-NO-1" in found.unknown
    assert found.errors == 0


def test_without_tests_nothing_is_said_of_them() -> None:
    found = coverage(game("novus"), tests=None, games=1)
    assert found.unknown == []
    assert not found.scanned
