"""The levels of the engine that an account has beaten: by game, side, and with or without help."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.dialects import postgresql, sqlite

from outwit.core.value import Value
from outwit.records.record import FIRST_WON, SECOND_WON
from outwit.storage.database import Database
from outwit.storage.gamerows import read_seat
from outwit.storage.leveltables import HelpedGames, LevelWins
from outwit.storage.tables import now

LEVEL = re.compile(r"level (\d+)")
WINNERS = {FIRST_WON: 0, SECOND_WON: 1}


class LevelWin(Value):
    """The first win over a level with a side; ``clean`` is one without hints and takebacks."""

    game: str
    level: int
    side: int
    clean: bool
    game_id: str
    at: datetime


class LevelWinStore:
    """The beaten levels of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of_account(self, account: int, game: str | None = None) -> tuple[LevelWin, ...]:
        """Return the wins of an account, in all games or one: at most four for each level."""
        columns = [getattr(LevelWins, name) for name in LevelWin.fields]
        found = select(*columns).where(LevelWins.account == account)
        if game is not None:
            found = found.where(LevelWins.game == game)
        order = LevelWins.game, LevelWins.level, LevelWins.side, LevelWins.clean
        with self.database.reading() as connection:
            return tuple(LevelWin(*row) for row in connection.execute(found.order_by(*order)))

    def note_help(self, game_id: str) -> None:
        """Store that a hint was given in a game."""
        with self.database.session() as connection:
            note_help(connection, game_id)


def note_help(connection: Connection, game_id: str) -> None:
    """Store within the caller's transaction that a game has had a hint or a takeback."""
    connection.execute(_add(connection, HelpedGames), {"game_id": game_id})


def note_win(connection: Connection, row: Row[Any], result: str) -> None:
    """Store within the caller's transaction that the winner of a game has beaten a level.

    Nothing happens unless an account has won against a level of the engine.
    """
    side = WINNERS.get(result)
    if side is None:
        return
    level = LEVEL.fullmatch(read_seat(row, 1 - side).bot)
    account = read_seat(row, side).account
    if level is None or account is None:
        return
    helped = select(HelpedGames.game_id).where(HelpedGames.game_id == row.id)
    new = {
        "account": account,
        "game": row.game,
        "level": int(level[1]),
        "side": side,
        "clean": connection.execute(helped).first() is None,
        "game_id": row.id,
        "at": now(),
    }
    connection.execute(_add(connection, LevelWins), new)


def _add(connection: Connection, table: type[HelpedGames | LevelWins]) -> Any:
    """Return the statement that adds a row unless it is there."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing()
