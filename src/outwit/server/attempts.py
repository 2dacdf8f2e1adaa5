"""Bounds how often something secret may be guessed."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from outwit.errors import NotAllowed

# Of so many who guessed we remember when; those who guessed longest ago are forgotten first.
MOST_KNOWN = 10_000


class Attempts:
    """Counts wrong guesses by whoever makes them: at most ``most`` in ``seconds``."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def check(self, who: str) -> None:
        """Raise NotAllowed if somebody has guessed wrong too often."""
        if len(self._recent(who)) >= self.most:
            raise NotAllowed("too many wrong codes: wait an hour, and ask your teacher for it")

    def note(self, who: str) -> None:
        """Note a wrong guess."""
        self._wrong[who] = [*self._recent(who), self.clock()][-self.most :]
        self._wrong.move_to_end(who)
        while len(self._wrong) > MOST_KNOWN:
            self._wrong.popitem(last=False)

    def _recent(self, who: str) -> list[float]:
        since = self.clock() - self.seconds
        return [moment for moment in self._wrong.get(who, ()) if moment > since]
