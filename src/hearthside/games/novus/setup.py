"""Setting up (NV-SETUP, NV-PLAYER, NV-SOLO)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import Ask, Rule
from ...engine.errors import Refused
from ...parts.deck import Deck
from . import board, events, hand
from .choices import PickCharacter
from .phases import begin_turn
from .state import Hero, State, Turn

if TYPE_CHECKING:
    from .context import G


def setup(g: G, seats: int) -> State:
    """The table before anybody has a hero: decks, map, tokens, the order of choosing."""
    content = g.content
    tables = content.tables
    heroes = [
        Hero(
            seat=seat,
            at=content.start,
            xp=tables.start_xp,
            gp=tables.start_gp,
            luck=1,
            gear=[0] * (5 + tables.item_slots),
            enchants=[0] * (5 + tables.item_slots),
            skills=[[] for _ in range(tables.skill_slots)],
        )
        for seat in range(seats)
    ]
    encounter, reward = Deck(list(content.encounter)), Deck(list(content.reward))
    encounter.shuffle(g.chance)
    reward.shuffle(g.chance)
    adventure, opening = adventure_deck(g, solo=seats == 1)
    first = g.chance.below(seats) if g.options.first == "random" else 0
    order = list(range(seats))
    if g.options.characters == "draft":
        g.chance.shuffle(order)
    draft = list(content.characters)
    if g.options.characters == "random":
        g.chance.shuffle(draft)
    return State(
        heroes=heroes,
        turn=Turn(),
        adventure=adventure,
        encounter=encounter,
        reward=reward,
        allies=list(content.allies),
        pool=list(content.advanced),
        alive=list(content.quest_creatures),
        draft=draft,
        order=order,
        first=first,
        opening=opening,
    )


def adventure_deck(g: G, solo: bool) -> tuple[Deck, list[int]]:
    """The shuffled Adventure deck; solo: seven stretches with one Quest Event each (NV-SOLO-8..14).

    Returns the deck and, solo, the cards of its top stretch.
    """
    content = g.content
    if not solo:
        cards = list(content.adventure)
        g.chance.shuffle(cards)
        return Deck(cards), []
    quests = [n for n in content.adventure if content.cards[n].category == "quest_event"]
    rest = [n for n in content.adventure if n not in content.solo_removed and n not in quests]
    g.chance.shuffle(rest)
    g.chance.shuffle(quests)
    piles: list[list[int]] = [rest[n :: len(quests)] for n in range(len(quests))]
    for pile, quest in zip(piles, quests, strict=True):
        pile.append(quest)
        g.chance.shuffle(pile)
    g.chance.shuffle(piles)
    return Deck([card for pile in piles for card in pile]), list(piles[-1]) if piles else []


def draft(g: G) -> Rule[None]:
    """Choosing Characters, one seat after another, none twice (NV-PLAYER-3, NV-PLAYER-21, NV-GAP-8)."""
    state = g.state
    seat = state.order[0]
    hero = state.heroes[seat]
    wanted = g.options.heroes
    kept = {g.content.number.get(name, 0) for name in wanted}
    free = [n for n in state.draft if n not in kept]
    if seat < len(wanted) and wanted[seat]:
        pick = g.content.number.get(wanted[seat], 0)
        if pick not in state.draft:
            raise Refused(f"There is no free Character {wanted[seat]}.")
    elif g.options.characters == "random":
        pick = free[0]
    else:
        choice = yield Ask(seat, [PickCharacter(n) for n in sorted(free)], "character", "NV-PLAYER-3")
        pick = choice.character
    state.order.pop(0)
    state.draft.remove(pick)
    hero.character = pick
    hero.basic = hero.klass = g.content.number[g.content.cards[pick].klass]
    board.changed(g, hero)
    g.log(events.TookCharacter(seat, pick), "NV-PLAYER-4")
    if not state.order:
        state.turn.stage = "deal"


def deal(g: G) -> Rule[None]:
    """Each player's first Adventure and Reward card, and the first turn (NV-PLAYER-9..13)."""
    state = g.state
    for hero in state.heroes:
        opening_adventure(g, hero)
        card = state.reward.draw(g.chance)
        if card:
            hand.take(g, hero, card)
            hand.log_draw(g, hero, "reward", card, "NV-PLAYER-12")
    state.opening = []
    g.learn()
    begin_turn(g, state.first)
    return
    yield


def opening_adventure(g: G, hero: Hero) -> None:
    """Draw until a card that is no Curse; the Curses go back at once (NV-PLAYER-10, NV-PLAYER-11, NV-GAP-59)."""
    state = g.state
    deck = state.adventure
    curses = []
    card = deck.draw(g.chance)
    while card and g.content.cards[card].category == "curse_event":
        curses.append(card)
        card = deck.draw(g.chance)
    if card:
        hand.take(g, hero, card)
        hand.log_draw(g, hero, "adventure", card, "NV-PLAYER-9")
    if not curses:
        return
    if state.opening:  # solo: only the rest of the first pile's stretch is shuffled
        left = len([c for c in deck.cards[-len(state.opening) :] if c in state.opening])
        stretch = deck.cards[len(deck.cards) - left :] + curses
        del deck.cards[len(deck.cards) - left :]
        g.chance.shuffle(stretch)
        deck.cards += stretch
    else:
        deck.cards += curses
        deck.shuffle(g.chance)
