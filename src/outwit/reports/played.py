"""The finished games of a tournament without their moves."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.arena.store import Store
from outwit.core.value import Value
from outwit.records.record import FIRST_WON, SECOND_WON


class Played(Value):
    """A finished game without its moves; players are numbers."""

    number: int
    round: int
    first: int
    second: int
    result: str
    termination: str
    plies: int
    fault_of: int | None = None

    @property
    def points(self) -> float:
        """Return the points of the first player."""
        return {FIRST_WON: 1.0, SECOND_WON: 0.0}.get(self.result, 0.5)

    def gap(self, elos: Sequence[float]) -> float:
        """Return by how much the first player is rated higher; ``elos`` are by player."""
        return elos[self.first] - elos[self.second]

    def surprise(self, elos: Sequence[float]) -> float:
        """Return by how much the winner is rated lower; below 0 if higher, 0 for a draw.

        >>> Played(0, 0, 0, 1, "0-1", "resigned", 30).surprise([100.0, 40.0])
        60.0
        """
        return self.gap(elos) * (1 - 2 * self.points)


def played_in(store: Store) -> list[Played]:
    """Return the finished games of a tournament's file, in order."""
    return [Played(*row[:4], *row[5:]) for row in store.rows()]
