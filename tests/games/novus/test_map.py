"""The map of Novus follows the ledger's Map design spec, and a map that breaks a rule of it is caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from hearthside.engine.content import read_list, read_one
from hearthside.games.novus.cards import Location, Map, Point
from hearthside.games.novus.checks.chart import faults
from hearthside.games.novus.library import FOLDER, dec_hook
from hearthside.games.novus.vocabulary import (
    ChallengeQuest,
    GainXp,
    LoseXp,
    RollTable,
    StartBattle,
    StealMagic,
    Steps,
)

MAP = read_one(FOLDER / "map.yaml", Map)
PLACES = tuple(read_list(FOLDER / "locations.yaml", Location, dec_hook))
QUEST_CV = {
    "quest-kroenig": 11,
    "quest-osira": 12,
    "quest-cystos": 13,
    "quest-kraeger-beast": 13,
    "quest-jue-rgon": 14,
    "quest-actenebras": 15,
    "quest-kzmatic": 15,
    "quest-asmakai": 17,
    "quest-monsigneus": 19,
}


def found(chart: Map = MAP, places: tuple[Location, ...] = PLACES) -> str:
    return " ".join(faults(chart, places, QUEST_CV))


def point(id_: str) -> Point:
    return next(point for point in MAP.points if point.id == id_)


def place(point_id: str) -> Location:
    return next(place for place in PLACES if place.point == point_id)


def with_point(id_: str, **changes: Any) -> Map:
    return replace(MAP, points=tuple(replace(p, **changes) if p.id == id_ else p for p in MAP.points))


def with_place(point_id: str, **changes: Any) -> tuple[Location, ...]:
    return tuple(replace(p, **changes) if p.point == point_id else p for p in PLACES)


def with_roads(*more: tuple[str, str]) -> Map:
    return replace(MAP, edges=(*MAP.edges, *more))


def without_roads(keep: Callable[[str, str], bool]) -> Map:
    return replace(MAP, edges=tuple(edge for edge in MAP.edges if keep(*edge)))


def neighbours(id_: str) -> list[str]:
    return [b if a == id_ else a for a, b in MAP.edges if id_ in (a, b)]


def rewired(id_: str, *others: str) -> Map:
    """The map with all roads of a point replaced by roads to `others`."""
    cut = without_roads(lambda a, b: id_ not in (a, b))
    return replace(cut, edges=(*cut.edges, *((id_, other) for other in others)))


@pytest.mark.rule("NV-GAP-16")
@pytest.mark.rule("NV-GAP-18")
def test_the_base_map_has_no_faults():
    assert faults(MAP, PLACES, QUEST_CV) == []


# Rule 1


@pytest.mark.rule("NV-GAP-16")
def test_a_missing_kind_is_counted():
    assert "15 points of kind waypoint, not 14" in found(with_point("glass-dunes", kind="waypoint", name=""))


@pytest.mark.rule("NV-GAP-16")
def test_ids_are_unique():
    assert "Two points have the id hearthold." in found(with_point("frosthelm", id="hearthold"))


@pytest.mark.rule("NV-GAP-6")
@pytest.mark.rule("NV-SETUP-19")
def test_there_is_one_start_and_it_is_a_plain_city():
    assert "0 starting points" in found(with_point("hearthold", start=False))
    assert "2 starting points" in found(with_point("tamban", start=True))
    assert "The start lionsgate is no plain City." in found(with_point("lionsgate", start=True))
    assert [p.kind for p in MAP.points if p.start] == ["city"]


@pytest.mark.rule("NV-GAP-18")
def test_a_named_point_has_one_card_of_its_own_name():
    assert "tamban has no Location card." in found(places=tuple(p for p in PLACES if p.point != "tamban"))
    assert "hearthold has two Location cards." in found(places=with_place("tamban", point="hearthold"))
    assert "atlantis, which is no point" in found(places=with_place("tamban", point="atlantis"))
    assert "named 'Tamban' on the map and 'Tambam'" in found(places=with_place("tamban", name="Tambam"))
    assert len(PLACES) == 35


@pytest.mark.rule("NV-GAP-19")
@pytest.mark.rule("NV-TRAVEL-30")
@pytest.mark.rule("NV-TRAVEL-27")
@pytest.mark.parametrize("kind", ["expansion", "waypoint"])
def test_waypoints_and_expansion_points_have_neither_name_nor_card(kind: str):
    some = next(p.id for p in MAP.points if p.kind == kind)
    assert f"{some} is of kind {kind} and must have no name." in found(with_point(some, name="Somewhere"))
    assert f"{some} is of kind {kind} and must have no Location card." in found(places=with_place("tamban", point=some))


# Rule 2


@pytest.mark.rule("NV-GAP-54")
def test_the_map_holds_together():
    island = ("rimewood", "gull-path", "quest-actenebras", "lake-frontier", "port-averil", "mirrormere", "saltmarsh")
    assert "The map falls apart" in found(without_roads(lambda a, b: (a in island) == (b in island)))


@pytest.mark.rule("NV-GAP-54")
def test_the_map_holds_together_without_its_quests_points():
    assert "without its Quests points falls apart" in found(rewired("heron-path", "quest-kzmatic", "quest-jue-rgon"))


@pytest.mark.rule("NV-GAP-3")
def test_the_map_holds_together_without_any_one_encounters_point():
    chart = rewired("heron-path", "quest-kzmatic", "viper-steps")
    assert "without its Quests points and viper-steps falls apart" in found(chart)


# Rule 3


@pytest.mark.rule("NV-GAP-16")
def test_the_number_of_roads_at_each_point_is_held():
    away = neighbours("hearthold")[0]
    assert "hearthold has 3 roads, not 4 to 6." in found(without_roads(lambda a, b: {a, b} != {"hearthold", away}))
    assert "saltmarsh has 1 roads, not 2 to 5." in found(rewired("saltmarsh", "port-averil"))
    crowd = [("quest-kzmatic", other) for other in ("tamban", "river-frontier", "vine-path")]
    assert "quest-kzmatic has 4 roads, not 1 to 3." in found(with_roads(*crowd))


@pytest.mark.rule("NV-GAP-16")
def test_a_quests_point_has_a_neighbour_of_another_kind():
    chart = rewired("quest-asmakai", "quest-monsigneus")
    assert "The Quests point quest-asmakai has no neighbour of another kind." in found(chart)


@pytest.mark.rule("NV-GAP-16")
def test_roads_are_counted_and_join_two_points_once():
    assert "74 roads, not 75 to 95" in found(replace(MAP, edges=MAP.edges[:74]))
    assert "A road leads from tamban to itself." in found(with_roads(("tamban", "tamban")))
    assert "A road leads to atlantis, which is no point" in found(with_roads(("tamban", "atlantis")))
    a, b = MAP.edges[0]
    assert f"Two roads join {a} and {b}." in found(with_roads((b, a)))


# Rules 4, 5, 6


@pytest.mark.rule("NV-GAP-16")
def test_the_longest_way_is_held():
    star = [("hearthold", p.id) for p in MAP.points if p.id != "hearthold" and "hearthold" not in neighbours(p.id)]
    assert "The longest way on the map is 2 steps, not 9 to 14." in found(with_roads(*star))


@pytest.mark.rule("NV-GAP-16")
def test_distances_from_the_start_are_held():
    assert "The Class city sunspire is 1 steps from the start, not 3 to 6." in found(
        with_roads(("hearthold", "sunspire"))
    )
    assert "quest-osira (CV 12) is 1 steps from the start, not at least 3." in found(
        with_roads(("hearthold", "quest-osira"))
    )
    assert "quest-monsigneus (CV 19) is 6 steps from the start, not at least 7." in found(
        with_roads(("salt-road", "quest-monsigneus"))
    )


@pytest.mark.rule("NV-GAP-16")
def test_a_battle_lies_within_two_steps_of_the_start():
    quiet = {"icefang-pass", "broken-bridge", "old-barrow", "gallows-oak"}
    chart = replace(MAP, points=tuple(replace(p, kind="special") if p.id in quiet else p for p in MAP.points))
    assert "The nearest Encounters point is 4 steps from the start, not at most 2." in found(chart)


@pytest.mark.rule("NV-GAP-16")
def test_no_point_is_more_than_four_steps_from_a_city():
    wild = {"tamban", "millers-ford", "hearthold", "elderbough", "lionsgate", "mosswick", "sunspire"}
    chart = replace(MAP, points=tuple(replace(p, kind="special") if p.id in wild else p for p in MAP.points))
    assert "steps from the nearest City, not at most 4." in found(chart)


# Rules 7, 8, 9


@pytest.mark.rule("NV-GAP-16")
def test_quests_points_are_no_neighbours():
    chart = with_roads(("quest-asmakai", "quest-monsigneus"))
    assert "The Quests points quest-asmakai and quest-monsigneus are neighbours." in found(chart)


@pytest.mark.rule("NV-GAP-54")
def test_there_is_always_a_move_that_avoids_the_quests_points():
    chart = rewired("heron-path", "quest-kzmatic", "quest-jue-rgon")
    assert "From heron-path no move avoids the Quests points." in found(chart)


@pytest.mark.rule("NV-GAP-16")
def test_each_class_icon_has_one_class_city():
    twice = found(with_point("sunspire", class_icon="tree"))
    assert "The class icon tree has 2 Class cities, not 1." in twice
    assert "The class icon wizard has 0 Class cities, not 1." in twice
    assert "tamban has a class icon but is no Class city." in found(with_point("tamban", class_icon="tree"))


# Rule 10


@pytest.mark.rule("NV-QC-3")
@pytest.mark.rule("NV-QC-13")
def test_a_quests_point_has_its_battle_and_an_explore_text_for_afterwards():
    assert "lacks the battle" in found(places=with_place("quest-osira", explore=Steps()))
    assert "lacks an Explore text for when" in found(places=with_place("quest-osira", after_quest=Steps()))
    assert "is no Quests point" in found(places=with_place("tamban", after_quest=Steps((GainXp(1),))))


@pytest.mark.rule("NV-GAP-55")
def test_the_theft_from_kzmatic():
    assert "Kzmatic's Keep lacks the choice of theft." in found(
        places=with_place("quest-kzmatic", explore=Steps((ChallengeQuest(),)))
    )
    fight, theft = place("quest-kzmatic").explore[0].options
    assert fight.do == (ChallengeQuest(),)
    (table,) = theft.do
    assert isinstance(table, RollTable)
    assert [band.upto for band in table.bands] == [3, 7, 10]
    assert table.bands[0].do[0] == LoseXp(2)
    assert table.bands[1].do == ()
    assert table.bands[2].do == (StealMagic(),)


@pytest.mark.rule("NV-GAP-4")
def test_the_reptisaurs_are_met_only_in_the_deep_of_jue_rgon():
    assert place("quest-jue-rgon").after_quest == (StartBattle("reptisaurs"),)
    assert [p.id for p in PLACES if "reptisaurs" in str(p)] == ["deep-of-jue-rgon"]


@pytest.mark.rule("NV-EXPLORE-4")
def test_the_explore_icon_and_an_explore_text_go_together():
    assert "Tamban needs both the Explore icon and an Explore text" in found(with_point("tamban", explore=False))
    assert "Explore icon is on 1 points of kind city, not 2." in found(with_point("tamban", explore=False))
    assert "Tamban needs both" in found(places=with_place("tamban", explore=Steps()))


@pytest.mark.rule("NV-GAP-20")
def test_six_points_have_the_location_card_icon():
    assert sum(p.trigger == "pass_and_end" for p in PLACES) == 6
    assert "Location-card icon is on 3 points of kind special, not 4." in found(
        places=with_place("mirrormere", trigger="end")
    )
    assert "is never passed through" in found(places=with_place("tamban", on_end=Steps((GainXp(1),))))


@pytest.mark.rule("NV-GAP-24")
@pytest.mark.rule("NV-TRAVEL-29")
def test_ending_on_an_encounters_point_is_a_battle():
    assert "Bone Flats is an Encounters point without a battle." in found(places=with_place("bone-flats", do=Steps()))


@pytest.mark.rule("NV-GAP-25")
@pytest.mark.rule("NV-TRAVEL-32")
def test_every_class_city_has_its_benefit():
    assert "Drakkar needs to be both" in found(places=with_place("drakkar", class_benefit=Steps()))
    assert "Tamban needs to be both" in found(places=with_place("tamban", class_benefit=Steps((GainXp(1),))))


# Rule 11, regions, the sheet


@pytest.mark.rule("NV-SETUP-2")
def test_the_cards_lie_in_alphabetical_order():
    assert "out of alphabetical order" in found(places=(*PLACES[1:], PLACES[0]))
    assert "Two Location cards have the name tamban." in found(places=with_place("drakkar", name="Tamban"))


@pytest.mark.rule("NV-GAP-16")
def test_regions_have_their_share():
    chart = replace(MAP, points=tuple(replace(p, region="forest") if p.region == "tundra" else p for p in MAP.points))
    for fault in ("has 0 points", "has no City", "has no quest point", "has no encounter point"):
        assert f"The region tundra {fault}" in found(chart)
    assert "The region forest has 16 points, not 7 to 10." in found(chart)


@pytest.mark.rule("NV-GAP-16")
def test_points_lie_on_the_sheet():
    assert "tamban lies at 1300, 5, off the sheet of 1240 by 820." in found(with_point("tamban", x=1300, y=5))
