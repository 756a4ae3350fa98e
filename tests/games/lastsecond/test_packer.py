"""The game's own bots: how they reach, lay, give up and argue (LS-DIG-5, LS-DIG-15, LS-DIG-21)."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from hearthside.bots import LEVELS, play
from hearthside.engine.table import Table
from hearthside.games.lastsecond import choices as c
from hearthside.games.lastsecond import events
from hearthside.games.lastsecond.context import Options
from hearthside.games.lastsecond.packer import PROFILES, delay, lie, packer, worth

from .story import BOX, GAME, Story, adventurer, player, quest, scoring, story, tile

rule = pytest.mark.rule


def answer(t: Story, seat: int = 0, level: str = "hard", seed: int = 0):
    """What a bot on that seat answers."""
    ask = t.table.ask_of(seat)
    assert ask is not None
    return packer(level)(t.g, ask, Random(seed))


def item(t: Story, choice) -> str:
    return t.g.content.tile(choice.tile).id


@rule("LS-DIG-21")
def test_it_reaches_for_the_tile_of_most_worth():
    """1 for a required tile, half a point a square, less 2 for a forbidden one."""
    tiles = [
        tile("plain", "I4", "cold"),
        tile("wanted", "I4", "food"),
        tile("both", "I4", "food", "venomous"),
        tile("small", BOX.tiles[BOX.tile_number["apple"] - 1].shape, "food"),
    ]
    t = story(player(), player(), quest=quest("food"), tiles=tiles, left=[])
    values = dict(zip([one.id for one in t.g.content.tiles], worth(t.g, t.players[0])[1:], strict=True))
    assert (values["plain"], values["wanted"], values["both"], values["small"]) == (2.0, 3.0, 1.0, 1.5)
    assert item(t, answer(t)) == "wanted"


@rule("LS-DIG-21")
def test_what_its_own_text_forbids_is_worth_less_and_what_it_likes_more():
    card = adventurer({"type": "points_per", "kind": "cold", "points": 1}, penalty={"type": "forbid", "kind": "food"})
    tiles = [tile("bread", "I4", "food"), tile("ice", "I4", "cold"), tile("rock", "I4", "metal")]
    for wins, order in ((0, [3.0, 2.0, 2.0]), (1, [1.0, 2.0, 2.0]), (2, [1.0, 3.0, 2.0])):
        t = story(player("test", wins), player(), quest=quest("food"), tiles=tiles, left=[], cards=[card])
        numbers = [t.number(one) for one in ("bread", "ice", "rock")]
        assert [worth(t.g, t.players[0])[n] for n in numbers] == order


@rule("LS-DIG-21")
def test_it_grabs_nothing_that_does_not_fit():
    t = story(player(items=["mace"], empty=1), player(), left=["apple", "chalice"])
    assert item(t, answer(t)) == "apple"
    t = story(player(items=["mace"], empty=1), player(), left=["chalice"])
    assert answer(t) == c.STUCK


@rule("LS-DIG-21")
def test_it_puts_back_what_no_longer_fits():
    t = story(player(items=["apple"], empty=1, hand="mace"), player())
    assert answer(t) == c.PUT_BACK


@rule("LS-DIG-21")
def test_it_leaves_no_hole_of_one_square():
    """Four squares in a row are free beside a corner of one: a tile of three goes where no single square is left."""
    t = story(player(hand="sacrificial-knife"), player())
    board = t.g.board(t.players[0])
    for empty in range(5, 20):
        t = story(player(items=["mace"], empty=empty, hand="sacrificial-knife"), player())
        free = board.cells & ~t.players[0].filled
        fits = t.table.ask_of(0).choices.fits
        if not fits:
            continue
        layout = board.layouts[t.players[0].tile]
        lonely = {way: board.grid.lonely(free & ~layout.mask(*way)).bit_count() for way in fits}
        _, turn, cell = lie(board, t.players[0].tile, fits, free)
        assert lonely[turn, cell] == min(lonely.values())


@rule("LS-DIG-21")
def test_it_rummages_a_buried_pile_before_it_gives_up():
    t = story(player(items=["mace"], empty=1), player(), left=["chalice"], pile="buried")
    answers = Counter(type(answer(t, seed=n)).__name__ for n in range(400))
    assert set(answers) == {"Rummage", "Stuck"}
    assert 280 < answers["Rummage"] < 360


def test_a_stuck_bot_waits():
    t = story(player(items=["mace"], empty=1, stuck=True), player(), left=["chalice"])
    assert answer(t) is None
    t = story(player(items=["mace"], empty=1, stuck=True), player(), left=["chalice"], mode="sliced")
    assert answer(t) == c.WAIT


def test_special_slots_come_first():
    t = story(player(hand="shovel"), player(), mat="backpack")
    assert isinstance(answer(t), c.PlaceSlot)


@rule("LS-DIG-5")
def test_a_quicker_hand_and_mind_answer_sooner():
    t = story(player(), player(hand="mace"))
    for seat in (0, 1):
        ask = t.table.ask_of(seat)
        mean = {level: sum(delay(t.g, ask, PROFILES[level], Random(n)) for n in range(200)) / 200 for level in LEVELS}
        assert mean["easy"] > 1.15 * mean["normal"] > 1.3 * mean["hard"]
        profile = msgspec.structs.replace(PROFILES["normal"], speed=0.5)
        slower = sum(delay(t.g, ask, profile, Random(n)) for n in range(200)) / 200
        assert slower > mean["normal"]
        times = [delay(t.g, ask, PROFILES["normal"], Random(n)) for n in range(200)]
        middle = (min(times) + max(times)) / 2
        assert 0.2 < (max(times) - middle) / middle <= 0.25, "the jitter of the profile"


@rule("LS-DIG-5")
def test_where_no_clock_runs_nobody_is_slow():
    t = story(player(), player(), mode="sliced")
    assert delay(t.g, t.table.asks[0], PROFILES["easy"], Random(1)) == 0


@rule("LS-DIG-5")
def test_the_careful_take_the_best_and_the_careless_anything():
    t = story(player(), player(), quest=quest("food"))
    values = worth(t.g, t.players[0])
    got = {
        level: sum(values[answer(t, level=level, seed=n).tile] for n in range(100)) / 100 for level in ("easy", "hard")
    }
    assert got["hard"] > got["easy"] + 0.3


def voting(kind: str, owner: int = 0) -> Story:
    """Step 2 of four players: is the chalice (plausibly elegant, and of metal) of that kind?"""
    specs = [player(items=["chalice"]) if seat == owner else player() for seat in range(4)]
    t = scoring(*specs, quest=quest("food", without=[kind]))
    return t.step(2).challenge(((owner + 1) % 4, "chalice", kind))


def share(t: Story, seat: int, level: str) -> float:
    """How often a bot votes yes."""
    return sum(answer(t, seat, level, n).yes for n in range(400)) / 400


@rule("LS-DIG-15")
def test_honest_ballots_follow_the_tags_and_toss_up_what_is_plausible():
    assert PROFILES["easy"].honesty == 1
    assert share(voting("metal"), 1, "easy") == share(voting("metal"), 0, "easy") == 1
    assert share(voting("wooden"), 1, "easy") == 0
    assert 0.4 < share(voting("elegant"), 1, "easy") < 0.6


@rule("LS-DIG-15")
def test_other_ballots_follow_the_gain():
    """The owner gains by no, the others by yes: a forbidden item leaves the mat."""
    honest = PROFILES["hard"].honesty
    assert share(voting("metal"), 0, "hard") == pytest.approx(honest, abs=0.08)
    assert share(voting("wooden"), 1, "hard") == pytest.approx(1 - honest, abs=0.08)


@rule("LS-DIG-15")
def test_in_step_3_the_owner_gains_by_yes():
    t = scoring(player(items=["rope"]), player(), player(), quest=quest("tools", without=["evil"]))
    t.step(3).challenge((1, "rope", "tools"))
    assert "tools" in t.g.content.tile(t.number("rope")).tags
    assert share(t, 0, "hard") == 1
    assert share(t, 1, "hard") == pytest.approx(PROFILES["hard"].honesty, abs=0.08)


def test_it_questions_only_what_can_be_argued_to_its_gain():
    t = scoring(player(items=["chalice"]), player(), player(), quest=quest("food", without=["elegant", "metal"]))
    t.step(2)
    asked = [answer(t, 1, "hard", n) for n in range(60)]
    assert [c.Challenge(t.number("chalice"), "elegant")] in asked
    assert [] in asked
    assert all(one in ([], [c.Challenge(t.number("chalice"), "elegant")]) for one in asked)
    assert all(answer(t, 0, "hard", n) == [] for n in range(60)), "not against itself"


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"mode": "sliced"}, {"pile": "buried", "judge": "table", "mat": "mixed"}])
def test_games_of_bots_end_by_a_third_win(options):
    for seed in range(4):
        table = Table.open(GAME, 3, seed, Options(**options), content=BOX)
        play(table, ["easy", "normal", "hard"], seed)
        assert table.over
        assert max(table.result.wins) == 3
        ends = Counter(entry.event.how for entry in table.log if isinstance(entry.event, events.SearchEnded))
        assert ends["ready"] > ends["time"]


@pytest.mark.slow
@pytest.mark.parametrize("better", [("normal", "easy"), ("hard", "normal")])
def test_each_level_beats_the_one_below(better):
    won = 0
    for seed in range(40):
        seats = list(better) if seed % 2 else list(reversed(better))
        table = Table.open(GAME, 2, seed, Options(), content=BOX, log=False)
        play(table, seats, seed)
        won += seats[table.result.winners[0]] == better[0]
    assert won >= 28


def test_whatever_is_asked_is_answered():
    topics: Counter[str] = Counter()

    def note(table: Table) -> None:
        topics.update(ask.topic for ask in table.asks)

    for seed in range(3):
        options = Options(judge="table", adventurers="chosen", mat="backpack", deck="hard")
        play(Table.open(GAME, 4, seed, options, content=BOX, log=False), ["hard"] * 4, seed, watch=note)
    assert {"pick", "search", "hold", "challenge", "vote", "rest"} <= set(topics)
