"""The settings of a book: all numbers that its content depends on."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError


class Growth(Value):
    """The settings of a book.

    Each position is searched for its best ``width`` moves with ``nodes`` nodes in all. A ply costs
    ``ply_cost`` hundredths; a higher cost makes a broader book with shorter lines. ``batch``
    positions are chosen at a time, and searched in parallel if there are several processes.
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
