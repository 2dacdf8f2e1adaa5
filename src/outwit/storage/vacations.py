"""Vacations: the clocks of an account's slow games stand, but not in tournaments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, select, update

from outwit.errors import NotAllowed, UsageError
from outwit.storage.counting import lock_account
from outwit.storage.database import Database
from outwit.storage.slowtables import SlowTurns, Vacations
from outwit.storage.slowturns import vacation_until
from outwit.storage.tables import Games, now

# Most days of vacation within a year, and the pause between two vacations.
DAYS_A_YEAR = 30
YEAR, PAUSE = timedelta(days=365), timedelta(days=7)
DAY = timedelta(days=1)


class VacationStore:
    """The vacations of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self.clock = clock

    def until(self, accounts: Iterable[int | None]) -> dict[int, datetime]:
        """Return when the vacations of accounts end, without those that are not on vacation."""
        moment = self.clock()
        with self.database.reading() as connection:
            found = {
                each: vacation_until(connection, each, moment)
                for each in accounts
                if each is not None
            }
        return {account: end for account, end in found.items() if end is not None}

    def days_left(self, account: int) -> int:
        """Return the whole days of vacation that an account has left this year."""
        with self.database.reading() as connection:
            return _days_left(connection, account, self.clock())

    def begin(self, account: int, days: int) -> tuple[str, ...]:
        """Begin a vacation, and return the games whose clocks changed.

        Raise UsageError for too many days, NotAllowed during one and soon after the last one.
        """
        moment = self.clock()
        with self.database.session() as connection:
            lock_account(connection, account)
            last = _last(connection, account)
            if last is not None and last > moment:
                raise NotAllowed("you are on vacation already")
            if last is not None and last > moment - PAUSE:
                raise NotAllowed(f"a vacation can begin {PAUSE.days} days after the last one")
            left = _days_left(connection, account, moment)
            if not 1 <= days <= left:
                raise UsageError(f"a vacation has at least one day, and you have {left} left")
            until = moment + days * DAY
            new = insert(Vacations).values(account=account, began=moment, until=until)
            connection.execute(new)
            return _shift(connection, account, until - moment)

    def end(self, account: int) -> tuple[str, ...]:
        """End a vacation early, and return the games whose clocks changed."""
        moment = self.clock()
        with self.database.session() as connection:
            lock_account(connection, account)
            until = vacation_until(connection, account, moment)
            if until is None:
                return ()
            own = (Vacations.account == account) & (Vacations.until == until)
            connection.execute(update(Vacations).where(own).values(until=moment))
            return _shift(connection, account, moment - until)


def _last(connection: Connection, account: int) -> datetime | None:
    found = select(Vacations.until).where(Vacations.account == account)
    return connection.execute(found.order_by(Vacations.until.desc()).limit(1)).scalar_one_or_none()


def _days_left(connection: Connection, account: int, moment: datetime) -> int:
    """Return the days left; a vacation counts in the year after it began, a part as a day."""
    own = (Vacations.account == account) & (Vacations.began > moment - YEAR)
    rows = connection.execute(select(Vacations.began, Vacations.until).where(own)).all()
    spent = [math.ceil((row.until - row.began) / DAY) for row in rows]
    return int(DAYS_A_YEAR - sum(spent))


def _shift(connection: Connection, account: int, by: timedelta) -> tuple[str, ...]:
    """Move the deadlines of an account's running turns, and return their games."""
    in_tournament = select(Games.id).where(Games.tournament.is_not(None))
    own = (SlowTurns.account == account) & SlowTurns.game_id.not_in(in_tournament)
    rows = connection.execute(select(SlowTurns.game_id, SlowTurns.deadline).where(own)).all()
    for row in rows:
        turn = update(SlowTurns).where(SlowTurns.game_id == row.game_id)
        connection.execute(turn.values(deadline=row.deadline + by))
    return tuple(row.game_id for row in rows)
