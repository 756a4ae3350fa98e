"""Questions of validity (LS-VOTE), judges, debates and their time (LS-DIG-11 to LS-DIG-17)."""

from __future__ import annotations

from random import Random

import pytest

from hearthside.engine.ask import Line
from hearthside.engine.chance import Chance
from hearthside.engine.errors import Refused
from hearthside.engine.record import load, record_of
from hearthside.engine.scene import Ballot
from hearthside.games.lastsecond.choices import Challenge, Decide, Vote

from .story import GAME, Story, adventurer, events, player, quest, scoring

rule = pytest.mark.rule


def example(**more) -> Story:
    """The scored Beastmaster of the rulebook, in step 1."""
    items = ["mace", "sacrificial-knife", "love-potion", "apple", "sextant", "feathered-hat", "chalice"]
    return scoring(player("beastmaster", 2, items, ready=2), player(), player(), player(ready=3), **more)


def forbidden(seats: int = 3, item: str = "chalice", kind: str = "elegant", **more) -> Story:
    """Step 2: seat 1 says that an item of seat 0 is forbidden."""
    t = scoring(player(items=[item]), *[player()] * (seats - 1), quest=quest("food", without=[kind]), **more)
    return t.step(2).challenge((1, item, kind))


def required(seats: int = 3, item: str = "rope", kind: str = "tools", **more) -> Story:
    """Step 3: seat 1 says that an item of seat 0 is not of the required kind."""
    t = scoring(player(items=[item]), *[player()] * (seats - 1), quest=quest(kind, without=["evil"]), **more)
    return t.step(3).challenge((1, item, kind))


@rule("LS-EX-3", "LS-EX-4", "LS-EX-5", "LS-EX-6", "LS-EX-7", "LS-EX-8", "LS-EX-9", "LS-EX-10", "LS-GAP-38")
def test_the_scored_example():
    t = example()
    # step 1: the knife might be thrown; most say it is for sacrifices
    t.challenge((1, "sacrificial-knife", "ranged")).vote(1)
    assert "sacrificial-knife" in t.lying(0)
    # step 2: sextant and hat are undisputed, the chalice is voted stylish
    t.challenge((2, "chalice", "elegant"))
    assert t.question() == ("chalice", "elegant")
    t.vote(1, 2, 3)
    assert t.state.step == 3
    assert t.lying(0) == ["mace", "sacrificial-knife", "love-potion", "apple"]
    # step 3: four points are claimed; the apple is not magical, the knife is a weapon, the potion is one, too
    t.challenge((0, "apple", "magical"), (3, "sacrificial-knife", "melee"), (3, "love-potion", "magical"))
    votes = {
        ("sacrificial-knife", "melee"): ((0, 1, 2), None),
        ("love-potion", "magical"): ((0, 1), True),
        ("apple", "magical"): ((), None),
    }
    for _ in range(3):
        yes, says = votes.pop(t.question())
        t.vote(*yes, says=says)
    score = t.state.scored[0]
    assert [t.g.content.tile(one).id for one in score.required] == ["mace", "sacrificial-knife", "love-potion"]
    assert score.text + len(score.required) == 3, "after step 3"
    assert score.empty == 11, "4 + 4 + 3"
    assert 3 - score.empty // 2 == -2, "after step 4"
    assert (score.ready, t.points(0)) == (2, 0), "the card counts although the mat is no longer full"
    assert "apple" in t.lying(0), "and stays"
    assert t.players[0].ready == 2


@rule("LS-DIG-17")
def test_the_same_example_by_the_icons_alone():
    t = example(judge="strict")
    assert t.points(0) == 1
    assert t.state.scored[0].empty == 8


@rule("LS-VOTE-1", "LS-VOTE-2", "LS-DIG-12")
def test_there_is_a_vote_only_where_somebody_disagrees():
    t = example()
    while t.state.stage == "challenge":
        t.challenge()
    assert not t.events(events.Voted)
    assert t.points(0) == 1, "the icons stand"


@rule("LS-VOTE-3", "LS-GAP-33")
def test_any_player_may_question_and_argue():
    t = forbidden()
    assert t.state.ballots[0].asker == 1
    for seat in (2, 0, 1):
        t.say(seat, f"Seat {seat} speaks.")
    assert [(one.seat, one.text) for one in t.state.ballots[0].said] == [(n, f"Seat {n} speaks.") for n in (2, 0, 1)]
    scene = GAME.scene(t.g, None)
    ballot = next(part for part in scene.centre if isinstance(part, Ballot))
    assert ballot.lines == ((2, "Seat 2 speaks."), (0, "Seat 0 speaks."), (1, "Seat 1 speaks.")), "heard at once"
    with pytest.raises(Refused):
        t.say(2, "Once more.")
    for bad in ("", " x", "a\nb", "y" * 121, "\x1b[0m"):
        with pytest.raises(Refused):
            forbidden().say(1, bad)
    other = forbidden()
    other.say(0, "x" * 120)
    again = load(record_of(other.table), GAME, content=other.g.content)
    assert again.g.state == other.state


@rule("LS-VOTE-4", "LS-GAP-27", "LS-DIG-14")
def test_debates_are_limited_and_missing_ballots_are_filled_from_the_icons():
    t = forbidden(debate=45, item="feathered-hat")
    assert t.table.deadline == t.g.now + 45_000
    t.do(1, Vote(False)).do(2, Vote(True))
    t.wait(t.g.now + 44_999)
    assert t.state.ballots
    t.wait(45_000)
    assert t.events(events.Voted)[-1].votes == (True, False, True)
    assert forbidden().table.deadline == 60_000
    t = forbidden(debate=0)
    with pytest.raises(Refused):
        t.say(1, "No arguing here.")
    t = forbidden(mode="sliced")
    assert t.table.deadline is None, "no clock runs"


@rule("LS-VOTE-5", "LS-GAP-19")
def test_all_vote_the_owner_too():
    t = forbidden(5)
    assert t.asked("vote") == [0, 1, 2, 3, 4]
    assert [type(one) for one in t.offered(0)] == [Vote, Vote], "nobody abstains"
    t.vote(0, 1)
    assert t.events(events.Voted)[-1].votes == (True, True, False, False, False)


@rule("LS-VOTE-6", "LS-EX-29", "LS-EX-11")
def test_a_strict_majority_decides_whatever_the_owner_votes():
    for yes, stays in (((0, 1, 2), False), ((1, 2, 3), False), ((0, 4), True)):
        t = forbidden(5, "wand", "tools")
        t.vote(*yes)
        assert (t.lying(0) == ["wand"]) is stays
    t = scoring(player(items=["shovel"]), player(), player(), quest=quest("melee", without=["evil"]))
    t.step(3).challenge((2, "shovel", "melee")).vote(0, 2)
    assert t.state.scored[0].required == [t.number("shovel")]


@rule("LS-VOTE-7", "LS-EX-30", "LS-EX-8")
def test_a_tie_is_decided_by_the_owner():
    for says in (True, False):
        t = forbidden(4)
        t.vote(1, 2, says=says)
        assert t.lying(0) == ([] if says else ["chalice"])
        assert t.events(events.Voted)[-1].how == "owner"


@rule("LS-VOTE-8")
def test_what_is_voted_forbidden_goes_at_once():
    t = scoring(
        player(items=["chalice", "raven"]), *[player()] * 2, quest=quest("food", without=["elegant", "stealthy"])
    )
    t.step(2).challenge((1, "chalice", "elegant"), (1, "raven", "stealthy"), (2, "chalice", "stealthy"))
    assert len(t.state.ballots) == 3
    while t.state.ballots and t.question()[0] == "chalice":
        t.vote(1, 2)
    assert t.lying(0) == ["raven"], "while the next question is open"
    assert t.question() == ("raven", "stealthy"), "and nothing more is asked of it"
    assert t.empty(0) == 3


@rule("LS-VOTE-9", "LS-VOTE-10")
def test_what_is_not_voted_forbidden_stays_and_scores_only_if_required():
    for kind, points in (("valuables", 1), ("food", 0)):
        t = scoring(player(items=["chalice"]), *[player()] * 2, quest=quest(kind, without=["elegant"]))
        t.step(2).challenge((1, "chalice", "elegant")).vote(1).challenge()
        assert t.lying(0) == ["chalice"]
        assert t.points(0) == points


@rule("LS-VOTE-11", "LS-EX-14", "LS-DIG-16")
def test_a_verdict_is_no_precedent():
    t = forbidden(item="wand", kind="melee").vote(1, 2)
    assert t.lying(0) == []
    assert [(one.kind, one.yes) for one in t.state.rulings] == [("melee", True)]
    t.next_round()
    assert t.state.rulings == []
    t = required(item="wand", kind="melee")  # in a later round the same is argued the other way
    t.vote(1)
    assert not t.state.scored[0].required


@rule("LS-VOTE-12", "LS-DIG-16")
def test_one_item_can_be_questioned_for_several_kinds_but_once_for_each():
    t = example()
    t.challenge((1, "sacrificial-knife", "ranged"), (2, "sacrificial-knife", "ranged")).vote()
    assert len(t.events(events.Voted)) == 1
    t.challenge().challenge((1, "sacrificial-knife", "melee")).vote(0, 1, 2, 3)
    assert [one.kind for one in t.events(events.Voted)] == ["ranged", "melee"]
    t = scoring(
        player("beastmaster", 1, ["sacrificial-knife"]), *[player()] * 2, quest=quest("food", without=["ranged"])
    )
    t.challenge((1, "sacrificial-knife", "ranged")).vote()
    assert Challenge(t.number("sacrificial-knife"), "ranged") not in t.offered(1)
    t.challenge()
    assert t.lying(0) == ["sacrificial-knife"], "the verdict of step 1 holds in step 2"


@rule("LS-VOTE-13", "LS-GAP-32")
def test_two_who_agree_settle_it():
    t = forbidden(2).vote(0, 1)
    assert t.lying(0) == []
    t = forbidden(2).vote()
    assert t.lying(0) == ["chalice"]


@rule("LS-VOTE-14", "LS-EX-12")
def test_two_who_disagree_whether_it_is_forbidden_lose_it():
    for yes in (0, 1):
        t = forbidden(2).vote(yes)
        assert not t.asked("decide"), "the owner has no casting vote"
        assert t.lying(0) == []
        assert t.events(events.Voted)[-1].how == "two"
    t = scoring(player("beastmaster", 1, ["sacrificial-knife"]), player())
    t.challenge((1, "sacrificial-knife", "ranged")).vote(1)
    assert t.lying(0) == [], "likewise what the Adventurer bars"


@rule("LS-VOTE-15")
def test_otherwise_two_play_by_the_same_rules():
    t = forbidden(2)
    assert t.asked("vote") == [0, 1]
    t.say(0, "It is a cup.").vote(0, 1)
    assert t.events(events.SaidLine)[0].text == "It is a cup."
    t.challenge()
    assert t.points(0) == -1


@rule("LS-VOTE-16", "LS-EX-31", "LS-GAP-18")
def test_two_who_disagree_whether_it_is_required_do_not_score_it():
    t = required(2).vote(0)
    assert t.lying(0) == ["rope"]
    assert t.state.scored[0].required == []


@rule("LS-VOTE-17", "LS-GAP-29")
def test_a_vote_is_one_item_one_kind_yes_or_no():
    t = example()
    kinds = {one.kind for one in t.offered(1)}
    assert kinds == {"ranged", "food", "animals"}, "step 1: what the text in force speaks of"
    t.challenge()
    assert {one.kind for one in t.offered(1)} == {"outside", "elegant"}, "step 2: forbidden kinds"
    t.challenge()
    assert {one.kind for one in t.offered(1)} == {"melee", "magical"}, "step 3: required kinds"
    t.challenge((1, "mace", "melee"))
    assert t.offered(2) == [Vote(True), Vote(False)]


@rule("LS-VOTE-18")
def test_what_is_voted_out_of_a_required_kind_stays_for_nothing():
    t = required().vote(0)
    assert t.lying(0) == ["rope"]
    assert t.points(0) == 0


@rule("LS-DIG-11", "LS-GAP-44", "LS-GAP-6")
def test_what_each_judge_lets_be_questioned():
    def open_(judge: str, seats: int) -> set[str]:
        items = ["chalice", "feathered-hat", "mace"]  # plausible, printed, neither
        t = scoring(
            player(items=items), *[player()] * (seats - 1), quest=quest("food", without=["elegant"]), judge=judge
        )
        t.step(2)
        if t.state.step != 2 or not t.asked("challenge"):
            return set()
        ids = {t.number(id_): id_ for id_ in items}
        return {ids[one.tile] for one in t.offered(1) if one.tile in ids}

    assert open_("strict", 4) == set()
    assert open_("mixed", 4) == {"chalice", "feathered-hat"}
    assert open_("mixed", 2) == {"chalice"}, "between two, what is printed cannot be denied"
    assert open_("table", 4) == open_("table", 2) == {"chalice", "feathered-hat", "mace"}


@rule("LS-DIG-13")
def test_extra_votes_count_but_not_between_two():
    card = adventurer({"type": "extra_vote", "votes": 1}, penalty={"type": "forbid", "kind": "sacred"})

    def verdict(seats: int, *yes: int) -> tuple[str, bool]:
        t = scoring(
            player(items=["chalice"]),
            player("test", 2),
            *[player()] * (seats - 2),
            cards=[card],
            quest=quest("food", without=["elegant"]),
        )
        t.step(2).challenge((1, "chalice", "elegant")).vote(*yes)
        if t.asked("decide"):
            return "tie", False
        return t.events(events.Voted)[-1].how, t.events(events.Voted)[-1].yes

    assert verdict(3, 1) == ("tie", False), "2 against 2"
    assert verdict(4, 1, 2) == ("majority", True), "3 against 2"
    assert verdict(4, 2, 3) == ("majority", False), "2 against 3"
    assert verdict(2, 1) == ("two", True)
    assert verdict(2) == ("majority", False)


def test_veto_vote():
    card = adventurer({"type": "veto_vote", "count": 1}, penalty={"type": "forbid", "kind": "sacred"})
    t = scoring(
        player("test", 2, ["chalice", "mask"]), *[player()] * 2, cards=[card], quest=quest("food", without=["elegant"])
    )
    t.step(2).challenge((1, "chalice", "elegant"), (1, "mask", "elegant")).vote(1, 2)
    assert t.asked("veto") == [0]
    t.table.answer(Decide(True), 0)
    assert "chalice" in t.lying(0)
    t.vote(1, 2)
    assert not t.asked("veto"), "once a round"
    assert t.lying(0) == ["chalice"]


@rule("LS-DIG-20")
def test_questions_are_collected_from_all_first_and_voted_by_mat_and_item():
    items = ["chalice", "wand", "mask"]
    t = scoring(
        player(items=items[:2]),
        player(items=["lute"], ready=1),
        player(items=["harp"]),
        quest=quest("food", without=["elegant"]),
    )
    t.step(2)
    assert t.asked("challenge") == [0, 1, 2]
    t.table.answer([Challenge(t.number("wand"), "elegant"), Challenge(t.number("lute"), "elegant")], 0)
    t.table.answer([Challenge(t.number("chalice"), "elegant")], 2)
    assert not t.state.ballots, "nobody sees a challenge before all are in"
    t.table.answer([Challenge(t.number("harp"), "elegant")], 1)
    order = []
    while t.state.ballots:
        order.append(t.question()[0])
        t.vote()
    assert order == ["lute", "harp", "chalice", "wand"], "from the first finisher clockwise"
    claim = GAME.say_choice
    t = forbidden()
    assert claim(t.g, t.table.ask, Challenge(t.number("chalice"), "elegant")).endswith(
        "Dented Chalice is Elegant/Stylish"
    )


@rule("LS-DIG-25")
def test_each_player_opens_three_questions_a_step_at_most():
    items = ["chalice", "wand", "mask", "fur-boots"]
    t = scoring(player(items=items), player(), player(), quest=quest("food", without=["elegant"]))
    t.step(2)
    claims = [Challenge(t.number(item), "elegant") for item in items]
    with pytest.raises(Refused, match="0 to 3"):
        t.table.answer(claims, 1)
    t.table.answer(claims[:3], 1)


def test_ballots_stay_secret_until_all_are_in():
    t = forbidden()
    t.do(1, Vote(True))
    for seat in (None, 0, 2):
        ballot = next(part for part in GAME.scene(t.g, seat).centre if isinstance(part, Ballot))
        assert (ballot.voted, ballot.votes) == ((1,), ())
    assert not t.events(events.Voted)
    t.vote(1)
    ballot = next(part for part in GAME.scene(t.g, None).centre if isinstance(part, Ballot))
    assert ballot.votes == ((0, "no"), (1, "yes"), (2, "no"))
    assert ballot.verdict == "It does not count."


def test_a_game_with_lines_replays():
    t = forbidden().say(1, "It is all curls.").vote(1, 2)
    again = load(record_of(t.table), GAME, content=t.g.content)
    assert again.g.state == t.state
    assert Line("It is all curls.") in [
        *again.segment.answers,
        *(one for past in again.history for one in past.answers),
    ]


@rule("LS-DIG-18")
def test_what_is_dealt_anew_are_the_ballots_of_others_and_the_deck():
    t = forbidden(4)
    t.do(1, Vote(True)).do(2, Vote(True))
    found = set()
    for seed in range(40):
        fork = t.table.fork()
        deck = list(fork.g.state.deck)
        GAME.redeal(fork.g, 1, Chance(Random(seed).random))
        found.add(tuple(fork.g.state.ballots[0].votes))
        assert sorted(fork.g.state.deck) == sorted(deck)
        assert fork.g.state.deck != deck
    assert found == {(0, 1, 1, 0), (0, 1, 2, 0)}, "the own one is known, and who has not voted"
