"""The limits of a search: time, depth, nodes and first moves."""

from __future__ import annotations

from outwit.core.argument import of_type, real, whole
from outwit.core.value import Value
from outwit.errors import UsageError

DEEPEST = 100
# Largest value of each limit: longer than any use, and less than the search can count to.
MOST: dict[str, float | int] = {"time": 1e8, "clock": 1e8, "depth": 10**9, "nodes": 10**18}
MOST_THREADS = 256


class Limits(Value):
    """Limits of a search. The limit that is reached first ends it; without any, it takes a second.

    Args:
        time: Seconds for this move.
        clock: Seconds that the player has left for the game.
        increment: Seconds that the player gets for each move.
        depth: Deepest search, in moves.
        nodes: Most positions searched.
        moves: The only first moves to search. Default: all legal moves.
        lines: The number of best lines wanted, each with another first move.

    >>> limits = Limits(depth=6)
    >>> limits.check() == limits, limits.is_open, Limits().is_open
    (True, False, True)
    """

    time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    moves: tuple[str, ...] = ()
    lines: int = 1

    def check(self) -> Limits:
        """Return these limits.

        Raises:
            UsageError: A limit makes no sense; the message names it.
        """
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
        real("increment", self.increment, 0, MOST["time"])
        whole("lines", self.lines, 1)
        of_type("moves", self.moves, tuple, "a tuple of moves")
        return self

    @property
    def is_open(self) -> bool:
        """Tell whether there is no limit of time, clock, depth or nodes."""
        return (self.time, self.clock, self.depth, self.nodes) == (None, None, None, None)
