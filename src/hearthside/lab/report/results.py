"""Sections on how games end: seats, length, ways of winning, what was played, the game's own figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ..effects import LEAST, by_luck
from . import charts
from .charts import Point
from .page import Column, Section, table, text
from .words import count, interval, number, opening, percent, plain, said, spread_cells

if TYPE_CHECKING:
    from ..summary import Share, Spread
    from .shown import Shown

SPREAD = [
    Column("mean", True), Column("95%", True, True), Column("least", True, True), Column("one in ten below", True),
    Column("median", True), Column("one in ten above", True), Column("most", True, True),
]  # fmt: skip
UNLIKELY = 0.05  # by luck alone; what is less likely is noted
SHORT = 6  # rows of a table that stands beside its chart unfolded
ENDS = 12  # how many lines of either end a chart shows of a list too long for it


def seats(shown: Shown) -> Section | None:
    """Seat bias; alone, how often the player wins."""
    summary = shown.found.summary
    if len(summary.seats) == 1:
        return _alone(shown)
    points = [_point(f"Seat {one.seat + 1}", one.wins) for one in summary.seats]
    even = shown.even
    columns = [
        Column("seat"), Column("played by"), Column("wins", True), Column("share", True), Column("95%", True),
        Column("ahead, unfinished", True, True),
    ]  # fmt: skip
    rows = [
        [
            f"Seat {one.seat + 1}",
            one.bot,
            f"{one.wins.count:,}",
            percent(one.wins.share),
            interval(one.wins),
            str(one.leads),
        ]
        for one in summary.seats
    ]
    spec = charts.intervals(
        points, "share of games won", "Share of games won by each seat, with 95% intervals.", usual=even
    )
    body = shown.charts.figure(spec, f"Dashed: an even share, {percent(even)}.")
    body += table(columns, rows, "Wins by seat")
    if shown.alike:
        luck = by_luck([(one.wins.count, one.wins.of) for one in summary.seats])
        body += _by_luck(luck, "the seats")
        best, worst = (pick(summary.seats, key=lambda one: one.wins.share) for pick in (max, min))
        about = (
            "How often each seat wins. All are played by the same bot, so a seat whose interval leaves out the dashed "
            "line owes that to where it sits."
        )
        if luck < UNLIKELY:
            shown.note(
                "seats", f"Seat {best.seat + 1} wins {percent(best.wins.share)}, seat {worst.seat + 1} only "
                f"{percent(worst.wins.share)}: more than luck explains."
            )  # fmt: skip
        else:
            shown.note("seats", f"The seats win alike, as far as {shown.good:,} games can tell.")
    else:
        about = (
            "How often each seat wins. Different bots sit there, so this is their strength and the seat's edge "
            "together; the same bot on all seats would show the edge alone."
        )
        body += _bots(shown)
    return Section("seats", "Seats", about, body)


def _bots(shown: Shown) -> str:
    shares = shown.found.summary.bots
    if len(shares) < 2:
        return ""
    best = max(shares, key=lambda bot: shares[bot].share)
    shown.note("seats", f"Of the bots, {text(best)} wins most: {percent(shares[best].share)} of its seats.")
    columns = [
        Column("bot"),
        Column("wins", True),
        Column("of its seats", True),
        Column("share", True),
        Column("95%", True),
    ]
    rows = [[bot, f"{one.count:,}", f"{one.of:,}", percent(one.share), interval(one)] for bot, one in shares.items()]
    return "<h3>Bots</h3>" + table(columns, rows, "Wins by bot")


def _alone(shown: Shown) -> Section:
    summary = shown.found.summary
    body = f"<p>Won: <b>{said(summary.won)}</b>.</p>"
    if summary.ranks:
        spec = charts.bars(
            [_point(rank, one) for rank, one in summary.ranks.items()],
            "share of games", "Share of games by rank.",
        )  # fmt: skip
        body += shown.charts.figure(spec) + _shares("rank", summary.ranks, "games")
    shown.note("seats", f"Alone, the player wins {percent(summary.won.share)} of the games.")
    about = (
        "How often the lone player wins, and with which rank. Far from half, the game is a walk or a wall; "
        "ranks that hardly come up could as well be left out."
    )
    return Section("seats", "Wins", about, body)


def length(shown: Shown) -> Section | None:
    """How long games are."""
    summary = shown.found.summary
    games = [one for one in shown.found.games if one.end != "error"]
    rows: list[tuple[str, Spread]] = []
    body = ""
    turns = [one.turns for one in games if one.turns is not None]
    if summary.turns and turns:
        rows.append(("turns", summary.turns))
        body += shown.charts.figure(
            charts.histogram(
                charts.banded(Counter(turns)), "turns", "games", "How many games took how many turns.",
                summary.turns.median,
            ),
            "Dashed: the median.",
        )  # fmt: skip
        far = f"one in ten takes more than {number(summary.turns.p90)}"
        shown.note("length", f"A game takes {number(summary.turns.mean)} turns on average; {far}.")
    lasted = shown.seen.lasted if shown.seen else None
    if lasted:
        rows.append(("seconds of game time", lasted))
        shown.note("length", f"A game lasts {number(lasted.mean)} seconds of game time on average.")
        body += shown.charts.figure(
            charts.histogram(
                charts.banded([one.seen.lasted for one in games if one.seen]), "seconds of game time", "games",
                "How many games lasted how long.", lasted.median, whole=False,
            ),
            "Dashed: the median. Bots take the time that their level takes, on a virtual clock.",
        )  # fmt: skip
    if summary.decisions:
        rows.append(("decisions of all seats", summary.decisions))
        if not body:
            body += shown.charts.figure(
                charts.histogram(
                    charts.banded([sum(one.decisions) for one in games]), "decisions", "games",
                    "How many games took how many decisions.", summary.decisions.median,
                ),
                "Dashed: the median.",
            )  # fmt: skip
    if not rows:
        return None
    body += table([Column("a game"), *SPREAD], [[name, *spread_cells(one)] for name, one in rows], "Length of a game")
    about = (
        "How long games are. A long tail to the right means games that drag; two hills mean two kinds of game, such "
        "as a "
        "race and a siege."
    )
    return Section("length", "Length", about, body)


def ways(shown: Shown) -> Section | None:
    """How games end."""
    how = {opening(plain(name)) or "Given up at the step cap": one for name, one in shown.found.summary.how.items()}
    if not how:
        return None
    columns = [Column("the game ended by"), Column("games", True), Column("share", True), Column("95%", True)]
    rows = [[name, f"{one.count:,}", percent(one.share), interval(one)] for name, one in how.items()]
    body = ""
    if len(how) > 1:
        spec = charts.bars(
            [_point(name, one) for name, one in how.items()], "share of games", "Share of games by how they ended."
        )
        body += shown.charts.figure(spec)
        name, one = next(iter(how.items()))
        shown.note("ways", f"{percent(one.share, 0)} of games end by one way: {text(name.lower())}.")
    body += table(columns, rows, "Ways in which games ended")
    if shown.found.summary.unfinished:
        body += f'<p class="quiet">{opening(count(shown.found.summary.unfinished, "game"))} had no winner.</p>'
    about = (
        "How games end. A way that hardly ever comes up is dead weight in the rules; one that ends nearly all is the "
        "only game there is."
    )
    return Section("ways", "Ways of winning", about, body)


def labels(shown: Shown) -> list[Section]:
    """Win chance by what a seat played: class, hero, mat ..., a section each."""
    found = []
    for kind, shares in shown.found.summary.labels.items():
        if len(shares) < 2:
            continue
        id_ = f"by-{kind.replace(' ', '-')}"
        even = shown.even
        ranked = sorted(shares.items(), key=_in_order(shares))
        rows = _ends([_point(name, one, "seats") for name, one in ranked if one.of >= LEAST])
        if len(rows) < 2:
            continue
        spec = charts.intervals(
            rows, "share won by those who played it", f"Win chance by {kind}, with 95% intervals.", usual=even
        )
        left = len(ranked) - len(rows)
        caption = f"Dashed: the share of all seats, {percent(even)}."
        caption += f" {opening(count(left, 'more is', 'more are'))} in the table alone." if left else ""
        numbers = _shares(kind, dict(ranked), "seats")
        body = shown.charts.figure(spec, caption, numbers if len(ranked) > SHORT else "")
        body += numbers if len(ranked) <= SHORT else ""
        luck = by_luck([(one.count, one.of) for _, one in ranked])
        body += _by_luck(luck, "them")
        if luck < UNLIKELY:
            often = [item for item in ranked if item[1].of >= LEAST]
            best = max(often, key=lambda item: (item[1].share, item[1].of))
            worst = min(often, key=lambda item: (item[1].share, -item[1].of))
            shown.note(
                id_,
                f"By {text(kind)}, {text(best[0])} wins most ({percent(best[1].share)}) and {text(worst[0])} "
                f"least ({percent(worst[1].share)}).",
            )  # fmt: skip
        about = (
            f"How often seats win by their {text(kind)}. Those whose interval leaves out the dashed line seem "
            f"stronger or "
            "weaker than the rest; about one in twenty does so by luck alone."
        )
        found.append(Section(id_, f"Win chance by {kind}", about, body))
    return found


def figures(shown: Shown) -> Section | None:
    """What the game counted itself."""
    body = ""
    for title, rows in shown.found.summary.figures.items():
        body += f"<h3>{text(opening(title))}</h3>"
        often = [(name, one) for name, (times, one) in rows.items() if times >= LEAST]
        if len(often) > 1:
            points = _ends([Point(name, one.mean, one.low, one.high, _mean(one)) for name, one in often])
            body += shown.charts.figure(
                charts.intervals(points, "mean", f"{opening(title)}: means with 95% intervals.", form="~g", zero=False),
                "",
                _figures(rows, title),
            )
        else:
            body += _figures(rows, title)
    if not body:
        return None
    about = (
        "What the game counts of itself: means with their 95% intervals. Look for rows that lie apart from the others, "
        "and for none where there should be some."
    )
    return Section("figures", "Figures of the game", about, body)


def _figures(rows: Mapping[str, tuple[int, Spread]], title: str) -> str:
    lines = [[name, f"{times:,}", *spread_cells(one)] for name, (times, one) in rows.items()]
    return table([Column(""), Column("times", True), *SPREAD], lines, opening(title))


def _shares(kind: str, shares: Mapping[str, Share], of: str) -> str:
    columns = [Column(kind), Column("wins", True), Column(f"{of}", True), Column("share", True), Column("95%", True)]
    if kind == "rank":
        columns[1] = Column("games with it", True)
    rows = [[name, f"{one.count:,}", f"{one.of:,}", percent(one.share), interval(one)] for name, one in shares.items()]
    return table(columns, rows, f"By {kind}")


def _mean(one: Spread) -> str:
    return f"{number(one.mean)} ({number(one.low)} to {number(one.high)})"


def _point(label: str, one: Share, of: str = "games") -> Point:
    return Point(label, one.share, one.low, one.high, said(one, of))


def _by_luck(luck: float, who: str) -> str:
    """How far luck goes to explain differences, in a sentence."""
    chance = f"{percent(luck, 0 if luck >= 0.01 else 1)} of" if luck >= 0.001 else "fewer than one in a thousand"
    far = f"luck would set {who} this far apart in {chance} simulations as long as this"
    return f'<p class="quiet">Were all alike, {far}.</p>'


def _in_order(shares: Mapping[str, Share]) -> Callable[[tuple[str, Share]], Any]:
    """The most successful first; names that count (1st, 2nd) by their number."""
    if all(name[:1].isdigit() for name in shares):
        return lambda item: (int("".join(takewhile(str.isdigit, item[0]))), item[0])
    return lambda item: (-item[1].share, item[0])


def _ends(points: list[Point]) -> list[Point]:
    """All of a list that a chart can show, else its two ends."""
    return points if len(points) <= 2 * ENDS + 4 else points[:ENDS] + points[-ENDS:]
