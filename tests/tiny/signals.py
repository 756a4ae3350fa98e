"""Signals: a tiny simultaneous game that uses every kind of question the kernel knows.

Hidden cards 1 to 20, three in hand. A round: everybody passes a card to the left at once (SG-1); whoever reaches the
lamp first rolls two dice for it (SG-2); in turn each shows a card, while anybody may burn a flare to look at the top of
the deck (SG-3, SG-4); all vote whose card shines brightest (SG-5); each exchanges up to two cards (SG-6). Three rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec

from hearthside.engine.ask import CHECKPOINT, LATE, AllOf, AnyOf, Ask, Rule, ask_openly
from hearthside.engine.chance import Chance
from hearthside.engine.game import Refusal, StructGame
from hearthside.parts.deck import Deck

ROUNDS, CARDS, HAND, FLARES = 3, 20, 3, 2
THINK, RACE = 10_000, 3_000  # milliseconds


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all choices."""


class Take(Choice, frozen=True, tag="take"):
    card: int


class Light(Choice, frozen=True, tag="light"):
    pass


class Vote(Choice, frozen=True, tag="vote"):
    seat: int


class Flare(Choice, frozen=True, tag="flare"):
    pass


class Event(msgspec.Struct, frozen=True):
    seat: int


class Passed(Event, frozen=True, tag=True):
    card: int


class Lit(Event, frozen=True, tag=True):
    dice: tuple[int, int]


class Showed(Event, frozen=True, tag=True):
    card: int


class Peeked(Event, frozen=True, tag=True):
    card: int


class Voted(Event, frozen=True, tag=True):
    vote: int


class Drew(Event, frozen=True, tag=True):
    card: int


class Player(msgspec.Struct):
    seat: int
    hand: list[int]
    flares: int = FLARES
    score: int = 0


class State(msgspec.Struct):
    """shown: this round's cards, 0 before. known: cards in hands that other seats know of, a bitmask of seats."""

    players: list[Player]
    deck: Deck
    shown: list[int]
    known: dict[int, int] = {}
    round: int = 1
    stage: Literal["pass", "race", "show", "vote", "exchange"] = "pass"
    at: int = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hurry: bool = True  # questions have deadlines


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    scores: list[int]


def due(g: Any, ms: int) -> int | None:
    return g.now + ms if g.options.hurry else None


def pass_cards(g: Any) -> Rule[None]:
    """All at once, face down, to the left; who dawdles passes the first card (SG-1)."""
    state = g.state
    until = due(g, THINK)

    def asks() -> tuple[Ask, ...]:
        return tuple(
            Ask(p.seat, [Take(c) for c in p.hand], "pass", "SG-1", deadline=until, otherwise=Take(p.hand[0]))
            for p in state.players
        )

    picks = yield AllOf(asks(), again=asks)
    g.learn()
    for player, pick in zip(state.players, picks, strict=True):
        left = state.players[(player.seat + 1) % len(state.players)]
        player.hand.remove(pick.card)
        left.hand.append(pick.card)
        state.known[pick.card] = 1 << player.seat
        g.log(Passed(player.seat, pick.card), "SG-1", to=1 << player.seat | 1 << left.seat)
    state.stage = "race"


def race(g: Any) -> Rule[None]:
    """The first to the lamp rolls two dice and gains the higher (SG-2)."""
    asks = [Ask(p.seat, [Light()], "race", "SG-2") for p in g.state.players]
    seat, choice = yield AnyOf(tuple(asks), deadline=due(g, RACE))
    if choice is not LATE:
        dice = (g.chance.d(6), g.chance.d(6))
        g.state.players[seat].score += max(dice)
        g.log(Lit(seat, dice), "SG-2")
    g.state.stage = "show"


def show(g: Any) -> Rule[None]:
    """One card each in turn; flares burn at any time (SG-3)."""
    state = g.state
    player = state.players[state.at]
    until = due(g, THINK)

    def asked() -> Ask:
        return Ask(player.seat, [Take(c) for c in player.hand], "show", "SG-3", deadline=until)

    choice = yield from ask_openly(g, asked, range(len(state.players)))
    card = player.hand[-1] if choice is LATE else choice.card
    player.hand.remove(card)
    state.known.pop(card, None)
    state.shown[player.seat] = card
    g.learn()
    g.log(Showed(player.seat, card), "SG-3")
    state.at += 1
    if state.at == len(state.players):
        state.at, state.stage = 0, "vote"


def vote(g: Any) -> Rule[None]:
    """A secret vote for another's card: 2 for each vote, and the highest card gains 1 (SG-5)."""
    state = g.state
    seats = range(len(state.players))
    asks = [Ask(s, [Vote(o) for o in seats if o != s], "vote", "SG-5", deadline=due(g, THINK + s)) for s in seats]
    votes = yield AllOf(tuple(asks))
    for seat, choice in zip(seats, votes, strict=True):
        if choice is LATE:
            continue
        state.players[choice.seat].score += 2
        g.log(Voted(seat, choice.seat), "SG-5")
    state.players[state.shown.index(max(state.shown))].score += 1
    for card in state.shown:
        state.deck.drop(card)
    state.shown = [0] * len(state.players)
    state.stage = "exchange"


def exchange(g: Any) -> Rule[None]:
    """Up to two cards for new ones, and up to three in hand (SG-6)."""
    state = g.state
    player = state.players[state.at]
    gone = yield Ask(player.seat, [Take(c) for c in player.hand], "exchange", "SG-6", least=0, most=2)
    while gone:
        card = gone.pop().card
        player.hand.remove(card)
        state.known.pop(card, None)
        state.deck.put_bottom(card, 1 << player.seat)
    while len(player.hand) < HAND:
        card = state.deck.draw(g.chance)
        g.learn()
        player.hand.append(card)
        g.log(Drew(player.seat, card), "SG-6", to=1 << player.seat)
        g.log(Drew(player.seat, 0), "SG-6", to=((1 << len(state.players)) - 1) & ~(1 << player.seat))
    state.at += 1
    if state.at == len(state.players):
        state.at, state.stage = 0, "pass"
        state.round += 1


STAGES = {"pass": pass_cards, "race": race, "show": show, "vote": vote, "exchange": exchange}


class Signals(StructGame):
    """Signals for two to four."""

    name: ClassVar[str] = "signals"
    title: ClassVar[str] = "Signals"
    about: ClassVar[str] = "Pass, race, show and vote."
    version: ClassVar[int] = 1
    timed: ClassVar[bool] = True
    seats: ClassVar[range] = range(2, 5)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Take | Light | Vote | Flare

    def content(self, packs: Sequence[Path] = ()) -> None:
        return None

    def setup(self, g: Any, seats: int) -> Any:
        deck = Deck(list(range(1, CARDS + 1)))
        deck.shuffle(g.chance)
        players = [Player(seat, deck.draw_up_to(g.chance, HAND)) for seat in range(seats)]
        for player in players:
            for card in player.hand:
                g.log(Drew(player.seat, card), "SG-0", to=1 << player.seat)
        return State(players, deck, [0] * seats)

    def play(self, g: Any) -> Rule[None]:
        while g.state.round <= ROUNDS:
            yield CHECKPOINT
            yield from STAGES[g.state.stage](g)

    def standing(self, g: Any, seat: int) -> Sequence[Any]:
        return [Flare()] if g.state.players[seat].flares and g.state.deck else []

    def stand(self, g: Any, seat: int, choice: Any) -> Rule[None]:
        """Look at the top card (SG-4)."""
        assert isinstance(choice, Flare)
        g.state.players[seat].flares -= 1
        card = g.state.deck.look(g.chance, 1)[0]
        g.state.deck.tell([card], 1 << seat)
        g.learn()
        g.log(Peeked(seat, card), "SG-4", to=1 << seat)
        return
        yield

    def result(self, g: Any) -> Result:
        scores = [player.score for player in g.state.players]
        return Result([n for n, score in enumerate(scores) if score == max(scores)], scores)

    def scene(self, g: Any, seat: int | None) -> Any:
        state, table = g.state, g.table
        bit = 0 if seat is None else 1 << seat
        deck = state.deck
        return {
            "round": state.round,
            "stage": state.stage,
            "asked": [ask.seat for ask in table.asks],
            "shown": state.shown,
            "deck": [card if deck.known.get(card, 0) & bit else 0 for card in deck.cards],
            "discard": deck.discard,
            "players": [
                {
                    "flares": p.flares,
                    "score": p.score,
                    "hand": [c if p.seat == seat or state.known.get(c, 0) & bit else 0 for c in p.hand],
                }
                for p in state.players
            ],
        }

    def redeal(self, g: Any, seat: int | None, chance: Chance) -> None:
        state = g.state
        me = 31 if seat is None else seat
        places = [
            (p, n)
            for p in state.players
            if p.seat != seat
            for n, card in enumerate(p.hand)
            if not state.known.get(card, 0) >> me & 1
        ]
        hidden = [p.hand[n] for p, n in places]
        marks = [state.known.pop(card, 0) for card in hidden]
        pool = sorted([*hidden, *state.deck.unknown(me)])
        chance.shuffle(pool)
        for (p, n), mark in zip(places, marks, strict=True):
            p.hand[n] = pool.pop()
            if mark:
                state.known[p.hand[n]] = mark
        assert not state.deck.redeal(chance, pool, me)

    def refusals(self, g: Any, ask: Ask) -> list[Refusal]:
        none_left = not g.state.players[ask.seat].flares
        return [Refusal("Flare", f"You have burned your {FLARES} flares.", "SG-4")] if none_left else []

    def faults(self, g: Any) -> Iterable[str]:
        state = g.state
        cards = [*state.deck.cards, *state.deck.discard, *(c for c in state.shown if c)]
        cards += [card for player in state.players for card in player.hand]
        if sorted(cards) != list(range(1, CARDS + 1)):
            yield f"the cards do not add up: {sorted(cards)}"
        for player in state.players:
            if player.flares < 0 or player.score < 0:
                yield f"seat {player.seat}: a counter is below zero"
        if set(state.known) - {card for player in state.players for card in player.hand}:
            yield "a card is known that is in no hand"
