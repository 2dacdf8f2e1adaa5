"""Cookies: whose they are, and when they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from itsdangerous import URLSafeSerializer

from outwit.server.edge.identity import COOKIE
from tests.server.routes.test_playing import begin, token
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only

SIGNED = {"name": "Ada", "password": "correct horse"}
SECRET = "a key for tests"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with visited(tmp_path, secret=SECRET) as browser:
        browser.follow_redirects = True
        yield browser


def enter(browser: TestClient, path: str = "/register") -> str:
    """Sign in, and return the cookie."""
    answer = browser.post(path, data={**SIGNED, "csrf": token(browser, "/login")})
    assert ">Ada</a>" in answer.text
    return browser.cookies[COOKIE]


def is_signed_in(browser: TestClient, cookie: str) -> bool:
    """Tell whether a cookie is worth something."""
    browser.cookies.clear()
    browser.cookies.set(COOKIE, cookie, domain="testserver.local")
    return ">Ada</a>" in browser.get("/").text


def test_a_cookie_is_for_the_browser_alone(browser: TestClient) -> None:
    answer = browser.post(
        "/register", data={**SIGNED, "csrf": token(browser)}, follow_redirects=False
    )
    given = answer.headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given


def test_every_sign_in_begins_another_session(browser: TestClient) -> None:
    first = enter(browser)
    second = enter(browser, "/login")
    assert first != second


def test_who_signs_out_ends_every_copy_of_the_cookie_and_no_other(browser: TestClient) -> None:
    other = enter(browser)
    browser.cookies.clear()
    mine = enter(browser, "/login")
    browser.post("/logout", data={"csrf": token(browser)})
    assert not is_signed_in(browser, mine)
    assert is_signed_in(browser, other)


def test_all_sessions_of_an_account_end_together(browser: TestClient) -> None:
    cookies = [enter(browser), enter(browser, "/login")]
    found = portal(browser).accounts.find("Ada")
    assert found is not None
    assert browser.portal is not None
    browser.portal.call(portal(browser).identity.end_all, found.id)
    assert [is_signed_in(browser, each) for each in cookies] == [False, False]
    browser.cookies.clear()
    assert is_signed_in(browser, enter(browser, "/login"))


def test_a_guests_cookie_does_not_open_the_account_that_the_guest_became(
    browser: TestClient,
) -> None:
    begin(browser, "ataxx", level="1")
    guests = browser.cookies[COOKIE]
    mine = enter(browser)
    assert not is_signed_in(browser, guests)
    assert is_signed_in(browser, mine)


def test_a_game_more_does_not_begin_another_session(browser: TestClient) -> None:
    begin(browser, "ataxx", level="1")
    first = browser.cookies[COOKIE]
    begin(browser, "ataxx", level="1")
    assert browser.cookies[COOKIE] == first


def test_a_cookie_of_a_database_that_is_gone_is_nobodys(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    with visited(tmp_path / "old", secret=SECRET) as browser:
        browser.follow_redirects = True
        old = enter(browser)
    with visited(tmp_path / "new", secret=SECRET) as browser:
        browser.follow_redirects = True
        new = enter(browser)  # with the same number
        assert not is_signed_in(browser, old)
        assert is_signed_in(browser, new)


@pytest.mark.parametrize(
    "content", [1, [1], [1, "x"], [1, "x", "y"], ["1", "x", 2.0], {}, None, [1, "x", 2e9, 3]]
)
def test_what_is_signed_but_no_session_is_nobodys(browser: TestClient, content: object) -> None:
    enter(browser)
    signed = URLSafeSerializer(SECRET, salt="session").dumps(content)
    assert isinstance(signed, str)
    assert not is_signed_in(browser, signed)


def test_a_forged_cookie_is_nobodys(browser: TestClient) -> None:
    mine = enter(browser)
    content, _, signature = mine.rpartition(".")
    forged = URLSafeSerializer("another key", salt="session").dumps([1, "x", 2e9])
    assert isinstance(forged, str)
    for cookie in (forged, content, f"{content}.x", f"{content}x.{signature}", "x" * 1_000, "."):
        assert not is_signed_in(browser, cookie), cookie
    assert is_signed_in(browser, mine)
