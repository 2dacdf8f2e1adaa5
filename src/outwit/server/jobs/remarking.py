"""Marks hand-ins again by the present exam; nothing counts before the teacher has accepted it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.values.entry import Entry
from outwit.server.values.marksview import Sight, compared, number, sign
from outwit.storage.handins import READY, HandIn, HandInStore
from outwit.storage.homework import STRENGTH
from outwit.storage.jobs import LATER, MARK, JobQueue
from outwit.storage.marks import MarkStore, StoredMark
from outwit.storage.tables import now

SIGHT = Sight(whole=True, points=True, cases=True)
# Cases named of one mark.
MOST_NAMED = 20


class Remarking:
    """Marks hand-ins again; call it in a thread."""

    def __init__(
        self, handins: HandInStore, marks: MarkStore, queue: JobQueue, view: HomeworkView
    ) -> None:
        self._handins = handins
        self._marks = marks
        self._queue = queue
        self._view = view

    def begin(self, entry: Entry, account: int | None = None) -> int:
        """Add the jobs for one student or all, and return for how many hand-ins.

        Before the end the public cases are marked, after it all of them.
        """
        homework = entry.homework
        whole = homework.exam != STRENGTH and homework.is_over(now())
        wanted = [
            each
            for each in self._handins.active(homework.id)
            if each.account is not None and each.state == READY
            if account is None or each.account == account
        ]
        for each in wanted:
            subject = {"handin": each.id, "whole": whole, "revision": homework.revision}
            key = f"again {each.id} {whole:d} {homework.revision}"
            self._queue.add(MARK, homework.id, {**subject, "counts": False}, key, LATER)
        return len(wanted)

    def to_come(self, entry: Entry) -> int:
        """Return how many hand-ins are still to be marked again."""
        found = self._queue.unfinished(entry.homework.id)
        return sum(job.kind == MARK and not job.subject.get("counts", True) for job in found)

    def pending(self, entry: Entry) -> list[tuple[StoredMark | None, StoredMark]]:
        """Return the old and new marks of which the new ones do not count yet."""
        found: list[tuple[StoredMark | None, StoredMark]] = []
        for whole in (False, True):
            fresh = self._marks.pending(entry.homework.id, whole=whole)
            if fresh:
                counting = self._marks.counting(entry.homework.id, whole=whole)
                found += [(counting.get(key), mark) for key, mark in fresh.items()]
        return found

    def page(self, entry: Entry) -> dict[str, Any]:
        """Return what would change."""
        names = self._view.names(entry)
        handins = {each.id: each for each in self._handins.of_homework(entry.homework.id)}
        lines = [
            shown_change(handins[new.handin], names, old, new) for old, new in self.pending(entry)
        ]
        lines.sort(key=lambda line: (not line["changed"], line["name"].casefold()))
        return {
            "changes": lines,
            "changed": sum(line["changed"] for line in lines),
            "to_come": self.to_come(entry),
        }

    def accept(self, entry: Entry, keys: Collection[int]) -> list[str]:
        """Let some of the pending marks count, and return what has changed in words."""
        names = self._view.names(entry)
        handins = {each.id: each for each in self._handins.of_homework(entry.homework.id)}
        chosen = [(old, new) for old, new in self.pending(entry) if new.id in keys]
        self._marks.accept([new.id for _, new in chosen])
        return [
            f"{name_of(handins[new.handin], names)}: {points(old)} to {points(new)}"
            for old, new in chosen
        ]


def name_of(handin: HandIn, names: dict[int, str]) -> str:
    """Return the name of the student or group of a hand-in."""
    return names.get(handin.account or 0, handin.name)


def points(mark: StoredMark | None) -> str:
    """Return the points of a mark in words."""
    return "no mark" if mark is None else f"{number(mark.score)} of {number(mark.most)}"


def shown_change(
    handin: HandIn, names: dict[int, str], old: StoredMark | None, new: StoredMark
) -> dict[str, Any]:
    """Return how a mark would change."""
    found = compared(old, new, SIGHT)
    parts = [part for part in found["parts"] if part["change"] or part["old"] == "–"]
    is_same = old is not None and not parts and (old.score, old.most) == (new.score, new.most)
    return {
        "id": new.id,
        "handin": handin.id,
        "number": handin.number,
        "name": name_of(handin, names),
        "whole": new.whole,
        "revision": new.revision,
        "old": points(old),
        "new": points(new),
        "change": "" if old is None else sign(new.score - old.score),
        "parts": parts,
        "better": named(found["better"]),
        "worse": named(found["worse"]),
        "changed": not is_same,
    }


def named(cases: Sequence[str]) -> list[str]:
    """Return the names of cases, of many only the first."""
    more = [f"and {len(cases) - MOST_NAMED} more"] if len(cases) > MOST_NAMED else []
    return [*cases[:MOST_NAMED], *more]
