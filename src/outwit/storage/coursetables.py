"""The tables of the assignments of classes, as the newest migration leaves them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table

# Hexadecimal digits of a SHA-256.
HASH_LENGTH = 64


class Homework(Table):
    """Assignments of classes, which the pages call assignments.

    ``exam`` is own, file (``paper`` is its text) or strength. ``before`` and ``after`` say what
    students see before and after the deadline. ``revision`` counts the changes of the exam.
    ``base`` is the folder of what students are given: they share it without copying.
    """

    __tablename__ = "homework"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), index=True)
    title: Mapped[str]
    game: Mapped[str]
    options: Mapped[dict[str, str]]
    exam: Mapped[str] = mapped_column(String(16))
    paper: Mapped[str]
    time_control: Mapped[str]
    opens: Mapped[datetime | None]
    deadline: Mapped[datetime | None]
    late_hours: Mapped[int]
    late_percent: Mapped[int]
    group_size: Mapped[int]
    languages: Mapped[list[Any]]
    before: Mapped[str] = mapped_column(String(16))
    after: Mapped[str] = mapped_column(String(16))
    published: Mapped[bool]
    frozen: Mapped[bool]
    revision: Mapped[int]
    base: Mapped[str | None] = mapped_column(String(HASH_LENGTH), ForeignKey("contents.hash"))
    created: Mapped[datetime]


class Partners(Table):
    """Students who hand in together: ``leader`` is the account that owns their hand-ins."""

    __tablename__ = "partners"

    homework: Mapped[str] = mapped_column(
        ForeignKey("homework.id", ondelete="CASCADE"), primary_key=True
    )
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    leader: Mapped[int]


class Contents(Table):
    """Packed folders by the SHA-256 of their bytes."""

    __tablename__ = "contents"

    hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    size: Mapped[int]
    data: Mapped[bytes] = mapped_column(LargeBinary)
    created: Mapped[datetime]


class HandIns(Table):
    """Programs handed in, numbered by account; without an account it is a teacher's bot.

    ``built`` is the folder after the build, ``bot`` the description of the program in it.
    """

    __tablename__ = "handins"
    __table_args__ = (Index("ix_handins_homework", "homework", "account", "number", unique=True),)

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    homework: Mapped[str] = mapped_column(ForeignKey("homework.id", ondelete="CASCADE"))
    account: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    number: Mapped[int]
    name: Mapped[str]
    by: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    at: Mapped[datetime]
    content: Mapped[str] = mapped_column(String(HASH_LENGTH), ForeignKey("contents.hash"))
    state: Mapped[str] = mapped_column(String(16))
    active: Mapped[bool]
    language: Mapped[str]
    bot: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    built: Mapped[str | None] = mapped_column(String(HASH_LENGTH), ForeignKey("contents.hash"))
    log: Mapped[str]
    failure: Mapped[str]


class Marks(Table):
    """Marks of hand-ins: ``whole`` with the hidden cases, ``counts`` if it is the mark shown."""

    __tablename__ = "marks"

    id: Mapped[int] = mapped_column(primary_key=True)
    handin: Mapped[str] = mapped_column(ForeignKey("handins.id", ondelete="CASCADE"), index=True)
    revision: Mapped[int]
    whole: Mapped[bool]
    counts: Mapped[bool]
    score: Mapped[float]
    most: Mapped[float]
    report: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime]


class Bouts(Table):
    """Games of hand-ins; a side without a hand-in is a bot of ours, by name.

    ``fault_of`` is the side, 0 or 1, that lost by a fault.
    """

    __tablename__ = "bouts"
    __table_args__ = (Index("ix_bouts_homework_at", "homework", "at"),)

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    homework: Mapped[str] = mapped_column(ForeignKey("homework.id", ondelete="CASCADE"))
    night: Mapped[datetime | None]
    first: Mapped[str | None] = mapped_column(
        ForeignKey("handins.id", ondelete="CASCADE"), index=True
    )
    first_name: Mapped[str]
    second: Mapped[str | None] = mapped_column(
        ForeignKey("handins.id", ondelete="CASCADE"), index=True
    )
    second_name: Mapped[str]
    result: Mapped[str] = mapped_column(String(8))
    termination: Mapped[str]
    fault_of: Mapped[int | None]
    plies: Mapped[int]
    record: Mapped[str]
    errors: Mapped[list[Any]]
    seconds: Mapped[list[Any]]
    at: Mapped[datetime]


class Jobs(Table):
    """The queue of builds, marks and games; ``lease`` is until when ``worker`` has a job."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_done_priority", "done", "priority", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    homework: Mapped[str] = mapped_column(ForeignKey("homework.id", ondelete="CASCADE"))
    subject: Mapped[dict[str, Any]] = mapped_column(JSON)
    key: Mapped[str] = mapped_column(String(120), index=True)
    priority: Mapped[int]
    created: Mapped[datetime]
    worker: Mapped[str]
    lease: Mapped[datetime | None]
    tries: Mapped[int]
    begun: Mapped[datetime | None]
    done: Mapped[datetime | None]
    seconds: Mapped[float | None]
    error: Mapped[str]


class Workers(Table):
    """Processes that do jobs, by name; ``seen`` is when each last said that it is there."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(primary_key=True)
    seen: Mapped[datetime]


class Audit(Table):
    """Who did what in a class."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_class_id_at", "class_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"))
    account: Mapped[int | None]
    action: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str]
    at: Mapped[datetime]
