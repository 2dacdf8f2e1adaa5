"""Wrong passwords slow strangers down, and lock no owner out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from outwit.server.edge import tries as tries_module
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.tries import COOKIE
from tests.server.routes.test_playing import token
from tests.server.visits import ADDRESS, portal, visited

pytestmark = pytest.mark.compiled_only

ADA = {"name": "Ada", "password": "correct horse"}
WRONG = {"name": "Ada", "password": "wrong horse"}
OWN = "198.51.100.1"
# One address tries as often as it may, and tries from everywhere are soon slow.
LIMITS = ClientLimits(
    logins_name=0.001,
    logins_name_burst=3,
    logins_device=0.001,
    logins_device_burst=3,
    logins_everywhere=0.001,
    logins_everywhere_burst=6,
)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long tries have waited, which is not waited for here."""
    found: list[float] = []

    async def note(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(tries_module, "sleep", note)
    return found


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with visited(tmp_path, LIMITS, proxies=(ADDRESS,)) as browser:
        portal(browser).accounts.register(ADA["name"], ADA["password"])
        yield browser


def sign_in(browser: TestClient, address: str, who: dict[str, str]) -> int:
    """Try a password from an address, and return the status; 303 leads the right way on."""
    data = {**who, "csrf": token(browser, "/login")}
    headers = {"x-forwarded-for": address}
    return browser.post("/login", data=data, headers=headers).status_code


def attack(browser: TestClient, addresses: int = 4) -> set[int]:
    """Try wrong passwords from many addresses, until each is refused."""
    browser.cookies.clear()
    found = set()
    for number in range(addresses):
        for _ in range(4):
            found.add(sign_in(browser, f"203.0.113.{number}", WRONG))
            browser.cookies.clear()
    return found


def test_an_address_that_tries_too_often_is_refused(browser: TestClient) -> None:
    codes = [sign_in(browser, OWN, WRONG) for _ in range(4)]
    assert codes == [403, 403, 403, 429]
    assert sign_in(browser, OWN, {**WRONG, "name": "Grace"}) == 403


def test_strangers_slow_the_owner_down_and_lock_nobody_out(
    browser: TestClient, pauses: list[float]
) -> None:
    assert attack(browser) == {403, 429}
    assert pauses
    pauses.clear()
    assert sign_in(browser, OWN, ADA) == 303
    assert pauses == [tries_module.SLOW_SECONDS]


def test_a_device_that_has_signed_in_before_does_not_notice_strangers(
    browser: TestClient, pauses: list[float]
) -> None:
    assert sign_in(browser, OWN, ADA) == 303
    device = browser.cookies[COOKIE]
    attack(browser)
    # Not even those behind the same address.
    for _ in range(4):
        sign_in(browser, OWN, WRONG)
        browser.cookies.clear()
    pauses.clear()
    browser.cookies.set(COOKIE, device, domain="testserver.local")
    assert sign_in(browser, OWN, ADA) == 303
    assert pauses == []


def test_a_known_device_has_no_more_tries_than_others(browser: TestClient) -> None:
    assert sign_in(browser, OWN, ADA) == 303
    device = browser.cookies[COOKIE]
    codes = []
    for _ in range(7):
        browser.cookies.clear()
        browser.cookies.set(COOKIE, device, domain="testserver.local")
        codes.append(sign_in(browser, OWN, WRONG))
    assert codes == [403] * 6 + [429]


def test_right_passwords_use_nothing_up(browser: TestClient, pauses: list[float]) -> None:
    for _ in range(12):
        browser.cookies.clear()
        assert sign_in(browser, OWN, ADA) == 303
    assert pauses == []


def test_the_cookie_of_a_device_opens_no_account_and_another_name_none(
    browser: TestClient,
) -> None:
    assert sign_in(browser, OWN, ADA) == 303
    device = browser.cookies[COOKIE]
    for cookie in (device, f"{device}x", "[]", ""):
        browser.cookies.clear()
        browser.cookies.set(COOKIE, cookie, domain="testserver.local")
        assert ">Ada</a>" not in browser.get("/").text
    browser.cookies.clear()
    browser.cookies.set(COOKIE, device, domain="testserver.local")
    codes = [sign_in(browser, OWN, {**WRONG, "name": "Grace"}) for _ in range(4)]
    assert codes == [403, 403, 403, 429]


def test_a_device_is_known_to_its_last_few_accounts(browser: TestClient) -> None:
    inside = portal(browser)
    for number in range(7):
        inside.accounts.register(f"Player-{number}", ADA["password"])
        who = {"name": f"player-{number}", "password": ADA["password"]}
        assert sign_in(browser, OWN, who) == 303
    content = inside.tries._serializer.loads(browser.cookies[COOKIE])
    assert content[1:] == [f"player-{number}" for number in range(2, 7)]
