"""What people read and what a seat sees: refusals, words, the scene, the words of a busy hand."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hearthside.engine.ledger import read_ledger
from hearthside.engine.prompt import prompt
from hearthside.engine.scene import Heap, Holding, Polygrid, Tally, Timer
from hearthside.engine.table import Table
from hearthside.games.lastsecond.choices import PUT_BACK, FreePlace, Grab
from hearthside.games.lastsecond.context import Options
from tests.playing import step

from .story import BOX, GAME, grab, player, quest, scoring, story, tile

rule = pytest.mark.rule
DOT = tile("dot", "1x1", "food")


def part(t, kind, seat=None, id_=""):
    return next(one for one in GAME.scene(t.g, seat).centre if isinstance(one, kind) and (not id_ or one.id == id_))


def plate(t, kind, seat=0):
    return next(one for one in GAME.scene(t.g, None).seats[seat].parts if isinstance(one, kind))


def test_refusals_explain_with_numbers_and_name_what_they_are_about():
    t = story(player(items=["mace", "eel"], hand="war-drum", empty=2), player("beastmaster", 2, kept=["raven"]))
    told = {one.rule: one for one in GAME.refusals(t.g, t.table.ask_of(0))}
    assert told["LS-SEARCH-5"].why == "Your hand holds the War Drum; place it or put it back first."
    assert "tile-1" in told["LS-SEARCH-5"].touches
    assert told["LS-PLACE-1"].why.endswith("stay where they are: a placed tile never moves.")
    assert told["LS-PLACE-1"].touches == tuple(f"tile-{laid.tile}" for laid in t.players[0].laid)
    assert told["LS-PLACE-3"].why == "The War Drum fits nowhere on the 2 squares that are free."
    assert told["LS-SEARCH-9"].why == "2 squares of your mat are still empty; a full mat takes it by itself."
    t = story(player(), player("beastmaster", 2, kept=["raven"]))
    assert t.refused(0)["LS-GAP-17"] == "Beastmaster keeps it for a later quest; nobody else can take it."


def test_a_question_settled_by_vote_is_refused_with_its_reason():
    t = scoring(
        player("beastmaster", 1, ["sacrificial-knife"]), *[player()] * 2, quest=quest("food", without=["ranged"])
    )
    t.challenge((1, "sacrificial-knife", "ranged")).vote()
    assert t.refused(1)["LS-DIG-16"] == "The vote on the Sacrificial Knife as Ranged Weapons holds for this round."
    t = scoring(
        player(items=["feathered-hat", "chalice"]), player(), quest=quest("food", without=["elegant"]), judge="mixed"
    )
    assert "cannot be denied" in t.refused(1)["LS-GAP-44"]


def test_a_busy_hand_reads_what_it_does():
    t = story(player(), player(hand="mace"), player(ready=2))
    t.do(0, grab("rope"), at=0).do(1, PUT_BACK, at=0)
    assert [prompt(t.table, seat).words for seat in (0, 1, 2, None)] == [
        f"Your hand goes out for the {BOX.tile(BOX.tile_number['rope']).name}.",
        "You put the Blunt Mace back.",
        "Your mat is full, and you hold the card 2.",
        "Time passes.",
    ]


def test_the_heap_shows_the_pile_and_who_reaches_for_what():
    t = story(player(), player(), player())
    t.do(0, grab("mace"), at=0).do(2, grab("mace"), at=0)
    heap = part(t, Heap)
    assert len(heap.pieces) == 60
    assert heap.reached == {f"tile-{t.number('mace')}": (0, 2)}
    cells = {piece.id: cells for piece, cells in heap.pieces}
    assert cells[f"tile-{t.number('mace')}"] == ((0, 0), (0, 1), (0, 2), (0, 3))
    piece = next(piece for piece, _ in heap.pieces if piece.id == f"tile-{t.number('wand')}")
    assert [(mark.label, mark.tone) for mark in piece.marks] == [("Magical", "good"), ("Wooden", "")]
    assert piece.lines == ("One might call it Elegant/Stylish or Musical.",)
    assert piece.palette == "wooden"


def test_what_a_hand_holds_and_a_mat_are_seen_by_all():
    t = story(player(items=[("mace", 0, 1, 1)], hand="rope"), player())
    held, mat = plate(t, Holding), plate(t, Polygrid)
    assert held.piece is not None
    assert held.piece.id == f"tile-{t.number('rope')}"
    assert [(piece.face, cells) for piece, cells in mat.placed] == [("Blunt Mace", ((1, 1), (1, 2), (1, 3), (1, 4)))]
    assert (mat.frame, mat.height, mat.width, mat.filled, mat.total) == ("chest", 5, 6, 4, 30)
    t.lay(0, PUT_BACK)
    assert plate(t, Holding).piece is None


def test_the_clock_of_searching_and_of_an_own_head_start():
    t = scoring(player("fleetfoot", 2), player(ready=1), judge="strict", cap=200).next_round()
    began = t.state.began
    clock = part(t, Timer, 1, "clock")
    assert (clock.began, clock.ends, clock.stopped) == (began, began + 200_000, 0)
    assert part(t, Timer, 1, "opens").ends == began + 5_000
    assert not [one for one in GAME.scene(t.g, 0).centre if one.id == "opens"]
    assert prompt(t.table, 1).words == "Others have a head start; your search opens at 5.0 s."
    t = scoring(player(items=["mace"]), player(), player())
    assert part(t, Timer).ends == t.g.now + 30_000


def test_the_tally_tells_each_step():
    t = scoring(
        player("bard", 2, ["lute", "sextant", "mace"], ready=1), player(), judge="strict", quest="cellar-brawl"
    ).finish()
    tally = part(t, Tally)
    seat, cells, total = tally.rows[0]
    assert (seat, [one.value for one in cells], total) == (0, [1, 0, 1, -4, 1], -1)
    assert cells[1].pieces == (f"tile-{t.number('lute')}", f"tile-{t.number('sextant')}")
    assert [one.leave for one in cells] == [False, True, False, False, False]
    assert cells[1].words == "2 items forbidden"
    assert tally.result == "Rogue fulfils the quest."


def test_an_illegal_tile_is_marked_on_the_mat():
    t = story(player(hand="mace"), player(), placement="faithful")
    t.lay(0, FreePlace(0, 0, 4))
    (piece, cells) = plate(t, Polygrid).placed[0]
    assert piece.note == "x"
    assert (0, 7) in cells


def test_every_option_and_choice_has_words():
    assert all(GAME.say_option(name) for name in Options.__struct_fields__)
    t = story(player("beastmaster", 2, kept=["raven"], hand="eel"), player(), mat="backpack")
    texts = [GAME.say_choice(t.g, t.table.ask_of(0), one) for one in t.offered(0)]
    assert {"Put it back", "Put it in the Top strap", "Put it in the Side strap"} <= set(texts)
    assert len(set(texts)) == len(texts)
    assert any(text.startswith("Place it at row 3, column 3") for text in texts)


@pytest.mark.parametrize("mode", ["real", "sliced"])
def test_nothing_that_a_spectator_or_seat_is_sent_names_what_lies_in_the_deck(mode: str):
    """The scene and prompt of every seat, all through a game, hold no quest but those revealed."""
    table, random = Table.open(GAME, 3, 5, Options(mode=mode, pile="buried", cap=60)), Random(5)
    n = 0
    while not table.over:
        step(table, random)
        n += 1
        if n % 40:
            continue
        hidden = [f'"{BOX.quest(one).title}"' for one in table.g.state.deck]
        for seat in (None, 0, 1, 2):
            sent = msgspec.json.encode((GAME.scene(table.g, seat), prompt(table, seat))).decode()
            assert not any(title in sent for title in hidden)


def test_names_of_seats_are_their_adventurers():
    t = story(player("bard"), player("rogue"))
    assert [GAME.seat_name(t.g, seat) for seat in (0, 1)] == ["Bard", "Rogue"]
    assert isinstance(t.offered(0)[0], Grab)


def test_the_aids_tell_this_table_and_name_rules_that_there_are():
    known = read_ledger(GAME.ledger).by_id
    told = {}
    for options in (
        {},
        {"judge": "strict"},
        {"judge": "table"},
        {"mode": "sliced", "pile": "buried", "judge": "mixed"},
    ):
        t = story(player(), player(), player(), **options)
        lines = [line for _, section in GAME.aids(t.g) for line in section]
        for line in lines:
            ids = line[line.rindex("[") + 1 : -1].split(", ")
            assert all(id_ in known for id_ in ids), line
        told[tuple(options)] = " ".join(lines)
    assert "(2 and 1)" in told[()]
    assert "rummage" in told["mode", "pile", "judge"]


def test_times_out_of_reason_are_refused():
    for options in ({"cap": 0}, {"cap": 36_001}, {"debate": -1}, {"debate": 601}):
        with pytest.raises(msgspec.ValidationError, match="but must be"):
            msgspec.convert(options, Options)


def test_a_clock_runs_wherever_a_question_ends_by_itself():
    t = scoring(player("beastmaster", 1, ["sacrificial-knife"]), player(), player())
    t.challenge((1, "sacrificial-knife", "ranged"))
    clock = part(t, Timer, 0, "clock")
    assert (clock.ends, clock.words) == (t.g.now + 60_000, "Time to argue and vote.")
    t = scoring(player(ready=1), player(), judge="strict")
    assert part(t, Timer, None, "clock").words == "Time until the next quest."
    t = scoring(player(ready=1), player(), judge="strict", mode="sliced")
    assert not [one for one in GAME.scene(t.g, 0).centre if isinstance(one, Timer)]
