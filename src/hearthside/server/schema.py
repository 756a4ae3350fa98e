"""The tables of the database, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    text,
    true,
)
from sqlalchemy.schema import CreateColumn

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("life", String(12), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Integer, nullable=False),
    Column("seed", Text, nullable=False),  # JSON: a text or a number
    Column("think", Integer, nullable=False),
    Column("pace", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("next", String(24), nullable=False),
    # The game's clock: `clock` milliseconds at `since` (0: it stands still).
    Column("clock", BigInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("replay", Boolean, nullable=False),
    Column("base", LargeBinary, nullable=True),  # a record that the table goes on from
    Column("hints", Boolean, nullable=False, server_default=true()),
    Index("tables_public", "public", "life", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(200), nullable=False),
    Column("bot", String(120), nullable=False),
    Column("away", Boolean, nullable=False),
    Column("pass_turn", Boolean, nullable=False),
    Column("pass_others", Boolean, nullable=False),
)

# Who holds a seat (-1: hosts the table): SHA-256 of a browser's cookie or of a link's secret.
holds = Table(
    "holds",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(64), primary_key=True),
    Index("holds_hash", "hash"),
)

# Which workers have a table in memory while its clock runs towards a deadline, and when each last said so.
watches = Table(
    "watches",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("worker", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("left", Boolean, nullable=False),  # it goes on with the table no more
)

# One row an accepted answer, a passed deadline, an undo. The key decides races: who comes second is refused.
rows = Table(
    "rows",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # answer, late, undo, mend, gap
    Column("by", String(8), nullable=False),  # person, bot, pass, time
    Column("seat", Integer, nullable=False),
    Column("choice", Text, nullable=False),  # JSON; of an undo, the step it goes back to; of a mend, how many are lost
    Column("at", BigInteger, nullable=True),  # the clock as the rules are told it
    Column("clock", BigInteger, nullable=False),
)

# Snapshots: the table as it stood before the row of that number. Where it is pinned, it stands for all rows before.
saves = Table(
    "saves",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pinned", Boolean, nullable=False),
    Column("sum", BigInteger, nullable=False),  # of the table after the latest answer
    Column("clock", BigInteger, nullable=False),  # of the game, when the open question was put
    Column("by", Text, nullable=False),  # JSON: who gave each answer
    Column("record", LargeBinary, nullable=False),  # zlib, JSON
)

# What games remember of people: one file of a game's for a browser (SHA-256 of its cookie).
books = Table(
    "books",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("file", String(80), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", String(24), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Who asked at which number to take back, and who agreed; void once another row has that number.
asked = Table(
    "asked",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("to", Integer, nullable=False),
)
agreed = Table(
    "agreed",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
)

# What workers tell each other where the database has no publish/subscribe of its own.
news = Table(
    "news",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
    sqlite_autoincrement=True,
)


def lay_out(c: Connection) -> None:
    """Makes the tables that are missing, and the columns that an older version's tables lack."""
    metadata.create_all(c)
    for table in metadata.sorted_tables:
        there = {one["name"] for one in inspect(c).get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                made = CreateColumn(column).compile(dialect=c.dialect)
                c.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {made}"))
