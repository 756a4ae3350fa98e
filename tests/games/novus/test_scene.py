"""What a seat sees: complete, spelled out, and nothing that it may not know (NV-GAP-70)."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.engine import scene as s
from hearthside.engine.chance import Chance
from hearthside.engine.prompt import prompt
from hearthside.games.novus import battle, board, events
from hearthside.games.novus import scene as novus_scene
from hearthside.games.novus.choices import DONE, FIGHT, PASS
from hearthside.games.novus.scene import contest, scene
from hearthside.games.novus.state import Battle

from .story import Story, hero, story
from .walks import GAMES, NOVUS, ids, walk

encode = msgspec.json.Encoder(order="deterministic").encode


def parts(seen: s.Scene, kind: type) -> list[Any]:
    return [part for part in (*seen.centre, *(p for seat in seen.seats for p in seat.parts)) if isinstance(part, kind)]


def part(seen: s.Scene, id_: str) -> Any:
    return next(p for p in (*seen.centre, *(p for seat in seen.seats for p in seat.parts)) if p.id == id_)


def slot(t: Story, id_: str) -> Any:
    return next(one for one in part(scene(t.g, 0), "mat-0").slots if one.id == id_)


@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_every_scene_is_drawn_from_what_the_seat_may_know(seats: int, seed: int, options: dict[str, Any]) -> None:
    for n, table in enumerate(walk(seats, seed, options)):
        if n % 9:
            continue
        viewers = [*range(seats), None]
        for seat in viewers:
            fork = table.fork()
            look = _sight(fork, seat)
            NOVUS.redeal(fork.g, seat, Chance(Random(n).random))
            assert _sight(fork, seat) == look, f"answer {n}, seat {seat}"


def _sight(table: Any, seat: int | None) -> list[bytes]:
    """All that a seat is shown: scene, question, refusals."""
    ask = table.ask_of(seat) if seat is not None else None
    refused = NOVUS.refusals(table.g, ask) if ask is not None else []
    return [encode(scene(table.g, seat)), encode(prompt(table, seat)), encode(refused)]


@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_choices_touch_what_is_in_the_scene_and_no_id_is_there_twice(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    for n, table in enumerate(walk(seats, seed, options)):
        if table.over or n % 3:
            continue
        for ask in table.asks:
            seen = ids(scene(table.g, ask.seat))
            twice = [one for one, count in Counter(seen).items() if count > 1]
            assert not twice
            for one in prompt(table, ask.seat).lit:
                assert set(one.touches) <= set(seen), (ask.topic, one)
            for refusal in NOVUS.refusals(table.g, ask):
                assert set(refusal.touches) <= set(seen), (ask.topic, refusal)


@pytest.mark.parametrize("seats,seed,options", GAMES[:3])
def test_sums_are_the_sums_of_their_parts(seats: int, seed: int, options: dict[str, Any]) -> None:
    for table in walk(seats, seed, options, 300):
        for mat in parts(scene(table.g, 0), s.Mat):
            for _, total, spelled in mat.sums:
                assert total == sum(n for _, n in spelled)
        for fight in parts(scene(table.g, 0), s.Contest):
            for side in fight.sides:
                if side.total is not None:
                    assert side.total == int(side.die) + sum(n for _, n in side.parts)


def test_before_the_draft_a_seat_is_a_number_and_the_heroes_lie_open() -> None:
    seen = scene(next(walk(2, 1, {})).g, 0)
    assert [one.name for one in seen.seats] == ["Seat 1", "Seat 2"]
    assert len(part(seen, "draft").pieces) == 11
    assert seen.phase == -1


def test_a_plate_counts_xp_cv_gp_hand_and_quests() -> None:
    t = story(hero("knight", xp=6, gp=30, hand=["oathplate"]))
    plate = scene(t.g, 0).seats[0]
    assert (plate.name, plate.role) == ("Kain", "Knight")
    told = {one.label: (one.value, one.most) for one in plate.numbers}
    assert told["XP"] == (6, 25)
    assert told["CV"] == (5, 0)
    assert told["GP"] == (30, 0)
    assert told["Hand"] == (1, 0)
    assert told["Luck"] == (1, 1)


def test_the_cv_is_spelled_out_on_the_mat() -> None:
    t = story(hero("knight", xp=6))
    assert part(scene(t.g, 0), "mat-0").sums[0] == ("CV", 5, (("Experience", 2), ("Knight", 3)))


def test_a_two_handed_weapon_blocks_the_other_hand() -> None:
    two = next(n for n in story().g.content.reward if story().g.content.cards[n].two_handed)
    t = story(hero(gear=[story().g.content.cards[two].id]))
    assert slot(t, "slot-0-3").blocked
    assert not slot(story(), "slot-0-3").blocked


def test_a_skill_under_a_curse_is_noted_as_covered() -> None:
    content = story().g.content
    skill = next(content.cards[n].id for n in content.adventure if content.cards[n].category == "skill")
    curse = next(content.cards[n].id for n in content.adventure if content.cards[n].category == "curse_event")
    t = story(hero(skills=[[skill, curse]]))
    assert [one.note for one in slot(t, "skill-0-0").pieces] == ["covered", ""]


def test_a_hand_shows_faces_to_its_owner_and_backs_to_others() -> None:
    t = story(hero(hand=["oathplate", "unsaid-scroll"]), hero("priest"))
    assert [p.face for p in part(scene(t.g, 0), "hand-0").pieces] == ["Oathplate", "Unsaid Scroll"]
    backs = part(scene(t.g, 1), "hand-0").pieces
    assert [(p.id, p.face, p.kind) for p in backs] == [("hand-0-0", "", "reward"), ("hand-0-1", "", "reward")]


def test_a_card_that_was_seen_stays_seen_by_those_who_saw_it() -> None:
    t = story(hero(hand=["oathplate", "unsaid-scroll"]), hero("priest"), hero("druid"))
    t.state.known[t.n("unsaid-scroll")] = 1 << 1
    assert [p.face for p in part(scene(t.g, 1), "hand-0").pieces] == ["Unsaid Scroll", ""]
    assert [p.face for p in part(scene(t.g, 2), "hand-0").pieces] == ["", ""]
    assert [p.face for p in part(scene(t.g, None), "hand-0").pieces] == ["", ""]


def test_cards_looked_at_in_a_deck_are_shown_to_who_looked() -> None:
    t = story(hero(), hero("priest"), rewards=["oathplate"])
    t.state.reward.tell([t.n("oathplate")], 1)
    known = part(scene(t.g, 0), "known-reward")
    assert [(p.face, p.note) for p in known.pieces] == [("Oathplate", "top")]
    assert not [p for p in scene(t.g, 1).centre if p.id == "known-reward"]


def test_piles_count_their_cards_and_show_the_latest_discard() -> None:
    t = story(discards=["oathplate", "unsaid-scroll"])
    pile = part(scene(t.g, 0), "discard-reward")
    assert (pile.count, pile.top.face) == (2, "Unsaid Scroll")
    deck = part(scene(t.g, 0), "deck-reward")
    assert deck.count == len(t.state.reward.cards)
    assert deck.top.face == ""


def test_the_map_carries_quest_tokens_and_figures() -> None:
    t = story(hero("knight", at="mosswick"), hero("priest", at="mosswick"))
    chart = part(scene(t.g, 1), "map")
    spaces = {one.id: one for one in chart.spaces}
    assert [p.face for p in spaces["quest-osira"].pieces] == ["Osira"]
    assert [p.id for p in spaces["mosswick"].pieces] == ["figure-1", "figure-0"]  # seat 0 acts, in front
    assert chart.centre == "mosswick"
    assert len(chart.roads) == len(t.g.content.edges)


def test_a_taken_token_lies_before_its_victor() -> None:
    t = story(hero(tokens=["osira"]))
    assert "token-" + str(t.n("osira")) in [p.id for p in part(scene(t.g, 0), "tokens-0").pieces]


def _fight(hero_roll: int, creature_roll: int, **more: Any) -> tuple[Story, s.Contest]:
    t = story(hero("knight", xp=6), hero("priest"))
    fight = Battle(0, t.n("orc-warrior"), step=6, hero_roll=hero_roll, creature_roll=creature_roll, **more)
    t.state.battle = fight
    return t, contest(t.g, 0, fight)


@pytest.mark.parametrize(
    "ours,theirs,verdict",
    [
        (4, 8, "Two short. A tie would be yours."),
        (5, 7, "A tie, and ties are yours."),
        (9, 8, "Ahead by three."),
        (1, 1, "A natural 1: lost, unless the die is changed."),
    ],
)
def test_the_verdict_is_in_words(ours: int, theirs: int, verdict: str) -> None:
    t = story(hero("knight", xp=6))
    t.state.battle = Battle(0, t.n("orc-warrior"), step=6, hero_roll=ours, creature_roll=theirs)
    t.state.battle.creature_cv = 3 - t.g.content.cards[t.n("orc-warrior")].cv
    assert contest(t.g, 0, t.state.battle).verdict == verdict


def test_others_read_the_verdict_by_name() -> None:
    t, _ = _fight(2, 9)
    assert t.state.battle is not None
    assert contest(t.g, 1, t.state.battle).verdict.endswith("A tie would be Kain's.")


def test_a_battle_has_seven_named_steps_and_both_sums() -> None:
    t, fight = _fight(6, 9, hero_cv=-1)
    assert len(fight.steps) == 7
    assert fight.steps[fight.at] == "Influence"
    ours, theirs = board.final_cvs(t.g, t.state.battle)
    assert fight.sides[0].parts == (("Experience", 2), ("Knight", 3), ("This battle", -1))
    assert [side.total for side in fight.sides] == [ours, theirs]


def test_a_real_battle_is_in_the_scene_at_its_step() -> None:
    t = story(hero("knight", luck=0), dice=[6, 6, 6], encounters=["orc-warrior"])
    rule = battle.encounter(t.g, t.hero, "NV-BATTLE-6")
    question = next(rule)
    while question.topic != "escape":
        question = rule.send(PASS)
    fight = part(scene(t.g, 0), "battle")
    assert fight.steps[fight.at] == "Escape"
    assert fight.sides[1].total is None
    assert FIGHT in question.choices


@pytest.mark.rule("NV-BATTLE-22")
def test_a_lost_battle_shows_the_sum_that_decided_it() -> None:
    """The knight loses with 1 from experience, and then that experience."""
    t = story(hero("knight", xp=3, luck=0), dice=[3, 9])
    fight = t.state.battle = Battle(0, t.n("orc-warrior"))
    t.do(battle.rounds(t.g, t.hero, fight), FIGHT)
    t.do(battle.settle(t.g, t.hero, fight))
    ours, theirs = contest(t.g, 0, fight).sides
    assert t.hero.xp == 2
    assert (ours.total, ours.parts) == (6, (("Experience", 1), ("Knight", 3), ("This battle", -1)))
    assert theirs.total == 12


def test_what_decided_a_battle_is_shown_until_it_leaves() -> None:
    shown = 0
    for table in chain.from_iterable(walk(*one) for one in GAMES):
        fight = table.g.state.battle
        if fight is None or not fight.result:
            continue
        ended = next(e.event for e in reversed(table.log or []) if isinstance(e.event, events.BattleEnded))
        if ended.hero or ended.foe:  # no effect has ended it without a comparison
            ours, theirs = contest(table.g, 0, fight).sides
            assert (ours.total, theirs.total) == (ended.hero, ended.foe)
            assert ours.total == int(ours.die) + sum(n for _, n in ours.parts)
            shown += 1
    assert shown


def test_phases_and_result() -> None:
    t = story(hero(), hero("priest"))
    assert scene(t.g, 0).phases == ("Preparation", "Adventure", "Recovery")
    assert scene(t.g, 0).phase == 0
    t.play(DONE)
    assert scene(t.g, 0).phase == 1
    t.state.how, t.state.winner = "quests", 0
    name = scene(t.g, 0).seats[0].name
    assert scene(t.g, 0).result == f"{name} wins with 3 Quest Events completed. A Legend of Novus!"
    assert part(scene(t.g, 0), "scores").rows[0][1][-1] == "won"


def test_whoever_has_no_question_reads_who_decides() -> None:
    t = story(hero("knight"), hero("priest"))
    asked, waits = prompt(t.table, 0), prompt(t.table, 1)
    assert asked.mine
    assert asked.words == "What do you prepare?"
    assert asked.lit[0].words == "Begin the Adventure Phase"
    assert not waits.mine
    assert (waits.words, waits.lit, waits.waiting) == ("Kain is preparing.", (), (0,))


@pytest.mark.parametrize("seats,seed,options", GAMES)
def test_a_scene_of_kept_parts_is_the_scene_made_anew(seats: int, seed: int, options: dict[str, Any]) -> None:
    """Parts are kept by what they show: whatever was shown before, here or at other tables, leaves no trace."""
    for n, table in enumerate(walk(seats, seed, options)):
        if n % 5:
            continue
        views = [*range(seats), None]
        used = [encode(scene(table.g, seat)) for seat in views]
        for value in vars(novus_scene).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
        assert [encode(scene(table.g, seat)) for seat in views] == used, f"answer {n}"


def test_what_stands_is_the_same_object_in_the_next_scene() -> None:
    """So that a server neither makes nor compares it again."""
    t = story(hero(), hero())
    first, second = scene(t.g, 0), scene(t.g, 0)
    assert all(a is b for a, b in zip(first.centre, second.centre, strict=True))
    assert all(
        a is b
        for one, two in zip(first.seats, second.seats, strict=True)
        for a, b in zip(one.parts, two.parts, strict=True)
    )
