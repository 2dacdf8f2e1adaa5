"""Search on many boards at once, by alpha-beta."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from outwit.core.value import Value

if TYPE_CHECKING:
    from outwit.environments.device.arrays import Array
    from training.networks.boards.kernel import Expansion, Kernel
    from training.networks.boards.tables import Tables

# Most plies of a line, and most first moves that a search returns.
MOST_PLIES, LISTED = 20, 32


class Plan(Value):
    """The limits of a search.

    Iterative deepening ends after ``nodes`` positions or at ``depth``. ``futility``, in outputs of
    the network, is the margin per remaining ply: near the horizon, positions further from the
    window are pruned. ``reduces`` turns on late move reductions. ``entries`` is the size of the
    hash table, a power of two, or 0. The search returns ``kept`` moves, the best one first.
    """

    nodes: int
    depth: int = MOST_PLIES
    futility: float = inf
    reduces: bool = True
    entries: int = 2_048
    kept: int = 8


class Search:
    """Searches boards with a network."""

    def __init__(self, kernel: Kernel, tables: Tables) -> None:
        self.kernel = kernel
        self.tables = tables

    def first_moves(self, boards: Array, plan: Plan, chance: int = 0) -> Expansion:
        """Search each board. The best move comes first; the other values are upper bounds."""
        return self.kernel.search(self.tables, boards, plan, chance=chance)

    def values(self, boards: Array, plan: Plan) -> Array:
        """Return the values of boards for the side to move."""
        return self.first_moves(boards, plan).best
