"""Whether classes and characters are the ledger's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..cards import Character, Klass
from ..library import Content
from ..vocabulary import BattleCv, Discard
from .composition import ADVANCED, BACKS, BASIC, HEROES, amount, cards_of, find, seed


def classes(content: Content) -> Iterator[str]:
    """Basic and Advanced Classes: icons, backs, how each advances."""
    klasses: list[Klass] = cards_of(content.klasses, content)
    pool = [klass for klass in klasses if not klass.basic and not klass.only_for]
    yield from amount("shared Advanced Classes", len(pool), len(ADVANCED))
    for name, (icon, advance) in BASIC.items():
        basic = find(klasses, name)
        yield from seed("class", name, basic)
        if basic and (basic.basic, basic.icons, basic.advance) != (True, (icon,), advance):
            yield f"The class {name} is not a Basic Class with the icon {icon} that advances by {advance}."
    for name, icons in ADVANCED.items():
        shared = find(klasses, name)
        if shared is None:
            yield f"No class is called {name}."
        elif shared.basic or shared.icons != icons:
            yield f"The class {name} is not an Advanced Class with the icons {', '.join(icons)}."
    for name in BACKS.values():
        yield from seed("class", name, find(klasses, name))
    heroes: dict[str, Character] = {who.id: who for who in cards_of(content.characters, content)}
    by_id = {klass.id: klass for klass in klasses}
    backs = {klass.back: klass for klass in klasses if klass.back}
    for klass in klasses:
        who = f"The class {klass.name}"
        if not klass.icons:
            yield f"{who} has no class icon."
        if klass.basic:
            yield from _advance(klass, by_id, pool)
        elif klass.back or klass.advance:
            yield f"{who} is an Advanced Class and cannot advance."
        if klass.only_for:
            front = backs.get(klass.id)
            owner = heroes.get(klass.only_for)
            if owner is None:
                yield f"{who} is only for {klass.only_for}, who is no character."
            elif front is None or owner.klass != front.id:
                yield f"{who} is only for {owner.name}, whose Basic Class has another back."
        if klass.special_victory != (klass.name == "Informant"):
            yield f"{who} has the wrong word on a victory of its own, which the Informant alone has."
    for name, back in BACKS.items():
        front = find(klasses, name)
        if front and getattr(by_id.get(front.back), "name", "") != back:
            yield f"The class {name} has not {back} on its back."
    yield from _knight(find(klasses, "Knight"))
    priest = find(klasses, "Priest")
    if priest and not priest.immune:
        yield "The class Priest can be cursed, but it is shielded."


def _advance(klass: Klass, by_id: dict[str, Klass], pool: list[Klass]) -> Iterator[str]:
    who = f"The class {klass.name}"
    if klass.only_for:
        yield f"{who} is a Basic Class and cannot be the back of a card."
    if bool(klass.back) != (klass.advance in ("back", "both")):
        yield f"{who} has a back it may not advance to, or none where it may."
    if klass.back and (klass.back not in by_id or not by_id[klass.back].only_for):
        yield f"{who} has {klass.back} on its back, which is no Advanced Class of one character."
    if klass.advance in ("icon", "both"):
        matches = sum(bool(set(klass.icons) & set(other.icons)) for other in pool)
        if matches < 3:
            yield f"{who} finds only {matches} Advanced Classes with its icon, not 3."


def _knight(knight: Klass | None) -> Iterator[str]:
    """NV-CLASS-7 to NV-CLASS-9."""
    if knight is None:
        return
    if (knight.cv, knight.escape) != (3, -2):
        yield "The class Knight has not CV +3 and Escape -2."
    manoeuvre = next((a for a in knight.abilities if a.name == "Expert Maneuvers"), None)
    if manoeuvre is None or (manoeuvre.when, manoeuvre.cost, manoeuvre.do, manoeuvre.uses) != (
        ("step_6", (Discard(n=1),), (BattleCv(n=2),), "round")
    ):
        yield "The class Knight lacks Expert Maneuvers: discard 1 card for +2 CV, once a round in step 6."


def characters(content: Content) -> Iterator[str]:
    """Each character has one Basic Class, and each class one character."""
    by_id: dict[str, Klass] = {klass.id: klass for klass in cards_of(content.klasses, content)}
    characters: list[Character] = cards_of(content.characters, content)
    for who in characters:
        klass = by_id.get(who.klass)
        if klass is None or not klass.basic:
            yield f"The character {who.name} has {who.klass} on the back, which is no Basic Class."
        elif who.start_cv != klass.cv:
            yield f"The character {who.name} starts with CV +{who.start_cv}, but the class gives +{klass.cv}."
        if not who.title.startswith(who.name):
            yield f"The character {who.name} has a title that does not begin with the name."
    played = Counter(who.klass for who in characters)
    for klass in by_id.values():
        if klass.basic and played[klass.id] != 1:
            yield f"The class {klass.name} belongs to {played[klass.id]} characters, not to 1."
    for name, klass_name in HEROES.items():
        hero = find(characters, name)
        yield from seed("character", name, hero)
        if hero and getattr(by_id.get(hero.klass), "name", "") != klass_name:
            yield f"The character {name} is no {klass_name}."
