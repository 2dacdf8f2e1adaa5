"""Reports about players to the moderators, and what is done about them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, func, insert, select, update
from sqlalchemy.orm import aliased

from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, TooMany, UsageError
from outwit.storage import moderators
from outwit.storage.counting import count, has_seat, lock_account
from outwit.storage.database import Database
from outwit.storage.moderators import is_moderator, read_words, write
from outwit.storage.peopletables import Reports
from outwit.storage.sanctions import CLOSE, MUTE, set_sanction
from outwit.storage.tables import Accounts, Games, now

# The reasons of a report, with their titles in the form.
REASONS = {
    "cheating": "Uses an engine or other help",
    "chat": "Insults or harasses in the chat",
    "leaving": "Leaves games instead of losing",
    "name": "Has an offensive name",
    "other": "Something else",
}
OPEN = "open"
# What a moderator may do about a report, as the log names it, with the titles in the form.
DISMISS, WARN = "dismiss", "warn"
ACTIONS = {
    DISMISS: "Nothing to do",
    WARN: "Warn",
    MUTE: "Mute the chat",
    CLOSE: "Close the account",
}
# Days of a sanction.
MOST_DAYS = 365
# Characters of a report.
SHORTEST, LONGEST = 10, 500
# Most reports of one account in a day.
MOST_A_DAY = 10
# Most reports that are listed.
MOST_LISTED = 100


class Report(Value):
    """A report; ``who`` and ``whom`` are the names of reporter and reported account."""

    id: int
    reporter: int
    who: str
    about: int
    whom: str
    reason: str
    text: str
    game_id: str | None
    state: str
    created: datetime


class ReportStore:
    """The reports of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def make(
        self, reporter: int, about: int, reason: str, text: str, game_id: str | None = None
    ) -> int:
        """Store a report and return its number.

        Raise UsageError if it is about oneself, or about a game without that player, or if an
        earlier one about the account is open; TooMany after ``MOST_A_DAY`` in a day.
        """
        text = read_words(text, "a report", SHORTEST, LONGEST)
        if reason not in REASONS:
            raise UsageError(f"the reason of a report is one of {', '.join(REASONS)}")
        if reporter == about:
            raise UsageError("you cannot report yourself")
        with self.database.session() as connection:
            lock_account(connection, reporter)
            own = Reports.reporter == reporter
            if count(connection, own & (Reports.about == about) & (Reports.state == OPEN)):
                raise UsageError("you have reported this player already: a moderator will see it")
            if count(connection, own & (Reports.created > now() - timedelta(days=1))) >= MOST_A_DAY:
                raise TooMany(f"you can make {MOST_A_DAY} reports a day", wait=3600)
            if game_id and not count(connection, (Games.id == game_id) & has_seat(about)):
                raise UsageError("this player is not in that game")
            new = {
                "reporter": reporter,
                "about": about,
                "reason": reason,
                "text": text,
                "game_id": game_id or None,
                "state": OPEN,
                "created": now(),
            }
            made = connection.execute(insert(Reports).values(new).returning(Reports.id))
            return made.scalar_one()

    def open(self, moderator: int) -> tuple[Report, ...]:
        """Return the open reports, the oldest first, without those about a moderator."""
        shown = (Reports.state == OPEN) & (Reports.about != moderator)
        return self._list(shown, newest_first=False)

    def count_open(self, moderator: int) -> int:
        """Return the number of open reports that are not about a moderator."""
        found = select(func.count()).where(Reports.state == OPEN, Reports.about != moderator)
        with self.database.reading() as connection:
            return connection.execute(found).scalar_one()

    def by(self, reporter: int) -> tuple[Report, ...]:
        """Return the reports of an account, the newest first."""
        return self._list(Reports.reporter == reporter)

    def about(self, account: int) -> tuple[Report, ...]:
        """Return the reports about an account, the newest first."""
        return self._list(Reports.about == account)

    def get(self, report: int, moderator: int) -> Report:
        """Return a report; raise NotFound without one, or if it is about the moderator."""
        shown = (Reports.id == report) & (Reports.about != moderator)
        found = self._list(shown)
        if not found:
            raise NotFound("there is no such report")
        return found[0]

    def decide(
        self, report: int, moderator: int, action: str, reason: str, days: int | None = None
    ) -> Report:
        """Decide an open report, write the log, and return the report as decided.

        ``days`` is None for a sanction for good. Raise NotAllowed for a report by the moderator,
        and for closing a moderator's account; NotFound if the report is not open.
        """
        if action not in ACTIONS:
            raise UsageError(f"action {action[:20]!r} is not one of {', '.join(ACTIONS)}")
        reason = read_words(reason, "a reason", moderators.SHORTEST, moderators.LONGEST)
        if action not in (MUTE, CLOSE):
            days = None
        elif days is not None and not 1 <= days <= MOST_DAYS:
            raise UsageError(f"days are a number from 1 to {MOST_DAYS}")
        found = self.get(report, moderator)
        if moderator == found.reporter:
            raise NotAllowed("another moderator decides about your own reports")
        with self.database.session() as connection:
            if not is_moderator(connection, moderator):
                raise NotAllowed("only moderators decide about reports")
            if action == CLOSE and is_moderator(connection, found.about):
                raise NotAllowed("a moderator's account is not closed: the operator decides")
            still_open = (Reports.id == report) & (Reports.state == OPEN)
            changed = connection.execute(update(Reports).where(still_open).values(state=action))
            if not changed.rowcount:
                raise NotFound("this report is decided already")
            if action in (MUTE, CLOSE):
                until = None if days is None else now() + timedelta(days=days)
                set_sanction(connection, found.about, action, until)
            write(connection, moderator, found.about, action, reason, days, report)
        return found.replace(state=action)

    def _list(self, which: ColumnElement[bool], *, newest_first: bool = True) -> tuple[Report, ...]:
        order = Reports.id.desc() if newest_first else Reports.id
        found = _reports().where(which).order_by(order).limit(MOST_LISTED)
        with self.database.reading() as connection:
            return tuple(Report(*row) for row in connection.execute(found))


def _reports() -> Select[*tuple[Any, ...]]:
    """Return the query of reports with the names of both accounts."""
    reporter, about = aliased(Accounts), aliased(Accounts)
    columns = (
        *(Reports.id, Reports.reporter, reporter.name, Reports.about, about.name, Reports.reason),
        *(Reports.text, Reports.game_id, Reports.state, Reports.created),
    )
    return (
        select(*columns)
        .join(reporter, reporter.id == Reports.reporter)
        .join(about, about.id == Reports.about)
    )
