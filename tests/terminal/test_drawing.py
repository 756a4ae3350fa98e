"""Canvas and words: nothing is cut silently, nothing from a card or a name acts as markup."""

from __future__ import annotations

from rich.style import Style

from hearthside.engine.scene import (
    Ballot,
    Dice,
    Die,
    Fit,
    Grid,
    GridSlot,
    Heap,
    Holding,
    Lit,
    Map,
    Mark,
    Number,
    Piece,
    Polygrid,
    Pool,
    Prompt,
    Row,
    Space,
    Story,
    Tally,
    TallyCell,
    Timer,
    Track,
)
from hearthside.terminal.canvas import Box, Canvas, clip, plain, wrap
from hearthside.terminal.drawing import Drawing
from hearthside.terminal.looks import Look
from hearthside.terminal.parts import draw_part
from hearthside.terminal.view import landing_of
from hearthside.terminal.worldmap import Eye, draw_map

LOOK = Look("candle")


def test_wrap_keeps_every_word_and_breaks_long_ones() -> None:
    assert wrap("a bb ccc", 4) == ["a bb", "ccc"]
    assert wrap("abcdefgh i", 3) == ["abc", "def", "gh", "i"]
    assert wrap("", 5) == [""]
    assert "".join(wrap("x" * 50, 7)) == "x" * 50


def test_clip_says_that_something_is_missing() -> None:
    assert clip("Hearthold", 20) == "Hearthold"
    assert clip("Hearthold", 6) == "Heart…"
    assert clip("魔法の剣", 5) == "魔法…"


def test_control_characters_never_reach_the_screen() -> None:
    assert plain("a\x1b[31mb\nc") == "a [31mb c"
    canvas = Canvas(10, 1, Style())
    canvas.put(0, 0, "\x1b[2Jx[red]", Style())
    assert "\x1b" not in canvas.text()
    assert "[red]"[:3] in canvas.text()


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(6, 1, Style())
    assert canvas.put(0, 0, "魔x", Style()) == 3
    assert canvas.strip(0).cell_length == 6


def test_drawing_outside_is_no_error() -> None:
    canvas = Canvas(5, 2, Style())
    canvas.put(-3, 0, "abcdefghijk", Style(), hit="here")
    canvas.put(0, 9, "below", Style())
    canvas.fill(Box(-5, -5, 50, 50), Style(), "#")
    canvas.frame(Box(-1, -1, 40, 40), Style())
    assert canvas.hit_at(99, 99) == ""


def piece(name: str) -> Piece:
    return Piece(name.lower(), name, "thing", numbers=(Number("Size", 2),))


def shown(part: object, width: int = 60, height: int = 12, now: int = 0) -> str:
    canvas = Canvas(width, height, LOOK("ink", "panel"))
    pen = Drawing(LOOK, [Lit(0, "Take it", ("lamp",))], 0, now=now)
    draw_part(canvas, canvas.box, part, pen)  # type: ignore[arg-type]
    return canvas.text()


def test_every_kind_of_part_is_drawn() -> None:
    lamp = piece("Lamp")
    assert "›1‹" in shown(Row("row", "Market", (lamp, piece("Rope")), (3, -1)))
    assert "price 3" in shown(Row("row", "Market", (lamp, piece("Rope")), (3, -1)))
    assert "Lamp" in shown(Grid("grid", rows=(((lamp,), ()), ((), ())), borders={"0,0": "n"}))
    assert "AA" in shown(Polygrid("mat", height=2, width=3, open=((0, 0), (0, 1)), placed=((lamp, ((0, 0),)),)))
    assert "Lamp" in shown(Heap("heap", pieces=((lamp, ((0, 0),)),)))
    assert "3 of 10" in shown(Track("track", least=0, most=10, markers=((lamp, 3),)))
    assert "travel: east" in shown(Dice("dice", "travel", (Die("d6", "east"),)))
    assert "Gold 4" in shown(Pool("pool", numbers=(Number("Gold", 4),)))
    assert "Once upon" in shown(Story("story", lines=("Once upon a time.",)))
    assert "Voted: Seat 1" in shown(Ballot("vote", question="Red or blue?", voted=(0,)))
    said = shown(
        Ballot("vote", question="Red or blue?", asker=1, lines=((0, "Red."),), votes=((0, "yes"),), verdict="Red.")
    )
    assert "Seat 2 asks" in said
    assert "Seat 1: Red." in said
    assert "Seat 1: yes" in said
    assert "Clock 1:05 of 5:00" in shown(Timer("clock", "Clock", 1_000, 301_000), now=66_000)
    assert "Clock 0:05 left" in shown(Timer("clock", "Clock", 0, 71_000), now=66_000)
    assert "Holds Lamp (I3)" in shown(Holding("hand", piece=lamp, cells=((0, 0), (0, 1), (0, 2))))
    row = (0, (TallyCell(3, "Three lamps"), TallyCell(-1)), 2)
    told = shown(Tally("tally", columns=("Lamps", "Empty"), rows=(row,), result="Seat 1 wins."))
    assert "+3" in told
    assert "-1" in told
    assert "Three lamps" in told
    assert "Seat 1 wins." in told


def test_a_heap_is_a_list_by_shape() -> None:
    good, bad = Mark("sun", "Bright", "good"), Mark("moon", "Dark", "bad")
    lamp = Piece("lamp", "Lamp", marks=(good, bad, Mark("log", "Wooden")))
    square = ((0, 0), (0, 1), (1, 0), (1, 1))
    heap = Heap("heap", pieces=((piece("Rope"), ((0, 0),)), (lamp, square)), reached={"lamp": (1,)})
    text = shown(heap, 50)
    assert text.index("O4") < text.index("Lamp") < text.index("1  ")
    assert "✓Bright, ✗Dark" in text
    assert "Wooden" not in text
    assert "←◆" in text


def test_a_mat_shows_where_the_cursor_would_put_a_piece() -> None:
    mat = Polygrid(
        "mat", height=2, width=4, open=((0, 0), (0, 1), (1, 0), (1, 1)), slots=(GridSlot("s", "Strap", ((0, 3),)),)
    )
    canvas = Canvas(60, 6, LOOK("ink", "panel"))
    draw_part(canvas, canvas.box, mat, Drawing(LOOK, landing=("mat", ((1, 0), (1, 1)))))
    assert "▓▓▓▓" in canvas.text()
    assert "Strap" in canvas.text()
    fit = Fit("lamp", "mat", ways=(((0, 0),), ((0, 0), (0, 1))), n=1, at=(((0, 0), (1, 1)), ((1, 0),)))
    asked = Prompt(1, "Where?", mine=True, fit=fit)
    assert landing_of(asked, 0) == ("", ())
    assert landing_of(asked, 2) == ("mat", ((1, 1),))
    assert landing_of(asked, 3) == ("mat", ((1, 0), (1, 1)))


def test_more_cards_than_fit_become_words() -> None:
    many = tuple(piece(f"Thing{n}") for n in range(30))
    words = shown(Row("row", "Row", many), 60, 3)
    assert "Thing0" in words
    assert "more" in words


def test_lit_spaces_beyond_the_edge_point_the_way() -> None:
    spaces = (
        Space("here", 100, 100, "town", "r", "Here"),
        Space("far", 3000, 100, "town", "r", "Far Away"),
        Space("near", 220, 100, "town", "r", "Near"),
    )
    world = Map("m", "M", 3100, 400, spaces, (("here", "near"), ("near", "far")), {"r": "Reach"}, "here")
    eye = Eye()
    eye.x, eye.y, eye.scale = 100, 100, 10
    canvas = Canvas(60, 12, LOOK("ink", "panel"))
    lit = [Lit(0, "Go near", ("near",)), Lit(1, "Go far", ("far",))]
    draw_map(canvas, canvas.box, world, eye, Drawing(LOOK, lit, -1))
    text = canvas.text()
    assert "[1] Near" in text
    assert "[2]→" in text
    assert any("id:far" in row for row in canvas.hits)
