"""Follows and blocks between accounts.

A block takes effect in both directions, and the blocked account cannot tell: it keeps its follows,
which show nothing any more, and its challenges wait for an answer that never comes.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, delete, insert, or_, select

from outwit.core.value import Value
from outwit.errors import NotAllowed, TooMany, UsageError
from outwit.storage.accounts import CLOSED
from outwit.storage.counting import GOES_ON, count, lock_account
from outwit.storage.database import Database
from outwit.storage.gamerows import game_line
from outwit.storage.noticetables import NoticeChoices
from outwit.storage.peopletables import Relations
from outwit.storage.stored import PUBLIC, GameLine
from outwit.storage.tables import Accounts, Games, now

FOLLOW, BLOCK = "follow", "block"
KINDS = (FOLLOW, BLOCK)
# Most accounts that one account follows, and most that it blocks.
MOST = 200
# Most followers that are told of one game.
MOST_TOLD = 500


class Person(Value):
    """An account that another one follows or blocks. ``is_apart``: one has blocked the other."""

    id: int
    name: str
    is_bot: bool
    seen: datetime
    is_apart: bool = False


class RelationStore:
    """The follows and blocks of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, account: int, other: int, kind: str) -> None:
        """Follow or block another account; a repeat changes nothing.

        A block ends the own follow. Raise UsageError for oneself, NotAllowed for a follow of an
        account that is blocked, TooMany beyond ``MOST``.
        """
        assert kind in KINDS, kind
        if account == other:
            raise UsageError(f"you cannot {kind} yourself")
        with self.database.session() as connection:
            lock_account(connection, account)
            mine = Relations.account == account
            own = mine & (Relations.kind == kind)
            if count(connection, own & (Relations.other == other)):
                return
            if count(connection, own) >= MOST:
                raise TooMany(f"you can {kind} at most {MOST} players")
            to_other = mine & (Relations.other == other)
            if kind == FOLLOW and count(connection, to_other & (Relations.kind == BLOCK)):
                raise NotAllowed("you have blocked this player: unblock first")
            if kind == BLOCK:
                connection.execute(delete(Relations).where(to_other, Relations.kind == FOLLOW))
            new = {"account": account, "other": other, "kind": kind, "since": now()}
            connection.execute(insert(Relations).values(new))

    def remove(self, account: int, other: int, kind: str) -> None:
        """End a follow or a block; without one, nothing changes."""
        own = (Relations.account == account) & (Relations.other == other)
        with self.database.session() as connection:
            connection.execute(delete(Relations).where(own, Relations.kind == kind))

    def kinds(self, account: int, other: int) -> frozenset[str]:
        """Return what an account has chosen about another one."""
        own = (Relations.account == account) & (Relations.other == other)
        with self.database.reading() as connection:
            return frozenset(connection.scalars(select(Relations.kind).where(own)))

    def of(self, account: int, kind: str) -> tuple[Person, ...]:
        """Return the accounts that an account follows or blocks, by name."""
        found = (
            select(Accounts.id, Accounts.name, Accounts.is_bot, Accounts.seen)
            .join(Relations, Relations.other == Accounts.id)
            .where(Relations.account == account, Relations.kind == kind)
            .where(or_(Accounts.password.is_(None), Accounts.password != CLOSED))
            .order_by(Accounts.key)
        )
        apart = self.apart(account)
        with self.database.reading() as connection:
            return tuple(Person(*row, row.id in apart) for row in connection.execute(found))

    def blocked(self, account: int | None) -> frozenset[int]:
        """Return the accounts that an account has blocked."""
        return frozenset() if account is None else self._scalars(blocked_by(account))

    def blockers(self, account: int) -> frozenset[int]:
        """Return the accounts that have blocked an account."""
        return self._scalars(
            select(Relations.account).where(Relations.other == account, Relations.kind == BLOCK)
        )

    def apart(self, account: int | None) -> frozenset[int]:
        """Return the accounts that an account has blocked, or that have blocked it."""
        return frozenset() if account is None else self.blocked(account) | self.blockers(account)

    def followers(self, players: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return who wants notices about whom: pairs of a follower and one of the players.

        Left out are the players, and accounts that are apart from one of them.
        """
        found = (
            select(Relations.account, Relations.other)
            .join(NoticeChoices, NoticeChoices.account == Relations.account)
            .where(Relations.other.in_(players), Relations.kind == FOLLOW)
            .limit(MOST_TOLD)
        )
        with self.database.reading() as connection:
            pairs = [(row.account, row.other) for row in connection.execute(found)]
        if not pairs:
            return ()
        out = set(players).union(*(self.apart(player) for player in players))
        return tuple(pair for pair in pairs if pair[0] not in out)

    def games(self, account: int, most: int) -> tuple[GameLine, ...]:
        """Return public running games of those whom an account follows, the newest first.

        Games of accounts that are apart from it are left out.
        """
        followed = select(Relations.other).where(
            Relations.account == account, Relations.kind == FOLLOW
        )
        apart = self.apart(account)
        seats = (Games.first_account, Games.second_account)
        hidden = or_(*(seat.is_not(None) & seat.in_(apart) for seat in seats))
        found = (
            select(Games.__table__)
            .where(GOES_ON, or_(*(seat.in_(followed) for seat in seats)), ~hidden)
            .where(Games.visibility == PUBLIC)
            .where(Games.first_account.is_distinct_from(account))
            .where(Games.second_account.is_distinct_from(account))
            .order_by(Games.created.desc(), Games.id)
            .limit(most)
        )
        with self.database.reading() as connection:
            return tuple(game_line(row) for row in connection.execute(found))

    def check_unblocked(self, account: int | None, other: int, name: str) -> None:
        """Raise NotAllowed if an account has blocked the other one, called ``name``."""
        if account is not None and BLOCK in self.kinds(account, other):
            raise NotAllowed(f"you have blocked {name}: unblock first")

    def _scalars(self, found: Select[int]) -> frozenset[int]:
        with self.database.reading() as connection:
            return frozenset(connection.scalars(found))


def blocked_by(account: int) -> Select[int]:
    """Return the query of the accounts that an account has blocked."""
    return select(Relations.other).where(Relations.account == account, Relations.kind == BLOCK)


def by_unblocked(account: int) -> ColumnElement[bool]:
    """Return the condition that nobody in a seat of a game is blocked by an account."""
    seats = (Games.first_account, Games.second_account)
    return and_(*(or_(seat.is_(None), seat.not_in(blocked_by(account))) for seat in seats))
