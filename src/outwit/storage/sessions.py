"""Sessions that have ended: the cookies that count no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, insert, or_, select

from outwit.storage.database import Database
from outwit.storage.tables import Accounts, SignOuts, now

# No cookie lives longer.
LIFETIME = timedelta(days=365)
# Stands for every session that an account has had until then.
EVERY = ""


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
        """Tell whether a session counts that began ``since``, in seconds since 1970.

        An account that was made later has only got the number of the one that was meant.
        """
        begun = datetime.fromtimestamp(since, UTC)
        if begun < now() - LIFETIME:
            return False
        whole = (SignOuts.session == EVERY) & (SignOuts.at >= begun)
        ended = select(func.count()).where(
            SignOuts.account == account, or_(SignOuts.session == session, whole)
        )
        with self.database.reading() as connection:
            created = connection.execute(
                select(Accounts.created).where(Accounts.id == account)
            ).scalar_one_or_none()
            if created is None or created > begun:
                return False
            return connection.execute(ended).scalar_one() == 0
