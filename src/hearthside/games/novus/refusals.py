"""Why not: what a person might try at a question and may not now, each with its numbers and its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...engine.game import Refusal
from . import advance, board, conditions, hand, phases, play, quest, windows, words, worth
from . import choices as c
from .moments import BIT, PREPARATION, RECOVERY, bits
from .state import HAND_1, HAND_2, SLOT_INDICES, Hero
from .text import ICONS, Voice, condition_text, filter_text, moment_text, steps_text
from .vocabulary import Destroy, Discard, If, LoseXp, PayGp, Steps
from .words import card_id, card_name, count_of, listed, point_name

if TYPE_CHECKING:
    from ...engine.ask import Ask
    from .context import G


def refusals(g: G, ask: Ask) -> list[Refusal]:
    """What the asked seat might try and may not now, with the reason; nothing that stands among the choices."""
    hero = g.state.heroes[ask.seat]
    topic = TOPICS.get(ask.topic, _while_resolving)
    out: list[Refusal] = []
    for one in topic(g, hero, ask):
        if one not in out:
            out.append(one)
    return out


# ---- Preparation and Recovery ----


def _preparation(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield from _gear(g, hero, ask)
    yield from _plays(g, hero, ask, PREPARATION)
    yield from _bought(g, hero, ask)
    if phases.sellable(g, hero):
        yield Refusal("Sell a card", "Cards are sold in a City in Recovery, not in Preparation.", "NV-SELL-5")
    first = f"The {len(g.content.tables.trades)} trades of GP for XP wait for Recovery."
    yield Refusal("Trade GP for XP", first, "NV-RECOV-8")
    if not hero.advanced and hero.xp >= advance.XP_NEEDED:
        why = f"You have the {advance.XP_NEEDED} XP, but an Advanced Class is taken in Recovery."
        yield Refusal("Take an Advanced Class", why, "NV-ADVCLASS-1", (f"class-{hero.seat}",))
    yield from _luck(g, hero)


def _bought(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    cost = phases.draw_price(g, hero)
    for deck in ("adventure", "reward"):
        if c.BuyDraw(deck) in ask.choices:
            continue
        what, touched = f"Buy {words.DECKS[deck]}", (f"deck-{deck}",)
        if g.state.turn.bought:
            yield Refusal(what, "You have bought your 1 card of this Preparation.", "NV-PREP-7", touched)
        elif board.forbids(g, hero, "buy_draw"):
            yield Refusal(what, f"{_forbidder(g, hero, 'buy_draw')} keeps you from buying cards.", "NV-CARD-9", touched)
        elif hero.gp < cost:
            yield Refusal(what, f"A card costs {cost} GP; you have {hero.gp}.", "NV-PREP-7", touched)
        else:
            yield Refusal(what, "The deck and its discard pile hold 0 cards.", "NV-CARD-10", touched)


def _recovery(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield from _gear(g, hero, ask)
    yield from _plays(g, hero, ask, RECOVERY)
    yield from _sales(g, hero, ask)
    yield from _trades(g, hero, ask)
    yield from _advances(g, hero, ask)
    yield Refusal(
        "Buy a card", "A card is bought in Preparation, once a turn.", "NV-PREP-9", ("deck-adventure", "deck-reward")
    )
    yield Refusal(
        "Travel or Explore", "The 1 Travel or Explore of this turn is done.", "NV-ADV-1", (f"figure-{hero.seat}",)
    )
    yield from _luck(g, hero)


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
            yield Refusal(what, f"{_forbidder(g, hero, 'sell')} keeps you from selling.", "NV-CARD-9", touched)
        elif not city:
            yield Refusal(what, f"{_here(g, hero)} is no City; {_nearest_city(g, hero)}.", "NV-RECOV-7", touched)


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
            yield Refusal(what, f"{_forbidder(g, hero, 'buy_xp')} keeps you from trading GP for XP.", "NV-CARD-9")
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
        yield from _other_classes(g, hero, ask)
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
        why = f"None of the {len(g.state.pool)} classes left has the {_icons(basic)}."
        yield Refusal(what, why, "NV-ADVCLASS-8", (mine,))


def _other_classes(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    basic = g.content.cards[hero.basic]
    for n in g.state.pool:
        if c.Advance(n) in ask.choices or c.TakeCard(n) in ask.choices:
            continue
        it = g.content.cards[n]
        if set(it.icons) & set(basic.icons):
            why = f"{_a(basic.name)} advances only to {words.names_of(g.content).get(basic.back, basic.back)}."
            yield Refusal(f"Advance to {it.name}", why, "NV-ADVCLASS-5", (card_id(n),))
        else:
            why = f"{it.name} has the {_icons(it)}; {basic.name} has the {_icons(basic)}."
            yield Refusal(f"Advance to {it.name}", why, "NV-ADVCLASS-5", (card_id(n),))


def _gear(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Reward cards in hand that find no slot, and what cannot be taken off."""
    offered = {one.card for one in ask.choices if isinstance(one, c.Equip)}
    for n in hero.hand:
        if n > g.content.adventure[-1] and n not in offered:
            yield from _no_place(g, hero, n)
    rule = "NV-PREP-3" if ask.topic == "preparation" else "NV-RECOV-3"
    for stack in hero.skills:
        for n in stack:
            curse = g.content.cards[n].category == "curse_event"
            why = (
                "A Curse stays until a card or an action removes it." if curse else "A Skill stays for the whole game."
            )
            yield Refusal(f"Take off {card_name(g, n)}", why, "NV-BOARD-8" if curse else rule, (card_id(n),))
    for n in hero.enchants:
        if n:
            why = f"{card_name(g, n)} stays on its weapon and is lost when that leaves the board."
            yield Refusal(f"Take off {card_name(g, n)}", why, rule, (card_id(n),))


def _no_place(g: G, hero: Hero, n: int) -> Iterator[Refusal]:
    """Why a Reward card in hand cannot be placed."""
    it, content = g.content.cards[n], g.content
    klass = content.cards[hero.klass]
    what, touched = f"Place {it.name}", (card_id(n),)
    if it.slot is None:
        why = f"{it.name} is a treasure without a slot; sell it in a City for {it.price} GP."
        yield Refusal(what, why, "NV-REWARD-18", touched)
    elif it.class_icon is not None and it.class_icon not in klass.icons:
        why = f"{it.name} needs the {ICONS[it.class_icon]} icon; {klass.name} has the {_icons(klass)}."
        yield Refusal(what, why, "NV-REWARD-3", touched)
    elif it.weight == "heavy" and klass.heavy == "none":
        yield Refusal(what, f"{_a(klass.name)} cannot wear Heavy armor.", "NV-CLASS-14", touched)
    elif board.free_slot(g, hero, n) >= 0:
        return
    elif n in content.ally_set and not board.room_for_animal(g, hero):
        why = f"{_a(klass.name)} keeps {count_of(klass.train, 'Animal Ally', 'Animal Allies')} at a time."
        yield Refusal(what, why, "NV-GAP-67", touched)
    else:
        slots = SLOT_INDICES[it.slot]
        there = [card_name(g, hero.gear[i]) for i in slots if i < len(hero.gear) and hero.gear[i]]
        one = hero.gear[HAND_1]
        if it.slot == "hand" and one and content.cards[one].two_handed:
            yield Refusal(what, f"{card_name(g, one)} takes both of your 2 hand slots.", "NV-REWARD-13", touched)
        elif it.slot == "hand" and it.two_handed:
            free = sum(1 for i in (HAND_1, HAND_2) if not hero.gear[i])
            why = f"{it.name} needs both hand slots, and {count_of(free, 'is', 'are')} free."
            yield Refusal(what, why, "NV-REWARD-13", touched)
        else:
            total = sum(1 for i in slots if i < len(hero.gear))
            why = (
                f"The {it.slot} slot is filled: {there[0]}."
                if total == 1
                else (f"All {total} {it.slot} slots are filled: {listed(there)}.")
            )
            yield Refusal(what, why, "NV-BOARD-1", touched)


# ---- cards and abilities whose moment may not be now ----


def _plays(g: G, hero: Hero, ask: Ask, bit: int) -> Iterator[Refusal]:
    """Adventure cards in hand and abilities on the board that are not offered now."""
    for n in hero.hand:
        if n <= g.content.adventure[-1]:
            if c.PlayCard(n) not in ask.choices:
                yield _no_play(g, hero, n, bit)
        elif g.content.cards[n].abilities and ask.topic == "window":
            why = f"{card_name(g, n)} works on the board only, not from your hand of {len(hero.hand)}."
            yield Refusal(f"Use {card_name(g, n)}", why, "NV-REWARD-16", (card_id(n),))
    for n in board.active(g, hero):
        for i, ability in enumerate(g.content.cards[n].abilities):
            if c.UseAbility(n, i) not in ask.choices:
                yield _no_use(g, hero, n, i, ability, bit)


def _no_play(g: G, hero: Hero, n: int, bit: int) -> Refusal:
    it = g.content.cards[n]
    what, touched = f"Play {it.name}", (card_id(n),)
    own = bit in (PREPARATION, RECOVERY)
    plays = g.state.turn.plays
    limit = "NV-PREP-5" if bit == PREPARATION else "NV-RECOV-5"
    if it.category == "encounter_event":
        return Refusal(what, "It is discarded when you Explore, to battle 1 creature.", "NV-EVENT-13", touched)
    if it.category == "treasure":
        return Refusal(what, "Treasures are played in your own Preparation or Recovery.", "NV-EVENT-9", touched)
    if it.category == "skill":
        if bit != PREPARATION:
            why = "A Skill is the 1 card of your Preparation."
            return Refusal(what, why, "NV-GAP-29" if bit == RECOVERY else "NV-SKILL-5", touched)
        if plays <= 0:
            return Refusal(what, "You have played the 1 card of this Preparation.", limit, touched)
        return Refusal(what, f"All {len(hero.skills)} of your skill slots are taken.", "NV-SKILL-4", touched)
    if not bits(it.when) & bit:
        return Refusal(what, _moment(it.name, it.when, it.who), _timing_rule(it), touched)
    if own and play.counted(it) and plays <= 0:
        phase = "Preparation" if bit == PREPARATION else "Recovery"
        return Refusal(what, f"You have played the 1 card of this {phase}.", limit, touched)
    if own and play.counted(it) and board.forbids(g, hero, "events"):
        return Refusal(what, f"{_forbidder(g, hero, 'events')} keeps you from playing Events.", "NV-CARD-9", touched)
    if it.attach and not play.attachable(g, hero):
        why = f"It needs a weapon on your board without an enchantment; you have {len(board.weapons(g, hero))} in all."
        return Refusal(what, why, "NV-GAP-42", touched)
    rule = "NV-QUEST-1" if it.category == "quest_event" else _timing_rule(it)
    why_rule = _why_not(g, hero, it.name, it.when, it.who, it.cond, it.cost, it.do, bit, rule, (n,))
    if it.category != "action_event" and g.state.battle is not None and g.state.battle.seat != hero.seat:
        why_rule = ("In another player's battle only Action Events are played.", "NV-GAP-31")
    return Refusal(what, *why_rule, touched)


def _no_use(g: G, hero: Hero, n: int, i: int, ability: Any, bit: int) -> Refusal:
    name = words.ability_name(g, n, i)
    what, touched = f"Use {name}", (card_id(n),)
    if not bits(ability.when) & bit:
        return Refusal(what, _moment(name, ability.when, ability.who), "NV-GAP-32", touched)
    if ability.uses != "once" and windows.key(n, i) in windows._ledger(g, hero, ability):
        span = {"round": "battle round" if g.state.battle is not None else "phase"}.get(ability.uses, ability.uses)
        return Refusal(what, f"It is used up: once a {span}.", "NV-GAP-50", touched)
    why, rule = _why_not(
        g, hero, name, ability.when, ability.who, ability.cond, ability.cost, ability.do, bit, "NV-CARD-9", (n,)
    )
    return Refusal(what, why, rule, touched)


def _why_not(
    g: G, hero: Hero, name: str, when: Any, who: Any, cond: If, cost: Steps, do: Steps, bit: int, rule: str, skip: Any
) -> tuple[str, str]:
    """The first reason, as (sentence, rule), why a card or an ability whose moment it is may not be used."""
    if who != "any" and not windows.right_side(g, hero, who, bit):
        return _moment(name, when, who), rule
    unmet = _unmet(g, hero, cond)
    if unmet:
        return f"{name} asks that {unmet}", rule
    if cost and not worth.payable(g, hero, cost, skip):
        return f"Its price is to {_price(cost)}; {_purse(g, hero, cost, skip)}.", "NV-GAP-41"
    if worth.nests(g, hero, do):
        return "1 battle at a time: this one is fought to its end first.", "NV-GAP-94"
    return "It would change nothing now.", rule


def _moment(name: str, when: Any, who: Any) -> str:
    own = when in ("preparation", "recovery", "either")
    return f"{name} is for another moment: {moment_text(when, 'self' if own else who)}."


def _timing_rule(it: Any) -> str:
    if it.category == "action_event":
        return "NV-EVENT-2"
    return "NV-EVENT-3" if it.when == "either" else "NV-EVENT-2"


@lru_cache(maxsize=512)
def _single(name: str, value: Any) -> If:
    return If(**{name: value})


def _unmet(g: G, hero: Hero, cond: If) -> str:
    """The parts of a condition that do not hold, and what is so instead; empty if all hold."""
    names = words.names_of(g.content)
    parts = conditions.given(cond)
    missed = [
        (name, value) for name, value in parts if not conditions.holds(g, hero, _single(name, value), g.state.battle)
    ]
    if not missed:
        return ""
    wanted = [condition_text(_single(name, value), Voice(names=names)) for name, value in missed]
    have = list(dict.fromkeys(text for text in (_have(g, hero, name) for name, _ in missed) if text))
    return f"{listed(wanted)}{'; now ' + listed(have) if have else ''}."


def _have(g: G, hero: Hero, name: str) -> str:
    """The hero's side of a condition, with its number."""
    battle = g.state.battle
    counts = {
        "weapons_at_least": ("weapon", "weapon", ""), "magical_at_least": ("magical", "magical card", ""),
        "allies_at_least": ("ally", "Ally", "Allies"), "skills_at_least": ("skill", "working Skill", ""),
        "tokens_at_least": ("token", "Quest Creature defeated", "Quest Creatures defeated"),
        "quests_at_least": ("quest", "Quest Event completed", "Quest Events completed"),
        "cursed": ("curse", "Curse", ""),
    }  # fmt: skip
    if name in counts:
        what, one, many = counts[name]
        return f"you have {count_of(board.count(g, hero, what), one, many)}"
    if name in ("at", "region", "point"):
        return f"you are at {_here(g, hero)}"
    if name in ("wins_this_turn", "won_this_turn"):
        wins = g.state.turn.wins if g.state.turn.seat == hero.seat else []
        return f"you have beaten {listed([words.foe_name(g, n) for n in wins]) or 'nobody'} this turn"
    if name.startswith("creature") or name in ("flying", "quest_creature"):
        if battle is None:
            return "no creature stands before you"
        it = g.content.cards[battle.creature]
        return f"{words.foe_name(g, battle.creature)} is {it.type.title()} with CV {it.cv}"
    return {
        "xp_at_least": f"it is {hero.xp}", "xp_at_most": f"it is {hero.xp}",
        "gp_at_least": f"you have {hero.gp} GP", "gp_at_most": f"you have {hero.gp} GP",
        "hand_at_least": f"you hold {len(hero.hand)}", "hand_at_most": f"you hold {len(hero.hand)}",
    }.get(name, "")  # fmt: skip


def _price(cost: Steps) -> str:
    text = steps_text(cost).rstrip(".")
    return text[:1].lower() + text[1:]


def _purse(g: G, hero: Hero, cost: Steps, skip: Any) -> str:
    """What the hero has of each thing that a price asks for."""
    have = []
    for step in cost:
        if isinstance(step, PayGp):
            have.append(f"{hero.gp} GP")
        elif isinstance(step, LoseXp):
            have.append(f"{hero.xp} XP")
        elif isinstance(step, Discard):
            n = len([one for one in hero.hand if one not in skip and conditions.matches(g, one, step.take)])
            have.append(f"{n} {filter_text(step.take, n)} in hand")
        elif isinstance(step, Destroy):
            n = len(hand.destroyable(g, hero, step.take))
            have.append(f"{n} {filter_text(step.take, n)} on your board")
    return f"you have {listed(list(dict.fromkeys(have)))}"


def _luck(g: G, hero: Hero) -> Iterator[Refusal]:
    """Luck outside a natural 1."""
    battle = g.state.battle
    rolled = battle.hero_roll if battle is not None and battle.seat == hero.seat else 0
    if board.forbids(g, hero, "luck"):
        why, rule = f"{_forbidder(g, hero, 'luck')} keeps you from using Luck.", "NV-CARD-9"
    elif not hero.luck:
        why, rule = "You have 0 Luck tokens.", "NV-ROLL-6"
    elif rolled == 1:
        why, rule = "Luck is spent at the moment of the 1, and that has passed.", "NV-ROLL-10"
    elif rolled:
        why, rule = f"Luck rerolls a natural 1 only; you rolled {rolled}.", "NV-ROLL-7"
    else:
        why, rule = "Luck rerolls a natural 1 of your own, at the moment it is rolled.", "NV-ROLL-7"
    yield Refusal("Spend Luck", why, rule, (f"luck-{hero.seat}",))


def _window(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield from _plays(g, hero, ask, BIT.get(ask.about, 0))
    battle = g.state.battle
    if battle is not None and battle.seat == hero.seat:
        yield from _no_escape(g, hero)
        yield from _luck(g, hero)
    yield Refusal("Change your gear", "Cards go on and off the board in your Preparation and Recovery.", "NV-BOARD-5")


def _no_escape(g: G, hero: Hero) -> Iterator[Refusal]:
    """Escape, outside its question."""
    battle = g.state.battle
    if battle is None:
        return
    if battle.result:
        yield Refusal("Escape", "The battle is over after 7 steps.", "NV-BATTLE-22")
    elif battle.tried:
        yield Refusal("Escape", f"You tried once and rolled {battle.escape_roll}; there is 1 try.", "NV-BATTLE-14")
    elif board.no_escape(g, hero, battle):
        by = _forbidder(g, hero, "escape") if board.forbids(g, hero, "escape") else "This battle"
        yield Refusal("Escape", f"{by} allows no Escape.", "NV-CARD-9")
    elif battle.step < 2:
        yield Refusal("Escape", f"Escape is step 2 of 7; this is step {max(1, battle.step)}.", "NV-BATTLE-8")
    else:
        yield Refusal("Escape", f"Escape is step 2 of 7; this is step {battle.step}.", "NV-GAP-49")


# ---- Adventure Phase ----


def _adventure(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    place = g.content.points[hero.at].id
    touched = (f"explore-{hero.seat}", place)
    if c.EXPLORE not in ask.choices:
        if quest.closed(g, hero, hero.at):
            why = f"You defeated the creature of {_here(g, hero)}; what is left is for others."
            yield Refusal("Explore", why, "NV-QC-14", touched)
        else:
            why = "Your Explore token showed X when this turn began; Travel turns it back."
            yield Refusal("Explore", why, "NV-EXPLORE-2", touched)
    yield Refusal("Stay and do nothing", "You must take 1 of the 2: Travel or Explore.", "NV-ADV-1")
    yield Refusal("Travel and Explore", "Only 1 of them fits in a turn.", "NV-ADV-2")
    yield from _plays(g, hero, ask, BIT["adventure"])


def _move(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    turn, content = g.state.turn, g.content
    steps = content.steps_between[hero.at]
    left = turn.moves
    for n, point in enumerate(content.points):
        if c.MoveTo(n) in ask.choices or n == hero.at:
            continue
        what, away, touched = f"Go to {point_name(content, n)}", steps[n], (point.id,)
        if n in hero.forbidden:
            yield Refusal(what, "You defeated its Quest Creature and may not return.", "NV-QC-15", touched)
        elif n == turn.start and away == 1:
            why = f"You began your turn there; with {count_of(left, 'step')} left you would have to end there."
            yield Refusal(what, why, "NV-TRAVEL-13", touched)
        elif away > left:
            why = f"{count_of(away, 'step')} away, you may go {left}."
            yield Refusal(what, why, "NV-TRAVEL-11" if left <= 2 else "NV-TRAVEL-17", touched)
        else:
            yield Refusal(
                what,
                f"{count_of(away, 'step')} away; you may go {left}, one neighbour at a time.",
                "NV-TRAVEL-18",
                touched,
            )
    if c.STOP not in ask.choices:
        here = (content.points[hero.at].id,)
        if hero.at == turn.start and turn.steps:
            yield Refusal("Stop here", "You may not end where your turn began.", "NV-TRAVEL-13", here)
        else:
            yield Refusal("Stop here", "You must move at least 1 point.", "NV-TRAVEL-12", here)
    yield from _plays(g, hero, ask, BIT["before_step"])


def _safe_travels(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Take both", "Safe Travels gives 1 of the 2: a point of movement or 10 GP.", "NV-TRAVEL-3")


def _follow_up(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for deck in ("adventure", "reward"):
        if c.DrawFrom(deck) not in ask.choices:
            why = "The deck and its discard pile hold 0 cards."
            yield Refusal(f"Draw {words.DECKS[deck]}", why, "NV-CARD-10", (f"deck-{deck}",))
    if not any(isinstance(one, c.SpendEncounter) for one in ask.choices):
        why = f"It takes an Encounter Event from hand; you hold 0 among {count_of(len(hero.hand), 'card')}."
        yield Refusal("Seek a battle", why, "NV-EXPLORE-11")
    yield Refusal("Leave it at that", "Explore ends with 1 of the 2: a drawn card or a battle.", "NV-EXPLORE-8")


def _escape(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    why = f"Cards come after the Escape roll: this is step 2 of 7, and you hold {count_of(len(hero.hand), 'card')}."
    yield Refusal("Play a card first", why, "NV-BATTLE-8")
    yield from _luck(g, hero)


def _luck_first(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Play a card on the 1", "Luck is decided at once, before any card.", "NV-ROLL-10")


# ---- choices among cards, slots, players, places ----


def _discard(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n in hero.hand:
        if c.TakeCard(n) not in ask.choices:
            yield Refusal(
                f"Discard {card_name(g, n)}", "The text asks for another kind of card.", "NV-CARD-9", (card_id(n),)
            )
    for n in hero.gear:
        if n:
            why = "Cards are discarded from the hand; on the board they are destroyed."
            yield Refusal(f"Discard {card_name(g, n)}", why, "NV-CARD-3", (card_id(n),))
    yield from _while_resolving(g, hero, ask)


def _hand_limit(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    limit = board.hand_limit(g, hero)
    over = len(hero.hand) - limit
    why = f"You hold {len(hero.hand)} cards and the limit is {limit}: {over} more must go."
    yield Refusal("End the turn", why, "NV-HAND-3")
    for n in hero.gear:
        if n:
            why = f"Cards on the board are not among your {len(hero.hand)} in hand."
            yield Refusal(f"Discard {card_name(g, n)}", why, "NV-HAND-4", (card_id(n),))


def _destroy(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n in hero.hand:
        why = "Only a card on your board can be destroyed, not 1 in hand."
        yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-CARD-5", (card_id(n),))
    for n in (*(one for stack in hero.skills for one in stack), hero.klass, hero.character):
        why = "Skills, Curses, class and Character are never destroyed."
        yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-GAP-40", (card_id(n),))
    for n in hero.gear:
        if n and c.TakeCard(n) not in ask.choices:
            why = "The text asks for another kind of card."
            yield Refusal(f"Destroy {card_name(g, n)}", why, "NV-CARD-9", (card_id(n),))
    yield from _while_resolving(g, hero, ask)


def _curse(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n, stack in enumerate(hero.skills):
        if c.TakeStack(n) not in ask.choices and stack:
            why = f"All {len(hero.skills)} slots are taken, so it must cover a Skill."
            yield Refusal(f"Use skill slot {n + 1}", why, "NV-CURSE-3", (words.skill_id(hero.seat, n),))
    yield Refusal("Lay the Curse aside", "A Curse attaches as soon as it is drawn.", "NV-CURSE-1")


def _enchant(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for slot, n in enumerate(hero.gear):
        if n and c.TakeCard(n) not in ask.choices:
            carries = hero.enchants[slot]
            why = f"It carries {card_name(g, carries)} already, and 1 is the limit." if carries else "It is no weapon."
            yield Refusal(f"Enchant {card_name(g, n)}", why, "NV-GAP-42", (card_id(n),))
    yield from _while_resolving(g, hero, ask)


def _equip(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n in hero.hand:
        if n > g.content.adventure[-1] and c.TakeCard(n) not in ask.choices:
            reasons = list(_no_place(g, hero, n))
            yield from reasons
            if not reasons:
                why = "The text asks for another kind of card."
                yield Refusal(f"Place {card_name(g, n)}", why, "NV-CARD-9", (card_id(n),))
    yield from _while_resolving(g, hero, ask)


def _take_off(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for one in _gear(g, hero, ask):
        if one.what.startswith("Take off"):
            yield one
    yield from _while_resolving(g, hero, ask)


def _advance_now(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield from _other_classes(g, hero, ask)
    yield from _while_resolving(g, hero, ask)


def _place(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n, point in enumerate(g.content.points):
        if c.MoveTo(n) in ask.choices:
            continue
        what, touched = f"Go to {point_name(g.content, n)}", (point.id,)
        if n == hero.at:
            yield Refusal(what, "You stand there already.", "NV-CARD-9", touched)
        elif n in hero.forbidden:
            yield Refusal(what, "You defeated its Quest Creature and may not return.", "NV-QC-15", touched)
        else:
            away = count_of(g.content.steps_between[hero.at][n], "step")
            yield Refusal(what, f"{away} away; the text leads elsewhere.", "NV-CARD-9", touched)


def _rift(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for n, point in enumerate(g.content.points):
        if c.MoveTo(n) not in ask.choices:
            why = f"Isenthrax rises at 1 of {len(ask.choices)} Encounters points, and this is none."
            yield Refusal(f"Raise it at {point_name(g.content, n)}", why, "NV-GAP-3", (point.id,))


def _character(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for other in g.state.heroes:
        if other.character:
            name = card_name(g, other.character)
            yield Refusal(
                f"Play {name}", f"{name} is with seat {other.seat + 1}.", "NV-PLAYER-21", (f"figure-{other.seat}",)
            )
    for n in g.state.draft:
        if c.PickCharacter(n) not in ask.choices:
            why = f"{card_name(g, n)} is kept for another seat."
            yield Refusal(f"Play {card_name(g, n)}", why, "NV-PLAYER-21", (card_id(n),))
    count = len(ask.choices)
    yield Refusal("Choose a class", f"The class comes with the hero: 1 for each of the {count}.", "NV-GAP-8")


def _player(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    for other in g.state.heroes:
        if c.TakeSeat(other.seat) in ask.choices:
            continue
        what, touched = f"Choose {words.hero_name(g, other.seat)}", (f"figure-{other.seat}",)
        if other.seat == hero.seat:
            yield Refusal(what, "It asks for another player.", "NV-CARD-9", touched)
        else:
            away = count_of(g.content.steps_between[hero.at][other.at], "step")
            yield Refusal(what, f"{away} away, or with nothing that this text takes.", "NV-CARD-9", touched)


def _offered(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Ask for more", "1 offer at a time: agree or refuse, then make your own in your turn.", "NV-SELL-7")


def _entered(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    yield Refusal("Roll again", "The die shows what it shows; Luck is asked after a natural 1.", "NV-ROLL-7")


def _while_resolving(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """What is being done is finished before anything else is played."""
    held = f"; your {count_of(len(hero.hand), 'card')} in hand can wait" if hero.hand else ""
    why = f"What is under way is finished first{held}."
    yield Refusal("Play a card", why, "NV-EVENT-6")


TOPICS: dict[str, Callable[[Any, Hero, Any], Iterator[Refusal]]] = {
    "character": _character, "preparation": _preparation, "recovery": _recovery, "adventure": _adventure,
    "safe_travels": _safe_travels, "move": _move, "window": _window, "escape": _escape, "luck": _luck_first,
    "follow_up": _follow_up, "discard": _discard, "discard_for_cv": _discard, "hand_limit": _hand_limit,
    "destroy": _destroy, "curse": _curse, "enchant": _enchant, "equip": _equip, "take_off": _take_off,
    "advance": _advance_now, "place": _place, "rift": _rift, "player": _player, "offer": _offered, "roll": _entered,
}  # fmt: skip


# ---- words ----


def _here(g: G, hero: Hero) -> str:
    return point_name(g.content, hero.at)


def _icons(klass: Any) -> str:
    """ "wizard icon", "fighter and priest icons"."""
    return f"{listed([ICONS[one] for one in klass.icons])} icon{'s' if len(klass.icons) > 1 else ''}"


def _a(noun: str) -> str:
    return f"{'An' if noun[:1] in 'AEIOU' else 'A'} {noun}"


def _forbidder(g: G, hero: Hero, what: str) -> str:
    """The card on the board that forbids something."""
    fit = [n for n in board.active(g, hero) if what in g.content.cards[n].forbids]
    return card_name(g, fit[0]) if fit else "A card on your board"
