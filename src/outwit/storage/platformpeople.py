"""People of learning platforms and their accounts; launches that were used."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from outwit.errors import NameTaken, NotAllowed, NotFound, StorageFault, UsageError
from outwit.storage.accounts import CLOSED, OUTSIDE, Account, AccountStore
from outwit.storage.platforms import check_id
from outwit.storage.platformtables import PlatformNonces, PlatformPeople
from outwit.storage.tables import Accounts, now

# A nonce is remembered for longer than the launch that carries it is valid.
REMEMBERED = timedelta(days=1)
# Letters of a name that is made from the name on the platform; a number may follow.
LONGEST_BASE = 16
# Numbers tried after a name that is taken, before random ones.
MOST_NUMBERED = 20


class PersonStore:
    """The accounts of people of platforms.

    A person gets an account of their own: no name or e-mail address leads to one that is there.
    """

    def __init__(self, accounts: AccountStore) -> None:
        self.accounts = accounts
        self.database = accounts.database

    def use(self, nonce: str) -> None:
        """Remember the nonce of a launch; raise NotAllowed if it was used before."""
        moment = now()
        hashed = hashlib.sha256(nonce.encode(errors="replace")).hexdigest()
        with self.database.session() as connection:
            connection.execute(delete(PlatformNonces).where(PlatformNonces.until < moment))
            try:
                new = {"nonce": hashed, "until": moment + REMEMBERED}
                connection.execute(insert(PlatformNonces).values(new))
            except IntegrityError:
                again = "open the activity on the learning platform again"
                raise NotAllowed(f"this launch was used before: {again}") from None

    def find(self, platform: str, subject: str) -> Account | None:
        """Return the account of a person, None if there is none or it was closed."""
        own = (PlatformPeople.platform == platform) & (PlatformPeople.subject == subject)
        with self.database.reading() as connection:
            number = connection.scalar(select(PlatformPeople.account).where(own))
        if number is None:
            return None
        try:
            return self.accounts.get(number)
        except NotFound:
            return None

    def enter(self, platform: str, subject: str, name: str) -> Account:
        """Return the account of a person, made now if there is none."""
        found = self.find(platform, check_id(subject))
        if found is not None:
            return found
        made = self._make(name)
        own = (PlatformPeople.platform == platform) & (PlatformPeople.subject == subject)
        with self.database.session() as connection:
            others = select(PlatformPeople.account, Accounts.password).join(
                Accounts, Accounts.id == PlatformPeople.account
            )
            row = connection.execute(others.where(own)).one_or_none()
            if row is not None and row.password != CLOSED:
                # The same person came twice at once, and the other launch was quicker.
                connection.execute(delete(Accounts).where(Accounts.id == made.id))
                return self.accounts.get(row.account)
            connection.execute(delete(PlatformPeople).where(own))
            new = {"platform": platform, "subject": subject, "account": made.id}
            connection.execute(insert(PlatformPeople).values(new))
        return made

    def is_outside(self, account: int) -> bool:
        """Tell whether an account was made for a person of a platform, and has no password."""
        found = select(Accounts.password).where(Accounts.id == account)
        with self.database.reading() as connection:
            return connection.scalar(found) == OUTSIDE

    def move(self, platform: str, old: int, new: int) -> None:
        """Let a person use another account from now on, which they have signed in to."""
        own = (PlatformPeople.platform == platform) & (PlatformPeople.account == old)
        with self.database.session() as connection:
            connection.execute(update(PlatformPeople).where(own).values(account=new))

    def accounts_of(self, platform: str) -> dict[str, int]:
        """Return the accounts of the people of a platform by subject."""
        found = select(PlatformPeople.subject, PlatformPeople.account)
        with self.database.reading() as connection:
            rows = connection.execute(found.where(PlatformPeople.platform == platform))
            return {row.subject: row.account for row in rows}

    def _make(self, name: str) -> Account:
        for each in names_like(name):
            try:
                return self.accounts.admit(each)
            except (NameTaken, UsageError):
                continue
        raise StorageFault("no name for a new account could be found")


def names_like(name: str) -> Iterator[str]:
    """Yield names of accounts for a person's name, most like it first.

    >>> [each for each, _ in zip(names_like("Zoë van  Dijk"), range(3))]
    ['Zoe-van-Dijk', 'Zoe-van-Dijk-2', 'Zoe-van-Dijk-3']
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    base = "-".join(re.findall("[A-Za-z0-9_]+", plain))[:LONGEST_BASE].strip("-")
    if base:
        yield base
        yield from (f"{base}-{number}" for number in range(2, MOST_NUMBERED))
        yield from (f"{base[:11]}-{secrets.randbelow(10**8):08}" for _ in range(20))
    yield from (f"student-{secrets.randbelow(10**8):08}" for _ in range(20))
