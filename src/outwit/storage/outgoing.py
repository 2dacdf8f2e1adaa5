"""The queue of messages to be sent: it survives the end of a process, and sends nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.storage.contacttables import Outgoing
from outwit.storage.database import Database
from outwit.storage.tables import now

# The channels: a letter to an address, with a secret link; what is new, by e-mail; to a browser.
LETTER, DIGEST, BROWSER = "letter", "digest", "browser"
# Longest time that sending takes; later its process counts as dead.
LEASE = timedelta(minutes=5)
# Pauses after a failed try; after the last one the message is given up.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))


class Message(Value):
    """A message that a process sends."""

    id: int
    channel: str
    content: dict[str, Any]
    tries: int
    begun: datetime


class OutgoingStore:
    """The messages of a database that wait to be sent."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self.clock = clock

    def claim(self) -> Message | None:
        """Return the next message that is due, None if there is none.

        A process that ends while it sends may have sent its message: only letters are sent again.
        """
        moment = self.clock()
        is_left = Outgoing.begun < moment - LEASE
        free = (Outgoing.due <= moment) & or_(Outgoing.begun.is_(None), is_left)
        with self.database.reading() as connection:
            if connection.execute(select(Outgoing.id).where(free).limit(1)).first() is None:
                return None
        found = select(Outgoing.__table__).where(free).order_by(Outgoing.due, Outgoing.id).limit(1)
        with self.database.session() as connection:
            lost = is_left & (Outgoing.channel != LETTER)
            connection.execute(delete(Outgoing).where(lost))
            row = connection.execute(found.with_for_update(skip_locked=True)).one_or_none()
            if row is None:
                return None
            own = update(Outgoing).where(Outgoing.id == row.id)
            connection.execute(own.values(begun=moment, tries=row.tries + 1))
        return Message(row.id, row.channel, row.content, row.tries + 1, moment)

    def finish(self, message: Message) -> None:
        """Delete a message that has been sent, or that cannot be."""
        with self.database.session() as connection:
            connection.execute(delete(Outgoing).where(_held(message)))

    def postpone(self, message: Message, due: datetime) -> None:
        """Send a message later: it is not the time for it."""
        with self.database.session() as connection:
            own = update(Outgoing).where(_held(message))
            connection.execute(own.values(begun=None, due=due, tries=0))

    def release(self, message: Message) -> bool:
        """Try a message again later; return False if it was tried often enough and is given up."""
        if message.tries > len(PAUSES):
            self.finish(message)
            return False
        due = self.clock() + PAUSES[message.tries - 1]
        with self.database.session() as connection:
            own = update(Outgoing).where(_held(message))
            connection.execute(own.values(begun=None, due=due))
        return True

    def next_due(self) -> datetime | None:
        """Return when the next message is due, None without one."""
        waiting = select(Outgoing.due).where(Outgoing.begun.is_(None)).order_by(Outgoing.due)
        with self.database.reading() as connection:
            return connection.execute(waiting.limit(1)).scalar_one_or_none()


def add_outgoing(
    connection: Connection,
    channel: str,
    content: dict[str, Any],
    due: datetime | None = None,
    key: str | None = None,
) -> None:
    """Add a message; it replaces one that waits with its key; a given ``due`` does not."""
    moment = now()
    new = {"channel": channel, "content": content, "created": moment, "tries": 0, "key": key}
    try:
        with connection.begin_nested():
            connection.execute(insert(Outgoing).values(due=due or moment, **new))
    except IntegrityError:
        own = update(Outgoing).where(Outgoing.key == key, Outgoing.begun.is_(None))
        connection.execute(own.values({"content": content} | ({} if due else {"due": moment})))


def _held(message: Message) -> ColumnElement[bool]:
    return (Outgoing.id == message.id) & (Outgoing.begun == message.begun)
