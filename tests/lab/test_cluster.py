"""Work on a Ray cluster of two machines' worth of workers: the same results, also when workers die."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from hearthside.engine.errors import Refused
from hearthside.games import game
from hearthside.lab import pool
from hearthside.lab.cluster import parcel
from hearthside.lab.compare import compare
from hearthside.lab.simulate import Simulation, simulate

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
NOVUS = game("novus")
SHORT = NOVUS.Options(rounds=4)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    small: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=small)
    made.add_node(num_cpus=1, object_store_memory=80_000_000)
    yield made
    ray.shutdown()
    made.shutdown()


def where(_: int) -> tuple[str, str]:
    import ray

    return ray.get_runtime_context().get_node_id(), pool.__file__


def dies_once(folder: Path, n: int) -> int:
    flag = folder / "died"
    if n == 3 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), KILL)
    return n * n


def dies_always(n: int) -> int:
    if n == 3:
        os.kill(os.getpid(), KILL)
    return n


def same(one: Simulation) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(one, speed=None))


def test_what_is_no_place_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="no place called 'moon' to work on; it is ray, or ray:ADDRESS"):
        pool.workers(None, "moon")
    with pytest.raises(Refused, match=r"The Ray cluster at 127.0.0.1:1 cannot be reached \(.*refused\)\."):
        pool.workers(None, "ray:127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match=r"Ray is not installed; `pip install 'hearthside\[cluster\]'` brings it\."):
        pool.workers(None, "ray")


def test_the_games_are_the_same_as_here(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "far_bots.py").write_text(
        "class Last:\n    def choose(self, table, ask, random):\n        return ask.choices[-1]\n"
    )
    monkeypatch.chdir(tmp_path)
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "rewards.yaml").write_text(
        "- {id: sword, name: Sword, icon: broadsword, palette: wood, kind: weapon, slot: hand, cv: 9, price: 25}\n"
    )
    ask: dict[str, Any] = {"seed": 7, "options": SHORT, "packs": [pack]}
    seats = ["far_bots:Last", "greedy"]
    here = simulate(NOVUS, seats, 6, jobs=1, **ask)
    sent = ZipFile(BytesIO(parcel([pack]))).namelist()
    assert {"code/far_bots.py", "code/hearthside/games/novus/content/rewards.yaml", "folders/0/rewards.yaml"} <= set(
        sent
    )
    there = simulate(NOVUS, seats, 6, jobs=None, on=f"ray:{cluster.address}", **ask)
    assert there.speed.jobs == 2
    assert here.summary.errors == 0
    assert same(there) == same(here)


def test_a_comparison_is_the_same_as_here(cluster: Any) -> None:
    ask: dict[str, Any] = {"changes": ["tables.start_gp=60"], "options": SHORT, "measure": "decisions"}
    here = compare(NOVUS, ["greedy", "greedy"], 6, **ask)
    there = compare(NOVUS, ["greedy", "greedy"], 6, jobs=None, on="ray", **ask)
    assert there.effects == here.effects
    assert (there.a, there.b) == (here.a, here.b)


def test_all_machines_work_with_what_they_were_sent(cluster: Any) -> None:
    found = [value for _, value in pool.run(where, range(20), jobs=None, on="ray")]
    assert len({node for node, _ in found}) == 2
    assert pool.__file__ not in {file for _, file in found}


def test_a_worker_that_dies_is_replaced_and_its_portion_done_again(cluster: Any, tmp_path: Path) -> None:
    assert dict(pool.run(partial(dies_once, tmp_path), range(6), jobs=2, on="ray")) == {n: n * n for n in range(6)}
    assert (tmp_path / "died").exists()


def test_a_portion_that_ends_every_worker_is_named(cluster: Any) -> None:
    with pytest.raises(Refused, match="A worker process died 3 times over portion 3"):
        dict(pool.run(dies_always, [1, 3], on="ray", name="portion {}".format))


def test_another_cluster_is_refused(cluster: Any) -> None:
    with pytest.raises(Refused, match=r"works with the Ray cluster at .* already, not with 127.0.0.1:1\."):
        pool.workers(None, "ray:127.0.0.1:1")
