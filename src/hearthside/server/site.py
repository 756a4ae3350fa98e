"""The built client, and a plain page where there is none."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from litestar import Response, get

from .hub import NotThere

STATIC = Path(__file__).parent / "static"
PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hearthside</title>
<link rel="icon" href="data:,">
<h1>Hearthside</h1>
<p>The server runs, but the browser client is not built here. In the project's folder:</p>
<pre>cd web && npm ci --ignore-scripts && npm run build</pre>
<p>Then reload this page. The API is described at <a href="/api/openapi.json">/api/openapi.json</a>; the terminal
needs no client: <code>hearthside play</code>.</p>
</html>
"""


@lru_cache(maxsize=256)
def _file(path: str, changed: int) -> bytes:
    return (STATIC / path).read_bytes()


def _answer(path: str) -> Response[bytes] | None:
    """A file of the client; None if there is none of that name."""
    file = (STATIC / path).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        return None
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for_ever = path.startswith("assets/")  # their names hold their hash
    cache = "public, max-age=31536000, immutable" if for_ever else "no-cache"
    name = str(file.relative_to(STATIC.resolve()))
    return Response(_file(name, file.stat().st_mtime_ns), media_type=kind, headers={"Cache-Control": cache})


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: str = "/") -> Response[bytes]:
    """A file of the client, or its page for every address that it knows."""
    path = path.strip("/")
    if path.startswith("api/"):
        raise NotThere("There is no such address; /api/openapi.json lists them.")
    found = _answer(path) if path else None
    if found is not None:
        return found
    if "." in path.rpartition("/")[2]:
        raise NotThere("There is no such file.")
    index = _answer("index.html")
    return index or Response(PAGE.encode(), media_type="text/html")
