"""Search on many boards at once, by alpha-beta."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from outwit.core.value import Value

if TYPE_CHECKING:
    from outwit.research.training.boards.arrays import Array
    from outwit.research.training.boards.kernel import Expansion, Kernel
    from outwit.research.training.boards.tables import Tables

# Lines have so many plies at most; so many first moves are told at most.
MOST_PLIES, LISTED = 20, 32


class Plan(Value):
    """How far to search.

    A board is searched deeper and deeper, until ``nodes`` positions have been looked at or
    ``depth`` is reached. ``futility`` is in outputs of the network: near the horizon, what looks so
    much better or worse than is asked, for each ply left, is not searched. Late moves are searched
    less deep if the plan ``reduces``. So many positions, ``entries``, are remembered: a power of
    two, or 0. The best move and ``kept`` moves in all are told.
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
        """Search each board. The best move comes first; others are worth what is told, or less."""
        return self.kernel.search(self.tables, boards, plan, chance=chance)

    def values(self, boards: Array, plan: Plan) -> Array:
        """Return the values of boards for the side to move."""
        return self.first_moves(boards, plan).best
