"""Hints: what a bot would do on a person's seat, told to that person alone. A hint never answers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ..bots import Advice, advise
from ..bots.advice import say
from ..engine.ask import Ask
from ..engine.errors import Refused
from ..engine.scene import Lit
from .live import Live, encode
from .messages import Advice as Told
from .messages import Advised
from .messages import Refused as No
from .passing import passed_for

if TYPE_CHECKING:
    from .socket import Client

log = logging.getLogger("hearthside.server")


async def hint(client: Client, live: Live, seat: int, serial: int) -> None:
    """Has a bot think about the seat's open question, beside everything else. Needs the lock.

    What it finds is sent to this browser alone, unless the question has changed meanwhile.

    Raises:
        Refused: hints are off, the seat is not asked, or too much is asked for at once.
    """
    hub, ask = live.hub, _asked(live, seat)
    if not live.row.hints:
        raise Refused("The host has switched hints off at this table.")
    if not hub.settings.hint:
        raise Refused("This server gives no hints.")
    table = live.playing()
    if ask is None:
        raise Refused(f"{live.name(seat)} is not asked now.")
    if serial != live.number and not live.offers.offered(serial, seat):
        return  # it was about another question
    if seat in live.hinting:
        raise Refused("The bot is still thinking about it.")
    if not live.hints.take(str(seat)):
        raise Refused("That is a lot of hints at once; wait a little.")
    live.hinting.add(seat)
    hub.later(_think(client, live, seat, ask, table.fork()))


async def _think(client: Client, live: Live, seat: int, ask: Ask, fork: Any) -> None:
    spec, given, epoch = live.hub.settings.hint, _given(live, seat), live.epoch
    try:
        found = await live.hub.ponder(lambda: advise(fork, seat, spec))
    except Refused as error:
        client.post(encode(No(reason=str(error))))
        return
    except Exception as error:
        log.warning("hint_failed", extra={"table": live.row.id, "why": f"{type(error).__name__}: {error}"})
        client.post(encode(No(reason="The bot finds no hint here.")))
        return
    finally:
        live.hinting.discard(seat)
    async with live.lock:
        await live.ready()
        now = _asked(live, seat)
        if now is None or client.seat != seat or seat not in client.held:
            return
        if (given, epoch) != (_given(live, seat), live.epoch) or _matter(now) != _matter(ask):
            return  # the question has changed
        told = _told(live, now, found)
        if told is not None:
            client.post(encode(told))


def _asked(live: Live, seat: int) -> Ask | None:
    """The open question of a seat that a person answers."""
    table = live.table
    if table is None or table.over or live.row.life != "playing" or live.seats[seat].away:
        return None
    return None if passed_for(live, seat) else table.ask_of(seat)


def _given(live: Live, seat: int) -> int:
    return sum(1 for _, one in live.by if one == seat)


def _matter(ask: Ask) -> tuple[str, str, Any]:
    """What a question is about: the same as long as only others answer."""
    return ask.topic, ask.rule, ask.about


def _told(live: Live, ask: Ask, found: Advice) -> Told | None:
    """A hint on the wire; None if something of it is not offered any more."""
    game, table = live.game, live.opened
    at = {}
    wanted = [one for pick in found.picks for one in (pick.choice if ask.most > 1 else [pick.choice])]
    for choice in wanted:
        if choice not in ask.choices:
            return None
        n = next(n for n in range(len(ask.choices)) if ask.choices[n] == choice)
        at[choice] = Lit(
            n, say(game, table, ask, [choice] if ask.most > 1 else choice), game.touches(table.g, ask, choice)
        )
    picks = tuple(
        Advised(
            lit=tuple(at[one] for one in (pick.choice if ask.most > 1 else [pick.choice])),
            words=say(game, table, ask, pick.choice),
            tries=pick.tries,
            chance=pick.chance,
        )
        for pick in found.picks
    )
    return Told(serial=live.number, words=found.words, tries=found.tries, picks=picks)
