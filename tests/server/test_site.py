"""The client's files as the server gives them out."""

from __future__ import annotations

import gzip
import warnings
from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient

from hearthside.server import site
from hearthside.server.app import create_app
from hearthside.server.settings import Settings


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Hearthside</title>" + " " * 3000)
    (built / "assets/index-abc.js").write_text("let a = 1\n" * 900)
    (built / "icons.json").write_bytes(msgspec.json.encode({"compass": "<path d='M0 0'/>", "meeple": "<path/>"}))
    monkeypatch.setattr(site, "STATIC", built)
    return TestClient(create_app(Settings(db=f"sqlite:///{tmp_path}/db")), base_url="http://localhost.local")


def test_the_application_is_made_of_nothing_deprecated(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        create_app(Settings(db=f"sqlite:///{tmp_path}/db"))


def test_files_are_packed_once_and_kept(client: TestClient) -> None:
    got = client.get("/assets/index-abc.js", headers={"Accept-Encoding": "gzip"})
    assert got.headers["content-encoding"] == "gzip"
    assert "immutable" in got.headers["cache-control"]
    assert got.text == "let a = 1\n" * 900
    with client.stream("GET", "/assets/index-abc.js", headers={"Accept-Encoding": "gzip"}) as raw:
        assert gzip.decompress(b"".join(raw.iter_raw())).decode() == "let a = 1\n" * 900


def test_who_cannot_unpack_gets_the_file_itself(client: TestClient) -> None:
    got = client.get("/t/abc", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in got.headers
    assert got.text.startswith("<!doctype html>")


def test_icons_are_given_by_name(client: TestClient) -> None:
    got = client.get("/api/icons?v=1&names=compass,nonesuch,..%2Findex.html")
    assert got.json() == {"compass": "<path d='M0 0'/>"}
    assert "immutable" in got.headers["cache-control"]
    assert client.get("/api/icons").status_code == 400
