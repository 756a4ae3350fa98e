# mypy: disable-error-code="no-any-return"
"""What a greedy bot values in Legends of Novus: one number a choice, from what its seat may know.

The unit is roughly one experience point. Numbers are judgement, tuned by simulation; the rules don't read them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...engine.ask import Ask
from . import board, conditions, phases, quest
from . import choices as c
from . import vocabulary as v
from .goal import INFORMANT_QUESTS, INFORMANT_XP
from .moments import EVENTS
from .state import ITEM_1, SLOT_INDICES, Battle, Hero
from .vocabulary import Steps
from .worth import payable

if TYPE_CHECKING:
    from .context import G
    from .library import Content

T = TypeVar("T")


def hint(g: G, ask: Ask, choice: Any) -> float:
    """The value of a choice for the seat that is asked."""
    hero = g.state.heroes[ask.seat]
    rule: Any = TOPICS.get(ask.topic)
    return float(rule(g, hero, ask, choice)) if rule is not None else 0.0


class Thoughts:
    """What all choices of one question share, worked out once. Nothing changes while a question stands."""

    __slots__ = ("ask", "found", "g", "serial", "strength")

    def __init__(self, g: G | None) -> None:
        self.g = g
        self.serial = g.serial if g is not None else -1
        self.ask: Ask | None = None
        self.found: dict[str, Any] = {}
        self.strength: dict[int, tuple[int, int, bool]] = {}


_latest = Thoughts(None)


def _thoughts(g: G) -> Thoughts:
    """What was worked out since the last answer."""
    global _latest
    thoughts = _latest
    if thoughts.g is not g or thoughts.serial != g.serial:
        thoughts = _latest = Thoughts(g)
    return thoughts


def _once(g: G, ask: Ask, name: str, work: Callable[[], T]) -> T:
    """The result of `work`, from the earlier choices of this question if they needed it."""
    thoughts = _thoughts(g)
    if thoughts.ask is not ask:
        thoughts.ask, thoughts.found = ask, {}
    if name not in thoughts.found:
        thoughts.found[name] = work()
    found: T = thoughts.found[name]
    return found


# ---- odds ----


@cache
def win_chance(lead: int) -> float:
    """The chance to win one battle when the hero's CV total leads by so much (no Luck): exact, over both dice."""
    wins = sum(1 for mine in range(2, 11) for theirs in range(1, 11) if mine + lead >= theirs)
    return wins / 100


@cache
def challenge_chance(lead: int) -> float:
    """The chance to win two battles before losing two."""
    p = win_chance(lead)
    return p * p * (3 - 2 * p)


def lead_over(g: G, hero: Hero, creature: int) -> int:
    """The hero's CV total against a creature, less the creature's; what the hand could add counts half."""
    it = g.content.cards[creature]
    cv, spare, steady = _strength(g, hero)
    if not steady:
        cv = board.board_cv(g, hero, Battle(hero.seat, creature, "quest" if creature in g.content.lair else "deck"))
    return cv + g.state.turn.cv * (g.state.turn.seat == hero.seat) - it.cv + spare // 2


def mean_chance(g: G, hero: Hero) -> float:
    """The chance to win against an average Encounter card."""
    return _mean_chance(g.content, _strength(g, hero)[0])


def strength(g: G, hero: Hero) -> int:
    """The hero's CV outside a battle."""
    return _strength(g, hero)[0]


def _strength(g: G, hero: Hero) -> tuple[int, int, bool]:
    """The hero's CV outside a battle, what hand and abilities could add, and whether every battle finds the same CV."""
    thoughts = _thoughts(g)
    found = thoughts.strength.get(hero.seat)
    if found is None:
        spare = sum(_boost(g, hero, n) for n in hero.hand) + sum(_ability_boost(g, hero))
        steady = not any(bonus.cv for _, bonus in board.of(g, hero).bonuses)
        found = thoughts.strength[hero.seat] = (board.board_cv(g, hero), spare, steady)
    return found


@cache
def _mean_chance(content: Content, cv: int) -> float:
    return sum(win_chance(cv - content.cards[n].cv) for n in content.encounter) / len(content.encounter)


@cache
def _type_share(content: Content, types: tuple[str, ...]) -> float:
    """How many of the Encounter cards are of one of these types."""
    return sum(content.cards[n].type in types for n in content.encounter) / len(content.encounter)


def _boost(g: G, hero: Hero, n: int) -> int:
    it = g.content.cards[n]
    if n > g.content.adventure[-1] or it.category != "action_event":
        return 0
    return sum(s.n for s in it.do if isinstance(s, v.BattleCv) and s.of == "hero" and s.n > 0)


def _ability_boost(g: G, hero: Hero) -> list[int]:
    return [
        min(3, s.n)
        for _, _, _, ability in board.of(g, hero).abilities
        for s in ability.do
        if isinstance(s, v.BattleCv) and s.of == "hero" and s.n > 0 and ability.when in ("step_6", "battle", "any")
    ]


# ---- what things are worth ----


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
    v.ChallengeQuest: lambda g, hero, step: _challenge_worth(g, hero, quest.living_at(g, hero.at)),
}


# ---- plans ----


def _challenge_worth(g: G, hero: Hero, creature: int) -> float:
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


def quest_hunt(g: G, hero: Hero) -> bool:
    """Looking for another Quest Event is this hero's way to win: two are done or in hand."""
    return len(g.state.heroes) > 1 and len(hero.quests) + len(_quests_held(g, hero)) == 2


def _quests_held(g: G, hero: Hero) -> list[int]:
    last = g.content.adventure[-1]
    return [n for n in hero.hand if n <= last and g.content.cards[n].category == "quest_event"]


def quest_chance(g: G, hero: Hero, n: int, point: int) -> float:
    """How likely a Quest Event in hand can be completed on a point of its own if the movement ends there now."""
    it = g.content.cards[n]
    cond = it.cond
    placed = bool(cond.region or cond.at or cond.point)
    if len(hero.tokens) < (cond.tokens_at_least or 0) or len(hero.quests) < (cond.quests_at_least or 0):
        return 0.0
    if it.cost and not payable(g, hero, it.cost, (n,)):
        return 0.0
    if cond.filled and any(not any(_in_slot_named(hero, slot)) for slot in cond.filled):
        return 0.0
    chance = 1.0
    fights = _fights_at(g, hero, point)
    if cond.won_this_turn and not any(g.content.cards[m].type in cond.won_this_turn for m in g.state.turn.wins):
        creature = quest.living_at(g, point)
        if creature or not fights:
            return 0.0
        chance = _type_share(g.content, cond.won_this_turn) * mean_chance(g, hero)
        placed = True
    if cond.wins_this_turn:
        missing = cond.wins_this_turn - (len(g.state.turn.wins) if g.state.turn.seat == hero.seat else 0)
        if missing > fights:
            return 0.0
        chance *= mean_chance(g, hero) ** max(0, missing)
        placed = True
    if not placed and not conditions.holds(g, hero, cond, None):
        return 0.0
    return chance if placed else 0.0


def _in_slot_named(hero: Hero, slot: str) -> list[int]:
    return [hero.gear[n] for n in SLOT_INDICES[slot] if n < len(hero.gear)]


def _fights_at(g: G, hero: Hero, point: int) -> int:
    """How many battles ending the movement on a point brings."""
    place = g.content.location_at[point]
    if place is None:
        return 0
    steps = place.do if place.trigger == "end" else place.on_end
    return int(any(isinstance(step, v.StartBattle) for step in v.every_step(steps)))


class Ground(NamedTuple):
    """What a point offers a movement that ends there, as the content has it."""

    point: int
    kind: str
    icon: str | None
    end: Steps  # on arrival
    benefit: Steps  # of those whose class fits
    explore: Steps | None  # what exploring brings, where it is not the usual
    after: Steps | None  # what exploring brings once the lair is empty


@cache
def _grounds(content: Content) -> list[Ground]:
    grounds = []
    for n, it in enumerate(content.points):
        place = content.location_at[n]
        if place is None:
            grounds.append(Ground(n, it.kind, None, Steps(), Steps(), None, None))
            continue
        end = place.do if place.trigger == "end" else place.on_end
        explore = place.explore if it.explore else None
        after = place.after_quest if it.kind == "quest" else None
        grounds.append(Ground(n, it.kind, it.class_icon, end, place.class_benefit, explore, after))
    return grounds


def arrivals(g: G, hero: Hero) -> list[float]:
    """What ending the movement is worth now, point by point."""
    content = g.content
    sale = min(3.0, sum(content.cards[n].price for n in _unwanted(g, hero)) / 22)
    icons = content.cards[hero.klass].icons
    lairs = quest.lairs(g)
    worths = []
    for ground in _grounds(content):
        worth = steps_worth(g, hero, ground.end)
        if ground.icon is not None and ground.icon in icons:
            worth += steps_worth(g, hero, ground.benefit)
        if ground.kind in ("city", "class"):
            worth += sale
        creature = lairs.get(ground.point)
        if creature:
            worth += 0.8 * max(0.0, _challenge_worth(g, hero, creature))
        elif ground.explore is not None:
            worth += 0.5 * max(0.0, steps_worth(g, hero, ground.explore))
        elif ground.after is not None and not quest.closed(g, hero, ground.point):
            worth += 0.5 * max(0.0, steps_worth(g, hero, ground.after))
        worths.append(worth)
    for n in _quests_held(g, hero):
        value = quest_worth(g, hero, n)
        for point in _quest_points(content, n):
            worths[point] += value * quest_chance(g, hero, n, point)
    return worths


@cache
def _quest_points(content: Content, n: int) -> list[int]:
    """Where a Quest Event can be completed."""
    cond = content.cards[n].cond
    fit = []
    for point, it in enumerate(content.points):
        kinds = {it.kind, "city"} if it.kind == "class" else {it.kind}
        if cond.region and it.region not in cond.region:
            continue
        if (cond.at and not kinds & set(cond.at)) or (cond.point and it.id not in cond.point):
            continue
        fit.append(point)
    return fit


def _unwanted(g: G, hero: Hero) -> list[int]:
    """Reward cards in hand that are worth more sold than kept."""
    return [n for n in hero.hand if n > g.content.adventure[-1] and _sale_gain(g, hero, n) > 0]


def _sale_gain(g: G, hero: Hero, n: int) -> float:
    it = g.content.cards[n]
    if n in hero.gear:
        return -1.0
    price = it.price / 24
    return price if it.slot is None else price - max(0.0, card_worth(g, hero, n) - it.price / 30) - 0.05


def _move(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    turn = g.state.turn
    worths = _once(g, ask, "arrivals", lambda: arrivals(g, hero))
    if isinstance(choice, c.Stop):
        return worths[hero.at]
    barred = {turn.start, *hero.forbidden}
    goals = _once(g, ask, "goals", lambda: [(n, worth) for n, worth in enumerate(worths) if n not in barred])
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
        return steps_worth(g, hero, steps) if steps else _challenge_worth(g, hero, creature)
    if place is not None and point.kind == "quest":
        return steps_worth(g, hero, place.after_quest)
    if place is not None and point.explore:
        return steps_worth(g, hero, place.explore)
    return 2.2


def _phase(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    cards = g.content.cards
    match choice:
        case c.Equip() | c.Unequip():
            return _gear(g, hero, choice, _once(g, ask, "loadout", lambda: loadout(g, hero)))
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
            if len(g.state.heroes) == 1 and not hero.quests and not _quests_held(g, hero):
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
            return _sale_gain(g, hero, n)
        case c.Advance(klass=n):
            if cards[hero.klass].special_victory and len(g.state.heroes) > 1:
                if len(hero.quests) + len(_quests_held(g, hero)) >= INFORMANT_QUESTS:
                    return -1.0  # the way to win that the old class keeps open
            return 6.0 + cards[n].cv - cards[hero.klass].cv + (hero.basic != hero.klass) * -9
        case _:
            return 0.0


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


def _escape(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    from .battle import escape_modifier

    battle = g.state.battle
    assert battle is not None
    it = g.content.cards[battle.creature]
    spare = (sum(_boost(g, hero, n) for n in hero.hand) + sum(_ability_boost(g, hero))) // 2
    lead = board.total_cv(g, hero, battle) - board.creature_cv(g, battle) + spare
    gain = it.xp + battle.xp + steps_worth(g, hero, it.victory)
    loss = -steps_worth(g, hero, it.defeat) + 1.5 * it.curse + 0.4
    fight = win_chance(lead) * gain - (1 - win_chance(lead)) * loss
    if isinstance(choice, c.Fight):
        return fight
    away = max(0, min(9, 11 - max(2, 6 - escape_modifier(g, hero, battle)))) / 10
    worse = win_chance(lead - 1) * gain - (1 - win_chance(lead - 1)) * loss
    return away * -0.3 + (1 - away) * worse


def _window(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    if isinstance(choice, c.Pass):
        return 0.0
    it = g.content.cards[choice.card]
    if isinstance(choice, c.UseAbility):
        ability = it.abilities[choice.n]
        steps, cost, price = ability.do, ability.cost, 0.6 if ability.uses == "once" else 0.0
    else:
        steps, cost, price = it.do, it.cost, 0.6
        if it.category == "quest_event":
            return 9.0
    worth = steps_worth(g, hero, steps) + steps_worth(g, hero, cost) - price
    battle = g.state.battle
    if battle is not None and not battle.result:
        worth += _battle_worth(g, hero, battle, steps)
    return worth - 0.05


def _battle_worth(g: G, hero: Hero, battle: Battle, steps: Steps) -> float:
    """What steps are worth for the outcome of the battle that is on."""
    mine = battle.seat == hero.seat
    it = g.content.cards[battle.creature]
    stake = it.xp + 2.5 + (3.0 if battle.source == "quest" else 0.0)
    if not mine:
        stake *= -0.25
    before = _chance_now(g, battle, 0)
    shift = 0
    for step in v.every_step(steps):
        if isinstance(step, v.BattleCv):
            shift += step.n if step.of == "hero" else -step.n
        elif isinstance(step, v.BattleCvPer):
            shift += 2 * step.n
        elif isinstance(step, v.AdjustRoll) and step.die != "escape":
            shift += step.n if step.die == "hero" else -step.n
        elif isinstance(step, v.SetRoll):
            old = battle.hero_roll if step.die == "hero" else battle.creature_roll
            shift += (step.value - old) * (1 if step.die == "hero" else -1)
            if step.die == "hero" and battle.hero_roll == 1:
                return stake * _chance_as_if(g, battle, shift)
        elif isinstance(step, v.Reroll) and step.die != "escape":
            old = battle.hero_roll if step.die == "hero" else battle.creature_roll
            if step.die == "hero" and old == 1:
                return stake * 0.5
            shift += round((5.5 - old) * (1 if step.die == "hero" else -1))
        elif isinstance(step, v.EndBattle | v.AutoEscape):
            result = "escape" if isinstance(step, v.AutoEscape) else step.result
            after = {"win": 1.0, "lose": 0.0}.get(result, 0.45)
            return stake * (after - before)
        elif isinstance(step, v.Victory):
            return stake * 0.0 + before * (step.xp + step.gp / 22 + step.reward + step.adventure) * (
                1 if mine else -0.3
            )
        elif isinstance(step, v.Prevent):
            return (1 - before) * 1.5 if mine else 0.0
        elif isinstance(step, v.EscapeMod):
            return 0.1 if before < 0.4 else -0.5
    if battle.step < 6 and battle.hero_roll == 0:
        shift = shift // 2  # better kept until the dice are known
    return stake * (_chance_now(g, battle, shift) - before)


def _chance_now(g: G, battle: Battle, shift: int) -> float:
    return 0.0 if battle.hero_roll == 1 else _chance_as_if(g, battle, shift)


def _chance_as_if(g: G, battle: Battle, shift: int) -> float:
    ours, theirs = board.final_cvs(g, battle)
    lead = ours - theirs + shift
    if battle.hero_roll and battle.creature_roll:
        return 1.0 if lead >= 0 else 0.0
    if battle.hero_roll:
        return sum(1 for roll in range(1, 11) if lead >= roll) / 10
    return win_chance(lead)


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
    solo_quest = len(g.state.heroes) == 1 and not hero.quests and not _quests_held(g, hero)
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
        worth += _battle_worth(g, hero, battle, ask.about)
    return worth


def _option(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    return steps_worth(g, hero, ask.about[choice.n].do) if ask.about else 0.0


def _place(g: G, hero: Hero, ask: Ask, choice: Any) -> float:
    return _once(g, ask, "arrivals", lambda: arrivals(g, hero))[choice.point]


TOPICS = {
    "preparation": _phase,
    "recovery": _phase,
    "adventure": _adventure,
    "move": _move,
    "place": _place,
    "escape": _escape,
    "window": _window,
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
        0.5 if isinstance(ch, c.Yes) and g.state.battle and _chance_now(g, g.state.battle, 0) < 1 else 0.1
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
