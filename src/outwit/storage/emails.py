"""E-mail addresses of accounts: optional, and confirmed by a link."""

from __future__ import annotations

import re
import unicodedata

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, TooMany, UsageError
from outwit.storage.accounts import CLOSED
from outwit.storage.contacttables import ADDRESS_LENGTH, Emails
from outwit.storage.counting import lock_account
from outwit.storage.database import Database
from outwit.storage.links import CONFIRM, MOST_LETTERS, RESET, count_letters, take_link
from outwit.storage.names import key_of
from outwit.storage.outgoing import LETTER, add_outgoing
from outwit.storage.tables import Accounts

# A local part of plain characters, and a host name with a dot. Stricter than RFC 5322, so that an
# address needs no quoting in a header.
FORM = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@"
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?"
)
# Most accounts that share an address.
MOST_ACCOUNTS = 5


class Email(Value):
    """The addresses of an account: the confirmed one, and the one that waits for its link."""

    address: str | None = None
    wanted: str | None = None


class EmailStore:
    """The e-mail addresses of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, account: int) -> Email:
        """Return the addresses of an account."""
        with self.database.reading() as connection:
            return _email(connection, account)

    def want(self, account: int, text: str) -> str:
        """Store a new address, and send a link to it; the confirmed one stays until then.

        Return the address; raise UsageError for an invalid one, TooMany if it got many links.
        """
        address = read_address(text)
        with self.database.session() as connection:
            lock_account(connection, account)
            if count_letters(connection, address) >= MOST_LETTERS:
                raise TooMany("this address got several letters: try again in an hour", wait=3600)
            if _sharing(connection, address) >= MOST_ACCOUNTS:
                raise UsageError(f"an address serves at most {MOST_ACCOUNTS} accounts")
            _set(connection, account, wanted=address)
            letter = {"letter": CONFIRM, "account": account, "address": address}
            add_outgoing(connection, LETTER, letter, key=f"{CONFIRM} {account}")
        return address

    def confirm(self, secret: str) -> int:
        """Confirm the address of a link, and return its account; raise NotAllowed for no link."""
        with self.database.session() as connection:
            link = take_link(connection, CONFIRM, secret)
            if _email(connection, link.account).wanted != link.address:
                raise NotAllowed("this address is not wanted any more")
            _set(connection, link.account, address=link.address, wanted=None)
            return link.account

    def remove(self, account: int) -> None:
        """Remove the addresses of an account."""
        with self.database.session() as connection:
            _set(connection, account, address=None, wanted=None)

    def ask_reset(self, typed: str) -> None:
        """Send links for a new password to the confirmed address that a name or address has.

        All that depends on whether it exists happens later, when the letters are written.
        """
        with self.database.session() as connection:
            typed = typed.strip()[:ADDRESS_LENGTH]
            add_outgoing(connection, LETTER, {"typed": typed})

    def queue_resets(self, typed: str) -> None:
        """Send a link for each account that has a name, or a confirmed address."""
        try:
            is_typed = func.lower(Emails.address) == read_address(typed).lower()
        except UsageError:
            is_typed = Accounts.key == key_of(typed)
        found = (
            select(Accounts.id, Emails.address)
            .join(Emails, Emails.account == Accounts.id)
            .where(is_typed, Emails.address.is_not(None), Accounts.password.is_not(None))
            .where(Accounts.password != CLOSED)
            .order_by(Accounts.id)
            .limit(MOST_ACCOUNTS)
        )
        with self.database.session() as connection:
            for row in connection.execute(found).all():
                letter = {"letter": RESET, "account": row.id, "address": row.address}
                add_outgoing(connection, LETTER, letter, key=f"{RESET} {row.id}")


def read_address(text: str) -> str:
    """Return an address with its host in small letters; raise UsageError for an invalid one.

    >>> read_address(" Ada@Example.ORG ")
    'Ada@example.org'
    """
    local, at, host = unicodedata.normalize("NFKC", text).strip().rpartition("@")
    address = f"{local}{at}{host.lower()}"
    if len(address) > ADDRESS_LENGTH or not FORM.fullmatch(address) or ".." in address:
        raise UsageError(f"{text.strip()[:60]!r} is not an e-mail address such as ada@example.org")
    return address


def _email(connection: Connection, account: int) -> Email:
    found = select(Emails.address, Emails.wanted).where(Emails.account == account)
    row = connection.execute(found).one_or_none()
    return Email() if row is None else Email(row.address, row.wanted)


def _set(connection: Connection, account: int, **values: str | None) -> None:
    """Change the addresses of an account with a password; raise NotFound for any other."""
    has_password = Accounts.password.is_not(None) & (Accounts.password != CLOSED)
    known = select(Accounts.id).where(Accounts.id == account, has_password)
    if connection.execute(known).one_or_none() is None:
        raise NotFound("a guest has no e-mail address: create an account first")
    if not connection.execute(
        update(Emails).where(Emails.account == account).values(values)
    ).rowcount:
        try:
            with connection.begin_nested():
                connection.execute(insert(Emails).values(account=account, **values))
        except IntegrityError:
            connection.execute(update(Emails).where(Emails.account == account).values(values))


def _sharing(connection: Connection, address: str) -> int:
    found = select(func.count()).where(Emails.address == address)
    return int(connection.execute(found).scalar_one())
