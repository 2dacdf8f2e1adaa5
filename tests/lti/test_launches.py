"""Launches from a learning platform: who comes in, where to, and who does not."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from fastapi.testclient import TestClient

from outwit.server.edge.identity import COOKIE
from outwit.storage.jobs import ROSTER
from outwit.storage.platforms import Platform
from tests.lti.platform import CLAIM, INSTRUCTOR, LearningPlatform
from tests.server.community import PASSWORD
from tests.server.school import School
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only
ELSEWHERE = {"origin": "https://learn.example.org"}


@pytest.fixture(scope="module")
def visitor(
    tmp_path_factory: pytest.TempPathFactory, started: LearningPlatform
) -> Iterator[TestClient]:
    """Return a browser at a portal that knows the platform."""
    with visited(tmp_path_factory.mktemp("launches"), hosts=("testserver",)) as found:
        portal(found).platforms.add(started.registration())
        portal(found).accounts.register("Ada-Lovelace", PASSWORD)
        yield found


@pytest.fixture
def client(visitor: TestClient) -> TestClient:
    """Return the browser of somebody who has never been here."""
    visitor.cookies.clear()
    return visitor


@pytest.fixture(scope="module")
def school(visitor: TestClient) -> School:
    """Return a class with an assignment, whose teacher has a password."""
    teacher = portal(visitor).accounts.register("grace", PASSWORD)
    return School(portal(visitor), teacher.id, ())


def begin(client: TestClient, learn: LearningPlatform, subject: str, link: str = "link 1") -> str:
    """Click on a link of the platform; return where the portal leads the browser."""
    answer = client.post("/lti/login", data=learn.beginning(subject, link), headers=ELSEWHERE)
    assert answer.status_code == 302, answer.text
    return str(answer.headers["location"])


def come(client: TestClient, learn: LearningPlatform, subject: str, link: str = "link 1") -> Any:
    """Click on a link of the platform and follow it; return the answer to the launch."""
    fields = learn.answer(begin(client, learn, subject, link))
    return client.post("/lti/launch", data=fields, headers=ELSEWHERE)


def tied(client: TestClient, school: School, link: str) -> None:
    """Tie a link to the assignment, as its teacher has chosen."""
    links = portal(client).links
    (found,) = [each for each in links._all(True) if each.resource == link]
    links.tie(found.id, school.homework)


def account_of(client: TestClient) -> str:
    """Return the name of who is signed in, empty for a stranger."""
    found = re.search('<a class="me" href="[^"]*">([^<]*)</a>', client.get("/classes").text)
    return "" if found is None else found[1]


def test_a_teacher_chooses_the_assignment_with_an_account_that_is_there(
    client: TestClient, learn: LearningPlatform, school: School
) -> None:
    answer = come(client, learn, "t1", "new link")
    assert (answer.status_code, account_of(client)) == (303, "Grace-Hopper")
    choice = answer.headers["location"]
    page = client.get(choice).text
    assert "You teach no class here yet" in page
    csrf = re.search('name="csrf" value="([^"]*)"', page)
    proof = re.search('name="proof" value="([^"]*)"', page)
    assert csrf is not None
    assert proof is not None
    form = {"csrf": csrf[1], "proof": proof[1], "name": "grace", "password": "a wrong one"}
    address = choice.partition("?")[0]
    assert "The name or the password is wrong" in client.post(f"{address}/account", data=form).text
    answer = client.post(f"{address}/account", data=form | {"password": PASSWORD})
    assert (answer.status_code, account_of(client)) == (303, "grace")
    page = client.get(answer.headers["location"]).text
    assert "A bot for Ataxx" in page
    csrf = re.search('name="csrf" value="([^"]*)"', page)
    proof = re.search('name="proof" value="([^"]*)"', page)
    assert csrf is not None
    assert proof is not None
    form = {"csrf": csrf[1], "proof": proof[1], "homework": school.homework}
    assert client.post(address, data=form | {"proof": "0" * 32}).status_code == 403
    answer = client.post(address, data=form)
    assert answer.headers["location"] == f"{school.path}/marks"
    page = client.get(f"{school.path}/marks").text
    assert "Its students are being read" in page
    assert [job.kind for job in portal(client).queue.unfinished(school.homework)] == [ROSTER]
    # From now on the link opens the marks, with the account that the teacher has chosen.
    client.cookies.clear()
    assert come(client, learn, "t1", "new link").headers["location"] == f"{school.path}/marks"
    assert account_of(client) == "grace"


def test_a_student_joins_the_class_by_an_account_of_their_own(
    client: TestClient, learn: LearningPlatform, school: School
) -> None:
    assert come(client, learn, "s1", "students").status_code == 404
    tied(client, school, "students")
    client.cookies.clear()
    answer = come(client, learn, "s1", "students")
    assert (answer.status_code, answer.headers["location"]) == (303, school.path)
    # Somebody else has the name, and keeps it.
    assert account_of(client) == "Ada-Lovelace-2"
    assert "A bot for Ataxx" in client.get(school.path).text
    names = [each.name for each in portal(client).classes.members(school.key)]
    assert "Ada-Lovelace-2" in names
    assert "Ada-Lovelace" not in names
    for _ in range(2):
        client.cookies.clear()
        come(client, learn, "s1", "students")
        assert account_of(client) == "Ada-Lovelace-2"
    client.cookies.clear()
    come(client, learn, "s3", "students")
    assert account_of(client).startswith("student-")


def test_who_neither_teaches_the_class_nor_studies_stays_outside(
    client: TestClient, learn: LearningPlatform, school: School
) -> None:
    come(client, learn, "s1", "others")
    tied(client, school, "others")
    learn.people |= {"t2": ("Alan", INSTRUCTOR), "m1": ("Mentor", f"{INSTRUCTOR[:-10]}Mentor")}
    members = len(portal(client).classes.members(school.key))
    assert "Somebody else teaches the class" in come(client, learn, "t2", "others").text
    assert "neither teach nor study" in come(client, learn, "m1", "others").text
    assert len(portal(client).classes.members(school.key)) == members


def test_two_platforms_have_different_people(client: TestClient, learn: LearningPlatform) -> None:
    people, (first, *_) = portal(client).people, portal(client).platforms.all()
    come(client, learn, "s2")
    learn.issuer, learn.client_id = "https://other.example.org", "another"
    second = portal(client).platforms.add(learn.registration())
    come(client, learn, "s2")
    names = [each and each.name for each in (people.find(one.id, "s2") for one in (first, second))]
    assert names == ["Zoe-van-Dijk", "Zoe-van-Dijk-2"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"aud": "another tool"}, "for another program"),
        ({"aud": ["tool 7", "another tool"]}, "for another program"),
        ({"iss": "https://evil.example.org"}, "not from Learn"),
        ({"exp": 1, "iat": 0}, "expired"),
        ({"iat": time.time() - 3_600}, "too old"),
        ({"iat": time.time() + 3_600}, "clock"),
        ({"nonce": "of another login"}, "belongs to another login"),
        ({"sub": None}, "incomplete"),
        ({"sub": ""}, "names no person"),
        ({"sub": "x" * 256}, "names no person"),
        ({f"{CLAIM}deployment_id": "2"}, "deployment &#39;2&#39; of Learn is not registered"),
        ({f"{CLAIM}resource_link": {}}, "names no link"),
        ({f"{CLAIM}resource_link": [1]}, "names no link"),
        ({f"{CLAIM}version": "1.1"}, "LTI 1.3"),
        ({f"{CLAIM}message_type": "LtiDeepLinkingRequest"}, "something else"),
        ({f"{CLAIM}roles": "Learner"}, "neither teach nor study"),
    ],
)
def test_a_launch_that_says_something_else_is_refused(
    client: TestClient, learn: LearningPlatform, changes: dict[str, Any], said: str
) -> None:
    fields = learn.answer(begin(client, learn, "s1"))
    told = jwt.decode(fields["id_token"], options={"verify_signature": False})
    claims = {name: each for name, each in (told | changes).items() if each is not None}
    answer = client.post("/lti/launch", data=fields | {"id_token": learn.sign(claims)})
    assert (answer.status_code, said in answer.text) == (403, True), answer.text
    assert COOKIE not in SimpleCookie(answer.headers.get("set-cookie", ""))


def test_a_launch_that_the_platform_did_not_sign_is_refused(
    client: TestClient, learn: LearningPlatform
) -> None:
    stranger = rsa.generate_private_key(65537, 2048)
    for kid, said in (("first", "did not sign"), ("another", "no key with the name")):
        fields = learn.answer(begin(client, learn, "s1"))
        told = jwt.decode(fields["id_token"], options={"verify_signature": False})
        wrong = fields | {"id_token": learn.sign(told, stranger, kid)}
        answer = client.post("/lti/launch", data=wrong)
        assert (answer.status_code, said in answer.text) == (403, True)
    for kind, key in (("none", ""), ("HS256", "x" * 64)):
        wrong = fields | {"id_token": jwt.encode(told, key, kind, {"kid": "first"})}
        assert "RS256" in client.post("/lti/launch", data=wrong).text
    for token in ("", "a.b", "ä"):
        assert client.post("/lti/launch", data=fields | {"id_token": token}).status_code == 403


def test_a_launch_is_used_once(client: TestClient, learn: LearningPlatform) -> None:
    address = begin(client, learn, "s1")
    cookies = dict(client.cookies)
    fields = learn.answer(address)
    assert client.post("/lti/launch", data=fields).status_code in (303, 404)
    client.cookies.clear()
    for name, value in cookies.items():
        client.cookies.set(name, value)
    assert "was used before" in client.post("/lti/launch", data=fields).text


def test_a_login_ends_in_the_browser_that_began_it(
    client: TestClient, learn: LearningPlatform
) -> None:
    fields = learn.answer(begin(client, learn, "s1"))
    own = dict(client.cookies)
    client.cookies.clear()
    answer = client.post("/lti/launch", data=fields)
    assert (answer.status_code, "has not kept the cookie" in answer.text) == (403, True)
    # The cookie of another login, under the name of this one.
    begin(client, learn, "s2")
    (other,) = dict(client.cookies).values()
    client.cookies.clear()
    client.cookies.set(next(iter(own)), other)
    assert client.post("/lti/launch", data=fields).status_code == 403


def test_within_a_frame_the_portal_offers_a_new_tab(
    client: TestClient, learn: LearningPlatform
) -> None:
    told = learn.beginning("s1")
    answer = client.get("/lti/login", params=told, headers={"sec-fetch-dest": "iframe"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    assert f"frame-ancestors {learn.url}" in answer.headers["content-security-policy"]
    found = re.search('href="(/lti/login[^"]*)" target="_blank"', answer.text)
    assert found is not None
    answer = client.get(found[1].replace("&amp;", "&"), headers={"sec-fetch-dest": "document"})
    assert answer.status_code == 302
    assert client.post(
        "/lti/launch", data=learn.answer(answer.headers["location"])
    ).status_code in (
        303,
        404,
    )


def test_only_known_platforms_begin_a_login(client: TestClient, learn: LearningPlatform) -> None:
    told = learn.beginning("s1")
    for wrong in ({"iss": "https://evil.example.org"}, {"client_id": "another one"}):
        answer = client.get("/lti/login", params=told | wrong)
        assert (answer.status_code, "does not know" in answer.text) == (403, True)
    assert client.get("/lti/login").status_code == 403


def test_other_forms_from_elsewhere_are_still_refused(client: TestClient) -> None:
    for path in ("/lti/choose/abcdefgh", "/classes/join"):
        answer = client.post(path, data={"csrf": "x"}, headers=ELSEWHERE)
        assert "this form is from elsewhere" in answer.text.lower()


def test_the_public_key_is_shown_and_no_more(client: TestClient) -> None:
    (key,) = client.get("/lti/jwks").json()["keys"]
    assert set(key) == {"kty", "n", "e", "kid", "alg", "use"}
    assert client.get("/lti/jwks").json() == {"keys": [key]}


def test_a_platform_that_is_down_is_named(client: TestClient, learn: LearningPlatform) -> None:
    down = learn.registration().replace(
        name="Down", client_id="down", keys_url="http://127.0.0.1:9/keys"
    )
    learn.client_id = "down"
    made: Platform = portal(client).platforms.add(down)
    answer = come(client, learn, "s1")
    assert (answer.status_code, "Down cannot be reached" in answer.text) == (403, True)
    portal(client).platforms.remove(made.id)
