"""The state of a game of Legends of Novus: a tree of Structs, packed at every checkpoint."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...parts.deck import Deck

# Slots of a Character Board, by index into Hero.gear (NV-BOARD-3).
HEAD, BODY, HAND_1, HAND_2, FOOT, ITEM_1 = 0, 1, 2, 3, 4, 5

Stage = Literal["draft", "deal", "preparation", "adventure", "move", "challenge", "recovery", "end"]
Result = Literal["", "win", "lose", "escape", "no_result"]


class Hero(msgspec.Struct):
    """One player: the Character Board, the hand and the figure.

    Cards are numbers of the content (0: none). gear: nine slots. enchants: what is attached to the weapon in each
    slot. covered: class cards under an Advanced Class. skills: stacks, a Skill at the bottom, Curses on it.
    forbidden: points this hero may not enter again. used: abilities used up for the game. reach: which windows the
    hero's cards could be used in (-1: to be worked out anew).
    """

    seat: int
    at: int
    character: int = 0
    basic: int = 0
    klass: int = 0
    advanced: bool = False
    covered: list[int] = []
    xp: int = 0
    gp: int = 0
    luck: int = 0
    explore_x: bool = False
    hand: list[int] = []
    gear: list[int] = []
    enchants: list[int] = []
    skills: list[list[int]] = []
    tokens: list[int] = []
    quests: list[int] = []
    forbidden: list[int] = []
    used: list[int] = []
    no_move: bool = False
    reach: int = -1


class Turn(msgspec.Struct):
    """The turn in progress. number counts all turns of the game from 1."""

    number: int = 0
    seat: int = 0
    stage: Stage = "draft"
    start: int = 0  # where the hero stood when the turn began
    explore_ok: bool = True
    plays: int = 1  # Adventure cards still allowed in this phase
    bought: bool = False
    moves: int = 0
    steps: int = 0
    extra: int = 0  # points of movement from events
    safe: int = 0  # the extra point of Safe Travels
    face: str = ""  # of the Travel Die
    beaten: bool = False  # a battle was lost or escaped: straight to Recovery
    stopped: bool = False  # a location stopped the movement
    cv: int = 0  # CV until the turn ends
    flying: bool = False
    sold: bool = False
    wins: list[int] = []  # creatures beaten this turn
    used: list[int] = []  # abilities used up this turn
    used_phase: list[int] = []
    looked: list[int] = []  # draw_look cards used this turn


class Battle(msgspec.Struct):
    """A battle round in progress."""

    seat: int
    creature: int
    source: Literal["deck", "discard", "reptisaurs", "quest"] = "deck"
    step: int = 0
    hero_cv: int = 0  # modifiers of this battle
    creature_cv: int = 0
    escape: int = 0
    escape_roll: int = 0
    hero_roll: int = 0
    creature_roll: int = 0
    tried: bool = False
    no_escape: bool = False
    replaced: bool = False  # the hero's roll was replaced by an effect
    hero_plus: int = 0  # adjustments of the rolls' totals
    creature_plus: int = 0
    xp: int = 0
    gp: int = 0
    reward: int = 0
    adventure: int = 0
    prevented: dict[str, int] = {}
    losing: bool = False  # its Defeat line is being applied
    drawn: list[int] = []  # Reward cards that Victory brought
    used: list[int] = []
    result: Result = ""
    sum: list[tuple[int, int]] = []  # what the hero's CV was made of when the result came: `board.hero_sum`


class Challenge(msgspec.Struct):
    """A best-of-three against a Quest Creature."""

    creature: int
    wins: int = 0
    losses: int = 0
    cv: int = 0  # modifiers that last the whole fight
    used: list[int] = []


class State(msgspec.Struct):
    heroes: list[Hero]
    turn: Turn
    adventure: Deck
    encounter: Deck
    reward: Deck
    allies: list[int]
    pool: list[int]  # Advanced Classes still to be had
    alive: list[int]  # Quest Creatures not yet defeated
    draft: list[int] = []  # Characters to choose from
    order: list[int] = []  # seats that still choose
    first: int = 0
    isenthrax: int = -1  # the point with its token, once placed
    battle: Battle | None = None
    challenge: Challenge | None = None
    known: dict[int, int] = {}  # cards in hands: bitmask of seats that know who holds it, besides the holder
    opening: list[int] = []  # solo: the first pile's stretch of the deck, for the set-up draw
    winner: int = -1
    how: str = ""  # legend, quests, informant, solo, turns_up, rounds_up
    limbo: list[int] = []  # cards on their way: revealed or being resolved
    reach: int = -1  # of all heroes together, as Hero.reach


SLOT_INDICES = {
    "head": (HEAD,),
    "body": (BODY,),
    "hand": (HAND_1, HAND_2),
    "foot": (FOOT,),
    "item": tuple(range(ITEM_1, ITEM_1 + 8)),
}
