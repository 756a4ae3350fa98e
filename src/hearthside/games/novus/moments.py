"""The moments of a turn as bits: which windows a card or an ability reaches (NV-GAP-32)."""

from __future__ import annotations

from typing import Any

from .vocabulary import When

# Every window is one bit; a card's reach is the bits of the windows it could be used in.
WINDOWS = (
    "turn_start", "adventure", "recovery_start", "before_die", "die_rolled", "before_step", "revealed",
    "step_1", "step_2", "step_3", "step_4", "step_5", "step_6", "step_7", "quest_done", "turn_end",
)  # fmt: skip
BIT = {name: 1 << n for n, name in enumerate(WINDOWS)}
ALL = (1 << len(WINDOWS)) - 1
BATTLE = sum(BIT[f"step_{n}"] for n in range(1, 7))
STEP_7 = BIT["step_7"]
# The options of the owner's own Preparation and Recovery are no windows.
PREPARATION, RECOVERY = 1 << len(WINDOWS), 1 << len(WINDOWS) + 1
OWN = {"preparation": PREPARATION, "recovery": RECOVERY, "either": PREPARATION | RECOVERY}
EVENTS = ("event", "travel_event", "quest_event")


def bits(when: When) -> int:
    """The windows (and own phases) that a timing covers."""
    if when == "any":
        return ALL | PREPARATION | RECOVERY
    if when == "battle":
        return BATTLE
    return BIT.get(when, 0) or OWN[when]


def reach_of(card: Any) -> int:
    """The windows and phases in which an Adventure card could be played from hand; 0 for other cards."""
    category = getattr(card, "category", None)
    if category in ("action_event", *EVENTS):
        return bits(card.when)
    return {"treasure": PREPARATION | RECOVERY, "skill": PREPARATION}.get(category or "", 0)
