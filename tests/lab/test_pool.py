"""Work in portions: the same results wherever it is done, also when workers die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab import pool
from hearthside.lab.simulate import simulate

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def square(n: int) -> int:
    return n * n


def dies_once(folder: Path, n: int) -> int:
    """The first worker that is given 3 is gone at once, as by kill -9."""
    flag = folder / "died"
    if n == 3 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), KILL)
    return n * n


def dies_always(n: int) -> int:
    if n == 3:
        os.kill(os.getpid(), KILL)
    return n * n


class Odd(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fails(n: int) -> NoReturn:
    raise Odd(n, n) if n else LookupError("nothing there")


def gives_a_lock(_: int) -> Any:
    return threading.Lock()


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
def test_every_portion_comes_back_once_with_its_number(jobs: int | None) -> None:
    assert dict(pool.run(square, range(20), jobs=jobs)) == {n: n * n for n in range(20)}
    assert multiprocessing.active_children() == []


def test_portions_may_be_none_or_endless() -> None:
    assert list(pool.run(square, [], jobs=2)) == []
    found = pool.run(square, count(), jobs=2)
    first = dict(next(found) for _ in range(5))
    assert {number: number * number for number in first} == first
    found.close()
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_is_replaced_and_its_portion_done_again(tmp_path: Path) -> None:
    assert dict(pool.run(partial(dies_once, tmp_path), range(12), jobs=2)) == {n: n * n for n in range(12)}
    assert (tmp_path / "died").exists()


def test_the_games_of_a_worker_that_dies_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mortal_bots.py").write_text(
        "import os\nfrom pathlib import Path\n\n\nclass Mortal:\n    def choose(self, table, ask, random):\n"
        "        if table.serial == 30 and not Path('died').exists():\n            Path('died').touch()\n"
        f"            os.kill(os.getpid(), {int(KILL)})\n        return random.choice(list(ask.choices))\n"
    )
    monkeypatch.chdir(tmp_path)
    novus = game("novus")
    ask: dict[str, Any] = {"seed": 7, "options": novus.Options(rounds=2)}
    shared = simulate(novus, ["mortal_bots:Mortal", "greedy"], 6, jobs=2, **ask)
    assert (tmp_path / "died").exists()
    assert shared.games == simulate(novus, ["mortal_bots:Mortal", "greedy"], 6, **ask).games
    assert [one.number for one in shared.games] == [1, 2, 3, 4, 5, 6]


def test_also_beside_other_threads_where_no_process_is_forked(tmp_path: Path) -> None:
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        assert dict(pool.run(partial(dies_once, tmp_path), range(5), jobs=2)) == {n: n * n for n in range(5)}
    finally:
        over.set()
        other.join()


def test_a_portion_that_ends_every_worker_is_named() -> None:
    with pytest.raises(Refused, match=r"A worker process died 3 times over portion 3 .*; try fewer --jobs\."):
        dict(pool.run(dies_always, range(12), jobs=2, name="portion {}".format))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_work_raises_comes_through(jobs: int) -> None:
    with pytest.raises(LookupError, match="nothing there"):
        list(pool.run(fails, [0], jobs=jobs))


def test_errors_and_results_that_cannot_be_sent_are_told() -> None:
    with pytest.raises(RuntimeError, match="Odd: 1 and 1"):
        list(pool.run(fails, [1], jobs=2))
    with pytest.raises(RuntimeError, match="cannot be sent"):
        list(pool.run(gives_a_lock, [1], jobs=2))
