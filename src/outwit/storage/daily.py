"""The puzzle of the day, the same for everybody, and the days on which an account solved it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from outwit.core.value import Value
from outwit.storage.counting import lock_account
from outwit.storage.database import Database
from outwit.storage.puzzles import StoredPuzzle, get_puzzle
from outwit.storage.tables import DailyPuzzles, DailyTries, Puzzles, now

# A puzzle does not come back within this time, while the game has others.
PAUSE = timedelta(days=365)
# The states of a day: solved at once, solved after mistakes or hints, tried but not solved.
AT_ONCE, LATER, FAILED = "at once", "later", "failed"
ONE_DAY = timedelta(days=1)


class DailyTry(Value):
    """An account's tries of a day's puzzle."""

    day: date
    mistakes: int = 0
    shown: bool = False
    solved: bool = False

    @property
    def state(self) -> str:
        """Return the state of the day."""
        if not self.solved:
            return FAILED
        return LATER if self.mistakes else AT_ONCE


class Day(Value):
    """A day with its puzzle and an account's state, empty if it has not tried."""

    day: date
    game: str
    puzzle: str
    state: str


class DailyStreak(Value):
    """Days in a row on which the puzzle was solved: up to today or yesterday, and at best."""

    now: int = 0
    best: int = 0


class DailyStore:
    """The days of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def puzzle_of(self, day: date) -> StoredPuzzle | None:
        """Return the puzzle of a day, chosen when first asked for; None without any puzzle.

        The choice follows from the day and the stock, so all processes make the same one.
        """
        with self.database.reading() as connection:
            key = _chosen(connection, day)
            if key is not None:
                return get_puzzle(connection, key)
        with self.database.session() as connection:
            key = _choose(connection, day)
            if key is None:
                return None
            dialect = sqlite if self.database.is_sqlite else postgresql
            row = dialect.insert(DailyPuzzles).values(day=day, puzzle=key)
            connection.execute(row.on_conflict_do_nothing())
            return get_puzzle(connection, _chosen(connection, day) or key)

    def note(
        self, account: int, key: str, day: date, *, solved: bool = False, shown: bool = False
    ) -> bool:
        """Store a try, a hint or a look at the solution; tell whether it is the day's puzzle."""
        with self.database.reading() as connection:
            if _chosen(connection, day) != key:
                return False
        with self.database.session() as connection:
            lock_account(connection, account)
            tried = _try(connection, account, day)
            values: dict[str, object] = {"shown": shown, "mistakes": int(not solved)}
            if tried is None:
                values |= {"solved": now() if solved else None}
                connection.execute(insert(DailyTries).values(account=account, day=day, **values))
            elif not tried.solved and not tried.shown:
                values["mistakes"] = tried.mistakes + int(not solved)
                if solved:
                    values["solved"] = now()
                own = (DailyTries.account == account) & (DailyTries.day == day)
                connection.execute(update(DailyTries).where(own).values(values))
        return True

    def tried(self, account: int | None, day: date) -> DailyTry | None:
        """Return an account's tries of a day, None if there is none."""
        if account is None:
            return None
        with self.database.reading() as connection:
            return _try(connection, account, day)

    def streak(self, account: int | None, today: date) -> DailyStreak:
        """Return the days in a row; a missed day ends them, today is not missed before its end."""
        if account is None:
            return DailyStreak()
        found = select(DailyTries.day).where(
            DailyTries.account == account, DailyTries.solved.is_not(None)
        )
        with self.database.reading() as connection:
            return streak_of(connection.scalars(found), today)

    def first_day(self) -> date | None:
        """Return the first day that had a puzzle, None if there was none."""
        with self.database.reading() as connection:
            found: date | None = connection.scalar(select(func.min(DailyPuzzles.day)))
        return found

    def days(self, account: int | None, first: date, last: date) -> tuple[Day, ...]:
        """Return the days of a time that have a puzzle, with the states of an account."""
        own = (DailyTries.day == DailyPuzzles.day) & (DailyTries.account == account)
        found = (
            select(
                DailyPuzzles.day,
                DailyPuzzles.puzzle,
                Puzzles.game,
                DailyTries.mistakes,
                DailyTries.shown,
                DailyTries.solved,
            )
            .join(Puzzles, Puzzles.id == DailyPuzzles.puzzle)
            .outerjoin(DailyTries, own)
            .where(DailyPuzzles.day.between(first, last))
            .order_by(DailyPuzzles.day)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(
            Day(
                row.day,
                row.game,
                row.puzzle,
                ""
                if row.mistakes is None
                else DailyTry(row.day, row.mistakes, row.shown, row.solved is not None).state,
            )
            for row in rows
        )


def streak_of(days: Iterable[date], today: date) -> DailyStreak:
    """Return the streaks of the days on which a puzzle was solved.

    >>> solved = [date(2026, 3, day) for day in (1, 2, 3, 6, 7)]
    >>> streak_of(solved, date(2026, 3, 8)), streak_of(solved, date(2026, 3, 9))
    (DailyStreak(now=2, best=3), DailyStreak(best=3))
    """
    length = best = 0
    last: date | None = None
    for day in sorted(days):
        length = length + 1 if last is not None and day - last == ONE_DAY else 1
        best = max(best, length)
        last = day
    is_alive = last is not None and today - last <= ONE_DAY
    return DailyStreak(length if is_alive else 0, best)


def _chosen(connection: Connection, day: date) -> str | None:
    found: str | None = connection.scalar(
        select(DailyPuzzles.puzzle).where(DailyPuzzles.day == day)
    )
    return found


def _choose(connection: Connection, day: date) -> str | None:
    """Return the puzzle for a day: the games take turns, and no puzzle comes back soon."""
    games = connection.scalars(select(Puzzles.game).distinct().order_by(Puzzles.game)).all()
    if not games:
        return None
    used = func.max(DailyPuzzles.day)
    found = (
        select(Puzzles.id, used)
        .outerjoin(
            DailyPuzzles,
            (DailyPuzzles.puzzle == Puzzles.id) & (DailyPuzzles.day != day),
        )
        .where(Puzzles.game == games[day.toordinal() % len(games)])
        .group_by(Puzzles.id)
    )
    rows = connection.execute(found).all()
    rested: list[str] = [row.id for row in rows if row[1] is None or abs(day - row[1]) > PAUSE]
    if not rested:
        oldest = min(row[1] for row in rows)
        rested = [row.id for row in rows if row[1] == oldest]
    return min(rested, key=lambda key: sha256(f"{day.isoformat()} {key}".encode()).digest())


def _try(connection: Connection, account: int, day: date) -> DailyTry | None:
    found = select(DailyTries.__table__).where(DailyTries.account == account, DailyTries.day == day)
    row = connection.execute(found).one_or_none()
    if row is None:
        return None
    return DailyTry(row.day, row.mistakes, row.shown, row.solved is not None)
