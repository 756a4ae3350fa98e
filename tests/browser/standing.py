"""How a table may stand when a test begins: what `playing.lay` waits for."""

from __future__ import annotations

import msgspec

from hearthside.engine.prompt import prompt
from hearthside.engine.scene import Contest, Hand, Map
from hearthside.engine.table import Table


def hand(table: Table, seat: int) -> list[str]:
    """What a seat holds, by name."""
    plate = next(one for one in table.game.scene(table.g, seat).seats if one.seat == seat)
    return [card.face for part in plate.parts if isinstance(part, Hand) for card in part.pieces if card.face]


def _public(table: Table) -> str:
    scene = msgspec.json.encode(table.game.scene(table.g, None)).decode()
    return scene + "\n".join(table.game.say_event(table.g, entry, None) for entry in table.entries(None))


def secrets(table: Table) -> bool:
    """Both hold cards of which nobody else has heard."""
    names = [hand(table, seat) for seat in (0, 1)]
    public = _public(table)
    return (
        all(names) and not set(names[0]) & set(names[1]) and not any(name in public for held in names for name in held)
    )


def walking(table: Table) -> bool:
    """Ann may go to one place and not to another."""
    if table.asks[0].seat:
        return False
    spaces = {s.id for part in table.game.scene(table.g, 0).centre if isinstance(part, Map) for s in part.spaces}
    lit = {id_ for one in prompt(table, 0).lit for id_ in one.touches}
    refused = {id_ for one in table.game.refusals(table.g, table.asks[0]) for id_ in one.touches}
    return bool(spaces & lit) and bool(spaces & refused - lit)


def fighting(table: Table) -> bool:
    """Ann is asked in the middle of a battle."""
    contest = any(isinstance(part, Contest) for part in table.game.scene(table.g, 0).centre)
    return contest and table.asks[0].seat == 0 and len(table.asks[0].choices) > 1


def shopping(table: Table) -> bool:
    """Ann may go on, or do something that is hers to take back."""
    ask = table.asks[0]
    if ask.seat or len(ask.choices) < 3:
        return False
    fork = table.fork()
    fork.answer(ask.choices[0], 0)
    return not fork.over and fork.asks[0].seat == 0 and not fork.undo_needs(table.serial, 0)


def apart(table: Table) -> bool:
    """One is well ahead of the other, so that there are moments to tell of."""
    meters: list[int] = [plate.meter for plate in table.game.scene(table.g, None).seats]
    return max(meters) - min(meters) > 10


def handing(table: Table) -> bool:
    """Ann is asked, and whatever she answers Ben is asked next."""
    ask = table.asks[0]
    if ask.seat or ask.most > 1:
        return False
    for choice in ask.choices:
        fork = table.fork()
        fork.answer(choice, 0)
        if fork.over or [a.seat for a in fork.asks] != [1] or fork.asks[0].topic == "window":
            return False
    return True
