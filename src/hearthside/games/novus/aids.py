"""The two Player Aids as help screens, and advice for newcomers (NV-PLAYER-2, NV-RECOV-11, NV-EXPLORE-14, NV-GAP-77).

A screen is a tuple of sections, a section a heading and its lines. A line ends with the ids of the rules it tells, in
brackets; `split_line` takes them apart. Numbers come from the tables of the box or of a pack.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from ...engine.content import read_one
from .advance import XP_NEEDED
from .battle import ESCAPE_AT, FLYING_PENALTY
from .cards import Tables
from .goal import SOLO_QUESTS, SOLO_TOKENS
from .library import FOLDER
from .quest import WINS_NEEDED
from .travel import BASE_MOVES, SAFE_GP

Section = tuple[str, tuple[str, ...]]
Screen = tuple[Section, ...]

FACES = {"safe_travels": "Safe Travels", "adventure": "Adventure", "reward": "Reward", "encounter": "Encounter"}


def split_line(line: str) -> tuple[str, tuple[str, ...]]:
    """A line's sentence and the ids of its rules: "Pass. [NV-A-1, NV-A-2]" gives ("Pass.", ("NV-A-1", "NV-A-2"))."""
    text, _, ids = line.removesuffix("]").rpartition(" [")
    return text, tuple(ids.split(", "))


def trade_rows(tables: Tables) -> tuple[str, ...]:
    """The rows of the conversion chart: "20 GP for 1 XP"."""
    return tuple(f"{gp} GP for {xp} XP" for gp, xp in tables.trades)


def cv_rows(tables: Tables) -> tuple[str, ...]:
    """The rows of the XP-to-CV chart, from 1 XP on: "3-5 XP: +1 CV"."""
    rows = []
    for cv, group in groupby(range(1, tables.xp_goal + 1), key=lambda xp: tables.xp_cv[xp]):
        span = list(group)
        upto = f"-{span[-1]}" if len(span) > 1 else ""
        rows.append(f"{span[0]}{upto} XP: +{cv} CV")
    return tuple(rows)


def preparation_and_adventure(tables: Tables) -> Screen:
    """The first Player Aid: what to do before setting out, and the day itself."""
    faces = Counter[str](tables.travel_die)
    die = ", ".join(f"{name} {faces[face]}" for face, name in FACES.items() if faces[face])
    return (
        (
            "Preparation: any of these, in any order",
            (
                "Take Reward cards off your board, and place others from your hand. [NV-PREP-2, NV-PREP-4]",
                "Skills, Curses and enchantments stay where they lie. [NV-PREP-3]",
                "Play 1 Adventure card: a Skill or an Event. [NV-PREP-5, NV-SKILL-5]",
                "Treasures, Action Events and cards that name their own moment come on top of it. "
                "[NV-EVENT-10, NV-EVENT-15]",
                f"Once, pay {tables.draw_price} GP for 1 Adventure or 1 Reward card. [NV-PREP-7, NV-PREP-8]",
            ),
        ),
        (
            "Adventure: Travel or Explore, one of the two",
            (
                "You cannot pass, and you cannot do both. [NV-ADV-1, NV-ADV-2]",
                "With the X up when your turn begins you must Travel. [NV-ADV-4, NV-ADV-6]",
                "Lose a battle or Escape from it, and you go straight to Recovery. [NV-ADV-5, NV-BATTLE-9]",
            ),
        ),
        (
            "Travel",
            (
                f"Roll the Travel Die. Its faces: {die}. [NV-TRAVEL-2]",
                f"Safe Travels: 1 more step, or {SAFE_GP} GP. [NV-TRAVEL-3]",
                "Adventure or Reward: draw that card. [NV-TRAVEL-4, NV-TRAVEL-5]",
                "Encounter: battle first, and move only if you win. [NV-TRAVEL-6, NV-TRAVEL-8]",
                "Turn the Explore token back from its X. [NV-TRAVEL-9]",
                f"Move 1 to {BASE_MOVES} points, further with a Travel Bonus on board. [NV-TRAVEL-11, NV-TRAVEL-14]",
                "Never end where your turn began. [NV-TRAVEL-13]",
                "Follow the Location card where you end. Where the point shows its icon, it acts on you as you pass. "
                "[NV-TRAVEL-20, NV-TRAVEL-23]",
            ),
        ),
        (
            "Explore",
            (
                "Stay on your point and turn the token to its X: no Explore next turn. [NV-EXPLORE-2, NV-EXPLORE-3]",
                "On an Explore icon or a Quest Creature's point, follow the Location card; that is all. [NV-EXPLORE-4]",
                "Anywhere else, reveal the top Adventure card. An Encounter Event means a battle. "
                "[NV-EXPLORE-5, NV-EXPLORE-6]",
                "Any other card is yours. Then draw 1 more card, or discard an Encounter Event to battle a creature. "
                "[NV-EXPLORE-7, NV-EXPLORE-9, NV-EXPLORE-11]",
            ),
        ),
    )


def combat_and_selling(tables: Tables) -> Screen:
    """The second Player Aid: a battle step by step, and what gold is good for in Recovery."""
    return (
        (
            "Battle, step by step",
            (
                "1. Do what the creature's special ability says. [NV-BATTLE-7]",
                f"2. Escape, if you like: {ESCAPE_AT} or more on a d10 gets you away, without gain or loss. "
                "[NV-BATTLE-8, NV-BATTLE-9, NV-BATTLE-13]",
                "   If it fails you have -1 CV in this battle. [NV-BATTLE-10]",
                f"   From a creature that flies the roll is {FLYING_PENALTY}, unless you fly too. "
                "[NV-CREATURE-9, NV-CREATURE-10]",
                "3. Add up your CV: XP, class, gear, allies, Skills, Curses. [NV-BATTLE-15]",
                "4. Roll a d10 and add it. A natural 1 loses, whatever the sum. [NV-BATTLE-17, NV-BATTLE-19]",
                "5. The creature's d10 is added to its CV. [NV-BATTLE-20]",
                "6. Play cards and use abilities. [NV-BATTLE-21]",
                "7. The higher sum wins; a tie is yours. [NV-BATTLE-22, NV-BATTLE-23]",
            ),
        ),
        (
            "After a battle",
            (
                "Won: take the XP and the Victory line. [NV-BATTLE-24]",
                "Lost: suffer the Defeat line, then Recovery. Never below 1 XP or 0 GP. "
                "[NV-BATTLE-25, NV-BOARD-9, NV-BATTLE-32]",
                "The Luck token rerolls your natural 1. [NV-ROLL-6]",
                f"A Quest Creature falls to the first side with {WINS_NEEDED} wins. [NV-QC-5]",
            ),
        ),
        (
            "Recovery: any of these, in any order",
            (
                "Change gear as in Preparation. [NV-RECOV-2, NV-RECOV-4]",
                "Play 1 Event, and any number of Treasures. [NV-RECOV-5, NV-EVENT-9]",
                "In a City, sell cards from hand or board for the price on their face. [NV-RECOV-6, NV-RECOV-13]",
                f"With {XP_NEEDED} XP or more, take an Advanced Class, once a game. [NV-RECOV-10, NV-ADVCLASS-6]",
                f"Then end your turn with {tables.hand_limit} cards in hand at most. [NV-HAND-3]",
            ),
        ),
        (
            "GP for XP, anywhere, as often as you can pay",
            (
                *(f"{row}. [NV-RECOV-8, NV-RECOV-12]" for row in trade_rows(tables)),
                f"Gold never buys XP number {tables.xp_goal}. [NV-RECOV-9]",
            ),
        ),
        ("XP to CV", tuple(f"{row}. [NV-BOARD-11]" for row in cv_rows(tables))),
    )


def in_a_minute(tables: Tables, seats: int) -> tuple[str, ...]:
    """What a game is about, and the words on the screen, for somebody who has never played."""
    goal = (
        (
            f"Be first to have {tables.xp_goal} XP and 1 defeated Quest Creature. [NV-GOAL-2, NV-GOAL-5]",
            f"Or be first to complete {tables.quest_goal} Quest Events. [NV-GOAL-3, NV-GOAL-4]",
        )
        if seats > 1
        else (
            f"Defeat {SOLO_TOKENS} Quest Creatures and complete {SOLO_QUESTS} Quest Event, "
            f"in {tables.solo_turns} turns. [NV-SOLO-2, NV-SOLO-3]",
        )
    )
    return (
        *goal,
        "A turn: Preparation, then Travel or Explore, then Recovery. [NV-TURN-2]",
        "XP is experience, GP is gold. CV is your combat value: it is added to your d10 in battle. "
        "[NV-BOARD-4, NV-BATTLE-15, NV-BATTLE-17]",
        "Rewards are gear for your board; Adventure cards are Skills, Treasures and Events. [NV-BOARD-3, NV-SKILL-5]",
        "The Explore token's X means: no Explore this turn. [NV-ADV-4, NV-ADV-6]",
    )


def aids(tables: Tables, seats: int) -> Screen:
    """All that helps at the table: the goal, advice, then both Player Aids."""
    advice = tuple(line for line in ADVICE if seats == 1 or "NV-SOLO-2" not in line)
    return (
        ("The game in a minute", in_a_minute(tables, seats)),
        ("Good advice", advice),
        *preparation_and_adventure(tables),
        *combat_and_selling(tables),
    )


BOX = read_one(FOLDER / "tables.yaml", Tables)
PREPARATION_AND_ADVENTURE: Screen = preparation_and_adventure(BOX)
COMBAT_AND_SELLING: Screen = combat_and_selling(BOX)
ADVICE: tuple[str, ...] = (
    "On your first turn, Explore where you stand: two cards, or a card and a fight. [NV-EXPLORE-14]",
    "Then make for the city that shows your class icon; it has a gift for you. [NV-EXPLORE-14, NV-TRAVEL-32]",
    "Early in the game spend your gold on cards, later on XP. [NV-RECOV-11]",
    "Alone, buy Adventure cards: one of them is the Quest Event you need. [NV-RECOV-11, NV-SOLO-2]",
    "A card you cannot use is worth keeping: for an ability that wants a discard, for a City, for your next class. "
    "[NV-CARD-11]",
    "Leave the Quest Creatures until your gear and your XP can carry the fight. [NV-QC-18]",
)
