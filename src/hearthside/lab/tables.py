"""Simulated games as a table: a row a game and seat, for polars, pandas, R or a spreadsheet."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..engine.errors import Refused

if TYPE_CHECKING:
    from polars import DataFrame

    from .simulate import Simulation

KINDS = (".parquet", ".csv")


def seat_table(found: Simulation) -> DataFrame:
    """A row a game and seat, in order.

    Columns: number, seed, end, how, rank, turns (of the game); seat (from 1), bot, won, ahead (it led a game without a
    winner), decisions; what the seat played, such as class; and of watched games lead_changes, held, played (how many
    different cards, once a round) and, where a clock runs, seconds it took to answer. error is last. Where a game
    broke, what is not known is null.
    """
    import polars as pl

    kinds = list(found.summary.labels)
    rows = []
    for one in found.games:
        well = one.end != "error"
        for seat, bot in enumerate(found.seats):
            row: dict[str, Any] = {
                "number": one.number, "seed": one.seed, "end": one.end, "how": one.how or None,
                "rank": one.rank or None, "turns": one.turns, "seat": seat + 1, "bot": bot,
                "won": seat in one.winners if well else None,
                "ahead": seat == one.leader if well else None, "decisions": one.decisions[seat],
            }  # fmt: skip
            row |= {_column(kind): one.labels[seat].get(kind) if one.labels else None for kind in kinds}
            if found.watched:
                seen = one.seen
                row |= {
                    "lead_changes": max(0, len(seen.leads) - 1) if seen else None,
                    "held": sum(len(bout.held[seat]) for bout in seen.bouts) if seen else None,
                    "played": sum(len(bout.played[seat]) for bout in seen.bouts) if seen else None,
                    "seconds": seen.seconds[seat] if seen and seen.seconds else None,
                }
            rows.append(row | {"error": one.error or None})
    types: dict[str, Any] = {
        "number": pl.Int64, "seed": pl.String, "end": pl.String, "how": pl.String, "rank": pl.String, "turns": pl.Int64,
        "seat": pl.Int64, "bot": pl.String, "won": pl.Boolean, "ahead": pl.Boolean, "decisions": pl.Int64,
        **{_column(kind): pl.String for kind in kinds},
    }  # fmt: skip
    if found.watched:
        types |= {"lead_changes": pl.Int64, "held": pl.Int64, "played": pl.Int64, "seconds": pl.Float64}
    types["error"] = pl.String
    return pl.DataFrame(rows, schema=types)


def as_bytes(found: Simulation, name: str) -> bytes:
    """The table as a file of the kind that its name tells.

    Raises:
        Refused: the name tells none.
    """
    check_kind(name)
    out = BytesIO()
    if name.endswith(".parquet"):
        seat_table(found).write_parquet(out)
    else:
        seat_table(found).write_csv(out)
    return out.getvalue()


def check_kind(name: str) -> None:
    """Finds out before long work whether a table can have that name.

    Raises:
        Refused: it tells no kind of table.
    """
    if not name.endswith(KINDS):
        raise Refused(f"{name}: the name of a table ends in {' or '.join(KINDS)}.")


def _column(kind: str) -> str:
    return kind.replace(" ", "_")
