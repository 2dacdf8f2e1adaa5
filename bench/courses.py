"""Hand programs in on a real portal with its workers: how long it takes, and what is lost.

    python -m bench.courses [--first N] [--handins N] [--seconds S] [--kill] [--workers N] [--quick]
                            [--watch N] [--database URL]

First: from an upload to the first finished game on an idle queue. Then a crowd: right, half right,
wrong, hanging and crashing programs in Python and C, while people play; with ``--kill`` once more,
with the portal and its workers killed three times in the middle: the marks must be the same. With
``--watch``, so many students meanwhile load their page every five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from sqlalchemy import select

from bench.courseprograms import EXAM, GAME, PROGRAMS
from bench.portal import Load, cookie_of, percentile
from outwit.process.archive import read_upload
from outwit.storage.bouts import BoutStore
from outwit.storage.classes import ClassStore, NewClass
from outwit.storage.coursetables import HandIns, Jobs, Marks
from outwit.storage.database import Database
from outwit.storage.handins import HandInStore
from outwit.storage.homework import FILE, HomeworkStore, NewHomework
from outwit.storage.jobs import MARK, NIGHTLY, SOON, JobQueue
from outwit.storage.tokens import TokenStore

CLOCK = "2+0.1"
# Seconds between two looks, and until the bench gives up.
LOOK, LONGEST = 0.25, 3_600.0
# Tries of an upload that a killed portal does not answer.
TRIES = 60
# Seconds between two looks of a student at their page.
GLANCE = 5.0
# Estimates of fewer seconds are not compared: the queue is empty.
LEAST = 10.0
Table = dict[str, tuple[str, float | None]]


class Course:
    """A class on a portal of its own, with an assignment, and a token of each student."""

    def __init__(
        self, folder: Path, students: int, people: int, workers: int, url: str = ""
    ) -> None:
        os.environ["OUTWIT_WORKERS"] = str(workers)
        url = url or f"sqlite:///{folder}/portal.db"
        # Everybody has the address of this machine; its limits are raised.
        self.load = Load(url, people, 1.0)
        self.database = Database(url)
        accounts, classes = self.load.accounts, ClassStore(self.database)
        teacher = accounts.guest().id
        key = classes.create(NewClass("Games", teacher, GAME, CLOCK, 3))
        self.homework = HomeworkStore(self.database).create(
            NewHomework(
                key, "Week 1", GAME, exam=FILE, paper=EXAM, time_control=CLOCK, published=True
            )
        )
        self.page = f"/c/{key}/a/{self.homework}"
        tokens = TokenStore(self.database)
        self.tokens = []
        self.cookies = []
        # Seconds in which students' pages came.
        self.glances: list[float] = []
        code = classes.get(key).code
        for _ in range(students):
            student = accounts.guest().id
            classes.join(code, student)
            self.tokens.append(tokens.create(student, "bench"))
            self.cookies.append(cookie_of(self.load.identity, student))
        self.queue = JobQueue(self.database)
        deadline = monotonic() + LONGEST
        while not self.queue.workers() and monotonic() < deadline:
            sleep(LOOK)

    def ask(self, student: int, path: str, data: bytes | None = None) -> dict[str, Any]:
        """Ask the portal; a killed one is asked again."""
        request = urllib.request.Request(
            f"http://{self.load.servers[0].address}/api/{path}",
            data,
            {"Authorization": f"Bearer {self.tokens[student]}"},
        )
        for tried in range(TRIES):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    found: dict[str, Any] = json.load(answer)
                    return found
            except urllib.error.HTTPError:
                raise
            except OSError:
                if tried == TRIES - 1:
                    raise
                sleep(1.0)
        raise AssertionError

    def hand_in(self, student: int, kind: str) -> dict[str, Any]:
        """Hand a program in and return the answer."""
        files = [(name, text.encode()) for name, text in PROGRAMS[kind].items()]
        data = read_upload(files).data
        return self.ask(student, f"assignment/{self.homework}/upload", data)

    def watch(self, student: int, until: Event) -> None:
        """Load a student's page every few seconds."""
        address = f"http://{self.load.servers[0].address}{self.page}"
        request = urllib.request.Request(address, headers={"Cookie": self.cookies[student]})
        until.wait(GLANCE * student / len(self.cookies))
        while not until.is_set():
            begin = monotonic()
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()
            self.glances.append(monotonic() - begin)
            until.wait(GLANCE)

    def wait_for_quiet(self, priority: int = NIGHTLY) -> None:
        """Wait until nothing more urgent is left to do, by default nothing at all."""
        deadline = monotonic() + LONGEST
        while monotonic() < deadline and any(
            job.priority < priority for job in self.queue.unfinished()
        ):
            sleep(LOOK)

    def kill(self) -> None:
        """Kill the portal and its workers, all at once, and start the portal again."""
        server = self.load.servers[0]
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        workers = [
            int(pid)
            for task in children.parents[1].iterdir()
            for pid in (task / "children").read_text().split()
        ]
        server.kill()
        for pid in workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        server.start()
        server.wait()

    def table(self) -> Table:
        """Return state and points of the active hand-in of each student."""
        with self.database.reading() as connection:
            marks = {
                row.handin: row.score
                for row in connection.execute(select(Marks.handin, Marks.score))
            }
            rows = connection.execute(
                select(HandIns.id, HandIns.account, HandIns.state).where(HandIns.active)
            ).all()
        # An upload that a killed portal stored and did not answer is sent again.
        rows = sorted(rows, key=lambda row: row.account or 0)
        return {
            f"student {place}": (row.state, marks.get(row.id)) for place, row in enumerate(rows)
        }

    def close(self) -> None:
        """Stop the portal."""
        self.database.close()
        print(f"exit statuses        {self.load.close()}")


def measure_first(course: Course, number: int) -> None:
    """Measure the time from an upload to the first finished game."""
    bouts = BoutStore(course.database)
    seconds = []
    for student in range(number):
        begin = monotonic()
        key = course.hand_in(student, "right")["id"]
        while not bouts.of_handin(key, None) and monotonic() < begin + LONGEST:
            sleep(LOOK / 5)
        seconds.append(monotonic() - begin)
        course.wait_for_quiet()
    print(f"upload to first game median {median(seconds):.1f} s, ", end="")
    print(f"p95 {percentile(seconds, 95) / 1000:.1f} s, longest {max(seconds):.1f} s ({number})")


def measure_crowd(
    course: Course, kinds: Sequence[str], number: int, seconds: float, kills: int, watching: int = 0
) -> Table:
    """Hand in, evenly over some seconds, while people play; return the table of marks."""
    rng = Random(7)
    plan = [kinds[each % len(kinds)] for each in range(number)]
    rng.shuffle(plan)
    told: dict[str, float] = {}
    begin = monotonic()
    faults: list[Exception] = []

    def hand_all_in() -> None:
        try:
            for student, kind in enumerate(plan):
                sleep(max(0.0, begin + student * seconds / number - monotonic()))
                found = course.hand_in(student, kind)
                told[found["id"]] = found["wait"]
        except (OSError, ValueError, KeyError) as error:
            faults.append(error)

    def disturb() -> None:
        for turn in range(kills):
            sleep(max(0.0, begin + (turn + 0.7) * seconds / kills - monotonic()))
            course.kill()

    done = Event()
    watchers = [Thread(target=course.watch, args=(each, done)) for each in range(watching)]
    threads = [Thread(target=hand_all_in), Thread(target=disturb)]
    for thread in [*threads, *watchers]:
        thread.start()
    asyncio.run(course.load.run(seconds))
    for thread in threads:
        thread.join()
    uploaded = monotonic() - begin
    memory = course.load.servers[0].mebibytes()
    course.wait_for_quiet(SOON)
    done.set()
    for thread in watchers:
        thread.join()
    table = course.table()
    print(f"hand-ins             {number} in {uploaded:.0f} s, killed {kills} times", end="")
    print(f", all built and marked after {monotonic() - begin:.0f} s")
    waiting = sum(state == "waiting" for state, _ in table.values())
    unmarked = sum(state == "ready" and score is None for state, score in table.values())
    print(f"lost                 {number - len(told)} refused by the portal, ", end="")
    print(f"{len(told) - len(table)} not stored, {waiting} not built, {unmarked} not marked")
    print(f"jobs given up        {len(course.queue.failed(course.homework))}")
    report_waits(course, told)
    latencies = course.load.counts.latencies
    print(
        f"moves beside it      {len(latencies)}, median {percentile(latencies, 50):.1f} ms, ",
        end="",
    )
    print(f"p99 {percentile(latencies, 99):.1f} ms; portal {memory:.0f} MiB")
    if course.glances:
        print(f"pages of students    {len(course.glances)}, ", end="")
        print(f"median {percentile(course.glances, 50):.0f} ms, ", end="")
        print(f"p95 {percentile(course.glances, 95):.0f} ms")
    print(f"moves lost           {course.load.lost() or 'none'}")
    for fault in faults:
        print(f"fault                {fault!r}")
    return table


def report_waits(course: Course, told: dict[str, float]) -> None:
    """Compare the wait told at each upload with the time until build and mark were done."""
    with course.database.reading() as connection:
        jobs = connection.execute(select(Jobs.kind, Jobs.subject, Jobs.done)).all()
    ends: dict[str, Any] = {}
    for job in jobs:
        key = job.subject.get("handin")
        if key in told and (key not in ends or job.kind == MARK):
            ends[key] = job.done
    handins = HandInStore(course.database)
    took = {key: (end - handins.get(key).at).total_seconds() for key, end in ends.items()}
    pairs = [(told[key], took[key]) for key in took if told[key] >= LEAST]
    if not pairs:
        print("waits                too short to compare")
        return
    ratios = [real / wait for wait, real in pairs]
    within = sum(0.5 <= ratio <= 2 for ratio in ratios) / len(ratios)
    over_all = sum(real for _, real in pairs) / sum(wait for wait, _ in pairs)
    print(f"waits                {len(pairs)} of {LEAST:.0f} s and more; ", end="")
    print(f"real through told: over all {over_all:.2f}, median {median(ratios):.2f}, ", end="")
    print(f"within a factor of two {within:.0%}; longest {max(took.values()):.0f} s")


def crowd(
    kinds: Sequence[str],
    number: int,
    seconds: float,
    people: int,
    workers: int,
    kills: int,
    watching: int = 0,
    url: str = "",
) -> Table:
    """Measure a crowd on a portal of its own."""
    with TemporaryDirectory() as folder:
        course = Course(Path(folder), number, people, workers, url)
        try:
            return measure_crowd(course, kinds, number, seconds, kills, watching)
        finally:
            course.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=50)
    parser.add_argument("--handins", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=600.0, help="time to hand all in")
    parser.add_argument("--people", type=int, default=4, help="games of people meanwhile")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--watch", type=int, default=0, help="students who load their page")
    parser.add_argument("--database", default="", help="an empty database (default: SQLite)")
    parser.add_argument("--kill", action="store_true", help="once more, killed three times")
    parser.add_argument(
        "--quick", action="store_true", help="no programs that hang: each takes 45 s"
    )
    words = parser.parse_args()
    if words.first:
        with TemporaryDirectory() as folder:
            course = Course(Path(folder), words.first, 0, words.workers)
            try:
                measure_first(course, words.first)
            finally:
                course.close()
    kinds = [each for each in PROGRAMS if not (words.quick and each == "hangs")]
    more = (kinds, words.handins, words.seconds, words.people, words.workers)
    tables = [
        crowd(*more, kills, words.watch, words.database)
        for kills in ((0, 3) if words.kill else (0,))
        if words.handins
    ]
    if len(tables) > 1:
        same = tables[0] == tables[1]
        print(f"table of marks       {'the same' if same else 'NOT the same'}")
        for name in sorted(tables[0].keys() | tables[1].keys()):
            if tables[0].get(name) != tables[1].get(name):
                print(f"  {name}: {tables[0].get(name)}, killed {tables[1].get(name)}")
        sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
