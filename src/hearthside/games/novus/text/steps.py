"""The clause of each verb that changes a hero, cards or the way: XP, GP, draws, discards, Travel."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from .. import vocabulary as v
from .clauses import Clause, does, long, order, possessive, said, says, subject_of
from .conditions import filter_text, region_text
from .grammar import ALL, count, listed, more
from .nouns import DECKS, POINTS
from .voice import Voice

# ---- the hero ----


@says(v.GainXp)
def _gain_xp(step: v.GainXp, voice: Voice) -> Clause:
    return does(step.of, voice, "gain", f"{step.n} XP")


@says(v.LoseXp)
def _lose_xp(step: v.LoseXp, voice: Voice) -> Clause:
    return does(step.of, voice, "lose", f"{step.n} XP")


@says(v.GainGp)
def _gain_gp(step: v.GainGp, voice: Voice) -> Clause:
    return does(step.of, voice, "gain", f"{step.n} GP")


@says(v.LoseGp)
def _lose_gp(step: v.LoseGp, voice: Voice) -> Clause:
    lost = f"all {possessive(step.of, voice)} GP" if step.n >= ALL else f"{step.n} GP"
    return does(step.of, voice, "lose", lost)


@says(v.StealGp)
def _steal_gp(step: v.StealGp, voice: Voice) -> Clause:
    return order(f"take up to {step.n} GP from {_near(step.within)}")


@says(v.PayGp)
def _pay_gp(step: v.PayGp, voice: Voice) -> Clause:
    return order(f"pay {step.n} GP")


@says(v.GainLuck)
def _gain_luck(step: v.GainLuck, voice: Voice) -> Clause:
    return does(step.of, voice, "regain", f"{possessive(step.of, voice)} Luck token")


@says(v.TurnExplore)
def _turn_explore(step: v.TurnExplore, voice: Voice) -> Clause:
    side = {"free": "its free side", "x": "its X side"}[step.side]
    now = " (you may Explore this turn)" if step.now else ""
    return does(step.of, voice, "turn", f"{possessive(step.of, voice)} Explore token to {side}{now}")


@says(v.GainCurse)
def _gain_curse(step: v.GainCurse, voice: Voice) -> Clause:
    return does(step.of, voice, "gain", count(step.n, "Curse"))


@says(v.RemoveCurse)
def _remove_curse(step: v.RemoveCurse, voice: Voice) -> Clause:
    whose = possessive(step.of, voice)
    return does(step.of, voice, "remove", f"all {whose} Curses" if step.n >= ALL else f"{step.n} of {whose} Curses")


@says(v.GainAlly)
def _gain_ally(step: v.GainAlly, voice: Voice) -> Clause:
    return Clause("order", "gain", (f"{count(step.n, 'Animal Ally', 'Animal Allies')} of your choice",))


@says(v.AdvanceClass)
def _advance_class(step: v.AdvanceClass, voice: Voice) -> Clause:
    free = ", whatever your XP" if step.free else ""
    again = ", even if you have advanced before" if step.again else ""
    return order(f"take an Advanced Class at once{free}{again}")


# ---- cards ----


@says(v.Draw)
def _draw(step: v.Draw, voice: Voice) -> Clause:
    return does(step.of, voice, "draw", count(step.n, f"{DECKS[step.deck]} card"))


@says(v.Look)
def _look(step: v.Look, voice: Voice) -> Clause:
    deck = DECKS[step.deck]
    seen = f"look at the top {f'{deck} card' if step.n == 1 else f'{step.n} {deck} cards'}"
    left = step.n - step.keep
    if left <= 0 or (step.n == 1 and step.rest == "top"):
        return order(f"{seen} and take {'it' if step.n == 1 else 'them'}" if step.keep else seen)
    rest = ("the other" if left == 1 else "the rest") if step.keep else ("it" if step.n == 1 else "them")
    fate = {
        "top": f"put {rest} back on top" + ("" if left == 1 else " in any order"),
        "bottom": f"put {rest} on the bottom of the deck",
        "discard": f"discard {rest}",
    }[step.rest]
    return order(f"{seen}, keep {step.keep} and {fate}" if step.keep else f"{seen} and {fate}")


@says(v.Search)
def _search(step: v.Search, voice: Voice) -> Clause:
    deck, place = step.zone.split("_")
    zone = f"the {deck.title()} {'discard pile' if place == 'discard' else 'deck'}"
    noun = filter_text(step.take, step.n)
    if step.pick:
        return order(f"take {count(step.n, noun, noun)} of your choice from {zone}")
    first = "top" if step.take == v.Filter() else "first"
    shuffle = ", then shuffle it" if place == "deck" else ""
    return order(f"take the {first} {noun if step.n == 1 else f'{step.n} {noun}'} from {zone}{shuffle}")


@says(v.Discard)
def _discard(step: v.Discard, voice: Voice) -> Clause:
    all_of_it = step.n >= ALL and step.take == v.Filter()
    what = f"{possessive(step.of, voice)} hand" if all_of_it else _picked(step.n, step.take)
    return does(step.of, voice, "discard", what + (" at random" if step.random else ""))


@says(v.Destroy)
def _destroy(step: v.Destroy, voice: Voice) -> Clause:
    cards = _picked(step.n, structs.replace(step.take, slot=None))
    mine = possessive(step.of, voice)
    place = f"in {mine} {listed(step.take.slot, 'or')} slot" if step.take.slot else f"on {mine} board"
    return does(step.of, voice, "destroy", f"{cards} {place}")


@says(v.StealCard)
def _steal_card(step: v.StealCard, voice: Voice) -> Clause:
    return order(f"take 1 {filter_text(step.take)} at random from the hand of {_near(step.within)}")


@says(v.SwapCard)
def _swap_card(step: v.SwapCard, voice: Voice) -> Clause:
    return order(f"swap 1 card of your hand for 1 at random from the hand of {_near(step.within)}")


@says(v.GiveCard)
def _give_card(step: v.GiveCard, voice: Voice) -> Clause:
    return order(f"give {count(step.n, 'card')} of your hand to another player on your point")


@says(v.EquipNow)
def _equip_now(step: v.EquipNow, voice: Voice) -> Clause:
    take = step.take if step.take != v.Filter() else v.Filter(deck="reward")
    return order(f"place {'' if step.n == 1 else 'up to '}{_picked(step.n, take)} from hand on your board at once")


@says(v.ReturnToHand)
def _return_to_hand(step: v.ReturnToHand, voice: Voice) -> Clause:
    cards = count(step.n, "Reward card")
    return order(f"take {'' if step.n == 1 else 'up to '}{cards} from your board back into hand at once")


@says(v.ExtraPlay)
def _extra_play(step: v.ExtraPlay, voice: Voice) -> Clause:
    return said(f"you may play {more(step.n, 'card')} in this phase")


@says(v.StealMagic)
def _steal_magic(step: v.StealMagic, voice: Voice) -> Clause:
    return order("take the first magical card from the Reward discard pile, or else from the Reward deck")


def _picked(n: int, take: v.Filter) -> str:
    return count(n, filter_text(take, 1), filter_text(take, 2))


# ---- Travel and Explore ----


@says(v.ExtraMove)
def _extra_move(step: v.ExtraMove, voice: Voice) -> Clause:
    subject = subject_of(step.of, voice)
    change = f"Travel {step.n:+}"
    if subject:
        return Clause("said", "has", (change,), subject, "this turn")
    return Clause("change", "", (change,), tail="this turn")


@says(v.NoMove)
def _no_move(step: v.NoMove, voice: Voice) -> Clause:
    return does(step.of, voice, "skip", f"the movement of {possessive(step.of, voice)} next Travel")


@says(v.MoveTo)
def _move_to(step: v.MoveTo, voice: Voice) -> Clause:
    place = _places(step.kinds) or "point"
    regions = f" in {listed([region_text(one, voice) for one in step.regions], 'or')}" if step.regions else ""
    near = "" if step.within >= ALL else f" within {count(step.within, 'point')}"
    return order(f"put your hero on any {place}{regions}{near} (nothing happens there)")


@says(v.StopMovement)
def _stop_movement(step: v.StopMovement, voice: Voice) -> Clause:
    return said("your movement ends here")


@says(v.TravelResult)
def _travel_result(step: v.TravelResult, voice: Voice) -> Clause:
    return order(
        {"reroll": "reroll the Travel Die", "choose": "turn the Travel Die to a face of your choice"}[step.how]
    )


@says(v.Fly)
def _fly(step: v.Fly, voice: Voice) -> Clause:
    return order("have Flying until the turn ends")


@says(v.Explore)
def _explore(step: v.Explore, voice: Voice) -> Clause:
    return order("Explore as on a Waypoint")


@says(v.PlaceIsenthrax)
def _place_isenthrax(step: v.PlaceIsenthrax, voice: Voice) -> Clause:
    return long(
        "put the token of Isenthrax on an Encounters point of your choice. "
        "If Isenthrax is on the map or defeated already, draw 1 Reward card instead"
    )


def _places(kinds: Iterable[v.PointKind]) -> str:
    return listed([POINTS[kind] for kind in kinds], "or")


def _near(within: int, who: str = "another player") -> str:
    where = {ALL: "", 0: " on your point"}.get(within, f" within {count(within, 'point')}")
    return who + where
