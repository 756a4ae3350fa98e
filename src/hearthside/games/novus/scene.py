"""What a seat sees of a game of Legends of Novus; the only door out of the state (NV-GAP-70).

Open to all: the map, boards, discard piles, tokens, XP, GP and how many cards each hand holds. A card is shown by its
face only to those who know it: its id is then its number, and the first of its lines says what kind of card it is.
Hidden cards are backs, named by their place.

A part is made of the few values that it shows and kept by them: a part that shows the same is the same object, in
whatever table, and so costs neither making nor comparing. What is kept depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ...engine import scene as s
from . import board, quest
from .cards import Adventure, Character, Creature, Klass, Reward
from .pieces import card_id, skill_id, slot_id
from .state import HAND_1, HAND_2, Battle, Hero
from .text.cards import card_text
from .text.nouns import CATEGORIES, ICONS, KINDS
from .words import log, names

if TYPE_CHECKING:
    from .context import G
    from .library import Content

kept = lru_cache(maxsize=4096)
Occupant = tuple[int, str, str]
"""Who stands on a point: seat, name and icon of the class; of a Quest Creature (its card, "", "")."""
Sum = tuple[str, int, tuple[tuple[str, int], ...]]
Sums = tuple[Sum, ...]
"""Numbers, each with its name before it and its parts behind."""

XP, CV, GP, HAND, QUESTS, TOKENS, LUCK = (
    "upgrade", "crossed-swords", "two-coins", "card-pick", "vertical-banner", "daemon-skull", "clover",
)  # fmt: skip
SLOT_ICONS = ("visored-helm", "breastplate", "broadsword", "broadsword", "boots")
ITEM_ICON, SKILL_ICON = "swap-bag", "skills"
CATEGORY_RULES = {
    "action_event": ("NV-EVENT-5", "NV-EVENT-6"),
    "event": ("NV-EVENT-3",),
    "travel_event": ("NV-EVENT-14",),
    "treasure": ("NV-EVENT-8", "NV-EVENT-9"),
    "encounter_event": ("NV-EVENT-11", "NV-EVENT-13"),
    "curse_event": ("NV-CURSE-1", "NV-CURSE-4"),
    "skill": ("NV-SKILL-1", "NV-SKILL-4"),
    "quest_event": ("NV-QUEST-1", "NV-QUEST-2"),
}
KIND_RULES = {
    "armor": ("NV-REWARD-9",),
    "weapon": ("NV-REWARD-12",),
    "misc": ("NV-REWARD-14",),
    "single_use": ("NV-REWARD-17",),
    "ally": ("NV-REWARD-20",),
    "treasure": ("NV-REWARD-18",),
}
POINT_LINES = {
    "waypoint": "Nothing happens here. You may Explore.",
    "expansion": "A road to lands not yet drawn. You may Explore.",
}


def scene(g: G, seat: int | None) -> s.Scene:
    """All that a seat (None: a spectator) sees."""
    state = g.state
    turn = state.turn
    if turn.number:
        most = g.content.tables.solo_turns
        last = f" of {min(most, g.options.rounds or most)}" if len(state.heroes) == 1 else ""
        title = f"Turn {turn.number}{last}: {names.hero_name(g, turn.seat)}"
    else:
        title = "Choosing heroes"
    centre: list[s.AnyPart] = [novus_map(g, seat)]
    if state.battle is not None:
        centre.append(contest(g, seat, state.battle))
    if turn.face:
        die = s.Die("travel", names.FACES[turn.face], turn.seat)
        centre.append(s.Dice("travel-die", "Travel Die", (die,)))
    if state.draft and state.order:
        centre.append(row(g.content, "draft", "Heroes to choose from", tuple(sorted(state.draft))))
    if state.limbo:
        centre.append(row(g.content, "revealed", "On the table", tuple(state.limbo)))
    centre += piles(g, seat)
    centre.append(row(g.content, "allies", "Animal Allies", tuple(state.allies)))
    centre.append(row(g.content, "classes", "Advanced Classes", tuple(state.pool)))
    centre.append(quest_row(g.content, tuple(state.alive), state.isenthrax >= 0))
    if state.how:
        centre.append(scores(g))
    return s.Scene(
        game="novus",
        seat=seat,
        title=title,
        phases=names.PHASES,
        phase=names.STAGE_PHASE.get(turn.stage, -1),
        seats=tuple(plate(g, seat, hero) for hero in state.heroes),
        centre=tuple(centre),
        result=log.result_words(g),
    )


# ---- cards ----


@kept
def face(content: Content, card: int) -> s.Piece:
    """A card seen by its face."""
    it: Any = content.cards[card]
    kind, kind_line, numbers, rules = _looks(content, card, it)
    lines = tuple(line for text in card_text(it, names.names_of(content)) for line in text.splitlines() if line)
    return s.Piece(
        id=card_id(card),
        face=it.name,
        kind=kind,
        lines=(kind_line, *lines),
        flavour=it.flavour,
        numbers=tuple(s.Number(label, n, icon) for label, n, icon in numbers if n),
        icon=it.icon,
        palette=it.palette,
        rules=rules,
    )


def _looks(content: Content, card: int, it: Any) -> tuple[str, str, list[tuple[str, int, str]], tuple[str, ...]]:
    """A card's kind, the line that says it, its numbers and the rules that speak of it."""
    match it:
        case Adventure():
            kind = {"curse_event": "curse", "quest_event": "quest_event"}.get(it.category, "adventure")
            numbers = [("CV", it.cv, CV), ("XP", it.xp, XP), ("GP", it.gp_value, GP)]
            return kind, CATEGORIES[it.category][0], numbers, CATEGORY_RULES[it.category]
        case Creature():
            kind, told = ("quest_creature", "Quest Creature") if card in content.quest_creatures else ("encounter", "")
            line = f"{it.type.title()} {told}".strip()
            rules: tuple[str, ...] = ("NV-QC-5",) if told else ("NV-BATTLE-6",)
            rules += ("NV-CREATURE-9",) * it.flying + ("NV-CREATURE-11",) * it.curse
            return kind, line, [("CV", it.cv, CV), ("XP", it.xp, XP)], rules
        case Reward():
            ally = card in content.ally_set
            kind = "ally" if ally else "magical" if it.magical else "reward"
            line = "Animal Ally" if ally else names.capital(KINDS[it.kind][0])
            line = f"Magical {line[:1].lower()}{line[1:]}" if it.magical else line
            line += f", {it.slot} slot" if it.slot else ""
            rules = KIND_RULES[it.kind] + ("NV-REWARD-13",) * it.two_handed
            return kind, line, [("CV", it.cv, CV), ("GP", it.price, GP)], rules
        case Klass():
            line = f"{'Basic' if it.basic else 'Advanced'} Class, {names.listed([ICONS[n] for n in it.icons])} icon"
            return "class", line, [("CV", it.cv, CV)], ("NV-CLASS-10" if it.basic else "NV-ADVCLASS-1",)
        case Character():
            return "character", it.title, [("CV", it.start_cv, CV)], ("NV-PLAYER-19",)
    raise TypeError(type(it).__name__)


@kept
def laid(content: Content, card: int, seat: int, note: str = "") -> s.Piece:
    """A card by its face where it lies before a player."""
    return replace(face(content, card), seat=seat, note=note)


@kept
def back(id_: str, kind: str, seat: int = -1) -> s.Piece:
    """A card that lies face down, named by its place."""
    return s.Piece(id_, kind=kind, seat=seat)


@kept
def row(content: Content, id_: str, title: str, cards: tuple[int, ...]) -> s.Row:
    """Open cards in a row, without prices."""
    return s.Row(id_, title, tuple(face(content, n) for n in cards), (-1,) * len(cards))


@kept
def quest_row(content: Content, alive: tuple[int, ...], arrived: bool) -> s.Row:
    """The tiles of the living Quest Creatures, and the Special cards that are kept with them.

    arrived: Isenthrax has a point.
    """
    tiles = []
    for n in alive:
        away = n == content.isenthrax and not arrived
        tile = replace(face(content, n), id=f"tile-{n}", note="set aside" if away else "")
        tiles.append(tile)
        if n == content.beast and content.shield:
            tiles.append(replace(face(content, content.shield), id=f"tile-{content.shield}", note="with it"))
    if content.reptisaurs:
        tiles.append(replace(face(content, content.reptisaurs), id=f"tile-{content.reptisaurs}"))
    return s.Row("quest-creatures", "Quest Creatures", tuple(tiles), (-1,) * len(tiles))


def piles(g: G, seat: int | None) -> list[s.AnyPart]:
    """The three decks with their discard piles, and the cards of a deck whose place the viewer knows."""
    state = g.state
    out: list[s.AnyPart] = []
    for name, deck in (("adventure", state.adventure), ("encounter", state.encounter), ("reward", state.reward)):
        out += [drawing(name, len(deck.cards)), discard(g.content, name, tuple(deck.discard))]
        if seat is None or not deck.known:
            continue
        known = [card for card, mask in deck.known.items() if mask >> seat & 1]
        places = sorted((len(deck.cards) - 1 - deck.cards.index(card), card) for card in known if card in deck.cards)
        if places:
            pieces = tuple(replace(face(g.content, n), note=_place(at, len(deck.cards))) for at, n in places)
            title = f"What you know of the {name.title()} deck"
            out.append(s.Row(f"known-{name}", title, pieces, (-1,) * len(pieces)))
    return out


@kept
def drawing(name: str, count: int) -> s.Pile:
    """A deck, face down."""
    top = back(f"deck-{name}-top", name) if count else None
    return s.Pile(f"deck-{name}", f"{name.title()} deck", name, count, top)


@kept
def discard(content: Content, name: str, cards: tuple[int, ...]) -> s.Pile:
    """A discard pile, open, the last card first."""
    faces = tuple(face(content, n) for n in reversed(cards))
    last = faces[0] if faces else None
    return s.Pile(f"discard-{name}", f"{name.title()} discard pile", name, len(faces), last, faces)


def _place(from_top: int, count: int) -> str:
    """Where in a deck a card lies, in a word or two."""
    if from_top == 0:
        return "top"
    if from_top == count - 1:
        return "bottom"
    return f"{from_top + 1} down" if from_top < count // 2 else f"{count - from_top} up"


# ---- the map ----


def novus_map(g: G, seat: int | None) -> s.Map:
    """The map with everything that stands on it."""
    state, content = g.state, g.content
    heroes, turn = state.heroes, state.turn.seat
    on: dict[int, list[Occupant]] = {}
    for n in lairs(content, state.isenthrax):
        creature = quest.living_at(g, n)
        if creature:
            on[n] = [(creature, "", "")]
    for hero in sorted(heroes, key=lambda hero: hero.seat == turn):
        if hero.character:
            on.setdefault(hero.at, []).append(stander(g, hero))
    here = heroes[seat if seat is not None and seat < len(heroes) else turn].at
    return map_of(content, here, tuple((n, tuple(those)) for n, those in sorted(on.items())))


@kept
def lairs(content: Content, isenthrax: int) -> tuple[int, ...]:
    """The points on which Quest Creatures may live."""
    return tuple(n for n in range(len(content.points)) if n in content.lives_at or n == isenthrax)


@kept
def map_of(content: Content, here: int, on: tuple[tuple[int, tuple[Occupant, ...]], ...]) -> s.Map:
    """The map, seen from a point, with who stands where."""
    spaces = [_bare_space(content, n) for n in range(len(content.points))]
    for n, those in on:
        spaces[n] = space(content, n, those)
    roads, regions = _ways(content)
    return s.Map(
        "map",
        "Novus",
        width=1240,
        height=820,
        spaces=tuple(spaces),
        roads=roads,
        regions=regions,
        centre=content.points[here].id,
    )


@kept
def _ways(content: Content) -> tuple[tuple[tuple[str, str], ...], dict[str, str]]:
    """Roads and regions."""
    roads = tuple((str(a), str(b)) for a, b in content.edges)
    return roads, {str(region): name for region, name in content.region_names.items()}


@kept
def _bare_space(content: Content, n: int) -> s.Space:
    point = content.points[n]
    place = content.location_at[n]
    lines = card_text(place, names.names_of(content)) if place is not None else [POINT_LINES.get(point.kind, "")]
    if point.class_icon:
        lines = [f"Class city, {ICONS[point.class_icon]} icon. Rewards may be sold here.", *lines]
    elif point.kind == "city":
        lines = ["City. Rewards may be sold here.", *lines]
    return s.Space(
        id=point.id,
        x=point.x,
        y=point.y,
        kind=point.kind,
        region=point.region,
        name=names.point_name(content, n),
        icon=point.icon,
        lines=tuple(line for line in lines if line),
    )


@kept
def space(content: Content, n: int, those: tuple[Occupant, ...]) -> s.Space:
    """A point with its quest token and figures; the figure whose turn it is stands in front (last)."""
    return replace(_bare_space(content, n), pieces=tuple(standee(content, one) for one in those))


@kept
def standee(content: Content, one: Occupant) -> s.Piece:
    """A hero's figure, or the token of a Quest Creature."""
    seat, name, icon = one
    if name:
        return s.Piece(f"figure-{seat}", name, "figure", icon=icon, seat=seat)
    it = content.cards[seat]
    cv = s.Number("CV", it.cv, CV)
    return s.Piece(f"token-{seat}", it.name, "token", numbers=(cv,), icon=it.icon, palette=it.palette)


def stander(g: G, hero: Hero) -> Occupant:
    """A hero as who stands on a point."""
    return hero.seat, names.hero_name(g, hero.seat), g.content.cards[hero.klass].icon


# ---- battle ----


def contest(g: G, seat: int | None, battle: Battle) -> s.Contest:
    """The battle at hand: both sums spelled out, seven named steps, the verdict in words."""
    state, content = g.state, g.content
    hero = state.heroes[battle.seat]
    fight = state.challenge if battle.source == "quest" else None
    ours, theirs = board.final_cvs(g, battle)
    parts = _named(content, board.hero_sum(g, battle))
    parts += [("On the roll", battle.hero_plus)] * bool(battle.hero_plus)
    it = content.cards[battle.creature]
    foe = [(str(it.name), it.cv)] + [("This battle", battle.creature_cv)] * bool(battle.creature_cv)
    floor = board.creature_cv(g, battle) - it.cv - battle.creature_cv
    foe += [("Not below 0", floor)] * bool(floor)
    foe += [("On the roll", battle.creature_plus)] * bool(battle.creature_plus)
    fighter = replace(standee(content, stander(g, hero)), id=f"fighter-{hero.seat}", kind="character")
    return s.Contest(
        "battle",
        f"{names.hero_name(g, hero.seat)} against {names.foe_name(g, battle.creature)}",
        sides=(
            s.Side(
                fighter,
                tuple(parts),
                str(battle.hero_roll or ""),
                ours if battle.hero_roll else None,
                fight.wins if fight else 0,
            ),
            s.Side(
                face(content, battle.creature),
                tuple(foe),
                str(battle.creature_roll or ""),
                theirs if battle.creature_roll else None,
                fight.losses if fight else 0,
            ),
        ),
        steps=names.STEPS,
        at=6 if battle.result else max(0, battle.step - 1),
        verdict=log.verdict(g, seat),
    )


_OTHER_PARTS = {
    0: "Experience", board.THIS_BATTLE: "This battle", board.THIS_TURN: "This turn", board.THIS_FIGHT: "This fight",
}  # fmt: skip


def _named(content: Content, parts: Iterable[tuple[int, int]]) -> list[tuple[str, int]]:
    """The parts of a sum by name; a card's second mention is the weight of Heavy armor."""
    seen: set[int] = set()
    out = []
    for n, cv in parts:
        name = "Heavy armor" if n in seen else _OTHER_PARTS.get(n) or str(content.cards[n].name)
        out.append((name, cv))
        seen.add(n)
    return out


# ---- players ----


def plate(g: G, viewer: int | None, hero: Hero) -> s.Seat:
    """A seat plate: the counters that everybody sees, and what lies before the player."""
    content, tables, seat = g.content, g.content.tables, hero.seat
    name = names.hero_name(g, seat)
    if not hero.character:
        chooses = bool(g.state.order) and g.state.order[0] == seat
        return s.Seat(seat, name, numbers=(s.Number("XP", hero.xp, XP, tables.xp_goal),), acting=chooses)
    klass = content.cards[hero.klass]
    solo = len(g.state.heroes) == 1
    cv_parts = tuple(board.cv_parts(g, hero))
    cv = cv_sum(content, cv_parts)[1]
    held = len(hero.hand), len(hero.quests), len(hero.tokens)
    return s.Seat(
        seat=seat,
        name=name,
        role=klass.name,
        icon=klass.icon,
        numbers=counters(content, solo, hero.xp, cv, hero.gp, held, hero.luck),
        meter=meter(g, hero),
        acting=not g.state.how and bool(g.state.turn.number) and g.state.turn.seat == seat,
        parts=(mat(g, hero, cv_parts), pool(g, hero), hand(g, viewer, hero)),
    )


@kept
def counters(
    content: Content, solo: bool, xp: int, cv: int, gp: int, held: tuple[int, int, int], luck: int
) -> tuple[s.Number, ...]:
    """What a plate counts. held: cards in hand, Quest Events, Quest Creatures."""
    tables = content.tables
    hand, quests, tokens = held
    return (
        s.Number("XP", xp, XP, tables.xp_goal),
        s.Number("CV", cv, CV),
        s.Number("GP", gp, GP),
        s.Number("Hand", hand, HAND),
        s.Number("Quest Events", quests, QUESTS, 1 if solo else tables.quest_goal),
        s.Number("Quest Creatures", tokens, TOKENS, 3 if solo else 0),
        s.Number("Luck", luck, LUCK, 1),
    )


def meter(g: G, hero: Hero) -> int:
    """How far a hero is on the nearest way to victory, 0 to 100."""
    tables = g.content.tables
    if len(g.state.heroes) == 1:
        return min(3, len(hero.tokens)) * 25 + min(1, len(hero.quests)) * 25
    legend = hero.xp * 75 // tables.xp_goal + 25 * bool(hero.tokens)
    quests = min(100, 100 * len(hero.quests) // tables.quest_goal)
    informant = 0
    if g.content.cards[hero.klass].special_victory:
        informant = min(20, hero.xp) * 50 // 20 + 25 * min(2, len(hero.quests))
    return max(legend, quests, informant)


def mat(g: G, hero: Hero, cv_parts: tuple[tuple[int, int], ...]) -> s.Mat:
    """The Character Board with every slot, and its sums spelled out; `cv_parts` as the board has them."""
    gear, skills = (tuple(hero.gear), tuple(hero.enchants)), tuple([tuple(stack) for stack in hero.skills])
    return mat_of(g.content, hero.seat, hero.character, hero.klass, hero.basic, gear, skills, sums(g, hero, cv_parts))


@kept
def mat_of(
    content: Content,
    seat: int,
    character: int,
    klass: int,
    basic: int,
    gear: tuple[tuple[int, ...], tuple[int, ...]],
    skills: tuple[tuple[int, ...], ...],
    sums: Sums,
) -> s.Mat:
    """The same by what lies on it."""
    slots = (
        *gear_slots(content, seat, *gear),
        *skill_slots(content, seat, skills),
        *person_slots(content, seat, character, klass, basic),
    )
    return s.Mat(f"mat-{seat}", f"{content.cards[character].name}'s board", seat, slots, sums)


@kept
def gear_slots(content: Content, seat: int, gear: tuple[int, ...], enchants: tuple[int, ...]) -> tuple[s.Slot, ...]:
    """The slots of gear and items, with what is attached."""
    slots = []
    one = gear[HAND_1]
    for n, (card, attached) in enumerate(zip(gear, enchants, strict=True)):
        pieces = [laid(content, card, seat)] if card else []
        if attached:
            pieces.append(laid(content, attached, seat, "attached"))
        blocked = n == HAND_2 and bool(one) and content.cards[one].two_handed
        icon = SLOT_ICONS[n] if n < len(SLOT_ICONS) else ITEM_ICON
        slots.append(s.Slot(slot_id(seat, n), names.slot_name(n), icon, tuple(pieces), blocked))
    return tuple(slots)


@kept
def skill_slots(content: Content, seat: int, skills: tuple[tuple[int, ...], ...]) -> tuple[s.Slot, ...]:
    """The stacks of Skills and Curses."""
    slots = []
    for n, stack in enumerate(skills):
        pieces = [laid(content, card, seat) for card in stack]
        if len(stack) > 1 and content.cards[stack[0]].category == "skill":
            pieces[0] = laid(content, stack[0], seat, "covered")
        slots.append(s.Slot(skill_id(seat, n), f"Skill {n + 1}", SKILL_ICON, tuple(pieces)))
    return tuple(slots)


@kept
def person_slots(content: Content, seat: int, character: int, klass: int, basic: int) -> tuple[s.Slot, ...]:
    """Who the hero is."""
    klasses = [laid(content, klass, seat)]
    if klass != basic:
        klasses.insert(0, laid(content, basic, seat, "covered"))
    return (
        s.Slot(f"character-{seat}", "Character", "person", (laid(content, character, seat),)),
        s.Slot(f"class-{seat}", "Class", content.cards[klass].icon, tuple(klasses)),
    )


def sums(g: G, hero: Hero, cv_parts: tuple[tuple[int, int], ...]) -> Sums:
    """CV, Travel, Escape and the hand limit, each with what makes it up."""
    content = g.content
    on = tuple(board.active(g, hero))
    return (
        cv_sum(content, cv_parts),
        travel_sum(content, on, board.travel_bonus(g, hero)),
        escape_sum(content, on, board.escape_bonus(g, hero)),
        limit_sum(content, on, board.hand_limit(g, hero)),
    )


@kept
def cv_sum(content: Content, parts: tuple[tuple[int, int], ...]) -> Sum:
    """The CV track (NV-BOARD-10), which does not go below 0 (NV-GAP-88)."""
    told = _named(content, parts)
    cv = sum([k for _, k in told])
    return "CV", max(0, cv), (*told, *[("Not below 0", -cv)] * (cv < 0))


@kept
def travel_sum(content: Content, on: tuple[int, ...], bonus: int) -> Sum:
    """on: the cards that count."""
    from .travel import BASE_MOVES

    cards = content.cards
    told = [(cards[n].name, cards[n].travel) for n in on if cards[n].travel]
    return "Travel", BASE_MOVES + bonus, (("Base", BASE_MOVES), *told)


@kept
def escape_sum(content: Content, on: tuple[int, ...], bonus: int) -> Sum:
    cards = content.cards
    told = [(cards[n].name, cards[n].escape) for n in on if cards[n].escape]
    rest = bonus - sum(k for _, k in told)
    return "Escape", bonus, (*told, *[("By conditions", rest)] * bool(rest))


@kept
def limit_sum(content: Content, on: tuple[int, ...], limit: int) -> Sum:
    cards = content.cards
    told = [(cards[n].name, cards[n].hand_limit) for n in on if cards[n].hand_limit]
    return "Hand limit", limit, (("Base", content.tables.hand_limit), *told)


def pool(g: G, hero: Hero) -> s.Pool:
    """The tokens before a player: Luck, Explore, quest tokens; and the completed Quest Events."""
    return pool_of(g.content, hero.seat, bool(hero.luck), hero.explore_x, tuple(hero.tokens), tuple(hero.quests))


@kept
def pool_of(
    content: Content, seat: int, luck: bool, crossed: bool, tokens: tuple[int, ...], quests: tuple[int, ...]
) -> s.Pool:
    """The same by what it holds. crossed: the Explore token lies on its X."""
    spent, side = "" if luck else "spent", "x" if crossed else ""
    pieces = [
        s.Piece(f"luck-{seat}", "Luck", "token", icon=LUCK, seat=seat, rules=("NV-ROLL-6",), note=spent),
        s.Piece(f"explore-{seat}", "Explore", "token", icon="compass", seat=seat, rules=("NV-EXPLORE-2",), note=side),
    ]
    pieces += [replace(face(content, n), id=f"token-{n}", kind="token", seat=seat) for n in tokens]
    pieces += [laid(content, n, seat) for n in quests]
    return s.Pool(f"tokens-{seat}", "Tokens", pieces=tuple(pieces))


def knows(g: G, viewer: int | None, hero: Hero, card: int) -> bool:
    """The viewer knows that this card is in this hero's hand; a spectator knows what everybody knows."""
    if viewer == hero.seat:
        return True
    mask = g.state.known.get(card, 0)
    everybody = mask | 1 << hero.seat == (1 << 5) - 1
    return everybody or (viewer is not None and bool(mask >> viewer & 1))


def hand(g: G, viewer: int | None, hero: Hero) -> s.Hand:
    """A hand: faces of what the viewer knows first, then backs, told apart only by their deck."""
    content = g.content
    seen = tuple([card for card in hero.hand if knows(g, viewer, hero, card)])
    hidden = tuple(sorted([content.deck_of(card) for card in hero.hand if card not in seen]))
    note = "" if viewer == hero.seat else "seen"
    return hand_of(content, hero.seat, seen, note, hidden, board.hand_limit(g, hero))


@kept
def hand_of(
    content: Content, seat: int, seen: tuple[int, ...], note: str, hidden: tuple[str, ...], limit: int
) -> s.Hand:
    """The same by what is seen of it: cards, and the decks of the others."""
    pieces = [laid(content, card, seat, note) for card in seen]
    pieces += [back(f"hand-{seat}-{n}", deck, seat) for n, deck in enumerate(hidden)]
    return s.Hand(f"hand-{seat}", "Hand", seat, tuple(pieces), limit)


# ---- the end ----


def scores(g: G) -> s.Scores:
    """The table after the game."""
    rows = tuple(
        (
            hero.seat,
            (
                names.hero_name(g, hero.seat),
                str(hero.xp),
                str(len(hero.tokens)),
                str(len(hero.quests)),
                str(hero.gp),
                "won" if hero.seat == g.state.winner else "",
            ),
        )
        for hero in g.state.heroes
    )
    return s.Scores("scores", "Scores", ("Hero", "XP", "Quest Creatures", "Quest Events", "GP", ""), rows)
