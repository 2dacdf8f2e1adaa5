"""How long, how deep and where to search."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError

DEEPEST = 100
# More than anybody can wait for, and less than the search can count to.
MOST: dict[str, float | int] = {"time": 1e8, "clock": 1e8, "depth": 10**9, "nodes": 10**18}
MOST_THREADS = 256


class Limits(Value):
    """Whichever limit is reached first ends a search; without any, a second does.

    ``time`` is for this move alone; ``clock`` and ``increment`` are what a player has left for the
    game and gets per move. ``moves`` restricts the search to these first moves; ``lines`` asks for
    the best line of that many different first moves.
    """

    time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    moves: tuple[str, ...] = ()
    lines: int = 1

    def check(self) -> Limits:
        """Return these limits; raise UsageError, naming it, if one of them makes no sense."""
        for name, most in MOST.items():
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, type(most) | int):
                raise UsageError(f"{name}: {str(value)[:40]!r} is not a number")
            if not value > 0:
                raise UsageError(f"{name}: {value} is not greater than 0")
            if value > most:
                raise UsageError(f"{name}: {str(value)[:40]} is more than {most:g}")
        if not 0 <= self.increment <= MOST["time"]:
            raise UsageError(f"increment: {self.increment} is not from 0 to {MOST['time']:g}")
        if self.lines < 1:
            raise UsageError(f"lines: {self.lines} is less than 1")
        return self

    @property
    def is_open(self) -> bool:
        """Tell whether nothing at all limits the search."""
        return (self.time, self.clock, self.depth, self.nodes) == (None, None, None, None)
