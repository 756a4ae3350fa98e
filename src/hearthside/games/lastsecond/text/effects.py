"""What each verb says on an Adventurer card."""

from __future__ import annotations

from typing import assert_never

from .. import vocabulary as v
from ..library import Content
from .grammar import a, count


def effect_text(effect: v.Penalty | v.Bonus, content: Content) -> str:
    """One sentence that says what an effect does, to its owner."""
    icons = content.icons
    match effect:
        case v.Forbid(kind):
            return f"You may not use {icons[kind].many}."
        case v.ForbidSize(size):
            return f"You may not use items of {size} or more squares."
        case v.ForbidSlot(slot):
            return f"You may not use the {slot_name(slot, content)}."
        case v.MustHave(kind, least, otherwise):
            many = icons[kind].many
            few = f"no {many}" if least == 1 else f"fewer than {least} {many}"
            return f"If your mat holds {few}, you lose {count(-otherwise, 'point')}."
        case v.Delay(seconds):
            return f"You begin Searching {count(seconds, 'second')} after everybody else."
        case v.PointsPer(kind, points, cap):
            return f"{count(points, 'point')} for each {icons[kind].one} on your mat{_most(cap)}."
        case v.PointsPerPair((one, two), points, cap):
            pair = f"{a(icons[one].one)} and {a(icons[two].one)}"
            return f"{count(points, 'point')} for each pair of {pair} on your mat{_most(cap)}."
        case v.PointsIfNone(kind, points):
            return f"{count(points, 'point')} if your mat holds no {icons[kind].many}."
        case v.HeadStart(seconds):
            return f"You begin Searching {count(seconds, 'second')} before everybody else."
        case v.KeepItem(kind):
            return f"After Scoring, you may keep 1 {icons[kind].one} from your mat for a later quest."
        case v.TreatAs(kind, as_kind):
            return f"Your {icons[kind].many} may count as {icons[as_kind].many}."
        case v.ExtraVote(votes):
            return f"Your vote counts as {votes + 1} votes."
        case v.IgnoreEmpty(squares):
            return f"{count(squares, 'empty square')} of your mat {'does' if squares == 1 else 'do'} not count."
        case v.UpgradeReady(plus):
            return f"Your Ready to Go card brings {count(plus, 'more point', 'more points')}."
        case v.SwapTile(n):
            items, they = (
                ("1 item of your mat for one", "it") if n == 1 else (f"up to {n} items of your mat for others", "they")
            )
            return f"When Searching ends, you may change {items} from the pile that {_fit(n)} where {they} lay."
        case v.VetoVote(n):
            return f"{_times(n)} a round, you may turn a vote on one of your items around."
        case _:
            assert_never(effect)


def slot_name(slot: str, content: Content) -> str:
    """What a special slot is called within a sentence."""
    slots = {one.id: one.name for mat in content.mats.values() for one in mat.slots}
    return slots[slot].lower()


def _most(cap: int) -> str:
    return f", at most {count(cap, 'point')}" if cap else ""


def _fit(n: int) -> str:
    return "fits" if n == 1 else "fit"


def _times(n: int) -> str:
    return {1: "Once", 2: "Twice"}.get(n, f"{n} times")
