"""A forgotten password is replaced by a link or a code, each once, and by nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from outwit.errors import NotAllowed, NotFound, TooMany, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.contacttables import Links, RecoveryCodes
from outwit.storage.database import Database
from outwit.storage.emails import EmailStore, read_address
from outwit.storage.links import CONFIRM, MOST_LETTERS, RESET, LinkStore
from outwit.storage.outgoing import BROWSER, LEASE, LETTER, PAUSES, OutgoingStore, add_outgoing
from outwit.storage.recovery import CODES, RecoveryStore
from outwit.storage.tables import now

OLD, NEW = "correct horse", "battery staple"
ADDRESS = "ada@example.org"


@pytest.fixture
def emails(database: Database) -> EmailStore:
    return EmailStore(database)


@pytest.fixture
def links(database: Database) -> LinkStore:
    return LinkStore(database)


@pytest.fixture
def recovery(accounts: AccountStore) -> RecoveryStore:
    return RecoveryStore(accounts)


def confirmed(accounts: AccountStore, emails: EmailStore, name: str = "Ada") -> int:
    account = accounts.register(name, OLD).id
    emails.want(account, ADDRESS)
    secret = LinkStore(emails.database).make(CONFIRM, account, ADDRESS)
    assert secret is not None
    assert emails.confirm(secret) == account
    return account


def test_an_address_counts_when_its_link_was_used_and_the_link_counts_once(
    accounts: AccountStore, emails: EmailStore, links: LinkStore
) -> None:
    account = accounts.register("Ada", OLD).id
    emails.want(account, " Ada@Example.ORG ")
    assert emails.of(account).address is None
    assert emails.of(account).wanted == "Ada@example.org"
    secret = links.make(CONFIRM, account, "Ada@example.org")
    assert secret is not None
    assert emails.confirm(secret) == account
    assert emails.of(account).address == "Ada@example.org"
    with pytest.raises(NotAllowed, match="used up"):
        emails.confirm(secret)
    emails.want(account, "other@example.org")
    assert emails.of(account).address == "Ada@example.org"


def test_a_link_to_an_address_that_was_replaced_confirms_nothing(
    accounts: AccountStore, emails: EmailStore, links: LinkStore
) -> None:
    account = accounts.register("Ada", OLD).id
    emails.want(account, ADDRESS)
    secret = links.make(CONFIRM, account, ADDRESS) or ""
    emails.want(account, "other@example.org")
    with pytest.raises(NotAllowed, match="not wanted"):
        emails.confirm(secret)
    assert emails.of(account).address is None


@pytest.mark.parametrize(
    "text", ["ada", "a@b", "a b@c.de", "a@b..de", "a\n@b.de", '"a"@b.de', "a@b.de, c@d.ef", "@b.de"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not an e-mail address"):
        read_address(text)


def test_guests_have_no_address_and_no_codes(
    accounts: AccountStore, emails: EmailStore, recovery: RecoveryStore
) -> None:
    guest = accounts.guest().id
    with pytest.raises(NotFound):
        emails.want(guest, ADDRESS)
    with pytest.raises(NotFound):
        recovery.make_codes(guest)


def test_a_link_changes_the_password_once_and_within_an_hour(
    accounts: AccountStore, emails: EmailStore, links: LinkStore, recovery: RecoveryStore
) -> None:
    account = confirmed(accounts, emails)
    first, second, late = (links.make(RESET, account, ADDRESS) or "" for _ in range(3))
    with links.database.session() as connection:
        hashes = connection.scalars(select(Links.hash).order_by(Links.created.desc())).all()
        assert not {first, second, late} & set(hashes)
    with pytest.raises(UsageError, match="8 to 200"):
        recovery.by_link(first, "short")
    assert recovery.by_link(first, NEW).id == account
    assert accounts.check("Ada", OLD) is None
    assert accounts.check("Ada", NEW) is not None
    # The others end with it.
    for secret in (first, second, "wrong"):
        with pytest.raises(NotAllowed):
            recovery.by_link(secret, "another one")
    late = links.make(RESET, account, ADDRESS) or ""
    with links.database.session() as connection:
        connection.execute(update(Links).values(created=now() - timedelta(minutes=61)))
    with pytest.raises(NotAllowed, match="too old"):
        recovery.by_link(late, "another one")


def test_a_link_ends_with_the_address_and_with_a_change_of_the_password(
    accounts: AccountStore, emails: EmailStore, links: LinkStore, recovery: RecoveryStore
) -> None:
    account = confirmed(accounts, emails)
    secret = links.make(RESET, account, ADDRESS) or ""
    accounts.change_password(account, OLD, NEW)
    with pytest.raises(NotAllowed):
        recovery.by_link(secret, "another one")
    secret = links.make(RESET, account, ADDRESS) or ""
    emails.remove(account)
    with pytest.raises(NotAllowed):
        recovery.by_link(secret, "another one")
    assert accounts.check("Ada", NEW) is not None


def test_nobody_fills_the_mailbox_of_another(
    accounts: AccountStore, emails: EmailStore, links: LinkStore
) -> None:
    account = accounts.register("Ada", OLD).id
    made = [links.make(CONFIRM, account, ADDRESS) for _ in range(MOST_LETTERS + 1)]
    assert made[-1] is None
    assert None not in made[:-1]
    with pytest.raises(TooMany):
        emails.want(account, ADDRESS)


def test_resets_are_queued_for_names_and_addresses_that_exist(
    accounts: AccountStore, emails: EmailStore
) -> None:
    store = OutgoingStore(emails.database)
    ada, grace = confirmed(accounts, emails), confirmed(accounts, emails, "Grace")
    accounts.register("Bob", OLD)
    while message := store.claim():
        store.finish(message)
    for typed, found in (
        ("ADA", {ada}),
        ("Ada@example.org", {ada, grace}),
        ("Bob", set()),
        ("nobody@example.org", set()),
    ):
        emails.queue_resets(typed)
        sent = set()
        while message := store.claim():
            sent.add(message.content["account"])
            store.finish(message)
        assert sent == found, typed


def test_a_code_replaces_the_password_once(accounts: AccountStore, recovery: RecoveryStore) -> None:
    account = accounts.register("Ada", OLD).id
    accounts.register("Grace", OLD)
    codes = recovery.make_codes(account)
    assert len({*codes}) == CODES == recovery.codes_left(account)
    with recovery.database.reading() as connection:
        assert not {*codes} & {*connection.scalars(select(RecoveryCodes.hash))}
    for name, code in (("Grace", codes[0]), ("nobody", codes[0]), ("Ada", "aaaa-bbbb-cccc-dddd")):
        with pytest.raises(NotAllowed, match="name or the code is wrong"):
            recovery.by_code(name, code, NEW)
    with pytest.raises(UsageError, match="8 to 200"):
        recovery.by_code("Ada", codes[0], "short")
    assert recovery.by_code("ada", codes[0].upper().replace("-", " "), NEW).id == account
    assert accounts.check("Ada", NEW) is not None
    with pytest.raises(NotAllowed):
        recovery.by_code("Ada", codes[0], OLD)
    assert recovery.codes_left(account) == CODES - 1
    recovery.make_codes(account)
    with pytest.raises(NotAllowed):
        recovery.by_code("Ada", codes[1], OLD)


def test_a_closed_account_leaves_no_address_and_no_code(
    accounts: AccountStore, emails: EmailStore, recovery: RecoveryStore
) -> None:
    account = confirmed(accounts, emails)
    recovery.make_codes(account)
    accounts.close(account, OLD)
    assert emails.of(account).address is None
    assert recovery.codes_left(account) == 0


def test_a_message_is_sent_once_and_tried_again_after_faults(database: Database) -> None:
    moment = now()
    store = OutgoingStore(database, lambda: moment)
    with database.session() as connection:
        for _ in range(2):
            add_outgoing(connection, BROWSER, {"to": 1}, moment, key="same")
    for tries, pause in enumerate(PAUSES, 1):
        message = store.claim()
        assert message is not None
        assert message.tries == tries
        assert store.claim() is None
        assert store.release(message)
        assert store.claim() is None
        moment += pause
    message = store.claim()
    assert message is not None
    assert not store.release(message)
    assert store.next_due() is None


def test_of_messages_whose_process_died_only_letters_are_sent_again(database: Database) -> None:
    moment = now()
    store = OutgoingStore(database, lambda: moment)
    with database.session() as connection:
        add_outgoing(connection, BROWSER, {}, moment)
        add_outgoing(connection, LETTER, {}, moment)
    first, second = store.claim(), store.claim()
    assert first is not None
    assert second is not None
    moment += LEASE + timedelta(seconds=1)
    again = store.claim()
    assert again is not None
    assert again.channel == LETTER
    # The slow process must not end what another has begun again.
    store.finish(second)
    assert store.claim() is None
    store.finish(again)
    assert store.next_due() is None
