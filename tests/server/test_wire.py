"""The wire's types, the changes of scenes, names that people type."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hearthside.engine.errors import Refused
from hearthside.engine.scene import Pile, Scene, Seat
from hearthside.server import guard, names, typescript
from hearthside.server.settings import Settings
from hearthside.server.views import difference

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    file = ROOT / "web/src/wire.ts"
    assert file.read_text() == typescript.source(), "python -m hearthside.server.typescript > web/src/wire.ts"


def test_changes_lead_from_one_scene_to_the_other() -> None:
    old = Scene("g", None, "T", seats=(Seat(0, "A"), Seat(1, "B")), centre=(Pile("p", count=3), Pile("q")))
    new = Scene("g", None, "T", seats=(Seat(0, "A"), Seat(1, "B", acting=True)), centre=(Pile("p", count=2), Pile("q")))
    found = difference(old, new)
    assert found
    assert [(c.at, c.to) for c in found.changes] == [(("seats", 1, "acting"), True), (("centre", 0, "count"), 2)]
    assert not found.moves
    grown = msgspec.structs.replace(old, centre=(Pile("r"), Pile("q"), Pile("p", count=2)))
    found = difference(old, grown)
    assert found
    assert [(m.at, m.order) for m in found.moves] == [(("centre",), (-1, 1, 0))]
    assert [(c.at, c.to) for c in found.changes] == [(("centre", 0), Pile("r")), (("centre", 2, "count"), 2)]
    empty = difference(old, msgspec.structs.replace(old, centre=()))
    assert empty
    assert [(c.at, c.to) for c in empty.changes] == [(("centre",), ())]


@pytest.mark.parametrize("name", ["Ann", "  Zoë   Müller ", "李小龍", "عمر", "می‌خواهم", "👩‍🚀", "x" * 40, "<b>Bo</b>"])
def test_names_of_any_script_are_taken(name: str) -> None:
    assert names.clean_name(name)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "a\x00b", "a\u202eb", "\u200d", "\ufeff", "\u0301", "a" + "\u0301" * 200]
)
def test_names_that_hide_something_are_not(name: str) -> None:
    with pytest.raises(Refused):
        names.clean_name(name)


def test_only_our_own_pages_may_play() -> None:
    local = Settings(db="", hosts=("localhost", "127.0.0.1"))
    assert not guard.why_not_origin(local, {"origin": "http://localhost:8700", "host": "localhost:8700"})
    assert not guard.why_not_origin(local, {"host": "localhost:8700"})
    assert guard.why_not_origin(local, {"origin": "http://evil.example", "host": "localhost:8700"})
    assert guard.why_not_origin(local, {"origin": "http://localhost:9999", "host": "localhost:8700"})
    assert guard.why_not_origin(local, {"origin": "null", "host": "localhost:8700"})
    assert guard.why_not_host(local, {"host": "evil.example:8700"})
    assert not guard.why_not_host(local, {"host": "localhost:8700"})
    behind = Settings(db="", origins=("https://games.example",), hosts=("games.example",))
    assert not guard.why_not_origin(behind, {"origin": "https://games.example", "host": "127.0.0.1:8700"})


def test_each_caller_has_a_bucket_and_full_ones_are_forgotten() -> None:
    buckets = guard.Buckets(1000.0, 1, most=2)
    assert [buckets.take(who) for who in ("a", "a", "b")] == [True, False, True]
    buckets._of["a"].at -= 1
    assert buckets.take("c")
    assert "a" not in buckets._of


def test_a_bucket_runs_dry_and_fills_again() -> None:
    bucket = guard.Bucket(1000.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    bucket.at -= 1
    assert bucket.take()
