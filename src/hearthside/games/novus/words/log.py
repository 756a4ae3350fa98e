"""What has happened, in the third person: the log, the verdict of a battle, the result of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import board, events
from .names import DECKS, FACES, ability_name, capital, card_name, foe_name, goods, hero_name, point_name

if TYPE_CHECKING:
    from ....engine.game import Entry
    from ..context import G


def event_words(g: G, entry: Entry, seat: int | None) -> str:
    """A log entry as one short sentence in the third person."""
    event = entry.event
    return EVENTS[type(event)](g, hero_name(g, event.seat), event)


def is_consequence(entry: Entry) -> bool:
    """The line follows from the one above it, and is indented."""
    return isinstance(entry.event, CONSEQUENCES)


def result_words(g: G) -> str:
    """Who won and how; empty while the game goes on."""
    state = g.state
    if not state.how:
        return ""
    if state.winner >= 0:
        return f"{_won(g, hero_name(g, state.winner), state.how)} {_rank(g)}"
    return _ended(g, state.how)


def verdict(g: G, seat: int | None) -> str:
    """How the battle at hand stands once both dice lie, or how it ended; empty before."""
    battle = g.state.battle
    if battle is None:
        return ""
    mine = battle.seat == seat
    who, whose = ("You", "yours") if mine else (hero_name(g, battle.seat), f"{hero_name(g, battle.seat)}'s")
    if battle.result:
        got = {"win": "won", "lose": "lost", "escape": "got away"}.get(battle.result)
        return f"{who} {got}." if got else "It ends without a result."
    if not battle.hero_roll or not battle.creature_roll:
        return ""
    if battle.hero_roll == 1:
        return "A natural 1: lost, unless the die is changed."
    ours, theirs = board.final_cvs(g, battle)
    if ours < theirs:
        return f"{capital(number_word(theirs - ours))} short. A tie would be {whose}."
    return f"A tie, and ties are {whose}." if ours == theirs else f"Ahead by {number_word(ours - theirs)}."


# ---- the end ----


def _rank(g: G) -> str:
    from ..goal import rank

    if len(g.state.heroes) == 1:
        return f"{rank(g.state.turn.number)}, in turn {g.state.turn.number} of {g.content.tables.solo_turns}."
    return "A Legend of Novus!"


def _won(g: G, who: str, how: str) -> str:
    tables = g.content.tables
    return {
        "legend": f"{who} wins with {tables.xp_goal} XP and a Quest Creature defeated.",
        "quests": f"{who} wins with {tables.quest_goal} Quest Events completed.",
        "informant": f"{who} wins as the Informant, with 20 XP and 2 Quest Events completed.",
        "solo": f"{who} wins with 3 Quest Creatures defeated and a Quest Event completed.",
    }[how]


def _ended(g: G, how: str) -> str:
    if how == "turns_up":
        return f"The {g.content.tables.solo_turns} turns are used up, and Novus has no legend yet."
    from ..goal import outcome

    return f"The rounds are up; {hero_name(g, outcome(g).leader)} leads."


# ---- the log ----


def _drew(g: G, who: str, e: events.Drew) -> str:
    return f"{who} draws {card_name(g, e.card) if e.card else DECKS[e.deck]}."


def _read(g: G, who: str, e: events.ReadLocation) -> str:
    place = point_name(g.content, e.point)
    return {
        "class_benefit": f"{place} favours {who}'s class.",
        "explore": f"{who} searches {place}.",
        "after_quest": f"{who} searches {place}, its creature gone.",
    }.get(e.part, f"{place} takes effect on {who}.")


def _tried(g: G, who: str, e: events.TriedEscape) -> str:
    if e.face == 1 and not e.escaped:
        return f"{who} tries to Escape and rolls a natural 1: a Tragic Fail, and 1 CV less."
    end = "and gets away" if e.escaped else "short of 6, and 1 CV less"
    return f"{who} tries to Escape: {sum_of(e.face, e.face + e.plus)}, {end}."


def _ended_battle(g: G, who: str, e: events.BattleEnded) -> str:
    foe = foe_name(g, e.creature)
    score = f", {e.hero} to {e.foe}" if e.hero or e.foe else ""
    return {
        "win": f"{who} beats {foe}{score}.",
        "lose": f"{who} loses to {foe}{score}.",
        "escape": f"{who} escapes from {foe}.",
        "no_result": f"The battle with {foe} ends without a result.",
    }[e.result]


def _traded(g: G, who: str, e: events.Traded) -> str:
    return f"{who} gives {hero_name(g, e.to)} {goods(g, e.give, e.give_gp)} for {goods(g, e.want, e.want_gp)}."


def _looked(g: G, who: str, e: events.Looked) -> str:
    top = "the top card" if e.n == 1 else f"the top {e.n} cards"
    return f"{who} looks at {top} of the {e.deck.title()} deck."


def _changed(g: G, who: str, e: events.ChangedCv) -> str:
    return f"{'The creature' if e.of == 'creature' else who} has {e.n:+} CV."


def _some(g: G, card: int) -> str:
    return card_name(g, card) if card else "a card"


EVENTS: dict[type, Callable[[Any, str, Any], str]] = {
    events.TookCharacter: lambda g, who, e: f"Seat {e.seat + 1} plays {card_name(g, e.character)}.",
    events.TurnBegan: lambda g, who, e: f"Turn {e.number}: {who}.",
    events.PhaseBegan: lambda g, who, e: f"{who} begins the {e.phase.replace('_', ' ').title()} Phase.",
    events.Drew: _drew,
    events.Revealed: lambda g, who, e: f"{who} reveals {card_name(g, e.card)}.",
    events.Discarded: lambda g, who, e: f"{who} discards {card_name(g, e.card)}.",
    events.Destroyed: lambda g, who, e: f"{who} destroys {card_name(g, e.card)}.",
    events.Placed: lambda g, who, e: f"{who} places {card_name(g, e.card)}.",
    events.TookOff: lambda g, who, e: f"{who} takes off {card_name(g, e.card)}.",
    events.Played: lambda g, who, e: f"{who} plays {card_name(g, e.card)}.",
    events.Used: lambda g, who, e: f"{who} uses {ability_name(g, e.card, e.n)}.",
    events.Bought: lambda g, who, e: f"{who} pays {e.gp} GP for {DECKS[e.deck]}.",
    events.GainedXp: lambda g, who, e: f"{who} gains {e.n} XP: {e.xp - e.n} + {e.n} = {e.xp}.",
    events.LostXp: lambda g, who, e: f"{who} loses {e.n} XP: {e.xp + e.n} - {e.n} = {e.xp}.",
    events.GainedGp: lambda g, who, e: f"{who} gains {e.n} GP: {e.gp - e.n} + {e.n} = {e.gp}.",
    events.LostGp: lambda g, who, e: f"{who} gives up {e.n} GP: {e.gp + e.n} - {e.n} = {e.gp}.",
    events.StoleGp: lambda g, who, e: f"{who} takes {e.n} GP from {hero_name(g, e.of)}.",
    events.StoleCard: lambda g, who, e: f"{who} gets {_some(g, e.card)} from {hero_name(g, e.of)}.",
    events.GaveCard: lambda g, who, e: f"{who} gives {_some(g, e.card)} to {hero_name(g, e.to)}.",
    events.GainedLuck: lambda g, who, e: f"{who} regains Luck.",
    events.SpentLuck: lambda g, who, e: f"{who} spends Luck and rolls {e.face} instead of 1.",
    events.RolledTravel: lambda g, who, e: f"The Travel Die shows {FACES[e.face]}.",
    events.TookSafeTravels: lambda g, who, e: (
        f"{who} chooses 10 GP." if e.gold else f"{who} chooses to go 1 point farther."
    ),
    events.TurnedExplore: lambda g, who, e: f"{who}'s Explore token shows {'X' if e.x else 'its free side'}.",
    events.Moved: lambda g, who, e: f"{who} goes to {point_name(g.content, e.point)}.",
    events.Arrived: lambda g, who, e: f"{who} stops at {point_name(g.content, e.point)}.",
    events.ReadLocation: _read,
    events.Explored: lambda g, who, e: f"{who} explores {point_name(g.content, e.point)}.",
    events.BattleBegan: lambda g, who, e: f"{who} meets {foe_name(g, e.creature)}, CV {e.cv}.",
    events.TriedEscape: _tried,
    events.SummedCv: lambda g, who, e: f"{who}'s CV: {parts_sum(e.parts, e.total)}, against {e.creature_cv}.",
    events.RolledHero: lambda g, who, e: (
        f"{who} rolls {sum_of(e.face, e.total)}{': a natural 1, a Tragic Fail' if e.face == 1 else ''}."
    ),
    events.RolledCreature: lambda g, who, e: f"The creature rolls {sum_of(e.face, e.total)}.",
    events.RolledAbility: lambda g, who, e: f"{who} rolls {e.face}{', a Tragic Fail' if e.face == 1 else ''}.",
    events.ChangedCv: _changed,
    events.BattleEnded: _ended_battle,
    events.ChallengeScored: lambda g, who, e: (
        f"Best of three: {who} {e.wins}, {foe_name(g, e.creature)} {e.losses}."
    ),
    events.TookToken: lambda g, who, e: f"{who} takes the token of {foe_name(g, e.creature)}.",
    events.Cursed: lambda g, who, e: f"{card_name(g, e.card)} curses {who}.",
    events.Uncursed: lambda g, who, e: f"{who} is rid of {card_name(g, e.card)}.",
    events.GainedAlly: lambda g, who, e: f"{card_name(g, e.card)} joins {who}.",
    events.Sold: lambda g, who, e: f"{who} sells {card_name(g, e.card)} for {e.gp} GP.",
    events.BoughtXp: lambda g, who, e: f"{who} pays {e.gp} GP for {e.xp} XP.",
    events.Advanced: lambda g, who, e: f"{who} advances to {card_name(g, e.klass)}.",
    events.CompletedQuest: lambda g, who, e: f"{who} completes {card_name(g, e.card)}.",
    events.PlacedIsenthrax: lambda g, who, e: f"Isenthrax rises at {point_name(g.content, e.point)}.",
    events.Looked: _looked,
    events.Traded: _traded,
    events.Won: lambda g, who, e: _won(g, who, e.how),
    events.Ended: lambda g, who, e: _ended(g, e.how),
}  # fmt: skip
CONSEQUENCES = (
    events.GainedXp, events.LostXp, events.GainedGp, events.LostGp, events.GainedLuck, events.SpentLuck,
    events.TurnedExplore, events.TookSafeTravels, events.SummedCv, events.RolledHero, events.RolledCreature,
    events.RolledAbility, events.ChangedCv, events.TriedEscape, events.BattleEnded, events.ChallengeScored,
    events.TookToken, events.Cursed, events.Uncursed, events.Drew, events.ReadLocation, events.StoleGp,
    events.StoleCard, events.GaveCard, events.CompletedQuest, events.GainedAlly, events.Looked, events.Destroyed,
    events.PlacedIsenthrax,
)  # fmt: skip


# ---- numbers ----

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(n: int) -> str:
    """Small numbers in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def sum_of(face: int, total: int) -> str:
    """A roll spelled out: "6 + 9 = 15"."""
    rest = total - face
    return f"{face} {'+' if rest >= 0 else '-'} {abs(rest)} = {total}"


def parts_sum(parts: tuple[tuple[str, int], ...], total: int) -> str:
    """Named parts and their sum: "Experience 1 + Knight 3 = 4"."""
    told = ""
    for name, n in parts:
        name = name or "Experience"
        told += f"{name} {n}" if not told else f" {'+' if n >= 0 else '-'} {name} {abs(n)}"
    return f"{told} = {total}" if len(parts) != 1 else told
