"""Nothing hidden reaches a browser that may not know it: what a seat is sent does not change when what it can't know
is dealt anew."""

from __future__ import annotations

import asyncio
import functools
import re
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.channels import ChannelsPlugin

from hearthside.bots import make, stream
from hearthside.engine.chance import Chance
from hearthside.engine.game import Context
from hearthside.engine.ledger import read_ledger
from hearthside.engine.table import Table
from hearthside.games.novus import scene as novus_scene
from hearthside.games.novus.game import Novus
from hearthside.server.backends import backend_for
from hearthside.server.hub import NEWS, Hub
from hearthside.server.live import Live
from hearthside.server.messages import Answer, Consent, Join, Passing, SetPassing, TakeBack
from hearthside.server.settings import Settings
from hearthside.server.store import SeatRow, Store, TableRow
from hearthside.server.views import lines_of

from .house import Eye, house, table


def live_of(folder: Path, seats: int, seed: str, **options: Any) -> Live:
    """A table in memory, with people on all seats."""
    settings = Settings(db=str(folder / "leak.sqlite"))
    store = Store(settings.db)
    hub = Hub(settings, store, ChannelsPlugin(backend_for(store, False), channels=[NEWS]))
    said = msgspec.json.encode(options).decode()
    row = TableRow("leaks", "novus", "", False, "playing", said, seats, msgspec.json.encode(seed).decode(), 0, 0, 0, 0)
    live = Live(hub, row, [SeatRow("leaks", n, "person", f"P{n}") for n in range(seats)])
    live._open()
    return live


def sent(live: Live, table: Table, log: list[Any], seat: int | None) -> bytes:
    """All that a view is sent on joining, were the table this one."""
    real, live.table = live.table, table
    try:
        view = live.whole(seat)
        # whether taking back is free hangs on the past, which a fork does not keep
        view = msgspec.structs.replace(view, undo=type(view.undo)())
        return msgspec.json.encode((view, lines_of(table, log, seat)))
    finally:
        live.table = real


@pytest.mark.parametrize("seats,seed", [(2, "a"), (4, "b"), pytest.param(5, "c", marks=pytest.mark.slow)])
def test_messages_are_the_same_whatever_is_hidden(tmp_path: Path, seats: int, seed: str) -> None:
    live = live_of(tmp_path, seats, seed, rounds=12)
    table = live.opened
    bots, dice = [make("random") for _ in range(seats)], [stream(seed, n) for n in range(seats)]
    every = 0
    while not table.over:
        ask = table.asks[-1]
        table.answer(bots[ask.seat].choose(table, ask, dice[ask.seat]), ask.seat)
        live.number += 1
        live.by.append(("person", ask.seat))
        every += 1
        if every % 17 or table.over:
            continue
        for seat in (*range(seats), None):
            fork = table.fork()
            before = sent(live, fork, table.log or [], seat)
            table.game.redeal(fork.g, seat, Chance(Random(f"{every} {seat}").random))
            assert sent(live, fork, table.log or [], seat) == before, f"seat {seat} after {every} answers"


class Watched(Eye):
    """A browser whose every message is searched, as it is sent, for what its seat may not know."""

    def __init__(self, hub: Hub, seat: int | None, secrets: Secrets) -> None:
        super().__init__(hub, seat)
        self.secrets = secrets

    def post(self, data: bytes) -> None:
        self.secrets.search(self.seat, data)
        self.got = [data]


class Split(msgspec.Struct):
    """What a message says of the present, beside all that it says of the past."""

    type: str
    view: msgspec.Raw = msgspec.Raw(b"null")


split = msgspec.json.Decoder(Split).decode
FACES, IDS = re.compile(rb'"face":"([^"]+)"'), re.compile(rb'"card-(\d+)"')
WORDS = re.compile(rb"[A-Z][a-z]+")


class Secrets:
    """The cards of a table that a seat cannot know, read from the state alone: neither scene nor log is asked."""

    def __init__(self, live: Live) -> None:
        self.live = live
        content = live.opened.g.content
        self.names = {n: card.name.encode() for n, card in enumerate(content.cards) if card is not None}
        # a name that the print of other cards, of places or of the rules holds tells nothing in a sentence
        self.first = first_words(content)
        self.known: dict[int | None, set[bytes]] = {}
        self.found: list[str] = []
        self.messages: Counter[str] = Counter()

    def hidden(self, seat: int | None) -> set[int]:
        """The cards in decks and in other hands that this seat has not been shown."""
        state, full = self.live.opened.g.state, (1 << 5) - 1
        bit = full if seat is None else 1 << seat
        found: set[int] = set()
        for deck in (state.adventure, state.reward, state.encounter):
            found |= {n for n in deck.cards if deck.known.get(n, 0) & bit != bit}
        for hero in state.heroes:
            if hero.seat != seat:
                found |= {n for n in hero.hand if (state.known.get(n, 0) | 1 << hero.seat) & bit != bit}
        return found

    def search(self, seat: int | None, data: bytes) -> None:
        """Notes what a message tells a seat (None: a spectator) that it cannot know."""
        message = split(data)
        self.messages[message.type] += 1
        if self.live.table is None or message.type == "pong":
            return
        hidden = self.hidden(seat)
        names = {self.names[n] for n in hidden}
        known = self.known.setdefault(seat, set())
        known |= {*self.names.values()} - names  # whatever lay open once may be spoken of for ever
        view = bytes(message.view)
        told = names & {*FACES.findall(view)} | {self.names[int(n)] for n in IDS.findall(view) if int(n) in hidden}
        for word in {*WORDS.findall(data)} & self.first.keys():
            told |= {name for name in self.first[word] if name not in known and name in data}
        if told:
            self.found.append(f"{message.type} to {seat} at {self.live.number}: {sorted(told)}")


@functools.cache
def first_words(content: Any) -> dict[bytes, list[bytes]]:
    """The names of cards that nothing but the card itself prints, by their first words."""
    cards = [card for card in content.cards if card is not None]
    shown = [novus_scene.face(content, n) for n, card in enumerate(content.cards) if card is not None]
    texts = [" ".join((*piece.lines, piece.flavour)) for piece in shown]
    spaces = [novus_scene._bare_space(content, n) for n in range(len(content.points))]
    texts += [" ".join((space.name, *space.lines)) for space in spaces]
    assert Novus.ledger is not None
    texts += [rule.text for rule in read_ledger(Novus.ledger).rules]
    print_ = " ".join(texts)
    found: dict[bytes, list[bytes]] = {}
    for card in cards:
        if card.name not in print_:
            name = card.name.encode()
            found.setdefault(WORDS.findall(name)[0], []).append(name)
    return found


def nothing(live: Live, eyes: list[Watched]) -> None:
    """No further look."""


async def play_watched(hub: Hub, n: int, pulse: Callable[[Live, list[Watched]], None] = nothing) -> Secrets:
    """A short game of random people at all seats with all that happens at a table: spectators, late joiners, undo by
    consent, answers that are refused, seats that others try to look at."""
    dice, seats = Random(f"leaks {n}"), 2 + n % 4
    options = {"rounds": 1 + (n % 25 == 0), "characters": "random", "trading": n % 3 == 0}
    live = await hub.get(await table(hub, "novus", seats, f"leaks {n}", options=options))
    secrets = Secrets(live)
    eyes = [Watched(hub, seat, secrets) for seat in (*range(seats), None)]
    for eye in eyes:
        await eye.send(live, Join(seat=eye.at))
        if eye.at is not None and dice.random() < 0.5:
            await eye.send(live, SetPassing(passing=Passing(others=False)))
    while not live.opened.over:
        await asyncio.sleep(0)
        chance = dice.random()
        eye = dice.choice(eyes)
        if chance < 0.06:
            await eye.send(live, Answer(serial=live.number, n=dice.choice((0, 99, [0, 1]))))
        elif chance < 0.09:
            await eye.send(live, Join(seat=dice.randrange(seats)))  # taken if it is the browser's own
        elif chance < 0.12:
            late = Watched(hub, eye.at, secrets)
            await late.send(live, Join(seat=eye.at))
            late.leave(live)
        elif chance < 0.16 and eye.at is not None:
            await eye.send(live, TakeBack())
            for other in eyes[:-1]:
                await other.send(live, Consent(number=live.number, agree=True))
        for ask in live.opened.asks[-1:]:
            count = len(ask.choices)
            pick = dice.sample(range(count), dice.randint(ask.least, min(ask.most, count)))
            await eyes[ask.seat].send(live, Answer(serial=live.number, n=pick[0] if ask.most == 1 else pick))
        pulse(live, eyes)
    for eye in eyes:
        await eye.send(live, Join(seat=eye.at))
        eye.leave(live)
    return secrets


@pytest.mark.slow
async def test_no_message_of_200_games_tells_a_seat_what_it_may_not_know(tmp_path: Path) -> None:
    messages: Counter[str] = Counter()
    async with house(tmp_path / "leaks.sqlite") as hub:
        for first in range(0, 200, 20):
            games = [play_watched(hub, n, redealt if n % 10 == 0 else nothing) for n in range(first, first + 20)]
            for n, secrets in enumerate(await asyncio.gather(*games), first):
                assert not secrets.found, f"game {n}: {secrets.found[:5]}"
                messages += secrets.messages
    assert min(messages[kind] for kind in ("welcome", "refused", "facts", "over")) > 500
    assert messages["update"] > 10_000


def redealt(live: Live, eyes: list[Watched]) -> None:
    """Now and then: whatever is hidden from a view, it is sent the same."""
    table = live.opened
    if table.over or table.serial % 7:
        return
    for eye in eyes:
        fork = table.fork()
        before = sent(live, fork, table.log or [], eye.seat)
        table.game.redeal(fork.g, eye.seat, Chance(Random(f"{table.serial} {eye.seat}").random))
        assert sent(live, fork, table.log or [], eye.seat) == before, f"seat {eye.seat} after {table.serial} answers"


@pytest.mark.parametrize("leak", ["scene", "log", "words"])
async def test_the_search_finds_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """A scene that shows other hands, a log that tells everybody who drew what, a prompt that names the top card."""
    hand = novus_scene.hand
    if leak == "scene":
        monkeypatch.setattr(novus_scene, "hand", lambda g, seat, hero: hand(g, hero.seat, hero))
    elif leak == "log":
        log = Context.log
        monkeypatch.setattr(Context, "log", lambda g, event, rule, to=None: log(g, event, rule))
    else:
        monkeypatch.setattr(Novus, "say_hint", lambda _, g, ask: g.content.cards[g.state.reward.cards[-1]].name)
    async with house(tmp_path / "leaks.sqlite") as hub:
        secrets = await play_watched(hub, 1)
    assert secrets.found


def test_one_secret_in_a_sentence_is_enough(tmp_path: Path) -> None:
    live = live_of(tmp_path, 2, "a", characters="random")
    secrets = Secrets(live)
    searched = {*chain.from_iterable(secrets.first.values())}
    state, cards = live.opened.g.state, live.opened.g.content.cards
    secrets.search(0, b'{"type":"update","view":{},"log":[{"text":"Nothing."}]}')
    assert not secrets.found
    card = next(n for n in state.adventure.cards if cards[n].name.encode() in searched)
    secrets.search(0, msgspec.json.encode({"type": "update", "log": [{"text": f"Ann thinks of {cards[card].name}."}]}))
    secrets.search(0, msgspec.json.encode({"type": "update", "view": {"scene": {"id": f"card-{card}"}}}))
    assert len(secrets.found) == 2
