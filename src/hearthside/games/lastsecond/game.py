"""Last-Second Quest as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from ...engine.ask import CHECKPOINT, Ask, Rule
from ...engine.chance import Chance
from ...engine.game import Box, Entry, Refusal, StructGame
from ...engine.scene import Fit, Scene
from . import library, packer, rounds, scoring, search, setup, votes
from .choices import Choices
from .context import G, Options
from .state import FINISHED, HOLDING, PLACING, RETURNING, State

STAGES = {
    "choose": setup.choose,
    "reveal": search.reveal,
    "search": search.search,
    "cleanup": scoring.cleanup,
    "challenge": votes.challenge,
    "vote": votes.vote,
    "step": scoring.step,
    "tally": scoring.tally,
    "keep": rounds.keep,
    "rest": rounds.rest,
}
OPTION_WORDS = {
    "mode": "The clock runs and all search at once (real), or all take one action a beat and nobody hurries (sliced).",
    "mat": "The kind of Storage mat: the Chest is the one for a first game; mixed deals different ones.",
    "deck": "Which quests, by their seals: easy 1 and 2, normal 1 to 3, hard 2 to 4.",
    "quest_order": "Quests come shuffled, or from few seals to many (rising), or the other way (falling).",
    "adventurers": "Adventurers are dealt, or picked by name in random order.",
    "placement": "A tile that does not fit is refused (strict), or lies there for nothing till the end (faithful).",
    "pile": "All tiles of the heap are seen (open), or 20 at a time, and one rummages for others (buried).",
    "judge": "Whether an item is of a kind: as its icons say (strict), voted where it can be argued (mixed), or voted "
    "whenever somebody questions it (table).",
    "debate": "Seconds for arguing and voting about one item; 0: no arguing.",
    "cap": "Seconds after which Searching is cut off.",
    "hands": "How long a hand takes to grab and to place: short, or as long as at a table.",
}


class Outcome(msgspec.Struct, frozen=True):
    """winners: the seat that won three rounds. wins: by seat. rounds: how many were played. how: the one way to win."""

    winners: list[int]
    wins: list[int]
    rounds: int
    how: str = "third_round_won"


class LastSecond(StructGame):
    """Last-Second Quest: packing and arguing for 2 to 5 players."""

    name: ClassVar[str] = "lastsecond"
    title: ClassVar[str] = "Last-Second Quest"
    about: ClassVar[str] = "Everybody packs from one heap at once, against the clock; then all argue about what counts."
    box: ClassVar[Box] = Box("hourglass", "backpack", "gold", "20 min", ("#9a2a4a", "#f4d9da"), ("#f29bb0", "#421f2b"))
    version: ClassVar[int] = 1
    timed: ClassVar[bool] = True
    checkpoint_after: ClassVar[int] = 32
    unhurried: ClassVar[dict[str, Any]] = {"mode": "sliced"}
    levels: ClassVar[tuple[str, ...]] = ("normal", "easy", "hard")
    seats: ClassVar[range] = range(2, 6)
    State: ClassVar[type] = State
    Options: ClassVar[type] = Options
    Choice: ClassVar[Any] = Choices
    context: ClassVar[type] = G
    ledger: ClassVar[Path | None] = Path(__file__).parent / "rules.md"

    def content(self, packs: Sequence[Path] = ()) -> library.Content:
        return library.load(*packs)

    def setup(self, g: G, seats: int) -> Any:
        return setup.setup(g, seats)

    def play(self, g: G) -> Rule[None]:
        while g.state.stage != "over":
            yield CHECKPOINT
            yield from STAGES[g.state.stage](g)

    def result(self, g: G) -> Outcome:
        wins = [player.wins for player in g.state.players]
        return Outcome([seat for seat, n in enumerate(wins) if n == 3], wins, g.state.round)

    def redeal(self, g: G, seat: int | None, chance: Chance) -> None:
        from .redeal import redeal

        redeal(g, seat, chance)

    def scene(self, g: G, seat: int | None) -> Scene:
        from .scene import scene

        return scene(g, seat)

    def fit(self, g: G, ask: Ask) -> Fit | None:
        from .pieces import fit

        return fit(g, ask)

    def refusals(self, g: G, ask: Ask) -> list[Refusal]:
        from .refusals import refusals

        return refusals(g, ask)

    def say_question(self, g: G, ask: Ask) -> str:
        from .words.questions import question_words

        return question_words(g, ask)

    def say_hint(self, g: G, ask: Ask) -> str:
        from .words.questions import hint_words

        return hint_words(g, ask)

    def say_waiting(self, g: G, ask: Ask) -> str:
        from .words.questions import waiting_words

        return waiting_words(g, ask)

    def say_idle(self, g: G, seat: int) -> str:
        from .words.questions import idle_words

        return idle_words(g, seat)

    def say_choice(self, g: G, ask: Ask, choice: Any) -> str:
        from .words.choices import choice_words

        return choice_words(g, ask, choice)

    def touches(self, g: G, ask: Ask, choice: Any) -> tuple[str, ...]:
        from .pieces import touches

        return touches(g, ask, choice)

    def say_event(self, g: G, entry: Entry, seat: int | None) -> str:
        from .words.log import event_words

        return event_words(g, entry, seat)

    def follows(self, entry: Entry) -> bool:
        from .words.log import CONSEQUENCES

        return isinstance(entry.event, CONSEQUENCES)

    def opens(self, entry: Entry) -> bool:
        from .events import QuestRevealed

        return isinstance(entry.event, QuestRevealed)

    def aids(self, g: G) -> Sequence[tuple[str, Sequence[str]]]:
        from .aids import aids

        return aids(g)

    def say_option(self, name: str) -> str:
        return OPTION_WORDS.get(name, "")

    def seat_name(self, g: G, seat: int) -> str:
        player = g.state.players[seat] if seat < len(g.state.players) else None
        if player is None or not player.adventurer:
            return f"Seat {seat + 1}"
        return g.content.adventurer(player.adventurer).name

    def evaluation(self) -> Any:
        from .evaluation import chances

        return chances

    def profile(self, level: str) -> Any:
        return packer.PROFILES[level]

    def delay(self, g: G, ask: Ask, profile: Any, dice: Random) -> int:
        return packer.delay(g, ask, profile, dice)

    def chooser(self, level: str) -> Any:
        return packer.packer(level)

    def kinds(self, content: library.Content) -> Any:
        from .numbering import kinds

        return kinds(content)

    def features(self, content: library.Content, seats: int) -> Any:
        from .numbering import features

        return features(content, seats)

    def faults(self, g: G) -> Iterable[str]:
        state, content = g.state, g.content
        where: Counter[int] = Counter(n for n in range(1, len(content.tiles) + 1) if state.pile >> n & 1)
        for player in state.players:
            board = g.board(player)
            held = player.tile if player.hand in (HOLDING, PLACING, RETURNING) else 0
            if held and held not in player.kept:
                where[held] += 1
            where.update(player.kept)
            where.update(player.off)
            where.update(laid.tile for laid in player.laid)
            filled = slots = squares = 0
            for laid in player.laid:
                if laid.legal and laid.slot:
                    slots |= 1 << laid.slot
                elif laid.legal:
                    filled |= board.mask(laid)
                    squares += content.size[laid.tile]
            if (filled, slots) != (player.filled, player.slots) or filled.bit_count() != squares:
                yield f"seat {player.seat}: what its mat holds is not what counts as filled"
            if player.wins > 3 or (player.wins == 3 and state.stage != "over"):
                yield f"seat {player.seat}: {player.wins} rounds won"
            if player.hand == FINISHED and not player.ready:
                yield f"seat {player.seat} has finished without a card"
        for tile in range(1, len(content.tiles) + 1):
            if where[tile] != 1:
                yield f"{content.tile(tile).name} is in {where[tile]} places"
        cards = sorted([*state.stack, *(player.ready for player in state.players if player.ready)])
        if cards != list(range(1, len(state.players))):
            yield f"the Ready to Go cards are {cards}"
        quests = [*state.deck, *state.used, *((state.quest,) if state.quest not in state.used and state.quest else ())]
        if len(quests) != len(set(quests)):
            yield "a quest is in two places"
