"""The table of the opening explorer, as the newest migration leaves it."""

from __future__ import annotations

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table


class Openings(Table):
    """How often a move was played in a position, and with which results.

    ``node`` is the position with its game and options. ``band`` is the lower end of the players'
    mean rating, 0 for unrated games. ``rating`` is the sum of the means of ``rated`` games.
    ``sample`` is the game counted last.
    """

    __tablename__ = "openings"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012

    node: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    move: Mapped[str] = mapped_column(primary_key=True)
    pace: Mapped[str] = mapped_column(String(16), primary_key=True)
    band: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first_won: Mapped[int]
    drawn: Mapped[int]
    second_won: Mapped[int]
    rating: Mapped[float]
    rated: Mapped[int]
    sample: Mapped[str] = mapped_column(String(ID_LENGTH))
