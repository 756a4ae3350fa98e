"""The clause of each verb that decides which steps happen: conditions, choices, the Action Die."""

from __future__ import annotations

from .. import vocabulary as v
from .clauses import Clause, long, said, says
from .conditions import condition_text
from .sentences import FREE_VERBS, bargain, clauses_of, is_price, joined
from .voice import Voice


@says(v.WhenStep)
def _when_step(step: v.WhenStep, voice: Voice) -> Clause:
    cond, do, other = condition_text(step.cond, voice), joined(step.do, voice), joined(step.otherwise, voice)
    if not do:
        return long(f"unless {cond}, {other}")
    if other and ". " in do:
        return long(f"unless {cond}, {other}. If {cond}, {do}")
    return long(f"if {cond}, {do}" + (f". Otherwise, {other}" if other else ""))


@says(v.May)
def _may(step: v.May, voice: Voice) -> Clause:
    clauses = clauses_of(step.do, voice)
    if any(is_price(one) for one in step.do[:1]) and len(step.do) > 1:
        deal = bargain(step.do, voice)
    elif len(clauses) == 1:
        deal = clauses[0].order
    else:
        deal = joined(step.do, voice)
    if clauses[0].kind == "said" or (clauses[0].kind == "long" and not deal.startswith(FREE_VERBS)):
        deal = f"choose this: {deal}"
    return long(f"you may {deal}") if ". " in deal else said(f"you may {deal}")


@says(v.Choose)
def _choose(step: v.Choose, voice: Voice) -> Clause:
    options = [bargain(option.do, voice) for option in step.options]
    return long(f"choose one: {'; '.join(options[:-1])}; or {options[-1]}")


@says(v.Test)
def _test(step: v.Test, voice: Voice) -> Clause:
    told = "roll the Action Die"
    if step.plus:
        told += f" and {'add' if step.plus > 0 else 'subtract'} {abs(step.plus)}"
    if step.success:
        told += f". On {step.at_least} or more, {joined(step.success, voice)}"
    if step.failure:
        told += f". On {step.at_least - 1} or less, {joined(step.failure, voice)}"
    return long(told)


@says(v.RollTable)
def _roll_table(step: v.RollTable, voice: Voice) -> Clause:
    told, low = ["roll the Action Die"], 1
    for band in step.bands:
        high = min(band.upto, 10)
        if band.do:
            told.append(f"{low if low == high else f'{low}-{high}'}: {joined(band.do, voice)}")
        low = high + 1
    return long(". ".join(told))
