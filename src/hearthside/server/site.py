"""The built client, and a plain page where there is none."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import QueryParameter

from .hub import NotThere

STATIC = Path(__file__).parent / "static"
PACKED = {".html", ".js", ".css", ".svg", ".json"}
PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hearthside</title>
<link rel="icon" href="data:,">
<h1>Hearthside</h1>
<p>The server runs, but the browser client is not built here. In the project's folder, <code>./play</code> builds it.
Then reload this page. The API is described at <a href="/api/openapi.json">/api/openapi.json</a>; the terminal
needs no client: <code>hearthside play</code>.</p>
</html>
"""


@lru_cache(maxsize=256)
def _file(path: str, changed: int) -> bytes:
    return (STATIC / path).read_bytes()


@lru_cache(maxsize=256)
def _packed(path: str, changed: int) -> bytes:
    return gzip.compress(_file(path, changed), 9, mtime=0)


@lru_cache(maxsize=1)
def _icons(changed: int) -> dict[str, str]:
    return msgspec.json.decode(_file("icons.json", changed), type=dict[str, str])


def _answer(path: str, packs: bool) -> Response[bytes] | None:
    """A file of the client, packed once where that helps; None if there is none of that name."""
    file = (STATIC / path).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        return None
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for_ever = path.startswith("assets/")  # their names hold their hash
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if for_ever else "no-cache"}
    name, changed = str(file.relative_to(STATIC.resolve())), file.stat().st_mtime_ns
    if file.suffix in PACKED:
        headers["Vary"] = "Accept-Encoding"
        if packs:
            headers["Content-Encoding"] = "gzip"
            return Response(_packed(name, changed), media_type=kind, headers=headers)
    return Response(_file(name, changed), media_type=kind, headers=headers)


@get("/api/icons", include_in_schema=False)
async def icons(
    names: Annotated[str, QueryParameter(max_length=6000)],
    version: Annotated[str, QueryParameter(name="v", max_length=20)] = "",
) -> Response[dict[str, str]]:
    """The drawings of the icons of these names, divided by commas; unknown ones are left out."""
    file = STATIC / "icons.json"
    known = _icons(file.stat().st_mtime_ns) if file.is_file() else {}
    found = {name: known[name] for name in names.split(",") if name in known}
    cache = "public, max-age=31536000, immutable" if version else "no-cache"
    return Response(found, media_type=MediaType.JSON, headers={"Cache-Control": cache})


@get(["/", "/{path:path}"], include_in_schema=False, opt={"packed": True})
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or its page for every address that it knows."""
    path = str(request.path_params.get("path", "")).strip("/")
    if path.startswith("api/"):
        raise NotThere("There is no such address; /api/openapi.json lists them.")
    packs = "gzip" in request.headers.get("accept-encoding", "")
    found = _answer(path, packs) if path else None
    if found is not None:
        return found
    if "." in path.rpartition("/")[2]:
        raise NotThere("There is no such file.")
    index = _answer("index.html", packs)
    return index or Response(PAGE.encode(), media_type="text/html")
