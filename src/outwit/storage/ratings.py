"""Ratings of accounts by game and time class: Glicko-2, with one game per rating period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Subquery, func, insert, select, update

from outwit.core.value import Value
from outwit.ratings.glicko import CENTRE, Glicko, GlickoGames, after_period
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON
from outwit.storage.database import Database
from outwit.storage.tables import Accounts, RatingHistory, Ratings, now

# The rating of an account before its first rated game.
UNRATED = Glicko()
POINTS = {FIRST_WON: (1.0, 0.0), SECOND_WON: (0.0, 1.0), DRAWN: (0.5, 0.5)}
# Greatest rating deviation of a player who is listed among the leaders.
CERTAIN = 110.0
# The shortest time between two entries of a history.
STEP = timedelta(microseconds=1)
# Most games in a rating curve.
MOST_POINTS = 500


class Rating(Value):
    """An account's rating in a game and time class, with the number of rated games."""

    account: int
    game: str
    time_class: str
    glicko: Glicko = UNRATED
    games: int = 0


class RatingChange(Value):
    """An account's rating before and after a game."""

    before: Rating
    after: Rating


class Leader(Value):
    """A line of the list of leaders."""

    name: str
    is_bot: bool
    rating: Rating


class RatingPoint(Value):
    """An account's rating after one game."""

    game_id: str
    before: float
    rating: float
    deviation: float
    at: datetime


class Place(Value):
    """A rank among the leaders; None if the rating deviation is above ``CERTAIN``."""

    place: int | None
    of: int


class RatingStore:
    """The ratings of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def get(self, account: int, game: str, time_class: str) -> Rating:
        """Return a rating, the default one before the first rated game."""
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
        """Return the players with deviation at most ``CERTAIN``, the highest rating first."""
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

    def place(self, rating: Rating) -> Place:
        """Return the rank of a rating among the leaders; equal ratings share a rank."""
        above = func.count().filter(Ratings.rating > rating.glicko.rating)
        found = select(above, func.count()).where(
            Ratings.game == rating.game,
            Ratings.time_class == rating.time_class,
            Ratings.deviation <= CERTAIN,
        )
        with self.database.reading() as connection:
            better, everybody = connection.execute(found).one()
        is_certain = rating.games > 0 and rating.glicko.deviation <= CERTAIN
        return Place(better + 1 if is_certain else None, everybody)

    def time_classes(self, game: str) -> dict[str, int]:
        """Return the time classes with ratings in a game, each with the number of leaders."""
        listed = func.count().filter(Ratings.deviation <= CERTAIN)
        found = (
            select(Ratings.time_class, listed)
            .where(Ratings.game == game)
            .group_by(Ratings.time_class)
        )
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(found)}

    def history(
        self, account: int, game: str, time_class: str, most: int = MOST_POINTS
    ) -> tuple[RatingPoint, ...]:
        """Return an account's rating after each of its last games, the oldest first."""
        steps = _steps(account)
        found = (
            select(steps)
            .where(steps.c.game == game, steps.c.time_class == time_class)
            .order_by(steps.c.at.desc(), steps.c.game_id.desc())
            .limit(most)
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        return tuple(_point(row) for row in reversed(rows))

    def changes(self, account: int, games: Sequence[str]) -> dict[str, RatingPoint]:
        """Return an account's rating changes by game id; unrated games are left out."""
        steps = _steps(account)
        found = select(steps).where(steps.c.game_id.in_(games))
        with self.database.reading() as connection:
            return {row.game_id: _point(row) for row in connection.execute(found)}


def _steps(account: int) -> Subquery:
    """Return the query of an account's history with the rating before each game."""
    before = func.lag(RatingHistory.rating).over(
        partition_by=(RatingHistory.game, RatingHistory.time_class),
        order_by=(RatingHistory.at, RatingHistory.game_id),
    )
    return (
        select(RatingHistory.__table__, before.label("before"))
        .where(RatingHistory.account == account)
        .subquery()
    )


def _point(row: Row[Any]) -> RatingPoint:
    before = CENTRE if row.before is None else row.before
    return RatingPoint(row.game_id, before, row.rating, row.deviation, row.at)


def is_one_house(connection: Connection, accounts: Sequence[int | None]) -> bool:
    """Tell whether two of the accounts are bots of one owner, or an owner and a bot.

    Such games are never rated: an owner who controls both sides could set any rating.
    """
    numbers = [account for account in accounts if account is not None]
    found = select(Accounts.id, Accounts.owner).where(Accounts.id.in_(numbers))
    houses = {row.id: row.owner or row.id for row in connection.execute(found)}
    return len({houses.get(number, number) for number in numbers}) < len(numbers)


def rate(
    connection: Connection, accounts: tuple[int, int], game: str, time_class: str, result: str
) -> tuple[RatingChange, RatingChange]:
    """Rate a finished game of two accounts, in the caller's transaction."""
    # Locked in the order of the ids, so that two games of the same players cannot deadlock.
    # The accounts are locked because a first rating has no row yet.
    everybody = select(Accounts.id).where(Accounts.id.in_(accounts)).order_by(Accounts.id)
    connection.execute(everybody.with_for_update(key_share=True)).all()
    before = [get_rating(connection, account, game, time_class) for account in accounts]
    changes = []
    for side, points in enumerate(POINTS[result]):
        own, other = before[side], before[1 - side]
        glicko = after_period(own.glicko, [GlickoGames(other.glicko, points)])
        after = own.replace(glicko=glicko, games=own.games + 1)
        put_rating(connection, after)
        changes.append(RatingChange(own, after))
    return changes[0], changes[1]


def after_history(connection: Connection, accounts: Sequence[int]) -> datetime:
    """Return the current time, or a time after the accounts' history if the clock went back.

    The rating before a game follows from the order of the history. The caller holds the locks.
    """
    last = select(func.max(RatingHistory.at)).where(RatingHistory.account.in_(accounts))
    latest: datetime | None = connection.scalar(last)
    return now() if latest is None else max(now(), latest + STEP)


def get_rating(
    connection: Connection, account: int, game: str, time_class: str, default: Glicko = UNRATED
) -> Rating:
    """Return a rating within the caller's transaction, the default one if none is stored."""
    found = select(Ratings.__table__).where(
        Ratings.account == account, Ratings.game == game, Ratings.time_class == time_class
    )
    row = connection.execute(found).one_or_none()
    return Rating(account, game, time_class, default) if row is None else _rating(row)


def put_rating(connection: Connection, rating: Rating) -> None:
    """Insert or update a rating."""
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
