"""New passwords for those who forgot theirs: by a link, or by a code kept on paper."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sqlalchemy import Connection, delete, func, insert, select, update

from outwit.errors import NotAllowed, NotFound
from outwit.storage.accounts import CLOSED, Account, AccountStore, get_account
from outwit.storage.contacttables import Emails, RecoveryCodes
from outwit.storage.links import EXPIRED, RESET, LinkStore, end_links, take_link
from outwit.storage.tables import Accounts, now

# Codes that an account gets at a time. A code has 80 random bits: a fast hash is enough.
CODES, LETTERS, GROUP = 10, 16, 4
# Without letters that look like digits.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
WRONG_CODE = "the name or the code is wrong, or the code was used before"


class RecoveryStore:
    """Sets new passwords without the old one. Call methods that take a password in a thread."""

    def __init__(self, accounts: AccountStore) -> None:
        self.accounts = accounts
        self.database = accounts.database
        self.links = LinkStore(self.database)

    def make_codes(self, account: int) -> tuple[str, ...]:
        """Return new codes, which cannot be read again; earlier ones become invalid."""
        codes = tuple(_new_code() for _ in range(CODES))
        rows = [{"account": account, "hash": _hash(code)} for code in codes]
        with self.database.session() as connection:
            own = select(Accounts.password).where(Accounts.id == account)
            if connection.execute(own).scalar_one_or_none() in (None, CLOSED):
                raise NotFound("a guest has no password to recover: create an account first")
            connection.execute(delete(RecoveryCodes).where(RecoveryCodes.account == account))
            connection.execute(insert(RecoveryCodes), rows)
        return codes

    def codes_left(self, account: int) -> int:
        """Return how many codes of an account are not used yet."""
        left = (RecoveryCodes.account == account) & RecoveryCodes.used.is_(None)
        with self.database.reading() as connection:
            return int(connection.execute(select(func.count()).where(left)).scalar_one())

    def by_link(self, secret: str, password: str) -> Account:
        """Set the password of a link's account, which uses up the link.

        Raise NotAllowed for an invalid link, UsageError for an invalid password: the link stays.
        """
        account = self.links.account(RESET, secret)
        hashed = self._hashed(account, password)
        with self.database.session() as connection:
            link = take_link(connection, RESET, secret)
            mine = select(Emails.address).where(Emails.account == account)
            if connection.execute(mine).scalar_one_or_none() != link.address:
                raise NotAllowed(EXPIRED)
            return self._set(connection, account, hashed)

    def by_code(self, name: str, code: str, password: str) -> Account:
        """Set the password of an account, which uses up the code.

        Raise NotAllowed for a wrong name or code, UsageError for an invalid password.
        """
        found = self.accounts.find(name)
        account = -1 if found is None else found.id
        right = (RecoveryCodes.account == account) & (RecoveryCodes.hash == _hash(code))
        unused = right & RecoveryCodes.used.is_(None)
        with self.database.reading() as connection:
            if connection.execute(select(RecoveryCodes.hash).where(unused)).first() is None:
                raise NotAllowed(WRONG_CODE)
        hashed = self._hashed(account, password)
        with self.database.session() as connection:
            used = update(RecoveryCodes).where(unused).values(used=now())
            if not connection.execute(used).rowcount:
                raise NotAllowed(WRONG_CODE)
            return self._set(connection, account, hashed)

    def _hashed(self, account: int, password: str) -> str:
        """Hash a new password, outside a transaction: it takes 0.1 s."""
        return self.accounts.new_hash(self.accounts.get(account).name, password)

    def _set(self, connection: Connection, account: int, hashed: str) -> Account:
        own = update(Accounts).where(Accounts.id == account, Accounts.password != CLOSED)
        connection.execute(own.values(password=hashed, seen=now()))
        end_links(connection, RESET, account)
        return get_account(connection, account)


def _new_code() -> str:
    text = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
    return "-".join(text[at : at + GROUP] for at in range(0, LETTERS, GROUP))


def _hash(code: str) -> str:
    """Return the hash of a code as it was typed: case, spaces and hyphens do not matter."""
    plain = "".join(each for each in code.lower() if each.isalnum())
    return sha256(plain.encode(errors="surrogatepass")).hexdigest()
