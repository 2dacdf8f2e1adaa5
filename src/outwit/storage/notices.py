"""Notices: what is new for an account, told once, and sent where the account wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.storage.accounts import CLOSED
from outwit.storage.contacttables import Emails
from outwit.storage.database import Database
from outwit.storage.noticechoices import BROWSER, EMAIL, KINDS, read_choices
from outwit.storage.noticetables import Notices, Subscriptions
from outwit.storage.outgoing import BROWSER as TO_BROWSER
from outwit.storage.outgoing import DIGEST, add_outgoing
from outwit.storage.relations import blocked_by
from outwit.storage.tables import Accounts, now

# Most notices kept for an account; the oldest are deleted first.
MOST_KEPT = 200
# Seconds before a browser is told: who is on the page reads the notice first.
BROWSER_DELAY = timedelta(seconds=5)


class Notice(Value):
    """A notice; ``facts`` are the words of its sentence, with the path that it leads to."""

    id: int
    account: int
    kind: str
    key: str
    facts: dict[str, Any]
    created: datetime
    read: datetime | None = None


class NoticeStore:
    """The notices of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self.clock = clock

    def add(
        self, account: int, kind: str, key: str, facts: dict[str, Any], by: int | None = None
    ) -> bool:
        """Tell an account something; return False if it was told already, or is no person's.

        It is not told what an account does, ``by``, that it has blocked. What it wants by e-mail
        or in its browsers is queued in the same transaction.
        """
        assert kind in KINDS, kind
        moment = self.clock()
        with self.database.session() as connection:
            known = select(Accounts.is_bot, Accounts.password).where(Accounts.id == account)
            row = connection.execute(known).one_or_none()
            if row is None or row.is_bot or row.password == CLOSED:
                return False
            choices = read_choices(connection, account)
            if not choices.is_told(kind) or by in connection.scalars(blocked_by(account)).all():
                return False
            mail = choices.wants(kind, EMAIL) and _has_email(connection, account)
            new = {"account": account, "kind": kind, "key": key, "facts": facts, "mail": mail}
            try:
                with connection.begin_nested():
                    made = insert(Notices).values(created=moment, **new).returning(Notices.id)
                    number = connection.execute(made).scalar_one()
            except IntegrityError:
                return False
            _drop_old(connection, account)
            if choices.wants(kind, BROWSER):
                due = choices.after_quiet(moment + BROWSER_DELAY)
                own = select(Subscriptions.hash).where(Subscriptions.account == account)
                for each in connection.scalars(own).all():
                    content = {"notice": number, "to": each}
                    add_outgoing(connection, TO_BROWSER, content, due, f"{number} {each}")
            if mail:
                due = choices.after_quiet(moment + timedelta(minutes=choices.pause))
                content = {"account": account}
                add_outgoing(connection, DIGEST, content, due, f"{DIGEST} {account}")
        return True

    def list(self, account: int, most: int = MOST_KEPT) -> tuple[Notice, ...]:
        """Return the notices of an account, the newest first."""
        found = select(*COLUMNS).where(Notices.account == account).order_by(Notices.id.desc())
        with self.database.reading() as connection:
            return tuple(Notice(*row) for row in connection.execute(found.limit(most)))

    def count(self, account: int) -> int:
        """Return how many notices an account has not read."""
        unread = (Notices.account == account) & Notices.read.is_(None)
        with self.database.reading() as connection:
            return int(connection.execute(select(func.count()).where(unread)).scalar_one())

    def get(self, number: int) -> Notice | None:
        """Return a notice by its number, None if it was deleted."""
        with self.database.reading() as connection:
            row = connection.execute(select(*COLUMNS).where(Notices.id == number)).one_or_none()
        return None if row is None else Notice(*row)

    def read(self, account: int, number: int | None = None) -> None:
        """Mark a notice of an account as read, or all of them."""
        own = (Notices.account == account) & Notices.read.is_(None)
        if number is not None:
            own &= Notices.id == number
        with self.database.session() as connection:
            connection.execute(update(Notices).where(own).values(read=self.clock(), mail=False))

    def read_about(self, account: int, prefix: str) -> None:
        """Mark all notices of an account as read whose key begins with ``prefix``."""
        about = Notices.key.startswith(prefix, autoescape=True)
        own = (Notices.account == account) & Notices.read.is_(None) & about
        with self.database.reading() as connection:
            if connection.execute(select(Notices.id).where(own).limit(1)).first() is None:
                return
        with self.database.session() as connection:
            connection.execute(update(Notices).where(own).values(read=self.clock(), mail=False))

    def for_email(self, account: int) -> tuple[Notice, ...]:
        """Return the unread notices that wait for an e-mail, and let them wait no longer."""
        waiting = (Notices.account == account) & Notices.mail.is_(True) & Notices.read.is_(None)
        with self.database.session() as connection:
            rows = connection.execute(select(*COLUMNS).where(waiting).order_by(Notices.id)).all()
            numbers = [row.id for row in rows]
            taken = update(Notices).where(Notices.id.in_(numbers))
            connection.execute(taken.values(mail=False))
        return tuple(Notice(*row) for row in rows)

    def wait_for_email(self, notices: Iterable[Notice]) -> None:
        """Let notices wait for an e-mail again, which could not be sent."""
        own = Notices.id.in_([notice.id for notice in notices]) & Notices.read.is_(None)
        with self.database.session() as connection:
            connection.execute(update(Notices).where(own).values(mail=True))

    def has_for_email(self, account: int) -> bool:
        """Tell whether a notice of an account waits for an e-mail."""
        waiting = (Notices.account == account) & Notices.mail.is_(True) & Notices.read.is_(None)
        with self.database.reading() as connection:
            return (
                connection.execute(select(Notices.id).where(waiting).limit(1)).first() is not None
            )


COLUMNS = tuple(getattr(Notices, name) for name in Notice.fields)


def _has_email(connection: Connection, account: int) -> bool:
    found = select(Emails.address).where(Emails.account == account)
    return connection.execute(found).scalar_one_or_none() is not None


def _drop_old(connection: Connection, account: int) -> None:
    """Delete the oldest notices of an account beyond ``MOST_KEPT``."""
    own = Notices.account == account
    newest = select(Notices.id).where(own).order_by(Notices.id.desc()).offset(MOST_KEPT).limit(1)
    last = connection.execute(newest).scalar_one_or_none()
    if last is not None:
        connection.execute(delete(Notices).where(own, Notices.id <= last))
