"""Assignments by their teacher: what is stored, what is refused, and who may do it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient

from outwit.errors import NotFound
from outwit.storage.homework import CASES, FILE, OWN, POINTS, STRENGTH
from tests.server.routes.test_homeworkpages import school
from tests.server.routes.test_tournamentpages import become, client, post
from tests.server.school import School

__all__ = ["client", "school"]
pytestmark = pytest.mark.compiled_only
FORM = {
    "game": "ataxx",
    "title": "A stronger bot",
    "exam": OWN,
    "clock": "60+1",
    "opens": "",
    "deadline": "2031-01-31T20:00:00+02:00",
    "late_hours": "48",
    "late_percent": "10",
    "group_size": "3",
    "before": POINTS,
    "after": CASES,
    "languages": "Python",
    "published": "yes",
}
WRONG = "[[part]]\nname = 'a'\npoints = 1\nlevle = 2\n"


@pytest.mark.parametrize(
    ("name", "status"), [("Bea", 403), ("Tom", 404), ("Uma", 404), (None, 404)]
)
def test_only_the_teacher_sets_changes_and_deletes_assignments(
    client: TestClient, school: School, name: str | None, status: int
) -> None:
    become(client, name)
    for path in (f"/c/{school.key}/new", f"{school.path}/edit"):
        assert client.get(path).status_code == status, path
    for path, form in {
        f"/c/{school.key}/new/upload": FORM,
        f"{school.path}/edit/upload": FORM,
        f"{school.path}/publish": {},
        f"{school.path}/freeze": {"frozen": "yes"},
        f"{school.path}/copy": {"into": school.key},
        f"{school.path}/delete": {"title": "A bot for Ataxx"},
    }.items():
        assert post(client, path, **form)[0] == status, path
    (found,) = school.portal.homework.of_class(school.key)
    assert (found.title, found.frozen) == ("A bot for Ataxx", False)


def test_a_form_becomes_an_assignment_in_utc(client: TestClient, school: School) -> None:
    become(client, "Ada")
    page = client.get(f"/c/{school.key}/new").text
    assert "A new assignment" in page
    status, page = post(client, f"/c/{school.key}/new/upload", **FORM)
    assert status == 200
    assert "A stronger bot" in page
    made, _ = school.portal.homework.of_class(school.key)
    assert made.deadline == datetime(2031, 1, 31, 18, tzinfo=UTC)
    assert (made.late_hours, made.late_percent, made.group_size) == (48, 10, 3)
    assert (made.languages, made.before, made.after) == (("Python",), POINTS, CASES)
    assert made.published
    (deed, *_) = school.portal.audit.of_class(school.key)
    assert (deed.who, deed.action) == ("Ada", "made an assignment")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"exam": FILE, "paper": WRONG}, "part &#39;a&#39;: there is no field &#39;levle&#39;"),
        ({"exam": FILE, "paper": "[[part]]\nname =\na = 1"}, "line 2"),
        ({"exam": FILE, "paper": " "}, "needs its file"),
        ({"deadline": "tomorrow"}, "The deadline is a date and a time"),
        ({"opens": "2032-01-31T20:00"}, "The deadline is before the opening"),
        ({"languages": "Cobol"}, "Choose at least one language"),
        ({"late_hours": "99999"}, "late hours"),
        ({"title": "x"}, "3 to 60 characters"),
        ({"clock": "unlimited"}, "clock"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_reason_and_nothing_is_stored(
    client: TestClient, school: School, change: dict[str, str], said: str
) -> None:
    become(client, "Ada")
    status, page = post(client, f"/c/{school.key}/new/upload", **{**FORM, **change})
    assert status == 400
    assert said in page
    assert 'value="2031-01-31T18:00"' in page or "deadline" in change
    assert len(school.portal.homework.of_class(school.key)) == 1


def test_another_exam_begins_a_revision_and_leads_to_marking_again(
    client: TestClient, school: School
) -> None:
    become(client, "Ada")
    assert 'value="A bot for Ataxx"' in client.get(f"{school.path}/edit").text
    post(client, f"{school.path}/edit/upload", **FORM)
    found = school.portal.homework.get(school.homework)
    assert (found.title, found.revision, found.time_control) == ("A stronger bot", 1, "60+1")
    status, _ = post(client, f"{school.path}/edit/upload", **{**FORM, "exam": STRENGTH})
    assert status == 200
    assert school.portal.homework.get(school.homework).revision == 2
    (deed, *_) = school.portal.audit.of_class(school.key)
    assert (deed.action, deed.subject) == ("changed", "A stronger bot: exam")


def test_an_exam_can_be_uploaded(client: TestClient, school: School) -> None:
    become(client, "Ada")
    token = client.get(f"/c/{school.key}/new").text.partition('name="csrf" value="')[2]
    text = "[[part]]\nname = 'a'\npoints = 1\ngames = 2\nopponent = 'random'\n"
    data = {**FORM, "csrf": token.partition('"')[0], "exam": FILE, "paper": "older"}
    path = f"/c/{school.key}/new/upload"
    assert client.post(path, data=data, files={"file": ("e.toml", text)}).status_code == 200
    made, _ = school.portal.homework.of_class(school.key)
    assert made.paper == text


def test_a_form_from_elsewhere_changes_nothing(client: TestClient, school: School) -> None:
    become(client, "Ada")
    for path in (f"/c/{school.key}/new/upload", f"{school.path}/edit/upload"):
        assert client.post(path, data={**FORM, "csrf": "x"}).status_code == 403
    assert school.portal.homework.get(school.homework).title == "A bot for Ataxx"


def test_drafts_are_copied_published_frozen_and_deleted(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    handin = school.hand_in(bea)
    become(client, "Ada")
    post(client, f"{school.path}/copy", into=school.key)
    copy, _ = school.portal.homework.of_class(school.key)
    assert (copy.published, copy.deadline) == (False, None)
    post(client, f"/c/{school.key}/a/{copy.id}/publish")
    assert school.portal.homework.get(copy.id).published
    post(client, f"{school.path}/freeze", frozen="yes")
    assert school.portal.homework.get(school.homework).frozen
    post(client, f"{school.path}/freeze", frozen="no")
    assert not school.portal.homework.get(school.homework).frozen
    assert post(client, f"{school.path}/delete", title="A bot")[0] == 400
    assert post(client, f"{school.path}/delete", title="A bot for Ataxx")[0] == 200
    assert [each.id for each in school.portal.homework.of_class(school.key)] == [copy.id]
    with pytest.raises(NotFound, match="no longer"):
        school.portal.contents.get(handin.content)


def test_nothing_is_copied_into_a_class_of_somebody_else(
    client: TestClient, school: School
) -> None:
    other = School(school.portal, become(client, "Tom"), [become(client, "Ada")])
    become(client, "Ada")
    assert post(client, f"{school.path}/copy", into=other.key)[0] == 403
    assert len(school.portal.homework.of_class(other.key)) == 1
