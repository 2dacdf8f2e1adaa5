"""Limits on stored rows: count under a lock, so that no other transaction adds meanwhile."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, or_, select

from outwit.core.value import Value
from outwit.errors import TooMany
from outwit.storage.tables import Accounts, Games

# A game with both seats taken is running; a game with a free seat is waiting.
GOES_ON = Games.ended.is_(None) & Games.started.is_not(None)
WAITS = Games.ended.is_(None) & Games.started.is_(None)


class Most(Value):
    """Most games in which an account may wait for an opponent, and most it may play at once."""

    account: int
    waiting: int
    playing: int

    def check(self, connection: Connection) -> None:
        """Raise TooMany if the account has reached a limit.

        Until the transaction ends, no other one can add a game of the account.
        """
        lock_account(connection, self.account)
        if count(connection, WAITS & has_seat(self.account)) >= self.waiting:
            raise TooMany(f"you wait in {self.waiting} games: cancel one first")
        if count(connection, GOES_ON & has_seat(self.account)) >= self.playing:
            raise TooMany(f"you play {self.playing} games: finish one first")


def has_seat(account: int) -> ColumnElement[bool]:
    """Return the condition that an account has a seat in a game."""
    return or_(Games.first_account == account, Games.second_account == account)


def count(connection: Connection, condition: ColumnElement[bool]) -> int:
    """Return the number of rows that fulfil a condition."""
    return connection.execute(select(func.count()).where(condition)).scalar_one()


def lock_account(connection: Connection, account: int) -> None:
    """Lock an account until the transaction ends."""
    found = select(Accounts.id).where(Accounts.id == account)
    connection.execute(found.with_for_update(key_share=True))
