"""The tables of follows and blocks, reports, and moderators."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table

KIND_LENGTH = 16


class Relations(Table):
    """What an account has chosen about another one: ``kind`` is follow or block."""

    __tablename__ = "relations"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    other: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    kind: Mapped[str] = mapped_column(String(KIND_LENGTH), primary_key=True)
    since: Mapped[datetime]


class Reports(Table):
    """Reports to the moderators, each about an account.

    ``reason`` is one of a few words. ``state`` is open, or the action that dealt with the report.
    """

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    reporter: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    about: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    reason: Mapped[str] = mapped_column(String(KIND_LENGTH))
    text: Mapped[str]
    game_id: Mapped[str | None] = mapped_column(String(ID_LENGTH))
    state: Mapped[str] = mapped_column(String(KIND_LENGTH), index=True)
    created: Mapped[datetime]


class Decisions(Table):
    """The log of the moderators, which the database refuses to change.

    ``moderator`` is empty for what the operator did, ``report`` for what no report asked for.
    """

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    moderator: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    about: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    report: Mapped[int | None] = mapped_column(ForeignKey("reports.id"))
    action: Mapped[str] = mapped_column(String(KIND_LENGTH))
    days: Mapped[int | None]
    reason: Mapped[str]
    at: Mapped[datetime]


class Moderators(Table):
    """Accounts that decide about reports."""

    __tablename__ = "moderators"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    since: Mapped[datetime]


class Sanctions(Table):
    """What moderators took from accounts: ``kind`` is mute or close.

    ``until`` is empty for a sanction without end.
    """

    __tablename__ = "sanctions"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(KIND_LENGTH), primary_key=True)
    until: Mapped[datetime | None]
