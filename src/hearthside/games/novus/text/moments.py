"""When: the moments at which cards and abilities are used."""

from __future__ import annotations

from msgspec import structs

from .. import vocabulary as v
from .conditions import condition_text
from .voice import OWN, Voice, Who


def moment_text(when: v.When, who: Who, own_card: bool = False) -> str:
    """When something may be used, as a phrase: "in Preparation", "before you roll the Travel Die".

    Args:
        who: in whose turn or battle.
        own_card: it stands on a card on the owner's board, where "your" goes without saying in a battle.
    """
    if when in STEP_MOMENTS:
        battle = {"self": "" if own_card else "in your battle", "other": "in another player's battle"}
        return f"{STEP_MOMENTS[when]} {battle.get(who, 'in any battle')}".strip()
    if when == "battle" and who == "self" and own_card:
        return "in any battle step"
    return MOMENTS[when][("self", "other", "any").index(who)]


def moment_if(when: v.When, who: Who, cond: v.If, word: str, own_card: bool = False, voice: Voice = OWN) -> str:
    """Moment and condition. Where the condition speaks of a creature, what was revealed is one."""
    moment = moment_text(when, who, own_card)
    if cond.own_turn and " your " in moment:
        cond = structs.replace(cond, own_turn=None)
    if (
        when == "revealed"
        and (cond.creature, cond.creature_cv_at_least, cond.flying, cond.quest_creature) != (None,) * 4
    ):
        moment = moment.replace("creature or Adventure card", "creature")
        if cond.creature_cv_at_least == 1:
            cond = structs.replace(cond, creature_cv_at_least=None)
    return moment if cond == v.If() else f"{moment}{word} {condition_text(cond, voice)}"


STEP_MOMENTS: dict[str, str] = {
    "step_1": "after the creature's ability",
    "step_2": "after the choice to Escape or fight",
    "step_3": "after CV totals are summed",
    "step_5": "after the creature's roll",
    "step_6": "after all dice are rolled",
}
MOMENTS: dict[str, tuple[str, str, str]] = {  # self, other, any
    "any": ("at any time in your turn", "at any time in another player's turn", "at any time"),
    "preparation": ("in Preparation",) * 3,
    "recovery": ("in Recovery",) * 3,
    "either": ("in Preparation or Recovery",) * 3,
    "adventure": (
        "at the start of your Adventure Phase",
        "at the start of another player's Adventure Phase",
        "at the start of any Adventure Phase",
    ),
    "before_die": (
        "before you roll the Travel Die",
        "before another player rolls the Travel Die",
        "before any player rolls the Travel Die",
    ),
    "die_rolled": (
        "after you roll the Travel Die",
        "after another player rolls the Travel Die",
        "after any player rolls the Travel Die",
    ),
    "before_step": (
        "before any step of your movement",
        "before any step of another player's movement",
        "before any step of a player's movement",
    ),
    "revealed": (
        "when you reveal a creature or Adventure card",
        "when another player reveals a creature or Adventure card",
        "when any player reveals a creature or Adventure card",
    ),
    "battle": ("in any step of your battle", "in any step of another player's battle", "in any step of any battle"),
    "step_4": ("after your battle roll", "after another player's battle roll", "after the hero's roll in any battle"),
    "step_7": ("after your battle", "after another player's battle", "after any battle"),
    "quest_done": (
        "when you complete a Quest Event",
        "when another player completes a Quest Event",
        "when any player completes a Quest Event",
    ),
    "turn_end": ("at the end of your turn", "at the end of another player's turn", "at the end of any turn"),
}
