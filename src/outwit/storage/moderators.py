"""Moderators, whom the operator names, and the log of what they did."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.orm import aliased

from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.counting import count, lock_account
from outwit.storage.database import Database
from outwit.storage.peopletables import Decisions, Moderators
from outwit.storage.sanctions import CLOSE, MUTE, lift_sanction
from outwit.storage.tables import Accounts, now

# What the log names beside the actions of reports: the end of a sanction, and of an office.
LIFT = {MUTE: "unmute", CLOSE: "reopen"}
APPOINT, RELEASE = "appoint", "release"
# Most lines of the log on a page.
MOST_LISTED = 100
# Characters of the reason of a moderator.
SHORTEST, LONGEST = 3, 500


class Decision(Value):
    """A line of the log; ``moderator`` is empty for the operator, ``days`` for a step for good."""

    moderator: str | None
    whom: str
    action: str
    days: int | None
    reason: str
    report: int | None
    at: datetime


class ModeratorStore:
    """The moderators of a database and their log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def appoint(self, name: str) -> str:
        """Make a moderator of the account with a name, and return its name.

        Raise NotFound without such an account, UsageError for a guest or a bot.
        """
        found = self._find(name)
        if found.is_guest or found.is_bot:
            raise UsageError(f"{found.name} is a guest or a bot: a moderator needs an account")
        with self.database.session() as connection:
            lock_account(connection, found.id)
            if not is_moderator(connection, found.id):
                connection.execute(insert(Moderators).values(account=found.id, since=now()))
                write(connection, None, found.id, APPOINT)
        return found.name

    def release(self, name: str) -> str:
        """End the office of a moderator, and return the name; raise NotFound for others."""
        found = self._find(name)
        gone = delete(Moderators).where(Moderators.account == found.id)
        with self.database.session() as connection:
            if not connection.execute(gone).rowcount:
                raise NotFound(f"{found.name} is no moderator")
            write(connection, None, found.id, RELEASE)
        return found.name

    def names(self) -> tuple[str, ...]:
        """Return the names of the moderators, in the order of the alphabet."""
        found = select(Accounts.name).join(Moderators, Moderators.account == Accounts.id)
        with self.database.reading() as connection:
            return tuple(connection.scalars(found.order_by(Accounts.key)))

    def is_moderator(self, account: int | None) -> bool:
        """Tell whether an account is a moderator's."""
        if account is None:
            return False
        with self.database.reading() as connection:
            return is_moderator(connection, account)

    def lift(self, moderator: int, account: int, kind: str, reason: str) -> None:
        """End a sanction before its time; raise NotFound without one, NotAllowed for one's own."""
        reason = read_words(reason, "a reason", SHORTEST, LONGEST)
        if moderator == account:
            raise NotAllowed("another moderator decides about you")
        with self.database.session() as connection:
            if not lift_sanction(connection, account, kind):
                raise NotFound("there is nothing to lift")
            write(connection, moderator, account, LIFT[kind], reason)

    def log(self, about: int | None = None) -> tuple[Decision, ...]:
        """Return the last lines of the log, or of those about one account, the newest first."""
        moderator, whom = aliased(Accounts), aliased(Accounts)
        found = (
            select(
                moderator.name,
                whom.name,
                Decisions.action,
                Decisions.days,
                Decisions.reason,
                Decisions.report,
                Decisions.at,
            )
            .outerjoin(moderator, moderator.id == Decisions.moderator)
            .join(whom, whom.id == Decisions.about)
            .order_by(Decisions.id.desc())
            .limit(MOST_LISTED)
        )
        if about is not None:
            found = found.where(Decisions.about == about)
        with self.database.reading() as connection:
            return tuple(Decision(*row) for row in connection.execute(found))

    def _find(self, name: str) -> Account:
        found = AccountStore(self.database).find(name)
        if found is None:
            raise NotFound(f"there is nobody called {name[:40]!r}")
        return found


def is_moderator(connection: Connection, account: int) -> bool:
    """Tell whether an account is a moderator's."""
    return count(connection, Moderators.account == account) > 0


def write(
    connection: Connection,
    moderator: int | None,
    about: int,
    action: str,
    reason: str = "",
    days: int | None = None,
    report: int | None = None,
) -> None:
    """Add a line to the log."""
    new = {"moderator": moderator, "about": about, "report": report, "action": action}
    connection.execute(insert(Decisions).values(at=now(), days=days, reason=reason, **new))


def read_words(text: str, what: str, least: int, most: int) -> str:
    """Return a text in one line; raise UsageError if it is too short or too long."""
    text = " ".join(text.replace("\0", " ").encode(errors="replace").decode().split())
    if not least <= len(text) <= most:
        raise UsageError(f"{what} has {least} to {most} characters")
    return text
