"""The display data of players beside a board: name, bot or not, rating."""

from __future__ import annotations

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.server.values.shown import figure
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.ratings import CERTAIN, RatingStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.timeclass import time_class


class ShownPlayer(Value):
    """The display data of a player; ``rating`` is empty without one.

    ``name`` is the account's name, empty without an account.
    """

    is_bot: bool = False
    rating: str = ""
    name: str = ""


ShownPlayers = tuple[ShownPlayer, ShownPlayer]


def shown_players(database: Database, game: str, setup: NewGame) -> ShownPlayers:
    """Return both players of a game, with its rating changes if it has any."""
    first, second = (shown_player(database, game, setup, seat) for seat in setup.seats)
    return first, second


def shown_player(database: Database, game: str, setup: NewGame, seat: StoredSeat) -> ShownPlayer:
    """Return one player."""
    if seat.account is None or setup.is_shared:
        return ShownPlayer(bool(seat.bot))
    try:
        account = AccountStore(database).get(seat.account)
    except NotFound:
        return ShownPlayer()
    if account.is_guest:
        return ShownPlayer(name=account.name)
    ratings = RatingStore(database)
    change = ratings.changes(account.id, [game]).get(game)
    if change is not None:
        return ShownPlayer(
            account.is_bot, f"{figure(change.before)} → {figure(change.rating)}", account.name
        )
    pace = time_class(read_time_control(setup.time_control))
    glicko = ratings.get(account.id, setup.game, pace).glicko
    rating = shown_rating(glicko.rating, glicko.deviation)
    return ShownPlayer(account.is_bot, rating, account.name)


def shown_rating(rating: float, deviation: float) -> str:
    """Return a rating as text; a question mark marks a deviation above ``CERTAIN``.

    >>> shown_rating(1512.4, 80.0), shown_rating(1500.0, 350.0)
    ('1512', '1500?')
    """
    return figure(rating) if deviation <= CERTAIN else f"{figure(rating)}?"
