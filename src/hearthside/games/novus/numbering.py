"""Legends of Novus for those who learn it by numbers: all its choices, and what a seat observes.

Cards go by content number. Heroes come in seat order from the observer on, so that the first is always oneself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from ...engine.ask import Ask
from ...engine.numbering import Features, Field, Kind, kinds_of, set_of
from . import board
from . import choices as c
from .cards import Reward
from .moments import WINDOWS
from .state import SLOT_INDICES, Hero
from .trade import PRICES

if TYPE_CHECKING:
    from .context import G
    from .library import Content

# The numbers of each hero.
HERO = (
    ("xp", "XP", 25.0), ("gp", "GP", 100.0), ("cv", "CV on the track", 25.0), ("luck", "holds its Luck", 1.0),
    ("explore_x", "its Explore token lies on the X", 1.0), ("adventures", "Adventure cards in hand", 8.0),
    ("rewards", "other cards in hand", 8.0), ("quests", "Quest Events done", 3.0), ("tokens", "Quest Creatures", 3.0),
    ("curses", "Curses", 3.0), ("travel", "added to movement", 4.0), ("escape", "added to Escape rolls", 6.0),
    ("advanced", "has an Advanced Class", 1.0), ("acts", "it is its turn", 1.0),
)  # fmt: skip
OPTIONS = 8  # the most that a card offers to choose from
TOPICS = (
    "character", "preparation", "adventure", "safe_travels", "move", "follow_up", "escape", "window", "luck",
    "recovery", "hand_limit", "may", "option", "discard", "discard_for_cv", "pay_for_cv", "keep", "order", "deck",
    "search", "give", "destroy", "equip", "take_off", "enchant", "uncurse", "curse", "ally", "advance", "player",
    "place", "rift", "face", "offer",
)  # fmt: skip
STAGES = ("draft", "deal", "preparation", "adventure", "move", "challenge", "recovery", "end")
FACES = ("safe_travels", "adventure", "reward", "encounter")
TOPIC = {topic: n for n, topic in enumerate(TOPICS)}
STAGE = {stage: n for n, stage in enumerate(STAGES)}
FACE = {face: n for n, face in enumerate(FACES)}
WINDOW = {window: n for n, window in enumerate(WINDOWS)}


def kinds(content: Content) -> list[Kind]:
    """All choices."""
    cards = content.cards
    gear = [n for n, card in enumerate(cards) if isinstance(card, Reward) and card.slot]
    goods = (0, *content.reward, *content.special_rewards)
    prices = (0, *PRICES)
    wide = {"item": range(5, 5 + content.tables.item_slots)}
    equip = [content.equips[n][slot] for n in gear for slot in wide.get(cards[n].slot, SLOT_INDICES[cards[n].slot])]
    abilities = [(n, i) for n, card in enumerate(cards) for i in range(len(getattr(card, "abilities", ())))]
    offer = (
        ("seat", tuple(range(5))), ("give", goods), ("give_gp", prices), ("want", goods), ("want_gp", prices),
    )  # fmt: skip
    return kinds_of(
        c.Choices,
        {
            "character": content.characters,
            "klass": content.advanced + content.backs,
            "point": range(len(content.points)),
            "row": range(len(content.tables.trades)),
            "seat": range(5),
            "stack": range(content.tables.skill_slots),
            "take_option.n": range(OPTIONS),
            "unequip.card": gear,
            "play.card": content.adventure,
            "spend_encounter.card": content.adventure,
            "sell.card": [n for n, sells in enumerate(content.sells) if sells],
            "take_card.card": range(1, len(cards)),
        },
        {
            c.Equip: Kind(c.Equip, tuple(equip)),
            c.UseAbility: Kind(c.UseAbility, tuple(c.UseAbility(n, i) for n, i in abilities)),
            c.Offer: Kind(c.Offer, fields=offer),
        },
    )


def features(content: Content, seats: int) -> Features:
    """What a seat observes at a table of so many."""
    cards, points, tables = len(content.cards), len(content.points), content.tables
    numbers = [
        Field("turns", "turns begun in this game", most=tables.solo_turns * 4),
        Field("plays", "cards that may still be played in this phase", most=3),
        Field("bought", "a card was bought in this phase"),
        Field("sold", "something was sold in this phase"),
        Field("moves", "points of movement of this turn", most=8),
        Field("steps", "steps taken", most=8),
        Field("extra", "points of movement from events and Safe Travels", most=4),
        Field("explore_ok", "the hero of the turn may explore"),
        Field("beaten", "the turn is cut short by a battle"),
        Field("turn_cv", "CV until the turn ends", most=6),
        Field("decks", "cards left in the Adventure, Encounter and Reward decks", 3, 80),
        Field("discards", "cards in their discard piles", 3, 80),
        Field("hand_limit", "how many cards the observer may keep", most=10),
        Field("battle", "there is a battle; it is the observer's", 2),
        Field("step", "of the battle", most=7),
        Field("sums", "the hero's and the creature's CV with their rolls", 2, 30),
        Field("rolls", "the dice of hero, creature and escape", 3, 10),
        Field("spoils", "XP and GP that the battle brings", 2, 10),
        Field("tried", "to escape was tried; it is barred", 2),
        Field("duel", "battles won and lost against a Quest Creature", 2, 2),
        Field("trade", "GP that an offered trade gives, and asks", 2, 30),
        *(Field(f"hero_{n}.{name}", about, 1, most) for n in range(seats) for name, about, most in HERO),
    ]
    sets = [
        Field("topic", f"what is asked: {', '.join(TOPICS)}", len(TOPICS)),
        Field("window", f"which moment a window is of: {', '.join(WINDOWS)}", len(WINDOWS)),
        Field("stage", f"of the turn: {', '.join(STAGES)}", len(STAGES)),
        Field("face", f"of the Travel Die: {', '.join(FACES)}", len(FACES)),
        Field("at", "a hero each: the map point it stands on", points * seats),
        Field("forbidden", "points that the observer may not enter again", points),
        Field("isenthrax", "the point of Isenthrax's token", points),
        Field(
            "boards",
            "a hero each: cards on its board, gear, attachments, Skills, Curses, class, Character, and won tokens and "
            "Quest Events",
            cards * seats,
        ),
        Field("hands", "a hero each: the cards in its hand that the observer knows", cards * seats),
        Field("foe", "the creature of the battle", cards),
        Field("shown", "cards revealed, being resolved, or in an offered trade", cards),
        Field("supply", "Characters, Allies, Advanced Classes and Quest Creatures still to be had", cards),
        Field("discarded", "cards in the discard piles", cards),
        Field("placed", "cards of the decks whose place the observer knows", cards),
    ]
    order = [(*range(seat, seats), *range(seat)) for seat in range(seats)]
    adventures, curses = frozenset(content.adventure).__contains__, content.curses
    topics, stages, faces, windows = len(TOPICS), len(STAGES), len(FACES), len(WINDOWS)
    nothing, nowhere, no_battle, no_trade = bytes(cards), bytes(points), [0.0] * 14, [0.0] * 2
    stands = [set_of(points, (point,)) for point in range(points)]

    def look(g: G, seat: int, ask: Ask | None) -> tuple[list[float], bytes]:
        state = g.state
        turn, battle, heroes = state.turn, state.battle, state.heroes
        decks = (state.adventure, state.encounter, state.reward)
        me = heroes[seat]
        told: list[float] = [
            turn.number, turn.plays, turn.bought, turn.sold, turn.moves, turn.steps, turn.extra + turn.safe,
            turn.explore_ok, turn.beaten, turn.cv, *[len(deck.cards) for deck in decks],
            *[len(deck.discard) for deck in decks],
            board.hand_limit(g, me) if me.klass else g.content.tables.hand_limit,
        ]  # fmt: skip
        if battle is None:
            told += no_battle
        else:
            ours, theirs = board.final_cvs(g, battle)
            duel = state.challenge
            told += [
                1, battle.seat == seat, battle.step, ours, theirs, battle.hero_roll, battle.creature_roll,
                battle.escape_roll, battle.xp, battle.gp, battle.tried, battle.no_escape,
                duel.wins if duel is not None else 0, duel.losses if duel is not None else 0,
            ]  # fmt: skip
        topic, shown = ask.topic if ask is not None else "", state.limbo
        if ask is not None and topic == "offer":
            offer = ask.about[1]
            shown = [*shown, *filter(None, (offer.give, offer.want))]
            told += [offer.give_gp, offer.want_gp]
        else:
            told += no_trade
        at, on, held = [], [], []
        bit, known, acts = 1 << seat, state.known, turn.seat
        for n in order[seat]:
            hero = heroes[n]
            hand = hero.hand
            skills = (*chain.from_iterable(hero.skills),)
            cursed = len(curses.intersection(skills)) if skills else 0
            told += _hero(g, hero, sum(map(adventures, hand)), cursed, acts == n)
            at.append(stands[hero.at])
            won = (hero.klass, hero.character, *hero.tokens, *hero.quests)
            on.append(_cards(cards, (*hero.gear, *hero.enchants, *skills, *won)))
            if n != seat:
                hand = [card for card in hand if known.get(card, 0) & bit] if known else []
            held.append(set_of(cards, tuple(hand)) if hand else nothing)
        looked = [card for deck in decks if deck.known for card, mask in deck.known.items() if mask & bit]
        return told, b"".join((
            set_of(topics, (TOPIC[topic],) if topic in TOPIC else ()),
            set_of(windows, (WINDOW[ask.about],) if ask is not None and topic == "window" else ()),
            set_of(stages, (STAGE[turn.stage],)),
            set_of(faces, (FACE[turn.face],) if turn.face else ()),
            *at,
            set_of(points, tuple(me.forbidden)) if me.forbidden else nowhere,
            set_of(points, (state.isenthrax,)) if state.isenthrax >= 0 else nowhere,
            *on,
            *held,
            set_of(cards, (battle.creature,)) if battle is not None else nothing,
            set_of(cards, tuple(shown)) if shown else nothing,
            set_of(cards, (*state.draft, *state.allies, *state.pool, *state.alive)),
            set_of(cards, (*decks[0].discard, *decks[1].discard, *decks[2].discard)),
            set_of(cards, tuple(looked)) if looked else nothing,
        ))  # fmt: skip

    return Features(numbers, sets, look)


@lru_cache(maxsize=1 << 14)
def _cards(size: int, cards: tuple[int, ...]) -> bytes:
    """A set of cards, 0 being none."""
    return set_of(size, tuple(filter(None, cards)))


def _hero(g: G, hero: Hero, adventures: int, curses: int, acts: bool) -> list[float]:
    """The numbers of one hero."""
    if not hero.klass:
        return [hero.xp, hero.gp, 0, hero.luck, 0, 0, 0, 0, 0, 0, 0, 0, 0, acts]
    own, hand = board.of(g, hero), len(hero.hand)
    return [
        hero.xp, hero.gp, board.board_cv(g, hero), hero.luck, hero.explore_x, adventures, hand - adventures,
        len(hero.quests), len(hero.tokens), curses, own.travel, own.escape, hero.advanced, acts,
    ]  # fmt: skip
