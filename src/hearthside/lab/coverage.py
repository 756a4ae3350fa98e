"""How a ledger is covered: which rules have a test, and how often each fired in simulated games."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.ledger import Ledger, read_ledger
from ..engine.table import Table
from .simulate import play_one, play_outs


class Covered(msgspec.Struct):
    """One entry of the ledger. tests: how many tests are marked with it. fired: how often the log or a question
    named it in the simulated games. apart: why it cannot be tested alone, if the ledger says so."""

    id: str
    kind: str
    chapter: str
    tests: int
    fired: int
    apart: str = ""


class Coverage(msgspec.Struct):
    """A ledger's coverage. unknown: ids that tests or the game name and the ledger lacks. scanned: whether tests
    were there to be scanned. games: how many were simulated, and errors among them."""

    game: str
    rules: list[Covered]
    unknown: list[str]
    scanned: bool
    games: int
    errors: int

    @property
    def untested(self) -> list[Covered]:
        """Entries without a test, that could have one."""
        return [rule for rule in self.rules if not rule.tests and not rule.apart]


def marked(folder: Path, prefix: str) -> Counter[str]:
    """Ids that tests under `folder` are marked with, and how often.

    A mark is a call of something named `rule` with ids as arguments (`@rule("NV-A-1", "NV-A-2")`,
    `@pytest.mark.rule(...)`, `marks=rule(...)`); `rule(*IDS)` with a tuple of the module counts too.
    """
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        found.update(_marks(path.read_text(encoding="utf-8"), prefix))
    return found


def fired(
    game: Game, games: int, seed: int | str = 0, progress: Callable[[int], None] | None = None
) -> tuple[Counter[str], int]:
    """How often each rule was named by the log or asked by a question, in games of random and greedy bots at every
    number of seats in turn; and how many games broke."""
    counts: Counter[str] = Counter()
    errors = 0
    content = game.content(())
    options: Any = msgspec.convert(play_outs(game), game.Options)
    asked_at = -1

    def watch(table: Table) -> None:
        nonlocal asked_at
        if table.serial != asked_at:
            asked_at = table.serial
            counts.update(ask.rule for ask in table.asks if ask.rule)
        if table.over:
            counts.update(entry.rule for entry in table.g.entries or ())

    for number in range(1, games + 1):
        asked_at = -1
        seats = game.seats[number % len(game.seats)]
        players = [("random", "greedy")[(number + seat) % 2] for seat in range(seats)]
        played, _ = play_one(game, players, number, f"{seed}.{number}", options, content, log=True, watch=watch)
        errors += played.end == "error"
        if progress:
            progress(number)
    return counts, errors


def coverage(
    game: Game,
    *,
    tests: Path | None,
    games: int = 25,
    seed: int | str = 0,
    progress: Callable[[int], None] | None = None,
) -> Coverage:
    """The coverage of a game's ledger.

    Args:
        tests: the folder of the tests; None: unknown. games: how many to simulate for the fired counts.

    Raises:
        LedgerError: the game's ledger cannot be read.
    """
    assert game.ledger is not None
    ledger = read_ledger(game.ledger)
    marks = marked(tests, ledger.prefix) if tests else Counter[str]()
    counts, errors = fired(game, games, seed, progress)
    return Coverage(
        game.name,
        [Covered(r.id, r.kind, r.chapter, marks[r.id], counts[r.id], r.apart) for r in ledger.rules],
        _unknown(ledger, [*marks, *counts]),
        tests is not None,
        games,
        errors,
    )


def _unknown(ledger: Ledger, ids: Iterable[str]) -> list[str]:
    return sorted({id_ for id_ in ids if id_ and id_ not in ledger.by_id})


def _marks(source: str, prefix: str) -> list[str]:
    tree = ast.parse(source)
    lists: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    lists[target.id] = _texts(node.value.elts)
    found: list[str] = []
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _name(call.func) == "rule":
            found += _texts(call.args)
            for one in call.args:
                if isinstance(one, ast.Starred):
                    if isinstance(one.value, ast.Name):
                        found += lists.get(one.value.id, [])
                    elif isinstance(one.value, ast.Tuple | ast.List):
                        found += _texts(one.value.elts)
    return [id_ for id_ in found if id_.startswith(prefix)]


def _texts(nodes: Iterable[ast.expr]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
