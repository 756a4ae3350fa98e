"""Rule ledgers: the numbered rules, worked examples and rulings of a game's rules.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

import msgspec

_HEADING = re.compile(r"(#{2,6})\s+(.+?)\s*#*\s*$")
_ENTRY = re.compile(r"[-*]\s+\*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\*\*\s*(.*)$")
_APART = re.compile(r"\[not tested alone:\s*([^\]]+)\]")

Kind = Literal["rule", "example", "ruling"]


class LedgerError(Exception):
    """A ledger cannot be read, or has no such rule. The message is one sentence."""


class Rule(msgspec.Struct, frozen=True):
    """One entry of a ledger.

    id: such as NV-BATTLE-8. kind: rule, example (EX) or ruling (GAP). chapter: the headings above it.
    text: as it stands in the file, on one line. line: in the file, from 1.
    apart: why it cannot be tested alone, if the entry says so ("[not tested alone: why]").
    """

    id: str
    kind: Kind
    chapter: str
    text: str
    line: int
    apart: str = ""


class Ledger:
    """All entries of a ledger, in its order."""

    def __init__(self, rules: Sequence[Rule], name: str = "rules.md") -> None:
        self.rules = list(rules)
        self.by_id = {rule.id: rule for rule in self.rules}
        self.name = name

    @property
    def prefix(self) -> str:
        """What every id begins with, such as "NV-"."""
        return self.rules[0].id.partition("-")[0] + "-" if self.rules else ""

    def chapters(self) -> list[tuple[str, list[Rule]]]:
        """The chapters in order, each with its entries."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.chapter, []).append(rule)
        return list(found.items())

    def find(self, query: str) -> list[Rule]:
        """Entries by id (in any case, with or without the prefix), by the start of ids ("NV-BATTLE"), or by words.

        Of words all must occur, in any case and order, in the id, the chapter or the text.

        Raises:
            LedgerError: the query looks like an id, and there is none like it; the sentence names the nearest.
        """
        query = query.strip()
        wanted = query.upper()
        for id_ in (wanted, self.prefix + wanted):
            if id_ in self.by_id:
                return [self.by_id[id_]]
        starts = [rule for rule in self.rules if rule.id.startswith((wanted + "-", self.prefix + wanted + "-"))]
        if starts and " " not in query:
            return starts
        if wanted.startswith(self.prefix) and " " not in query:
            near = get_close_matches(wanted, self.by_id, n=3, cutoff=0.6)
            hint = f"; near it are {', '.join(near)}" if near else ""
            raise LedgerError(f"{self.name} has no rule {wanted}{hint}.")
        words = query.lower().split()
        return [rule for rule in self.rules if all(word in _searched(rule) for word in words)]


def read_ledger(path: Path) -> Ledger:
    """The ledger in a Markdown file: headings, and list entries that begin with a bold id.

    Raises:
        LedgerError: the file cannot be read, holds no rule, or uses an id twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    return parse(text, path.name)


def parse(text: str, name: str = "rules.md") -> Ledger:
    """The ledger in a text.

    Raises:
        LedgerError: it holds no rule or uses an id twice.
    """
    rules: list[Rule] = []
    above: list[tuple[int, str]] = []
    lines = text.splitlines()
    for n, line in enumerate(lines):
        if heading := _HEADING.match(line):
            level = len(heading[1])
            above = [*(one for one in above if one[0] < level), (level, heading[2])]
        elif entry := _ENTRY.match(line):
            words = [entry[2]]
            for more in lines[n + 1 :]:
                if not more.startswith((" ", "\t")) or not more.strip():
                    break
                words.append(more.strip())
            said = " ".join(words).strip()
            apart = _APART.search(said)
            titles = [title for _, title in above if title != "Rules"]
            kind: Kind = "example" if "-EX-" in entry[1] else "ruling" if "-GAP-" in entry[1] else "rule"
            rules.append(Rule(entry[1], kind, " / ".join(titles), said, n + 1, apart[1].strip() if apart else ""))
    seen: dict[str, int] = {}
    for rule in rules:
        if rule.id in seen:
            raise LedgerError(f"{name}, line {rule.line}: {rule.id} stands on line {seen[rule.id]} already.")
        seen[rule.id] = rule.line
    if not rules:
        raise LedgerError(f"{name}: there is no rule in it; an entry is a line `- **ID-1** text`.")
    return Ledger(rules, name)


def _searched(rule: Rule) -> str:
    return f"{rule.id} {rule.chapter} {rule.text}".lower().replace("*", "")
