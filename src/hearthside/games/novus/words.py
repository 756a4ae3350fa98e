"""Every sentence that a person reads at a table of Legends of Novus: questions, choices, the log, the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import board, events
from . import choices as c
from .state import HAND_1, ITEM_1
from .text import Voice, steps_text
from .vocabulary import May, Steps

if TYPE_CHECKING:
    from ...engine.ask import Ask
    from ...engine.game import Entry
    from .context import G
    from .library import Content

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DECKS = {"adventure": "an Adventure card", "reward": "a Reward card", "encounter": "an Encounter card"}
FACES = {"safe_travels": "Safe Travels", "adventure": "Adventure", "reward": "Reward", "encounter": "Encounter"}
STEPS = ("Ability", "Escape", "CV", "Hero's roll", "Creature's roll", "Influence", "Verdict")
PHASES = ("Preparation", "Adventure", "Recovery")
STAGE_PHASE = {"preparation": 0, "adventure": 1, "move": 1, "challenge": 1, "recovery": 2, "end": 2}
SLOT_NAMES = {0: "Head", 1: "Body", 2: "Hand", 3: "Other hand", 4: "Feet"}


# ---- names ----


@lru_cache(maxsize=8)
def names_of(content: Content) -> Mapping[str, str]:
    """Printed names of points, regions, classes and characters by id, as `text.py` wants them."""
    names: dict[str, str] = {str(region): name for region, name in content.region_names.items()}
    for n, point in enumerate(content.points):
        names[point.id] = point_name(content, n)
    for n in (*content.klasses, *content.characters):
        names[content.cards[n].id] = content.cards[n].name
    return names


def point_name(content: Content, point: int) -> str:
    """What a point is called; waypoints go by the road they lie on."""
    it = content.points[point]
    return it.name or it.id.replace("-", " ").title().replace("Kings ", "King's ")


def card_name(g: G, card: int) -> str:
    """A card's printed name."""
    return str(g.content.cards[card].name)


def foe_name(g: G, creature: int) -> str:
    """A creature in a sentence: "the Orc Warrior", but "Kroenig"."""
    proper = creature in g.content.quest_creatures and creature != g.content.beast
    return card_name(g, creature) if proper else f"the {card_name(g, creature)}"


def hero_name(g: G, seat: int) -> str:
    """The hero of a seat, or the seat while it has none."""
    character = g.state.heroes[seat].character
    return card_name(g, character) if character else f"Seat {seat + 1}"


def slot_name(slot: int) -> str:
    """A gear slot's name on the board."""
    return SLOT_NAMES.get(slot) or f"Item {slot - ITEM_1 + 1}"


def number_word(n: int) -> str:
    """Small numbers in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def count_of(n: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(words: list[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if len(words) > 1 else "".join(words)


def sum_of(face: int, total: int) -> str:
    """A roll spelled out: "6 + 9 = 15"."""
    rest = total - face
    return f"{face} {'+' if rest >= 0 else '-'} {abs(rest)} = {total}"


def parts_sum(parts: tuple[tuple[str, int], ...], total: int) -> str:
    """Named parts and their sum: "Experience 1 + Knight 3 = 4"."""
    told = ""
    for name, n in parts:
        name = name or "Experience"
        told += f"{name} {n}" if not told else f" {'+' if n >= 0 else '-'} {name} {abs(n)}"
    return f"{told} = {total}" if len(parts) != 1 else told


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- questions ----


def question_words(g: G, ask: Ask) -> str:
    """The question, as a question."""
    words = QUESTIONS[ask.topic]
    return words if isinstance(words, str) else words(g, ask)


def hint_words(g: G, ask: Ask) -> str:
    """What counts for the answer, with its numbers; empty where the question says it all."""
    hint = HINTS.get(ask.topic)
    return hint(g, ask) if hint else ""


def waiting_words(g: G, ask: Ask) -> str:
    """What the others read while a seat is asked."""
    return f"{hero_name(g, ask.seat)} {WAITING.get(ask.topic, 'is choosing')}."


def moment(g: G, window: str) -> str:
    """The moment of an open window, in words."""
    state = g.state
    battle, turn = state.battle, state.turn
    who = hero_name(g, turn.seat)
    if battle is not None and window.startswith("step_"):
        step = int(window.removeprefix("step_"))
        told = "the verdict has fallen" if step == 7 else f"{STEPS[step - 1]} is done"
        return f"{hero_name(g, battle.seat)} against {foe_name(g, battle.creature)}, step {step} of 7: {told}."
    if window == "revealed":
        shown = [foe_name(g, battle.creature)] if battle is not None else [card_name(g, n) for n in state.limbo[-1:]]
        return f"{who} just revealed {listed(shown) or 'a card'}."
    return {
        "turn_start": f"{who}'s turn {turn.number} begins.",
        "adventure": f"{who}'s Adventure Phase begins.",
        "before_die": f"{who} is about to roll the Travel Die.",
        "die_rolled": f"{who}'s Travel Die shows {FACES.get(turn.face, 'a face')}.",
        "before_step": f"{who} is on the way, with {count_of(turn.moves, 'step')} left.",
        "quest_done": "A Quest Event was just completed.",
        "recovery_start": f"{who}'s Recovery begins.",
        "turn_end": f"{who}'s turn {turn.number} ends.",
    }.get(window, "")


def _may_question(g: G, ask: Ask) -> str:
    deal = _deal(g, ask, ask.about).replace(": the ", ", so that the ")
    return f"Do you {deal[:1].lower()}{deal[1:]}?"


def _escape_question(g: G, ask: Ask) -> str:
    battle = g.state.battle
    return f"Do you fight {foe_name(g, battle.creature)} or try to Escape?" if battle else "Do you fight or Escape?"


def _limbo_question(g: G, ask: Ask) -> str:
    limbo = g.state.limbo
    return f"Which skill slot takes {card_name(g, limbo[-1])}?" if limbo else "Which skill slot takes the Curse?"


def _offer_question(g: G, ask: Ask) -> str:
    seat, offer = ask.about
    give, want = _goods(g, offer.give, offer.give_gp), _goods(g, offer.want, offer.want_gp)
    return f"{hero_name(g, seat)} offers {give} for {want}: do you agree?"


QUESTIONS: dict[str, str | Callable[[Any, Any], str]] = {
    "character": "Who will you be?",
    "preparation": "What do you prepare?",
    "adventure": lambda g, a: "Do you Travel or Explore?" if c.EXPLORE in a.choices else "Are you ready to Travel?",
    "safe_travels": "Do you go farther, or take the gold?",
    "move": "Where do you go?",
    "window": "Do you play something now?",
    "escape": _escape_question,
    "luck": "You rolled a natural 1: do you spend your Luck?",
    "follow_up": lambda g, a: (
        "Do you draw a card or seek a battle?"
        if any(isinstance(one, c.SpendEncounter) for one in a.choices)
        else "Which deck do you draw from?"
    ),
    "deck": "Which deck do you draw from?",
    "keep": "Which card do you keep?",
    "order": "Which card goes on top, to be drawn first?",
    "search": "Which card do you take from the discard pile?",
    "discard": "Which card do you discard?",
    "hand_limit": "Which card do you discard to end your turn?",
    "destroy": "Which card on your board do you destroy?",
    "discard_for_cv": "Do you discard a card for more CV?",
    "pay_for_cv": "Do you pay for more CV?",
    "give": "Which card do you give away?",
    "player": "Which player do you choose?",
    "equip": "Which card do you place on your board?",
    "take_off": "Which card do you take into your hand?",
    "place": "Where do you go?",
    "rift": "Where does Isenthrax rise?",
    "face": "Which face shall the Travel Die show?",
    "curse": _limbo_question,
    "uncurse": "Which Curse do you shake off?",
    "ally": "Which Animal Ally comes with you?",
    "advance": "Which Advanced Class do you take?",
    "enchant": "Which weapon do you enchant?",
    "may": _may_question,
    "option": "Which do you choose?",
    "offer": _offer_question,
    "recovery": "What do you do before your turn ends?",
    "roll": "What does your die show?",
}


def _move_hint(g: G, ask: Ask) -> str:
    left = count_of(g.state.turn.moves, "step")
    return f"{left} left; you may stop here." if c.STOP in ask.choices else f"{left} left."


def _escape_hint(g: G, ask: Ask) -> str:
    from .battle import ESCAPE_AT, escape_modifier

    battle = g.state.battle
    if battle is None:
        return ""
    hero = g.state.heroes[battle.seat]
    need = max(2, ESCAPE_AT - escape_modifier(g, hero, battle))
    cv = f"Your CV is {board.total_cv(g, hero, battle)} against {board.creature_cv(g, battle)}."
    return (
        f"{cv} To Escape, roll {need} or more; a failed try costs 1 CV." if need <= 10 else f"{cv} No roll will Escape."
    )


def _preparation_hint(g: G, ask: Ask) -> str:
    plays = g.state.turn.plays
    return f"In any order; {count_of(max(0, plays), 'card')} may still be played."


def _limit_hint(g: G, ask: Ask) -> str:
    hero = g.state.heroes[ask.seat]
    return f"You hold {count_of(len(hero.hand), 'card')}; the limit is {board.hand_limit(g, hero)}."


HINTS: dict[str, Callable[[Any, Any], str]] = {
    "preparation": _preparation_hint,
    "recovery": _preparation_hint,
    "adventure": lambda g, a: f"You stand at {point_name(g.content, g.state.heroes[a.seat].at)}.",
    "move": _move_hint,
    "window": lambda g, a: moment(g, a.about or ""),
    "escape": _escape_hint,
    "luck": lambda g, a: "Left alone, a natural 1 fails whatever is added to it.",
    "hand_limit": _limit_hint,
    "roll": lambda g, a: "Enter what the die on your table shows.",
}
WAITING = {
    "character": "is choosing a hero",
    "preparation": "is preparing",
    "adventure": "is choosing between Travel and Explore",
    "safe_travels": "travels safely and is choosing what that brings",
    "move": "is choosing where to go",
    "place": "is choosing where to go",
    "window": "may play a card",
    "escape": "is choosing between fight and flight",
    "luck": "rolled a natural 1 and is thinking of Luck",
    "keep": "is looking at cards",
    "order": "is looking at cards",
    "search": "is searching the discard pile",
    "discard": "is choosing a card to discard",
    "hand_limit": "is choosing a card to discard",
    "destroy": "is choosing a card to destroy",
    "recovery": "is recovering",
    "curse": "is choosing where the Curse goes",
    "offer": "is considering an offer",
    "player": "is choosing a player",
    "roll": "is rolling",
}


# ---- choices ----


def choice_words(g: G, ask: Ask, choice: Any) -> str:
    """A choice as a verb with its object."""
    match choice:
        case c.TakeCard():
            verb = {**TAKE_CARD, "order": "Put {} on top"}.get(ask.topic, "Take {}")
            return verb.format(card_name(g, choice.card))
        case c.Yes() | c.No():
            return _yes_no(g, ask, isinstance(choice, c.Yes))
        case c.MoveTo():
            place = point_name(g.content, choice.point)
            return f"Raise Isenthrax at {place}" if ask.topic == "rift" else f"Go to {place}"
        case c.TakeOption():
            return _deal(g, ask, ask.about[choice.n].do)
        case c.Done():
            return "Begin the Adventure Phase" if ask.topic == "preparation" else "End the turn"
    return CHOICES[type(choice)](g, ask, choice)


def _deal(g: G, ask: Ask, steps: Steps) -> str:
    """Steps that may be chosen, as an order on a button."""
    battle = g.state.battle
    who = "other" if battle is not None and battle.seat != ask.seat else "self"
    text = steps_text(Steps((May(steps),)), Voice(who, names=names_of(g.content)))  # type: ignore[arg-type]
    return _capital(text.removeprefix("You may ").removeprefix("choose this: ").rstrip("."))


def _yes_no(g: G, ask: Ask, yes: bool) -> str:
    if ask.topic == "may":
        return _deal(g, ask, ask.about) if yes else "Leave it"
    if ask.topic == "advance" and not yes:
        return f"Stay {_article(card_name(g, g.state.heroes[ask.seat].klass))}"
    return YES_NO.get(ask.topic, ("Agree", "Decline"))[0 if yes else 1]


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'AEIOU' else 'a'} {noun}"


def _goods(g: G, card: int, gp: int) -> str:
    goods = [card_name(g, card)] if card else []
    return " and ".join([*goods, f"{gp} GP"] if gp else goods) or "nothing"


def _equip(g: G, ask: Ask, choice: c.Equip) -> str:
    name, slot = card_name(g, choice.card), choice.slot
    if g.content.cards[choice.card].two_handed:
        return f"Place {name} in both hands"
    where = {
        0: "on your head",
        1: "on your body",
        HAND_1: "in your hand",
        HAND_1 + 1: "in your other hand",
        4: "on your feet",
    }
    return f"Place {name} {where.get(slot) or f'in item slot {slot - ITEM_1 + 1}'}"


def ability_name(g: G, card: int, n: int) -> str:
    """An ability in words: its own name and its card's, or the card's alone."""
    it = g.content.cards[card]
    if it.abilities[n].name:
        return f"{it.abilities[n].name} ({it.name})"
    return str(it.name) if len(it.abilities) == 1 else f"{it.name}, ability {n + 1}"


def _buy_draw(g: G, ask: Ask, choice: c.BuyDraw) -> str:
    hero = g.state.heroes[ask.seat]
    return f"Pay {board.price(g, hero, 'buy', g.content.tables.draw_price)} GP for {DECKS[choice.deck]}"


def _sell(g: G, ask: Ask, choice: c.Sell) -> str:
    gp = board.price(g, g.state.heroes[ask.seat], "sell", g.content.cards[choice.card].price)
    return f"Sell {card_name(g, choice.card)} for {gp} GP"


def _buy_xp(g: G, ask: Ask, choice: c.BuyXp) -> str:
    from .phases import trade_price

    return (
        f"Pay {trade_price(g, g.state.heroes[ask.seat], choice.row)} GP for {g.content.tables.trades[choice.row][1]} XP"
    )


def _stack(g: G, ask: Ask, choice: c.TakeStack) -> str:
    stack = g.state.heroes[ask.seat].skills[choice.stack]
    return (
        f"Cover {card_name(g, stack[0])} in skill slot {choice.stack + 1}"
        if stack
        else f"Use skill slot {choice.stack + 1}"
    )


def _offer(g: G, ask: Ask, choice: c.Offer) -> str:
    give, want = _goods(g, choice.give, choice.give_gp), _goods(g, choice.want, choice.want_gp)
    return f"Offer {hero_name(g, choice.seat)} {give} for {want}"


def _fight(g: G, ask: Ask, choice: Any) -> str:
    battle = g.state.battle
    return f"Fight {foe_name(g, battle.creature)}" if battle is not None else "Fight"


def _here(g: G, seat: int) -> str:
    return point_name(g.content, g.state.heroes[seat].at)


CHOICES: dict[type, Callable[[Any, Any, Any], str]] = {
    c.PickCharacter: lambda g, a, one: (
        f"Play {card_name(g, one.character)}, "
        f"the {names_of(g.content)[g.content.cards[one.character].klass]}"
    ),
    c.Equip: _equip,
    c.Unequip: lambda g, a, one: f"Take off {card_name(g, one.card)}",
    c.PlayCard: lambda g, a, one: f"Play {card_name(g, one.card)}",
    c.UseAbility: lambda g, a, one: f"Use {ability_name(g, one.card, one.n)}",
    c.BuyDraw: _buy_draw,
    c.Travel: lambda g, a, one: f"Travel from {_here(g, a.seat)}",
    c.Explore: lambda g, a, one: f"Explore {_here(g, a.seat)}",
    c.TakeStep: lambda g, a, one: "Go 1 point farther",
    c.TakeGold: lambda g, a, one: "Take 10 GP",
    c.Stop: lambda g, a, one: f"Stop at {_here(g, a.seat)}",
    c.Escape: lambda g, a, one: "Try to Escape",
    c.Fight: _fight,
    c.Pass: lambda g, a, one: "Play nothing",
    c.SpendLuck: lambda g, a, one: "Spend Luck and roll again",
    c.KeepRoll: lambda g, a, one: "Keep the 1 and the Luck",
    c.DrawFrom: lambda g, a, one: f"Draw {DECKS[one.deck]}",
    c.SpendEncounter: lambda g, a, one: f"Discard {card_name(g, one.card)} to battle a creature",
    c.Sell: _sell,
    c.BuyXp: _buy_xp,
    c.Advance: lambda g, a, one: f"Advance to {card_name(g, one.klass)}",
    c.TakeSeat: lambda g, a, one: f"Choose {hero_name(g, one.seat)}",
    c.TakeStack: _stack,
    c.TakeFace: lambda g, a, one: f"Turn it to {FACES[one.face]}",
    c.Offer: _offer,
}  # fmt: skip
TAKE_CARD = {
    "keep": "Keep {}",
    "discard": "Discard {}",
    "hand_limit": "Discard {}",
    "discard_for_cv": "Discard {}",
    "destroy": "Destroy {}",
    "give": "Give {} away",
    "uncurse": "Shake off {}",
    "ally": "Take {} along",
    "equip": "Place {}",
    "take_off": "Take off {}",
    "advance": "Advance to {}",
    "enchant": "Enchant {}",
}
YES_NO = {
    "offer": ("Accept the offer", "Refuse the offer"),
    "pay_for_cv": ("Pay for more CV", "Pay no more"),
    "discard_for_cv": ("", "Discard no more"),
    "equip": ("", "Place nothing"),
    "take_off": ("", "Leave the board as it is"),
}


def touches(g: G, ask: Ask, choice: Any) -> tuple[str, ...]:
    """The ids of the pieces, spaces, slots and piles of the scene that a choice touches."""
    seat = ask.seat
    match choice:
        case c.PickCharacter():
            return (card_id(choice.character),)
        case c.Equip():
            return (card_id(choice.card), slot_id(seat, choice.slot))
        case c.Advance():
            return _klass_ids(g, seat, choice.klass)
        case c.TakeCard() if ask.topic == "advance":
            return _klass_ids(g, seat, choice.card)
        case c.Unequip() | c.PlayCard() | c.UseAbility() | c.SpendEncounter() | c.Sell() | c.TakeCard():
            return (card_id(choice.card),)
        case c.BuyDraw() | c.DrawFrom():
            return (f"deck-{choice.deck}",)
        case c.Travel():
            return (f"figure-{seat}",)
        case c.Explore():
            return (f"explore-{seat}", g.content.points[g.state.heroes[seat].at].id)
        case c.MoveTo():
            return (g.content.points[choice.point].id,)
        case c.Stop():
            return (g.content.points[g.state.heroes[seat].at].id,)
        case c.Fight():
            return (card_id(g.state.battle.creature),) if g.state.battle is not None else ()
        case c.SpendLuck():
            return (f"luck-{seat}",)
        case c.TakeSeat():
            return (f"figure-{choice.seat}",)
        case c.TakeStack():
            return (skill_id(seat, choice.stack),)
        case c.Offer():
            return tuple(card_id(n) for n in (choice.give, choice.want) if n)
    return ()


def card_id(card: int) -> str:
    """The piece id of a card whose face is seen."""
    return f"card-{card}"


def slot_id(seat: int, slot: int) -> str:
    """The id of a gear slot."""
    return f"slot-{seat}-{slot}"


def skill_id(seat: int, stack: int) -> str:
    """The id of a skill slot."""
    return f"skill-{seat}-{stack}"


def _klass_ids(g: G, seat: int, klass: int) -> tuple[str, ...]:
    """The class in the pool; the back of one's own card is reached by the class slot."""
    return (card_id(klass),) if klass in g.state.pool else (f"class-{seat}",)


# ---- battle ----


def verdict(g: G, seat: int | None) -> str:
    """How the battle at hand stands once both dice lie, or how it ended; empty before."""
    battle = g.state.battle
    if battle is None:
        return ""
    mine = battle.seat == seat
    who, whose = ("You", "yours") if mine else (hero_name(g, battle.seat), f"{hero_name(g, battle.seat)}'s")
    if battle.result:
        got = {"win": "won", "lose": "lost", "escape": "got away"}.get(battle.result)
        return f"{who} {got}." if got else "It ends without a result."
    if not battle.hero_roll or not battle.creature_roll:
        return ""
    if battle.hero_roll == 1:
        return "A natural 1: lost, unless the die is changed."
    ours, theirs = board.final_cvs(g, battle)
    if ours < theirs:
        return f"{_capital(number_word(theirs - ours))} short. A tie would be {whose}."
    return f"A tie, and ties are {whose}." if ours == theirs else f"Ahead by {number_word(ours - theirs)}."


# ---- the log ----


def event_words(g: G, entry: Entry, seat: int | None) -> str:
    """A log entry as one short sentence in the third person."""
    event = entry.event
    return EVENTS[type(event)](g, hero_name(g, event.seat), event)


def is_consequence(entry: Entry) -> bool:
    """The line follows from the one above it, and is indented."""
    return isinstance(entry.event, CONSEQUENCES)


def result_words(g: G) -> str:
    """Who won and how; empty while the game goes on."""
    state = g.state
    if not state.how:
        return ""
    if state.winner >= 0:
        return f"{_won(g, hero_name(g, state.winner), state.how)} {_rank(g)}"
    return _ended(g, state.how)


def _rank(g: G) -> str:
    from .goal import rank

    if len(g.state.heroes) == 1:
        return f"{rank(g.state.turn.number)}, in turn {g.state.turn.number} of {g.content.tables.solo_turns}."
    return "A Legend of Novus!"


def _won(g: G, who: str, how: str) -> str:
    tables = g.content.tables
    return {
        "legend": f"{who} wins with {tables.xp_goal} XP and a Quest Creature defeated.",
        "quests": f"{who} wins with {tables.quest_goal} Quest Events completed.",
        "informant": f"{who} wins as the Informant, with 20 XP and 2 Quest Events completed.",
        "solo": f"{who} wins with 3 Quest Creatures defeated and a Quest Event completed.",
    }[how]


def _ended(g: G, how: str) -> str:
    if how == "turns_up":
        return f"The {g.content.tables.solo_turns} turns are used up, and Novus has no legend yet."
    from .goal import outcome

    return f"The rounds are up; {hero_name(g, outcome(g).leader)} leads."


def _drew(g: G, who: str, e: events.Drew) -> str:
    return f"{who} draws {card_name(g, e.card) if e.card else DECKS[e.deck]}."


def _read(g: G, who: str, e: events.ReadLocation) -> str:
    place = point_name(g.content, e.point)
    return {
        "class_benefit": f"{place} favours {who}'s class.",
        "explore": f"{who} searches {place}.",
        "after_quest": f"{who} searches {place}, its creature gone.",
    }.get(e.part, f"{place} takes effect on {who}.")


def _tried(g: G, who: str, e: events.TriedEscape) -> str:
    if e.face == 1 and not e.escaped:
        return f"{who} tries to Escape and rolls a natural 1: a Tragic Fail, and 1 CV less."
    end = "and gets away" if e.escaped else "short of 6, and 1 CV less"
    return f"{who} tries to Escape: {sum_of(e.face, e.face + e.plus)}, {end}."


def _ended_battle(g: G, who: str, e: events.BattleEnded) -> str:
    foe = foe_name(g, e.creature)
    score = f", {e.hero} to {e.foe}" if e.hero or e.foe else ""
    return {
        "win": f"{who} beats {foe}{score}.",
        "lose": f"{who} loses to {foe}{score}.",
        "escape": f"{who} escapes from {foe}.",
        "no_result": f"The battle with {foe} ends without a result.",
    }[e.result]


def _traded(g: G, who: str, e: events.Traded) -> str:
    return f"{who} gives {hero_name(g, e.to)} {_goods(g, e.give, e.give_gp)} for {_goods(g, e.want, e.want_gp)}."


def _looked(g: G, who: str, e: events.Looked) -> str:
    top = "the top card" if e.n == 1 else f"the top {e.n} cards"
    return f"{who} looks at {top} of the {e.deck.title()} deck."


def _changed(g: G, who: str, e: events.ChangedCv) -> str:
    return f"{'The creature' if e.of == 'creature' else who} has {e.n:+} CV."


def _some(g: G, card: int) -> str:
    return card_name(g, card) if card else "a card"


EVENTS: dict[type, Callable[[Any, str, Any], str]] = {
    events.TookCharacter: lambda g, who, e: f"Seat {e.seat + 1} plays {card_name(g, e.character)}.",
    events.TurnBegan: lambda g, who, e: f"Turn {e.number}: {who}.",
    events.PhaseBegan: lambda g, who, e: f"{who} begins the {e.phase.replace('_', ' ').title()} Phase.",
    events.Drew: _drew,
    events.Revealed: lambda g, who, e: f"{who} reveals {card_name(g, e.card)}.",
    events.Discarded: lambda g, who, e: f"{who} discards {card_name(g, e.card)}.",
    events.Destroyed: lambda g, who, e: f"{who} destroys {card_name(g, e.card)}.",
    events.Placed: lambda g, who, e: f"{who} places {card_name(g, e.card)}.",
    events.TookOff: lambda g, who, e: f"{who} takes off {card_name(g, e.card)}.",
    events.Played: lambda g, who, e: f"{who} plays {card_name(g, e.card)}.",
    events.Used: lambda g, who, e: f"{who} uses {ability_name(g, e.card, e.n)}.",
    events.Bought: lambda g, who, e: f"{who} pays {e.gp} GP for {DECKS[e.deck]}.",
    events.GainedXp: lambda g, who, e: f"{who} gains {e.n} XP: {e.xp - e.n} + {e.n} = {e.xp}.",
    events.LostXp: lambda g, who, e: f"{who} loses {e.n} XP: {e.xp + e.n} - {e.n} = {e.xp}.",
    events.GainedGp: lambda g, who, e: f"{who} gains {e.n} GP: {e.gp - e.n} + {e.n} = {e.gp}.",
    events.LostGp: lambda g, who, e: f"{who} gives up {e.n} GP: {e.gp + e.n} - {e.n} = {e.gp}.",
    events.StoleGp: lambda g, who, e: f"{who} takes {e.n} GP from {hero_name(g, e.of)}.",
    events.StoleCard: lambda g, who, e: f"{who} gets {_some(g, e.card)} from {hero_name(g, e.of)}.",
    events.GaveCard: lambda g, who, e: f"{who} gives {_some(g, e.card)} to {hero_name(g, e.to)}.",
    events.GainedLuck: lambda g, who, e: f"{who} regains Luck.",
    events.SpentLuck: lambda g, who, e: f"{who} spends Luck and rolls {e.face} instead of 1.",
    events.RolledTravel: lambda g, who, e: f"The Travel Die shows {FACES[e.face]}.",
    events.TookSafeTravels: lambda g, who, e: (
        f"{who} chooses 10 GP." if e.gold else f"{who} chooses to go 1 point farther."
    ),
    events.TurnedExplore: lambda g, who, e: f"{who}'s Explore token shows {'X' if e.x else 'its free side'}.",
    events.Moved: lambda g, who, e: f"{who} goes to {point_name(g.content, e.point)}.",
    events.Arrived: lambda g, who, e: f"{who} stops at {point_name(g.content, e.point)}.",
    events.ReadLocation: _read,
    events.Explored: lambda g, who, e: f"{who} explores {point_name(g.content, e.point)}.",
    events.BattleBegan: lambda g, who, e: f"{who} meets {foe_name(g, e.creature)}, CV {e.cv}.",
    events.TriedEscape: _tried,
    events.SummedCv: lambda g, who, e: f"{who}'s CV: {parts_sum(e.parts, e.total)}, against {e.creature_cv}.",
    events.RolledHero: lambda g, who, e: (
        f"{who} rolls {sum_of(e.face, e.total)}{': a natural 1, a Tragic Fail' if e.face == 1 else ''}."
    ),
    events.RolledCreature: lambda g, who, e: f"The creature rolls {sum_of(e.face, e.total)}.",
    events.RolledAbility: lambda g, who, e: f"{who} rolls {e.face}{', a Tragic Fail' if e.face == 1 else ''}.",
    events.ChangedCv: _changed,
    events.BattleEnded: _ended_battle,
    events.ChallengeScored: lambda g, who, e: (
        f"Best of three: {who} {e.wins}, {foe_name(g, e.creature)} {e.losses}."
    ),
    events.TookToken: lambda g, who, e: f"{who} takes the token of {foe_name(g, e.creature)}.",
    events.Cursed: lambda g, who, e: f"{card_name(g, e.card)} curses {who}.",
    events.Uncursed: lambda g, who, e: f"{who} is rid of {card_name(g, e.card)}.",
    events.GainedAlly: lambda g, who, e: f"{card_name(g, e.card)} joins {who}.",
    events.Sold: lambda g, who, e: f"{who} sells {card_name(g, e.card)} for {e.gp} GP.",
    events.BoughtXp: lambda g, who, e: f"{who} pays {e.gp} GP for {e.xp} XP.",
    events.Advanced: lambda g, who, e: f"{who} advances to {card_name(g, e.klass)}.",
    events.CompletedQuest: lambda g, who, e: f"{who} completes {card_name(g, e.card)}.",
    events.PlacedIsenthrax: lambda g, who, e: f"Isenthrax rises at {point_name(g.content, e.point)}.",
    events.Looked: _looked,
    events.Traded: _traded,
    events.Won: lambda g, who, e: _won(g, who, e.how),
    events.Ended: lambda g, who, e: _ended(g, e.how),
}  # fmt: skip
CONSEQUENCES = (
    events.GainedXp, events.LostXp, events.GainedGp, events.LostGp, events.GainedLuck, events.SpentLuck,
    events.TurnedExplore, events.TookSafeTravels, events.SummedCv, events.RolledHero, events.RolledCreature,
    events.RolledAbility, events.ChangedCv, events.TriedEscape, events.BattleEnded, events.ChallengeScored,
    events.TookToken, events.Cursed, events.Uncursed, events.Drew, events.ReadLocation, events.StoleGp,
    events.StoleCard, events.GaveCard, events.CompletedQuest, events.GainedAlly, events.Looked, events.Destroyed,
    events.PlacedIsenthrax,
)  # fmt: skip
