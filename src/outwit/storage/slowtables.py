"""The tables of games with days for each move: whose turn it is until when, and vacations."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table


class SlowTurns(Table):
    """The running turns of slow games: after ``deadline`` the game is lost on time.

    ``account`` is to move. ``warned`` tells that it was told of the little time left.
    """

    __tablename__ = "slow_turns"

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id"), primary_key=True
    )
    account: Mapped[int | None] = mapped_column(index=True)
    deadline: Mapped[datetime] = mapped_column(index=True)
    warned: Mapped[bool]


class Plans(Table):
    """Conditional moves by game and account: ``lines`` begin after ``ply`` plies."""

    __tablename__ = "plans"

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id"), primary_key=True
    )
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    ply: Mapped[int]
    lines: Mapped[list[Any]] = mapped_column(JSON)


class Vacations(Table):
    """Vacations of accounts, during which their clocks of slow games stand."""

    __tablename__ = "vacations"
    __table_args__ = (Index("ix_vacations_account_until", "account", "until"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    began: Mapped[datetime]
    until: Mapped[datetime]
