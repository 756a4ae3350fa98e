"""What `/metrics` tells: of all workers of a server, whichever is asked."""

from __future__ import annotations

import os
import re
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

registry = CollectorRegistry()
ProcessCollector(registry=registry)
_FAST = (0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.035, 0.05, 0.075, 0.1, 0.25, 0.5, 1.0, 5.0)

accepted = Counter("hearthside_answers", "Answers written, by who gave them", ["by"], registry=registry)
refused = Counter("hearthside_refused", "Answers refused", registry=registry)
races = Counter("hearthside_races_lost", "Answers whose number another worker wrote first", registry=registry)
broken = Counter("hearthside_rules_broken", "Answers in the middle of which a rule failed", registry=registry)
sockets = Gauge("hearthside_sockets", "Websockets open now", registry=registry, multiprocess_mode="livesum")
lives = Gauge(
    "hearthside_tables_in_memory", "Tables held in memory now", registry=registry, multiprocess_mode="livesum"
)
written = Histogram("hearthside_commit_seconds", "From an answer to its row on disk", buckets=_FAST, registry=registry)
updated = Histogram(
    "hearthside_update_seconds", "From an answer to the updates of all views", buckets=_FAST, registry=registry
)
answered = Histogram(
    "hearthside_answer_seconds",
    "From hearing a person's answer to its updates, the wait for others at its table included",
    buckets=_FAST,
    registry=registry,
)
thought = Histogram("hearthside_bot_seconds", "How long bots think", buckets=_FAST, registry=registry)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where the workers of a server leave their numbers, if there are several


def text() -> bytes:
    """Prometheus's text: the sums over all workers. What is open or held now counts only for those that live."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(registry)
    from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

    for file in Path(folder).glob("gauge_live*.db"):
        found = re.search(r"_(\d+)\.db$", file.name)
        if found and not _lives(int(found[1])):
            mark_process_dead(int(found[1]), folder)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
