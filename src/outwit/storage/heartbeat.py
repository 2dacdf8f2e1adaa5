"""Whether the database can be written: a full disk still lets everybody read."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from outwit.storage.database import Database
from outwit.storage.tables import Keys, now

# Nobody makes us write more often, however often they ask.
SECONDS = 5.0
NAME = "heartbeat"


class Heartbeat:
    """A row that is written now and then."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self._clock = clock
        self._last = -SECONDS

    def check(self) -> None:
        """Write the row, unless that was done within a few seconds; raise StorageFault."""
        moment = self._clock()
        if moment - self._last < SECONDS:
            self.database.ping()
            return
        with self.database.session() as connection:
            # Another value each time: what stays the same would not be written.
            value = now().isoformat()
            own = update(Keys).where(Keys.name == NAME).values(value=value)
            if not connection.execute(own).rowcount:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(Keys).values(name=NAME, value=value))
                except IntegrityError:
                    pass  # another process was quicker
        self._last = moment
