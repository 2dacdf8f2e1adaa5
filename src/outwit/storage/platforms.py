"""Learning platforms that may open assignments of this portal (LTI 1.3)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.errors import NotFound, UsageError
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id
from outwit.storage.names import read_title
from outwit.storage.platformtables import LONGEST_ID, Platforms
from outwit.storage.tables import now


class NewPlatform(Value):
    """A platform to be stored, with its addresses as the platform shows them.

    ``deployments`` are the ids of the courses or schools that have installed the portal.
    ``services`` are origins, beside those of the addresses, at which its services answer. With
    ``inside`` the addresses may be within the operator's own network.
    """

    name: str
    issuer: str
    client_id: str
    deployments: tuple[str, ...]
    login_url: str
    token_url: str
    keys_url: str
    services: tuple[str, ...] = ()
    inside: bool = False


class Platform(NewPlatform):
    """A stored platform."""

    id: str = ""
    created: datetime = datetime.min


class PlatformStore:
    """The platforms of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, new: NewPlatform) -> Platform:
        """Store a platform; raise UsageError for ids that cannot be, or a platform known here."""
        values = {field: getattr(new, field) for field in NewPlatform.fields}
        values |= {"name": read_title(new.name), "id": new_id(), "created": now()}
        if not new.deployments:
            raise UsageError("name at least one deployment of the platform")
        for each in (new.issuer, new.client_id, *new.deployments):
            check_id(each)
        values |= {field: list(values[field]) for field in ("deployments", "services")}
        with self.database.session() as connection:
            try:
                connection.execute(insert(Platforms).values(values))
            except IntegrityError:
                known = f"client {new.client_id} of {new.issuer} is known already"
                raise UsageError(f"{known}: remove it first, to change it") from None
        return self.get(values["id"])

    def get(self, key: str) -> Platform:
        """Return a platform."""
        if is_id(key):
            with self.database.reading() as connection:
                found = select(Platforms.__table__).where(Platforms.id == key)
                row = connection.execute(found).one_or_none()
            if row is not None:
                return _platform(row)
        raise NotFound(f"there is no learning platform {key[:40]!r}")

    def all(self) -> tuple[Platform, ...]:
        """Return all platforms, the oldest first."""
        found = select(Platforms.__table__).order_by(Platforms.created, Platforms.id)
        with self.database.reading() as connection:
            return tuple(_platform(row) for row in connection.execute(found))

    def find(self, issuer: str, client_id: str = "") -> Platform:
        """Return the platform of an issuer; raise NotFound if there is none, or not one alone."""
        found = [
            each
            for each in self.all()
            if each.issuer == issuer and client_id in ("", each.client_id)
        ]
        if not found:
            raise NotFound("this portal does not know the learning platform: ask its operator")
        if len(found) > 1:
            raise NotFound("the learning platform must name its client id: ask its administrator")
        return found[0]

    def remove(self, key: str) -> None:
        """Forget a platform with its links and grades; the accounts of its people stay."""
        self.get(key)
        with self.database.session() as connection:
            connection.execute(delete(Platforms).where(Platforms.id == key))


def check_id(text: str) -> str:
    """Return an id that a platform gives; raise UsageError for one that cannot be."""
    if not 0 < len(text) <= LONGEST_ID or not text.isprintable():
        raise UsageError(f"an id of a learning platform has 1 to {LONGEST_ID} characters")
    return text


def _platform(row: Row[Any]) -> Platform:
    lists = {field: tuple(getattr(row, field)) for field in ("deployments", "services")}
    values = {field: getattr(row, field) for field in Platform.fields}
    return Platform(**{**values, **lists})
