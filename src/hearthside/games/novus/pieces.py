"""The ids of what lies on the table, and which of it a choice touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import choices as c

if TYPE_CHECKING:
    from ...engine.ask import Ask
    from .context import G


def touches(g: G, ask: Ask, choice: Any) -> tuple[str, ...]:
    """The ids of the pieces, spaces, slots and piles of the scene that a choice touches."""
    seat = ask.seat
    match choice:
        case c.PickCharacter():
            return (card_id(choice.character),)
        case c.Equip():
            return (card_id(choice.card), slot_id(seat, choice.slot))
        case c.Advance():
            return _klass_ids(g, seat, choice.klass)
        case c.TakeCard() if ask.topic == "advance":
            return _klass_ids(g, seat, choice.card)
        case c.Unequip() | c.PlayCard() | c.UseAbility() | c.SpendEncounter() | c.Sell() | c.TakeCard():
            return (card_id(choice.card),)
        case c.BuyDraw() | c.DrawFrom():
            return (f"deck-{choice.deck}",)
        case c.Travel():
            return (f"figure-{seat}",)
        case c.Explore():
            return (f"explore-{seat}", g.content.points[g.state.heroes[seat].at].id)
        case c.MoveTo():
            return (g.content.points[choice.point].id,)
        case c.Stop():
            return (g.content.points[g.state.heroes[seat].at].id,)
        case c.Fight():
            return (card_id(g.state.battle.creature),) if g.state.battle is not None else ()
        case c.SpendLuck():
            return (f"luck-{seat}",)
        case c.TakeSeat():
            return (f"figure-{choice.seat}",)
        case c.TakeStack():
            return (skill_id(seat, choice.stack),)
        case c.Offer():
            return tuple(card_id(n) for n in (choice.give, choice.want) if n)
    return ()


def card_id(card: int) -> str:
    """The piece id of a card whose face is seen."""
    return f"card-{card}"


def slot_id(seat: int, slot: int) -> str:
    """The id of a gear slot."""
    return f"slot-{seat}-{slot}"


def skill_id(seat: int, stack: int) -> str:
    """The id of a skill slot."""
    return f"skill-{seat}-{stack}"


def _klass_ids(g: G, seat: int, klass: int) -> tuple[str, ...]:
    """The class in the pool; the back of one's own card is reached by the class slot."""
    return (card_id(klass),) if klass in g.state.pool else (f"class-{seat}",)
