"""Marking again: nothing counts before the teacher accepts it."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from outwit.storage.handins import HandIn
from outwit.storage.jobs import MARK
from outwit.storage.marks import store_mark
from tests.server.routes.test_homeworkpages import school
from tests.server.routes.test_tournamentpages import become, client, post
from tests.server.school import PARTS, School, report_of

__all__ = ["client", "school"]
pytestmark = pytest.mark.compiled_only


def remark(school: School, handin: HandIn, *failed: str) -> int:
    """Store a mark that does not count, and return its id."""
    with school.portal.database.session() as connection:
        report = report_of(failed, PARTS)
        store_mark(connection, handin.id, 2, report, whole=False, counts=False)
    return school.portal.marks.of_handin(handin.id)[0].id


def score(school: School, handin: HandIn) -> float:
    found = school.portal.marks.of_kind(handin.id, whole=False)
    assert found is not None
    return found.score


@pytest.mark.parametrize(
    ("name", "status"), [("Bea", 403), ("Tom", 404), ("Uma", 404), (None, 404)]
)
def test_only_the_teacher_marks_again_and_accepts(
    client: TestClient, school: School, name: str | None, status: int
) -> None:
    handin = school.hand_in(become(client, "Bea"))
    school.mark(handin, ["a jump"])
    new = remark(school, handin)
    become(client, name)
    assert client.get(f"{school.path}/again").status_code == status
    assert post(client, f"{school.path}/again")[0] == status
    assert post(client, f"{school.path}/accept", marks=str(new))[0] == status
    assert not [job for job in school.portal.queue.unfinished() if job.kind == MARK]
    assert score(school, handin) < 20


def test_one_or_all_are_marked_by_the_present_exam(client: TestClient, school: School) -> None:
    bea, cid = become(client, "Bea"), become(client, "Cid")
    school.hand_in(bea)
    first, second = school.hand_in(bea), school.hand_in(cid)
    become(client, "Ada")

    def asked() -> list[tuple[str, bool, bool]]:
        found = school.portal.queue.unfinished(school.homework)
        jobs = [job.subject for job in found if job.kind == MARK]
        return [(job["handin"], job["whole"], job["counts"]) for job in jobs]

    post(client, f"{school.path}/again", student=str(cid))
    assert asked() == [(second.id, False, False)]
    status, page = post(client, f"{school.path}/again")
    assert status == 200
    assert "2 hand-ins are still to be marked" in page
    assert sorted(asked()) == sorted([(second.id, False, False), (first.id, False, False)])


def test_what_would_change_is_shown_and_counts_only_when_accepted(
    client: TestClient, school: School
) -> None:
    one = school.hand_in(become(client, "Bea"))
    other = school.hand_in(become(client, "Cid"))
    school.mark(one, ["a jump"])
    school.mark(other)
    better, worse = remark(school, one), remark(school, other, "the start")
    become(client, "Ada")
    page = client.get(f"{school.path}/again").text
    assert "2 of 2 marks would change" in page
    assert "moves: 6.67 → 10" in page
    assert "✓ moves: a jump" in page
    assert "✗ score: the start" in page
    before = score(school, one)
    assert before < 20
    assert "2 new marks" in client.get(f"{school.path}/marks").text
    post(client, f"{school.path}/accept", marks=str(better))
    assert score(school, one) == 20
    assert score(school, other) == 20
    (deed, *_) = school.portal.audit.of_class(school.key)
    assert (deed.action, deed.subject) == (
        "accepted marks",
        "A bot for Ataxx: Bea: 16.67 of 20 to 20 of 20",
    )
    post(client, f"{school.path}/accept", marks=str(worse))
    assert score(school, other) == 15


def test_marks_of_another_class_are_not_accepted(client: TestClient, school: School) -> None:
    tom, uma = become(client, "Tom"), become(client, "Uma")
    other = School(school.portal, tom, [uma])
    handin = other.hand_in(uma)
    other.mark(handin, ["a jump"])
    new = remark(other, handin)
    become(client, "Ada")
    assert post(client, f"{school.path}/accept", marks=str(new))[0] == 200
    assert score(other, handin) < 20
