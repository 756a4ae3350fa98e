"""The database: tables, who holds their seats, and one row an accepted answer."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import schema

HOST = -1  # the "seat" of the host's key


class TableRow(msgspec.Struct):
    """A row of `tables`."""

    id: str
    game: str
    name: str
    public: bool
    life: str
    options: str
    seats: int
    seed: str
    think: int
    pace: int
    created: int
    changed: int
    next: str = ""
    clock: int = 0
    since: int = 0
    replay: bool = False
    base: bytes | None = None
    hints: bool = True


class SeatRow(msgspec.Struct):
    """A row of `seats`."""

    table: str
    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    away: bool = False
    pass_turn: bool = False
    pass_others: bool = True


class Row(msgspec.Struct):
    """A row of `rows`."""

    table: str
    number: int
    kind: str
    by: str
    seat: int
    choice: str
    at: int | None
    clock: int


class SaveRow(msgspec.Struct):
    """A row of `saves`."""

    table: str
    number: int
    pinned: bool
    sum: int
    clock: int
    by: str
    record: bytes


class Watch(msgspec.Struct):
    """A row of `watches`."""

    table: str
    worker: str
    at: int
    left: bool = False


class Request(msgspec.Struct):
    """Somebody asks to take back; `agreed` are the seats that did."""

    number: int
    seat: int
    to: int
    agreed: list[int] = []


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A name that nobody guesses, without letters that look alike."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))


def hash_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def url_of(db: str) -> str:
    """The URL as SQLAlchemy takes it, with the driver that is used here; a bare path is an SQLite file."""
    if "://" not in db:
        return f"sqlite+aiosqlite:///{db}"
    scheme, _, rest = db.partition("://")
    if scheme in ("postgresql", "postgres"):
        return f"postgresql+asyncpg://{rest}"
    return f"sqlite+aiosqlite://{rest}" if scheme == "sqlite" else db


class Store:
    """The open database of one worker."""

    def __init__(self, db: str) -> None:
        self.url = url_of(db)
        self.sqlite = make_url(self.url).get_backend_name() == "sqlite"
        if self.sqlite:
            file = make_url(self.url).database
            if file:
                Path(file).parent.mkdir(parents=True, exist_ok=True)
        self.engine: AsyncEngine = create_async_engine(self.url, pool_size=5, max_overflow=5)
        self.insert: Any = insert_sqlite if self.sqlite else insert_postgresql
        self._writing = asyncio.Lock()
        self._pending: list[tuple[Row, dict[str, Any], asyncio.Future[bool]]] = []
        self._flusher: asyncio.Task[None] | None = None
        keys = schema.rows.c.table, schema.rows.c.number
        self._add_row = self.insert(schema.rows).on_conflict_do_nothing().returning(*keys)
        self._disk: tuple[Engine, ThreadPoolExecutor] | None = None
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", _pragmas)
            # Rows are written in a thread of their own, a batch at a time: the asynchronous driver goes to its thread
            # and back for every step of a statement, which costs ten times what it writes.
            plain = create_engine(make_url(self.url).set(drivername="sqlite"))
            event.listen(plain, "connect", _pragmas)
            self._disk = plain, ThreadPoolExecutor(1, "rows")

    async def open(self) -> None:
        """Makes the tables that are missing; several workers may do so at once."""
        for attempt in range(5):
            try:
                async with self.writing() as c:
                    await c.run_sync(schema.lay_out)
                return
            except DBAPIError:
                if attempt == 4:
                    raise
                await asyncio.sleep(0.1 * (attempt + 1))

    async def close(self) -> None:
        """Waits for what is being written, and closes."""
        while self._flusher is not None and not self._flusher.done():
            await self._flusher
        if self._disk is not None:
            engine, thread = self._disk
            await asyncio.get_running_loop().run_in_executor(thread, engine.dispose)
            thread.shutdown()
        await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; SQLite has one writer, so a worker's wait here instead of in the database."""
        async with self._writing, self.engine.begin() as c:
            yield c

    # ---- rows ----

    async def append(self, row: Row, **changes: Any) -> bool:
        """Writes a row, committed when this returns; False if another row has that number.

        Rows that wait for the disk at the same time are committed together. changes: of the table's row, with it.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending.append((row, changes, done))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())
        return await asyncio.shield(done)

    async def _flush(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            batch.sort(key=lambda one: (one[0].table, one[0].number))  # in one order: no deadlocks
            try:
                won = await self._write([(row, changes) for row, changes, _ in batch])
            except BaseException as error:
                for _, _, future in batch:
                    if not future.done():
                        future.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))
                if not isinstance(error, Exception):
                    raise
                continue
            for (_, _, future), one in zip(batch, won, strict=True):
                if not future.done():
                    future.set_result(one)

    async def _write(self, batch: Sequence[tuple[Row, dict[str, Any]]]) -> list[bool]:
        """Writes rows in one transaction; True for each whose number was free."""
        if self._disk is None:
            async with self.writing() as c:
                return await c.run_sync(self._write_to, batch)
        engine, thread = self._disk

        def write() -> list[bool]:
            with engine.begin() as c:
                return self._write_to(c, batch)

        async with self._writing:
            return await asyncio.get_running_loop().run_in_executor(thread, write)

    def _write_to(self, c: Connection, batch: Sequence[tuple[Row, dict[str, Any]]]) -> list[bool]:
        done = c.execute(self._add_row, [msgspec.structs.asdict(row) for row, _ in batch])
        added = {(table, number) for table, number in done}
        won = []
        changed: dict[tuple[str, ...], dict[str, dict[str, Any]]] = {}  # by the names of what changes, by table
        for row, changes in batch:
            key = (row.table, row.number)
            won.append(key in added)
            added.discard(key)  # of two with one number it is the first
            if changes and won[-1]:
                changed.setdefault(tuple(changes), {})[row.table] = {"id_": row.table, **changes}
        for names, tables in changed.items():
            t = schema.tables
            query = update(t).where(t.c.id == bindparam("id_")).values({name: bindparam(name) for name in names})
            c.execute(query, [*tables.values()])
        return won

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """The rows of a table from number `since` on."""
        t = schema.rows
        found = await self._all(select(t).where(t.c.table == table, t.c.number >= since).order_by(t.c.number))
        return [Row(**one) for one in found]

    # ---- snapshots ----

    async def saves(self, table: str) -> list[SaveRow]:
        """The snapshots of a table that are kept: the latest, and the latest pinned one."""
        t = schema.saves
        return [SaveRow(**one) for one in await self._all(select(t).where(t.c.table == table).order_by(t.c.number))]

    async def keep(self, save: SaveRow) -> None:
        """Keeps a snapshot in the place of earlier ones."""
        async with self.writing() as c:
            await self._keep(c, save)

    async def mend(self, row: Row, save: SaveRow) -> bool:
        """Writes the row that says that a table goes on from a snapshot, with it; False if it comes second."""
        async with self.writing() as c:
            if (await c.execute(self._add_row, [msgspec.structs.asdict(row)])).first() is None:
                return False
            await self._keep(c, save)
        return True

    async def _keep(self, c: AsyncConnection, save: SaveRow) -> None:
        t = schema.saves
        old = (t.c.table == save.table) & (t.c.number < save.number)
        await c.execute(delete(t).where(old if save.pinned else old & ~t.c.pinned))
        await c.execute(self.insert(t).on_conflict_do_nothing(), msgspec.structs.asdict(save))

    # ---- who has a table in memory ----

    async def watches(self, table: str) -> list[Watch]:
        """The workers that have, or had, a table in memory."""
        t = schema.watches
        return [Watch(**one) for one in await self._all(select(t).where(t.c.table == table))]

    async def watch(
        self, tables: Sequence[str], worker: str, at: int, *, left: bool = False, alone: bool = False
    ) -> None:
        """A worker has these tables in memory (left: no more). alone: what others said of them counts no more."""
        t = schema.watches
        add = self.insert(t)
        add = add.on_conflict_do_update(index_elements=["table", "worker"], set_={"at": at, "left": left})
        async with self.writing() as c:
            if alone:
                await c.execute(delete(t).where(t.c.table.in_(tables), t.c.worker != worker))
            await c.execute(add, [{"table": id_, "worker": worker, "at": at, "left": left} for id_ in tables])

    # ---- what games remember ----

    async def book(self, secret: str, game: str) -> dict[str, bytes]:
        """The files that a game keeps for a browser, by their names."""
        t = schema.books
        found = await self._all(select(t).where(t.c.hash == hash_of(secret), t.c.game == game))
        return {one["file"]: one["data"] for one in found}

    async def write_book(self, secret: str, game: str, book: dict[str, bytes]) -> None:
        """Keeps these in their place."""
        t, mine = schema.books, hash_of(secret)
        async with self.writing() as c:
            await c.execute(delete(t).where(t.c.hash == mine, t.c.game == game))
            for file, data in book.items():
                await c.execute(insert(t), {"hash": mine, "game": game, "file": file, "data": data})

    # ---- tables and seats ----

    async def add_table(self, table: TableRow, seats: Sequence[SeatRow], held: Iterable[tuple[int, str]]) -> None:
        """held: (seat, hash) of those who hold its seats."""
        async with self.writing() as c:
            await c.execute(insert(schema.tables), msgspec.structs.asdict(table))
            await c.execute(insert(schema.seats), [msgspec.structs.asdict(one) for one in seats])
            await self._hold(c, table.id, held)

    async def table(self, id_: str) -> TableRow | None:
        found = await self._all(select(schema.tables).where(schema.tables.c.id == id_))
        return TableRow(**found[0]) if found else None

    async def seats(self, id_: str) -> list[SeatRow]:
        t = schema.seats
        return [SeatRow(**one) for one in await self._all(select(t).where(t.c.table == id_).order_by(t.c.seat))]

    async def public_tables(self, most: int = 100) -> list[str]:
        """Ids of public tables, newest first."""
        t = schema.tables
        lives = ("open", "playing", "paused", "over")
        query = select(t.c.id).where(t.c.public, t.c.life.in_(lives)).order_by(t.c.created.desc()).limit(most)
        return [one["id"] for one in await self._all(query)]

    async def tables_of(self, secret: str, most: int = 100) -> list[str]:
        """Ids of tables at which this browser holds something, the latest changed first."""
        t, h = schema.tables, schema.holds
        query = (
            select(t.c.id, t.c.changed)
            .join(h, h.c.table == t.c.id)
            .where(h.c.hash == hash_of(secret), t.c.life != "archived")
            .distinct()
            .order_by(t.c.changed.desc())
            .limit(most)
        )
        return [one["id"] for one in await self._all(query)]

    async def counts(self) -> int:
        """How many tables there are."""
        async with self.engine.connect() as c:
            return int(await c.scalar(select(func.count()).select_from(schema.tables)) or 0)

    async def change_table(self, id_: str, lives: Sequence[str] = (), **values: Any) -> bool:
        """Changes a table, if its life is one of `lives` (any, if none is named); False if it is not."""
        t = schema.tables
        query = update(t).where(t.c.id == id_)
        if lives:
            query = query.where(t.c.life.in_(lives))
        async with self.writing() as c:
            done = await c.execute(query.values(changed=now(), **values))
        return bool(done.rowcount == 1)

    async def set_next(self, id_: str, next_id: str) -> bool:
        """Names the rematch; False if there is one already."""
        t = schema.tables
        async with self.writing() as c:
            done = await c.execute(update(t).where(t.c.id == id_, t.c.next == "").values(next=next_id))
        return bool(done.rowcount == 1)

    async def change_seat(self, id_: str, seat: int, kinds: Sequence[str] = (), **values: Any) -> bool:
        """Changes a seat, if it is of one of these kinds; False if it is not."""
        t = schema.seats
        query = update(t).where(t.c.table == id_, t.c.seat == seat)
        if kinds:
            query = query.where(t.c.kind.in_(kinds))
        async with self.writing() as c:
            done = await c.execute(query.values(**values))
        return bool(done.rowcount == 1)

    # ---- who holds what ----

    async def held(self, id_: str, secret: str) -> list[int]:
        """The seats (HOST for hosting) that a secret holds at a table."""
        if not secret:
            return []
        mine = hash_of(secret)
        t = schema.holds
        found = await self._all(select(t.c.seat, t.c.hash).where(t.c.table == id_))
        return sorted({one["seat"] for one in found if hmac.compare_digest(one["hash"], mine)})

    async def hashes(self, id_: str) -> list[tuple[int, str]]:
        """(seat, hash) of all who hold something."""
        t = schema.holds
        return [(one["seat"], one["hash"]) for one in await self._all(select(t).where(t.c.table == id_))]

    async def hold(self, id_: str, held: Iterable[tuple[int, str]]) -> None:
        """Adds holders: (seat, hash)."""
        async with self.writing() as c:
            await self._hold(c, id_, held)

    async def _hold(self, c: AsyncConnection, id_: str, held: Iterable[tuple[int, str]]) -> None:
        add = self.insert(schema.holds).on_conflict_do_nothing()
        for seat, hashed in held:
            await c.execute(add, {"table": id_, "seat": seat, "hash": hashed})

    async def release(self, id_: str, seat: int) -> None:
        """Nobody holds the seat any more."""
        t = schema.holds
        async with self.writing() as c:
            await c.execute(delete(t).where(t.c.table == id_, t.c.seat == seat))

    # ---- chat and undo ----

    async def say(self, id_: str, seat: int, name: str, text: str) -> tuple[int, int]:
        """Adds a line; returns its id and time."""
        at = now()
        async with self.writing() as c:
            done = await c.execute(
                insert(schema.chat), {"table": id_, "seat": seat, "name": name, "text": text, "at": at}
            )
        key = done.inserted_primary_key
        assert key is not None
        return int(key[0]), at

    async def said(self, id_: str, since: int = 0, most: int = 500) -> list[dict[str, Any]]:
        """The latest lines of a table's chat after id `since`, in order."""
        t = schema.chat
        query = select(t).where(t.c.table == id_, t.c.id > since).order_by(t.c.id.desc()).limit(most)
        return [*reversed(await self._all(query))]

    async def ask_back(self, id_: str, number: int, seat: int, to: int) -> bool:
        """Notes a request to take back; False if one is open."""
        add = self.insert(schema.asked).on_conflict_do_nothing()
        async with self.writing() as c:
            done = await c.execute(add, {"table": id_, "number": number, "seat": seat, "to": to})
        return bool(done.rowcount == 1)

    async def agree(self, id_: str, number: int, seats: Iterable[int]) -> None:
        """These seats agree to the request."""
        add = self.insert(schema.agreed).on_conflict_do_nothing()
        async with self.writing() as c:
            for seat in seats:
                await c.execute(add, {"table": id_, "number": number, "seat": seat})

    async def drop_request(self, id_: str, number: int) -> None:
        """The request is declined or withdrawn."""
        async with self.writing() as c:
            for t in (schema.asked, schema.agreed):
                await c.execute(delete(t).where(t.c.table == id_, t.c.number == number))

    async def request(self, id_: str, number: int) -> Request | None:
        """The open request at this number."""
        t, a = schema.asked, schema.agreed
        found = await self._all(select(t).where(t.c.table == id_, t.c.number == number))
        if not found:
            return None
        agreed = await self._all(select(a.c.seat).where(a.c.table == id_, a.c.number == number))
        return Request(number, found[0]["seat"], found[0]["to"], sorted(one["seat"] for one in agreed))

    async def _all(self, query: Any) -> list[dict[str, Any]]:
        async with self.engine.connect() as c:
            return [dict(one) for one in (await c.execute(query)).mappings()]


def _pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
