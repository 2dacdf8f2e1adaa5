"""How moves are stored: plain SQL, because SQLAlchemy's overhead is larger than the statements."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from outwit.errors import GameOver, OutwitError, StalePly
from outwit.storage.ids import no_game
from outwit.storage.stored import NewMove
from outwit.storage.tables import Moves

ENDED = "SELECT id, ended FROM games WHERE id {}"
LAST = "SELECT game_id, max(ply) FROM moves WHERE game_id {} GROUP BY game_id"
ADD = "INSERT INTO moves (game_id, ply, move, used, clock, played) VALUES ({})"
# Locks in the order of the ids, so that two processes cannot deadlock.
LOCK = " ORDER BY id FOR NO KEY UPDATE"
MoveRow = tuple[str, int, str, int | None, int | None, datetime]


class MoveStatements:
    """The statements in the dialect of a database."""

    def __init__(self, *, is_sqlite: bool) -> None:
        self.is_sqlite = is_sqlite

    def ended(self, connection: Connection, ids: Sequence[str]) -> dict[str, bool]:
        """Lock the existing games among ``ids``; return for each when it ended.

        The locks last until the transaction ends.
        """
        found = self._of(connection, ENDED, ids, "" if self.is_sqlite else LOCK)
        return {game: ended is not None for game, ended in found}

    def counts(self, connection: Connection, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of moves of each game that has any, by the last ply."""
        return {game: last + 1 for game, last in self._of(connection, LAST, ids)}

    def add(self, connection: Connection, rows: Sequence[MoveRow]) -> None:
        """Add moves."""
        mark = "?" if self.is_sqlite else "%s"
        values = [(*row[:5], self._moment(row[5])) for row in rows]
        connection.exec_driver_sql(ADD.format(", ".join([mark] * 6)), values)

    def _of(
        self, connection: Connection, query: str, ids: Sequence[str], end: str = ""
    ) -> Sequence[tuple[str, int]]:
        """Return the rows of games."""
        if not ids:
            return []
        if self.is_sqlite:
            query = query.format(f"IN ({', '.join('?' * len(ids))})")
            found = connection.exec_driver_sql(query + end, tuple(ids))
        else:
            found = connection.exec_driver_sql(query.format("= ANY(%s)") + end, (list(ids),))
        return [(row[0], row[1]) for row in found]

    def _moment(self, moment: datetime) -> datetime | str:
        """Return a moment as ``tables.Moment`` writes it."""
        if not self.is_sqlite:
            return moment
        plain = moment.astimezone(UTC).replace(tzinfo=None)
        return plain.isoformat(sep=" ", timespec="microseconds")


def may_add(
    connection: Connection, move: NewMove, ended: dict[str, bool], count: int
) -> bool | OutwitError:
    """Tell whether to add a move to a game with ``count`` moves, or return the error."""
    if move.game_id not in ended:
        return no_game(move.game_id)
    if 0 <= move.ply < count:
        there = (Moves.game_id == move.game_id) & (Moves.ply == move.ply)
        if connection.scalar(select(Moves.move).where(there)) == move.move:
            return False
    if ended[move.game_id]:
        return GameOver("the game is over")
    return True if move.ply == count else stale_ply(move.ply, count)


def stale_ply(ply: int, count: int) -> StalePly:
    """Return the error for a move that is not the next one."""
    return StalePly(f"ply {ply} is not the next one: the game has {count} moves")
