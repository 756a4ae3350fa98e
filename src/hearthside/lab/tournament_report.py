"""A tournament told: sentences and tables, as Markdown, and as one self-contained page."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from ..engine.game import Game
from .simulate import STEP_CAP
from .standings import Meeting, interval, interval_words, percent, value_words

if TYPE_CHECKING:
    from .tournament import Tournament

Table = tuple[list[str], list[list[str]]]


def heading(result: Tournament, game: Game) -> str:
    """What was played, in a line."""
    seats = "alone" if result.seats == 1 else f"{result.seats} seats"
    return f"{game.title}, {seats}: {len(result.matches)} games of {', '.join(result.names)}, seed {result.seed}"


def findings(result: Tournament) -> list[str]:
    """Who beats whom, in sentences; a ring of bots first, since no order can show it."""
    said = []
    for ring in result.standings.rings:
        round_ = " beats ".join([*ring.names, ring.names[0]])
        clear = "No order or rating can show that." if ring.clear else "That is by the bare shares, and not clear."
        said.append(f"{round_}. {clear}")
    return said + result.standings.verdicts


def facts(result: Tournament) -> list[str]:
    """How it was played, and what went otherwise than asked."""
    said = []
    games, whole = len(result.matches), result.rounds * result.round_games
    if result.interrupted:
        said.append(f"Stopped early, after {games} of {whole} games.")
    elif whole != result.asked:
        said.append(f"{result.asked} games were asked for; {whole} are whole rounds of {result.round_games}.")
    for error, count in list(result.failures.items())[:5]:
        seed = next(one.played.seed for one in result.matches if one.played.error == error)
        said.append(f"{_games(count)} broke and count nowhere (first with the seed {seed}): {error}")
    if result.unbalanced:
        said.append("So the seatings are not quite balanced: not all came equally often.")
    elif result.seats == 1:
        said.append(f"Each bot played the same {result.rounds} tables.")
    else:
        said.append(_balance(result))
    if result.unfinished and (result.seats > 1 or result.capped):
        capped = f", {result.capped} of them at the cap of {result.step_cap} decisions" if result.capped else ""
        said.append(f"{_games(result.unfinished)} had no winner{capped}; nobody won them.")
    if result.shared:
        said.append(f"{_games(result.shared)} had several winners; each of them won.")
    return said


def method(result: Tournament) -> list[str]:
    """How wins are counted and intervals made."""
    if result.seats == 1:
        return [
            "Every bot played the same tables, each alone. Two bots are compared table by table: how many more the one "
            "won than the other, in percent points, with the interval of Agresti and Min for such pairs.",
            "A share's interval is Wilson's.",
            _MANY,
        ]
    return [
        "All games of a block have the same seed and are played from every seat in turn, so that luck of the deal or "
        "of a seat falls on each bot alike.",
        "Head to head counts the games that one of the two won; a win that both share is half for either.",
        "A share's interval is Wilson's; where games of the same seed resemble each other, they count as fewer.",
        "Ratings are fitted to all games at once (Bradley and Terry's model, maximum likelihood). 400 points are odds "
        "of ten to one, 1500 is the mean of these bots. Their intervals are bootstrapped.",
        _MANY,
    ]


_MANY = "Every interval is a 95% one by itself: of twenty comparisons of equals, one looks clear by chance."


def ranking(result: Tournament) -> Table:
    """The bots, best first."""
    rated = any(one.rating for one in result.standings.order)
    columns = ["", "bot", *(("rating", "95%") if rated else ()), "wins", "of", "share", "95%"]
    rows = []
    for place, one in enumerate(result.standings.order, 1):
        row = [str(place), one.name]
        if rated:
            rating = one.rating
            row += [f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"] if rating else ["", ""]
        row += [str(one.wins.count), str(one.games), percent(one.wins.share), interval(one.wins.low, one.wins.high)]
        rows.append(row)
    return columns, rows


def cross_table(result: Tournament) -> Table:
    """Who beats whom: row against column, best first; the share, or alone the difference, and its interval."""
    order = result.standings.order
    rows = [[one.name, *(cell(result.standings.cross[one.bot][other.bot]) for other in order)] for one in order]
    return ["", *(one.name for one in order)], rows


def cross_about(result: Tournament) -> str:
    """What the cross table shows, in a sentence."""
    if result.seats == 1:
        return "How many tables in a hundred the row's bot won more than the column's, and the 95% interval."
    return "The row's bot against the column's: its share of the games that one of them won, and the 95% interval."


def cell(meeting: Meeting | None) -> str:
    """Two bots in a cell: the share, or alone the difference, and its interval."""
    if meeting is None:
        return "·"
    if meeting.value is None:
        return "?"
    if meeting.even:
        return f"{value_words(meeting)} ({interval_words(meeting).removesuffix('%')})"
    more = round(100 * meeting.value)
    return f"{f'{more:+d}' if more else 0} ({interval_words(meeting)})"


def by_seat(result: Tournament) -> Table:
    """Each bot's wins by seat, and everybody's."""
    order = result.standings.order
    columns = ["bot", *(f"seat {seat + 1}" for seat in range(result.seats))]
    rows = [[one.name, *(percent(share.share) for share in one.by_seat)] for one in order]
    good = [one.played for one in result.matches if one.played.end != "error"]
    if good:
        shares = [sum(seat in one.winners for one in good) / len(good) for seat in range(result.seats)]
        rows.append(["all", *(percent(share) for share in shares)])
    return columns, rows


def markdown(result: Tournament, game: Game) -> str:
    """The tournament as Markdown."""
    parts = [f"# Tournament: {game.title}", heading(result, game) + _with(result, game) + "."]
    if not result.matches:
        return "\n\n".join(parts) + "\n"
    parts += [_list(findings(result)), "## Ranking", _table(ranking(result))]
    parts += ["## Head to head", cross_about(result), _table(cross_table(result))]
    if result.seats > 1:
        parts += ["## Wins by seat", _table(by_seat(result))]
    parts += ["## How it was played", _list([*facts(result), *method(result)])]
    return "\n\n".join(parts) + "\n"


def changed(result: Tournament, game: Game) -> list[str]:
    """The options and packs that are not the box's own."""
    usual = msgspec.to_builtins(game.Options())
    options = [f"{name}={value_text(value)}" for name, value in result.options.items() if value != usual[name]]
    return options + [f"pack {name}" for name in result.packs]


def value_text(value: object) -> str:
    """An option's value, as the command line takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def command(result: Tournament, game: Game) -> list[str]:
    """The command that plays it again, in lines."""
    lines = [["hearthside", "tournament", result.game], ["--bots", ",".join(result.bots)]]
    lines.append(["-n", str(result.asked), "--seats", str(result.seats), "--seed", result.seed])
    for one in changed(result, game):
        lines.append(["--pack", one.removeprefix("pack ")] if one.startswith("pack ") else ["--option", one])
    if result.step_cap != STEP_CAP:
        lines.append(["--step-cap", str(result.step_cap)])
    return [shlex.join(line) for line in lines]


def _with(result: Tournament, game: Game) -> str:
    told = changed(result, game)
    return f"; with {', '.join(told)}" if told else ""


def _balance(result: Tournament) -> str:
    one = result.standings.order[0]
    sat = sum(share.of for share in one.by_seat) // result.seats
    meeting = next(each for each in result.standings.cross[one.bot] if each)
    said = f"Every bot sat {sat} times on each seat and met every other in {meeting.games} games"
    if result.rounds % result.cycle_rounds:
        said += f"; not every order round the table came equally often, as after each {result.cycle_rounds} rounds"
    return said + "."


def _games(count: int) -> str:
    return f"{count} game{'s' * (count != 1)}"


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(table: Table) -> str:
    columns, rows = table
    marks = ["---" if n < 2 and name in ("", "bot") else "---:" for n, name in enumerate(columns)]
    lines: list[Sequence[str]] = [columns, marks, *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
