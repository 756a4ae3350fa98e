"""Whether a map of Novus follows the ledger's Map design spec (NV-GAP-16, NV-GAP-18): one sentence a fault."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import get_args

from ..cards import Location, Map, Point
from ..vocabulary import ChallengeQuest, Icon, PointKind, Region, RollTable, StartBattle, StealMagic, Step, Steps

Near = dict[str, set[str]]  # the neighbours of every point

WIDTH, HEIGHT = 1240, 820
KINDS: dict[PointKind, int] = {
    "city": 7,
    "class": 5,
    "encounter": 10,
    "quest": 9,
    "special": 4,
    "waypoint": 14,
    "expansion": 3,
}
EXPLORE_ICONS: dict[PointKind, int] = {"city": 2, "encounter": 3, "special": 4}
CARD_ICONS: dict[PointKind, int] = {"encounter": 2, "special": 4}
EDGES = range(75, 96)
REGION_POINTS = range(7, 11)
DIAMETER = range(9, 15)
CLASS_CITY_STEPS = range(3, 7)
NAMELESS = ("waypoint", "expansion")
CITIES = ("city", "class")


def faults(chart: Map, places: Sequence[Location], quest_points_cv: Mapping[str, int]) -> list[str]:
    """Everything in which a map breaks the Map design spec, each as one sentence. A good map has none.

    Args:
        chart: the map.
        places: the Location cards.
        quest_points_cv: the CV of the Quest Creature that lives on each Quests point, by the point's id.
    """
    found = _counts(chart) + _cards(chart, places) + _listing(places) + _icons(chart, places) + _texts(chart, places)
    found += _regions(chart) + _coordinates(chart)
    found += _roads(chart)
    ids = [point.id for point in chart.points]
    if _repeated(ids) or not {end for edge in chart.edges for end in edge} <= set(ids):
        return found  # ways mean nothing yet
    near = _near(chart)
    start = next((point for point in chart.points if point.start), None)
    found += _connected(chart, near) + _degrees(chart, near) + _quests_apart(chart) + _always_a_way(chart, near)
    if start is not None and _steps_from(start.id, near).keys() == near.keys():
        found += _distances(chart, near, start, quest_points_cv)
    return found


def _counts(chart: Map) -> list[str]:
    """Rule 1: the kind counts, unique ids, and a start that is a plain City (NV-GAP-6)."""
    have = Counter(point.kind for point in chart.points)
    found = [
        f"The map has {have[kind]} points of kind {kind}, not {want}."
        for kind, want in KINDS.items()
        if have[kind] != want
    ]
    found += [f"Two points have the id {id_}." for id_ in _repeated(point.id for point in chart.points)]
    starts = [point for point in chart.points if point.start]
    if len(starts) != 1:
        found.append(f"The map has {len(starts)} starting points, not 1.")
    found += [f"The start {point.id} is no plain City." for point in starts if point.kind != "city"]
    return found


def _cards(chart: Map, places: Sequence[Location]) -> list[str]:
    """Rule 1: a named point has one Location card of the same name, a nameless one none (NV-GAP-18, NV-GAP-19)."""
    names = {point.id: point.name for point in chart.points}
    kinds = {point.id: point.kind for point in chart.points}
    found = [f"Two Location cards have the id {id_}." for id_ in _repeated(place.id for place in places)]
    found += [f"{id_} has two Location cards." for id_ in _repeated(place.point for place in places)]
    carded = {place.point for place in places}
    for point in chart.points:
        if point.kind in NAMELESS and point.name:
            found.append(f"{point.id} is of kind {point.kind} and must have no name.")
        if point.kind not in NAMELESS and point.id not in carded:
            found.append(f"{point.id} has no Location card.")
    for place in places:
        if place.point not in names:
            found.append(f"The Location card {place.id} is for {place.point}, which is no point of the map.")
        elif kinds[place.point] in NAMELESS:
            found.append(f"{place.point} is of kind {kinds[place.point]} and must have no Location card.")
        elif names[place.point] != place.name:
            found.append(f"{place.point} is named {names[place.point]!r} on the map and {place.name!r} on its card.")
    return found


def _listing(places: Sequence[Location]) -> list[str]:
    """Rule 11: the names are unique and the cards lie in their alphabetical order (NV-SETUP-2)."""
    names = [place.name for place in places]
    found = [f"Two Location cards have the name {name}." for name in _repeated(name.casefold() for name in names)]
    for before, after in pairwise(names):
        if before.casefold() > after.casefold():
            found.append(f"The Location card {after} lies after {before}, out of alphabetical order.")
    return found


def _icons(chart: Map, places: Sequence[Location]) -> list[str]:
    """Rule 9, the Class icons; and the counts of Explore and Location-card icons."""
    found = []
    icons = Counter(point.class_icon for point in chart.points if point.kind == "class")
    for icon in get_args(Icon):
        if icons[icon] != 1:
            found.append(f"The class icon {icon} has {icons[icon]} Class cities, not 1.")
    for point in chart.points:
        if point.kind == "class" and point.class_icon is None:
            found.append(f"The Class city {point.id} has no class icon.")
        if point.kind != "class" and point.class_icon is not None:
            found.append(f"{point.id} has a class icon but is no Class city.")
    kinds = {point.id: point.kind for point in chart.points}
    explore = Counter(point.kind for point in chart.points if point.explore)
    card = Counter(kinds[place.point] for place in places if place.point in kinds and place.trigger == "pass_and_end")
    for what, have, want in (("Explore", explore, EXPLORE_ICONS), ("Location-card", card, CARD_ICONS)):
        for kind in KINDS:
            if have[kind] != want.get(kind, 0):
                found.append(f"The {what} icon is on {have[kind]} points of kind {kind}, not {want.get(kind, 0)}.")
    return found


def _texts(chart: Map, places: Sequence[Location]) -> list[str]:
    """Rule 10: every point has the texts that its kind and icons call for (the verbs are held by the decoder)."""
    points = {point.id: point for point in chart.points}
    found = []
    for place in places:
        point = points.get(place.point)
        if point is None:
            continue
        quest = point.kind == "quest"
        if quest and not _has(place.explore, ChallengeQuest):
            found.append(f"{place.name} lacks the battle with its Quest Creature in its Explore text.")
        if quest and not place.after_quest:
            found.append(f"{place.name} lacks an Explore text for when its Quest Creature is gone.")
        if not quest and (place.after_quest or _has(place.explore, ChallengeQuest)):
            found.append(f"{place.name} is no Quests point but speaks of a Quest Creature.")
        theft = _has(place.explore, StealMagic) and _has(place.explore, RollTable)
        if point.id == "quest-kzmatic" and not theft:
            found.append(f"{place.name} lacks the choice of theft.")
        if not quest and point.explore != bool(place.explore):
            found.append(f"{place.name} needs both the Explore icon and an Explore text, or neither.")
        if (point.kind == "class") != bool(place.class_benefit):
            found.append(f"{place.name} needs to be both a Class city and have a class benefit, or neither.")
        if point.kind == "encounter" and not _has((*place.do, *place.on_end), StartBattle):
            found.append(f"{place.name} is an Encounters point without a battle.")
        if place.trigger == "end" and place.on_end:
            found.append(f"{place.name} has steps for the end of movement only, but is never passed through.")
    return found


def _regions(chart: Map) -> list[str]:
    """Each region has 7-10 points, and a City or Class city, a Quests and an Encounters point among them."""
    found = []
    for region in get_args(Region):
        kinds = Counter(point.kind for point in chart.points if point.region == region)
        if not chart.region_names.get(region):
            found.append(f"The region {region} has no name.")
        if kinds.total() not in REGION_POINTS:
            found.append(f"The region {region} has {kinds.total()} points, not {_span(REGION_POINTS)}.")
        if not kinds["city"] + kinds["class"]:
            found.append(f"The region {region} has no City.")
        found += [f"The region {region} has no {kind} point." for kind in ("quest", "encounter") if not kinds[kind]]
    return found


def _coordinates(chart: Map) -> list[str]:
    return [
        f"{point.id} lies at {point.x}, {point.y}, off the sheet of {WIDTH} by {HEIGHT}."
        for point in chart.points
        if not (0 <= point.x <= WIDTH and 0 <= point.y <= HEIGHT)
    ]


def _roads(chart: Map) -> list[str]:
    """75-95 roads between points of the map, no self-loops, no duplicates."""
    ids = {point.id for point in chart.points}
    found = []
    if len(chart.edges) not in EDGES:
        found.append(f"The map has {len(chart.edges)} roads, not {_span(EDGES)}.")
    for a, b in chart.edges:
        found += [f"A road leads to {end}, which is no point of the map." for end in (a, b) if end not in ids]
        if a == b:
            found.append(f"A road leads from {a} to itself.")
    found += [f"Two roads join {pair}." for pair in _repeated(" and ".join(sorted(edge)) for edge in chart.edges)]
    return found


def _connected(chart: Map, near: Near) -> list[str]:
    """Rule 2: connected, and still so without the Quests points and any one Encounters point (NV-GAP-3, NV-GAP-54)."""
    found = []
    quests = _of(chart, "quest")
    gone: list[tuple[set[str], str]] = [(set(), ""), (quests, " without its Quests points")]
    gone += [(quests | {id_}, f" without its Quests points and {id_}") for id_ in sorted(_of(chart, "encounter"))]
    for without, words in gone:
        left = near.keys() - without
        lost = sorted(left - _steps_from(min(left, default=""), near, without).keys()) if left else []
        if lost:
            found.append(f"The map{words} falls apart: no way joins {min(left)} and {lost[0]}.")
            if not words:
                break
    return found


def _degrees(chart: Map, near: Near) -> list[str]:
    """Rule 3: the number of roads at each point."""
    kinds = {point.id: point.kind for point in chart.points}
    found = []
    for point in chart.points:
        span = range(4, 7) if point.start else range(1, 4) if point.kind == "quest" else range(2, 6)
        if len(near[point.id]) not in span:
            found.append(f"{point.id} has {len(near[point.id])} roads, not {_span(span)}.")
        if point.kind == "quest" and all(kinds[other] == "quest" for other in near[point.id]):
            found.append(f"The Quests point {point.id} has no neighbour of another kind.")
    return found


def _quests_apart(chart: Map) -> list[str]:
    """Rule 7: no two Quests points are neighbours."""
    quests = _of(chart, "quest")
    return [f"The Quests points {a} and {b} are neighbours." for a, b in chart.edges if a in quests and b in quests]


def _always_a_way(chart: Map, near: Near) -> list[str]:
    """Rule 8: a hero for whom all Quests points are forbidden can move 1 or 2 steps from everywhere (NV-GAP-54)."""
    quests = _of(chart, "quest")
    return [f"From {id_} no move avoids the Quests points." for id_ in near if not near[id_] - quests]


def _distances(chart: Map, near: Near, start: Point, quest_points_cv: Mapping[str, int]) -> list[str]:
    """Rules 4, 5 and 6: how many steps lie between points of a connected map."""
    steps = {point.id: _steps_from(point.id, near) for point in chart.points}
    found = []
    diameter = max(max(row.values()) for row in steps.values())
    if diameter not in DIAMETER:
        found.append(f"The longest way on the map is {diameter} steps, not {_span(DIAMETER)}.")
    there = steps[start.id]
    to_battle = min((there[id_] for id_ in _of(chart, "encounter")), default=0)
    if to_battle > 2:
        found.append(f"The nearest Encounters point is {to_battle} steps from the start, not at most 2.")
    for point in chart.points:
        away = there[point.id]
        if point.kind == "class" and away not in CLASS_CITY_STEPS:
            found.append(f"The Class city {point.id} is {away} steps from the start, not {_span(CLASS_CITY_STEPS)}.")
        if point.kind == "quest":
            if point.id not in quest_points_cv:
                found.append(f"No Quest Creature lives on {point.id}.")
            cv = quest_points_cv.get(point.id, 0)
            least = 7 if cv >= 15 else 3
            if away < least:
                found.append(f"{point.id} (CV {cv}) is {away} steps from the start, not at least {least}.")
    quests = _of(chart, "quest")
    found += [f"A Quest Creature lives on {id_}, no Quests point." for id_ in quest_points_cv if id_ not in quests]
    cities = _of(chart, *CITIES)
    for id_, row in steps.items():
        to_city = min((row[city] for city in cities), default=0)
        if to_city > 4:
            found.append(f"{id_} is {to_city} steps from the nearest City, not at most 4.")
    return found


def _of(chart: Map, *kinds: str) -> set[str]:
    return {point.id for point in chart.points if point.kind in kinds}


def _near(chart: Map) -> Near:
    near: Near = {point.id: set() for point in chart.points}
    for a, b in chart.edges:
        near[a].add(b)
        near[b].add(a)
    return near


def _steps_from(start: str, near: Near, without: Iterable[str] = ()) -> dict[str, int]:
    """The number of steps to every point that can be reached, never entering those in `without`."""
    steps, ahead, barred = {start: 0}, deque([start]), set(without)
    while ahead:
        here = ahead.popleft()
        for there in near[here]:
            if there not in steps and there not in barred:
                steps[there] = steps[here] + 1
                ahead.append(there)
    return steps


def _has(steps: Iterable[Step], verb: type[Step]) -> bool:
    """Whether a verb stands among the steps or inside one of them."""
    return any(isinstance(step, verb) or any(_has(inner, verb) for inner in _inside(step)) for step in steps)


def _inside(thing: object) -> Iterable[Steps]:
    for name in getattr(thing, "__struct_fields__", ()):
        value = getattr(thing, name)
        if isinstance(value, Steps):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from _inside(part)


def _repeated(words: Iterable[str]) -> list[str]:
    return [word for word, n in Counter(words).items() if n > 1]


def _span(numbers: range) -> str:
    return f"{numbers.start} to {numbers.stop - 1}"
