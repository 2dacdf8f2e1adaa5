"""Checks that the database can be written: with a full disk, reading still works."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from outwit.storage.database import Database
from outwit.storage.tables import Keys, now

# Least seconds between two writes, however often ``check`` is called.
SECONDS = 5.0
NAME = "heartbeat"


class Heartbeat:
    """A row that is written at most every ``SECONDS``."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self._clock = clock
        self._last = -SECONDS

    def check(self) -> None:
        """Write the row unless it was written within ``SECONDS``; raise StorageFault."""
        moment = self._clock()
        if moment - self._last < SECONDS:
            self.database.ping()
            return
        with self.database.session() as connection:
            # A new value each time: an unchanged row would not be written.
            value = now().isoformat()
            own = update(Keys).where(Keys.name == NAME).values(value=value)
            if not connection.execute(own).rowcount:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(Keys).values(name=NAME, value=value))
                except IntegrityError:
                    pass  # another process was quicker
        self._last = moment
