"""What an Adventurer's text does: which is in force, and its numbers (LS-ROUND-7 to LS-ROUND-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .vocabulary import (
    Delay,
    ExtraVote,
    Forbid,
    HeadStart,
    IgnoreEmpty,
    KeepItem,
    PointsIfNone,
    PointsPer,
    PointsPerPair,
    SwapTile,
    TreatAs,
    UpgradeReady,
    VetoVote,
)

if TYPE_CHECKING:
    from .context import G
    from .library import Content
    from .state import Player


def in_force(g: G, player: Player) -> Iterator[Any]:
    """The effects that apply to a player: the penalty from the first won round on, the bonus from the second."""
    if player.wins and player.adventurer:
        card = g.content.adventurer(player.adventurer)
        yield card.penalty
        if player.wins > 1:
            yield from card.bonus


def total(g: G, player: Player, cls: type[Any], field: str) -> int:
    """The sum of a number over the effects of one verb that are in force."""
    return sum(getattr(effect, field) for effect in in_force(g, player) if effect.__class__ is cls)


def head_start(g: G, player: Player) -> int:
    """Seconds ahead of the others; a delay counts below 0 (LS-GAP-31)."""
    return total(g, player, HeadStart, "seconds") - total(g, player, Delay, "seconds")


def votes(g: G, player: Player) -> int:
    """How much a ballot of this player weighs; with two players always 1 (LS-DIG-13)."""
    return 1 + total(g, player, ExtraVote, "votes") if len(g.state.players) > 2 else 1


def vetoes(g: G, player: Player) -> int:
    return total(g, player, VetoVote, "count") - player.vetoes


def swaps(g: G, player: Player) -> int:
    return total(g, player, SwapTile, "count") - player.swaps


def ignored(g: G, player: Player) -> int:
    """Empty squares that don't count."""
    return total(g, player, IgnoreEmpty, "squares")


def ready_plus(g: G, player: Player) -> int:
    return total(g, player, UpgradeReady, "plus") if player.ready else 0


def keeps(g: G, player: Player) -> list[str]:
    """The kinds of which an item may be kept after Scoring."""
    return [effect.kind for effect in in_force(g, player) if effect.__class__ is KeepItem]


def treated(g: G, player: Player, kind: str) -> list[str]:
    """The kinds whose items count as `kind` where that earns points."""
    return [e.kind for e in in_force(g, player) if e.__class__ is TreatAs and e.as_kind == kind]


def barred(g: G, player: Player) -> list[str]:
    """The kinds that the text in force forbids."""
    return [effect.kind for effect in in_force(g, player) if effect.__class__ is Forbid]


def spoken_of(g: G, player: Player) -> list[str]:
    """The kinds in the texts in force: those of which step 1 asks (LS-GAP-29)."""
    found: dict[str, None] = {}
    for effect in in_force(g, player):
        match effect:
            case PointsPerPair():
                found.update(dict.fromkeys(effect.kinds))
            case Forbid() | PointsPer() | PointsIfNone():
                found[effect.kind] = None
            case _ if getattr(effect, "otherwise", 0):
                found[effect.kind] = None
    return list(found)


def dealt(content: Content, votes_matter: bool) -> list[int]:
    """The Adventurers that are dealt: without votes none whose whole bonus is about them."""
    cards = enumerate(content.adventurers, 1)
    return [n for n, card in cards if votes_matter or any(effect.when != "vote" for effect in card.bonus)]
