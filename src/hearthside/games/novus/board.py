"""The Character Board: what counts on it, what fits where, and its sums (NV-BOARD, NV-REWARD)."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from . import conditions, events
from .moments import bits
from .state import BODY, FOOT, HAND_1, HAND_2, HEAD, ITEM_1, Battle, Hero
from .vocabulary import Filter, Forbid, If, Traits

if TYPE_CHECKING:
    from .context import G

SLOTS = {"head": HEAD, "body": BODY, "hand": HAND_1, "foot": FOOT, "item": ITEM_1}
HEAVY_PENALTY = -2


def active(g: G, hero: Hero) -> list[int]:
    """The cards that count for a hero: class, Character, gear, attachments, working Skills and Curses (NV-BOARD-19).

    A Skill under a Curse is inert; every Curse of a stack counts (NV-GAP-35, NV-GAP-36).
    """
    cards = [hero.klass, hero.character]
    cards += [n for n in hero.gear if n]
    cards += [n for n in hero.enchants if n]
    for stack in hero.skills:
        if len(stack) > 1 and g.content.cards[stack[0]].category == "skill":
            cards += stack[1:]
        else:
            cards += stack
    return cards


class Worth:
    """What one card brings to a board, with the parts that most cards lack left empty.

    bonuses: what counts on a condition. abilities: (moments, card, n, ability). triggers: (key, trigger).
    """

    __slots__ = (
        "abilities", "bonuses", "cv", "escape", "flying", "forbids", "guard_gp", "guard_xp", "hand_limit", "looks",
        "prices", "reach", "travel", "triggers",
    )  # fmt: skip

    def __init__(self, n: int, card: Traits) -> None:
        self.cv = card.cv
        self.escape = card.escape
        self.travel = card.travel
        self.flying = card.flying
        self.guard_xp = card.guard_xp
        self.guard_gp = card.guard_gp
        self.hand_limit = card.hand_limit
        self.bonuses = [(n, bonus) for bonus in card.bonus]
        self.prices = list(card.prices)
        self.looks = [(n, card.draw_look)] if card.draw_look is not None else []
        self.forbids = frozenset[str](card.forbids)
        self.abilities = [(bits(ability.when), n, i, ability) for i, ability in enumerate(card.abilities)]
        self.triggers = [(n * 8 + 4 + i, trigger) for i, trigger in enumerate(card.triggers)]
        self.reach = 0
        for moments, *_ in self.abilities:
            self.reach |= moments

    def plus(self, other: Worth) -> Worth:
        """Both together."""
        both = copy(self)
        both.add(other)
        return both

    def add(self, other: Worth) -> None:
        """Count another card in."""
        self.cv += other.cv
        self.escape += other.escape
        self.travel += other.travel
        self.guard_xp += other.guard_xp
        self.guard_gp += other.guard_gp
        self.hand_limit += other.hand_limit
        self.flying = self.flying or other.flying
        if other.bonuses:
            self.bonuses = self.bonuses + other.bonuses
        if other.abilities:
            self.abilities = self.abilities + other.abilities
            self.reach |= other.reach
        if other.triggers:
            self.triggers = self.triggers + other.triggers
        if other.prices:
            self.prices = self.prices + other.prices
        if other.looks:
            self.looks = self.looks + other.looks
        if other.forbids:
            self.forbids = self.forbids | other.forbids


class Board(Worth):
    """What a hero's whole board comes to, worked out once and kept until the board changes."""

    __slots__ = ("hero",)

    def __init__(self, g: G, hero: Hero) -> None:
        content = g.content
        worth, plain = content.worth, content.plain
        self.hero = hero
        base = content.person(hero.klass, hero.character)
        self.cv = base.cv
        self.escape = base.escape
        self.travel = base.travel
        self.flying = base.flying
        self.guard_xp = base.guard_xp
        self.guard_gp = base.guard_gp
        self.hand_limit = base.hand_limit
        self.bonuses = base.bonuses
        self.abilities = base.abilities
        self.triggers = base.triggers
        self.prices = base.prices
        self.looks = base.looks
        self.forbids = base.forbids
        self.reach = base.reach
        for n in hero.gear:
            if n:
                cv = plain[n]
                if cv is not None:
                    self.cv += cv
                else:
                    self.add(worth[n])
        for n in hero.enchants:
            if n:
                self.add(worth[n])
        for stack in hero.skills:
            if stack:
                covered = len(stack) > 1 and content.cards[stack[0]].category == "skill"
                for n in stack[1:] if covered else stack:
                    self.add(worth[n])
        if "hands" in self.forbids:
            self.cv -= sum(content.cards[n].cv for n in hero.gear[HAND_1 : HAND_2 + 1] if n)
        if hero.gear[BODY] and heavy_penalty(g, hero):
            self.cv += HEAVY_PENALTY


def of(g: G, hero: Hero) -> Board:
    """What the hero's board comes to now."""
    board = g.boards[hero.seat]
    if board is None or board.hero is not hero:
        board = g.boards[hero.seat] = Board(g, hero)
    return board


def changed(g: G, hero: Hero) -> None:
    """Something was put on the board or taken off: work it out anew when it is next needed."""
    g.boards[hero.seat] = None
    hero.reach = -1


def reach_now(g: G, hero: Hero) -> int:
    """The moments that the hero's cards reach, in hand and on the board."""
    reach = of(g, hero).reach
    table = g.content.reach
    for n in hero.hand:
        reach |= table[n]
    return reach


def heavy_penalty(g: G, hero: Hero) -> bool:
    """Heavy armor is on, and the class pays for it (NV-CLASS-14)."""
    body = hero.gear[BODY]
    if not body:
        return False
    cards = g.content.cards
    return bool(cards[body].weight == "heavy" and cards[hero.klass].heavy == "penalty")


def cv_parts(g: G, hero: Hero, battle: Battle | None = None) -> list[tuple[int, int]]:
    """What adds to the hero's CV, as (card number, n); the XP bonus comes under 0 (NV-BATTLE-15, NV-BATTLE-16).

    With a battle, bonuses against its creature count as well; modifiers of the battle itself do not.
    """
    content = g.content
    board = of(g, hero)
    idle = hero.gear[HAND_1 : HAND_2 + 1] if "hands" in board.forbids else []
    parts = [(0, content.tables.xp_cv[hero.xp])]
    extra: dict[int, int] = {}
    for n, bonus in board.bonuses:
        if bonus.cv and conditions.holds(g, hero, bonus.cond, battle):
            extra[n] = extra.get(n, 0) + bonus.cv
    for n in active(g, hero):
        cv = 0 if n in idle else content.cards[n].cv
        if extra:
            cv += extra.get(n, 0)
        if cv:
            parts.append((n, cv))
    if heavy_penalty(g, hero):
        parts.append((hero.gear[BODY], HEAVY_PENALTY))
    return parts


def board_cv(g: G, hero: Hero, battle: Battle | None = None) -> int:
    """The sum of `cv_parts`."""
    board = of(g, hero)
    cv = board.cv + g.content.tables.xp_cv[hero.xp]
    for _, bonus in board.bonuses:
        if bonus.cv and conditions.holds(g, hero, bonus.cond, battle):
            cv += bonus.cv
    return cv


def track_cv(g: G, hero: Hero) -> int:
    """The CV track: the sum without a battle, shown not below 0 (NV-BOARD-10, NV-GAP-88)."""
    return max(0, board_cv(g, hero))


def total_cv(g: G, hero: Hero, battle: Battle) -> int:
    """The CV total in a battle, before the die (NV-BATTLE-15)."""
    total = board_cv(g, hero, battle) + battle.hero_cv
    if g.state.turn.seat == hero.seat:
        total += g.state.turn.cv
    if battle.source == "quest" and g.state.challenge is not None:
        total += g.state.challenge.cv
    return total


def creature_cv(g: G, battle: Battle) -> int:
    """The creature's CV with its modifiers, never below 0 (NV-GAP-89)."""
    cv: int = g.content.cards[battle.creature].cv + battle.creature_cv
    return max(0, cv)


def hero_final(g: G, battle: Battle) -> int:
    """The hero's roll plus CV total as they stand (NV-BATTLE-17)."""
    return battle.hero_roll + battle.hero_plus + total_cv(g, g.state.heroes[battle.seat], battle)


def creature_final(g: G, battle: Battle) -> int:
    """The creature's roll plus CV as they stand (NV-BATTLE-20)."""
    return battle.creature_roll + battle.creature_plus + creature_cv(g, battle)


def final_cvs(g: G, battle: Battle) -> tuple[int, int]:
    """Both Final CVs as they stand, the hero's first."""
    return hero_final(g, battle), creature_final(g, battle)


def escape_bonus(g: G, hero: Hero, battle: Battle | None = None) -> int:
    """What the board adds to Escape rolls (NV-BATTLE-11)."""
    board = of(g, hero)
    total = board.escape
    for _, bonus in board.bonuses:
        if bonus.escape and conditions.holds(g, hero, bonus.cond, battle):
            total += bonus.escape
    return total


def no_escape(g: G, hero: Hero, battle: Battle) -> bool:
    """No Escape may be tried in this round."""
    board = of(g, hero)
    if battle.no_escape or "escape" in board.forbids:
        return True
    return any(b.no_escape and conditions.holds(g, hero, b.cond, battle) for _, b in board.bonuses)


def travel_bonus(g: G, hero: Hero) -> int:
    """Travel Bonuses on the board (NV-TRAVEL-14, NV-TRAVEL-17)."""
    return of(g, hero).travel


def flies(g: G, hero: Hero) -> bool:
    """The hero has flying (NV-GAP-86)."""
    turn = g.state.turn
    return of(g, hero).flying or (turn.flying and turn.seat == hero.seat)


def forbids(g: G, hero: Hero, what: Forbid) -> bool:
    """Something on the board forbids it."""
    return what in of(g, hero).forbids


def immune(g: G, hero: Hero) -> bool:
    """The hero's class "Cannot be Cursed" (NV-CURSE-5)."""
    return bool(hero.klass and g.content.cards[hero.klass].immune)


def price(g: G, hero: Hero, what: str, base: int) -> int:
    """A price in GP after what the board changes; never below 0."""
    prices = of(g, hero).prices
    if not prices:
        return base
    for change in prices:
        if change.what == what and conditions.holds(g, hero, change.cond, None):
            base += change.gp
    return max(0, base)


def hand_limit(g: G, hero: Hero) -> int:
    """How many cards the hero may hold at the end of the turn (NV-HAND-1)."""
    return max(0, g.content.tables.hand_limit + of(g, hero).hand_limit)


def why_not_equip(g: G, hero: Hero, card: int) -> tuple[str, str] | None:
    """Why a card cannot lie on this board whatever the slots, as (sentence, rule); None if it can."""
    it = g.content.cards[card]
    if it.slot is not None and it.class_icon is None and it.weight is None:
        return None
    klass = g.content.cards[hero.klass]
    if it.slot is None:
        return (f"{it.name} is a treasure; it has no slot.", "NV-REWARD-18")
    if it.class_icon is not None and it.class_icon not in klass.icons:
        icons = " and ".join(klass.icons)
        return (f"{it.name} is for the {it.class_icon} icon, and {klass.name} has {icons}.", "NV-REWARD-3")
    if it.weight == "heavy" and klass.heavy == "none":
        return (f"{klass.name} cannot use Heavy armor.", "NV-CLASS-14")
    return None


def free_slot(g: G, hero: Hero, card: int) -> int:
    """The slot a card could be placed on now, the first of several; -1 if none is free (NV-BOARD-2, NV-REWARD-13)."""
    slot = g.content.slots[card]
    gear = hero.gear
    if slot == HAND_1:
        one, two = gear[HAND_1], gear[HAND_2]
        if not one:
            return HAND_1 if not (two and g.content.cards[card].two_handed) else -1
        if two or g.content.cards[card].two_handed or g.content.cards[one].two_handed:
            return -1
        return HAND_2
    if slot == ITEM_1:
        if card in g.content.ally_set and not room_for_animal(g, hero):
            return -1
        return next((n for n in range(ITEM_1, len(gear)) if not gear[n]), -1)
    return slot if slot >= 0 and not gear[slot] else -1


def equippable(g: G, hero: Hero, want: Filter | None = None) -> list[int]:
    """Cards in hand that could go on the board now."""
    last = g.content.adventure[-1]
    return [
        c
        for c in hero.hand
        if c > last
        and (want is None or conditions.matches(g, c, want))
        and why_not_equip(g, hero, c) is None
        and free_slot(g, hero, c) >= 0
    ]


def room_for_animal(g: G, hero: Hero) -> bool:
    """Animal Allies on the board are limited by the class that trains them, where it sets a number."""
    limit = g.content.cards[hero.klass].train
    return not limit or sum(1 for n in hero.gear if n in g.content.ally_set) < limit


def skill_slot(hero: Hero) -> int:
    """The first free skill slot, or -1 (NV-SKILL-4)."""
    return next((n for n, stack in enumerate(hero.skills) if not stack), -1)


def working_skills(g: G, hero: Hero) -> list[int]:
    """Skills on the board that no Curse covers."""
    return [stack[0] for stack in hero.skills if len(stack) == 1 and g.content.cards[stack[0]].category == "skill"]


def curses(g: G, hero: Hero) -> list[int]:
    """All Curses on the board."""
    cards = g.content.cards
    return [n for stack in hero.skills for n in stack if cards[n].category == "curse_event"]


def weapons(g: G, hero: Hero) -> list[int]:
    """Weapons on the board."""
    cards = g.content.cards
    return [n for n in hero.gear if n and cards[n].kind == "weapon"]


def count(g: G, hero: Hero, what: str) -> int:
    """How many of something a hero has (the `per` of battle_cv_per); a two-handed weapon counts as two."""
    cards = g.content.cards
    if what == "ally":
        return sum(1 for n in hero.gear if n and cards[n].kind == "ally")
    if what == "magical":
        return sum(1 for n in hero.gear if n and cards[n].magical)
    if what == "weapon":
        return sum(2 if cards[n].two_handed else 1 for n in weapons(g, hero))
    if what == "skill":
        return len(working_skills(g, hero))
    if what == "curse":
        return len(curses(g, hero))
    if what == "token":
        return len(hero.tokens)
    return len(hero.quests)


def is_city(g: G, hero: Hero) -> bool:
    """The hero stands in a City; a Class point is one (NV-TRAVEL-31)."""
    return g.content.points[hero.at].kind in ("city", "class")


def has(cond: If, g: G, hero: Hero, battle: Any = None) -> bool:
    """The condition holds for the hero now."""
    return conditions.holds(g, hero, cond, battle if battle is not None else g.state.battle)


def put(g: G, hero: Hero, point: int, rule: str) -> None:
    """Set the figure on a point; a defeated Quest Creature's point is closed to its victor once left (NV-GAP-54)."""
    if hero.tokens:
        lair = g.content.lives_at.get(hero.at, 0)
        rift = g.content.isenthrax in hero.tokens and hero.at == g.state.isenthrax
        if (lair in hero.tokens or rift) and hero.at not in hero.forbidden:
            hero.forbidden.append(hero.at)
    hero.at = point
    g.log(events.Moved(hero.seat, point), rule)
