"""What `/metrics` tells, of one worker."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

registry = CollectorRegistry()
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

accepted = Counter("hearthside_answers", "Answers written, by who gave them", ["by"], registry=registry)
refused = Counter("hearthside_refused", "Answers refused", registry=registry)
races = Counter("hearthside_races_lost", "Answers whose number another worker wrote first", registry=registry)
broken = Counter("hearthside_rules_broken", "Answers in the middle of which a rule failed", registry=registry)
sockets = Gauge("hearthside_sockets", "Websockets open now", registry=registry)
lives = Gauge("hearthside_tables_in_memory", "Tables held in memory now", registry=registry)
written = Histogram("hearthside_commit_seconds", "From an answer to its row on disk", buckets=_FAST, registry=registry)
updated = Histogram(
    "hearthside_update_seconds", "From an answer to the updates of all views", buckets=_FAST, registry=registry
)
thought = Histogram("hearthside_bot_seconds", "How long bots think", buckets=_FAST, registry=registry)
