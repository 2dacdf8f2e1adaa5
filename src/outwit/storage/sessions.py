"""Sessions that have ended: the cookies that count no more."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select

from outwit.core.value import Value
from outwit.storage.accounts import CLOSED
from outwit.storage.database import Database
from outwit.storage.tables import Accounts, SignOuts, now

# No cookie lives longer.
LIFETIME = timedelta(days=365)
# Stands for every session that an account has had until then.
EVERY = ""


class LoginSession(Value):
    """What a cookie says: an account's number, the session's name, and when it began.

    ``since`` is in seconds since 1970.
    """

    account: int
    name: str
    since: float


class SessionStore:
    """Which sessions still count. Only their end is written down: most people just leave."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def end(self, account: int, session: str = EVERY) -> None:
        """End one session of an account, or all that it has had until now."""
        moment = now()
        old = (SignOuts.account == account) & (SignOuts.at < moment - LIFETIME)
        with self.database.session() as connection:
            connection.execute(delete(SignOuts).where(old))
            new = {"account": account, "session": session, "at": moment}
            connection.execute(insert(SignOuts).values(new))

    def is_open(self, account: int, session: str, since: float) -> bool:
        """Tell whether a session counts; see ``still_open``."""
        return bool(self.still_open([LoginSession(account, session, since)]))

    def still_open(self, sessions: Collection[LoginSession]) -> set[str]:
        """Return the names of those sessions that count.

        A session ends with its account. A later account that reuses the number does not inherit it.
        """
        asked = {each.account for each in sessions}
        if not asked:
            return set()
        made = select(Accounts.id, Accounts.created, Accounts.password).where(
            Accounts.id.in_(asked)
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
    """Tell whether a session is of an account made before it, and none of those ended since."""
    begun = datetime.fromtimestamp(session.since, UTC)
    if created is None or created > begun or begun < now() - LIFETIME:
        return False
    return ended is None or ended < begun
