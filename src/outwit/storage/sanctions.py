"""Sanctions of moderators: accounts that may not chat, or are closed, for days or for good."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, or_, select

from outwit.core.value import Value
from outwit.storage.counting import lock_account
from outwit.storage.database import Database
from outwit.storage.peopletables import Sanctions
from outwit.storage.tables import now

MUTE, CLOSE = "mute", "close"


class Sanction(Value):
    """A sanction in force; ``until`` is None if it has no end."""

    kind: str
    until: datetime | None


class SanctionStore:
    """The sanctions of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, account: int) -> tuple[Sanction, ...]:
        """Return the sanctions in force against an account."""
        found = select(Sanctions.kind, Sanctions.until).where(Sanctions.account == account)
        with self.database.reading() as connection:
            rows = connection.execute(found.where(_in_force())).all()
        return tuple(Sanction(*row) for row in rows)

    def get(self, account: int, kind: str) -> Sanction | None:
        """Return the sanction of a kind in force against an account, None without one."""
        return next((each for each in self.of(account) if each.kind == kind), None)


def set_sanction(connection: Connection, account: int, kind: str, until: datetime | None) -> None:
    """Put a sanction in force, in place of one of its kind."""
    lock_account(connection, account)
    lift_sanction(connection, account, kind)
    new = {"account": account, "kind": kind, "until": until}
    connection.execute(insert(Sanctions).values(new))


def lift_sanction(connection: Connection, account: int, kind: str) -> bool:
    """End a sanction; return False if there is none."""
    own = (Sanctions.account == account) & (Sanctions.kind == kind)
    return connection.execute(delete(Sanctions).where(own)).rowcount > 0


def closed_accounts() -> Select[int]:
    """Return the query of the accounts that moderators have closed."""
    return select(Sanctions.account).where(Sanctions.kind == CLOSE, _in_force())


def _in_force() -> ColumnElement[bool]:
    return or_(Sanctions.until.is_(None), Sanctions.until > now())
