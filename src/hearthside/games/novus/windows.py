"""Windows: the moments at which cards and abilities may be used, and who is asked first (NV-EVENT-5..7, NV-GAP-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.ask import AllOf, Ask, Rule
from .choices import PASS, PlayCard, UseAbility
from .state import Hero
from .vocabulary import Ability, When

if TYPE_CHECKING:
    from .context import G

# Every window is one bit; a card's reach is the bits of the windows it could be used in.
WINDOWS = (
    "turn_start", "adventure", "recovery_start", "before_die", "die_rolled", "before_step", "revealed",
    "step_1", "step_2", "step_3", "step_4", "step_5", "step_6", "step_7", "quest_done", "turn_end",
)  # fmt: skip
BIT = {name: 1 << n for n, name in enumerate(WINDOWS)}
ALL = (1 << len(WINDOWS)) - 1
BATTLE = sum(BIT[f"step_{n}"] for n in range(1, 7))
# The options of the owner's own Preparation and Recovery are no windows.
PREPARATION, RECOVERY = 1 << len(WINDOWS), 1 << len(WINDOWS) + 1
OWN = {"preparation": PREPARATION, "recovery": RECOVERY, "either": PREPARATION | RECOVERY}
EVENTS = ("event", "travel_event", "quest_event")


def bits(when: When) -> int:
    """The windows (and own phases) that a timing covers."""
    if when == "any":
        return ALL | PREPARATION | RECOVERY
    if when == "battle":
        return BATTLE
    return BIT.get(when, 0) or OWN[when]


def reach_of(card: Any) -> int:
    """The windows in which a card could be used, from hand or from the board."""
    reach = 0
    if getattr(card, "category", None) in ("action_event", *EVENTS):
        reach = bits(card.when)
    for ability in getattr(card, "abilities", ()):
        reach |= bits(ability.when)
    return reach


def key(card: int, n: int) -> int:
    """The number under which the use of a card's nth ability is noted."""
    return card * 8 + n


def refresh(g: G, hero: Hero) -> None:
    """Recompute which windows a hero's cards reach."""
    hero.reach = reach_now(g, hero)


def reach_now(g: G, hero: Hero) -> int:
    """The windows that the hero's cards reach, computed from scratch."""
    from .board import active

    reach, content = 0, g.content
    for n in hero.hand:
        if content.reach[n] and content.deck_of(n) == "adventure":
            reach |= content.reach[n]
    for n in active(hero):
        if content.reach[n]:
            reach |= content.reach[n]
    return reach


def window(g: G, name: str, rule: str = "NV-GAP-32") -> Rule[None]:
    """Everybody may play what fits this moment: the player whose turn it is first, then clockwise.

    A played card resolves fully, then asking starts again; the window closes when all have passed in a row.
    """
    bit = BIT[name]
    state = g.state
    heroes = state.heroes
    everyone = g.options.windows == "everyone"
    if not everyone:
        for hero in heroes:
            if hero.reach < 0:
                refresh(g, hero)
            if hero.reach & bit:
                break
        else:
            return
    n = len(heroes)
    first = state.turn.seat
    while True:
        chosen = None
        if everyone:
            asks = [
                Ask(hero.seat, [PASS, *plays(g, hero, bit)], "window", rule)
                for hero in [heroes[(first + i) % n] for i in range(n)]
            ]
            answers = yield AllOf(tuple(asks))
            chosen = next(((a.seat, c) for a, c in zip(asks, answers, strict=True) if c != PASS), None)
        else:
            for i in range(n):
                hero = heroes[(first + i) % n]
                if hero.reach < 0:
                    refresh(g, hero)
                if not hero.reach & bit:
                    continue
                options = plays(g, hero, bit)
                if options:
                    choice = yield Ask(hero.seat, [PASS, *options], "window", rule)
                    if choice is not PASS and choice != PASS:
                        chosen = (hero.seat, choice)
                        break
        if chosen is None:
            return
        from .play import perform

        yield from perform(g, heroes[chosen[0]], chosen[1])
        if state.battle is not None and state.battle.result and name != "step_7":
            return


def plays(g: G, hero: Hero, bit: int) -> list[Any]:
    """What a hero could play or use in a window."""
    from .board import active

    out: list[Any] = []
    content = g.content
    reach = content.reach
    for n in hero.hand:
        if reach[n] & bit and content.deck_of(n) == "adventure" and may_play(g, hero, n, bit):
            out.append(PlayCard(n))
    for n in active(hero):
        if reach[n] & bit:
            for i, ability in enumerate(content.cards[n].abilities):
                if bits(ability.when) & bit and may_use(g, hero, n, i, ability, bit):
                    out.append(UseAbility(n, i))
    return out


def may_play(g: G, hero: Hero, card: int, bit: int) -> bool:
    """A card in hand may be played in this window (or own phase): its side, condition, price and purpose."""
    from .conditions import holds
    from .resolve import payable, useful

    it = g.content.cards[card]
    return (
        right_side(g, hero, it.who, bit)
        and holds(g, hero, it.cond, g.state.battle)
        and payable(g, hero, it.cost, (card,))
        and (it.category == "quest_event" or useful(g, hero, it.do))
    )


def may_use(g: G, hero: Hero, card: int, n: int, ability: Ability, bit: int) -> bool:
    """An ability on the board may be used now: not used up, its side, condition, price and purpose."""
    from .conditions import holds
    from .resolve import payable, useful

    return (
        not used_up(g, hero, card, n, ability)
        and right_side(g, hero, ability.who, bit)
        and holds(g, hero, ability.cond, g.state.battle)
        and payable(g, hero, ability.cost, (card,))
        and useful(g, hero, ability.do)
    )


def right_side(g: G, hero: Hero, who: str, bit: int) -> bool:
    """The battle or turn is the hero's own (self) or another's (other), as the card wants it.

    After a verdict (step 7) cards on others ask for their win.
    """
    if who == "any":
        return True
    battle = g.state.battle
    mine = (battle.seat if battle is not None else g.state.turn.seat) == hero.seat
    if who == "self":
        return mine
    return not mine and (bit != BIT["step_7"] or (battle is not None and battle.result == "win"))


def used_up(g: G, hero: Hero, card: int, n: int, ability: Ability) -> bool:
    """The ability's limit is reached (NV-GAP-50)."""
    if ability.uses == "once":
        return False
    return key(card, n) in _ledger(g, hero, ability)


def note_use(g: G, hero: Hero, card: int, n: int, ability: Ability) -> None:
    """Note that an ability was used."""
    if ability.uses != "once":
        _ledger(g, hero, ability).append(key(card, n))


def _ledger(g: G, hero: Hero, ability: Ability) -> list[int]:
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
