"""Cards on their way: drawn, discarded, placed, cursed with (NV-CARD, NV-CURSE, NV-SKILL)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from ...parts.deck import Deck
from . import board, events
from .choices import TAKE, TakeStack
from .conditions import fitting
from .state import Hero
from .vocabulary import Filter

if TYPE_CHECKING:
    from .context import G

EVERYBODY = (1 << 5) - 1
ANY = Filter()


def deck(g: G, name: str) -> Deck:
    """The deck of that name."""
    state = g.state
    return state.adventure if name == "adventure" else state.reward if name == "reward" else state.encounter


def can_draw(g: G, name: str) -> bool:
    """The deck or its discard pile holds a card."""
    pile = deck(g, name)
    return bool(pile.cards or pile.discard)


def draw(g: G, hero: Hero, name: str, rule: str = "NV-CARD-1") -> Iterable[Any]:
    """Draw one card as the board lets the hero draw it (`yield from` it): plainly, or looking at several (NV-GAP-95).

    A Curse attaches instead of going to hand.
    """
    source = deck(g, name)
    for n, look in board.of(g, hero).looks:
        if look.deck != name or (look.uses == "turn" and n in g.state.turn.looked):
            continue
        seen = source.look(g.chance, look.n)
        if len(seen) < 2:
            break
        if look.uses == "turn":
            g.state.turn.looked.append(n)
        return _keep_one(g, hero, source, seen, look.rest, rule)
    card = source.draw(g.chance)
    return receive(g, hero, card, rule) if card else ()


def _keep_one(g: G, hero: Hero, source: Deck, seen: Sequence[int], rest: str, rule: str) -> Rule[None]:
    """Keep one of the cards looked at; the others go to the bottom of the deck or back on top (NV-GAP-95)."""
    me = 1 << hero.seat
    tell(g, source, seen, me)
    picked = (yield Ask(hero.seat, [TAKE[c] for c in seen], "keep", "NV-GAP-95")).card
    for card in seen:
        if card != picked:
            source.take(card)
            if rest == "bottom":
                source.put_bottom(card, me)
            else:
                source.put_top(card, me)
    source.take(picked)
    yield from receive(g, hero, picked, rule)


def tell(g: G, source: Deck, cards: Sequence[int], seats: int) -> None:
    """These seats now know where these cards lie in a deck."""
    g.learn()
    source.tell(cards, seats)


def receive(g: G, hero: Hero, card: int, rule: str, known: int = 0) -> Iterable[Any]:
    """A drawn card goes to hand, or attaches if it is a Curse (NV-CURSE-1): `yield from` it.

    `known`: seats that saw it.
    """
    g.learn()
    if card in g.content.curses:
        g.log(events.Drew(hero.seat, "adventure", card), rule)
        return attach_curse(g, hero, card)
    take(g, hero, card, known)
    name = g.content.deck_of(card)
    if known:
        g.log(events.Drew(hero.seat, name, card), rule)
    else:
        log_draw(g, hero, name, card, rule)
    return ()


def log_draw(g: G, hero: Hero, name: str, card: int, rule: str) -> None:
    """Tell of a card drawn: which, to the hero; from which deck, to the others."""
    me = 1 << hero.seat
    g.log(events.Drew(hero.seat, name, card), rule, me)
    g.log(events.Drew(hero.seat, name, 0), rule, EVERYBODY & ~me)


def take(g: G, hero: Hero, card: int, known: int = 0) -> None:
    """Put a card into a hand; `known`: other seats that know it is there."""
    hero.hand.append(card)
    reach = g.content.reach[card]
    if reach:
        hero.reach |= reach
        g.state.reach |= reach
    if known:
        g.state.known[card] = known


def drop(g: G, hero: Hero, card: int) -> None:
    """Take a card out of a hand."""
    hero.hand.remove(card)
    if g.content.reach[card]:
        hero.reach = g.state.reach = -1
    g.state.known.pop(card, None)


def to_discard(g: G, card: int) -> None:
    """Lay a card face up on the discard pile of its own deck; an Animal Ally returns to the supply (NV-CARD-7)."""
    name = g.content.deck_of(card)
    if name == "ally":
        g.state.allies.append(card)
        g.state.allies.sort()
    else:
        deck(g, name).drop(card)


def discard(g: G, hero: Hero, card: int, rule: str = "NV-CARD-7") -> None:
    """Discard a card from hand."""
    drop(g, hero, card)
    to_discard(g, card)
    g.learn()
    g.log(events.Discarded(hero.seat, card), rule)


def choose_discards(g: G, hero: Hero, n: int, want: Filter, rule: str, skip: Sequence[int] = ()) -> Rule[int]:
    """The hero discards n cards of choice that match, or all there are (NV-CARD-2, NV-CARD-6). Returns how many."""
    done = 0
    fits = fitting(g, want)
    while done < n:
        fit = [c for c in hero.hand if c in fits and c not in skip]
        if not fit:
            break
        if len(fit) == 1 or len(fit) <= n - done:
            card = fit[0]
        else:
            card = (yield Ask(hero.seat, [TAKE[c] for c in sorted(fit)], "discard", rule)).card
        discard(g, hero, card, rule)
        done += 1
    return done


# ---- the board ----


def place(g: G, hero: Hero, card: int, slot: int, rule: str = "NV-PREP-4") -> None:
    """Place a Reward card from hand on a slot."""
    drop(g, hero, card)
    hero.gear[slot] = card
    board.came(g, hero, card)
    g.log(events.Placed(hero.seat, card), rule)


def lift(g: G, hero: Hero, card: int) -> None:
    """Take a card off the board, its enchantment lost (NV-GAP-42); it goes nowhere yet."""
    slot = hero.gear.index(card)
    hero.gear[slot] = 0
    board.left(g, hero, card)
    enchantment = hero.enchants[slot]
    if enchantment:
        hero.enchants[slot] = 0
        board.left(g, hero, enchantment)
        to_discard(g, enchantment)
        g.log(events.Discarded(hero.seat, enchantment), "NV-GAP-42")


def take_off(g: G, hero: Hero, card: int, rule: str = "NV-PREP-2") -> None:
    """Take a Reward card off the board into hand."""
    lift(g, hero, card)
    take(g, hero, card, EVERYBODY & ~(1 << hero.seat))
    g.log(events.TookOff(hero.seat, card), rule)


def destroyable(g: G, hero: Hero, want: Filter = ANY) -> list[int]:
    """What a destroy may pick: gear and attachments, never Skills, Curses, class or Character (NV-GAP-40)."""
    fits = fitting(g, want)
    return [n for n in (*hero.gear, *hero.enchants) if n and n in fits]


def destroy(g: G, hero: Hero, card: int) -> None:
    """Discard a card from the board (NV-CARD-4)."""
    if card in hero.enchants:
        hero.enchants[hero.enchants.index(card)] = 0
        board.left(g, hero, card)
    else:
        lift(g, hero, card)
    to_discard(g, card)
    g.log(events.Destroyed(hero.seat, card), "NV-CARD-4")


def drop_illegal(g: G, hero: Hero) -> None:
    """Gear that the class does not allow any more returns to hand at once (NV-GAP-43)."""
    for card in [n for n in hero.gear if n]:
        if not board.allowed(g, hero, card):
            take_off(g, hero, card, "NV-GAP-43")


# ---- curses ----


def attach_curse(g: G, hero: Hero, card: int) -> Rule[None]:
    """A Curse lands on the hero: a free skill slot, else on a Skill, else on any stack (NV-CURSE-2, NV-CURSE-3).

    An immune hero discards it (NV-CURSE-7).
    """
    if board.immune(g, hero):
        to_discard(g, card)
        g.log(events.Discarded(hero.seat, card), "NV-CURSE-7")
        return
    slot = board.skill_slot(hero)
    if slot < 0:
        g.state.limbo.append(card)
        skills = [n for n, stack in enumerate(hero.skills) if len(stack) == 1 and _is_skill(g, stack[0])]
        stacks = skills or list(range(len(hero.skills)))
        rule = "NV-CURSE-3" if skills else "NV-GAP-36"
        slot = stacks[0]
        if len(stacks) > 1:
            slot = (yield Ask(hero.seat, [TakeStack(n) for n in stacks], "curse", rule)).stack
        g.state.limbo.remove(card)
    hero.skills[slot].append(card)
    board.changed(g, hero)
    g.log(events.Cursed(hero.seat, card), "NV-CURSE-1")


def _is_skill(g: G, card: int) -> bool:
    return bool(g.content.cards[card].category == "skill")


def uncurse(g: G, hero: Hero, card: int, rule: str = "NV-CURSE-4") -> None:
    """Take a Curse off the board to the Adventure discard."""
    stack = next(s for s in hero.skills if card in s)
    stack.remove(card)
    board.changed(g, hero)
    to_discard(g, card)
    g.log(events.Uncursed(hero.seat, card), rule)


def find_curse(g: G) -> int:
    """The latest Curse of the Adventure discard, else the nearest in the deck, taken out (NV-GAP-39); 0: none."""
    pile = g.state.adventure
    for heap in (pile.discard, pile.cards):
        for card in reversed(heap):
            if g.content.cards[card].category == "curse_event":
                pile.take(card)
                return int(card)
    return 0


def gain_curse(g: G, hero: Hero) -> Rule[None]:
    """The hero gains a Curse as by a Curse icon (NV-GAP-39)."""
    if board.immune(g, hero):
        return
    card = find_curse(g)
    if card:
        g.learn()
        yield from attach_curse(g, hero, card)


def any_of(cards: Sequence[int]) -> list[Any]:
    """Choices among cards, in a fixed order."""
    return [TAKE[c] for c in sorted(set(cards))]
