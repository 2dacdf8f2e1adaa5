"""The positions of a growing book, and the choice of the position to search next.

The method is drop-out expansion. The cost of a line is the score its moves lose against the best
moves, summed over both sides, and a fixed cost for each ply. The cheapest line that ends in a
position not yet searched is searched next.
"""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.score import MOST_EVALUATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position


# Mark of the end of the game, in place of a position's.
ENDED = 0


class Edge(Value):
    """A move, its search score for the side that makes it, and the mark of the next position."""

    move: str
    score: int
    target: int


class Node(Value):
    """A position that was searched: its start, the line to it, and its best moves."""

    start: int
    line: tuple[str, ...]
    key: int
    # The same for all images of the position.
    mark: int
    edges: tuple[Edge, ...]

    @property
    def ply(self) -> int:
        """Return the number of moves that lead to it."""
        return len(self.line)


class Place(Value):
    """A position to be searched, by its start and the line to it."""

    start: int
    line: tuple[str, ...]


def is_open(edge: Edge) -> bool:
    """Tell whether there is something to search after a move."""
    return edge.target != ENDED and abs(edge.score) <= MOST_EVALUATED


def identity(position: Position) -> int:
    """Return a key that a position shares with its images, and with no other."""
    return min(position.image(symmetry).key for symmetry in position.symmetries)


class Tree:
    """The positions searched so far; transpositions are stored once.

    ``ply_cost`` is the cost of a ply in hundredths, ``start_costs`` the cost of each start. Only
    moves to later plies are followed, so there are no cycles.
    """

    def __init__(self, ply_cost: int, start_costs: tuple[int, ...]) -> None:
        self.ply_cost = ply_cost
        self.start_costs = start_costs
        self.nodes: dict[int, Node] = {}
        self.roots: dict[int, int] = {}

    def add_all(self, nodes: list[Node]) -> None:
        """Add positions that were searched."""
        for node in nodes:
            self.nodes[node.mark] = node
            if not node.line:
                self.roots[node.start] = node.mark

    def follow(self, node: Node, edge: Edge) -> Node | None:
        """Return the node after a move if it was searched and is at a later ply."""
        found = self.nodes.get(edge.target)
        return None if found is None or found.ply <= node.ply else found

    def values(self) -> dict[int, tuple[int, ...]]:
        """Return the values of each position's moves, backed up from all later searches."""
        found: dict[int, tuple[int, ...]] = {}
        for mark, node in sorted(self.nodes.items(), key=lambda item: -item[1].ply):
            found[mark] = tuple(
                edge.score if self.follow(node, edge) is None else -max(found[edge.target])
                for edge in node.edges
            )
        return found

    def costs(self) -> tuple[dict[int, int], dict[int, tuple[int, Place]]]:
        """Return the cost of each position by its mark, and of each place to be searched.

        Lines that give a forced win away, or allow one, are left out.
        """
        values = self.values()
        costs = {mark: self.start_costs[start] for start, mark in self.roots.items()}
        ends: dict[int, tuple[int, Place]] = {}
        for mark, node in sorted(self.nodes.items(), key=lambda item: item[1].ply):
            if mark not in costs:
                continue
            best = max(values[mark])
            for edge, value in zip(node.edges, values[mark], strict=True):
                cost = costs[mark] + best - value + self.ply_cost
                if cost > MOST_EVALUATED:
                    continue
                if self.follow(node, edge) is not None:
                    costs[edge.target] = min(cost, costs.get(edge.target, cost))
                elif edge.target not in self.nodes and is_open(edge):
                    known = ends.get(edge.target)
                    if known is None or cost < known[0]:
                        ends[edge.target] = cost, Place(node.start, (*node.line, edge.move))
        return costs, ends

    def cheapest(self, number: int) -> list[Place]:
        """Return the positions to search next, the cheapest first; fewer if there are no more."""
        places = [
            (cost, Place(start, ()))
            for start, cost in enumerate(self.start_costs)
            if start not in self.roots
        ]
        places += self.costs()[1].values()
        places.sort(key=lambda found: (found[0], found[1].start, found[1].line))
        return [place for _, place in places[:number]]
