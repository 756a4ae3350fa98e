"""A small game that no shop sells, to show that the client knows no game: a walk through a marsh with lanterns.

Each turn: walk a road, meet what is there with a die, then light a lantern from the hand. Others may throw a pebble
in a window. Whoever has lit three lanterns wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from hearthside.engine.ask import CHECKPOINT, Ask, Rule
from hearthside.engine.game import Entry, Refusal, StructGame
from hearthside.engine.scene import (
    Contest,
    Hand,
    Map,
    Mat,
    Number,
    Piece,
    Pile,
    Scene,
    Scores,
    Seat,
    Side,
    Slot,
    Space,
)

ROADS = ((0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (2, 4), (4, 5))
NAMES = ("Heron Gate", "Old Sluice", "Reed Bank", "Drowned Mill", "Will's Stone", "Far Lamp")
WHERE = ((60, 120), (200, 40), (200, 200), (340, 120), (480, 200), (600, 90))


class Walk(msgspec.Struct, frozen=True, tag="walk"):
    to: int


class Light(msgspec.Struct, frozen=True, tag="light"):
    card: int


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    pass


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    pass


class Break(msgspec.Struct, frozen=True, tag="break"):
    """A rule with a fault in it."""


class Happened(msgspec.Struct, frozen=True):
    seat: int
    text: str


class Walker(msgspec.Struct):
    at: int = 0
    hand: list[int] = []
    lit: int = 0
    pebbles: int = 9


class Waters(msgspec.Struct):
    walkers: list[Walker]
    deck: list[int]
    turn: int = 0
    fight: int = 0  # the marsh light's strength while one is met
    die: int = 0


class Options(msgspec.Struct, frozen=True):
    faulty: bool = False
    pairs: bool = False


class Marsh(StructGame):
    name: ClassVar[str] = "marsh"
    title: ClassVar[str] = "Marsh Lanterns"
    about: ClassVar[str] = "Light three lanterns."
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(1, 5)
    State: ClassVar[type] = Waters
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Walk | Light | Throw | Pass | Break
    ledger: ClassVar[Path | None] = Path(__file__).parent / "marsh.md"

    def content(self, packs: Any = ()) -> None:
        return None

    def setup(self, g: Any, seats: int) -> Waters:
        deck = list(range(40))
        g.chance.shuffle(deck)
        walkers = [Walker() for _ in range(seats)]
        for walker in walkers:
            walker.hand = [deck.pop(), deck.pop()]
        return Waters(walkers, deck)

    def play(self, g: Any) -> Rule[None]:
        state: Waters = g.state
        while all(walker.lit < 3 for walker in state.walkers):
            yield CHECKPOINT
            seat = state.turn % len(state.walkers)
            walker = state.walkers[seat]
            ways: list[Any] = [Walk(b if a == walker.at else a) for a, b in ROADS if walker.at in (a, b)]
            if g.options.faulty:
                ways.append(Break())
            choice = yield Ask(seat, ways, "walk", "ML-WALK-1")
            if isinstance(choice, Break):
                raise ZeroDivisionError("the plank breaks")
            walker.at = choice.to
            g.log(Happened(seat, f"walks to {NAMES[choice.to]}"), "ML-WALK-1")
            for n, other in enumerate(state.walkers):
                if n != seat and other.pebbles:
                    choice = yield Ask(n, [Pass(), Throw()], "window", "ML-PEBBLE-1")
                    if isinstance(choice, Throw):
                        other.pebbles -= 1
                        g.log(Happened(n, "throws a pebble"), "ML-PEBBLE-1")
            if walker.at in (3, 5):
                state.fight = 3
                choice = yield Ask(seat, [Throw(), Pass()], "dare", "ML-LIGHT-1")
                state.die = g.chance.d(6)
                won = state.die + len(walker.hand) > 5
                g.log(Happened(seat, f"rolls {state.die} and {'wins' if won else 'loses'}"), "ML-LIGHT-2")
                state.fight = state.die = 0
                if won and state.deck:
                    walker.hand.append(state.deck.pop())
                    g.learn()
                    g.log(Happened(seat, f"draws Lantern {walker.hand[-1]}"), "ML-DRAW-1", to=1 << seat)
            if walker.hand:
                cards = [Light(card) for card in walker.hand]
                if g.options.pairs and len(cards) > 1:
                    picked = yield Ask(seat, cards, "light", "ML-LIGHT-3", least=1, most=2)
                else:
                    choice = yield Ask(seat, [Pass(), *cards], "light", "ML-LIGHT-3")
                    picked = [choice] if isinstance(choice, Light) else []
                for one in picked:
                    walker.hand.remove(one.card)
                    walker.lit += 1
                    g.log(Happened(seat, f"lights Lantern {one.card}"), "ML-LIGHT-3")
            state.turn += 1

    def result(self, g: Any) -> Any:
        return [n for n, walker in enumerate(g.state.walkers) if walker.lit >= 3]

    def scene(self, g: Any, seat: int | None) -> Scene:
        state: Waters = g.state
        acting = state.turn % len(state.walkers)
        over = any(walker.lit >= 3 for walker in state.walkers)
        spaces = tuple(
            Space(
                f"place-{n}",
                *WHERE[n],
                kind="lamp" if n == 5 else "bank",
                region="marsh",
                name=name,
                lines=(f"They say {name} is deep.",),
                pieces=tuple(
                    Piece(f"figure-{s}", f"Walker {s + 1}", "figure", seat=s)
                    for s, walker in enumerate(state.walkers)
                    if walker.at == n
                ),
            )
            for n, name in enumerate(NAMES)
        )
        roads = tuple((f"place-{a}", f"place-{b}") for a, b in ROADS)
        here = f"place-{state.walkers[acting if seat is None else seat].at}"
        centre: list[Any] = [Map("marsh", "The Marsh", 660, 260, spaces, roads, {"marsh": "Sour Marsh"}, here)]
        if state.fight:
            hero = Piece(f"fighter-{acting}", f"Walker {acting + 1}", seat=acting)
            light = Piece("light", "Marsh Light", "light", ("It wants company.",))
            sides = (Side(hero, (("Lanterns", len(state.walkers[acting].hand)),)), Side(light, (("Light", 5),)))
            centre.append(Contest("contest", "Walker against light", sides, ("Dare", "Die", "End")))
        centre.append(Pile("deck", "Lanterns", "lantern", len(state.deck), Piece("deck-top", kind="lantern")))
        if over:
            rows = tuple((n, (str(walker.lit),)) for n, walker in enumerate(state.walkers))
            centre.append(Scores("scores", "Scores", ("Lit",), rows))
        winners = [n for n, walker in enumerate(state.walkers) if walker.lit >= 3]
        return Scene(
            "marsh",
            seat,
            f"Turn {state.turn + 1}",
            ("Walk", "Light"),
            0,
            tuple(self._plate(state, n, seat, n == acting) for n in range(len(state.walkers))),
            tuple(centre),
            f"Walker {winners[0] + 1} wins." if winners else "",
        )

    def _plate(self, state: Waters, n: int, viewer: int | None, acting: bool) -> Seat:
        walker = state.walkers[n]
        cards = tuple(
            Piece(f"lantern-{card}", f"Lantern {card}", "lantern", ("Light it.",), "It hums.", rules=("ML-LIGHT-3",))
            if viewer == n
            else Piece(f"hand-{n}-{i}", kind="lantern")
            for i, card in enumerate(walker.hand)
        )
        mat = Mat(f"mat-{n}", "Belt", n, (Slot(f"belt-{n}", "Belt"),), (("Light", walker.lit, (("Lit", walker.lit),)),))
        numbers = (Number("Lit", walker.lit, most=3), Number("Pebbles", walker.pebbles))
        return Seat(n, f"Walker {n + 1}", "", "", numbers, 0, acting, (mat, Hand(f"hand-{n}", "Hand", n, cards)))

    def say_question(self, g: Any, ask: Ask) -> str:
        return {"walk": "Where do you walk?", "window": "Throw a pebble?", "dare": "Dare you?"}.get(
            ask.topic, "Which lantern do you light?"
        )

    def say_choice(self, g: Any, ask: Ask, choice: Any) -> str:
        match choice:
            case Walk():
                return f"Walk to {NAMES[choice.to]}"
            case Light():
                return f"Light Lantern {choice.card}"
        return type(choice).__name__

    def say_event(self, g: Any, entry: Entry, seat: int | None) -> str:
        return f"Walker {entry.event.seat + 1} {entry.event.text}."

    def seat_name(self, g: Any, seat: int) -> str:
        return f"Walker {seat + 1}"

    def touches(self, g: Any, ask: Ask, choice: Any) -> tuple[str, ...]:
        match choice:
            case Walk():
                return (f"place-{choice.to}",)
            case Light():
                return (f"lantern-{choice.card}",)
        return ()

    def opens(self, entry: Entry) -> bool:
        return entry.event.text.startswith("walks")

    def follows(self, entry: Entry) -> bool:
        return entry.event.text.startswith("draws")

    def aids(self, g: Any) -> list[tuple[str, tuple[str, ...]]]:
        return [
            ("The game in a minute", ("Be first to light 3 lanterns. [ML-LIGHT-3]",)),
            ("A turn", ("Walk a road. [ML-WALK-1]", "1. Then light a lantern. [ML-LIGHT-3]")),
        ]

    def refusals(self, g: Any, ask: Ask) -> list[Refusal]:
        return [Refusal("Fly", "You have no wings, and 1 is needed.", "ML-WALK-2")]

    def faults(self, g: Any) -> Iterable[str]:
        return ()
