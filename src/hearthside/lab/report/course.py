"""Sections on how games go: leads, decisions, time, rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.ledger import Ledger, LedgerError, read_ledger
from ..effects import LEAST
from . import charts
from .charts import Point
from .page import Cell, Column, Section, folded, table
from .words import count, number, opening, percent, plain, said

if TYPE_CHECKING:
    from ..observed import Fired
    from ..watching import Asked
    from .shown import Shown

RARE = 0.05  # a rule that fires in less than this share of games is rare


def leads(shown: Shown) -> Section | None:
    """Lead changes, and how early a game is decided."""
    found = shown.seen.leads if shown.seen else None
    if not found or not shown.seen:
        return None
    changes = Counter(
        len(one.seen.leads) - 1 for one in shown.found.games if one.end != "error" and one.seen and one.seen.leads
    )
    body = "<h3>How often the lead passes</h3>" + shown.charts.figure(
        charts.histogram(charts.banded(changes), "lead changes", "games", "How many games saw how many lead changes."),
        f"On average {number(found.changes.mean)} times a game.",
    )
    sentence = f"The lead passes {number(found.changes.mean)} times a game"
    told = [(part, one) for part, one in found.told if one.of >= LEAST]
    if told:
        points = [
            Point(f"{part}", one.share, one.low, one.high, f"After {percent(part, 0)} of the decisions: {said(one)}")
            for part, one in told
        ]
        spec = charts.course(
            points, "part of the game that is over", "who leads then wins",
            "How often the seat that leads after each tenth of the game wins it in the end.",
            1 / len(shown.found.seats),
        )  # fmt: skip
        columns = [Column("part of the game over", True), Column("the leader then won", True), Column("95%", True)]
        rows = [
            [percent(part, 0), percent(one.share), f"{percent(one.low)} to {percent(one.high)}"] for part, one in told
        ]
        body += "<h3>Does the one ahead win?</h3>" + shown.charts.figure(
            spec, "Dashed: as good as a guess.", table(columns, rows, "How often the leader wins")
        )
        half = next((one for part, one in told if part >= 0.5), None)
        if half:
            sentence += f"; whoever leads at half-time wins {percent(half.share, 0)} of the games"
    if found.settled:
        body += (
            f"<p>The winner takes the lead for good after {percent(found.settled.mean, 0)} of the game on average.</p>"
        )
    shown.note("leads", f"{sentence}.")
    how = (
        "by the chances that the game's own evaluation gives, and passes when another is better by five points"
        if shown.game.evaluation()
        else "by what the game counts for its winner"
    )
    about = (
        "How often the lead passes from seat to seat, and how early a game is decided. A curve that is high from the "
        "start "
        "is a runaway leader; one that is flat until the end says that the first half hardly matters."
    )
    body += f'<p class="quiet">Ahead is told {how}, at the opening of each turn or round and at the end.</p>'
    return Section("leads", "Lead changes", about, body)


def decisions(shown: Shown) -> Section | None:
    """Decisions in a turn, and what is decided."""
    seen = shown.seen
    if not seen or not seen.asked:
        return None
    body = ""
    if seen.turn:
        turn = "round" if seen.rounds else "turn"
        body += f"<h3>Decisions in a {turn}</h3>" + shown.charts.figure(
            charts.histogram(
                charts.banded(seen.turns), f"decisions in a {turn}, of all seats", f"{turn}s",
                f"How many {turn}s took how many decisions.", seen.turn.median,
            ),
            f"Dashed: the median. On average {number(seen.turn.mean)}; one {turn} in ten takes more than "
            f"{number(seen.turn.p90)}.",
        )  # fmt: skip
        shown.note("decisions", f"A {turn} takes {number(seen.turn.mean)} decisions on average.")
    columns = [
        Column("question"), Column("a game", True), Column("choices", True), Column("only one", True, True),
        Column("what was chosen"),
    ]  # fmt: skip
    rows: list[list[str | Cell]] = [
        [
            opening(plain(topic)), Cell(number(one.times / seen.games), one.times), number(one.options / one.times),
            Cell(percent(one.only / one.times, 0), one.only / one.times), _taken(one),
        ]
        for topic, one in seen.asked.items()
    ]  # fmt: skip
    body += "<h3>What is decided</h3>" + table(columns, rows, "Questions")
    forced = sum(one.only for one in seen.asked.values()) / sum(one.times for one in seen.asked.values())
    about = (
        "How much there is to decide, and what is chosen. Noteworthy are turns that keep the others waiting, "
        "questions that "
        "are asked often and always answered alike, and those with a single choice, which are no questions at all "
        f"({percent(forced, 0)} of all here)."
    )
    return Section("decisions", "Decisions", about, body)


def thought(shown: Shown) -> Section | None:
    """Time per seat."""
    found, seen = shown.found, shown.seen
    if not seen or not found.speed.seats or not sum(found.speed.seats):
        return None
    games = len(found.games)
    columns = [
        Column("seat", tight=True), Column("played by"), Column("decisions a game", True),
        Column("ms of CPU a decision", True), Column("ms a game", True, True),
    ]  # fmt: skip
    if seen.seconds:
        columns.append(Column("s of game time a decision", True))
    rows = []
    for one, cpu in zip(found.summary.seats, found.speed.seats, strict=True):
        taken = max(1, sum(game.decisions[one.seat] for game in found.games))
        rows.append(
            [
                f"Seat {one.seat + 1}",
                one.bot,
                number(one.decisions),
                number(1000 * cpu / taken),
                number(1000 * cpu / games),
            ]
            + ([number(seen.seconds[one.seat])] if seen.seconds else [])
        )
    clock = " Game time is from being asked to answering, on the game's own clock." * bool(seen.seconds)
    about = (
        "How much each seat decides and how long its bot thinks, in milliseconds of processor time (these differ from "
        f"run to run; nothing else on this page does).{clock} A seat that decides far less than the others sits and "
        "waits."
    )
    return Section("time", "Time per seat", about, table(columns, rows, "Decisions and time by seat"))


def rules(shown: Shown) -> Section | None:
    """How often each rule fired."""
    seen = shown.seen
    if not seen or not seen.rules:
        return None
    ledger = _ledger(shown)
    entries = {rule.id: rule for rule in ledger.rules} if ledger else {}
    words = {id_: _words(entries[id_].text) if id_ in entries else "" for id_ in (*entries, *seen.rules)}
    fired = sorted(seen.rules.items(), key=lambda item: (-item[1].times, item[0]))
    rare = [(id_, one) for id_, one in fired if one.games < RARE * seen.games]
    order = {id_: n for n, id_ in enumerate(entries)}
    chapters: dict[str, list[tuple[str, str, float, str]]] = {}
    for id_, one in sorted(fired, key=lambda item: order.get(item[0], len(order))):
        chapter = _chapter(entries[id_].chapter) if id_ in entries else "Others"
        what = f"{id_} {words[id_]}"[:180]
        told = f"{number(one.times / seen.games)} times a game, in {percent(one.games / seen.games, 0)} of games"
        chapters.setdefault(chapter, []).append((chapter, what, one.times / seen.games, told))
    dots = [row for of in chapters.values() for row in of]
    spec = charts.strip(dots, "times a game", "How often each rule fires, chapter by chapter.")
    columns = [
        Column("rule", tight=True),
        Column("what it says"),
        Column("times a game", True, True),
        Column("games", True),
    ]

    def rows(of: Sequence[tuple[str, Fired]]) -> list[list[str | Cell]]:
        lines: list[list[str | Cell]] = []
        for id_, one in of:
            share = percent(one.games / seen.games, 0 if one.games >= RARE * seen.games else 1)
            lines.append([id_, words[id_], Cell(number(one.times / seen.games), one.times), Cell(share, one.games)])
        return lines

    body = shown.charts.figure(spec, "A dot is a rule; each line to the right is ten times as often.")
    if rare:
        fewer = f"in fewer than {percent(RARE, 0)} of games"
        body += f"<h3>Rare: {fewer}</h3>" + table(columns, rows(rare), "Rare rules")
        shown.note("rules", f"{opening(count(len(rare), 'rule fires', 'rules fire'))} {fewer}.")
    body += folded(f"All {len(fired)} rules that fired", table(columns, rows(fired), "Rules that fired"))
    silent = [rule for rule in entries.values() if rule.id not in seen.rules and rule.kind == "rule"]
    if silent:
        lines: list[list[str | Cell]] = [[rule.id, words[rule.id]] for rule in silent]
        body += folded(
            f"{len(silent)} rules that were never named",
            '<p class="quiet">A rule fires when a line of the log quotes it or a question that it puts is answered. '
            "Many "
            "rules say what things are or how the table is laid, and are never quoted: so this list is where to look "
            "for "
            "rules that never come up, not a list of them.</p>"
            + table([Column("rule", tight=True), Column("what it says")], lines, "Rules that were never named"),
        )
    about = (
        "How often each rule of the ledger fired. A rule that hardly ever comes up costs players more to learn than it "
        "gives them."
    )
    return Section("rules", "Rules", about, body)


def _taken(one: Asked) -> str:
    """What was chosen, the most frequent first."""
    total = sum(one.taken.values())
    if len(one.taken) < 2:
        return "".join(map(plain, one.taken))
    ranked = sorted(one.taken.items(), key=lambda item: (-item[1], item[0]))
    shares = [f"{plain(kind)} {_seldom(n / total)}" for kind, n in ranked]
    return ", ".join(shares[:6]) + ", ..." * (len(shares) > 6)


def _seldom(share: float) -> str:
    """A share in percent; a small one with a digit more, and never as nothing."""
    if share < 0.0005:
        return "under 0.1%"
    return percent(share, 0 if share >= 0.01 else 1)


def _ledger(shown: Shown) -> Ledger | None:
    try:
        return read_ledger(shown.game.ledger) if shown.game.ledger else None
    except LedgerError:
        return None


def _chapter(title: str) -> str:
    """The last heading without its id: "NV-TURN: turn frame" is "Turn frame"."""
    return opening(title.rpartition(" / ")[2].rpartition(": ")[2])


def _words(entry: str) -> str:
    """A rule's first words, without marks and sources."""
    plain_text = re.sub(r"\s*\[[^\]]*\]\s*$", "", entry.replace("**", "").replace("`", "")).strip()
    return plain_text if len(plain_text) <= 200 else plain_text[:197].rsplit(" ", 1)[0] + " ..."
