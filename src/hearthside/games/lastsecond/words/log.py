"""The log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import events
from ..text.grammar import count, listed
from .names import STEPS, kind_name, points, seconds, since, squares, tile_name

if TYPE_CHECKING:
    from ....engine.game import Entry
    from ..context import G

ENDED = {
    "ready": "The last card is taken: Searching stops.",
    "stuck": "All who are left say that they are stuck: Searching stops.",
    "deadlock": "No item that is left fits anybody: Searching stops.",
    "time": "Time is up: Searching stops.",
}
WON_BY = {
    "points": "",
    "required": ", by more required items",
    "ready": ", by the higher Ready to Go card",
    "empty": ", by fewer empty squares",
    "lot": ", by lot",
}


def event_words(g: G, entry: Entry, seat: int | None) -> str:
    """An event as a seat reads it."""
    event = entry.event
    who = g.game.seat_name(g, event.seat) if event.seat >= 0 else ""
    return EVENTS[type(event)](g, who, event)


def _revealed(g: G, who: str, e: events.QuestRevealed) -> str:
    quest = g.content.quest(e.quest)
    good = listed([kind_name(g, kind) for kind in quest.required])
    bad = listed([kind_name(g, kind) for kind in quest.forbidden])
    return f"Round {e.round}: {quest.title}. Bring {good}; leave {bad}."


def _placed(g: G, who: str, e: events.Placed) -> str:
    if not e.legal:
        return f"{who} lays the {tile_name(g, e.tile)} where it does not fit."
    return f"{who} places the {tile_name(g, e.tile)}: {e.filled} of {e.total}."


def _voted(g: G, who: str, e: events.Voted) -> str:
    yes = sum(e.votes)
    end = {"owner": f", and {who} decides", "two": ", and both must agree", "veto": f", and {who} turns it round"}
    says = "counts" if e.yes else "does not count"
    name, kind = tile_name(g, e.tile), kind_name(g, e.kind)
    return f"{yes} yes, {len(e.votes) - yes} no{end.get(e.how, '')}: {who}'s {name} {says} as {kind}."


def _removed(g: G, who: str, e: events.Removed) -> str:
    why = f"counts as {kind_name(g, e.kind)}" if e.kind else "is not allowed"
    return f"{who}'s {tile_name(g, e.tile)} {why} and leaves the mat."


def _required(g: G, who: str, e: events.ScoredRequired) -> str:
    if not e.tiles:
        return f"{who} has no required item."
    return f"{who}: {points(len(e.tiles))} for {listed([tile_name(g, tile) for tile in e.tiles])}."


def _empty(g: G, who: str, e: events.ScoredEmpty) -> str:
    less = f", {e.ignored} of them not counted" if e.ignored else ""
    return f"{who}: {squares(e.empty)} empty{less}, {points(e.points)}."


def _ready(g: G, who: str, e: events.ScoredReady) -> str:
    if not e.card:
        return f"{who} holds no card: 0 points."
    plus = f" and {e.points - e.card} more" if e.points != e.card else ""
    return f"{who} holds the card {e.card}{plus}: {points(e.points)}."


def _turned(g: G, who: str, e: events.TurnedAdventurer) -> str:
    if e.bonus:
        return f"{who} takes the Locked token off: the bonus holds from the next quest on."
    return f"{who} turns the Adventurer card: the penalty holds from the next quest on, the bonus is locked."


def _rest(others: int) -> str:
    return f"; {count(others, 'other item')} worth nothing" if others else ""


EVENTS: dict[type, Callable[[Any, str, Any], str]] = {
    events.PickedAdventurer: lambda g, who, e: f"Seat {e.seat + 1} is {g.content.adventurer(e.adventurer).name}.",
    events.QuestRevealed: _revealed,
    events.Opened: lambda g, who, e: f"{who} may search from {since(g, e.at)} on.",
    events.Reached: lambda g, who, e: f"{who} reaches for the {tile_name(g, e.tile)}.",
    events.Took: lambda g, who, e: f"{who} has the {tile_name(g, e.tile)}.",
    events.Missed: lambda g, who, e: (
        f"{who} misses the {tile_name(g, e.tile)}: another hand was faster"
        f"{f', the hand is free in {seconds(e.free - e.at)}' if e.free > e.at else ''}."
    ),
    events.Rummaged: lambda g, who, e: f"{who} rummages in the heap.",
    events.PutBack: lambda g, who, e: f"{who} puts the {tile_name(g, e.tile)} back.",
    events.Placed: _placed,
    events.DeclaredStuck: lambda g, who, e: f"{who} is stuck.",
    events.TookReady: lambda g, who, e: f"{who}'s mat is full: {who} takes the card {e.card}.",
    events.SearchEnded: lambda g, who, e: ENDED[e.how],
    events.RemovedIllegal: lambda g, who, e: f"{who}'s {tile_name(g, e.tile)} lies wrongly and leaves the mat.",
    events.Returned: lambda g, who, e: (
        f"{who} still held the {tile_name(g, e.tile)}: it goes back {'beside the mat' if e.kept else 'to the heap'}."
    ),
    events.Swapped: lambda g, who, e: f"{who} changes the {tile_name(g, e.tile)} for the {tile_name(g, e.other)}.",
    events.StepBegan: lambda g, who, e: f"Step {e.step}: {STEPS[e.step].lower()}.",
    events.Challenged: lambda g, who, e: (
        f"{who} questions {g.game.seat_name(g, e.owner)}'s {tile_name(g, e.tile)} as {kind_name(g, e.kind)}."
    ),
    events.SaidLine: lambda g, who, e: f"{who}: “{e.text}”",
    events.Voted: _voted,
    events.Removed: _removed,
    events.ScoredText: lambda g, who, e: f"{who}: {points(e.points)} by the Adventurer.",
    events.ScoredRequired: _required,
    events.ScoredEmpty: _empty,
    events.ScoredReady: _ready,
    events.ScoredRound: lambda g, who, e: f"{who} has {points(e.points)}{_rest(e.others)}.",
    events.WonRound: lambda g, who, e: (
        f"{who} fulfils the quest with {points(e.points)}{WON_BY[e.how]}: {count(e.wins, 'round')} won."
    ),
    events.KeptItem: lambda g, who, e: f"{who} keeps the {tile_name(g, e.tile)} for a later quest.",
    events.TurnedAdventurer: _turned,
    events.DeckReshuffled: lambda g, who, e: "The used quests are shuffled into a new deck.",
    events.Won: lambda g, who, e: f"{who} has won three rounds and the game.",
}  # fmt: skip
CONSEQUENCES = (
    events.Took, events.Missed, events.TookReady, events.RemovedIllegal, events.Returned, events.Removed,
    events.SaidLine, events.Voted, events.ScoredText, events.ScoredRequired, events.ScoredEmpty, events.ScoredReady,
    events.ScoredRound, events.TurnedAdventurer,
)  # fmt: skip
