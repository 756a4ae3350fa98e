"""Questions of validity (LS-VOTE, LS-DIG-11 to LS-DIG-16): who challenges what, what is said, how it is voted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import LATE, AllOf, AnyOf, Ask, Line, Rule
from . import adventurers, events, scoring
from .choices import BOTH, EITHER, Challenge, Decide
from .state import Ballot, Player, Ruling, Said
from .vocabulary import BIT, KINDS, PointsIfNone

if TYPE_CHECKING:
    from .context import G

CHALLENGES = 3  # LS-DIG-25: questions that a player may open in one step
LEAST = 10_000  # milliseconds: in real time, the shortest time to challenge or to vote
LINE = 120  # characters of what a player says to a question


def challenge(g: G) -> Rule[None]:
    """All may question items of any mat for what this step asks (LS-SCORE-9 to LS-SCORE-11, LS-DIG-20)."""
    state = g.state
    open_ = questions(g)
    state.ballots = []
    if open_:
        choices = [Challenge(tile, kind) for _, tile, kind in open_]
        due = time_for(g, g.options.debate * 500)
        asks = [
            Ask(player.seat, choices, "challenge", f"LS-SCORE-{8 + state.step}", 0, CHALLENGES, due, [])
            for player in state.players
        ]
        answers = yield AllOf(tuple(asks))
        g.learn()
        challenged = {player.seat: answer for player, answer in zip(state.players, answers, strict=True)}
        for owner, tile, kind in open_:
            for player in scoring.scored_order(g):
                if Challenge(tile, kind) in challenged[player.seat]:
                    state.ballots.append(Ballot(owner, tile, kind, player.seat, votes=[0] * len(state.players)))
                    g.log(events.Challenged(player.seat, owner, tile, kind), "LS-GAP-33")
                    break
    state.stage = "vote" if state.ballots else "step"


def questions(g: G) -> list[tuple[int, int, str]]:
    """What can be questioned in this step: (owner's seat, tile, kind), in the order of mats and items (LS-DIG-20)."""
    if g.options.judge == "strict":
        return []
    state, content = g.state, g.content
    quest = content.quest(state.quest)
    done = {(ruling.tile, ruling.kind) for ruling in state.rulings}
    found = []
    for player in scoring.scored_order(g):
        named = {1: adventurers.spoken_of(g, player), 2: quest.forbidden, 3: quest.required}[state.step]
        for tile in scoring.tiles_of(player):
            arguable = content.plausible[tile]
            if g.options.judge == "table":
                arguable = (1 << len(KINDS)) - 1
            elif len(state.players) > 2:  # LS-GAP-44
                arguable |= content.tags[tile]
            found += [
                (player.seat, tile, kind)
                for kind in named
                if arguable & BIT[kind] and (tile, kind) not in done  # type: ignore[index]
            ]
    return found


def time_for(g: G, ms: int) -> int | None:
    """When a question of Scoring ends; None for never, where no clock runs."""
    return g.now + max(ms, LEAST) if g.real else None


def vote(g: G) -> Rule[None]:
    """The first question that waits: lines are said at once, ballots stay secret until all are in (LS-VOTE-3..5)."""
    state = g.state
    if not state.ballots:
        state.stage = "step"
        return
    ballot = state.ballots[0]
    owner = state.players[ballot.owner]
    if all(laid.tile != ballot.tile for laid in owner.laid):
        state.ballots.pop(0)  # gone by an earlier vote of this step
        return
    if not any(ballot.votes) and not ballot.said and not ballot.ends:
        ballot.ends = time_for(g, g.options.debate * 1000) or 0
    silent = {said.seat for said in ballot.said}
    about = (ballot.tile, ballot.kind)
    asks = [
        Ask(seat, BOTH, "vote", "LS-VOTE-5", about=about, line=LINE if g.options.debate and seat not in silent else 0)
        for seat, given in enumerate(ballot.votes)
        if not given
    ]
    if asks:
        seat, choice = yield AnyOf(tuple(asks), ballot.ends or None)
        if choice is LATE:
            yes = stands(g, owner, ballot.tile, ballot.kind)
            ballot.votes = [given or (1 if yes else 2) for given in ballot.votes]  # LS-DIG-14
        elif choice.__class__ is Line:
            ballot.said.append(Said(seat, choice.text))
            g.log(events.SaidLine(seat, ballot.tile, choice.text), "LS-VOTE-3")
            return
        else:
            ballot.votes[seat] = 1 if choice.yes else 2
    if all(ballot.votes):
        yield from close(g, ballot, owner)


def stands(g: G, owner: Player, tile: int, kind: str) -> bool:
    """The answer without a vote."""
    return scoring.earns(g, owner, tile, kind) if g.state.step == 3 else scoring.counts(g, tile, kind)


def close(g: G, ballot: Ballot, owner: Player) -> Rule[None]:
    """Ballots are revealed and counted; the verdict holds for this round (LS-VOTE-6 to LS-VOTE-16, LS-DIG-13)."""
    state = g.state
    g.learn()
    yes = sum(adventurers.votes(g, p) for p in state.players if ballot.votes[p.seat] == 1)
    no = sum(adventurers.votes(g, p) for p in state.players if ballot.votes[p.seat] == 2)
    how = "majority"
    if yes != no:
        verdict = yes > no
    elif len(state.players) == 2:
        verdict, how = state.step != 3 and costs(g, owner, ballot.kind), "two"
    else:
        otherwise = Decide(stands(g, owner, ballot.tile, ballot.kind))
        said = yield scoring.own(g, owner, list(EITHER), "decide", "LS-VOTE-7", otherwise, (yes, no))
        verdict, how = said.yes, "owner"
    if adventurers.vetoes(g, owner) > 0:
        said = yield scoring.own(g, owner, list(EITHER), "veto", "LS-SCORE-20", Decide(False), verdict)
        if said.yes:
            owner.vetoes += 1
            verdict, how = not verdict, "veto"
    rule = {"two": "LS-VOTE-13", "owner": "LS-VOTE-7", "veto": "LS-SCORE-20"}.get(how, "LS-VOTE-6")
    votes = tuple(given == 1 for given in ballot.votes)
    g.log(events.Voted(owner.seat, ballot.tile, ballot.kind, votes, verdict, how), rule)
    ballot.verdict = 1 if verdict else 2
    state.rulings.append(Ruling(ballot.tile, ballot.kind, verdict))
    state.ballots.pop(0)
    state.judged = ballot
    if verdict and state.step == 2:
        scoring.strike(g, owner, ballot.tile, 2, ballot.kind)  # LS-VOTE-8: at once
    elif verdict and state.step == 1 and ballot.kind in adventurers.barred(g, owner):
        scoring.strike(g, owner, ballot.tile, 1, ballot.kind)


def costs(g: G, owner: Player, kind: str) -> bool:
    """Whether "yes" is the worse answer for the owner in steps 1 and 2 (LS-DIG-13)."""
    if g.state.step == 2:
        return True
    bonus = [e for e in adventurers.in_force(g, owner) if e.__class__ is PointsIfNone and e.kind == kind]
    return kind in adventurers.barred(g, owner) or bool(bonus)
