"""Windows: when cards and abilities may be used, and who is asked first (NV-EVENT-5..7, NV-GAP-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...engine.ask import AllOf, Ask, Rule
from . import board, conditions, play, worth
from .choices import PASS, PLAY, UseAbility
from .moments import BIT, STEP_7
from .state import Hero
from .vocabulary import ALWAYS, Ability

if TYPE_CHECKING:
    from .context import G


def key(card: int, n: int) -> int:
    """The number under which the use of a card's nth ability is noted."""
    return card * 8 + n


def window(g: G, name: str, rule: str = "NV-EVENT-5") -> Iterable[Any]:
    """Everybody may play what fits this moment (`yield from` it): the player whose turn it is first, then clockwise.

    A played card resolves fully, then asking starts again; the window closes when all have passed in a row.
    """
    bit = BIT[name]
    reach = g.state.reach
    if reach < 0:
        reach = board.reach_of_all(g)
    if reach & bit or g.options.windows == "everyone":
        return _open(g, name, bit, rule)
    return ()


def _open(g: G, name: str, bit: int, rule: str) -> Rule[None]:
    state = g.state
    heroes = state.heroes
    first = state.turn.seat
    order = heroes[first:] + heroes[:first]

    def all_asked() -> tuple[Ask, ...]:
        return tuple(Ask(hero.seat, [PASS, *plays(g, hero, bit)], "window", rule, about=name) for hero in order)

    while True:
        chosen = None
        if g.options.windows == "everyone":
            answers = yield AllOf(all_asked(), again=all_asked)
            chosen = next(((h.seat, c) for h, c in zip(order, answers, strict=True) if c != PASS), None)
        else:
            for hero in order:
                if not hero.reach & bit or not board.reaches(g, hero, bit):
                    continue
                options = plays(g, hero, bit)
                if options:
                    choice = yield Ask(hero.seat, [PASS, *options], "window", rule, about=name)
                    if choice is not PASS and choice != PASS:
                        chosen = (hero.seat, choice)
                        break
        if chosen is None:
            return
        yield from play.perform(g, heroes[chosen[0]], chosen[1])
        if state.battle is not None and state.battle.result and bit != STEP_7:
            return


def plays(g: G, hero: Hero, bit: int) -> list[Any]:
    """What a hero could play or use in a window."""
    out: list[Any] = []
    for n in filter(g.content.having[bit], hero.hand):
        if may_play(g, hero, n, bit):
            out.append(PLAY[n])
    for n, _, i, ability in board.of(g, hero).uses(bit):
        if may_use(g, hero, n, i, ability, bit):
            out.append(UseAbility(n, i))
    return out


def may_play(g: G, hero: Hero, card: int, bit: int) -> bool:
    """A card in hand may be played in this window (or own phase): its side, condition, price and purpose."""
    it = g.content.cards[card]
    battle = g.state.battle
    return (
        (it.who == "any" or right_side(g, hero, it.who, bit))
        and (it.category == "action_event" or battle is None or battle.seat == hero.seat)  # NV-GAP-31
        and (it.cond is ALWAYS or conditions.holds(g, hero, it.cond, battle))
        and (not it.cost or worth.payable(g, hero, it.cost, (card,)))
        and (it.category == "quest_event" or it.attach or worth.useful(g, hero, it.do))
        and (battle is None or not worth.nests(g, hero, it.do))
    )


def may_use(g: G, hero: Hero, card: int, n: int, ability: Ability, bit: int) -> bool:
    """An ability on the board may be used now: not used up, its side, condition, price and purpose."""
    battle, who, cond = g.state.battle, ability.who, ability.cond
    return (
        (who == "any" or right_side(g, hero, who, bit))
        and (ability.uses == "once" or key(card, n) not in _ledger(g, hero, ability))
        and (cond is ALWAYS or conditions.holds(g, hero, cond, battle))
        and (not ability.cost or worth.payable(g, hero, ability.cost, (card,)))
        and worth.useful(g, hero, ability.do)
        and (battle is None or not worth.nests(g, hero, ability.do))
    )


def right_side(g: G, hero: Hero, who: str, bit: int) -> bool:
    """The battle or turn is the hero's own (self) or another's (other), as the card wants it.

    After a verdict (step 7) cards on others ask for their win.
    """
    battle = g.state.battle
    mine = (battle.seat if battle is not None else g.state.turn.seat) == hero.seat
    if who == "self":
        return mine
    return not mine and (bit != STEP_7 or (battle is not None and battle.result == "win"))


def note_use(g: G, hero: Hero, card: int, n: int, ability: Ability) -> None:
    """Note that an ability was used."""
    if ability.uses != "once":
        _ledger(g, hero, ability).append(key(card, n))


def _ledger(g: G, hero: Hero, ability: Ability) -> list[int]:
    """Where the uses of an ability are noted, by its limit (NV-GAP-50)."""
    state = g.state
    uses = ability.uses
    if uses == "game":
        return hero.used
    if uses == "turn":
        return state.turn.used
    if state.battle is not None and uses != "phase":
        if uses == "battle" and state.challenge is not None and state.battle.source == "quest":
            return state.challenge.used
        return state.battle.used
    return state.turn.used_phase
