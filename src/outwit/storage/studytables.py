"""The tables of studies, as the newest migration leaves them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table

# The studies that are listed for everybody. Statements repeat it to use the index.
LISTED = text("visibility = 'public'")


class Studies(Table):
    """Studies of a game; ``version`` counts the changes of a study and its chapters."""

    __tablename__ = "studies"
    __table_args__ = (
        Index(
            "ix_studies_game_changed",
            "game",
            "changed",
            sqlite_where=LISTED,
            postgresql_where=LISTED,
        ),
    )

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    owner: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    game: Mapped[str]
    title: Mapped[str]
    visibility: Mapped[str] = mapped_column(String(16))
    version: Mapped[int]
    created: Mapped[datetime]
    changed: Mapped[datetime]


class StudyChapters(Table):
    """Chapters of studies, shown by ``place``.

    ``number`` never changes. ``version`` is the study's at the last change of the chapter. Each of
    ``nodes`` is a list: parent, move, comment, glyph. ``moves`` and ``characters`` are their
    numbers, for the limits.
    """

    __tablename__ = "study_chapters"

    study: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("studies.id"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int]
    version: Mapped[int]
    title: Mapped[str]
    options: Mapped[dict[str, str]]
    start: Mapped[str]
    comment: Mapped[str]
    nodes: Mapped[list[Any]]
    moves: Mapped[int]
    characters: Mapped[int]
