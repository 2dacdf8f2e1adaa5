"""Ended sessions: their cookies are no longer valid."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select

from outwit.core.value import Value
from outwit.storage.accounts import CLOSED
from outwit.storage.database import Database
from outwit.storage.sanctions import closed_accounts
from outwit.storage.tables import Accounts, SignOuts, now

# Longest lifetime of a cookie.
LIFETIME = timedelta(days=365)
# Session name that stands for all earlier sessions of an account.
EVERY = ""


class LoginSession(Value):
    """The content of a cookie: account number, session name and start.

    ``since`` is in seconds since 1970.
    """

    account: int
    name: str
    since: float


class SessionStore:
    """Which sessions are valid. Only ended sessions are stored: most are never ended."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def end(self, account: int, session: str = EVERY) -> None:
        """End one session of an account, or all its sessions so far."""
        moment = now()
        old = (SignOuts.account == account) & (SignOuts.at < moment - LIFETIME)
        with self.database.session() as connection:
            connection.execute(delete(SignOuts).where(old))
            new = {"account": account, "session": session, "at": moment}
            connection.execute(insert(SignOuts).values(new))

    def is_open(self, account: int, session: str, since: float) -> bool:
        """Tell whether a session is valid; see ``still_open``."""
        return bool(self.still_open([LoginSession(account, session, since)]))

    def still_open(self, sessions: Collection[LoginSession]) -> set[str]:
        """Return the names of the valid sessions.

        A session ends with its account, and rests while a moderator has closed it. A later account
        that reuses the number does not inherit it.
        """
        asked = {each.account for each in sessions}
        if not asked:
            return set()
        made = select(Accounts.id, Accounts.created, Accounts.password).where(
            Accounts.id.in_(asked), Accounts.id.not_in(closed_accounts())
        )
        ended = select(SignOuts.account, SignOuts.session, SignOuts.at).where(
            SignOuts.account.in_(asked)
        )
        with self.database.reading() as connection:
            created = {
                row.id: row.created for row in connection.execute(made) if row.password != CLOSED
            }
            ends = [*connection.execute(ended)]
        ends.sort(key=lambda row: row.at)
        last = {row.account: row.at for row in ends if row.session == EVERY}
        single = {(row.account, row.session) for row in ends}
        return {
            each.name
            for each in sessions
            if _counts(each, created.get(each.account), last.get(each.account))
            and (each.account, each.name) not in single
        }


def _counts(session: LoginSession, created: datetime | None, ended: datetime | None) -> bool:
    """Tell whether a session began after its account was created, and has not been ended."""
    begun = datetime.fromtimestamp(session.since, UTC)
    if created is None or created > begun or begun < now() - LIFETIME:
        return False
    return ended is None or ended < begun
