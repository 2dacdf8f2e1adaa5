"""A class with an assignment, hand-ins, marks and games, made up: pages show it in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import outwit
from outwit.process.archive import read_upload
from outwit.records.record import DRAWN, GameRecord, PlayedMove
from outwit.records.replay import result_of
from outwit.records.writer import write_record
from outwit.server.portal import Portal
from outwit.storage.bouts import NewBout, store_bout
from outwit.storage.classes import NewClass
from outwit.storage.handins import BuildResult, HandIn, store_build
from outwit.storage.homework import NewHomework
from outwit.storage.jobs import BUILD
from outwit.storage.marks import store_mark
from outwit.storage.tables import now

BOT = {"kind": "ugi", "command": ["python3", "bot.py"], "settings": [], "declared": {}}
PARTS = {"moves": ("a clone", "a jump", "a pass"), "score": ("the start", "after new")}


class School:
    """A class of a portal with one assignment."""

    def __init__(self, portal: Portal, teacher: int, students: Sequence[int], **more: Any) -> None:
        self.portal = portal
        self.teacher = teacher
        self.key = portal.classes.create(NewClass("Games 1", teacher, "ataxx", "10+0.1", 2))
        for student in students:
            portal.classes.join(portal.classes.get(self.key).code, student)
        fields = {"title": "A bot for Ataxx", "game": "ataxx", "published": True, **more}
        self.homework = portal.homework.create(NewHomework(class_id=self.key, **fields))
        self.path = f"/c/{self.key}/a/{self.homework}"

    def hand_in(
        self,
        student: int | None,
        files: Mapping[str, str] | None = None,
        at: datetime | None = None,
        *,
        failure: str = "",
        log: str = "",
        built: bool = True,
    ) -> HandIn:
        """Hand in a program, of the teacher for None, and build it."""
        sent = [(name, text.encode()) for name, text in (files or {"bot.py": "a = 1\n"}).items()]
        data = read_upload(sent).data
        handins = self.portal.handins
        if student is None:
            made = handins.add_staff(self.homework, self.teacher, data, "Rock")
        else:
            name = self.portal.accounts.name_of(student)
            made = handins.add(self.homework, student, data, name, at or now())
        if built or failure:
            result = BuildResult(log=log, failure=failure)
            if not failure:
                result = BuildResult(BOT, data, "Python", log)
            with self.portal.database.session() as connection:
                store_build(connection, made.id, result)
            self.finish(BUILD, made.id)
        return handins.get(made.id)

    def finish(self, kind: str, handin: str) -> None:
        """Finish the jobs of a kind of a hand-in without doing them."""
        queue = self.portal.queue
        while (job := queue.claim("test")) is not None:
            is_it = job.kind == kind and str(job.subject.get("handin")) == handin
            queue.finish(job, lambda _: None) if is_it else None

    def mark(self, handin: HandIn, failed: Sequence[str] = (), *, whole: bool = False) -> None:
        """Store a mark; ``failed`` names the cases that were not passed."""
        report = report_of(failed, PARTS | ({"hidden": ("a secret",)} if whole else {}))
        with self.portal.database.session() as connection:
            store_mark(connection, handin.id, 1, report, whole=whole, counts=True)

    def play(self, first: HandIn | None, second: HandIn | None, seed: int = 1, **more: Any) -> str:
        """Store a game of two hand-ins, None for a level, and return its id."""
        names = ["level 1" if each is None else each.player for each in (first, second)]
        record = game_of(seed)
        text = write_record(record.replace(players=(names[0], names[1])))
        fields = {
            "homework": self.homework,
            "first": first and first.id,
            "first_name": names[0],
            "second": second and second.id,
            "second_name": names[1],
            "result": record.result,
            "termination": record.termination,
            "fault_of": None,
            "plies": len(record.moves),
            "record": text,
            "errors": ("first’s secret\n", "second’s secret\n"),
            "seconds": (1.25, 3.5),
            "at": now(),
        }
        with self.portal.database.session() as connection:
            return store_bout(connection, NewBout(**{**fields, **more}))


@cache
def game_of(seed: int) -> GameRecord:
    """Return a random game, cut off after some moves."""
    position = outwit.game("ataxx").start()
    rng = Random(seed)
    while not position.is_over and position.ply < 30:
        position.play(rng.choice(list(position.legal_moves)))
    result = result_of(position.outcome) if position.is_over else DRAWN
    return GameRecord(
        "ataxx",
        ("a", "b"),
        "",
        {},
        tuple(PlayedMove(move, time=0.05) for move in position.played),
        result,
        position.outcome.termination.code if position.outcome else "move-limit",
        {},
    )


def report_of(failed: Sequence[str], parts: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return a mark as Gradescope reads it: each part has 10 points."""
    tests: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    for part, cases in parts.items():
        good = [case for case in cases if case not in failed]
        share = 10 / len(cases)
        told.append(
            {
                "name": part,
                "passed": len(good),
                "total": len(cases),
                "score": share * len(good),
                "points": 10.0,
                "bonus": False,
                "locked": "",
                "source": "",
            }
        )
        for case in cases:
            status = "passed" if case in good else "failed"
            evidence = "" if case in good else f"{case} went wrong\nexpected: 1\nfound: <b>2</b>"
            line = {"name": f"{part}: {case}", "status": status, "output": evidence}
            tests.append({**line, "score": share * (case in good), "max_score": share})
    score = sum(float(part["score"]) for part in told)
    facts = {"score": score, "most": 10.0 * len(parts), "parts": told, "error": "", "remarks": []}
    return {"score": score, "tests": tests, "extra_data": facts}


def shortly(days: float) -> datetime:
    """Return a moment some days from now."""
    return now() + timedelta(days=days)
