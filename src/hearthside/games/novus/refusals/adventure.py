"""Why not, in the Adventure Phase: Travel and Explore."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.game import Refusal
from .. import choices as c
from .. import quest
from ..moments import BIT
from ..state import Hero
from ..words.names import DECKS, count_of, point_name
from .phrases import here
from .plays import plays

if TYPE_CHECKING:
    from ....engine.ask import Ask
    from ..context import G


def adventure(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """Where Travel or Explore is asked."""
    place = g.content.points[hero.at].id
    touched = (f"explore-{hero.seat}", place)
    if c.EXPLORE not in ask.choices:
        if quest.closed(g, hero, hero.at):
            why = f"You defeated the creature of {here(g, hero)}; what is left is for others."
            yield Refusal("Explore", why, "NV-QC-14", touched)
        else:
            why = "Your Explore token showed X when this turn began; Travel turns it back."
            yield Refusal("Explore", why, "NV-EXPLORE-2", touched)
    yield Refusal("Stay and do nothing", "You must take 1 of the 2: Travel or Explore.", "NV-ADV-1")
    yield Refusal("Travel and Explore", "Only 1 of them fits in a turn.", "NV-ADV-2")
    yield from plays(g, hero, ask, BIT["adventure"])


def move(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """On the way: points out of reach, and stopping."""
    turn, content = g.state.turn, g.content
    steps = content.steps_between[hero.at]
    left = turn.moves
    for n, point in enumerate(content.points):
        if c.MoveTo(n) in ask.choices or n == hero.at:
            continue
        what, away, touched = f"Go to {point_name(content, n)}", steps[n], (point.id,)
        if n in hero.forbidden:
            yield Refusal(what, "You defeated its Quest Creature and may not return.", "NV-QC-15", touched)
        elif n == turn.start and away == 1:
            why = f"You began your turn there; with {count_of(left, 'step')} left you would have to end there."
            yield Refusal(what, why, "NV-TRAVEL-13", touched)
        elif away > left:
            why = f"{count_of(away, 'step')} away, you may go {left}."
            yield Refusal(what, why, "NV-TRAVEL-11" if left <= 2 else "NV-TRAVEL-17", touched)
        else:
            yield Refusal(
                what,
                f"{count_of(away, 'step')} away; you may go {left}, one neighbour at a time.",
                "NV-TRAVEL-18",
                touched,
            )
    if c.STOP not in ask.choices:
        here = (content.points[hero.at].id,)
        if hero.at == turn.start and turn.steps:
            yield Refusal("Stop here", "You may not end where your turn began.", "NV-TRAVEL-13", here)
        else:
            yield Refusal("Stop here", "You must move at least 1 point.", "NV-TRAVEL-12", here)
    yield from plays(g, hero, ask, BIT["before_step"])


def safe_travels(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """At the Safe Travels face."""
    yield Refusal("Take both", "Safe Travels gives 1 of the 2: a point of movement or 10 GP.", "NV-TRAVEL-3")


def follow_up(g: G, hero: Hero, ask: Ask) -> Iterator[Refusal]:
    """At the end of an Explore."""
    for deck in ("adventure", "reward"):
        if c.DrawFrom(deck) not in ask.choices:
            why = "The deck and its discard pile hold 0 cards."
            yield Refusal(f"Draw {DECKS[deck]}", why, "NV-CARD-10", (f"deck-{deck}",))
    if not any(isinstance(one, c.SpendEncounter) for one in ask.choices):
        why = f"It takes an Encounter Event from hand; you hold 0 among {count_of(len(hero.hand), 'card')}."
        yield Refusal("Seek a battle", why, "NV-EXPLORE-11")
    yield Refusal("Leave it at that", "Explore ends with 1 of the 2: a drawn card or a battle.", "NV-EXPLORE-8")
