"""Minimum-cost perfect matching in a general graph: pairs all vertices at the least total cost.

The method is Edmonds' with dual variables (Edmonds 1965, Galil 1986). Every vertex has a number,
its dual; an edge is tight when its cost is used up by the numbers at its ends. From a vertex that
is alone a tree of tight edges grows, S and T in turn, until it meets another that is alone; then
matched and unmatched edges on the way change places. Odd cycles of tight edges are shrunk to
blossoms, which count as one vertex. When nothing is tight any more, the numbers in the tree change
at the same pace, until something is: what comes next is taken from a queue ordered by time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

ALONE = -1
S, T = 1, 2
# Vertices are numbered from 0 on, so an event about a blossom has this instead of a second vertex.
EXPANSION = -1
# Neighbours on either side that each player is first offered as opponents.
NEIGHBOURS = 6

Edge = tuple[int, int]


def pair_at_least_cost(size: int, cost: Callable[[int, int], int]) -> list[Edge]:
    """Pair the numbers below an even size so that the sum of costs is least; costs are from 0 on.

    Pairs are cheap between close numbers, it is supposed: edges between others are looked at only
    when the duals show that one of them could make a difference. The result does not depend on it.
    """
    if size % 2:
        raise ValueError(f"{size} cannot be paired")
    costs = {
        (one, other): cost(one, other)
        for one in range(size)
        for other in range(one + 1, min(size, one + 1 + NEIGHBOURS))
    }
    while True:
        found = Matching(size, costs)
        duals = found.duals
        more = {
            (one, other): price
            for one in range(size)
            for other in range(one + 1, size)
            if (one, other) not in costs
            and duals[one] + duals[other] + 2 * (price := cost(one, other)) < 0
        }
        if not more:
            return [(one, other) for one, other in enumerate(found.mates) if one < other]
        costs |= more


class Matching:
    """A perfect matching of least cost; ``mates`` are by vertex.

    Raise ValueError if there is none. Duals are doubled, so that they stay whole: an edge is tight
    if the duals of its ends and twice its cost add up to 0.
    """

    def __init__(self, size: int, costs: dict[Edge, int]) -> None:
        self.mates = [ALONE] * size
        self.neighbours: list[dict[int, int]] = [{} for _ in range(size)]
        for (one, other), price in costs.items():
            self.neighbours[one][other] = self.neighbours[other][one] = 2 * price
        self.duals = [-min(near.values(), default=0) // 2 for near in self.neighbours]
        # By vertex, the outermost blossom that it is in: itself if there is none.
        self.outermost = list(range(size))
        # Of blossoms, numbered from ``size`` on: what is shrunk in them, an odd cycle that begins
        # with the base; the edge from each to the next; and their dual.
        self.parts: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.weights: dict[int, int] = {}
        # The vertex whose mate is outside, and the blossom directly around.
        self.bases = {vertex: vertex for vertex in range(size)}
        self.around: dict[int, int] = {}
        self.next_blossom = size
        # Of the tree that grows: what its blossoms are, through which edge they came, and when.
        self.labels: dict[int, int] = {}
        self.entries: dict[int, Edge] = {}
        self.since: dict[int, int] = {}
        self.now = 0
        self.queue: list[tuple[int, int, int]] = []
        self._match_tight()
        for vertex in range(size):
            if self.mates[vertex] == ALONE:
                self._grow(vertex)

    def _match_tight(self) -> None:
        """Begin with any edges that are tight."""
        for one, near in enumerate(self.neighbours):
            for other, price in near.items():
                is_tight = self.duals[one] + self.duals[other] + price == 0
                if is_tight and self.mates[one] == ALONE == self.mates[other]:
                    self.mates[one], self.mates[other] = other, one

    def _grow(self, root: int) -> None:
        """Grow a tree from a vertex that is alone, until it has a mate."""
        self.now = 0
        self._label(self.outermost[root], S, None)
        while self.queue:
            self.now, one, other = heappop(self.queue)
            if other == EXPANSION:
                self._expand_if_due(one)
            elif self._follow(one, other):
                break
        else:
            raise ValueError("not everybody can be paired")
        for blossom in self.labels:
            self._settle(blossom)
        self.labels.clear()
        self.entries.clear()
        self.since.clear()
        self.queue.clear()

    def _follow(self, one: int, other: int) -> bool:
        """Take an edge into the tree, if it is tight; tell whether the root found a mate by it."""
        inner, outer = self.outermost[one], self.outermost[other]
        if self.labels.get(inner) != S:
            one, other, inner, outer = other, one, outer, inner
        label = self.labels.get(outer)
        if inner == outer or self.labels.get(inner) != S or label == T:
            return False
        slack = self._slack(one, other)
        if slack:
            # Something has changed since the edge was put into the queue.
            heappush(self.queue, (self.now + (slack // 2 if label == S else slack), one, other))
        elif label == S:
            self._shrink(one, other)
        else:
            base = self.bases[outer]
            mate = self.mates[base]
            if mate == ALONE:
                self._augment(one, other)
                return True
            self._label(outer, T, (one, other))
            self._label(self.outermost[mate], S, (base, mate))
        return False

    def _label(self, blossom: int, label: int, entry: Edge | None) -> None:
        """Add a blossom to the tree, and put its possible events into the queue."""
        self.labels[blossom] = label
        self.since[blossom] = self.now
        if entry is not None:
            self.entries[blossom] = entry
        if label == S:
            self._look_from(self._vertices(blossom))
        elif blossom in self.parts:
            heappush(self.queue, (self.now + self.weights[blossom] // 2, blossom, EXPANSION))

    def _look_from(self, vertices: Iterable[int]) -> None:
        """Put the edges of vertices that are S into the queue."""
        labels, outermost = self.labels, self.outermost
        for one in vertices:
            inner = outermost[one]
            for other in self.neighbours[one]:
                outer = outermost[other]
                label = labels.get(outer)
                if outer == inner or label == T:
                    continue
                slack = self._slack(one, other)
                heappush(self.queue, (self.now + (slack // 2 if label == S else slack), one, other))

    def _dual(self, vertex: int) -> int:
        blossom = self.outermost[vertex]
        label = self.labels.get(blossom)
        if label is None:
            return self.duals[vertex]
        passed = self.now - self.since[blossom]
        return self.duals[vertex] + (-passed if label == S else passed)

    def _slack(self, one: int, other: int) -> int:
        return self._dual(one) + self._dual(other) + self.neighbours[one][other]

    def _settle(self, blossom: int) -> None:
        """Store the current duals of a blossom of the tree."""
        passed = self.now - self.since[blossom]
        self.since[blossom] = self.now
        if not passed:
            return
        change = -passed if self.labels[blossom] == S else passed
        for vertex in self._vertices(blossom):
            self.duals[vertex] += change
        if blossom in self.parts:
            self.weights[blossom] -= 2 * change

    def _vertices(self, blossom: int) -> Iterator[int]:
        waiting = [blossom]
        while waiting:
            each = waiting.pop()
            if each in self.parts:
                waiting += self.parts[each]
            else:
                yield each

    def _way_up(self, blossom: int) -> list[int]:
        """List the blossoms from one of the tree to the root."""
        way = [blossom]
        while (entry := self.entries.get(way[-1])) is not None:
            way.append(self.outermost[entry[0]])
        return way

    def _shrink(self, one: int, other: int) -> None:
        """Make a blossom of the cycle that a tight edge between two S closes."""
        left, right = self._way_up(self.outermost[one]), self._way_up(self.outermost[other])
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        base = left.pop()
        right.pop()
        left.reverse()
        links = [self.entries[each] for each in left]
        links.append((one, other))
        links += [self.entries[each][::-1] for each in right]
        blossom = self.next_blossom
        self.next_blossom += 1
        self.parts[blossom] = parts = [base, *left, *right]
        self.links[blossom] = links
        self.bases[blossom] = self.bases[base]
        self.weights[blossom] = 0
        entry = self.entries.get(base)
        new: list[int] = []
        for part in parts:
            self._settle(part)
            if self.labels.pop(part) == T:
                new += self._vertices(part)
            self.entries.pop(part, None)
            del self.since[part]
            self.around[part] = blossom
        for vertex in self._vertices(blossom):
            self.outermost[vertex] = blossom
        self.labels[blossom] = S
        self.since[blossom] = self.now
        if entry is not None:
            self.entries[blossom] = entry
        self._look_from(new)

    def _expand_if_due(self, blossom: int) -> None:
        """Dissolve a blossom that is T and whose dual has come down to 0."""
        if self.labels.get(blossom) != T:
            return
        left = self.weights[blossom] - 2 * (self.now - self.since[blossom])
        if left:
            heappush(self.queue, (self.now + left // 2, blossom, EXPANSION))
            return
        self._settle(blossom)
        entry = self.entries.pop(blossom)
        del self.labels[blossom], self.since[blossom], self.weights[blossom]
        parts, links = self.parts.pop(blossom), self.links.pop(blossom)
        for part in parts:
            del self.around[part]
            for vertex in self._vertices(part):
                self.outermost[vertex] = part
        place = parts.index(self.outermost[entry[1]])
        self._label(parts[place], T, entry)
        for way, link in even_way(place, links):
            self._label(parts[way], S if self.labels[parts[place]] == T else T, link)
            place = way
        for part in parts:
            if part not in self.labels:
                for vertex in self._vertices(part):
                    self._look_from(
                        near
                        for near in self.neighbours[vertex]
                        if self.labels.get(self.outermost[near]) == S
                    )

    def _augment(self, one: int, other: int) -> None:
        """Match the ends of an edge out of the tree, and change mates on the way to the root."""
        self._set_base(self.outermost[other], other)
        self.mates[other] = one
        while True:
            inner = self.outermost[one]
            self._set_base(inner, one)
            self.mates[one] = other
            entry = self.entries.get(inner)
            if entry is None:
                return
            outer = self.outermost[entry[0]]
            one, other = self.entries[outer]
            self._set_base(outer, other)
            self.mates[other] = one

    def _set_base(self, blossom: int, vertex: int) -> None:
        """Change the mates inside a blossom so that one of its vertices is free for another."""
        if blossom not in self.parts or self.bases[blossom] == vertex:
            return
        part = self._part_of(vertex, blossom)
        self._set_base(part, vertex)
        parts, links = self.parts[blossom], self.links[blossom]
        place = parts.index(part)
        for step, (_, (one, other)) in enumerate(even_way(place, links)):
            if step % 2:
                for end in (one, other):
                    self._set_base(self._part_of(end, blossom), end)
                self.mates[one], self.mates[other] = other, one
        self.parts[blossom] = parts[place:] + parts[:place]
        self.links[blossom] = links[place:] + links[:place]
        self.bases[blossom] = vertex

    def _part_of(self, vertex: int, blossom: int) -> int:
        part = vertex
        while self.around[part] != blossom:
            part = self.around[part]
        return part


def even_way(place: int, links: list[Edge]) -> Iterator[tuple[int, Edge]]:
    """Yield the steps from a place in an odd cycle to its first, an even number of them.

    Each is the place it leads to, and the edge, from the end that is left.
    """
    if place % 2:
        for here in range(place, len(links)):
            yield (here + 1) % len(links), links[here]
    else:
        for here in range(place - 1, -1, -1):
            yield here, links[here][::-1]
