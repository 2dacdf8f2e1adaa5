"""Who sees which hand-ins share text, and that base code and one's own former work do not count."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.server.routes.test_homeworkpages import school
from tests.server.routes.test_tournamentpages import EVIL, become, client, post
from tests.server.school import School
from tests.server.values.test_similarity import COPIED, RENAMED, other_code

__all__ = ["client", "school"]
pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("name", "status"), [("Bea", 403), ("Tom", 404), ("Uma", 404), (None, 404)]
)
def test_only_the_teacher_compares(
    client: TestClient, school: School, name: str | None, status: int
) -> None:
    one = school.hand_in(become(client, "Bea"), {"bot.py": COPIED})
    other = school.hand_in(become(client, "Cid"), {"bot.py": COPIED})
    become(client, name)
    path = f"{school.path}/similarity"
    assert client.get(path).status_code == status
    assert client.get(f"{path}/{one.id}/{other.id}").status_code == status
    assert post(client, f"{path}/upload")[0] == status


def test_a_pair_is_shown_side_by_side_with_its_lines(client: TestClient, school: School) -> None:
    texts = {"Bea": f"# {EVIL}\n{COPIED}{other_code(1)}", "Cid": RENAMED}
    one, other = (
        school.hand_in(become(client, name), {"bot.py": text}) for name, text in texts.items()
    )
    become(client, "Ada")
    page = client.get(f"{school.path}/similarity").text
    assert "2 active hand-ins" in page
    links = [f"{school.path}/similarity/{a.id}/{b.id}" for a, b in ((one, other), (other, one))]
    (link,) = (each for each in links if each in page)
    page = client.get(link).text
    assert "<mark>" in page
    assert EVIL not in page
    assert client.get(f"{school.path}/similarity/{one.id}/{one.id}").status_code == 404


def test_earlier_years_are_compared_and_those_of_others_are_not(
    client: TestClient, school: School
) -> None:
    ada, bea, cid = (become(client, name) for name in ("Ada", "Bea", "Cid"))
    earlier = School(school.portal, ada, [bea, cid], title="Last year")
    elsewhere = School(school.portal, become(client, "Tom"), [cid])
    earlier.hand_in(cid, {"bot.py": RENAMED})
    earlier.hand_in(bea, {"bot.py": COPIED})
    foreign = elsewhere.hand_in(cid, {"bot.py": COPIED})
    own = school.hand_in(bea, {"bot.py": COPIED})
    become(client, "Ada")
    page = client.get(f"{school.path}/similarity").text
    assert page.count("Last year, Games 1") == 1
    assert client.get(f"{school.path}/similarity/{own.id}/{foreign.id}").status_code == 404


def test_base_code_and_bots_of_the_teacher_are_left_out(client: TestClient, school: School) -> None:
    for name in ("Bea", "Cid"):
        school.hand_in(become(client, name), {"bot.py": COPIED})
    become(client, "Ada")
    path = f"{school.path}/similarity"
    assert ">Compare<" in client.get(path).text
    token = client.get(path).text.rpartition('name="csrf" value="')[2].partition('"')[0]
    files = [("files", ("base.py", COPIED.encode()))]
    answer = client.post(f"{path}/upload", data={"csrf": token}, files=files)
    assert answer.status_code == 200
    assert ">Compare<" not in answer.text
    assert school.portal.contents.tidy() == 0
    assert client.post(f"{path}/upload", data={"csrf": "x"}, files=files).status_code == 403
    assert client.post(f"{path}/upload", data={"csrf": token}).status_code == 400
