"""Browsers that take Web Push."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from hashlib import sha256

from sqlalchemy import delete, insert, select

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.counting import lock_account
from outwit.storage.database import Database
from outwit.storage.noticetables import Subscriptions
from outwit.storage.tables import now

# Most characters of an address, and most browsers of an account: the oldest is forgotten.
LONGEST, MOST = 1_000, 10
# Bytes of a browser's public key, a point of P-256, and of its secret (RFC 8291).
KEY_BYTES, SECRET_BYTES = 65, 16


class Subscription(Value):
    """A browser: where to send, and its keys in base64url."""

    account: int
    endpoint: str
    key: str
    secret: str


class SubscriptionStore:
    """The subscriptions of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, new: Subscription) -> None:
        """Store a browser, also one that another account used; raise UsageError for wrong keys."""
        if size_of(new.key) != KEY_BYTES or size_of(new.secret) != SECRET_BYTES:
            raise UsageError("the keys of the browser are incomplete")
        if len(new.endpoint) > LONGEST:
            raise UsageError("the address of the browser is too long")
        number = hash_of(new.endpoint)
        values = {name: getattr(new, name) for name in Subscription.fields}
        with self.database.session() as connection:
            lock_account(connection, new.account)
            connection.execute(delete(Subscriptions).where(Subscriptions.hash == number))
            connection.execute(insert(Subscriptions).values(hash=number, created=now(), **values))
            own = select(Subscriptions.hash).where(Subscriptions.account == new.account)
            old = own.order_by(Subscriptions.created.desc(), Subscriptions.hash).offset(MOST)
            gone = connection.scalars(old.limit(MOST)).all()
            connection.execute(delete(Subscriptions).where(Subscriptions.hash.in_(gone)))

    def get(self, number: str) -> Subscription | None:
        """Return a browser by the hash of its address."""
        columns = [getattr(Subscriptions, name) for name in Subscription.fields]
        found = select(*columns).where(Subscriptions.hash == number)
        with self.database.reading() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else Subscription(*row)

    def count(self, account: int) -> int:
        """Return how many browsers of an account there are."""
        own = select(Subscriptions.hash).where(Subscriptions.account == account)
        with self.database.reading() as connection:
            return len(connection.scalars(own).all())

    def remove(self, endpoint: str, account: int | None = None) -> None:
        """Forget a browser, if it is the account's where one is given."""
        own = Subscriptions.hash == hash_of(endpoint)
        if account is not None:
            own &= Subscriptions.account == account
        with self.database.session() as connection:
            connection.execute(delete(Subscriptions).where(own))


def hash_of(endpoint: str) -> str:
    """Return the name of a subscription."""
    return sha256(endpoint.encode(errors="replace")).hexdigest()


def size_of(text: str) -> int:
    """Return the number of bytes that base64url text means, 0 for other text.

    >>> size_of("AAAA"), size_of("AA"), size_of("?")
    (3, 1, 0)
    """
    try:
        return len(urlsafe_b64decode(text[:200] + "=" * (-len(text[:200]) % 4)))
    except (binascii.Error, ValueError):
        return 0
