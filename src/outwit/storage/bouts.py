"""Games of hand-ins: against levels, bots of the teacher, and each other."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, func, insert, or_, select

from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.storage.coursetables import Bouts
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id

PAGE = 50


class NewBout(Value):
    """A finished game to be stored.

    ``first`` and ``second`` are hand-ins, None for a bot of ours; the names are shown. ``fault_of``
    is the side, 0 or 1, that lost by a fault. ``errors`` and ``seconds`` are, for each side, the
    end of what it wrote to standard error, and the time it used.
    ``night`` is the start of the nightly tournament that the game belongs to.
    """

    homework: str
    first: str | None
    first_name: str
    second: str | None
    second_name: str
    result: str
    termination: str
    fault_of: int | None
    plies: int
    record: str
    errors: tuple[str, str]
    seconds: tuple[float, float]
    at: datetime
    night: datetime | None = None


class Bout(NewBout):
    """A stored game."""

    id: str = ""


class BoutTally(Value):
    """How many games had the same players, result and fault."""

    first: str | None
    first_name: str
    second: str | None
    second_name: str
    result: str
    fault_of: int | None
    count: int


class BoutStore:
    """The games of hand-ins of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def get(self, key: str) -> Bout:
        """Return a game."""
        if is_id(key):
            found = select(Bouts.__table__).where(Bouts.id == key)
            with self.database.reading() as connection:
                row = connection.execute(found).one_or_none()
            if row is not None:
                return _bout(row)
        raise NotFound(f"there is no game {key[:40]!r}")

    def of_homework(self, homework: str, most: int | None = None) -> tuple[Bout, ...]:
        """Return the games of an assignment without their records, the newest first."""
        return self._all(Bouts.homework == homework, most)

    def of_handin(self, handin: str, most: int | None = PAGE) -> tuple[Bout, ...]:
        """Return the games of a hand-in without their records, the newest first."""
        return self._all(or_(Bouts.first == handin, Bouts.second == handin), most)

    def tallies(self, homework: str) -> tuple[BoutTally, ...]:
        """Return the results of all games of an assignment, counted."""
        columns = [getattr(Bouts, field) for field in BoutTally.fields[:-1]]
        found = (
            select(*columns, func.count().label("count"))
            .where(Bouts.homework == homework)
            .group_by(*columns)
        )
        with self.database.reading() as connection:
            return tuple(BoutTally(**row._mapping) for row in connection.execute(found))

    def newest(self, homework: str) -> tuple[int, datetime | None]:
        """Return the number of games of an assignment, and when the newest ended."""
        found = select(func.count(), func.max(Bouts.at)).where(Bouts.homework == homework)
        with self.database.reading() as connection:
            count, at = connection.execute(found).one()
        return int(count), at

    def between(self, first: str, second: str | None, second_name: str) -> int:
        """Return how many games a hand-in has played against another, or a bot of ours."""
        if second is None:
            one = and_(Bouts.first == first, Bouts.second.is_(None))
            other = and_(Bouts.second == first, Bouts.first.is_(None))
            pair = or_(
                and_(one, Bouts.second_name == second_name),
                and_(other, Bouts.first_name == second_name),
            )
        else:
            pair = or_(
                and_(Bouts.first == first, Bouts.second == second),
                and_(Bouts.first == second, Bouts.second == first),
            )
        with self.database.reading() as connection:
            return len(connection.execute(select(Bouts.id).where(pair)).all())

    def _all(self, condition: Any, most: int | None) -> tuple[Bout, ...]:
        columns = [
            getattr(Bouts, field) for field in Bout.fields if field not in ("record", "errors")
        ]
        found = select(*columns).where(condition).order_by(Bouts.at.desc(), Bouts.id).limit(most)
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(
            Bout(**{**row._mapping, "record": "", "errors": ("", ""), "seconds": _pair(row)})
            for row in rows
        )


def store_bout(connection: Connection, new: NewBout) -> str:
    """Store a game, in the transaction that finishes its job, and return its id."""
    key = new_id()
    values = {field: getattr(new, field) for field in NewBout.fields}
    values |= {"id": key, "errors": list(new.errors), "seconds": list(new.seconds)}
    connection.execute(insert(Bouts).values(values))
    return key


def _pair(row: Row[Any]) -> tuple[float, float]:
    first, second = row.seconds
    return float(first), float(second)


def _bout(row: Row[Any]) -> Bout:
    found = {field: getattr(row, field) for field in Bout.fields}
    return Bout(**{**found, "errors": tuple(row.errors), "seconds": _pair(row)})
