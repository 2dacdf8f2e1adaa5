"""The games of an account: running, finished, and invitations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from outwit.core.value import Value
from outwit.records.endings import CALLED_OFF
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.storage.database import Database
from outwit.storage.gamerows import game_line
from outwit.storage.games import PAGE
from outwit.storage.relations import by_unblocked
from outwit.storage.stored import PUBLIC, GameLine
from outwit.storage.tables import Games, Moves

# Most running games, and most invitations, on a page.
MOST_RUNNING = 12


class Score(Value):
    """How often an account has won, drawn and lost in a game."""

    game: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """Return the number of games."""
        return self.won + self.drawn + self.lost


class HistoryStore:
    """The games of a database by account.

    Unlisted games (by link) are shown only to their players. ``seen_by`` is the viewing account.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def ended(
        self, account: int, seen_by: int | None, page: int = 0, size: int = PAGE
    ) -> tuple[GameLine, ...]:
        """Return a page of an account's finished games, the newest first."""
        return self._lines(self._over(account, seen_by), Games.ended.desc(), page, size)

    def count(self, account: int, seen_by: int | None) -> int:
        """Return the number of games that ``ended`` has on all pages."""
        found = select(func.count()).where(self._over(account, seen_by))
        with self.database.reading() as connection:
            return connection.execute(found).scalar_one()

    def running(self, account: int) -> tuple[GameLine, ...]:
        """Return the games that an account has not finished, the newest first."""
        going = and_(_seated(account), Games.ended.is_(None))
        return self._lines(going, Games.created.desc(), 0, MOST_RUNNING)

    def invitations(self, account: int) -> tuple[GameLine, ...]:
        """Return the games to which an account is invited, the newest first.

        Invitations by accounts that it has blocked are left out.
        """
        shown = _invited(account) & by_unblocked(account)
        return self._lines(shown, Games.created.desc(), 0, MOST_RUNNING)

    def count_invitations(self, account: int) -> int:
        """Return the number of games to which an account is invited."""
        found = select(func.count()).where(_invited(account), by_unblocked(account))
        with self.database.reading() as connection:
            return connection.execute(found).scalar_one()

    def has_invited(self, account: int, other: int) -> bool:
        """Tell whether an invitation by ``account`` to ``other`` is unanswered."""
        found = select(Games.id).where(_invited(other), _seated(account)).limit(1)
        with self.database.reading() as connection:
            return connection.execute(found).first() is not None

    def scores(self, account: int) -> tuple[Score, ...]:
        """Return the results of an account by game, the game played most often first."""
        is_first = (Games.first_account == account).label("is_first")
        found = (
            select(Games.game, Games.result, is_first, func.count())
            .where(self._over(account, account), ~_shared())
            .group_by(Games.game, Games.result, is_first)
        )
        counts: dict[str, dict[str, int]] = {}
        with self.database.reading() as connection:
            for game, result, first, count in connection.execute(found):
                field = score_field(result, 0 if first else 1)
                if field is not None:
                    fields = counts.setdefault(game, {})
                    fields[field] = fields.get(field, 0) + count
        scores = [Score(game, **fields) for game, fields in counts.items()]
        return tuple(sorted(scores, key=lambda score: (-score.played, score.game)))

    def plies(self, games: Sequence[str]) -> dict[str, int]:
        """Return the number of moves of each of some games."""
        found = (
            select(Moves.game_id, func.count())
            .where(Moves.game_id.in_(games))
            .group_by(Moves.game_id)
        )
        with self.database.reading() as connection:
            counts = {row[0]: row[1] for row in connection.execute(found)}
        return {game: counts.get(game, 0) for game in games}

    def ids(self, account: int) -> tuple[str, ...]:
        """Return the ids of all games that an account has played or plays, the oldest first."""
        found = (
            select(Games.id)
            .where(_seated(account), Games.started.is_not(None))
            .order_by(Games.created, Games.id)
        )
        with self.database.reading() as connection:
            return tuple(connection.scalars(found))

    def _over(self, account: int, seen_by: int | None) -> ColumnElement[bool]:
        over = and_(
            _seated(account), Games.ended.is_not(None), Games.termination.not_in(CALLED_OFF)
        )
        if seen_by == account:
            return over
        shown = Games.visibility == PUBLIC
        return and_(over, shown if seen_by is None else or_(shown, _seated(seen_by)))

    def _lines(
        self, which: ColumnElement[bool], order: ColumnElement[Any], page: int, size: int
    ) -> tuple[GameLine, ...]:
        found = (
            select(Games.__table__)
            .where(which)
            .order_by(order, Games.id)
            .offset(page * size)
            .limit(size)
        )
        with self.database.reading() as connection:
            return tuple(game_line(row) for row in connection.execute(found))


def score_field(result: str, side: int) -> str | None:
    """Return the field of ``Score`` that a result counts for, None for a game without a result.

    >>> score_field("1-0", 0), score_field("1-0", 1), score_field("*", 0)
    ('won', 'lost', None)
    """
    if result == DRAWN:
        return "drawn"
    if result not in (FIRST_WON, SECOND_WON):
        return None
    return "won" if (result == FIRST_WON) == (side == 0) else "lost"


def _seated(account: int) -> ColumnElement[bool]:
    return or_(Games.first_account == account, Games.second_account == account)


def _shared() -> ColumnElement[bool]:
    return Games.first_account.is_not(None) & (
        Games.first_account.is_not_distinct_from(Games.second_account)
    )


def _invited(account: int) -> ColumnElement[bool]:
    return and_(Games.invited == account, Games.started.is_(None), Games.ended.is_(None))
