"""How workers hear of each other, as backends of Litestar's channels: by the database, or by Redis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import make_url

from . import schema
from .store import Store, now

log = logging.getLogger("hearthside.server")
KEPT = 60_000  # milliseconds that news stay
TICK = 0.02  # seconds between two looks


class Polling(ChannelsBackend):
    """News as rows of a table that every worker looks at again and again: for SQLite, which tells nobody anything."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._at = 0
        self._looks = 0

    async def on_startup(self) -> None:
        await self.store.open()
        async with self.store.engine.connect() as c:
            self._at = int(await c.scalar(select(func.max(schema.news.c.id))) or 0)

    async def on_shutdown(self) -> None:
        return None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self.store.writing() as c:
            await c.execute(insert(schema.news), {"at": now(), "said": data.decode()})

    async def subscribe(self, channels: Iterable[str]) -> None:
        return None

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        return None

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        t = schema.news
        while True:
            try:
                async with self.store.engine.connect() as c:
                    found = (await c.execute(select(t.c.id, t.c.said).where(t.c.id > self._at).order_by(t.c.id))).all()
                for id_, said in found:
                    self._at = id_
                    yield "news", said.encode()
                self._looks += 1
                if self._looks % 2000 == 0:
                    async with self.store.writing() as c:
                        await c.execute(delete(t).where(t.c.at < now() - KEPT))
            except (asyncio.CancelledError, GeneratorExit):
                raise
            except Exception:
                log.exception("news_failed")
                await asyncio.sleep(1)
            await asyncio.sleep(TICK)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []


def backend_for(store: Store, shared: bool, news: str = "") -> ChannelsBackend:
    """Memory for one worker; else Redis, if `news` is its URL; else LISTEN and NOTIFY where PostgreSQL is, and looking
    again and again on SQLite."""
    if not shared:
        return MemoryChannelsBackend()
    if news:
        return _by_redis(news)
    if store.sqlite:
        return Polling(store)
    return _listening(store)


def _listening(store: Store) -> ChannelsBackend:
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    class Listening(AsyncPgChannelsBackend):
        """The library's, but it tells over the pool instead of a new connection each time."""

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            async with store.writing() as c:
                for channel in channels:
                    await c.execute(select(func.pg_notify(channel, data.decode())))

    url = make_url(store.url).set(drivername="postgresql")

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(dsn=url.render_as_string(hide_password=False))

    return Listening(make_connection=connect)


def _by_redis(url: str) -> ChannelsBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    class Telling(RedisChannelsPubSubBackend):
        """The library's, but a Redis that goes away for a while is waited for."""

        async def subscribe(self, channels: Iterable[str]) -> None:
            while True:
                try:
                    return await super().subscribe(channels)
                except (RedisError, OSError):
                    log.exception("news_failed")
                    await asyncio.sleep(1)

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            for channel in channels:
                await self._redis.publish(channel, data)

        async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
            while True:
                try:
                    async for event in super().stream_events():
                        yield event
                except (RedisError, OSError):
                    log.exception("news_failed")
                    await asyncio.sleep(1)

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await self._redis.aclose()

    return Telling(redis=Redis.from_url(url))
