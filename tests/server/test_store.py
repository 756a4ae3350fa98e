"""Rows on their way to the disk: many at once in one transaction, each number once."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from hearthside.server.store import Row, SeatRow, Store, TableRow


def row(table: str, number: int, seat: int = 0) -> Row:
    return Row(table, number, "answer", "person", seat, "1", None, 0)


async def test_rows_that_wait_together_are_told_apart(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "rows.sqlite"))
    await store.open()
    for id_ in ("one", "two"):
        made = TableRow(id_, "novus", "", False, "playing", "{}", 2, "1", 0, 0, 0, 0)
        await store.add_table(made, [SeatRow(id_, seat, "bot") for seat in range(2)], [])
    assert await store.append(row("one", 0), changed=1)
    won = await asyncio.gather(
        store.append(row("one", 0), changed=2),  # there already
        store.append(row("two", 0, 0), changed=3),
        store.append(row("two", 0, 1), changed=4, life="over"),  # a moment later
        store.append(row("one", 1), changed=5),
    )
    assert won == [False, True, False, True]
    assert [(one.number, one.seat) for one in await store.rows("two")] == [(0, 0)]
    assert [one.number for one in await store.rows("one")] == [0, 1]
    one, two = await store.table("one"), await store.table("two")
    assert one is not None
    assert two is not None
    assert (one.changed, two.changed, two.life) == (5, 3, "playing")
    await store.close()


async def test_a_database_of_an_older_version_gets_the_columns_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    store = Store(str(path))
    await store.open()
    made = TableRow("old", "novus", "", False, "playing", "{}", 2, "1", 0, 0, 0, 0)
    await store.add_table(made, [SeatRow("old", seat, "bot") for seat in range(2)], [])
    await store.close()
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE tables DROP COLUMN hints")
    store = Store(str(path))
    await store.open()
    assert await store.table("old") == made
    await store.close()
