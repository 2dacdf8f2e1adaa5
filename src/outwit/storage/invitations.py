"""Running games and games with a free seat, by account."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from outwit.storage.counting import GOES_ON, WAITS, has_seat
from outwit.storage.database import Database
from outwit.storage.gamerows import game_line
from outwit.storage.relations import by_unblocked
from outwit.storage.stored import PUBLIC, GameLine
from outwit.storage.tables import Games

MOST = 100


class InvitationStore:
    """Queries for waiting and running games; lists have the newest first."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def to(self, account: int) -> tuple[GameLine, ...]:
        """Return the games in which a seat is kept for an account, by those it has not blocked."""
        return self._list(WAITS & (Games.invited == account) & by_unblocked(account))

    def by(self, account: int) -> tuple[GameLine, ...]:
        """Return the games in which an account waits for somebody it has invited."""
        return self._list(WAITS & Games.invited.is_not(None) & has_seat(account))

    def open(self, count: int = MOST) -> tuple[GameLine, ...]:
        """Return the games with a seat that anybody may take."""
        public = (Games.visibility == PUBLIC) & Games.invited.is_(None)
        return self._list(WAITS & public, count)

    def playing(self, account: int) -> tuple[GameLine, ...]:
        """Return the games that an account is playing."""
        return self._list(GOES_ON & has_seat(account))

    def _list(self, which: ColumnElement[bool], count: int = MOST) -> tuple[GameLine, ...]:
        found = (
            select(Games.__table__)
            .where(which)
            .order_by(Games.created.desc(), Games.id)
            .limit(count)
        )
        with self.database.reading() as connection:
            return tuple(game_line(row) for row in connection.execute(found))
