"""How a game of Legends of Novus stands: each seat's chance to win, read off the whole table, hands too.

The weights of a game for several are those of a logistic regression on 93,700 positions of 2,200 games of two and four
greedy players, half of them with slips; where a hero stands and what lies within reach count as much as what was
gained, or a search would walk away from its goal. Those of a solo game come from 56,000 positions of 2,400 games.
A seat that must not see all of it deals the rest anew first, as the searching bot does.
"""

from __future__ import annotations

from math import exp, prod
from typing import TYPE_CHECKING

from . import quest
from .goal import SOLO_TOKENS
from .hints import odds, plans, values
from .state import Hero

if TYPE_CHECKING:
    from .context import G

FAR = [0.8 ** (max(0, steps - 3) / 2.3) for steps in range(100)]  # what is a turn's walk away counts in full


def chances(g: G) -> list[float]:
    """Each seat's chance to win, 0 to 1; together 1, but alone what the 25 turns leave."""
    heroes = g.state.heroes
    if len(heroes) == 1:
        return [_alone(g, heroes[0])]
    weights = [exp(_standing(g, hero)) for hero in heroes]
    total = sum(weights)
    return [weight / total for weight in weights]


def _standing(g: G, hero: Hero) -> float:
    if not hero.klass:
        return 0.0
    xp, unproven = hero.xp, not hero.tokens
    value = 0.1614 * xp - 0.0465 * max(0, xp - 6) - 0.1036 * max(0, xp - 10) - 0.0501 * max(0, xp - 14)
    if unproven:
        value -= 0.1621 * max(0, xp - 20)  # more experience alone wins nothing
    else:
        value += -0.558 + 0.173 * xp + 0.0987 * max(0, xp - 18)
    quests = len(hero.quests)
    value += 0.1741 * (quests >= 1) + 0.2986 * (quests >= 2) + 0.0047 * hero.gp + 0.173 * hero.luck
    cv = odds.strength(g, hero)
    value += 0.0521 * cv - 0.0384 * max(0, cv - 7) + 0.6998 * odds.mean_chance(g, hero)
    value += 0.4466 * bool(g.content.cards[hero.klass].special_victory) - 0.1731 * hero.advanced
    value -= 0.1442 * hero.explore_x + 0.0768 * sum(1 for stack in hero.skills if stack)
    value -= 0.1081 * sum(len(stack) - 1 for stack in hero.skills if stack)
    if hero.seat == g.state.turn.seat:
        value += 0.1276
    return value + _hand(g, hero) + _reach(g, hero, unproven)


HAND = {"quest_event": 0.1192, "action_event": 0.0424, "encounter_event": 0.1403, "skill": 0.1021}


def _hand(g: G, hero: Hero) -> float:
    """The cards in hand."""
    value, last = 0.0, g.content.adventure[-1]
    for n in hero.hand:
        if n > last:
            value += 0.0704 + 0.0353 * values.card_worth(g, hero, n)
        else:
            value += HAND.get(g.content.cards[n].category, 0.0)
    return value


def _reach(g: G, hero: Hero, unproven: bool) -> float:
    """What lies within reach: the best places to end a movement, and a Quest Creature that can be beaten."""
    near = g.content.steps_between[hero.at]
    worths = []
    for point, worth in enumerate(plans.arrivals(g, hero)):
        if point != hero.at and point not in hero.forbidden:
            worths.append(worth * FAR[min(near[point], 99)] if worth > 0 else worth)
    worths.sort(reverse=True)
    best, second, third = (*worths, 0.0, 0.0, 0.0)[:3]
    value = 0.0198 * best + 0.0896 * second - 0.0712 * third
    beatable = close = 0.0
    for point, creature in quest.lairs(g).items():
        if near[point] < 50:
            chance = odds.challenge_chance(odds.lead_over(g, hero, creature))
            beatable = max(beatable, chance)
            close = max(close, chance * FAR[near[point]])
    value += 0.8208 * beatable - 0.5569 * close
    if unproven:
        value += 0.9988 * close + max(0, hero.xp - 10) * (0.1003 * close + 0.0355 * beatable)
    return value


def _alone(g: G, hero: Hero) -> float:
    """The chance to be done before the turns are used up."""
    if not hero.klass:
        return 0.5
    left = max(0, g.content.tables.solo_turns - g.state.turn.number)
    tokens = min(len(hero.tokens), SOLO_TOKENS)
    value = -11.23 + 0.349 * min(left, 8) + 0.172 * min(left, 15) + 0.0636 * (SOLO_TOKENS - tokens) * left
    value += (0.0, 2.142, 4.752, 8.209)[tokens]
    if hero.quests:
        value += 1.083
    else:
        held = any(g.content.cards[n].category == "quest_event" for n in hero.hand if n <= g.content.adventure[-1])
        value += 0.378 * held - 0.259 * max(0, 10 - left)
    for n in hero.hand:
        if n > g.content.adventure[-1]:
            value += 0.0523 * values.card_worth(g, hero, n)
        else:
            value += 0.130 * (g.content.cards[n].category == "action_event")
    value += 1.759 * odds.mean_chance(g, hero) + 0.215 * hero.luck - 0.309 * hero.advanced - 0.231 * hero.explore_x
    value -= 0.116 * sum(1 for stack in hero.skills if stack)
    value -= 0.158 * sum(len(stack) - 1 for stack in hero.skills if stack)
    near, chances, close = g.content.steps_between[hero.at], [], 0.0
    for point, creature in quest.lairs(g).items():
        if near[point] < 50:
            chance = odds.challenge_chance(odds.lead_over(g, hero, creature))
            chances.append(chance)
            close = max(close, chance * FAR[near[point]])
    chances.sort(reverse=True)
    missing = SOLO_TOKENS - tokens
    value += 2.083 * close * (missing > 0) + (1.862 - 0.133 * left) * prod(chances[:missing])
    return 1 / (1 + exp(-value))
