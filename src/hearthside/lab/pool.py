"""Does many portions of work: in this process, in several, or on a Ray cluster.

What a portion gives may depend on nothing but the portion, and each comes back with its number. So results put in the
order of their numbers are the same wherever, and in whatever order, they were made.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, TypeVar

from ..engine.errors import Refused

P = TypeVar("P")
R = TypeVar("R")
# A portion that ends its worker so often is not given to another.
TRIES = 3


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def workers(jobs: int | None, on: str = "") -> int:
    """How many portions are worked on at once; connects to the cluster.

    Args:
        jobs: as asked for; None: as many as there are cores, here or on the cluster. on: as for `run`.

    Raises:
        Refused: there is no such place.
    """
    if not on:
        return jobs or usable_cores()
    from .cluster import cores

    return min(jobs, cores(on)) if jobs else cores(on)


def run(
    work: Callable[[P], R],
    portions: Iterable[P],
    *,
    jobs: int | None = 1,
    on: str = "",
    reads: Sequence[Path] = (),
    name: Callable[[P], str] = str,
) -> Generator[tuple[int, R], None, None]:
    """Does the work on every portion; yields (the portion's number from 0, what it gave) as they are done.

    Args:
        work: what to do with a portion. It, the portions and what they give can be pickled, unless jobs is 1.
        portions: taken one by one as workers come free, so there may be endlessly many: close the iterator to stop.
        jobs: processes; 1: this one; None: all usable cores.
        on: "" is this machine; "ray" a Ray cluster that runs here, or a new one of this machine alone; "ray:ADDRESS"
            that one. There, work opens folders by `place_of`.
        reads: folders that the work reads. name: what a portion is called in a sentence.

    A worker that dies is replaced, and what it had is done again. Ctrl-C, and closing the iterator, end all workers.

    Raises:
        Refused: a portion ended its worker `TRIES` times, or there is no such place. What `work` raises comes through.
    """
    if on:
        from .cluster import on_ray

        return on_ray(work, portions, jobs, on, reads, name)
    count = jobs or usable_cores()
    if count == 1:
        return ((number, work(portion)) for number, portion in enumerate(portions))
    return _in_processes(work, portions, count, name)


# Where folders lie on a worker of another machine, by where they lie on the machine that asked.
PLACES: dict[Path, Path] = {}


def place_of(folder: Path) -> Path:
    """Where a folder that the work reads lies on the machine that works."""
    return PLACES.get(folder, folder)


def attempt(work: Callable[[Any], Any], portion: Any) -> tuple[bool, Any]:
    """(True, what the work gave), or (False, its error, fit to be sent)."""
    try:
        return True, work(portion)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return False, RuntimeError(f"{type(error).__name__}: {error}")
        return False, error


def given_up(portion: str, hint: str) -> Refused:
    """The sentence about a portion that ended its worker too often."""
    return Refused(f"A worker process died {TRIES} times over {portion} (out of memory, or ended from outside?){hint}.")


# ---- processes ----


class _Worker:
    """A process, and the number of the portion it has."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # A fork is quick, and safe only while this process has no other threads.
        alone = sys.platform == "linux" and threading.active_count() == len(os.listdir("/proc/self/task")) == 1
        context: Any = multiprocessing.get_context("fork" if alone else "spawn")
        self.pipe, end = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, end, self.pipe if alone else None), daemon=True)
        with _ctrl_c_waits():
            self.process.start()
        end.close()
        self.has: int | None = None

    def end(self) -> None:
        self.process.terminate()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """A process that starts here is deaf to Ctrl-C from its first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Callable[[Any], Any], pipe: Connection, others: Connection | None) -> None:
    """What a process does. It ends when the far end of its pipe is closed, also by the death of who asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal; who asked ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if others is not None:
        others.close()
    while True:
        try:
            portion = pipe.recv()
        except (EOFError, OSError):
            return
        found = attempt(work, portion)
        try:
            pipe.send(found)
        except (TypeError, AttributeError, pickle.PicklingError) as error:
            pipe.send((False, RuntimeError(f"what the work gave cannot be sent: {error}")))


def _in_processes(
    work: Callable[[P], R], portions: Iterable[P], jobs: int, name: Callable[[P], str]
) -> Generator[tuple[int, R], None, None]:
    following = enumerate(portions)
    held: dict[int, P] = {}  # those begun and not done
    tries: dict[int, int] = {}
    again: deque[int] = deque()
    crew: dict[Any, _Worker] = {}

    def take() -> int | None:
        if again:
            return again.popleft()
        for number, portion in following:
            held[number] = portion
            return number
        return None

    def fill() -> None:
        while True:
            worker = next((one for one in crew.values() if one.has is None), None)
            if worker is None and len(crew) == jobs:
                return
            number = take()
            if number is None:
                return
            if worker is None:
                worker = _Worker(work)
                crew[worker.pipe] = worker
            worker.has = number
            try:
                worker.pipe.send(held[number])
            except OSError:
                lost(worker)

    def lost(worker: _Worker) -> None:
        del crew[worker.pipe]
        worker.end()
        number = worker.has
        assert number is not None
        tries[number] = tries.get(number, 0) + 1
        if tries[number] == TRIES:
            raise given_up(name(held[number]), "; try fewer --jobs")
        again.append(number)

    try:
        fill()
        while held:
            done: list[tuple[int, tuple[bool, Any]]] = []
            for pipe in wait([pipe for pipe, worker in crew.items() if worker.has is not None]):
                worker = crew[pipe]
                assert worker.has is not None
                try:
                    found = worker.pipe.recv()
                except (EOFError, OSError):
                    lost(worker)
                    continue
                done.append((worker.has, found))
                del held[worker.has]
                worker.has = None
            fill()  # before the results are looked at, so that nobody waits meanwhile
            for number, (well, value) in done:
                if not well:
                    raise value
                yield number, value
    finally:
        for worker in crew.values():
            worker.end()
