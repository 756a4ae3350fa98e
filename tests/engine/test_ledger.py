"""Ledgers are read, and their rules found by id and by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearthside.engine.ledger import LedgerError, parse, read_ledger
from hearthside.games import game

TEXT = """\
# A game: rules
- just a line

## Rules

### AB-DICE: dice

- **AB-DICE-1** A tie is won by the *player*. [001: Dice]
- **AB-DICE-2** A natural 1 fails,
  whatever is added. [not tested alone: AB-DICE-1 covers it]

## Worked examples

- **AB-EX-1** *Given* a tie.

## Gaps and rulings

### Dice

- **AB-GAP-1** Silent. **Ruling:** none.
"""


def test_entries_have_kind_chapter_text_and_line() -> None:
    one, two, example, ruling = parse(TEXT).rules
    assert (one.id, one.kind, one.chapter, one.line) == ("AB-DICE-1", "rule", "AB-DICE: dice", 8)
    assert two.text.startswith("A natural 1 fails, whatever is added.")
    assert two.apart == "AB-DICE-1 covers it"
    assert (example.kind, example.chapter) == ("example", "Worked examples")
    assert (ruling.kind, ruling.chapter) == ("ruling", "Gaps and rulings / Dice")


@pytest.mark.parametrize("query", ["AB-DICE-1", "ab-dice-1", "dice-1", " Dice-1 "])
def test_an_id_is_found_in_any_case_with_or_without_the_prefix(query: str) -> None:
    assert [rule.id for rule in parse(TEXT).find(query)] == ["AB-DICE-1"]


def test_the_start_of_ids_finds_a_chapter() -> None:
    assert [rule.id for rule in parse(TEXT).find("AB-DICE")] == ["AB-DICE-1", "AB-DICE-2"]


def test_words_must_all_occur_and_stars_do_not_matter() -> None:
    assert [rule.id for rule in parse(TEXT).find("player TIE")] == ["AB-DICE-1"]
    assert parse(TEXT).find("player natural") == []


def test_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(LedgerError, match=r"no rule AB-DICE-9; near it are AB-DICE-"):
        parse(TEXT).find("ab-dice-9")


def test_an_id_used_twice_is_an_error_with_its_line() -> None:
    with pytest.raises(LedgerError, match=r"line 21: AB-EX-1 stands on line 14 already"):
        parse(TEXT + "- **AB-EX-1** again\n")


def test_a_text_without_rules_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no rule in it"):
        parse("# nothing\n")
    with pytest.raises(LedgerError, match="cannot be read"):
        read_ledger(tmp_path / "none.md")


def test_the_ledger_of_novus_is_read_whole() -> None:
    path = game("novus").ledger
    assert path is not None
    ledger = read_ledger(path)
    assert len(ledger.rules) == path.read_text(encoding="utf-8").count("\n- **NV-")
    assert ledger.prefix == "NV-"
    assert {rule.kind for rule in ledger.rules} == {"rule", "example", "ruling"}
