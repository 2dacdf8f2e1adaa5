"""Notices by e-mail: only to confirmed addresses, together, not at night, ended by one click."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal
from outwit.storage.emails import EmailStore
from outwit.storage.noticechoices import EMAIL, Choices
from tests.letterbox import SITE, Letterbox, text_of
from tests.server.visits import portal as portal_of
from tests.server.visits import visited
from tests.storage.conftest import WEAK

MORNING = datetime(2026, 5, 4, 9, tzinfo=UTC)
FACTS = {"path": "/g/abcdefgh", "game": "Ataxx", "opponent": "Grâce"}


class Post:
    """A portal with a clock that is set, and Ada, who wants letters about her turns."""

    def __init__(self, folder: Path, box: Letterbox) -> None:
        self.box = box
        self.now = MORNING
        settings = Settings(f"sqlite:///{folder / 'portal.db'}", "s" * 32, mail=box.settings)
        self.portal = Portal(settings, lambda: self.now)
        self.portal.accounts.hasher = WEAK
        self.ada = self.portal.accounts.register("Ada", "correct horse").id
        self.choose()

    def choose(self, **values: object) -> None:
        wanted = Choices(channels={"turn": {EMAIL: True}}, pause=15)
        self.portal.choices.set(self.ada, wanted.replace(**values))

    def confirm(self) -> None:
        emails = EmailStore(self.portal.database)
        emails.want(self.ada, "ada@example.org")
        link = self.portal.recovery.links.make("confirm", self.ada, "ada@example.org")
        assert link is not None
        emails.confirm(link)

    def tell(self, key: str, kind: str = "turn") -> None:
        self.portal.notices.store.add(self.ada, kind, key, FACTS)

    def send(self, **passed: float) -> int:
        """Let time pass, send what is due, and return how many letters came."""
        self.now += timedelta(**passed)
        before = len(self.box.letters)
        while message := self.portal.sender.store.claim():
            self.portal.sender._send(message)
        return len(self.box.letters) - before


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    with Letterbox() as box:
        made = Post(tmp_path, box)
        yield made
        made.portal.database.close()


def test_nothing_goes_to_an_address_that_is_not_confirmed(post: Post) -> None:
    EmailStore(post.portal.database).want(post.ada, "ada@example.org")
    post.tell("turn a 1")
    assert post.send(days=2) <= 1
    assert all("Confirm" in letter["Subject"] for letter in post.box.letters)


def test_several_notices_are_one_letter_and_none_is_told_twice(post: Post) -> None:
    post.confirm()
    post.send()
    post.tell("turn a 1")
    post.tell("turn b 1")
    post.tell("over c", "over")
    assert post.send(minutes=14) == 0
    assert post.send(minutes=1) == 1
    letter = post.box.letters[-1]
    assert letter["To"] == "ada@example.org"
    assert letter["Subject"] == "2 things are new on Outwit"
    assert text_of(letter).count("It is your turn against Grâce in Ataxx.") == 2
    assert f"{SITE}/g/abcdefgh" in text_of(letter)
    assert post.send(days=1) == 0
    # What is read meanwhile is not sent.
    post.tell("turn a 3")
    post.portal.notices.store.read_about(post.ada, "turn a ")
    assert post.send(days=1) == 0
    # The only one is the subject.
    post.tell("turn a 5")
    assert post.send(days=1) == 1
    assert post.box.letters[-1]["Subject"] == "It is your turn against Grâce in Ataxx."


def test_quiet_hours_are_kept_also_by_a_letter_that_failed_before(post: Post) -> None:
    post.confirm()
    post.send()
    post.choose(quiet_from=9 * 60 + 18, quiet_to=20 * 60)
    post.tell("turn a 1")
    post.box.refusals.append(451)
    assert post.send(minutes=15) == 0
    # The next try, five minutes later, falls into the quiet hours.
    assert post.send(minutes=5) == 0
    assert post.send(hours=10) == 0
    assert post.send(hours=1) == 1
    post.tell("turn a 3")
    post.choose(channels={})
    assert post.send(days=1) == 0, "it was turned off meanwhile"


def test_one_click_in_a_mail_program_ends_all_letters(tmp_path: Path) -> None:
    with Letterbox() as box:
        post = Post(tmp_path, box)
        post.confirm()
        post.send()
        post.tell("turn a 1")
        assert post.send(days=1) == 1
        letter = box.letters[-1]
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = letter["List-Unsubscribe"]
        assert link.startswith(f"<{SITE}/notices/stop?")
        assert link.strip("<>") in text_of(letter)
        post.portal.database.close()
        with visited(tmp_path, secret="s" * 32) as browser:
            parts = urlsplit(link.strip("<>"))
            target = f"{parts.path}?{parts.query}"
            answer = browser.post(target, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200
            assert not portal_of(browser).choices.of(post.ada).wants("turn", EMAIL)
