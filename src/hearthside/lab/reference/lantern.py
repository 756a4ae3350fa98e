"""Lantern Run: walk a small map, draw from a hidden deck while luck holds, fight what comes out (`bench/SPEC.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ...engine.ask import CHECKPOINT, Ask, Rule
from ...engine.chance import Chance
from ...engine.game import Context, Entry, Refusal, StructGame
from ...engine.numbering import Features, Field, Kind, kinds_of, set_of
from ...engine.scene import Map, Number, Piece, Pile, Scene, Seat, Space

TURNS = 16
HP = 6
SITES = ("camp", "ruin", "cave", "ruin", "shrine", "ruin", "cave", "ruin", "town")
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
# Cards: 1 to 3 a coin of that worth, 6 to 8 a monster of that strength.
BLADE, POTION, SNAKE = 4, 5, 9
NAMES = ("", "1 coin", "2 coins", "3 coins", "blade", "potion", "monster 6", "monster 7", "monster 8", "snake")
DECK = [1] * 5 + [2] * 4 + [3] * 2 + [BLADE] * 4 + [POTION] * 3 + [SNAKE] * 4 + [6] * 3 + [7] * 3 + [8] * 2
TOPICS = ("move", "delve", "battle")
# The numbers of the turn that a seat observes: name, what it is, what is told as 1.
TURN = (
    ("turn", "of the game", TURNS), ("deck", "cards left in the deck", len(DECK)), ("pot", "coins of this delve", 20),
    ("snakes", "snakes of this delve", 2), ("foe", "the monster's strength", 9), ("foe_hp", "hits that it takes", 2),
)  # fmt: skip


class Choice(msgspec.Struct, frozen=True):
    """The base of all choices."""


class Stay(Choice, frozen=True, tag="stay"):
    pass


class Go(Choice, frozen=True, tag="go"):
    site: int


class Delve(Choice, frozen=True, tag="delve"):
    pass


class Stop(Choice, frozen=True, tag="stop"):
    pass


class Strike(Choice, frozen=True, tag="strike"):
    pass


class UseBlade(Choice, frozen=True, tag="blade"):
    pass


class Drink(Choice, frozen=True, tag="drink"):
    pass


class Flee(Choice, frozen=True, tag="flee"):
    pass


class Event(msgspec.Struct, frozen=True, gc=False):
    seat: int


class Drew(Event, frozen=True, gc=False, tag=True):
    card: int


class Struck(Event, frozen=True, gc=False, tag=True):
    roll: int
    foe: int


class Banked(Event, frozen=True, gc=False, tag=True):
    coins: int


class Fell(Event, frozen=True, gc=False, tag=True):
    pass


class Hero(msgspec.Struct, gc=False):
    seat: int
    site: int = 0
    hp: int = HP
    purse: int = 0
    bank: int = 0
    blades: int = 0
    potions: int = 0


class State(msgspec.Struct):
    """deck: the top is the end. pot, snakes, foe, foe_hp: of the turn in progress."""

    heroes: list[Hero]
    deck: list[int]
    discard: list[int]
    turn: int = 0
    pot: int = 0
    snakes: int = 0
    foe: int = 0
    foe_hp: int = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    scores: list[int]


STRIKE, USE_BLADE, DRINK, FLEE = Strike(), UseBlade(), Drink(), Flee()
# What is asked depends on little, so every question is made once: by seat and site; by seat; by seat, blades and drink.
MOVE = [[Ask(s, [Stay(), *(Go(n) for n in near)], "move", "LR-1") for near in NEAR] for s in range(2)]
DELVE = [Ask(s, [Delve(), Stop()], "delve", "LR-2") for s in range(2)]
BATTLE = [
    [Ask(s, [STRIKE, *[USE_BLADE] * (kit & 1), *[DRINK] * (kit >> 1), FLEE], "battle", "LR-3") for kit in range(4)]
    for s in range(2)
]


def turn(g: Context, hero: Hero) -> Rule[None]:
    """Move, then delve while luck holds (LR-1, LR-2)."""
    state = g.state
    seat = hero.seat
    choice = yield MOVE[seat][hero.site]
    if choice.__class__ is Go:
        hero.site = choice.site
    site = SITES[hero.site]
    if site == "camp" or site == "town":
        if hero.purse:
            g.log(Banked(seat, hero.purse), "LR-1")
            hero.bank += hero.purse
            hero.purse = 0
        return
    if site == "shrine":
        hero.hp = min(HP, hero.hp + 1)
    state.pot = state.snakes = 0
    ask = DELVE[seat]
    log = g.log
    while True:
        choice = yield ask
        if choice.__class__ is Stop:
            hero.purse += state.pot
            return
        deck = state.deck
        if not deck:
            deck = state.deck = state.discard
            state.discard = []
            g.chance.shuffle(deck)
        card = deck.pop()
        g.learn()
        log(Drew(seat, card), "LR-2")
        if card < BLADE:
            state.discard.append(card)
            state.pot += card + (site == "ruin")
        elif card == BLADE:
            hero.blades += 1
        elif card == POTION:
            hero.potions += 1
        elif card == SNAKE:
            state.discard.append(card)
            state.snakes += 1
            if state.snakes == 2:
                hurt(g, hero)
                return
        else:
            state.discard.append(card)
            state.foe = card + (site == "cave")
            if not (yield from battle(g, hero)):
                return


def battle(g: Context, hero: Hero) -> Rule[bool]:
    """Two hits beat the foe; False if the turn is over (LR-3)."""
    state, seat, d = g.state, hero.seat, g.chance.d
    asks = BATTLE[seat]
    foe = state.foe
    state.foe_hp = 2
    while True:
        choice = yield asks[(hero.blades > 0) + 2 * (hero.potions > 0 and hero.hp < HP)]
        kind = choice.__class__
        if kind is Flee:
            state.foe = 0
            return False
        if kind is Drink:
            hero.potions -= 1
            state.discard.append(POTION)
            hero.hp = min(HP, hero.hp + 2)
            continue
        if kind is Strike:
            roll = d(6) + d(6)
        else:
            hero.blades -= 1
            state.discard.append(BLADE)
            roll = d(6) + d(6) + 3
        g.log(Struck(seat, roll, foe), "LR-3")
        if roll >= foe:
            state.foe_hp -= 1
            if not state.foe_hp:
                state.pot += foe - 4
                state.foe = 0
                return True
        elif hurt(g, hero):
            state.foe = 0
            return False


def hurt(g: Context, hero: Hero) -> bool:
    """Lose 1 HP; True if the hero falls: back to camp, whole, the purse empty (LR-4)."""
    hero.hp -= 1
    if hero.hp:
        return False
    hero.purse, hero.hp, hero.site = 0, HP, 0
    g.log(Fell(hero.seat), "LR-4")
    return True


class LanternRun(StructGame):
    """Lantern Run for two."""

    name: ClassVar[str] = "lantern"
    title: ClassVar[str] = "Lantern Run"
    about: ClassVar[str] = "Press your luck in ruins and caves, and bring the coins home."
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Stay | Go | Delve | Stop | Strike | UseBlade | Drink | Flee

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Context, seats: int) -> Any:
        deck = list(DECK)
        g.chance.shuffle(deck)
        return State([Hero(0), Hero(1)], deck, [])

    def play(self, g: Context) -> Rule[None]:
        state = g.state
        heroes = state.heroes
        while state.turn < TURNS:
            yield CHECKPOINT
            yield from turn(g, heroes[state.turn & 1])
            state.turn += 1

    def result(self, g: Context) -> Result:
        scores = [2 * hero.bank + hero.purse for hero in g.state.heroes]
        return Result([n for n in range(2) if scores[n] > scores[1 - n]], scores)

    def scene(self, g: Context, seat: int | None) -> Scene:
        state = g.state
        here = [tuple(self._figure(g, hero) for hero in state.heroes if hero.site == n) for n in range(len(SITES))]
        spaces = tuple(
            Space(f"site-{n}", n % 3, n // 3, kind, "", kind, pieces=here[n]) for n, kind in enumerate(SITES)
        )
        roads = tuple((f"site-{a}", f"site-{b}") for a, near in enumerate(NEAR) for b in near if a < b)
        discard = tuple(Piece(f"discard-{n}", NAMES[card], "card") for n, card in enumerate(state.discard))
        ask = g.table.asks[0] if g.table.asks else None
        now = {}
        if ask is not None and ask.topic != "move":
            now = {"pot": state.pot, "snakes": state.snakes}
        if ask is not None and ask.topic == "battle":
            now |= {"foe": state.foe, "hits left": state.foe_hp}
        seats = tuple(
            Seat(
                hero.seat,
                self.seat_name(g, hero.seat),
                numbers=tuple(
                    Number(label, value)
                    for label, value in [
                        *((name, getattr(hero, name)) for name in ("hp", "purse", "bank", "blades", "potions")),
                        *(now.items() if ask is not None and ask.seat == hero.seat else ()),
                    ]
                ),
                acting=ask is not None and ask.seat == hero.seat,
            )
            for hero in state.heroes
        )
        centre = (
            Map("map", width=3, height=3, spaces=spaces, roads=roads, centre="site-4"),
            Pile("deck", "Deck", "card", len(state.deck)),
            Pile("discard", "Discard", "card", len(discard), discard[-1] if discard else None, discard),
        )
        scores = " to ".join(map(str, g.table.result.scores)) if g.table.over else ""
        return Scene(self.name, seat, self.title, seats=seats, centre=centre, result=scores)

    def _figure(self, g: Context, hero: Hero) -> Piece:
        return Piece(f"hero-{hero.seat}", self.seat_name(g, hero.seat), "figure", seat=hero.seat)

    def redeal(self, g: Context, seat: int | None, chance: Chance) -> None:
        """Nobody knows the order of the deck."""
        g.state.deck.sort()
        chance.shuffle(g.state.deck)

    def refusals(self, g: Context, ask: Ask) -> list[Refusal]:
        hero = g.state.heroes[ask.seat]
        if ask.topic != "battle":
            return []
        out = []
        if not hero.blades:
            out.append(Refusal("Blade", "You hold no blade.", "LR-3"))
        if not hero.potions:
            out.append(Refusal("Drink", "You hold no potion.", "LR-3"))
        elif hero.hp == HP:
            out.append(Refusal("Drink", f"You have all your {HP} HP.", "LR-3"))
        return out

    def say_choice(self, g: Context, ask: Ask, choice: Any) -> str:
        if isinstance(choice, Go):
            return f"Go to the {SITES[choice.site]} ({choice.site})"
        return str(type(choice).__struct_config__.tag).capitalize()

    def say_question(self, g: Context, ask: Ask) -> str:
        state = g.state
        return {
            "move": "Where to?",
            "delve": f"{state.pot} in the pot. On, or home with it?",
            "battle": f"A monster of strength {state.foe}: what do you do?",
        }[ask.topic]

    def say_event(self, g: Context, entry: Entry, seat: int | None) -> str:
        event = entry.event
        who = self.seat_name(g, event.seat)
        if isinstance(event, Drew):
            return f"{who} draws: {NAMES[event.card]}."
        if isinstance(event, Struck):
            return f"{who} strikes with {event.roll} against {event.foe}."
        if isinstance(event, Banked):
            return f"{who} banks {event.coins}."
        return f"{who} falls."

    def kinds(self, content: None) -> list[Kind]:
        return kinds_of(self.Choice, {"site": range(len(SITES))})

    def features(self, content: None, seats: int) -> Features:
        hero = (("hp", HP), ("purse", 20), ("bank", 60), ("blades", 4), ("potions", 3))
        numbers = [
            *(Field(name, about, most=most) for name, about, most in TURN),
            *(Field(f"hero_{n}.{name}", f"{name} of a hero", most=most) for n in range(2) for name, most in hero),
            Field("discard", "how many of each kind of card are discarded", len(NAMES), 5),
        ]
        sets = [
            Field("topic", f"what is asked: {', '.join(TOPICS)}", len(TOPICS)),
            Field("site", "a hero each: where it stands", 2 * len(SITES)),
        ]

        def look(g: Context, seat: int, ask: Ask | None) -> tuple[list[float], bytes]:
            state = g.state
            told: list[float] = [state.turn, len(state.deck), state.pot, state.snakes, state.foe, state.foe_hp]
            heroes = state.heroes[seat], state.heroes[1 - seat]
            for one in heroes:
                told += [one.hp, one.purse, one.bank, one.blades, one.potions]
            told += [state.discard.count(card) for card in range(len(NAMES))]
            topic = set_of(len(TOPICS), (TOPICS.index(ask.topic),) if ask is not None else ())
            return told, topic + b"".join(set_of(len(SITES), (one.site,)) for one in heroes)

        return Features(numbers, sets, look)

    def faults(self, g: Context) -> Iterable[str]:
        state = g.state
        have = Counter((*state.deck, *state.discard))
        for hero in state.heroes:
            have[BLADE] += hero.blades
            have[POTION] += hero.potions
            if not 0 < hero.hp <= HP or min(hero.purse, hero.bank, hero.blades, hero.potions) < 0:
                yield f"seat {hero.seat}: a counter is out of range ({hero})"
        if +have != Counter(DECK):
            yield f"the deck's cards do not add up: {dict(have)}"
