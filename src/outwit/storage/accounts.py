"""Accounts: people, who may begin as guests, and bots."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.errors import NameTaken, NotAllowed, NotFound, StorageFault, TooMany, UsageError
from outwit.storage.botplays import Plays
from outwit.storage.contacttables import Emails, Links, RecoveryCodes
from outwit.storage.counting import count, lock_account
from outwit.storage.database import Database
from outwit.storage.links import RESET, end_links
from outwit.storage.lookalikes import skeleton
from outwit.storage.names import key_of, read_name
from outwit.storage.noticetables import NoticeChoices, Notices, Subscriptions
from outwit.storage.slowtables import Plans, Vacations
from outwit.storage.stored import FRIEND
from outwit.storage.studies import delete_studies
from outwit.storage.tables import Accounts, Games, RatingHistory, Ratings, Tokens, now

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
# Digits of a guest's number, by attempt: more digits after each name that is taken.
GUEST_DIGITS = (4, 4, 5, 6, 7, 8, 9, 10, 11, 12)
# The name shown for a closed account, and its password column: no hash equals this text.
CLOSED_NAME, CLOSED = "closed account", "closed"
# The password column of an account that a learning platform opens: no hash equals this text.
OUTSIDE = "outside"
WRONG_PASSWORD = "the password is wrong"
MOST_BOTS = 20
# Tables about an account that are of no use once it is closed.
CONTACT = (
    *(Emails, Links, RecoveryCodes, Notices, NoticeChoices, Subscriptions),
    *(Plans, Vacations),
)
# An account seen within this time counts as online; a bot's open stream refreshes it more often.
ONLINE = timedelta(seconds=60)


class Account(Value):
    """A player's account; a guest has no password. ``owner`` is the account that manages a bot."""

    id: int
    name: str
    is_guest: bool
    is_bot: bool
    created: datetime
    seen: datetime
    owner: int | None = None
    appearance: str = ""


class AccountStore:
    """The accounts of a database.

    A hash takes 0.1 s or more, by design: call methods that take a password in a thread.
    """

    def __init__(self, database: Database, hasher: PasswordHasher | None = None) -> None:
        self.database = database
        # The hasher uses argon2id.
        self.hasher = hasher or PasswordHasher()

    def prepare(self) -> None:
        """Compute the hash for unknown names now: the first sign-in must not take longer."""
        assert self._nobody

    def guest(self) -> Account:
        """Create a guest account with a free name such as ``Guest 4821``."""
        for digits in GUEST_DIGITS:
            low = 10 ** (digits - 1)
            name = f"Guest {low + secrets.randbelow(9 * low)}"
            try:
                return self._make(name, None, False)
            except NameTaken:
                continue
        raise StorageFault("no name for a guest could be found")

    def register(self, name: str, password: str, is_bot: bool = False) -> Account:
        """Create an account; raise NameTaken, or UsageError for a bad name or password."""
        name = read_name(name)
        return self._make(name, self.new_hash(name, password), is_bot)

    def admit(self, name: str) -> Account:
        """Create an account without a password, for a person whom a learning platform vouches for.

        Raise NameTaken, or UsageError for a bad name.
        """
        return self._make(read_name(name), OUTSIDE, False)

    def become(self, guest: int, name: str, password: str) -> Account:
        """Give a guest a name and a password; the account keeps its games under the new name.

        Raise NameTaken, or UsageError for a bad name or password or if the account is no guest.
        """
        name = read_name(name)
        hashed = self.new_hash(name, password)
        with self.database.session() as connection:
            is_guest = Accounts.password.is_(None) & Accounts.is_bot.is_(False)
            change = update(Accounts).where(Accounts.id == guest, is_guest)
            new = {**_named(name), "password": hashed, "seen": now()}
            try:
                changed = connection.execute(change.values(new)).rowcount
            except IntegrityError:
                raise _taken(name) from None
            if not changed:
                raise UsageError("only a guest can become an account")
            _rename_in_games(connection, guest, name)
            return get_account(connection, guest)

    def change_password(self, account: int, old: str, new: str) -> None:
        """Give an account a new password; raise UsageError for a wrong old or an invalid new one.

        Raise NotFound for a guest, who has no password.
        """
        name, hashed = self._verified(account, old)
        changed = self.new_hash(name, new)
        with self.database.session() as connection:
            same = update(Accounts).where(Accounts.id == account, Accounts.password == hashed)
            if not connection.execute(same.values(password=changed)).rowcount:
                raise UsageError(WRONG_PASSWORD)
            end_links(connection, RESET, account)

    def close(self, account: int, password: str) -> None:
        """Close an account for good; raise UsageError if the password is wrong.

        The name is removed from all games and becomes free. Ratings, addresses and studies are
        deleted. The tokens of the account and of its bots are revoked. The games stay for the
        opponents.
        """
        _, hashed = self._verified(account, password)
        with self.database.session() as connection:
            key = f"{CLOSED} {account}"
            values = {"name": CLOSED_NAME, "key": key, "password": CLOSED, "skeleton": None}
            same = update(Accounts).where(Accounts.id == account, Accounts.password == hashed)
            if not connection.execute(same.values(values)).rowcount:
                raise UsageError(WRONG_PASSWORD)
            _rename_in_games(connection, account, CLOSED_NAME)
            for table in (Ratings, RatingHistory, *CONTACT):
                connection.execute(delete(table).where(table.account == account))
            delete_studies(connection, account)
            bots = select(Accounts.id).where(Accounts.owner == account)
            is_own = or_(Tokens.account == account, Tokens.account.in_(bots))
            own = update(Tokens).where(is_own, Tokens.revoked.is_(None))
            connection.execute(own.values(revoked=now()))

    def check(self, name: str, password: str) -> Account | None:
        """Return the account of a name and password, None if they are wrong.

        An unknown name takes as long as a wrong password and gets the same answer.
        """
        key = key_of(name)
        with self.database.reading() as connection:
            found = select(Accounts.id, Accounts.password).where(Accounts.key == key)
            row = connection.execute(found).one_or_none()
        hashed = self._nobody if row is None or row.password is None else row.password
        given = _normal(password)
        is_right = len(password) <= LONGEST_PASSWORD and self._verify(hashed, given)
        if row is None or row.password is None or not is_right:
            return None
        new: dict[str, object] = {"seen": now()}
        if self.hasher.check_needs_rehash(hashed):
            new["password"] = self.hasher.hash(given)
        with self.database.session() as connection:
            # Unless the password was changed meanwhile.
            same = update(Accounts).where(Accounts.id == row.id, Accounts.password == hashed)
            connection.execute(same.values(new))
            return get_account(connection, row.id)

    def get(self, account: int) -> Account:
        """Return an account by its number; raise NotFound if it is unknown or closed."""
        with self.database.reading() as connection:
            return get_account(connection, account)

    def name_of(self, account: int) -> str:
        """Return an account's name, ``closed account`` if it is closed or unknown."""
        with self.database.reading() as connection:
            found = connection.scalar(select(Accounts.name).where(Accounts.id == account))
        return CLOSED_NAME if found is None else found

    def find(self, name: str) -> Account | None:
        """Return the account of a name, ignoring case, None if there is none."""
        with self.database.reading() as connection:
            found = select(Accounts.__table__).where(Accounts.key == key_of(name))
            row = connection.execute(found).one_or_none()
        return None if row is None or row.password == CLOSED else _account(row)

    def dress(self, account: int, appearance: str) -> None:
        """Store how the pages look for an account."""
        change = update(Accounts).where(Accounts.id == account).values(appearance=appearance)
        with self.database.session() as connection:
            connection.execute(change)

    def tours(self, account: int) -> frozenset[str]:
        """Return the games whose tours an account has seen."""
        with self.database.reading() as connection:
            found = connection.scalar(select(Accounts.tours).where(Accounts.id == account))
        return frozenset(found or ())

    def end_tour(self, account: int, game: str) -> None:
        """Store that an account has seen the tour of a game."""
        with self.database.session() as connection:
            lock_account(connection, account)
            found = connection.scalar(select(Accounts.tours).where(Accounts.id == account))
            seen = sorted({*(found or ()), game})
            change = update(Accounts).where(Accounts.id == account).values(tours=seen)
            connection.execute(change)

    def see(self, account: int, after: timedelta = timedelta(0)) -> None:
        """Store that an account is online now, unless that was stored less than ``after`` ago."""
        if after:
            with self.database.reading() as connection:
                seen = connection.scalar(select(Accounts.seen).where(Accounts.id == account))
            if seen is None or now() - seen < after:
                return
        with self.database.session() as connection:
            connection.execute(update(Accounts).where(Accounts.id == account).values(seen=now()))

    def make_bot(self, owner: int, name: str) -> Account:
        """Create a bot that an account owns; it has no password, so nobody can sign in as it.

        Raise NameTaken, UsageError for a bad name, or TooMany if the owner has enough bots.
        """
        name = read_name(name)
        with self.database.session() as connection:
            # The lock makes simultaneous requests count one after the other.
            lock_account(connection, owner)
            if count(connection, Accounts.owner == owner) >= MOST_BOTS:
                raise TooMany(f"an account has at most {MOST_BOTS} bots")
            return _add(connection, name, None, True, owner)

    def upgrade(self, account: int) -> Account:
        """Turn a person's account into a bot's; final. Raise NotAllowed if it has played."""
        with self.database.session() as connection:
            # The lock prevents a game from starting between the check and the change.
            connection.execute(select(Accounts.id).where(Accounts.id == account).with_for_update())
            found = get_account(connection, account)
            if found.is_bot:
                return found
            own = or_(Games.first_account == account, Games.second_account == account)
            if found.is_guest or connection.scalar(select(exists().where(own))):
                raise NotAllowed("only an account that has played no game can become a bot")
            is_bot = update(Accounts).where(Accounts.id == account).values(is_bot=True)
            connection.execute(is_bot)
            return found.replace(is_bot=True)

    def is_bot(self, account: int) -> bool:
        """Tell whether an account is a bot's."""
        found = select(Accounts.is_bot).where(Accounts.id == account)
        with self.database.reading() as connection:
            return bool(connection.scalar(found))

    def declare(self, account: int, plays: Plays) -> None:
        """Store which games a bot accepts, in place of its earlier declaration."""
        values = {name: getattr(plays, name) for name in Plays.fields}
        change = update(Accounts).where(Accounts.id == account).values(plays=values)
        with self.database.session() as connection:
            connection.execute(change)

    def plays_of(self, account: int) -> Plays:
        """Return which games a bot accepts: all if it has declared nothing."""
        found = select(Accounts.plays).where(Accounts.id == account)
        with self.database.reading() as connection:
            values = connection.scalar(found) or {}
        lists = {name: tuple(values.get(name, ())) for name in ("games", "speeds")}
        return Plays(**{**values, **lists})

    def bots_of(self, owner: int) -> tuple[Account, ...]:
        """Return the bots that an account owns, the oldest first."""
        found = select(Accounts.__table__).where(Accounts.owner == owner).order_by(Accounts.id)
        with self.database.reading() as connection:
            return tuple(_account(row) for row in connection.execute(found))

    def bots_online(self, most: int) -> tuple[Account, ...]:
        """Return at most ``most`` bots seen within ``ONLINE``, by name."""
        found = (
            select(Accounts.__table__)
            .where(
                Accounts.is_bot, Accounts.seen > now() - ONLINE, Accounts.seen > Accounts.created
            )
            .order_by(Accounts.key)
            .limit(most)
        )
        with self.database.reading() as connection:
            return tuple(_account(row) for row in connection.execute(found))

    def _make(self, name: str, hashed: str | None, is_bot: bool) -> Account:
        with self.database.session() as connection:
            return _add(connection, name, hashed, is_bot)

    def _verified(self, account: int, password: str) -> tuple[str, str]:
        """Return name and hash of an account; raise UsageError if the password is wrong."""
        with self.database.reading() as connection:
            found = select(Accounts.name, Accounts.password).where(Accounts.id == account)
            row = connection.execute(found).one_or_none()
        if row is None or row.password is None:
            raise NotFound("there is no account with a password")
        if len(password) > LONGEST_PASSWORD or not self._verify(row.password, _normal(password)):
            raise UsageError(WRONG_PASSWORD)
        return row.name, row.password

    def new_hash(self, name: str, password: str) -> str:
        """Hash a new password; raise UsageError if it breaks a rule for passwords."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise UsageError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
        if key_of(password) == key_of(name):
            raise UsageError("a password is not the name")
        return self.hasher.hash(_normal(password))

    def _verify(self, hashed: str, password: bytes) -> bool:
        try:
            return self.hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _nobody(self) -> str:
        """The hash of a password that nobody knows."""
        return self.hasher.hash(secrets.token_hex())


def _normal(password: str) -> bytes:
    """Return a password in a normal form that does not depend on the keyboard (Unicode NFKC)."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")


def get_account(connection: Connection, account: int) -> Account:
    """Return an account by its number; raise NotFound if it is unknown or closed."""
    row = connection.execute(select(Accounts.__table__).where(Accounts.id == account)).one_or_none()
    if row is None or row.password == CLOSED:
        raise NotFound(f"there is no account {account}")
    return _account(row)


def _add(
    connection: Connection, name: str, hashed: str | None, is_bot: bool, owner: int | None = None
) -> Account:
    moment = now()
    new = {
        **(_named(name) if hashed is not None or is_bot else {"name": name, "key": key_of(name)}),
        "password": hashed,
        "is_bot": is_bot,
        "created": moment,
        "seen": moment,
        "owner": owner,
    }
    try:
        made = connection.execute(insert(Accounts).values(new).returning(Accounts.id))
    except IntegrityError:
        raise _taken(name) from None
    return get_account(connection, made.scalar_one())


def _rename_in_games(connection: Connection, account: int, name: str) -> None:
    for seated, shown in (
        (Games.first_account, Games.first_name),
        (Games.second_account, Games.second_name),
    ):
        # In a shared game the other seat is also of this account, and keeps its name.
        is_one = Games.first_account.is_distinct_from(Games.second_account) | (shown != FRIEND)
        connection.execute(update(Games).where(seated == account, is_one).values({shown: name}))


def _account(row: Row[Any]) -> Account:
    is_guest = row.password is None and not row.is_bot
    shown = row.appearance or ""
    return Account(row.id, row.name, is_guest, row.is_bot, row.created, row.seen, row.owner, shown)


def _named(name: str) -> dict[str, str]:
    """Return the columns of a name chosen by a person."""
    return {"name": name, "key": key_of(name), "skeleton": skeleton(name)}


def _taken(name: str) -> NameTaken:
    return NameTaken(f"the name {name!r} is taken, or looks like one that is")
