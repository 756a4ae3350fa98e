"""Playing a card and using an ability, in a window or an own phase (NV-EVENT, NV-SKILL, NV-QUEST, NV-REWARD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from . import board, events, gain, goal, hand, resolve, windows
from .choices import PLAY, PlayCard, TakeCard, UseAbility
from .moments import EVENTS
from .state import Hero

if TYPE_CHECKING:
    from .context import G


def perform(g: G, hero: Hero, choice: Any) -> Rule[None]:
    """Play the card or use the ability that was chosen; it resolves completely (NV-EVENT-6)."""
    if isinstance(choice, PlayCard):
        yield from play(g, hero, choice.card)
    else:
        yield from use(g, hero, choice.card, choice.n)
    goal.check(g)


def play(g: G, hero: Hero, card: int) -> Rule[None]:
    """Play an Adventure card from hand: pay its price, follow its text, lay it where it belongs."""
    it = g.content.cards[card]
    hand.drop(g, hero, card)
    g.learn()
    g.log(events.Played(hero.seat, card), "NV-EVENT-4")
    limbo = g.state.limbo
    limbo.append(card)
    if it.cost and not (yield from resolve.run(g, hero, it.cost, "NV-GAP-41")):
        limbo.remove(card)
        hand.to_discard(g, card)
        return
    if it.category == "quest_event":
        limbo.remove(card)
        hero.quests.append(card)
        g.marked = True
        g.log(events.CompletedQuest(hero.seat, card), "NV-QUEST-3")
        gain.gain_xp(g, hero, it.xp, "NV-QUEST-2")
        yield from resolve.run(g, hero, it.do)
        yield from resolve.fire(g, hero, "quest_done")
        goal.check(g)
        yield from windows.window(g, "quest_done", "NV-QUEST-2")
        return
    if it.category == "skill":
        limbo.remove(card)
        hero.skills[board.skill_slot(hero)].append(card)
        board.came(g, hero, card)
        return
    if it.attach:
        yield from attach(g, hero, card)
        limbo.remove(card)
        return
    if it.category == "treasure":
        gain.gain_gp(g, hero, it.gp_value, "NV-EVENT-8")
    yield from resolve.run(g, hero, it.do)
    limbo.remove(card)
    hand.to_discard(g, card)


def attachable(g: G, hero: Hero) -> list[int]:
    """Weapons on the board that carry no enchantment yet (NV-GAP-42)."""
    return [n for n in board.weapons(g, hero) if not hero.enchants[hero.gear.index(n)]]


def attach(g: G, hero: Hero, card: int) -> Rule[None]:
    """Attach an enchantment to a weapon of the hero's choice."""
    fit = attachable(g, hero)
    weapon = fit[0]
    if len(fit) > 1:
        weapon = (yield Ask(hero.seat, [TakeCard(n) for n in fit], "enchant", "NV-GAP-42")).card
    hero.enchants[hero.gear.index(weapon)] = card
    board.came(g, hero, card)
    g.log(events.Placed(hero.seat, card), "NV-GAP-42")


def use(g: G, hero: Hero, card: int, n: int) -> Rule[None]:
    """Use an ability on the board: note it, pay its price, do it; a single-use card is discarded (NV-REWARD-17)."""
    ability = g.content.cards[card].abilities[n]
    windows.note_use(g, hero, card, n, ability)
    g.log(events.Used(hero.seat, card, n), "NV-REWARD-17" if ability.uses == "once" else "NV-GAP-50")
    once = ability.uses == "once" and card in hero.gear
    if once:
        hand.lift(g, hero, card)
        g.state.limbo.append(card)
    if not ability.cost or (yield from resolve.run(g, hero, ability.cost, "NV-GAP-41")):
        yield from resolve.run(g, hero, ability.do)
    if once:
        g.state.limbo.remove(card)
        hand.to_discard(g, card)


def phase_plays(g: G, hero: Hero, own: board.Board, bit: int, out: list[Any]) -> None:
    """Add the cards and abilities that the hero may use in its own Preparation or Recovery (NV-PREP-5, NV-RECOV-5).

    Treasures and any-time cards are not counted; Skills are for Preparation; no card beyond the limit is offered.
    """
    if not hero.reach & bit:
        return
    content = g.content
    for card in filter(content.having[bit], hero.hand):
        it = content.cards[card]
        category = it.category
        if category == "treasure":
            out.append(PLAY[card])
        elif counted(it) and (g.state.turn.plays <= 0 or (category != "skill" and "events" in own.forbids)):
            continue
        elif category == "skill":
            if board.skill_slot(hero) >= 0:
                out.append(PLAY[card])
        elif (not it.attach or attachable(g, hero)) and windows.may_play(g, hero, card, bit):
            out.append(PLAY[card])
    for card, _, n, ability in own.uses(bit):
        if windows.may_use(g, hero, card, n, ability, bit):
            out.append(UseAbility(card, n))


def counted(it: Any) -> bool:
    """The card counts against the phase's one-card limit (NV-GAP-30)."""
    return it.category == "skill" or (it.category in EVENTS and it.when == "either")
