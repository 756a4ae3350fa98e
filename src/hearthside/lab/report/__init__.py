"""A simulation as one page for designers: `report`."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from ...engine.game import Game
from ...games import catalogue
from ..observed import observe
from ..simulate import Simulation, plain_options, play_outs
from . import cards, course, results
from .page import Column, Section, page, table, text
from .shown import Shown
from .words import count, listed, number, opening, percent

# In the order of the page; those that a game gives no data for do not appear.
SECTIONS: tuple[Any, ...] = (
    results.seats, results.length, results.ways, results.labels, cards.effects, cards.dead, course.leads,
    course.decisions, course.thought, course.rules, results.figures,
)  # fmt: skip


def report(found: Simulation, game: Game, content: Any) -> str:
    """The page as HTML, to be opened by itself.

    Args:
        found: a simulation; sections on cards, leads, decisions and rules need one that was watched.
        content: what it was played with.
    """
    room = catalogue(game)
    watched = getattr(room, "watched", None)
    seen = observe(found.games, watched(content).values() if watched else ()) if found.watched else None
    shown = Shown(found, game, room, seen if seen and seen.games else None)
    sections: list[Section] = []
    if shown.good:
        for made in (make(shown) for make in SECTIONS):
            sections += made if isinstance(made, list) else [made] if made else []
    sections += [one for one in (_broken(shown), _made(shown)) if one]
    title = f"{game.title}: {found.summary.games:,} simulated games"
    return page(title, _head(shown, sections), sections, shown.charts, game.box, _foot(found))


def _head(shown: Shown, sections: list[Section]) -> str:
    """Plain words: what was simulated, how to read it, and what is worth a look."""
    found, summary = shown.found, shown.found.summary
    who = (
        f"{count(len(found.seats), text(found.seats[0]) + ' bot')}"
        if shown.alike
        else f"the bots {text(listed(found.seats))}"
    )
    what = (
        f"{summary.games:,} games between {who}" if len(found.seats) > 1 else f"{summary.games:,} games of {who} alone"
    )
    more = _changed(shown)
    early = f" It was stopped early: {found.asked:,} were asked for." * found.interrupted
    lead = f"{what}, with the seed {text(found.seed)}{more}.{early}"
    read = (
        "Each section says in a sentence what it shows and what would be noteworthy. A dot or a bar is what was "
        "counted; the "
        "line through it is its 95% interval: with so many games, the true value lies within it nineteen times out of "
        "twenty. More games make it shorter: four times as many, half as long. Point at a dot, or tap it, for "
        "its numbers."
    )
    tiles = "".join(f"<li><b>{value}</b><span>{text(name)}</span></li>" for value, name in _tiles(shown))
    titles = {one.id: one.title for one in sections}
    notes = "".join(
        f'<li>{note.sentence} <a href="#{note.section}">{text(titles[note.section])}</a></li>'
        for note in shown.notes
        if note.section in titles
    )
    glance = (
        '<section id="glance" aria-labelledby="glance-title"><h2 id="glance-title">At a glance</h2>'
        f'<ul class="notes">{notes}</ul></section>'
    )
    return (
        f'<p class="lab">Hearthside lab</p><h1>{text(shown.game.title)}</h1><p class="lead">{lead}</p><p>{read}</p>'
        f'<ul class="tiles">{tiles}</ul>' + (glance if notes else "")
    )


def _tiles(shown: Shown) -> list[tuple[str, str]]:
    summary, seen = shown.found.summary, shown.seen
    tiles = [(f"{summary.games:,}", "games")]
    if shown.good:
        tiles.append((percent(summary.won.share, 0), "had a winner" if len(summary.seats) > 1 else "won"))
    if summary.turns:
        tiles.append((number(summary.turns.mean), "turns a game"))
    if seen and seen.lasted:
        tiles.append((number(seen.lasted.mean), "seconds a game"))
    if summary.decisions:
        tiles.append((number(summary.decisions.mean), "decisions a game"))
    if seen and seen.leads:
        tiles.append((number(seen.leads.changes.mean), "lead changes a game"))
    return tiles


def _changed(shown: Shown) -> str:
    """What departs from the game as it comes out of the box."""
    found = shown.found
    usual = plain_options(shown.game.Options())
    changed = [f"{name} = {_value(value)}" for name, value in found.options.items() if value != usual.get(name)]
    changed += [f"the pack {name}" for name in found.packs]
    return f", and with {text(listed(changed))}" if changed else ""


def _broken(shown: Shown) -> Section | None:
    failures = shown.found.summary.failures
    if not failures:
        return None
    first = {error: next(one.seed for one in shown.found.games if one.error == error) for error in failures}
    rows = [[error, f"{times:,}", first[error]] for error, times in failures.items()]
    shown.note("broken", f'<span class="bad">{opening(count(shown.found.summary.errors, "game"))} broke.</span>')
    about = (
        "Games in which a rule or a bot failed. They count nowhere else on this page; run again with --keep-errors for "
        "records that reproduce them."
    )
    columns = [Column("what went wrong"), Column("games", True), Column("first seed", True)]
    return Section("broken", "Games that broke", about, table(columns, rows, "Games that broke"))


def _made(shown: Shown) -> Section:
    """How to make the same page again."""
    found, speed = shown.found, shown.found.speed
    usual = plain_options(msgspec.convert(play_outs(shown.game), shown.game.Options))
    given = [("-n", str(found.asked)), ("--seats", ",".join(found.seats)), ("--seed", found.seed)]
    given += [("--option", f"{name}={_value(value)}") for name, value in found.options.items() if value != usual[name]]
    given += [("--pack", name) for name in found.packs] + [("--report", "report.html")]
    command = " \\\n    ".join(
        [f"hearthside simulate {found.game}", *(f"{option} {shlex.quote(value)}" for option, value in given)]
    )
    facts = [
        ("Rules", f"version {found.version}"),
        ("Content", found.content or "none"),
        (
            "Options",
            ", ".join(f"{name} = {_value(value)}" for name, value in found.options.items() if value != []) or "none",
        ),
        ("Given up after", f"{found.step_cap:,} decisions"),
        (
            "Took",
            f"{number(speed.cpu_seconds)} s of processor time, {number(speed.decisions_a_second)} decisions a second",
        ),
    ]
    listed_ = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in facts)
    body = f"<pre><code>{text(command)}</code></pre><dl>{listed_}</dl>"
    about = (
        "The command that makes this page again, and what it depends on. The same version, content, options and seed "
        "give "
        "the same games, whatever the number of processes."
    )
    return Section("made", "How it was made", about, body)


def _foot(found: Simulation) -> str:
    return (
        "Intervals of shares are Wilson's; those of means are normal; those of differences between seats are Agresti "
        "and "
        "Min's for matched pairs. Set in Alegreya and Alegreya Sans by Juan Pablo del Peral (SIL OFL 1.1); charts by "
        "Vega-Lite and Altair."
    )


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
