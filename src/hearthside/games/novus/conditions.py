"""Whether a card's condition holds, and whether a filter takes a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import board
from .state import BODY, SLOT_INDICES, Battle, Hero
from .vocabulary import ALWAYS, Filter, If

if TYPE_CHECKING:
    from .context import G

# A condition, by its id, with the checks it asks for.
_PARTS: dict[int, tuple[If, list[tuple[Any, Any]]]] = {}


def holds(g: G, hero: Hero, cond: If, battle: Battle | None) -> bool:
    """Every given part of the condition holds for the hero (and for the creature of the battle, where it is meant)."""
    if cond is ALWAYS:
        return True
    parts = _PARTS.get(id(cond))
    if parts is None:
        parts = _PARTS[id(cond)] = _parts(cond)
    for check, value in parts[1]:  # noqa: SIM110 - a plain loop is faster here
        if not check(g, hero, battle, value):
            return False
    return True


def _parts(cond: If) -> tuple[If, list[tuple[Any, Any]]]:
    """The checks that a condition asks for; the condition is kept, so that its id stays its own."""
    return cond, [(_CHECK[name], value) for name, value in given(cond)]


def given(cond: If) -> list[tuple[str, Any]]:
    """The parts that a condition gives, as (field, value)."""
    pairs = [(name, getattr(cond, name)) for name in If.__struct_fields__]
    return [(name, value) for name, value in pairs if value is not None]


def _kind(g: G, hero: Hero) -> set[str]:
    kind = g.content.points[hero.at].kind
    return {kind, "city"} if kind == "class" else {kind}


def _phase(g: G) -> str:
    stage = g.state.turn.stage
    if stage in ("preparation", "recovery"):
        return stage
    return "recovery" if stage == "end" else "adventure"


def _slot_cards(hero: Hero, slot: str) -> list[int]:
    return [hero.gear[n] for n in SLOT_INDICES[slot] if n < len(hero.gear)]


def _behind(g: G, hero: Hero, battle: Battle | None, want: bool) -> bool:
    if battle is None or not battle.hero_roll or not battle.creature_roll:
        return False
    ours, theirs = board.final_cvs(g, battle)
    return (ours < theirs) == want


def _gear(g: G, hero: Hero) -> list[int]:
    return [n for n in hero.gear if n]


_CHECK = {
    "xp_at_least": lambda g, h, b, v: h.xp >= v,
    "xp_at_most": lambda g, h, b, v: h.xp <= v,
    "gp_at_least": lambda g, h, b, v: h.gp >= v,
    "gp_at_most": lambda g, h, b, v: h.gp <= v,
    "icon": lambda g, h, b, v: v in g.content.cards[h.klass].icons,
    "creature": lambda g, h, b, v: b is not None and g.content.cards[b.creature].type in v,
    "creature_cv_at_least": lambda g, h, b, v: b is not None and g.content.cards[b.creature].cv >= v,
    "flying": lambda g, h, b, v: b is not None and g.content.cards[b.creature].flying == v,
    "quest_creature": lambda g, h, b, v: b is not None and (b.source == "quest") == v,
    "at": lambda g, h, b, v: bool(_kind(g, h).intersection(v)),
    "region": lambda g, h, b, v: g.content.points[h.at].region in v,
    "point": lambda g, h, b, v: g.content.points[h.at].id in v,
    "hand_at_least": lambda g, h, b, v: len(h.hand) >= v,
    "hand_at_most": lambda g, h, b, v: len(h.hand) <= v,
    "filled": lambda g, h, b, v: all(any(_slot_cards(h, s)) for s in v),
    "empty": lambda g, h, b, v: not any(any(_slot_cards(h, s)) for s in v),
    "weapons_at_least": lambda g, h, b, v: board.count(g, h, "weapon") >= v,
    "two_handed": lambda g, h, b, v: any(g.content.cards[n].two_handed for n in _gear(g, h)) == v,
    "magical_at_least": lambda g, h, b, v: board.count(g, h, "magical") >= v,
    "allies_at_least": lambda g, h, b, v: board.count(g, h, "ally") >= v,
    "heavy": lambda g, h, b, v: bool(h.gear[BODY] and g.content.cards[h.gear[BODY]].weight == "heavy") == v,
    "skills_at_least": lambda g, h, b, v: board.count(g, h, "skill") >= v,
    "cursed": lambda g, h, b, v: bool(board.curses(g, h)) == v,
    "tokens_at_least": lambda g, h, b, v: len(h.tokens) >= v,
    "quests_at_least": lambda g, h, b, v: len(h.quests) >= v,
    "own_turn": lambda g, h, b, v: (g.state.turn.seat == h.seat) == v,
    "phase": lambda g, h, b, v: _phase(g) in v,
    "won_this_turn": lambda g, h, b, v: (
        g.state.turn.seat == h.seat and any(g.content.cards[n].type in v for n in g.state.turn.wins)
    ),
    "wins_this_turn": lambda g, h, b, v: g.state.turn.seat == h.seat and len(g.state.turn.wins) >= v,
    "tried_escape": lambda g, h, b, v: b is not None and b.tried == v,
    "behind": _behind,
    "company": lambda g, h, b, v: any(o.at == h.at for o in g.state.heroes if o.seat != h.seat) == v,
}
assert set(_CHECK) == set(If.__struct_fields__)


def fitting(g: G, want: Filter) -> frozenset[int]:
    """All cards that a filter takes."""
    found = g.content.fitting.get(id(want))
    if found is None:
        cards = [n for n, it in enumerate(g.content.cards) if hasattr(it, "kind") or hasattr(it, "category")]
        found = g.content.fitting[id(want)] = want, frozenset(n for n in cards if matches(g, n, want))
    return found[1]


def matches(g: G, card: int, want: Filter) -> bool:
    """A card is what a filter asks for."""
    it = g.content.cards[card]
    adventure = card <= g.content.adventure[-1]
    if want.deck is not None and (want.deck == "adventure") != adventure:
        return False
    if want.category is not None and (not adventure or it.category not in want.category):
        return False
    if adventure:
        return want.kind is None and want.slot is None and not want.magical
    if want.kind is not None and it.kind not in want.kind:
        return False
    if want.slot is not None and it.slot not in want.slot:
        return False
    return want.magical is None or it.magical == want.magical
