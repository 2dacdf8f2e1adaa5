"""The metrics of the portal, for Prometheus.

Each process has one instance of each. Labels have few values: routes, never paths of pages.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

# The time at which a counter was created is the start of the process.
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
# Upper bounds of the histograms, in seconds.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "outwit_request_seconds",
    "Requests answered, by method, route and status.",
    ("method", "route", "status"),
    buckets=SECONDS,
    registry=REGISTRY,
)
MOVES = Histogram(
    "outwit_move_seconds",
    "Moves of people, until they can be acknowledged.",
    buckets=SECONDS,
    registry=REGISTRY,
)
SOCKETS = Gauge("outwit_sockets_open", "Sockets open now.", registry=REGISTRY)
GAMES_BEGUN = Counter(
    "outwit_games_begun_total", "Games begun, by game.", ("game",), registry=REGISTRY
)
GAMES_ENDED = Counter(
    "outwit_games_ended_total", "Games ended, by game.", ("game",), registry=REGISTRY
)
REFUSALS = Counter(
    "outwit_refusals_total",
    "Requests refused by rate limits and counts, by limit.",
    ("kind",),
    registry=REGISTRY,
)
FAULTS = Counter(
    "outwit_faults_total",
    "Internal faults, each with a traceback in the log.",
    registry=REGISTRY,
)
TASKS = Gauge("outwit_tasks", "Tasks that run now, by kind.", ("task",), registry=REGISTRY)
TASK_FAULTS = Counter(
    "outwit_task_faults_total", "Errors that ended a task, by kind.", ("task",), registry=REGISTRY
)
DROPPED = Counter(
    "outwit_readers_dropped_total",
    "Readers disconnected as too slow, by kind of feed.",
    ("of",),
    registry=REGISTRY,
)
