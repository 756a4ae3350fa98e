"""What is observed: fields, bounds, nothing that a seat may not know; text and pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import numpy as np
import pytest

from hearthside.engine.chance import Chance
from hearthside.envs import aec, single
from hearthside.envs.course import Course
from hearthside.envs.picture import picture
from hearthside.envs.text import text
from hearthside.lab.reference.connect_four import ConnectFour
from tests.conformance.modes import Mode
from tests.envs.playing import GAMES, made, positions
from tests.tiny.gallery import Gallery

every_mode = pytest.mark.parametrize("mode", GAMES, ids=[mode.name for mode in GAMES])
shown_modes = pytest.mark.parametrize(
    "mode", [mode for mode in GAMES if mode.game.name != "signals"], ids=lambda mode: mode.name
)


@every_mode
def test_an_observation_tells_nothing_that_its_seat_cannot_know(mode: Mode) -> None:
    """After all that a seat cannot know was dealt anew, its arrays, mask and text are the same."""
    changed = 0
    for n, course in enumerate(positions(mode, 7, 4 if mode.small else 80, 1000)):
        for seat in range(mode.seats):
            reads = mode.game.name != "signals" and (n + seat) % 5 == 0
            twin = Course(course.setting, course.table.fork())
            twin._stand(course._passed, course._serial, 0, course.steps)
            before, shown = twin.observe(seat).tobytes(), text(twin, seat) if reads else ""
            state = mode.game.pack(twin.table.g.state)
            for again in range(2):
                mode.game.redeal(twin.table.g, seat, Chance(Random(10 * n + again).random))
                assert twin.observe(seat).tobytes() == before
                assert not reads or text(twin, seat) == shown
                changed += mode.game.pack(twin.table.g.state) != state
    assert changed or mode.game.name == "connect_four"


@every_mode
def test_fields_cover_the_array_and_keep_their_bounds(mode: Mode) -> None:
    env = made(mode)
    fields = env.observation_fields()
    ends = [where.stop for where, _, _ in fields.values()]
    assert [where.start for where, _, _ in fields.values()] == [0, *ends[:-1]]
    assert ends[-1] == env.room.setting.size
    assert all(about and most > 0 for _, about, most in fields.values())
    for course in positions(mode, 8, 80, 600):
        for seat in range(mode.seats):
            seen = course.observe(seat)
            assert seen.shape == (env.room.setting.size,)
            assert np.abs(seen).max() <= 1
            assert seen[fields["asked"][0]] == (seat == course.seat)


@every_mode
def test_every_seat_sees_itself_first(mode: Mode) -> None:
    """The same game from two seats: what both tell of each other agrees."""
    fields = made(mode).observation_fields()
    told = [name for name in fields if name.startswith(("hero_0.", "player_0."))]
    for course in positions(mode, 9, 150, 600):
        views = [course.observe(seat) for seat in range(mode.seats)]
        for name in told:
            for seat in range(mode.seats):
                later = name.replace("_0.", f"_{seat}.")
                assert views[0][fields[later][0]] == views[seat][fields[name][0]]


def test_the_state_of_all_is_what_the_seats_know_together() -> None:
    env = aec("novus", 3)
    env.reset(seed=1)
    together = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(env.state(), np.concatenate(together))
    assert env.state_space.contains(env.state())


# ---- words and pictures ----


@shown_modes
def test_every_position_is_told_and_drawn(mode: Mode) -> None:
    for n, course in enumerate(positions(mode, 10, 150, 900)):
        told = text(course, course.seat)
        assert all(f"[{number}]" in told for number in course.legal)
        other = text(course, (course.seat + 1) % mode.seats)
        assert mode.seats == 1 or "[" not in other.splitlines()[-1]
        if n % 2 == 0:
            root = ElementTree.fromstring(picture(course, course.seat))
            assert float(root.attrib["height"]) > 100


def test_every_kind_of_part_is_told_and_drawn() -> None:
    """A gallery holds one of each."""
    from hearthside.engine.table import Table
    from hearthside.envs.picture import DRAWN, Pen, part_inner
    from hearthside.envs.text import part_lines

    told = set()
    for stage in ("search", "vote", "tally", "boards"):
        game = Gallery()
        table = Table.open(game, 3, 1, game.Options(stage=stage))
        scene = game.scene(table.g, 0)
        for part in (*scene.centre, *(part for seat in scene.seats for part in seat.parts)):
            pen = Pen()
            part_inner(pen, part, 0, 0, 400)
            ElementTree.fromstring(f"<svg>{''.join(pen.out)}</svg>")
            if part_lines(part) and pen.out:
                told.add(type(part))
    assert len(told) > 10
    assert told <= set(DRAWN)


def test_render_gives_what_its_mode_says(tmp_path: Path) -> None:
    env = aec(ConnectFour(), render_mode="ansi")
    env.reset(seed=1)
    for action in (5, 5, 4):
        env.step(action)
    told = env.render()
    assert told == env.text("player_1")
    assert told.endswith(
        "  .      .      .      .      .      .      .\n"
        "  .      .      .      yellow .      .      .\n"
        "  .      .      red    red    .      .      .\n\n"
        "Where does your disc fall?\n" + "".join(f"  [{n + 2}] Column {n + 1}\n" for n in range(7))
    )
    assert "is asked" in env.text("player_0")
    env.picture(path=tmp_path / "four.svg")
    assert (tmp_path / "four.svg").read_text().startswith("<svg")
    assert aec(ConnectFour()).render() is None
    alone = single("novus", render_mode="svg")
    alone.reset(seed=1)
    drawn = alone.render()
    assert drawn == alone.picture(tmp_path / "novus.svg")
    assert "(you)" in str(drawn)
