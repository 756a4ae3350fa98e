"""The stage for story tests: arrange heroes, decks and dice; play; look.

    t = story(hero(klass="knight", gear=["sword"], xp=3), dice=[4, 9], encounters=["orc-warrior"])
    t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, use("knight"))   # one rule alone
    assert t.hero.xp == 5

    t = story(hero(at="hearthold"), dice=[1])
    t.play(DONE, TRAVEL, TAKE_GOLD, to("millers-ford"))                       # real turns, from Preparation on
    assert choices_of(t) == ...

Cards, points and classes are named by their ids. Windows are passed by themselves unless the next answer is played in
one.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from hearthside.engine.ask import AllOf, AnyOf, Ask
from hearthside.engine.chance import Chance
from hearthside.engine.table import Table
from hearthside.games.novus import battle, board, library
from hearthside.games.novus.board import Worth
from hearthside.games.novus.cards import Adventure, Creature, Klass, Location, Map, Point, Reward
from hearthside.games.novus.choices import (
    PASS,
    Advance,
    BuyXp,
    Equip,
    MoveTo,
    PickCharacter,
    PlayCard,
    Sell,
    SpendEncounter,
    TakeCard,
    Unequip,
    UseAbility,
)  # fmt: skip
from hearthside.games.novus.context import G, Options
from hearthside.games.novus.game import Novus
from hearthside.games.novus.state import BODY, FOOT, HAND_1, HEAD, ITEM_1, Hero, Turn
from hearthside.games.novus.vocabulary import steps_from

NOVUS = Novus()
BOX = library.load()


def number(id_: str) -> int:
    """The number of a card of the box."""
    return BOX.number[id_]


def steps(*raw: dict[str, Any]) -> Any:
    """Steps as in YAML: steps({"gain_xp": 2})."""
    return steps_from(raw, library.dec_hook)


def creature(id_: str = "creature-a", cv: int = 3, xp: int = 2, **more: Any) -> Creature:
    """A test creature; ability, victory and defeat are lists of steps as in YAML."""
    base = {"id": id_, "name": id_, "icon": "orc-head", "palette": "wood", "type": "humanoid", "cv": cv, "xp": xp}
    return msgspec.convert({**base, **more}, Creature, dec_hook=library.dec_hook)


def adventure(id_: str, category: str = "event", **more: Any) -> Adventure:
    """A test Adventure card."""
    base = {"id": id_, "name": id_, "icon": "scroll-unfurled", "palette": "day", "category": category}
    return msgspec.convert({**base, **more}, Adventure, dec_hook=library.dec_hook)


def reward(id_: str, kind: str = "weapon", slot: str | None = "hand", **more: Any) -> Reward:
    """A test Reward card."""
    base = {"id": id_, "name": id_, "icon": "broadsword", "palette": "day", "kind": kind, "slot": slot}
    return msgspec.convert({**base, **more}, Reward, dec_hook=library.dec_hook)


def klass(id_: str, icons: list[str], basic: bool = False, **more: Any) -> Klass:
    """A test class card."""
    base = {"id": id_, "name": id_, "icon": "broadsword", "palette": "day", "icons": icons, "basic": basic}
    return msgspec.convert({**base, **more}, Klass, dec_hook=library.dec_hook)


def location(id_: str, point: str, **more: Any) -> Location:
    """A test Location card; it replaces the box's card of that point."""
    base = {"id": id_, "name": id_, "icon": "village", "palette": "day", "point": point}
    return msgspec.convert({**base, **more}, Location, dec_hook=library.dec_hook)


def island(*roads: str, **points: dict[str, Any]) -> Map:
    """The box's map and beside it one of our own (waypoints unless told): island("p q", "q r", q={"kind": "city"})."""
    ids = list(dict.fromkeys(id_ for road in roads for id_ in road.split()))
    base = {"kind": "waypoint", "region": "heartland", "x": 0, "y": 0}
    made = [msgspec.convert({**base, "id": id_, **points.get(id_, {})}, Point) for id_ in ids]
    edges = tuple((road.split()[0], road.split()[1]) for road in roads)
    return Map(points=(*BOX.points, *made), edges=(*BOX.edges, *edges), region_names=BOX.region_names)


def hero(
    klass: str = "fighter",
    *,
    at: str = "hearthold",
    hand: list[str] | None = None,
    gear: list[str] | None = None,
    skills: list[list[str]] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A hero to be: class id (basic or advanced), point, cards by id; other fields as Hero has them (xp, gp, luck ...).

    cv=4 gives exactly this CV total outside of battle, by a plain test ring in an item slot.
    """
    return {"klass": klass, "at": at, "hand": hand or [], "gear": gear or [], "skills": skills or [], **fields}


class Story:
    """A table with arranged heroes; see the module's docstring."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.g: G = table.g

    @property
    def state(self) -> Any:
        return self.g.state

    @property
    def hero(self) -> Hero:
        """The first hero, seat 0."""
        return self.heroes[0]

    @property
    def heroes(self) -> list[Hero]:
        """The heroes; whoever takes one may change it, so nothing worked out before is kept."""
        self.g.boards = [None] * 5
        self.g.marked = True
        self.g.state.reach = -1
        for who in self.g.state.heroes:
            who.reach = -1
        return self.g.state.heroes

    @property
    def turn(self) -> Turn:
        return self.g.state.turn

    @property
    def ask(self) -> Ask:
        """The open question (windows passed over), of whatever seat."""
        return self.table.asks[0]

    @property
    def choices(self) -> list[Any]:
        return list(self.ask.choices)

    def n(self, id_: str) -> int:
        """The number of a card of this table (test cards included)."""
        return self.g.content.number[id_]

    def ids(self, cards: list[int]) -> list[str]:
        """Card ids of numbers, 0 left out."""
        return [self.g.content.cards[c].id for c in cards if c]

    @property
    def at(self) -> str:
        """The id of the point where the first hero stands."""
        return self.g.content.points[self.hero.at].id

    @property
    def ways(self) -> list[str]:
        """The points that the open question lets a figure move to."""
        return [self.g.content.points[c.point].id for c in self.choices if isinstance(c, MoveTo)]

    @property
    def cv(self) -> int:
        """The first hero's CV track."""
        return board.track_cv(self.g, self.hero)

    def events(self, kind: type) -> list[Any]:
        """The log's events of one type, oldest first."""
        return [e.event for e in (self.table.log or []) if isinstance(e.event, kind)]

    def rules(self) -> list[str]:
        """The rule ids that the log quotes, oldest first."""
        return [e.rule for e in (self.table.log or [])]

    def do(self, rule: Any, *answers: Any) -> Any:
        """Run one rule (a generator) by itself with these answers; returns its value.

        Windows are passed and one-choice questions answered by themselves, unless the next answer fits them.
        """
        left = [self._named(a) for a in answers]
        value: Any = None
        try:
            question = next(rule)
            while True:
                if isinstance(question, AllOf | AnyOf):
                    got = [_pick(one, left) for one in question.asks]
                    question = rule.send(got if isinstance(question, AllOf) else (question.asks[0].seat, got[0]))
                elif isinstance(question, Ask):
                    question = rule.send(_pick(question, left))
                else:
                    question = next(rule)
        except StopIteration as end:
            value = end.value
        assert not left, f"answers not asked for: {left}"
        return value

    def battle(self, *answers: Any) -> Any:
        """The top Encounter card is revealed and the first hero battles it; returns how that ended."""
        return self.do(battle.encounter(self.g, self.hero, "NV-BATTLE-6"), *answers)

    def roll(self, *faces: int) -> Story:
        """What the next dice show."""
        chance = self.g.chance
        chance.dice, chance.plain = list(faces), not faces
        return self

    def play(self, *answers: Any) -> Story:
        """Answer the table's questions, in order, and then pass open windows. Stops at the next real question."""
        left = [self._named(a) for a in answers]
        self._pass_windows(left)
        while left and not self.table.over:
            ask = self.table.asks[0]
            self.table.answer(_pick(ask, left), ask.seat)
            self._pass_windows(left)
        assert not left, f"answers not asked for: {left}"
        return self

    def _pass_windows(self, left: list[Any]) -> None:
        while not self.table.over:
            ask = self.table.asks[0]
            if ask.topic != "window" or (left and left[0] in ask.choices):
                return
            self.table.answer(PASS, ask.seat)

    def _named(self, answer: Any) -> Any:
        return answer(self) if callable(answer) else answer


def _pick(ask: Ask, left: list[Any]) -> Any:
    if left and left[0] in ask.choices:
        return left.pop(0)
    if ask.topic == "window":
        return PASS
    if len(ask.choices) == 1:
        return ask.choices[0]
    asked = f"{ask.topic} ({ask.rule}) asks seat {ask.seat} for one of {ask.choices}"
    raise AssertionError(f"{asked}, next answer: {left[:1]}")


# ---- answers by id; each is a function of the story, so that test cards have numbers ----


def play(id_: str) -> Any:
    return lambda t: PlayCard(t.n(id_))


def use(id_: str, n: int = 0) -> Any:
    return lambda t: UseAbility(t.n(id_), n)


def equip(id_: str) -> Any:
    return lambda t: next(
        (c for c in t.table.asks[0].choices if isinstance(c, Equip) and c.card == t.n(id_)), Equip(t.n(id_), -1)
    )


def unequip(id_: str) -> Any:
    return lambda t: Unequip(t.n(id_))


def sell(id_: str) -> Any:
    return lambda t: Sell(t.n(id_))


def card(id_: str) -> Any:
    return lambda t: TakeCard(t.n(id_))


def spend(id_: str) -> Any:
    return lambda t: SpendEncounter(t.n(id_))


def advance(id_: str) -> Any:
    return lambda t: Advance(t.n(id_))


def pick(id_: str) -> Any:
    return lambda t: PickCharacter(t.n(id_))


def to(id_: str) -> Any:
    return lambda t: MoveTo(t.g.content.point_number[id_])


def buy_xp(row: int) -> Any:
    return BuyXp(row)


def story(
    *heroes: dict[str, Any],
    dice: list[int] | None = None,
    cards: list[Any] | None = None,
    places: list[Location] | None = None,
    chart: Map | None = None,
    encounters: list[str] | None = None,
    adventures: list[str] | None = None,
    rewards: list[str] | None = None,
    discards: list[str] | None = None,
    stage: str = "preparation",
    seed: int = 1,
    **options: Any,
) -> Story:
    """A table in the Preparation (or `stage`) of seat 0's turn 1.

    Args:
        heroes: from `hero`; one makes a solo game.
        dice: what the next dice show, d10 and Travel Die alike (1 and 2: Safe Travels, 3: Adventure, 4: Reward, 5 and
            6: Encounter).
        cards: test cards, added to their decks' content. places: Location cards that replace the box's.
        encounters, adventures, rewards: what lies on top of each deck, the first is drawn first.
        discards: cards that lie in the discard piles, the last on top.
        options: of the table.
    """
    heroes = heroes or (hero(),)
    content = _content(cards or [], places or [], chart)
    g_options = Options(**{"first": "seat", **options})
    at_random = msgspec.structs.replace(g_options, characters="random")
    base = Table.open(NOVUS, len(heroes), seed, at_random, content=content)
    state = base.g.state
    while base.asks and base.asks[0].topic not in ("preparation",):
        base.answer(base.asks[0].choices[0], base.asks[0].seat)
    state = base.g.state
    for who in state.heroes:
        for held in who.hand:
            _deck(base.g, held).cards.insert(0, held)
        who.hand = []
    state.known = {}
    for who, wish in zip(state.heroes, heroes, strict=True):
        _arrange(base.g, who, dict(wish))
    for names in (encounters, adventures, rewards):
        for id_ in reversed(names or []):
            n = content.number[id_]
            _deck(base.g, n).take(n)
            _deck(base.g, n).cards.append(n)
    for id_ in discards or []:
        n = content.number[id_]
        _deck(base.g, n).take(n)
        _deck(base.g, n).discard.append(n)
    state.turn = Turn(1, 0, stage, state.heroes[0].at, not state.heroes[0].explore_x)  # type: ignore[arg-type]
    state.first = 0
    chance = Chance(Random(seed).random, dice or [])
    return Story(Table.open(NOVUS, len(heroes), seed, g_options, content=content, chance=chance, state=state))


def _deck(g: G, n: int) -> Any:
    name = g.content.deck_of(n)
    return {"adventure": g.state.adventure, "reward": g.state.reward, "encounter": g.state.encounter}[name]


def _arrange(g: G, who: Hero, wish: dict[str, Any]) -> None:
    content, state = g.content, g.state
    n = content.number[wish.pop("klass")]
    it = content.cards[n]
    who.klass = n
    if it.basic:
        who.basic = n
        who.character = next(c for c in content.characters if content.cards[c].klass == it.id)
    else:
        who.advanced = True
        if n in state.pool:
            state.pool.remove(n)
        fit = [c for c in content.klasses if content.cards[c].basic and set(content.cards[c].icons) & set(it.icons)]
        who.basic = next(
            (c for c in content.klasses if content.cards[c].basic and content.cards[c].back == it.id), fit[0]
        )
        who.character = next(c for c in content.characters if content.cards[c].klass == content.cards[who.basic].id)
    who.at = content.point_number[wish.pop("at")]
    who.hand, who.gear, who.skills = [], [0] * len(who.gear), [[] for _ in who.skills]
    for id_ in wish.pop("hand"):
        who.hand.append(_fetch(g, id_))
    for id_ in wish.pop("gear"):
        _place(g, who, _fetch(g, id_))
    for n, stack in enumerate(wish.pop("skills")):
        who.skills[n] = [_fetch(g, id_) for id_ in stack]
    cv = wish.pop("cv", None)
    for name, value in wish.items():
        assert name in Hero.__struct_fields__, name
        if name in ("tokens", "quests"):
            value = [content.number[id_] for id_ in value]
            for taken in value:
                if taken in state.alive:
                    state.alive.remove(taken)
                state.adventure.take(taken)
        if name == "forbidden":
            value = [content.point_number[id_] for id_ in value]
        setattr(who, name, value)
    who.reach = state.reach = -1
    if cv is not None:
        ring = content.number[f"test-ring-{who.seat}"]
        g.boards[who.seat] = None
        have = board.track_cv(g, who)
        state.reward.take(ring)
        content.cards[ring] = msgspec.structs.replace(content.cards[ring], cv=cv - have)
        content.worth[ring] = Worth(ring, content.cards[ring])
        _place(g, who, ring)
        who.reach = state.reach = -1


def _fetch(g: G, id_: str) -> int:
    n = g.content.number[id_]
    if n in g.state.allies:
        g.state.allies.remove(n)
    elif n != g.content.shield:
        assert _deck(g, n).take(n), id_
    return n


def _place(g: G, who: Hero, n: int) -> None:
    it = g.content.cards[n]
    if it.slot == "item":
        slot = next(s for s in range(ITEM_1, len(who.gear)) if not who.gear[s])
    elif it.slot == "hand":
        slot = HAND_1 if not who.gear[HAND_1] else HAND_1 + 1
    else:
        slot = {"head": HEAD, "body": BODY, "foot": FOOT}[it.slot]
    assert not who.gear[slot], f"{it.id}: the slot is taken"
    who.gear[slot] = n


def _content(cards: list[Any], places: list[Location], chart: Map | None) -> library.Content:
    rings = [reward(f"test-ring-{seat}", kind="misc", slot="item") for seat in range(5)]
    lists: dict[str, list[Any]] = {
        "adventure.yaml": BOX.adventure, "encounters.yaml": BOX.encounter, "rewards.yaml": BOX.reward,
        "allies.yaml": BOX.allies, "special_rewards.yaml": BOX.special_rewards,
        "special_creatures.yaml": BOX.special_creatures, "quest_creatures.yaml": BOX.quest_creatures,
        "classes.yaml": BOX.klasses, "characters.yaml": BOX.characters,
    }  # fmt: skip
    made = {name: [BOX.cards[n] for n in numbers] for name, numbers in lists.items()}
    made["rewards.yaml"] += rings
    home = {Adventure: "adventure.yaml", Creature: "encounters.yaml", Reward: "rewards.yaml", Klass: "classes.yaml"}
    for one in cards:
        name = home[type(one)]
        if isinstance(one, Creature) and one.point:
            name = "quest_creatures.yaml"
        made[name] = [c for c in made[name] if c.id != one.id and not (one_point(c) and one_point(c) == one_point(one))]
        made[name].append(one)
    points = {place.point for place in places}
    made["locations.yaml"] = [p for p in BOX.locations if p.point not in points] + places
    base = chart or Map(points=BOX.points, edges=BOX.edges, region_names=BOX.region_names)
    return library.Content(made, base, BOX.tables, "test")


def one_point(card: Any) -> str:
    """A Quest Creature's point; empty for other cards."""
    return getattr(card, "point", "")
