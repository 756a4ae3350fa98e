"""Legends of Novus as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.ask import CHECKPOINT, Ask, Rule
from ...engine.chance import Chance
from ...engine.game import Box, Entry, Refusal, StructGame
from ...engine.scene import Scene
from . import board, honours, library, phases, quest, setup, travel, verbs
from .choices import Choices
from .context import G, Options
from .evaluation import chances
from .goal import GameOver, Outcome, outcome
from .hints import hint
from .state import State
from .vocabulary import VERBS

STAGES = {
    "draft": setup.draft,
    "deal": setup.deal,
    "preparation": phases.preparation,
    "adventure": travel.adventure,
    "move": travel.move,
    "challenge": quest.challenge,
    "recovery": phases.recovery,
    "end": phases.end,
}
OPTION_WORDS = {
    "characters": "Heroes are drafted in random order, dealt at random, or picked freely in seat order.",
    "first": "The first player is drawn by lot, or is seat 1.",
    "windows": "Asked to play a card at any time are only those who hold one (holders), or all alike, so that the "
    "question gives nothing away (everyone).",
    "trading": "Heroes on the same point may deal in Reward cards and gold.",
    "reset_explore": "A Travel that a battle cuts short turns the Explore token back from its X.",
    "rounds": "The game stops after so many rounds, and whoever leads is named; 0: it goes on until somebody wins.",
    "heroes": "Characters by their ids, seat by seat, instead of a choice.",
    "solo_informant": "Alone, the Informant may also win in the Informant's own way.",
}

assert set(VERBS.values()) == verbs.KNOWN, "every verb is done by exactly one function"


class Novus(StructGame):
    """Legends of Novus: a fantasy adventure race for 1 to 5 players."""

    name: ClassVar[str] = "novus"
    title: ClassVar[str] = "Legends of Novus"
    about: ClassVar[str] = "A fantasy adventure race over a wild continent: travel, fight, grow, and become its legend."
    box: ClassVar[Box] = Box(
        "compass", "mounted-knight", "sea", "45–90 min", ("#1f5b78", "#d6e4e6"), ("#8cc3da", "#1d3039")
    )
    version: ClassVar[int] = 1
    checkpoint_after: ClassVar[int] = 3
    levels: ClassVar[tuple[str, ...]] = ("normal", "easy", "hard")
    seats: ClassVar[range] = range(1, 6)
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
        try:
            while not g.state.how:
                yield CHECKPOINT
                yield from STAGES[g.state.turn.stage](g)
        except GameOver:
            return

    def result(self, g: G) -> Outcome:
        return outcome(g)

    def redeal(self, g: G, seat: int | None, chance: Chance) -> None:
        from .redeal import redeal

        redeal(g, seat, chance)

    def scene(self, g: G, seat: int | None) -> Scene:
        from .scene import scene

        return scene(g, seat)

    def refusals(self, g: G, ask: Ask) -> list[Refusal]:
        from .refusals.topics import refusals

        return refusals(g, ask)

    def say_question(self, g: G, ask: Ask) -> str:
        from .words.questions import question_words

        return question_words(g, ask)

    def say_hint(self, g: G, ask: Ask) -> str:
        from .words.questions import hint_words

        return hint_words(g, ask)

    def say_die(self, g: G, ask: Ask) -> str:
        from .words.questions import die_words

        return die_words(g, ask)

    def say_face(self, g: G, ask: Ask, face: int) -> str:
        from .words.questions import face_words

        return face_words(g, ask, face)

    def say_waiting(self, g: G, ask: Ask) -> str:
        from .words.questions import waiting_words

        return waiting_words(g, ask)

    def say_choice(self, g: G, ask: Ask, choice: Any) -> str:
        from .words.choices import choice_words

        return choice_words(g, ask, choice)

    def say_event(self, g: G, entry: Entry, seat: int | None) -> str:
        from .words.log import event_words

        return event_words(g, entry, seat)

    def follows(self, entry: Entry) -> bool:
        from .words.log import is_consequence

        return is_consequence(entry)

    def opens(self, entry: Entry) -> bool:
        from .events import TurnBegan

        return isinstance(entry.event, TurnBegan)

    def aids(self, g: G) -> Sequence[tuple[str, Sequence[str]]]:
        from .aids import aids

        return aids(g.content.tables, len(g.state.heroes))

    def say_option(self, name: str) -> str:
        return OPTION_WORDS.get(name, "")

    def seat_name(self, g: G, seat: int) -> str:
        from .words.names import hero_name

        return hero_name(g, seat)

    def touches(self, g: G, ask: Ask, choice: Any) -> tuple[str, ...]:
        from .pieces import touches

        return touches(g, ask, choice)

    def remember(self, g: G, folder: Path) -> list[str]:
        ended = outcome(g)
        if len(g.state.heroes) > 1 or not ended.winners:
            return []
        path = folder / "novus-honours.json"
        klasses = {g.content.cards[n].id: g.content.cards[n].name for n in g.content.basic}
        honours.note(path, g.content.cards[g.state.heroes[0].basic].id, ended.rank)
        best = honours.read(path)
        return [f"Your best rank as {name}: {best[id_]}." for id_, name in klasses.items() if id_ in best]

    def hints(self) -> Any:
        return hint

    def turn(self, g: Any) -> int:
        number: int = g.state.turn.number
        return number

    def broken_off(self, result: Outcome) -> bool:
        return result.how == "rounds_up"

    def evaluation(self) -> Any:
        return chances

    def kinds(self, content: library.Content) -> Any:
        from .numbering import kinds

        return kinds(content)

    def features(self, content: library.Content, seats: int) -> Any:
        from .numbering import features

        return features(content, seats)

    def faults(self, g: G) -> Iterable[str]:
        state, content = g.state, g.content
        solo = len(state.heroes) == 1
        where: Counter[int] = Counter()
        for deck in (state.adventure, state.encounter, state.reward):
            where.update(deck.cards)
            where.update(deck.discard)
        where.update(state.allies)
        where.update(state.pool)
        where.update(state.alive)
        where.update(state.limbo)
        shield_home = content.beast in state.alive
        where.update([content.shield] if shield_home else [])
        battle = state.battle
        if battle is not None and battle.source in ("deck", "discard"):
            where[battle.creature] += 1
        for hero in state.heroes:
            where.update(hero.hand)
            where.update(n for n in (*hero.gear, *hero.enchants) if n)
            where.update(n for stack in hero.skills for n in stack)
            where.update(hero.tokens)
            where.update(hero.quests)
            where.update(n for n in (hero.klass, *hero.covered) if n != hero.basic and n not in content.backs)
            if not 1 <= hero.xp <= content.tables.xp_goal or hero.gp < 0 or not 0 <= hero.luck <= 1:
                yield f"seat {hero.seat}: XP {hero.xp}, GP {hero.gp}, Luck {hero.luck}"
            if hero.reach >= 0 and hero.reach != board.reach_now(g, hero):
                yield f"seat {hero.seat}: the cached reach of its cards is stale"
            if state.reach >= 0 and board.reach_now(g, hero) & ~state.reach:
                yield f"seat {hero.seat}: the cached reach of everybody's cards lacks some of its own"
            for part in board.stale(g, hero):
                yield f"seat {hero.seat}: what is kept of its board is stale: {part}"
            if len(hero.gear) != len(hero.enchants):
                yield f"seat {hero.seat}: gear and enchantments differ in length"
            two = [n for n in hero.gear[2:4] if n and content.cards[n].two_handed]
            if two and all(hero.gear[2:4]):
                yield f"seat {hero.seat}: a two-handed card beside another"
            for card in hero.gear:
                if card and not board.allowed(g, hero, card):
                    yield f"seat {hero.seat}: {content.cards[card].name} lies on the board against its class"
        parts = [*content.adventure, *content.encounter, *content.reward, *content.allies, *content.special_rewards]
        parts += [*content.quest_creatures, *content.advanced]
        for card in parts:
            expected = 0 if solo and card in content.solo_removed else 1
            if where[card] != expected:
                yield f"{content.cards[card].name} is in {where[card]} places"
        for card in where:
            if card not in parts:
                yield f"{content.cards[card].name} lies where it does not belong"
