"""Content files: what is wrong is named with its file, line and card."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from hearthside.engine.content import ContentError, hash_of, read_list, read_one


class Card(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    cost: int = 0
    when: str = ""


def wrong(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        read_list(path, Card)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_list_is_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text("- id: sword\n  cost: 3\n- {id: shield, when: on}\n")
    assert read_list(path, Card) == [Card("sword", 3), Card("shield", 0, "on")], "`on` is a word, not true"
    path.write_text("")
    assert read_list(path, Card) == []


@pytest.mark.parametrize(
    "text,wanted",
    [
        ("- id: sword\n- id: shield\n  colour: red\n", "cards.yaml, line 2: shield: .*colour"),
        ("# note\n\n- id: sword\n  cost: cheap\n", "cards.yaml, line 3: sword: .*int.*cost"),
        ("- id: sword\n- cost: 3\n", "cards.yaml, line 2: entry 2: .*id"),
        ("- id: sword\n- shield\n", "cards.yaml, line 2: entry 2: "),
        ("- id: sword\n  cost: [\n", r"cards.yaml, line \d: not YAML"),
        ("- id: sword\n\tcost: 3\n", "cards.yaml, line 2: not YAML"),
        ("id: sword\n", "cards.yaml: a list is needed at the top"),
        ("- id: sword\n  cost: true\n", "cards.yaml, line 1: sword: .*int.*cost"),
    ],
)
def test_what_is_wrong_is_named_with_file_line_and_card(text: str, wanted: str, tmp_path: Path) -> None:
    assert re.search(wanted, wrong(tmp_path / "cards.yaml", text))


def test_what_an_entry_says_of_others_is_checked_with_its_place(tmp_path: Path) -> None:
    def known(card: Card) -> None:
        if card.when not in ("", "dusk"):
            raise ValueError(f"there is no {card.when}")

    path = tmp_path / "cards.yaml"
    path.write_text("- {id: sword, when: dusk}\n\n- {id: shield, when: noon}\n")
    with pytest.raises(ContentError, match=r"^cards\.yaml, line 3: shield: there is no noon$"):
        read_list(path, Card, check=known)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.yaml: cannot be read"):
        read_list(tmp_path / "none.yaml", Card)
    (tmp_path / "cards.yaml").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ContentError, match=r"cards\.yaml: not UTF-8 text"):
        read_list(tmp_path / "cards.yaml", Card)


def test_one_mapping(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text("id: sword\n")
    assert read_one(path, Card) == Card("sword")
    path.write_text("id: 3\n")
    with pytest.raises(ContentError, match=r"card.yaml: .*str.*id"):
        read_one(path, Card)
    path.write_text("- id: 3\n")
    with pytest.raises(ContentError, match="a mapping is needed at the top"):
        read_one(path, Card)


def test_the_hash_names_names_and_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_text("- id: x\n")
    two.write_text("- id: x\n")
    hashes = {hash_of([one]), hash_of([two]), hash_of([one, two]), hash_of([two, one])}
    assert len(hashes) == 4
    assert hash_of([one]) == hash_of([one])
    two.write_text("- id: y\n")
    assert hash_of([one, two]) not in hashes
