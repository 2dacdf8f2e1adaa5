"""Tunes the dials of a game's search, pair by pair."""

from __future__ import annotations

import os
import time

from outwit.core.value import Value
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.ratings.pentanomial import Pentanomial
from training.networks.selfplay import mark_of
from training.tuning.dials import dials_of
from training.tuning.history import History
from training.tuning.pairs import Terms
from training.tuning.spsa import Schedule, settled
from training.tuning.workers import Task, play_tasks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Report = Callable[[str], object]

# Seconds between two lines of progress.
REPORT_EVERY = 15.0


class Plan(Value):
    """The plan of a tuning: the dials ``names`` (empty: all) over ``pairs`` pairs of games.

    ``start`` has values that differ from the game's own.
    """

    names: tuple[str, ...] = ()
    start: tuple[tuple[str, int], ...] = ()
    pairs: int = 10_000
    rate: float = 0.006

    def check(self) -> Plan:
        """Return the plan; raise UsageError if it makes no sense."""
        if self.pairs < 1:
            raise UsageError(f"pairs: {self.pairs} is not from 1 on")
        if not 0 < self.rate <= 1:
            raise UsageError(f"rate: {self.rate:g} is not above 0, up to 1")
        return self


class Tuned(Value):
    """The state of a tuning: pairs played, and the values of the dials by name."""

    pairs: int
    before: dict[str, int]
    last: dict[str, float]
    settled: dict[str, int]


def schedule_of(terms: Terms, plan: Plan) -> Schedule:
    """Return how the dials move; raise UsageError if a start value makes no sense."""
    own = find_game(terms.game).parts.tuning
    for name, _ in plan.start:
        if name not in Tuning.fields:
            raise UsageError(f"the search has no number {name!r}")
    tuning = Tuning(**{**own, **dict(plan.start)})
    return Schedule(dials_of(tuning, plan.names), plan.pairs, plan.rate, terms.seed)


def settings_of(terms: Terms, plan: Plan, schedule: Schedule) -> dict[str, object]:
    """Return all settings that the course of a tuning depends on, for its history's first line."""
    game = find_game(terms.game)
    features = game.parts.features
    path = terms.network
    # A game may have features, but no network yet.
    if not path and features is not None and os.path.exists(features.network):
        path = features.network
    return {
        **{name: getattr(terms, name) for name in Terms.fields if name != "varied"},
        # Written only if it is on; a history without it means off.
        **({"varied": True} if terms.varied else {}),
        "network": mark_of(path),
        "search": dict(sorted({**game.parts.tuning, **dict(plan.start)}.items())),
        "pairs": plan.pairs,
        "rate": plan.rate,
        "dials": {
            dial.name: [dial.start, dial.low, dial.high, dial.step] for dial in schedule.dials
        },
    }


def tune(
    terms: Terms,
    plan: Plan,
    path: str,
    *,
    processes: int = 1,
    seconds: float | None = None,
    report: Report = lambda _: None,
) -> Tuned:
    """Play the pairs that the history lacks, and return where the dials stand.

    After ``seconds`` no pair begins. With one process the course depends only on the settings.
    With several it also depends on the order in which pairs end, which the history records.
    """
    terms.check()
    schedule = schedule_of(terms, plan.check())
    check_resources(processes, seconds)
    names = [dial.name for dial in schedule.dials]
    values = tuple(dial.start for dial in schedule.dials)
    course = [values]
    begun = told = time.monotonic()
    # Values of both players that are not tuned.
    fixed = dict(plan.start)
    with History(path, settings_of(terms, plan, schedule)) as history:
        for pair in history.known:
            values = schedule.moved(values, pair.number, 2 * pair.points - 2)
            course.append(values)
        done = {pair.number for pair in history.known}
        left = (number for number in range(plan.pairs) if number not in done)

        def next_task() -> Task | None:
            if seconds is not None and time.monotonic() - begun > seconds:
                return None
            number = next(left, None)
            if number is None:
                return None
            first, second = schedule.players(values, number)
            return Task(number, {**fixed, **first}, {**fixed, **second})

        for pair in play_tasks(terms, processes, next_task):
            values = schedule.moved(values, pair.number, 2 * pair.points - 2)
            course.append(values)
            history.add(pair, dict(zip(names, values, strict=True)))
            if time.monotonic() - told > REPORT_EVERY:
                told = time.monotonic()
                report(progress(len(course) - 1, plan.pairs, told - begun, names, values))
    return Tuned(
        len(course) - 1,
        {dial.name: round(dial.start) for dial in schedule.dials},
        dict(zip(names, values, strict=True)),
        dict(zip(names, map(round, settled(course)), strict=True)),
    )


def check_resources(processes: int, seconds: float | None) -> None:
    """Raise UsageError if there is no process or no time."""
    if processes < 1:
        raise UsageError(f"processes: {processes} is not from 1 on")
    if seconds is not None and not seconds > 0:
        raise UsageError(f"seconds: {seconds:g} is not above 0")


def progress(
    pairs: int, total: int, passed: float, names: list[str], values: tuple[float, ...]
) -> str:
    """Return a line of progress."""
    shown = ", ".join(f"{name} {value:.4g}" for name, value in zip(names, values, strict=True))
    return f"{passed:.0f} s: {pairs} of {total} pairs; {shown}"


def compare(
    terms: Terms,
    numbers: Mapping[str, int],
    *,
    pairs: int,
    first_opening: int,
    processes: int = 1,
) -> Pentanomial:
    """Play the search with some numbers against the game's own; return its pairs by points."""
    terms.check()
    check_resources(processes, None)
    openings: Iterator[int] = iter(range(first_opening, first_opening + pairs))

    def next_task() -> Task | None:
        number = next(openings, None)
        return None if number is None else Task(number, dict(numbers), {})

    result = Pentanomial()
    for pair in play_tasks(terms, processes, next_task):
        result = result.add(pair.points)
    return result
