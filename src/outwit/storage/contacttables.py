"""The tables of e-mail addresses, secret links, recovery codes and messages to be sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.coursetables import HASH_LENGTH
from outwit.storage.tables import Table

# Most characters of an e-mail address (RFC 5321).
ADDRESS_LENGTH = 254


class Emails(Table):
    """The e-mail address of an account, and the new one that is not confirmed yet."""

    __tablename__ = "emails"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    address: Mapped[str | None] = mapped_column(String(ADDRESS_LENGTH), index=True)
    wanted: Mapped[str | None] = mapped_column(String(ADDRESS_LENGTH))


class Links(Table):
    """Secret links sent by e-mail; only their SHA-256 is stored. ``used`` ends a link."""

    __tablename__ = "links"
    __table_args__ = (Index("ix_links_address_created", "address", "created"),)

    hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    purpose: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(String(ADDRESS_LENGTH))
    created: Mapped[datetime]
    used: Mapped[datetime | None]


class RecoveryCodes(Table):
    """Codes that replace a forgotten password, each once; only their SHA-256 is stored."""

    __tablename__ = "recovery_codes"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    used: Mapped[datetime | None]


class Outgoing(Table):
    """Messages to be sent, deleted once they are.

    ``key`` names a message that is to wait only once. ``begun`` is set while a process sends it.
    """

    __tablename__ = "outgoing"

    id: Mapped[int] = mapped_column(primary_key=True)
    channel: Mapped[str] = mapped_column(String(16))
    key: Mapped[str | None] = mapped_column(String(120), index=True, unique=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[datetime]
    due: Mapped[datetime] = mapped_column(index=True)
    begun: Mapped[datetime | None]
    tries: Mapped[int]
