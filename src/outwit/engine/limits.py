"""How long, how deep and where to search."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError

DEEPEST = 100


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
        for name in ("time", "clock", "depth", "nodes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise UsageError(f"{name}: {value} is not greater than 0")
        if self.increment < 0:
            raise UsageError(f"increment: {self.increment} is less than 0")
        if self.lines < 1:
            raise UsageError(f"lines: {self.lines} is less than 1")
        return self

    @property
    def is_open(self) -> bool:
        """Tell whether nothing at all limits the search."""
        return (self.time, self.clock, self.depth, self.nodes) == (None, None, None, None)
