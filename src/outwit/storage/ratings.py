"""Ratings of accounts, by game and time class: Glicko-2, a period for every game."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from outwit.core.value import Value
from outwit.ratings.glicko import Glicko, GlickoGames, after_period
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.storage.database import Database
from outwit.storage.tables import Accounts, Ratings

POINTS = {FIRST_WON: (1.0, 0.0), SECOND_WON: (0.0, 1.0), DRAWN: (0.5, 0.5)}
# Whose rating is less certain than this is not on the board of leaders.
CERTAIN = 110.0


class Rating(Value):
    """An account's rating in a game and time class, after some games."""

    account: int
    game: str
    time_class: str
    glicko: Glicko = Glicko()
    games: int = 0


class RatingChange(Value):
    """An account's rating before and after a game."""

    before: Rating
    after: Rating


class Leader(Value):
    """A line of the board of leaders."""

    name: str
    is_bot: bool
    rating: Rating


class RatingStore:
    """The ratings of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def get(self, account: int, game: str, time_class: str) -> Rating:
        """Return a rating, the default one if no rated game was played."""
        with self.database.reading() as connection:
            return get_rating(connection, account, game, time_class)

    def of_account(self, account: int) -> tuple[Rating, ...]:
        """Return all ratings of an account, by game and time class."""
        found = (
            select(Ratings.__table__)
            .where(Ratings.account == account)
            .order_by(Ratings.game, Ratings.time_class)
        )
        with self.database.reading() as connection:
            return tuple(_rating(row) for row in connection.execute(found))

    def leaders(self, game: str, time_class: str, count: int = 20) -> tuple[Leader, ...]:
        """Return the best of those whose rating is certain enough, the best first."""
        found = (
            select(Accounts.name, Accounts.is_bot, Ratings.__table__)
            .join(Accounts, Accounts.id == Ratings.account)
            .where(
                Ratings.game == game,
                Ratings.time_class == time_class,
                Ratings.deviation <= CERTAIN,
            )
            .order_by(Ratings.rating.desc(), Accounts.key)
            .limit(count)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(Leader(row.name, row.is_bot, _rating(row)) for row in rows)


def rate(
    connection: Connection, accounts: tuple[int, int], game: str, time_class: str, result: str
) -> tuple[RatingChange, RatingChange]:
    """Rate a finished game of two accounts, in the caller's transaction."""
    # Locked in one order, whoever plays first: two games of the same players cannot block
    # each other for ever. The accounts are locked because a first rating has no row yet.
    everybody = select(Accounts.id).where(Accounts.id.in_(accounts)).order_by(Accounts.id)
    connection.execute(everybody.with_for_update(key_share=True)).all()
    before = [get_rating(connection, account, game, time_class) for account in accounts]
    changes = []
    for side, points in enumerate(POINTS[result]):
        own, other = before[side], before[1 - side]
        glicko = after_period(own.glicko, [GlickoGames(other.glicko, points)])
        after = own.replace(glicko=glicko, games=own.games + 1)
        _put(connection, after)
        changes.append(RatingChange(own, after))
    return changes[0], changes[1]


def rate_against(
    connection: Connection,
    account: int,
    game: str,
    time_class: str,
    opponent: Glicko,
    points: float,
) -> RatingChange:
    """Rate one result against something that is no account, in the caller's transaction.

    The caller has locked the account.
    """
    before = get_rating(connection, account, game, time_class)
    glicko = after_period(before.glicko, [GlickoGames(opponent, points)])
    after = before.replace(glicko=glicko, games=before.games + 1)
    _put(connection, after)
    return RatingChange(before, after)


def get_rating(connection: Connection, account: int, game: str, time_class: str) -> Rating:
    """Return a rating within the caller's transaction, the default one if there is none."""
    found = select(Ratings.__table__).where(
        Ratings.account == account, Ratings.game == game, Ratings.time_class == time_class
    )
    row = connection.execute(found).one_or_none()
    return Rating(account, game, time_class) if row is None else _rating(row)


def _put(connection: Connection, rating: Rating) -> None:
    """Write a rating after a game: the first one is a new row."""
    key = {"account": rating.account, "game": rating.game, "time_class": rating.time_class}
    glicko = rating.glicko
    values = {name: getattr(glicko, name) for name in Glicko.fields} | {"games": rating.games}
    if rating.games == 1:
        connection.execute(insert(Ratings).values(key | values))
    else:
        connection.execute(update(Ratings).filter_by(**key).values(values))


def _rating(row: Row[Any]) -> Rating:
    glicko = Glicko(row.rating, row.deviation, row.volatility)
    return Rating(row.account, row.game, row.time_class, glicko, row.games)
