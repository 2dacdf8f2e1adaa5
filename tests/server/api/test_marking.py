"""Programs of teachers: marks, exports, and marking again; nobody else may ask."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.server.portal import Portal
from outwit.storage.jobs import MARK
from outwit.storage.marks import store_mark
from outwit.storage.tables import now
from tests.server.api.conftest import Headers
from tests.server.api.test_homework import build, headers_of, submit
from tests.storage.homeworks import Course, make_course

pytestmark = pytest.mark.compiled_only
NEW = 9.0


def report(score: float) -> dict[str, Any]:
    tests = [{"name": "board: b7", "status": "passed"}]
    part = {"name": "boards", "score": score, "points": 10.0}
    facts = {"score": score, "most": 10.0, "parts": [part]}
    return {"score": score, "output": "", "tests": tests, "extra_data": facts}


def mark(portal: Portal, key: str, score: float, *, counts: bool, revision: int = 1) -> None:
    with portal.database.session() as connection:
        store_mark(connection, key, revision, report(score), whole=False, counts=counts)


@pytest.fixture
def course(portal: Portal) -> Course:
    return make_course(portal.accounts, deadline=now() + timedelta(days=1))


@pytest.fixture
def teacher(portal: Portal, course: Course) -> Headers:
    return headers_of(portal, course.teacher)


@pytest.fixture
def handin(client: TestClient, portal: Portal, course: Course) -> str:
    """Hand in a program that got 7 of 10 points."""
    key = str(submit(client, course, headers_of(portal, course.students[0]))["id"])
    build(portal, key)
    mark(portal, key, 7.0, counts=True)
    return key


def test_the_teacher_sees_everyone_with_or_without_a_mark(
    client: TestClient, course: Course, teacher: Headers, handin: str
) -> None:
    found = client.get(f"/api/assignment/{course.homework}/marks", headers=teacher).json()
    rows = {each["student"]: each for each in found["marks"]}
    assert (found["revision"], set(rows)) == (1, set(course.students))
    marked, other = (rows[each] for each in course.students)
    assert (marked["handin"], marked["number"], marked["language"]) == (handin, 1, "Python")
    assert (marked["public"], marked["whole"], marked["final"], marked["most"]) == (7, None, 7, 10)
    assert (other["handins"], other["handin"], other["final"], other["state"]) == (
        0,
        None,
        None,
        "",
    )


@pytest.mark.parametrize("form", ["csv", "gradescope", "junit"])
def test_the_teacher_exports_the_marks(
    client: TestClient, portal: Portal, course: Course, teacher: Headers, handin: str, form: str
) -> None:
    path = f"/api/assignment/{course.homework}/export"
    answer = client.get(path, headers=teacher, params={"format": form})
    assert answer.status_code == 200
    data = answer.content
    if form == "gradescope":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            (name,) = archive.namelist()
            data = archive.read(name)
        assert json.loads(data)["score"] == 7.0
    assert b"7" in data
    (deed,) = [each for each in portal.audit.of_class(course.class_id) if "export" in each.action]
    assert deed.account == course.teacher


def test_new_marks_count_when_the_teacher_has_accepted_them(
    client: TestClient, portal: Portal, course: Course, teacher: Headers, handin: str
) -> None:
    path = f"/api/assignment/{course.homework}"
    assert client.post(f"{path}/remark", headers=teacher).json() == {"number": 1}
    (job,) = portal.queue.unfinished(course.homework)
    assert (job.kind, job.subject["handin"], job.subject["counts"]) == (MARK, handin, False)
    waiting = client.get(f"{path}/changes", headers=teacher).json()
    assert waiting == {"waiting": 1, "changes": []}
    mark(portal, handin, NEW, counts=False)
    (change,) = client.get(f"{path}/changes", headers=teacher).json()["changes"]
    assert (change["handin"], change["old"], change["new"]) == (handin, 7.0, NEW)
    seen = client.get(f"/api/handin/{handin}", headers=teacher)
    assert seen.json()["points"]["score"] == 7.0
    ids = {"mark": [change["mark"], change["mark"] + 1]}
    assert client.post(f"{path}/accept", headers=teacher, params=ids).json() == {"number": 1}
    seen = client.get(f"/api/handin/{handin}", headers=teacher)
    assert seen.json()["points"]["score"] == NEW
    assert client.get(f"{path}/changes", headers=teacher).json()["changes"] == []
    deeds = [each.action for each in portal.audit.of_class(course.class_id)]
    assert deeds[:2] == ["accepted marks", "marked again"]


def test_one_student_is_marked_again_alone(
    client: TestClient, course: Course, teacher: Headers, handin: str
) -> None:
    path = f"/api/assignment/{course.homework}/remark"
    for student, number in zip(course.students, (1, 0), strict=True):
        answer = client.post(path, headers=teacher, params={"student": student})
        assert answer.json() == {"number": number}


def test_marks_of_another_assignment_are_not_accepted(
    client: TestClient, portal: Portal, course: Course, handin: str
) -> None:
    mark(portal, handin, NEW, counts=False)
    elsewhere = make_course(portal.accounts)
    theirs = headers_of(portal, elsewhere.teacher)
    ids = {"mark": [each.id for each in portal.marks.of_handin(handin)]}
    path = f"/api/assignment/{elsewhere.homework}/accept"
    assert client.post(path, headers=theirs, params=ids).json() == {"number": 0}
    found = portal.marks.of_kind(handin, whole=False)
    assert found is not None
    assert found.score == 7.0


def test_students_may_not_ask_and_strangers_learn_nothing(
    client: TestClient, portal: Portal, course: Course, handin: str
) -> None:
    elsewhere = make_course(portal.accounts)
    callers = (
        (course.students[0], (403, "not-allowed")),
        (course.students[1], (403, "not-allowed")),
        (elsewhere.students[0], (404, "not-found")),
        (elsewhere.teacher, (404, "not-found")),
        (portal.accounts.guest().id, (404, "not-found")),
    )
    path = f"/api/assignment/{course.homework}"
    for account, expected in callers:
        headers = headers_of(portal, account)
        for answer in (
            *(client.get(f"{path}/{what}", headers=headers) for what in ("marks", "changes")),
            client.get(f"{path}/export", headers=headers),
            client.post(f"{path}/remark", headers=headers),
            client.post(f"{path}/accept", headers=headers, params={"mark": 1}),
        ):
            assert (answer.status_code, answer.json()["code"]) == expected, (account, answer.url)
    assert client.get(f"{path}/marks").status_code == 401
    assert portal.queue.unfinished(course.homework) == ()
