# mypy: disable-error-code="no-any-return"
"""The value of a choice, by what the question is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.ask import Ask
from .. import board, phases, quest
from .. import choices as c
from ..goal import INFORMANT_QUESTS
from ..moments import EVENTS
from ..state import Hero
from .battles import battle_worth, chance_now, escape, window
from .odds import mean_chance
from .plans import arrivals, quest_hunt
from .thoughts import once
from .values import card_worth, challenge_worth, gear_worth, loadout, quests_held, sale_gain, steps_worth

if TYPE_CHECKING:
    from ..context import G


def hint(g: G, ask: Ask, choice: Any) -> float:
    """The value of a choice for the seat that is asked."""
    hero = g.state.heroes[ask.seat]
    rule: Any = TOPICS.get(ask.topic)
    return float(rule(g, hero, ask, choice)) if rule is not None else 0.0


def _move(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    turn = g.state.turn
    worths = once(g, ask, "arrivals", lambda: arrivals(g, hero))
    if isinstance(choice, c.Stop):
        return worths[hero.at]
    barred = {turn.start, *hero.forbidden}
    goals = once(g, ask, "goals", lambda: [(n, worth) for n, worth in enumerate(worths) if n not in barred])
    near = g.content.steps_between[choice.point]
    left = turn.moves - 1
    best = -9.0
    for n, worth in goals:
        steps = near[n]
        if steps > 9:
            continue
        if steps > left:
            # several turns away: an explore and a travel go by for each two points
            worth *= LATER[steps - left]
        if worth > best:
            best = worth
    return best - 0.001 * near[turn.start]


LATER = [0.8 ** (1 + steps / 2.3) for steps in range(12)]


def _adventure(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.Travel):
        return 1.6
    creature = quest.living_at(g, hero.at)
    place = g.content.location_at[hero.at]
    point = g.content.points[hero.at]
    if creature:
        steps = place.explore if place is not None and point.kind == "quest" else None
        return steps_worth(g, hero, steps) if steps else challenge_worth(g, hero, creature)
    if place is not None and point.kind == "quest":
        return steps_worth(g, hero, place.after_quest)
    if place is not None and point.explore:
        return steps_worth(g, hero, place.explore)
    return 2.2


def _phase(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    cards = g.content.cards
    match choice:
        case c.Equip() | c.Unequip():
            return _gear(g, hero, choice, once(g, ask, "loadout", lambda: loadout(g, hero)))
        case c.PlayCard(card=n):
            it = cards[n]
            if it.category in ("quest_event", "skill"):
                return 9.0
            if it.category == "treasure":
                return 8.0
            if it.attach:
                return 4.0
            return steps_worth(g, hero, it.do) + steps_worth(g, hero, it.cost) - (0.3 if it.category in EVENTS else 0.8)
        case c.UseAbility(card=n, n=i):
            ability = cards[n].abilities[i]
            price = 0.8 if ability.uses == "once" else 0.0
            return steps_worth(g, hero, ability.do) + steps_worth(g, hero, ability.cost) - price - 0.15
        case c.BuyDraw(deck=deck):
            if len(g.state.heroes) == 1 and not hero.quests and not quests_held(g, hero):
                return 0.8 + (deck == "adventure")
            hunt = deck == "adventure" and quest_hunt(g, hero)
            return 0.9 if hunt else 0.8 if hero.xp < 13 else -1.0
        case c.BuyXp(row=row):
            if len(g.state.heroes) == 1 and hero.xp >= 18:
                return -1.0
            gp, xp = phases.trade_price(g, hero, row), g.content.tables.trades[row][1]
            keep = 0 if hero.xp >= 10 else 35
            return 0.5 * xp + 0.1 if hero.gp - gp >= keep else -1.0
        case c.Sell(card=n):
            return sale_gain(g, hero, n)
        case c.Advance(klass=n):
            if cards[hero.klass].special_victory and len(g.state.heroes) > 1:
                if len(hero.quests) + len(quests_held(g, hero)) >= INFORMANT_QUESTS:
                    return -1.0  # the way to win that the old class keeps open
            return 6.0 + cards[n].cv - cards[hero.klass].cv + (hero.basic != hero.klass) * -9
        case _:
            return 0.0


def _gear(g: G, hero: Hero, choice: Any, best: set[int]) -> float:
    """Placing what belongs to the best loadout; taking off what stands in its way."""
    n = choice.card
    if isinstance(choice, c.Equip):
        return 5 + gear_worth(g, hero, n) if n in best else -1.0
    if n in best:
        return -1.0
    slot = g.content.cards[n].slot
    blocked = any(m in best and g.content.cards[m].slot == slot and board.free_slot(g, hero, m) < 0 for m in hero.hand)
    return 4.0 if blocked else -1.0


def _keep(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    it = g.content.cards[choice.card]
    if getattr(it, "category", "") == "curse_event":
        return -3.0
    if choice.card in g.content.encounter:
        return -it.cv
    return card_worth(g, hero, choice.card)


def _lose(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.No):
        return -0.9
    if choice.card in hero.hand:
        return -card_worth(g, hero, choice.card)
    return -gear_worth(g, hero, choice.card) if choice.card in hero.gear else -1.5


def _discard_for_cv(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    battle = g.state.battle
    if isinstance(choice, c.No) or battle is None:
        return 0.0
    ours, theirs = board.final_cvs(g, battle)
    return 2.5 - card_worth(g, hero, choice.card) if ours < theirs else -1.0


def _follow_up(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.SpendEncounter):
        chance = mean_chance(g, hero)
        return 3.0 * chance - 1.8 * (1 - chance)
    return _deck(g, hero, ask, choice)


def _deck(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    """Which deck to draw from."""
    if choice.deck == "reward":
        return 1.0
    solo_quest = len(g.state.heroes) == 1 and not hero.quests and not quests_held(g, hero)
    return 0.95 + 0.2 * (hero.xp >= 14) + 0.4 * (solo_quest or quest_hunt(g, hero))


def _seat(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    other = g.state.heroes[choice.seat]
    return other.xp + 3 * len(other.tokens) + 4 * len(other.quests)


def _offer(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if not isinstance(choice, c.Yes) or ask.about is None:
        return 0.0
    _, offer = ask.about
    gets = (card_worth(g, hero, offer.give) if offer.give else 0.0) + offer.give_gp / 22
    gives = (card_worth(g, hero, offer.want) if offer.want else 0.0) + offer.want_gp / 22
    return gets - gives - 0.3


def _may(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.No) or not ask.about:
        return 0.0
    worth = steps_worth(g, hero, ask.about)
    battle = g.state.battle
    if battle is not None and not battle.result:
        worth += battle_worth(g, hero, battle, ask.about)
    return worth


def _option(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    return steps_worth(g, hero, ask.about[choice.n].do) if ask.about else 0.0


def _place(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    return once(g, ask, "arrivals", lambda: arrivals(g, hero))[choice.point]


TOPICS = {
    "preparation": _phase,
    "recovery": _phase,
    "adventure": _adventure,
    "move": _move,
    "place": _place,
    "escape": escape,
    "window": window,
    "safe_travels": lambda g, h, a, ch: 0.45 if isinstance(ch, c.TakeGold) else 0.4,
    "luck": lambda g, h, a, ch: 1.0 if isinstance(ch, c.SpendLuck) else 0.0,
    "keep": _keep,
    "order": _keep,
    "search": _keep,
    "ally": lambda g, h, a, ch: gear_worth(g, h, ch.card),
    "equip": lambda g, h, a, ch: 0.5 if isinstance(ch, c.No) else gear_worth(g, h, ch.card),
    "discard": _lose,
    "give": _lose,
    "destroy": _lose,
    "hand_limit": _lose,
    "discard_for_cv": _discard_for_cv,
    "pay_for_cv": lambda g, h, a, ch: (
        0.5 if isinstance(ch, c.Yes) and g.state.battle and chance_now(g, g.state.battle, 0) < 1 else 0.1
    ),
    "follow_up": _follow_up,
    "deck": _deck,
    "player": _seat,
    "offer": _offer,
    "may": _may,
    "option": _option,
    "face": lambda g, h, a, ch: {"adventure": 1.0, "reward": 1.1, "safe_travels": 0.7, "encounter": 0.5}[ch.face],
    "advance": lambda g, h, a, ch: 0.0 if isinstance(ch, c.No) else 3.0,
    "enchant": lambda g, h, a, ch: gear_worth(g, h, ch.card),
    "uncurse": lambda g, h, a, ch: -g.content.cards[ch.card].cv,
    "curse": lambda g, h, a, ch: -float(g.content.cards[h.skills[ch.stack][0]].cv) if h.skills[ch.stack] else 0.0,
}
