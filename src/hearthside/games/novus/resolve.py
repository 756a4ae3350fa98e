"""What each verb of a card does. One small rule a verb; `run` does a list of steps in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine.ask import Ask, Rule
from . import board, events, gain, hand
from . import vocabulary as v
from .choices import (
    NO,
    YES,
    DrawFrom,
    MoveTo,
    No,
    TakeCard,
    TakeFace,
    TakeOption,
    TakeSeat,
    Yes,
)
from .state import Battle, Hero
from .vocabulary import Step, Steps

if TYPE_CHECKING:
    from .context import G

CARD_RULE = "NV-CARD-9"  # card text is followed as written


def run(g: G, hero: Hero, steps: Steps, rule: str = CARD_RULE, losing: Battle | None = None) -> Rule[bool]:
    """Do the steps in order for a hero. Stops early, and returns False, where a price is not paid or a battle is lost.

    losing: the battle whose Defeat line this is; what prevents losses is heeded.
    """
    chosen: Hero | None = None
    for step in steps:
        if losing is not None:
            step = softened(g, hero, step, losing)
            if step is None:
                continue
        who = hero
        if getattr(step, "of", "") == "chosen":  # one player for all such steps of a list
            if chosen is None:
                chosen = yield from choose_seat(g, hero, _others(g, hero), rule)
            if chosen is None:
                continue
            who, step = chosen, msgspec.structs.replace(step, of="self")
        now = NOW.get(type(step))
        if now is not None:
            now(g, who, step, rule)
        elif (yield from ASKING[type(step)](g, who, step, rule)) is False:
            return False
    return True


def softened(g: G, hero: Hero, step: Any, battle: Battle) -> Any:
    """A step of a Defeat line after what guards against it; None if nothing is left."""
    prevented = battle.prevented
    cards = g.content.cards
    if type(step) is v.LoseXp:
        n = step.n - prevented.get("xp", 0) - sum(cards[c].guard_xp for c in board.active(hero))
        return v.LoseXp(n, step.of) if n > 0 else None
    if type(step) is v.LoseGp:
        n = step.n - prevented.get("gp", 0) - sum(cards[c].guard_gp for c in board.active(hero))
        return v.LoseGp(n, step.of) if n > 0 else None
    if type(step) is v.GainCurse and prevented.get("curse"):
        return None
    if type(step) is v.Discard and prevented.get("discard"):
        n = step.n - prevented["discard"]
        return v.Discard(n, step.take, step.of, step.random) if n > 0 else None
    if type(step) is v.Destroy and prevented.get("destroy"):
        n = step.n - prevented["destroy"]
        return v.Destroy(n, step.take, step.of) if n > 0 else None
    return step


def fire(g: G, hero: Hero, on: str) -> Rule[None]:
    """Triggers on the hero's board for something that happened."""
    content = g.content
    for card in board.active(hero):
        if content.triggers[card]:
            for n, trigger in enumerate(content.triggers[card]):
                if trigger.on != on or not board.has(trigger.cond, g, hero):
                    continue
                ledger = hero.used if trigger.uses == "game" else g.state.turn.used
                key = card * 8 + 4 + n
                if trigger.uses:
                    if key in ledger:
                        continue
                    ledger.append(key)
                yield from run(g, hero, trigger.do)


# ---- what could be paid, what would do anything ----


def payable(g: G, hero: Hero, cost: Steps, skip: Sequence[int] = ()) -> bool:
    """The whole price could be paid now (NV-GAP-41); `skip`: cards that cannot be part of it."""
    gold = cards = 0
    for step in cost:
        kind = type(step)
        if kind is v.PayGp:
            gold += step.n  # type: ignore[attr-defined]
            if hero.gp < gold:
                return False
        elif kind is v.Discard:
            cards += step.n  # type: ignore[attr-defined]
            fit = [c for c in hero.hand if c not in skip and hand.matches(g, c, step.take)]  # type: ignore[attr-defined]
            if len(fit) < cards:
                return False
        elif kind is v.Destroy:
            if len(hand.destroyable(g, hero, step.take)) < step.n:  # type: ignore[attr-defined]
                return False
        elif kind is v.LoseXp and hero.xp - step.n < 1:  # type: ignore[attr-defined]
            return False
    return True


PRICES = (v.PayGp, v.Discard, v.Destroy, v.LoseXp)


def leading_price(steps: Steps) -> Steps:
    """The steps at the head of an optional list that are its price."""
    n = 0
    while n < len(steps) and isinstance(steps[n], PRICES) and getattr(steps[n], "of", "self") == "self":
        n += 1
    return Steps(steps[:n]) if n < len(steps) else Steps()


def worth(g: G, hero: Hero, steps: Steps) -> bool:
    """An optional list may be offered: its price can be paid and something in it would happen."""
    price = leading_price(steps)
    return payable(g, hero, price) and useful(g, hero, Steps(steps[len(price) :]))


def useful(g: G, hero: Hero, steps: Steps) -> bool:
    """At least one of the steps would do something now."""
    return any(_useful(g, hero, step) for step in steps)


def _useful(g: G, hero: Hero, step: Step) -> bool:
    test = USEFUL.get(type(step))
    return True if test is None else bool(test(g, hero, step))


def _in_battle(g: G, hero: Hero, step: Any) -> bool:
    battle = g.state.battle
    return battle is not None and not battle.result


def _others(g: G, hero: Hero, within: int = 99) -> list[int]:
    points = g.content.steps_between[hero.at]
    return [o.seat for o in g.state.heroes if o.seat != hero.seat and points[o.at] <= within]


def _targets(g: G, hero: Hero, of: str) -> list[Hero]:
    heroes = g.state.heroes
    if of == "self":
        return [hero]
    if of == "current":
        return [heroes[g.state.turn.seat]]
    n = len(heroes)
    rest = [heroes[(hero.seat + i) % n] for i in range(1, n)]
    if of == "here":
        return [o for o in rest if o.at == hero.at]
    return [hero, *rest] if of == "all" else rest


def _has_target(g: G, hero: Hero, step: Any) -> bool:
    return bool(_targets(g, hero, step.of))


def _useful_battle_cv(g: G, hero: Hero, step: v.BattleCv) -> bool:
    if step.lasts == "turn" and step.of == "hero" and g.state.battle is None:
        return g.state.turn.seat == hero.seat
    return _in_battle(g, hero, step)


def _useful_cv_per(g: G, hero: Hero, step: v.BattleCvPer) -> bool:
    if not _in_battle(g, hero, step):
        return False
    if step.per == "discard":
        return any(hand.matches(g, c, step.take) for c in hero.hand)
    if step.per == "gp":
        return hero.gp >= step.of_gp
    return board.count(g, hero, step.per) > 0


def _useful_reroll(g: G, hero: Hero, step: Any) -> bool:
    battle = g.state.battle
    if battle is None or (battle.result and step.die != "escape"):
        return False
    return bool(getattr(battle, f"{step.die}_roll"))


def _useful_escape(g: G, hero: Hero, step: Any) -> bool:
    battle = g.state.battle
    return battle is not None and not battle.result and battle.step < 2


def _useful_move(g: G, hero: Hero, step: Any) -> bool:
    turn = g.state.turn
    if step.of != "self" and step.of != "current":
        return True
    if step.of == "self" and turn.seat != hero.seat:
        return False
    return turn.stage in ("preparation", "adventure") or (turn.stage == "move" and not turn.beaten)


def _useful_no_move(g: G, hero: Hero, step: Any) -> bool:
    who = g.state.heroes[g.state.turn.seat] if step.of == "current" else hero
    return not who.no_move and (g.state.turn.stage in ("preparation", "adventure") or step.of != "current")


def _useful_curse(g: G, hero: Hero, step: Any) -> bool:
    return any(board.curses(g, o) for o in _targets(g, hero, step.of if step.of != "chosen" else "others"))


def _useful_search(g: G, hero: Hero, step: v.Search) -> bool:
    if step.zone.endswith("deck"):
        return bool(hand.deck(g, step.zone.removesuffix("_deck")))
    return any(hand.matches(g, c, step.take) for c in hand.deck(g, step.zone.removesuffix("_discard")).discard)


def _useful_draw(g: G, hero: Hero, step: v.Draw) -> bool:
    names = ("adventure", "reward") if step.deck == "choice" else (step.deck,)
    return any(hand.deck(g, n).cards or hand.deck(g, n).discard for n in names)


def _useful_look(g: G, hero: Hero, step: v.Look) -> bool:
    pile = hand.deck(g, step.deck)
    return bool(pile.cards or pile.discard)


def _useful_victory_card(g: G, hero: Hero, step: Any) -> bool:
    battle = g.state.battle
    return battle is not None and battle.seat != hero.seat and bool(battle.drawn)


def _useful_steal_gp(g: G, hero: Hero, step: v.StealGp) -> bool:
    return any(g.state.heroes[s].gp for s in _others(g, hero, step.within))


def _useful_steal(g: G, hero: Hero, step: v.StealCard) -> bool:
    return any(_stealable(g, s, step.take) for s in _others(g, hero, step.within))


def _stealable(g: G, seat: int, want: v.Filter) -> list[int]:
    return [c for c in g.state.heroes[seat].hand if hand.matches(g, c, want)]


def _useful_swap(g: G, hero: Hero, step: v.SwapCard) -> bool:
    return len(hero.hand) > 0 and any(g.state.heroes[s].hand for s in _others(g, hero, step.within))


def _useful_equip(g: G, hero: Hero, step: Any) -> bool:
    return bool(equippable(g, hero, step.take))


def _useful_travel_result(g: G, hero: Hero, step: Any) -> bool:
    return bool(g.state.turn.face)


def _useful_battle_start(g: G, hero: Hero, step: v.StartBattle) -> bool:
    if g.state.battle is not None:
        return False
    pile = g.state.encounter
    return step.source == "reptisaurs" or bool(pile.discard if step.source == "discard" else pile.cards or pile.discard)


def _useful_prevent(g: G, hero: Hero, step: v.Prevent) -> bool:
    battle = g.state.battle
    return battle is not None and not battle.result


def _useful_advance(g: G, hero: Hero, step: v.AdvanceClass) -> bool:
    from .advance import options

    return bool(options(g, hero, free=step.free, again=step.again))


USEFUL: dict[type[Step], Callable[[Any, Hero, Any], bool]] = {
    v.BattleCv: _useful_battle_cv,
    v.BattleCvPer: _useful_cv_per,
    v.EscapeMod: _useful_escape,
    v.ForbidEscape: _useful_escape,
    v.AutoEscape: _in_battle,
    v.EndBattle: _in_battle,
    v.Victory: _in_battle,
    v.Prevent: _useful_prevent,
    v.Reroll: _useful_reroll,
    v.SetRoll: _useful_reroll,
    v.AdjustRoll: _useful_reroll,
    v.StartBattle: _useful_battle_start,
    v.ExtraMove: _useful_move,
    v.NoMove: _useful_no_move,
    v.MoveTo: lambda g, h, s: g.state.battle is None and bool(places(g, h, s)),
    v.TravelResult: _useful_travel_result,
    v.RemoveCurse: _useful_curse,
    v.Search: _useful_search,
    v.Draw: _useful_draw,
    v.Look: _useful_look,
    v.TakeVictoryCard: _useful_victory_card,
    v.StealGp: _useful_steal_gp,
    v.StealCard: _useful_steal,
    v.SwapCard: _useful_swap,
    v.GiveCard: lambda g, h, s: bool(h.hand) and bool(_targets(g, h, "here")),
    v.EquipNow: _useful_equip,
    v.ReturnToHand: lambda g, h, s: any(h.gear),
    v.ExtraPlay: lambda g, h, s: g.state.turn.seat == h.seat and g.state.turn.stage in ("preparation", "recovery"),
    v.GainAlly: lambda g, h, s: bool(g.state.allies) and board.room_for_animal(g, h),
    v.GainLuck: lambda g, h, s: any(not o.luck for o in _targets(g, h, s.of if s.of != "chosen" else "others")),
    v.AdvanceClass: _useful_advance,
    v.Fly: lambda g, h, s: g.state.turn.seat == h.seat and not board.flies(g, h),
    v.WhenStep: lambda g, h, s: useful(g, h, s.do if board.has(s.cond, g, h) else s.otherwise),
    v.May: lambda g, h, s: worth(g, h, s.do),
    v.Choose: lambda g, h, s: any(worth(g, h, o.do) for o in s.options),
    v.GainXp: lambda g, h, s: s.of == "self" or _has_target(g, h, s) or s.of == "chosen",
    v.LoseXp: lambda g, h, s: (s.of == "chosen" and len(g.state.heroes) > 1) or bool(_targets(g, h, s.of)),
    v.LoseGp: lambda g, h, s: any(o.gp for o in _targets(g, h, s.of if s.of != "chosen" else "others")),
    v.GainCurse: lambda g, h, s: len(g.state.heroes) > 1 or s.of == "self",
    v.Discard: lambda g, h, s: any(o.hand for o in _targets(g, h, s.of if s.of != "chosen" else "others")),
    v.Destroy: lambda g, h, s: any(
        hand.destroyable(g, o, s.take) for o in _targets(g, h, s.of if s.of != "chosen" else "others")
    ),
    v.TurnExplore: lambda g, h, s: any(
        o.explore_x != (s.side == "x") or s.now for o in _targets(g, h, s.of if s.of != "chosen" else "others")
    ),
}


# ---- verbs that ask nobody ----


def _gain_xp(g: G, hero: Hero, step: v.GainXp, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.gain_xp(g, who, step.n, rule)


def _lose_xp(g: G, hero: Hero, step: v.LoseXp, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.lose_xp(g, who, step.n, rule)


def _gain_gp(g: G, hero: Hero, step: v.GainGp, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.gain_gp(g, who, step.n, rule)


def _lose_gp(g: G, hero: Hero, step: v.LoseGp, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.lose_gp(g, who, step.n, rule)


def _battle_cv(g: G, hero: Hero, step: v.BattleCv, rule: str) -> None:
    state = g.state
    battle = state.battle
    if step.of == "creature":
        if battle is not None:
            battle.creature_cv += step.n
    elif step.lasts == "turn" and (battle is None or battle.seat == state.turn.seat):
        state.turn.cv += step.n
    elif battle is None:
        return
    elif step.lasts == "battle" and battle.source == "quest" and state.challenge is not None:
        state.challenge.cv += step.n
    else:
        battle.hero_cv += step.n
    g.log(events.ChangedCv(battle.seat if battle is not None else hero.seat, step.of, step.n), rule)


def _escape_mod(g: G, hero: Hero, step: v.EscapeMod, rule: str) -> None:
    if g.state.battle is not None:
        g.state.battle.escape += step.n


def _end(g: G, result: Any) -> None:
    battle = g.state.battle
    if battle is not None and not battle.result:
        battle.result = result


def _forbid_escape(g: G, hero: Hero, step: Any, rule: str) -> None:
    if g.state.battle is not None:
        g.state.battle.no_escape = True


def _victory(g: G, hero: Hero, step: v.Victory, rule: str) -> None:
    battle = g.state.battle
    if battle is not None:
        battle.xp += step.xp
        battle.gp += step.gp
        battle.reward += step.reward
        battle.adventure += step.adventure


def _prevent(g: G, hero: Hero, step: v.Prevent, rule: str) -> None:
    battle = g.state.battle
    if battle is not None:
        battle.prevented[step.what] = battle.prevented.get(step.what, 0) + step.n


def _set_roll(g: G, hero: Hero, step: v.SetRoll, rule: str) -> None:
    battle = g.state.battle
    if battle is None:
        return
    if step.die == "hero":
        battle.hero_roll = step.value
        battle.replaced = True
        _log_roll(g, battle, "hero")
    else:
        battle.creature_roll = step.value
        _log_roll(g, battle, "creature")


def _adjust_roll(g: G, hero: Hero, step: v.AdjustRoll, rule: str) -> None:
    battle = g.state.battle
    if battle is None:
        return
    if step.die == "hero":
        battle.hero_plus += step.n
    elif step.die == "creature":
        battle.creature_plus += step.n
    else:
        battle.escape += step.n
    if step.die != "escape":
        _log_roll(g, battle, step.die)


def _log_roll(g: G, battle: Battle, die: str) -> None:
    from .battle import final_cvs

    ours, theirs = final_cvs(g, battle)
    if die == "hero":
        g.log(events.RolledHero(battle.seat, battle.hero_roll, ours), "NV-GAP-48")
    else:
        g.log(events.RolledCreature(battle.seat, battle.creature_roll, theirs), "NV-GAP-48")


def _gain_luck(g: G, hero: Hero, step: v.GainLuck, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.gain_luck(g, who)


def _extra_play(g: G, hero: Hero, step: v.ExtraPlay, rule: str) -> None:
    if g.state.turn.seat == hero.seat:
        g.state.turn.plays += step.n


def _fly(g: G, hero: Hero, step: Any, rule: str) -> None:
    if g.state.turn.seat == hero.seat:
        g.state.turn.flying = True


def _stop(g: G, hero: Hero, step: Any, rule: str) -> None:
    if hero.at != g.state.turn.start:
        g.state.turn.stopped = True


def _turn_explore(g: G, hero: Hero, step: v.TurnExplore, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        gain.turn_explore(g, who, step.side == "x", rule)
        if step.now and who.seat == g.state.turn.seat:
            g.state.turn.explore_ok = step.side == "free"


def _extra_move(g: G, hero: Hero, step: v.ExtraMove, rule: str) -> None:
    turn = g.state.turn
    for who in _targets(g, hero, step.of):
        if who.seat != turn.seat:
            continue
        if turn.stage == "move" and turn.steps >= 0:
            turn.moves = max(0 if turn.steps else 1, turn.moves + step.n)
        else:
            turn.extra += step.n


def _no_move(g: G, hero: Hero, step: v.NoMove, rule: str) -> None:
    for who in _targets(g, hero, step.of):
        who.no_move = True


NOW: dict[type[Step], Callable[[Any, Hero, Any, str], None]] = {
    v.GainXp: _gain_xp,
    v.LoseXp: _lose_xp,
    v.GainGp: _gain_gp,
    v.LoseGp: _lose_gp,
    v.BattleCv: _battle_cv,
    v.EscapeMod: _escape_mod,
    v.ForbidEscape: _forbid_escape,
    v.AutoEscape: lambda g, h, s, r: _end(g, "escape"),
    v.EndBattle: lambda g, h, s, r: _end(g, s.result),
    v.Victory: _victory,
    v.Prevent: _prevent,
    v.SetRoll: _set_roll,
    v.AdjustRoll: _adjust_roll,
    v.GainLuck: _gain_luck,
    v.ExtraPlay: _extra_play,
    v.Fly: _fly,
    v.StopMovement: _stop,
    v.TurnExplore: _turn_explore,
    v.ExtraMove: _extra_move,
    v.NoMove: _no_move,
}


# ---- verbs that may ask ----


def choose_seat(g: G, hero: Hero, seats: Sequence[int], rule: str) -> Rule[Hero | None]:
    """One of several other players, the owner's choice (NV-GAP-71); None if there is nobody."""
    if not seats:
        return None
    if len(seats) == 1:
        return g.state.heroes[seats[0]]
    answer = yield Ask(hero.seat, [TakeSeat(s) for s in seats], "player", rule)
    return g.state.heroes[answer.seat]


def _pay_gp(g: G, hero: Hero, step: v.PayGp, rule: str) -> Rule[bool]:
    if hero.gp < step.n:
        return False
    gain.lose_gp(g, hero, step.n, rule)
    return True
    yield


def _steal_gp(g: G, hero: Hero, step: v.StealGp, rule: str) -> Rule[bool]:
    seats = [s for s in _others(g, hero, step.within) if g.state.heroes[s].gp]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is not None:
        n = min(step.n, who.gp)
        who.gp -= n
        hero.gp += n
        g.log(events.StoleGp(hero.seat, who.seat, n), rule)
    return True


def _draw(g: G, hero: Hero, step: v.Draw, rule: str) -> Rule[bool]:
    for who in _targets(g, hero, step.of):
        for _ in range(step.n):
            name = step.deck
            if name == "choice":
                name = (yield Ask(who.seat, [DrawFrom("adventure"), DrawFrom("reward")], "deck", rule)).deck
            yield from hand.draw(g, who, name, rule)
    return True


def _look(g: G, hero: Hero, step: v.Look, rule: str) -> Rule[bool]:
    pile = hand.deck(g, step.deck)
    seen = pile.look(g.chance, step.n)
    if not seen:
        return True
    me = 1 << hero.seat
    hand.tell(g, pile, seen, me)
    g.log(events.Looked(hero.seat, step.deck, len(seen)), rule)
    left = list(seen)
    for _ in range(min(step.keep, len(left))):
        kept = (yield Ask(hero.seat, [TakeCard(c) for c in left], "keep", rule)).card
        left.remove(kept)
        pile.take(kept)
        yield from hand.receive(g, hero, kept, rule)
    if step.rest == "top" and len(left) > 1:
        order = []  # topmost first
        while len(left) > 1:
            next_ = (yield Ask(hero.seat, [TakeCard(c) for c in left], "order", rule)).card
            left.remove(next_)
            order.append(next_)
        order += left
        for card in order:
            pile.take(card)
        for card in reversed(order):
            pile.put_top(card, me)
    elif step.rest == "bottom":
        for card in left:
            pile.take(card)
            pile.put_bottom(card, me)
    elif step.rest == "discard":
        for card in left:
            pile.take(card)
            pile.drop(card)
    return True


def _search(g: G, hero: Hero, step: v.Search, rule: str) -> Rule[bool]:
    name, zone = step.zone.split("_")
    pile = hand.deck(g, name)
    for _ in range(step.n):
        heap = pile.discard if zone == "discard" else pile.cards
        fit = [c for c in reversed(heap) if hand.matches(g, c, step.take)]
        if not fit:
            break
        card = fit[0]
        if step.pick and zone == "discard" and len(fit) > 1:
            card = (yield Ask(hero.seat, hand.any_of(fit), "search", rule)).card
        pile.take(card)
        yield from hand.receive(g, hero, card, rule, hand.EVERYBODY & ~(1 << hero.seat))
    if zone == "deck":
        pile.shuffle(g.chance)
    return True


def _discard(g: G, hero: Hero, step: v.Discard, rule: str) -> Rule[bool]:
    for who in _targets(g, hero, step.of):
        if step.random:
            for _ in range(step.n):
                fit = [c for c in who.hand if hand.matches(g, c, step.take)]
                if fit:
                    hand.discard(g, who, g.chance.pick(fit), rule)
        else:
            yield from hand.choose_discards(g, who, step.n, step.take, rule)
    return True


def _destroy(g: G, hero: Hero, step: v.Destroy, rule: str) -> Rule[bool]:
    for who in _targets(g, hero, step.of):
        for _ in range(step.n):
            fit = hand.destroyable(g, who, step.take)
            if not fit:
                break
            card = fit[0]
            if len(fit) > 1:
                card = (yield Ask(who.seat, hand.any_of(fit), "destroy", "NV-CARD-4")).card
            hand.destroy(g, who, card)
    return True


def move_card(g: G, giver: Hero, taker: Hero, card: int, rule: str, seen: bool = False) -> None:
    """A card goes from one hand to another; the giver knows it, and everybody if it was seen."""
    hand.drop(g, giver, card)
    hand.take(g, taker, card, hand.EVERYBODY & ~(1 << taker.seat) if seen else 1 << giver.seat)
    g.learn()
    both = 1 << giver.seat | 1 << taker.seat
    if seen:
        g.log(events.StoleCard(taker.seat, giver.seat, card), rule)
    else:
        g.log(events.StoleCard(taker.seat, giver.seat, card), rule, to=both)
        g.log(events.StoleCard(taker.seat, giver.seat, 0), rule, to=hand.EVERYBODY & ~both)


def forget_hand(g: G, hero: Hero) -> None:
    """A card left this hand unseen: nobody knows any more what exactly is in it."""
    for card in hero.hand:
        g.state.known.pop(card, None)


def _steal_card(g: G, hero: Hero, step: v.StealCard, rule: str) -> Rule[bool]:
    seats = [s for s in _others(g, hero, step.within) if _stealable(g, s, step.take)]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is not None:
        card = g.chance.pick(sorted(_stealable(g, who.seat, step.take)))
        move_card(g, who, hero, card, rule)
        forget_hand(g, who)
    return True


def _swap_card(g: G, hero: Hero, step: v.SwapCard, rule: str) -> Rule[bool]:
    seats = [s for s in _others(g, hero, step.within) if g.state.heroes[s].hand]
    who = yield from choose_seat(g, hero, seats, rule)
    if who is None or not hero.hand:
        return True
    mine = (yield Ask(hero.seat, hand.any_of(hero.hand), "give", rule)).card
    theirs = g.chance.pick(sorted(who.hand))
    forget_hand(g, who)
    forget_hand(g, hero)
    move_card(g, who, hero, theirs, rule)
    move_card(g, hero, who, mine, rule)
    return True


def _give_card(g: G, hero: Hero, step: v.GiveCard, rule: str) -> Rule[bool]:
    who = yield from choose_seat(g, hero, [o.seat for o in _targets(g, hero, "here")], rule)
    if who is None:
        return True
    for _ in range(step.n):
        if not hero.hand:
            break
        card = (yield Ask(hero.seat, hand.any_of(hero.hand), "give", rule)).card
        move_card(g, hero, who, card, rule)
        forget_hand(g, hero)
    return True


def _take_victory_card(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    battle = g.state.battle
    if battle is None or not battle.drawn:
        return True
    winner = g.state.heroes[battle.seat]
    there = [c for c in battle.drawn if c in winner.hand]
    if there:
        card = there[0] if len(there) == 1 else g.chance.pick(sorted(there))
        battle.drawn.remove(card)
        move_card(g, winner, hero, card, rule)
        forget_hand(g, winner)
    return True
    yield


def equippable(g: G, hero: Hero, want: v.Filter = hand.ANY) -> list[int]:
    """Cards in hand that could go on the board now."""
    return [
        c
        for c in hero.hand
        if g.content.deck_of(c) in ("reward", "ally")
        and hand.matches(g, c, want)
        and board.why_not_equip(g, hero, c) is None
        and board.free_slots(g, hero, c)
    ]


def _equip_now(g: G, hero: Hero, step: v.EquipNow, rule: str) -> Rule[bool]:
    for _ in range(step.n):
        fit = equippable(g, hero, step.take)
        if not fit:
            break
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "equip", rule)
        if isinstance(answer, No):
            break
        hand.place(g, hero, answer.card, board.free_slots(g, hero, answer.card)[0], rule)
        yield from fire(g, hero, "equipped")
    return True


def _return_to_hand(g: G, hero: Hero, step: v.ReturnToHand, rule: str) -> Rule[bool]:
    for _ in range(step.n):
        fit = [c for c in hero.gear if c]
        if not fit:
            break
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "take_off", rule)
        if isinstance(answer, No):
            break
        hand.take_off(g, hero, answer.card, rule)
    return True


def _battle_cv_per(g: G, hero: Hero, step: v.BattleCvPer, rule: str) -> Rule[bool]:
    count = 0
    if step.per == "discard":
        while count < step.most:
            fit = [c for c in hero.hand if hand.matches(g, c, step.take)]
            if not fit:
                break
            answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "discard_for_cv", rule)
            if isinstance(answer, No):
                break
            hand.discard(g, hero, answer.card, rule)
            count += 1
    elif step.per == "gp":
        while count < step.most and hero.gp >= step.of_gp:
            answer = yield Ask(hero.seat, [YES, NO], "pay_for_cv", rule)
            if isinstance(answer, No):
                break
            gain.lose_gp(g, hero, step.of_gp, rule)
            count += 1
    else:
        count = min(step.most, board.count(g, hero, step.per))
    if count:
        _battle_cv(g, hero, v.BattleCv(step.n * count), rule)
    return True


def _reroll(g: G, hero: Hero, step: v.Reroll, rule: str) -> Rule[bool]:
    from .battle import ESCAPE_AT, escape_modifier, hero_die

    battle = g.state.battle
    if battle is None:
        return True
    fighter = g.state.heroes[battle.seat]
    if step.die == "creature":
        new = g.chance.d(10)
        old = battle.creature_roll
        battle.creature_roll = min(old, new) if step.keep == "best" and hero is fighter else new
        _log_roll(g, battle, "creature")
        return True
    new = yield from hero_die(g, fighter)
    if step.die == "hero":
        battle.hero_roll = max(battle.hero_roll, new) if step.keep == "best" else new
        _log_roll(g, battle, "hero")
        return True
    if battle.tried and not battle.result:
        plus = escape_modifier(g, fighter, battle)
        escaped = new != 1 and new + plus >= ESCAPE_AT
        battle.escape_roll = new
        g.log(events.TriedEscape(fighter.seat, new, plus, escaped), rule)
        if escaped:
            battle.result = "escape"
    return True


def _roll_table(g: G, hero: Hero, step: v.RollTable, rule: str) -> Rule[bool]:
    from .battle import hero_die

    face = yield from hero_die(g, hero)
    g.log(events.RolledAbility(hero.seat, face), "NV-BATTLE-4")
    band = step.bands[0] if face == 1 else next((b for b in step.bands if face <= b.upto), step.bands[-1])
    return (yield from run(g, hero, band.do, rule))


def _test(g: G, hero: Hero, step: v.Test, rule: str) -> Rule[bool]:
    from .battle import hero_die

    face = yield from hero_die(g, hero)
    g.log(events.RolledAbility(hero.seat, face), "NV-ROLL-1")
    passed = face != 1 and face + step.plus >= step.at_least
    return (yield from run(g, hero, step.success if passed else step.failure, rule))


def _start_battle(g: G, hero: Hero, step: v.StartBattle, rule: str) -> Rule[bool]:
    from .battle import encounter, fight

    state = g.state
    if state.battle is not None:
        return True
    if step.source == "reptisaurs":
        if not g.content.reptisaurs:
            return True
        battle = Battle(hero.seat, g.content.reptisaurs, "reptisaurs", creature_cv=step.cv, xp=step.xp, gp=step.gp)
        result = yield from fight(g, hero, battle, rule)
    elif step.source == "discard" and state.encounter.discard:
        creature = state.encounter.discard.pop()
        battle = Battle(hero.seat, creature, "discard", creature_cv=step.cv, xp=step.xp, gp=step.gp)
        result = yield from fight(g, hero, battle, rule)
    else:
        result = yield from encounter(g, hero, rule, cv=step.cv, xp=step.xp, gp=step.gp)
    return result not in ("lose", "escape")


def places(g: G, hero: Hero, step: v.MoveTo) -> list[int]:
    """Points where a move_to may put the hero."""
    distance = g.content.steps_between[hero.at]
    return [
        n
        for n, point in enumerate(g.content.points)
        if n != hero.at
        and n not in hero.forbidden
        and distance[n] <= step.within
        and (not step.kinds or point.kind in step.kinds)
        and (not step.regions or point.region in step.regions)
    ]


def _move_to(g: G, hero: Hero, step: v.MoveTo, rule: str) -> Rule[bool]:
    fit = places(g, hero, step)
    if not fit:
        return True
    point = fit[0] if len(fit) == 1 else (yield Ask(hero.seat, [MoveTo(n) for n in fit], "place", rule)).point
    put(g, hero, point, rule)
    return True


def put(g: G, hero: Hero, point: int, rule: str) -> None:
    """Set the figure on a point; a defeated Quest Creature's point is closed to its victor once left (NV-GAP-54)."""
    lair = g.content.lives_at.get(hero.at)
    if (lair is not None and lair in hero.tokens) or (
        g.content.isenthrax in hero.tokens and hero.at == g.state.isenthrax
    ):
        if hero.at not in hero.forbidden:
            hero.forbidden.append(hero.at)
    hero.at = point
    g.log(events.Moved(hero.seat, point), rule)


FACES = ("safe_travels", "adventure", "reward", "encounter")


def _travel_result(g: G, hero: Hero, step: v.TravelResult, rule: str) -> Rule[bool]:
    turn = g.state.turn
    if not turn.face:
        return True
    if step.how == "reroll":
        turn.face = g.content.tables.travel_die[g.chance.d(6) - 1]
    else:
        turn.face = (yield Ask(hero.seat, [TakeFace(f) for f in FACES], "face", rule)).face
    g.log(events.RolledTravel(turn.seat, turn.face), rule)
    return True


def _gain_curse(g: G, hero: Hero, step: v.GainCurse, rule: str) -> Rule[bool]:
    for who in _targets(g, hero, step.of):
        for _ in range(step.n):
            yield from hand.gain_curse(g, who)
    return True


def _remove_curse(g: G, hero: Hero, step: v.RemoveCurse, rule: str) -> Rule[bool]:
    for who in _targets(g, hero, step.of):
        for _ in range(step.n):
            fit = board.curses(g, who)
            if not fit:
                break
            card = fit[0] if len(fit) == 1 else (yield Ask(who.seat, hand.any_of(fit), "uncurse", rule)).card
            hand.uncurse(g, who, card)
    return True


def _gain_ally(g: G, hero: Hero, step: v.GainAlly, rule: str) -> Rule[bool]:
    state = g.state
    for _ in range(step.n):
        if not state.allies:
            break
        card = state.allies[0]
        if len(state.allies) > 1:
            card = (yield Ask(hero.seat, hand.any_of(state.allies), "ally", "NV-GAP-67")).card
        state.allies.remove(card)
        slots = board.free_slots(g, hero, card)
        if slots:
            hero.gear[slots[0]] = card
            hero.reach = -1
        else:
            hand.take(g, hero, card, hand.EVERYBODY & ~(1 << hero.seat))
        g.log(events.GainedAlly(hero.seat, card), "NV-GAP-67")
    return True


def _advance_class(g: G, hero: Hero, step: v.AdvanceClass, rule: str) -> Rule[bool]:
    from . import advance

    fit = advance.options(g, hero, free=step.free, again=step.again)
    if fit:
        answer = yield Ask(hero.seat, [NO, *hand.any_of(fit)], "advance", rule)
        if not isinstance(answer, No):
            advance.advance(g, hero, answer.card)
    return True


def _place_isenthrax(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    state = g.state
    if state.isenthrax >= 0 or g.content.isenthrax not in state.alive:
        yield from hand.draw(g, hero, "reward", "NV-GAP-3")
        return True
    fit = [MoveTo(n) for n, point in enumerate(g.content.points) if point.kind == "encounter"]
    state.isenthrax = (yield Ask(hero.seat, fit, "rift", "NV-GAP-3")).point
    g.log(events.PlacedIsenthrax(hero.seat, state.isenthrax), "NV-GAP-3")
    return True


def _steal_magic(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    pile = g.state.reward
    for heap in (pile.discard, pile.cards):
        for card in reversed(heap):
            if g.content.cards[card].magical:
                from_deck = heap is pile.cards
                pile.take(card)
                if from_deck:
                    pile.shuffle(g.chance)
                yield from hand.receive(g, hero, card, "NV-GAP-55", hand.EVERYBODY & ~(1 << hero.seat))
                return True
    return True


def _when(g: G, hero: Hero, step: v.WhenStep, rule: str) -> Rule[bool]:
    return (yield from run(g, hero, step.do if board.has(step.cond, g, hero) else step.otherwise, rule))


def _may(g: G, hero: Hero, step: v.May, rule: str) -> Rule[bool]:
    if worth(g, hero, step.do):
        answer = yield Ask(hero.seat, [YES, NO], "may", rule, about=step.do)
        if isinstance(answer, Yes):
            yield from run(g, hero, step.do, rule)
    return True


def _choose(g: G, hero: Hero, step: v.Choose, rule: str) -> Rule[bool]:
    fit = [n for n, option in enumerate(step.options) if worth(g, hero, option.do)]
    if not fit:
        return True
    n = (
        fit[0]
        if len(fit) == 1
        else (yield Ask(hero.seat, [TakeOption(i) for i in fit], "option", rule, about=step.options)).n
    )
    return (yield from run(g, hero, step.options[n].do, rule))


def _explore(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    from .explore import adventure_path

    yield from adventure_path(g, hero)
    return True


def _challenge(g: G, hero: Hero, step: Any, rule: str) -> Rule[bool]:
    from .quest import begin

    begin(g, hero)
    return True
    yield


ASKING: dict[type[Step], Callable[[Any, Hero, Any, str], Rule[bool]]] = {
    v.PayGp: _pay_gp,
    v.StealGp: _steal_gp,
    v.Draw: _draw,
    v.Look: _look,
    v.Search: _search,
    v.Discard: _discard,
    v.Destroy: _destroy,
    v.StealCard: _steal_card,
    v.SwapCard: _swap_card,
    v.GiveCard: _give_card,
    v.TakeVictoryCard: _take_victory_card,
    v.EquipNow: _equip_now,
    v.ReturnToHand: _return_to_hand,
    v.BattleCvPer: _battle_cv_per,
    v.Reroll: _reroll,
    v.RollTable: _roll_table,
    v.Test: _test,
    v.StartBattle: _start_battle,
    v.MoveTo: _move_to,
    v.TravelResult: _travel_result,
    v.GainCurse: _gain_curse,
    v.RemoveCurse: _remove_curse,
    v.GainAlly: _gain_ally,
    v.AdvanceClass: _advance_class,
    v.PlaceIsenthrax: _place_isenthrax,
    v.StealMagic: _steal_magic,
    v.WhenStep: _when,
    v.May: _may,
    v.Choose: _choose,
    v.Explore: _explore,
    v.ChallengeQuest: _challenge,
}
