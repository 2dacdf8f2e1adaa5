"""Secret links that are sent by e-mail, each valid once and for a short time."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from outwit.core.value import Value
from outwit.errors import NotAllowed
from outwit.storage.contacttables import Links
from outwit.storage.database import Database
from outwit.storage.tables import now

# The purposes of links.
CONFIRM, RESET = "confirm", "reset"
LIFETIMES = {CONFIRM: timedelta(days=2), RESET: timedelta(hours=1)}
# Most links to one address within an hour.
MOST_LETTERS, PERIOD = 5, timedelta(hours=1)
EXPIRED = "this link is used up or too old: ask for a new one"


class Link(Value):
    """A link without its secret."""

    account: int
    address: str


class LinkStore:
    """The links of a database; secrets are kept as SHA-256 only."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def make(self, purpose: str, account: int, address: str) -> str | None:
        """Return the secret of a new link; None if the address has got enough for now."""
        # The secret has 256 random bits and cannot be guessed: a fast hash is enough.
        secret, moment = secrets.token_urlsafe(32), now()
        new = {"purpose": purpose, "account": account, "address": address, "created": moment}
        with self.database.session() as connection:
            connection.execute(
                delete(Links).where(Links.created < moment - max(LIFETIMES.values()))
            )
            if count_letters(connection, address) >= MOST_LETTERS:
                return None
            connection.execute(insert(Links).values(hash=_hash(secret), **new))
        return secret

    def account(self, purpose: str, secret: str) -> int:
        """Return the account of a link; raise NotAllowed if it cannot be used."""
        with self.database.reading() as connection:
            found = connection.scalar(select(Links.account).where(_valid(purpose, secret)))
        if found is None:
            raise NotAllowed(EXPIRED)
        return found


def take_link(connection: Connection, purpose: str, secret: str) -> Link:
    """Use a link up, and all others of its account and purpose; raise NotAllowed if it is none."""
    used = update(Links).where(_valid(purpose, secret)).values(used=now())
    row = connection.execute(used.returning(Links.account, Links.address)).one_or_none()
    if row is None:
        raise NotAllowed(EXPIRED)
    end_links(connection, purpose, row.account)
    return Link(row.account, row.address)


def end_links(connection: Connection, purpose: str, account: int) -> None:
    """Make all links of an account with a purpose invalid."""
    own = (Links.account == account) & (Links.purpose == purpose) & Links.used.is_(None)
    connection.execute(update(Links).where(own).values(used=now()))


def count_letters(connection: Connection, address: str) -> int:
    """Return how many links have been sent to an address within an hour."""
    lately = (Links.address == address) & (Links.created > now() - PERIOD)
    return int(connection.execute(select(func.count()).where(lately)).scalar_one())


def _valid(purpose: str, secret: str) -> ColumnElement[bool]:
    is_new = Links.created > now() - LIFETIMES[purpose]
    return (
        (Links.hash == _hash(secret)) & (Links.purpose == purpose) & Links.used.is_(None) & is_new
    )


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()
