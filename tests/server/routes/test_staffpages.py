"""The teacher's bots, exports, the audit, and the end of a class."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from fastapi.testclient import TestClient

from outwit.errors import NotFound
from tests.server.routes.test_homeworkpages import school
from tests.server.routes.test_tournamentpages import EVIL, become, client, post
from tests.server.school import School

__all__ = ["client", "school"]
pytestmark = pytest.mark.compiled_only


def add_bot(client: TestClient, school: School, name: str, data: bytes = b"a = 1") -> int:
    """Upload a bot by the form of the page, and return the status."""
    page = client.get(f"{school.path}/bots").text + client.get("/login").text
    token = page.partition('name="csrf" value="')[2].partition('"')[0]
    answer = client.post(
        f"{school.path}/bots/upload",
        data={"csrf": token, "name": name},
        files=[("files", ("bot.py", data))],
    )
    return answer.status_code


@pytest.mark.parametrize(
    ("name", "status"), [("Bea", 403), ("Tom", 404), ("Uma", 404), (None, 404)]
)
def test_only_the_teacher_has_bots_exports_and_the_audit(
    client: TestClient, school: School, name: str | None, status: int
) -> None:
    handin = school.hand_in(become(client, "Bea"))
    bot = school.hand_in(None)
    become(client, name)
    for path in ("bots", "marks.csv", "gradescope.zip", "marks.xml"):
        assert client.get(f"{school.path}/{path}").status_code == status, path
    assert client.get(f"/c/{school.key}/audit").status_code == status
    assert post(client, f"/c/{school.key}/delete", name="Games 1")[0] == status
    assert add_bot(client, school, "Mine") == status
    assert post(client, f"{school.path}/retire", bot=bot.id)[0] == status
    active = {each.id for each in school.portal.handins.active(school.homework)}
    assert active == {handin.id, bot.id}


def test_bots_are_added_and_retired(client: TestClient, school: School) -> None:
    handin = school.hand_in(become(client, "Bea"))
    become(client, "Ada")
    assert add_bot(client, school, EVIL) == 200
    assert add_bot(client, school, "x") == 400
    page = client.get(f"{school.path}/bots").text
    assert EVIL not in page
    (bot,) = (
        each for each in school.portal.handins.active(school.homework) if each.account is None
    )
    assert bot.name == EVIL
    assert post(client, f"{school.path}/retire", bot=handin.id)[0] == 404
    assert post(client, f"{school.path}/retire", bot=bot.id)[0] == 200
    assert not school.portal.handins.get(bot.id).active
    assert school.portal.handins.get(handin.id).active
    deeds = [deed.action for deed in school.portal.audit.of_class(school.key)]
    assert deeds == ["retired a bot", "added a bot"]


def test_the_exports_have_the_marks_that_count(client: TestClient, school: School) -> None:
    bea = become(client, "Bea")
    school.mark(school.hand_in(bea), ["a clone"])
    become(client, "Ada")
    lines = client.get(f"{school.path}/marks.csv").text.splitlines()
    assert lines[0].endswith(",moves,score")
    assert lines[1].startswith("Bea,1,1,")
    assert ",16.67,,16.67,20.0," in lines[1]
    assert lines[2].startswith("Cid,0,,")
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"{school.path}/gradescope.zip").content))
    assert archive.namelist() == [f"Bea-{bea}/results.json"]
    assert json.loads(archive.read(f"Bea-{bea}/results.json"))["score"] == pytest.approx(16.6667)
    assert '<testsuite name="Bea"' in client.get(f"{school.path}/marks.xml").text
    assert len(school.portal.audit.of_class(school.key)) == 3


def test_a_class_is_deleted_with_its_programs_when_its_name_is_typed(
    client: TestClient, school: School
) -> None:
    handin = school.hand_in(become(client, "Bea"))
    school.portal.audit.note(school.key, handin.account, EVIL, EVIL)
    become(client, "Ada")
    page = client.get(f"/c/{school.key}/audit").text
    assert EVIL not in page
    assert "Bea" in page
    assert post(client, f"/c/{school.key}/delete", name="Games 2")[0] == 400
    assert client.get(f"/c/{school.key}").status_code == 200
    assert post(client, f"/c/{school.key}/delete", name="Games 1")[0] == 200
    assert client.get(f"/c/{school.key}").status_code == 404
    with pytest.raises(NotFound):
        school.portal.contents.get(handin.content)


def test_the_audit_has_what_was_done_in_the_class(client: TestClient, school: School) -> None:
    cid = become(client, "Cid")
    become(client, "Ada")
    post(client, f"/c/{school.key}/code")
    post(client, f"/c/{school.key}/remove", account=str(cid))
    found = [
        (deed.who, deed.action, deed.subject) for deed in school.portal.audit.of_class(school.key)
    ]
    assert found == [("Ada", "removed a member", "Cid"), ("Ada", "changed the join code", "")]
