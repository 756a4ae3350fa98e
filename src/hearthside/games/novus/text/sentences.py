"""Steps in full sentences: likes merge, orders follow one another, a price stands before what it buys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby, pairwise

from .. import vocabulary as v
from .clauses import TEXTS, Clause
from .grammar import listed, sentence
from .voice import OWN, Voice

FREE_VERBS = ("roll ", "choose one")  # long clauses that are orders to the reader


def steps_text(steps: v.Steps, voice: Voice = OWN) -> str:
    """The steps as full sentences, "" for none."""
    if len(steps) > 1 and isinstance(steps[0], v.PayGp):
        return sentence(bargain(steps, voice))
    return " ".join(sentence(_alone(clause, voice)) for clause in clauses_of(steps, voice))


def clauses_of(steps: Iterable[v.Step], voice: Voice) -> list[Clause]:
    """One clause a step, like neighbours merged: "gain 1 XP and 10 GP", "each player loses 1 XP and draws 1 card"."""
    out: list[Clause] = []
    for clause in (TEXTS[type(step)](step, voice) for step in steps):
        last = out[-1] if out else None
        if last and last.things and (last.subject, last.verb, last.tail) == (clause.subject, clause.verb, clause.tail):
            out[-1] = replace(last, things=last.things + clause.things)
        elif last and last.subject == "you" and clause.kind == "change" and last.tail == clause.tail:
            out[-1] = replace(last, verb=f"{last.verb} and have", things=clause.things)
        elif last and clause.things and last.things and last.subject and last.subject == clause.subject:
            out[-1] = Clause("said", f"{last.predicate} and {clause.predicate}", (), last.subject)
        else:
            out.append(clause)
    return out


def joined(steps: Iterable[v.Step], voice: Voice) -> str:
    """The steps as one text that continues a sentence, without a full stop at its end."""
    sentences: list[str] = []
    for is_long, run in groupby(clauses_of(steps, voice), lambda clause: clause.kind == "long"):
        clauses = list(run)
        for n, (one, after) in enumerate(pairwise(clauses)):
            clauses[n] = replace(one, tail="") if one.tail == after.tail else one
        if is_long:
            sentences += [clause.text for clause in clauses]
        elif all(clause.kind != "said" for clause in clauses) and len(clauses) > 1:
            sentences.append(listed([clause.order for clause in clauses]))
        else:
            had = [f"you have {clause.text}" if clause.kind == "change" else clause.text for clause in clauses]
            sentences.append(listed(had if len(had) > 1 else [_alone(clauses[0], voice)]))
    return ". Then ".join(sentences)


def bargain(steps: v.Steps, voice: Voice) -> str:
    """A price and what it buys: "pay 5 GP to draw 1 Reward card"."""
    cut = next((n for n, step in enumerate(steps) if not is_price(step)), len(steps))
    paid, rest = v.Steps(steps[:cut]), v.Steps(steps[cut:])
    if not paid or not rest:
        return joined(steps, voice)
    price, bought, clauses = joined(paid, voice), joined(rest, voice), clauses_of(rest, voice)
    if [clause.kind for clause in clauses] == ["change"]:
        return f"{price} for {clauses[0].text}"
    orders = all(clause.kind in ("order", "change") for clause in clauses) or bought.startswith(FREE_VERBS)
    return f"{price} to {bought}" if orders else f"{price}: {bought}"


def is_price(step: v.Step) -> bool:
    """The step costs the reader something."""
    prices = (v.PayGp, v.Discard, v.Destroy, v.LoseXp, v.LoseGp, v.GiveCard, v.GainCurse)
    return isinstance(step, prices) and getattr(step, "of", "self") == "self"


def _alone(clause: Clause, voice: Voice) -> str:
    """The clause as a sentence of its own: on a creature's card a bare change says whose it is."""
    return f"you have {clause.text}" if voice.foe and clause.kind == "change" else clause.text
