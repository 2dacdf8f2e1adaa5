"""The tables of the levels that accounts have beaten, as the newest migration leaves them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from outwit.storage.tables import ID_LENGTH, Table


class LevelWins(Table):
    """The first win of an account over a level of the engine, by game, side and cleanness.

    ``clean``: without hints and takebacks.
    """

    __tablename__ = "level_wins"

    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    level: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clean: Mapped[bool] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(String(ID_LENGTH), ForeignKey("games.id"))
    at: Mapped[datetime]


class HelpedGames(Table):
    """Games in which a hint was given or a move taken back."""

    __tablename__ = "helped_games"

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id"), primary_key=True
    )
