"""Why not, in Preparation and Recovery: buying, selling, trades of GP for XP, Advanced Classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.game import Refusal
from .. import advance, board, phases
from .. import choices as c
from ..moments import PREPARATION, RECOVERY
from ..pieces import card_id
from ..state import Hero
from ..words.names import DECKS, card_name, count_of, names_of, point_name
from .battle import luck
from .gear import gear
from .phrases import a_noun, forbidder, here, icons
from .plays import plays

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def preparation(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """In Preparation."""
    yield from gear(g, hero, ask)
    yield from plays(g, hero, ask, PREPARATION)
    yield from _bought(g, hero, ask)
    if phases.sellable(g, hero):
        yield Refusal("Sell a card", "Cards are sold in a City in Recovery, not in Preparation.", "NV-SELL-5")
    first = f"The {len(g.content.tables.trades)} trades of GP for XP wait for Recovery."
    yield Refusal("Trade GP for XP", first, "NV-RECOV-8")
    if not hero.advanced and hero.xp >= advance.XP_NEEDED:
        why = f"You have the {advance.XP_NEEDED} XP, but an Advanced Class is taken in Recovery."
        yield Refusal("Take an Advanced Class", why, "NV-ADVCLASS-1", (f"class-{hero.seat}",))
    yield from luck(g, hero)


def recovery(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """In Recovery."""
    yield from gear(g, hero, ask)
    yield from plays(g, hero, ask, RECOVERY)
    yield from _sales(g, hero, ask)
    yield from _trades(g, hero, ask)
    yield from _advances(g, hero, ask)
    yield Refusal(
        "Buy a card", "A card is bought in Preparation, once a turn.", "NV-PREP-9", ("deck-adventure", "deck-reward")
    )
    yield Refusal(
        "Travel or Explore", "The 1 Travel or Explore of this turn is done.", "NV-ADV-1", (f"figure-{hero.seat}",)
    )
    yield from luck(g, hero)


def _bought(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    cost = phases.draw_price(g, hero)
    for deck in ("adventure", "reward"):
        if c.BuyDraw(deck) in ask.choices:
            continue
        what, touched = f"Buy {DECKS[deck]}", (f"deck-{deck}",)
        if g.state.turn.bought:
            yield Refusal(what, "You have bought your 1 card of this Preparation.", "NV-PREP-7", touched)
        elif board.forbids(g, hero, "buy_draw"):
            yield Refusal(what, f"{forbidder(g, hero, 'buy_draw')} keeps you from buying cards.", "NV-CARD-9", touched)
        elif hero.gp < cost:
            yield Refusal(what, f"A card costs {cost} GP; you have {hero.gp}.", "NV-PREP-7", touched)
        else:
            yield Refusal(what, "The deck and its discard pile hold 0 cards.", "NV-CARD-10", touched)


def _sales(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    last = g.content.adventure[-1]
    city = board.is_city(g, hero)
    for n in (*hero.hand, *hero.gear):
        if n <= last or c.Sell(n) in ask.choices:
            continue
        what, touched = f"Sell {card_name(g, n)}", (card_id(n),)
        if not g.content.cards[n].price:
            yield Refusal(what, f"{card_name(g, n)} has no sell price.", "NV-SELL-1", touched)
        elif board.forbids(g, hero, "sell"):
            yield Refusal(what, f"{forbidder(g, hero, 'sell')} keeps you from selling.", "NV-CARD-9", touched)
        elif not city:
            yield Refusal(what, f"{here(g, hero)} is no City; {_nearest_city(g, hero)}.", "NV-RECOV-7", touched)


def _nearest_city(g: G, hero: Hero) -> str:
    content = g.content
    steps = content.steps_between[hero.at]
    cities = [n for n, point in enumerate(content.points) if point.kind in ("city", "class")]
    near = min(cities, key=lambda n: steps[n])
    return f"the nearest, {point_name(content, near)}, is {count_of(steps[near], 'step')} away"


def _trades(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    tables = g.content.tables
    for row, (_, xp) in enumerate(tables.trades):
        if c.BuyXp(row) in ask.choices:
            continue
        what, cost = f"Trade GP for {xp} XP", phases.trade_price(g, hero, row)
        if board.forbids(g, hero, "buy_xp"):
            yield Refusal(what, f"{forbidder(g, hero, 'buy_xp')} keeps you from trading GP for XP.", "NV-CARD-9")
        elif hero.xp + xp >= tables.xp_goal:
            goal = tables.xp_goal
            why = f"{hero.xp} + {xp} would reach {goal} XP, and the {goal}th cannot be bought."
            yield Refusal(what, why, "NV-RECOV-9")
        elif hero.gp < cost:
            yield Refusal(what, f"It costs {cost} GP; you have {hero.gp}.", "NV-RECOV-8")


def _advances(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    content = g.content
    mine = f"class-{hero.seat}"
    if any(isinstance(one, c.Advance) for one in ask.choices):
        yield from other_classes(g, hero, ask)
        return
    what = "Take an Advanced Class"
    if hero.advanced:
        why = f"You have taken your 1 Advanced Class, {card_name(g, hero.klass)}."
        yield Refusal(what, why, "NV-ADVCLASS-6", (mine, *map(card_id, g.state.pool)))
    elif hero.xp < advance.XP_NEEDED:
        why = f"It needs {advance.XP_NEEDED} XP; you have {hero.xp}."
        yield Refusal(what, why, "NV-ADVCLASS-1", (mine, *map(card_id, g.state.pool)))
    else:
        basic = content.cards[hero.basic]
        why = f"None of the {len(g.state.pool)} classes left has the {icons(basic)}."
        yield Refusal(what, why, "NV-ADVCLASS-8", (mine,))


def other_classes(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """The classes of the pool that this hero does not advance to."""
    basic = g.content.cards[hero.basic]
    for n in g.state.pool:
        if c.Advance(n) in ask.choices or c.TakeCard(n) in ask.choices:
            continue
        it = g.content.cards[n]
        if set(it.icons) & set(basic.icons):
            why = f"{a_noun(basic.name)} advances only to {names_of(g.content).get(basic.back, basic.back)}."
            yield Refusal(f"Advance to {it.name}", why, "NV-ADVCLASS-5", (card_id(n),))
        else:
            why = f"{it.name} has the {icons(it)}; {basic.name} has the {icons(basic)}."
            yield Refusal(f"Advance to {it.name}", why, "NV-ADVCLASS-5", (card_id(n),))
