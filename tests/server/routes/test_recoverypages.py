"""Who forgot the password gets a new one by e-mail or code; strangers learn nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from outwit.errors import UsageError
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.mailsettings import MailSettings, read_mail
from tests.letterbox import Letterbox, link_in, text_of
from tests.server.visits import portal, visited

OLD, NEW = "correct horse", "battery staple"
WIDE = ClientLimits(letters=100, letters_burst=100, posts=1000, posts_burst=1000)


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    with Letterbox() as box:
        yield box


def fields(browser: TestClient, path: str) -> dict[str, str]:
    page = browser.get(path)
    assert page.status_code == 200, page.text
    found = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text)
    return dict(found)


def send(browser: TestClient, page: str, action: str = "", **values: str) -> tuple[int, str]:
    answer = browser.post(action or page.partition("?")[0], data=fields(browser, page) | values)
    if answer.status_code == 303:
        answer = browser.get(answer.headers["location"])
        return 303, answer.text
    return answer.status_code, answer.text


def test_a_password_is_reset_by_e_mail(letterbox: Letterbox, tmp_path: Path) -> None:
    """Register, confirm an address, forget the password, open the letter, choose another."""
    with visited(tmp_path, WIDE, mail=letterbox.settings) as browser:
        send(browser, "/register", name="Ada", password=OLD)
        contact = "/settings/contact"
        status, text = send(browser, contact, f"{contact}/email", email="ada", password=OLD)
        assert status == 400
        assert "is not an e-mail address such as" in text
        status, text = send(
            browser, contact, f"{contact}/email", email="ada@example.org", password="wrong one"
        )
        assert status == 400
        assert "The password is wrong" in text
        send(browser, contact, f"{contact}/email", email="ada@example.org", password=OLD)
        (letter,) = letterbox.wait(1)
        assert letter["To"] == "ada@example.org"
        assert letter["Auto-Submitted"] == "auto-generated"
        assert letter["Message-ID"].endswith("@example.org>")
        # A reader of mail that opens the link confirms nothing.
        assert "Not confirmed yet" in browser.get(contact).text
        assert browser.get(link_in(letter)).headers["referrer-policy"] == "no-referrer"
        assert "Not confirmed yet" in browser.get(contact).text
        status, text = send(browser, link_in(letter))
        assert "Your e-mail address is confirmed" in text
        assert "ada@example.org" in text

        # Another device has the old session.
        old = dict(browser.cookies)
        browser.cookies.clear()
        answers = set()
        for typed in ("nobody", "nobody@example.org", "Ada"):
            status, text = send(browser, "/forgot", typed=typed)
            answers.add((status, re.sub(r'value="[^"]*"', "", text)))
        assert len(answers) == 1
        assert "a link is on its way" in answers.pop()[1]
        letter = letterbox.wait(2)[1]
        assert "Hello Ada" in text_of(letter)
        status, text = send(browser, link_in(letter), new="short")
        assert status == 400
        assert "8 to 200 characters" in text
        status, text = send(browser, link_in(letter), new=NEW)
        assert (status, "Sign in with the new one" in text) == (303, True)
        gone = browser.get(link_in(letter))
        assert gone.status_code == 403
        assert "used up or too old" in gone.text
        browser.cookies.update(old)
        assert browser.get(contact).headers["location"].startswith("/login")
        browser.cookies.clear()
        assert send(browser, "/login", name="Ada", password=OLD)[0] == 403
        assert send(browser, "/login", name="Ada", password=NEW)[0] == 303
        assert len(letterbox.letters) == 2


def test_codes_are_shown_once_and_work_once(tmp_path: Path) -> None:
    with visited(tmp_path, WIDE) as browser:
        send(browser, "/register", name="Ada", password=OLD)
        contact = "/settings/contact"
        _, text = send(browser, contact, f"{contact}/codes", password=OLD)
        codes = re.findall(r"<code>(\S+)</code>", text)
        assert len(codes) == 10
        page = browser.get(contact).text
        assert codes[0] not in page
        assert "You have 10 unused codes" in page
        old = dict(browser.cookies)
        browser.cookies.clear()
        status, text = send(browser, "/forgot", "/recover", name="Ada", code="x", new=NEW)
        assert status == 403
        assert "The name or the code is wrong" in text
        status, text = send(browser, "/forgot", "/recover", name="Ada", code=codes[3], new=NEW)
        assert status == 303
        status, _ = send(browser, "/forgot", "/recover", name="Ada", code=codes[3], new=OLD)
        assert status == 403
        browser.cookies.update(old)
        assert browser.get(contact).status_code == 303
        # Codes are guessed no faster than passwords.
        browser.cookies.clear()
        statuses = [
            send(browser, "/forgot", "/recover", name="Ada", code=str(guess), new=NEW)[0]
            for guess in range(12)
        ]
        assert statuses[0] == 403
        assert statuses[-1] == 429
        # Without a mail server there is no such way, and the page says so.
        assert "This portal sends no e-mail" in browser.get("/forgot").text
        status, text = send(browser, "/forgot", typed="Ada")
        assert status == 403
        assert "This portal sends no e-mail" in text


def test_a_mail_server_that_is_away_or_refuses_stops_nothing(
    letterbox: Letterbox, tmp_path: Path
) -> None:
    with visited(tmp_path, mail=letterbox.settings) as browser:
        found = portal(browser)
        account = found.accounts.register("Ada", OLD).id
        letterbox.refusals = [550, 451]
        for address in ("refused@example.org", "later@example.org", "taken@example.org"):
            found.emails.want(account, address)
            browser.portal.call(found.sender.send_due)  # type: ignore[union-attr]
        (letter,) = letterbox.wait(1)
        assert letter["To"] == "taken@example.org"
        # The letter that another try may deliver waits for it; it was replaced by the third.
        assert found.sender.store.next_due() is None


def test_settings_of_mail_are_checked() -> None:
    given = {
        "OUTWIT_SMTP": "smtps://ada%40x:se%2Fcret@mail.example.org",
        "OUTWIT_MAIL_FROM": "Outwit <games@example.org>",
        "OUTWIT_URL": "https://games.example.org/",
    }
    assert read_mail({}) is None
    assert read_mail(given) == MailSettings(
        "mail.example.org",
        465,
        "Outwit <games@example.org>",
        "https://games.example.org",
        tls=True,
        user="ada@x",
        password="se/cret",
    )
    for name, wrong in (
        ("OUTWIT_SMTP", "mail.example.org"),
        ("OUTWIT_SMTP", "smtp://mail:99999"),
        ("OUTWIT_MAIL_FROM", "Outwit"),
        ("OUTWIT_URL", "games.example.org"),
        ("OUTWIT_URL", "https://games.example.org/?x=1"),
    ):
        with pytest.raises(UsageError, match=name):
            read_mail(given | {name: wrong})
