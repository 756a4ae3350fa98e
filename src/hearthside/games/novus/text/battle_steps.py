"""The clause of each verb of a battle: CV, Escape, dice, Victory and Defeat."""

from __future__ import annotations

from typing import Literal

from .. import vocabulary as v
from .clauses import Clause, does, hero_change, order, said, says
from .conditions import filter_text
from .grammar import ALL, less, listed, more
from .nouns import SOURCES
from .voice import Voice


@says(v.BattleCv)
def _battle_cv(step: v.BattleCv, voice: Voice) -> Clause:
    change, tail = f"{step.n:+} CV", LASTS[step.lasts]
    if step.of == "creature":
        return Clause("said", "has", (change,), "the creature", tail)
    return hero_change(voice, change, tail)


@says(v.BattleCvPer)
def _battle_cv_per(step: v.BattleCvPer, voice: Voice) -> Clause:
    each = {
        "discard": f"each {filter_text(step.take)} you discard",
        "gp": f"every {step.of_gp} GP you pay",
    }.get(step.per) or COUNTED[step.per]
    most = f" (at most {step.n * step.most:+})" if step.most < ALL else ""
    return hero_change(voice, f"{step.n:+} CV in this battle for {each}{most}")


@says(v.EscapeMod)
def _escape_mod(step: v.EscapeMod, voice: Voice) -> Clause:
    return hero_change(voice, f"Escape {step.n:+}", LASTS["round"])


@says(v.AutoEscape)
def _auto_escape(step: v.AutoEscape, voice: Voice) -> Clause:
    return order("Escape at once, without a roll") if voice.who == "self" else said("the hero Escapes at once")


@says(v.ForbidEscape)
def _forbid_escape(step: v.ForbidEscape, voice: Voice) -> Clause:
    return Clause("said", "cannot Escape", (), "you" if voice.who == "self" else "the hero", LASTS["round"])


@says(v.EndBattle)
def _end_battle(step: v.EndBattle, voice: Voice) -> Clause:
    if step.result == "no_result":
        return said("the battle ends at once without a result")
    if step.result == "escape":
        return _auto_escape(v.AutoEscape(), voice)
    return (
        does("self", voice, step.result, "this battle at once")
        if voice.who == "self"
        else said(f"the hero {step.result}s this battle at once")
    )


@says(v.Victory)
def _victory(step: v.Victory, voice: Voice) -> Clause:
    amounts = ((step.xp, "XP"), (step.gp, "GP"), (step.reward, "Reward card"), (step.adventure, "Adventure card"))
    return said(f"winning this battle brings {listed([more(n, one) for n, one in amounts if n])}")


@says(v.Prevent)
def _prevent(step: v.Prevent, voice: Voice) -> Clause:
    line = "the Defeat line of this battle"
    if step.what == "defeat":
        return does("self", voice, "ignore", line) if voice.who == "self" else said(f"the hero ignores {line}")
    if step.what in ("xp", "gp"):
        saved = Clause("said", "takes", (less(step.n, step.what.upper()),), line)
    elif step.what == "curse":
        saved = Clause("said", "brings", ("no Curse",), line)
    else:
        saved = Clause("said", f"{step.what}s", ("no cards" if step.n >= ALL else more(-step.n, "card"),), line)
    return saved


@says(v.TakeVictoryCard)
def _take_victory_card(step: v.TakeVictoryCard, voice: Voice) -> Clause:
    return order("take 1 Reward card that the winner just drew for the Victory")


@says(v.StartBattle)
def _start_battle(step: v.StartBattle, voice: Voice) -> Clause:
    foe = SOURCES[step.source] + (f" with {step.cv:+} CV" if step.cv else "")
    extra = listed([more(n, unit) for n, unit in ((step.xp, "XP"), (step.gp, "GP")) if n])
    return order(f"battle {foe}" + (f", worth {extra}" if extra else ""))


@says(v.ChallengeQuest)
def _challenge(step: v.ChallengeQuest, voice: Voice) -> Clause:
    return order("battle the Quest Creature of this point, best of three")


# ---- dice ----


@says(v.Reroll)
def _reroll(step: v.Reroll, voice: Voice) -> Clause:
    kept = "lower" if step.die == "creature" else "higher"
    best = f" and keep the {kept} roll" if step.keep == "best" else ""
    return order(f"reroll {_die(step.die, voice)}{best}")


@says(v.SetRoll)
def _set_roll(step: v.SetRoll, voice: Voice) -> Clause:
    return order(f"turn {_die(step.die, voice)} to {step.value}")


@says(v.AdjustRoll)
def _adjust_roll(step: v.AdjustRoll, voice: Voice) -> Clause:
    roll = _die(step.die, voice).replace(" die", " roll")
    return order(f"add {step.n} to {roll}" if step.n > 0 else f"subtract {-step.n} from {roll}")


def _die(die: Literal["hero", "creature", "escape"], voice: Voice) -> str:
    return {"hero": f"{voice.hero} battle die", "creature": "the creature's die", "escape": f"{voice.hero} Escape die"}[
        die
    ]


LASTS: dict[v.Lasts, str] = {
    "round": "in this battle",
    "battle": "in every round of this battle",
    "turn": "in every battle until the turn ends",
}
COUNTED = {
    "ally": "each Ally on your board",
    "magical": "each magical card on your board",
    "skill": "each of your Skills",
    "token": "each Quest Creature you have defeated",
    "quest": "each Quest Event you have completed",
    "weapon": "each weapon on your board",
    "curse": "each of your Curses",
}
