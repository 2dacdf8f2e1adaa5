"""The positions of a book that is being grown, and which of them to search next.

It is drop-out expansion: a line costs what its moves are worse than the best ones, both sides'
alike, and something for each ply. The cheapest line that ends in a position not yet searched is
next.
"""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.score import MOST_EVALUATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position


# Where a move leads that ends the game.
ENDED = 0


class Edge(Value):
    """A move, its score by the search for the side that makes it, and where it leads."""

    move: str
    score: int
    target: int


class Node(Value):
    """A position that was searched: its start, the line to it, and its best moves."""

    start: int
    line: tuple[str, ...]
    key: int
    # What it shares with its images.
    mark: int
    edges: tuple[Edge, ...]

    @property
    def ply(self) -> int:
        """Return how many moves lead to it."""
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
    """The positions searched so far, each once, however it comes about.

    ``ply_cost`` is the cost of a ply in hundredths, ``start_costs`` what it costs to begin at each
    of the starts. Only moves to later plies are followed, so there are no circles.
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
        """Return where a move leads if that was searched and comes later."""
        found = self.nodes.get(edge.target)
        return None if found is None or found.ply <= node.ply else found

    def values(self) -> dict[int, tuple[int, ...]]:
        """Return what the moves of each position are worth, by all that was searched after them."""
        found: dict[int, tuple[int, ...]] = {}
        for mark, node in sorted(self.nodes.items(), key=lambda item: -item[1].ply):
            found[mark] = tuple(
                edge.score if self.follow(node, edge) is None else -max(found[edge.target])
                for edge in node.edges
            )
        return found

    def costs(self) -> tuple[dict[int, int], dict[int, tuple[int, Place]]]:
        """Return the cost of each position by its mark, and of what can be searched next.

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
