"""Marks of hand-ins; one of each hand-in counts, others are shown to the teacher first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, select, update

from outwit.core.value import Value
from outwit.storage.coursetables import HandIns, Marks
from outwit.storage.database import Database
from outwit.storage.tables import now


class StoredMark(Value):
    """A mark; ``report`` is a results.json of Gradescope, whose ``extra_data`` has the parts.

    ``whole`` marks have the hidden cases, too. ``revision`` is that of the exam.
    """

    id: int
    handin: str
    revision: int
    whole: bool
    counts: bool
    score: float
    most: float
    report: dict[str, Any]
    at: datetime


class MarkLine(Value):
    """A mark that counts, without its report."""

    handin: str
    revision: int
    whole: bool
    score: float
    most: float
    at: datetime


class MarkStore:
    """The marks of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def counting(self, homework: str, *, whole: bool) -> dict[str, StoredMark]:
        """Return the mark that counts of each hand-in of an assignment, by hand-in."""
        return {each.handin: each for each in self._of(homework, whole) if each.counts}

    def lines(self, handins: Sequence[str], *, whole: bool) -> dict[str, MarkLine]:
        """Return the marks that count of some hand-ins, by hand-in."""
        columns = [getattr(Marks, field) for field in MarkLine.fields]
        counts = and_(Marks.handin.in_(handins), Marks.whole == whole, Marks.counts)
        with self.database.reading() as connection:
            rows = connection.execute(select(*columns).where(counts)).all()
        return {row.handin: MarkLine(*row) for row in rows}

    def of_kind(self, handin: str, *, whole: bool) -> StoredMark | None:
        """Return the mark of a hand-in that counts, None if there is none yet."""
        counts = and_(Marks.handin == handin, Marks.whole == whole, Marks.counts)
        found = select(Marks.__table__).where(counts)
        with self.database.reading() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else _mark(row)

    def pending(self, homework: str, *, whole: bool) -> dict[str, StoredMark]:
        """Return the newest mark of each hand-in that does not count yet, by hand-in."""
        counting = self.counting(homework, whole=whole)
        return {
            each.handin: each
            for each in self._of(homework, whole)
            if not each.counts
            and (each.handin not in counting or each.id > counting[each.handin].id)
        }

    def of_handin(self, handin: str) -> tuple[StoredMark, ...]:
        """Return all marks of a hand-in, the newest first."""
        found = select(Marks.__table__).where(Marks.handin == handin).order_by(Marks.id.desc())
        with self.database.reading() as connection:
            return tuple(map(_mark, connection.execute(found).all()))

    def accept(self, keys: Sequence[int]) -> None:
        """Let marks count, in place of the other marks of their hand-ins of the same kind."""
        with self.database.session() as connection:
            for key in keys:
                row = connection.execute(
                    select(Marks.handin, Marks.whole).where(Marks.id == key)
                ).one_or_none()
                if row is not None:
                    _let_count(connection, key, row.handin, whole=row.whole)

    def _of(self, homework: str, whole: bool) -> list[StoredMark]:
        found = (
            select(Marks.__table__)
            .join(HandIns, HandIns.id == Marks.handin)
            .where(HandIns.homework == homework, Marks.whole == whole)
            .order_by(Marks.id)
        )
        with self.database.reading() as connection:
            return list(map(_mark, connection.execute(found).all()))


def store_mark(
    connection: Connection,
    handin: str,
    revision: int,
    report: dict[str, Any],
    *,
    whole: bool,
    counts: bool,
) -> None:
    """Store a mark, in the transaction that finishes its job.

    The first mark of a hand-in counts at once, whatever ``counts`` says.
    """
    others = and_(Marks.handin == handin, Marks.whole == whole, Marks.counts)
    first = connection.execute(select(Marks.id).where(others)).first() is None
    facts = report["extra_data"]
    new = {
        "handin": handin,
        "revision": revision,
        "whole": whole,
        "counts": False,
        "score": facts["score"],
        "most": facts["most"],
        "report": report,
        "at": now(),
    }
    key = connection.execute(insert(Marks).values(new).returning(Marks.id)).scalar_one()
    if counts or first:
        _let_count(connection, key, handin, whole=whole)


def _let_count(connection: Connection, key: int, handin: str, *, whole: bool) -> None:
    others = and_(Marks.handin == handin, Marks.whole == whole)
    connection.execute(update(Marks).where(others).values(counts=False))
    connection.execute(update(Marks).where(Marks.id == key).values(counts=True))


def _mark(row: Row[Any]) -> StoredMark:
    return StoredMark(*(getattr(row, field) for field in StoredMark.fields))
