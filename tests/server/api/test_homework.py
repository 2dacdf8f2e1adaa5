"""Programs that hand in: who may, what they see of it, and what nobody else sees."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.server.portal import Portal
from outwit.storage.handins import BuildResult, store_build
from outwit.storage.homework import NOTHING, HomeworkStore, NewHomework
from outwit.storage.jobs import JobQueue
from outwit.storage.marks import store_mark
from outwit.storage.tables import now
from tests.server.api.conftest import Headers
from tests.storage.homeworks import Course, make_course

pytestmark = pytest.mark.compiled_only
REPORT = {"output": "ataxx: 7 of 10", "extra_data": {"score": 7.0, "most": 10.0, "parts": []}}


def zipped(**files: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return target.getvalue()


def headers_of(portal: Portal, account: int) -> Headers:
    return {"Authorization": f"Bearer {portal.tokens.create(account, 'test')}"}


@pytest.fixture
def course(portal: Portal) -> Course:
    tomorrow = now() + timedelta(days=1)
    return make_course(portal.accounts, deadline=tomorrow)


@pytest.fixture
def student(portal: Portal, course: Course) -> Headers:
    return headers_of(portal, course.students[0])


def submit(
    client: TestClient, course: Course, student: Headers, data: bytes | None = None
) -> dict[str, Any]:
    data = zipped(main_py="print(1)") if data is None else data
    path = f"/api/assignment/{course.homework}/upload"
    answer = client.post(path, content=data, headers=student)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def build(portal: Portal, key: str, built: bytes | None = b"folder") -> None:
    queue = JobQueue(portal.database)
    job = queue.claim("worker")
    assert job is not None
    result = BuildResult(
        {"kind": "text"}, built, "Python", "it said", "" if built else "no program"
    )
    assert queue.finish(job, lambda connection: store_build(connection, key, result))


def test_a_student_finds_the_assignment_and_hands_in(
    client: TestClient, portal: Portal, course: Course, student: Headers
) -> None:
    (found,) = client.get("/api/class", headers=student).json()["classes"]
    assert (found["id"], found["teacher"]) == (course.class_id, False)
    path = f"/api/class/{course.class_id}/assignment"
    (shown,) = client.get(path, headers=student).json()["assignments"]
    assert (shown["id"], shown["open"], shown["exam"]) == (course.homework, True, "own")
    assert client.get(f"/api/assignment/{course.homework}", headers=student).json() == shown
    first, _ = (submit(client, course, student) for _ in range(2))
    assert (first["number"], first["state"], first["points"]) == (1, "waiting", None)
    assert first["wait"] > 0
    assert first["url"].endswith(f"/c/{course.class_id}/a/{course.homework}/h/{first['id']}")
    own = client.get(f"/api/assignment/{course.homework}/handin", headers=student).json()
    assert [(each["number"], each["active"]) for each in own["handins"]] == [(2, True), (1, False)]
    answer = client.post(f"/api/handin/{first['id']}/activate", headers=student)
    assert answer.json() == {"ok": True}
    assert [each.number for each in portal.handins.active(course.homework)] == [1]
    deeds = [each.action for each in portal.audit.of_class(course.class_id)]
    assert deeds == ["made active", "handed in", "handed in"]
    build(portal, first["id"], None)
    refused = client.get(f"/api/handin/{first['id']}", headers=student).json()
    assert (refused["state"], refused["failure"], refused["log"]) == (
        "refused",
        "no program",
        "it said",
    )


def test_the_mark_is_shown_as_far_as_the_teacher_lets_it(
    client: TestClient, portal: Portal, course: Course, student: Headers
) -> None:
    key = submit(client, course, student)["id"]
    build(portal, key)
    with portal.database.session() as connection:
        store_mark(connection, key, 1, REPORT, whole=False, counts=True)
    found = client.get(f"/api/handin/{key}", headers=student).json()
    assert found["points"] == {"score": 7.0, "most": 10.0, "whole": False}
    assert found["report"] == "ataxx: 7 of 10"
    store = HomeworkStore(portal.database)
    old = store.get(course.homework)
    fields = {name: getattr(old, name) for name in NewHomework.fields}
    store.change(old.id, NewHomework(**fields).replace(before=NOTHING))
    hidden = client.get(f"/api/handin/{key}", headers=student).json()
    assert (hidden["points"], hidden["report"]) == (None, "")
    teacher = headers_of(portal, course.teacher)
    assert client.get(f"/api/handin/{key}", headers=teacher).json()["points"]["score"] == 7.0


def test_nobody_else_sees_a_hand_in_or_that_the_assignment_is_there(
    client: TestClient, portal: Portal, course: Course, student: Headers
) -> None:
    key = submit(client, course, student)["id"]
    elsewhere = make_course(portal.accounts)
    classmate = headers_of(portal, course.students[1])
    strangers = (
        headers_of(portal, elsewhere.students[0]),
        headers_of(portal, elsewhere.teacher),
        headers_of(portal, portal.accounts.guest().id),
    )
    assignment = f"/api/assignment/{course.homework}"
    for headers in (classmate, *strangers):
        assert client.get(f"/api/handin/{key}", headers=headers).status_code == 404
        assert client.post(f"/api/handin/{key}/activate", headers=headers).status_code == 404
    assert client.get(assignment, headers=classmate).status_code == 200
    unknown = client.get("/api/assignment/aaaaaaaa", headers=student).json()["code"]
    for headers in strangers:
        for path in (
            assignment,
            f"{assignment}/handin",
            f"/api/class/{course.class_id}/assignment",
        ):
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, unknown)
        sent = client.post(f"{assignment}/upload", content=zipped(main_py=""), headers=headers)
        assert sent.status_code == 404
    assert client.get(assignment).status_code == 401


def test_a_draft_is_there_for_its_teacher_alone(client: TestClient, portal: Portal) -> None:
    course = make_course(portal.accounts, published=False)
    path = f"/api/assignment/{course.homework}"
    student, teacher = (headers_of(portal, each) for each in (course.students[0], course.teacher))
    assert client.get(path, headers=student).status_code == 404
    assert client.get(path, headers=teacher).json()["published"] is False
    listed = f"/api/class/{course.class_id}/assignment"
    assert client.get(listed, headers=student).json() == {"assignments": []}


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [(b"", 400, "zip"), (b"PK nonsense", 400, "zip"), (zipped(), 400, "no file")],
)
def test_what_is_no_zip_is_refused_in_one_line(
    client: TestClient, course: Course, student: Headers, data: bytes, status: int, said: str
) -> None:
    path = f"/api/assignment/{course.homework}/upload"
    answer = client.post(path, content=data, headers=student)
    assert answer.status_code == status
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_the_teacher_and_latecomers_hand_in_nothing(client: TestClient, portal: Portal) -> None:
    course = make_course(portal.accounts, deadline=now() - timedelta(days=1))
    path = f"/api/assignment/{course.homework}/upload"
    for account in (course.teacher, course.students[0]):
        answer = client.post(path, content=zipped(main_py=""), headers=headers_of(portal, account))
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert portal.handins.of_homework(course.homework) == ()
