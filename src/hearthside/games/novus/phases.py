"""Preparation, Recovery and the end of a turn (NV-PREP, NV-RECOV, NV-SELL, NV-HAND, NV-TURN)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...engine.ask import Ask, Rule
from . import advance, board, events, gain, goal, hand, resolve, trade
from .choices import (
    BUY_DRAW,
    BUY_XP,
    DONE,
    SELL,
    TAKE,
    Advance,
    BuyDraw,
    BuyXp,
    Done,
    Equip,
    Offer,
    PlayCard,
    Sell,
    Unequip,
)
from .moments import PREPARATION, RECOVERY
from .play import counted, perform, phase_plays
from .state import Hero, Turn
from .windows import window

if TYPE_CHECKING:
    from .context import G


# Options taken in one pass of a phase; between passes the table may take a checkpoint.
OPTIONS_A_PASS = 3


def begin_turn(g: G, seat: int) -> None:
    """The next turn is this seat's; what is known at its start is fixed (NV-ADV-6)."""
    state = g.state
    hero = state.heroes[seat]
    state.turn = Turn(state.turn.number + 1, seat, "preparation", hero.at, not hero.explore_x)
    g.log(events.TurnBegan(seat, state.turn.number), "NV-TURN-1")


def preparation(g: G) -> Rule[None]:
    """One option after another until the player goes on (NV-PREP-1)."""
    state = g.state
    turn = state.turn
    hero = state.heroes[turn.seat]
    if turn.steps == 0:
        turn.steps = 1
        yield from resolve.fire(g, hero, "turn_start")
        yield from window(g, "turn_start")
        if turn.beaten:
            go_to(g, "recovery")  # NV-GAP-94
            return
    for _ in range(OPTIONS_A_PASS):
        own = board.of(g, hero)
        choices: list[Any] = [DONE]
        gear_choices(g, hero, own, choices)
        phase_plays(g, hero, own, PREPARATION, choices)
        cost = draw_price(g, hero) if own.prices else g.content.tables.draw_price
        if hero.gp >= cost and not turn.bought and "buy_draw" not in own.forbids:
            for offer in BUY_DRAW:
                if hand.can_draw(g, offer.deck):
                    choices.append(offer)
        if g.options.trading:
            choices += trade.offers(g, hero)
        choice = yield Ask(hero.seat, choices, "preparation", "NV-PREP-1")
        kind = type(choice)
        if kind is Done:
            go_to(g, "adventure")
            return
        if kind is BuyDraw:
            turn.bought = True
            hero.gp -= cost
            g.log(events.Bought(hero.seat, choice.deck, cost), "NV-PREP-7")
            yield from hand.draw(g, hero, choice.deck, "NV-PREP-8")
        else:
            yield from common(g, hero, choice)
        if turn.beaten:
            go_to(g, "recovery")  # a battle of one's own was lost or escaped (NV-GAP-94)
            return


def recovery(g: G) -> Rule[None]:
    """One option after another until the player ends the turn (NV-RECOV-1)."""
    state = g.state
    turn = state.turn
    hero = state.heroes[turn.seat]
    if turn.steps == 0:
        turn.steps = 1
        yield from window(g, "recovery_start")
    for _ in range(OPTIONS_A_PASS):
        own = board.of(g, hero)
        choices: list[Any] = [DONE]
        gear_choices(g, hero, own, choices)
        phase_plays(g, hero, own, RECOVERY, choices)
        if g.content.city[hero.at] and "sell" not in own.forbids:
            choices += [SELL[n] for n in sellable(g, hero)]
        if hero.gp:
            for row in trades(g, hero):
                choices.append(BUY_XP[row])
        if hero.xp >= advance.XP_NEEDED and not hero.advanced:
            for klass in advance.options(g, hero):
                choices.append(Advance(klass))
        if g.options.trading:
            choices += trade.offers(g, hero)
        choice = yield Ask(hero.seat, choices, "recovery", "NV-RECOV-1")
        kind = type(choice)
        if kind is Done:
            go_to(g, "end")
            return
        if kind is Sell:
            sell(g, hero, choice.card)
            if not turn.sold:
                turn.sold = True
                yield from resolve.fire(g, hero, "sold")
        elif kind is BuyXp:
            buy_xp(g, hero, choice.row)
        elif kind is Advance:
            advance.advance(g, hero, choice.klass)
        else:
            yield from common(g, hero, choice)
        goal.check(g)


def draw_price(g: G, hero: Hero) -> int:
    """What a bought draw costs this hero (NV-PREP-7)."""
    return board.price(g, hero, "buy", g.content.tables.draw_price)


def common(g: G, hero: Hero, choice: Any) -> Iterable[Any]:
    """What both phases offer (`yield from` it): gear on and off, cards, abilities, trades."""
    turn = g.state.turn
    kind = type(choice)
    if kind is Equip:
        rule = "NV-PREP-4" if turn.stage == "preparation" else "NV-RECOV-4"
        hand.place(g, hero, choice.card, choice.slot, rule)
        return resolve.fire(g, hero, "equipped")
    if kind is Unequip:
        hand.take_off(g, hero, choice.card, "NV-PREP-2" if turn.stage == "preparation" else "NV-RECOV-2")
        return ()
    if kind is Offer:
        return trade.deal(g, hero, choice)
    if kind is PlayCard and counted(g.content.cards[choice.card]):
        turn.plays -= 1
    return perform(g, hero, choice)


def gear_choices(g: G, hero: Hero, own: board.Board, choices: list[Any]) -> None:
    """Rewards from hand to a free slot, and off the board (NV-REWARD-8)."""
    free, places, equips = own.free, own.places, g.content.equips
    for card in hero.hand:
        slot = free[places[card]]
        if slot >= 0:
            choices.append(equips[card][slot])
    choices += own.worn


def sellable(g: G, hero: Hero) -> list[int]:
    """Cards in hand or on the board with a sell price (NV-SELL-1, NV-SELL-6, NV-GAP-45)."""
    sells = g.content.sells
    return [n for n in (*hero.hand, *hero.gear) if sells[n]]


def sell(g: G, hero: Hero, card: int) -> None:
    """Discard a card for its price (NV-SELL-3)."""
    gp = board.price(g, hero, "sell", g.content.cards[card].price)
    if card in hero.gear:
        hand.lift(g, hero, card)
    else:
        hand.drop(g, hero, card)
    hand.to_discard(g, card)
    hero.gp += gp
    g.learn()
    g.log(events.Sold(hero.seat, card, gp), "NV-SELL-3")


def trade_price(g: G, hero: Hero, row: int) -> int:
    """What a row of the conversion chart costs this hero."""
    return board.price(g, hero, "xp", g.content.tables.trades[row][0])


def trades(g: G, hero: Hero) -> list[int]:
    """Rows of the chart that may be bought now: affordable, and not reaching the 25th XP (NV-RECOV-8, NV-RECOV-9)."""
    own = board.of(g, hero)
    out: list[int] = []
    if "buy_xp" not in own.forbids:
        for row, gp in g.content.rows[hero.xp]:
            if hero.gp >= (trade_price(g, hero, row) if own.prices else gp):
                out.append(row)
    return out


def buy_xp(g: G, hero: Hero, row: int) -> None:
    """Trade GP for XP (NV-RECOV-8)."""
    gp = trade_price(g, hero, row)
    xp = g.content.tables.trades[row][1]
    hero.gp -= gp
    g.log(events.BoughtXp(hero.seat, gp, xp), "NV-RECOV-8")
    gain.gain_xp(g, hero, xp, "NV-RECOV-8")


def go_to(g: G, stage: Any) -> None:
    """Leave a phase for another stage of the turn."""
    turn = g.state.turn
    turn.stage = stage
    turn.steps = 0
    if stage in ("adventure", "recovery"):  # the other stages belong to one of these phases (NV-GAP-50)
        turn.used_phase = []
    if stage == "recovery":
        turn.plays = 1


def end(g: G) -> Rule[None]:
    """Last window, hand limit, and the turn passes to the left (NV-TURN-3, NV-TURN-4, NV-GAP-74)."""
    state = g.state
    turn = state.turn
    hero = state.heroes[turn.seat]
    yield from resolve.fire(g, hero, "turn_end")
    yield from window(g, "turn_end")
    goal.check(g)
    limit = board.hand_limit(g, hero)
    while len(hero.hand) > limit:
        choice = yield Ask(hero.seat, [TAKE[c] for c in sorted(hero.hand)], "hand_limit", "NV-HAND-3")
        hand.discard(g, hero, choice.card, "NV-HAND-3")
    state.challenge = None
    if len(state.heroes) == 1 and turn.number >= g.content.tables.solo_turns:
        state.how = "turns_up"
        g.log(events.Ended(hero.seat, "turns_up"), "NV-SOLO-7")
        raise goal.GameOver
    seats = len(state.heroes)
    if g.options.rounds and turn.number >= g.options.rounds * seats:
        state.how = "rounds_up"
        g.log(events.Ended(hero.seat, "rounds_up"), "NV-GAP-91")
        raise goal.GameOver
    begin_turn(g, (turn.seat + 1) % seats)
