"""Changes in a line become a pack, typed and checked like one; what does not fit is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab.changes import read_changes, write_pack

NOVUS = game("novus")


def changed(folder: Path, *texts: str, of: str = "novus", packs: tuple[Path, ...] = ()) -> Any:
    """The content with the changes."""
    made = folder / "changes"
    made.mkdir()
    write_pack(read_changes(texts, game(of)), game(of), packs, made)
    return game(of).content([*packs, made])


def card(content: Any, id_: str) -> Any:
    return content.cards[content.number[id_]]


def test_a_field_of_a_card(tmp_path: Path) -> None:
    content = changed(tmp_path, "reward/sword.cv=5")
    assert card(content, "sword").cv == 5
    assert card(content, "sword").price == 25
    assert content.number == NOVUS.content(()).number


def test_several_changes_also_of_one_card(tmp_path: Path) -> None:
    content = changed(tmp_path, "reward/sword.cv=5", "reward/sword.price=30", "tables.start_gp=20", "tables.xp_cv.0=1")
    assert (card(content, "sword").cv, card(content, "sword").price) == (5, 30)
    assert (content.tables.start_gp, content.tables.xp_cv[:2]) == (20, (1, 0))


def test_a_part_of_an_effect_and_a_whole_one(tmp_path: Path) -> None:
    content = changed(
        tmp_path, "encounter/orc-warrior.victory.0.gain_gp=20", "encounter/goblins.victory=[{gain_xp: 2}]"
    )
    assert card(content, "orc-warrior").victory[0].n == 20
    assert card(content, "goblins").victory[0].n == 2


def test_a_change_lies_over_packs(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "rewards.yaml").write_text(
        "- {id: twig, name: Twig, icon: tree-branch, palette: wood, kind: weapon, slot: hand, cv: 1, price: 10}\n"
    )
    assert card(changed(tmp_path, "reward/twig.cv=2", packs=(pack,)), "twig").cv == 2


def test_a_point_of_the_map_and_another_game(tmp_path: Path) -> None:
    content = changed(tmp_path, "map/mosswick.x=351")
    assert content.points[content.point_number["mosswick"]].x == 351
    last = game("lastsecond")
    quest = last.content(()).quests[0]
    (tmp_path / "other").mkdir()
    content = changed(tmp_path / "other", f"quest/{quest.id}.title=Picnic", of="lastsecond")
    assert content.quests[0].title == "Picnic"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("sword", "'sword' is no change; one is KIND/ID.FIELD=VALUE, such as "),
        ("reward/sword=5", "'reward/sword=5' is no change; one is KIND/ID.FIELD=VALUE, such as "),
        ("rewards/sword.cv=5", "Legends of Novus has no kind 'rewards'; did you mean reward?"),
        ("moon/sword.cv=5", "Legends of Novus has no kind 'moon'; there are adventure, encounter, reward, "),
        ("reward.cv=5", "reward.cv=5 names no reward; one is named as reward/sword."),
        ("reward/swrod.cv=5", "there is no reward with the id 'swrod'; did you mean sword?"),
        ("reward/Boar Spear.cv=5", "Boar Spear is addressed as reward/boar-spear."),
        ("reward/sword.prise=5", "reward/sword has no field 'prise'; did you mean price"),
        ("reward/sword.id=blade", "reward/sword has no field 'id'; "),
        ("reward/sword.cv=much", 'cv is a whole number, not "much".'),
        ("reward/sword.magical=2", "magical is true or false, not 2."),
        ("reward/sword.slot=hat", 'slot is head or body or hand or foot or item or null, not "hat".'),
        ("class/knight.icons=[axe]", 'icons is a list of tree or daggers or fighter or priest or wizard, not ["axe"].'),
        ("class/knight.icons=tree", 'icons is a list of tree or daggers or fighter or priest or wizard, not "tree".'),
        ("reward/sword.cv=[", "the value is not YAML, such as 5, [2, 3] or {gain_xp: 2}."),
        ("reward/sword.cv=4", "reward/sword.cv=4 changes nothing: that is what it says already."),
        ("reward/sword.cv.x=4", "reward/sword.cv is 4 and has no part 'x'."),
        ("encounter/orc-warrior.victory.7.draw=reward", "victory is a list with the places 0 to 1, not '7'."),
        ("encounter/orc-warrior.victory.0.gain_pg=2", "does not fit: orc-warrior: Object contains unknown field"),
        ("encounter/orc-warrior.victory=[{gain_xq: 2}]", "does not fit: orc-warrior: the step "),
        ("tables.start_pg=2", "tables has no field 'start_pg'; did you mean start_"),
        ("tables.start_gp=lots", 'start_gp is a whole number, not "lots".'),
        ("tables/box.start_gp=2", "tables has no entries; write tables.start_gp=VALUE."),
        ("reward/sword.name=Hatchet", "would make faulty content: The reward Hatchet shares its name"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        changed(tmp_path, text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
