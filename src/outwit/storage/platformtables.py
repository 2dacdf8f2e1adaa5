"""The tables of learning platforms (LTI 1.3), as the newest migration leaves them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table

# Most characters of an id that a platform gives to a person, a link or a deployment.
LONGEST_ID = 255


class Platforms(Table):
    """Learning platforms; ``services`` are further origins of their services."""

    __tablename__ = "platforms"
    __table_args__ = (Index("ix_platforms_issuer_client_id", "issuer", "client_id", unique=True),)

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str]
    issuer: Mapped[str] = mapped_column(String(LONGEST_ID))
    client_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    deployments: Mapped[list[Any]]
    login_url: Mapped[str]
    token_url: Mapped[str]
    keys_url: Mapped[str]
    services: Mapped[list[Any]]
    inside: Mapped[bool]
    created: Mapped[datetime]


class PlatformPeople(Table):
    """The account of each person of a platform, who is known there as ``subject``."""

    __tablename__ = "platform_people"

    platform: Mapped[str] = mapped_column(
        ForeignKey("platforms.id", ondelete="CASCADE"), primary_key=True
    )
    subject: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)


class PlatformNonces(Table):
    """Nonces of launches until these expire: each is used once."""

    __tablename__ = "platform_nonces"

    nonce: Mapped[str] = mapped_column(String(64), primary_key=True)
    until: Mapped[datetime] = mapped_column(index=True)


class PlatformLinks(Table):
    """Links in courses of platforms, and the assignment that each opens.

    ``item_url`` is its column of grades, ``items_url`` where one can be made, ``roster_url`` the
    list of the course; empty if the platform offers none. ``read`` is when that was last read.
    """

    __tablename__ = "platform_links"
    __table_args__ = (
        Index("ix_platform_links_resource", "platform", "deployment", "resource", unique=True),
    )

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    platform: Mapped[str] = mapped_column(ForeignKey("platforms.id", ondelete="CASCADE"))
    deployment: Mapped[str] = mapped_column(String(LONGEST_ID))
    resource: Mapped[str] = mapped_column(String(LONGEST_ID))
    homework: Mapped[str | None] = mapped_column(
        ForeignKey("homework.id", ondelete="SET NULL"), index=True
    )
    title: Mapped[str]
    roster_url: Mapped[str]
    items_url: Mapped[str]
    item_url: Mapped[str]
    scopes: Mapped[list[Any]]
    read: Mapped[datetime | None]
    error: Mapped[str]


class PlatformRoster(Table):
    """Students of the course of a link, by the names that they have on the platform."""

    __tablename__ = "platform_roster"

    link: Mapped[str] = mapped_column(
        ForeignKey("platform_links.id", ondelete="CASCADE"), primary_key=True
    )
    subject: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    name: Mapped[str]


class PlatformGrades(Table):
    """The grade of a student, as it is to be on the platform since ``at``.

    ``sent`` is the ``at`` of the grade that the platform has; after a failure the next try is at
    ``due``.
    """

    __tablename__ = "platform_grades"
    __table_args__ = (Index("ix_platform_grades_link", "link", "subject", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    link: Mapped[str] = mapped_column(ForeignKey("platform_links.id", ondelete="CASCADE"))
    subject: Mapped[str] = mapped_column(String(LONGEST_ID))
    score: Mapped[float]
    most: Mapped[float]
    at: Mapped[datetime]
    sent: Mapped[datetime | None]
    tries: Mapped[int]
    due: Mapped[datetime]
    error: Mapped[str]
