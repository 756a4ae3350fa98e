"""`hearthside content`: what a game's box holds, with every card's text."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from typing import Any

from ..games import game as game_of
from . import asked
from .faults import Fault


def run(arguments: argparse.Namespace) -> int:
    """Lists or checks."""
    game = game_of(arguments.game)
    room = asked.room(game)
    kind = arguments.kind
    if kind is not None:
        kind = _kind(kind, room.KINDS, game.title)
    content = game.content(asked.packs(arguments.pack, game))
    if arguments.check:
        return _check(room.faults(content), content, room, arguments.json)
    counts = room.counts(content)
    if arguments.json:
        shown = {kind: counts[kind]} if kind else counts
        kinds = [kind] if kind else list(room.KINDS)
        cards = {one: [room.plain(content, card) for card in room.cards(content, one)] for one in kinds}
        sys.stdout.write(asked.json_text({"counts": shown, "game": game.name, "hash": content.hash, "cards": cards}))
        return 0
    if kind is None:
        print(f"{game.title}, content {content.hash}\n")
        for name, words in room.KINDS.items():
            print(f"{counts[name]:5}  {name:<10} {words}")
        print(f"\n`hearthside content {game.name} KIND` lists one kind with its texts; --check checks everything.")
        return 0
    for card in room.cards(content, kind):
        _tell(card, room.facts(content, card), room.text(content, card))
    print(f"{counts[kind]} {room.KINDS[kind]}")
    return 0


def _kind(asked_for: str, kinds: dict[str, str], title: str) -> str:
    name = asked_for.lower()
    for one in (name, name.removesuffix("s"), name.removesuffix("es"), name.removesuffix("ies") + "y"):
        if one in kinds:
            return one
    raise Fault(f"{title} has no cards of the kind {asked_for!r}; the kinds are {', '.join(kinds)}.")


def _tell(card: Any, facts: str, lines: list[str]) -> None:
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    print(f"{card.name or card.id}  ({facts})" if facts else card.name or card.id)
    for line in lines:
        print(textwrap.fill(line, width, initial_indent="  ", subsequent_indent="    "))
    if getattr(card, "flavour", ""):
        print(textwrap.fill(f"“{card.flavour.strip()}”", width, initial_indent="  ", subsequent_indent="  "))
    print()


def _check(faults: list[str], content: Any, room: Any, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(asked.json_text({"counts": room.counts(content), "hash": content.hash, "faults": faults}))
    elif faults:
        for fault in faults:
            print(fault)
    else:
        counts = room.counts(content)
        print(f"Everything is there and lawful: {', '.join(f'{counts[k]} {k}' for k in room.KINDS)}.")
    if faults:
        raise Fault(f"The content has {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.")
    return 0
