"""Action numbers: every choice has one, the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from hearthside.engine.numbering import kinds_of
from hearthside.envs.course import OVER, Course, Setting
from hearthside.envs.numbers import ENOUGH, PASS, numbers_of
from hearthside.games import game as game_of
from hearthside.games.novus import choices as novus
from tests.conformance.modes import Mode
from tests.envs.playing import GAMES, NUMBERED, setting
from tests.tiny import signals

ROOT = Path(__file__).parents[2]
every_mode = pytest.mark.parametrize("mode", GAMES, ids=[mode.name for mode in GAMES])


@every_mode
def test_each_number_means_one_thing_and_the_table_covers_all(mode: Mode) -> None:
    numbers = numbers_of(mode.game, mode.content)
    every = [*numbers.of.values(), *numbers.kinds.values()]
    every += [n for fields in numbers.values.values() for _, values in fields for n in values.values()]
    assert sorted(every) == list(range(2, numbers.size))
    assert [one.first for one in numbers.stretches] == [0, *(one.last + 1 for one in numbers.stretches[:-1])]
    assert numbers.stretches[-1].last == numbers.size - 1
    assert all(numbers.of[numbers.choice(n)] == n for n in numbers.of.values())
    assert len({numbers.say(n) for n in range(numbers.size)}) == numbers.size
    with pytest.raises(IndexError):
        numbers.choice(numbers.size)


@every_mode
def test_what_is_legal_is_what_the_game_offers(mode: Mode) -> None:
    """In random play: whole choices one to one, others by their kind; the mask says the same."""
    course, random = Course.open(setting(mode), 3), Random(3)
    numbers = course.setting.numbers
    taken = 0
    while course.seat != OVER and taken < 300:
        taken += 1
        ask = course.ask
        assert ask is not None
        if not course.steps:
            wanted = {numbers.of.get(choice, numbers.kinds.get(type(choice))) for choice in ask.choices}
            assert None not in wanted
            assert set(course.legal) - {PASS, ENOUGH} == wanted
        assert course.legal
        mask = course.mask()
        assert mask.shape == (numbers.size,)
        assert mask.nonzero()[0].tolist() == sorted(course.legal)
        serial, waiting = course.table.serial, len(course.table.pending)
        legal = sorted(course.legal)
        course.take(legal[int(random.random() * len(legal))])
        assert course.table.serial >= serial or waiting


def test_a_choice_of_many_fields_is_given_field_by_field() -> None:
    """A trade of Legends of Novus: the seat, then what is given, then what is wanted."""
    game = game_of("novus")
    setting = Setting(game, 2, game.Options(trading=True), game.content())
    random = Random(4)
    found = 0
    for seed in range(6):
        course = Course.open(setting, seed)
        for _ in range(900):
            if course.seat == OVER:
                break
            number = setting.numbers.kinds[novus.Offer]
            if number in course.legal:
                ask, seat = course.ask, course.seat
                assert ask is not None
                wanted = random.choice([choice for choice in ask.choices if isinstance(choice, novus.Offer)])
                course.take(number)
                while course.ask is ask:
                    assert course.seat == seat
                    name = next(
                        name
                        for name, values in setting.numbers.values[novus.Offer]
                        if set(course.legal) <= set(values.values())
                    )
                    assert course.observe(seat)[1] == 1
                    values = dict(setting.numbers.values[novus.Offer])[name]
                    course.take(values[getattr(wanted, name)])
                assert course.table.answers[-1:] in ([wanted], [])
                found += 1
                if found == 5:
                    return
            course.take(random.choice(list(course.legal)))
    pytest.fail("no trade was offered")


def test_several_choices_are_picked_one_by_one_until_it_is_enough() -> None:
    course = Course.open(Setting(NUMBERED, 2, signals.Options(hurry=False), None), 5)
    while course.ask is not None and course.ask.topic != "exchange":
        course.take(min(course.legal))
    ask, seat, of = course.ask, course.seat, course.setting.numbers.of
    assert ask is not None
    first, second = (of[choice] for choice in ask.choices[:2])
    assert ENOUGH in course.legal
    before = course.observe(seat)
    course.take(second)
    assert first in course.legal
    assert second not in course.legal
    told = course.observe(seat) - before
    assert told.nonzero()[0].tolist() == [1, course.setting.given + second - course.setting.numbers.steps]
    course.take(ENOUGH)
    assert course.table.answers[-1:] in ([[ask.choices[1]]], [])
    assert course.ask is not ask


def test_a_field_without_values_is_told() -> None:
    with pytest.raises(ValueError, match="the field card of Take has no values to number"):
        kinds_of(signals.Signals.Choice)


TELL = """
import hashlib, msgspec
from hearthside.envs.numbers import numbers_of
from hearthside.games import GAMES, game
for name in GAMES:
    made = game(name)
    numbers = numbers_of(made, made.content())
    print(name, numbers.size, hashlib.sha256("\\n".join(map(numbers.say, range(numbers.size))).encode()).hexdigest())
"""


def test_numbers_are_the_same_in_any_process() -> None:
    told = set()
    for seed in ("0", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")}
        told.add(
            subprocess.run([sys.executable, "-c", TELL], env=env, capture_output=True, text=True, check=True).stdout
        )
    assert len(told) == 1
    assert msgspec.json.encode(sorted(told))  # both games are in it
    assert all(name in next(iter(told)) for name in ("novus", "lastsecond"))
