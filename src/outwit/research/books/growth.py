"""How a book grows: all numbers that decide what comes out."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError


class Growth(Value):
    """How a book grows: each position is searched for ``width`` moves with ``nodes`` in all.

    A ply costs ``ply_cost`` hundredths: the more, the broader the book and the shorter its lines.
    So many positions as ``batch`` says are chosen at a time, in parallel if there are processes.
    """

    game: str
    nodes: int = 400_000
    width: int = 4
    ply_cost: int = 10
    batch: int = 8

    def check(self) -> Growth:
        """Return this; raise UsageError, naming it, if a number makes no sense."""
        least = {"nodes": 1, "width": 1, "ply_cost": 0, "batch": 1}
        for name, low in least.items():
            if getattr(self, name) < low:
                raise UsageError(f"{name}: {getattr(self, name)} is less than {low}")
        return self

    @property
    def facts(self) -> dict[str, object]:
        """Return all numbers by name, the usual ones included."""
        return {name: getattr(self, name) for name in self.fields}
