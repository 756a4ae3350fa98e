"""The application of one worker."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..engine.errors import RecordError, Refused
from ..games import UnknownGame
from . import guard
from .backends import backend_for
from .hub import NEWS, Hub, NotThere
from .messages import Problem
from .rest import HANDLERS, NotYours, TooMuch
from .settings import Settings, handed_over
from .site import icons, page
from .socket import serve
from .store import Store

log = logging.getLogger("hearthside.server")
STATUS: dict[type[Exception], int] = {
    Refused: 409, RecordError: 422, UnknownGame: 404, NotThere: 404, NotYours: 403, TooMuch: 429,
}  # fmt: skip


def create_app(settings: Settings, games: dict[str, Any] | None = None) -> Litestar:
    """The application.

    Args:
        games: other games than the house's, by name (tests).
    """
    store = Store(settings.db)
    channels = ChannelsPlugin(backend_for(store, settings.shared, settings.news), channels=[NEWS])
    hub = Hub(settings, store, channels, games)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    @websocket("/api/tables/{id_:str}/socket")
    async def socket(socket: WebSocket[Any, Any, Any], id_: FromPath[str]) -> None:
        await serve(socket, hub, id_)

    app = Litestar(
        route_handlers=[*HANDLERS, socket, icons, page],
        plugins=[channels],
        lifespan=[life],
        middleware=[_guarded],
        exception_handlers={
            **dict.fromkeys(STATUS, _problem),
            HTTPException: _http_problem,
            Exception: _fault,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=5, exclude_opt_key="packed"
        ),
        openapi_config=OpenAPIConfig(
            title="Hearthside", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        request_max_body_size=64 * 1024,
    )
    app.state.hub = hub
    app.state.settings = settings
    app.state.makers = guard.Buckets(settings.made / 60, settings.made)
    app.state.claims = guard.Buckets(0.5, 30)
    return app


def from_environment() -> Litestar:
    """For uvicorn: the application by the settings that the parent process left."""
    app = create_app(handed_over())
    gc.freeze()  # a full collection would walk all scenes and logs of all tables, tens of milliseconds at a time
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.0005)  # a thinking bot gives way to the sockets sooner than after the usual 5 ms
    return app


def _guarded(app: ASGIApp) -> ASGIApp:
    """Looks at every request before it is served: the host, and for what changes something the page it comes from."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        method = str(scope["method"])

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.lower().encode(), value.encode()) for name, value in guard.HEADERS.items()]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        request: Request[Any, Any, Any] = Request(scope)
        settings: Settings = scope["litestar_app"].state.settings
        why = guard.why_not_host(settings, request.headers)
        if not why and method not in ("GET", "HEAD", "OPTIONS"):
            why = guard.why_not_origin(settings, request.headers)
        if why:
            body = msgspec.json.encode(Problem(status=403, detail=why))
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await with_headers({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})
            return
        await app(scope, receive, with_headers)

    return guarded


def _say(status: int, detail: str) -> Response[Problem]:
    return Response(Problem(status=status, detail=detail), status_code=status, media_type=MediaType.JSON)


def _problem(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    status = next(STATUS[cls] for cls in type(error).__mro__ if cls in STATUS)
    return _say(status, str(error))


def _http_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    detail = error.detail
    if isinstance(error, ValidationException) and error.extra:
        detail = "; ".join(str(one.get("message", one)) if isinstance(one, dict) else str(one) for one in error.extra)
    return _say(error.status_code, detail or HTTPStatus(error.status_code).phrase)


def _fault(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("request_failed", exc_info=error)
    return _say(500, "The server failed there; nothing was changed. Its log says more.")
