"""The text of every card, made from its effects, so that what a card says is what it does.

A step becomes a clause: an order to the reader ("gain 1 XP"), a bare change ("+2 CV in this battle"), something
said of somebody else ("each other player loses 1 XP") or a long one that ends a sentence. Clauses are joined into
sentences; card texts put moment, condition, price, effect and limit in one order everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Any, Literal, TypeVar

from msgspec import structs

from . import vocabulary as v
from .cards import Adventure, Character, Creature, Klass, Location, Reward

Who = Literal["self", "other", "any"]
ALL = 99  # a number this high means "all of them"


@dataclass(frozen=True)
class Voice:
    """How a text speaks.

    who, when: in whose turn or battle, and at what moment, the card is used.
    names: printed names of points, regions, classes and characters, by id.
    """

    who: Who = "self"
    when: v.When = "either"
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def hero(self) -> str:
        """Whose the hero's things are: "your" or "the hero's"."""
        return "your" if self.who == "self" else "the hero's"

    def name(self, id_: str) -> str:
        return self.names.get(id_) or id_.replace("-", " ").replace("_", " ").title()

    @property
    def current(self) -> str:
        """The player whose turn it is; "" for the reader."""
        if self.who == "self":
            return ""
        return "that player" if self.who == "other" or self.when != "any" else "the player whose turn it is"

    def at(self, when: v.When, who: Who) -> Voice:
        return Voice(who, when, self.names)


OWN = Voice()


@dataclass(frozen=True)
class Clause:
    """A part of a sentence without capital and full stop; `verb` and `things` stand apart so that likes can merge."""

    kind: Literal["order", "change", "said", "long"]
    verb: str
    things: tuple[str, ...] = ()
    subject: str = ""
    tail: str = ""

    @property
    def predicate(self) -> str:
        return " ".join(part for part in (self.verb, _listed(self.things), self.tail) if part)

    @property
    def text(self) -> str:
        return f"{self.subject} {self.predicate}".strip()

    @property
    def order(self) -> str:
        """The clause as it stands in a list of orders: a bare change needs a verb there."""
        return f"get {self.text}" if self.kind == "change" else self.text


# ---- sentences ----


def steps_text(steps: v.Steps, voice: Voice = OWN) -> str:
    """The steps as full sentences, "" for none."""
    if len(steps) > 1 and isinstance(steps[0], v.PayGp):
        return _sentence(_bargain(steps, voice))
    return " ".join(_sentence(clause.text) for clause in _clauses(steps, voice))


def condition_text(cond: v.If, voice: Voice = OWN) -> str:
    """The condition as a clause without "if": "your XP is 5 or less"."""
    told = [(name, getattr(cond, name)) for name in v.If.__struct_fields__]
    parts = {name: CONDITIONS[name](value, voice) for name, value in told if value is not None}
    if cond.at and cond.region:
        parts["at"] += parts.pop("region").removeprefix("you are")
    shared = _shared_subject(list(parts.values()))
    return " and ".join([", ".join(shared[:-1]), shared[-1]] if len(shared) > 1 else shared)


def filter_text(take: v.Filter, n: int = 1) -> str:
    """The cards that a filter takes, without number or article: "magical weapon" (n 1), "Reward cards" (n 2)."""
    nouns = [CATEGORIES[one] for one in take.category or ()] + [KINDS[one] for one in take.kind or ()]
    named = _listed([one if n == 1 else many for one, many in nouns], "or")
    plain = "card" if n == 1 else "cards"
    noun = named or (f"{take.deck.title()} {plain}" if take.deck else plain)
    if take.magical is not None:
        noun = f"{'magical' if take.magical else 'non-magical'} {noun}"
    return noun + (f" for the {_listed(take.slot, 'or')} slot" if take.slot else "")


def ability_text(ability: v.Ability, voice: Voice = OWN) -> str:
    """An ability: its name, then moment, condition, price, effect, limit."""
    voice = voice.at(ability.when, ability.who)
    lead = _moment_if(ability.when, ability.who, ability.cond, ", if", own_card=True)
    effect = _joined(ability.do, voice)
    clauses = _clauses(ability.do, voice)
    if ability.cost:
        body = f"{_joined(ability.cost, voice)}: {effect}"
        plain = ability.when == "battle" and ability.who == "self" and ability.cond == v.If()
        text = body if plain and "this battle" in effect else f"{lead}, {body}"
    elif effect.startswith("you may "):
        text = f"{lead}, {effect}"
    elif clauses[0].kind == "order" or effect.startswith(FREE_VERBS):
        text = f"{lead}, you may {effect}"
    else:
        text = f"{lead}: {effect}"
    name = f"{ability.name}. " if ability.name else ""
    return f"{name}{_sentence(text)} {_limit(ability)}"


def traits_text(traits: v.Traits, voice: Voice = OWN) -> list[str]:
    """What a card on the board brings, one line a trait: "+2 CV against Undead", "Travel +1", "You cannot sell."."""
    lines = [f"{traits.cv:+} CV"] if traits.cv else []
    lines += [_bonus(one, voice) for one in traits.bonus]
    lines += [f"{word} {n:+}" for word, n in (("Escape", traits.escape), ("Travel", traits.travel)) if n]
    lines += ["Flying"] if traits.flying else []
    lines += [f"Hand limit {traits.hand_limit:+}"] if traits.hand_limit else []
    guards = ((traits.guard_xp, "XP"), (traits.guard_gp, "GP"))
    lines += [f"When you lose a battle, lose {_less(n, unit)}." for n, unit in guards if n]
    lines += [_price(one, voice) for one in traits.prices]
    lines += [_draw_look(traits.draw_look)] if traits.draw_look else []
    lines += [ability_text(one, voice) for one in traits.abilities]
    lines += [_trigger(one, voice) for one in traits.triggers]
    lines += [FORBIDS[one] for one in traits.forbids]
    return lines


def card_text(card: v.Card, names: Mapping[str, str] | None = None) -> list[str]:
    """The rules text of any card, one paragraph a line.

    Args:
        card: a card Struct of `cards.py`.
        names: printed names of points, regions, classes and characters by id; an id without one is spelled out.
    """
    voice = Voice(names=names or {})
    match card:
        case Adventure():
            return _adventure(card, voice)
        case Creature():
            return _creature(card, voice)
        case Reward():
            return _reward(card, voice)
        case Klass():
            return _klass(card, voice)
        case Character():
            return [*traits_text(card, voice), f"Begins as {_article(voice.name(card.klass))}."]
        case Location():
            return _location(card, voice)
    raise TypeError(f"{type(card).__name__} is no kind of card")


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


# ---- joining ----


def _moment_if(when: v.When, who: Who, cond: v.If, word: str, own_card: bool = False, voice: Voice = OWN) -> str:
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


def _clauses(steps: Iterable[v.Step], voice: Voice) -> list[Clause]:
    """One clause a step, like neighbours merged: "gain 1 XP and 10 GP", "each player loses 1 XP and draws 1 card"."""
    out: list[Clause] = []
    for clause in (TEXTS[type(step)](step, voice) for step in steps):
        last = out[-1] if out else None
        if (
            last
            and last.things
            and (last.subject, last.verb, last.tail)
            == (
                clause.subject,
                clause.verb,
                clause.tail,
            )
        ):
            out[-1] = replace(last, things=last.things + clause.things)
        elif last and last.subject == "you" and clause.kind == "change" and last.tail == clause.tail:
            out[-1] = replace(last, verb=f"{last.verb} and have", things=clause.things)
        elif last and clause.things and last.things and last.subject and last.subject == clause.subject:
            out[-1] = Clause("said", f"{last.predicate} and {clause.predicate}", (), last.subject)
        else:
            out.append(clause)
    return out


def _joined(steps: Iterable[v.Step], voice: Voice) -> str:
    """The steps as one text that continues a sentence, without a full stop at its end."""
    sentences: list[str] = []
    for is_long, run in groupby(_clauses(steps, voice), lambda clause: clause.kind == "long"):
        clauses = list(run)
        for n, (one, after) in enumerate(pairwise(clauses)):
            clauses[n] = replace(one, tail="") if one.tail == after.tail else one
        if is_long:
            sentences += [clause.text for clause in clauses]
        elif all(clause.kind != "said" for clause in clauses) and len(clauses) > 1:
            sentences.append(_listed([clause.order for clause in clauses]))
        else:
            had = [f"you have {clause.text}" if clause.kind == "change" else clause.text for clause in clauses]
            sentences.append(_listed(had if len(had) > 1 else [clauses[0].text]))
    return ". Then ".join(sentences)


def _bargain(steps: v.Steps, voice: Voice) -> str:
    """A price and what it buys: "pay 5 GP to draw 1 Reward card"."""
    cut = next((n for n, step in enumerate(steps) if not _is_price(step)), len(steps))
    paid, rest = v.Steps(steps[:cut]), v.Steps(steps[cut:])
    if not paid or not rest:
        return _joined(steps, voice)
    price, bought, clauses = _joined(paid, voice), _joined(rest, voice), _clauses(rest, voice)
    if [clause.kind for clause in clauses] == ["change"]:
        return f"{price} for {bought}"
    orders = all(clause.kind in ("order", "change") for clause in clauses) or bought.startswith(FREE_VERBS)
    return f"{price} to {bought}" if orders else f"{price}: {bought}"


def _is_price(step: v.Step) -> bool:
    prices = (v.PayGp, v.Discard, v.Destroy, v.LoseXp, v.LoseGp, v.GiveCard, v.GainCurse)
    return isinstance(step, prices) and getattr(step, "of", "self") == "self"


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith(".") else f"{text}."


def _listed(words: Iterable[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"; a comma before the last where one of them holds an "and" of its own."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    clauses = word == "and" and any(" and " in one or " to " in one or one.startswith(CLAUSE_STARTS) for one in words)
    comma = "," if clauses else ""
    return f"{', '.join(words[:-1])}{comma} {word} {words[-1]}"


def _shared_subject(parts: list[str]) -> list[str]:
    """ "you have 5 GP or more", "you are in a City": the second loses its "you"."""
    out = parts[:1]
    for before, part in pairwise(parts):
        same = next((one for one in ("you ", "the creature ") if before.startswith(one) and part.startswith(one)), "")
        out.append(part.removeprefix(same))
    return out


def _count(n: int, one: str, many: str = "") -> str:
    many = many or f"{one}s"
    return f"all {many}" if n >= ALL else f"{n} {one if n == 1 else many}"


def _picked(n: int, take: v.Filter) -> str:
    return _count(n, filter_text(take, 1), filter_text(take, 2))


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"


def _less(n: int, unit: str) -> str:
    return f"no {unit}" if n >= ALL else f"{n} {unit} less"


def _more(n: int, one: str) -> str:
    change = "more" if n > 0 else "less" if one in ("XP", "GP") else "fewer"
    return f"{abs(n)} {change} {one}" + ("" if abs(n) == 1 or one in ("XP", "GP") else "s")


def _at_least(n: int, one: str, many: str) -> str:
    return _article(one) if n == 1 else f"{n} or more {many}"


# ---- verbs ----

S = TypeVar("S", bound=v.Step)
TEXTS: dict[type[v.Step], Callable[[Any, Voice], Clause]] = {}


def _says(cls: type[S]) -> Callable[[Callable[[S, Voice], Clause]], Callable[[S, Voice], Clause]]:
    def register(function: Callable[[S, Voice], Clause]) -> Callable[[S, Voice], Clause]:
        TEXTS[cls] = function
        return function

    return register


def _order(text: str) -> Clause:
    return Clause("order", text)


def _said(text: str) -> Clause:
    return Clause("said", text)


def _long(text: str) -> Clause:
    return Clause("long", text)


def _subject(of: v.Target, voice: Voice) -> str:
    """Whom a step touches; "" for the reader."""
    return voice.current if of == "current" else SUBJECTS[of]


def _does(of: v.Target, voice: Voice, verb: str, thing: str) -> Clause:
    subject = _subject(of, voice)
    return Clause("said", f"{verb}s", (thing,), subject) if subject else Clause("order", verb, (thing,))


def _whose(of: v.Target, voice: Voice) -> str:
    return "their" if _subject(of, voice) else "your"


def _hero(voice: Voice, change: str, tail: str = "") -> Clause:
    """A change of the hero's numbers."""
    if voice.who == "self":
        return Clause("change", "", (change,), tail=tail)
    return Clause("said", "has", (change,), "the hero", tail)


def _near(within: int, who: str = "another player") -> str:
    where = {ALL: "", 0: " on your point"}.get(within, f" within {_count(within, 'point')}")
    return who + where


def _places(kinds: Iterable[v.PointKind]) -> str:
    return _listed([POINTS[kind] for kind in kinds], "or")


@_says(v.GainXp)
def _gain_xp(step: v.GainXp, voice: Voice) -> Clause:
    return _does(step.of, voice, "gain", f"{step.n} XP")


@_says(v.LoseXp)
def _lose_xp(step: v.LoseXp, voice: Voice) -> Clause:
    return _does(step.of, voice, "lose", f"{step.n} XP")


@_says(v.GainGp)
def _gain_gp(step: v.GainGp, voice: Voice) -> Clause:
    return _does(step.of, voice, "gain", f"{step.n} GP")


@_says(v.LoseGp)
def _lose_gp(step: v.LoseGp, voice: Voice) -> Clause:
    lost = f"all {_whose(step.of, voice)} GP" if step.n >= ALL else f"{step.n} GP"
    return _does(step.of, voice, "lose", lost)


@_says(v.StealGp)
def _steal_gp(step: v.StealGp, voice: Voice) -> Clause:
    return _order(f"take up to {step.n} GP from {_near(step.within)}")


@_says(v.PayGp)
def _pay_gp(step: v.PayGp, voice: Voice) -> Clause:
    return _order(f"pay {step.n} GP")


@_says(v.GainLuck)
def _gain_luck(step: v.GainLuck, voice: Voice) -> Clause:
    return _does(step.of, voice, "regain", f"{_whose(step.of, voice)} Luck token")


@_says(v.TurnExplore)
def _turn_explore(step: v.TurnExplore, voice: Voice) -> Clause:
    side = {"free": "its free side", "x": "its X side"}[step.side]
    now = " (you may Explore this turn)" if step.now else ""
    return _does(step.of, voice, "turn", f"{_whose(step.of, voice)} Explore token to {side}{now}")


@_says(v.Draw)
def _draw(step: v.Draw, voice: Voice) -> Clause:
    return _does(step.of, voice, "draw", _count(step.n, f"{DECKS[step.deck]} card"))


@_says(v.Look)
def _look(step: v.Look, voice: Voice) -> Clause:
    deck = DECKS[step.deck]
    seen = f"look at the top {f'{deck} card' if step.n == 1 else f'{step.n} {deck} cards'}"
    left = step.n - step.keep
    if left <= 0 or (step.n == 1 and step.rest == "top"):
        return _order(f"{seen} and take {'it' if step.n == 1 else 'them'}" if step.keep else seen)
    rest = ("the other" if left == 1 else "the rest") if step.keep else ("it" if step.n == 1 else "them")
    fate = {
        "top": f"put {rest} back on top" + ("" if left == 1 else " in any order"),
        "bottom": f"put {rest} on the bottom of the deck",
        "discard": f"discard {rest}",
    }[step.rest]
    return _order(f"{seen}, keep {step.keep} and {fate}" if step.keep else f"{seen} and {fate}")


@_says(v.Search)
def _search(step: v.Search, voice: Voice) -> Clause:
    deck, place = step.zone.split("_")
    zone = f"the {deck.title()} {'discard pile' if place == 'discard' else 'deck'}"
    noun = filter_text(step.take, step.n)
    if step.pick:
        return _order(f"take {_count(step.n, noun, noun)} of your choice from {zone}")
    first = "top" if step.take == v.Filter() else "first"
    shuffle = ", then shuffle it" if place == "deck" else ""
    return _order(f"take the {first} {noun if step.n == 1 else f'{step.n} {noun}'} from {zone}{shuffle}")


@_says(v.Discard)
def _discard(step: v.Discard, voice: Voice) -> Clause:
    what = f"{_whose(step.of, voice)} hand" if step.n >= ALL and step.take == v.Filter() else _picked(step.n, step.take)
    return _does(step.of, voice, "discard", what + (" at random" if step.random else ""))


@_says(v.Destroy)
def _destroy(step: v.Destroy, voice: Voice) -> Clause:
    cards = _picked(step.n, structs.replace(step.take, slot=None))
    place = f"{_listed(step.take.slot, 'or')} slot" if step.take.slot else "board"
    return _does(step.of, voice, "destroy", f"{cards} on {_whose(step.of, voice)} {place}")


@_says(v.StealCard)
def _steal_card(step: v.StealCard, voice: Voice) -> Clause:
    return _order(f"take 1 {filter_text(step.take)} at random from the hand of {_near(step.within)}")


@_says(v.SwapCard)
def _swap_card(step: v.SwapCard, voice: Voice) -> Clause:
    return _order(f"swap 1 card of your hand for 1 at random from the hand of {_near(step.within)}")


@_says(v.GiveCard)
def _give_card(step: v.GiveCard, voice: Voice) -> Clause:
    return _order(f"give {_count(step.n, 'card')} of your hand to another player on your point")


@_says(v.TakeVictoryCard)
def _take_victory_card(step: v.TakeVictoryCard, voice: Voice) -> Clause:
    return _order("take 1 Reward card that the winner just drew for the Victory")


@_says(v.EquipNow)
def _equip_now(step: v.EquipNow, voice: Voice) -> Clause:
    take = step.take if step.take != v.Filter() else v.Filter(deck="reward")
    return _order(f"place {'' if step.n == 1 else 'up to '}{_picked(step.n, take)} from hand on your board at once")


@_says(v.ReturnToHand)
def _return_to_hand(step: v.ReturnToHand, voice: Voice) -> Clause:
    cards = _count(step.n, "Reward card")
    return _order(f"take {'' if step.n == 1 else 'up to '}{cards} from your board back into hand at once")


@_says(v.ExtraPlay)
def _extra_play(step: v.ExtraPlay, voice: Voice) -> Clause:
    return _said(f"you may play {_more(step.n, 'card')} in this phase")


@_says(v.BattleCv)
def _battle_cv(step: v.BattleCv, voice: Voice) -> Clause:
    change, tail = f"{step.n:+} CV", LASTS[step.lasts]
    if step.of == "creature":
        return Clause("said", "has", (change,), "the creature", tail)
    return _hero(voice, change, tail)


@_says(v.BattleCvPer)
def _battle_cv_per(step: v.BattleCvPer, voice: Voice) -> Clause:
    each = {
        "discard": f"each {filter_text(step.take)} you discard",
        "gp": f"every {step.of_gp} GP you pay",
    }.get(step.per) or COUNTED[step.per]
    most = f" (at most {step.n * step.most:+})" if step.most < ALL else ""
    return _hero(voice, f"{step.n:+} CV in this battle for {each}{most}")


@_says(v.EscapeMod)
def _escape_mod(step: v.EscapeMod, voice: Voice) -> Clause:
    return _hero(voice, f"Escape {step.n:+}", LASTS["round"])


@_says(v.AutoEscape)
def _auto_escape(step: v.AutoEscape, voice: Voice) -> Clause:
    return _order("Escape at once, without a roll") if voice.who == "self" else _said("the hero Escapes at once")


@_says(v.ForbidEscape)
def _forbid_escape(step: v.ForbidEscape, voice: Voice) -> Clause:
    return Clause("said", "cannot Escape", (), "you" if voice.who == "self" else "the hero", LASTS["round"])


@_says(v.Fly)
def _fly(step: v.Fly, voice: Voice) -> Clause:
    return _order("have Flying until the turn ends")


def _die(die: Literal["hero", "creature", "escape"], voice: Voice) -> str:
    return {"hero": f"{voice.hero} battle die", "creature": "the creature's die", "escape": f"{voice.hero} Escape die"}[
        die
    ]


@_says(v.Reroll)
def _reroll(step: v.Reroll, voice: Voice) -> Clause:
    kept = "lower" if step.die == "creature" else "higher"
    best = f" and keep the {kept} roll" if step.keep == "best" else ""
    return _order(f"reroll {_die(step.die, voice)}{best}")


@_says(v.SetRoll)
def _set_roll(step: v.SetRoll, voice: Voice) -> Clause:
    return _order(f"turn {_die(step.die, voice)} to {step.value}")


@_says(v.AdjustRoll)
def _adjust_roll(step: v.AdjustRoll, voice: Voice) -> Clause:
    roll = _die(step.die, voice).replace(" die", " roll")
    return _order(f"add {step.n} to {roll}" if step.n > 0 else f"subtract {-step.n} from {roll}")


@_says(v.RollTable)
def _roll_table(step: v.RollTable, voice: Voice) -> Clause:
    told, low = ["roll the Action Die"], 1
    for band in step.bands:
        high = min(band.upto, 10)
        if band.do:
            told.append(f"{low if low == high else f'{low}-{high}'}: {_joined(band.do, voice)}")
        low = high + 1
    return _long(". ".join(told))


@_says(v.EndBattle)
def _end_battle(step: v.EndBattle, voice: Voice) -> Clause:
    if step.result == "no_result":
        return _said("the battle ends at once without a result")
    if step.result == "escape":
        return _auto_escape(v.AutoEscape(), voice)
    return (
        _does("self", voice, step.result, "this battle at once")
        if voice.who == "self"
        else _said(f"the hero {step.result}s this battle at once")
    )


@_says(v.Victory)
def _victory(step: v.Victory, voice: Voice) -> Clause:
    amounts = ((step.xp, "XP"), (step.gp, "GP"), (step.reward, "Reward card"), (step.adventure, "Adventure card"))
    return _said(f"winning this battle brings {_listed([_more(n, one) for n, one in amounts if n])}")


@_says(v.Prevent)
def _prevent(step: v.Prevent, voice: Voice) -> Clause:
    line = "the Defeat line of this battle"
    if step.what == "defeat":
        return _does("self", voice, "ignore", line) if voice.who == "self" else _said(f"the hero ignores {line}")
    if step.what in ("xp", "gp"):
        saved = Clause("said", "takes", (_less(step.n, step.what.upper()),), line)
    elif step.what == "curse":
        saved = Clause("said", "brings", ("no Curse",), line)
    else:
        saved = Clause("said", f"{step.what}s", ("no cards" if step.n >= ALL else _more(-step.n, "card"),), line)
    return saved


@_says(v.StartBattle)
def _start_battle(step: v.StartBattle, voice: Voice) -> Clause:
    foe = SOURCES[step.source] + (f" with {step.cv:+} CV" if step.cv else "")
    extra = _listed([_more(n, unit) for n, unit in ((step.xp, "XP"), (step.gp, "GP")) if n])
    return _order(f"battle {foe}" + (f", worth {extra}" if extra else ""))


@_says(v.ExtraMove)
def _extra_move(step: v.ExtraMove, voice: Voice) -> Clause:
    subject = _subject(step.of, voice)
    change = f"Travel {step.n:+}"
    if subject:
        return Clause("said", "has", (change,), subject, "this turn")
    return Clause("change", "", (change,), tail="this turn")


@_says(v.NoMove)
def _no_move(step: v.NoMove, voice: Voice) -> Clause:
    return _does(step.of, voice, "skip", f"the movement of {_whose(step.of, voice)} next Travel")


@_says(v.MoveTo)
def _move_to(step: v.MoveTo, voice: Voice) -> Clause:
    place = _places(step.kinds) or "point"
    regions = f" in {_listed([_region(one, voice) for one in step.regions], 'or')}" if step.regions else ""
    near = "" if step.within >= ALL else f" within {_count(step.within, 'point')}"
    return _order(f"put your hero on any {place}{regions}{near} (nothing happens there)")


@_says(v.StopMovement)
def _stop_movement(step: v.StopMovement, voice: Voice) -> Clause:
    return _said("your movement ends here")


@_says(v.TravelResult)
def _travel_result(step: v.TravelResult, voice: Voice) -> Clause:
    return _order(
        {"reroll": "reroll the Travel Die", "choose": "turn the Travel Die to a face of your choice"}[step.how]
    )


@_says(v.GainCurse)
def _gain_curse(step: v.GainCurse, voice: Voice) -> Clause:
    return _does(step.of, voice, "gain", _count(step.n, "Curse"))


@_says(v.RemoveCurse)
def _remove_curse(step: v.RemoveCurse, voice: Voice) -> Clause:
    whose = _whose(step.of, voice)
    return _does(step.of, voice, "remove", f"all {whose} Curses" if step.n >= ALL else f"{step.n} of {whose} Curses")


@_says(v.GainAlly)
def _gain_ally(step: v.GainAlly, voice: Voice) -> Clause:
    return Clause("order", "gain", (f"{_count(step.n, 'Animal Ally', 'Animal Allies')} of your choice",))


@_says(v.AdvanceClass)
def _advance_class(step: v.AdvanceClass, voice: Voice) -> Clause:
    free = ", whatever your XP" if step.free else ""
    again = ", even if you have advanced before" if step.again else ""
    return _order(f"take an Advanced Class at once{free}{again}")


@_says(v.PlaceIsenthrax)
def _place_isenthrax(step: v.PlaceIsenthrax, voice: Voice) -> Clause:
    return _long(
        "put the token of Isenthrax on an Encounters point of your choice. "
        "If Isenthrax is on the map or defeated already, draw 1 Reward card instead"
    )


@_says(v.StealMagic)
def _steal_magic(step: v.StealMagic, voice: Voice) -> Clause:
    return _order("take the first magical card from the Reward discard pile, or else from the Reward deck")


@_says(v.WhenStep)
def _when_step(step: v.WhenStep, voice: Voice) -> Clause:
    cond, do, other = condition_text(step.cond, voice), _joined(step.do, voice), _joined(step.otherwise, voice)
    if not do:
        return _long(f"unless {cond}, {other}")
    if other and ". " in do:
        return _long(f"unless {cond}, {other}. If {cond}, {do}")
    return _long(f"if {cond}, {do}" + (f". Otherwise, {other}" if other else ""))


@_says(v.May)
def _may(step: v.May, voice: Voice) -> Clause:
    clauses = _clauses(step.do, voice)
    if any(_is_price(one) for one in step.do[:1]) and len(step.do) > 1:
        deal = _bargain(step.do, voice)
    elif len(clauses) == 1:
        deal = clauses[0].order
    else:
        deal = _joined(step.do, voice)
    if clauses[0].kind == "said" or (clauses[0].kind == "long" and not deal.startswith(FREE_VERBS)):
        deal = f"choose this: {deal}"
    return _long(f"you may {deal}") if ". " in deal else _said(f"you may {deal}")


@_says(v.Choose)
def _choose(step: v.Choose, voice: Voice) -> Clause:
    options = [_bargain(option.do, voice) for option in step.options]
    return _long(f"choose one: {'; '.join(options[:-1])}; or {options[-1]}")


@_says(v.Test)
def _test(step: v.Test, voice: Voice) -> Clause:
    told = "roll the Action Die"
    if step.plus:
        told += f" and {'add' if step.plus > 0 else 'subtract'} {abs(step.plus)}"
    if step.success:
        told += f". On {step.at_least} or more, {_joined(step.success, voice)}"
    if step.failure:
        told += f". On {step.at_least - 1} or less, {_joined(step.failure, voice)}"
    return _long(told)


@_says(v.Explore)
def _explore(step: v.Explore, voice: Voice) -> Clause:
    return _order("Explore as on a Waypoint")


@_says(v.ChallengeQuest)
def _challenge(step: v.ChallengeQuest, voice: Voice) -> Clause:
    return _order("battle the Quest Creature of this point, best of three")


# ---- traits ----


def _against(cond: v.If) -> str:
    """The condition as a kind of foe ("Undead", "flying creatures"), or "" if it speaks of more than the foe."""
    if cond == v.If(quest_creature=True):
        return "Quest Creatures"
    least = cond.creature_cv_at_least
    if cond.flying is False or cond != v.If(creature=cond.creature, flying=cond.flying, creature_cv_at_least=least):
        return ""
    foes = _listed([FOES[one][1] for one in cond.creature or ()], "or") or "creatures"
    told = f"{'flying ' if cond.flying else ''}{foes}{f' of CV {least} or more' if least else ''}"
    return "" if told == "creatures" else told


def _bonus(bonus: v.Bonus, voice: Voice) -> str:
    changes = [f"{bonus.cv:+} CV"] if bonus.cv else []
    changes += [f"Escape {bonus.escape:+}"] if bonus.escape else []
    changes += ["No Escape"] if bonus.no_escape else []
    foe = _against(bonus.cond)
    return f"{_listed(changes)} {f'against {foe}' if foe else f'if {condition_text(bonus.cond, voice)}'}"


def _limit(ability: v.Ability) -> str:
    """How often, in words. Outside a battle "round" means once a phase (NV-GAP-50)."""
    if ability.uses == "once":
        return "Then discard this card."
    in_battle = ability.when in ("battle", "any") or ability.when in STEP_MOMENTS
    if ability.uses == "round" and not in_battle:
        return "Once a phase."
    if ability.uses == "round" and ability.when == "any" and not _of_battle(ability.do):
        return "Once a battle round or phase."
    return f"Once a {ability.uses}."


def _of_battle(steps: v.Steps) -> bool:
    return any(isinstance(step, BATTLE_STEPS) for step in steps)


def _price(price: v.Price, voice: Voice) -> str:
    more = price.gp > 0
    change = f"{abs(price.gp)} GP {'more' if more else 'less'}"
    cond = f" if {condition_text(price.cond, voice)}" if price.cond != v.If() else ""
    return f"{PRICES[price.what].format(change)}{cond}."


def _draw_look(look: v.DrawLook) -> str:
    rest = "the other" if look.n == 2 else "the rest"
    place = {"bottom": "on the bottom of the deck", "top": "back on top"}[look.rest]
    once = " Once a turn." if look.uses else ""
    deck = look.deck.title()
    return f"When you draw {_article(deck)} card, look at the top {look.n}, keep 1 and put {rest} {place}.{once}"


def _trigger(trigger: v.Trigger, voice: Voice) -> str:
    lead, cond = TRIGGERS[trigger.on], trigger.cond
    foe = _against(cond)
    if foe and trigger.on in ("battle_won", "battle_lost", "escaped"):
        lead += f" {'from' if trigger.on == 'escaped' else 'against'} {foe}"
    else:
        if cond.at and trigger.on == "end_move":
            lead, cond = f"{lead} {_at(cond.at)}", structs.replace(cond, at=None)
        lead += f", if {condition_text(cond, voice)}" if cond != v.If() else ""
    once = f" Once a {trigger.uses}." if trigger.uses else ""
    return _sentence(f"{lead}, {_joined(trigger.do, voice)}") + once


# ---- cards ----


def _adventure(card: Adventure, voice: Voice) -> list[str]:
    own = card.when in ("preparation", "recovery", "either")
    who: Who = "self" if own else card.who
    voice = voice.at(card.when, who)
    if card.category == "treasure":
        gp = v.Steps((v.GainGp(card.gp_value),)) if card.gp_value else v.Steps()
        return ["Play in Preparation or Recovery.", steps_text(v.Steps(gp + card.do), voice)]
    if card.category == "skill":
        return ["Play in Preparation.", *traits_text(card, voice)]
    if card.category == "curse_event":
        return ["Attaches to you when drawn.", *traits_text(card, voice)]
    if card.category == "encounter_event":
        fight = "Revealed when you Explore, or discarded then from your hand: battle " + SOURCES["deck"] + "."
        return [fight, steps_text(card.do, voice)] if card.do else [fight]
    play = f"Play {_moment_if(card.when, who, card.cond, ' if', voice=voice)}."
    xp = v.Steps((v.GainXp(card.xp),)) if card.xp else v.Steps()
    do = v.Steps(xp + card.do)
    effect = [_sentence(f"{_joined(card.cost, voice)}: {_joined(do, voice)}") if card.cost else steps_text(do, voice)]
    attach = ["Attach to a weapon on your board."] if card.attach else []
    return [play, *(line for line in effect if line), *attach, *traits_text(card, voice)]


def _creature(card: Creature, voice: Voice) -> list[str]:
    lines = ["Flying"] if card.flying else []
    lines += [steps_text(card.ability, voice)] if card.ability else []
    victory = v.Steps((v.GainXp(card.xp), *card.victory))
    curse = card.curse and not any(isinstance(step, v.GainCurse) for step in card.defeat)
    defeat = v.Steps((*card.defeat, v.GainCurse())) if curse else card.defeat
    lines.append(f"Victory: {steps_text(victory, voice)}")
    return [*lines, f"Defeat: {steps_text(defeat, voice)}"] if defeat else lines


def _reward(card: Reward, voice: Voice) -> list[str]:
    lines = [f"Only with the {ICONS[card.class_icon]} icon."] if card.class_icon else []
    lines += ["Two-handed"] if card.two_handed else []
    lines += [f"{card.weight.title()} armor"] if card.weight else []
    lines += traits_text(card, voice)
    return [*lines, f"Sell in a City for {card.price} GP."] if card.kind == "treasure" else lines


def _klass(card: Klass, voice: Voice) -> list[str]:
    lines = traits_text(card, voice)
    lines += ["Cannot be Cursed."] if card.immune else []
    lines += HEAVY[card.heavy]
    lines += [f"May keep {_count(card.train, 'trained Animal Ally', 'trained Animal Allies')}."] if card.train else []
    lines += ["You also win with 20 XP and 2 completed Quest Events."] if card.special_victory else []
    lines += [f"Only for {voice.name(card.only_for)}."] if card.only_for else []
    back, icon = voice.name(card.back), "any class that shares its icon"
    advance = {"icon": icon, "back": f"{back} only", "both": f"{back} or {icon}", "": ""}[card.advance]
    return lines + ([f"Advances to {advance}."] if advance else [])


def _location(card: Location, voice: Voice) -> list[str]:
    entry = "When you end here" if card.trigger == "end" else "When you enter"
    if card.cond != v.If():
        entry += f", if {condition_text(card.cond, voice)}"
    parts = (
        (entry, card.do),
        ("When you end here", card.on_end),
        ("With this city's class icon", card.class_benefit),
        ("Explore", card.explore),
        ("Explore, once the creature is gone", card.after_quest),
    )
    return [f"{title}: {steps_text(steps, voice)}" for title, steps in parts if steps]


# ---- words ----

DECKS = {"adventure": "Adventure", "reward": "Reward", "encounter": "Encounter", "choice": "Adventure or Reward"}
CLAUSE_STARTS = ("you ", "the ", "winning ", "each ", "another ", "that ")  # of clauses that are no orders
FREE_VERBS = ("roll ", "choose one")  # long clauses that are orders to the reader
ICONS: dict[v.Icon, str] = {
    "tree": "tree",
    "daggers": "crossed daggers",
    "fighter": "fighter",
    "priest": "priest",
    "wizard": "wizard",
}
SUBJECTS: dict[v.Target, str] = {
    "self": "",
    "chosen": "another player of your choice",
    "others": "each other player",
    "all": "each player",
    "here": "each other player on your point",
}
FOES: dict[v.CreatureType, tuple[str, str]] = {  # one, many
    "animal": ("an Animal", "Animals"),
    "demon": ("a Demon", "Demons"),
    "monstrosity": ("a Monstrosity", "Monstrosities"),
    "humanoid": ("a Humanoid", "Humanoids"),
    "magical": ("a Magical creature", "Magical creatures"),
    "undead": ("an Undead", "Undead"),
}
CATEGORIES: dict[v.Category, tuple[str, str]] = {
    "action_event": ("Action Event", "Action Events"),
    "event": ("Event", "Events"),
    "treasure": ("Adventure Treasure", "Adventure Treasures"),
    "encounter_event": ("Encounter Event", "Encounter Events"),
    "curse_event": ("Curse", "Curses"),
    "skill": ("Skill", "Skills"),
    "quest_event": ("Quest Event", "Quest Events"),
    "travel_event": ("Travel Event", "Travel Events"),
}
KINDS: dict[v.RewardKind, tuple[str, str]] = {
    "armor": ("armor card", "armor cards"),
    "weapon": ("weapon", "weapons"),
    "misc": ("miscellaneous item", "miscellaneous items"),
    "single_use": ("Single-Use Item", "Single-Use Items"),
    "ally": ("Ally", "Allies"),
    "treasure": ("Reward Treasure", "Reward Treasures"),
}
POINTS: dict[v.PointKind, str] = {
    "city": "City",
    "class": "Class city",
    "encounter": "Encounters point",
    "quest": "Quests point",
    "special": "Special point",
    "waypoint": "Waypoint",
    "expansion": "Expansions point",
}
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
SOURCES = {
    "deck": "the top creature of the Encounter deck",
    "discard": "the top creature of the Encounter discard pile",
    "reptisaurs": "the Reptisaurs",
}
PRICES = {
    "buy": "The card you may buy in Preparation costs {}",
    "sell": "Each card you sell pays {}",
    "xp": "Each trade of GP for XP costs {}",
}
FORBIDS: dict[v.Forbid, str] = {
    "sell": "You cannot sell.",
    "buy_draw": "You cannot buy cards.",
    "buy_xp": "You cannot trade GP for XP.",
    "luck": "You cannot use Luck.",
    "escape": "You cannot Escape.",
    "hands": "Cards in your hand slots give no CV.",
    "events": "You cannot play Events.",
}
HEAVY = {"any": [], "penalty": ["Heavy armor: -2 CV."], "none": ["No Heavy armor."]}
TRIGGERS = {
    "battle_won": "when you win a battle",
    "battle_lost": "when you lose a battle",
    "escaped": "when you Escape",
    "end_move": "when you end your Travel",
    "explored": "after you Explore",
    "turn_start": "at the start of your turn",
    "turn_end": "at the end of your turn",
    "sold": "when you sell in Recovery",
    "quest_done": "when you complete a Quest Event",
    "equipped": "when you place this card on your board",
}
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
BATTLE_STEPS = (
    v.BattleCv,
    v.BattleCvPer,
    v.EscapeMod,
    v.AutoEscape,
    v.ForbidEscape,
    v.Reroll,
    v.SetRoll,
    v.AdjustRoll,
    v.EndBattle,
    v.Victory,
    v.Prevent,
    v.TakeVictoryCard,
)


# ---- conditions ----


def _at(kinds: tuple[v.PointKind, ...]) -> str:
    words = [f"{'in' if kind in ('city', 'class') else 'on'} {_article(POINTS[kind])}" for kind in kinds]
    return _listed(words, "or")


def _region(region: v.Region, voice: Voice) -> str:
    name = voice.names.get(region, f"the {region}").removeprefix("The ")
    return f"the {name}" if " " in name and not name.startswith("the ") else name


def _slots(slots: tuple[v.Slot, ...], state: str) -> str:
    return f"your {_listed(slots)} {'slot is' if len(slots) == 1 else 'slots are'} {state}"


def _either(yes: str, no: str) -> Callable[[Any, Voice], str]:
    return lambda value, _: yes if value else no


CONDITIONS: dict[str, Callable[[Any, Voice], str]] = {
    "xp_at_least": lambda n, _: f"your XP is {n} or more",
    "xp_at_most": lambda n, _: f"your XP is {n} or less",
    "gp_at_least": lambda n, _: f"you have {n} GP or more",
    "gp_at_most": lambda n, _: f"you have {n} GP or less" if n else "you have no GP",
    "icon": lambda icon, _: f"your class has the {ICONS[icon]} icon",
    "creature": lambda types, _: f"the creature is {_listed([FOES[one][0] for one in types], 'or')}",
    "creature_cv_at_least": lambda n, _: f"the creature's CV is {n} or more",
    "flying": _either("the creature has Flying", "the creature does not have Flying"),
    "quest_creature": _either("the creature is a Quest Creature", "the creature is not a Quest Creature"),
    "at": lambda kinds, _: f"you are {_at(kinds)}",
    "region": lambda regions, voice: f"you are in {_listed([_region(one, voice) for one in regions], 'or')}",
    "point": lambda points, voice: f"you are at {_listed([voice.name(one) for one in points], 'or')}",
    "hand_at_least": lambda n, _: f"you have {_at_least(n, 'card', 'cards')} in hand",
    "hand_at_most": lambda n, _: f"you have {_count(n, 'card')} or fewer in hand" if n else "your hand is empty",
    "filled": lambda slots, _: _slots(slots, "filled"),
    "empty": lambda slots, _: _slots(slots, "empty"),
    "weapons_at_least": lambda n, _: (
        "you wield two weapons or a two-handed one" if n == 2 else f"you wield {_at_least(n, 'weapon', 'weapons')}"
    ),
    "two_handed": _either("you wield a two-handed weapon", "you wield no two-handed weapon"),
    "magical_at_least": lambda n, _: f"you have {_at_least(n, 'magical card', 'magical cards')} on your board",
    "allies_at_least": lambda n, _: f"you have {_at_least(n, 'Ally', 'Allies')} on your board",
    "heavy": _either("you wear Heavy armor", "you wear no Heavy armor"),
    "skills_at_least": lambda n, _: f"you have {_at_least(n, 'Skill', 'Skills')}",
    "cursed": _either("you have a Curse", "you have no Curse"),
    "tokens_at_least": lambda n, _: f"you have defeated {_at_least(n, 'Quest Creature', 'Quest Creatures')}",
    "quests_at_least": lambda n, _: f"you have completed {_at_least(n, 'Quest Event', 'Quest Events')}",
    "own_turn": _either("it is your turn", "it is not your turn"),
    "phase": lambda phases, _: f"it is {_listed([f'the {one.title()} Phase' for one in phases], 'or')}",
    "won_this_turn": lambda types, _: f"you have beaten {_listed([FOES[one][0] for one in types], 'or')} this turn",
    "wins_this_turn": lambda n, _: f"you have won {_at_least(n, 'battle', 'battles')} this turn",
    "tried_escape": lambda yes, voice: (
        f"{'you' if voice.who == 'self' else 'the hero'} {'tried' if yes else 'did not try'} to Escape in this battle"
    ),
    "behind": lambda yes, voice: f"{voice.hero} Final CV is {'' if yes else 'not '}lower than the creature's",
    "company": _either("another hero is on your point", "no other hero is on your point"),
}
