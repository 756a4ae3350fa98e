"""The Character Board: what counts on it, what fits where, and its sums (NV-BOARD, NV-REWARD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import conditions, events
from .choices import UNEQUIP, Unequip
from .moments import bits
from .state import BODY, FOOT, HAND_1, HAND_2, HEAD, ITEM_1, Battle, Hero
from .vocabulary import Ability, Bonus, DrawLook, Filter, Forbid, If, Price, Traits, Trigger

if TYPE_CHECKING:
    from .cards import Klass, Reward
    from .context import G
    from .library import Content

# Kinds of place that a card may want; a Board's `free` has the free slot of each.
ON_HEAD, ON_BODY, ONE_HAND, BOTH_HANDS, ON_FEET, ITEM, ANIMAL, NOWHERE = range(8)
HEAVY_PENALTY = -2
THIS_BATTLE, THIS_TURN, THIS_FIGHT = -1, -2, -3  # in a sum, where a card's number stands
# What a card may bring to a board beside CV: numbers, and lists whose entries begin with the card.
_NUMBERS = ("escape", "travel", "flying", "guard_xp", "guard_gp", "hand_limit")
_LISTS = ("bonuses", "abilities", "triggers", "looks", "prices")
_UNORDERED = ("bonuses", "prices")  # those are added up, in whatever order


def active(g: G, hero: Hero) -> list[int]:
    """The cards that count for a hero: class, Character, gear, attachments, working Skills and Curses (NV-BOARD-19).

    A Skill under a Curse is inert; every Curse of a stack counts (NV-GAP-35, NV-GAP-36).
    """
    return counting(g.content, hero)


def counting(content: Content, hero: Hero) -> list[int]:
    """The same, from the content alone."""
    cards = [hero.klass, hero.character]
    cards += [n for n in hero.gear if n]
    cards += [n for n in hero.enchants if n]
    for stack in hero.skills:
        cards += working(content, stack)
    return cards


def working(content: Content, stack: list[int]) -> list[int]:
    """What counts of a stack of Skill and Curses."""
    return stack[1:] if len(stack) > 1 and content.cards[stack[0]].category == "skill" else stack


class Worth:
    """What one card brings to a board. Numbers and tuples alike: what a whole board comes to is their sum.

    bonuses: (card, Bonus). abilities: (card, moments, n, Ability). triggers: (card, key, Trigger). looks: (card,
    DrawLook). prices: (card, Price). The rest is as in Traits. more: what of all this the card has, beside CV. reach:
    the moments of its abilities.
    """

    __slots__ = ("cv", "forbids", "more", "reach", *_NUMBERS, *_LISTS)

    cv: int
    escape: int
    travel: int
    flying: int
    guard_xp: int
    guard_gp: int
    hand_limit: int
    forbids: tuple[str, ...]
    bonuses: tuple[tuple[int, Bonus], ...]
    abilities: tuple[tuple[int, int, int, Ability], ...]
    triggers: tuple[tuple[int, int, Trigger], ...]
    looks: tuple[tuple[int, DrawLook], ...]
    prices: tuple[tuple[int, Price], ...]

    def __init__(self, n: int, card: Traits) -> None:
        self.cv = card.cv
        self.escape = card.escape
        self.travel = card.travel
        self.flying = int(card.flying)
        self.guard_xp = card.guard_xp
        self.guard_gp = card.guard_gp
        self.hand_limit = card.hand_limit
        self.forbids = card.forbids
        self.bonuses = tuple((n, bonus) for bonus in card.bonus)
        self.abilities = tuple((n, bits(ability.when), i, ability) for i, ability in enumerate(card.abilities))
        self.triggers = tuple((n, n * 8 + 4 + i, trigger) for i, trigger in enumerate(card.triggers))
        self.looks = ((n, card.draw_look),) if card.draw_look is not None else ()
        self.prices = tuple((n, price) for price in card.prices)
        self.more = tuple(name for name in (*_NUMBERS, "forbids", *_LISTS) if getattr(self, name))
        self.reach = 0
        for _, moments, *_ in self.abilities:
            self.reach |= moments

    def add(self, other: Worth) -> None:
        """Count in what another card brings beside CV."""
        for name in other.more:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Board(Worth):
    """What a hero's whole board comes to, kept while it holds.

    Whoever changes the board says so by `came`, `left` or `changed`. places: the kind of place that each card takes,
    as the class has it. free: for each kind of place the first free slot, or -1. worn: the choices to take gear off.
    """

    __slots__ = ("_cv", "_parts", "_uses", "content", "free", "hero", "places", "worn")

    _cv: int | None
    _parts: list[tuple[int, int]] | None
    _uses: dict[int, list[tuple[int, int, int, Ability]]]
    free: tuple[int, ...]
    worn: list[Unequip]

    def __init__(self, content: Content, hero: Hero) -> None:
        self.content = content
        self.hero = hero
        self.places = content.places(hero.klass)
        self._cv = self._parts = None
        self._uses = {}
        person, *rest = self.cards()
        self.escape = person.escape
        self.travel = person.travel
        self.flying = person.flying
        self.guard_xp = person.guard_xp
        self.guard_gp = person.guard_gp
        self.hand_limit = person.hand_limit
        self.forbids = person.forbids
        self.bonuses = person.bonuses
        self.abilities = person.abilities
        self.triggers = person.triggers
        self.looks = person.looks
        self.prices = person.prices
        for one in rest:
            if one.more:
                self.add(one)
        self._look_at_slots()

    def cards(self) -> list[Worth]:
        """The worth of all that counts, in the order of `active`; class and Character together come first."""
        hero, content = self.hero, self.content
        worth = content.worth
        cards = [content.person(hero.klass, hero.character)]
        cards += [worth[n] for n in hero.gear if n]
        cards += [worth[n] for n in hero.enchants if n]
        for stack in hero.skills:
            if stack:
                cards += [worth[n] for n in working(content, stack)]
        return cards

    def changed(self, card: int, came: bool) -> None:
        """A card came to the board or left it."""
        self._cv = self._parts = None
        self._look_at_slots()
        worth = self.content.worth[card]
        for name in worth.more:
            old, part = getattr(self, name), getattr(worth, name)
            if name in _NUMBERS:
                value = old + part if came else old - part
            elif name in _LISTS and not came:
                value = tuple([each for each in old if each[0] != card])
            elif name in _UNORDERED:
                value = old + part
            else:
                value = sum([getattr(one, name) for one in self.cards()], ())
            setattr(self, name, value)
        if worth.reach:
            self._uses = {}

    def total_cv(self) -> int:
        """All CV that counts without a condition."""
        if self._cv is None:
            self._cv = sum([one.cv for one in self.cards()])
            if "hands" in self.forbids:
                self._cv -= sum([self.content.worth[n].cv for n in self.hero.gear[HAND_1 : HAND_2 + 1] if n])
            if heavy_penalty(self.content, self.hero):
                self._cv += HEAVY_PENALTY
        return self._cv

    def _look_at_slots(self) -> None:
        """Which slots are free and what can be taken off (NV-BOARD-2, NV-REWARD-13)."""
        cards, hero = self.content.cards, self.hero
        head, body, one, two, foot, *items = hero.gear
        hand = HAND_1
        if one:
            hand = -1 if two or cards[one].two_handed else HAND_2
        item = ITEM_1 + items.index(0) if 0 in items else -1
        self.free = (
            -1 if head else HEAD,
            -1 if body else BODY,
            hand,
            -1 if one or two else HAND_1,
            -1 if foot else FOOT,
            item,
            item if item < 0 or _room_for_animal(self.content, hero) else -1,
            -1,
        )
        self.worn = [UNEQUIP[n] for n in hero.gear if n]

    @property
    def idle(self) -> list[int]:
        """What lies in hands that may not be used."""
        return self.hero.gear[HAND_1 : HAND_2 + 1] if "hands" in self.forbids else []

    def parts(self) -> list[tuple[int, int]]:
        """What makes up `total_cv`, as (card number, n)."""
        if self._parts is None:
            content, hero, idle = self.content, self.hero, self.idle
            cards = content.cards
            self._parts = [(n, cards[n].cv) for n in counting(content, hero) if cards[n].cv and n not in idle]
            if heavy_penalty(content, hero):
                self._parts.append((hero.gear[BODY], HEAVY_PENALTY))
        return self._parts

    def uses(self, moment: int) -> list[tuple[int, int, int, Ability]]:
        """The abilities on the board that have this moment."""
        found = self._uses.get(moment)
        if found is None:
            found = self._uses[moment] = [use for use in self.abilities if use[1] & moment]
        return found

    def stale(self) -> list[str]:
        """What is kept and does not hold: there must never be anything."""
        fresh = Board(self.content, self.hero)
        names = (*_NUMBERS, *_LISTS, "forbids", "places", "free", "worn")
        wrong = [name for name in names if _plain(self, name) != _plain(fresh, name)]
        wrong += ["total_cv"] if self.total_cv() != fresh.total_cv() else []
        wrong += ["parts"] if self.parts() != fresh.parts() or sum(n for _, n in self.parts()) != self._cv else []
        return wrong + ["uses" for moment in self._uses if self.uses(moment) != fresh.uses(moment)]


def _plain(board: Board, name: str) -> Any:
    value = getattr(board, name)
    return sorted(value, key=lambda each: each[0]) if name in _UNORDERED else value


def of(g: G, hero: Hero) -> Board:
    """What the hero's board comes to now."""
    board = g.boards[hero.seat]
    if board is None or board.hero is not hero:
        board = g.boards[hero.seat] = Board(g.content, hero)
    return board


def changed(g: G, hero: Hero) -> None:
    """What counts on the board is not what it was: it is to be worked out anew."""
    g.boards[hero.seat] = None
    hero.reach = g.state.reach = -1


def came(g: G, hero: Hero, card: int) -> None:
    """This card came to the board, where it covers nothing."""
    board = g.boards[hero.seat]
    if board is not None:
        board.changed(card, True)
    reach = g.content.worth[card].reach
    if reach:
        hero.reach |= reach
        g.state.reach |= reach


def left(g: G, hero: Hero, card: int) -> None:
    """This card left the board; it covered nothing."""
    board = g.boards[hero.seat]
    if board is not None:
        board.changed(card, False)
    if g.content.worth[card].reach:
        hero.reach = g.state.reach = -1


def stale(g: G, hero: Hero) -> list[str]:
    """What is kept of the hero's board and does not hold."""
    board = g.boards[hero.seat]
    return board.stale() if board is not None and board.hero is hero else []


def reach_now(g: G, hero: Hero) -> int:
    """The moments that the hero's cards reach, in hand and on the board."""
    reach = 0
    for _, moments, *_ in of(g, hero).abilities:
        reach |= moments
    table = g.content.reach
    for n in hero.hand:
        reach |= table[n]
    return reach


def reaches(g: G, hero: Hero, moment: int) -> bool:
    """Some card of the hero, in hand or on the board, has this moment."""
    reach = hero.reach
    if reach < 0:
        reach = hero.reach = reach_now(g, hero)
    return reach & moment > 0


def reach_of_all(g: G) -> int:
    """The moments that anybody's cards reach, worked out anew."""
    reach = 0
    for hero in g.state.heroes:
        if hero.reach < 0:
            hero.reach = reach_now(g, hero)
        reach |= hero.reach
    g.state.reach = reach
    return reach


def heavy_penalty(content: Content, hero: Hero) -> bool:
    """Heavy armor is on, and the class pays for it (NV-CLASS-14)."""
    body = hero.gear[BODY]
    if not body:
        return False
    cards = content.cards
    return bool(cards[body].weight == "heavy" and cards[hero.klass].heavy == "penalty")


def cv_parts(g: G, hero: Hero, battle: Battle | None = None) -> list[tuple[int, int]]:
    """What adds to the hero's CV, as (card number, n); the XP bonus comes under 0 (NV-BATTLE-15, NV-BATTLE-16).

    With a battle, bonuses against its creature count as well; modifiers of the battle itself do not.
    """
    content = g.content
    board = of(g, hero)
    extra: dict[int, int] = {}
    for n, bonus in board.bonuses:
        if bonus.cv and conditions.holds(g, hero, bonus.cond, battle):
            extra[n] = extra.get(n, 0) + bonus.cv
    parts = [(0, content.tables.xp_cv[hero.xp])]
    if not extra:
        return parts + board.parts()
    idle = board.idle
    for n in active(g, hero):
        cv = extra.get(n, 0) if n in idle else content.cards[n].cv + extra.get(n, 0)
        if cv:
            parts.append((n, cv))
    if heavy_penalty(content, hero):
        parts.append((hero.gear[BODY], HEAVY_PENALTY))
    return parts


def hero_sum(g: G, battle: Battle) -> list[tuple[int, int]]:
    """What makes up the hero's CV total in a battle, as `cv_parts` and beside cards THIS_BATTLE, THIS_TURN and
    THIS_FIGHT (NV-BATTLE-15). Once there is a result it stays as it was then, whatever Victory or Defeat bring.
    """
    if battle.sum:
        return battle.sum
    state = g.state
    hero = state.heroes[battle.seat]
    parts = cv_parts(g, hero, battle)
    if battle.hero_cv:
        parts.append((THIS_BATTLE, battle.hero_cv))
    if state.turn.cv and state.turn.seat == hero.seat:
        parts.append((THIS_TURN, state.turn.cv))
    if battle.source == "quest" and state.challenge is not None and state.challenge.cv:
        parts.append((THIS_FIGHT, state.challenge.cv))
    return parts


def board_cv(g: G, hero: Hero, battle: Battle | None = None) -> int:
    """The sum of `cv_parts`."""
    board = of(g, hero)
    cv = board.total_cv() + g.content.tables.xp_cv[hero.xp]
    for _, bonus in board.bonuses:
        if bonus.cv and conditions.holds(g, hero, bonus.cond, battle):
            cv += bonus.cv
    return cv


def track_cv(g: G, hero: Hero) -> int:
    """The CV track: the sum without a battle, shown not below 0 (NV-BOARD-10, NV-GAP-88)."""
    return max(0, board_cv(g, hero))


def total_cv(g: G, hero: Hero, battle: Battle) -> int:
    """The CV total in a battle, before the die (NV-BATTLE-15): the sum of `hero_sum`."""
    if battle.sum:
        return sum([cv for _, cv in battle.sum])
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
    return of(g, hero).flying > 0 or (turn.flying and turn.seat == hero.seat)


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
    for _, change in prices:
        if change.what == what and conditions.holds(g, hero, change.cond, None):
            base += change.gp
    return max(0, base)


def place_of(card: Any, animal: bool) -> int:
    """The kind of place on a board that a card takes."""
    slot = getattr(card, "slot", None)
    if slot == "hand":
        return BOTH_HANDS if card.two_handed else ONE_HAND
    if slot == "item":
        return ANIMAL if animal else ITEM
    return {"head": ON_HEAD, "body": ON_BODY, "foot": ON_FEET}.get(slot or "", NOWHERE)


def hand_limit(g: G, hero: Hero) -> int:
    """How many cards the hero may hold at the end of the turn (NV-HAND-1)."""
    return max(0, g.content.tables.hand_limit + of(g, hero).hand_limit)


def allowed(g: G, hero: Hero, card: int) -> bool:
    """A card may lie on this board, slots apart: the class can have it (NV-REWARD-3, NV-CLASS-14)."""
    return not barred(g.content.cards[card], g.content.cards[hero.klass])


def barred(it: Reward, klass: Klass) -> bool:
    """A class cannot have this card on its board: a treasure, another class's, Heavy armor it may not wear."""
    if it.slot is None or (it.class_icon is not None and it.class_icon not in klass.icons):
        return True
    return it.weight == "heavy" and klass.heavy == "none"


def free_slot(g: G, hero: Hero, card: int) -> int:
    """The slot a card could be placed on now, the first of several; -1 if none is free (NV-BOARD-2, NV-REWARD-13)."""
    return of(g, hero).free[g.content.place[card]]


def equippable(g: G, hero: Hero, want: Filter | None = None) -> list[int]:
    """Cards in hand that could go on the board now."""
    last = g.content.adventure[-1]
    return [
        c
        for c in hero.hand
        if c > last
        and (want is None or conditions.matches(g, c, want))
        and allowed(g, hero, c)
        and free_slot(g, hero, c) >= 0
    ]


def room_for_animal(g: G, hero: Hero) -> bool:
    """Animal Allies on the board are limited by the class that trains them, where it sets a number."""
    return _room_for_animal(g.content, hero)


def _room_for_animal(content: Content, hero: Hero) -> bool:
    limit = content.cards[hero.klass].train
    return not limit or sum(1 for n in hero.gear if n in content.ally_set) < limit


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
    return g.content.city[hero.at]


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
