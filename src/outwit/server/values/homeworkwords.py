"""Assignments in words: state, deadline, late rule, exam, and the state of a hand-in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from math import ceil
from typing import Any

from outwit.assignments.assignment import assignment_of
from outwit.errors import OutwitError
from outwit.files import LONGEST_TOML, parse_toml, read_bytes
from outwit.games import game as find_game
from outwit.storage.handins import READY, REFUSED, HandIn
from outwit.storage.homework import FILE, STRENGTH, StoredHomework
from outwit.storage.jobs import AFTER, BUILD, MARK, PLAY, Job

# States of an assignment.
DRAFT, COMING, OPEN, FROZEN, LATE, OVER = "draft", "coming", "open", "frozen", "late", "over"
STRENGTH_PARTS = (
    {"name": "Games against levels, the teacher’s bots and the class", "points": "", "about": ""},
)


def state_of(homework: StoredHomework, moment: datetime) -> str:
    """Return the state of an assignment."""
    if not homework.published:
        return DRAFT
    if homework.is_over(moment):
        return OVER
    if homework.frozen:
        return FROZEN
    if homework.opens is not None and moment < homework.opens:
        return COMING
    if homework.deadline is not None and moment > homework.deadline:
        return LATE
    return OPEN


def late_rule(homework: StoredHomework) -> str:
    """Return in words what happens to a hand-in after the deadline."""
    if homework.deadline is None:
        return ""
    if not homework.late_hours:
        return "Later, nothing is accepted."
    hours, percent = homework.late_hours, homework.late_percent
    days = hours // 24
    if hours % 24:
        if not percent:
            return (
                "Late hand-ins are accepted for 1 hour, at no cost."
                if hours == 1
                else f"Late hand-ins are accepted for {hours} hours, at no cost."
            )
        return (
            "Late hand-ins are accepted for 1 hour; "
            f"each day begun costs {percent} % of the points."
            if hours == 1
            else f"Late hand-ins are accepted for {hours} hours; "
            f"each day begun costs {percent} % of the points."
        )
    if not percent:
        return (
            "Late hand-ins are accepted for 1 day, at no cost."
            if days == 1
            else f"Late hand-ins are accepted for {days} days, at no cost."
        )
    return (
        f"Late hand-ins are accepted for 1 day; each day begun costs {percent} % of the points."
        if days == 1
        else f"Late hand-ins are accepted for {days} days; "
        f"each day begun costs {percent} % of the points."
    )


def exam_parts(homework: StoredHomework) -> list[dict[str, str]]:
    """Return the parts of an exam with their points, as its file says; none if it says nothing."""
    if homework.exam == STRENGTH:
        return [dict(each) for each in STRENGTH_PARTS]
    try:
        if homework.exam == FILE:
            return read_parts(parse_toml(homework.paper.encode()))
        return own_parts(homework.game)
    except (OutwitError, OSError, LookupError, TypeError, ValueError, AttributeError):
        # The exam has been checked where it is used; here it is only announced.
        return []


@lru_cache(maxsize=16)
def own_parts(name: str) -> list[dict[str, str]]:
    """Return the parts of the game's own exam."""
    exam = assignment_of(find_game(name)).exam
    if exam is None:
        return []
    return read_parts(parse_toml(read_bytes(exam.path, LONGEST_TOML)))


def read_parts(table: dict[str, Any]) -> list[dict[str, str]]:
    """Return name, points and purpose of each part in a file."""
    return [
        {
            "name": str(part["name"])[:200],
            "points": f"{float(part.get('points', 0)):g}",
            "about": str(part.get("about", ""))[:300],
        }
        for part in table["part"][:100]
    ]


class Progress:
    """The unfinished jobs of the portal, and when they will be done."""

    def __init__(self, unfinished: Sequence[Job], means: dict[str, float], workers: int) -> None:
        self._workers = workers
        self._jobs: dict[str, list[tuple[Job, float]]] = {}
        self._after = means[AFTER]
        waiting = 0.0
        for job in unfinished:
            waiting += means[job.kind]
            seconds = max(means[job.kind], waiting / max(1, workers))
            for name in ("handin", "first", "second"):
                handin = job.subject.get(name)
                if isinstance(handin, str):
                    self._jobs.setdefault(handin, []).append((job, seconds))
            if job.kind == BUILD:
                waiting += self._after

    def state(self, handin: HandIn) -> dict[str, str]:
        """Return the state of a hand-in in words, with a tone: busy, good or bad."""
        if handin.state == REFUSED:
            return {"text": "Could not be built", "tone": "bad", "wait": ""}
        kinds: dict[str, tuple[Job, float]] = {}
        for job, seconds in self._jobs.get(handin.id, ()):
            kinds.setdefault(job.kind, (job, seconds))
        for kind, doing, to_do in (
            (BUILD, "Is being built", "Waits to be built"),
            (MARK, "Is being marked", "Waits to be marked"),
        ):
            if kind in kinds:
                job, seconds = kinds[kind]
                text = doing if job.worker else to_do
                wait = about(seconds) if self._workers else "when a worker of the portal runs"
                return {"text": text, "tone": "busy", "wait": wait}
        if handin.state != READY:
            return {"text": "Could not be built by a fault of ours", "tone": "bad", "wait": ""}
        if PLAY in kinds:
            return {"text": "Plays", "tone": "good", "wait": ""}
        return {"text": "Ready", "tone": "good", "wait": ""}

    def seconds(self, handin: HandIn) -> float:
        """Return about how many seconds the build and the mark of a hand-in still take."""
        found = (
            seconds + (self._after if job.kind == BUILD else 0)
            for job, seconds in self._jobs.get(handin.id, ())
            if job.kind != PLAY
        )
        return max(found, default=0.0)

    def is_waiting(self, handin: HandIn) -> bool:
        """Tell whether a build or a mark of a hand-in is to come."""
        return any(job.kind != PLAY for job, _ in self._jobs.get(handin.id, ()))


def about(seconds: float) -> str:
    """Return a rough duration in words.

    >>> about(0.4), about(13), about(130), about(4000)
    ('in a moment', 'in about 15 seconds', 'in about 3 minutes', 'in about 2 hours')
    """
    if seconds < 3:
        return "in a moment"
    if seconds < 60:
        return f"in about {5 * ceil(seconds / 5)} seconds"
    minutes = ceil(seconds / 60)
    if minutes < 60:
        return "in about 1 minute" if minutes == 1 else f"in about {minutes} minutes"
    hours = ceil(minutes / 60)
    return "in about 1 hour" if hours == 1 else f"in about {hours} hours"
