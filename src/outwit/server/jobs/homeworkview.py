"""Assignments, hand-ins and games as pages show them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any

from outwit.server.values.boutladder import (
    STUDENT,
    BoutLadder,
    bout_ladder,
    by_opponent,
    rating_points,
    shown_bout_ladder,
    shown_rating,
)
from outwit.server.values.curve import Curve
from outwit.server.values.entry import Entry
from outwit.server.values.homeworkwords import OVER, Progress, exam_parts, late_rule, state_of
from outwit.server.values.marksview import (
    Sight,
    compared,
    shown_mark,
    shown_points,
    sight_of,
)
from outwit.server.values.shown import name_of_game, shown_clock
from outwit.storage.accounts import AccountStore
from outwit.storage.bouts import Bout, BoutStore
from outwit.storage.classes import ClassStore, Member, StoredClass
from outwit.storage.handins import MOST_HANDINS, HandIn, HandInStore
from outwit.storage.homework import HomeworkStore, StoredHomework
from outwit.storage.jobs import JobQueue
from outwit.storage.marks import MarkStore, StoredMark
from outwit.storage.tables import now

# Newest games on a page.
MOST_BOUTS = 20
# Ladders in memory, and seconds for which the state of the queue is used.
MOST_LADDERS, FRESH = 50, 2.0


class HomeworkView:
    """Shows assignments; call it in a thread."""

    def __init__(
        self,
        classes: ClassStore,
        homework: HomeworkStore,
        handins: HandInStore,
        marks: MarkStore,
        bouts: BoutStore,
        queue: JobQueue,
        accounts: AccountStore,
    ) -> None:
        self._classes = classes
        self._homework = homework
        self._handins = handins
        self._marks = marks
        self._bouts = bouts
        self._queue = queue
        self._accounts = accounts
        self._lock = Lock()
        self._ladders: OrderedDict[str, tuple[object, BoutLadder]] = OrderedDict()
        self._progress: tuple[float, Progress] | None = None

    def listed(self, of_class: StoredClass, account: int) -> list[dict[str, Any]]:
        """Return the assignments of a class for a member, those with open deadlines first."""
        moment = now()
        is_teacher = of_class.teacher == account
        found = [
            each for each in self._homework.of_class(of_class.id) if each.published or is_teacher
        ]
        shown = []
        for each in found:
            own: tuple[HandIn, ...] = ()
            if not is_teacher:
                leader = self._homework.leader(each.id, account)
                own = self._handins.of_student(each.id, leader)
            active = next((handin for handin in own if handin.active), None)
            line = self._shown_homework(each, moment)
            if active is not None:
                sight = sight_of(each, moment, is_teacher=False)
                line["own"] = {
                    "number": active.number,
                    "state": self.progress().state(active),
                    "points": self._points(each, active, sight),
                }
            shown.append(line)
        return sorted(shown, key=lambda line: line["state"] == OVER)

    def page(self, entry: Entry) -> dict[str, Any]:
        """Return what is asked for, and the live part."""
        homework = entry.homework
        live = self.live(entry)
        return {
            **live,
            "rivals": [
                {"id": line["handin"], "name": rival_name(line)}
                for line in live["ladder"]
                if line["handin"] is not None
            ],
            "parts": exam_parts(homework),
            "late_rule": late_rule(homework),
            "clock": shown_clock(homework.time_control),
            "languages": list(homework.languages),
            "exam": homework.exam,
            "most": MOST_HANDINS,
        }

    def live(self, entry: Entry) -> dict[str, Any]:
        """Return what changes on an assignment's page: own hand-ins, ladder, newest games."""
        homework, moment = entry.homework, now()
        members = self._classes.members(entry.of_class.id)
        partners = self._homework.partners(homework.id)
        names = self.names(entry, members, partners)
        ladder = self.ladder(homework, names)
        own: tuple[HandIn, ...] = ()
        if not entry.is_teacher:
            own = self._handins.of_student(homework.id, entry.owner)
        progress = self.progress()
        return {
            "of_class": {"id": entry.of_class.id, "name": entry.of_class.name},
            "homework": self._shown_homework(homework, moment),
            "is_teacher": entry.is_teacher,
            "path": entry.path,
            "group": None if entry.is_teacher else self._group(entry, members, partners),
            "handins": [self._shown_line(entry, each, progress) for each in own],
            "every": 3 if any(map(progress.is_waiting, own)) else 15,
            "ladder": shown_bout_ladder(ladder, None if entry.is_teacher else entry.owner),
            "anchor": ladder.anchor,
            "bouts": [
                shown_bout(each, own) for each in self._bouts.of_homework(homework.id, MOST_BOUTS)
            ],
            "curve": self._curve(own, ladder),
        }

    def handin(self, entry: Entry, handin: HandIn) -> dict[str, Any]:
        """Return a hand-in with its mark, rating and games."""
        homework, moment = entry.homework, now()
        sight = sight_of(homework, moment, is_teacher=entry.is_teacher)
        mark = self.mark(handin.id, sight) if sight.points else None
        ladder = self.ladder(homework, self.names(entry))
        bouts = self._bouts.of_handin(handin.id, None)
        points = rating_points(handin.id, bouts, ladder.strengths(self._owners(homework.id)))
        line = ladder.of_handin(handin.id)
        progress = self.progress()
        return {
            "of_class": {"id": entry.of_class.id, "name": entry.of_class.name},
            "homework": self._shown_homework(homework, moment),
            "is_teacher": entry.is_teacher,
            "path": entry.path,
            "handin": self._shown_line(entry, handin, progress)
            | {
                "log": handin.log,
                "failure": handin.failure,
                "student": self.student(handin),
                "before": self._before(handin),
            },
            "mark": None if mark is None else shown_mark(mark, sight),
            "sight": {"points": sight.points, "cases": sight.cases, "whole": sight.whole},
            "every": 3 if progress.is_waiting(handin) else 15,
            "rating": None
            if line is None or line.rating is None
            else {**shown_rating(line.rating), "rank": line.rank, "of": len(ladder.lines)},
            "curve": Curve(tuple(points)),
            "opponents": by_opponent(handin.id, bouts),
            "bouts": [shown_bout(each, (handin,)) for each in bouts[:MOST_BOUTS]],
            "count": len(bouts),
        }

    def of_student(self, entry: Entry, account: int) -> dict[str, Any]:
        """Return hand-ins, rating and newest games of a group, by the account of its leader."""
        own = self._handins.of_student(entry.homework.id, account)
        ladder, progress = self.ladder(entry.homework, self.names(entry)), self.progress()
        bouts = [bout for each in own for bout in self._bouts.of_handin(each.id, MOST_BOUTS)]
        bouts.sort(key=lambda bout: bout.at, reverse=True)
        return {
            "handins": [self._shown_line(entry, each, progress) for each in own],
            "bouts": [shown_bout(each, own) for each in bouts[:MOST_BOUTS]],
            "curve": self._curve(own, ladder),
        }

    def compared(self, entry: Entry, old: HandIn, new: HandIn) -> dict[str, Any]:
        """Return how mark and rating changed from one hand-in to another."""
        homework = entry.homework
        sight = sight_of(homework, now(), is_teacher=entry.is_teacher)
        marks = [self.mark(each.id, sight) if sight.points else None for each in (old, new)]
        strengths = self.ladder(homework, self.names(entry)).strengths(self._owners(homework.id))
        ratings = []
        for each in (old, new):
            points = rating_points(each.id, self._bouts.of_handin(each.id, None), strengths)
            ratings.append(f"{round(points[-1].rating):+d}".replace("-", "−") if points else "–")
        return {
            "of_class": {"id": entry.of_class.id, "name": entry.of_class.name},
            "homework": self._shown_homework(homework, now()),
            "path": entry.path,
            "old": {"id": old.id, "number": old.number, "rating": ratings[0]}
            | {"points": self._points(homework, old, sight)},
            "new": {"id": new.id, "number": new.number, "rating": ratings[1]}
            | {"points": self._points(homework, new, sight)},
            "sight": {"points": sight.points, "cases": sight.cases},
            "marks": compared(marks[0], marks[1], sight),
        }

    def mark(self, handin: str, sight: Sight) -> StoredMark | None:
        """Return the mark of a hand-in that counts: with hidden cases if these may be seen."""
        whole = self._marks.of_kind(handin, whole=True) if sight.whole else None
        return whole or self._marks.of_kind(handin, whole=False)

    def names(
        self,
        entry: Entry,
        members: Sequence[Member] | None = None,
        partners: dict[int, int] | None = None,
    ) -> dict[int, str]:
        """Return the name of each group by the account of its leader."""
        if members is None:
            members = self._classes.members(entry.of_class.id)
        if partners is None:
            partners = self._homework.partners(entry.homework.id)
        known = {each.account: each.name for each in members}
        names = dict(known)
        for account, leader in sorted(partners.items()):
            if account in known and leader in names:
                names[leader] = f"{names[leader]} & {known[account]}"
        return names

    def ladder(self, homework: StoredHomework, names: dict[int, str]) -> BoutLadder:
        """Return the ladder of an assignment, computed when games or hand-ins have changed."""
        active = self._handins.active(homework.id)
        playing = tuple(sorted(each.id for each in active if each.is_playing))
        stamp = (self._bouts.newest(homework.id), playing, tuple(sorted(names.items())))
        with self._lock:
            found = self._ladders.get(homework.id)
            if found is not None and found[0] == stamp:
                return found[1]
            ladder = bout_ladder(active, names, self._bouts.tallies(homework.id))
            self._ladders[homework.id] = stamp, ladder
            self._ladders.move_to_end(homework.id)
            while len(self._ladders) > MOST_LADDERS:
                self._ladders.popitem(last=False)
            return ladder

    def progress(self) -> Progress:
        """Return what waits in the queue, as of some seconds ago at most."""
        moment = time.monotonic()
        found = self._progress
        if found is None or moment - found[0] > FRESH:
            queue = self._queue
            found = moment, Progress(queue.unfinished(), queue.means(), queue.workers())
            self._progress = found
        return found[1]

    def wait(self, handin: HandIn) -> float:
        """Return about how many seconds the build and the mark of a hand-in still take."""
        return self.progress().seconds(handin)

    def forget(self) -> None:
        """Read the queue anew: something has just been added."""
        self._progress = None

    def student(self, handin: HandIn) -> str:
        """Return the name of the student of a hand-in, that of the bot for one of the teacher."""
        return handin.name if handin.account is None else self._accounts.name_of(handin.account)

    def player_name(self, entry: Entry, handin: HandIn) -> str:
        """Return the name of a hand-in as a player: that of its group, with its number."""
        return handin.replace(name=self.group_name(entry, handin)).player

    def group_name(self, entry: Entry, handin: HandIn | None = None) -> str:
        """Return the name of the visitor's group, or of whom a hand-in belongs to."""
        account = entry.owner if handin is None else handin.account
        if account is None:
            return "" if handin is None else handin.name
        return self.names(entry).get(account, "closed account")

    def _shown_homework(self, homework: StoredHomework, moment: datetime) -> dict[str, Any]:
        return {
            "id": homework.id,
            "title": homework.title,
            "game": homework.game,
            "game_name": name_of_game(homework.game),
            "state": state_of(homework, moment),
            "is_open": homework.is_open(moment),
            "opens": homework.opens and homework.opens,
            "deadline": homework.deadline and homework.deadline,
            "last_moment": homework.last_moment and homework.last_moment,
            "group_size": homework.group_size,
        }

    def _shown_line(self, entry: Entry, handin: HandIn, progress: Progress) -> dict[str, Any]:
        """Return a hand-in as a line of the list."""
        sight = sight_of(entry.homework, now(), is_teacher=entry.is_teacher)
        return {
            "id": handin.id,
            "number": handin.number,
            "language": handin.language,
            "at": handin.at,
            "active": handin.active,
            "state": progress.state(handin),
            "is_ready": handin.is_playing,
            "failure": handin.failure,
            "points": self._points(entry.homework, handin, sight),
        }

    def _points(
        self, homework: StoredHomework, handin: HandIn, sight: Sight
    ) -> dict[str, Any] | None:
        if not sight.points:
            return None
        line = self._marks.lines([handin.id], whole=True) if sight.whole else {}
        line = line or self._marks.lines([handin.id], whole=False)
        return shown_points(homework, handin.at, line.get(handin.id))

    def _before(self, handin: HandIn) -> int | None:
        """Return the number of the hand-in before, None for a first."""
        return handin.number - 1 if handin.account is not None and handin.number > 1 else None

    def _owners(self, homework: str) -> dict[str, int | None]:
        return {each.id: each.account for each in self._handins.of_homework(homework)}

    def _curve(self, own: Sequence[HandIn], ladder: BoutLadder) -> Curve:
        """Return the rating of a student over all hand-ins, each of which begins anew."""
        played = [each for each in own if each.bot is not None][:5]
        if not played:
            return Curve()
        strengths = ladder.strengths({})
        points = [
            point
            for each in reversed(played)
            for point in rating_points(each.id, self._bouts.of_handin(each.id, 200), strengths)
        ]
        return Curve(tuple(points))

    def _group(
        self, entry: Entry, members: Sequence[Member], partners: dict[int, int]
    ) -> dict[str, Any] | None:
        """Return the group of a student, None where everybody works alone."""
        if entry.homework.group_size < 2:
            return None
        names = {each.account: each.name for each in members}
        of_group = [each for each, leader in partners.items() if leader == entry.owner]
        return {
            "size": entry.homework.group_size,
            "leads": entry.owner == entry.account,
            "leader": names.get(entry.owner, "closed account"),
            "others": [
                names[each]
                for each in (entry.owner, *of_group)
                if each != entry.account and each in names
            ],
            "may_change": not entry.homework.is_over(now()) and not entry.homework.frozen,
        }


def rival_name(line: dict[str, Any]) -> str:
    """Return the name of a player of the ladder with the number of its hand-in."""
    return f"{line['name']} #{line['number']}" if line["kind"] == STUDENT else str(line["name"])


def shown_bout(bout: Bout, own: Sequence[HandIn]) -> dict[str, Any]:
    """Return a game as a line of a list; ``own`` are the hand-ins whose side is marked."""
    keys = {each.id for each in own}
    sides = [bout.first in keys, bout.second in keys]
    won = {"1-0": 0, "0-1": 1}.get(bout.result)
    field = ""
    if any(sides) and not all(sides):
        field = "drawn" if won is None else "won" if sides[won] else "lost"
    return {
        "id": bout.id,
        "players": [bout.first_name, bout.second_name],
        "own": sides,
        "won": won,
        "field": field,
        "result": {"1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½"}.get(bout.result, "–"),
        "plies": bout.plies,
        "fault_of": bout.fault_of,
        "at": bout.at,
    }
