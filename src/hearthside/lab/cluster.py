"""Portions of work on a Ray cluster (the extra `cluster`).

Everything goes along in a parcel: this package as it lies here, your own modules that are loaded, and the folders that
the work reads. So the machines of a cluster need Python, Ray and what the work imports besides, but no files.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import socket
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import hearthside

from ..engine.errors import Refused
from .pool import TRIES, given_up

P = TypeVar("P")
R = TypeVar("R")
# More than this in one of your packages is no code that belongs into a parcel.
MOST_BYTES = 200_000_000


def cores(on: str) -> int:
    """How many cores the cluster has now; connects to it.

    Raises:
        Refused: Ray is not installed, or there is no such cluster.
    """
    return max(1, int(_connected(on).cluster_resources().get("CPU", 1)))


def on_ray(
    work: Callable[[P], R],
    portions: Iterable[P],
    jobs: int | None,
    on: str,
    reads: Sequence[Path],
    name: Callable[[P], str],
) -> Generator[tuple[int, R], None, None]:
    """As `pool.run`. A worker or machine that dies is Ray's to replace; it does the portion again."""
    ray = _connected(on)
    sent = parcel(reads)
    seal = hashlib.sha256(sent).hexdigest()
    task = ray.remote(_far()).options(num_cpus=1, max_retries=TRIES - 1)
    everything, what = ray.put(sent), ray.put(pickle.dumps(work))
    following = enumerate(portions)
    under_way: dict[Any, tuple[int, P]] = {}
    try:
        while True:
            here = cores(on)  # machines come and go
            most = jobs if jobs and jobs < here else 2 * here
            for number, portion in islice(following, max(0, most - len(under_way))):
                under_way[task.remote(everything, seal, what, pickle.dumps(portion))] = number, portion
            if not under_way:
                return
            (ready,), _ = ray.wait(list(under_way), num_returns=1)
            number, portion = under_way.pop(ready)
            try:
                well, value = pickle.loads(ray.get(ready))
            except ray.exceptions.RayTaskError as error:
                cause = error.cause if isinstance(error.cause, Exception) else error
                raise Refused(f"The cluster cannot do this work ({type(cause).__name__}: {cause}).") from None
            except ray.exceptions.RayError:
                raise given_up(name(portion), "") from None
            if not well:
                raise value
            yield number, value
    finally:
        for one in under_way:
            ray.cancel(one, force=True)


def parcel(reads: Sequence[Path]) -> bytes:
    """A zip file with this package and your own loaded modules (in `code`), and the folders (in `folders`).

    Raises:
        Refused: a package or folder is too big.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in [Path(hearthside.__file__).parent, *_own_modules()]:
            for file in [path] if path.is_file() else _files(path):
                name = file.relative_to(path.parent).as_posix()
                if not name.startswith("hearthside/server/static/"):
                    _add(packed, f"code/{name}", file)
        for n, folder in enumerate(reads):
            for file in _files(folder):
                _add(packed, f"folders/{n}/{file.relative_to(folder).as_posix()}", file)
        packed.writestr(zipfile.ZipInfo("places.json"), json.dumps({str(one): n for n, one in enumerate(reads)}))
    return out.getvalue()


def _add(packed: zipfile.ZipFile, name: str, file: Path) -> None:
    """Adds a file without its time, so that the same files make the same parcel."""
    packed.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)


def _files(folder: Path) -> list[Path]:
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
    ]
    if sum(path.stat().st_size for path in found) > MOST_BYTES:
        raise Refused(f"{folder}: too big to be sent to a cluster, the most is {MOST_BYTES // 1_000_000} MB.")
    return found


def _own_modules() -> Iterator[Path]:
    """The files and package folders of loaded modules that are neither Python's nor installed."""
    homes = [Path(path).resolve() for path in {*sysconfig.get_paths().values(), sys.base_prefix, sys.prefix}]
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or "." in name or name in ("__main__", "hearthside"):
            continue
        path = Path(file).resolve()
        installed = "site-packages" in path.parts or any(path.is_relative_to(home) for home in homes)
        if path.suffix == ".py" and not installed:
            yield path.parent if path.name == "__init__.py" else path


def _far() -> Callable[[bytes, str, bytes, bytes], bytes]:
    def far(parcel: bytes, seal: str, work: bytes, portion: bytes) -> bytes:
        # Sent by value: a worker knows nothing of this package before the parcel is open.
        import io
        import json
        import pickle
        import shutil
        import sys
        import tempfile
        import zipfile
        from pathlib import Path

        import ray

        opened = sys.__dict__.setdefault("_hearthside_parcel", {})
        if opened.get("seal") != seal:
            # In Ray's own folder of this session, if it lies where it usually does; all workers of a machine share it.
            session = Path(tempfile.gettempdir()) / "ray" / ray.get_runtime_context().get_session_name()
            home = session if session.is_dir() else Path(tempfile.gettempdir())
            root = home / f"hearthside-{seal}"
            if not root.exists():
                part = tempfile.mkdtemp(dir=home)
                zipfile.ZipFile(io.BytesIO(parcel)).extractall(part)
                try:
                    Path(part).rename(root)
                except OSError:  # another worker was quicker
                    shutil.rmtree(part)
            sys.path[:] = [str(root / "code"), *(path for path in sys.path if path != opened.get("code"))]
            ours = {path.stem for path in (root / "code").iterdir()}
            for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
                del sys.modules[name]
            from hearthside.lab import pool

            places = json.loads((root / "places.json").read_text())
            pool.PLACES.update({Path(there): root / "folders" / str(n) for there, n in places.items()})
            opened.update(seal=seal, code=str(root / "code"))
        from hearthside.lab.pool import attempt

        return pickle.dumps(attempt(pickle.loads(work), pickle.loads(portion)))

    return far


def _connected(on: str) -> Any:
    """Ray, connected to the cluster that "ray" or "ray:ADDRESS" means; it stays so until this process ends."""
    kind, _, address = on.partition(":")
    if kind != "ray":
        raise Refused(f"There is no place called {on!r} to work on; it is ray, or ray:ADDRESS.")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise Refused("Ray is not installed; `pip install 'hearthside[cluster]'` brings it.") from None
    if ray.is_initialized():
        known = ray.get_runtime_context().gcs_address
        if address not in ("", "auto", known):
            raise Refused(f"This process works with the Ray cluster at {known} already, not with {address}.")
        return ray
    address = address or os.environ.get("RAY_ADDRESS", "")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        _reach(address)
        ray.init(address or "auto", **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        if address:
            said = getattr(error, "strerror", None) or str(error).strip().partition("\n")[0].rstrip(".")
            raise Refused(f"The Ray cluster at {address} cannot be reached ({said}).") from None
        ray.init("local", include_dashboard=False, object_store_memory=200_000_000, **quiet)
    return ray


def _reach(address: str) -> None:
    """Finds out soon whether anybody listens at HOST:PORT; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), 10).close()
