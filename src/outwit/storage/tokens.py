"""Tokens: secrets with which a program acts for an account."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement, insert, or_, select, update

from outwit.core.value import Value
from outwit.errors import NotAllowed, UsageError
from outwit.storage.counting import count, lock_account
from outwit.storage.database import Database
from outwit.storage.sanctions import closed_accounts
from outwit.storage.tables import Accounts, Tokens, now

# Makes a leaked token recognisable in a log or a repository.
PREFIX = "outwit_"
LONGEST_NAME = 60
NOTED = timedelta(minutes=1)


class Token(Value):
    """A token without its secret."""

    id: int
    account: int
    name: str
    created: datetime
    used: datetime | None
    revoked: datetime | None


class TokenStore:
    """The tokens of a database; secrets are kept as SHA-256 only."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, account: int, name: str, most: int | None = None) -> str:
        """Create a token and return its secret, which cannot be read again.

        Raise NotAllowed if the account has ``most`` valid tokens already.
        """
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME:
            raise UsageError(f"the name of a token has 1 to {LONGEST_NAME} characters")
        # The secret has 256 random bits and cannot be guessed: a fast hash is enough.
        secret = PREFIX + secrets.token_urlsafe(32)
        new = {"hash": _hash(secret), "account": account, "name": name, "created": now()}
        with self.database.session() as connection:
            lock_account(connection, account)
            valid = (Tokens.account == account) & Tokens.revoked.is_(None)
            if most is not None and count(connection, valid) >= most:
                raise NotAllowed(f"a bot has at most {most} tokens: revoke one first")
            connection.execute(insert(Tokens).values(new))
        return secret

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; None if it is unknown, revoked, or of a closed account.

        The time of use is stored only now and then: each write waits for the disk.
        """
        good = (Tokens.hash == _hash(secret)) & _is_valid()
        with self.database.reading() as connection:
            row = connection.execute(select(*COLUMNS).where(good)).one_or_none()
        if row is None:
            return None
        token, moment = Token(*row), now()
        if token.used is not None and moment - token.used < NOTED:
            return token
        with self.database.session() as connection:
            used = connection.execute(update(Tokens).where(good).values(used=moment)).rowcount
        return token.replace(used=moment) if used else None

    def still_valid(self, numbers: Collection[int]) -> set[int]:
        """Return the tokens among ``numbers`` that are valid."""
        if not numbers:
            return set()
        found = select(Tokens.id).where(Tokens.id.in_(numbers), _is_valid())
        with self.database.reading() as connection:
            return set(connection.scalars(found))

    def revoke(self, account: int, token: int) -> bool:
        """Revoke a token of an account; return False if it was revoked already."""
        own = (Tokens.id == token) & (Tokens.account == account) & Tokens.revoked.is_(None)
        with self.database.session() as connection:
            revoked = connection.execute(update(Tokens).where(own).values(revoked=now()))
            return revoked.rowcount == 1

    def list(self, account: int) -> tuple[Token, ...]:
        """Return all tokens of an account, including revoked ones, the oldest first."""
        found = select(*COLUMNS).where(Tokens.account == account).order_by(Tokens.id)
        with self.database.reading() as connection:
            return tuple(Token(*row) for row in connection.execute(found))


COLUMNS = tuple(getattr(Tokens, name) for name in Token.fields)


def _is_valid() -> ColumnElement[bool]:
    """Return the condition that a token works; it rests while its account or owner is closed."""
    closed = closed_accounts()
    resting = select(Accounts.id).where(or_(Accounts.id.in_(closed), Accounts.owner.in_(closed)))
    return Tokens.revoked.is_(None) & Tokens.account.not_in(resting)


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()
