"""A tournament as one self-contained page, in the frame of the lab's reports."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..engine.errors import Refused
from ..engine.game import Game
from . import tournament_report as told
from .standings import percent

if TYPE_CHECKING:
    from .report.page import Charts, Section
    from .standings import Meeting
    from .tournament import Tournament


FOOT = "Set in Alegreya and Alegreya Sans by Juan Pablo del Peral (SIL OFL 1.1); charts by Vega-Lite and Altair."


def check_page() -> None:
    """Finds out before the games whether the page can be made.

    Raises:
        Refused: the library for it is not installed.
    """
    for package, name in (("altair", "altair"), ("vl_convert", "vl-convert-python")):
        if find_spec(package) is None:
            raise Refused(f"The page needs {name}, which is not installed: pip install 'hearthside[lab]'.")


def page_of(result: Tournament, game: Game) -> str:
    """The page as HTML."""
    from .report.page import Charts, page

    charts = Charts()
    sections = [_findings(result)]
    if result.matches:
        sections += [_ranking(result, charts), _cross(result)]
        if result.seats > 1:
            sections.append(_seats(result))
    sections.append(_method(result, game))
    return page(f"Tournament: {game.title}", _head(result, game), sections, charts, game.box, FOOT)


def _head(result: Tournament, game: Game) -> str:
    best = result.standings.order[0]
    tiles = [
        (f"{len(result.matches):,}", "games"),
        (f"{len(result.bots)}", "bots"),
        (f"{result.seats}", "seat" if result.seats == 1 else "seats"),
    ]
    if result.turns:
        tiles.append((f"{result.turns.mean:.0f}", "turns a game"))
    if best.wins.count:
        tiles.insert(0, (best.name, "comes first" if _leads(result) else "comes first, not clearly"))
    shown = "".join(f"<li><b>{escape(big)}</b><span>{escape(small)}</span></li>" for big, small in tiles)
    changed = told.changed(result, game)
    more = f" with {escape(', '.join(changed))}" if changed else ""
    return (
        '<p class="lab">Hearthside lab: a tournament</p>'
        f'<h1>{escape(game.title)}</h1><p class="lead">{escape(", ".join(result.names))}{more}; '
        f'seed {escape(result.seed)}.</p><ul class="tiles">{shown}</ul>'
    )


def _leads(result: Tournament) -> bool:
    """Whether the first beats every other clearly."""
    row = result.standings.cross[result.standings.order[0].bot]
    return all(meeting is None or meeting.clear > 0 for meeting in row)


def _findings(result: Tournament) -> Section:
    from .report.page import Section

    lines = "".join(f"<li>{escape(line)}</li>" for line in told.findings(result))
    about = "A bot beats another where the 95% interval leaves out an even result."
    return Section("findings", "Who is better", about, f'<ul class="notes">{lines}</ul>')


def _ranking(result: Tournament, charts: Charts) -> Section:
    from .report.charts import Point, intervals
    from .report.page import Column, Section, table

    order = result.standings.order
    points = [
        Point(one.name, one.rating.value, one.rating.low, one.rating.high, f"{one.rating.value:.0f}")
        for one in order
        if one.rating
    ]
    body = ""
    if points:
        spec = intervals(points, "rating", "The bots' ratings with 95% intervals.", form=".0f", usual=1500, zero=False)
        body = charts.figure(spec, "Dashed: the mean of these bots. 400 points are odds of ten to one.")
    else:
        shares = [
            Point(one.name, one.wins.share, one.wins.low, one.wins.high, percent(one.wins.share)) for one in order
        ]
        spec = intervals(shares, "share of tables won", "The bots' shares of wins with 95% intervals.")
        body = charts.figure(spec)
    names, rows = told.ranking(result)
    columns = [Column(name or "place", name != "bot", name in ("wins", "of")) for name in names]
    about = "Best first."
    if points and result.standings.rings and result.standings.rings[0].clear:
        about += " Some bots beat each other in a ring, which no rating can show."
    return Section("ranking", "Ranking", about, body + table(columns, rows, "Ranking"))


def _cross(result: Tournament) -> Section:
    from .report.page import Section

    order = result.standings.order
    head = "".join(f'<th scope="col" class="number">{escape(one.name)}</th>' for one in order)
    lines = []
    for one in order:
        cells = "".join(_cell(result.standings.cross[one.bot][other.bot]) for other in order)
        lines.append(f'<tr><th scope="row">{escape(one.name)}</th>{cells}</tr>')
    body = (
        '<div class="scroll"><table class="cross"><caption>Who beats whom</caption>'
        f"<thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )
    return Section("cross", "Who beats whom", f"{told.cross_about(result)} Coloured where it is clear.", body)


def _cell(meeting: Meeting | None) -> str:
    if meeting is None:
        return '<td class="number quiet">\N{MIDDLE DOT}</td>'
    share, bracket, within = told.cell(meeting).partition(" (")
    better = ("", " better", " worse")[meeting.clear]
    ends = f"<span>{escape(within.rstrip(')'))}</span>" if bracket else ""
    return f'<td class="number{better}"><b>{escape(share)}</b>{ends}</td>'


def _seats(result: Tournament) -> Section:
    from .report.page import Column, Section, table

    names, rows = told.by_seat(result)
    columns = [Column(name, name != "bot") for name in names]
    about = "How often a seat wins, by the bot on it; the last line tells what a seat is worth by itself."
    return Section("seats", "Wins by seat", about, table(columns, rows, "Wins by seat"))


def _method(result: Tournament, game: Game) -> Section:
    from .report.page import Section

    lines = "".join(f"<li>{escape(line)}</li>" for line in [*told.facts(result), *told.method(result)])
    options = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(told.value_text(value)) or 'none'}</dd>"
        for name, value in result.options.items()
    )
    body = f'<ul class="notes">{lines}</ul>' + (f"<h3>Options</h3><dl>{options}</dl>" if options else "")
    command = escape(" \\\n  ".join(told.command(result, game)))
    about = "The same command gives the same games, unless a bot thinks for a set time."
    return Section("method", "How it was played", about, f"<pre><code>{command}</code></pre>{body}")
