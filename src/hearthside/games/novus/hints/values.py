# mypy: disable-error-code="no-any-return"
"""What cards and steps are worth to a hero."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import board, quest
from .. import vocabulary as v
from ..goal import INFORMANT_QUESTS, INFORMANT_XP
from ..state import ITEM_1, SLOT_INDICES, Hero
from ..vocabulary import Steps
from .odds import challenge_chance, lead_over, mean_chance

if TYPE_CHECKING:
    from ..context import G


def gear_worth(g: G, hero: Hero, n: int) -> float:
    """What a card is worth on this hero's board."""
    it = g.content.cards[n]
    if not board.allowed(g, hero, n):
        return 0.0
    worth = it.cv + 0.8 * it.travel + 0.15 * it.escape + 0.3 * len(it.triggers) + 0.8 * it.flying
    worth += sum(0.4 * b.cv for b in it.bonus) + sum(0.6 for _ in it.abilities)
    if it.weight == "heavy" and g.content.cards[hero.klass].heavy == "penalty":
        worth -= 2
    return max(0.1, worth)


def card_worth(g: G, hero: Hero, n: int) -> float:
    """What a card is worth in hand: to be placed, played or sold."""
    it = g.content.cards[n]
    if n > g.content.adventure[-1]:
        sale = it.price / 30
        if it.slot is None:
            return float(sale)
        best = gear_worth(g, hero, n)
        worn = [gear_worth(g, hero, m) for m in _in_slot(hero, it) if m]
        if len(worn) >= len(_in_slot(hero, it)):
            best -= min(worn, default=0)
        return float(max(sale, best))
    if it.category == "quest_event":
        return 4.0 + quest_worth(g, hero, n)
    if it.category == "skill":
        return 3.0 if board.skill_slot(hero) >= 0 else 0.2
    if it.category == "treasure":
        return 0.5 + it.gp_value / 25
    if it.category == "encounter_event":
        return 0.4
    return 1.0 + max(0.0, min(2.0, steps_worth(g, hero, it.do)))


def _in_slot(hero: Hero, it: Any) -> list[int]:
    return [hero.gear[n] for n in SLOT_INDICES[it.slot] if n < len(hero.gear)] if it.slot else []


def steps_worth(g: G, hero: Hero, steps: Steps) -> float:
    """What a list of steps is worth to its owner."""
    plan = _PLANS.get(id(steps)) or _plan(steps)
    total = plan[1]
    for rule, step in plan[2]:
        total += rule(g, hero, step)
    return total


Rule = Callable[["G", Hero, Any], float]

# A list of steps by its id: the list (so that its id stays its own), what of it is worth the same to everybody, and the
# steps whose worth depends on who takes them when.
_PLANS: dict[int, tuple[Steps, float, list[tuple[Rule, Any]]]] = {}


def _plan(steps: Steps) -> tuple[Steps, float, list[tuple[Rule, Any]]]:
    fixed, living = 0.0, []
    for step in steps:
        rule = LIVING.get(type(step))
        if rule is None:
            fixed += _fixed_worth(step)
        elif any(_plan(inner)[2] for inner in _inner(step)) or not _inner(step):
            living.append((rule, step))
        else:  # it holds other steps, and none of them depends on anything
            fixed += rule(None, None, step)  # type: ignore[arg-type]
    plan = _PLANS[id(steps)] = (steps, fixed, living)
    return plan


def _inner(step: Any) -> list[Steps]:
    """The lists of steps that a step chooses among without looking at the game."""
    match step:
        case v.RollTable(bands=bands):
            return [band.do for band in bands]
        case v.Test(success=success, failure=failure):
            return [success, failure]
        case v.May(do=do):
            return [do]
        case v.Choose(options=options):
            return [option.do for option in options]
        case _:
            return []


def _sign(step: Any) -> float:
    return 1.0 if getattr(step, "of", "self") in ("self", "current") else -0.3


def _fixed_worth(step: Any) -> float:
    sign = _sign(step)
    match step:
        case v.GainXp(n=n):
            return sign * n
        case v.LoseXp(n=n):
            return -sign * n
        case v.GainGp(n=n):
            return sign * n / 22
        case v.LoseGp(n=n):
            return -sign * n / 30
        case v.PayGp(n=n):
            return -n / 24
        case v.StealGp(n=n):
            return n / 18
        case v.Draw(n=n):
            return sign * n * 0.9
        case v.Search(n=n):
            return n * 1.2
        case v.Discard(n=n):
            return -sign * n * 0.6
        case v.Destroy(n=n):
            return -sign * n * 1.5
        case v.Look(n=n, keep=keep):
            return 0.2 + 0.9 * keep
        case v.StealCard() | v.TakeVictoryCard():
            return 1.2
        case v.SwapCard():
            return 0.3
        case v.GainCurse():
            return -sign * 1.5
        case v.RemoveCurse():
            return sign * 1.5
        case v.GainAlly():
            return 2.0
        case v.ExtraMove(n=n):
            return sign * 0.3 * n
        case v.StealMagic():
            return 3.0
        case v.BattleCv(n=n, of=side, lasts=lasts):
            return n * 0.2 if lasts == "turn" and side == "hero" else 0.0
        case v.PlaceIsenthrax() | v.ExtraPlay() | v.EquipNow():
            return 0.5
        case _:
            return 0.1


def _start_battle(g: G, hero: Hero, step: v.StartBattle) -> float:
    chance = mean_chance(g, hero)
    return 2.6 * chance - 1.6 * (1 - chance)


def _roll_table(g: G, hero: Hero, step: v.RollTable) -> float:
    upto, total = 0, 0.0
    for band in step.bands:
        total += (band.upto - upto) / 10 * steps_worth(g, hero, band.do)
        upto = band.upto
    return total


def _test(g: G, hero: Hero, step: v.Test) -> float:
    chance = min(0.9, max(0.0, (11 - step.at_least + step.plus) / 10))
    return chance * steps_worth(g, hero, step.success) + (1 - chance) * steps_worth(g, hero, step.failure)


def _turn_explore(g: G, hero: Hero, step: v.TurnExplore) -> float:
    return 0.8 if step.side == "free" and hero.explore_x else -0.5 if step.side == "x" else 0.0


LIVING: dict[type, Rule] = {
    v.GainLuck: lambda g, hero, step: 0.0 if hero.luck else 0.8,
    v.TurnExplore: _turn_explore,
    v.StartBattle: _start_battle,
    v.RollTable: _roll_table,
    v.Test: _test,
    v.WhenStep: lambda g, hero, step: steps_worth(
        g, hero, step.do if board.has(step.cond, g, hero) else step.otherwise
    ),
    v.May: lambda g, hero, step: max(0.0, steps_worth(g, hero, step.do)),
    v.Choose: lambda g, hero, step: max(steps_worth(g, hero, option.do) for option in step.options),
    v.ChallengeQuest: lambda g, hero, step: challenge_worth(g, hero, quest.living_at(g, hero.at)),
}


def challenge_worth(g: G, hero: Hero, creature: int) -> float:
    if not creature:
        return 0.0
    it = g.content.cards[creature]
    chance = challenge_chance(lead_over(g, hero, creature))
    finish = 0.0
    solo = len(g.state.heroes) == 1
    if solo or not hero.tokens:
        finish = 4.0 if solo else 2.0 + max(0, hero.xp - 14) * 0.8
    if hero.xp + it.xp >= g.content.tables.xp_goal and not solo:
        finish += 8.0
    return chance * (it.xp + finish + steps_worth(g, hero, it.victory)) - (1 - chance) * 4.5


def quest_worth(g: G, hero: Hero, n: int) -> float:
    """What completing a Quest Event is worth: its XP, and the step towards winning by three of them."""
    it = g.content.cards[n]
    if len(g.state.heroes) == 1:
        return 9.0 if not hero.quests else float(0.5 * it.xp)
    done = len(hero.quests)
    worth = it.xp + (0.5, 2.0, 12.0)[min(done, 2)]
    if g.content.cards[hero.klass].special_victory and done + 1 >= INFORMANT_QUESTS:
        worth += 4 + 6 * (hero.xp + it.xp >= INFORMANT_XP)
    if hero.tokens and hero.xp + it.xp >= g.content.tables.xp_goal:
        worth += 10
    return float(worth)


def quests_held(g: G, hero: Hero) -> list[int]:
    last = g.content.adventure[-1]
    return [n for n in hero.hand if n <= last and g.content.cards[n].category == "quest_event"]


def unwanted(g: G, hero: Hero) -> list[int]:
    """Reward cards in hand that are worth more sold than kept."""
    return [n for n in hero.hand if n > g.content.adventure[-1] and sale_gain(g, hero, n) > 0]


def sale_gain(g: G, hero: Hero, n: int) -> float:
    it = g.content.cards[n]
    if n in hero.gear:
        return -1.0
    price = it.price / 24
    return price if it.slot is None else price - max(0.0, card_worth(g, hero, n) - it.price / 30) - 0.05


def loadout(g: G, hero: Hero) -> set[int]:
    """The Reward cards in hand and on the board that together serve the hero best."""
    last = g.content.adventure[-1]
    cards = g.content.cards
    fit: dict[str, list[tuple[float, int]]] = {}
    for n in (*hero.gear, *hero.hand):
        if n > last and cards[n].slot is not None and board.allowed(g, hero, n):
            worth = gear_worth(g, hero, n)
            if n in hero.gear:
                worth += 0.3 + 2 * bool(hero.enchants[hero.gear.index(n)])
            fit.setdefault(cards[n].slot, []).append((worth, n))
    best: set[int] = set()
    for slot, worths in fit.items():
        worths.sort(reverse=True)
        if slot != "hand":
            best.update(n for _, n in worths[: 1 if slot != "item" else len(hero.gear) - ITEM_1])
            continue
        single = [(worth, n) for worth, n in worths if not cards[n].two_handed][:2]
        double = [(worth, n) for worth, n in worths if cards[n].two_handed][:1]
        pair = double if sum(w for w, _ in double) > sum(w for w, _ in single) else single
        best.update(n for _, n in pair)
    return best
