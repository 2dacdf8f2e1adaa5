"""What the templates of the teacher's pages are given in tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

OF_TEACHERS = {
    "again.html",
    "audit.html",
    "similarity.html",
    "similarpair.html",
    "staff.html",
    "newhomework.html",
    "marks.html",
    "student.html",
    "platformchoice.html",
    "platformframe.html",
    "platformpart.html",
}


def teacher_context(evil: str) -> dict[str, object]:
    """Return values with a text that must be escaped."""
    moment = datetime(2026, 11, 18, 14, 5, tzinfo=UTC)
    state = {"text": evil, "tone": "bad", "wait": evil}
    line = {
        "account": 1,
        "name": evil,
        "handins": 2,
        "last": moment,
        "active": {
            "id": evil,
            "number": 2,
            "language": evil,
            "at": moment - timedelta(days=1),
            "failure": evil,
            "state": state,
        },
        "late": evil,
        "public": evil,
        "whole": evil,
        "final": evil,
        "most": evil,
        "rank": 1,
        "rating": evil,
        "elo": evil,
        "forfeits": 1,
    }
    mark = {
        "revision": 1,
        "whole": True,
        "counts": True,
        "score": evil,
        "most": evil,
        "at": moment,
    }
    change = {
        "id": 1,
        "handin": evil,
        "number": 1,
        "name": evil,
        "whole": True,
        "revision": 2,
        "old": evil,
        "new": evil,
        "change": evil,
        "parts": [{"name": evil, "old": evil, "new": evil, "change": evil}],
        "better": [evil],
        "worse": [evil],
        "changed": True,
    }
    bot = {
        "id": evil,
        "name": evil,
        "language": evil,
        "at": moment,
        "active": True,
        "failure": evil,
        "state": state,
        "rating": evil,
        "rank": 1,
    }
    program = {"id": evil, "name": evil, "where": evil, "path": "/c/A"}
    run = {"same": True, "lines": [evil]}
    file = {"name": evil, "runs": [run, {**run, "same": False}], "shared": 1, "count": 2}
    option = {
        "name": evil,
        "label": evil,
        "summary": evil,
        "kind": "text",
        "choices": (),
        "value": evil,
    }
    grade = {"name": evil, "points": evil, "error": evil, "tries": 10, "again": moment}
    linked = {
        "name": evil,
        "title": evil,
        "students": 2,
        "has_roster": True,
        "has_grades": True,
        "read": moment,
        "error": evil,
        "sent": 1,
        "waiting": 1,
        "failed": [grade, {**grade, "again": None}],
    }
    return {
        "platforms": [linked],
        "platform": evil,
        "here": "/lti/login",
        "link": {"id": evil, "title": evil, "homework": evil},
        "path": "/lti/choose/A",
        "proof": evil,
        "is_outside": True,
        "wrong": evil,
        "of_class": {"id": evil, "name": evil},
        "homework": {
            "title": evil,
            "frozen": False,
            "published": False,
            "revision": 1,
            "state": "draft",
            "exam": "file",
        },
        "choices": [{"name": evil, "title": evil, "chosen": True}],
        "chosen": {"name": evil, "title": evil, "has_exam": True},
        "options": [option],
        "paces": {evil: evil},
        "exams": {"file": evil, "own": evil},
        "sights": {"cases": evil},
        "languages": {evil: True},
        "most": {"late": 720, "group": 10},
        "form": {"title": evil, "paper": evil, "exam": "file"},
        "classes": [
            {
                "id": evil,
                "name": evil,
                "assignments": [{"id": evil, "title": evil, "state": evil}],
            },
            {"id": evil, "name": evil, "assignments": []},
        ],
        "error": evil,
        "lines": [line, {**line, "active": None}],
        "line": line,
        "counts": {"students": 1, "handed": 1, "marked": 1, "mean": evil},
        "missing": [evil],
        "queue": {"workers": 2, "is_idle": False, "waiting": 1, "running": 1, "done": evil},
        "failed": [{"id": 1, "kind": evil, "who": evil, "error": evil, "at": moment}],
        "pending": 2,
        "marks": {evil: [mark]},
        "changes": [change],
        "deeds": [{"at": moment, "who": evil, "is_closed": False, "action": evil, "subject": evil}],
        "pairs": [{"one": program, "other": program, "shares": [evil, evil]}],
        "count": 30,
        "earlier": 1,
        "base": True,
        "bots": [bot, {**bot, "active": False}],
        "sides": [{**program, "files": [file]}] * 2,
        "changed": 1,
        "to_come": 1,
    }
