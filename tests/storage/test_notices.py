"""Accounts are told once, where they want it, and not in their quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from outwit.errors import UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.contacttables import Emails
from outwit.storage.database import Database
from outwit.storage.noticechoices import BROWSER, EMAIL, Choices, ChoiceStore
from outwit.storage.notices import MOST_KEPT, NoticeStore
from outwit.storage.outgoing import DIGEST, OutgoingStore
from outwit.storage.tables import now

FACTS = {"path": "/g/aaaaaaaa", "game": "Ataxx", "opponent": "Grace"}


@pytest.fixture
def notices(database: Database) -> NoticeStore:
    return NoticeStore(database)


@pytest.fixture
def ada(accounts: AccountStore) -> int:
    return accounts.register("Ada", "correct horse").id


def test_a_notice_is_told_once_and_read_once(
    notices: NoticeStore, accounts: AccountStore, ada: int
) -> None:
    grace = accounts.register("Grace", "correct horse").id
    assert notices.add(ada, "turn", "turn aaaaaaaa 3", FACTS)
    assert not notices.add(ada, "turn", "turn aaaaaaaa 3", FACTS)
    assert notices.add(grace, "turn", "turn aaaaaaaa 3", FACTS)
    assert notices.add(ada, "turn", "turn aaaaaaaa 5", FACTS)
    assert [notice.key for notice in notices.list(ada)] == ["turn aaaaaaaa 5", "turn aaaaaaaa 3"]
    first, other = notices.list(ada)[1], notices.list(grace)[0]
    notices.read(ada, first.id)
    # Nobody reads the notices of others.
    notices.read(ada, other.id)
    assert (notices.count(ada), notices.count(grace)) == (1, 1)
    notices.add(ada, "low", "low aaaaaaaa 5", FACTS)
    notices.read_about(ada, "turn aaaaaaaa ")
    assert [notice.kind for notice in notices.list(ada) if not notice.read] == ["low"]
    notices.read(ada)
    assert notices.count(ada) == 0


def test_bots_and_closed_accounts_are_told_nothing(
    notices: NoticeStore, accounts: AccountStore, ada: int
) -> None:
    bot = accounts.make_bot(ada, "Adabot").id
    assert not notices.add(bot, "turn", "turn aaaaaaaa 3", FACTS)
    notices.add(ada, "turn", "turn aaaaaaaa 3", FACTS)
    accounts.close(ada, "correct horse")
    assert notices.list(ada) == ()
    assert not notices.add(ada, "turn", "turn aaaaaaaa 5", FACTS)


def test_only_the_newest_are_kept(notices: NoticeStore, ada: int) -> None:
    with notices.database.session() as connection:
        from outwit.storage.noticetables import Notices

        rows = [
            {
                "account": ada,
                "kind": "turn",
                "key": f"{i}",
                "facts": {},
                "created": now(),
                "mail": False,
            }
            for i in range(MOST_KEPT)
        ]
        connection.execute(insert(Notices), rows)
    notices.add(ada, "turn", "newest", FACTS)
    found = [notice.key for notice in notices.list(ada, 2 * MOST_KEPT)]
    assert len(found) == MOST_KEPT
    assert found[0] == "newest"
    assert "0" not in found


def test_many_notices_are_one_letter_and_read_ones_are_none(database: Database, ada: int) -> None:
    moment = datetime(2026, 1, 5, 23, tzinfo=UTC)
    notices = NoticeStore(database, lambda: moment)
    queue = OutgoingStore(database, lambda: moment)
    choices = ChoiceStore(database)
    chosen = Choices({"turn": {EMAIL: True}}, 22 * 60, 7 * 60, "Europe/Berlin", 60)
    choices.set(ada, chosen)
    assert choices.of(ada) == chosen
    # Without a confirmed address there is nothing to send.
    notices.add(ada, "turn", "early", FACTS)
    assert queue.next_due() is None
    with database.session() as connection:
        connection.execute(insert(Emails).values(account=ada, address="ada@example.org"))
    for key in ("turn a 1", "turn a 3", "turn b 1"):
        notices.add(ada, "turn", key, FACTS)
    notices.add(ada, "over", "over c", FACTS)
    # It is midnight in Berlin: the letter comes at seven.
    assert queue.next_due() == datetime(2026, 1, 6, 6, tzinfo=UTC)
    notices.read_about(ada, "turn a ")
    moment += timedelta(hours=8)
    message = queue.claim()
    assert message is not None
    assert (message.channel, message.content) == (DIGEST, {"account": ada})
    assert queue.claim() is None
    assert [notice.key for notice in notices.for_email(ada)] == ["turn b 1"]
    assert notices.for_email(ada) == ()
    choices.no_more_email(ada)
    assert not choices.of(ada).wants("turn", EMAIL)
    assert choices.of(ada).wants("turn", BROWSER)


@pytest.mark.parametrize(
    "wrong",
    [
        Choices(zone="Middle/Earth"),
        Choices(zone="../etc"),
        Choices(quiet_from=1440),
        Choices(pause=2),
    ],
)
def test_choices_are_checked(database: Database, ada: int, wrong: Choices) -> None:
    with pytest.raises(UsageError):
        ChoiceStore(database).set(ada, wrong)
