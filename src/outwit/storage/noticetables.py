"""The tables of notices: what is new for an account, and where it is told of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.coursetables import HASH_LENGTH
from outwit.storage.tables import Table


class Notices(Table):
    """Notices by account; ``key`` is what a notice is about, which is told once.

    ``facts`` are the words of its sentence, and the path that it leads to. ``mail`` is set while it
    waits for an e-mail.
    """

    __tablename__ = "notices"
    __table_args__ = (
        Index("ix_notices_account_key", "account", "key", unique=True),
        Index("ix_notices_account_read", "account", "read"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    kind: Mapped[str] = mapped_column(String(20))
    key: Mapped[str] = mapped_column(String(80))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[datetime]
    read: Mapped[datetime | None]
    mail: Mapped[bool]


class NoticeChoices(Table):
    """Where an account is told of what: by kind, browser and e-mail; its quiet hours.

    ``quiet_from`` and ``quiet_to`` are minutes of the day in ``zone``. ``pause`` is the least time
    between two e-mails, in minutes.
    """

    __tablename__ = "notice_choices"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    channels: Mapped[dict[str, Any]] = mapped_column(JSON)
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    zone: Mapped[str] = mapped_column(String(64))
    pause: Mapped[int]


class Subscriptions(Table):
    """Browsers that take Web Push: an address at the browser's maker, and two keys.

    ``hash`` is the SHA-256 of the address.
    """

    __tablename__ = "subscriptions"

    hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    endpoint: Mapped[str]
    key: Mapped[str]
    secret: Mapped[str]
    created: Mapped[datetime]
