"""What the portal counts and measures, in the text form that Prometheus reads.

There is one of each in a process. Labels have few values: routes, never addresses of pages.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Coroutine, Iterator
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Labels = tuple[tuple[str, str], ...]
TEXT_FORM = "text/plain; version=0.0.4; charset=utf-8"
# Upper bounds of the histograms, in seconds.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# More rows than that of one metric are a mistake of ours; what is beyond is not kept.
MOST_ROWS = 2_000


class Count:
    """A number by labels: a counter, which only grows, or a gauge."""

    def __init__(self, name: str, summary: str, kind: str = "counter") -> None:
        self.name = name
        self.summary = summary
        self.kind = kind
        self._rows: dict[Labels, float] = {}
        self._lock = Lock()

    def add(self, number: float = 1, **labels: str) -> None:
        """Add a number."""
        key = tuple(labels.items())
        with self._lock:
            if key in self._rows or len(self._rows) < MOST_ROWS:
                self._rows[key] = self._rows.get(key, 0) + number

    def value(self, **labels: str) -> float:
        """Return the number."""
        return self._rows.get(tuple(labels.items()), 0)

    def lines(self) -> Iterator[str]:
        """Yield the lines for Prometheus."""
        yield from head(self.name, self.summary, self.kind)
        with self._lock:
            rows = sorted(self._rows.items())
        for labels, number in rows:
            yield row(self.name, labels, number)


class Histogram:
    """Durations by labels."""

    def __init__(self, name: str, summary: str) -> None:
        self.name = name
        self.summary = summary
        self._rows: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        self._lock = Lock()

    def add(self, seconds: float, **labels: str) -> None:
        """Note a duration."""
        key = tuple(labels.items())
        with self._lock:
            if key not in self._rows and len(self._rows) >= MOST_ROWS:
                return
            counts = self._rows.setdefault(key, [0] * (len(SECONDS) + 1))
            counts[bisect_left(SECONDS, seconds)] += 1
            self._sums[key] = self._sums.get(key, 0) + seconds

    def count(self, **labels: str) -> int:
        """Return how many durations were noted."""
        return sum(self._rows.get(tuple(labels.items()), ()))

    def timed(
        self, work: Callable[P, Coroutine[Any, Any, T]]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """Decorate what is done: how long it took is noted if it did not fail."""

        @wraps(work)
        async def measured(*args: P.args, **kwargs: P.kwargs) -> T:
            began = time.perf_counter()
            result = await work(*args, **kwargs)
            self.add(time.perf_counter() - began)
            return result

        return measured

    def lines(self) -> Iterator[str]:
        """Yield the lines for Prometheus."""
        yield from head(self.name, self.summary, "histogram")
        with self._lock:
            rows = sorted((labels, [*counts]) for labels, counts in self._rows.items())
            sums = dict(self._sums)
        for labels, counts in rows:
            total = 0
            for bound, number in zip((*map(str, SECONDS), "+Inf"), counts, strict=True):
                total += number
                yield row(f"{self.name}_bucket", (*labels, ("le", bound)), total)
            yield row(f"{self.name}_sum", labels, sums[labels])
            yield row(f"{self.name}_count", labels, total)


def head(name: str, summary: str, kind: str) -> Iterator[str]:
    """Yield what stands above the rows of a metric."""
    yield f"# HELP {name} {summary}"
    yield f"# TYPE {name} {kind}"


def row(name: str, labels: Labels, number: float) -> str:
    r"""Return one line.

    >>> row("moves", (("game", 'a"b'),), 3)
    'moves{game="a\\"b"} 3'
    """
    inside = ",".join(f'{key}="{escaped(value)}"' for key, value in labels)
    shown = int(number) if number == int(number) else round(number, 6)
    return f"{name}{{{inside}}} {shown}" if inside else f"{name} {shown}"


def escaped(value: str) -> str:
    """Return a label's value as it may stand between quotation marks."""
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


REQUESTS = Histogram("outwit_request_seconds", "Requests answered, by method, route and status.")
SOCKETS = Count("outwit_sockets_open", "Sockets open now.", "gauge")
GAMES_BEGUN = Count("outwit_games_begun_total", "Games begun, by game.")
GAMES_ENDED = Count("outwit_games_ended_total", "Games ended, by game.")
MOVES = Histogram("outwit_move_seconds", "Moves of people, until they can be acknowledged.")
REFUSALS = Count("outwit_refusals_total", "What was refused because it was too much, by limit.")
FAULTS = Count("outwit_faults_total", "Faults of our own, each with a traceback in the log.")
TASKS = Count("outwit_tasks", "Tasks that run now, by kind.", "gauge")
TASK_FAULTS = Count("outwit_task_faults_total", "Errors that ended a task, by kind.")
DROPPED = Count("outwit_readers_dropped_total", "Readers cut off as too slow, by what they read.")
ALL = (
    REQUESTS,
    SOCKETS,
    GAMES_BEGUN,
    GAMES_ENDED,
    MOVES,
    REFUSALS,
    FAULTS,
    TASKS,
    TASK_FAULTS,
    DROPPED,
)
