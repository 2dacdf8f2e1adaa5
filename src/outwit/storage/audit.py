"""Who did what in a class."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select

from outwit.core.value import Value
from outwit.storage.coursetables import Audit
from outwit.storage.database import Database
from outwit.storage.tables import Accounts, now

LONGEST = 500


class Deed(Value):
    """A line of the audit; ``who`` is empty for an account that is closed, or for the portal."""

    at: datetime
    account: int | None
    who: str
    action: str
    subject: str


class AuditStore:
    """The audits of the classes of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def note(self, class_id: str, account: int | None, action: str, subject: str = "") -> None:
        """Store that somebody did something; ``action`` is a verb with its object."""
        with self.database.session() as connection:
            note(connection, class_id, account, action, subject)

    def of_class(self, class_id: str, most: int | None = None) -> tuple[Deed, ...]:
        """Return what was done in a class, the newest first."""
        found = (
            select(Audit.at, Audit.account, Accounts.name, Audit.action, Audit.subject)
            .outerjoin(Accounts, Accounts.id == Audit.account)
            .where(Audit.class_id == class_id)
            .order_by(Audit.id.desc())
            .limit(most)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(
            Deed(row.at, row.account, row.name or "", row.action, row.subject) for row in rows
        )


def note(
    connection: Connection, class_id: str, account: int | None, action: str, subject: str = ""
) -> None:
    """Store that somebody did something, in a transaction."""
    new = {"class_id": class_id, "account": account, "action": action, "at": now()}
    connection.execute(insert(Audit).values({**new, "subject": subject[:LONGEST]}))
