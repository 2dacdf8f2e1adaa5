"""Search on many boards at once: some of the moves at each ply, those that look best."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from outwit.core.value import Value

if TYPE_CHECKING:
    from outwit.research.training.boards.arrays import Array
    from outwit.research.training.boards.kernel import Expansion, Kernel
    from outwit.research.training.boards.tables import Tables

# In outputs of the network: a move that looks so much worse than the best is not searched.
HOPELESS = 2.5
# Values of first moves are exact down to so much below the best; what is below that is less.
EXACT = 0.3


class Plan(Value):
    """How far to look: so many moves at each ply, and then all of them one ply more.

    ``futility`` is in outputs of the network: below the first move, one that looks so much worse
    for each ply left than what is sure already is not searched.
    """

    widths: tuple[int, ...]
    futility: float = inf
    hopeless: float = HOPELESS
    exact: float = EXACT

    def after_a_move(self) -> Plan:
        """Return the plan for a ply less."""
        return self.replace(widths=self.widths[1:])


class Search:
    """Searches boards with a network."""

    def __init__(self, kernel: Kernel, tables: Tables) -> None:
        self.kernel = kernel
        self.tables = tables

    def first_moves(self, boards: Array, plan: Plan, chance: int = 0) -> Expansion:
        """Search the first moves of each board; of those that are not, the value is NO_VALUE."""
        return self.kernel.search(self.tables, boards, plan, chance=chance)

    def values(self, boards: Array, plan: Plan) -> Array:
        """Return the values of boards for the side to move."""
        if not plan.widths:
            return self.kernel.expand(self.tables, boards).best
        return self.first_moves(boards, plan).best
