"""The teacher's table, a student's page, and jobs that are tried again."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from outwit.storage.handins import WAITING
from outwit.storage.jobs import BUILD, MOST_TRIES
from tests.server.routes.test_homeworkpages import school
from tests.server.routes.test_newhomework import FORM
from tests.server.routes.test_tournamentpages import EVIL, become, client, post
from tests.server.school import School, shortly

__all__ = ["client", "school"]
pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("name", "status"), [("Bea", 403), ("Tom", 404), ("Uma", 404), (None, 404)]
)
def test_only_the_teacher_sees_the_table_and_students(
    client: TestClient, school: School, name: str | None, status: int
) -> None:
    bea = become(client, "Bea")
    become(client, name)
    for path in ("marks", f"students/{bea}"):
        assert client.get(f"{school.path}/{path}").status_code == status
    assert post(client, f"{school.path}/retry", job="1")[0] == status


def test_the_table_has_everybody_with_the_mark_that_counts(
    client: TestClient, school: School
) -> None:
    bea, ada = become(client, "Bea"), become(client, "Ada")
    old = school.hand_in(bea)
    handin = school.hand_in(bea, {"bot.py": "b = 2\n"})
    school.mark(old)
    school.mark(handin, ["a clone"])
    school.play(handin, None)
    become(client, "Ada")
    page = client.get(f"{school.path}/marks").text
    assert ">16.67 <small>of 20</small>" in page
    assert f'href="{school.path}/h/{handin.id}">#2<' in page
    assert "1 has handed in nothing" in page
    assert "No worker of the portal runs" in page
    school.mark(handin, whole=True)
    assert ">30 <small>of 30</small>" in client.get(f"{school.path}/marks").text
    page = client.get(f"{school.path}/students/{bea}").text
    assert f"{school.path}/h/{old.id}" in page
    assert "level 1" in page
    assert "<td>all</td><td>1</td><td><b>30</b>" in page
    for unknown in (ada, 0, 1 << 40, 999):
        assert client.get(f"{school.path}/students/{unknown}").status_code == 404


def test_late_hand_ins_lose_their_share(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    become(client, "Ada")
    late = {**FORM, "deadline": shortly(-0.1).isoformat(), "late_hours": "48"}
    post(client, f"{school.path}/edit/upload", **late)
    school.mark(school.hand_in(bea))
    page = client.get(f"{school.path}/marks").text
    assert ">−10 %<" in page
    assert ">18 <small>of 20</small>" in page


def test_a_job_that_was_given_up_is_tried_again(client: TestClient, school: School) -> None:
    handin = school.hand_in(become(client, "Bea"), built=False)
    queue = school.portal.queue
    for _ in range(MOST_TRIES):
        job = queue.claim("w")
        assert job is not None
        with school.portal.database.session() as connection:
            connection.exec_driver_sql("UPDATE jobs SET lease = NULL, error = 'no <b>disk</b>'")
    assert queue.claim("w") is None
    become(client, "Ada")
    page = client.get(f"{school.path}/marks").text
    assert "no &lt;b&gt;disk&lt;/b&gt;" in page
    (failed,) = queue.failed(school.homework)
    assert failed.kind == BUILD
    assert post(client, f"{school.path}/retry", job=str(failed.id))[0] == 200
    assert queue.failed(school.homework) == ()
    assert school.portal.handins.get(handin.id).state == WAITING
    again = queue.claim("w")
    assert again is not None
    assert (again.id, again.tries) == (failed.id, 1)
    (deed, *_) = school.portal.audit.of_class(school.key)
    assert deed.action == "tried again"


def test_names_are_escaped(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    school.hand_in(bea, failure=EVIL)
    become(client, "Ada")
    for path in ("marks", f"students/{bea}"):
        assert EVIL not in client.get(f"{school.path}/{path}").text
