"""What a card's price is, whether it can be paid, and whether its steps would do anything now (NV-GAP-41)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import advance, board, conditions, hand
from . import vocabulary as v
from .state import Hero
from .targets import others, places, stealable, targets
from .vocabulary import Step, Steps

if TYPE_CHECKING:
    from .context import G


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
            fits = conditions.fitting(g, step.take)  # type: ignore[attr-defined]
            fit = [c for c in hero.hand if c in fits and c not in skip]
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
    for step in steps:
        test = USEFUL.get(type(step))
        if test is None or test(g, hero, step):
            return True
    return False


def nests(g: G, hero: Hero, steps: Steps) -> bool:
    """In a battle the steps would start another, or carry off the hero who fights, without ending it (NV-GAP-94)."""
    battle = g.state.battle
    if battle is None or any(isinstance(step, v.AutoEscape | v.EndBattle) for step in steps):
        return False
    fights = battle.seat == hero.seat
    return any(
        isinstance(step, v.StartBattle) or (fights and isinstance(step, v.MoveTo)) for step in v.every_step(steps)
    )


def _in_battle(g: G, hero: Hero, step: Any) -> bool:
    battle = g.state.battle
    return battle is not None and not battle.result


def _has_target(g: G, hero: Hero, step: Any) -> bool:
    return bool(targets(g, hero, step.of))


def _useful_battle_cv(g: G, hero: Hero, step: v.BattleCv) -> bool:
    if step.lasts == "turn" and step.of == "hero" and g.state.battle is None:
        return g.state.turn.seat == hero.seat
    return _in_battle(g, hero, step)


def _useful_cv_per(g: G, hero: Hero, step: v.BattleCvPer) -> bool:
    if not _in_battle(g, hero, step):
        return False
    if step.per == "discard":
        return not conditions.fitting(g, step.take).isdisjoint(hero.hand)
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
    return any(board.curses(g, o) for o in targets(g, hero, step.of if step.of != "chosen" else "others"))


def _useful_search(g: G, hero: Hero, step: v.Search) -> bool:
    if step.zone.endswith("deck"):
        return bool(hand.deck(g, step.zone.removesuffix("_deck")))
    pile = hand.deck(g, step.zone.removesuffix("_discard"))
    return not conditions.fitting(g, step.take).isdisjoint(pile.discard)


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
    return any(g.state.heroes[s].gp for s in others(g, hero, step.within))


def _useful_steal(g: G, hero: Hero, step: v.StealCard) -> bool:
    return any(stealable(g, s, step.take) for s in others(g, hero, step.within))


def _useful_swap(g: G, hero: Hero, step: v.SwapCard) -> bool:
    return len(hero.hand) > 0 and any(g.state.heroes[s].hand for s in others(g, hero, step.within))


def _useful_equip(g: G, hero: Hero, step: Any) -> bool:
    return bool(board.equippable(g, hero, step.take))


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
    return bool(advance.options(g, hero, free=step.free, again=step.again))


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
    v.MoveTo: lambda g, h, s: bool(places(g, h, s)),
    v.TravelResult: _useful_travel_result,
    v.RemoveCurse: _useful_curse,
    v.Search: _useful_search,
    v.Draw: _useful_draw,
    v.Look: _useful_look,
    v.TakeVictoryCard: _useful_victory_card,
    v.StealGp: _useful_steal_gp,
    v.StealCard: _useful_steal,
    v.SwapCard: _useful_swap,
    v.GiveCard: lambda g, h, s: bool(h.hand) and bool(targets(g, h, "here")),
    v.EquipNow: _useful_equip,
    v.ReturnToHand: lambda g, h, s: any(h.gear),
    v.ExtraPlay: lambda g, h, s: g.state.turn.seat == h.seat and g.state.turn.stage in ("preparation", "recovery"),
    v.GainAlly: lambda g, h, s: bool(g.state.allies) and board.room_for_animal(g, h),
    v.GainLuck: lambda g, h, s: any(not o.luck for o in targets(g, h, s.of if s.of != "chosen" else "others")),
    v.AdvanceClass: _useful_advance,
    v.Fly: lambda g, h, s: g.state.turn.seat == h.seat and not board.flies(g, h),
    v.WhenStep: lambda g, h, s: useful(g, h, s.do if board.has(s.cond, g, h) else s.otherwise),
    v.May: lambda g, h, s: worth(g, h, s.do),
    v.Choose: lambda g, h, s: any(worth(g, h, o.do) for o in s.options),
    v.GainXp: lambda g, h, s: s.of == "self" or _has_target(g, h, s) or s.of == "chosen",
    v.LoseXp: lambda g, h, s: (s.of == "chosen" and len(g.state.heroes) > 1) or bool(targets(g, h, s.of)),
    v.LoseGp: lambda g, h, s: any(o.gp for o in targets(g, h, s.of if s.of != "chosen" else "others")),
    v.GainCurse: lambda g, h, s: len(g.state.heroes) > 1 or s.of == "self",
    v.Discard: lambda g, h, s: any(o.hand for o in targets(g, h, s.of if s.of != "chosen" else "others")),
    v.Destroy: lambda g, h, s: any(
        hand.destroyable(g, o, s.take) for o in targets(g, h, s.of if s.of != "chosen" else "others")
    ),
    v.TurnExplore: lambda g, h, s: any(
        o.explore_x != (s.side == "x") or s.now for o in targets(g, h, s.of if s.of != "chosen" else "others")
    ),
}
