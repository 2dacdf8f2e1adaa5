"""Search on many boards at once: some of the moves at each ply, those that look best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.core.value import Value
from outwit.research.training.boards.kernel import NO_MOVE
from outwit.research.training.pytorch import load_torch

if TYPE_CHECKING:
    from outwit.research.training.boards.arrays import Array
    from outwit.research.training.boards.kernel import Kernel
    from outwit.research.training.boards.tables import Tables

# In outputs of the network: a move that looks so much worse than the best is not searched.
HOPELESS = 2.5
# Below all values: of a move that is not searched.
NOT_SEARCHED = -50.0
# So many boards are searched at a time.
AT_A_TIME = 1 << 21


class Search(Value):
    """What a search found on each board.

    ``best`` is the value for the side to move; ``moves`` and ``values`` have the moves that were
    searched, NOT_SEARCHED standing for the others. The boards after them are ``children``, whose
    values for their own side to move are ``child_values``; ``parents`` says whose they are.
    """

    best: Array
    moves: Array
    values: Array
    parents: Array
    children: Array
    child_values: Array
    random_moves: Array
    is_running: Array


class Beam:
    """Searches with a network; the last ply looks at all moves."""

    def __init__(self, kernel: Kernel, tables: Tables) -> None:
        self.torch = load_torch()
        self.kernel = kernel
        self.tables = tables

    def search(self, boards: Array, widths: tuple[int, ...], chance: int = 0) -> Search:
        """Search one ply more than there are widths, each so many moves wide."""
        found = self.kernel.expand(self.tables, boards, widths[0], chance=chance)
        is_searched = found.moves != NO_MOVE
        is_searched &= found.values > found.values[:, :1] - HOPELESS
        parents = is_searched.nonzero()[:, 0]
        children = self.kernel.play(boards[parents], found.moves[is_searched])
        child_values = self.values(children, widths[1:])
        values = self.torch.full_like(found.values, NOT_SEARCHED)
        values[is_searched] = -child_values
        is_running = found.counts > 0
        best = self.torch.where(is_running, values.amax(1), found.best)
        return Search(
            best,
            found.moves,
            values,
            parents,
            children,
            child_values,
            found.random_moves,
            is_running,
        )

    def values(self, boards: Array, widths: tuple[int, ...]) -> Array:
        """Return the values of boards for the side to move, by such a search."""
        if len(boards) > AT_A_TIME:
            parts = boards.split(AT_A_TIME)
            return self.torch.cat([self.values(part, widths) for part in parts])
        if not widths:
            return self.kernel.expand(self.tables, boards).best
        return self.search(boards, widths).best
