"""Winning (NV-GOAL, NV-SOLO)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from . import events
from .state import Hero

if TYPE_CHECKING:
    from .context import G

INFORMANT_XP, INFORMANT_QUESTS = 20, 2  # NV-GAP-64
SOLO_TOKENS, SOLO_QUESTS = 3, 1  # NV-SOLO-2


class GameOver(Exception):
    """Somebody met a win condition, or the turns are used up."""


class Outcome(msgspec.Struct):
    """How a game ended.

    winners: the seat that won, or none. how: legend (25 XP and a Quest Creature), quests (3 Quest Events), informant,
    solo, turns_up (solo, lost), rounds_up (stopped). rank: solo: Legend, Hero or Champion of Novus. turns: of the
    game. leader: of an unfinished game, by XP, quest tokens, GP.
    """

    winners: list[int]
    how: str
    rank: str
    turns: int
    leader: int
    xp: list[int]
    tokens: list[int]
    quests: list[int]


def met(g: G, hero: Hero) -> str:
    """The win condition that a hero meets now, or an empty string."""
    tables = g.content.tables
    solo = len(g.state.heroes) == 1
    informant = (
        hero.klass
        and g.content.cards[hero.klass].special_victory
        and hero.xp >= INFORMANT_XP
        and len(hero.quests) >= INFORMANT_QUESTS
    )
    if solo:
        if len(hero.tokens) >= SOLO_TOKENS and len(hero.quests) >= SOLO_QUESTS:
            return "solo"
        return "informant" if informant and g.options.solo_informant else ""
    if hero.xp >= tables.xp_goal and hero.tokens:
        return "legend"
    if len(hero.quests) >= tables.quest_goal:
        return "quests"
    return "informant" if informant else ""


def check(g: G) -> None:
    """After every complete effect: whoever meets a win condition wins at once, the current player first (NV-GAP-14).

    Raises:
        GameOver: somebody did.
    """
    if not g.marked:
        return
    g.marked = False
    state = g.state
    n = len(state.heroes)
    for i in range(n):
        hero = state.heroes[(state.turn.seat + i) % n]
        if hero.xp >= 20 or hero.quests:
            how = met(g, hero)
            if how:
                state.winner = hero.seat
                state.how = how
                g.log(events.Won(hero.seat, how), "NV-GOAL-1")
                raise GameOver


def rank(turn: int) -> str:
    """The solo rank for a win in this turn (NV-SOLO-4..6)."""
    return "Legend of Novus" if turn <= 15 else "Hero of Novus" if turn <= 20 else "Champion of Novus"


def outcome(g: G) -> Outcome:
    """How the finished game ended."""
    state = g.state
    heroes = state.heroes
    lead = max(heroes, key=lambda h: (h.xp, len(h.tokens), h.gp, -h.seat))
    solo_won = len(heroes) == 1 and state.winner == 0
    return Outcome(
        [state.winner] if state.winner >= 0 else [],
        state.how,
        rank(state.turn.number) if solo_won else "Legend of Novus" if state.winner >= 0 else "",
        state.turn.number,
        lead.seat,
        [h.xp for h in heroes],
        [len(h.tokens) for h in heroes],
        [len(h.quests) for h in heroes],
    )
