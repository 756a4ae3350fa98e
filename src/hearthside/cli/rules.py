"""`hearthside rules`: a game's rules by id and words, and how they are covered."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from pathlib import Path

import hearthside

from ..engine.game import Game
from ..engine.ledger import Ledger, Rule, read_ledger
from ..games import game as game_of
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Prints what was asked for."""
    game = game_of(arguments.game)
    if game.ledger is None:
        raise Fault(f"{game.title} has no ledger of rules.")
    query = " ".join(arguments.query)
    if arguments.coverage:
        if query:
            raise Fault("--coverage is of the whole ledger: leave out the id or the words.")
        return _coverage(game, arguments.games, arguments.json)
    ledger = read_ledger(game.ledger)
    if not query and not arguments.json:
        _chapters(game, ledger)
        return 0
    found = ledger.find(query) if query else ledger.rules
    if not found:
        raise Fault(f"No rule of {game.title} holds {' and '.join(repr(word) for word in query.split())}.")
    if arguments.json:
        sys.stdout.write(asked.json_text({"game": game.name, "query": query, "rules": found}))
        return 0
    chapter = ""
    for rule in found:
        if rule.chapter != chapter:
            print(("\n" if chapter else "") + rule.chapter)
            chapter = rule.chapter
        print(told(rule))
    return 0


def told(rule: Rule) -> str:
    """A rule as a paragraph, its id in front, without Markdown's stars."""
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    text = re.sub(r"\*+([^*]+)\*+", r"\1", rule.text)
    return textwrap.fill(f"{rule.id}  {text}", width, subsequent_indent="    ", break_on_hyphens=False)


def tests_folder() -> Path | None:
    """Where the tests are: beside the sources, or here; None if neither."""
    beside = Path(hearthside.__file__).resolve().parents[2] / "tests"
    here = Path("tests")
    return next((folder for folder in (beside, here) if (folder / "games").is_dir()), None)


def _chapters(game: Game, ledger: Ledger) -> None:
    print(f"{game.title}: {len(ledger.rules)} rules, examples and rulings\n")
    for title, rules in ledger.chapters():
        print(f"{len(rules):5}  {title}")
    first = ledger.rules[0].id
    print(
        f"\n`hearthside rules {game.name} {first}` shows one, {first.rpartition('-')[0]} a chapter; words find others."
    )


def _coverage(game: Game, games: int, as_json: bool) -> int:
    from ..lab.coverage import coverage

    tests = tests_folder()

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            end = "\r" if done < games else "\r" + " " * 40 + "\r"
            print(f"simulating: {done} of {games} games", end=end, file=sys.stderr, flush=True)

    found = coverage(game, tests=tests, games=games, progress=progress)
    untested, alone = found.untested, [rule for rule in found.rules if rule.apart and not rule.tests]
    with_test = sum(rule.tests > 0 for rule in found.rules)
    seen = sum(rule.fired > 0 for rule in found.rules)
    counts = {
        "rules": len(found.rules), "tested": with_test if found.scanned else None,
        "untested": len(untested) if found.scanned else None, "not_tested_alone": len(alone), "fired": seen,
        "games": found.games, "errors": found.errors,
    }  # fmt: skip
    if as_json:
        sys.stdout.write(
            asked.json_text({"game": game.name, "counts": counts, "unknown": found.unknown, "rules": found.rules})
        )
        return 0
    print(f"{'id':<16} {'tests':>5} {'fired':>9}")
    chapter = ""
    for rule in found.rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            print(f"\n{chapter}")
        mark = "" if rule.tests or not found.scanned else f"  {rule.apart or 'untested'}"
        print(f"{rule.id:<16} {rule.tests if found.scanned else '-':>5} {rule.fired or '-':>9}{mark}")
    print()
    if found.scanned:
        print(
            f"{len(found.rules)} rules, examples and rulings: {with_test} tested, {len(untested)} untested, "
            f"{len(alone)} not to be tested alone."
        )
    else:
        print(f"{len(found.rules)} rules, examples and rulings; the tests are not here (they come with the sources).")
    print(f"{seen} fired in {found.games} simulated games ({found.errors} broke).")
    if found.unknown:
        print(f"Named by tests or the game, and not in the ledger: {', '.join(found.unknown)}.")
    return 0
