"""What the teacher of a class sees of an assignment: everyone's state, and the queue."""

from __future__ import annotations

from typing import Any

from outwit.errors import NotFound
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.values.entry import Entry
from outwit.server.values.homeworkwords import Progress, about, state_of
from outwit.server.values.marksview import number
from outwit.server.values.marktable import TableLine, leaders, table_lines
from outwit.server.values.shown import figure
from outwit.storage.classes import ClassStore
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore
from outwit.storage.jobs import BUILD, GRADE, MARK, PLAY, ROSTER, Job, JobQueue
from outwit.storage.marks import MarkStore, StoredMark
from outwit.storage.tables import now

# Jobs that were given up, of those shown at once.
MOST_FAILED = 50
KINDS = {BUILD: "Build", MARK: "Mark", GRADE: "Grade", ROSTER: "Roster", PLAY: "Game"}


class TeacherView:
    """Shows assignments to their teacher; call it in a thread."""

    def __init__(
        self,
        classes: ClassStore,
        homework: HomeworkStore,
        handins: HandInStore,
        marks: MarkStore,
        queue: JobQueue,
        view: HomeworkView,
    ) -> None:
        self._classes = classes
        self._homework = homework
        self._handins = handins
        self._marks = marks
        self._queue = queue
        self._view = view

    def lines(self, entry: Entry) -> list[TableLine]:
        """Return the table of everyone."""
        homework = entry.homework
        members = [m for m in self._classes.members(entry.of_class.id) if m.brought_by is None]
        partners = self._homework.partners(homework.id)
        names = self._view.names(entry, members, partners)
        handins = self._handins.of_homework(homework.id)
        active = [each.id for each in handins if each.active]
        return table_lines(
            homework,
            leaders(names, partners, handins),
            handins,
            self._marks.lines(active, whole=False),
            self._marks.lines(active, whole=True),
            self._view.ladder(homework, names),
        )

    def table(self, entry: Entry) -> dict[str, Any]:
        """Return the page of everyone's marks."""
        lines = self.lines(entry)
        progress = self._view.progress()
        there = [line for line in lines if line.handins]
        finals = [line.final for line in lines if line.final is not None]
        return {
            **self.head(entry),
            "lines": [shown_line(line, progress) for line in lines],
            "counts": {
                "students": len(lines),
                "handed": len(there),
                "marked": len(finals),
                "mean": number(sum(finals) / len(finals)) if finals else "–",
            },
            "missing": [line.name for line in lines if not line.handins],
            "queue": self.queue(entry),
            "failed": self.failed(entry),
            "pending": sum(
                len(self._marks.pending(entry.homework.id, whole=whole)) for whole in (False, True)
            ),
        }

    def marks(self, entry: Entry) -> dict[str, StoredMark]:
        """Return the mark that counts of each hand-in: with the hidden cases if there is one."""
        key = entry.homework.id
        return self._marks.counting(key, whole=False) | self._marks.counting(key, whole=True)

    def bots(self, entry: Entry) -> dict[str, Any]:
        """Return the teacher's bots, those that play first."""
        homework = entry.homework
        ladder = self._view.ladder(homework, self._view.names(entry))
        progress = self._view.progress()
        lines = []
        for each in self._handins.of_homework(homework.id):
            if each.account is None:
                place = ladder.of_handin(each.id)
                rating = None if place is None else place.rating
                lines.append(
                    {
                        "id": each.id,
                        "name": each.name,
                        "language": each.language,
                        "at": each.at,
                        "active": each.active,
                        "failure": each.failure,
                        "state": progress.state(each),
                        "rating": "" if rating is None else figure(rating.elo),
                        "rank": "" if place is None else place.rank,
                    }
                )
        return {**self.head(entry), "bots": sorted(lines, key=lambda line: not line["active"])}

    def head(self, entry: Entry) -> dict[str, Any]:
        """Return what every page of the teacher begins with."""
        homework = entry.homework
        return {
            "of_class": {"id": entry.of_class.id, "name": entry.of_class.name},
            "homework": {
                "title": homework.title,
                "frozen": homework.frozen,
                "published": homework.published,
                "revision": homework.revision,
                "state": state_of(homework, now()),
                "exam": homework.exam,
            },
            "path": entry.path,
        }

    def queue(self, entry: Entry) -> dict[str, Any]:
        """Return the state of the queue in words."""
        waiting = self._queue.unfinished(entry.homework.id)
        workers = self._queue.workers()
        running = sum(bool(job.worker) for job in waiting)
        seconds = self._queue.wait_for([job.id for job in waiting], workers)
        return {
            "workers": workers,
            "is_idle": not workers,
            "waiting": len(waiting) - running,
            "running": running,
            "done": about(seconds) if waiting and workers else "",
        }

    def failed(self, entry: Entry) -> list[dict[str, Any]]:
        """Return the jobs that were given up."""
        found = self._queue.failed(entry.homework.id)[:MOST_FAILED]
        known = {each.id: each for each in self._handins.of_homework(entry.homework.id)}
        return [
            {
                "id": job.id,
                "kind": KINDS.get(job.kind, job.kind),
                "who": players_of(job, known),
                "error": job.error,
                "at": job.done or job.created,
            }
            for job in found
        ]

    def student(self, entry: Entry, account: int) -> dict[str, Any]:
        """Return the page of a student or group; raise NotFound for one that is not there."""
        line = next((each for each in self.lines(entry) if each.account == account), None)
        if line is None:
            leader = self._homework.partners(entry.homework.id).get(account)
            if leader is None or leader == account:
                raise NotFound("there is no such student in this class")
            return self.student(entry, leader)
        found = self._view.of_student(entry, account)
        marks = {
            each["id"]: [
                {
                    "revision": mark.revision,
                    "whole": mark.whole,
                    "counts": mark.counts,
                    "score": number(mark.score),
                    "most": number(mark.most),
                    "at": mark.at,
                }
                for mark in self._marks.of_handin(each["id"])
            ]
            for each in found["handins"]
        }
        return {
            **self.head(entry),
            **found,
            "line": shown_line(line, self._view.progress()),
            "marks": marks,
        }


def shown_line(line: TableLine, progress: Progress) -> dict[str, Any]:
    """Return a line of the table for a page; ``values`` are what its columns are sorted by."""
    active = line.active
    return {
        "account": line.account,
        "name": line.name,
        "handins": line.handins,
        "last": line.last and line.last,
        "active": active
        and {
            "id": active.id,
            "number": active.number,
            "language": active.language,
            "at": active.at,
            "failure": active.failure,
            "state": progress.state(active),
        },
        "late": f"{100 * line.penalty:.0f} %" if line.penalty else "",
        "public": "" if line.public is None else number(line.public.score),
        "whole": "" if line.whole is None else number(line.whole.score),
        "final": "" if line.final is None else number(line.final),
        "most": "" if line.most is None else number(line.most),
        "rank": line.rank or "",
        "rating": "" if line.rating is None else figure(line.rating),
        "elo": "" if line.rating is None else f"{line.rating:.0f}",
        "forfeits": line.forfeits,
    }


def players_of(job: Job, handins: dict[str, HandIn]) -> str:
    """Return whom a job is about."""
    keys = [str(job.subject.get(name) or "") for name in ("handin", "first", "second")]
    named = [handins[key].player for key in keys if key in handins]
    return ", ".join([*named, *filter(None, [str(job.subject.get("opponent") or "")])])
