"""The Player Aids and the advice tell the rules as they are (NV-PLAYER-2, NV-RECOV-11, NV-EXPLORE-14, NV-GAP-77)."""

from __future__ import annotations

import re

import msgspec
import pytest

from hearthside.games.novus import aids, battle, travel

from .story import BOX, NOVUS

LEDGER = NOVUS.ledger.read_text() if NOVUS.ledger else ""
LINES = [
    line
    for screen in (aids.PREPARATION_AND_ADVENTURE, aids.COMBAT_AND_SELLING)
    for _, lines in screen
    for line in lines
] + list(aids.ADVICE)


def told(screen: aids.Screen, *ids: str) -> str:
    """What a screen says of these rules."""
    lines = [aids.split_line(line) for _, lines in screen for line in lines]
    return " ".join(text for text, of in lines if set(ids) & set(of))


@pytest.mark.rule("NV-PLAYER-2", "NV-GAP-77")
def test_there_are_two_aids_each_with_its_half_of_the_game():
    first = [heading.split(":")[0] for heading, _ in aids.PREPARATION_AND_ADVENTURE]
    second = [heading.split(",")[0].split(":")[0] for heading, _ in aids.COMBAT_AND_SELLING]
    assert first == ["Preparation", "Adventure", "Travel", "Explore"]
    assert second == ["Battle", "After a battle", "Recovery", "GP for XP", "XP to CV"]


@pytest.mark.rule("NV-PLAYER-2", "NV-GAP-77")
@pytest.mark.parametrize("line", LINES)
def test_every_line_names_rules_of_the_ledger(line: str):
    text, ids = aids.split_line(line)
    assert text
    assert ids
    for one in ids:
        assert f"- **{one}** " in LEDGER, one


@pytest.mark.rule("NV-PLAYER-2")
def test_a_battle_is_told_in_seven_steps():
    _, lines = aids.COMBAT_AND_SELLING[0]
    steps = [int(found.group(1)) for line in lines if (found := re.match(r"(\d)\. ", line))]
    assert steps == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("NV-RECOV-8", "NV-PLAYER-2")
def test_the_conversion_chart_is_the_tables():
    assert aids.trade_rows(BOX.tables) == ("20 GP for 1 XP", "35 GP for 2 XP", "50 GP for 3 XP")
    assert "20 GP for 1 XP. 35 GP for 2 XP. 50 GP for 3 XP." in told(aids.COMBAT_AND_SELLING, "NV-RECOV-8")
    assert "XP number 25" in told(aids.COMBAT_AND_SELLING, "NV-RECOV-9")


@pytest.mark.rule("NV-BOARD-11", "NV-PLAYER-16")
def test_the_cv_chart_is_the_tables():
    rows = aids.cv_rows(BOX.tables)
    assert rows[:2] == ("1-2 XP: +0 CV", "3-5 XP: +1 CV")
    assert rows[-1] == "24-25 XP: +8 CV"
    assert [f"{row}." for row in rows] == [aids.split_line(line)[0] for line in aids.COMBAT_AND_SELLING[-1][1]]


@pytest.mark.rule("NV-PLAYER-2")
def test_the_numbers_are_those_of_the_rules():
    first, second = aids.PREPARATION_AND_ADVENTURE, aids.COMBAT_AND_SELLING
    assert f"{BOX.tables.draw_price} GP" in told(first, "NV-PREP-7")
    assert f"{travel.SAFE_GP} GP" in told(first, "NV-TRAVEL-3")
    assert f"1 to {travel.BASE_MOVES} points" in told(first, "NV-TRAVEL-11")
    assert "Safe Travels 2, Adventure 1, Reward 1, Encounter 2" in told(first, "NV-TRAVEL-2")
    assert f"{battle.ESCAPE_AT} or more" in told(second, "NV-BATTLE-9")
    assert "-3" in told(second, "NV-CREATURE-9")
    assert "10 XP" in told(second, "NV-RECOV-10")
    assert "5 cards" in told(second, "NV-HAND-3")


@pytest.mark.rule("NV-PLAYER-2")
def test_a_pack_with_other_tables_has_other_aids():
    other = msgspec.structs.replace(BOX.tables, draw_price=30, hand_limit=7, trades=((10, 1),))
    assert "30 GP" in told(aids.preparation_and_adventure(other), "NV-PREP-7")
    assert "7 cards" in told(aids.combat_and_selling(other), "NV-HAND-3")
    assert told(aids.combat_and_selling(other), "NV-RECOV-8") == "10 GP for 1 XP."


@pytest.mark.rule("NV-EXPLORE-14")
def test_newcomers_are_told_to_explore_and_then_to_seek_their_icon():
    told_of = [text for text, ids in map(aids.split_line, aids.ADVICE) if "NV-EXPLORE-14" in ids]
    assert "Explore" in told_of[0]
    assert "class icon" in told_of[1]


@pytest.mark.rule("NV-RECOV-13")
def test_the_aid_says_where_the_price_stands():
    assert "the price on their face" in told(aids.COMBAT_AND_SELLING, "NV-RECOV-13")
