"""What a seat is asked, what it should know to answer, and what the others read meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import adventurers, state
from ..context import BEAT
from ..text.grammar import listed
from .names import STEPS, kind_name, seconds, squares, tile_name

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def question_words(g: G, ask: Ask) -> str:
    """The question."""
    table, player = g.state, g.state.players[ask.seat]
    empty = g.board(player).empty(player)
    match ask.topic:
        case "pick":
            return "Which Adventurer do you want to be?"
        case "search":
            return f"Pack! {capital(squares(empty))} {'is' if empty == 1 else 'are'} still empty."
        case "hold":
            return f"Where does the {tile_name(g, player.tile)} go?"
        case "swap":
            return "Do you change an item for one of the heap?"
        case "challenge":
            return f"{STEPS[table.step]}: do you question any item?"
        case "vote":
            ballot = table.ballots[0]
            whose = "your" if ballot.owner == ask.seat else f"{g.game.seat_name(g, ballot.owner)}'s"
            return f"Does {whose} {tile_name(g, ballot.tile)} count as {kind_name(g, ballot.kind)}?"
        case "decide":
            ballot = table.ballots[0]
            return f"The vote is tied. Does your {tile_name(g, ballot.tile)} count as {kind_name(g, ballot.kind)}?"
        case "veto":
            ballot = table.ballots[0]
            says = "counts" if ask.about else "does not count"
            name, kind = tile_name(g, ballot.tile), kind_name(g, ballot.kind)
            return f"The vote says that your {name} {says} as {kind}. Do you turn it round?"
        case "keep":
            kinds = listed([kind_name(g, kind) for kind in adventurers.keeps(g, player)], "or")
            return f"Which item do you keep for a later quest ({kinds})?"
        case "rest":
            return "Are you ready for the next quest?"
    return ask.topic


def hint_words(g: G, ask: Ask) -> str:
    """What counts for the answer, with its numbers."""
    table, player = g.state, g.state.players[ask.seat]
    match ask.topic:
        case "search":
            cards = ", ".join(str(card) for card in reversed(table.stack))
            left = f"Cards left: {cards}." if table.stack else ""
            return left if g.real else f"{left} Beat {table.beat + 1} of {g.options.cap * 1000 // BEAT}.".strip()
        case "challenge":
            return "At most 3 questions each; without one the icons stand."
        case "vote":
            return "All ballots are revealed together; a strict majority decides."
        case "rest":
            wins = player.wins
            return f"You have won {wins} of 3 rounds."
    return ""


def waiting_words(g: G, ask: Ask) -> str:
    """What the other seats read while one is asked."""
    who = g.game.seat_name(g, ask.seat)
    return {
        "pick": f"{who} picks an Adventurer.",
        "search": f"{who} searches.",
        "hold": f"{who} looks for room.",
        "swap": f"{who} may change items.",
        "vote": f"{who} has not voted yet.",
        "decide": f"{who} decides the tied vote.",
        "veto": f"{who} may turn the vote round.",
        "keep": f"{who} may keep an item.",
        "rest": f"{who} looks at the scores.",
    }.get(ask.topic, f"{who} decides.")


def idle_words(g: G, seat: int) -> str:
    """What a seat reads that can do nothing at the moment, about itself."""
    table, player = g.state, g.state.players[seat]
    if table.stage == "vote" and table.ballots and table.ballots[0].votes[seat]:
        return "You have voted; the ballots are revealed together."
    if table.stage != "search":
        return ""
    item = tile_name(g, player.tile) if player.tile else ""
    match player.hand:
        case state.FINISHED:
            return f"Your mat is full, and you hold the card {player.ready}."
        case state.CLOSED:
            return f"Others have a head start; your search opens at {seconds(player.at - table.began)}."
        case state.REACHING:
            return f"Your hand goes out for the {item}."
        case state.PLACING:
            return f"You place the {item}."
        case state.RETURNING:
            return f"You put the {item} back."
        case state.RUMMAGING:
            return "You rummage in the heap."
        case state.MISSED:
            return "Another hand was faster; yours is free again in an instant."
        case state.EMPTY if g.real and not table.pile:
            return "The heap is empty, and you have said that you are stuck."
    return ""


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
